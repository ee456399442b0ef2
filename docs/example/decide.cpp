// SPDX-License-Identifier: MIT
//
// K <= F[prefix] for one ranking and every pseudometric D: the exact least F/K, and a D that has
// it.
#include <array>
#include <cstdint>
#include <iostream>

#include <disarray/ranking/permutation.hpp>
#include <disarray/search/decision.hpp>
#include <disarray/search/functional.hpp>
#include <disarray/search/statement.hpp>

int main() {
    namespace search = disarray::search;
    const std::array<std::int64_t, 6> ranks{6, 3, 2, 5, 4, 1};
    const auto sigma = disarray::Permutation::from_ranks(ranks, "sigma");
    const search::Inequality inequality = search::lower_side(disarray::metrics::Reading::prefix);
    const auto small = search::functional(inequality.small, sigma);
    const auto big = search::functional(inequality.big, sigma);
    const auto decision = search::decide(small, big);
    if (!decision) return 1;
    std::cout << "min F/K = " << decision->ratio.to_string() << ", proof "
              << (search::is_valid(decision->proof, decision->ratio, small, big) ? "valid\n"
                                                                                 : "wrong\n");
}
