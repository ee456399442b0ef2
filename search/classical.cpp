// SPDX-License-Identifier: MIT
//
// A walk by plain changes, which updates K and F at each step, was five times as fast, and a second
// way through S_n beside the one that statements need.
#include "search/classical.hpp"

#include "base/error.hpp"
#include "search/discover/attained.hpp"

namespace disarray::search {

namespace {

using discover::Attained;
using discover::AttainedPoint;

constexpr std::size_t kendall = 0, footrule = 1;  // places in a point

/// \param sign  +1 for the greatest F/K, −1 for the least
ClassicalExtreme extreme_of(const Attained& points, int sign) {
    const AttainedPoint* best = nullptr;
    for (const AttainedPoint& point : points.points) {
        if (point.at[kendall] == 0) continue;  // the identity
        const std::int64_t difference = best == nullptr
                                            ? 1
                                            : sign * (point.at[footrule] * best->at[kendall] -
                                                      best->at[footrule] * point.at[kendall]);
        if (difference > 0 || (difference == 0 && point.first < best->first)) best = &point;
    }
    return {static_cast<std::uint64_t>(best->at[footrule]),
            static_cast<std::uint64_t>(best->at[kendall]), points.sigma(*best)};
}

}  // namespace

std::optional<ClassicalSweep> sweep_classical(std::size_t n, unsigned threads, const Stop& stop) {
    if (n < 2) throw UsageError("sweep_classical: n out of range");
    const auto found = discover::attained(
        n, {discover::quantities_named("kendall,footrule", "sweep_classical")}, threads, stop);
    if (found.empty()) return std::nullopt;
    const Attained& points = found.front();
    ClassicalSweep result;
    result.n = n;
    for (const AttainedPoint& point : points.points) {
        result.permutations += point.count;
        if (point.at[footrule] < point.at[kendall]) result.below += point.count;
        if (point.at[footrule] > 2 * point.at[kendall]) result.above += point.count;
    }
    result.least = extreme_of(points, -1);
    result.greatest = extreme_of(points, 1);
    return result;
}

}  // namespace disarray::search
