// SPDX-License-Identifier: MIT
//
// A law of an audit as JSON: the same in the report and in the file of a saved finding.
#pragma once

#include "properties/audit/audit.hpp"
#include "properties/case_json.hpp"

namespace disarray::properties::audit {

/// {"law", "statement", "verdict", "scope", "input", "expected", "got", "explanation", "related":
/// [{"input", "got"}]}; inputs as they were sent, null for none.
Json to_json(const LawResult& law);

}  // namespace disarray::properties::audit
