// SPDX-License-Identifier: MIT
//
// `disarray check stability`: how often |m@k − m@(k+1)| < 1/k, in both readings of GT 6.5.
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "app/progress.hpp"
#include "app/verb.hpp"
#include "app/verbs/experiment_options.hpp"
#include "app/verbs/properties_commands.hpp"
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "base/text_table.hpp"
#include "properties/experiments/estimate.hpp"
#include "properties/experiments/rows.hpp"
#include "properties/experiments/sample.hpp"
#include "properties/experiments/stability.hpp"
#include "record/json.hpp"

namespace disarray::properties {

namespace {

using experiments::Stability;
using experiments::StabilityCount;

struct StabilityCommand {
    std::size_t n = 1000;
    ExperimentOptions common;
};

void require_no_k(const app::ParameterOptions& parameters) {
    const auto refuse = [](const char* option, const std::optional<std::string>& given) {
        if (!given) return;
        throw InputError(option, printable(*given), "nothing: every k is tried, with |R| = k");
    };
    refuse("--k", parameters.k);
    refuse("--relevant-count", parameters.relevant_count);
}

std::vector<Stability> stability_rows(const StabilityCommand& command) {
    const auto metrics = experiments::metrics_of_experiment(command.common.metrics, "--metric");
    experiments::SampleOptions options = sample_options(command.common);
    app::ProgressLine line;
    options.on_progress = [&](std::uint64_t done) { line.show(metrics[done]->full_name()); };
    return experiments::stability(metrics, command.n, options);
}

record::StabilityShare stability_share(const StabilityCount& count) {
    return {count.cases,     count.within,  count.undefined,
            count.undecided, count.share(), count.is_stable()};
}

record::StabilityRow stability_row(const Stability& row) {
    return {std::string(row.metric->name),
            reading_name(*row.metric),
            row.n,
            row.pairs,
            row.depends_on_k,
            stability_share(row.each),
            stability_share(row.averaged),
            row.why_undefined,
            decimal_or_none(row.mean_difference)};
}

/// The metrics that have no row because the run was stopped.
std::vector<std::string> not_done(const StabilityCommand& command,
                                  const std::vector<Stability>& rows) {
    std::vector<std::string> names;
    const auto metrics = experiments::metrics_of_experiment(command.common.metrics, "--metric");
    for (std::size_t m = rows.size(); m < metrics.size(); ++m)
        names.push_back(metrics[m]->full_name());
    return names;
}

Json stability_json(const StabilityCommand& command, const std::vector<Stability>& rows) {
    Json json = experiment_document(command.common);
    json["stability"] = Json::array();
    for (const Stability& row : rows)
        json["stability"].push_back(record::to_json(stability_row(row)));
    json["not_done"] = not_done(command, rows);
    return json;
}

/// "97.3": rounded down, so that 97.5 and 100 are reached, not approached.
std::string share_in_percent(const StabilityCount& count) {
    const auto share = count.share();
    if (!share) return "-";
    const Rational thousandths = *share * Rational(1000);
    const Integer floor = thousandths.numerator() / thousandths.denominator();
    return fmt::format("{}.{}", Integer(floor / 10).to_string(), Integer(floor % 10).to_string());
}

std::string stable_in_words(const StabilityCount& count) {
    const auto stable = count.is_stable();
    return !stable ? "-" : *stable ? "yes" : "no";
}

std::string stability_table(const std::vector<Stability>& rows) {
    using enum TextTable::Align;
    TextTable text({{"metric"},
                    {"within", right},
                    {"cases", right},
                    {"%", right},
                    {"stable"},
                    {"averaged: within", right},
                    {"k", right},
                    {"%", right},
                    {"stable"},
                    {"mean difference", right}});
    for (const Stability& row : rows) {
        text.add_row(
            {row.metric->full_name(), std::to_string(row.each.within),
             std::to_string(row.each.decided()), share_in_percent(row.each),
             stable_in_words(row.each), std::to_string(row.averaged.within),
             std::to_string(row.averaged.decided()), share_in_percent(row.averaged),
             stable_in_words(row.averaged),
             row.mean_difference ? experiments::certain_decimal(*row.mean_difference, 4) : "-"});
    }
    return text.to_string();
}

std::string stability_notes(const StabilityCommand& command, const std::vector<Stability>& rows) {
    std::string text;
    std::vector<std::string> without_k;
    for (const Stability& row : rows) {
        const std::string name = row.metric->full_name();
        if (!row.depends_on_k) without_k.push_back(name);
        if (row.each.undefined > 0) {
            text += fmt::format("note: {}: {} of {} cases left out, undefined ({})\n", name,
                                row.each.undefined, row.each.cases, row.why_undefined);
        }
        if (row.each.undecided + row.averaged.undecided > 0) {
            text += fmt::format("note: {}: {} cases and {} averages left out, undecided\n", name,
                                row.each.undecided, row.averaged.undecided);
        }
    }
    if (!without_k.empty()) {
        text += fmt::format("note: without k, so that every case holds trivially: {}\n",
                            fmt::join(without_k, ", "));
    }
    if (const auto names = not_done(command, rows); !names.empty()) {
        text += fmt::format("note: stopped before {}\n", fmt::join(names, ", "));
    }
    return text;
}

void stability_command(const StabilityCommand& command) {
    require_no_k(command.common.parameters);
    const auto rows = with_threads(command.common.threads, [&] { return stability_rows(command); });
    app::note_incomplete(!not_done(command, rows).empty());
    if (command.common.json) return app::print_json(stability_json(command, rows));
    app::print(
        fmt::format("How often |m@k − m@(k+1)| < 1/k, for {} random pairs in S_{}, seed {}, every "
                    "k; stable: >= 97.5 %\n(averaged: the mean over the pairs, for each k); {}\n\n",
                    command.common.pairs, command.n, command.common.seed,
                    described(app::parameters_of(command.common.parameters))) +
        stability_table(rows) + stability_notes(command, rows));
}

}  // namespace

void add_stability_command(app::Verb check) {
    add_experiment(check, "stability",
                   "How much metrics change from k to k+1 retrieved elements (GT 6.5).",
                   "disarray check stability --metric recall --metric gmr --n 50 --pairs 100",
                   &StabilityCommand::n, stability_command);
}

}  // namespace disarray::properties
