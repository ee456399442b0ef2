// SPDX-License-Identifier: MIT
// Weights: grids against brute force, climbs against grids, KV Lemma 4 against the unit programs of
// a larger n, and the smallest weighted counterexamples pinned.
#include "search/weight_search.hpp"

#include <random>

#include "base/error.hpp"
#include "search/decision.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/permutations.hpp"

using namespace disarray;
using namespace disarray::search;
using metrics::Reading;

namespace {

Rational half() {
    return Rational(Integer(1), Integer(2));
}

Inequality prefix_of_the_inverse() {
    Inequality inequality = lower_side(Reading::prefix);
    inequality.big.terms[0].distance.inverse = true;
    return inequality;
}

std::vector<Inequality> questions() {
    std::vector<Inequality> all{prefix_of_the_inverse()};
    for (const Reading reading : metrics::all_readings) {
        all.push_back(lower_side(reading));
        all.push_back(upper_side(reading));
    }
    return all;
}

WeightSearchOptions grid(const Inequality& inequality, std::size_t n, std::int64_t largest,
                         std::vector<Rational> costs) {
    WeightSearchOptions options;
    options.inequality = inequality;
    options.n = n;
    options.space = {largest, std::move(costs), FixedPointPolicy::one};
    options.threads = 1;
    return options;
}

/// min M/N at a point; empty if N is zero.
std::optional<Rational> least_ratio(const Inequality& inequality, const WeightPoint& point,
                                    FixedPointPolicy policy = FixedPointPolicy::one) {
    const Weighting weighting = point.weighting(policy);
    const auto decision = decide(functional(inequality.small, point.sigma, weighting),
                                 functional(inequality.big, point.sigma, weighting));
    if (!decision) return std::nullopt;
    return decision->ratio;
}

std::string weights_of(const Evidence& evidence) {
    std::string text;
    for (std::size_t i = 0; i < evidence.sigma.size(); ++i)
        text += evidence.weighting.element_weights.value()[i].to_string() + " ";
    return text;
}

void check_same(const WeightSearchResult& a, const WeightSearchResult& b) {
    CHECK(a.verdict() == b.verdict());
    REQUIRE(a.best.has_value() == b.best.has_value());
    if (!a.best) return;
    CHECK(a.best->ratio() == b.best->ratio());
    CHECK(a.best->sigma == b.best->sigma);
    CHECK(a.best->small == b.best->small);
    CHECK(a.best->big == b.best->big);
    CHECK(a.best->weighting.dissimilarity->entries() == b.best->weighting.dissimilarity->entries());
}

/// σ with element i replaced by w_i elements on consecutive ranks in the same order.
Permutation inflated(const Permutation& sigma, const std::vector<std::int64_t>& w) {
    const Permutation order = sigma.inverse();
    std::vector<std::int64_t> first_rank(w.size());
    std::int64_t rank = 1;
    for (std::size_t r = 0; r < w.size(); ++r) {
        first_rank[order[r]] = rank;
        rank += w[order[r]];
    }
    std::vector<std::int64_t> ranks;
    for (std::size_t i = 0; i < w.size(); ++i) {
        for (std::int64_t k = 0; k < w[i]; ++k)
            ranks.push_back(first_rank[i] + k);
    }
    return test::ranks(ranks);
}

/// Calls visit for every w in {1, 2}^n.
template <class Visit>
void for_each_weights(std::size_t n, const Visit& visit) {
    for (std::size_t code = 0; code < (std::size_t{1} << n); ++code) {
        std::vector<std::int64_t> w(n, 1);
        for (std::size_t i = 0; i < n; ++i)
            w[i] += static_cast<std::int64_t>(code >> i & 1);
        visit(w);
    }
}

}  // namespace

TEST_CASE("images of a point have its least ratio, for every reading and side") {
    std::mt19937_64 random(20261128);
    for (int trial = 0; trial < 30; ++trial) {
        WeightPoint point{test::shuffled(5, random()), {}, {}};
        for (int i = 0; i < 5; ++i)
            point.weights.push_back(1 + static_cast<std::int64_t>(random() % 3));
        for (int i = 0; i < 4; ++i)
            point.swap_costs.push_back(Rational(static_cast<std::int64_t>(random() % 3)) * half());
        for (const Inequality& inequality : questions()) {
            for (const auto policy : {FixedPointPolicy::one, FixedPointPolicy::local}) {
                INFO(to_string(inequality) << ", ranks " << point.sigma.to_string());
                const auto expected = least_ratio(inequality, point, policy);
                for (const WeightPoint& image : images(point, inequality))
                    CHECK(least_ratio(inequality, image, policy) == expected);
            }
        }
    }
}

