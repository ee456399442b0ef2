// SPDX-License-Identifier: MIT
#include "properties/commands/experiment_options.hpp"

#include "app/verb.hpp"
#include "base/error.hpp"
#include "properties/commands/commands.hpp"
#include "properties/experiments/estimate.hpp"

namespace disarray::properties {

using app::Json;

void add_experiment_options(CLI::App& verb, ExperimentOptions& options) {
    verb.add_option("--metric", options.metrics,
                    "gt (the 33 of GT Table 1), all (these and rmae), a name, a full name or a "
                    "family; may be repeated")
        ->type_name("NAME")
        ->allow_extra_args(false)
        ->capture_default_str();
    verb.add_option("--pairs", options.pairs, "Number of random pairs of rankings")
        ->capture_default_str();
    verb.add_option("--seed", options.seed, "Seed of the random rankings")->capture_default_str();
    verb.add_option("--time", options.seconds, "Time budget in seconds; what is done is kept");
    app::add_parameter_options(verb, options.parameters);
    app::add_threads_option(verb, options.threads);
    app::add_json_option(verb, options.json);
}

Stop stop_of(const ExperimentOptions& options) {
    EffortOptions effort;
    effort.seconds = options.seconds;
    return stop_of(effort);
}

void require_no_options_of(const CLI::App& check, const CLI::App& verb) {
    for (const CLI::Option* option : check.get_options()) {
        if (option->count() == 0) continue;
        throw InputError(option->get_name(), "before " + verb.get_name(),
                         "options of check " + verb.get_name() + " after it");
    }
}

Json name_json(const metrics::Metric& metric) {
    return {{"metric", metric.name},
            {"reading", metric.reading ? Json(name_of(*metric.reading)) : Json()}};
}

Json decimal_json(const std::optional<Interval>& number) {
    return number ? Json(experiments::certain_decimal(*number)) : Json();
}

std::string described(const metrics::Parameters& parameters) {
    std::string text = "first k " + std::string(name_of(parameters.first_k));
    if (parameters.relevant_count) {
        text += ", |R| = " + std::to_string(*parameters.relevant_count);
    }
    if (parameters.beta != 1) text += ", β = " + parameters.beta.to_string();
    if (parameters.as_printed) text += ", formulas as printed";
    return text;
}

}  // namespace disarray::properties
