// SPDX-License-Identifier: MIT
//
// The parameters of metrics on the command line: --k, --relevant-count, --beta and other
// numbers, --as-printed, --first-k; the same for every verb that asks a metric.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/output.hpp"
#include "app/verb.hpp"
#include "metrics/metric.hpp"

namespace disarray::app {

/// As given on the command line; what is absent was not given.
struct ParameterOptions {
    std::optional<std::string> k;
    std::optional<std::string> relevant_count;
    /// In the order of metrics::number_parameters().
    std::vector<std::optional<std::string>> numbers{metrics::number_parameters().size()};
    bool as_printed = false;
    std::string first_k = "ranked";
};

void add_parameter_options(Verb verb, ParameterOptions& options);

/// \throws InputError naming the option. Whether k fits a number of elements is seen when there is
/// one.
metrics::Parameters parameters_of(const ParameterOptions& options);

/// "parameters" of a document: what was given.
Json to_json(const metrics::Parameters& parameters);

}  // namespace disarray::app
