// SPDX-License-Identifier: MIT
//
// A witness by hand: the formulas of K* and F* with its numbers in them, term by term, so that a
// reader can add them up. Written from the definitions (KV 9–12, 4.3, Lemma 8; docs/definitions.md)
// and compared with what the document says.
#pragma once

#include <string>
#include <vector>

#include "reports/model.hpp"

namespace disarray::reports {

/// Lines such as "K = a(1,2) + a(1,4) = 1 + 1 = 2" and "F[prefix] = |0 - 3| + |1 - 1| = 3". Sums of
/// more than 40 terms are cut, with their number.
/// \param reading  of F; "" for an inequality that has no single F, "classical" for unit weights
/// \throws InternalError if the sums are not K and F of the witness
std::vector<std::string> derivation(const RatioWitness& witness, const std::string& reading);

}  // namespace disarray::reports
