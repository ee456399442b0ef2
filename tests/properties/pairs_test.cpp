// SPDX-License-Identifier: MIT
// Consistency and linear equivalence against plain loops, and agreement by hand.
#include "properties/pairs.hpp"

#include <random>
#include <tuple>

#include "base/error.hpp"
#include "metrics/catalogue.hpp"
#include "tests/catch.hpp"
#include "tests/properties/planted.hpp"
#include "tests/support/permutations.hpp"

using namespace disarray;
using namespace disarray::properties;
using metrics::Kind;
using metrics::Metric;

namespace {

const Metric& metric(std::string_view name) {
    return *metrics::metrics_named(name, std::nullopt, "test").front();
}

Measure measure(const Metric& metric, std::optional<std::size_t> k = std::nullopt) {
    Measure m{&metric, {}};
    m.parameters.k = k;
    return m;
}
Measure measure(std::string_view name, std::optional<std::size_t> k = std::nullopt) {
    return measure(metric(name), k);
}

/// A metric of one ranking whose values for S_n, in lexicographic order, are given.
Metric table(std::string_view name, std::vector<Value> values) {
    return test::planted_of_one(name, Kind::distance,
                                [values = std::move(values)](const Permutation& sigma) {
                                    const auto all = test::all_permutations(sigma.size());
                                    const auto place = std::ranges::find(all, sigma) - all.begin();
                                    return values[static_cast<std::size_t>(place)];
                                });
}

/// Of two rankings, as differently as the seed says; few values, some undefined.
Metric scattered(std::uint64_t seed, std::size_t values, bool has_gaps) {
    return test::planted("scattered", Kind::distance,
                         [=](const Permutation& sigma, const Permutation& tau) {
                             std::uint64_t hash = seed;
                             for (const Permutation* p : {&sigma, &tau}) {
                                 for (const Rank rank : p->ranks())
                                     hash = std::mt19937_64(hash * 31 + rank)();
                             }
                             if (has_gaps && hash % 7 == 0) return Value::undefined("a gap");
                             return Value(hash / 7 % values);
                         });
}

Value value(const Measure& m, const Permutation& sigma, const Permutation& tau) {
    static const Weighting unit;
    return m.metric->naive_value({sigma, tau, unit, metrics::Frame::element, m.parameters});
}

std::uint64_t inversions(std::initializer_list<Permutation> rankings) {
    std::uint64_t sum = 0;
    for (const Permutation& sigma : rankings) {
        for (std::size_t i = 0; i < sigma.size(); ++i) {
            for (std::size_t j = i + 1; j < sigma.size(); ++j)
                sum += sigma[i] > sigma[j];
        }
    }
    return sum;
}

using Triple = std::vector<Permutation>;

/// GT (1), as it stands, over all triples.
std::optional<Triple> least_inconsistency(const Measure& m1, const Measure& m2, std::size_t n,
                                          ConsistencyReading reading) {
    const auto all = test::all_permutations(n);
    const auto id = Permutation::identity(n);
    std::vector<Value> one;
    std::vector<Value> two;
    for (const Permutation& sigma : all) {
        one.push_back(value(m1, sigma, id));
        two.push_back(value(m2, sigma, id));
    }
    const auto at_most = [](const Value& a, const Value& b) {
        const Order order = compare(a, b);
        return order == Order::less || order == Order::equal;
    };
    std::optional<std::pair<std::uint64_t, Triple>> least;
    for (std::size_t s = 0; s < all.size(); ++s) {
        for (std::size_t m = 0; m < all.size(); ++m) {
            if (reading == ConsistencyReading::other_mu && m == s) continue;
            if (!at_most(one[s], one[m]) || !at_most(two[s], two[m])) continue;
            for (std::size_t v = 0; v < all.size(); ++v) {
                if (!at_most(one[s], one[v])) continue;
                if (compare(two[s], two[v]) != Order::greater) continue;
                std::pair found(inversions({all[s], all[m], all[v]}),
                                Triple{all[s], all[m], all[v]});
                if (!least || found < *least) least = std::move(found);
            }
        }
    }
    if (!least) return std::nullopt;
    return least->second;
}

constexpr ConsistencyReading both_readings[] = {ConsistencyReading::printed,
                                                ConsistencyReading::other_mu};

}  // namespace

