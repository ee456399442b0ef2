// SPDX-License-Identifier: MIT
//
// What a report keeps of a document of `disarray evaluate`: runs against relevance judgements. The
// names are those of the document; a number is kept as it was printed and, where it is rational, as
// the number that it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exact/rational.hpp"
#include "record/field.hpp"

namespace disarray::reports {

/// One number of an evaluation.
struct EvaluatedNumber {
    std::string decimal;            ///< as printed: "0.275556", "undefined", "undecided"
    std::string exact;              ///< "62/225", "5/4 + (3/2)/log2(7)", "undefined"
    std::optional<Rational> value;  ///< the exact one, if it is rational
    /// Why there is none, also where the policy for such queries put a number in its place.
    std::string why_undefined;

    /// For drawings only; absent where there is no number.
    std::optional<double> approximate() const;

    DISARRAY_FIELDS_AS("decimal, value, undefined", decimal, exact, why_undefined)
    static constexpr record::Rules rules[] = {{"decimal value undefined", record::words},
                                              {"undefined", record::or_absent}};
};

/// A metric over all queries of a run: the mean, of a count the sum.
struct EvaluatedMetric {
    std::string metric;  ///< "nDCG@10", as it was asked for
    EvaluatedNumber mean;
    std::uint64_t queries = 0;            ///< in the mean
    std::uint64_t undefined_queries = 0;  ///< without a value, in the mean or not
    bool is_count = false;                ///< a sum, no mean
};

/// One query of a run, with a value for each metric.
struct EvaluatedQuery {
    std::string query;
    std::vector<EvaluatedNumber> values;
};

/// A mean at each of some places.
struct EvaluatedCurve {
    struct Point {
        std::string at;  ///< a recall level or a rank
        EvaluatedNumber mean;
    };
    std::string name;  ///< "iP", "CG", …
    std::vector<Point> points;
};

/// Where a query's relevant documents stand.
struct PrecisionRecallPoints {
    struct Point {
        std::uint64_t rank = 0;  ///< from 1
        Rational recall, precision;

        DISARRAY_FIELDS(rank, recall, precision)
    };
    std::string query;
    std::vector<Point> points;  ///< top first
};

struct EvaluatedRun {
    std::string run;   ///< tag, or file where there is none
    std::string name;  ///< the same, with the file where two runs of the document share it
    std::string file, tag;
    std::vector<EvaluatedMetric> metrics;
    std::vector<EvaluatedQuery> queries;
    std::vector<std::pair<std::string, std::string>> conventions;
    std::uint64_t documents = 0;                              ///< lines of the run
    std::optional<std::uint64_t> documents_not_judged;        ///< in queries with judgements
    bool complete = true;                                     ///< false: the file ended too early
    std::vector<std::string> without_judgements, not_in_run;  ///< queries
    std::vector<EvaluatedCurve> curves;                       ///< none unless they were asked for
    std::vector<PrecisionRecallPoints> points;                ///< likewise

    /// Null if there is none of that name.
    const EvaluatedCurve* curve(const std::string& of) const;

    DISARRAY_FIELDS(run, file, tag, documents, documents_not_judged, complete, without_judgements,
                    not_in_run, conventions)
    static constexpr record::Rules rules[] = {{"run", record::words},
                                              {"documents_not_judged", record::may_lack}};
};

/// The first run minus the second, query by query, in the order of the document.
struct DifferenceHistogram {
    struct Row {
        std::string query;
        EvaluatedNumber first, second, difference;
        std::string better;  ///< "first", "second", "neither"

        DISARRAY_FIELDS(query, first, second, difference, better)
        static constexpr record::Rules rules[] = {{"better", record::words}};
    };
    std::string metric;
    std::vector<Row> rows;
    std::uint64_t first_better = 0, second_better = 0, equal = 0;
    std::uint64_t without_value = 0;  ///< queries of both runs that are left out
    std::uint64_t undecided = 0;      ///< rows whose sign is not decided

    DISARRAY_FIELDS(metric, first_better, second_better, equal, without_value, undecided)
    static constexpr record::Rules rules[] = {{"metric", record::words}};
};

/// The rankings of two runs against each other.
struct RunComparison {
    struct Row {
        std::string query;
        std::uint64_t documents = 0, left_out = 0;
        std::vector<EvaluatedNumber> values;  ///< one for each metric

        DISARRAY_FIELDS(query, documents, left_out)
    };
    struct Mean {
        EvaluatedNumber mean;
        std::uint64_t queries = 0;
    };
    std::vector<std::string> metrics;
    std::vector<Row> rows;
    std::vector<Mean> means;  ///< one for each metric
    std::uint64_t in_one_run = 0;
};

/// The first documents of both runs for one query.
struct SideBySide {
    struct Entry {
        std::string document;
        std::optional<std::uint64_t> grade;              ///< absent: not judged
        std::optional<std::uint64_t> rank_in_the_other;  ///< absent: not there

        DISARRAY_FIELDS(document, grade, rank_in_the_other)
        static constexpr record::Rules rules[] = {{"grade rank_in_the_other", record::may_lack}};
    };
    std::string query;
    std::vector<Entry> first, second;

    DISARRAY_FIELDS(query, first, second)
};

/// One document.
struct Evaluation {
    std::size_t source = 0;
    std::string id;  ///< "evaluation-1": of its first table, and the beginning of its others' ids
    std::string judgements_file;
    std::uint64_t judged_queries = 0, judgements = 0, greatest_grade = 0;
    std::vector<EvaluatedRun> runs;
    std::optional<DifferenceHistogram> histogram;  ///< of the two runs, as the next two
    std::optional<RunComparison> between;
    std::optional<SideBySide> side_by_side;

    /// Of the judgements.
    DISARRAY_FIELDS_AS("file, queries, judgements, greatest_grade", judgements_file, judged_queries,
                       judgements, greatest_grade)
};

}  // namespace disarray::reports
