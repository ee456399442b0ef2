// SPDX-License-Identifier: MIT
// Agreement ratios against brute force, the turn to −m₂, and clusters that were planted.
#include "properties/experiments/agreement.hpp"

#include <algorithm>
#include <chrono>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "properties/experiments/sample.hpp"
#include "tests/catch.hpp"
#include "tests/support/stopping_metric.hpp"

using namespace disarray;
using namespace disarray::properties;
using namespace disarray::properties::experiments;
using metrics::Metric;

namespace {

const std::vector<std::string> all{"all"};
constexpr AgreementReading readings[] = {AgreementReading::weak, AgreementReading::printed,
                                         AgreementReading::strict};

std::vector<const Metric*> named(const std::vector<std::string>& names) {
    return metrics_of_experiment(names, "test");
}

Rational tenths(int numerator) {
    return {Integer(numerator), Integer(10)};
}

/// The orders of naive values of one metric.
std::vector<Order> naive_orders(const Metric& metric, std::size_t n, const SampleOptions& options) {
    static const Weighting unit;
    const metrics::Parameters parameters = with_k(options.parameters, n);
    const Permutation id = Permutation::identity(n);
    const auto value = [&](const Permutation& mu) {
        return metric.naive_value({mu, id, unit, metrics::Frame::element, parameters});
    };
    std::vector<Order> orders;
    for (std::uint64_t index = 0; index < options.pairs; ++index) {
        const RandomPair pair = random_pair(n, options.seed, index);
        orders.push_back(compare(value(pair.first), value(pair.second)));
    }
    return orders;
}

/// Whether a pair agrees, from the words of the readings.
bool agree(Order m1, Order m2, AgreementReading reading) {
    const bool opposite =
        (m1 == Order::less && m2 == Order::greater) || (m1 == Order::greater && m2 == Order::less);
    const bool only_first_ties = m1 == Order::equal && m2 != Order::equal;
    if (reading == AgreementReading::strict) return m1 == m2;
    return !opposite && !(reading == AgreementReading::printed && only_first_ties);
}

Order turned(Order order) {
    return order == Order::less ? Order::greater : order == Order::greater ? Order::less : order;
}

struct BruteForce {
    std::uint64_t compared = 0;
    std::uint64_t agreeing = 0;
    std::uint64_t agreeing_with_negative = 0;
};

BruteForce brute_force(const std::vector<Order>& m1, const std::vector<Order>& m2,
                       AgreementReading reading) {
    BruteForce result;
    for (std::size_t i = 0; i < m1.size(); ++i) {
        if (m1[i] == Order::undefined || m2[i] == Order::undefined) continue;
        ++result.compared;
        result.agreeing += agree(m1[i], m2[i], reading);
        result.agreeing_with_negative += agree(m1[i], turned(m2[i]), reading);
    }
    return result;
}

/// Distances 1/10 within a group of numbers of the same group, 8/10 between groups.
Distances planted(const std::vector<int>& groups) {
    Distances distances(groups.size(), std::vector<Rational>(groups.size()));
    for (std::size_t i = 0; i < groups.size(); ++i) {
        for (std::size_t j = 0; j < groups.size(); ++j) {
            if (i != j) distances[i][j] = groups[i] == groups[j] ? tenths(1) : tenths(8);
        }
    }
    return distances;
}

using Clusters = std::vector<std::vector<std::size_t>>;

}  // namespace

TEST_CASE("agreement ratios are those of brute force on naive values, in every reading") {
    SampleOptions options;
    options.pairs = 60;
    options.seed = 2;
    const auto metrics = named(all);
    const AgreementMatrix matrix = agreement_matrix(metrics, 7, options);
    CHECK(matrix.pairs() == 60);
    std::vector<std::vector<Order>> orders;
    for (const Metric* metric : metrics)
        orders.push_back(naive_orders(*metric, 7, options));
    for (std::size_t i = 0; i < metrics.size(); ++i) {
        for (std::size_t j = 0; j < metrics.size(); ++j) {
            INFO(metrics[i]->full_name() << ", " << metrics[j]->full_name());
            CHECK(matrix.counts(i, j).undecided == 0);
            for (const AgreementReading reading : readings) {
                const BruteForce expected = brute_force(orders[i], orders[j], reading);
                REQUIRE(expected.compared > 0);
                CHECK(matrix.counts(i, j).agreeing(reading) == expected.agreeing);
                CHECK(matrix.is_reversed(i, j) ==
                      (expected.agreeing_with_negative > expected.agreeing));
                CHECK(
                    matrix.ratio(i, j, reading) ==
                    Rational(Integer(std::max(expected.agreeing, expected.agreeing_with_negative)),
                             Integer(expected.compared)));
            }
        }
    }
}

