// SPDX-License-Identifier: MIT
//
// GT's identity of indiscernibles (Def 4): M(·,ρ) is injective for every ρ. And the distance that a
// metric of one ranking induces (GT 6.6, Prop 6.4): |M(σ) − M(τ)|, which has the triangle
// inequality whatever M is and fails only by being 0 for σ ≠ τ.
//
// Both are decided by sorting: one column of n! values for each ρ, in which equal values share a
// level. That matters for dcg: its first two equal values are at n = 7, where 1/log₂2, 1/log₂4 and
// 1/log₂8 are rational multiples of each other, and S_7 has 10¹¹ triples. The least violation in a
// column is one of the pairs that are the first two of their level in the order of witnesses, so
// that it, too, is found without trying pairs.
#include <algorithm>
#include <optional>
#include <utility>

#include "properties/families/families.hpp"
#include "properties/levels.hpp"
#include "properties/outcome.hpp"
#include "ranking/enumeration.hpp"
#include "ranking/inversions.hpp"

namespace disarray::properties {

namespace {

/// S_n in the order of witnesses, and where each permutation is in it.
class SymmetricGroup {
public:
    explicit SymmetricGroup(std::size_t n)
        : permutations_(permutations_in_witness_order(n)), place_(permutations_.size()) {
        for (std::size_t i = 0; i < permutations_.size(); ++i)
            place_[lexicographic_rank_64(permutations_[i])] = i;
    }