// --- consistency ------------------------------------------------------------------------------

TEST_CASE("consistency is decided as by all triples, with the same least witness") {
    std::vector<std::pair<Measure, Measure>> pairs{
        {measure("kendall"), measure("kendall")},    {measure("kendall"), measure("mae")},
        {measure("mae"), measure("kendall")},        {measure("kendall"), measure("kendall-tau")},
        {measure("mse"), measure("rmse")},           {measure("dcg"), measure("ndcg")},
        {measure("dcg"), measure("mape")},           {measure("smape"), measure("dcg")},
        {measure("recall", 1), measure("mrr", 1)},   {measure("gmr", 2), measure("mean-rank", 2)},
        {measure("lr-plus", 2), measure("kendall")}, {measure("kendall"), measure("lr-plus", 2)},
    };
    std::vector<Metric> random;
    for (std::uint64_t seed = 0; seed < 40; ++seed)
        random.push_back(scattered(seed, 2 + seed % 4, seed % 3 == 0));
    for (std::size_t i = 0; i + 1 < random.size(); ++i)
        pairs.emplace_back(measure(random[i]), measure(random[i + 1]));
    std::size_t consistent = 0;
    for (const auto& [m1, m2] : pairs) {
        for (std::size_t n = 3; n <= 4; ++n) {
            for (const ConsistencyReading reading : both_readings) {
                INFO(m1.metric->full_name() << " and " << m2.metric->full_name() << ", n = " << n);
                const ConsistencyResult result = consistency(m1, m2, n, reading);
                const auto expected = least_inconsistency(m1, m2, n, reading);
                CHECK(result.verdict == (expected ? Verdict::refuted : Verdict::exhausted));
                REQUIRE(result.witness.has_value() == expected.has_value());
                if (!expected) ++consistent;
                if (!expected) continue;
                CHECK(Triple{result.witness->sigma, result.witness->mu, result.witness->nu} ==
                      *expected);
                CHECK_FALSE(result.explanation.empty());
            }
        }
    }
    CHECK(consistent >= 8);  // both answers occur
}

TEST_CASE("a metric is consistent with its increasing functions and with nothing that ties less") {
    CHECK(consistency(measure("mse"), measure("rmse"), 5).verdict == Verdict::exhausted);
    const Metric coarse = test::planted("K > 1", Kind::distance,
                                        [](const Permutation& sigma, const Permutation& tau) {
                                            return test::kendall_distance(sigma, tau) > 1 ? 1 : 0;
                                        });
    // Where m₁ ties and m₂ does not, m₁(σ) <= m₁(ν) and m₂(σ) > m₂(ν): as printed, no symmetry.
    CHECK(consistency(measure("kendall"), measure(coarse), 4).verdict == Verdict::exhausted);
    const ConsistencyResult tied = consistency(measure(coarse), measure("kendall"), 4);
    REQUIRE(tied.verdict == Verdict::refuted);
    CHECK(tied.witness->sigma == test::ranks({1, 2, 4, 3}));
    CHECK(tied.witness->mu == test::ranks({1, 2, 4, 3}));
    CHECK(tied.witness->nu == test::ranks({1, 2, 3, 4}));
}

