// SPDX-License-Identifier: MIT
//
// A run held against judgements: for each query what a retrieval metric needs of it, and which
// queries only one of the two files has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/near_names.hpp"
#include "formats/judgements.hpp"
#include "formats/runs.hpp"
#include "metrics/retrieval/judged_list.hpp"

namespace disarray::evaluation {

/// Which queries are evaluated.
enum class QuerySet {
    intersection,  ///< those that are in the run and in the judgements (trec_eval)
    complete,  ///< those that are in the judgements; one without a list has an empty one (trec_eval
               ///< -c)
    union_of_both  ///< those that are in either; one without judgements has no relevant document
};

/// Retrieved documents that are not judged.
enum class Unjudged {
    not_relevant,  ///< have grade 0
    removed        ///< leave the list, and those below move up (trec_eval -J)
};
constexpr auto choices(Unjudged) {
    return std::to_array<Choice<Unjudged>>(
        {{"not-relevant", Unjudged::not_relevant}, {"removed", Unjudged::removed}});
}

// The names are "intersection", "complete", "union"; "not-relevant", "removed". The first of each
// is the default. \throws InputError naming `where` and all names.

struct JudgingOptions {
    formats::RunOptions run;
    QuerySet queries = QuerySet::intersection;
    Unjudged unjudged = Unjudged::not_relevant;
    /// Documents of a list that are looked at; those behind them leave it first (trec_eval -M).
    /// Only where ties have certain ranks: not under Ties::average, best and worst.
    std::uint32_t most_documents = std::numeric_limits<std::uint32_t>::max();
};

struct JudgedQuery {
    std::string name;
    retrieval::JudgedList list;

    friend bool operator==(const JudgedQuery&, const JudgedQuery&) = default;
};

struct JudgedRun {
    std::string file;  ///< as given
    formats::RunFacts facts;
    std::vector<JudgedQuery> queries;        ///< those of the run in its order, then those it lacks
    std::uint64_t documents_not_judged = 0;  ///< of queries that have judgements
    std::vector<std::string> without_judgements;  ///< queries of the run only
    std::vector<std::string> not_in_run;          ///< queries of the judgements only
};

/// One query's list, judged.
/// \param query       index in the judgements; none: nothing is judged
/// \param not_judged  where not null, counts the documents without judgement, if there is a query
retrieval::JudgedList judge(const formats::RankedQuery& ranked,
                            const formats::Judgements& judgements, std::optional<std::size_t> query,
                            const JudgingOptions& options, std::uint64_t* not_judged = nullptr);

/// The same for a whole run, by several threads.
/// \throws InputError as read_run(); and if the query set is empty.
JudgedRun judge(const std::string& run_file, const formats::Judgements& judgements,
                const JudgingOptions& options);

constexpr auto choices(QuerySet) {
    return std::to_array<Choice<QuerySet>>({{"intersection", QuerySet::intersection},
                                            {"complete", QuerySet::complete},
                                            {"union", QuerySet::union_of_both}});
}

}  // namespace disarray::evaluation
