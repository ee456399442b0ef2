// SPDX-License-Identifier: MIT
//
// `disarray distance`: the exact value of every asked metric for one pair of rankings, or for each
// line of a file.
#pragma once

#include "app/verb.hpp"

namespace disarray::app {

void add_distance_command(Verb program);

}  // namespace disarray::app
