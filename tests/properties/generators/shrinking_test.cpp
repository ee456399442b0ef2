// SPDX-License-Identifier: MIT
// Shows that every smaller case is of the shape and smaller, that shrinking ends, and that planted
// faults shrink to the least cases that have them, from wherever they are found.
#include "properties/generators/shrinking.hpp"

#include <algorithm>
#include <functional>

#include "base/error.hpp"
#include "metrics/footrule.hpp"
#include "metrics/kendall.hpp"
#include "properties/generators/cases.hpp"
#include "properties/generators/dissimilarities.hpp"
#include "ranking/inversions.hpp"
#include "tests/support/instances.hpp"
#include "tests/support/permutations.hpp"

namespace disarray::properties::generators {

namespace {

using test::fraction;
using test::ranks;

constexpr std::uint64_t seed = 20100428;

/// What a planted fault must shrink to, from each of the first cases of the stream that have it.
template <class Predicate>
void check_shrinks_to(const std::string& least, const CaseShape& shape, const Predicate& violates) {
    int found = 0;
    for (std::uint64_t k = 0; k < 2000 && found < 12; ++k) {
        const Case start = case_at(shape, seed, k).value;
        if (start.n() < 4 || !violates(start)) continue;
        ++found;
        INFO("from " << to_string(start));
        CHECK(to_string(shrunk(start, shape, violates)) == least);
    }
    CHECK(found == 12);
}

/// Three elements in order whose ranks compare like `pattern`, a permutation of three.
bool contains(const Permutation& sigma, const Permutation& pattern) {
    const std::size_t n = sigma.size();
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j) {
            for (std::size_t k = j + 1; k < n; ++k) {
                if ((sigma[i] < sigma[j]) == (pattern[0] < pattern[1]) &&
                    (sigma[i] < sigma[k]) == (pattern[0] < pattern[2]) &&
                    (sigma[j] < sigma[k]) == (pattern[1] < pattern[2])) {
                    return true;
                }
            }
        }
    }
    return false;
}

bool has_weight_above(const Case& instance, const Rational& bound) {
    const auto& w = instance.weighting.element_weights;
    for (std::size_t i = 0; w && i < w->size(); ++i) {
        if ((*w)[i] > bound) return true;
    }
    return false;
}

bool has_cost(const Case& instance, const std::function<bool(const Rational&)>& is) {
    const auto& costs = instance.weighting.swap_costs;
    return costs && std::ranges::any_of(costs->costs(), is);
}

bool has_distance(const Case& instance, const std::function<bool(const Rational&)>& is) {
    const auto& d = instance.weighting.dissimilarity;
    for (std::size_t i = 0; d && i < d->size(); ++i) {
        for (std::size_t j = i + 1; j < d->size(); ++j) {
            if (is((*d)(i, j))) return true;
        }
    }
    return false;
}

bool is_no_pseudometric(const Case& instance) {
    const auto& d = instance.weighting.dissimilarity;
    return d && !d->is_pseudometric();
}

bool kendall_exceeds_prefix(const Case& instance) {
    const Permutation& sigma = instance.rankings.front();
    const Permutation id = Permutation::identity(sigma.size());
    return metrics::kendall(sigma, id, instance.weighting) >
           metrics::footrule(sigma, id, instance.weighting, metrics::Reading::prefix);
}

const CaseShape one_ranking{.rankings = 1, .dissimilarity = DissimilarityClass::any, .most_n = 7};

}  // namespace

TEST_CASE("Every smaller case is of the shape and smaller", "[generators]") {
    using enum DissimilarityClass;
    const CaseShape shapes[] = {
        {.most_n = 7},
        {.rankings = 3, .dissimilarity = any, .least_n = 2, .most_n = 5},
        {.dissimilarity = metric, .least_n = 3, .positive_swap_costs = true},
        {.fixed_points = FixedPointPolicy::local, .vary_scale = false}};
    for (const CaseShape& shape : shapes) {
        for (std::uint64_t k = 0; k < 60; ++k) {
            const Case instance = case_at(shape, seed, 3 * k).value;
            const CaseSize size = size_of(instance);
            for (const Case& smaller : smaller_cases(instance, shape)) {
                const auto reason = why_not_of(shape, smaller);
                if (!reason && size_of(smaller) < size) continue;
                FAIL_CHECK(to_string(smaller) << " of " << to_string(instance) << ": "
                                              << reason.value_or("not smaller"));
            }
        }
    }
}

TEST_CASE("Smaller cases come in a fixed order", "[generators]") {
    const CaseShape shape{.most_n = 6};
    const Case instance = case_at(shape, seed, 95).value;
    const auto once = smaller_cases(instance, shape);
    const auto again = smaller_cases(instance, shape);
    REQUIRE(once.size() == again.size());
    CHECK(once.size() > 20);
    for (std::size_t k = 0; k < once.size(); ++k)
        CHECK(to_string(once[k]) == to_string(again[k]));
}

