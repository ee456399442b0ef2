// SPDX-License-Identifier: MIT
//
// The figures of an evaluation of runs (MIR "Precision and Recall", "DCG Curves", "Precision
// Histograms"), with what their captions have to say about how they are drawn.
#pragma once

#include <optional>
#include <vector>

#include "reports/content.hpp"
#include "reports/evaluation.hpp"

namespace disarray::reports {

/// One figure for each kind of mean curve that the runs have: interpolated precision against
/// recall; DCG and CG against rank, with the ideal ones, dotted; nDCG and NCG against rank. A line
/// for each run, five in a figure: more runs take more figures. Of more than 400 places as many are
/// drawn, evenly; `rows` have all.
std::vector<FigureBlock> curve_figures(const Evaluation& evaluation);

/// First run minus second: a bar for each query, above or below the axis, in the order of the
/// document. More than 60 queries: sorted, the differences as an area. Empty if there is none.
std::optional<FigureBlock> difference_figure(const Evaluation& evaluation);

}  // namespace disarray::reports
