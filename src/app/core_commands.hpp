// SPDX-License-Identifier: MIT
//
// The verbs that need nothing but src/: metrics and distance.
#pragma once

#include "app/verb.hpp"

namespace disarray::app {

void add_commands(Verb program);

}  // namespace disarray::app