TEST_CASE("The size of a case compares elements, inversions, parts, numbers, in this order",
          "[generators]") {
    const auto size = [](std::size_t n, std::uint64_t inversions, std::size_t parts, int numbers) {
        return CaseSize{n, inversions, parts, numbers};
    };
    const CaseSize ascending[] = {size(1, 9, 9, 9), size(2, 1, 9, 9), size(2, 2, 1, 9),
                                  size(2, 2, 2, 1), size(2, 2, 2, 2)};
    for (std::size_t a = 0; a < std::size(ascending); ++a) {
        for (std::size_t b = 0; b < std::size(ascending); ++b) {
            CHECK((ascending[a] < ascending[b]) == (a < b));
        }
    }
    const Case instance{{ranks({3, 1, 2})},
                        {ElementWeights::from({2, 1, 1}, "w"), SwapCosts::top_k(3, 1),
                         Dissimilarity::unit(3), FixedPointPolicy::local},
                        3};
    const CaseSize measured = size_of(instance);
    CHECK(measured.elements == 3);
    CHECK(measured.inversions == 2);
    CHECK(measured.parts == 4);
    CHECK(measured.numbers == 3 + 1 + 3 + 4);  // w 2; a cost 0; three distances 1; scale 3
}

TEST_CASE("If everything is a fault the least case of the shape remains", "[generators]") {
    const auto always = [](const Case&) { return true; };
    for (const std::size_t least_n : {1u, 3u}) {
        const CaseShape shape{
            .dissimilarity = DissimilarityClass::any, .least_n = least_n, .most_n = 7};
        for (std::uint64_t k = 0; k < 100; ++k) {
            const Case least = shrunk(case_at(shape, seed, k).value, shape, always);
            CHECK(least.n() == least_n);
            CHECK(least.rankings[0].is_identity());
            CHECK(least.rankings[1].is_identity());
            CHECK(least.weighting.is_unit());
            CHECK(least.weighting.fixed_points == FixedPointPolicy::one);
            CHECK(least.scale == 2);
        }
    }
}

TEST_CASE("If no smaller case has the fault the case stays as it is", "[generators]") {
    const CaseShape shape{.most_n = 6};
    const Case start = case_at(shape, seed, 99).value;
    const auto it_alone = [&](const Case& c) { return to_string(c) == to_string(start); };
    CHECK(to_string(shrunk(start, shape, it_alone)) == to_string(start));
}

TEST_CASE("Every descent ends, each step smaller, whatever is taken for a fault", "[generators]") {
    const CaseShape shape{.dissimilarity = DissimilarityClass::any, .most_n = 6};
    for (std::uint64_t k = 0; k < 30; ++k) {
        Case now = case_at(shape, seed, 50 + k).value;
        // An erratic predicate: the steps it takes are as good as random.
        const rc::Random random(k);
        Draw draw(random, 100);
        const auto erratic = [&](const Case& smaller) {
            if (!draw.chance(1, 3)) return false;
            CHECK(size_of(smaller) < size_of(now));
            now = smaller;
            return true;
        };
        const Case last = shrunk(now, shape, erratic);
        CHECK(to_string(last) == to_string(now));
    }
}

TEST_CASE("A planted fault of a ranking shrinks to its least case", "[generators]") {
    check_shrinks_to("σ = 2 1", one_ranking, [](const Case& instance) {
        return inversion_count(instance.rankings.front()) > 0;
    });
    for (const Permutation& pattern : test::all_permutations(3)) {
        check_shrinks_to("σ = " + pattern.to_string(), one_ranking, [&](const Case& instance) {
            return contains(instance.rankings.front(), pattern);
        });
    }
}

TEST_CASE("A planted fault of a pair shrinks until one ranking is in order", "[generators]") {
    const CaseShape shape{.most_n = 7};
    const auto differ = [](const Case& c) { return c.rankings[0] != c.rankings[1]; };
    for (std::uint64_t k = 0; k < 100; ++k) {
        const Case start = case_at(shape, seed, k).value;
        if (!differ(start)) continue;
        const Case least = shrunk(start, shape, differ);
        CHECK(least.n() == 2);
        CHECK(size_of(least).inversions == 1);
        CHECK(least.weighting.is_unit());
    }
}

TEST_CASE("A planted fault of weights or swap costs shrinks to its least case", "[generators]") {
    check_shrinks_to("σ = 1, w = 6", one_ranking,
                     [](const Case& instance) { return has_weight_above(instance, 5); });
    check_shrinks_to("σ = 1, w = 1/2", one_ranking, [](const Case& instance) {
        const auto& w = instance.weighting.element_weights;
        for (std::size_t i = 0; w && i < w->size(); ++i) {
            if ((*w)[i] < 1) return true;
        }
        return false;
    });
    check_shrinks_to("σ = 1 2, δ = 0", one_ranking, [](const Case& instance) {
        return has_cost(instance, [](const Rational& cost) { return cost == 0; });
    });
    check_shrinks_to("σ = 1 2, δ = 1/2", one_ranking, [](const Case& instance) {
        return has_cost(instance, [](const Rational& cost) { return !cost.is_integer(); });
    });
}

