// SPDX-License-Identifier: MIT
#include "search/discover/statistics.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "base/text.hpp"
#include "metrics/presortedness.hpp"

namespace disarray::search::discover {

namespace {

using Ranks = std::span<const Rank>;

/// Σ term(|σ(i) − i|, n).
template <class Term>
std::int64_t over_displacements(Ranks sigma, const Term& term) {
    const auto n = static_cast<std::int64_t>(sigma.size());
    std::int64_t sum = 0;
    for (std::int64_t i = 0; i < n; ++i)
        sum += term(std::abs(std::int64_t{sigma[static_cast<std::size_t>(i)]} - i), n);
    return sum;
}

/// Pairs; n is small, and a merge sort would cost more.
std::int64_t pairs_inverted(Ranks sigma) {
    std::int64_t count = 0;
    for (std::size_t j = 1; j < sigma.size(); ++j)
        for (std::size_t i = 0; i < j; ++i)
            count += sigma[i] > sigma[j] ? 1 : 0;
    return count;
}

std::int64_t greatest_displacement(Ranks sigma) {
    std::int64_t most = 0;
    over_displacements(sigma,
                       [&](std::int64_t d, std::int64_t) { return most = std::max(most, d); });
    return most;
}

/// n less the cycles; a bit for each element that a cycle has been through.
std::int64_t transpositions(Ranks sigma) {
    std::uint64_t seen = 0;
    auto count = static_cast<std::int64_t>(sigma.size());
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        if ((seen >> i & 1) != 0) continue;
        --count;
        for (std::size_t at = i; (seen >> at & 1) == 0; at = sigma[at])
            seen |= std::uint64_t{1} << at;
    }
    return count;
}

/// Σ |σ(i) − i| + ⌊n²/2⌋ − Σ |σ(i) − (n − 1 − i)|.
std::int64_t gini(Ranks sigma) {
    const auto n = static_cast<std::int64_t>(sigma.size());
    std::int64_t sum = n * n / 2;
    for (std::int64_t i = 0; i < n; ++i) {
        const std::int64_t rank = sigma[static_cast<std::size_t>(i)];
        sum += std::abs(rank - i) - std::abs(rank - (n - 1 - i));
    }
    return sum;
}

template <std::uint64_t (*measure)(Ranks)>
std::int64_t presortedness(Ranks sigma) {
    return static_cast<std::int64_t>(measure(sigma));
}

std::int64_t one_less(std::int64_t n) {
    return n - 1;
}
std::int64_t half(std::int64_t n) {
    return (n - 1) / 2;
}

std::int64_t pairs(std::int64_t n) {
    return n * (n - 1) / 2;
}
std::int64_t half_square(std::int64_t n) {
    return n * n / 2;
}

const Statistic all_statistics[] = {
    {"kendall", "kendall", pairs_inverted, pairs},
    {"footrule", "footrule[prefix]",
     [](Ranks s) { return over_displacements(s, [](std::int64_t d, std::int64_t) { return d; }); },
     half_square},
    {"hamming", "hamming",
     [](Ranks s) {
         return over_displacements(
             s, [](std::int64_t d, std::int64_t) -> std::int64_t { return d > 0 ? 1 : 0; });
     },
     [](std::int64_t n) { return n < 2 ? 0 : n; }},
    {"cayley", "cayley", transpositions, one_less},
    {"ulam", "ulam",
     [](Ranks s) { return static_cast<std::int64_t>(s.size() - metrics::longest_subsequence(s)); },
     one_less},
    {"spearman-distance", "spearman-distance",
     [](Ranks s) {
         return over_displacements(s, [](std::int64_t d, std::int64_t) { return d * d; });
     },
     [](std::int64_t n) { return n * (n * n - 1) / 3; }},
    {"chebyshev", "chebyshev", greatest_displacement, one_less},
    {"lee", "lee",
     [](Ranks s) {
         return over_displacements(
             s, [](std::int64_t d, std::int64_t n) { return std::min(d, n - d); });
     },
     [](std::int64_t n) { return n * (n / 2); }},
    {"gini", "gini-gamma", gini, [](std::int64_t n) { return n * n / 2 * 2; }},
    {"dis", "dis", presortedness<metrics::dis>, one_less},
    {"runs", "runs", presortedness<metrics::runs>, one_less},
    {"osc", "osc", presortedness<metrics::osc>,
     [](std::int64_t n) { return n < 2 ? 0 : n * n / 2 - n; }},
    {"enc", "enc", presortedness<metrics::enc>, half},
    {"sus", "sus", presortedness<metrics::sus>, one_less},
    {"mono", "mono", presortedness<metrics::mono>, half},
    {"block", "block", presortedness<metrics::block>, one_less},
};

// Twice the distance, since ties count halves.
const Statistic all_tied_statistics[] = {
    {"K0", "kendall-partial", nullptr, pairs, 2},
    {"Kprof", "kendall-profile", nullptr, pairs, 2},
    {"KHaus", "kendall-hausdorff", nullptr, pairs, 2},
    {"Fprof", "footrule-profile", nullptr, half_square, 2},
    {"FHaus", "footrule-hausdorff", nullptr, half_square, 2},
};

/// What else the literature calls them.
constexpr std::pair<std::string_view, std::string_view> other_names[] = {
    {"K", "kendall"},  {"F", "footrule"}, {"inv", "kendall"}, {"ham", "hamming"},
    {"exc", "cayley"}, {"rem", "ulam"},   {"par", "dis"},     {"spearman", "spearman-distance"}};

constexpr std::string_view inverse_mark = "[inverse]";

}  // namespace

