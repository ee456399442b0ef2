// SPDX-License-Identifier: MIT
//
// The smallest program that uses the installed library: K of the rank vector 2 3 1 is 2.
#include <array>
#include <cstdint>
#include <cstdio>

#include <disarray/metrics/kendall.hpp>
#include <disarray/ranking/permutation.hpp>

int main() {
    const std::array<std::int64_t, 3> ranks{2, 3, 1};
    const auto sigma = disarray::Permutation::from_ranks(ranks, "sigma");
    const auto distance = disarray::metrics::kendall(sigma);
    std::printf("K = %d, expected 2\n", static_cast<int>(distance));
    return distance == 2 ? 0 : 1;
}
