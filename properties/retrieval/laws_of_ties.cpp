// SPDX-License-Identifier: MIT
//
// Laws of ties: the value of a list with ties against the values of the orders that the tied
// documents may be in. An order is the same case with scores that differ, so that no tie policy has
// a say in it, and the laws can be asked of a program whose policy nobody knows.
#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "properties/retrieval/detail/law.hpp"

namespace disarray::properties {

namespace {

using LineOrder = std::vector<std::size_t>;

/// Lines of each score, the greatest score first.
std::vector<LineOrder> groups_of(const RetrievalCase& instance) {
    const auto& documents = instance.retrieved;
    LineOrder lines(documents.size());
    for (std::size_t i = 0; i < lines.size(); ++i)
        lines[i] = i;
    std::ranges::stable_sort(lines, [&](std::size_t a, std::size_t b) {
        return documents[a].score > documents[b].score;
    });
    std::vector<LineOrder> groups;
    for (const std::size_t line : lines) {
        if (groups.empty() || documents[groups.back()[0]].score != documents[line].score)
            groups.emplace_back();
        groups.back().push_back(line);
    }
    return groups;
}

/// Beyond `most` not counted further.
std::size_t order_count(const std::vector<LineOrder>& groups, std::size_t most) {
    std::size_t count = 1;
    for (const LineOrder& group : groups) {
        for (std::size_t i = 2; i <= group.size() && count <= most; ++i)
            count *= i;
    }
    return count;
}

/// Calls visit(order) with every order of the lines in which groups stay together.
template <class Visit>
void for_each_order(std::vector<LineOrder> groups, const Visit& visit) {
    for (;;) {
        LineOrder order;
        for (const LineOrder& group : groups)
            order.insert(order.end(), group.begin(), group.end());
        visit(order);
        // Like an odometer: a group at its end starts again, and the next one moves on.
        const auto moved = std::ranges::find_if(
            groups, [](LineOrder& group) { return std::ranges::next_permutation(group).found; });
        if (moved == groups.end()) return;
    }
}

/// The value of a case with ties, and those of all orders.
struct TieValues {
    Value tied;
    std::vector<Value> orders;

    Value mean() const {
        Value sum = 0;
        for (const Value& value : orders)
            sum += value;
        return sum / Value(orders.size());
    }
    std::string mean_formula() const {
        return fmt::format("mean of M over {} orders", orders.size());
    }
};

/// \param compare_with  Outcome(const TieValues&)
template <class Compare>
Outcome with_orders(const RetrievalSubject& subject, const RetrievalCase& instance,
                    const Compare& compare_with) {
    const std::vector<LineOrder> groups = groups_of(instance);
    const std::size_t count = order_count(groups, subject.most_orders);
    if (count == 1) return does_not_apply("no documents are tied");
    if (count > subject.most_orders) return does_not_apply("the tied have too many orders");
    TieValues values;
    values.tied = subject.value(instance);
    for_each_order(groups, [&](const LineOrder& order) {
        values.orders.push_back(subject.value(ranked_as(instance, order)));
    });
    return compare_with(values);
}

Outcome as_mean(const RetrievalSubject& subject, const RetrievalCase& instance) {
    return with_orders(subject, instance, [&](const TieValues& values) {
        const Value mean = values.mean();
        return same(subject, Term{values.tied, plain_formula},
                    Term{mean, [&] { return values.mean_formula(); }});
    });
}

Outcome at_most_mean(const RetrievalSubject& subject, const RetrievalCase& instance) {
    return with_orders(subject, instance, [&](const TieValues& values) {
        const Value mean = values.mean();
        return no_better(subject, Term{values.tied, plain_formula},
                         Term{mean, [&] { return values.mean_formula(); }});
    });
}

Outcome at_least_mean(const RetrievalSubject& subject, const RetrievalCase& instance) {
    return with_orders(subject, instance, [&](const TieValues& values) {
        const Value mean = values.mean();
        return no_better(subject, Term{mean, [&] { return values.mean_formula(); }},
                         Term{values.tied, plain_formula});
    });
}

/// The value that `is_before` puts before all others; the first one of equals.
template <class Before>
const Value& extreme(const std::vector<Value>& values, const Before& is_before) {
    const Value* found = &values.front();
    for (const Value& value : values) {
        if (is_before(compare(value, *found))) found = &value;
    }
    return *found;
}

Outcome within_orders(const RetrievalSubject& subject, const RetrievalCase& instance) {
    return with_orders(subject, instance, [&](const TieValues& values) -> Outcome {
        bool is_below = true, is_above = true;  // every order
        bool may_be_below = true, may_be_above = true;
        for (const Value& value : values.orders) {
            if (nearly_equal(values.tied, value, subject.tolerance)) return {};
            const Order order = compare(values.tied, value);
            if (order == Order::undefined) return does_not_apply("M is undefined");
            is_below = is_below && order == Order::less;
            is_above = is_above && order == Order::greater;
            may_be_below = may_be_below && (order == Order::less || order == Order::undecided);
            may_be_above = may_be_above && (order == Order::greater || order == Order::undecided);
        }
        if (is_below) {
            const Value& least =
                extreme(values.orders, [](Order order) { return order == Order::less; });
            return at_most({"the least M of an order", least}, {"M", values.tied});
        }
        if (is_above) {
            const Value& greatest =
                extreme(values.orders, [](Order order) { return order == Order::greater; });
            return at_most({"M", values.tied}, {"the greatest M of an order", greatest});
        }
        if (may_be_below || may_be_above) {
            return {Outcome::Kind::undecided, "M ? the values of the orders"};
        }
        return {};
    });
}

}  // namespace

std::vector<RetrievalLaw> laws_of_ties() {
    return {
        {"ties-within-orders",
         "a list with ties is neither better nor worse than every order of the tied documents",
         within_orders},
        {"ties-as-mean",
         "a list with ties has the mean of the values over the orders of the tied documents",
         as_mean},
        {"ties-no-advantage",
         "a list with ties is no better than the mean over the orders of the tied documents",
         at_most_mean},
        {"ties-no-disadvantage",
         "a list with ties is no worse than the mean over the orders of the tied documents",
         at_least_mean},
    };
}

}  // namespace disarray::properties
