// SPDX-License-Identifier: MIT
//
// What is drawn of runs: the points of precision and recall of a query, curves that are means over
// queries, and the differences of two runs query by query (MIR "Precision and Recall", "DCG
// Curves", "Precision Histograms").
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "evaluation/scores.hpp"

namespace disarray::evaluation {

/// Precision and recall where a relevant document stands.
struct PrecisionRecallPoint {
    std::uint64_t rank = 0;  ///< counted from 1
    Rational recall;
    Rational precision;
};

/// One for each relevant document that was retrieved, top first; none if no document is relevant.
/// \throws NotSupported where ranks are not certain (Ties::average).
std::vector<PrecisionRecallPoint> precision_recall_points(
    const JudgedQuery& query, const retrieval::Conventions& conventions);

/// The mean of a metric at each of some places.
struct Curve {
    std::string name;            ///< "iP", "CG", …
    std::vector<Scores> places;  ///< by their requests: iP@0, iP@0.1, …; CG@1, CG@2, …
};

/// The 11 points of interpolated precision; CG, DCG, ICG, IDCG, NCG, nDCG at ranks 1 to `ranks`.
std::vector<Curve> mean_curves(const JudgedRun& run, std::uint32_t ranks,
                               const ScoreOptions& options);

/// One query of a histogram.
struct Difference {
    std::string query;
    Score first, second;
    Score difference;  ///< first − second, also where smaller is better
    int better = 0;    ///< 1: the first run; −1: the second; 0: neither
};

/// The values of one metric for the queries of both runs, in the order of the first.
struct Histogram {
    std::string metric;  ///< as asked for
    std::vector<Difference> queries;
    std::size_t first_better = 0, second_better = 0, equal = 0;
    std::size_t without_value = 0;  ///< left out: undefined in one of the runs
    std::size_t undecided = 0;      ///< left out of the counts: the sign is not decided
};

Histogram histogram(const retrieval::Request& request, const JudgedRun& first,
                    const JudgedRun& second, const ScoreOptions& options);

}  // namespace disarray::evaluation
