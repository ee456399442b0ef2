// SPDX-License-Identifier: MIT
#include "properties/case_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace disarray::properties {

namespace {

Json strings_of(const std::vector<Rational>& values) {
    Json list = Json::array();
    for (const Rational& value : values)
        list.push_back(value.to_string());
    return list;
}

std::vector<Rational> rationals_from_json(const Json& json, std::string_view where) {
    if (!json.is_array()) throw InputError(where, printable(json.dump()), "a list of numbers");
    std::vector<Rational> values;
    for (const Json& item : json) {
        if (!item.is_string()) {
            throw InputError(where, printable(item.dump()), "an exact number in quotes");
        }
        values.push_back(Rational::parse(item.get<std::string>(), where));
    }
    return values;
}

Permutation ranking_from_json(const Json& json, std::string_view where) {
    std::vector<std::int64_t> ranks;
    if (!json.is_array()) throw InputError(where, printable(json.dump()), "a list of ranks");
    for (const Json& rank : json) {
        if (!rank.is_number_integer()) throw InputError(where, printable(rank.dump()), "a rank");
        ranks.push_back(rank.get<std::int64_t>());
    }
    return Permutation::from_ranks(ranks, where);
}

std::size_t element_count_in(const Json& json, std::string_view key, std::string_view where) {
    const Json& count = json[std::string(key)];
    if (!count.is_number_unsigned() || count.get<std::uint64_t>() == 0) {
        throw InputError(where, fmt::format("{} {}", key, printable(count.dump())),
                         "a number of elements");
    }
    return count.get<std::size_t>();
}

std::vector<Rank> elements_from_json(const Json& json, std::size_t n, std::string_view where) {
    std::vector<Rank> elements;
    if (!json.is_array()) throw InputError(where, printable(json.dump()), "a list of elements");
    for (const Json& item : json) {
        if (!item.is_number_unsigned() || item.get<std::uint64_t>() < 1 ||
            item.get<std::uint64_t>() > n) {
            throw InputError(where, printable(item.dump()), fmt::format("an element, 1 to {}", n));
        }
        elements.push_back(static_cast<Rank>(item.get<std::uint64_t>() - 1));
    }
    return elements;
}

/// What is as usual is left out.
void add_parameters_as_json(const metrics::Parameters& parameters, Json& json) {
    if (parameters.k) json["k"] = *parameters.k;
    if (parameters.relevant_count) json["relevant_count"] = *parameters.relevant_count;
    if (parameters.relevant) {
        json["relevant"] = Json::array();
        for (const Rank element : *parameters.relevant)
            json["relevant"].push_back(element + 1);
    }
    for (const metrics::NumberParameter& number : metrics::number_parameters()) {
        if (number.is_usual(parameters)) continue;
        json[std::string(number.name)] = (parameters.*number.value).to_string();
    }
    if (parameters.as_printed) json["as_printed"] = true;
    if (parameters.first_k != metrics::FirstK::ranked) {
        json["first_k"] = name_of(parameters.first_k);
    }
}

metrics::Parameters parameters_from_json(const Json& json, std::size_t n, std::string_view where) {
    metrics::Parameters parameters;
    if (json.contains("k")) parameters.k = element_count_in(json, "k", where);
    if (json.contains("relevant_count")) {
        parameters.relevant_count = element_count_in(json, "relevant_count", where);
    }
    if (json.contains("relevant")) {
        parameters.relevant = elements_from_json(json["relevant"], n, where);
    }
    for (const metrics::NumberParameter& number : metrics::number_parameters()) {
        const std::string name(number.name);
        if (!json.contains(name)) continue;
        parameters.*number.value = rationals_from_json(Json::array({json[name]}), where).front();
    }
    if (json.contains("as_printed")) {
        if (!json["as_printed"].is_boolean()) {
            throw InputError(where, printable(json["as_printed"].dump()), "true or false");
        }
        parameters.as_printed = json["as_printed"].get<bool>();
    }
    if (json.contains("first_k")) {
        if (!json["first_k"].is_string()) {
            throw InputError(where, printable(json["first_k"].dump()), "ranked or printed");
        }
        parameters.first_k =
            choice_named<metrics::FirstK>(json["first_k"].get<std::string>(), where);
    }
    return parameters;
}

Dissimilarity dissimilarity_from_json(const Json& json, std::string_view where) {
    if (!json.is_array()) throw InputError(where, printable(json.dump()), "a list of rows");
    std::vector<std::vector<Rational>> rows;
    for (const Json& row : json)
        rows.push_back(rationals_from_json(row, where));
    return Dissimilarity::from_rows(rows, where);
}

}  // namespace

