// SPDX-License-Identifier: MIT
// Differences and orders of values: what the evaluator says is what the naive values say.
#include "properties/experiments/evaluator.hpp"

#include "base/error.hpp"
#include "properties/experiments/sample.hpp"
#include "tests/catch.hpp"

using namespace disarray;
using namespace disarray::properties::experiments;

namespace {

const std::vector<std::string> all{"all"};
constexpr unsigned precision = 96;

Value naive(const metrics::Metric& metric, const Permutation& sigma, const Permutation& tau,
            const metrics::Parameters& parameters) {
    static const Weighting unit;
    return metric.naive_value({sigma, tau, unit, metrics::Frame::element, parameters});
}

/// Whether two intervals around one number could be around the same.
bool overlap(const Interval& a, const Interval& b) {
    return a.ends().first <= b.ends().second && b.ends().first <= a.ends().second;
}

}  // namespace

TEST_CASE("orders and differences are those of the naive values, for every metric of GT") {
    const metrics::Parameters parameters = with_k({}, 7);
    for (const metrics::Metric* metric : metrics_of_experiment(all, "test")) {
        INFO(metric->full_name());
        const Evaluator evaluator(*metric, 7, parameters, precision);
        for (std::uint64_t index = 0; index < 20; ++index) {
            const RandomPair pair = random_pair(7, 5, index);
            const Permutation tau = random_pair(7, 6, index).first;
            INFO("σ = " << pair.first.to_string() << ", σ' = " << pair.second.to_string());
            const auto a = evaluator.at(pair.first, tau);
            const auto b = evaluator.at(pair.second, tau);
            const Value x = naive(*metric, pair.first, tau, parameters);
            const Value y = naive(*metric, pair.second, tau, parameters);
            CHECK(evaluator.order(a, b) == compare(x, y));
            REQUIRE(a.is_defined() == x.is_defined());
            if (!x.is_defined() || !y.is_defined()) continue;
            CHECK(overlap(evaluator.difference(a, b), (x - y).enclosure(precision)));
            CHECK(evaluator.order(a, a) == Order::equal);
        }
    }
}

TEST_CASE("a parameter that is missing is refused before anything is evaluated") {
    const auto recall = metrics_of_experiment(std::vector<std::string>{"recall"}, "test");
    CHECK_THROWS_AS(Evaluator(*recall.front(), 7, {}, precision), InputError);
}
