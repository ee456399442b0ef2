// SPDX-License-Identifier: MIT
//
// disarray audit: laws of a metric that another program computes. What that program has said stands
// in the text with its control characters escaped: it may be meant for the terminal, or for a table
// that it is no part of.
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "app/progress.hpp"
#include "app/verb.hpp"
#include "app/verbs/audit_input.hpp"
#include "app/verbs/audit_output.hpp"
#include "app/verbs/mpi_command.hpp"
#include "app/verbs/properties_commands.hpp"
#include "base/error.hpp"
#include "base/near_names.hpp"
#include "base/text_table.hpp"
#include "properties/audit/audit.hpp"
#include "properties/audit/audit_tasks.hpp"
#include "properties/audit/command_line.hpp"
#include "properties/audit/difference.hpp"
#include "properties/audit/law_json.hpp"
#include "properties/audit/metric_process.hpp"
#include "properties/audit/replay_files.hpp"  // made by CMake
#include "properties/audit/saved_tests.hpp"

namespace disarray::properties {

namespace {

using app::status_incomplete, app::status_refuted;
using audit::AuditOptions;
using audit::AuditReport;
using audit::Difference;
using audit::LawResult;
using audit::LawVerdict;
using audit::Timing;

struct AuditCommand {
    std::vector<std::string> command;
    audit::ProcessLimits limits;
    std::optional<std::size_t> exhaustive_n;
    std::uint64_t memory_mib = 2048;
    AuditOptions audit;
    std::optional<double> seconds;
    std::optional<std::string> against, save;
    std::optional<std::string> input, reference, adapter;
    bool shell = false;
    bool no_timings = false;
    farm::MpiOptions mpi;
    bool json = false;
};

std::vector<std::string> shell_running(const std::string& text) {
    return {"/bin/sh", "-c", text};
}

std::vector<std::string> command_line_of(const AuditCommand& command) {
    if (!command.shell) return command.command;
    return shell_running(fmt::format("{}", fmt::join(command.command, " ")));
}

std::vector<std::string> other_command_line_of(const AuditCommand& command) {
    std::vector<std::string> words = audit::command_words(*command.against, "--against");
    if (words.empty()) throw InputError("--against", "nothing", "a program");
    return command.shell ? shell_running(*command.against) : words;
}

/// What was compared, and came out equal or not.
std::string compared_text(const Difference& difference, const std::string& own,
                          const std::string& other) {
    if (difference.compared == 0) return fmt::format("compared with {} on no input\n", other);
    if (difference.differing == 0) {
        return fmt::format("agrees with {} on {} input{}, to {} units of 2^-52\n", other,
                           difference.compared, plural(difference.compared),
                           difference.worst_units);
    }
    return fmt::format("differs from {} on {} of {} inputs, first on {}\n  {}: {}\n  {}: {}\n",
                       other, difference.differing, difference.compared,
                       shortened(difference.input), own, foreign_text(difference.first), other,
                       foreign_text(difference.second));
}

std::string difference_text(const Difference& difference, const AuditCommand& command) {
    const std::string own = foreign_text(fmt::format("{}", fmt::join(command.command, " ")));
    const std::string other = foreign_text(*command.against);
    std::string text = compared_text(difference, own, other);
    if (difference.refused > 0) {
        text +=
            fmt::format("both refuse {} input{}\n", difference.refused, plural(difference.refused));
    }
    if (difference.failing > 0) {
        text += fmt::format("one of them fails on {} input{}, first on {}\n  {}: {}\n  {}: {}\n",
                            difference.failing, plural(difference.failing),
                            shortened(difference.failing_input), own,
                            foreign_text(difference.failing_first), other,
                            foreign_text(difference.failing_second));
    }
    if (!difference.complete) {
        text += command.audit.stop.requested()
                    ? "stopped before the end\n"
                    : "one of them could not be asked any more: not all was compared\n";
    }
    return text;
}

Json difference_json(const Difference& difference, const AuditCommand& command) {
    Json json = app::document("audit");
    json["seed"] = command.audit.seed;
    json["against"] = *command.against;
    json["compared"] = difference.compared;
    json["differing"] = difference.differing;
    json["worst_units"] = difference.worst_units;
    json["input"] = input_json(difference.input);
    json["first"] = difference.first;
    json["second"] = difference.second;
    json["refused"] = difference.refused;
    json["failing"] = difference.failing;
    json["failing_input"] = input_json(difference.failing_input);
    json["failing_first"] = difference.failing_first;
    json["failing_second"] = difference.failing_second;
    json["complete"] = difference.complete;
    return json;
}

/// Two programs against each other.
void compare_programs(audit::MetricProcess& process, const AuditCommand& command,
                      app::ProgressLine& progress) {
    audit::MetricProcess other(other_command_line_of(command), command.limits, command.audit.stop);
    const Difference difference = audit::compare_metrics(process, other, command.audit);
    progress.clear();
    if (command.json) {
        app::print_json(difference_json(difference, command));
    } else {
        app::print(difference_text(difference, command));
    }
    if (difference.is_found()) throw app::ExitStatus{status_refuted};
    if (!difference.complete) throw app::ExitStatus{status_incomplete};
}

void audit_program(audit::MetricProcess& process, const AuditCommand& command,
                   app::ProgressLine& progress, farm::Farm* farm) {
    audit::AskElsewhere elsewhere;
    AuditOptions options = command.audit;
    options.exhaustive_n =
        command.exhaustive_n.value_or(audit::default_exhaustive_n(process.description().kind));
    if (farm != nullptr) {
        elsewhere = audit::ask_by_farm(*farm, process.description(), command.audit.stop);
    }
    const AuditReport report = audit::audit(process, options, std::move(elsewhere));
    progress.clear();
    if (command.save) {
        audit::save(*command.save, audit::saved_tests(report, command_line_of(command),
                                                      *command.save, command.audit.tolerance));
    }
    if (command.json) {
        app::print_json(audit_json(report, command.audit.seed, !command.no_timings));
    } else {
        app::print(audit_text(report, !command.no_timings));
    }
    if (const int status = audit_status(report); status != 0) throw app::ExitStatus{status};
}

constexpr std::pair<std::string_view, std::string_view> templates[] = {
    {"python", audit::template_in_python},
    {"r", audit::template_in_r},
    {"c", audit::template_in_c}};

/// Says so where the program had not described itself when the work was to stop: then there is no
/// part of a report to be printed.
template <class Work>
void unless_stopped(const AuditCommand& command, const Work& work) {
    try {
        work();
    } catch (const audit::Stopped& stopped) {
        std::fprintf(stderr, "disarray: %s: nothing is known of it\n", stopped.what());
        app::note_incomplete(true);
        if (command.json) app::print_json(app::document("audit"));
    }
}

/// One input, with a program or without.
void look_at_input(const AuditCommand& command) {
    const InputQuestion question{*command.input, command.reference, command.audit.tolerance,
                                 command.json};
    if (command.command.empty()) return print_values_of_input(question, nullptr);
    unless_stopped(command, [&] {
        audit::MetricProcess process(command_line_of(command), command.limits, command.audit.stop);
        print_values_of_input(question, &process);
    });
}

void audit_on_this_rank(AuditCommand& command, farm::Farm* farm) {
    Stop::listen_to_signals();
    app::ProgressLine progress;
    command.audit.progress = [&](std::string_view law) { progress.show(law); };
    unless_stopped(command, [&] {
        audit::MetricProcess process(command_line_of(command), command.limits, command.audit.stop);
        if (command.against) {
            compare_programs(process, command, progress);
        } else {
            audit_program(process, command, progress, farm);
        }
    });
}

void audit_command(AuditCommand& command) {
    if (command.exhaustive_n) command.audit.exhaustive_n = *command.exhaustive_n;
    if (command.against && command.mpi.mpi) {
        throw NotSupported("--mpi", "it with --against", "one program");
    }
    if (command.against && command.save) {
        throw NotSupported("--save", "it with --against",
                           "one program: what is saved are tests of laws");
    }
    if (command.reference && !command.input) {
        throw NotSupported("--reference", "it without --input",
                           "--input; a program names its own \"reference\"");
    }
    if (command.adapter) {
        return app::print(choice_named(templates, *command.adapter, "--template"));
    }
    command.limits.memory_bytes = command.memory_mib << 20;
    if (command.seconds) command.audit.stop = Stop(std::chrono::duration<double>(*command.seconds));
    if (command.input) return look_at_input(command);
    if (command.command.empty()) throw InputError("command is required: the program, after --");
    // As they are asked: where a long input fails, longer ones are left out.
    std::vector<std::size_t>& sizes = command.audit.sizes;
    std::ranges::sort(sizes);
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    // One run of the program on each rank: a second one beside it would share its cores.
    farm::on_all_ranks(command.mpi, 1, audit::audit_tasks(command_line_of(command), command.limits),
                       [&](farm::Farm* farm) { audit_on_this_rank(command, farm); });
}

/// Of a long input. A document takes 22 bytes of a request at most, {"ids": ["d500000", …],
/// "scores": [500000, …], "grades": [2, …]}, and an element of two rankings 16: 11 MB, where a line
/// may have 16 MiB.
constexpr std::size_t longest_input = 500'000;
static_assert(longest_input * 24 < audit::most_line_bytes);

/// All answers are kept: some GiB.
constexpr std::uint64_t most_random_cases = 10'000'000;
/// Times the longest input, which long sums are granted, below 2^64.
constexpr std::uint64_t most_tolerance = std::uint64_t{1} << 32;
constexpr std::uint64_t most_memory_mib = 1 << 24;

}  // namespace

void add_audit_command(app::Verb program) {
    const auto command = std::make_shared<AuditCommand>();
    app::Verb verb = program.add_verb(
        "audit",
        "Laws of a metric that another program computes, in any language; exit status 1: one is "
        "refuted, 5: only of wrong input, 4: incomplete",
        // A metric by sed: every value is undefined.
        R"code(disarray audit --random 5 -- sed -u -e 's/.*describe.*/{"id": 0, "protocol": 1, "name": "none", "kind": "two-rankings", "direction": "least"}/' -e 's/.*"id": \([0-9]*\), "op": "evaluate".*/{"id": \1, "undefined": "always"}/')code");
    verb.add_option("command", &command->command, "The program and its arguments, after --");
    verb.group(app::Group::effort);
    verb.add_option("--exhaustive", &command->exhaustive_n,
                    "Every input of at most so many elements; 3 if not given, 4 of grades by rank")
        .from_to(0, 5);
    verb.add_option("--random", &command->audit.random_cases, "Random inputs")
        .from_to(0, most_random_cases);
    verb.add_option("--n", &command->audit.random_n, "Most elements of a random input")
        .from_to(2, 1000);
    verb.add_option("--sizes", &command->audit.sizes, "Lengths of long inputs")
        .from_to(1, longest_input);
    verb.add_option("--seed", &command->audit.seed, "Seed of the random inputs");
    verb.group(app::Group::how);
    verb.add_option("--tolerance", &command->audit.tolerance,
                    "Units of 2^-52 by which floating point may miss an equality")
        .from_to(0, most_tolerance);
    verb.add_time_option(command->seconds);
    verb.group(app::Group::effort);
    verb.add_option("--call-seconds", &command->limits.seconds_per_call, "Time for one call")
        .seconds();
    verb.add_option("--memory", &command->memory_mib,
                    "MiB that the program may use, and all that it starts together; 0: any")
        .from_to(0, most_memory_mib);
    verb.group(app::Group::what);
    verb.add_option("--against", &command->against,
                    "A second program in one argument, its words as for a shell, quotes included: "
                    "the least input on which the two disagree");
    verb.add_option("--input", &command->input,
                    "One input, JSON as in the protocol: its exact value under every convention, "
                    "and what the program, if there is one, says to it")
        .value_name("JSON")
        .excludes("--against");
    verb.add_option("--reference", &command->reference,
                    "Of --input: the exact metric; if not given, that of the program, or of two "
                    "rankings all")
        .value_name("NAME");
    verb.add_option("--template", &command->adapter,
                    "Print a metric to change into yours: python, r or c")
        .value_name("LANGUAGE");
    verb.group(app::Group::output);
    verb.add_option("--save", &command->save,
                    "Folder for findings as JSON and as tests, pytest and Catch2");
    farm::add_mpi_options(verb, command->mpi);
    verb.add_flag("--shell", command->shell, "Hand the command to /bin/sh").in(app::Group::how);
    verb.add_flag("--no-timings", command->no_timings,
                  "Leave out times, so that two reports with one seed are the same");
    verb.add_json_option(command->json);
    verb.on_call([command] { audit_command(*command); });
}

}  // namespace disarray::properties
