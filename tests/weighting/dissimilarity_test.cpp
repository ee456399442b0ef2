// SPDX-License-Identifier: MIT
// Shows every constructor of a dissimilarity, what it refuses, and the search for violated
// triangles.
#include "weighting/dissimilarity.hpp"

#include <limits>

#include "base/error.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/instances.hpp"
#include "tests/support/property.hpp"

namespace disarray::test {

namespace {

using Rows = std::vector<std::vector<Rational>>;

/// Straight from the definition, over all triples; ties go to the least (i, k, j).
std::optional<TriangleViolation> naive_worst(const Dissimilarity& d) {
    std::optional<TriangleViolation> worst;
    for (std::size_t i = 0; i < d.size(); ++i) {
        for (std::size_t k = i + 1; k < d.size(); ++k) {
            for (std::size_t j = 0; j < d.size(); ++j) {
                const Rational excess = d(i, k) - d(i, j) - d(j, k);
                if (excess.sign() > 0 && (!worst || excess > worst->excess)) {
                    worst = {i, j, k, excess};
                }
            }
        }
    }
    return worst;
}

bool same(const std::optional<TriangleViolation>& a, const std::optional<TriangleViolation>& b) {
    if (!a || !b) return !a && !b;
    return a->i == b->i && a->j == b->j && a->k == b->k && a->excess == b->excess;
}

std::string refusal(const Rows& rows) {
    return message_of<InputError>([&] { (void)Dissimilarity::from_rows(rows, "d.csv"); });
}

}  // namespace

TEST_CASE("A matrix is taken as it is given", "[weighting]") {
    const auto d = Dissimilarity::from_rows(
        {{0, fraction(1, 2), 3}, {fraction(1, 2), 0, 0}, {3, 0, 0}}, "d.csv");
    CHECK(d.size() == 3);
    CHECK(d(0, 1) == fraction(1, 2));
    CHECK(d(2, 0) == Rational(3));
    CHECK(d(1, 2) == Rational(0));
    const auto integers = Dissimilarity::from_integers(2, {0, 5, 5, 0}, "d.csv");
    CHECK(integers(1, 0) == Rational(5));
}

TEST_CASE("A matrix that is no dissimilarity is refused with row and column", "[weighting]") {
    CHECK(refusal({{0, 1}, {1}}) ==
          "d.csv: found 1 entries in row 2, expected 2 in each of the 2 rows");
    CHECK(refusal({{0, 1, 1}, {1, 0, 1}}) ==
          "d.csv: found 3 entries in row 1, expected 2 in each of the 2 rows");
    CHECK(refusal({{0, 1}, {1, 2}}) ==
          "d.csv: found 2 at row 2, column 2, expected 0 on the diagonal");
    CHECK(refusal({{0, -1}, {-1, 0}}) ==
          "d.csv: found -1 at row 1, column 2, expected a dissimilarity of at least 0");
    CHECK(refusal({{0, 1}, {fraction(1, 2), 0}}) ==
          "d.csv: found 1 at row 1, column 2, expected a symmetric matrix, 1/2 as at row 2, column "
          "1");
    CHECK(message_of<InputError>([] {
              Dissimilarity::from_integers(2, {0, 1, 1}, "d.csv");
          }) == "d.csv: found 3 entries, expected 4 for 2 elements");
    CHECK(contains(message_of<InputError>([] {
                       Dissimilarity::from_integers(2, {0, 1, 2, 0}, "d.csv");
                   }),
                   "a symmetric matrix, 2 as at row 2, column 1"));
}

TEST_CASE("Unit, cut and multi-class dissimilarities are 1 across and 0 within", "[weighting]") {
    const auto unit = Dissimilarity::unit(4);
    const std::int64_t sides[] = {1, 0, 1, 0};
    const auto cut = Dissimilarity::multi_class(sides);
    const std::int64_t classes[] = {7, -3, 5, 7};
    const auto multi = Dissimilarity::multi_class(classes);
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < 4; ++j) {
            CHECK(unit(i, j) == Rational(i == j ? 0 : 1));
            CHECK(cut(i, j) == Rational(sides[i] == sides[j] ? 0 : 1));
            CHECK(multi(i, j) == Rational(classes[i] == classes[j] ? 0 : 1));
        }
    }
    CHECK(unit.is_metric());
    CHECK(!cut.is_metric());
    CHECK(cut.is_pseudometric());
    CHECK(multi.is_pseudometric());
}

