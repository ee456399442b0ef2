// SPDX-License-Identifier: MIT
#pragma once

#include "app/verb.hpp"

namespace disarray::app {

/// disarray evaluate: retrieval metrics of runs against relevance judgements.
void add_evaluate_command(Verb program);

}  // namespace disarray::app