TEST_CASE("only symmetric distances have the images of an exchange") {
    const WeightPoint point{test::ranks({2, 3, 1}), {1, 2, 3}, {1, 2}};
    CHECK(images(point, lower_side(Reading::prefix)).size() == 4);
    CHECK(images(point, upper_side(Reading::box)).size() == 4);
    CHECK(images(point, lower_side(Reading::interval)).size() == 2);
    CHECK(images(point, lower_side(Reading::prefix_sym)).size() == 2);
    CHECK(images(point, prefix_of_the_inverse()).size() == 2);
}

TEST_CASE("the reduced grid has the least point of the whole grid") {
    for (const Inequality& inequality : questions()) {
        for (const auto policy : {FixedPointPolicy::one, FixedPointPolicy::local}) {
            WeightSearchOptions options =
                grid(inequality, 3, 2, {Rational(1), half(), Rational(0)});
            options.space.fixed_points = policy;
            const WeightSearchResult reduced = search_weight_grid(options);
            options.reduce = false;
            const WeightSearchResult whole = search_weight_grid(options);
            INFO(to_string(inequality));
            check_same(reduced, whole);
            CHECK(reduced.cases == 6 * 8 * 9);
            CHECK(whole.cases == 6 * 8 * 9);
            CHECK(2 * reduced.decided < whole.decided);
            CHECK((reduced.violating > 0) == (whole.violating > 0));
        }
    }
}

TEST_CASE("a grid of one point is the program of that point") {
    for (const Permutation& sigma : test::all_permutations(4)) {
        for (const Inequality& inequality : questions()) {
            WeightSearchOptions options = grid(inequality, 4, 1, {1});
            options.sigma = sigma;
            const WeightSearchResult result = search_weight_grid(options);
            const auto expected = least_ratio(inequality, {sigma, {1, 1, 1, 1}, {1, 1, 1}});
            REQUIRE(result.best.has_value() == expected.has_value());
            if (expected) CHECK(result.best->ratio() == *expected);
            CHECK(result.exhaustive);
        }
    }
}

TEST_CASE("KV Lemma 4: under prefix, integer weights are the unit program of the split elements") {
    // K_w and F_w at D are K and F of the inflated σ at D lifted to the parts, since parts of one
    // element are not inverted. So no weighted minimum is below the unit one. And no unit one is
    // below the weighted one: the mean of a pseudometric over all choices of parts is one, has the
    // same K, and, F being convex, no larger F.
    const Inequality inequality = lower_side(Reading::prefix);
    for (std::size_t n = 2; n <= 4; ++n) {
        for (const Permutation& sigma : test::all_permutations(n)) {
            for_each_weights(n, [&](const std::vector<std::int64_t>& w) {
                const WeightPoint point{sigma, w, std::vector<Rational>(n - 1, 1)};
                const Permutation split = inflated(sigma, w);
                INFO("ranks " << sigma.to_string() << " became " << split.to_string());
                const std::size_t m = split.size();
                CHECK(least_ratio(inequality, point) ==
                      least_ratio(inequality, {split, std::vector<std::int64_t>(m, 1),
                                               std::vector<Rational>(m - 1, 1)}));
            });
        }
    }
}

TEST_CASE("KV Lemma 4 does not hold for the interval reading, whose intervals count ranks") {
    const WeightPoint point{test::ranks({2, 4, 1, 3}), {1, 4, 4, 1}, {1, 1, 1}};
    const Permutation split = inflated(point.sigma, point.weights);
    const auto unit =
        least_ratio(lower_side(Reading::interval),
                    {split, std::vector<std::int64_t>(10, 1), std::vector<Rational>(9, 1)});
    CHECK(least_ratio(lower_side(Reading::interval), point) == half());
    CHECK(unit.value() > half());
}

TEST_CASE("with weights K <= F falls at n = 4 for interval, and not before") {
    CHECK(search_weight_grid(grid(lower_side(Reading::interval), 3, 4, {1})).verdict() ==
          Verdict::exhausted);
    const WeightSearchResult four =
        search_weight_grid(grid(lower_side(Reading::interval), 4, 4, {1}));
    CHECK(four.verdict() == Verdict::refuted);
    REQUIRE(four.best);
    CHECK(four.best->ratio() == half());
    CHECK(four.best->sigma.to_string() == "2 4 1 3");
    CHECK(weights_of(*four.best) == "1 4 4 1 ");
    REQUIRE(four.strict);
    CHECK(four.strict->weighting.dissimilarity->is_metric());
    CHECK(four.strict->big < four.strict->small);
}

