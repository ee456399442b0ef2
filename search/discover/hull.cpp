// SPDX-License-Identifier: MIT
#include "search/discover/hull.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <set>
#include <utility>

#include "base/error.hpp"

namespace disarray::search::discover {

namespace {

Point minus(const Point& a, const Point& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]};
}

Point cross(const Point& a, const Point& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0], 0};
}

bool is_zero(const Point& a) {
    return a == Point{};
}

/// Twice the signed area of the triangle in the coordinates u and v.
std::int64_t turn(const Point& a, const Point& b, const Point& c, std::size_t u, std::size_t v) {
    return (b[u] - a[u]) * (c[v] - a[v]) - (b[v] - a[v]) * (c[u] - a[u]);
}

/// Corners of the convex hull in the coordinates u and v, counterclockwise (Andrew 1979). Of points
/// that agree in both, one is left.
std::vector<Point> corners(std::vector<Point> points, std::size_t u, std::size_t v) {
    const auto key = [&](const Point& p) { return std::pair(p[u], p[v]); };
    std::ranges::sort(points, {}, key);
    points.erase(std::ranges::unique(points, {}, key).begin(), points.end());
    if (points.size() < 3) return points;
    std::vector<Point> chain;
    const auto extend = [&](const Point& p, std::size_t least) {
        while (chain.size() >= least + 2 &&
               turn(chain[chain.size() - 2], chain.back(), p, u, v) <= 0)
            chain.pop_back();
        chain.push_back(p);
    };
    for (const Point& p : points)
        extend(p, 0);
    const std::size_t lower = chain.size() - 1;
    for (std::size_t k = points.size() - 1; k-- > 0;)
        extend(points[k], lower);
    chain.pop_back();
    return chain;
}

std::vector<Point> coordinates(std::span<const AttainedPoint> points) {
    std::vector<Point> all;
    for (const AttainedPoint& point : points)
        all.push_back(point.at);
    return all;
}

/// Facet with this normal, up to its length, through a point of it.
Facet facet_through(const Point& normal, const Point& point) {
    const Point coprime = primitive(normal);
    return {coprime, dot(coprime, point)};
}

std::vector<Facet> polygon_facets(const std::vector<Point>& points) {
    const std::vector<Point> corner = corners(points, 0, 1);
    std::vector<Facet> facets;
    for (std::size_t k = 0; k < corner.size(); ++k) {
        const Point along = minus(corner[(k + 1) % corner.size()], corner[k]);
        facets.push_back(facet_through({along[1], -along[0], 0, 0}, corner[k]));
    }
    return facets;
}

/// Gift wrapping: from a facet over each of its edges to the next.
class Wrapping {
public:
    explicit Wrapping(std::vector<Point> points) : points_(std::move(points)) {}

    std::vector<Facet> facets() {
        // An edge of the shadow on the plane of the first two coordinates is that of a vertical
        // plane with all points on one side, which is turned about one line in it.
        const std::vector<Point> shadow = corners(points_, 0, 1);
        const Point &a = shadow[0], &b = shadow[1];
        std::vector<Point> above;
        for (const Point& p : points_)
            if (turn(a, b, p, 0, 1) == 0) above.push_back(p);
        const std::size_t along = a[0] != b[0] ? 0 : 1;
        const std::vector<Point> corner = corners(above, along, 2);
        open_.insert({corner[0], corner[1]});
        while (!open_.empty())
            wrap(*open_.begin());
        return {found_.begin(), found_.end()};
    }

private:
    using Edge = std::pair<Point, Point>;

    /// Finds the facet that has the edge p → q counterclockwise, seen from outside.
    /// \param edge  a copy: the one in open_ ends here
    void wrap(const Edge edge) {
        const auto [p, q] = edge;
        const Point along = minus(q, p);
        Point normal{};
        for (const Point& r : points_) {
            const Point to = minus(r, p);
            if (is_zero(normal) || dot(normal, to) > 0) {
                const Point candidate = cross(along, to);
                if (!is_zero(candidate)) normal = primitive(candidate);
            }
        }
        const Facet facet = facet_through(normal, p);
        close(edge);
        if (!found_.insert(facet).second) return;
        for (const Edge& side : sides(facet)) {
            if (!closed_.contains(side)) close(side);
            const Edge other{side.second, side.first};
            if (!closed_.contains(other)) open_.insert(other);
        }
    }