TEST_CASE("recall and fnr agree on every pair once one of them is turned") {
    SampleOptions options;
    options.pairs = 50;
    const auto matrix = agreement_matrix(named({"recall", "fnr", "precision"}), 9, options);
    CHECK(matrix.is_reversed(0, 1));
    CHECK_FALSE(matrix.is_reversed(0, 2));
    for (const AgreementReading reading : readings) {
        CHECK(matrix.ratio(0, 1, reading) == Rational(1));
        CHECK(matrix.ratio(0, 2, reading) == Rational(1));
    }
}

TEST_CASE("agreement is the same for any number of threads") {
    const auto metrics = named(all);
    SampleOptions options;
    options.pairs = 300;
    const auto run = [&](unsigned threads) {
        return with_threads(threads, [&] { return agreement_matrix(metrics, 8, options); });
    };
    const AgreementMatrix one = run(1);
    for (const unsigned threads : {2U, 5U}) {
        const AgreementMatrix other = run(threads);
        for (std::size_t i = 0; i < metrics.size(); ++i) {
            for (std::size_t j = i; j < metrics.size(); ++j)
                CHECK(one.counts(i, j).counts == other.counts(i, j).counts);
        }
    }
}

TEST_CASE("agreement that is stopped at once has compared nothing") {
    SampleOptions options;
    options.stop = Stop(std::chrono::duration<double>(0));
    const AgreementMatrix matrix = agreement_matrix(named(all), 8, options);
    CHECK(matrix.pairs() == 0);
    CHECK_FALSE(matrix.ratio(0, 1, AgreementReading::weak));
    CHECK(distances_of(matrix, AgreementReading::weak)[0][1] == Rational(1));
    CHECK(average_linkage(distances_of(matrix, AgreementReading::weak)).leaves.size() == 34);
}

TEST_CASE("agreement that is stopped within a batch has compared the pairs before that") {
    const test::StoppingMetric stopping;
    const std::vector<const Metric*> metrics{&stopping.metric, &stopping.metric};
    SampleOptions options;
    options.pairs = 1;
    const AgreementMatrix first = agreement_matrix(metrics, 8, options);
    *stopping.flag = false;
    options.pairs = 100;
    options.stop = stopping.stop();
    const auto stopped = with_threads(1, [&] { return agreement_matrix(metrics, 8, options); });
    CHECK(stopped.pairs() == 1);
    CHECK(stopped.counts(0, 1).counts == first.counts(0, 1).counts);
}

TEST_CASE("agreement refuses lengths, k and pairs that make no sample") {
    SampleOptions options;
    options.parameters.k = 9;
    CHECK_THROWS_AS(agreement_matrix(named({"recall"}), 9, options), InputError);
    CHECK_THROWS_AS(agreement_matrix(named({"recall"}), 1, {}), InputError);
    options = {};
    options.pairs = 0;
    CHECK_THROWS_AS(agreement_matrix(named({"recall"}), 9, options), InputError);
}

TEST_CASE("average linkage finds planted clusters, each a run of the leaves") {
    const Clustering clustering = average_linkage(planted({1, 2, 1, 3, 2, 1}));
    CHECK(clustering.leaves == std::vector<std::size_t>{0, 2, 5, 1, 4, 3});
    CHECK(clusters_at(clustering, tenths(1)) == Clusters{{0, 2, 5}, {1, 4}, {3}});
    CHECK(clusters_at(clustering, tenths(8)) == Clusters{{0, 2, 5, 1, 4, 3}});
    CHECK(clusters_at(clustering, Rational(0)).size() == 6);
}

TEST_CASE("average linkage takes means over members, and of equal means the least members") {
    // 0 and 1 at 1/10; then 2 is at (4+6)/2 = 5 tenths from them, nearer than 3 at 6.
    Distances distances = planted({1, 1, 2, 3});
    const auto set = [&](std::size_t i, std::size_t j, int value) {
        distances[i][j] = distances[j][i] = tenths(value);
    };
    set(0, 2, 4);
    set(1, 2, 6);
    set(2, 3, 6);
    const Clustering clustering = average_linkage(distances);
    REQUIRE(clustering.merges.size() == 3);
    CHECK(clustering.merges[1].first == 0);
    CHECK(clustering.merges[1].second == 2);
    CHECK(clustering.merges[1].height == tenths(5));
    // (8 + 8 + 6)/3 tenths.
    CHECK(clustering.merges[2].height == Rational(Integer(22), Integer(30)));

    const Clustering tied = average_linkage(planted({1, 1, 1}));
    CHECK(tied.merges[0].first == 0);
    CHECK(tied.merges[0].second == 1);
    CHECK(average_linkage({}).leaves.empty());
    CHECK(average_linkage({{Rational(0)}}).leaves == std::vector<std::size_t>{0});
}
