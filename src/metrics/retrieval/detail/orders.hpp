// SPDX-License-Identifier: MIT
//
// Metrics that are written down for a list without ties, where the judged documents have certain
// ranks; and under ties their mean over all orders of the tied, tried one by one. Orders that
// differ in documents of one grade only are one order: each stands for as many as any other.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "metrics/retrieval/detail/numbers.hpp"

namespace disarray::retrieval::detail {

/// A judged document at a certain rank.
struct Placed {
    std::uint32_t before = 0;  ///< documents ranked before it
    Grade grade = 0;           ///< >= 1, 0 or unknown_grade
};
using PlacedList = std::vector<Placed>;

/// Calls work(placed) for each order of the tied, once if nothing is tied. \returns how many.
/// \throws NotSupported for more than most_orders.
std::uint64_t for_each_order(const Question& question,
                             const std::function<void(const PlacedList&)>& work);

/// A second of exact arithmetic for a few hundred queries.
constexpr std::uint64_t most_orders = 1000;

/// The mean of value(placed), a Number that is defined.
template <class Number, class PerOrder>
Number mean_over_orders(const Question& question, const PerOrder& value) {
    Number sum{};
    const std::uint64_t orders =
        for_each_order(question, [&](const PlacedList& placed) { sum += value(placed); });
    return orders == 1 ? sum : sum / Number(static_cast<std::int64_t>(orders));
}

}  // namespace disarray::retrieval::detail
