// SPDX-License-Identifier: MIT
//
// The figures of an experiment on clicks or grades (KV Figures 1 and 2), with what their captions
// have to say about how they are drawn. Data that are synthetic are called so in both.
#pragma once

#include <optional>
#include <vector>

#include "reports/content.hpp"
#include "reports/footrule_kendall.hpp"

namespace disarray::reports {

/// KV Figure 1: footrule against Kendall distance, a mark for each point, with the lines F = K and
/// F = 2K. One figure for each weighting that has a point. Of more than 4000 points one is drawn in
/// each place where many lie; `rows` have all.
std::vector<FigureBlock> query_scatter_figures(const FootruleKendall& experiment);

/// KV Figure 2: the share that the worst k by K and by F have in common, against k on a logarithmic
/// axis. A line for each weighting through what is expected, in a band from the least to the
/// greatest. Five weightings in a figure. Empty if there are fewer than two k.
std::vector<FigureBlock> overlap_figures(const FootruleKendall& experiment);

}  // namespace disarray::reports
