// SPDX-License-Identifier: MIT
//
// disarray audit: laws of a metric that another program computes.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/progress.hpp"
#include "app/verb.hpp"
#include "base/error.hpp"
#include "base/text_table.hpp"
#include "formats/lists.hpp"
#include "properties/audit/audit.hpp"
#include "properties/audit/difference.hpp"
#include "properties/audit/saved_tests.hpp"
#include "properties/commands/commands.hpp"

namespace disarray::properties {

namespace {

using app::Json;
using audit::Agreement;
using audit::AuditOptions;
using audit::AuditReport;
using audit::Difference;
using audit::LawResult;
using audit::LawVerdict;
using audit::Timing;

struct AuditCommand {
    std::vector<std::string> command;
    audit::ProcessLimits limits;
    std::uint64_t memory_mib = 2048;
    AuditOptions audit;
    std::optional<double> seconds;
    std::optional<std::string> against, save;
    bool shell = false;
    bool no_timings = false;
    bool json = false;
};

constexpr std::size_t agreements_shown = 3;

std::string range_text(const audit::Description& description) {
    const auto end = [](const std::optional<Rational>& value) {
        return value ? value->to_string() : std::string("none");
    };
    return fmt::format("{} to {}", end(description.least_value), end(description.greatest_value));
}

/// Long inputs are for machines.
std::string shortened(const std::string& input) {
    constexpr std::size_t shown = 200;
    if (input.size() <= shown) return input;
    return fmt::format("{}... ({} bytes; --json has them all)", input.substr(0, shown / 2),
                       input.size());
}

std::string findings(const AuditReport& report) {
    std::string text;
    for (const LawResult& law : report.laws) {
        if (law.verdict != LawVerdict::refuted &&
            law.verdict != LawVerdict::documented_convention) {
            continue;
        }
        text += fmt::format("\n{}: {}\n  {}\n  input     {}\n", law.law, law.statement,
                            law.explanation, shortened(law.input));
        if (!law.expected.empty()) text += fmt::format("  expected  {}\n", law.expected);
        text += fmt::format("  got       {}\n", law.got);
    }
    return text;
}

std::string agreement_text(const AuditReport& report) {
    std::string text;
    for (std::size_t i = 0; i < std::min(agreements_shown, report.agreements.size()); ++i) {
        const Agreement& agreement = report.agreements[i];
        text += agreement.differing == 0
                    ? fmt::format("matches {} on {} inputs, to {} units in the last place\n",
                                  agreement.reference, agreement.compared, agreement.worst_units)
                    : fmt::format("differs from {} on {} of {} inputs, first on {}: {}, not {}\n",
                                  agreement.reference, agreement.differing, agreement.compared,
                                  shortened(agreement.first_difference), agreement.got,
                                  agreement.expected);
        if (agreement.differing > 0) break;  // the nearest one is enough
    }
    return text.empty() ? text : "\n" + text;
}

std::string timing_text(const AuditReport& report) {
    std::string text = "\n";
    for (const Timing& timing : report.timings)
        text += fmt::format("n = {}: {:.3g} s a call\n", timing.n, timing.seconds);
    return text;
}

std::string text_of(const AuditReport& report, bool timings) {
    TextTable table({{"law"}, {"verdict"}, {"what it says"}});
    for (const LawResult& law : report.laws)
        table.add_row({law.law, std::string(name_of(law.verdict)), law.statement});
    return fmt::format("{}: {}, best at the {} value, range {}\n{} inputs, {} restarts{}\n\n",
                       report.description.name, name_of(report.description.kind),
                       name_of(report.description.direction), range_text(report.description),
                       report.inputs, report.restarts,
                       report.complete ? "" : "; stopped before the end") +
           table.to_string() + findings(report) + agreement_text(report) +
           (timings ? timing_text(report) : "");
}

Json law_json(const LawResult& law) {
    return {{"law", law.law},
            {"statement", law.statement},
            {"verdict", name_of(law.verdict)},
            {"scope", law.scope},
            {"input", law.input.empty() ? Json() : Json::parse(law.input)},
            {"expected", law.expected},
            {"got", law.got},
            {"explanation", law.explanation}};
}

Json agreement_json(const Agreement& agreement) {
    return {{"reference", agreement.reference},
            {"compared", agreement.compared},
            {"differing", agreement.differing},
            {"worst_units", agreement.worst_units},
            {"input",
             agreement.first_difference.empty() ? Json() : Json::parse(agreement.first_difference)},
            {"expected", agreement.expected},
            {"got", agreement.got}};
}

Json json_of(const AuditReport& report, const AuditCommand& command) {
    Json json = app::document("audit");
    json["seed"] = command.audit.seed;
    json["metric"] = {{"name", report.description.name},
                      {"kind", name_of(report.description.kind)},
                      {"direction", name_of(report.description.direction)},
                      {"conventions", report.description.conventions}};
    json["laws"] = Json::array();
    for (const LawResult& law : report.laws)
        json["laws"].push_back(law_json(law));
    json["agreements"] = Json::array();
    for (const Agreement& agreement : report.agreements)
        json["agreements"].push_back(agreement_json(agreement));
    json["inputs"] = report.inputs;
    json["restarts"] = report.restarts;
    json["complete"] = report.complete;
    if (command.no_timings) return json;
    json["timings"] = Json::array();
    for (const Timing& timing : report.timings)
        json["timings"].push_back({{"n", timing.n}, {"seconds", timing.seconds}});
    return json;
}

std::vector<std::string> command_line_of(const std::vector<std::string>& words, bool shell) {
    if (!shell) return words;
    return {"/bin/sh", "-c", fmt::format("{}", fmt::join(words, " "))};
}

/// The words of --against, split at blanks.
std::vector<std::string> other_command_line_of(const AuditCommand& command) {
    std::vector<std::string> words;
    for (const std::string_view word : formats::list_items(*command.against, "--against"))
        words.emplace_back(word);
    if (words.empty()) throw InputError("--against", "nothing", "a program");
    return command_line_of(words, command.shell);
}

std::string difference_text(const Difference& difference, const AuditCommand& command) {
    std::string text =
        difference.differing > 0
            ? fmt::format("differs from {} on {} of {} inputs, first on {}\n  {}\n  {}\n",
                          *command.against, difference.differing, difference.compared,
                          shortened(difference.input), difference.first, difference.second)
            : fmt::format("agrees with {} on {} inputs, to {} units of 2^-52\n", *command.against,
                          difference.compared, difference.worst_units);
    if (difference.failing > 0) {
        text += fmt::format("one of them fails on {} inputs, first on {}\n  {}\n  {}\n",
                            difference.failing, shortened(difference.failing_input),
                            difference.failing_first, difference.failing_second);
    }
    return text;
}

Json difference_json(const Difference& difference, const AuditCommand& command) {
    const auto input = [](const std::string& text) {
        return text.empty() ? Json() : Json::parse(text);
    };
    Json json = app::document("audit");
    json["seed"] = command.audit.seed;
    json["against"] = *command.against;
    json["compared"] = difference.compared;
    json["differing"] = difference.differing;
    json["worst_units"] = difference.worst_units;
    json["input"] = input(difference.input);
    json["first"] = difference.first;
    json["second"] = difference.second;
    json["failing"] = difference.failing;
    json["failing_input"] = input(difference.failing_input);
    json["failing_first"] = difference.failing_first;
    json["failing_second"] = difference.failing_second;
    json["complete"] = difference.complete;
    return json;
}

/// Two programs against each other.
void compare_programs(audit::MetricProcess& process, const AuditCommand& command) {
    audit::MetricProcess other(other_command_line_of(command), command.limits, command.audit.stop);
    const Difference difference = audit::compare_metrics(process, other, command.audit);
    if (command.json) {
        app::print_json(difference_json(difference, command));
    } else {
        app::print(difference_text(difference, command));
    }
    if (difference.is_found()) throw app::ExitStatus{1};
}

void audit_command(AuditCommand& command) {
    Stop::listen_to_signals();
    if (command.seconds) {
        command.audit.stop = Stop(std::chrono::duration<double>(*command.seconds));
    }
    command.limits.memory_bytes = command.memory_mib << 20;
    app::ProgressLine progress;
    command.audit.progress = [&](std::string_view law) { progress.show(law); };
    const auto words = command_line_of(command.command, command.shell);
    audit::MetricProcess process(words, command.limits, command.audit.stop);
    if (command.against) return compare_programs(process, command);
    const AuditReport report = audit::audit(process, command.audit);
    progress.clear();
    if (command.save) {
        audit::save(*command.save, audit::saved_tests(report, words, command.audit.tolerance));
    }
    if (command.json) {
        app::print_json(json_of(report, command));
    } else {
        app::print(text_of(report, !command.no_timings));
    }
    if (report.is_refuted()) throw app::ExitStatus{1};
}

}  // namespace

void add_audit_command(CLI::App& program) {
    const auto command = std::make_shared<AuditCommand>();
    CLI::App& verb = app::add_verb(
        program, "audit", "Laws of a metric that another program computes, in any language",
        // A metric by sed: every value is undefined.
        R"code(disarray audit --random 5 -- sed -u -e 's/.*describe.*/{"id": 0, "protocol": 1, "name": "none", "kind": "two-rankings", "direction": "least"}/' -e 's/.*"id": \([0-9]*\), "op": "evaluate".*/{"id": \1, "undefined": "always"}/')code");
    verb.add_option("command", command->command, "The program and its arguments, after --")
        ->required();
    verb.add_option("--exhaustive", command->audit.exhaustive_n,
                    "Every input of at most so many elements")
        ->check(CLI::Range(0, 5))
        ->capture_default_str();
    verb.add_option("--random", command->audit.random_cases, "Random inputs")
        ->capture_default_str();
    verb.add_option("--n", command->audit.random_n, "Most elements of a random input")
        ->check(CLI::Range(2, 1000))
        ->capture_default_str();
    verb.add_option("--sizes", command->audit.sizes, "Lengths of long inputs")
        ->delimiter(',')
        ->capture_default_str();
    verb.add_option("--seed", command->audit.seed, "Seed of the random inputs")
        ->capture_default_str();
    verb.add_option("--tolerance", command->audit.tolerance,
                    "Units of 2^-52 by which floating point may miss an equality")
        ->capture_default_str();
    verb.add_option("--time", command->seconds, "Time budget in seconds; what is found is kept");
    verb.add_option("--call-seconds", command->limits.seconds_per_call, "Time for one call")
        ->capture_default_str();
    verb.add_option("--memory", command->memory_mib, "MiB that the program may use; 0: any")
        ->capture_default_str();
    verb.add_option("--against", command->against,
                    "A second program, its words split at blanks: the least input on which the two "
                    "disagree");
    verb.add_option("--save", command->save,
                    "Folder for findings as JSON and as tests, pytest or Catch2");
    verb.add_flag("--shell", command->shell, "Hand the command to /bin/sh");
    verb.add_flag("--no-timings", command->no_timings,
                  "Leave out times, so that two reports with one seed are the same");
    app::add_json_option(verb, command->json);
    verb.callback([command] { audit_command(*command); });
}

}  // namespace disarray::properties
