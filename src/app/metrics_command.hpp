// SPDX-License-Identifier: MIT
//
// `disarray metrics`: which metrics there are, in which readings, and where each comes from.
#pragma once

#include "app/verb.hpp"

namespace disarray::app {

void add_metrics_command(Verb program);

}  // namespace disarray::app
