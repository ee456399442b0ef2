// SPDX-License-Identifier: MIT
#include "properties/generators/permutations.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "ranking/inversions.hpp"

namespace disarray::properties::generators {

namespace {

std::vector<Rank> ranks_of(const Permutation& sigma) {
    return {sigma.ranks().begin(), sigma.ranks().end()};
}

std::vector<Rank> ranks_in_order(std::size_t n) {
    std::vector<Rank> ranks(n);
    std::iota(ranks.begin(), ranks.end(), Rank{0});
    return ranks;
}

}  // namespace

Permutation uniform_permutation(Draw& draw, std::size_t n) {
    std::vector<Rank> ranks = ranks_in_order(n);
    draw.shuffle(ranks);
    return Permutation::from_ranks_unchecked(std::move(ranks));
}

namespace {

Permutation identity(Draw&, std::size_t n) {
    return Permutation::identity(n);
}

Permutation reversal(Draw&, std::size_t n) {
    return Permutation::reversal(n);
}

/// Element i gets rank i+k modulo n, k ≠ 0 if n > 1.
Permutation rotation(Draw& draw, std::size_t n) {
    std::vector<Rank> ranks = ranks_in_order(n);
    if (n > 1) {
        const auto shift = static_cast<std::ptrdiff_t>(draw.between(1, n - 1));
        std::rotate(ranks.begin(), ranks.begin() + shift, ranks.end());
    }
    return Permutation::from_ranks_unchecked(std::move(ranks));
}

/// Two elements of σ, as a rule different, exchange their ranks.
Permutation with_random_swap(Draw& draw, const Permutation& sigma) {
    std::vector<Rank> ranks = ranks_of(sigma);
    const std::size_t first = draw.below(ranks.size());
    std::swap(ranks[first], ranks[draw.below(ranks.size())]);
    return Permutation::from_ranks_unchecked(std::move(ranks));
}

Permutation one_swap(Draw& draw, std::size_t n) {
    std::vector<Rank> ranks = ranks_in_order(n);
    if (n > 1) {
        const std::size_t first = draw.below(n - 1);
        std::swap(ranks[first], ranks[draw.between(first + 1, n - 1)]);
    }
    return Permutation::from_ranks_unchecked(std::move(ranks));
}

Permutation direct(Draw& draw, std::size_t n) {
    if (n < 2) return Permutation::identity(n);
    const std::size_t first = draw.between(1, n - 1);
    const Permutation sigma = uniform_permutation(draw, first);
    return direct_sum(sigma, uniform_permutation(draw, n - first));
}

/// The first elements behind all the others: ranks n−k+1..n, then 1..n−k.
Permutation skew(Draw& draw, std::size_t n) {
    if (n < 2) return Permutation::identity(n);
    const std::size_t first = draw.between(1, n - 1);
    std::vector<Rank> ranks = ranks_of(uniform_permutation(draw, first));
    for (Rank& rank : ranks)
        rank += static_cast<Rank>(n - first);
    const Permutation rest = uniform_permutation(draw, n - first);
    ranks.insert(ranks.end(), rest.ranks().begin(), rest.ranks().end());
    return Permutation::from_ranks_unchecked(std::move(ranks));
}

/// Neighbouring elements exchange their ranks.
Permutation with_adjacent_swap(Draw& draw, const Permutation& sigma) {
    std::vector<Rank> ranks = ranks_of(sigma);
    if (ranks.size() > 1) {
        const std::size_t place = draw.below(ranks.size() - 1);
        std::swap(ranks[place], ranks[place + 1]);
    }
    return Permutation::from_ranks_unchecked(std::move(ranks));
}

Permutation near_identity(Draw& draw, std::size_t n) {
    Permutation sigma = Permutation::identity(n);
    const std::size_t steps = draw.between(1, 2 + n / 3);
    for (std::size_t step = 0; step < steps; ++step)
        sigma = with_adjacent_swap(draw, sigma);
    return sigma;
}

/// A random matching of some of the elements, each pair exchanged.
Permutation involution(Draw& draw, std::size_t n) {
    std::vector<Rank> elements = ranks_in_order(n);
    draw.shuffle(elements);
    std::vector<Rank> ranks = ranks_in_order(n);
    const std::size_t pairs = n < 2 ? 0 : draw.between(1, n / 2);
    for (std::size_t k = 0; k < pairs; ++k) {
        std::swap(ranks[elements[2 * k]], ranks[elements[2 * k + 1]]);
    }
    return Permutation::from_ranks_unchecked(std::move(ranks));
}

/// A direct sum of reversals.
Permutation layered(Draw& draw, std::size_t n) {
    Permutation sigma;
    while (sigma.size() < n) {
        sigma = direct_sum(sigma, Permutation::reversal(draw.between(1, n - sigma.size())));
    }
    return sigma;
}

struct Structure {
    std::string_view name;
    std::size_t weight;  ///< of the uniform ones half as many as of all others together
    Permutation (*draw)(Draw&, std::size_t n);
};

constexpr Structure structures[] = {
    {"uniform", 5, uniform_permutation},
    {"identity", 1, identity},
    {"reversal", 1, reversal},
    {"rotation", 1, rotation},
    {"swap", 1, one_swap},
    {"direct sum", 1, direct},
    {"skew sum", 1, skew},
    {"near identity", 2, near_identity},
    {"involution", 1, involution},
    {"layered", 1, layered},
};

const Structure& random_structure(Draw& draw) {
    std::size_t total = 0;
    for (const Structure& structure : structures)
        total += structure.weight;
    std::size_t place = draw.below(total);
    const Structure* chosen = std::begin(structures);
    while (place >= chosen->weight)
        place -= (chosen++)->weight;
    return *chosen;
}

/// One to three moves: a swap of neighbours in elements or in rank, or of any two.
Permutation moved(Draw& draw, Permutation sigma) {
    const std::size_t moves = draw.between(1, 3);
    for (std::size_t move = 0; move < moves; ++move) {
        switch (draw.below(3)) {
            case 0:
                sigma = with_adjacent_swap(draw, sigma);
                break;
            case 1:
                sigma = with_adjacent_swap(draw, sigma.inverse()).inverse();
                break;
            default:
                sigma = with_random_swap(draw, sigma);
        }
    }
    return sigma;
}

constexpr std::string_view ranking_relation_names[] = {"independent", "few moves", "identity",
                                                       "equal", "reversed"};

/// A ranking after σ, and its labels appended.
Permutation next_ranking(Draw& draw, const Permutation& sigma, std::vector<std::string>& labels) {
    constexpr std::size_t relation_of[] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 3, 4};  // weights 4 4 1 1 1
    const std::size_t relation = relation_of[draw.below(std::size(relation_of))];
    labels.push_back(label("next ranking", ranking_relation_names[relation]));
    switch (relation) {
        case 1:
            return moved(draw, sigma);
        case 2:
            return Permutation::identity(sigma.size());
        case 3:
            return sigma;
        case 4:
            return compose(Permutation::reversal(sigma.size()), sigma);
        default:
            break;
    }
    auto [tau, tau_labels] = draw_permutation(draw, sigma.size());
    labels.insert(labels.end(), tau_labels.begin(), tau_labels.end());
    return tau;
}

}  // namespace

