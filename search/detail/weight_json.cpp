// SPDX-License-Identifier: MIT
#include "search/detail/weight_json.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "search/question.hpp"

namespace disarray::search::detail {

namespace {

constexpr const char* where = "what another rank sent";

TaskJson texts(const std::vector<Rational>& numbers) {
    TaskJson json = TaskJson::array();
    for (const Rational& number : numbers)
        json.push_back(number.to_string());
    return json;
}

std::vector<Rational> rationals_from(const TaskJson& json) {
    std::vector<Rational> numbers;
    for (const TaskJson& text : json)
        numbers.push_back(Rational::parse(text.get<std::string>(), where));
    return numbers;
}

}  // namespace

TaskJson to_json(const Inequality& inequality) {
    return to_string(inequality);
}

Inequality inequality_from(const TaskJson& json) {
    const std::string text = json;
    const std::vector<Question> questions = questions_in(text);
    if (questions.size() != 1 || to_string(questions.front().inequality) != text) {
        throw InputError(where, printable(text, 200), "an inequality as it is written here");
    }
    return questions.front().inequality;
}

TaskJson to_json(const WeightSpace& space) {
    return {{"largest_weight", space.largest_weight},
            {"swap_costs", texts(space.swap_costs)},
            {"fixed_points", name_of(space.fixed_points)}};
}

WeightSpace weight_space_from(const TaskJson& json) {
    return {json.at("largest_weight"), rationals_from(json.at("swap_costs")),
            choice_named<FixedPointPolicy>(json.at("fixed_points").get<std::string>(), where)};
}

TaskJson to_json(const WeightPoint& point) {
    return {{"ranks", point.sigma.to_ranks()},
            {"weights", point.weights},
            {"swap_costs", texts(point.swap_costs)}};
}

WeightPoint weight_point_from(const TaskJson& json) {
    const std::vector<std::int64_t> ranks = json.at("ranks");
    return {Permutation::from_ranks(ranks, where), json.at("weights"),
            rationals_from(json.at("swap_costs"))};
}

TaskJson to_json(const RatedPoint& rated) {
    return {{"ratio", rated.ratio.to_string()}, {"point", to_json(rated.point)}};
}

RatedPoint rated_point_from(const TaskJson& json) {
    return {Rational::parse(json.at("ratio").get<std::string>(), where),
            weight_point_from(json.at("point"))};
}

}  // namespace disarray::search::detail