TEST_CASE("On a line the dissimilarity is the distance of the positions", "[weighting]") {
    const Rational positions[] = {fraction(1, 2), 3, -1};
    const auto d = Dissimilarity::line(positions);
    CHECK(d(0, 1) == fraction(5, 2));
    CHECK(d(0, 2) == fraction(3, 2));
    CHECK(d(2, 1) == Rational(4));
    CHECK(d.is_metric());
}

TEST_CASE("The top-k dissimilarity has the three values of KV 7", "[weighting]") {
    const auto d = Dissimilarity::top_k(4, 2, fraction(1, 3), "test");
    CHECK(d(0, 1) == Rational(1));
    CHECK(d(2, 3) == Rational(0));
    CHECK(d(0, 2) == fraction(1, 3));
    CHECK(d(3, 1) == fraction(1, 3));
    CHECK(
        !d.is_pseudometric());  // p < 1/2: the way between the top two through the rest is shorter
    CHECK(Dissimilarity::top_k(4, 2, fraction(1, 2), "test").is_pseudometric());
    CHECK(Dissimilarity::top_k(3, 3, 0, "test").is_metric());
    CHECK(message_of<InputError>([] { Dissimilarity::top_k(3, 4, 1, "D"); }) ==
          "D: found k = 4, expected k from 1 to 3");
    CHECK(message_of<InputError>([] { Dissimilarity::top_k(3, 0, 1, "D"); }) ==
          "D: found k = 0, expected k from 1 to 3");
    CHECK(message_of<InputError>([] { Dissimilarity::top_k(3, 1, -1, "D"); }) ==
          "D: found p = -1, expected p of at least 0");
}

TEST_CASE("Shortest paths take the shorter way and the shorter of two edges", "[weighting]") {
    const WeightedEdge edges[] = {
        {0, 1, 1}, {1, 2, fraction(1, 2)}, {0, 2, 5}, {2, 0, 4}, {1, 1, 3}, {2, 3, 0}};
    const auto d = Dissimilarity::shortest_paths(4, edges, "graph");
    CHECK(d(0, 1) == Rational(1));
    CHECK(d(0, 2) == fraction(3, 2));
    CHECK(d(0, 3) == fraction(3, 2));
    CHECK(d(2, 3) == Rational(0));
    CHECK(d.is_pseudometric());
    CHECK(!d.is_metric());
}

TEST_CASE("A graph that gives no dissimilarity is refused with the edge or the nodes",
          "[weighting]") {
    const auto refused = [](std::size_t n, const std::vector<WeightedEdge>& edges) {
        return message_of<InputError>(
            [&] { (void)Dissimilarity::shortest_paths(n, edges, "graph"); });
    };
    CHECK(refused(3, {{0, 1, 1}}) ==
          "graph: found no path between 1 and 3, expected a connected graph");
    CHECK(refused(2, {{0, 2, 1}}) == "graph: found an edge 1 3, expected nodes from 1 to 2");
    CHECK(refused(2, {{1, 0, -2}}) ==
          "graph: found length -2 of edge 2 1, expected a length of at least 0");
}

TEST_CASE("Shortest paths of random graphs are those found by relaxing every edge", "[weighting]") {
    check_property("shortest paths", [] {
        const std::size_t n = *rc::gen::inRange<std::size_t>(2, 8);
        std::vector<WeightedEdge> edges;
        for (std::size_t i = 1; i < n; ++i) {  // a path keeps the graph connected
            edges.push_back({i - 1, i, *rational_or_zero() * Rational(5)});
        }
        const int more = *rc::gen::inRange(0, 12);
        for (int k = 0; k < more; ++k) {
            edges.push_back({*rc::gen::inRange<std::size_t>(0, n),
                             *rc::gen::inRange<std::size_t>(0, n), *rational_or_zero()});
        }
        const auto d = Dissimilarity::shortest_paths(n, edges, "generated");
        RC_ASSERT(d.is_pseudometric());
        for (std::size_t start = 0; start < n; ++start) {
            std::vector<std::optional<Rational>> distance(n);  // Bellman and Ford
            distance[start] = Rational(0);
            for (std::size_t round = 0; round < n; ++round) {
                for (const WeightedEdge& edge : edges) {
                    for (const auto& [from, to] :
                         {std::pair{edge.from, edge.to}, std::pair{edge.to, edge.from}}) {
                        if (!distance[from]) continue;
                        const Rational through = *distance[from] + edge.length;
                        if (!distance[to] || through < *distance[to]) distance[to] = through;
                    }
                }
            }
            for (std::size_t end = 0; end < n; ++end)
                RC_ASSERT(d(start, end) == *distance[end]);
        }
    });
}

