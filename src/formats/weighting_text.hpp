// SPDX-License-Identifier: MIT
//
// Weights, swap costs and dissimilarities as they are written on a command line
// (docs/definitions.md, Weights). Each function names the option or file in its messages and checks
// the number of values, so that what it returns fits rankings of `n` elements.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "formats/elements.hpp"
#include "weighting/dissimilarity.hpp"
#include "weighting/weighting.hpp"

namespace disarray::formats {

/// w from a list of n positive numbers: "1,2,1/2".
/// \throws InputError naming the value and its place.
ElementWeights element_weights(std::string_view text, std::size_t n, std::string_view where);

/// δ from "unit", "ctr", "topk" (KV's k = 5), "topk:K" or a list of n−1 non-negative numbers.
/// \throws InputError for anything else; NotSupported for "dcg", whose costs are differences of
/// 1/log₂ and no rationals, and for "ctr" with more positions than KV Table 1 has.
SwapCosts swap_costs(std::string_view text, std::size_t n, std::string_view where);
/// The same into a weighting, with "dcg" as well, which is irrational.
void set_swap_costs(Weighting& weighting, std::string_view text, std::size_t n,
                    std::string_view where);

/// D from one of
///   unit            1 between different elements
///   cut:a,b         0 inside {a,b} and inside the rest, 1 across
///   classes:x,x,y   0 inside a class, 1 across; the class of each element, any names
///   line:0,1,5/2    |x_i − x_j|; the place of each element
///   topk:K,P        1 between elements 1..K, 0 between the rest, P across
///   graph:FILE      lengths of shortest paths, lines "i j length"; O(n³), n ≤ max_graph_size
///   FILE            a matrix as read_matrix takes it
/// where elements are given by name, or by number where no element has that name.
/// \return nothing for unit: Weighting takes an absent D as unit, and its metrics are faster then
/// \throws InputError naming the value, and file and line or row and column.
std::optional<Dissimilarity> dissimilarity(const std::string& text, const Elements& elements,
                                           std::string_view where);

/// Nodes of a graph: shortest paths take n³ steps, 4 s for 2000 nodes (two-core x86-64, 2026-11).
inline constexpr std::size_t max_graph_size = 2000;

}  // namespace disarray::formats
