// SPDX-License-Identifier: MIT
#include "app/parameter_options.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "formats/lists.hpp"

namespace disarray::app {

namespace {

std::optional<std::size_t> count(const std::optional<std::string>& given, std::string_view option) {
    if (!given) return std::nullopt;
    const auto number = formats::as_integer(*given);
    if (!number || *number < 1) {
        throw InputError(option, printable(*given), "a number from 1 to n-1");
    }
    return static_cast<std::size_t>(*number);
}

}  // namespace

void add_parameter_options(Verb verb, ParameterOptions& options) {
    verb.group(Group::how);
    verb.add_option("--k", &options.k,
                    "Number of retrieved elements, 1 to n-1: for the confusion metrics, and for "
                    "mrr, gmr, mean-rank, whose relevant elements are then 1..K")
        .value_name("K");
    verb.add_option("--relevant-count", &options.relevant_count,
                    "Number of relevant elements of the confusion metrics; default: K")
        .value_name("J")
        .rare();
    for (std::size_t i = 0; i < options.numbers.size(); ++i) {
        const metrics::NumberParameter& number = metrics::number_parameters()[i];
        verb.add_option("--" + std::string(number.name), &options.numbers[i],
                        std::string(number.help))
            .value_name("NUMBER")
            .rare();
    }
    verb.add_flag("--as-printed", options.as_printed,
                  "GT's formula where it differs from the usual one: f1, mcc, mse, rmse, mae, "
                  "rmae, ndpm")
        .rare();
    verb.add_option("--first-k", &options.first_k,
                    "The first k elements of a ranking σ: ranked, those with σ(i) <= k; printed, "
                    "{σ(1), …, σ(k)} as GT writes")
        .value_name("READING")
        .rare();
}

metrics::Parameters parameters_of(const ParameterOptions& options) {
    metrics::Parameters parameters;
    parameters.k = count(options.k, "--k");
    parameters.relevant_count = count(options.relevant_count, "--relevant-count");
    for (std::size_t i = 0; i < options.numbers.size(); ++i) {
        if (!options.numbers[i]) continue;
        const metrics::NumberParameter& number = metrics::number_parameters()[i];
        const std::string where = "--" + std::string(number.name);
        number.set(parameters, Rational::parse(*options.numbers[i], where), where);
    }
    parameters.as_printed = options.as_printed;
    parameters.first_k = choice_named<metrics::FirstK>(options.first_k, "--first-k");
    return parameters;
}

Json to_json(const metrics::Parameters& parameters) {
    Json json = Json::object();
    if (parameters.k) json["k"] = *parameters.k;
    if (parameters.relevant_count) json["relevant_count"] = *parameters.relevant_count;
    if (parameters.relevant) {
        json["relevant"] = Json::array();
        for (const Rank element : *parameters.relevant)
            json["relevant"].push_back(element + 1);
    }
    for (const metrics::NumberParameter& number : metrics::number_parameters())
        json[std::string(number.name)] = (parameters.*number.value).to_string();
    json["as_printed"] = parameters.as_printed;
    json["first_k"] = name_of(parameters.first_k);
    return json;
}

}  // namespace disarray::app
