// SPDX-License-Identifier: MIT
#include "weighting/dissimilarity.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/near_names.hpp"

namespace disarray {

namespace {

/// Checks shape-independent conditions on an n×n matrix given by `at(i, j)`.
template <class At>
void require_dissimilarity(std::size_t n, const At& at, std::string_view where) {
    const auto refuse = [&](std::size_t i, std::size_t j, const std::string& what) {
        throw InputError(
            where,
            fmt::format("{} at row {}, column {}", Rational(at(i, j)).to_string(), i + 1, j + 1),
            what);
    };
    for (std::size_t i = 0; i < n; ++i) {
        if (at(i, i) != 0) refuse(i, i, "0 on the diagonal");
        for (std::size_t j = 0; j < n; ++j) {
            if (at(i, j) < 0) refuse(i, j, "a dissimilarity of at least 0");
            if (at(i, j) != at(j, i)) {
                refuse(i, j,
                       fmt::format("a symmetric matrix, {} as at row {}, column {}",
                                   Rational(at(j, i)).to_string(), j + 1, i + 1));
            }
        }
    }
}

/// The entries of a matrix with `value(i, j)` above the diagonal.
template <class Value>
auto symmetric_entries(std::size_t n, const Value& value) {
    std::vector<decltype(value(0, 0))> entries(n * n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j) {
            entries[i * n + j] = entries[j * n + i] = value(i, j);
        }
    }
    return entries;
}

struct Triple {
    std::size_t i = 0, j = 0, k = 0;
};

/// The triple with the largest excess d_ik − d_ij − d_jk > 0, first in order of (i, k, j).
template <class Number>
std::optional<std::pair<Triple, Number>> worst_triple(std::size_t n, std::span<const Number> d) {
    std::optional<std::pair<Triple, Number>> worst;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = i + 1; k < n; ++k) {
            // Rows i and k are read side by side; the inner loop is a plain minimum.
            const Number* row_i = &d[i * n];
            const Number* row_k = &d[k * n];
            Number shortest = row_i[0] + row_k[0];
            for (std::size_t j = 1; j < n; ++j) {
                const Number through = row_i[j] + row_k[j];
                if (through < shortest) shortest = through;
            }
            if (row_i[k] <= shortest) continue;
            const Number excess = row_i[k] - shortest;
            if (worst && excess <= worst->second) continue;
            std::size_t j = 0;
            while (row_i[j] + row_k[j] != shortest)
                ++j;
            worst = {{i, j, k}, excess};
        }
    }
    return worst;
}

/// Lengths of shortest paths, row by row (Floyd 1962, Warshall 1962). \param lengths  of the edges
/// \param unreachable  more than any path is long; stays where there is no path
template <class Number>
std::vector<Number> path_lengths(std::size_t n, std::span<const WeightedEdge> edges,
                                 std::span<const Number> lengths, const Number& unreachable) {
    std::vector<Number> d(n * n, unreachable);
    for (std::size_t i = 0; i < n; ++i)
        d[i * n + i] = 0;
    for (std::size_t e = 0; e < edges.size(); ++e) {
        const auto [from, to, length] = edges[e];
        if (lengths[e] < d[from * n + to]) d[from * n + to] = d[to * n + from] = lengths[e];
    }
    for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t i = 0; i < n; ++i) {
            const Number first = d[i * n + k];
            if (first == unreachable) continue;
            for (std::size_t j = 0; j < n; ++j) {
                const Number through = first + d[k * n + j];
                if (through < d[i * n + j]) d[i * n + j] = through;
            }
        }
    }
    return d;
}

/// The entry where there is no path. \throws InputError if there is one.
template <class Number>
void require_connected(std::size_t n, const std::vector<Number>& d, const Number& unreachable,
                       std::string_view where) {
    const auto place = std::ranges::find(d, unreachable);
    if (place == d.end()) return;
    const auto index = static_cast<std::size_t>(place - d.begin());
    throw InputError(where, fmt::format("no path between {} and {}", index / n + 1, index % n + 1),
                     "a connected graph");
}

}  // namespace

std::string TriangleViolation::to_string() const {
    return fmt::format("D({0},{2}) exceeds D({0},{1}) + D({1},{2}) by {3}", i + 1, j + 1, k + 1,
                       excess.to_string());
}

Dissimilarity Dissimilarity::from_rows(const std::vector<std::vector<Rational>>& rows,
                                       std::string_view where) {
    const std::size_t n = rows.size();
    std::vector<Rational> entries;
    entries.reserve(n * n);
    for (std::size_t i = 0; i < n; ++i) {
        if (rows[i].size() != n) {
            throw InputError(where, fmt::format("{} entries in row {}", rows[i].size(), i + 1),
                             fmt::format("{0} in each of the {0} rows", n));
        }
        entries.insert(entries.end(), rows[i].begin(), rows[i].end());
    }
    require_dissimilarity(
        n, [&](std::size_t i, std::size_t j) -> const Rational& { return rows[i][j]; }, where);
    return {n, ScaledSequence(entries)};
}

