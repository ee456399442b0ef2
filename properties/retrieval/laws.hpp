// SPDX-License-Identifier: MIT
//
// The catalogue of laws of retrieval metrics. Each is a sentence that is true of some evaluations
// and false of others; none is a definition of "correct". A new law is an entry in laws.cpp.
//
// In the statements, M is the value of the case and "worse" is by the direction of the metric. An
// undefined value is equal to undefined only, and no inequality applies to it.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "properties/property.hpp"
#include "properties/retrieval/retrieval_case.hpp"
#include "properties/retrieval/subject.hpp"

namespace disarray::properties {

struct RetrievalLaw {
    std::string_view name;       ///< "promotion"
    std::string_view statement;  ///< one line
    /// The exact check of one case: the first violation of all that the law says of it.
    std::function<Outcome(const RetrievalSubject&, const RetrievalCase&)> check;
    /// The metrics of the catalogue to which it applies; empty: all, and those of other programs.
    std::vector<std::string_view> claimed_of = {};
};

/// All, in the order of the families below.
std::span<const RetrievalLaw> retrieval_laws();

/// "all", or one by its name. \throws InputError naming `where` and the laws.
std::vector<const RetrievalLaw*> retrieval_laws_named(std::string_view name,
                                                      std::string_view where);

/// Lists of at most this many documents are tried in every order of their lines and with every
/// exchange of ids; longer ones in a few.
inline constexpr std::size_t most_permuted = 4;

// One function for each file laws_of_*.cpp.
std::vector<RetrievalLaw> laws_of_quality();     ///< what makes a list better or worse
std::vector<RetrievalLaw> laws_of_invariance();  ///< what makes no difference
std::vector<RetrievalLaw> laws_of_ties();        ///< a list with ties and the orders of the tied
std::vector<RetrievalLaw> laws_of_sources();     ///< claimed of single metrics

}  // namespace disarray::properties
