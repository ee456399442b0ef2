// SPDX-License-Identifier: MIT
//
// `disarray check`: properties × metrics, each cell decided on a grid, at random, or both.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "app/parameter_options.hpp"
#include "app/progress.hpp"
#include "app/verb.hpp"
#include "app/verbs/cells.hpp"
#include "app/verbs/mpi_command.hpp"
#include "app/verbs/properties_commands.hpp"
#include "base/near_names.hpp"
#include "base/parallel.hpp"
#include "metrics/catalogue.hpp"
#include "properties/case_json.hpp"
#include "properties/catalogue.hpp"
#include "properties/examples.hpp"
#include "properties/outcome.hpp"
#include "properties/suite_tasks.hpp"
#include "record/json.hpp"

namespace disarray::properties {

namespace {

using metrics::Frame;

struct CheckCommand {
    std::vector<std::string> metrics{"all"};
    std::vector<std::string> properties{"all"};
    std::string reading = "all";
    std::string frame = "element";
    std::string fixed_points = "one";
    std::size_t random_n = 8;
    app::ParameterOptions parameters;
    std::string examples;
    std::string replay;
    EffortOptions effort;
    farm::MpiOptions mpi;
};

std::vector<Frame> frames_named(const std::string& name) {
    if (name == "both") return {Frame::element, Frame::literal};
    return {choice_named<metrics::Frame>(name, "--frame")};
}

std::vector<const metrics::Metric*> chosen_metrics(const CheckCommand& command) {
    const auto readings = metrics::readings_named(command.reading, "--reading");
    auto found = metrics::metrics_named(command.metrics, {}, "--metric");
    std::erase_if(found, [&](const metrics::Metric* metric) {
        return metric->reading && std::ranges::find(readings, *metric->reading) == readings.end();
    });
    if (found.empty()) throw InputError("--reading", command.reading, "a reading of the metric");
    return found;
}

/// A property asked for by name must apply to at least one of the metrics.
void require_applicable(const CheckCommand& command,
                        const std::vector<const metrics::Metric*>& metrics) {
    for (const std::string& name : command.properties) {
        if (name == "all") continue;
        const Property& property = property_named(name, "--property");
        if (std::ranges::any_of(metrics, [&](auto* metric) { return !property.why_not(*metric); }))
            continue;
        throw NotSupported(fmt::format("--property {}: does not apply to {}: {}", name,
                                       metrics.back()->full_name(),
                                       *property.why_not(*metrics.back())));
    }
}

/// What is asked: every metric for each property, for each frame.
Suite suite_of(const CheckCommand& command) {
    const auto metrics = chosen_metrics(command);
    const auto properties = properties_named(command.properties, "--property");
    const auto frames = frames_named(command.frame);
    require_applicable(command, metrics);

    Suite suite;
    suite.name = app::command_line();
    suite.options.exhaustive_n = command.effort.exhaustive_n;
    suite.options.random_cases = command.effort.random_cases;
    suite.options.random_n = command.random_n;
    suite.options.seed = command.effort.seed;
    suite.options.fixed_points =
        choice_named<FixedPointPolicy>(command.fixed_points, "--fixed-points");
    suite.options.parameters = app::parameters_of(command.parameters);
    for (const Frame frame : frames) {
        for (const Property* property : properties) {
            for (const metrics::Metric* metric : metrics)
                suite.cells.push_back({metric, property, frame});
        }
    }
    return suite;
}

std::vector<CheckResult> check_cells(const Suite& suite, const Stop& stop, ExampleFile& examples) {
    CheckOptions options = suite.options;
    options.stop = stop;
    app::ProgressLine line;
    std::vector<CheckResult> results;
    for (const auto& [metric, property, frame] : suite.cells) {
        line.show(fmt::format("{}, {}, {}", property->name, metric->full_name(), name_of(frame)));
        options.examples = examples.cases_of(*metric, *property, frame);
        options.on_violation = [&, metric = metric, property = property,
                                frame = frame](const Case& found) {
            examples.keep_for_now({metric, property, frame, found});
        };
        const CheckResult& result = results.emplace_back(check(*metric, *property, frame, options));
        if (result.witness) examples.add({metric, property, frame, *result.witness});
    }
    return results;
}

std::vector<CheckResult> check_cells_by_farm(farm::Farm& farm, const Suite& suite, const Stop& stop,
                                             ExampleFile& examples) {
    app::ProgressLine line;
    const auto results = check_by_farm(
        farm, suite, examples.all(), stop,
        [&](std::uint64_t done, std::uint64_t all) {
            line.show(fmt::format("{} of {} parts", done, all));
        },
        [&](const Example& example) { examples.keep_for_now(example); });
    for (const CheckResult& result : results) {
        if (!result.witness) continue;
        examples.add({result.metric, result.property, result.frame, *result.witness});
    }
    return results;
}

using CheckResults = std::span<const CheckResult>;

/// The cells of one property after those of another, each for the same metrics.
std::size_t metrics_in(CheckResults cells) {
    const auto other = std::ranges::find_if(
        cells, [&](const CheckResult& r) { return r.property != cells.front().property; });
    return static_cast<std::size_t>(other - cells.begin());
}

/// Without the properties that apply to none of the metrics, if there are others.
std::vector<CheckResult> applicable(CheckResults cells) {
    const std::size_t width = metrics_in(cells);
    std::vector<CheckResult> kept;
    for (std::size_t begin = 0; begin < cells.size(); begin += width) {
        const CheckResults row = cells.subspan(begin, width);
        const bool applies = std::ranges::any_of(
            row, [](const CheckResult& r) { return r.verdict != Verdict::not_applicable; });
        if (applies) kept.insert(kept.end(), row.begin(), row.end());
    }
    return kept.empty() ? std::vector<CheckResult>(cells.begin(), cells.end()) : kept;
}

std::string tables_by_frame(const std::vector<CheckResult>& results) {
    std::string text;
    for (auto begin = results.begin(); begin != results.end();) {
        const auto end = std::find_if(
            begin, results.end(), [&](const CheckResult& r) { return r.frame != begin->frame; });
        const CheckResults all(begin, end);
        const std::vector<CheckResult> cells = applicable(all);
        std::vector<VerdictCell> shown;
        for (const CheckResult& cell : cells) {
            shown.push_back({cell.property->name, cell.property->statement,
                             cell.metric->full_name(), cell.verdict});
        }
        text += fmt::format("{} frame\n\n{}\n", name_of(begin->frame), text_of("property", shown));
        const std::size_t left_out = (all.size() - cells.size()) / metrics_in(all);
        if (left_out > 0) {
            text += fmt::format("note: {} properties apply to none of these metrics\n\n", left_out);
        }
        begin = end;
    }
    return text;
}

std::string refutations(const std::vector<CheckResult>& results) {
    std::string text;
    for (const CheckResult& r : results) {
        if (!r.witness) continue;
        text +=
            fmt::format("{} of {} ({} frame) is refuted: {}\n  {}\n  {}\n  {}\n", r.property->name,
                        r.metric->full_name(), name_of(r.frame), r.property->statement,
                        to_string(*r.witness), r.explanation, replay_line(r));
    }
    return text;
}

void replay_case(const CheckCommand& command) {
    const Example example = example_from_replay(command.replay, "--replay");
    if (const auto reason = example.property->why_not(*example.metric)) {
        throw NotSupported(fmt::format("--replay: {} does not apply to {}: {}",
                                       example.property->name, example.metric->full_name(),
                                       *reason));
    }
    const Outcome outcome =
        check_case(*example.metric, *example.property, example.frame, example.instance);
    if (command.effort.json) {
        Json json = app::document("check");
        json["replay"] = Json::parse(to_replay(example));
        json["outcome"] = name_of(outcome.kind);
        json["explanation"] = outcome.explanation;
        return app::print_json(json);
    }
    app::print(fmt::format("{} of {} ({} frame): {}\n  {}\n  {}\n  {}\n", example.property->name,
                           example.metric->full_name(), name_of(example.frame),
                           example.property->statement, to_string(example.instance),
                           name_of(outcome.kind), outcome.explanation));
}

/// What the verdicts speak of; nothing where that would be a second table.
std::string scopes(const std::vector<CheckResult>& results) {
    constexpr std::size_t most = 6;
    std::vector<std::pair<std::string_view, std::vector<std::string_view>>> by_scope;
    for (const CheckResult& result : results) {
        if (result.scope.empty()) continue;
        auto entry =
            std::ranges::find(by_scope, result.scope, [](auto& pair) { return pair.first; });
        if (entry == by_scope.end()) entry = by_scope.insert(entry, {result.scope, {}});
        if (std::ranges::count(entry->second, result.property->name) == 0)
            entry->second.push_back(result.property->name);
    }
    if (by_scope.size() > most) return "";
    std::string text;
    for (const auto& [scope, properties] : by_scope)
        text += by_scope.size() == 1
                    ? fmt::format("scope: {}\n", scope)
                    : fmt::format("scope of {}: {}\n", fmt::join(properties, ", "), scope);
    return text;
}

void print_results(const CheckCommand& command, const std::vector<CheckResult>& results) {
    for (const CheckResult& result : results) {
        app::note_incomplete(!result.effort.complete);
        app::note_verdict(result.verdict);
    }
    if (command.effort.json) {
        Json json = app::document("check");
        json["seed"] = command.effort.seed;
        json["cells"] = Json::array();
        for (const CheckResult& result : results)
            json["cells"].push_back(to_json(result));
        return app::print_json(json);
    }
    std::string theorem;
    if (results.size() == 1 && results.front().theorem)
        theorem = theorem_line(*results.front().theorem) + "\n";
    app::print(tables_by_frame(results) + refutations(results) + scopes(results) + theorem);
}

void check_command(const CheckCommand& command) {
    if (!command.replay.empty()) return replay_case(command);
    const Suite suite = suite_of(command);
    farm::on_all_ranks(
        command.mpi, command.effort.threads, suite_tasks(suite), [&](farm::Farm* farm) {
            ExampleFile examples(command.examples);
            const Stop stop = stop_of(command.effort);
            print_results(command, farm != nullptr
                                       ? check_cells_by_farm(*farm, suite, stop, examples)
                                       : with_threads(command.effort.threads, [&] {
                                             return check_cells(suite, stop, examples);
                                         }));
        });
}

}  // namespace

void add_effort_options(app::Verb verb, EffortOptions& options) {
    verb.group(app::Group::effort);
    verb.add_option("--exhaustive", &options.exhaustive_n,
                    "All of S_1 … S_N; default 5, 4, 3 for properties of one, two, three rankings "
                    "(7, 5, 4 where no weights vary); 0 for none")
        .value_name("N");
    verb.add_option("--random", &options.random_cases, "Number of random cases")
        .from_to(0, std::numeric_limits<std::uint64_t>::max())
        .value_name("CASES");
    verb.add_option("--seed", &options.seed, "Seed of the random cases");
    verb.add_time_option(options.seconds);
    verb.add_threads_option(options.threads);
    verb.add_fail_if_option();
    verb.add_json_option(options.json);
}

Stop stop_of(const EffortOptions& options) {
    Stop::listen_to_signals();
    if (!options.seconds) return {};
    return Stop(std::chrono::duration<double>(*options.seconds));
}

Json to_json(const Effort& effort) {
    return record::to_json(effort);
}

void add_commands(app::Verb program, ExtremeRatioDecider extreme_ratio) {
    const auto command = std::make_shared<CheckCommand>();
    app::Verb verb = program.add_verb(
        "check", "Checks properties of metrics; check claims decides those of the sources.",
        "disarray check --metric footrule --property symmetry --frame both");
    verb.add_option("--metric", "NAMES", &command->metrics,
                    "all, or names of metrics or of families (see disarray metrics)");
    std::vector<std::string_view> properties;
    for (const Property& property : catalogue())
        properties.push_back(property.name);
    verb.add_option("--property", "NAMES", &command->properties,
                    fmt::format("all, or of {}", fmt::join(properties, ", ")));
    verb.add_option("--reading", "NAMES", &command->reading,
                    "Of the footrule: all, or of prefix, prefix-sym, interval, box")
        .list();
    verb.add_option("--frame", &command->frame, "element, literal or both");
    verb.add_option("--fixed-points", &command->fixed_points, "one or local")
        .in(app::Group::how)
        .rare();
    verb.add_option("--n", &command->random_n, "Largest length of random cases")
        .from_to(1, most_random_n)
        .in(app::Group::effort);
    verb.add_option("--examples", &command->examples,
                    "File of failed cases: looked at first, and added to")
        .in(app::Group::output)
        .rare();
    verb.add_option("--replay", &command->replay, "One case, as a refutation prints it");
    app::add_parameter_options(verb, command->parameters);
    add_effort_options(verb, command->effort);
    farm::add_mpi_options(verb, command->mpi);
    add_claims_command(verb, std::move(extreme_ratio));
    add_atlas_command(verb);
    add_pairs_command(verb);
    add_robustness_command(verb);
    add_stability_command(verb);
    add_agreement_command(verb);
    add_retrieval_command(verb);
    verb.on_call([command, verb] {
        if (!verb.passes_on()) check_command(*command);
    });
    add_audit_command(program);
    add_experiment_command(program);
}

}  // namespace disarray::properties
