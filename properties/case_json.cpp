// SPDX-License-Identifier: MIT
#include "properties/case_json.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace disarray::properties {

namespace {

using Json = nlohmann::ordered_json;

Json strings(const std::vector<Rational>& values) {
    Json list = Json::array();
    for (const Rational& value : values)
        list.push_back(value.to_string());
    return list;
}

std::vector<Rational> rationals(const Json& json, std::string_view where) {
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

Permutation ranking(const Json& json, std::string_view where) {
    std::vector<std::int64_t> ranks;
    if (!json.is_array()) throw InputError(where, printable(json.dump()), "a list of ranks");
    for (const Json& rank : json) {
        if (!rank.is_number_integer()) throw InputError(where, printable(rank.dump()), "a rank");
        ranks.push_back(rank.get<std::int64_t>());
    }
    return Permutation::from_ranks(ranks, where);
}

Dissimilarity dissimilarity(const Json& json, std::string_view where) {
    if (!json.is_array()) throw InputError(where, printable(json.dump()), "a list of rows");
    std::vector<std::vector<Rational>> rows;
    for (const Json& row : json)
        rows.push_back(rationals(row, where));
    return Dissimilarity::from_rows(rows, where);
}

}  // namespace

Json to_json(const Case& instance) {
    Json json;
    json["rankings"] = Json::array();
    for (const Permutation& sigma : instance.rankings)
        json["rankings"].push_back(sigma.to_ranks());
    const Weighting& weighting = instance.weighting;
    if (weighting.element_weights) {
        std::vector<Rational> w;
        for (std::size_t i = 0; i < instance.n(); ++i)
            w.push_back((*weighting.element_weights)[i]);
        json["weights"] = strings(w);
    }
    if (weighting.swap_costs) json["swap_costs"] = strings(weighting.swap_costs->costs());
    if (weighting.dissimilarity) {
        Json& rows = json["dissimilarity"] = Json::array();
        for (std::size_t i = 0; i < instance.n(); ++i) {
            std::vector<Rational> row;
            for (std::size_t j = 0; j < instance.n(); ++j) {
                row.push_back((*weighting.dissimilarity)(i, j));
            }
            rows.push_back(strings(row));
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
        instance.rankings.push_back(ranking(ranks, where));
    for (const Permutation& sigma : instance.rankings) {
        if (sigma.size() != instance.n()) {
            throw InputError(where, fmt::format("a ranking of {}", sigma.size()),
                             fmt::format("rankings of {} elements each", instance.n()));
        }
    }
    Weighting& weighting = instance.weighting;
    if (json.contains("weights")) {
        weighting.element_weights = ElementWeights::from(rationals(json["weights"], where), where);
    }
    if (json.contains("swap_costs")) {
        weighting.swap_costs = SwapCosts::from(rationals(json["swap_costs"], where), where);
    }
    if (json.contains("dissimilarity")) {
        weighting.dissimilarity = dissimilarity(json["dissimilarity"], where);
    }
    if (json.contains("fixed_points")) {
        if (!json["fixed_points"].is_string()) {
            throw InputError(where, printable(json["fixed_points"].dump()), "one or local");
        }
        weighting.fixed_points =
            fixed_point_policy_named(json["fixed_points"].get<std::string>(), where);
    }
    if (json.contains("scale")) {
        instance.scale = rationals(Json::array({json["scale"]}), where).front();
        if (instance.scale.sign() <= 0) {
            throw InputError(where, "scale " + instance.scale.to_string(), "a scale above 0");
        }
    }
    require_size(weighting, instance.n());
    return instance;
}

}  // namespace disarray::properties
