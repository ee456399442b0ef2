// SPDX-License-Identifier: MIT
//
// In what evaluations of one name differ: each convention has a name, an option, and a default that
// is trec_eval's where trec_eval has one.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/near_names.hpp"
#include "exact/rational.hpp"
#include "metrics/retrieval/judged_list.hpp"

namespace disarray::retrieval {

/// What a gain at rank i is multiplied with.
enum class Discount {
    trec,  ///< 1/log₂(i+1)
    mir    ///< 1 at i = 1, 1/log₂ i after it (MIR; Järvelin and Kekäläinen 2002 with base 2)
};

/// What a grade g >= 1 is worth; a grade below 1 is worth 0.
enum class Gain {
    linear,      ///< g
    exponential  ///< 2^g − 1 (Burges et al. 2005)
};
constexpr auto choices(Gain) {
    return std::to_array<Choice<Gain>>(
        {{"linear", Gain::linear}, {"exponential", Gain::exponential}});
}

/// The denominator of precision at cutoff k in a list of fewer than k documents.
enum class ShortLists {
    cutoff,  ///< k: what is missing counts as not relevant
    length   ///< the number of documents retrieved
};
constexpr auto choices(ShortLists) {
    return std::to_array<Choice<ShortLists>>(
        {{"cutoff", ShortLists::cutoff}, {"length", ShortLists::length}});
}

/// The denominator of average precision at cutoff k.
enum class PrecisionsAveraged {
    relevant,  ///< R, the number of relevant documents
    reachable  ///< min(R, k), what a list of k documents can hold
};
constexpr auto choices(PrecisionsAveraged) {
    return std::to_array<Choice<PrecisionsAveraged>>(
        {{"relevant", PrecisionsAveraged::relevant}, {"reachable", PrecisionsAveraged::reachable}});
}

/// How CG and DCG are normalized when several queries are averaged.
enum class Normalization {
    per_query,   ///< the mean of the quotients
    of_averages  ///< the quotient of the means (MIR: NCG[i] and NDCG[i] of a set of queries)
};
constexpr auto choices(Normalization) {
    return std::to_array<Choice<Normalization>>(
        {{"per-query", Normalization::per_query}, {"of-averages", Normalization::of_averages}});
}

/// The least number of relevant documents, of R, at a recall level; and the rank at a multiple of
/// R.
enum class RecallRanks {
    least,    ///< the least h with h/R >= level; the least rank that is at least the multiple
    nearest,  ///< trec_eval 10: the integer nearest to level·R, halves up; multiple·R + 0.9 cut
    nine_tenths,  ///< trec_eval up to 9: level·R + 0.9 cut to an integer, for both
};
constexpr auto choices(RecallRanks) {
    return std::to_array<Choice<RecallRanks>>({{"least", RecallRanks::least},
                                               {"nearest", RecallRanks::nearest},
                                               {"nine-tenths", RecallRanks::nine_tenths}});
}

/// What RBP adds up, and what is left open by documents without judgement.
enum class RankBiased {
    binary,  ///< relevant or not; the residual has the ranks after the list (Moffat and Zobel 2008)
    graded   ///< the grade over the query's greatest (or 1); no residual where all are judged
             ///< (trec_eval)
};
constexpr auto choices(RankBiased) {
    return std::to_array<Choice<RankBiased>>(
        {{"binary", RankBiased::binary}, {"graded", RankBiased::graded}});
}

/// Everything that a metric depends on beside the list and the cutoff.
struct Conventions {
    Grade relevance_level = 1;  ///< >= 1; a document is relevant if its grade is at least that
    Discount discount = Discount::trec;
    Gain gain = Gain::linear;
    ShortLists short_lists = ShortLists::cutoff;
    PrecisionsAveraged precisions_averaged = PrecisionsAveraged::relevant;
    Normalization normalization = Normalization::per_query;
    Rational beta = 1;                             ///< > 0; of F and E
    Rational persistence{Integer(4), Integer(5)};  ///< in (0, 1); p of RBP
    Grade greatest_grade = 1;                      ///< >= 1; of ERR: (2^g − 1)/2^greatest
    RecallRanks recall_ranks = RecallRanks::least;
    RankBiased rank_biased = RankBiased::binary;
    Rational geometric_floor{Integer(1), Integer(100'000)};  ///< > 0; least factor of gm_map
    std::uint64_t collection_size = 0;                       ///< documents there are; of utility
};

/// Grades above this are refused with exponential gains and by ERR: 2^g has to stay a number of
/// reasonable length.
constexpr Grade greatest_exponent = 1000;

// The names are those of the options' values: "trec", "mir"; "linear", "exponential"; "cutoff",
// "length"; "relevant", "reachable"; "per-query", "of-averages". The first of each is the default.
// \throws InputError naming `where` and all names.

constexpr auto choices(Discount) {
    return std::to_array<Choice<Discount>>({{"trec", Discount::trec}, {"mir", Discount::mir}});
}

}  // namespace disarray::retrieval
