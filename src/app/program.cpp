// SPDX-License-Identifier: MIT
//
// The only file that knows every module.
#include "app/program.hpp"

#include "app/output.hpp"
#include "app/verb.hpp"
#include "app/verbs/core_commands.hpp"
#include "app/verbs/properties_commands.hpp"
#include "app/verbs/reports_commands.hpp"
#include "app/verbs/search_commands.hpp"
#include "app/version_text.hpp"
#include "search/extreme_ratio.hpp"

namespace disarray::app {

namespace {

void declare(Verb program) {
    add_metrics_command(program);
    add_distance_command(program);
    add_evaluate_command(program);
    add_trec_eval_command(program);
    add_aggregate_command(program);
    properties::add_commands(program, search::extreme_ratio_decider());
    search::add_commands(program);
    reports::add_commands(program);
}

int status_of(const std::vector<std::string>& arguments) {
    try {
        return run_program(version_text(), declare, arguments);
    } catch (const ExitStatus& exit) {
        return exit.status;
    }
}

}  // namespace

int run(const std::vector<std::string>& arguments) {
    begin_command(arguments);
    const int status = status_of(arguments);
    if (status != status_done) return status;
    if (is_failed()) return status_refuted;
    return is_incomplete() ? status_incomplete : status_done;
}

}  // namespace disarray::app
