// SPDX-License-Identifier: MIT
//
// Kemeny's aggregation, exactly: an order of least total pair cost (feedback arc set on a weighted
// tournament; NP-hard).
//
// 1. Strongly connected components of the digraph i→j iff c(i,j) < c(j,i). In a topological order
// of
//    the components every pair between them is placed at its minimum, so each component is solved
//    by itself (kemeny.cpp has the proof).
// 2. A component of up to `subset_limit` elements: dynamic programming over subsets, 8·2^k bytes.
// 3. A larger one: branch and bound. The lower bound is the linear-ordering program with 3-cycle
//    inequalities, by cutting planes; Clp proposes multipliers, which are rounded to integers and
//    evaluated in integers, so that no bound rests on floating point.
//
// Reached (2026-11, one of two busy cores; seconds): 20 elements in one component by subsets 0.1,
// 24 elements 1; five uniform votes by search n = 60 in 0.3, n = 80 in 1 to 3, n = 90 in 2 to 10
// with one of four not settled in 30, n = 100 one of three in 60, the others within 0.2 % of the
// optimum; five votes that move each element by up to 50 places n = 300 in 0.2; nine by up to 100
// places n = 1000 within 1 of the optimum in 40.
#pragma once

#include <cstddef>

#include "aggregation/aggregate.hpp"
#include "aggregation/pair_costs.hpp"
#include "base/stop.hpp"

namespace disarray::aggregation {

struct KemenyOptions {
    /// Most elements of a component that subsets are used for, at most most_subset_elements.
    std::size_t subset_limit = 20;
    Stop stop = {};  ///< asked between subsets, inequalities and branches
    /// Orders of least cost that are looked for, the answer among them; 1: no other one.
    std::size_t optima = 1;
    /// A component that was solved by branch and bound is searched for one other optimum, with
    /// about as many programs as it took to solve it; false: for all, to the end.
    bool has_optima_budget = true;
};

inline constexpr std::size_t most_subset_elements = 26;    ///< 512 MiB
inline constexpr std::size_t most_kemeny_elements = 4096;  ///< the majority digraph has n²/2 arcs

/// An order of least cost with proof, or, if stopped, the best that was found and a lower bound.
/// Where all components were solved over subsets it is, of all orders of least cost, the
/// lexicographically least; the same input gives the same order in any case, unless stopped.
/// \throws NotSupported for n beyond most_kemeny_elements, naming the methods that serve;
/// UsageError for n = 0 or if subset_limit exceeds most_subset_elements
Aggregate kemeny(const PairCosts& costs, const KemenyOptions& options = {});

}  // namespace disarray::aggregation
