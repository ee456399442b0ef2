// SPDX-License-Identifier: MIT
//
// A report as Markdown: in plain words first, then the tables, every number from the model.
#pragma once

#include <string>

#include "reports/model.hpp"

namespace disarray::reports {

/// The whole report. Text from outside is escaped, so that it cannot break a table.
std::string to_markdown(const Model& model);

}  // namespace disarray::reports
