// SPDX-License-Identifier: MIT
#include "weighting/weighting.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace disarray {

void require_size(const Weighting& weighting, std::size_t n) {
    const auto require = [n](std::string_view part, std::size_t found, std::size_t expected) {
        if (found == expected) return;
        throw InputError(part, fmt::format("{}", found),
                         fmt::format("{} for rankings of {} elements", expected, n));
    };
    if (weighting.element_weights)
        require("number of element weights", weighting.element_weights->size(), n);
    if (weighting.swap_costs)
        require("number of swap costs", weighting.swap_costs->costs().size(), n == 0 ? 0 : n - 1);
    if (weighting.irrational_swap_costs)
        require("number of swap costs", weighting.irrational_swap_costs->size(),
                n == 0 ? 0 : n - 1);
    if (weighting.dissimilarity)
        require("size of the dissimilarity", weighting.dissimilarity->size(), n);
}

}  // namespace disarray