TEST_CASE("The worst triangle is named with its excess", "[weighting]") {
    const auto d =
        Dissimilarity::from_rows({{0, 1, 4}, {1, 0, fraction(1, 2)}, {4, fraction(1, 2), 0}}, "d");
    const auto worst = d.worst_triangle_violation();
    REQUIRE(worst);
    CHECK(worst->to_string() == "D(1,3) exceeds D(1,2) + D(2,3) by 5/2");
    CHECK(same(worst, naive_worst(d)));
    CHECK(!Dissimilarity::unit(5).worst_triangle_violation());
    CHECK(!Dissimilarity::unit(2).worst_triangle_violation());
    CHECK(!Dissimilarity::unit(0).worst_triangle_violation());
}

TEST_CASE("The worst triangle of a random matrix is that of the definition", "[weighting]") {
    check_property(
        "worst triangle violation",
        [] {
            const auto d = *dissimilarity(*rc::gen::inRange<std::size_t>(1, 9));
            RC_ASSERT(same(d.worst_triangle_violation(), naive_worst(d)));
            RC_ASSERT(d.is_pseudometric() == !naive_worst(d));
        },
        300);
}

TEST_CASE("The worst triangle is found among numbers beyond 64 bits", "[weighting]") {
    check_property(
        "worst triangle violation in big integers",
        [] {
            const std::size_t n = *rc::gen::inRange<std::size_t>(3, 8);
            const auto scale = Rational::parse(
                *rc::gen::element<std::string>("1e30", "4611686018427387904", "1e-40"), "scale");
            auto above =
                *rc::gen::container<std::vector<Rational>>(n * (n - 1) / 2, rational_or_zero());
            for (std::size_t k = 0; k < above.size(); k += 2)
                above[k] *= scale;
            const auto d = symmetric(n, above);
            RC_ASSERT(same(d.worst_triangle_violation(), naive_worst(d)));
        },
        200);
}

TEST_CASE("Sums of two entries near 2^63 do not wrap", "[weighting]") {
    const std::int64_t most = std::numeric_limits<std::int64_t>::max();
    CHECK(Dissimilarity::from_integers(3, {0, most, most, most, 0, most, most, most, 0}, "d")
              .is_metric());
    const auto d = Dissimilarity::from_integers(3, {0, 1, most, 1, 0, 1, most, 1, 0}, "d");
    REQUIRE(d.worst_triangle_violation());
    CHECK(d.worst_triangle_violation()->excess == Rational(most - 2));
}

TEST_CASE("A class that is asked for is required, with the triple or the pair in the message",
          "[weighting]") {
    using enum DissimilarityClass;
    const auto bad = Dissimilarity::from_integers(3, {0, 1, 4, 1, 0, 1, 4, 1, 0}, "d");
    const std::int64_t sides[] = {0, 1, 1};
    const auto cut = Dissimilarity::multi_class(sides);
    CHECK_NOTHROW(require_class(bad, any, "D"));
    CHECK_NOTHROW(require_class(cut, pseudometric, "D"));
    CHECK_NOTHROW(require_class(Dissimilarity::unit(3), metric, "D"));
    CHECK(message_of<InputError>([&] { require_class(bad, pseudometric, "D"); }) ==
          "D: found D(1,3) exceeds D(1,2) + D(2,3) by 2, expected a pseudometric");
    CHECK(message_of<InputError>([&] { require_class(bad, metric, "D"); }) ==
          "D: found D(1,3) exceeds D(1,2) + D(2,3) by 2, expected a metric");
    CHECK(message_of<InputError>([&] { require_class(cut, metric, "D"); }) ==
          "D: found D(2,3) = 0, expected a metric: D(i,j) > 0 for different elements");
    CHECK(cut.first_zero() == std::pair<std::size_t, std::size_t>{1, 2});
    CHECK(!Dissimilarity::unit(3).first_zero());
}

}  // namespace disarray::test
