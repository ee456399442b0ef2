// SPDX-License-Identifier: MIT
#include "properties/experiments/footrule_kendall_record.hpp"

#include <nlohmann/json.hpp>

namespace disarray::record {

std::optional<Rational> ExperimentNumber::known() const {
    if (value) return value;
    if (decimal == undecided_word) return std::nullopt;
    return Rational::parse(decimal, "a decimal");
}

Json json_of(const SwapCostTexts& costs) {
    return costs.formula.empty() ? Json(costs.each) : Json(costs.formula);
}

void read_field(SwapCostTexts& costs, const Fields& fields, const char* key) {
    if (fields.has(key) && fields.json()[key].is_string()) {
        costs.formula = fields.words(key);
    } else {
        costs.each = fields.texts(key);
    }
}

}  // namespace disarray::record
