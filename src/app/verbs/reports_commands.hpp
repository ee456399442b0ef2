// SPDX-License-Identifier: MIT
//
// The verb of this module: report.
#pragma once

#include "app/verb.hpp"

namespace disarray::reports {

void add_commands(app::Verb program);

}  // namespace disarray::reports
