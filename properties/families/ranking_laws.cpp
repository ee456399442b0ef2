// SPDX-License-Identifier: MIT
//
// What GT asks of every evaluation metric: that it is best at equality and worst at the reversal
// (Def 15, App. A), what it makes of swaps (Defs 8, 9) and of k (Def 10), and whether it is a
// distance (Def 11) or a linear map makes it one (Def 12). GT has no weights, so all are asked with
// w = δ = D = 1. GT's m(id,σ) is M(σ,id) here: it writes the reference first. "Better" is read by
// kind, greater for a similarity and less for a distance, except where GT's inequality is printed.
// A metric that ignores its reference is asked too: M(σ,τ) = M(σ) is a function of two rankings.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "properties/append.hpp"
#include "properties/families/families.hpp"
#include "properties/outcome.hpp"

namespace disarray::properties {

namespace {

/// How much an outcome says of a law of several parts: one part that fails settles it.
int severity_of(Outcome::Kind kind) {
    switch (kind) {
        case Outcome::Kind::holds:
            return 0;
        case Outcome::Kind::does_not_apply:
            return 1;
        case Outcome::Kind::undecided:
            return 2;
        case Outcome::Kind::violated:
            return 3;
    }
    return 3;
}

/// The first part that fails; if none does, one that is undecided or does not apply; else the
/// first. What follows a failure is not evaluated.
template <class... Parts>
Outcome all_of(const Parts&... parts) {
    std::optional<Outcome> worst;
    const auto look_at = [&](const auto& part) {
        Outcome outcome = part();
        if (!worst || severity_of(outcome.kind) > severity_of(worst->kind))
            worst = std::move(outcome);
        return !worst->is_violated();
    };
    static_cast<void>((look_at(parts) && ...));
    return *worst;
}

Outcome named(std::string_view law, Outcome outcome) {
    outcome.explanation = fmt::format("{}: {}", law, outcome.explanation);
    return outcome;
}

// --- equality and reversal --------------------------------------------------------------------

Outcome not_better(const Subject& m, const Side& a, const Side& b) {
    return m.metric().kind == metrics::Kind::similarity ? at_most(a, b) : at_most(b, a);
}

Outcome worse(const Subject& m, const Side& a, const Side& b) {
    return m.metric().kind == metrics::Kind::similarity ? less(a, b) : less(b, a);
}

Outcome same_at_equality(const Subject& m, const Case& c) {
    return equal({"M(σ,σ)", between(m, c, 0, 0)}, {"M(τ,τ)", between(m, c, 1, 1)});
}

Outcome best_at_equality(const Subject& m, const Case& c) {
    return all_of(
        [&] {
            return not_better(m, {"M(σ,τ)", between(m, c, 0, 1)}, {"M(τ,τ)", between(m, c, 1, 1)});
        },
        [&] { return same_at_equality(m, c); });
}

Outcome best_only_at_equality(const Subject& m, const Case& c) {
    if (c.rankings[0] == c.rankings[1]) return does_not_apply("σ = τ");
    return worse(m, {"M(σ,τ)", between(m, c, 0, 1)}, {"M(τ,τ)", between(m, c, 1, 1)});
}

Outcome maximal_agreement(const Subject& m, const Case& c) {
    return all_of(
        [&] {
            return at_most({"M(σ,τ)", between(m, c, 0, 1)}, {"M(τ,τ)", between(m, c, 1, 1)});
        },
        [&] { return same_at_equality(m, c); });
}

/// Def 15 asks for one number below all values of S_n. Finitely many values always have one, so
/// all that can fail is that there is a value: a division by 0. (One bound for every n cannot be
/// asked of single cases.)
Outcome minimal_agreement(const Subject& m, const Case& c) {
    // No reason is given: the two evaluation paths may each have words of their own for it.
    if (!between(m, c, 0, 1).is_defined()) return {Outcome::Kind::violated, "M(σ,τ) has no value"};
    return {Outcome::Kind::holds, "M(σ,τ) has a value"};
}

/// App. A asks which ranking is the "inverse" of τ; this is the one it calls furthest: "ordering
/// first the last elements and last the first".
Outcome worst_at_reversal(const Subject& m, const Case& c) {
    const Permutation reversed = compose(Permutation::reversal(c.n()), c.rankings[1]);
    return not_better(m, {"M(τ reversed,τ)", m(reversed, c.rankings[1], c.weighting)},
                      {"M(σ,τ)", between(m, c, 0, 1)});
}

Outcome maximum_independent_of_n(const Subject& m, const Case& c) {
    if (!c.rankings[0].is_identity()) return does_not_apply("σ is not the identity");
    const Permutation longer = Permutation::identity(c.n() + 1);
    return equal({fmt::format("M(id_{0},id_{0})", c.n()), between(m, c, 0, 0)},
                 {fmt::format("M(id_{0},id_{0})", c.n() + 1), m(longer, longer, Weighting{})});
}

// --- swaps ------------------------------------------------------------------------------------

/// The swap (i j), i < j, counted from 0.
using Swap = std::pair<std::size_t, std::size_t>;

std::size_t width(const Swap& swap) {
    return swap.second - swap.first;
}

std::optional<Swap> swap_of(const Permutation& sigma) {
    const std::size_t n = sigma.size();
    std::size_t i = 0;
    while (i < n && sigma[i] == i)
        ++i;
    if (i == n || sigma != transposition(i, sigma[i], n)) return std::nullopt;
    return Swap(i, sigma[i]);
}

/// Pairs (i j), (k l) of one width with i < k; `apart` asks for j < k too.
std::vector<std::array<Swap, 2>> swap_pairs(std::size_t n, bool apart) {
    std::vector<std::array<Swap, 2>> pairs;
    for (std::size_t d = 1; d < n; ++d) {
        for (std::size_t i = 0; i + d < n; ++i) {
            for (std::size_t k = i + (apart ? d : 0) + 1; k + d < n; ++k)
                pairs.push_back({Swap(i, i + d), Swap(k, k + d)});
        }
    }
    return pairs;
}

Domain domain_of_swap_pairs(std::string_view words, bool apart) {
    Domain domain;
    domain.words = words;
    domain.count = [apart](std::size_t n) { return swap_pairs(n, apart).size(); };
    domain.at = [apart](std::size_t n, std::uint64_t index) {
        const auto [first, second] = swap_pairs(n, apart)[index];
        return std::vector<Permutation>{transposition(first.first, first.second, n),
                                        transposition(second.first, second.second, n)};
    };
    return domain;
}

/// Compares M((i j),id) with M((k l),id).
Outcome compare_swaps(const Subject& m, const Case& c, bool apart,
                      Outcome (*relation)(const Side&, const Side&)) {
    const auto first = swap_of(c.rankings[0]);
    const auto second = swap_of(c.rankings[1]);
    if (!first || !second || width(*first) != width(*second)) {
        return does_not_apply("σ and τ are not two swaps of one width");
    }
    if (apart && first->second >= second->first) return does_not_apply("not i < j < k < l");
    const auto formula = [](const Swap& swap) {
        return fmt::format("M(({} {}),id)", swap.first + 1, swap.second + 1);
    };
    return relation({formula(*first), m(c.rankings[0], c.weighting)},
                    {formula(*second), m(c.rankings[1], c.weighting)});
}

// --- k ----------------------------------------------------------------------------------------

/// Def 10 asks for ε_k that falls to 0 and tries ε_k = 1/k (GT 6.5).
Outcome stability_in_k(const Subject& m, const Case& c) {
    if (!m.parameters().k) return does_not_apply("the relevant elements are given: there is no k");
    const std::size_t k = *m.parameters().k;
    if (k + 1 >= c.n()) return does_not_apply("k + 1 is not below n");
    metrics::Parameters next = m.parameters();
    next.k = k + 1;
    const Value change =
        between(m, c, 0, 1) - m.with_parameters(c.rankings[0], c.rankings[1], c.weighting, next);
    return less({fmt::format("|M@{}(σ,τ) − M@{}(σ,τ)|", k, k + 1), abs(change)},
                {"1/k", Rational(1, Integer(k))});
}

std::optional<std::string> by_k_only(const metrics::Metric& metric) {
    if (metric.takes.k) return std::nullopt;
    return "its value does not depend on k";
}

// --- distances --------------------------------------------------------------------------------

constexpr std::pair<std::size_t, std::size_t> pairs_of_triple[] = {{0, 1}, {1, 2}, {0, 2}};
constexpr std::string_view value_names[] = {"M(σ,τ)", "M(τ,ρ)", "M(σ,ρ)"};

Outcome zero_exactly_at_equality(const Subject& m, const Case& c) {
    const Side side{"M(σ,τ)", between(m, c, 0, 1)};
    return c.rankings[0] == c.rankings[1] ? equal(side, {"0", 0}) : different(side, {"0", 0});
}

Outcome distance(const Subject& m, const Case& c) {
    return all_of([&] { return named("non-negativity", non_negativity(m, c)); },
                  [&] { return named("zero exactly at equality", zero_exactly_at_equality(m, c)); },
                  [&] { return named("symmetry", symmetry(m, c)); },
                  [&] { return named("triangle inequality", triangle_inequality(m, c)); });
}

/// M(σ,σ) = M(τ,τ) = M(ρ,ρ).
Outcome constant_at_equality(const Subject& m, const Case& c) {
    return all_of(
        [&] { return same_at_equality(m, c); },
        [&] {
            return equal({"M(τ,τ)", between(m, c, 1, 1)}, {"M(ρ,ρ)", between(m, c, 2, 2)});
        });
}

/// That M − c has one sign, not 0, wherever two rankings differ.
Outcome one_side_of(const Value& constant, const Subject& m, const Case& c) {
    std::optional<std::pair<Order, Side>> first;
    for (std::size_t p = 0; p < std::size(pairs_of_triple); ++p) {
        const auto [a, b] = pairs_of_triple[p];
        if (c.rankings[a] == c.rankings[b]) continue;
        const Side side{value_names[p], between(m, c, a, b)};
        Outcome outcome = different(side, {"c", constant});
        if (outcome.kind != Outcome::Kind::holds) return outcome;
        const Order order = compare(side.value, constant);
        if (!first) {
            first.emplace(order, side);
        } else if (order != first->first) {
            const auto& [low, high] = order == Order::less ? std::pair(side, first->second)
                                                           : std::pair(first->second, side);
            return {Outcome::Kind::violated,
                    fmt::format("{} = {} < c = {} < {} = {}", low.formula, low.value.to_string(),
                                constant.to_string(), high.formula, high.value.to_string())};
        }
    }
    return {Outcome::Kind::holds, "M is on one side of c"};
}

/// A distance a·M + b is 0 at equality, so that M(σ,σ) is one number c and b = −a·c; a ≠ 0, or the
/// distance would be 0 everywhere. Then a·(M − c) > 0 elsewhere: M − c has the sign of a there, and
/// of a only the sign matters. Triples suffice for "one sign": any two pairs of rankings are linked
/// by triples.
Outcome linear_map_to_distance(const Subject& m, const Case& c) {
    const Value constant = between(m, c, 0, 0);
    const auto from_constant = [&](std::size_t a, std::size_t b) {
        return abs(between(m, c, a, b) - constant);
    };
    if (!constant.is_defined()) return {Outcome::Kind::violated, "M(σ,σ) has no value"};
    return all_of(
        [&] { return named("M(σ,σ) is a constant c", constant_at_equality(m, c)); },
        [&] { return named("M − c has one sign elsewhere", one_side_of(constant, m, c)); },
        [&] { return named("symmetry", symmetry(m, c)); },
        [&] {
            return named("triangle inequality",
                         at_most({"|M(σ,ρ) − c|", from_constant(0, 2)},
                                 {"|M(σ,τ) − c| + |M(τ,ρ) − c|",
                                  from_constant(0, 1) + from_constant(1, 2)}));
        });
}

// ----------------------------------------------------------------------------------------------

std::vector<Property> equality_and_reversal() {
    std::vector<Property> all;
    all.push_back(unweighted_law("best-only-at-equality", "M(σ,τ) is worse than M(τ,τ) for σ ≠ τ",
                                 "GT 6.1", 2, best_only_at_equality));
    all.push_back(unweighted_law("best-at-equality", "M(σ,τ) is not better than M(τ,τ) = M(σ,σ)",
                                 "GT Def 15, read by kind", 2, best_at_equality));
    all.push_back(unweighted_law("maximal-agreement", "M(σ,τ) <= M(τ,τ) = M(σ,σ)", "GT Def 15", 2,
                                 maximal_agreement));
    all.push_back(unweighted_law("minimal-agreement",
                                 "M(σ,τ) has a value, so that the least one is a bound",
                                 "GT Def 15", 2, minimal_agreement));
    all.push_back(unweighted_law("worst-at-reversal", "M(σ,τ) is not worse than M(τ reversed,τ)",
                                 "GT App. A", 2, worst_at_reversal));
    all.push_back(unweighted_law("maximum-independent-of-n", "M(id_n,id_n) = M(id_{n+1},id_{n+1})",
                                 "GT App. A (1)", 1, maximum_independent_of_n));
    all.back().domain = identities();
    return all;
}

std::vector<Property> swaps_and_k() {
    std::vector<Property> all;
    all.push_back(unweighted_law(
        "width-swap-dependence", "M((i j),id) = M((k l),id) for j − i = l − k", "GT Def 8", 2,
        [](const Subject& m, const Case& c) { return compare_swaps(m, c, false, equal); }));
    all.back().domain = domain_of_swap_pairs("every two swaps of one width", false);
    all.push_back(unweighted_law(
        "sensitivity", "M((i j),id) ≠ M((k l),id) for i < j < k < l, j − i = l − k", "GT Def 9", 2,
        [](const Subject& m, const Case& c) { return compare_swaps(m, c, true, different); }));
    all.back().domain =
        domain_of_swap_pairs("every two swaps of one width, one before the other", true);
    all.push_back(unweighted_law("stability", "|M@k(σ,τ) − M@(k+1)(σ,τ)| < 1/k for k + 1 < n",
                                 "GT Def 10 with ε_k = 1/k", 2, stability_in_k));
    all.back().why_not = by_k_only;
    return all;
}

std::vector<Property> distances() {
    std::vector<Property> all;
    all.push_back(unweighted_law("distance",
                                 "M >= 0, M(σ,τ) = 0 exactly if σ = τ, M(σ,τ) = M(τ,σ), "
                                 "M(σ,ρ) <= M(σ,τ) + M(τ,ρ)",
                                 "GT Def 11", 3, distance));
    all.push_back(unweighted_law("linear-map-to-distance", "a·M + b is a distance for some a and b",
                                 "GT Def 12", 3, linear_map_to_distance));
    return all;
}

}  // namespace

std::vector<Property> ranking_laws() {
    std::vector<Property> all;
    for (const auto& part : {equality_and_reversal, swaps_and_k, distances})
        append(all, part());
    return all;
}

}  // namespace disarray::properties
