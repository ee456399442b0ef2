// SPDX-License-Identifier: MIT
//
// disarray audit: laws of a metric that another program computes. What that program has said stands
// in the text with its control characters escaped: it may be meant for the terminal, or for a table
// that it is no part of.
#include <algorithm>
#include <charconv>
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
#include "base/error.hpp"
#include "base/text_table.hpp"
#include "properties/audit/audit.hpp"
#include "properties/audit/audit_tasks.hpp"
#include "properties/audit/command_line.hpp"
#include "properties/audit/difference.hpp"
#include "properties/audit/law_json.hpp"
#include "properties/audit/saved_tests.hpp"
#include "properties/commands/commands.hpp"
#include "search/farm/commands/mpi_command.hpp"

namespace disarray::properties {

namespace {

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
    bool shell = false;
    bool no_timings = false;
    farm::MpiOptions mpi;
    bool json = false;
};

/// A limit for what is usually a line and may be megabytes.
std::string foreign_text(std::string_view foreign) {
    return printable(foreign, 1000);
}

/// Long inputs are for machines.
std::string shortened(const std::string& input) {
    constexpr std::size_t most = 200;
    if (input.size() <= most) return foreign_text(input);
    return fmt::format("{}... ({} bytes; --json has them all)",
                       foreign_text(input.substr(0, most / 2)), input.size());
}

std::string range_text(const audit::Description& description) {
    const auto end = [](const std::optional<Rational>& value) {
        return value ? value->to_string() : std::string("none");
    };
    return foreign_text(
        fmt::format("{} to {}", end(description.least_value), end(description.greatest_value)));
}

const char* plural(std::size_t count) {
    return count == 1 ? "" : "s";
}

std::string finding(const LawResult& law) {
    std::string text = fmt::format("\n{}: {}\n  {}\n  input     {}\n", law.law, law.statement,
                                   foreign_text(law.explanation), shortened(law.input));
    if (!law.expected.empty()) text += fmt::format("  expected  {}\n", foreign_text(law.expected));
    return text + fmt::format("  got       {}\n", foreign_text(law.got));
}

/// Whether a law is one of those that one rule for ties breaks together.
bool is_of_ties(const LawResult& law) {
    return law.law.starts_with("ties-") || law.law == "tied-lines" || law.law == "renaming";
}

/// Those with a verdict, one after the other; of laws of ties the first, and a line for each other.
std::string findings(const AuditReport& report, LawVerdict verdict) {
    std::string text, of_ties;
    for (const LawResult& law : report.laws) {
        if (law.verdict != verdict) continue;
        if (!is_of_ties(law)) {
            text += finding(law);
        } else if (of_ties.empty()) {
            of_ties = finding(law);
        } else {
            of_ties += fmt::format("  as well   {}: {}\n", law.law, foreign_text(law.explanation));
        }
    }
    return of_ties + text;
}

/// Why laws have no verdict, where that is known.
std::string reasons(const AuditReport& report) {
    std::string text;
    for (const LawResult& law : report.laws) {
        const bool is_decided =
            law.verdict != LawVerdict::undecided && law.verdict != LawVerdict::not_applicable;
        if (is_decided || law.explanation.empty()) continue;
        text += fmt::format("  {}: {}\n", law.law, foreign_text(law.explanation));
    }
    return text.empty() ? "" : "\nnot decided:\n" + text;
}

std::string refused_text(const AuditReport& report) {
    if (report.refused == 0) return {};
    return fmt::format("\nrefused {} input{}, the least: {} ({})\n", report.refused,
                       plural(report.refused), shortened(report.least_refused),
                       foreign_text(report.least_refused_why));
}

/// The reference that fits best, and how many others fit as well.
std::string agreement_text(const AuditReport& report) {
    if (report.agreements.empty()) return {};
    const audit::Agreement& best = report.agreements.front();
    if (best.differing > 0) {
        return fmt::format("\ndiffers from {} on {} of {} inputs, first on {}: {}, not {}\n",
                           best.reference, best.differing, best.compared,
                           shortened(best.first_difference), foreign_text(best.got),
                           foreign_text(best.expected));
    }
    std::string text = fmt::format("\nmatches {} on {} inputs, to {} units in the last place\n",
                                   best.reference, best.compared, best.worst_units);
    const auto others = std::ranges::count(report.agreements, 0U, &audit::Agreement::differing) - 1;
    if (others > 0) {
        text += fmt::format("{} other convention{} fit{} as well (--json names them)\n", others,
                            others > 1 ? "s" : "", others > 1 ? "" : "s");
    }
    return text;
}

std::string timing_text(const AuditReport& report) {
    std::string text = "\n";
    for (const Timing& timing : report.timings)
        text += timing.is_answered
                    ? fmt::format("n = {}: {:.3g} s a call\n", timing.n, timing.seconds)
                    : fmt::format("n = {}: no answer, after {:.3g} s\n", timing.n, timing.seconds);
    return text;
}

using app::status_hygiene, app::status_incomplete, app::status_refuted;

/// 0 where nothing is wrong. What was not looked at might be worse than what wrong input does.
int status_of(const AuditReport& report) {
    if (report.is_metric_refuted()) return status_refuted;
    if (!report.complete) return status_incomplete;
    return report.is_refuted() ? status_hygiene : 0;
}

std::string verdict_text(const AuditReport& report) {
    switch (status_of(report)) {
        case status_refuted: {
            const auto refuted =
                std::ranges::count(report.laws, LawVerdict::refuted, &LawResult::verdict);
            return fmt::format("refuted: {} law{}\n", refuted,
                               plural(static_cast<std::size_t>(refuted)));
        }
        case status_incomplete:
            return "incomplete: nothing is refuted, and not all was looked at\n";
        case status_hygiene:
            return "input hygiene only: no law of the metric is refuted, but wrong input gets a "
                   "value\n";
        default:
            return "nothing is refuted\n";
    }
}

std::string audit_text(const AuditReport& report, bool timings) {
    TextTable table({{"law"}, {"verdict"}, {"what it says"}});
    for (const LawResult& law : report.laws)
        table.add_row({law.law, std::string(name_of(law.verdict)), law.statement});
    return fmt::format("{}: {}, best at the {} value, range {}\n{} inputs, {} restarts{}\n",
                       foreign_text(report.description.name), name_of(report.description.kind),
                       name_of(report.description.direction), range_text(report.description),
                       report.inputs, report.restarts,
                       report.complete ? "" : "; stopped before the end") +
           verdict_text(report) + findings(report, LawVerdict::refuted) + "\n" + table.to_string() +
           reasons(report) + findings(report, LawVerdict::documented_convention) +
           refused_text(report) + agreement_text(report) + (timings ? timing_text(report) : "");
}

Json end_json(const std::optional<Rational>& value) {
    return value ? Json(value->to_string()) : Json();
}

Json description_json(const audit::Description& description) {
    return {{"name", description.name},
            {"kind", name_of(description.kind)},
            {"direction", name_of(description.direction)},
            {"range", Json::array({end_json(description.least_value),
                                   end_json(description.greatest_value)})},
            {"takes_cutoff", description.takes_cutoff},
            {"takes_not_retrieved", description.takes_not_retrieved},
            {"least_length", description.least_length},
            {"conventions", description.conventions},
            {"reference", description.reference ? Json(*description.reference) : Json()},
            {"exceptions", description.exceptions}};
}

Json input_json(const std::string& input) {
    return input.empty() ? Json() : Json::parse(input);
}

Json agreement_json(const audit::Agreement& agreement) {
    return {{"reference", agreement.reference},
            {"compared", agreement.compared},
            {"differing", agreement.differing},
            {"worst_units", agreement.worst_units},
            {"input", input_json(agreement.first_difference)},
            {"expected", agreement.expected},
            {"got", agreement.got}};
}

Json refused_json(const AuditReport& report) {
    return {{"inputs", report.refused},
            {"input", input_json(report.least_refused)},
            {"why", report.least_refused_why}};
}

Json audit_json(const AuditReport& report, const AuditCommand& command) {
    Json json = app::document("audit");
    json["seed"] = command.audit.seed;
    json["metric"] = description_json(report.description);
    json["laws"] = Json::array();
    for (const LawResult& law : report.laws)
        json["laws"].push_back(to_json(law));
    json["agreements"] = Json::array();
    for (const audit::Agreement& agreement : report.agreements)
        json["agreements"].push_back(agreement_json(agreement));
    json["inputs"] = report.inputs;
    json["restarts"] = report.restarts;
    json["refused"] = refused_json(report);
    json["complete"] = report.complete;
    if (command.no_timings) return json;
    json["timings"] = Json::array();
    for (const Timing& timing : report.timings)
        json["timings"].push_back(
            {{"n", timing.n}, {"seconds", timing.seconds}, {"answered", timing.is_answered}});
    return json;
}

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
    // Without ties there are few lists.
    const bool by_rank = process.description().kind == audit::MetricKind::relevance_by_rank;
    if (by_rank && !command.exhaustive_n) ++options.exhaustive_n;
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
        app::print_json(audit_json(report, command));
    } else {
        app::print(audit_text(report, !command.no_timings));
    }
    if (const int status = status_of(report); status != 0) throw app::ExitStatus{status};
}

