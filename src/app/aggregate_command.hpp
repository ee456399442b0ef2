// SPDX-License-Identifier: MIT
//
// `disarray aggregate`: the order that is nearest to many rankings at once (KV 5.1).
#pragma once

#include "app/verb.hpp"

namespace disarray::app {

void add_aggregate_command(Verb program);

}  // namespace disarray::app
