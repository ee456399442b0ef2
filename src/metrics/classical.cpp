// SPDX-License-Identifier: MIT
//
// One function a distance, and its definition beside it, which says what is counted rather than
// how: swaps that sort, longest chains by all pairs, sums over pairs of ranks.
#include "metrics/classical.hpp"

#include <algorithm>
#include <cstdint>

#include "base/error.hpp"
#include "metrics/presortedness.hpp"
#include "metrics/reading.hpp"

namespace disarray::metrics {

namespace {

/// σ along τ: the rank in σ of the element with rank r in τ, for r = 0, …, n−1; which is στ⁻¹.
Permutation along(const Permutation& sigma, const Permutation& tau) {
    if (sigma.size() != tau.size()) throw UsageError("rankings of different sizes");
    return compose(sigma, tau.inverse());
}

std::int64_t displacement_of(Rank a, Rank b) {
    return a < b ? std::int64_t{b} - a : std::int64_t{a} - b;
}

/// Σ term(|σ(i) − τ(i)|).
template <class Term>
Integer sum_over_displacements(const Permutation& sigma, const Permutation& tau, const Term& term) {
    if (sigma.size() != tau.size()) throw UsageError("rankings of different sizes");
    Int128 sum = 0;
    for (std::size_t i = 0; i < sigma.size(); ++i)
        sum += term(displacement_of(sigma[i], tau[i]));
    return to_integer(sum);
}

/// Swaps elements into their places, one place after the other.
Rational naive_cayley(const Permutation& sigma, const Permutation& tau) {
    const Permutation moved = along(sigma, tau);
    std::vector<Rank> ranks(moved.ranks().begin(), moved.ranks().end());
    std::int64_t swaps = 0;
    for (std::size_t place = 0; place < ranks.size(); ++place) {
        const auto there = std::ranges::find(ranks, static_cast<Rank>(place));
        if (there == ranks.begin() + std::ptrdiff_t(place)) continue;
        std::swap(*there, ranks[place]);
        ++swaps;
    }
    return swaps;
}

/// The longest chain that ends at each element is one longer than that at some element before it.
Rational naive_ulam(const Permutation& sigma, const Permutation& tau) {
    const Permutation moved = along(sigma, tau);
    std::vector<std::int64_t> longest(moved.size(), 1);
    std::int64_t most = 0;
    for (std::size_t i = 0; i < moved.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            if (moved[j] < moved[i]) longest[i] = std::max(longest[i], longest[j] + 1);
        most = std::max(most, longest[i]);
    }
    return Rational(moved.size()) - Rational(most);
}

/// Σσ² + Στ² − 2Σστ, ranks from 1.
Rational naive_spearman_distance(const Permutation& sigma, const Permutation& tau) {
    Integer squares = 0, products = 0;
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        const Integer s = Integer(sigma[i]) + 1, t = Integer(tau[i]) + 1;
        squares += s * s + t * t;
        products += s * t;
    }
    return squares - 2 * products;
}

/// The least m such that no element moves by more than m.
Rational naive_chebyshev(const Permutation& sigma, const Permutation& tau) {
    std::int64_t most = 0;
    const auto moves_further = [&](std::size_t i) {
        return sigma[i] > tau[i] + most || tau[i] > sigma[i] + most;
    };
    for (std::size_t i = 0; i < sigma.size(); ++i)
        while (moves_further(i))
            ++most;
    return most;
}

/// Steps up or down the circle until σ(i) meets τ(i), whichever meets first.
Rational naive_lee(const Permutation& sigma, const Permutation& tau) {
    const std::size_t n = sigma.size();
    std::int64_t steps = 0;
    for (std::size_t i = 0; i < n; ++i) {
        std::size_t up = sigma[i], down = sigma[i];
        while (up != tau[i] && down != tau[i]) {
            up = (up + 1) % n;
            down = (down + n - 1) % n;
            ++steps;
        }
    }
    return steps;
}

/// Displacements from the opposite of τ less those from τ, over those between the two.
Value naive_gini_gamma(const Permutation& sigma, const Permutation& tau) {
    const auto between = [&](const auto& a, const auto& b) {
        Rational sum = 0;
        for (std::size_t i = 0; i < sigma.size(); ++i)
            sum += abs(a(i) - b(i));
        return sum;
    };
    const auto ours = [&](std::size_t i) { return Rational(sigma[i]); };
    const auto theirs = [&](std::size_t i) { return Rational(tau[i]); };
    const auto opposite = [&](std::size_t i) { return Rational(sigma.size() - 1 - tau[i]); };
    const Rational all = between(theirs, opposite);
    if (all == 0) return Value::undefined("0/0: fewer than 2 elements");
    return (between(ours, opposite) - between(ours, theirs)) / all;
}

}  // namespace

std::size_t cayley(const Permutation& sigma, const Permutation& tau) {
    const Permutation moved = along(sigma, tau);
    return moved.size() - cycles(moved).size();
}

std::size_t ulam(const Permutation& sigma, const Permutation& tau) {
    const Permutation moved = along(sigma, tau);
    return moved.size() - longest_subsequence(moved.ranks());
}