TEST_CASE("with swap costs K <= F falls at n = 4 for prefix-sym and interval, not prefix and box") {
    const std::vector<Rational> costs{0, half(), 1};
    const auto least = [&](Reading reading, std::size_t n) {
        return search_weight_grid(grid(lower_side(reading), n, 1, costs));
    };
    for (const Reading reading : metrics::all_readings) {
        INFO(name_of(reading));
        CHECK(least(reading, 3).verdict() == Verdict::exhausted);
        const bool falls = reading == Reading::prefix_sym || reading == Reading::interval;
        CHECK(least(reading, 4).verdict() == (falls ? Verdict::refuted : Verdict::exhausted));
    }
    // Swap costs 0 let F[interval] vanish where K does not.
    CHECK(least(Reading::interval, 4).best->ratio() == Rational(0));
}

TEST_CASE("box stands on small grids of weights and swap costs") {
    const WeightSearchResult result =
        search_weight_grid(grid(lower_side(Reading::box), 4, 2, {0, 1}));
    CHECK(result.verdict() == Verdict::exhausted);
    CHECK(result.best->ratio() == Rational(1));
}

TEST_CASE("the upper side is unbounded for prefix-sym where swap costs may be 0") {
    const WeightSearchResult result =
        search_weight_grid(grid(upper_side(Reading::prefix_sym), 3, 1, {0, 1}));
    CHECK(result.verdict() == Verdict::refuted);
    CHECK(result.best->ratio() == Rational(0));  // 3K/F
    CHECK(result.best->big == Rational(0));
}

TEST_CASE("a climb reaches the least point of the grid") {
    WeightSearchOptions options = grid(lower_side(Reading::interval), 4, 4, {1});
    options.sigma = test::ranks({2, 4, 1, 3});
    options.restarts = 4;
    const WeightSearchResult climbed = climb_weights(options);
    check_same(climbed, search_weight_grid(options));
    CHECK_FALSE(climbed.exhaustive);
    CHECK(climbed.complete);
    CHECK(weights_of(*climbed.best) == "1 4 4 1 ");
}

TEST_CASE("a climb without a violation is support, no more") {
    WeightSearchOptions options = grid(lower_side(Reading::box), 6, 3, {half(), Rational(1)});
    options.restarts = 6;
    options.programs_per_restart = 40;
    const WeightSearchResult result = climb_weights(options);
    CHECK(result.verdict() == Verdict::supported);
    CHECK(result.decided <= 6 * 40);
    CHECK(test::contains(result.effort, "6 starting points, seed 1"));
}

TEST_CASE("grids and climbs are the same for any number of threads") {
    WeightSearchOptions options =
        grid(lower_side(Reading::prefix_sym), 4, 2, {Rational(0), Rational(1)});
    options.restarts = 12;
    options.programs_per_restart = 30;
    const WeightSearchResult one = search_weight_grid(options);
    const WeightSearchResult climb = climb_weights(options);
    for (const unsigned threads : {2U, 5U}) {
        options.threads = threads;
        const WeightSearchResult other = search_weight_grid(options);
        check_same(one, other);
        CHECK(one.decided == other.decided);
        CHECK(one.violating == other.violating);
        CHECK(one.programs == other.programs);
        CHECK(one.effort == other.effort);
        const WeightSearchResult again = climb_weights(options);
        check_same(climb, again);
        CHECK(climb.programs == again.programs);
        CHECK(climb.effort == again.effort);
    }
}

TEST_CASE("a search that is stopped says that it is partial") {
    WeightSearchOptions options = grid(lower_side(Reading::box), 5, 3, {Rational(0), Rational(1)});
    options.stop = Stop(std::chrono::duration<double>(0));
    const WeightSearchResult stopped = search_weight_grid(options);
    CHECK_FALSE(stopped.complete);
    CHECK(stopped.verdict() == Verdict::undecided);
    CHECK(test::contains(stopped.effort, "partial"));
    CHECK(climb_weights(options).verdict() == Verdict::undecided);
}

TEST_CASE("where N is zero for every point there is no ratio") {
    WeightSearchOptions options = grid(lower_side(Reading::box), 3, 2, {1});
    options.sigma = Permutation::identity(3);
    const WeightSearchResult result = search_weight_grid(options);
    CHECK_FALSE(result.best);
    CHECK(result.decided == 0);
    CHECK(result.verdict() == Verdict::exhausted);
}

TEST_CASE("grids that are too large or empty are refused") {
    const auto refused = [](const WeightSearchOptions& options) {
        return test::message_of<InputError>([&] { search_weight_grid(options); });
    };
    const Inequality box = lower_side(Reading::box);
    CHECK(test::contains(refused(grid(box, 8, 9, {1})), "points"));
    CHECK(test::contains(refused(grid(box, 9, 1, {1})), "at most 8"));
    CHECK(test::contains(refused(grid(box, 3, 0, {1})), "--largest"));
    CHECK(test::contains(refused(grid(box, 3, 1, {})), "--swap-costs"));
    CHECK(test::contains(refused(grid(box, 3, 1, {1, 1})), "--swap-costs"));
    CHECK(test::contains(refused(grid(box, 3, 1, {-1})), "--swap-costs"));
}
