// SPDX-License-Identifier: MIT
//
// Where the numbers by query and position come from, beside files of them: graded labels from a run
// and its judgements; and the click-through rates of a log (KV 6.1 CTR).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "evaluation/judged_run.hpp"
#include "exact/rational.hpp"
#include "formats/position_table.hpp"
#include "weighting/weights.hpp"

namespace disarray::properties::experiments {

/// The grades of the first documents of each query, and what has none.
struct GradedRun {
    formats::PositionTable table;
    std::vector<std::string> too_short;           ///< queries with fewer documents than asked for
    std::vector<std::string> without_judgements;  ///< queries of the run only
    std::vector<std::string> not_in_run;          ///< queries of the judgements only
};

/// \param depth  how many documents of each query, from 2 to formats::max_positions
/// \param judging  documents that are not judged have grade 0, or leave the list, as it says; ties
/// of the run are broken (no Ties::average, best or worst)
/// \throws InputError as Judgements::read and read_run; if no query is left; for a grade above
/// `greatest`.
GradedRun graded_run(const std::string& run, const formats::Judgements& judgements,
                     std::size_t depth, std::int64_t greatest,
                     const evaluation::JudgingOptions& judging);

/// The share of all clicks that each position has. \throws InputError if there are no clicks.
std::vector<Rational> click_rates(const formats::PositionTable& table, std::string_view where);

/// δ_i = ctr_i − ctr_{i+1} (KV 6.1). \throws InputError, naming the position, where rates rise.
SwapCosts swap_costs_of_rates(const std::vector<Rational>& rates, std::string_view where);

/// Takes out the queries with fewer clicks. \return how many they were
std::size_t remove_rare_queries(formats::PositionTable& table, std::int64_t least_clicks);

}  // namespace disarray::properties::experiments
