// SPDX-License-Identifier: MIT
#include "search/detail/ladder.hpp"

#include <algorithm>

namespace disarray::search::detail {

std::vector<double> temperature_ladder(double coldest, double hottest, std::size_t rungs) {
    std::vector<double> temperatures;
    for (std::size_t k = 0; k < rungs; ++k) {
        const double place =
            rungs == 1 ? 0 : static_cast<double>(k) / static_cast<double>(rungs - 1);
        temperatures.push_back(coldest * std::pow(hottest / coldest, place));
    }
    return temperatures;
}

void change_ranks(std::vector<Rank>& ranks, Random& random) {
    const std::size_t n = ranks.size();
    const std::size_t a = random.below(n);
    std::size_t b = random.below(n - 1);
    if (b >= a) ++b;
    const auto [low, high] = std::minmax(a, b);
    const auto begin = ranks.begin() + static_cast<std::ptrdiff_t>(low);
    const auto last = ranks.begin() + static_cast<std::ptrdiff_t>(high);
    switch (random.below(4)) {
        case 0:
            std::iter_swap(begin, last);
            break;
        case 1:
            std::reverse(begin, last + 1);
            break;
        case 2:  // the first behind the last
            std::rotate(begin, begin + 1, last + 1);
            break;
        default:  // the last before the first
            std::rotate(begin, last, last + 1);
            break;
    }
}

}  // namespace disarray::search::detail
