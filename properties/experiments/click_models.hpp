// SPDX-License-Identifier: MIT
//
// Generated click logs, in place of KV's, which were not published (KV 6.1). Two models of how a
// user clicks (Craswell, Zoeter, Taylor and Ramsey, "An experimental comparison of click
// position-bias models", WSDM 2008), with parameters so that on average position i gets KV Table
// 1's click-through rate c_i:
//
//   position-based   a click at i with probability e_i·r_i, all positions independently: the
//                    position is looked at (examination e_i = c_i/c_1) and the document is relevant
//                    (r_i, of mean μ = c_1 at every position)
//   cascade          the user goes down from position 1, clicks at i with probability r_i and then
//                    leaves; r_i has mean μ_i = c_i/(1 − c_1 − … − c_{i−1})
//
// In both the mean rate of position i is c_i exactly: the r_i of a query are independent. Each is
// uniform within s·min(μ, 1−μ) around its mean μ, where s is the spread: 0 makes all queries alike,
// 1 lets a relevance be anything that keeps the mean. KV Table 1 sums to 0.997, so that a cascade
// with one click in nearly every session is possible; its c_10/(1 − …) = 0.9 is what that costs.
//
// KV keep queries with at least 1000 clicks: sessions are added, 64 at a time, until a query has as
// many. The result is the same for any number of threads and on any machine: integers only.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/near_names.hpp"
#include "base/stop.hpp"
#include "exact/rational.hpp"
#include "formats/position_table.hpp"

namespace disarray::properties::experiments {

/// ctr_1, …, ctr_10 of KV Table 1, in thousandths.
inline constexpr std::array<int, 10> kv_click_through_rates = {488, 146, 89, 66, 51,
                                                               41,  33,  29, 27, 27};

enum class ClickModel { position_based, cascade };
constexpr auto choices(ClickModel) {
    return std::to_array<Choice<ClickModel>>(
        {{"position-based", ClickModel::position_based}, {"cascade", ClickModel::cascade}});
}

struct ClickModelOptions {
    ClickModel model = ClickModel::position_based;
    std::uint64_t queries = 80'000;  ///< KV's D₁ has about as many
    std::uint64_t seed = 1;
    std::uint64_t least_clicks = 1000;  ///< of each query, at least (KV 6.1)
    /// s, in thousandths. Convention: half of what is possible. KV say nothing of how clicks vary
    /// from query to query.
    std::uint32_t spread = 500;
    Stop stop;  ///< asked between batches
    /// Called now and then with the number of queries that are done. May be empty.
    std::function<void(std::uint64_t)> on_progress = {};
};

struct GeneratedLog {
    formats::PositionTable table;  ///< queries "q1", "q2", …; says that it is synthetic
    std::uint64_t sessions = 0;    ///< of all queries together
    /// Clicks a session at each position, the mean over queries; empty without queries. (All
    /// sessions in one pot would count most those queries that needed most of them: those with the
    /// fewest clicks.)
    std::vector<Rational> rates;
};

/// Query i depends on the model, the spread, the least number of clicks, the seed and i alone. In
/// parallel. \throws InputError unless 1 <= queries <= 10^7, 1 <= least_clicks <= 10^7 and
/// spread <= 1000.
GeneratedLog generate_click_log(const ClickModelOptions& options);

/// "position-based model, 80000 queries of at least 1000 clicks, spread 0.5, seed 1".
std::string described(const ClickModelOptions& options);

}  // namespace disarray::properties::experiments
