// SPDX-License-Identifier: MIT
//
// Three parts: laws on small and random inputs, by the kind of metric; what a program owes whatever
// it computes (the same answer twice, no number for what is none, no crash, large inputs); and the
// comparison with exact metrics. A violation counts as a documented convention if the exact metric
// in the conventions that the program declares violates the law at the same input.
#include "properties/audit/audit.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>

#include <fmt/format.h>

#include "base/near_names.hpp"
#include "base/parallel.hpp"
#include "properties/audit/detail/kind_audit.hpp"

namespace disarray::properties::audit {

namespace {

using detail::KindAudit;

constexpr std::pair<std::string_view, LawVerdict> verdict_names[] = {
    {"refuted", LawVerdict::refuted},
    {"documented-convention", LawVerdict::documented_convention},
    {"exhausted", LawVerdict::exhausted},
    {"supported", LawVerdict::supported},
    {"undecided", LawVerdict::undecided},
    {"not-applicable", LawVerdict::not_applicable}};

/// The law that the metric is what it claims to be. \param claimed  none: it claims nothing that
/// is known here
LawResult reference_law(const Agreement* claimed, const AuditOptions& options) {
    LawResult result{"exact-reference",
                     "the value is that of the exact metric, up to rounding",
                     LawVerdict::not_applicable,
                     {},
                     {},
                     {},
                     {},
                     "it claims to be no metric that is known here"};
    if (!claimed) return result;
    result.scope = fmt::format(
        "{} inputs, every one of n <= {} and random ones of n <= {}, seed {}, against {}",
        claimed->compared, options.exhaustive_n, options.random_n, options.seed,
        claimed->reference);
    result.verdict = claimed->differing > 0 ? LawVerdict::refuted : LawVerdict::exhausted;
    if (claimed->compared == 0) result.verdict = LawVerdict::not_applicable;
    result.input = claimed->first_difference;
    result.expected = claimed->expected;
    result.got = claimed->got;
    result.explanation =
        claimed->differing > 0
            ? fmt::format("{} of {} answers differ", claimed->differing, claimed->compared)
            : fmt::format("at most {} units in the last place away", claimed->worst_units);
    return result;
}

/// How long calls take.
std::vector<Timing> timings(const KindAudit& kind, AuditedMetric& metric,
                            const AuditOptions& options) {
    std::vector<Timing> found;
    for (const std::size_t n : options.sizes) {
        if (options.stop.requested()) break;
        if (options.progress) options.progress(fmt::format("n = {}", n));
        const std::string input = kind.long_input(n, detail::Shape::random);
        const auto start = std::chrono::steady_clock::now();
        const Reply& reply = metric.reply(input);
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
        found.push_back({n, elapsed.count()});
        if (std::holds_alternative<Failure>(reply)) break;  // longer ones cost as much again
    }
    return found;
}

void sort_by_agreement(std::vector<Agreement>& agreements) {
    std::ranges::stable_sort(agreements, {}, [](const Agreement& agreement) {
        return std::pair(agreement.differing, agreement.worst_units);
    });
}

/// The first agreement that is with the claimed metric.
const Agreement* claimed_of(const KindAudit& kind, const std::vector<Agreement>& agreements) {
    const auto found = std::ranges::find_if(
        agreements, [&](const Agreement& agreement) { return kind.is_claimed(agreement); });
    return found == agreements.end() ? nullptr : &*found;
}

void add_findings(KindAudit& kind, AuditedMetric& metric, const AuditOptions& options,
                  AuditReport& report) {
    report.laws = kind.laws();
    report.timings = timings(kind, metric, options);
    report.agreements = kind.agreements();
    sort_by_agreement(report.agreements);
    const Agreement* claimed = claimed_of(kind, report.agreements);
    report.laws.insert(report.laws.begin(), reference_law(claimed, options));
    if (claimed && claimed->compared > 0) {
        if (options.progress) options.progress("long inputs");
        report.laws.push_back(kind.long_inputs(*claimed));
    }
    if (options.progress) options.progress("the program");
    std::ranges::move(detail::program_laws(metric, options, kind.inputs()),
                      std::back_inserter(report.laws));
}

}  // namespace

std::string_view name_of(LawVerdict verdict) {
    return name_of_choice(verdict_names, verdict);
}

bool AuditReport::is_refuted() const {
    return std::ranges::any_of(
        laws, [](const LawResult& law) { return law.verdict == LawVerdict::refuted; });
}

AuditReport audit(MetricProcess& process, const AuditOptions& options) {
    // One program, one conversation: what asks it runs on one thread.
    return with_threads(1, [&] {
        AuditedMetric metric(process);
        AuditReport report;
        report.description = process.description();
        const bool is_of_pairs = report.description.kind == MetricKind::two_rankings;
        const auto kind = is_of_pairs ? detail::pair_audit(metric, options)
                                      : detail::retrieval_audit(metric, options);
        add_findings(*kind, metric, options, report);
        report.inputs = metric.inputs_asked();
        report.restarts = process.restarts();
        report.complete = !options.stop.requested();
        return report;
    });
}

}  // namespace disarray::properties::audit
