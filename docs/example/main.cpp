// SPDX-License-Identifier: MIT
//
// Exact distances between two rankings with the installed library: Kendall's of rank vectors, with
// weights, and every metric of the catalogue by its name.
#include <array>
#include <cstdint>
#include <iostream>

#include <disarray/metrics/catalogue.hpp>
#include <disarray/metrics/kendall.hpp>
#include <disarray/ranking/permutation.hpp>

int main() {
    // The order b c a: element a has rank 3, b 1, c 2. The text names the input in messages.
    const std::array<std::int64_t, 3> ranks{3, 1, 2};
    const auto sigma = disarray::Permutation::from_ranks(ranks, "sigma");
    const auto tau = disarray::Permutation::identity(3);

    disarray::Weighting weighting;
    weighting.element_weights = disarray::ElementWeights::from({1, 2, 3}, "weights");
    const disarray::Rational weighted = disarray::metrics::kendall(sigma, tau, weighting);
    std::cout << "K with w = (1, 2, 3): " << weighted.to_string() << "\n";

    disarray::metrics::Parameters parameters;
    parameters.k = 2;
    for (const char* name : {"hamming", "footrule[box]", "rmse", "jaccard"}) {
        for (const auto* metric : disarray::metrics::metrics_named(name, {}, "main")) {
            const disarray::Weighting unit;
            const disarray::Value value =
                metric->value({sigma, tau, unit, disarray::metrics::Frame::element, parameters});
            std::cout << name << ": " << value.to_string() << "\n";
        }
    }
}
