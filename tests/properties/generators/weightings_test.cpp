// SPDX-License-Identifier: MIT
// Shows that drawn element weights and swap costs are of the right number and sign and of the kind
// their label names, and that every kind occurs.
#include "properties/generators/weightings.hpp"

#include <algorithm>
#include <functional>

#include "tests/catch.hpp"
#include "tests/support/show.hpp"

namespace disarray::properties::generators {

namespace {

bool has_zero(const std::vector<Rational>& costs) {
    return std::ranges::count(costs, Rational(0)) > 0;
}

}  // namespace

TEST_CASE("Drawn element weights are n positive numbers, of every kind", "[generators]") {
    Distribution seen;
    for (const std::size_t n : {1u, 2u, 6u, 11u}) {
        Draw draw(rc::Random(n), 100);
        for (int k = 0; k < 250; ++k) {
            const auto [w, labels] = draw_element_weights(draw, n);
            count(seen, labels);
            REQUIRE(w.size() == n);
            Rational sum = 0;
            Rational heaviest = 0;
            for (std::size_t i = 0; i < n; ++i) {
                CHECK(w[i] > 0);
                sum += w[i];
                heaviest = std::max(heaviest, w[i]);
            }
            INFO(labels.front());
            if (labels.front() == "element weights: unit") CHECK(sum == n);
            if (labels.front() == "element weights: one heavy") CHECK(heaviest > sum - heaviest);
        }
    }
    for (const auto name : element_weight_kinds()) {
        INFO(name);
        CHECK(seen[label("element weights", name)] >= 50);
    }
    CHECK(seen.size() == element_weight_kinds().size());
}

TEST_CASE("Drawn swap costs are n-1 numbers of at least 0, of every kind that n allows",
          "[generators]") {
    Distribution seen;
    for (const std::size_t n : {1u, 2u, 3u, 6u, 10u, 11u}) {
        Draw draw(rc::Random(n), 100);
        for (int k = 0; k < 200; ++k) {
            const auto [costs, labels] = draw_swap_costs(draw, n, false);
            count(seen, labels);
            REQUIRE(costs.positions() == n);
            INFO(labels.front() << " for n = " << n);
            const std::vector<Rational>& values = costs.costs();
            if (labels.front() == "swap costs: ctr") CHECK(n <= 10);
            if (labels.front() == "swap costs: topk" && n > 2) CHECK(has_zero(values));
            if (labels.front() == "swap costs: increasing") CHECK(std::ranges::is_sorted(values));
            if (labels.front() == "swap costs: decreasing") {
                CHECK(std::ranges::is_sorted(values, std::greater<>()));
            }
        }
    }
    for (const auto name : swap_cost_kinds()) {
        INFO(name);
        CHECK(seen[label("swap costs", name)] >= 50);
    }
}

TEST_CASE("Where swap costs have to be positive none is 0", "[generators]") {
    for (std::size_t n = 1; n <= 12; ++n) {
        Draw draw(rc::Random(n), 100);
        for (int k = 0; k < 100; ++k) {
            const auto [costs, labels] = draw_swap_costs(draw, n, true);
            REQUIRE(costs.positions() == n);
            INFO(labels.front() << " for n = " << n);
            CHECK_FALSE(has_zero(costs.costs()));
        }
    }
}

}  // namespace disarray::properties::generators
