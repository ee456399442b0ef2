// SPDX-License-Identifier: MIT
#include "search/discover/distribution.hpp"

#include "base/error.hpp"
#include "formulas/moments.hpp"

namespace disarray::search::discover {

Distribution distribution_of(std::span<const Attained> points) {
    if (points.empty() || points.front().quantities.size() != 1 || points.front().is_of_ties())
        throw UsageError("distribution_of: one statistic of permutations");
    Distribution result{points.front().quantities.front(), {}, {}, {}, {}, {}};
    for (const Attained& at_n : points) {
        std::vector<ValueCount> values;
        for (const AttainedPoint& point : at_n.points)
            values.emplace_back(Rational(point.at[0]), point.count);
        const Moments here = moments(values);
        result.means.emplace_back(at_n.n, here.mean);
        result.variances.emplace_back(at_n.n, here.variance);
        if (second_rise(values) == values.size()) result.unimodal.push_back(at_n.n);
    }
    result.mean = formulas(result.means);
    result.variance = formulas(result.variances);
    return result;
}

}  // namespace disarray::search::discover
