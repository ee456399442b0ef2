// SPDX-License-Identifier: MIT
//
// The theorems of search/verify/formal that a verdict rests on or that say the same as one, in the
// words of Coq. A verdict names none but those of this table, and a test finds each of them with
// that statement in the file that is compiled.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "exact/rational.hpp"
#include "metrics/metric.hpp"
#include "record/field.hpp"
#include "verdict/extreme_ratio.hpp"

namespace disarray::properties {

struct Theorem {
    std::string file;       ///< in search/verify/formal: "EveryN.v"
    std::string name;       ///< in Coq: "kendall_le_box"
    std::string statement;  ///< in Coq, with one blank where there is white space

    DISARRAY_FIELDS(file, name, statement)
    friend bool operator==(const Theorem&, const Theorem&) = default;
};

/// Every theorem that a verdict may name.
std::span<const Theorem> theorems();

/// \throws InternalError if the table has none of that name.
const Theorem& theorem_named(std::string_view name);

/// "kendall_le_box (EveryN.v)".
std::string to_string(const Theorem& theorem);

/// That F/K is at least `ratio`, or at most, for every n; null if there is no theorem with just
/// this number. \param every_weighting  for all w, δ and D >= 0, else for every pseudometric D
const Theorem* theorem_of_bound(metrics::Reading reading, Extreme extreme, const Rational& ratio,
                                bool every_weighting);

struct Property;

/// That a metric of the catalogue has a property for every n; null if there is none.
/// \param property    of the catalogue, or the same with fewer parts of the weights that vary
/// \param policy      at fixed points
/// \param parameters  as the metric is asked
const Theorem* theorem_of_law(const metrics::Metric& metric, const Property& property,
                              metrics::Frame frame, FixedPointPolicy policy,
                              const metrics::Parameters& parameters);

}  // namespace disarray::properties
