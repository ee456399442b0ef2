// SPDX-License-Identifier: MIT
//
// What the experiments below `disarray check` have in common on the command line and in JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/parameter_options.hpp"
#include "app/verb.hpp"
#include "base/stop.hpp"
#include "exact/interval.hpp"
#include "metrics/metric.hpp"
#include "properties/case_json.hpp"

namespace disarray::properties {

struct ExperimentOptions {
    std::vector<std::string> metrics{"gt"};  ///< as for experiments::metrics_of_experiment
    std::uint64_t pairs = 1000;              ///< of random rankings
    std::uint64_t seed = 1;
    std::optional<double> seconds;
    unsigned threads = 0;
    bool json = false;
    app::ParameterOptions parameters;
};

/// --metric, --pairs, --seed, --time, --threads, --json and the parameters of metrics.
void add_experiment_options(app::Verb verb, ExperimentOptions& options);

/// The time budget; from here on signals ask to stop.
Stop stop_of(const ExperimentOptions& options);

/// Hands the pairs, the seed, the parameters and the time budget to the options of an experiment.
template <class Options>
void set_common(Options& options, const ExperimentOptions& given) {
    options.pairs = given.pairs;
    options.seed = given.seed;
    options.parameters = app::parameters_of(given.parameters);
    options.stop = stop_of(given);
}

/// {"metric", "reading"}
Json name_json(const metrics::Metric& metric);
/// Digits that are certain, as text; null if there is no interval.
Json decimal_json(const std::optional<Interval>& number);

/// "first k ranked", and what else was given beside k.
std::string described(const metrics::Parameters& parameters);

}  // namespace disarray::properties
