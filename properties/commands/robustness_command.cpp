// SPDX-License-Identifier: MIT
//
// `disarray check robustness`: GT's table of type I robustness.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

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

using app::Json;
using experiments::Robustness;

struct RobustnessCommand {
    std::vector<std::size_t> lengths{10, 50, 100};
    ExperimentOptions common;
};

/// For each length the rows of all metrics.
using Rows = std::vector<std::vector<Robustness>>;

Rows run(const RobustnessCommand& command) {
    const auto metrics = experiments::metrics_of_experiment(command.common.metrics, "--metric");
    experiments::RobustnessOptions options;
    set_common(options, command.common);
    // A k that fits no length is refused before the first one is tried.
    for (const std::size_t n : command.lengths) {
        experiments::require_sample(n, options.pairs);
        experiments::with_k(options.parameters, n);
    }
    app::ProgressLine line;
    Rows rows;
    for (const std::size_t n : command.lengths) {
        options.on_progress = [&](std::uint64_t done) {
            line.show(fmt::format("n = {}, {} of {} pairs", n, done, options.pairs));
        };
        rows.push_back(experiments::robustness(metrics, n, options));
    }
    return rows;
}

Json to_json(const Robustness& row) {
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

Json json_answer(const RobustnessCommand& command, const Rows& rows) {
    Json json = app::document("check");
    json["parameters"] = app::to_json(app::parameters_of(command.common.parameters));
    json["seed"] = command.common.seed;
    json["pairs"] = command.common.pairs;
    json["robustness"] = Json::array();
    for (const auto& of_length : rows) {
        for (const Robustness& row : of_length)
            json["robustness"].push_back(to_json(row));
    }
    return json;
}

/// A row a metric; columns by change, then by length. `rows` has them the other way round.
std::string table(const Rows& rows) {
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
std::string notes(const RobustnessCommand& command, const Rows& rows) {
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

std::string text_answer(const RobustnessCommand& command, const Rows& rows) {
    const metrics::Parameters given = app::parameters_of(command.common.parameters);
    std::vector<std::string> ks;
    for (const std::size_t n : command.lengths)
        ks.push_back(std::to_string(*experiments::with_k(given, n).k));
    return fmt::format(
               "Mean and standard error of |M(ν,σ) − M(ν',σ)| over {} random pairs, seed {};\n"
               "swap: ν' = ν∘(i j), slide: ν' = ν∘(1 2 … n); k = {}; {}\n\n",
               command.common.pairs, command.common.seed, fmt::join(ks, ", "), described(given)) +
           table(rows) + notes(command, rows);
}

void robustness_command(const RobustnessCommand& command) {
    const Rows rows = with_threads(command.common.threads, [&] { return run(command); });
    if (command.common.json) return app::print_json(json_answer(command, rows));
    app::print(text_answer(command, rows));
}

}  // namespace

void add_robustness_command(CLI::App& check) {
    const auto command = std::make_shared<RobustnessCommand>();
    CLI::App& verb =
        app::add_verb(check, "robustness",
                      "By how much metrics change where a ranking changes a little (GT 6.3).",
                      "disarray check robustness --metric recall --metric mae --n 10,20");
    verb.add_option("--n", command->lengths, "Lengths of rankings")
        ->delimiter(',')
        ->type_name("LIST")
        ->capture_default_str();
    add_experiment_options(verb, command->common);
    verb.callback([command, &check, &verb] {
        require_no_options_of(check, verb);
        robustness_command(*command);
    });
}

}  // namespace disarray::properties
