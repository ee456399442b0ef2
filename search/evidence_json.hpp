// SPDX-License-Identifier: MIT
//
// Evidence as documents and reports have it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "search/evidence.hpp"
#include "search/question.hpp"

namespace disarray::search {

/// The witness of the contract with N and M beside K and F; F is null without a reading.
nlohmann::ordered_json evidence_json(const Question& question, const Evidence& evidence);

}  // namespace disarray::search
