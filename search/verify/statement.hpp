// SPDX-License-Identifier: MIT
//
// What was proved, in words.
#pragma once

#include <string>

#include "search/verify/core/core.hpp"

namespace disarray::verify {

/// "F[prefix] >= 6/7*(K) for every σ in S_6 …".
std::string statement(const Claim& claim, const Result& result);

/// "2*K + 1/2*|F[box] - K|".
std::string spelt(const Expression& expression);

}  // namespace disarray::verify
