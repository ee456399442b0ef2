// SPDX-License-Identifier: MIT
// Robustness of type I: intervals around the exact means of a naive loop, the same for any number
// of threads.
#include "properties/experiments/robustness.hpp"

#include <algorithm>
#include <chrono>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "properties/experiments/estimate.hpp"
#include "properties/experiments/sample.hpp"
#include "tests/catch.hpp"
#include "tests/support/stopping_metric.hpp"

using namespace disarray;
using namespace disarray::properties::experiments;
using metrics::Metric;

namespace {

const std::vector<std::string> all{"all"};

Permutation ranks(std::vector<std::int64_t> list) {
    return Permutation::from_ranks(list, "test");
}

/// |M(ν,σ) − M(ν',σ)| over the pairs, by naive values; those that are defined.
std::vector<Value> naive_differences(const Metric& metric, std::size_t n, Change change,
                                     const SampleOptions& options) {
    static const Weighting unit;
    const metrics::Parameters parameters = with_k(options.parameters, n);
    const auto value = [&](const Permutation& nu, const Permutation& sigma) {
        return metric.naive_value({nu, sigma, unit, metrics::Frame::element, parameters});
    };
    std::vector<Value> differences;
    for (std::uint64_t index = 0; index < options.pairs; ++index) {
        const auto [sigma, nu, i, j] = random_pair(n, options.seed, index);
        std::vector<std::int64_t> composed;  // ν∘(i j) or ν∘FC_n, element by element
        for (std::size_t x = 0; x < n; ++x) {
            const std::size_t image = change == Change::slide ? (x + 1) % n
                                      : x == i                ? j
                                      : x == j                ? i
                                                              : x;
            composed.push_back(nu[image] + 1);
        }
        const Value difference = value(nu, sigma) - value(ranks(composed), sigma);
        if (difference.is_defined()) differences.push_back(abs(difference));
    }
    return differences;
}

/// Whether the interval and the exact sum over the count have a number in common.
void check_mean(const Robustness& row, const std::vector<Value>& differences) {
    Interval sum(0, 256);
    for (const Value& difference : differences)
        sum += difference.enclosure(256);
    const Interval mean = sum / Interval(Rational(differences.size()), 256);
    const Interval gap = *row.mean - mean;
    CHECK(gap.ends().first.sign() <= 0);
    CHECK(gap.ends().second.sign() >= 0);
}

/// For rational differences: Σ(x − mean)²/(N(N−1)) lies in the square of the interval.
void check_standard_error(const Robustness& row, const std::vector<Value>& differences) {
    const Rational count = differences.size();
    Rational mean = 0;
    for (const Value& x : differences)
        mean += x.rational() / count;
    Rational spread = 0;
    for (const Value& x : differences)
        spread += (x.rational() - mean) * (x.rational() - mean);
    const Rational squared_error = spread / (count * (count - Rational(1)));
    const auto [low, high] = (*row.standard_error * *row.standard_error).ends();
    CHECK(low <= squared_error);
    CHECK(squared_error <= high);
    CHECK(high - low < Rational(Integer(1), Integer(1'000'000'000)));
}

void check_same(const std::vector<Robustness>& a, const std::vector<Robustness>& b) {
    REQUIRE(a.size() == b.size());
    for (std::size_t r = 0; r < a.size(); ++r) {
        INFO(a[r].metric->full_name());
        CHECK(a[r].undefined == b[r].undefined);
        CHECK(a[r].why_undefined == b[r].why_undefined);
        REQUIRE(a[r].mean.has_value() == b[r].mean.has_value());
        if (a[r].mean) CHECK(a[r].mean->ends() == b[r].mean->ends());
        if (a[r].standard_error) {
            CHECK(a[r].standard_error->ends() == b[r].standard_error->ends());
        }
    }
}

}  // namespace

TEST_CASE("a swap exchanges the ranks of two elements, a slide moves every rank to the left") {
    CHECK(swapped(ranks({3, 1, 2, 4}), 0, 3) == ranks({4, 1, 2, 3}));
    CHECK(slid(ranks({3, 1, 2, 4})) == ranks({1, 2, 4, 3}));
    // FC_4 as a rank vector: 1 ↦ 2, 2 ↦ 3, 3 ↦ 4, 4 ↦ 1.
    const Permutation nu = ranks({3, 1, 2, 4});
    CHECK(slid(nu) == compose(nu, ranks({2, 3, 4, 1})));
}

TEST_CASE("mean and standard error contain those of a naive loop, for every metric of GT") {
    SampleOptions options;
    options.pairs = 40;
    options.seed = 3;
    for (const auto first_k : {metrics::FirstK::ranked, metrics::FirstK::printed}) {
        options.parameters.first_k = first_k;
        for (const Robustness& row : robustness(metrics_of_experiment(all, "test"), 7, options)) {
            INFO(row.metric->full_name() << ", " << name_of(row.change));
            const auto differences = naive_differences(*row.metric, 7, row.change, options);
            CHECK(row.pairs == 40);
            CHECK(row.undefined == 40 - differences.size());
            REQUIRE(differences.size() >= 2);
            check_mean(row, differences);
            const bool rational = std::ranges::all_of(differences, &Value::is_rational);
            if (rational) check_standard_error(row, differences);
        }
    }
}

TEST_CASE("robustness is the same for any number of threads") {
    const auto metrics = metrics_of_experiment(all, "test");
    SampleOptions options;
    options.pairs = 150;
    const auto run = [&](unsigned threads) {
        return with_threads(threads, [&] { return robustness(metrics, 8, options); });
    };
    const auto one = run(1);
    check_same(one, run(2));
    check_same(one, run(5));
}

TEST_CASE("robustness that is stopped has no estimate of what was not done") {
    SampleOptions options;
    options.stop = Stop(std::chrono::duration<double>(0));
    const auto rows = robustness(metrics_of_experiment(all, "test"), 8, options);
    CHECK(rows.size() == 2 * 34);
    CHECK(rows.front().pairs == 0);
    CHECK_FALSE(rows.front().mean);
}

TEST_CASE("robustness that is stopped within a batch is that of the pairs before that") {
    const test::StoppingMetric stopping;
    const std::vector<const Metric*> metrics{&stopping.metric};
    SampleOptions options;
    options.pairs = 1;
    const auto first = robustness(metrics, 8, options);
    *stopping.flag = false;
    options.pairs = 100;
    options.stop = stopping.stop();
    const auto stopped = with_threads(1, [&] { return robustness(metrics, 8, options); });
    CHECK(stopped.front().pairs == 1);
    check_same(first, stopped);
}

TEST_CASE("a pair where a metric has no value is left out, and said") {
    SampleOptions options;
    options.pairs = 60;
    const auto f1 = metrics_of_experiment(std::vector<std::string>{"f1"}, "test");
    const auto rows = robustness(f1, 10, options);
    CHECK(rows.front().undefined > 0);
    CHECK(rows.front().why_undefined == "0/0: no retrieved element is relevant");
    CHECK(rows.front().k == 3);
}

TEST_CASE("robustness refuses lengths, k and pairs that make no sample") {
    const auto recall = metrics_of_experiment(std::vector<std::string>{"recall"}, "test");
    SampleOptions options;
    CHECK_THROWS_AS(robustness(recall, 1, options), InputError);
    options.parameters.k = 8;
    CHECK_THROWS_AS(robustness(recall, 8, options), InputError);
    options = {};
    options.pairs = 0;
    CHECK_THROWS_AS(robustness(recall, 8, options), InputError);
}
