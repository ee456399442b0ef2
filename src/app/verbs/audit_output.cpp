// SPDX-License-Identifier: MIT
//
// What the audited metric has said stands in the text with its control characters escaped: it may
// be meant for the terminal, or for a table that it is no part of.
#include "app/verbs/audit_output.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "base/error.hpp"
#include "base/near_names.hpp"
#include "base/text_table.hpp"
#include "properties/audit/law_json.hpp"

namespace disarray::properties {

using app::status_hygiene, app::status_incomplete, app::status_refuted;
using audit::AuditReport;
using audit::LawResult;
using audit::LawVerdict;
using audit::Timing;

std::string foreign_text(std::string_view foreign) {
    return printable(foreign, 1000);
}

std::string shortened(const std::string& input) {
    constexpr std::size_t most = 200;
    if (input.size() <= most) return foreign_text(input);
    return fmt::format("{}... ({} bytes; --json has them all)",
                       foreign_text(input.substr(0, most / 2)), input.size());
}

namespace {

std::string range_text(const audit::Description& description) {
    const auto end = [](const std::optional<Rational>& value) {
        return value ? value->to_string() : std::string("none");
    };
    return foreign_text(
        fmt::format("{} to {}", end(description.least_value), end(description.greatest_value)));
}

}  // namespace

const char* plural(std::size_t count) {
    return count == 1 ? "" : "s";
}

namespace {

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
    return text + fmt::format("{:.3g} s, of these {:.3g} s waiting for the program\n",
                              report.seconds, report.seconds_waiting);
}

}  // namespace

int audit_status(const AuditReport& report) {
    if (report.is_metric_refuted()) return status_refuted;
    if (!report.complete) return status_incomplete;
    return report.is_refuted() ? status_hygiene : 0;
}

namespace {

std::string verdict_text(const AuditReport& report) {
    switch (audit_status(report)) {
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

}  // namespace

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

Json input_json(const std::string& input) {
    return input.empty() ? Json() : Json::parse(input);
}

namespace {

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

}  // namespace

Json audit_json(const AuditReport& report, std::uint64_t seed, bool timings) {
    Json json = app::document("audit");
    json["seed"] = seed;
    json["metric"] = to_json(report.description);
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
    if (!timings) return json;
    json["timings"] = Json::array();
    for (const Timing& timing : report.timings)
        json["timings"].push_back(
            {{"n", timing.n}, {"seconds", timing.seconds}, {"answered", timing.is_answered}});
    json["seconds"] = report.seconds;
    json["seconds_waiting"] = report.seconds_waiting;
    return json;
}

}  // namespace disarray::properties
