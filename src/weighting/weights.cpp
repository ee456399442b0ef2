// SPDX-License-Identifier: MIT
#include "weighting/weights.hpp"

#include <array>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/near_names.hpp"

namespace disarray {

namespace {

/// KV Table 1, in thousandths.
constexpr std::array<int, 10> click_through_rates = {488, 146, 89, 66, 51, 41, 33, 29, 27, 27};

[[noreturn]] void bad_weight(std::string_view where, std::size_t place, const std::string& found) {
    throw InputError(where, fmt::format("weight {} at place {}", found, place + 1),
                     "a weight greater than 0");
}

}  // namespace

ElementWeights ElementWeights::from(std::span<const Rational> weights, std::string_view where) {
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (weights[i].sign() <= 0) bad_weight(where, i, weights[i].to_string());
    }
    return ElementWeights(ScaledSequence(weights));
}

ElementWeights ElementWeights::from(std::vector<std::int64_t> weights, std::string_view where) {
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (weights[i] <= 0) bad_weight(where, i, std::to_string(weights[i]));
    }
    return ElementWeights(ScaledSequence(std::move(weights)));
}

SwapCosts SwapCosts::from(std::span<const Rational> costs, std::string_view where) {
    for (std::size_t i = 0; i < costs.size(); ++i) {
        if (costs[i].sign() < 0) {
            throw InputError(where,
                             fmt::format("swap cost {} at place {}", costs[i].to_string(), i + 1),
                             "a swap cost of at least 0");
        }
    }
    return SwapCosts({costs.begin(), costs.end()});
}

SwapCosts SwapCosts::unit(std::size_t n) {
    return top_k(n, n);
}

SwapCosts SwapCosts::click_through_rate(std::size_t n, std::string_view where) {
    if (n > click_through_rates.size()) {
        throw NotSupported(where, fmt::format("ctr for {} positions", n),
                           fmt::format("at most {}: KV Table 1 gives no more click-through rates",
                                       click_through_rates.size()));
    }
    std::vector<Rational> costs;
    for (std::size_t i = 0; i + 1 < n; ++i) {
        costs.emplace_back(Integer(click_through_rates[i] - click_through_rates[i + 1]),
                           Integer(1000));
    }
    return SwapCosts(std::move(costs));
}

SwapCosts SwapCosts::top_k(std::size_t n, std::size_t k) {
    if (n == 0) throw UsageError("SwapCosts: no positions");
    std::vector<Rational> costs;
    for (std::size_t i = 0; i + 1 < n; ++i)
        costs.emplace_back(i < k ? 1 : 0);
    return SwapCosts(std::move(costs));
}

namespace {

/// p̄ in either kind of number. \param costs  δ_1, …, δ_{n−1}
template <class Number>
std::vector<Number> averages(const Permutation& sigma, const Permutation& tau,
                             const std::vector<Number>& costs, FixedPointPolicy policy) {
    const std::size_t n = sigma.size();
    if (tau.size() != n || costs.size() + 1 != n) {
        throw UsageError("average_swap_costs: sizes differ");
    }
    std::vector<Number> positions(n);  // p_i
    for (std::size_t i = 1; i < n; ++i)
        positions[i] = positions[i - 1] + costs[i - 1];

    const auto at_fixed_point = [&](std::size_t position) -> Number {
        if (policy == FixedPointPolicy::one || n == 1) return 1;
        if (position == 0) return costs[0];
        if (position == n - 1) return costs[n - 2];
        return (costs[position - 1] + costs[position]) / Number(2);
    };

    std::vector<Number> averages;
    averages.reserve(n);
    for (std::size_t i = 0; i < n; ++i) {
        if (sigma[i] == tau[i]) {
            averages.push_back(at_fixed_point(sigma[i]));
        } else {
            const auto moved =
                static_cast<std::int64_t>(sigma[i]) - static_cast<std::int64_t>(tau[i]);
            averages.push_back((positions[sigma[i]] - positions[tau[i]]) / Number(moved));
        }
    }
    return averages;
}

}  // namespace

std::vector<Rational> average_swap_costs(const Permutation& sigma, const Permutation& tau,
                                         const SwapCosts& costs, FixedPointPolicy policy) {
    return averages(sigma, tau, costs.costs(), policy);
}

std::vector<Value> average_swap_costs(const Permutation& sigma, const Permutation& tau,
                                      const std::vector<Value>& costs, FixedPointPolicy policy) {
    return averages(sigma, tau, costs, policy);
}

std::vector<Value> discounted_gain_swap_costs(std::size_t n) {
    std::vector<Value> costs;
    for (std::uint64_t i = 1; i + 1 <= n; ++i) {
        costs.push_back(Value::inverse_log2(i + 1) - Value::inverse_log2(i + 2));
    }
    return costs;
}

}  // namespace disarray
