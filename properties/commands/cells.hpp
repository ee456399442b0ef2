// SPDX-License-Identifier: MIT
//
// A cell of the table metric × property as JSON, the same for check and check atlas.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "properties/runner.hpp"

namespace disarray::properties {

/// "disarray check --replay '…'", for a refuted cell.
std::string replay_line(const CheckResult& result);

/// "cells" of the JSON contract.
nlohmann::ordered_json to_json(const CheckResult& result);

}  // namespace disarray::properties
