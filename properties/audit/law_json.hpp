// SPDX-License-Identifier: MIT
//
// What a program says of itself, and a law of its audit, as JSON: the same in the report, in the
// file of a saved finding, and between ranks.
#pragma once

#include "properties/audit/audit.hpp"
#include "properties/case_json.hpp"

namespace disarray::properties::audit {

/// What description_from reads; equal exactly if the descriptions are.
Json to_json(const Description& description);
/// {"law", "statement", "verdict", "scope", "input", "expected", "got", "explanation", "related":
/// [{"input", "got"}]}; inputs as they were sent, null for none.
Json to_json(const LawResult& law);

}  // namespace disarray::properties::audit
