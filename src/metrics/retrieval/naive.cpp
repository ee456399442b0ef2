// SPDX-License-Identifier: MIT
#include "metrics/retrieval/naive.hpp"

#include <algorithm>
#include <functional>
#include <string>

#include "base/error.hpp"
#include "metrics/retrieval/detail/naive_list.hpp"

namespace disarray::retrieval::naive {

namespace {

/// Calls work(grades) for every list that the groups from `group` on can be after `above`. Orders
/// that differ only in documents of one grade are one call: each such call stands for as many
/// orders as any other, so that the mean stays that of all orders.
void for_each_order(const RankedGroups& list, std::size_t group, const std::vector<Grade>& above,
                    const std::function<void(const std::vector<Grade>&)>& work) {
    if (group == list.groups.size()) return work(above);
    std::vector<Grade> tied = list.groups[group];
    std::ranges::sort(tied);
    do {
        std::vector<Grade> longer = above;
        longer.insert(longer.end(), tied.begin(), tied.end());
        for_each_order(list, group + 1, longer, work);
    } while (std::ranges::next_permutation(tied).found);
}

/// The greatest or the least; undefined if one is.
Value extreme(const std::vector<Value>& values, Order better) {
    Value best = values.at(0);
    for (const Value& each : values) {
        if (!each.is_defined()) return each;
        if (compare(each, best) == better) best = each;
    }
    return best;
}

Value mean(const std::vector<Value>& values) {
    Value sum;
    for (const Value& each : values)
        sum += each;
    return sum / Value(values.size());
}

}  // namespace

Value value(std::string_view metric, std::optional<std::uint32_t> cutoff, const Rational& level,
            const RankedGroups& list, const Conventions& conventions, Orders orders,
            const Parameters& parameters) {
    static const Definitions of_one_order = [] {
        Definitions all = binary_definitions();
        all.merge(graded_definitions());
        return all;
    }();
    const auto found = of_one_order.find(metric);
    if (found == of_one_order.end()) {
        throw UsageError("naive: no retrieval metric is called " + std::string(metric));
    }
    std::vector<Value> values;
    for_each_order(list, 0, {}, [&](const std::vector<Grade>& grades) {
        values.push_back(
            found->second({grades, list.not_retrieved, cutoff, level, conventions, parameters}));
    });
    if (orders == Orders::average) return mean(values);
    const bool is_greatest =
        (orders == Orders::best) == (metric != "E" && metric != "unj" && metric != "rbp_resid");
    return extreme(values, is_greatest ? Order::greater : Order::less);
}

}  // namespace disarray::retrieval::naive
