// SPDX-License-Identifier: MIT
//
// Two and more runs on the same queries: by how much their means differ, and whether that may be
// chance.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "evaluation/scores.hpp"
#include "evaluation/significance.hpp"

namespace disarray::evaluation {

/// A test of one pair, and its p corrected for the number of pairs (Holm).
struct ComparisonTest {
    TestResult result;
    std::optional<double> corrected;  ///< empty for one pair, or without p
};

struct PairComparison {
    std::size_t first = 0, second = 0;  ///< runs, counted from 0
    double mean_difference = 0;         ///< first − second
    std::optional<double> effect_size;
    std::optional<std::pair<double, double>> interval;  ///< of the mean difference
    std::vector<ComparisonTest> tests;
    std::optional<double> tukey;  ///< where there are three runs or more
};

struct SystemComparison {
    std::string metric;                 ///< as asked for
    std::size_t queries = 0;            ///< compared: those of all runs
    std::size_t without_value = 0;      ///< left out: undefined in one of the runs
    std::size_t not_in_all = 0;         ///< left out: not in every run
    std::vector<PairComparison> pairs;  ///< first < second, row by row
};

struct ComparisonOptions {
    std::vector<Test> tests;  ///< none: nothing is compared
    SignificanceOptions significance;
};

/// \param runs  two or more
SystemComparison compare_systems(const retrieval::Request& request,
                                 std::span<const JudgedRun* const> runs, const ScoreOptions& scores,
                                 const ComparisonOptions& options);

}  // namespace disarray::evaluation
