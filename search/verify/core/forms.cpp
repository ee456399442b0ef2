// SPDX-License-Identifier: MIT
//
// The definitions of the distances, as forms in the variables D_ij.
#include <algorithm>
#include <set>

#include "core.hpp"

namespace disarray::verify {

int twice(Functional functional, int i, int rank_i, int j, int rank_j) {
    const bool inverted = (i < j) == (rank_i > rank_j);
    const auto is_passed = [low = std::min(i, rank_i), high = std::max(i, rank_i)](int place) {
        return low < high && low <= place && place <= high;
    };
    switch (functional) {
        case Functional::kendall:
            return inverted && i < j ? 2 : 0;
        case Functional::prefix:
            return !inverted ? 0 : j < i ? 2 : -2;
        case Functional::prefix_sym:
            return !inverted ? 0 : j < i ? 1 : -1;
        case Functional::interval:
            return is_passed(rank_j) ? 2 : 0;
        case Functional::box:
            return int{is_passed(rank_j)} + int{is_passed(j)};
    }
    return 0;
}

namespace {

/// p̄_i(σ): the mean cost of the swaps from position i to σ(i).
Number mean_cost(const Claim& claim, int i, int to) {
    if (claim.swap_costs.empty() || (i == to && !claim.local_fixed_points)) return 1;
    // Costs first … last−1 (from 0): those passed on the way, or those beside a fixed point.
    const int first = i == to ? std::max(0, i - 1) : std::min(i, to);
    const int last = i == to ? std::min(claim.n - 1, i + 1) : std::max(i, to);
    Number sum;
    for (int k = first; k < last; ++k)
        sum += claim.swap_costs.at(static_cast<std::size_t>(k));
    return sum * Number(1, last - first);
}

/// The coefficient times twice/2, in whole numbers times twice.
Number times(const Number& coefficient, int twice) {
    return coefficient * (twice % 2 == 0 ? Number(twice / 2) : Number(twice, 2));
}
Whole times(Whole coefficient, int twice) {
    return coefficient * twice;
}

template <class C>
C read_coefficient(const Claim& claim, const Number& coefficient) {
    if constexpr (std::is_same_v<C, Number>) {
        return coefficient;
    } else {
        return (coefficient * Number(claim.scale)).whole();
    }
}

/// The functionals of one σ, whose elements the forms call by their labels.
template <class C>
class Rows {
public:
    Rows(const Claim& claim, const Ranks& sigma, const Ranks& label)
        : factors_(claim.factors), sigma_(sigma), label_(label) {}

    /// Adds row i of the functional, times the coefficient, to `form`.
    void add(const C& coefficient, Functional functional, int i, std::vector<C>& form) const {
        for (int j = 0; j < sigma_.size(); ++j) {
            const int count = j == i ? 0 : twice(functional, i, sigma_[i], j, sigma_[j]);
            if (count == 0) continue;
            C product = times(coefficient, count);
            if constexpr (std::is_same_v<C, Number>) {
                if (!factors_.empty()) {
                    if (factor(i).sign() == 0 || factor(j).sign() == 0) continue;
                    product = product * factor(i) * factor(j);
                }
            }
            form[pair_place(sigma_.size(), label_[i], label_[j])] += product;
        }
    }

    void add_all(const C& coefficient, Functional functional, std::vector<C>& form) const {
        for (int i = 0; i < sigma_.size(); ++i)
            add(coefficient, functional, i, form);
    }

    void append(const C& coefficient, Functional functional,
                std::vector<std::vector<C>>& forms) const {
        for (int i = 0; i < sigma_.size(); ++i) {
            std::vector<C> form(pair_count(sigma_.size()));
            add(coefficient, functional, i, form);
            if (!vanishes(form)) forms.push_back(std::move(form));
        }
    }

private:
    const Number& factor(int i) const { return factors_[std::size_t(i)][std::size_t(sigma_[i])]; }

