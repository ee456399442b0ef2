// SPDX-License-Identifier: MIT
//
// What the experiments below `disarray check` have in common on the command line and in JSON.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "app/parameter_options.hpp"
#include "app/verb.hpp"
#include "base/stop.hpp"
#include "exact/interval.hpp"
#include "metrics/metric.hpp"
#include "properties/case_json.hpp"
#include "properties/experiments/sample.hpp"

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

/// The pairs, the seed, the parameters and the time budget.
experiments::SampleOptions sample_options(const ExperimentOptions& given);

/// The verb `check NAME`, which runs `call` with `command`: its lengths under --n, and the options
/// above.
template <class Command, class Lengths>
void add_experiment(app::Verb check, const char* name, const char* help, const char* example,
                    Lengths Command::*lengths, void (*call)(const Command&)) {
    const auto command = std::make_shared<Command>();
    app::Verb verb = check.add_verb(name, help, example);
    const auto n =
        verb.add_option("--n", &((*command).*lengths),
                        std::is_class_v<Lengths> ? "Lengths of rankings" : "Length of rankings");
    if (std::is_class_v<Lengths>) n.value_name("LIST");
    add_experiment_options(verb, command->common);
    verb.on_call([command, check, verb, call] {
        check.refuse_options_before(verb);
        call(*command);
    });
}

/// {"schema", …, "parameters", "seed"}: how the documents of experiments begin.
Json experiment_document(const ExperimentOptions& options);

/// The name of a metric's reading; "" if it has none.
std::string reading_name(const metrics::Metric& metric);
/// Digits that are certain; "" if there is no interval.
std::string decimal_or_none(const std::optional<Interval>& number);

/// "first k ranked", and what else was given beside k.
std::string described(const metrics::Parameters& parameters);

}  // namespace disarray::properties
