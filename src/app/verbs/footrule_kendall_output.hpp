// SPDX-License-Identifier: MIT
//
// What `disarray experiment robustness` prints: text for people, JSON, CSV. Every form says
// where the queries come from, and that they are synthetic where they are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/near_names.hpp"
#include "exact/rational.hpp"
#include "formats/position_table.hpp"
#include "properties/case_json.hpp"
#include "properties/experiments/footrule_kendall.hpp"
#include "properties/experiments/footrule_kendall_record.hpp"

namespace disarray::properties {

using record::SourceKind;

struct ExperimentSource {
    SourceKind kind = SourceKind::clicks;
    std::string description;  ///< "FILE", "RUN with QRELS", or the model and its parameters
    formats::PositionTable table;
    std::vector<Rational> rates;  ///< click-through rates by position; empty for grades
    std::string rates_are;        ///< in words: "share of all clicks"
    std::uint64_t sessions = 0;   ///< of a generated log
    std::vector<record::LeftOutQueries> left_out;
    std::uint64_t asked = 0;  ///< queries that there would be, had nothing stopped

    bool is_synthetic() const { return !table.synthetic.empty(); }
    bool has_clicks() const { return kind == SourceKind::clicks || kind == SourceKind::synthetic; }
};

/// Everything there is to print.
struct FootruleKendallReport {
    ExperimentSource source;
    experiments::FootruleKendallOptions options;
    experiments::FootruleKendall result;
    std::string rates_used;       ///< where CTR has its rates from
    std::size_t most_points = 0;  ///< of a scatter in JSON; with more, points are rounded
};

std::string text_of(const FootruleKendallReport& report);
Json json_of(const FootruleKendallReport& report);
/// A line a weighting.
std::string csv_of(const FootruleKendallReport& report);
/// A line a point of Figure 1, for all weightings: source, weighting, kendall, footrule, queries.
std::string points_csv(const FootruleKendallReport& report);

/// Rates beside KV Table 1, for ten positions; a text table.
std::string rates_table(const std::vector<Rational>& rates);
std::vector<record::PositionRate> position_rates(const std::vector<Rational>& rates);

}  // namespace disarray::properties
