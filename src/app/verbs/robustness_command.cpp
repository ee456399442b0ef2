// SPDX-License-Identifier: MIT
//
// `disarray check robustness`: GT's table of type I robustness.
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
#include "base/parallel.hpp"
#include "base/text_table.hpp"
#include "properties/experiments/estimate.hpp"
#include "properties/experiments/robustness.hpp"
#include "properties/experiments/rows.hpp"
#include "properties/experiments/sample.hpp"
#include "record/json.hpp"

namespace disarray::properties {

namespace {

using experiments::Robustness;

struct RobustnessCommand {
    std::vector<std::size_t> lengths{10, 50, 100};
    ExperimentOptions common;
};

/// For each length the rows of all metrics.
using RowsByLength = std::vector<std::vector<Robustness>>;

RowsByLength robustness_of_lengths(const RobustnessCommand& command) {
    const auto metrics = experiments::metrics_of_experiment(command.common.metrics, "--metric");
    experiments::SampleOptions options = sample_options(command.common);
    // A k that fits no length is refused before the first one is tried.
    for (const std::size_t n : command.lengths) {
        experiments::require_sample(n, options.pairs);
        experiments::with_k(options.parameters, n);
    }
    app::ProgressLine line;
    RowsByLength rows;
    for (const std::size_t n : command.lengths) {
        options.on_progress = [&](std::uint64_t done) {
            line.show(fmt::format("n = {}, {} of {} pairs", n, done, options.pairs));
        };
        rows.push_back(experiments::robustness(metrics, n, options));
    }
    return rows;
}

record::RobustnessRow robustness_row(const Robustness& row) {
    return {std::string(row.metric->name),
            reading_name(*row.metric),
            row.n,
            row.k,
            std::string(name_of(row.change)),
            row.pairs,
            row.undefined,
            row.undefined > 0 ? row.why_undefined : "",
            decimal_or_none(row.mean),
            decimal_or_none(row.standard_error)};
}

Json robustness_json(const RobustnessCommand& command, const RowsByLength& rows) {
    Json json = experiment_document(command.common);
    json["pairs"] = command.common.pairs;
    json["robustness"] = Json::array();
    for (const auto& of_length : rows) {
        for (const Robustness& row : of_length)
            json["robustness"].push_back(record::to_json(robustness_row(row)));
    }
    return json;
}

/// A row a metric; columns by change, then by length. `rows` has them the other way round.
std::string robustness_table(const RowsByLength& rows) {
    constexpr std::size_t changes = std::size(experiments::all_changes);
    std::vector<TextTable::Column> columns{{"metric"}};
    for (std::size_t c = 0; c < changes; ++c) {
        for (const auto& of_length : rows) {
            columns.push_back(
                {fmt::format("{}, n = {}", name_of(of_length[c].change), of_length[c].n),
                 TextTable::Align::right});
        }
    }
    TextTable text(std::move(columns));
    for (std::size_t first = 0; first < rows.front().size(); first += changes) {
        std::vector<std::string> cells{rows.front()[first].metric->full_name()};
        for (std::size_t c = 0; c < changes; ++c) {
            for (const auto& of_length : rows) {
                const Robustness& row = of_length[first + c];
                cells.push_back(experiments::estimate_text(row.mean, row.standard_error));
            }
        }
        text.add_row(std::move(cells));
    }
    return text.to_string();
}

/// What was left out, and what was not done.
std::string robustness_notes(const RobustnessCommand& command, const RowsByLength& rows) {
    std::string text;
    for (const auto& of_length : rows) {
        const Robustness& any = of_length.front();
        if (any.pairs < command.common.pairs) {
            text += fmt::format("note: stopped at n = {} after {} of {} pairs\n", any.n, any.pairs,
                                command.common.pairs);
        }
        for (const Robustness& row : of_length) {
            if (row.undefined == 0) continue;
            text += fmt::format("note: {}, n = {}, {}: {} of {} pairs left out, undefined ({})\n",
                                row.metric->full_name(), row.n, name_of(row.change), row.undefined,
                                row.pairs, row.why_undefined);
        }
    }
    return text;
}

std::string robustness_text(const RobustnessCommand& command, const RowsByLength& rows) {
    const metrics::Parameters given = app::parameters_of(command.common.parameters);
    std::vector<std::string> ks;
    for (const std::size_t n : command.lengths)
        ks.push_back(std::to_string(*experiments::with_k(given, n).k));
    return fmt::format(
               "Mean and standard error of |M(ν,σ) − M(ν',σ)| over {} random pairs, seed {};\n"
               "swap: ν' = ν∘(i j), slide: ν' = ν∘(1 2 … n); k = {}; {}\n\n",
               command.common.pairs, command.common.seed, fmt::join(ks, ", "), described(given)) +
           robustness_table(rows) + robustness_notes(command, rows);
}

void robustness_command(const RobustnessCommand& command) {
    const RowsByLength rows =
        with_threads(command.common.threads, [&] { return robustness_of_lengths(command); });
    for (const auto& of_length : rows)
        app::note_incomplete(of_length.front().pairs < command.common.pairs);
    if (command.common.json) return app::print_json(robustness_json(command, rows));
    app::print(robustness_text(command, rows));
}

}  // namespace

void add_robustness_command(app::Verb check) {
    add_experiment(check, "robustness",
                   "By how much metrics change where a ranking changes a little (GT 6.3).",
                   "disarray check robustness --metric recall --metric mae --n 10,20",
                   &RobustnessCommand::lengths, robustness_command);
}

}  // namespace disarray::properties
