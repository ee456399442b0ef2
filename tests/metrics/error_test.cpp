// SPDX-License-Identifier: MIT
// Shows that the error metrics equal GT's sums, and where they are greatest.
#include "metrics/error.hpp"

#include "base/error.hpp"
#include "metrics/correlation.hpp"
#include "tests/metrics/gt_support.hpp"

namespace disarray::test {

using namespace metrics;

namespace {

const std::vector<Metric>& all() {
    static const std::vector<Metric> metrics = error_metrics();
    return metrics;
}

Value at_example(std::string_view name, bool as_printed = false) {
    return value_of(named(all(), name), order_bca(), Permutation::identity(3), formula(as_printed));
}

}  // namespace

TEST_CASE("The error metrics stand in the order of GT Table 2", "[metrics]") {
    CHECK(names_of(all()) ==
          std::vector<std::string>{"mse", "rmse", "mae", "rmae", "mape", "smape", "r2"});
}

TEST_CASE("The error metrics of KV's example, by hand", "[metrics]") {
    // Ranks 3, 1, 2 against 1, 2, 3: differences 2, 1, 1.
    CHECK(same(at_example("mse"), 2));
    CHECK(same(at_example("rmse"), Value::root(2, 2)));
    CHECK(same(at_example("mae"), fraction(4, 3)));
    CHECK(same(at_example("rmae"), Value::root(fraction(4, 3), 2)));
    CHECK(same(at_example("mape"), fraction(850, 9)));   // 100/3·(2/1 + 1/2 + 1/3)
    CHECK(same(at_example("smape"), fraction(620, 9)));  // 100/3·2·(2/4 + 1/3 + 1/5)
    CHECK(same(at_example("r2"), -2));                   // 1 − 6/2
}

TEST_CASE("The error metrics as printed are sums", "[metrics]") {
    CHECK(same(at_example("mse", true), 6));
    CHECK(same(at_example("rmse", true), Value::root(6, 2)));
    CHECK(same(at_example("mae", true), 4));
    CHECK(same(at_example("rmae", true), 2));
    for (const std::string_view name : {"mape", "smape", "r2"}) {
        CHECK_FALSE(named(all(), name).takes.as_printed);
        CHECK(same(at_example(name, true), at_example(name)));
    }
}

TEST_CASE("Mape depends on which ranking is the reference", "[metrics]") {
    // Not at S_2: there both are 100/2·(1/1 + 1/2). 100/3·(2/3 + 1/1 + 1/2) the other way round.
    const Metric& mape = named(all(), "mape");
    CHECK(same(value_of(mape, Permutation::identity(3), order_bca()), fraction(650, 9)));
    CHECK(same(value_of(mape, order_bca(), Permutation::identity(3)), fraction(850, 9)));
}

TEST_CASE("R2 is twice Spearman's rho less 1", "[metrics]") {
    const auto correlations = correlation_metrics();
    for (const Permutation& sigma : all_permutations(5)) {
        const auto id = Permutation::identity(5);
        const Value rho = value_of(named(correlations, "spearman-rho"), sigma, id);
        CHECK(same(value_of(named(all(), "r2"), sigma, id), 2 * rho - 1));
    }
}

TEST_CASE("Fast equals naive for every error metric on all pairs up to S_5", "[metrics]") {
    require_as_naive_on_all_pairs(all());
}

TEST_CASE("Fast equals naive for every error metric on random rankings of 50", "[metrics]") {
    require_as_naive_at_random(all());
}

TEST_CASE("The greatest error metric is the greatest over all pairs", "[metrics]") {
    for (const Metric& metric : all()) {
        if (!metric.greatest) continue;
        for (std::size_t n = 1; n <= 5; ++n) {
            for (const bool as_printed : {false, true})
                require_greatest(metric, n, formula(as_printed));
        }
    }
    for (const std::string_view name : {"mape", "smape"})
        CHECK_FALSE(named(all(), name).greatest);
}

TEST_CASE("The error metrics of one element are 0, and r2 has no value", "[metrics]") {
    const auto one = Permutation::identity(1);
    for (const Metric& metric : all()) {
        const Value value = value_of(metric, one, one);
        CAPTURE(metric.name);
        if (metric.name == "r2") {
            CHECK(value.why_undefined() ==
                  "0/0: the ranks of fewer than 2 elements have no variance");
        } else {
            CHECK(same(value, 0));
        }
    }
}

TEST_CASE("The error metrics refuse rankings of different sizes", "[metrics]") {
    for (const Metric& metric : all()) {
        CHECK_THROWS_AS(value_of(metric, Permutation::identity(3), Permutation::identity(4)),
                        UsageError);
    }
}

}  // namespace disarray::test
