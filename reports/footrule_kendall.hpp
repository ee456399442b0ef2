// SPDX-License-Identifier: MIT
//
// What a report keeps of a document of `disarray experiment robustness` (KV 6): the document's
// record, and the ids of its parts.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "properties/experiments/footrule_kendall_record.hpp"

namespace disarray::reports {

using record::ExperimentData;
using record::ExperimentNumber;
using record::LeftOutQueries;
using record::PositionRate;
using record::PrintedRow;
using record::QueryPoint;
using record::WeightingRow;
using record::WorstOverlap;
using record::WorstQuery;

struct FootruleKendall : record::ExperimentFacts {
    std::size_t source = 0;
    std::string id;  ///< "experiment-1": of its section, and the beginning of its tables' ids
    std::vector<WeightingRow> weightings;
};

}  // namespace disarray::reports