std::vector<std::string_view> permutation_structures() {
    std::vector<std::string_view> names;
    for (const Structure& structure : structures)
        names.push_back(structure.name);
    return names;
}

std::vector<std::string_view> ranking_relations() {
    return {std::begin(ranking_relation_names), std::end(ranking_relation_names)};
}

Labelled<Permutation> draw_permutation(Draw& draw, std::size_t n) {
    const Structure& structure = random_structure(draw);
    return {structure.draw(draw, n), {label("ranking", structure.name)}};
}

Labelled<std::vector<Permutation>> draw_rankings(Draw& draw, std::size_t count, std::size_t n) {
    Labelled<std::vector<Permutation>> drawn;
    if (count == 0) return drawn;
    auto [first, labels] = draw_permutation(draw, n);
    drawn.labels = std::move(labels);
    drawn.value.push_back(std::move(first));
    while (drawn.value.size() < count) {
        drawn.value.push_back(next_ranking(draw, drawn.value.back(), drawn.labels));
    }
    return drawn;
}

std::vector<Permutation> with_an_inversion_undone(const Permutation& sigma) {
    std::vector<Permutation> simpler;
    for (const auto& [i, j] : inversions(sigma)) {
        std::vector<Rank> ranks = ranks_of(sigma);
        std::swap(ranks[i], ranks[j]);
        simpler.push_back(Permutation::from_ranks_unchecked(std::move(ranks)));
    }
    return simpler;
}

}  // namespace disarray::properties::generators
