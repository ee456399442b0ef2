// SPDX-License-Identifier: MIT
#include "ranking/symmetry.hpp"

#include <algorithm>

namespace disarray {

std::vector<Permutation> orbit(const Permutation& sigma, Symmetries symmetries) {
    std::vector<Permutation> images{sigma};
    if (symmetries.inverse) images.push_back(sigma.inverse());
    if (symmetries.reverse_complement) {
        const std::size_t before = images.size();
        for (std::size_t k = 0; k < before; ++k)
            images.push_back(images[k].reverse_complement());
    }
    std::ranges::sort(images);
    images.erase(std::unique(images.begin(), images.end()), images.end());
    return images;
}

bool is_least_in_class(const Permutation& sigma, Symmetries symmetries) {
    if (symmetries.reverse_complement && sigma.reverse_complement() < sigma) return false;
    if (!symmetries.inverse) return true;
    const Permutation inverse = sigma.inverse();
    if (inverse < sigma) return false;
    return !symmetries.reverse_complement || !(inverse.reverse_complement() < sigma);
}

}  // namespace disarray
