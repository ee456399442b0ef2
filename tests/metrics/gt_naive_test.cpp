// SPDX-License-Identifier: MIT
// Shows that the second path of GT's metrics has every name, and gives the values of GT's formulas
// where they can be worked out on paper; the tests of the families compare it with the fast path.
#include "base/error.hpp"
#include "metrics/naive_gt.hpp"
#include "tests/metrics/gt_support.hpp"
#include "tests/support/errors.hpp"

namespace disarray::test {

using namespace metrics;

namespace {

Value naive_at(std::string_view name, const Permutation& sigma, const Permutation& tau,
               const Parameters& parameters = {}) {
    return naive::gt(name, {sigma, tau, unit_weights(), Frame::element, parameters});
}

}  // namespace

TEST_CASE("The naive confusion metrics of S = 1 2 and R = 1 3 4 among five, by hand", "[metrics]") {
    const auto sigma = Permutation::identity(5);
    const auto tau = ranks({2, 4, 1, 3, 5});
    const auto value = [&](std::string_view name) {
        return naive_at(name, sigma, tau, with_k(2, 3));
    };
    CHECK(same(value("recall"), fraction(1, 3)));
    CHECK(same(value("tnr"), fraction(1, 2)));
    CHECK(same(value("accuracy"), fraction(2, 5)));
    CHECK(same(value("f1"), fraction(2, 5)));
    CHECK(same(value("mcc"), fraction(-1, 6)));
    CHECK(same(value("jaccard"), fraction(1, 4)));
    CHECK(same(value("prevalence-threshold"), 3 - Value::root(6, 2)));
    CHECK(same(value("lr-plus"), fraction(2, 3)));
}

TEST_CASE("The naive metrics of ranks 3 1 2, by hand", "[metrics]") {
    const auto id = Permutation::identity(3);
    const auto value = [&](std::string_view name, const Parameters& parameters = {}) {
        return naive_at(name, order_bca(), id, parameters);
    };
    CHECK(same(value("mse"), 2));
    CHECK(same(value("mape"), fraction(850, 9)));
    CHECK(same(value("smape"), fraction(620, 9)));
    CHECK(same(value("r2"), -2));
    CHECK(same(value("kendall-tau"), fraction(-1, 3)));
    CHECK(same(value("spearman-rho"), fraction(-1, 2)));
    CHECK(same(value("ndpm"), fraction(2, 3)));
    CHECK(same(value("dcg"), 4 + Value::inverse_log2(3)));
    CHECK(same(value("gmr", with_k(2)), Value::root(3, 2)));
    Parameters printed;
    printed.as_printed = true;
    CHECK(same(value("mae", printed), 4));
    CHECK(same(value("ndpm", printed), fraction(5, 6)));
}

TEST_CASE("The naive path of 0/0 is undefined by itself", "[metrics]") {
    const auto id = Permutation::identity(4);
    CHECK_FALSE(naive_at("f1", Permutation::reversal(4), id, with_k(2)).is_defined());
    CHECK_FALSE(naive_at("lr-plus", id, id, with_k(2)).is_defined());
    const auto one = Permutation::identity(1);
    for (const std::string_view name : {"kendall-tau", "spearman-rho", "ndpm", "r2"})
        CHECK_FALSE(naive_at(name, one, one).is_defined());
}

TEST_CASE("The naive path refuses names that GT does not have", "[metrics]") {
    const auto id = Permutation::identity(3);
    CHECK(message_of<UsageError>([&] { naive_at("kendall", id, id); }) ==
          "naive: no metric of GT is called kendall");
    CHECK_THROWS_AS(naive_at("mse", id, Permutation::identity(4)), UsageError);
}

}  // namespace disarray::test
