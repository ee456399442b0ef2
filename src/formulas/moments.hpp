// SPDX-License-Identifier: MIT
//
// How a quantity is distributed over finitely many cases, each alike: exact moments from its values
// and how often each occurs.
#pragma once

#include <span>
#include <utility>

#include "exact/rational.hpp"

namespace disarray {

/// A value and in how many cases it occurs, > 0.
using ValueCount = std::pair<Rational, Integer>;

struct Moments {
    Rational mean;
    Rational variance;  ///< Σ (x − mean)²/N over the N cases
};

/// \param values  at least one \throws UsageError without any
Moments moments(std::span<const ValueCount> values);

/// The first place at which the counts rise after they have fallen: values[place] occurs more often
/// than the value before. values.size() if there is none, so that the counts are unimodal.
/// \param values  ascending
std::size_t second_rise(std::span<const ValueCount> values);

}  // namespace disarray
