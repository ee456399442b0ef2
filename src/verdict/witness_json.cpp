// SPDX-License-Identifier: MIT
#include "verdict/witness_json.hpp"

#include <nlohmann/json.hpp>

namespace disarray {

nlohmann::ordered_json to_json(const Witness& witness) {
    using Json = nlohmann::ordered_json;
    const std::size_t n = witness.sigma.size();
    const Weighting& weighting = witness.weighting;

    Json weights = Json::array();
    for (std::size_t i = 0; i < n; ++i) {
        weights.push_back(weighting.element_weights ? (*weighting.element_weights)[i].to_string()
                                                    : "1");
    }
    Json swap_costs = Json::array();
    for (std::size_t i = 0; i + 1 < n; ++i) {
        swap_costs.push_back(weighting.swap_costs ? (*weighting.swap_costs)[i].to_string() : "1");
    }
    Json dissimilarity = Json::array();
    for (std::size_t i = 0; i < n; ++i) {
        Json& row = dissimilarity.emplace_back(Json::array());
        for (std::size_t j = 0; j < n; ++j) {
            const Rational d = weighting.dissimilarity ? (*weighting.dissimilarity)(i, j)
                                                       : Rational(i == j ? 0 : 1);
            row.push_back(d.to_string());
        }
    }
    return {{"ranks", witness.sigma.to_ranks()},
            {"weights", std::move(weights)},
            {"swap_costs", std::move(swap_costs)},
            {"dissimilarity", std::move(dissimilarity)},
            {"fixed_points", name_of(weighting.fixed_points)},
            {"strict", witness.is_strict()},
            {"K", witness.kendall.to_string()},
            {"F", witness.footrule.to_string()}};
}

}  // namespace disarray