Json parsed_json(const std::string& text, std::string_view where) {
    Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded()) throw InputError(where, printable(text), "JSON");
    return json;
}

Json to_json(const Case& instance) {
    Json json;
    json["rankings"] = Json::array();
    for (const Permutation& sigma : instance.rankings)
        json["rankings"].push_back(sigma.to_ranks());
    add_parameters_as_json(instance.parameters, json);
    const Weighting& weighting = instance.weighting;
    if (weighting.element_weights) {
        std::vector<Rational> w;
        for (std::size_t i = 0; i < instance.n(); ++i)
            w.push_back((*weighting.element_weights)[i]);
        json["weights"] = strings_of(w);
    }
    if (weighting.swap_costs) json["swap_costs"] = strings_of(weighting.swap_costs->costs());
    if (weighting.dissimilarity) {
        Json& rows = json["dissimilarity"] = Json::array();
        for (std::size_t i = 0; i < instance.n(); ++i) {
            std::vector<Rational> row;
            for (std::size_t j = 0; j < instance.n(); ++j) {
                row.push_back((*weighting.dissimilarity)(i, j));
            }
            rows.push_back(strings_of(row));
        }
    }
    json["fixed_points"] = name_of(weighting.fixed_points);
    json["scale"] = instance.scale.to_string();
    return json;
}

Case case_from_json(const Json& json, std::string_view where) {
    if (!json.is_object()) throw InputError(where, printable(json.dump()), "a case: an object");
    if (!json.contains("rankings") || !json["rankings"].is_array() || json["rankings"].empty()) {
        throw InputError(where, "no rankings", "a case with a list of rankings");
    }
    Case instance;
    for (const Json& ranks : json["rankings"])
        instance.rankings.push_back(ranking_from_json(ranks, where));
    for (const Permutation& sigma : instance.rankings) {
        if (sigma.size() != instance.n()) {
            throw InputError(where, fmt::format("a ranking of {}", sigma.size()),
                             fmt::format("rankings of {} elements each", instance.n()));
        }
    }
    Weighting& weighting = instance.weighting;
    if (json.contains("weights")) {
        weighting.element_weights =
            ElementWeights::from(rationals_from_json(json["weights"], where), where);
    }
    if (json.contains("swap_costs")) {
        weighting.swap_costs =
            SwapCosts::from(rationals_from_json(json["swap_costs"], where), where);
    }
    if (json.contains("dissimilarity")) {
        weighting.dissimilarity = dissimilarity_from_json(json["dissimilarity"], where);
    }
    if (json.contains("fixed_points")) {
        if (!json["fixed_points"].is_string()) {
            throw InputError(where, printable(json["fixed_points"].dump()), "one or local");
        }
        weighting.fixed_points =
            choice_named<FixedPointPolicy>(json["fixed_points"].get<std::string>(), where);
    }
    if (json.contains("scale")) {
        instance.scale = rationals_from_json(Json::array({json["scale"]}), where).front();
        if (instance.scale.sign() <= 0) {
            throw InputError(where, "scale " + instance.scale.to_string(), "a scale above 0");
        }
    }
    require_size(weighting, instance.n());
    instance.parameters = parameters_from_json(json, instance.n(), where);
    return instance;
}

}  // namespace disarray::properties
