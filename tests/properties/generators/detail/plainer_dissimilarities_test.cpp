// SPDX-License-Identifier: MIT
// Shows that every move makes dissimilarities, that those which are said to keep the triangle
// inequality do, and what each move is for.
#include "properties/generators/detail/plainer_dissimilarities.hpp"

#include <algorithm>

#include "properties/generators/dissimilarities.hpp"
#include "tests/support/show.hpp"

namespace disarray::properties::generators::detail {

namespace {

bool offers(const std::vector<Dissimilarity>& offered, const Dissimilarity& d) {
    return std::ranges::any_of(offered,
                               [&](const Dissimilarity& o) { return o.entries() == d.entries(); });
}

bool some_move_offers(const Dissimilarity& d, const Dissimilarity& wanted) {
    return std::ranges::any_of(dissimilarity_moves(),
                               [&](const auto move) { return offers(move(d), wanted); });
}

Dissimilarity line_of(std::vector<Rational> positions) {
    return Dissimilarity::line(positions);
}

}  // namespace

TEST_CASE("Every move makes matrices for n elements", "[generators]") {
    for (std::size_t n = 1; n <= 6; ++n) {
        Draw draw(rc::Random(n), 100);
        for (int k = 0; k < 20; ++k) {
            const auto d = draw_dissimilarity(draw, n, DissimilarityClass::any).value;
            for (const auto move : dissimilarity_moves()) {
                for (const Dissimilarity& plainer : move(d))
                    CHECK(plainer.size() == n);
            }
        }
    }
}

TEST_CASE("Of a pseudometric, the moves of the whole matrix make pseudometrics", "[generators]") {
    Draw draw(rc::Random(5), 100);
    const auto moves = dissimilarity_moves();
    for (int k = 0; k < 60; ++k) {
        const auto d = draw_dissimilarity(draw, 6, DissimilarityClass::pseudometric).value;
        for (const std::size_t whole : {0u, 1u, 2u, 4u}) {
            for (const Dissimilarity& plainer : moves[whole](d))
                CHECK(plainer.is_pseudometric());
        }
        auto rounded = moves[3](d);
        rounded.erase(rounded.begin() + 1);  // rounding down
        for (const Dissimilarity& plainer : rounded)
            CHECK(plainer.is_pseudometric());
    }
}

TEST_CASE("Distances become whole, common factors go, points meet", "[generators]") {
    const Rational half{Integer(1), Integer(2)};
    CHECK(some_move_offers(line_of({0, half, 2}), line_of({0, 1, 4})));
    CHECK(some_move_offers(line_of({0, 6, 9}), line_of({0, 2, 3})));
    CHECK(some_move_offers(line_of({0, 1, 4}), line_of({0, 0, 4})));
    CHECK(some_move_offers(line_of({0, 1, 4}), line_of({0, 0, 1})));
    CHECK(some_move_offers(line_of({0, 3, 4}), Dissimilarity::unit(3)));
    CHECK(some_move_offers(line_of({0, 5}), line_of({0, 1})));
}

TEST_CASE("A single entry is offered as it is and with its shortest paths", "[generators]") {
    // A path 1 - 2 - 3 of lengths 2 and 2: if D(1,2) falls to 1, D(1,3) = 4 is too long.
    const auto matrix = [](std::int64_t a, std::int64_t b, std::int64_t c) {
        return Dissimilarity::from_integers(3, {0, a, b, a, 0, c, b, c, 0}, "test");
    };
    const auto offered = dissimilarity_moves().back()(matrix(2, 4, 2));
    CHECK(offers(offered, matrix(1, 4, 2)));
    CHECK(offers(offered, matrix(1, 3, 2)));
}

}  // namespace disarray::properties::generators::detail
