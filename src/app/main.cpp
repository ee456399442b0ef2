// SPDX-License-Identifier: MIT
//
// The program: collects the verbs of all modules and turns what they throw into exit codes. The
// only file that knows every module.
//
// The exit statuses are listed in app/output.hpp.
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "app/core_commands.hpp"
#include "app/output.hpp"
#include "app/verb.hpp"
#include "app/version_text.hpp"
#include "base/error.hpp"
#include "properties/commands/commands.hpp"
#include "reports/commands/commands.hpp"
#include "search/commands/commands.hpp"
#include "search/extreme_ratio.hpp"

namespace {

int complain(int status, const std::string& message) {
    std::fprintf(stderr, "disarray: %s\n", message.c_str());
    return status;
}

int run(int argc, const char* const* argv) {
    disarray::app::set_command_line(argc, argv);
    const auto declare = [](disarray::app::Verb program) {
        disarray::app::add_metrics_command(program);
        disarray::app::add_distance_command(program);
        disarray::app::add_evaluate_command(program);
        disarray::app::add_aggregate_command(program);
        disarray::properties::add_commands(program, disarray::search::extreme_ratio_decider());
        disarray::search::add_commands(program);
        disarray::reports::add_commands(program);
    };
    return disarray::app::run_program(disarray::app::version_text(), declare, argc, argv);
}

}  // namespace

int main(int argc, char** argv) {
    // A file that may not grow is then a failed write, which is reported, and no sudden end.
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        const int status = run(argc, argv);
        if (status != disarray::app::status_done) return status;
        if (disarray::app::is_failed()) return disarray::app::status_refuted;
        return disarray::app::is_incomplete() ? disarray::app::status_incomplete : status;
    } catch (const disarray::app::ExitStatus& exit) {
        return exit.status;
    } catch (const disarray::InputError& error) {
        return complain(disarray::app::status_bad_input, error.what());
    } catch (const std::bad_alloc&) {
        return complain(disarray::app::status_bad_input,
                        "not enough memory for an input of this size");
    } catch (const std::exception& error) {
        return complain(disarray::app::status_fault,
                        std::string("internal fault, please report: ") + error.what());
    }
}
