// SPDX-License-Identifier: MIT
//
// The definitions by all orders, in rationals, sharing no arithmetic with the methods: the second
// path for tests and small witnesses. n ≤ 8.
#pragma once

#include <functional>
#include <vector>

#include "exact/rational.hpp"
#include "ranking/permutation.hpp"
#include "ranking/profile.hpp"
#include "weighting/weighting.hpp"

namespace disarray::aggregation::naive {

using Cost = std::function<Rational(const std::vector<Rank>& order)>;

struct Optimum {
    Rational cost;
    std::vector<std::vector<Rank>> orders;  ///< all of that cost, ascending
};

/// Over all orders of 0..n−1. \throws UsageError for n = 0 or n > 8
Optimum optimum(std::size_t n, const Cost& cost);

/// Σ over votes and pairs: count · w_i w_j D_ij where the vote has the pair the other way round,
/// half of it where the vote ties the pair and the rule is half. \param profile as with_rules
/// returns it
Rational kendall_cost(const Profile& profile, const ProfileRules& rules, const Weighting& weighting,
                      const std::vector<Rank>& order);

}  // namespace disarray::aggregation::naive
