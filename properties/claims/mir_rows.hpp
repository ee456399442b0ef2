// SPDX-License-Identifier: MIT
//
// What the claims of MIR share: every value is computed twice, by the catalogues' metrics and by
// their naive definitions, and a row is refused if the two differ.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "exact/value.hpp"
#include "metrics/retrieval/conventions.hpp"
#include "properties/claims/mir_examples.hpp"
#include "properties/property.hpp"
#include "ranking/permutation.hpp"

namespace disarray::properties::mir {

using properties::Path;

/// What to evaluate on a list.
struct Measure {
    std::string_view metric;              ///< of retrieval::catalogue(): "DCG"
    std::optional<std::uint32_t> cutoff;  ///< absent: the whole list
    Rational level = 0;                   ///< of "iP"
    Rational beta = 1;                    ///< of "E" and "F"
};

/// With MIR's discount: 1 at rank 1, 1/log₂ i after it.
Value value(Path path, const List& list, const Measure& measure);

/// "kendall-tau" or "spearman-rho" of two rankings.
Value coefficient(Path path, std::string_view name, const Permutation& first,
                  const Permutation& second);

/// Σ (s1 − s2)² of two rankings: what Spearman's coefficient has it to be, or added up.
Value sum_of_squares(Path path, const Permutation& first, const Permutation& second);

/// The formula, computed by the metrics of the catalogues. \param what  for the error message
/// \throws InternalError if the naive definitions give another value.
Value both_ways(std::string_view what, const std::function<Value(Path)>& formula);

/// "grades 0 1, not retrieved 1".
std::string to_string(const List& list);

}  // namespace disarray::properties::mir
