// SPDX-License-Identifier: MIT
// Stability in k: both counts against naive values at every k, also where |m@k − m@(k+1)| = 1/k.
#include "properties/experiments/stability.hpp"

#include <chrono>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "properties/experiments/sample.hpp"
#include "tests/catch.hpp"

using namespace disarray;
using namespace disarray::properties::experiments;
using metrics::Metric;

namespace {

const std::vector<std::string> all{"all"};
const std::vector<std::string> with_one_k{"confusion", "mrr", "gmr", "mean-rank", "1-gmr"};

std::vector<const Metric*> named(const std::string& name) {
    return metrics_of_experiment(std::vector{name}, "test");
}

Value naive_at(const Metric& metric, const RandomPair& pair, std::size_t k,
               metrics::Parameters parameters) {
    static const Weighting unit;
    parameters.k = k;
    return metric.naive_value({pair.first, pair.second, unit, metrics::Frame::element, parameters});
}

/// What the two readings count, case by case and with exact values.
struct Naive {
    StabilityCount each;
    StabilityCount averaged;
    Value sum = 0;            ///< of all differences
    std::uint64_t equal = 0;  ///< differences that are 1/k
};

Naive naive_stability(const Metric& metric, std::size_t n, const SampleOptions& options) {
    Naive result;
    for (std::size_t k = 1; k + 1 < n; ++k) {
        const Value bound = Rational(Integer(1), Integer(k));
        Value sum = 0;
        std::uint64_t defined = 0;
        for (std::uint64_t index = 0; index < options.pairs; ++index) {
            const RandomPair pair = random_pair(n, options.seed, index);
            const Value difference = abs(naive_at(metric, pair, k, options.parameters) -
                                         naive_at(metric, pair, k + 1, options.parameters));
            ++result.each.cases;
            if (!difference.is_defined()) {
                ++result.each.undefined;
                continue;
            }
            const Order order = compare(difference, bound);
            result.each.within += order == Order::less;
            result.equal += order == Order::equal;
            sum += difference;
            ++defined;
        }
        ++result.averaged.cases;
        if (defined == 0) {
            ++result.averaged.undefined;
        } else {
            result.averaged.within += compare(sum, Value(Rational(defined)) * bound) == Order::less;
        }
        result.sum += sum;
    }
    return result;
}

void check_counts(const StabilityCount& found, const StabilityCount& expected) {
    CHECK(found.cases == expected.cases);
    CHECK(found.within == expected.within);
    CHECK(found.undefined == expected.undefined);
    CHECK(found.undecided == 0);
}

std::uint64_t check_against_naive(std::size_t n, const SampleOptions& options) {
    std::uint64_t equal = 0;
    for (const Stability& row : stability(metrics_of_experiment(with_one_k, "test"), n, options)) {
        INFO(row.metric->full_name() << ", n = " << n << ", pairs " << options.pairs);
        const Naive naive = naive_stability(*row.metric, n, options);
        CHECK(row.depends_on_k);
        check_counts(row.each, naive.each);
        check_counts(row.averaged, naive.averaged);
        equal += naive.equal;
        if (naive.each.decided() == 0) continue;
        const Value mean = naive.sum / Value(Rational(naive.each.decided()));
        const Interval gap = *row.mean_difference - mean.enclosure(256);
        CHECK(gap.ends().first.sign() <= 0);
        CHECK(gap.ends().second.sign() >= 0);
    }
    return equal;
}

}  // namespace

TEST_CASE("both readings of stability count what naive values at every k say") {
    SampleOptions options;
    options.pairs = 4;
    options.seed = 11;
    check_against_naive(10, options);
    options.parameters.first_k = metrics::FirstK::printed;
    check_against_naive(7, options);
    options.pairs = 1;
    check_against_naive(3, options);
}

TEST_CASE("a difference of exactly 1/k is not below it, alone and on average") {
    // The averages of a single pair are its differences.
    SampleOptions options;
    options.pairs = 1;
    std::uint64_t equal = 0;
    for (options.seed = 1; options.seed <= 6; ++options.seed)
        equal += check_against_naive(5, options);
    CHECK(equal > 0);
}

TEST_CASE("every metric without k is stable, trivially") {
    SampleOptions options;
    options.pairs = 10;
    const auto rows = stability(named("correlation"), 12, options);
    REQUIRE(rows.size() == 3);
    for (const Stability& row : rows) {
        CHECK_FALSE(row.depends_on_k);
        CHECK(row.each.cases == 100);
        CHECK(row.each.within == 100);
        CHECK(row.averaged.within == 10);
        CHECK(row.each.is_stable() == true);
    }
}

TEST_CASE("97.5 % is enough to be stable, and nothing less") {
    CHECK(StabilityCount{1000, 975, 0, 0}.is_stable() == true);
    CHECK(StabilityCount{1000, 974, 0, 0}.is_stable() == false);
    CHECK(StabilityCount{1010, 975, 10, 0}.is_stable() == true);
    CHECK_FALSE(StabilityCount{10, 0, 10, 0}.is_stable());
}

TEST_CASE("stability is the same for any number of threads") {
    const auto metrics = metrics_of_experiment(all, "test");
    SampleOptions options;
    options.pairs = 40;
    const auto run = [&](unsigned threads) {
        return with_threads(threads, [&] { return stability(metrics, 20, options); });
    };
    const auto one = run(1);
    for (const unsigned threads : {2U, 5U}) {
        const auto other = run(threads);
        REQUIRE(other.size() == one.size());
        for (std::size_t r = 0; r < one.size(); ++r) {
            INFO(one[r].metric->full_name());
            CHECK(one[r].each.within == other[r].each.within);
            CHECK(one[r].averaged.within == other[r].averaged.within);
            CHECK(one[r].why_undefined == other[r].why_undefined);
            CHECK(one[r].mean_difference->ends() == other[r].mean_difference->ends());
        }
    }
}

TEST_CASE("stability that is stopped has no row of what was not done") {
    SampleOptions options;
    options.stop = Stop(std::chrono::duration<double>(0));
    CHECK(stability(named("gt"), 20, options).empty());
    options = {};
    options.pairs = 0;
    CHECK_THROWS_AS(stability(named("gt"), 20, options), InputError);
    CHECK_THROWS_AS(stability(named("gt"), 1, {}), InputError);
}