void audit_on_this_rank(AuditCommand& command, farm::Farm* farm) {
    Stop::listen_to_signals();
    if (command.seconds) {
        command.audit.stop = Stop(std::chrono::duration<double>(*command.seconds));
    }
    app::ProgressLine progress;
    command.audit.progress = [&](std::string_view law) { progress.show(law); };
    try {
        audit::MetricProcess process(command_line_of(command), command.limits, command.audit.stop);
        if (command.against) {
            compare_programs(process, command, progress);
        } else {
            audit_program(process, command, progress, farm);
        }
    } catch (const audit::Stopped& stopped) {
        // No part of a report is there to be printed, and silence would look like a pass.
        throw InputError(fmt::format("{}: nothing is known of it", stopped.what()));
    }
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
    // As they are asked: where a long input fails, longer ones are left out.
    std::vector<std::size_t>& sizes = command.audit.sizes;
    std::ranges::sort(sizes);
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    command.limits.memory_bytes = command.memory_mib << 20;
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
    verb.add_option("command", &command->command, "The program and its arguments, after --")
        .required();
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
    verb.add_option("--memory", &command->memory_mib, "MiB that the program may use; 0: any")
        .from_to(0, most_memory_mib);
    verb.group(app::Group::what);
    verb.add_option("--against", &command->against,
                    "A second program in one argument, its words as for a shell, quotes included: "
                    "the least input on which the two disagree");
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
