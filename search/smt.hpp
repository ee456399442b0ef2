// SPDX-License-Identifier: MIT
//
// A claim about one σ in SMT-LIB: a second opinion on it by any solver of linear real arithmetic.
#pragma once

#include <string>

#include "search/certificate.hpp"

namespace disarray::search {

/// The negation of N <= M for the σ of the claim, as an SMT-LIB 2.6 script (QF_LRA): unsat if the
/// inequality holds for every pseudometric D, else sat with such a D. The variables are the d_i_j,
/// i < j counted from 1. \throws NotSupported as functional()
std::string smt_script(const Claim& claim);

}  // namespace disarray::search
