// SPDX-License-Identifier: MIT
//
// What a law, its subject and an exact metric are to any kind of metric that has cases of its own:
// two rankings, two lists, votes.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "exact/bounded.hpp"
#include "exact/value.hpp"
#include "properties/property.hpp"

namespace disarray::properties::audit {

/// What a law is about.
template <class Case, class Result = Value>
struct CaseSubject {
    /// M(case). \throws NoValue
    std::function<Result(const Case&)> value;
    bool is_best_at_greatest = true;
    std::optional<Rational> least_value, greatest_value;  ///< the declared range
    Rational tolerance = 0;                               ///< as RetrievalSubject::tolerance
};

template <class Case, class Result = Value>
struct CaseLaw {
    std::string_view name;
    std::string_view statement;  ///< one line
    /// \throws NoValue where no value can be had.
    std::function<Outcome(const CaseSubject<Case, Result>&, const Case&)> check;
    bool needs_claim = false;  ///< it is tried only where the program claims it
};

/// An exact metric; undefined where it has no value.
template <class Case, class Result = Value>
struct CaseReference {
    std::string name;
    std::function<Result(const Case&)> value;
    bool is_best_at_greatest = true;
    /// The same in floating point with a proved error, for long inputs. Empty: `value` is quick.
    std::function<Bounded(const Case&)> bounded = {};
};

}  // namespace disarray::properties::audit
