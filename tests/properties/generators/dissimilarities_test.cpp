// SPDX-License-Identifier: MIT
// Shows that drawn dissimilarities are in the class asked for, that every kind occurs, and that
// non-metrics occur where any D is asked for and nowhere else.
#include "properties/generators/dissimilarities.hpp"

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/support/show.hpp"

namespace disarray::properties::generators {

namespace {

constexpr DissimilarityClass all_classes[] = {
    DissimilarityClass::any, DissimilarityClass::pseudometric, DissimilarityClass::metric};

bool says(const std::vector<std::string>& labels, std::string_view name) {
    return std::ranges::count(labels, label("dissimilarity", name)) == 1;
}

}  // namespace

TEST_CASE("A drawn D is of n elements and in its class", "[generators]") {
    for (const DissimilarityClass wanted : all_classes) {
        for (std::size_t n = 1; n <= 8; ++n) {
            Draw draw(rc::Random(n), 100);
            for (int k = 0; k < 100; ++k) {
                const auto [d, labels] = draw_dissimilarity(draw, n, wanted);
                INFO(labels.front() << ": " << test::described(d));
                REQUIRE(d.size() == n);
                CHECK_NOTHROW(require_class(d, wanted, "D"));
                CHECK(says(labels, "no pseudometric") == !d.is_pseudometric());
                if (n >= 3 && says(labels, "one entry raised")) CHECK_FALSE(d.is_pseudometric());
            }
        }
    }
}

TEST_CASE("Every kind of D of a class occurs in 1000 draws, and no other", "[generators]") {
    for (const DissimilarityClass wanted : all_classes) {
        Distribution seen;
        Draw draw(rc::Random(7), 100);
        for (int k = 0; k < 1000; ++k)
            count(seen, draw_dissimilarity(draw, 5, wanted).labels);
        for (const auto name : dissimilarity_kinds(wanted)) {
            INFO(name);
            CHECK(seen[label("dissimilarity", name)] >= 30);
        }
        const bool any = wanted == DissimilarityClass::any;
        CHECK(seen.size() == dissimilarity_kinds(wanted).size() + (any ? 1 : 0));
        CHECK((seen["dissimilarity: no pseudometric"] >= 300) == any);
    }
}

TEST_CASE("Pseudometrics that are no metrics are drawn where metrics are not asked for",
          "[generators]") {
    int with_zero = 0;
    Draw draw(rc::Random(8), 100);
    for (int k = 0; k < 300; ++k) {
        const auto d = draw_dissimilarity(draw, 4, DissimilarityClass::pseudometric).value;
        with_zero += d.is_metric() ? 0 : 1;
    }
    CHECK(with_zero > 100);
    CHECK(with_zero < 280);
}

TEST_CASE("The closure is a pseudometric below D, and D itself if D is one", "[generators]") {
    Draw draw(rc::Random(9), 100);
    for (std::size_t k = 0; k < 100; ++k) {
        const std::size_t n = 1 + k % 6;
        const auto d = draw_dissimilarity(draw, n, DissimilarityClass::any).value;
        const Dissimilarity closed = closure(d);
        CHECK(closed.is_pseudometric());
        CHECK(d.is_pseudometric() == (closed.entries() == d.entries()));
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j)
                CHECK(closed(i, j) <= d(i, j));
        }
    }
}

}  // namespace disarray::properties::generators
