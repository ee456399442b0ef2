// SPDX-License-Identifier: MIT
#include "search/discover/conjecture.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"

namespace disarray::search::discover {

namespace {

/// A normal that stays a facet for fewer n says nothing about n.
constexpr std::size_t least_facets = 3;
/// Convention: three facets fix a normal that is linear in n, two more test it.
constexpr std::size_t linear_facets = 5;

Point scaled_sum(std::int64_t a, const Point& x, std::int64_t b, const Point& y) {
    Point sum{};
    for (std::size_t k = 0; k < sum.size(); ++k)
        sum[k] = a * x[k] + b * y[k];
    return sum;
}

bool has_all(const Point& normal, std::size_t dimension) {
    return std::all_of(normal.begin(), normal.begin() + static_cast<std::ptrdiff_t>(dimension),
                       [](std::int64_t x) { return x != 0; });
}

Point cross_product(const Point& a, const Point& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0], 0};
}

/// p/q with x = (p/q)·y, for parallel x and y ≠ 0; empty if they are not.
std::optional<Rational> ratio_of(const Point& x, const Point& y) {
    std::optional<Rational> ratio;
    for (std::size_t k = 0; k < 3; ++k) {
        if (y[k] == 0 && x[k] != 0) return std::nullopt;
        if (y[k] == 0) continue;
        const Rational here{Integer(x[k]), Integer(y[k])};
        if (ratio && *ratio != here) return std::nullopt;
        ratio = here;
    }
    return ratio;
}

/// The direction that is parallel to a, b, c at n − 2, n − 1, n, in this order, with the same
/// senses: λ·a − 2μ·b + ν·c = 0 with λ, μ, ν > 0. Empty if there is none, or if they are parallel.
std::optional<Direction> linear_through(const Point& a, const Point& b, const Point& c,
                                        std::size_t n) {
    const Point ab = cross_product(a, b), bc = cross_product(b, c), ac = cross_product(a, c);
    if (ab == Point{} || bc == Point{} || ac == Point{}) return std::nullopt;
    const auto lambda = ratio_of(bc, ab);   // with ν = 1: λ a×b = b×c
    const auto doubled = ratio_of(ac, ab);  // 2μ a×b = a×c
    if (!lambda || !doubled || lambda->sign() <= 0 || doubled->sign() <= 0) return std::nullopt;
    // ν·c − μ·b is the slope; all over a common denominator.
    const Rational mu = *doubled / 2;
    const auto p = mu.numerator().convert_to<std::int64_t>();
    const auto q = mu.denominator().convert_to<std::int64_t>();
    const Point slope = scaled_sum(q, c, -p, b);
    const Point constant = scaled_sum(q, c, -static_cast<std::int64_t>(n), slope);
    std::int64_t divisor = 0;
    for (const Point& part : {slope, constant})
        for (const std::int64_t x : part)
            divisor = std::gcd(divisor, x);
    Direction direction{constant, slope};
    for (Point* part : {&direction.constant, &direction.slope})
        for (std::int64_t& x : *part)
            x /= divisor;
    return direction;
}

std::set<Point> normals_of(const Region& region) {
    std::set<Point> normals;
    for (const Facet& facet : region.facets)
        if (has_all(facet.normal, region.attained.quantities.size())) normals.insert(facet.normal);
    return normals;
}

class DirectionFinder {
public:
    explicit DirectionFinder(std::span<const Region> regions) {
        for (const Region& region : regions) {
            normals_.push_back(normals_of(region));
            lengths_.push_back(region.attained.n);
        }
    }

    std::set<Direction> directions() {
        add_constant();
        if (normals_.size() >= linear_facets) add_linear();
        return std::move(found_);
    }

private:
    void add_constant() {
        std::map<Point, std::size_t> counts, last;
        for (std::size_t k = 0; k < normals_.size(); ++k) {
            for (const Point& normal : normals_[k]) {
                ++counts[normal];
                last[normal] = k;
            }
        }
        // A facet for odd n alone ends one before the last.
        for (const auto& [normal, count] : counts)
            if (count >= least_facets && last[normal] + 2 >= normals_.size())
                found_.insert({normal, {}});
    }

    void add_linear() {
        const std::size_t last = normals_.size() - 1;
        for (const Point& c : normals_[last])
            for (const Point& b : normals_[last - 1])
                for (const Point& a : normals_[last - 2])
                    if (const auto direction = linear_through(a, b, c, lengths_[last]))
                        if (is_facet_before(*direction, last - 2)) found_.insert(*direction);
    }

    bool is_facet_before(const Direction& direction, std::size_t place) const {
        for (std::size_t k = 0; k + 3 < linear_facets; ++k) {
            --place;
            const Point normal = direction.at(lengths_[place]);
            if (normal == Point{} || !normals_[place].contains(primitive(normal))) return false;
        }
        return true;
    }

