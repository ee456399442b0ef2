// SPDX-License-Identifier: MIT
#include "app/core_commands.hpp"

#include "app/aggregate_command.hpp"
#include "app/distance_command.hpp"
#include "app/evaluate_command.hpp"
#include "app/metrics_command.hpp"

namespace disarray::app {

void add_commands(Verb program) {
    add_metrics_command(program);
    add_distance_command(program);
    add_evaluate_command(program);
    add_aggregate_command(program);
}

}  // namespace disarray::app
