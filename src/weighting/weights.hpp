// SPDX-License-Identifier: MIT
//
// Element weights w_i, swap costs δ_i and the average swap cost p̄_i (docs/definitions.md, Weights;
// KV 3.1, 3.2). KV prints p_1 = 1 but its own example needs p_1 = 0; only differences of p enter p̄,
// so the choice changes nothing but the value at a fixed point, which has a policy of its own.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "base/near_names.hpp"
#include "exact/rational.hpp"
#include "exact/scaled.hpp"
#include "exact/value.hpp"
#include "ranking/permutation.hpp"

namespace disarray {

/// Positive weights w_1, …, w_n of the elements.
class ElementWeights {
public:
    /// \throws InputError if a weight is not positive; places count from 1.
    static ElementWeights from(std::span<const Rational> weights, std::string_view where);
    static ElementWeights from(std::vector<std::int64_t> weights, std::string_view where);

    std::size_t size() const { return values_.size(); }
    Rational operator[](std::size_t element) const { return values_[element]; }
    const ScaledSequence& values() const { return values_; }

private:
    explicit ElementWeights(ScaledSequence values) : values_(std::move(values)) {}
    ScaledSequence values_;
};

/// Non-negative costs δ_1, …, δ_{n−1}; δ_i is the cost of a swap between positions i and i+1.
class SwapCosts {
public:
    /// \throws InputError if a cost is negative; places count from 1.
    static SwapCosts from(std::span<const Rational> costs, std::string_view where);

    /// δ_i = 1 (KV 6.1 UNIT).
    static SwapCosts unit(std::size_t n);
    /// δ_i = ctr_i − ctr_{i+1} with the click-through rates of KV Table 1, which has ten positions.
    /// \throws NotSupported for n > 10.
    static SwapCosts click_through_rate(std::size_t n, std::string_view where);
    /// δ_i = 1 for i ≤ k, else 0 (KV 6.1 TOPK, there with k = 5).
    static SwapCosts top_k(std::size_t n, std::size_t k);

    /// The n that these costs are for: one more than there are costs.
    std::size_t positions() const { return costs_.size() + 1; }
    /// δ_i, i counted from 0: the swap of positions i and i+1, counted from 0.
    const Rational& operator[](std::size_t i) const { return costs_.at(i); }
    const std::vector<Rational>& costs() const { return costs_; }

private:
    explicit SwapCosts(std::vector<Rational> costs) : costs_(std::move(costs)) {}
    std::vector<Rational> costs_;
};

/// What p̄_i is when element i does not move.
enum class FixedPointPolicy {
    one,   ///< 1 (KV 3.2)
    local  ///< the mean of the swap costs beside the position (one of them at either end)
};
constexpr auto choices(FixedPointPolicy) {
    return std::to_array<Choice<FixedPointPolicy>>(
        {{"one", FixedPointPolicy::one}, {"local", FixedPointPolicy::local}});
}

/// p̄_i(σ,τ) = (p_{σ(i)} − p_{τ(i)}) / (σ(i) − τ(i)) for each element i, `policy` where σ(i) = τ(i).
/// All ≥ 0. O(n) rational operations. \throws UsageError if the sizes differ.
std::vector<Rational> average_swap_costs(const Permutation& sigma, const Permutation& tau,
                                         const SwapCosts& costs, FixedPointPolicy policy);
/// The same for costs δ_1, …, δ_{n−1} >= 0 that need not be rational.
std::vector<Value> average_swap_costs(const Permutation& sigma, const Permutation& tau,
                                      const std::vector<Value>& costs, FixedPointPolicy policy);

/// δ_i = 1/log₂(i+1) − 1/log₂(i+2), i from 1: the swap costs of KV 6.1 DCG, n−1 of them.
std::vector<Value> discounted_gain_swap_costs(std::size_t n);

}  // namespace disarray