TEST_CASE("as printed mu may be sigma, so that K and -K are inconsistent already on S_2") {
    const Metric negative =
        test::planted("−K", Kind::similarity, [](const Permutation& sigma, const Permutation& tau) {
            return -Value(test::kendall_distance(sigma, tau));
        });
    const ConsistencyResult printed = consistency(measure("kendall"), measure(negative), 2);
    REQUIRE(printed.verdict == Verdict::refuted);
    CHECK(printed.witness->sigma == test::ranks({1, 2}));
    CHECK(printed.witness->mu == test::ranks({1, 2}));
    CHECK(printed.witness->nu == test::ranks({2, 1}));
    CHECK(printed.explanation ==
          "m₁(id,σ) = 0 <= m₁(id,μ) = 0, m₂(id,σ) = 0 <= m₂(id,μ) = 0, "
          "m₁(id,σ) = 0 <= m₁(id,ν) = 1, m₂(id,ν) = -1 < m₂(id,σ) = 0");
    const auto other = ConsistencyReading::other_mu;
    CHECK(consistency(measure("kendall"), measure(negative), 2, other).verdict ==
          Verdict::exhausted);
    const ConsistencyResult three = consistency(measure("kendall"), measure(negative), 3, other);
    REQUIRE(three.verdict == Verdict::refuted);
    CHECK(three.witness->sigma == test::ranks({1, 3, 2}));
    CHECK(three.witness->mu == test::ranks({2, 1, 3}));
    CHECK(three.witness->nu == test::ranks({2, 3, 1}));
}

TEST_CASE("rankings without a value are left out, and values that are not told apart are said") {
    const Value gap = Value::undefined("a gap");
    const Metric rising = table("rising", {0, 1, 2, 3, 4, 5});
    // Falls only where it has no value.
    const Metric holed = table("holed", {0, 1, gap, gap, 2, 3});
    const ConsistencyResult result = consistency(measure(rising), measure(holed), 3);
    CHECK(result.verdict == Verdict::exhausted);
    CHECK(result.compared == 4);
    const Metric nowhere = table("nowhere", std::vector<Value>(6, gap));
    CHECK(consistency(measure(rising), measure(nowhere), 3).verdict == Verdict::not_applicable);

    const Value open = Value::inverse_log2(6);
    const Metric hidden = table("hidden", {0, open, test::hidden_inverse_log2_of_6(), 1, 1, 1});
    const ConsistencyResult undecided = consistency(measure(rising), measure(hidden), 3);
    CHECK(undecided.verdict == Verdict::undecided);
    CHECK_FALSE(undecided.explanation.empty());
}

TEST_CASE("a witness that the naive path denies is a fault of ours") {
    Metric lying = metric("kendall");
    lying.value = [](const metrics::Comparison& c) { return -metric("kendall").value(c); };
    CHECK_THROWS_AS(consistency(measure("kendall"), measure(lying), 3), InternalError);
    CHECK_THROWS_AS(linear_equivalence(measure("mae"), measure(lying), 3), InternalError);
    CHECK_THROWS_AS(consistency(measure("recall"), measure("kendall"), 3), InputError);
    CHECK_THROWS_AS(linear_equivalence(measure("mae"), measure("mae"), 7), UsageError);
}

// --- linear equivalence -----------------------------------------------------------------------

TEST_CASE("lines between metrics that are linear functions of each other") {
    const auto line = [](const Measure& m1, const Measure& m2, std::size_t n) {
        const LinearEquivalence found = linear_equivalence(m1, m2, n);
        INFO(m1.metric->full_name()
             << " and " << m2.metric->full_name() << ": " << found.explanation);
        REQUIRE(found.verdict == Verdict::exhausted);
        return std::pair(found.a->to_string(), found.b->to_string());
    };
    using Line = std::pair<std::string, std::string>;
    CHECK(line(measure("recall", 2), measure("fnr", 2), 4) == Line{"-1", "1"});
    CHECK(line(measure("fnr", 2), measure("recall", 2), 4) == Line{"-1", "1"});
    CHECK(line(measure("kendall-tau"), measure("ndpm"), 4) == Line{"-1/2", "1/2"});
    CHECK(line(measure("spearman-rho"), measure("r2"), 4) == Line{"2", "-1"});
    CHECK(line(measure("kendall"), measure("kendall"), 3) == Line{"1", "0"});
    const auto gains = linear_equivalence(measure("dcg"), measure("ndcg"), 5);
    CHECK(gains.verdict == Verdict::exhausted);
    CHECK(gains.compared == 120);  // τ plays no role
    CHECK(compare(*gains.b, 0) == Order::equal);
    CHECK(compare(*gains.a * metric("dcg").greatest(5, {}), 1) == Order::equal);
}

