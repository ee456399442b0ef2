// SPDX-License-Identifier: MIT
// Attained points against a count in a map, hulls against half-planes through all pairs and triples
// of points, fits, and statements.
#include "search/discover/attained.hpp"

#include <map>
#include <set>

#include "base/error.hpp"
#include "base/random.hpp"
#include "formulas/quasi_polynomial.hpp"
#include "ranking/enumeration.hpp"
#include "search/discover/hull.hpp"

namespace disarray::test {

using namespace search::discover;

namespace {

Attained attained_of(std::string_view names, std::size_t n, unsigned threads = 0) {
    return attained(n, {quantities_named(names, "q")}, threads).front();
}

/// Normals of all planes (lines) through points that have all points on one side.
std::vector<Facet> facets_by_definition(const std::vector<AttainedPoint>& points,
                                        std::size_t dimension) {
    std::set<Facet> facets;
    const auto offer = [&](const Point& normal, const Point& at) {
        for (const int sign : {1, -1}) {
            Point outward{};
            for (std::size_t k = 0; k < 3; ++k)
                outward[k] = sign * normal[k];
            if (outward == Point{}) return;
            outward = primitive(outward);
            if (support(points, outward) == dot(outward, at))
                facets.insert({outward, dot(outward, at)});
        }
    };
    for (const AttainedPoint& a : points) {
        for (const AttainedPoint& b : points) {
            const std::int64_t x = b.at[0] - a.at[0], y = b.at[1] - a.at[1];
            if (dimension == 2) offer({y, -x}, a.at);
            if (dimension == 2) continue;
            const std::int64_t z = b.at[2] - a.at[2];
            for (const AttainedPoint& c : points) {
                const std::int64_t u = c.at[0] - a.at[0], v = c.at[1] - a.at[1],
                                   w = c.at[2] - a.at[2];
                offer({y * w - z * v, z * u - x * w, x * v - y * u}, a.at);
            }
        }
    }
    return {facets.begin(), facets.end()};
}

}  // namespace

TEST_CASE("Attained points are those of a count, for any number of threads", "[discover]") {
    for (std::size_t n = 1; n <= 7; ++n) {
        const auto names = "kendall,runs[inverse],osc";
        const Attained found = attained_of(names, n, 1);
        std::map<Point, std::pair<std::uint64_t, std::uint64_t>> counts;
        Evaluator evaluate(quantities_named(names, "q"));
        std::uint64_t rank = 0;
        for (const Permutation& sigma : all_permutations(n)) {
            Point point{};
            std::ranges::copy(evaluate(sigma.ranks()), point.begin());
            ++counts.emplace(point, std::pair(0, rank)).first->second.first;
            ++rank;
        }
        REQUIRE(found.points.size() == counts.size());
        auto next = counts.begin();
        for (const AttainedPoint& point : found.points) {
            REQUIRE(point == AttainedPoint{next->first, next->second.first, next->second.second});
            ++next;
        }
        REQUIRE(attained_of(names, n, 3).points == found.points);
    }
}

TEST_CASE("Many tuples take one sweep and keep their order", "[discover]") {
    const auto tuples = {quantities_named("kendall", "q"), quantities_named("ulam,cayley", "q"),
                         quantities_named("cayley,ulam", "q")};
    const auto all = attained(5, tuples);
    REQUIRE(all.size() == 3);
    // Mahonian numbers, OEIS A008302 row 5.
    std::vector<std::uint64_t> counts;
    for (const AttainedPoint& point : all[0].points)
        counts.push_back(point.count);
    CHECK(counts == std::vector<std::uint64_t>{1, 4, 9, 15, 20, 22, 20, 15, 9, 4, 1});
    CHECK(all[1].points.size() == all[2].points.size());
    // Total displacement, A062869 row 5: half the footrule.
    counts.clear();
    for (const AttainedPoint& point : attained_of("footrule", 5).points)
        counts.push_back(point.count);
    CHECK(counts == std::vector<std::uint64_t>{1, 4, 12, 24, 35, 24, 20});
    CHECK_THROWS_AS(attained(11, {quantities_named("spearman,kendall,osc,lee", "q")}),
                    NotSupported);
}

TEST_CASE("Without the identity its point has one σ less", "[discover]") {
    const Attained pairs = without_identity(attained_of("kendall,cayley", 4));
    CHECK(pairs.points.front().at[0] == 1);
    // mono is 0 for the reversal too.
    const Attained mono = without_identity(attained_of("mono", 4));
    CHECK(mono.points.front().count == 1);
    CHECK(mono.sigma(mono.points.front()) == Permutation::reversal(4));
}

TEST_CASE("Hulls in the plane and in space are those of all supporting lines and planes",
          "[discover]") {
    for (const auto* names : {"kendall,footrule", "hamming,cayley", "spearman,runs", "enc,mono"}) {
        CAPTURE(names);
        for (std::size_t n = 3; n <= 6; ++n) {
            const Attained all = attained_of(names, n);
            if (affine_dimension(all.points) < 2) continue;
            REQUIRE(hull_facets(all.points, 2) == facets_by_definition(all.points, 2));
        }
    }
    for (const auto* names : {"kendall,footrule,cayley", "hamming,cayley,ulam", "dis,runs,block",
                              "chebyshev,mono,sus"}) {
        CAPTURE(names);
        for (std::size_t n = 4; n <= 5; ++n) {
            const Attained all = attained_of(names, n);
            REQUIRE(affine_dimension(all.points) == 3);
            REQUIRE(hull_facets(all.points, 3) == facets_by_definition(all.points, 3));
        }
    }
}

TEST_CASE("Hulls of random points are those of all supporting planes", "[discover]") {
    Random random(1);
    for (int round = 0; round < 200; ++round) {
        std::set<Point> chosen;
        const std::size_t side = 2 + random.below(4), count = 4 + random.below(20);
        for (std::size_t k = 0; k < count; ++k) {
            Point point{};
            for (std::size_t c = 0; c < 3; ++c)
                point[c] = static_cast<std::int64_t>(random.below(side));
            chosen.insert(point);
        }
        std::vector<AttainedPoint> points;
        for (const Point& point : chosen)
            points.push_back({point, 1, 0});
        if (affine_dimension(points) < 3) {
            CHECK(hull_facets(points, 3).empty());
            continue;
        }
        CAPTURE(round);
        REQUIRE(hull_facets(points, 3) == facets_by_definition(points, 3));
    }
}

TEST_CASE("Polynomials that differ for odd and even n are found and written", "[discover]") {
    const auto fit_of = [](const std::vector<std::int64_t>& values, std::size_t first) {
        std::vector<Sample> samples;
        for (const std::int64_t value : values)
            samples.emplace_back(first + samples.size(), Rational(value));
        return fit_quasi_polynomial(samples);
    };
    CHECK(fit_of({4, 8, 12, 18, 24, 32}, 3)->function.to_string() == "1/2*n^2 - 1/2*(n mod 2)");
    CHECK(fit_of({0, 0, 0, 0}, 3)->function.to_string() == "0");
    CHECK(fit_of({3, 3, 3}, 3)->function.to_string() == "3");
    const auto late = fit_of({7, 1, 2, 3, 4, 5}, 3);
    CHECK(late->function.to_string() == "n - 3");
    CHECK(late->from == 4);
    CHECK(late->evidence() == "fitted on n = 4..5, tested on n = 6..8");
    // ⌊n/2⌋(⌊n/2⌋ − 1)
    const auto floors = fit_of({0, 2, 2, 6, 6, 12, 12}, 3);
    CHECK(floors->function.at(10) == 20);
    CHECK(floors->function.at(11) == 20);
    CHECK(!fit_of({1, 2, 4, 9, 16, 31}, 3));
    CHECK(!fit_of({1, 2}, 3));
}

}  // namespace disarray::test
