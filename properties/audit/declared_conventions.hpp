// SPDX-License-Identifier: MIT
//
// The conventions that a program of a retrieval metric declares, looked up: the names and values
// are those of the options of `disarray evaluate`, and "block" for ties, "natural" for the
// discount.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "formats/retrieval_options.hpp"
#include "metrics/retrieval/conventions.hpp"

namespace disarray::properties::audit {

struct DeclaredConventions {
    /// Those declared; for others the defaults, but a greatest grade of 2, the largest one of the
    /// small inputs.
    retrieval::Conventions settings;
    formats::Scores scores = formats::Scores::exact;  ///< which scores are tied
};

/// \param declared  names and values, as Description::conventions
/// \param where     begins the error message
/// \throws InputError for a name or a value that `disarray evaluate` does not know.
DeclaredConventions declared_conventions(const std::map<std::string, std::string>& declared,
                                         std::string_view where);

}  // namespace disarray::properties::audit