TEST_CASE("constants are on a line with each other and with nothing else") {
    const Metric four = table("four", std::vector<Value>(6, 4));
    const Metric seven = table("seven", std::vector<Value>(6, 7));
    const LinearEquivalence same = linear_equivalence(measure(four), measure(seven), 3);
    CHECK(same.verdict == Verdict::exhausted);
    CHECK(compare(*same.a * Value(4) + *same.b, 7) == Order::equal);
    CHECK_FALSE(same.second);
    const LinearEquivalence onto = linear_equivalence(measure("kendall"), measure(four), 3);
    CHECK(onto.verdict == Verdict::refuted);  // a = 0
    CHECK_FALSE(onto.a);
    const LinearEquivalence from = linear_equivalence(measure(four), measure("kendall"), 3);
    CHECK(from.verdict == Verdict::refuted);
    CHECK(from.contradiction == onto.contradiction);
    CHECK(from.contradiction->second == test::ranks({1, 3, 2}));
}

TEST_CASE("a contradiction is the least pair with which no line goes through all") {
    // Points (x, y) have a line with a ≠ 0 if they are collinear and equal x means equal y.
    const auto have_line = [](const std::vector<std::pair<Rational, Rational>>& points) {
        for (const auto& [x0, y0] : points) {
            for (const auto& [x1, y1] : points) {
                if ((x0 == x1) != (y0 == y1)) return false;
                for (const auto& [x2, y2] : points) {
                    if ((x1 - x0) * (y2 - y0) != (x2 - x0) * (y1 - y0)) return false;
                }
            }
        }
        return true;
    };
    const auto all = test::all_permutations(3);
    std::vector<std::tuple<std::uint64_t, Permutation, Permutation>> ordered;
    for (const Permutation& sigma : all) {
        for (const Permutation& tau : all)
            ordered.emplace_back(inversions({sigma, tau}), sigma, tau);
    }
    std::ranges::sort(ordered);
    std::vector<Metric> random;
    for (std::uint64_t seed = 0; seed < 60; ++seed)
        random.push_back(scattered(seed, 2 + seed % 2, seed % 2 == 0));
    std::vector<std::pair<Measure, Measure>> pairs{{measure("kendall"), measure("mae")},
                                                   {measure("recall", 1), measure("kendall")}};
    for (std::size_t i = 0; i + 1 < random.size(); ++i)
        pairs.emplace_back(measure(random[i]), measure(random[i + 1]));
    for (const auto& [m1, m2] : pairs) {
        std::optional<LinearEquivalence::Pair> expected;
        std::vector<std::pair<Rational, Rational>> points;
        for (const auto& [sum, sigma, tau] : ordered) {
            const Value x = value(m1, sigma, tau);
            const Value y = value(m2, sigma, tau);
            if (!x.is_defined() || !y.is_defined()) continue;
            points.emplace_back(x.rational(), y.rational());
            if (have_line(points)) continue;
            expected.emplace(sigma, tau);
            break;
        }
        const LinearEquivalence found = linear_equivalence(m1, m2, 3);
        INFO(m1.metric->full_name() << " and " << m2.metric->full_name());
        CHECK(found.contradiction == expected);
        CHECK(found.verdict == (expected ? Verdict::refuted : Verdict::exhausted));
    }
    CHECK(linear_equivalence(measure("mse"), measure("rmse"), 3).verdict == Verdict::refuted);
}

TEST_CASE("lines through values that are not told apart, or that do not exist, are not claimed") {
    const Value open = Value::inverse_log2(6);
    const Value hidden = test::hidden_inverse_log2_of_6();
    const Metric plain = table("plain", {open, open, 1, 1, 1, 1});
    const Metric mixed = table("mixed", {open, hidden, 1, 1, 1, 1});
    for (const auto& [m1, m2] : {std::pair(&plain, &mixed), std::pair(&mixed, &plain)}) {
        const LinearEquivalence found = linear_equivalence(measure(*m1), measure(*m2), 3);
        CHECK(found.verdict == Verdict::undecided);
        CHECK_FALSE(found.explanation.empty());
    }
    // What is certain is said all the same.
    const Metric bent = table("bent", {open, hidden, 1, 1, 1, 2});
    CHECK(linear_equivalence(measure(plain), measure(bent), 3).verdict == Verdict::refuted);
    const Metric nowhere = table("nowhere", std::vector<Value>(6, Value::undefined("a gap")));
    CHECK(linear_equivalence(measure(plain), measure(nowhere), 3).verdict ==
          Verdict::not_applicable);
}

