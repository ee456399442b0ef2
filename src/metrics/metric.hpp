// SPDX-License-Identifier: MIT
//
// What a metric is to the rest of the program: a name, what it measures and where, and two ways to
// evaluate it. A new metric is one file that defines a Metric, plus one line in catalogue.cpp.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "exact/rational.hpp"
#include "metrics/reading.hpp"
#include "ranking/permutation.hpp"
#include "weighting/weighting.hpp"

namespace disarray::metrics {

enum class Kind { distance, similarity };

/// One question to a metric: M(σ,τ) with weights.
struct Comparison {
    const Permutation& sigma;
    const Permutation& tau;
    const Weighting& weighting;
    Frame frame = Frame::element;
};

struct Metric {
    std::string_view name;           ///< as on the command line: "kendall", "footrule"
    std::optional<Reading> reading;  ///< which formula, where the source has several
    Kind kind = Kind::distance;
    bool takes_weights = true;  ///< whether a Weighting changes its value
    /// Whether the element frame knows M(σ) = M(σ, id) only; the literal frame has M(στ⁻¹) always.
    bool is_one_argument = false;
    std::string_view formula;    ///< one line
    std::string_view domain;     ///< what it takes: "permutations; w, δ, D"
    std::string_view exactness;  ///< the kind of number it returns: "rational"
    std::string_view source;     ///< key and number as in the README's references
    /// Fast path.
    std::function<Rational(const Comparison&)> value;
    /// The definition, evaluated independently of `value`.
    std::function<Rational(const Comparison&)> naive_value;
    /// Why the metric has no value at a comparison; empty if it has one.
    std::function<std::optional<std::string>(const Comparison&)> why_undefined;

    /// "kendall", "footrule[box]".
    std::string full_name() const;
};

}  // namespace disarray::metrics
