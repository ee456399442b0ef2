// SPDX-License-Identifier: MIT
#include "app/verbs/experiment_options.hpp"

#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "app/verb.hpp"
#include "app/verbs/properties_commands.hpp"
#include "base/error.hpp"
#include "properties/experiments/estimate.hpp"

namespace disarray::properties {

void add_experiment_options(app::Verb verb, ExperimentOptions& options) {
    verb.add_option("--metric", &options.metrics,
                    "gt (the 33 of GT Table 1), all (these and rmae), a name, a full name or a "
                    "family")
        .value_name("NAMES");
    verb.group(app::Group::effort);
    verb.add_option("--pairs", &options.pairs, "Number of random pairs of rankings");
    verb.add_option("--seed", &options.seed, "Seed of the random rankings");
    verb.add_time_option(options.seconds);
    app::add_parameter_options(verb, options.parameters);
    verb.add_threads_option(options.threads);
    verb.add_json_option(options.json);
}

Stop stop_of(const ExperimentOptions& options) {
    EffortOptions effort;
    effort.seconds = options.seconds;
    return stop_of(effort);
}

experiments::SampleOptions sample_options(const ExperimentOptions& given) {
    return {given.pairs, given.seed, app::parameters_of(given.parameters), stop_of(given)};
}

Json experiment_document(const ExperimentOptions& options) {
    Json json = app::document("check");
    json["parameters"] = app::to_json(app::parameters_of(options.parameters));
    json["seed"] = options.seed;
    return json;
}

std::string reading_name(const metrics::Metric& metric) {
    return metric.reading ? std::string(name_of(*metric.reading)) : "";
}

std::string decimal_or_none(const std::optional<Interval>& number) {
    return number ? experiments::certain_decimal(*number) : "";
}

std::string described(const metrics::Parameters& parameters) {
    std::string text = "first k " + std::string(name_of(parameters.first_k));
    if (parameters.relevant_count) {
        text += ", |R| = " + std::to_string(*parameters.relevant_count);
    }
    for (const std::string& number : metrics::unusual_numbers(parameters))
        text += ", " + number;
    if (parameters.as_printed) text += ", formulas as printed";
    return text;
}

}  // namespace disarray::properties
