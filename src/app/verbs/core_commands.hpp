// SPDX-License-Identifier: MIT
//
// The verbs that need nothing but src/, each in a file of its name.
#pragma once

#include "app/verb.hpp"

namespace disarray::app {

/// `disarray metrics`: which metrics there are, in which readings, and where each comes from.
void add_metrics_command(Verb program);
/// `disarray distance`: the exact value of every asked metric for one pair of rankings, or for each
/// line of a file.
void add_distance_command(Verb program);
/// `disarray evaluate`: retrieval metrics of runs against relevance judgements.
void add_evaluate_command(Verb program);
/// `disarray trec_eval`: the same with trec_eval's options and lines.
void add_trec_eval_command(Verb program);
/// `disarray aggregate`: the order that is nearest to many rankings at once (KV 5.1).
void add_aggregate_command(Verb program);

}  // namespace disarray::app