    std::vector<std::set<Point>> normals_;
    std::vector<std::size_t> lengths_;
    std::set<Direction> found_;
};

LengthEvidence evidence_at(const Region& region, const Point& normal) {
    LengthEvidence evidence;
    evidence.n = region.attained.n;
    evidence.best = support(region.attained.points, normal);
    std::optional<AttainedPoint> first;
    for (const AttainedPoint& point : region.attained.points) {
        if (dot(normal, point.at) != evidence.best) continue;
        evidence.tight += point.count;
        if (!first || point.first < first->first) first = point;
    }
    if (!region.attained.is_of_ties()) evidence.first = region.attained.sigma(*first);
    if (normal == Point{}) return evidence;
    const Point coprime = primitive(normal);
    evidence.is_facet = std::ranges::any_of(
        region.facets, [&](const Facet& facet) { return facet.normal == coprime; });
    return evidence;
}

std::optional<Conjecture> conjecture_along(std::span<const Region> regions,
                                           const Direction& direction) {
    Conjecture conjecture;
    conjecture.quantities = regions.front().attained.quantities;
    conjecture.direction = direction;
    std::vector<Sample> samples;
    for (const Region& region : regions) {
        conjecture.lengths.push_back(evidence_at(region, direction.at(region.attained.n)));
        samples.emplace_back(region.attained.n, Rational(conjecture.lengths.back().best));
    }
    auto fit = fit_quasi_polynomial(samples);
    if (!fit) return std::nullopt;
    conjecture.bound = std::move(*fit);
    conjecture.from = conjecture.bound.from;
    while (conjecture.from > samples.front().first) {
        const auto& [n, best] = samples[conjecture.from - 1 - samples.front().first];
        if (best > conjecture.bound.function.at(n)) break;
        --conjecture.from;
    }
    for (LengthEvidence& length : conjecture.lengths)  // of the statement, not of its direction
        length.is_facet &= Rational(length.best) == conjecture.bound.function.at(length.n);
    return conjecture;
}

/// A sum as text, from its summands with their signs.
struct SideText {
    std::string text;

    void add(const std::string& factor, const std::string& name) {
        if (!text.empty()) text += " + ";
        const bool is_sum = factor.find(' ') != std::string::npos;
        if (factor == "1") {
            text += name;
        } else {
            text += (is_sum ? "(" + factor + ")" : factor) + "*" + name;
        }
    }
};

}  // namespace

Point Direction::at(std::size_t n) const {
    return scaled_sum(1, constant, static_cast<std::int64_t>(n), slope);
}

std::string Conjecture::text() const {
    SideText small, big;
    const Point sense = direction.at(lengths.back().n);
    for (std::size_t k = 0; k < quantities.size(); ++k) {
        if (sense[k] == 0) continue;
        const int sign = sense[k] > 0 ? 1 : -1;
        std::vector<Rational> factor{Rational(sign * direction.constant[k]),
                                     Rational(sign * direction.slope[k])};
        (sign > 0 ? small : big).add(polynomial_text(factor), quantities[k].name());
    }
    const QuasiPolynomial limit = bound.function / Rational(unit());
    if (limit.leading_sign() > 0 || (big.text.empty() && limit.leading_sign() == 0)) {
        big.text += (big.text.empty() ? "" : " + ") + limit.to_string();
    } else if (limit.leading_sign() < 0) {
        small.text += (small.text.empty() ? "" : " + ") + (-limit).to_string();
    }
    if (small.text.empty()) small.text = "0";
    return small.text + " <= " + big.text + (without_identity ? " for sigma != id" : "");
}

std::int64_t Conjecture::unit() const {
    return quantities.front().statistic->unit;
}

LinearForm Conjecture::form(std::size_t n) const {
    LinearForm form;
    const Point normal = direction.at(n);
    for (std::size_t k = 0; k < quantities.size(); ++k)
        form.coefficients.emplace_back(normal[k]);
    form.bound = bound.function.at(n) / Rational(unit());
    return form;
}

std::size_t Conjecture::facets() const {
    return static_cast<std::size_t>(std::ranges::count(lengths, true, &LengthEvidence::is_facet));
}

std::vector<Conjecture> conjectures_from(std::span<const Region> regions, bool without_identity) {
    std::vector<Conjecture> conjectures;
    for (const Direction& direction : DirectionFinder(regions).directions()) {
        auto conjecture = conjecture_along(regions, direction);
        if (!conjecture) continue;
        conjecture->without_identity = without_identity;
        conjectures.push_back(std::move(*conjecture));
    }
    return conjectures;
}

}  // namespace disarray::search::discover
