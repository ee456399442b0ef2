// SPDX-License-Identifier: MIT
#include "app/verbs/core_commands.hpp"

#include <memory>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "app/verb.hpp"
#include "base/error.hpp"
#include "base/text_table.hpp"
#include "metrics/catalogue.hpp"
#include "metrics/correlation.hpp"
#include "metrics/partial_rankings.hpp"
#include "metrics/rank_biased_overlap.hpp"
#include "metrics/retrieval/metric.hpp"

namespace disarray::app {

namespace {

/// The options that change its value, by their names in the JSON contract.
Json parameters_of(const metrics::Metric& metric) {
    Json names = Json::array();
    if (metric.takes.weights) names = {"weights", "swap_costs", "dissimilarity"};
    if (metric.takes.k) names.push_back("k");
    if (metric.takes.relevant_count) names.push_back("relevant_count");
    if (metric.takes.relevant) names.push_back("relevant");
    for (const metrics::NumberParameter& number : metrics::number_parameters()) {
        if (metric.takes.*number.is_taken) names.push_back(number.name);
    }
    return names;
}

/// "", "@K", "@LEVEL": what may or must follow the name.
std::string_view suffix_of(const retrieval::Metric& metric) {
    switch (metric.suffix) {
        case retrieval::Suffix::none:
            return "";
        case retrieval::Suffix::cutoff:
            return "[@K]";
        case retrieval::Suffix::level:
            return "@LEVEL";
        case retrieval::Suffix::multiple:
            return "@MULTIPLE";
    }
    throw InternalError("a suffix without a name");
}

std::string retrieval_table() {
    TextTable table({{"metric"}, {"also"}, {"range"}, {"source"}, {"formula"}});
    for (const retrieval::Metric& metric : retrieval::catalogue()) {
        table.add_row({fmt::format("{}{}", metric.name, suffix_of(metric)),
                       fmt::format("{}", fmt::join(metric.aliases, ", ")),
                       std::string(metric.range), std::string(metric.source),
                       std::string(metric.formula)});
    }
    return table.to_string();
}

Json retrieval_json() {
    Json list = Json::array();
    for (const retrieval::Metric& metric : retrieval::catalogue()) {
        list.push_back({{"metric", metric.name},
                        {"aliases", metric.aliases},
                        {"suffix", suffix_of(metric)},
                        {"best", metric.is_best_at_greatest ? "greatest" : "least"},
                        {"count", metric.is_count},
                        {"range", metric.range},
                        {"source", metric.source},
                        {"formula", metric.formula}});
    }
    return list;
}

std::string table_by_name(std::span<const metrics::Metric> list) {
    TextTable table({{"metric"}, {"exactness"}, {"source"}, {"formula"}});
    for (const metrics::Metric& metric : list) {
        table.add_row({std::string(metric.name), std::string(metric.exactness),
                       std::string(metric.source), std::string(metric.formula)});
    }
    return table.to_string();
}

std::string text_table() {
    TextTable table({{"metric"}, {"kind"}, {"domain"}, {"exactness"}, {"source"}, {"formula"}});
    for (const metrics::Metric& metric : metrics::catalogue()) {
        table.add_row({metric.full_name(), std::string(name_of(metric.kind)),
                       std::string(metric.domain), std::string(metric.exactness),
                       std::string(metric.source), std::string(metric.formula)});
    }
    return table.to_string() + "\nBy name, kendall-tau where there are no ties:\n\n" +
           table_by_name(metrics::coefficients_of_ties()) +
           "\nBy name, kendall and footrule where there are no ties:\n\n" +
           table_by_name(metrics::partial_ranking_metrics()) +
           "\nBy name, rbo where there are no ties, and bounds of it:\n\n" +
           table_by_name(metrics::overlaps_by_name()) + "\nFor disarray evaluate:\n\n" +
           retrieval_table();
}

Json metric_json(const metrics::Metric& metric) {
    return {{"metric", metric.name},
            {"reading", metric.reading ? Json(name_of(*metric.reading)) : Json()},
            {"full_name", metric.full_name()},
            {"family", metric.family},
            {"kind", name_of(metric.kind)},
            {"takes", parameters_of(metric)},
            {"as_printed", metric.takes.as_printed},
            {"ignores_reference", metric.ignores_reference},
            {"domain", metric.domain},
            {"exactness", metric.exactness},
            {"source", metric.source},
            {"formula", metric.formula}};
}

Json json_document() {
    Json json = document("metrics");
    json["metrics"] = Json::array();
    for (const metrics::Metric& metric : metrics::catalogue())
        json["metrics"].push_back(metric_json(metric));
    json["coefficients_of_ties"] = Json::array();
    for (const metrics::Metric& metric : metrics::coefficients_of_ties())
        json["coefficients_of_ties"].push_back(metric_json(metric));
    json["partial_ranking_metrics"] = Json::array();
    for (const metrics::Metric& metric : metrics::partial_ranking_metrics())
        json["partial_ranking_metrics"].push_back(metric_json(metric));
    for (const metrics::Metric& metric : metrics::overlaps_by_name())
        json["overlaps"].push_back(metric_json(metric));
    json["retrieval_metrics"] = retrieval_json();
    return json;
}

}  // namespace

void add_metrics_command(Verb program) {
    const auto as_json = std::make_shared<bool>(false);
    Verb verb = program.add_verb(
        "metrics", "Lists the metrics: readings, domain, exactness, source", "disarray metrics");
    verb.add_json_option(*as_json);
    verb.on_call([as_json] {
        if (*as_json) {
            print_json(json_document());
        } else {
            print(text_table());
        }
    });
}

}  // namespace disarray::app
