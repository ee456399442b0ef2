// SPDX-License-Identifier: MIT
#include "weighting/words.hpp"

namespace disarray {

std::string rows_in_words(const Dissimilarity& d) {
    std::string text;
    for (std::size_t i = 0; i < d.size(); ++i) {
        for (std::size_t j = 0; j < d.size(); ++j)
            text += (j > 0 ? " " : i > 0 ? "; " : "") + d(i, j).to_string();
    }
    return text;
}

std::vector<std::string> parts_in_words(const Weighting& weighting) {
    std::vector<std::string> parts;
    if (const auto& w = weighting.element_weights) {
        parts.push_back("w = " + numbers_in_words(*w, w->size()));
    }
    if (const auto& costs = weighting.swap_costs) {
        parts.push_back("δ = " + numbers_in_words(costs->costs(), costs->costs().size()));
        if (weighting.fixed_points == FixedPointPolicy::local) parts.emplace_back("p̄ local");
    }
    if (weighting.dissimilarity) parts.push_back("D = " + rows_in_words(*weighting.dissimilarity));
    return parts;
}

}  // namespace disarray