std::span<const Statistic> statistics() {
    return all_statistics;
}

std::span<const Statistic> tied_statistics() {
    return all_tied_statistics;
}

std::string Quantity::name() const {
    return std::string(statistic->name) + std::string(inverse ? inverse_mark : "");
}

bool is_symmetric(const Statistic& statistic) {
    constexpr std::string_view others[] = {"runs", "osc", "enc", "mono", "dis"};
    return std::ranges::find(others, statistic.name) == std::end(others);  // of ties: σ, τ alike
}

const Statistic* find_statistic(std::string_view name) {
    for (const auto& [other, usual] : other_names)
        if (name == other) name = usual;
    const auto found = std::ranges::find(all_statistics, name, &Statistic::name);
    if (found != std::end(all_statistics)) return found;
    const auto tied = std::ranges::find(all_tied_statistics, name, &Statistic::name);
    return tied == std::end(all_tied_statistics) ? nullptr : tied;
}

Quantity quantity_named(std::string_view name, std::string_view where) {
    std::string_view bare = name;
    const bool inverse = bare.ends_with(inverse_mark);
    if (inverse) bare.remove_suffix(inverse_mark.size());
    const Statistic* const found = find_statistic(bare);
    if (found != nullptr) return {found, inverse && !is_symmetric(*found)};
    std::vector<std::string_view> known;
    for (const auto& all : {statistics(), tied_statistics()})
        for (const Statistic& statistic : all)
            known.push_back(statistic.name);
    throw InputError(where, in_quotes(name),
                     expected_one_of(bare, known, "disarray discover --help-all"));
}

std::vector<Quantity> quantities_named(std::string_view list, std::string_view where) {
    std::vector<Quantity> all;
    for (bool more = true; more;) {
        const std::size_t comma = list.find(',');
        const Quantity quantity = quantity_named(trimmed(list.substr(0, comma)), where);
        if (std::ranges::find(all, quantity) == all.end()) all.push_back(quantity);
        more = comma != std::string_view::npos;
        if (more) list.remove_prefix(comma + 1);
    }
    return all;
}

Evaluator::Evaluator(std::vector<Quantity> quantities)
    : quantities_(std::move(quantities)), values_(quantities_.size()) {
    any_inverse_ = std::ranges::any_of(quantities_, &Quantity::inverse);
}

std::span<const std::int64_t> Evaluator::operator()(std::span<const Rank> sigma) {
    if (any_inverse_) {
        inverse_.resize(sigma.size());
        for (std::size_t i = 0; i < sigma.size(); ++i)
            inverse_[sigma[i]] = static_cast<Rank>(i);
    }
    for (std::size_t k = 0; k < quantities_.size(); ++k)
        values_[k] = quantities_[k].statistic->value(quantities_[k].inverse ? inverse_ : sigma);
    return values_;
}

}  // namespace disarray::search::discover
