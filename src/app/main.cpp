// SPDX-License-Identifier: MIT
//
// The program: collects the verbs of all modules and turns what they throw into exit codes. The
// only file that knows every module.
//
// Exit codes: 0 done; 1 a checked claim was refuted where --expect said otherwise; 2 bad input or
// usage, with one line on standard error; 3 internal fault.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/core_commands.hpp"
#include "app/verb.hpp"
#include "app/version.hpp"
#include "base/error.hpp"
#include "base/near_names.hpp"
#include "properties/commands/commands.hpp"
#include "reports/commands/commands.hpp"
#include "search/commands/commands.hpp"
#include "search/extreme_ratio.hpp"

namespace {

int complain(int status, const std::string& message) {
    std::fprintf(stderr, "disarray: %s\n", message.c_str());
    return status;
}

/// What to say if the first argument is meant as a verb and is none: CLI11 would only say that a
/// verb is missing.
std::optional<std::string> unknown_verb(const CLI::App& program, int argc,
                                        const char* const* argv) {
    if (argc < 2 || argv[1][0] == '-') return std::nullopt;
    std::vector<std::string> names;
    for (const CLI::App* verb : program.get_subcommands({}))
        names.push_back(verb->get_name());
    if (std::ranges::find(names, argv[1]) != names.end()) return std::nullopt;
    const std::vector<std::string_view> known(names.begin(), names.end());
    return "verb: found \"" + disarray::printable(argv[1]) + "\", expected " +
           disarray::expected_one_of(argv[1], known);
}

int run(int argc, const char* const* argv) {
    CLI::App program("Decides exactly what distances between rankings do and do not satisfy.",
                     "disarray");
    program.set_version_flag("--version", disarray::app::version);
    program.require_subcommand(1);
    try {
        disarray::app::set_command_line(argc, argv);
        disarray::app::add_commands(program);
        disarray::properties::add_commands(program, disarray::search::extreme_ratio_decider());
        disarray::search::add_commands(program);
        disarray::reports::add_commands(program);
        disarray::app::require_whole_counts(program);
        program.parse(argc, argv);  // the chosen verb runs inside
        return 0;
    } catch (const CLI::Success& request) {  // --help, --version
        return program.exit(request);
    } catch (const CLI::RequiredError& error) {
        return complain(2,
                        unknown_verb(program, argc, argv).value_or(error.what()) + " (see --help)");
    } catch (const CLI::ParseError& error) {
        return complain(2, disarray::printable(error.what(), 200) + " (see --help)");
    }
}

}  // namespace

int main(int argc, char** argv) {
    // A file that may not grow is then a failed write, which is reported, and no sudden end.
    std::signal(SIGXFSZ, SIG_IGN);
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
