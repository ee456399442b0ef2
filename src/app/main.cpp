// SPDX-License-Identifier: MIT
//
// The program: collects the verbs of all modules and turns what they throw into exit codes. The
// only file that knows every module.
//
// Exit codes: 0 done; 1 a checked claim was refuted where --expect said otherwise; 2 bad input or
// usage, with one line on standard error; 3 internal fault.
#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "app/core_commands.hpp"
#include "app/verb.hpp"
#include "app/version.hpp"
#include "base/error.hpp"
#include "properties/commands/commands.hpp"
#include "reports/commands/commands.hpp"
#include "search/commands/commands.hpp"
#include "search/lower_side.hpp"

namespace {

int complain(int status, const std::string& message) {
    std::fprintf(stderr, "disarray: %s\n", message.c_str());
    return status;
}

int run(int argc, const char* const* argv) {
    CLI::App program("Decides exactly what distances between rankings do and do not satisfy.",
                     "disarray");
    program.set_version_flag("--version", disarray::app::version);
    program.require_subcommand(1);
    try {
        disarray::app::set_command_line(argc, argv);
        disarray::app::add_commands(program);
        disarray::properties::add_commands(program, disarray::search::lower_side_decider());
        disarray::search::add_commands(program);
        disarray::reports::add_commands(program);
        program.parse(argc, argv);  // the chosen verb runs inside
        return 0;
    } catch (const CLI::Success& request) {  // --help, --version
        return program.exit(request);
    } catch (const CLI::ParseError& error) {
        return complain(2, disarray::printable(error.what(), 200) + " (see --help)");
    }
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const disarray::app::ExitStatus& exit) {
        return exit.status;
    } catch (const disarray::InputError& error) {
        return complain(2, error.what());
    } catch (const std::bad_alloc&) {
        return complain(2, "not enough memory for an input of this size");
    } catch (const std::exception& error) {
        return complain(3, std::string("internal fault, please report: ") + error.what());
    }
}