Dissimilarity Dissimilarity::from_integers(std::size_t n, std::vector<std::int64_t> entries,
                                           std::string_view where) {
    if (entries.size() != n * n) {
        throw InputError(where, fmt::format("{} entries", entries.size()),
                         fmt::format("{} for {} elements", n * n, n));
    }
    require_dissimilarity(
        n, [&](std::size_t i, std::size_t j) { return entries[i * n + j]; }, where);
    return {n, ScaledSequence(std::move(entries))};
}

Dissimilarity Dissimilarity::unit(std::size_t n) {
    return {n, ScaledSequence(
                   symmetric_entries(n, [](std::size_t, std::size_t) { return std::int64_t{1}; }))};
}

Dissimilarity Dissimilarity::multi_class(std::span<const std::int64_t> classes) {
    return {classes.size(),
            ScaledSequence(symmetric_entries(classes.size(), [&](std::size_t i, std::size_t j) {
                return std::int64_t{classes[i] == classes[j] ? 0 : 1};
            }))};
}

Dissimilarity Dissimilarity::line(std::span<const Rational> positions) {
    const std::vector<Rational> entries = symmetric_entries(
        positions.size(),
        [&](std::size_t i, std::size_t j) { return abs(positions[i] - positions[j]); });
    return {positions.size(), ScaledSequence(entries)};
}

Dissimilarity Dissimilarity::shortest_paths(std::size_t n, std::span<const WeightedEdge> edges,
                                            std::string_view where) {
    std::vector<Rational> lengths;
    for (const WeightedEdge& edge : edges) {
        if (edge.from >= n || edge.to >= n) {
            throw InputError(where, fmt::format("an edge {} {}", edge.from + 1, edge.to + 1),
                             fmt::format("nodes from 1 to {}", n));
        }
        if (edge.length.sign() < 0) {
            throw InputError(where,
                             fmt::format("length {} of edge {} {}", edge.length.to_string(),
                                         edge.from + 1, edge.to + 1),
                             "a length of at least 0");
        }
        lengths.push_back(edge.length);
    }
    const ScaledSequence scaled(lengths);
    const Integer unreachable = scaled.absolute_sum() + 1;
    if (scaled.is_small() && unreachable < (Integer(1) << 61)) {  // then no sum of two overflows
        const auto limit = unreachable.convert_to<std::int64_t>();
        auto d = path_lengths<std::int64_t>(n, edges, scaled.small(), limit);
        require_connected(n, d, limit, where);
        return {n, ScaledSequence(std::move(d), scaled.denominator())};
    }
    const std::vector<Integer> numerators = scaled.numerators();
    const auto d = path_lengths<Integer>(n, edges, numerators, unreachable);
    require_connected(n, d, unreachable, where);
    std::vector<Rational> entries;
    entries.reserve(n * n);
    for (const Integer& numerator : d)
        entries.emplace_back(numerator, scaled.denominator());
    return {n, ScaledSequence(entries)};
}

Dissimilarity Dissimilarity::top_k(std::size_t n, std::size_t k, const Rational& across,
                                   std::string_view where) {
    if (k < 1 || k > n) {
        throw InputError(where, fmt::format("k = {}", k), fmt::format("k from 1 to {}", n));
    }
    if (across.sign() < 0) {
        throw InputError(where, fmt::format("p = {}", across.to_string()), "p of at least 0");
    }
    const std::vector<Rational> entries =
        symmetric_entries(n, [&](std::size_t i, std::size_t j) -> Rational {
            // i < j, so i is the better of the two
            if (j < k) return 1;
            return i < k ? across : Rational(0);
        });
    return {n, ScaledSequence(entries)};
}

std::optional<TriangleViolation> Dissimilarity::worst_triangle_violation() const {
    const auto found = [&](const auto& worst) -> std::optional<TriangleViolation> {
        if (!worst) return std::nullopt;
        const auto& [triple, excess] = *worst;
        return TriangleViolation{triple.i, triple.j, triple.k,
                                 Rational(Integer(excess), entries_.denominator())};
    };
    const bool sums_fit =
        entries_.is_small() && entries_.largest() <= std::numeric_limits<std::int64_t>::max() / 2;
    if (sums_fit) return found(worst_triple<std::int64_t>(n_, entries_.small()));
    const std::vector<Integer> numerators = entries_.numerators();
    return found(worst_triple<Integer>(n_, numerators));
}

std::optional<std::pair<std::size_t, std::size_t>> Dissimilarity::first_zero() const {
    for (std::size_t i = 0; i < n_; ++i) {
        for (std::size_t j = i + 1; j < n_; ++j) {
            const bool zero = entries_.is_small() ? entries_.small()[i * n_ + j] == 0
                                                  : entries_.large()[i * n_ + j].is_zero();
            if (zero) return std::pair{i, j};
        }
    }
    return std::nullopt;
}

void require_class(const Dissimilarity& d, DissimilarityClass wanted, std::string_view where) {
    if (wanted == DissimilarityClass::any) return;
    if (const auto violation = d.worst_triangle_violation()) {
        throw InputError(where, violation->to_string(),
                         wanted == DissimilarityClass::metric ? "a metric" : "a pseudometric");
    }
    if (wanted == DissimilarityClass::pseudometric) return;
    if (const auto zero = d.first_zero()) {
        throw InputError(where, fmt::format("D({},{}) = 0", zero->first + 1, zero->second + 1),
                         "a metric: D(i,j) > 0 for different elements");
    }
}

}  // namespace disarray
