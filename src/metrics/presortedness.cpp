// SPDX-License-Identifier: MIT
//
// One function a measure, and its definition beside it: all pairs, lists that are really built,
// all ways to cut.
#include "metrics/presortedness.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "metrics/reading.hpp"

namespace disarray::metrics {

namespace {

using Sequence = std::span<const Rank>;

std::uint64_t naive_dis(Sequence x) {
    std::size_t most = 0;
    for (std::size_t j = 0; j < x.size(); ++j)
        for (std::size_t i = 0; i < j; ++i)
            if (x[i] > x[j]) most = std::max(most, j - i);
    return most;
}

/// Runs, each as long as it can be.
std::uint64_t naive_runs(Sequence x) {
    std::vector<std::vector<Rank>> pieces;
    for (const Rank rank : x) {
        if (pieces.empty() || pieces.back().back() > rank) pieces.emplace_back();
        pieces.back().push_back(rank);
    }
    return pieces.empty() ? 0 : pieces.size() - 1;
}

std::uint64_t naive_osc(Sequence x) {
    std::uint64_t crossings = 0;
    for (const Rank rank : x)
        for (std::size_t j = 0; j + 1 < x.size(); ++j)
            if (std::min(x[j], x[j + 1]) < rank && rank < std::max(x[j], x[j + 1])) ++crossings;
    return crossings;
}

std::uint64_t naive_enc(Sequence x) {
    std::vector<std::vector<Rank>> lists;
    for (const Rank rank : x) {
        bool placed = false;
        for (auto list = lists.begin(); list != lists.end() && !placed; ++list) {
            placed = true;
            if (rank < list->front()) {
                list->insert(list->begin(), rank);
            } else if (rank > list->back()) {
                list->push_back(rank);
            } else {
                placed = false;
            }
        }
        if (!placed) lists.push_back({rank});
    }
    return lists.empty() ? 0 : lists.size() - 1;
}

/// Longest descending subsequences that end at each place, by all pairs.
std::uint64_t naive_sus(Sequence x) {
    std::vector<std::uint64_t> longest(x.size(), 0);  // less 1
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            if (x[j] > x[i]) longest[i] = std::max(longest[i], longest[j] + 1);
        most = std::max(most, longest[i]);
    }
    return most;
}

/// The fewest pieces of each beginning of x, over all places where the last piece begins.
std::uint64_t naive_mono(Sequence x) {
    std::vector<std::uint64_t> pieces{0};
    for (std::size_t end = 1; end <= x.size(); ++end) {
        pieces.push_back(x.size());
        for (std::size_t begin = 0; begin < end; ++begin) {
            const Sequence piece = x.subspan(begin, end - begin);
            if (std::ranges::is_sorted(piece) || std::ranges::is_sorted(piece, std::greater<>{}))
                pieces[end] = std::min(pieces[end], pieces[begin] + 1);
        }
    }
    return x.empty() ? 0 : pieces.back() - 1;
}

/// Where each element and its successor stand.
std::uint64_t naive_block(Sequence x) {
    const auto place_of = [&](std::size_t rank) {
        return std::ranges::find(x, static_cast<Rank>(rank)) - x.begin();
    };
    std::uint64_t pieces = 0;
    for (std::size_t rank = 0; rank < x.size(); ++rank)
        if (rank == 0 || place_of(rank) != place_of(rank - 1) + 1) ++pieces;
    return pieces == 0 ? 0 : pieces - 1;
}

/// The least end of an ascending subsequence of each length; a new rank replaces the next greater.
template <class Ranks>
std::size_t longest_ascending(const Ranks& ranks) {
    std::vector<Rank> ends;
    for (const Rank rank : ranks) {
        const auto next = std::ranges::lower_bound(ends, rank);
        if (next == ends.end()) {
            ends.push_back(rank);
        } else {
            *next = rank;
        }
    }
    return ends.size();
}

std::uint64_t gap(Rank a, Rank b) {
    return a < b ? b - a : a - b;
}

}  // namespace

std::size_t longest_subsequence(std::span<const Rank> x, bool descending) {
    if (!descending) return longest_ascending(x);
    std::vector<Rank> backwards(x.rbegin(), x.rend());
    return longest_ascending(backwards);
}

std::uint64_t dis(std::span<const Rank> x) {
    if (x.empty()) return 0;
    // least[j]: of x_j, …, x_{n−1}. The greatest before i only grows and least[j] too, so that j
    // never has to go back.
    std::vector<Rank> least(x.begin(), x.end());
    for (std::size_t j = x.size() - 1; j > 0; --j)
        least[j - 1] = std::min(least[j - 1], least[j]);
    std::size_t most = 0, j = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        j = std::max(j, i);
        while (j + 1 < x.size() && least[j + 1] < x[i])
            ++j;
        most = std::max(most, j - i);
    }
    return most;
}

