// SPDX-License-Identifier: MIT
//
// The figures of a report, each a function of the model alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/figure.hpp"
#include "reports/model.hpp"

namespace disarray::reports {

/// Extreme F/K against n, one line for each reading and side, the greatest in a panel above the
/// least, with the constants that were claimed as horizontal lines. Filled marks: the search is
/// complete, the value is the extreme; hollow: it is a bound; an arrow: unbounded. Only results
/// with is_whole; of several for one n the complete one, else the best bound. Empty if there is
/// none.
std::optional<Figure> ratio_figure(const Model& model);

/// The same of inequalities of one's own: the least M/N of each, against n.
std::optional<Figure> own_ratio_figure(const Model& model);

/// K against F over all of S_n, the area of a mark growing with the logarithm of the number of
/// permutations, the least and the greatest F for each K (for many K, the convex hull), and the
/// lines F = K and F = 2K. Of more than 4000 points those that lie on others are left out, none of
/// the envelope; `rows` are those drawn.
Figure scatter_figure(const Scatter& scatter);

/// The points that two statistics have on S_n, their convex hull, and known theorems about the two
/// as curves.
Figure region_figure(const Discovery::Region& region);

/// Agreement ratios as a heatmap in the order of the clustering, clusters in boxes. A ratio that is
/// absent leaves its place empty. \param number  in the id: "agreement-1"
Figure agreement_figure(const Agreement& agreement, std::size_t number);

/// One figure for each kind of change: bars of the mean change with one standard error, a group of
/// n for each metric. \param number  in the ids: "robustness-1-swap"
std::vector<Figure> robustness_figures(const Robustness& robustness, std::size_t number);

/// A witness: a row of places for each ranking, elements as marks at their ranks, a line for each
/// element from row to row, so that inversions cross; the area of a mark by element weight, swap
/// costs between the places of the upper row, D as a small heatmap. One ranking σ stands below the
/// identity, two are σ below τ, more are in the order given. What is unit everywhere (w, δ) is not
/// drawn; D is, where the weighting has one.
/// \param id, title  of the figure
/// \throws UsageError without a ranking, or for rankings of different lengths; InputError if the
/// weighting is not for n elements
Figure witness_figure(const std::string& id, const std::string& title,
                      const std::vector<Permutation>& rankings, const Weighting& weighting);

}  // namespace disarray::reports
