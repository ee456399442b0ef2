// SPDX-License-Identifier: MIT
//
// Sums over depths share one loop, which hands over X_d/d and p^d; numbers are exact or in floating
// point with an error. RBO_MIN: beyond the longer list X_d = X_l, and Σ_{d>l} p^d/d =
// ln(1/(1−p)) − Σ_{d<=l} p^d/d, which is where the logarithm comes from.
#include "metrics/rank_biased_overlap.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/error.hpp"
#include "metrics/reading.hpp"

namespace disarray::metrics {

namespace {

const char* const empty_list = "0/0: a list is empty";

template <class Number>
Number whole(std::size_t value) {
    return Number(static_cast<std::int64_t>(value));
}

/// From p^d to p^(d+1).
void raise(Rational& power, const Rational& p) {
    power *= p;
}

/// Below `least` a power stays what is known of all that follow, from 0 to there: arithmetic on
/// numbers that underflow takes thirty times as long.
void raise(Bounded& power, const Bounded& p) {
    constexpr double least = 1e-250;
    if (power.value() + power.error() <= least) {
        power = Bounded(0, least);
    } else {
        power *= p;
    }
}

/// Calls visit(d, p^d) for d = first, …, last.
template <class Number, class Visit>
void visit_depths(std::size_t first, std::size_t last, const Number& p, const Visit& visit) {
    Number power = p;
    for (std::size_t d = 1; d <= last; ++d) {
        if (d >= first) visit(d, power);
        raise(power, p);
    }
}

/// Σ p^d/d for d = first, …, last.
Rational harmonic_sum(std::size_t first, std::size_t last, const Rational& p) {
    Rational sum = 0;
    visit_depths(first, last, p, [&](std::size_t d, const Rational& power) {
        sum += power / Rational(Integer(d));
    });
    return sum;
}

template <class Number>
Number power_of(const Number& p, std::size_t exponent) {
    Number power = whole<Number>(1);
    for (std::size_t i = 0; i < exponent; ++i)
        raise(power, p);
    return power;
}

template <class Number>
Number truncated_sum(const std::vector<std::uint32_t>& shared, const Number& p) {
    Number sum = whole<Number>(0);
    visit_depths(1, shared.size() - 1, p, [&](std::size_t d, const Number& power) {
        sum += power * whole<Number>(shared[d]) / whole<Number>(d);
    });
    return (whole<Number>(1) - p) / p * sum;
}

template <class Number>
Number extrapolated_sum(const std::vector<std::uint32_t>& shared, std::size_t s, const Number& p) {
    const std::size_t l = shared.size() - 1;
    const Number rate = whole<Number>(shared[s]) / whole<Number>(s);
    Number sum = whole<Number>(0);
    visit_depths(s + 1, l, p, [&](std::size_t d, const Number& power) {
        sum += power * rate * whole<Number>(d - s) / whole<Number>(d);
    });
    const Number last = whole<Number>(shared[l] - shared[s]) / whole<Number>(l) + rate;
    return truncated_sum(shared, p) + (whole<Number>(1) - p) / p * sum + last * power_of(p, l);
}

template <class Number>
Number average_sum(const std::vector<std::uint32_t>& shared, std::size_t s) {
    Number sum = whole<Number>(0);
    for (std::size_t d = 1; d <= s; ++d)
        sum += whole<Number>(shared[d]) / whole<Number>(d);
    return sum / whole<Number>(s);
}

std::size_t shorter(ItemList first, ItemList second) {
    return std::min(first.size(), second.size());
}

/// \param seen_in  of an item, a reference to the lists that had it so far: bit 0 and bit 1
template <class SeenIn>
std::vector<std::uint32_t> overlaps_by(ItemList first, ItemList second, const SeenIn& seen_in) {
    std::vector<std::uint32_t> shared{0};
    shared.reserve(std::max(first.size(), second.size()) + 1);
    std::uint32_t count = 0;
    const auto see = [&](ItemList list, std::size_t d, unsigned bit) {
        if (d >= list.size()) return;
        std::uint8_t& lists = seen_in(list[d]);
        if ((lists & bit) != 0) throw UsageError("overlaps: an item stands twice in a list");
        lists = static_cast<std::uint8_t>(lists | bit);
        if (lists == 3) ++count;
    };
    for (std::size_t d = 0; d < std::max(first.size(), second.size()); ++d) {
        see(first, d, 1);
        see(second, d, 2);
        shared.push_back(count);
    }
    return shared;
}

}  // namespace

std::vector<std::uint32_t> overlaps(ItemList first, ItemList second) {
    const std::size_t items = first.size() + second.size();
    std::uint32_t largest = 0;
    for (const ItemList list : {first, second})
        for (const std::uint32_t item : list)
            largest = std::max(largest, item);
    // A table where the items number most of its places, which is several times as fast.
    constexpr std::size_t places_for_an_item = 8;
    if (largest / places_for_an_item < items) {
        std::vector<std::uint8_t> seen(std::size_t{largest} + 1, 0);
        return overlaps_by(
            first, second, [&](std::uint32_t item) -> auto& { return seen[item]; });
    }
    std::unordered_map<std::uint32_t, std::uint8_t> seen;
    return overlaps_by(
        first, second, [&](std::uint32_t item) -> auto& { return seen[item]; });
}

Rational LogLinear::near(const Rational& p) const {
    // Terms are rounded down to multiples of 2^−bits; so many are below 2^−bits together.
    constexpr unsigned bits = 240;
    const Integer unit = Integer(1) << bits;
    const Integer numerator = p.numerator(), denominator = p.denominator();
    Integer power = unit, sum = 0;
    for (std::int64_t d = 1; power != 0; ++d) {
        power = power * numerator / denominator;
        sum += power / d;
    }
    return constant + factor * Rational(sum, unit);
}

std::string LogLinear::to_string(const Rational& p) const {
    if (factor.sign() == 0) return constant.to_string();
    const std::string logarithm = "ln(" + (Rational(1) / (Rational(1) - p)).to_string() + ")";
    const bool is_negative = factor.sign() < 0;
    const std::string before = constant.sign() == 0
                                   ? (is_negative ? "-" : "")
                                   : constant.to_string() + (is_negative ? " - " : " + ");
    return before + abs(factor).to_string() + "*" + logarithm;
}

Value extrapolated_overlap(ItemList first, ItemList second, const Rational& p) {
    const std::size_t s = shorter(first, second);
    if (s == 0) return Value::undefined(empty_list);
    return extrapolated_sum<Rational>(overlaps(first, second), s, p);
}

Bounded bounded_extrapolated_overlap(ItemList first, ItemList second, const Rational& p) {
    return extrapolated_sum(overlaps(first, second), shorter(first, second), Bounded::near(p));
}

Value truncated_overlap(ItemList first, ItemList second, const Rational& p) {
    return truncated_sum<Rational>(overlaps(first, second), p);
}

Bounded bounded_truncated_overlap(ItemList first, ItemList second, const Rational& p) {
    return truncated_sum(overlaps(first, second), Bounded::near(p));
}

LogLinear least_overlap(ItemList first, ItemList second, const Rational& p) {
    const std::vector<std::uint32_t> shared = overlaps(first, second);
    const std::size_t l = shared.size() - 1;
    const Rational last{Integer(shared[l])}, scale = (Rational(1) - p) / p;
    return {truncated_sum(shared, p) - scale * last * harmonic_sum(1, l, p), scale * last};
}

LogLinear residual_overlap(ItemList first, ItemList second, const Rational& p) {
    const std::vector<std::uint32_t> shared = overlaps(first, second);
    const std::size_t l = shared.size() - 1, s = shorter(first, second);
    // From here on both lists have all items of both.
    const std::size_t f = l + s - shared[l];
    const Rational last{Integer(shared[l])}, scale = (Rational(1) - p) / p;
    const Rational sums = Rational(Integer(s)) * harmonic_sum(s + 1, f, p) +
                          Rational(Integer(l)) * harmonic_sum(l + 1, f, p) -
                          last * harmonic_sum(1, f, p);
    return {power_of(p, s) + power_of(p, l) - power_of(p, f) - scale * sums, -(scale * last)};
}

Value average_overlap(ItemList first, ItemList second) {
    const std::size_t s = shorter(first, second);
    if (s == 0) return Value::undefined(empty_list);
    return average_sum<Rational>(overlaps(first, second), s);
}

Bounded bounded_average_overlap(ItemList first, ItemList second) {
    return average_sum<Bounded>(overlaps(first, second), shorter(first, second));
}

namespace {

/// The share of the first d elements that σ and τ have in common.
Rational naive_agreement(const Permutation& sigma, const Permutation& tau, std::size_t d) {
    std::int64_t shared = 0;
    for (std::size_t i = 0; i < sigma.size(); ++i)
        shared += sigma[i] < d && tau[i] < d;
    return {Integer(shared), Integer(d)};
}

/// (1−p)·Σ_{d<=n} p^(d−1)·A_d, and from n on agreement is 1: p^n.
Rational naive_rbo(const Permutation& sigma, const Permutation& tau, const Rational& p) {
    Rational sum = 0, power = 1;
    for (std::size_t d = 1; d <= sigma.size(); ++d) {
        sum += (Rational(1) - p) * power * naive_agreement(sigma, tau, d);
        power *= p;
    }
    return sum + power;
}

Rational naive_average_overlap(const Permutation& sigma, const Permutation& tau) {
    Rational sum = 0;
    for (std::size_t d = 1; d <= sigma.size(); ++d)
        sum += naive_agreement(sigma, tau, d) / Rational(sigma.size());
    return sum;
}

using OfLists = Value (*)(ItemList first, ItemList second, const Parameters& parameters);
using OfRankings = Rational (*)(const Permutation& sigma, const Permutation& tau,
                                const Parameters& parameters);

Metric overlap_metric(std::string_view name, std::string_view formula, std::string_view source,
                      OfLists value, OfRankings naive) {
    Metric metric;
    metric.name = name;
    metric.family = "top-weighted";
    metric.kind = Kind::similarity;
    metric.formula = formula;
    metric.domain = "two permutations, or lists of any items";
    metric.exactness = "rational";
    metric.source = source;
    metric.value = [value](const Comparison& c) {
        const Operands pair = operands(c.sigma, c.tau, c.frame);
        const Permutation first = pair.sigma.inverse(), second = pair.tau.inverse();
        return value(first.ranks(), second.ranks(), c.parameters);
    };
    metric.naive_value = [naive](const Comparison& c) -> Value {
        const Operands pair = operands(c.sigma, c.tau, c.frame);
        if (pair.sigma.size() == 0) return Value::undefined(empty_list);
        return naive(pair.sigma, pair.tau, c.parameters);
    };
    metric.greatest = [](std::size_t n, const Parameters&) -> Value {
        return n == 0 ? Value::undefined(empty_list) : Value(1);
    };
    metric.value_of_lists = value;
    return metric;
}

}  // namespace

std::vector<Metric> overlap_metrics() {
    Metric rbo = overlap_metric(
        "rbo", "(1−p)·Σ_d p^(d−1)·|first d of both|/d, extrapolated beyond the ends",
        "Webber, Moffat, Zobel 2010, RBO_EXT",
        [](ItemList first, ItemList second, const Parameters& parameters) {
            return extrapolated_overlap(first, second, parameters.persistence);
        },
        [](const Permutation& sigma, const Permutation& tau, const Parameters& parameters) {
            return naive_rbo(sigma, tau, parameters.persistence);
        });
    rbo.takes.persistence = true;
    return {
        std::move(rbo),
        overlap_metric(
            "average-overlap", "mean of |first d of both|/d over the depths d of the shorter list",
            "Fagin, Kumar, Sivakumar 2003",
            [](ItemList first, ItemList second, const Parameters&) {
                return average_overlap(first, second);
            },
            [](const Permutation& sigma, const Permutation& tau, const Parameters&) {
                return naive_average_overlap(sigma, tau);
            })};
}

}  // namespace disarray::metrics
