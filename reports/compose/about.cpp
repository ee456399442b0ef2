// SPDX-License-Identifier: MIT
//
// What a reader has to know before the first verdict: what is compared, one drawn example, and what
// the verdicts mean.
#include <fmt/format.h>

#include "base/error.hpp"
#include "metrics/naive.hpp"
#include "reports/compose/sections.hpp"
#include "reports/figures/figures.hpp"

namespace disarray::reports {

namespace {

List terms() {
    return {{
        {strong("σ"),
         plain(" is a ranking of n elements: σ(i) is the rank of element i, 1 the best. "
               "It is compared with 1 2 … n.")},
        {strong("K"),
         plain(" (Kendall) adds up the inverted pairs: those that σ orders otherwise. "),
         strong("F"), plain(" (footrule) adds up how far each element has moved.")},
        {strong("D"), plain(" says how far apart two elements are: a pair counts with D(i,j). "),
         strong("w"), plain(" are weights of elements, "), strong("δ"),
         plain(" costs of neighbouring places. All are 1 unless it is said otherwise.")},
        {strong("A reading"),
         plain(" of F is one way to read the formula of its source with D: prefix, prefix-sym, "
               "interval, box. With D = 1 they are one and the same.")},
    }};
}

/// Ranks 2 3 1, in numbers that are computed here.
FigureBlock example() {
    const std::int64_t ranks[] = {2, 3, 1};
    const Permutation sigma = Permutation::from_ranks(ranks, "the example");
    const Permutation identity = Permutation::identity(sigma.size());
    const Rational k = metrics::naive::kendall(sigma, identity, {});
    const Rational f = metrics::naive::footrule(sigma, identity, {}, metrics::Reading::box);
    std::vector<std::string> moves;
    for (std::size_t i = 0; i < sigma.size(); ++i)
        moves.push_back(std::to_string(sigma[i] > i ? sigma[i] - i : i - sigma[i]));
    return {witness_figure("example", "An example: σ with ranks " + sigma.to_string(), {sigma}, {}),
            fmt::format("A line leads each element from its place in 1 2 3 down to its place in σ. "
                        "Two lines cross for each inverted pair: K = {}. The elements move by {} "
                        "places: F = {}.",
                        k.to_string(), listed(moves), f.to_string())};
}

}  // namespace

List verdict_legend() {
    const std::pair<Verdict, std::string_view> words[] = {
        {Verdict::refuted,
         "a witness, confirmed exactly by a second, naive evaluation when it was found, or, for a "
         "printed figure, another value; or, where a claim says that something fails, a theorem "
         "that it holds"},
        {Verdict::proved,
         "holds for every n: a certificate of that was accepted by disarray-verify, or a theorem "
         "in Coq, which is named, says so"},
        {Verdict::certified,
         "a certificate that a small independent program, disarray-verify, has accepted"},
        {Verdict::exhausted, "every case in the stated scope was decided exactly"},
        {Verdict::supported, "a stated random effort found nothing"},
        {Verdict::undecided, "time or precision ran out, or the tried cases show neither"},
        {Verdict::not_applicable, "the statement makes no sense there"}};
    List legend;
    for (const auto& [verdict, meaning] : words)
        legend.items.push_back({verdict_word(verdict), plain(fmt::format(": {}.", meaning))});
    return legend;
}

bool speaks_of_distances(const Model& model) {
    return !model.results.empty() || !model.claims.empty() || !model.cells.empty() ||
           !model.scatters.empty() || !model.campaigns.empty();
}

Section about_section(const Model& model) {
    Section section{"about", "What is compared", {}};
    if (!speaks_of_distances(model)) return section;
    section.blocks.push_back(terms());
    section.blocks.push_back(example());
    section.blocks.push_back(verdict_legend());
    return section;
}

}  // namespace disarray::reports