// --- agreement --------------------------------------------------------------------------------

TEST_CASE("three readings of agreement, by hand") {
    using enum Order;
    const std::vector<Order> m1{less,    less,    less,      equal,     equal, equal,    greater,
                                greater, greater, undefined, undecided, less,  undefined};
    const std::vector<Order> m2{less,  equal,   greater, less, equal,     greater,  less,
                                equal, greater, less,    less, undecided, undecided};
    const AgreementCounts counts = agreement(m1, m2);
    for (const auto& row : counts.counts) {
        for (const std::uint64_t count : row)
            CHECK(count == 1);
    }
    CHECK(counts.compared() == 9);
    CHECK(counts.undefined == 2);
    CHECK(counts.undecided == 2);
    const auto ninths = [&](AgreementReading reading) {
        return (*counts.ratio(reading) * Rational(9)).to_string();
    };
    CHECK(ninths(AgreementReading::weak) == "7");     // but for < with > and > with <
    CHECK(ninths(AgreementReading::printed) == "5");  // nor = with < or >
    CHECK(ninths(AgreementReading::strict) == "3");
    CHECK_FALSE(AgreementCounts{}.ratio(AgreementReading::weak));
    CHECK_THROWS_AS(agreement(m1, std::vector<Order>{less}), UsageError);
}

TEST_CASE(
    "agreement is what the definition counts, for any two metrics, and against the negative") {
    std::vector<std::pair<Permutation, Permutation>> pairs;
    for (std::uint64_t seed = 0; seed < 200; ++seed)
        pairs.emplace_back(test::shuffled(5, 2 * seed), test::shuffled(5, 2 * seed + 1));
    const auto id = Permutation::identity(5);
    const Measure measures[] = {measure("kendall"), measure("mae"),       measure("rmse"),
                                measure("dcg"),     measure("recall", 2), measure("lr-plus", 2)};
    for (const Measure& m1 : measures) {
        const auto of_m1 = orders(*m1.metric, m1.parameters, pairs);
        for (const Measure& m2 : measures) {
            std::uint64_t weak = 0;
            std::uint64_t printed = 0;
            std::uint64_t strict = 0;
            std::uint64_t compared = 0;
            for (const auto& [mu, nu] : pairs) {
                const Order one = compare(value(m1, mu, id), value(m1, nu, id));
                const Order two = compare(value(m2, mu, id), value(m2, nu, id));
                if (one == Order::undefined || two == Order::undefined) continue;
                ++compared;
                // The second line of GT (1) with σ = μ, and with σ = ν.
                const bool from_mu = one != Order::greater && two == Order::greater;
                const bool from_nu = one != Order::less && two == Order::less;
                weak += !((one == Order::less && two == Order::greater) ||
                          (one == Order::greater && two == Order::less));
                printed += !from_mu && !from_nu;
                strict += one == two;
            }
            INFO(m1.metric->full_name() << " and " << m2.metric->full_name());
            const auto of_m2 = orders(*m2.metric, m2.parameters, pairs);
            const AgreementCounts counts = agreement(of_m1, of_m2);
            CHECK(counts.compared() == compared);
            CHECK(counts.agreeing(AgreementReading::weak) == weak);
            CHECK(counts.agreeing(AgreementReading::printed) == printed);
            CHECK(counts.agreeing(AgreementReading::strict) == strict);

            Metric negative = *m2.metric;
            negative.value = [&](const metrics::Comparison& c) { return -m2.metric->value(c); };
            const auto of_negative = orders(negative, m2.parameters, pairs);
            CHECK(agreement(of_m1, of_negative).counts == counts.against_negative().counts);
        }
    }
}
