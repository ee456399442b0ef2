// SPDX-License-Identifier: MIT
//
// Three parts, what is quick and tells most first: what a program owes whatever it computes (the
// same answer twice, no number for what is none, an answer at all); laws on small and random
// inputs, by the kind of metric, and the comparison with exact metrics; and long inputs. Where
// answers change from one time to the next the rest is left out: it would speak of chance. A
// violation counts as a documented convention if every exact metric that fits what the program
// declares violates the law at the same input, or if the program says that it does not claim the
// law.
#include "properties/audit/audit.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "base/parallel.hpp"
#include "properties/audit/detail/kind_audit.hpp"

namespace disarray::properties::audit {

namespace {

using detail::KindAudit;

/// The law that the metric is what it claims to be. \param claimed  none: it claims nothing that
/// is known here. \param exhaustive_n  every input of at most so many was compared
LawResult reference_law(const Agreement* claimed, std::size_t exhaustive_n,
                        const AuditOptions& options) {
    LawResult result =
        detail::untried("exact-reference", "the value is that of the exact metric, up to rounding");
    if (!claimed || claimed->compared == 0) {
        result.verdict = LawVerdict::not_applicable;
        result.explanation =
            claimed ? "no input has both values" : "it claims to be no metric that is known here";
        return result;
    }
    result.scope = fmt::format(
        "{} inputs, every one of n <= {} and random ones of n <= {}, seed {}, against {}",
        claimed->compared, exhaustive_n, options.random_n, options.seed, claimed->reference);
    if (claimed->differing > 0) {
        result.verdict = LawVerdict::refuted;
        result.input = claimed->first_difference;
        result.expected = claimed->expected;
        result.got = claimed->got;
        result.explanation =
            fmt::format("{} of the first {} answers differ; expected is that of {}",
                        claimed->differing, claimed->compared, claimed->reference);
        return result;
    }
    result.explanation =
        fmt::format("at most {} units in the last place away", claimed->worst_units);
    if (options.stop.requested()) return result;
    result.verdict = exhaustive_n > 0 ? LawVerdict::exhausted : LawVerdict::supported;
    return result;
}

/// How long calls take.
std::vector<Timing> timings(const KindAudit& kind, AuditedMetric& metric,
                            const AuditOptions& options) {
    std::vector<Timing> found;
    for (const std::size_t n : options.sizes) {
        if (options.stop.requested()) break;
        if (n < metric.description().least_length) continue;
        if (options.progress) options.progress(fmt::format("n = {}", n));
        const std::string input = kind.long_input(n, detail::Shape::random);
        const auto start = std::chrono::steady_clock::now();
        const bool is_answered = std::holds_alternative<Answer>(metric.long_reply(input));
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
        found.push_back({n, elapsed.count(), is_answered});
        if (!is_answered) break;  // longer ones cost as much again
    }
    return found;
}

/// The sizes at which the program is fast enough.
std::vector<std::size_t> answered_sizes(const std::vector<Timing>& timings) {
    std::vector<std::size_t> sizes;
    for (const Timing& timing : timings) {
        if (timing.is_answered) sizes.push_back(timing.n);
    }
    return sizes;
}

void sort_by_agreement(std::vector<Agreement>& agreements) {
    std::ranges::stable_sort(agreements, {}, [](const Agreement& agreement) {
        return std::pair(agreement.differing, agreement.worst_units);
    });
}

/// \throws InputError for a law that there is not or that no convention can excuse, and for inputs
/// that are longer than any that is sent.
void require_known_laws(const ForeignMetric& process, const AuditOptions& options) {
    const Description& description = process.description();
    const auto known = detail::laws_with_exceptions(description.kind);
    for (const auto& [law, reason] : description.exceptions) {
        if (std::ranges::find(known, law) != known.end()) continue;
        throw InputError(fmt::format("{}: \"exceptions\"", process.name()),
                         fmt::format("\"{}\"", printable(law)), expected_one_of(law, known));
    }
    const auto claimable = detail::laws_with_claims(description.kind);
    for (const std::string& law : description.claims) {
        if (std::ranges::find(claimable, law) != claimable.end()) continue;
        throw InputError(fmt::format("{}: \"claims\"", process.name()), in_quotes(law),
                         claimable.empty() ? "none of this kind" : expected_one_of(law, claimable));
    }
    const std::size_t longest = std::max(options.exhaustive_n, options.random_n);
    if (description.least_length <= longest) return;
    throw InputError(fmt::format("{}: \"least_length\"", process.name()),
                     std::to_string(description.least_length),
                     fmt::format("at most {}, the longest of the inputs tried", longest));
}

/// Violations of laws that the program does not claim are told with its reason.
void apply_exceptions(const Description& description, std::vector<LawResult>& laws) {
    for (LawResult& law : laws) {
        const auto exception = description.exceptions.find(law.law);
        if (law.verdict != LawVerdict::refuted || exception == description.exceptions.end()) {
            continue;
        }
        law.verdict = LawVerdict::documented_convention;
        law.explanation += fmt::format("; not claimed: {}", exception->second);
    }
}

/// What the program refuses of the inputs that a metric of its description is expected to take.
void note_refusals(AuditedMetric& metric, const std::vector<std::string>& inputs,
                   AuditReport& report) {
    for (const std::string& input : inputs) {
        const auto* answer = std::get_if<Answer>(&metric.reply(input));
        if (!answer || answer->kind != Answer::Kind::error) continue;
        const bool is_least = report.refused++ == 0 || input.size() < report.least_refused.size();
        if (!is_least) continue;
        report.least_refused = input;
        report.least_refused_why = answer->text;
    }
}

void add_agreements(KindAudit& kind, AuditedMetric& metric, const AuditOptions& options,
                    AuditReport& report) {
    if (options.progress) options.progress("exact metrics");
    report.agreements = kind.agreements();
    sort_by_agreement(report.agreements);
    Agreement* claimed = kind.claimed(report.agreements);
    std::optional<LawResult> undeclared;
    if (claimed) undeclared = kind.undeclared_conventions(*claimed, report.agreements);
    if (claimed && claimed->differing > 0) kind.shrink(*claimed);
    std::vector<LawResult> laws;
    laws.push_back(detail::unless_missing(
        metric, [&] { return reference_law(claimed, kind.compared_n(), options); }));
    if (undeclared) laws.push_back(*std::move(undeclared));
    // Where none agrees, the one that is meant says most, and not the one that differs least often:
    // comparisons end after some differences.
    if (claimed && report.agreements.front().differing > 0) {
        const auto meant = report.agreements.begin() + (claimed - report.agreements.data());
        std::rotate(report.agreements.begin(), meant, meant + 1);
    }
    report.laws.insert(report.laws.begin(), laws.begin(), laws.end());
}

void add_long_inputs(KindAudit& kind, AuditedMetric& metric, const AuditOptions& options,
                     AuditReport& report) {
    report.timings = timings(kind, metric, options);
    const std::vector<std::size_t> answered = answered_sizes(report.timings);
    if (options.progress) options.progress("long inputs");
    const Agreement* claimed = kind.claimed(report.agreements);
    if (claimed && claimed->compared > 0) {
        report.laws.push_back(
            detail::unless_missing(metric, [&] { return kind.long_inputs(*claimed, answered); }));
    }
    kind.check_long(report.laws, answered.empty() ? 0 : answered.back());
}

bool is_refuted_law(const LawResult& law) {
    return law.verdict == LawVerdict::refuted;
}

void add_findings(KindAudit& kind, AuditedMetric& metric, const AuditOptions& options,
                  AuditReport& report) {
    if (options.progress) options.progress("the program");
    kind.collect_cases();
    std::vector<LawResult> of_program = detail::first_program_laws(metric, options, kind.inputs());
    for (LawResult& law : of_program) {
        if (law.law != "not-a-number") continue;
        law = detail::unless_missing(metric, [&] {
            return detail::missing_law(metric, options, kind.missing_cases(), law);
        });
    }
    const bool is_unstable = std::ranges::any_of(of_program, [](const LawResult& law) {
        return law.law == "same-answer-again" && is_refuted_law(law);
    });
    of_program.push_back(detail::unless_missing(metric, [&] { return kind.takes_its_kind(); }));
    if (!is_unstable) {
        report.laws = kind.laws();
        add_agreements(kind, metric, options, report);
        add_long_inputs(kind, metric, options, report);
    }
    std::vector<std::string> asked = kind.inputs();
    for (const std::size_t n : answered_sizes(report.timings))
        asked.push_back(kind.long_input(n, detail::Shape::random));
    note_refusals(metric, asked, report);
    std::ranges::move(of_program, std::back_inserter(report.laws));
    std::ranges::move(detail::last_program_laws(metric, options), std::back_inserter(report.laws));
    apply_exceptions(report.description, report.laws);
}

}  // namespace

bool is_of_hygiene(std::string_view law) {
    constexpr std::string_view laws[] = {"not-a-number", "declared-missing", "infinite-number",
                                         "negative-grade"};
    return std::ranges::find(laws, law) != std::end(laws);
}

bool AuditReport::is_refuted() const {
    return std::ranges::any_of(laws, is_refuted_law);
}

bool AuditReport::is_metric_refuted() const {
    return std::ranges::any_of(
        laws, [](const LawResult& law) { return is_refuted_law(law) && !is_of_hygiene(law.law); });
}

AuditReport audit(ForeignMetric& process, const AuditOptions& options, AskElsewhere elsewhere) {
    // One program, one conversation: what asks it runs on one thread.
    return with_threads(1, [&] {
        const auto start = std::chrono::steady_clock::now();
        require_known_laws(process, options);
        AuditedMetric metric(process, std::move(elsewhere));
        AuditReport report;
        report.description = process.description();
        const auto kind = detail::kind_audit(metric, options);
        add_findings(*kind, metric, options, report);
        report.inputs = metric.inputs_asked();
        report.restarts = process.restarts();
        report.complete = !options.stop.requested() && metric.missing_replies() == 0;
        report.seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        report.seconds_waiting = metric.seconds_waited();
        return report;
    });
}

}  // namespace disarray::properties::audit
