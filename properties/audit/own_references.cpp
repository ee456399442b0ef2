// SPDX-License-Identifier: MIT
#include "properties/audit/own_references.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <fmt/format.h>

#include "base/near_names.hpp"
#include "metrics/top_weighted.hpp"
#include "properties/retrieval/ordering.hpp"

namespace disarray::properties::audit {

namespace {

using formats::Ties;
using retrieval::Conventions;
using retrieval::Grade;

/// Members of one score, the greatest score first.
struct ScoreBlock {
    std::int64_t relevant = 0, others = 0;
};

std::vector<ScoreBlock> score_blocks(const RetrievalCase& instance, Grade relevance_level) {
    std::vector<ScoreBlock> blocks;
    for (const auto& group : ranked_groups(instance, Ties::average)) {
        const auto relevant =
            std::ranges::count_if(group, [&](Grade grade) { return grade >= relevance_level; });
        blocks.push_back({relevant, std::ssize(group) - relevant});
    }
    return blocks;
}

std::int64_t relevant_in_all(const RetrievalCase& instance, Grade relevance_level) {
    const auto is_relevant = [&](Grade grade) { return grade >= relevance_level; };
    return std::ranges::count_if(instance.not_retrieved, is_relevant) +
           std::ranges::count_if(instance.retrieved, is_relevant, grade_of);
}

template <class Number>
Number precisions_of_blocks(const RetrievalCase& instance, Grade relevance_level) {
    Number sum = 0;
    std::int64_t hits = 0, rank = 0;
    for (const ScoreBlock& block : score_blocks(instance, relevance_level)) {
        hits += block.relevant;
        rank += block.relevant + block.others;
        if (instance.cutoff && rank > std::int64_t{*instance.cutoff}) break;
        if (block.relevant > 0) sum += Number(block.relevant) * Number(hits) / Number(rank);
    }
    return sum;
}

const char* const nothing_relevant = "0/0: no relevant document";

Value area_under_curve(const RetrievalCase& instance, const Conventions& conventions, Ties) {
    Integer twice_above = 0, relevant = 0, others = 0;
    for (const ScoreBlock& block : score_blocks(instance, conventions.relevance_level)) {
        twice_above += Integer(block.others) * (2 * relevant + block.relevant);
        relevant += block.relevant;
        others += block.others;
    }
    if (relevant * others == 0) return Value::undefined("0/0: no pair of unlike documents");
    return Rational(twice_above, Integer(2 * relevant * others));
}

/// In the rules of ties that make a difference to it.
template <class Function>
void add_references(std::string_view name, std::initializer_list<std::string_view> ties,
                    const Conventions& conventions, const Function& function,
                    std::vector<RetrievalReference>& all) {
    for (const std::string_view rule : ties) {
        const Ties order = rule == "block" ? Ties::average : choice_named<Ties>(rule, "ties");
        for (const InsteadOfUndefined instead : every_instead) {
            RetrievalReference& reference = all.emplace_back();
            reference.name = name;
            reference.ties = rule;
            reference.conventions = fmt::format("ties={} undefined={}", rule, name_of(instead));
            reference.settings = conventions;
            reference.instead = instead;
            reference.value = instead_of_undefined(
                [function, conventions, order](const RetrievalCase& instance) {
                    return function(instance, conventions, order);
                },
                instead);
        }
    }
}

void require_permutation(const RankPair& pair) {
    for (std::vector<int> sorted : {pair.first, pair.second}) {
        std::ranges::sort(sorted);
        for (std::size_t i = 0; i < sorted.size(); ++i) {
            if (sorted[i] != static_cast<int>(i) + 1)
                throw NoValue("it is defined for permutations only");
        }
    }
}

/// Σ term(a − b) of the ranks as they are sent.
template <class Term>
PairReference sum_over_elements(std::string name, const Term& term) {
    return {std::move(name),
            [term](const RankPair& pair) -> Value {
                Rational sum = 0;
                for (std::size_t i = 0; i < pair.first.size(); ++i) {
                    sum += term(
                        Rational(Integer(pair.first[i]) - pair.second[i], Integer(pair.divisor)));
                }
                return sum;
            },
            false};
}

/// Libraries disagree about ties: without a reference's word on them they are not compared.
Value average_precision_correlation(const RankPair& pair) {
    require_permutation(pair);
    const std::vector<Rank> sigma(pair.first.begin(), pair.first.end());
    const std::vector<Rank> tau(pair.second.begin(), pair.second.end());
    return metrics::tau_ap(sigma, tau);
}

}  // namespace

Value block_average_precision(const RetrievalCase& instance, const Conventions& conventions) {
    const std::int64_t relevant = relevant_in_all(instance, conventions.relevance_level);
    if (relevant == 0) return Value::undefined(nothing_relevant);
    return precisions_of_blocks<Rational>(instance, conventions.relevance_level) /
           Rational(relevant);
}

Bounded bounded_block_average_precision(const RetrievalCase& instance,
                                        const Conventions& conventions) {
    const std::int64_t relevant = relevant_in_all(instance, conventions.relevance_level);
    return precisions_of_blocks<Bounded>(instance, conventions.relevance_level) / Bounded(relevant);
}

std::vector<RetrievalReference> own_retrieval_references(std::string_view name,
                                                         const Conventions& conventions) {
    std::vector<RetrievalReference> all;
    if (name == "AUC") {
        // Half for a tied pair is the mean over the orders, and the area under straight lines.
        add_references(name, {"average", "block"}, conventions, area_under_curve, all);
    }
    return all;
}

std::vector<PairReference> own_pair_references() {
    return {
        sum_over_elements("footrule", [](const Rational& d) { return abs(d); }),
        sum_over_elements("spearman-distance", [](const Rational& d) { return d * d; }),
        sum_over_elements("hamming", [](const Rational& d) { return Rational(d == 0 ? 0 : 1); }),
        {"tau-ap", average_precision_correlation, true}};
}

}  // namespace disarray::properties::audit