    const std::vector<std::vector<Number>>& factors_;
    const Ranks sigma_;
    const Ranks& label_;
};

/// Adds to `kinds` those functionals that count all pairs which the terms count in σ, or in σ⁻¹:
/// F[prefix] has the pairs of K, F[box] has those of F[interval].
void add_kinds(const Expression& terms, bool inverse, std::set<Functional>& kinds) {
    using enum Functional;
    for (const Term& term : terms) {
        add_kinds(term.inside, inverse, kinds);
        if (!term.inside.empty()) continue;
        if (term.inverse == inverse || term.functional == prefix_sym) {
            const bool is_box = term.functional == box || term.functional == interval;
            kinds.insert(is_box ? term.functional : kendall);
        }
    }
    if (kinds.contains(box)) kinds.erase(interval);
}

}  // namespace

std::size_t pair_place(int n, int i, int j) {
    const auto [low, high] = std::minmax(i, j);
    return static_cast<std::size_t>(low * (2 * n - low - 1) / 2 + high - low - 1);
}

std::vector<std::vector<Number>> factors(const Claim& claim) {
    std::vector<std::vector<Number>> table;
    if (claim.weights.empty() && claim.swap_costs.empty()) return table;
    for (int i = 0; i < claim.n; ++i) {
        const Number weight = claim.weights.empty() ? 1 : claim.weights.at(std::size_t(i));
        table.emplace_back();
        for (int to = 0; to < claim.n; ++to)
            table.back().push_back(weight * mean_cost(claim, i, to));
    }
    return table;
}

Counted::Counted(const Claim& claim, const Expression& terms) {
    for (const bool inverse : {false, true}) {
        std::set<Functional> kinds;
        add_kinds(terms, inverse, kinds);
        kinds_[inverse].assign(kinds.begin(), kinds.end());
    }
    for (int i = 0; i < claim.n; ++i)
        for (int to = 0; to < claim.n; ++to)
            counts_[std::size_t(i)][std::size_t(to)] =
                claim.factors.empty() || claim.factors[std::size_t(i)][std::size_t(to)].sign() != 0;
}

bool Counted::has_none(const Ranks& sigma) const {
    const auto size = static_cast<std::size_t>(sigma.size());
    if (!has_none({sigma.data(), size}, kinds_[0])) return false;
    if (kinds_[1].empty()) return true;
    std::array<int, max_n> inverted{};
    for (int i = 0; i < sigma.size(); ++i)
        inverted[std::size_t(sigma[i])] = i;
    return has_none({inverted.data(), size}, kinds_[1]);
}

bool Counted::has_none(std::span<const int> ranks, const std::vector<Functional>& kinds) const {
    std::array<std::size_t, max_n> elements{};  // those whose factor is not 0
    std::size_t size = 0;
    for (std::size_t i = 0; !kinds.empty() && i < ranks.size(); ++i)
        if (counts_[i][std::size_t(ranks[i])]) elements[size++] = i;
    for (std::size_t a = 0; a < size; ++a)
        for (std::size_t b = 0; b < size; ++b) {
            const std::size_t i = elements[a], j = elements[b];
            for (const Functional kind : kinds)
                if (a != b && twice(kind, int(i), ranks[i], int(j), ranks[j]) != 0) return false;
        }
    return true;
}

template <class C>
FormsIn<C> forms(const Claim& claim, const Expression& expression, const Ranks& sigma,
                 const Ranks& label) {
    const Rows<C> plain(claim, sigma, label), inverted(claim, inverse(sigma), label);
    FormsIn<C> sum{std::vector<C>(pair_count(sigma.size()))};
    for (const Term& term : expression) {
        const Rows<C>& rows = term.inverse ? inverted : plain;
        const C coefficient = read_coefficient<C>(claim, term.coefficient);
        if (!term.inside.empty()) {
            std::vector<C> form(pair_count(sigma.size()));
            for (const Term& inner : term.inside) {
                (inner.inverse ? inverted : plain)
                    .add_all(read_coefficient<C>(claim, term.coefficient * inner.coefficient),
                             inner.functional, form);
            }
            if (!vanishes(form)) sum.absolute.push_back(std::move(form));
        } else if (term.functional == Functional::prefix) {
            rows.append(coefficient, term.functional, sum.absolute);
        } else if (term.functional == Functional::prefix_sym) {
            rows.append(coefficient, term.functional, sum.absolute);
            (term.inverse ? plain : inverted).append(coefficient, term.functional, sum.absolute);
        } else {
            rows.add_all(coefficient, term.functional, sum.linear);
        }
    }
    return sum;
}
template Forms forms(const Claim&, const Expression&, const Ranks&, const Ranks&);
template FormsIn<Whole> forms(const Claim&, const Expression&, const Ranks&, const Ranks&);

}  // namespace disarray::verify