TEST_CASE("A planted fault of D shrinks to its least case within the class", "[generators]") {
    using enum DissimilarityClass;
    const auto above_1 = [](const Case& instance) {
        return has_distance(instance, [](const Rational& x) { return x > 1; });
    };
    const auto broken = [](const Case& instance) {
        return has_distance(instance, [](const Rational& x) { return !x.is_integer(); });
    };
    CaseShape shape = one_ranking;
    for (const DissimilarityClass wanted : {any, pseudometric, metric}) {
        shape.dissimilarity = wanted;
        check_shrinks_to("σ = 1 2, D = 0 2; 2 0", shape, above_1);
        check_shrinks_to("σ = 1 2, D = 0 1/2; 1/2 0", shape, broken);
    }
    shape.dissimilarity = metric;
    check_shrinks_to("σ = 1 2 3, D = 0 1 1; 1 0 1; 1 1 0", shape, [](const Case& instance) {
        return instance.n() >= 3 && instance.weighting.dissimilarity.has_value();
    });
}

TEST_CASE("A non-metric stays one only as long as the fault needs it", "[generators]") {
    check_shrinks_to("σ = 2 1", one_ranking,
                     [](const Case& instance) { return !instance.rankings.front().is_identity(); });
    int found = 0;
    for (std::uint64_t k = 0; k < 200; ++k) {
        const Case start = case_at(one_ranking, seed, k).value;
        if (!is_no_pseudometric(start)) continue;
        ++found;
        const Case least = shrunk(start, one_ranking, is_no_pseudometric);
        INFO(to_string(least));
        CHECK(least.n() == 3);
        CHECK(least.rankings.front().is_identity());
        CHECK(size_of(least).parts == 1);
        CHECK(size_of(least).numbers == 1);  // one distance 1, two 0
    }
    CHECK(found > 30);
}

TEST_CASE("The policy and the scale shrink unless the fault needs them", "[generators]") {
    const auto not_2 = [](const Case& instance) { return instance.scale != 2; };
    const auto local = [](const Case& instance) {
        return instance.weighting.fixed_points == FixedPointPolicy::local;
    };
    check_shrinks_to("σ = 1", one_ranking, not_2);
    for (std::uint64_t k = 0; k < 100; ++k) {
        const Case start = case_at(one_ranking, seed, k).value;
        if (not_2(start)) CHECK(shrunk(start, one_ranking, not_2).scale == 1);
        if (local(start)) {
            CHECK(size_of(shrunk(start, one_ranking, local)).parts == 1);
        }
    }
}

TEST_CASE("K > F[prefix] shrinks from 8 elements to the known case of 6", "[generators]") {
    // Ranks 6 3 2 5 4 1 with the cut {1,3,5} | {2,4,6}, padded: two elements more, with
    // distances of their own, 3/2 for 1, a weight, a swap cost and a scale that play no part.
    const CaseShape shape{.rankings = 1, .most_n = 8};
    const std::int64_t side[] = {0, 1, 0, 1, 0, 1, 0, 1};
    const auto d = dissimilarity_from(8, [&](std::size_t i, std::size_t j) {
        const Rational apart = side[i] != side[j] ? fraction(3, 2) : Rational(0);
        return j < 6 ? apart : apart + fraction(1, 3);
    });
    const Case start{{ranks({6, 3, 2, 5, 4, 1, 7, 8})},
                     {ElementWeights::from({1, 1, 1, 1, 1, 1, 3, 1}, "w"),
                      SwapCosts::from(std::vector<Rational>{1, 1, 1, 1, 1, 1, fraction(1, 2)}, "δ"),
                      closure(d), FixedPointPolicy::one},
                     5};
    REQUIRE(kendall_exceeds_prefix(start));
    const Case least = shrunk(start, shape, kendall_exceeds_prefix);
    CHECK(kendall_exceeds_prefix(least));
    CHECK(to_string(least) ==
          "σ = 6 3 2 5 4 1, D = 0 1 0 1 0 1; 1 0 1 0 1 0; 0 1 0 1 0 1; 1 0 1 0 1 0; 0 1 0 1 0 1; "
          "1 0 1 0 1 0");
}

TEST_CASE("Numbers of any size shrink in few steps", "[generators]") {
    const CaseShape shape{.rankings = 1};
    Case start{{Permutation::identity(1)}, {}, 2};
    const std::vector<Rational> w = {Rational::parse("1e30", "w") + fraction(1, 1'000'003)};
    start.weighting.element_weights = ElementWeights::from(w, "w");
    int tried = 0;
    const auto above_5 = [&](const Case& instance) {
        ++tried;
        return has_weight_above(instance, 5);
    };
    CHECK(to_string(shrunk(start, shape, above_5)) == "σ = 1, w = 6");
    CHECK(tried < 2000);
}

TEST_CASE("A case that is not of the shape is a misuse", "[generators]") {
    const Case instance{{Permutation::identity(3)}, {}, 2};
    CHECK_THROWS_AS(smaller_cases(instance, CaseShape{.rankings = 2}), UsageError);
    CHECK_THROWS_AS(smaller_cases(instance, (CaseShape{.rankings = 1, .most_n = 2})), UsageError);
}

}  // namespace disarray::properties::generators
