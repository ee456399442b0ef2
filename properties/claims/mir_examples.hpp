// SPDX-License-Identifier: MIT
//
// The worked examples of MIR: two rankings with their judgements, two rankings that are compared,
// and every vector and table that MIR prints of them. They come from a scan: names of documents
// are spoilt in places ("dio3", "dqo3"), and were put together from the slides that repeat them.
// Only documents with a judgement matter, and those stand where the bullets and the tables of
// precision and recall have them. Tables that a later slide repeats are here once.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "metrics/retrieval/judged_list.hpp"
#include "ranking/permutation.hpp"

namespace disarray::properties::mir {

/// A ranked list by its grades.
struct List {
    std::vector<retrieval::Grade> grades;         ///< at rank 1, 2, …; 0: not relevant
    std::vector<retrieval::Grade> not_retrieved;  ///< of judged documents that are not ranked
};

struct Judgement {
    std::string_view document;
    retrieval::Grade grade;  ///< 1 to 3
};

/// A query: the documents in the order of the ranking, and R_q with MIR's graded scores.
struct Query {
    std::string_view name;  ///< "q1"
    std::span<const std::string_view> ranking;
    std::span<const Judgement> judgements;

    /// The grades of the ranking; a document without a judgement has 0.
    List list() const;
};

/// q1 and q2.
std::span<const Query> queries();
/// \param number  1 or 2
const Query& query(std::size_t number);

/// The figures of a vector or of the column of a table, as printed.
using Figures = std::vector<std::string_view>;

/// \param name  "G_1", "DCG_2", "IDCG_1", "NDCG"; the averages are "avg CG", "avg IDCG"; precision
/// at the recalls 0, 10, …, 100 % is "P q1", "P q2", "avg P".
/// \throws UsageError if there is no such vector.
Figures printed(std::string_view name);

/// A document of the table of two rankings, with its positions in R1 and R2.
struct Position {
    std::string_view document;
    std::size_t first, second;
};

/// The ten documents of the Spearman slides; those of the Kendall slides are the first five.
std::span<const Position> positions();
}  // namespace disarray::properties::mir
