// SPDX-License-Identifier: MIT
//
// The questions of `check atlas`, and the cells of those that are no properties of single cases.
// The two robustness columns are means over random pairs (GT Def 6): a mean below 0.05, which GT
// prints green, is supported; one that is not is left undecided with its figures, since no witness
// could refute it. Mean, variance and diameter over S_n are exact at each n: a formula that fits
// some n and holds at the others is supported; where there is none they are left undecided with
// their values.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <variant>

#include "metrics/metric.hpp"
#include "properties/case_json.hpp"
#include "properties/experiments/distribution.hpp"
#include "properties/experiments/robustness.hpp"
#include "properties/runner.hpp"

namespace disarray::properties {

/// One question, not yet asked: a property, or what is told as figures.
struct AtlasQuestion {
    const metrics::Metric* metric;
    std::variant<const Property*, experiments::Change, experiments::InN> asked;
    metrics::Frame frame;

    /// The property's name, "robustness-swap", "mean".
    std::string column() const;
    std::string statement() const;
};

/// Cells of questions about figures.
class AtlasFigures {
public:
    /// \param options  of which it takes exhaustive_n, the seed, the parameters and the stop
    explicit AtlasFigures(CheckOptions options) : options_(std::move(options)) {}

    /// Empty if the time was over before.
    std::optional<Json> cell(const AtlasQuestion& question);

private:
    std::optional<Json> in_n(const AtlasQuestion& question, experiments::InN value);
    std::optional<Json> robustness(const AtlasQuestion& question, experiments::Change change) const;

    CheckOptions options_;
    /// What is told of one metric in three columns, of the last one that was asked.
    const metrics::Metric* in_n_of_ = nullptr;
    std::array<experiments::ValuesInN, 3> in_n_;
};

}  // namespace disarray::properties