Integer spearman_distance(const Permutation& sigma, const Permutation& tau) {
    return sum_over_displacements(sigma, tau, [](std::int64_t d) { return Int128(d) * d; });
}

std::size_t chebyshev(const Permutation& sigma, const Permutation& tau) {
    std::int64_t most = 0;
    sum_over_displacements(sigma, tau, [&](std::int64_t d) { return most = std::max(most, d); });
    return static_cast<std::size_t>(most);
}

Integer lee(const Permutation& sigma, const Permutation& tau) {
    const auto n = static_cast<std::int64_t>(sigma.size());
    return sum_over_displacements(sigma, tau, [n](std::int64_t d) { return std::min(d, n - d); });
}

Value gini_gamma(const Permutation& sigma, const Permutation& tau) {
    const auto n = static_cast<std::int64_t>(sigma.size());
    if (n < 2) return Value::undefined("0/0: fewer than 2 elements");
    Int128 sum = 0;
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        const std::int64_t opposite = std::int64_t{sigma[i]} + tau[i] - (n - 1);
        sum += (opposite < 0 ? -opposite : opposite) - displacement_of(sigma[i], tau[i]);
    }
    return Rational(to_integer(sum), Integer(n) * n / 2);
}

namespace {

using OfPair = Value (*)(const Permutation& sigma, const Permutation& tau);
using Greatest = Rational (*)(const Integer& n);

struct ClassicalRow {
    std::string_view name, formula, source;
    OfPair value, naive;
    Greatest greatest;
};

const ClassicalRow classical_rows[] = {
    {"cayley", "n − cycles of στ⁻¹", "Cayley 1849; Diaconis 1988",
     [](const Permutation& s, const Permutation& t) -> Value { return cayley(s, t); },
     [](const Permutation& s, const Permutation& t) -> Value { return naive_cayley(s, t); },
     [](const Integer& n) { return Rational(n > 0 ? n - 1 : n); }},
    {"ulam", "n − longest sequence that both order alike", "Ulam 1972; Diaconis 1988",
     [](const Permutation& s, const Permutation& t) -> Value { return ulam(s, t); },
     [](const Permutation& s, const Permutation& t) -> Value { return naive_ulam(s, t); },
     [](const Integer& n) { return Rational(n > 0 ? n - 1 : n); }},
    {"spearman-distance", "Σ(σ(i)−τ(i))²", "Spearman 1904",
     [](const Permutation& s, const Permutation& t) -> Value {
         return Rational(spearman_distance(s, t));
     },
     [](const Permutation& s, const Permutation& t) -> Value {
         return naive_spearman_distance(s, t);
     },
     // At the reversal, by the rearrangement inequality.
     [](const Integer& n) { return Rational(n * (n * n - 1) / 3); }},
    {"chebyshev", "max |σ(i)−τ(i)|", "Deza, Huang 1998",
     [](const Permutation& s, const Permutation& t) -> Value { return chebyshev(s, t); },
     [](const Permutation& s, const Permutation& t) -> Value { return naive_chebyshev(s, t); },
     [](const Integer& n) { return Rational(n > 0 ? n - 1 : n); }},
    {"lee", "Σ min(|σ(i)−τ(i)|, n − |σ(i)−τ(i)|)", "Lee 1958; Deza, Huang 1998",
     [](const Permutation& s, const Permutation& t) -> Value { return Rational(lee(s, t)); },
     [](const Permutation& s, const Permutation& t) -> Value { return naive_lee(s, t); },
     // Where all ranks turn by half the circle.
     [](const Integer& n) { return Rational(n * (n / 2)); }},
};

Metric classical_metric(std::string_view name, std::string_view formula, std::string_view source,
                        OfPair value, OfPair naive) {
    Metric metric;
    metric.name = name;
    metric.family = "classical";
    metric.formula = formula;
    metric.domain = "two permutations";
    metric.exactness = "rational";
    metric.source = source;
    metric.value = [value](const Comparison& c) {
        const Operands pair = operands(c.sigma, c.tau, c.frame);
        return value(pair.sigma, pair.tau);
    };
    metric.naive_value = [naive](const Comparison& c) {
        const Operands pair = operands(c.sigma, c.tau, c.frame);
        return naive(pair.sigma, pair.tau);
    };
    return metric;
}

}  // namespace

std::vector<Metric> classical_metrics() {
    std::vector<Metric> all;
    for (const ClassicalRow& row : classical_rows) {
        all.push_back(classical_metric(row.name, row.formula, row.source, row.value, row.naive));
        all.back().greatest = [greatest = row.greatest](std::size_t n, const Parameters&) -> Value {
            return greatest(Integer(n));
        };
    }
    Metric gini = classical_metric("gini-gamma", "Σ(|σ(i)+τ(i)−n−1| − |σ(i)−τ(i)|)/⌊n²/2⌋",
                                   "Gini 1914", gini_gamma, naive_gini_gamma);
    gini.kind = Kind::similarity;
    gini.least_n = 2;
    gini.greatest = [](std::size_t n, const Parameters&) -> Value {
        return n < 2 ? Value::undefined("0/0: fewer than 2 elements") : Value(1);
    };
    all.push_back(std::move(gini));
    return all;
}

}  // namespace disarray::metrics
