// SPDX-License-Identifier: MIT
//
// `disarray check robustness`: GT's table of type I robustness.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "app/progress.hpp"
#include "app/verb.hpp"
#include "base/parallel.hpp"
#include "base/text_table.hpp"
#include "properties/commands/commands.hpp"
#include "properties/commands/experiment_options.hpp"
#include "properties/experiments/estimate.hpp"
#include "properties/experiments/robustness.hpp"
#include "properties/experiments/sample.hpp"

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
    experiments::RobustnessOptions options;
    set_common(options, command.common);
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

Json robustness_row_json(const Robustness& row) {
    Json json = name_json(*row.metric);
    json["n"] = row.n;
    json["k"] = row.k ? Json(*row.k) : Json();
    json["change"] = name_of(row.change);
    json["pairs"] = row.pairs;
    json["undefined"] = row.undefined;
    if (row.undefined > 0) json["why_undefined"] = row.why_undefined;
    json["mean"] = decimal_json(row.mean);
    json["standard_error"] = decimal_json(row.standard_error);
    return json;
}

Json robustness_json(const RobustnessCommand& command, const RowsByLength& rows) {
    Json json = app::document("check");
    json["parameters"] = app::to_json(app::parameters_of(command.common.parameters));
    json["seed"] = command.common.seed;
    json["pairs"] = command.common.pairs;
    json["robustness"] = Json::array();
    for (const auto& of_length : rows) {
        for (const Robustness& row : of_length)
            json["robustness"].push_back(robustness_row_json(row));
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
    if (command.common.json) return app::print_json(robustness_json(command, rows));
    app::print(robustness_text(command, rows));
}

}  // namespace

void add_robustness_command(app::Verb check) {
    const auto command = std::make_shared<RobustnessCommand>();
    app::Verb verb = check.add_verb(
        "robustness", "By how much metrics change where a ranking changes a little (GT 6.3).",
        "disarray check robustness --metric recall --metric mae --n 10,20");
    verb.add_option("--n", &command->lengths, "Lengths of rankings")
        .comma_separated()
        .value_name("LIST");
    add_experiment_options(verb, command->common);
    verb.on_call([command, check, verb] {
        check.refuse_options_before(verb);
        robustness_command(*command);
    });
}

}  // namespace disarray::properties