    void close(const Edge& edge) {
        open_.erase(edge);
        closed_.insert(edge);
    }

    /// Edges of the polygon, counterclockwise from outside: seen along the coordinate in which the
    /// normal is longest.
    std::vector<Edge> sides(const Facet& facet) const {
        std::vector<Point> on;
        for (const Point& p : points_)
            if (dot(facet.normal, p) == facet.offset) on.push_back(p);
        std::size_t w = 0;
        for (std::size_t k = 1; k < 3; ++k)
            if (std::abs(facet.normal[k]) > std::abs(facet.normal[w])) w = k;
        std::vector<Point> corner = corners(std::move(on), (w + 1) % 3, (w + 2) % 3);
        if (facet.normal[w] < 0) std::ranges::reverse(corner);
        std::vector<Edge> edges;
        for (std::size_t k = 0; k < corner.size(); ++k)
            edges.emplace_back(corner[k], corner[(k + 1) % corner.size()]);
        return edges;
    }

    std::vector<Point> points_;
    std::set<Edge> open_, closed_;
    std::set<Facet> found_;
};

/// Points that are least or greatest in the last coordinate among those with the same others: no
/// other can be a corner, and on facets that are not vertical no others are missed.
std::vector<Point> outer_points(std::span<const AttainedPoint> points) {
    std::vector<Point> outer;
    for (std::size_t k = 0; k < points.size(); ++k) {
        const auto same = [&](std::size_t other) {
            return points[other].at[0] == points[k].at[0] && points[other].at[1] == points[k].at[1];
        };
        if (k == 0 || k + 1 == points.size() || !same(k - 1) || !same(k + 1))
            outer.push_back(points[k].at);
    }
    return outer;
}

}  // namespace

std::int64_t dot(const Point& a, const Point& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), std::int64_t{0});
}

Point primitive(Point direction) {
    std::int64_t divisor = 0;
    for (const std::int64_t x : direction)
        divisor = std::gcd(divisor, x);
    if (divisor == 0) throw UsageError("primitive: the direction 0");
    for (std::int64_t& x : direction)
        x /= divisor;
    return direction;
}

int affine_dimension(std::span<const AttainedPoint> points) {
    if (points.empty()) return -1;
    // Rows that are independent so far, by fraction-free elimination.
    std::vector<Point> rows;
    for (const AttainedPoint& point : points) {
        Point row = minus(point.at, points.front().at);
        for (const Point& base : rows) {
            const auto pivot = static_cast<std::size_t>(
                std::ranges::find_if(base, [](std::int64_t x) { return x != 0; }) - base.begin());
            const std::int64_t factor = row[pivot];
            for (std::size_t k = 0; k < row.size(); ++k)
                row[k] = row[k] * base[pivot] - factor * base[k];
            if (!is_zero(row)) row = primitive(row);
        }
        if (!is_zero(row)) rows.push_back(primitive(row));
        if (rows.size() == max_dimension) break;
    }
    return static_cast<int>(rows.size());
}

std::vector<Facet> hull_facets(std::span<const AttainedPoint> points, std::size_t dimension) {
    if (dimension < 1 || dimension > 3) throw UsageError("hull_facets: dimension out of range");
    if (affine_dimension(points) != static_cast<int>(dimension)) return {};
    std::vector<Facet> facets;
    if (dimension == 1) {
        facets = {{{-1}, support(points, {-1})}, {{1}, support(points, {1})}};
    } else if (dimension == 2) {
        facets = polygon_facets(coordinates(points));
    } else {
        facets = Wrapping(outer_points(points)).facets();
    }
    std::ranges::sort(facets);
    return facets;
}

std::int64_t support(std::span<const AttainedPoint> points, const Point& normal) {
    if (points.empty()) throw UsageError("support: no points");
    std::int64_t most = dot(normal, points.front().at);
    for (const AttainedPoint& point : points)
        most = std::max(most, dot(normal, point.at));
    return most;
}

}  // namespace disarray::search::discover
