// SPDX-License-Identifier: MIT
//
// How M(σ,id) is distributed over S_n, each σ alike and w = δ = D = 1: exact at each n, and mean,
// variance and greatest value as formulas in n where there are any.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/near_names.hpp"
#include "base/stop.hpp"
#include "formulas/moments.hpp"
#include "formulas/rational_function.hpp"
#include "properties/property.hpp"
#include "verdict/verdict.hpp"

namespace disarray::properties::experiments {

/// The values of M(σ,id) over S_n, ascending, and how many σ have each.
struct ValuesOfLength {
    std::vector<ValueCount> values;
    std::string why_not;  ///< a σ without a rational value; then there are no values
};

/// O(n!) evaluations. \param weighting  of all of them
ValuesOfLength values_over(const Subject& subject, const Weighting& weighting, std::size_t n);

/// What is asked for as a formula in n.
enum class InN { mean, variance, diameter };
constexpr auto choices(InN) {
    return std::to_array<Choice<InN>>(
        {{"mean", InN::mean}, {"variance", InN::variance}, {"diameter", InN::diameter}});
}
inline constexpr InN all_in_n[] = {InN::mean, InN::variance, InN::diameter};

/// Exact values for each n, and what fits them.
struct ValuesInN {
    std::vector<Sample> samples;  ///< of consecutive n
    std::string why_not;          ///< it makes no sense for the metric; then there are none
    std::string of;               ///< what was evaluated: "M(σ,id) on all of S_1 … S_7"
    std::uint64_t evaluations = 0;

    /// "1/4*n^2 - 1/4*n, fitted on n = 1..3, tested on n = 4..7"; empty where nothing fits.
    std::string formula() const;
    /// The formula, or that there is none and the values. A formula is supported, not proved.
    std::string explanation() const;
    Verdict verdict() const;
};

inline constexpr std::size_t most_n_in_n = 8;

/// Mean, variance and diameter of one metric, in the order of InN. The diameter is the greatest
/// M(σ,τ) of a distance: that of M(σ,id) if M(σ,τ) = M(στ⁻¹,id) for all σ, τ of small n, else that
/// over all pairs of smaller n.
/// \param n_to  at most most_n_in_n (UsageError above)
/// \return empty if stopped. O(n!) evaluations
std::optional<std::array<ValuesInN, 3>> values_in_n(const metrics::Metric& metric,
                                                    const metrics::Parameters& parameters,
                                                    std::size_t n_to, const Stop& stop = {});

}  // namespace disarray::properties::experiments