    std::size_t size() const { return permutations_.size(); }
    const Permutation& operator[](std::size_t i) const { return permutations_[i]; }
    std::size_t place(const Permutation& sigma) const {
        return place_[lexicographic_rank_64(sigma)];
    }

private:
    std::vector<Permutation> permutations_;
    std::vector<std::size_t> place_;  ///< by lexicographic rank
};

/// Makes a violating pair σ, τ, and the reference ρ of its column, a case.
using CaseOf = std::function<Case(Permutation sigma, Permutation tau, const Permutation& rho)>;

/// The level of a permutation in a column, by its place in the group; "undefined", a value of its
/// own, has the level after the last.
using LevelOf = std::function<std::size_t(std::size_t place)>;

/// Keeps the least violation of a column, if it is less than the one that is known.
void keep_least(const SymmetricGroup& group, const Permutation& rho, const LevelOf& level,
                const CaseOf& case_of, std::optional<Case>& least) {
    // Of a level only the first two places matter: no others have fewer inversions together.
    std::vector<std::optional<std::size_t>> first_of_level(group.size() + 1);
    std::vector<bool> has_two(group.size() + 1, false);
    for (std::size_t place = 0; place < group.size(); ++place) {
        const std::size_t at = level(place);
        if (has_two[at]) continue;
        auto& first = first_of_level[at];
        if (!first) {
            first = place;
            continue;
        }
        has_two[at] = true;
        const auto [sigma, tau] = std::minmax(group[*first], group[place]);
        Case found = case_of(sigma, tau, rho);
        if (!least || compare(found, *least) < 0) least = std::move(found);
    }
}

Levels column(const Subject& m, const Case& setting, const SymmetricGroup& group,
              const Permutation& rho) {
    std::vector<Value> values;
    values.reserve(group.size());
    for (std::size_t i = 0; i < group.size(); ++i)
        values.push_back(m(group[i], rho, setting.weighting));
    return levels(values);
}

std::size_t level_of(const Levels& column, std::size_t place) {
    return column.of[place].value_or(column.count);
}

/// Ordered pairs of different rankings, and those that are left open.
void count_pairs(const Levels& column, std::uint64_t times, Sweep::Found& found) {
    const std::uint64_t rankings = column.of.size();
    found.applicable += times * rankings * (rankings - 1);
    found.undecided += times * 2 * column.undecided;
}

/// ρ = id, where the metric ignores ρ. (Any other would add inversions to a witness.)
Sweep::Found one_column(const Subject& m, const Case& setting, std::size_t n, std::uint64_t times,
                        const CaseOf& case_of) {
    const SymmetricGroup group(n);
    const auto id = Permutation::identity(n);
    const Levels values = column(m, setting, group, id);
    Sweep::Found found;
    count_pairs(values, times, found);
    keep_least(
        group, id, [&](std::size_t place) { return level_of(values, place); }, case_of,
        found.least);
    return found;
}

Sweep::Found all_columns(const Subject& m, const Case& setting, std::size_t n,
                         const CaseOf& case_of) {
    const SymmetricGroup group(n);
    Sweep::Found found;
    for (std::size_t r = 0; r < group.size(); ++r) {
        const Levels values = column(m, setting, group, group[r]);
        count_pairs(values, 1, found);
        keep_least(
            group, group[r], [&](std::size_t place) { return level_of(values, place); }, case_of,
            found.least);
    }
    return found;
}

/// In the literal frame M(σ,ρ) = M(σρ⁻¹): every column is the first one, rearranged.
Sweep::Found rearranged_columns(const Subject& m, const Case& setting, std::size_t n,
                                const CaseOf& case_of) {
    const SymmetricGroup group(n);
    const Levels values = column(m, setting, group, Permutation::identity(n));
    Sweep::Found found;
    count_pairs(values, group.size(), found);
    for (std::size_t r = 0; r < group.size(); ++r) {
        const Permutation& rho = group[r];
        if (r > 0 && !found.least) break;  // nothing is equal in any column
        // ρ comes with more and more inversions, to which σ ≠ τ add one or more.
        if (r > 0 && inversion_count(rho) + 1 > inversions_of_all(*found.least)) break;
        const Permutation inverse = rho.inverse();
        keep_least(
            group, rho,
            [&](std::size_t place) {
                return level_of(values, group.place(compose(group[place], inverse)));
            },
            case_of, found.least);
    }
    return found;
}

/// The rankings of a case are σ, τ and the ρ of the column.
Sweep::Found sweep_indiscernibles(const Subject& m, const Case& setting, std::size_t n) {
    const CaseOf case_of = [&](Permutation sigma, Permutation tau, const Permutation& rho) {
        Case found = setting;
        found.rankings = {std::move(sigma), std::move(tau), rho};
        return found;
    };
    if (m.frame() == metrics::Frame::literal) return rearranged_columns(m, setting, n, case_of);
    if (m.metric().ignores_reference) return one_column(m, setting, n, factorial_64(n), case_of);
    return all_columns(m, setting, n, case_of);
}

/// The rankings of a case are σ and τ.
Sweep::Found sweep_induced(const Subject& m, const Case& setting, std::size_t n) {
    return one_column(m, setting, n, 1,
                      [&](Permutation sigma, Permutation tau, const Permutation&) {
                          Case found = setting;
                          found.rankings = {std::move(sigma), std::move(tau)};
                          return found;
                      });
}

Outcome identity_of_indiscernibles(const Subject& m, const Case& c) {
    if (c.rankings[0] == c.rankings[1]) return does_not_apply("σ = τ");
    const Permutation& rho = c.rankings[2];
    return different({"M(σ,ρ)", m(c.rankings[0], rho, c.weighting)},
                     {"M(τ,ρ)", m(c.rankings[1], rho, c.weighting)});
}

Outcome induced_distance(const Subject& m, const Case& c) {
    if (c.rankings[0] == c.rankings[1]) return does_not_apply("σ = τ");
    return different({"M(σ)", m(c.rankings[0], c.weighting)},
                     {"M(τ)", m(c.rankings[1], c.weighting)});
}

/// S_7 has 5040 values, S_8 all that is held at once; in the columns of n! references, 5!².
Sweep sweep_of(Sweep::Found (*run)(const Subject&, const Case&, std::size_t)) {
    Sweep sweep;
    sweep.run = run;
    sweep.exhaustive_n = [](const metrics::Metric& m) { return m.ignores_reference ? 7 : 4; };
    sweep.most_n = [](const metrics::Metric& m) { return m.ignores_reference ? 8 : 5; };
    return sweep;
}

}  // namespace

std::vector<Property> injectivity_laws() {
    Property indiscernibles =
        unweighted_law("identity-of-indiscernibles", "M(σ,ρ) = M(τ,ρ) only if σ = τ", "GT Def 4", 3,
                       identity_of_indiscernibles);
    indiscernibles.sweep = sweep_of(sweep_indiscernibles);

    Property induced =
        unweighted_law("induced-distance", "|M(σ) − M(τ)| is a distance: M(σ) = M(τ) only if σ = τ",
                       "GT 6.6, Prop 6.4", 2, induced_distance);
    induced.sweep = sweep_of(sweep_induced);
    induced.why_not = [](const metrics::Metric& metric) -> std::optional<std::string> {
        if (metric.ignores_reference) return std::nullopt;
        return "it is about metrics of one ranking, and M(σ,τ) depends on τ";
    };
    return {std::move(indiscernibles), std::move(induced)};
}

}  // namespace disarray::properties
