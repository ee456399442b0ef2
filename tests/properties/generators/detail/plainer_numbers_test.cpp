// SPDX-License-Identifier: MIT
// Shows that numbers get plainer on each step, stay allowed in their place, and end at the
// plainest.
#include "properties/generators/detail/plainer_numbers.hpp"

#include "tests/support/show.hpp"

namespace disarray::properties::generators::detail {

namespace {

constexpr Place all_places[] = {Place::element_weight, Place::swap_cost, Place::distance,
                                Place::scale};

bool may_be_zero(Place place) {
    return place == Place::swap_cost || place == Place::distance;
}

}  // namespace

TEST_CASE("Plainer numbers are plainer and allowed in their place", "[generators]") {
    for (const Place place : all_places) {
        for (int p = may_be_zero(place) ? 0 : 1; p <= 40; ++p) {
            for (int q = 1; q <= 12; ++q) {
                const Rational value{Integer(p), Integer(q)};
                for (const Rational& plainer : plainer_numbers(value, place)) {
                    INFO(value.to_string() << " to " << plainer.to_string());
                    CHECK(plainness(plainer, place) < plainness(value, place));
                    CHECK(plainness(plainer, place) >= 0);
                    CHECK(plainer.sign() >= (may_be_zero(place) ? 0 : 1));
                }
            }
        }
    }
}

TEST_CASE("Only the plainest number of a place has no plainer one", "[generators]") {
    CHECK(plainer_numbers(1, Place::element_weight).empty());
    CHECK(plainer_numbers(1, Place::swap_cost).empty());
    CHECK(plainer_numbers(0, Place::distance).empty());
    CHECK(plainer_numbers(2, Place::scale).empty());
    for (const Place place : all_places) {
        for (const auto& value :
             {Rational(3), Rational(Integer(1), Integer(7)), Rational(Integer(22), Integer(7))}) {
            CHECK_FALSE(plainer_numbers(value, place).empty());
        }
    }
}

TEST_CASE("The plainest numbers are tried first, then whole ones", "[generators]") {
    const Rational value{Integer(22), Integer(7)};
    const auto weights = plainer_numbers(value, Place::element_weight);
    REQUIRE(weights.size() >= 3);
    CHECK(weights[0] == 1);
    CHECK(weights[1] == 2);
    CHECK(weights[2] == 3);
    const auto costs = plainer_numbers(value, Place::swap_cost);
    CHECK(costs[0] == 1);
    CHECK(costs[1] == 0);
    const auto distances = plainer_numbers(value, Place::distance);
    CHECK(distances[0] == 0);
    CHECK(distances[1] == 1);
}

}  // namespace disarray::properties::generators::detail