std::uint64_t runs(std::span<const Rank> x) {
    std::uint64_t descents = 0;
    for (std::size_t i = 0; i + 1 < x.size(); ++i)
        descents += x[i] > x[i + 1] ? 1U : 0U;
    return descents;
}

std::uint64_t osc(std::span<const Rank> x) {
    // All ranks occur, so |x_{j+1} − x_j| − 1 of them lie between two neighbours.
    std::uint64_t crossings = 0;
    for (std::size_t j = 0; j + 1 < x.size(); ++j)
        crossings += gap(x[j], x[j + 1]) - 1;
    return crossings;
}

std::uint64_t enc(std::span<const Rank> x) {
    // Each list's ends lie between those of the one before, so the lists that a rank fits are the
    // last ones.
    std::vector<std::pair<Rank, Rank>> ends;
    for (const Rank rank : x) {
        const auto list = std::ranges::partition_point(
            ends, [&](const auto& e) { return e.first < rank && rank < e.second; });
        if (list == ends.end()) {
            ends.emplace_back(rank, rank);
        } else if (rank < list->first) {
            list->first = rank;
        } else {
            list->second = rank;
        }
    }
    return ends.empty() ? 0 : ends.size() - 1;
}

std::uint64_t sus(std::span<const Rank> x) {
    return x.empty() ? 0 : longest_subsequence(x, true) - 1;
}

std::uint64_t mono(std::span<const Rank> x) {
    // A piece as long as it can be leaves the least to the others.
    std::uint64_t pieces = 0;
    for (std::size_t i = 0; i < x.size(); ++pieces) {
        std::size_t next = i + 1;
        if (next < x.size()) {
            const bool ascends = x[i] < x[next];
            while (next < x.size() && (x[next - 1] < x[next]) == ascends)
                ++next;
        }
        i = next;
    }
    return pieces == 0 ? 0 : pieces - 1;
}

std::uint64_t block(std::span<const Rank> x) {
    std::uint64_t cuts = 0;
    for (std::size_t i = 0; i + 1 < x.size(); ++i)
        cuts += x[i + 1] != x[i] + 1 ? 1U : 0U;
    return cuts;
}

namespace {

using OfSequence = std::uint64_t (*)(Sequence x);

struct PresortednessRow {
    std::string_view name, formula, source;
    OfSequence value, naive;
    std::uint64_t (*greatest)(std::uint64_t n);  ///< n >= 1
};

/// Pieces of two elements and one that is left over.
std::uint64_t halves(std::uint64_t n) {
    return (n + 1) / 2 - 1;
}
std::uint64_t all_but_one(std::uint64_t n) {
    return n - 1;
}

const PresortednessRow presortedness_rows[] = {
    {"dis", "max j − i over i < j, x_i > x_j; x = στ⁻¹", "Estivill-Castro, Wood 1989", dis,
     naive_dis, all_but_one},
    {"runs", "number of i with x_i > x_{i+1}; x = στ⁻¹", "Mannila 1985", runs, naive_runs,
     all_but_one},
    {"osc", "Σ_i |{j : x_i between x_j and x_{j+1}}|; x = στ⁻¹", "Levcopoulos, Petersson 1993", osc,
     naive_osc,
     // From one half of the ranks to the other and back, beginning and ending in the middle.
     [](std::uint64_t n) { return n < 2 ? 0 : n * n / 2 - n; }},
    {"enc", "encroaching lists of x = στ⁻¹, less 1", "Skiena 1988", enc, naive_enc, halves},
    {"sus", "ascending subsequences that x = στ⁻¹ is cut into, less 1",
     "Levcopoulos, Petersson 1994", sus, naive_sus, all_but_one},
    {"mono", "monotone pieces that x = στ⁻¹ is cut into, less 1", "Zhang, Meng, Liang 2016", mono,
     naive_mono, halves},
    {"block", "number of i with x_{i+1} ≠ x_i + 1; x = στ⁻¹",
     "Carlsson, Levcopoulos, Petersson 1993", block, naive_block, all_but_one},
};

Metric presortedness_metric(const PresortednessRow& row) {
    Metric metric;
    metric.name = row.name;
    metric.family = "presortedness";
    metric.formula = row.formula;
    metric.domain = "two permutations";
    metric.exactness = "rational";
    metric.source = row.source;
    const auto of = [](OfSequence measure) {
        return [measure](const Comparison& c) -> Value {
            const Operands pair = operands(c.sigma, c.tau, c.frame);
            return Rational(measure(compose(pair.sigma, pair.tau.inverse()).ranks()));
        };
    };
    metric.value = of(row.value);
    metric.naive_value = of(row.naive);
    metric.greatest = [greatest = row.greatest](std::size_t n, const Parameters&) -> Value {
        return Rational(n < 1 ? 0 : greatest(n));
    };
    return metric;
}

}  // namespace

std::vector<Metric> presortedness_metrics() {
    std::vector<Metric> all;
    for (const PresortednessRow& row : presortedness_rows)
        all.push_back(presortedness_metric(row));
    return all;
}

}  // namespace disarray::metrics
