// SPDX-License-Identifier: MIT
#include "search/discover/distribution.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace disarray::search::discover {

namespace {

bool rises_to_one_peak(const std::vector<AttainedPoint>& points) {
    const auto falls = [](const AttainedPoint& a, const AttainedPoint& b) {
        return a.count > b.count;
    };
    const auto rises = [](const AttainedPoint& a, const AttainedPoint& b) {
        return a.count < b.count;
    };
    const auto peak = std::ranges::adjacent_find(points, falls);
    return std::adjacent_find(peak, points.end(), rises) == points.end();
}

}  // namespace

Distribution distribution_of(std::span<const Attained> points) {
    if (points.empty() || points.front().quantities.size() != 1 || points.front().is_of_ties())
        throw UsageError("distribution_of: one statistic of permutations");
    Distribution result{points.front().quantities.front(), {}, {}, {}, {}, {}};
    for (const Attained& at_n : points) {
        Integer count = 0, sum = 0, squares = 0;
        for (const AttainedPoint& point : at_n.points) {
            const Integer value = point.at[0], times = point.count;
            count += times;
            sum += times * value;
            squares += times * value * value;
        }
        const Rational mean(sum, count);
        result.means.emplace_back(at_n.n, mean);
        result.variances.emplace_back(at_n.n, Rational(squares, count) - mean * mean);
        if (rises_to_one_peak(at_n.points)) result.unimodal.push_back(at_n.n);
    }
    result.mean = formulas(result.means);
    result.variance = formulas(result.variances);
    return result;
}

}  // namespace disarray::search::discover
