// SPDX-License-Identifier: MIT
#include "metrics/retrieval/naive.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <map>
#include <string>

#include "base/error.hpp"

namespace disarray::retrieval::naive {

namespace {

/// A question about one list without ties. Ranks count from 1, as in MIR.
struct Ranked {
    std::vector<Grade> grades;  ///< grade of the document at rank i is grades[i − 1]
    const std::vector<Grade>& not_retrieved;
    std::optional<std::uint32_t> cutoff;
    const Rational& level;
    const Conventions& conventions;

    std::size_t length() const { return grades.size(); }
    Grade grade(std::size_t rank) const { return grades.at(rank - 1); }
    /// The last rank that is looked at.
    std::size_t last() const {
        return cutoff ? std::min<std::size_t>(*cutoff, length()) : length();
    }
};

// --- MIR, Precision and Recall ------------------------------------------------------------------

bool is_relevant(const Ranked& x, Grade grade) {
    return grade >= x.conventions.relevance_level;
}

/// |R|
std::int64_t relevant(const Ranked& x) {
    const auto counts = [&](Grade grade) { return is_relevant(x, grade); };
    return std::ranges::count_if(x.grades, counts) + std::ranges::count_if(x.not_retrieved, counts);
}

/// |R ∩ A| where A are the documents at ranks 1 to `rank`.
std::int64_t relevant_until(const Ranked& x, std::size_t rank) {
    std::int64_t count = 0;
    for (std::size_t i = 1; i <= rank; ++i)
        count += is_relevant(x, x.grade(i));
    return count;
}

Value precision_at(const Ranked& x, std::size_t rank) {
    return Value(relevant_until(x, rank)) / Value(rank);
}
Value recall_at(const Ranked& x, std::size_t rank) {
    return Value(relevant_until(x, rank)) / Value(relevant(x));
}

Value num_ret(const Ranked& x) {
    return x.length();
}
Value num_rel(const Ranked& x) {
    return relevant(x);
}
Value num_rel_ret(const Ranked& x) {
    return relevant_until(x, x.length());
}

Value precision(const Ranked& x) {
    const bool is_full = x.cutoff && x.conventions.short_lists == ShortLists::cutoff;
    return Value(relevant_until(x, x.last())) / Value(is_full ? *x.cutoff : x.last());
}
Value recall(const Ranked& x) {
    return recall_at(x, x.last());
}

/// MIR prints the harmonic mean, and for b its complement E; both are this. "It is 0 when no
/// relevant documents have been retrieved", where the quotients inside have no value.
Value f_measure(const Ranked& x) {
    const Value p = precision(x);
    const Value r = recall(x);
    if (!p.is_defined()) return p;
    if (!r.is_defined()) return r;
    if (relevant_until(x, x.last()) == 0) return 0;
    const Value square = Value(x.conventions.beta) * Value(x.conventions.beta);
    return (1 + square) / (square / r + 1 / p);
}
Value e_measure(const Ranked& x) {
    return 1 - f_measure(x);
}

// --- MIR, MAP, R-Precision, MRR -----------------------------------------------------------------

/// "For relevant documents not retrieved, the precision is set to 0."
Value average_precision(const Ranked& x) {
    Value sum;
    for (std::size_t i = 1; i <= x.last(); ++i) {
        if (is_relevant(x, x.grade(i))) sum += precision_at(x, i);
    }
    const bool is_reachable =
        x.cutoff && x.conventions.precisions_averaged == PrecisionsAveraged::reachable;
    return sum / Value(is_reachable ? std::min<std::int64_t>(relevant(x), *x.cutoff) : relevant(x));
}

/// The precision at the R-th position; positions that the list does not have are not relevant.
Value r_precision(const Ranked& x) {
    const auto r = static_cast<std::size_t>(relevant(x));
    return Value(relevant_until(x, std::min(r, x.length()))) / Value(r);
}

Value reciprocal_rank(const Ranked& x) {
    if (relevant(x) == 0) return Value::undefined("no relevant document");
    for (std::size_t i = 1; i <= x.last(); ++i) {
        if (is_relevant(x, x.grade(i))) return Value(1) / Value(i);
    }
    return 0;
}

// --- MIR, interpolation: P(r_j) = max of P(r) over r >= r_j -------------------------------------

Value interpolated(const Ranked& x, const Rational& level) {
    if (relevant(x) == 0) return Value::undefined("no relevant document");
    Value greatest = 0;
    for (std::size_t i = 1; i <= x.length(); ++i) {
        if (compare(recall_at(x, i), level) == Order::less) continue;
        const Value p = precision_at(x, i);
        if (compare(p, greatest) == Order::greater) greatest = p;
    }
    return greatest;
}
Value interpolated_precision(const Ranked& x) {
    return interpolated(x, x.level);
}
Value eleven_points(const Ranked& x) {
    Value sum;
    for (int j = 0; j <= 10; ++j)
        sum += interpolated(x, Rational(Integer(j), Integer(10)));
    return sum / 11;
}

// --- MIR, DCG -----------------------------------------------------------------------------------

Value two_to(Grade exponent) {
    Value power = 1;
    for (Grade i = 0; i < exponent; ++i)
        power = 2 * power;
    return power;
}

Value gain(const Ranked& x, Grade grade) {
    if (grade < 1) return 0;
    return x.conventions.gain == Gain::linear ? Value(grade) : two_to(grade) - 1;
}

Value discount(const Ranked& x, std::size_t rank) {
    if (x.conventions.discount == Discount::trec) return Value::inverse_log2(rank + 1);
    return rank == 1 ? Value(1) : Value::inverse_log2(rank);
}

Value cumulated_gain(const Ranked& x) {
    Value sum;
    for (std::size_t i = 1; i <= x.last(); ++i)
        sum += gain(x, x.grade(i));
    return sum;
}
Value discounted_cumulated_gain(const Ranked& x) {
    Value sum;
    for (std::size_t i = 1; i <= x.last(); ++i)
        sum += gain(x, x.grade(i)) * discount(x, i);
    return sum;
}

/// "Sorting all relevance scores in decreasing order."
Ranked ideal(Ranked x) {
    std::ranges::copy(x.not_retrieved, std::back_inserter(x.grades));
    std::ranges::sort(x.grades, std::greater<>());
    return x;
}
Value ideal_cumulated_gain(const Ranked& x) {
    return cumulated_gain(ideal(x));
}
Value ideal_discounted_cumulated_gain(const Ranked& x) {
    return discounted_cumulated_gain(ideal(x));
}
Value normalized_cumulated_gain(const Ranked& x) {
    return cumulated_gain(x) / ideal_cumulated_gain(x);
}
Value normalized_discounted_cumulated_gain(const Ranked& x) {
    return discounted_cumulated_gain(x) / ideal_discounted_cumulated_gain(x);
}

// --- Cascades: a user who goes down the list and stops ------------------------------------------

/// Chapelle et al. 2009, Algorithm 2: Σ 1/r · P(the user stops at r).
Value expected_reciprocal_rank(const Ranked& x) {
    Value sum;
    Value arrives = 1;
    for (std::size_t i = 1; i <= x.last(); ++i) {
        const Value stops =
            (two_to(std::max(0, x.grade(i))) - 1) / two_to(x.conventions.greatest_grade);
        sum += arrives * stops / Value(i);
        arrives = arrives * (1 - stops);
    }
    return sum;
}

/// Moffat and Zobel 2008: (1 − p) Σ r_i p^(i−1).
Value rank_biased_precision(const Ranked& x) {
    const Value p = x.conventions.persistence;
    Value sum;
    Value power = 1;
    for (std::size_t i = 1; i <= x.last(); ++i) {
        if (is_relevant(x, x.grade(i))) sum += power;
        power = power * p;
    }
    return (1 - p) * sum;
}

const std::map<std::string_view, Value (*)(const Ranked&)> of_one_order = {
    {"num_ret", num_ret},
    {"num_rel", num_rel},
    {"num_rel_ret", num_rel_ret},
    {"P", precision},
    {"recall", recall},
    {"F", f_measure},
    {"E", e_measure},
    {"AP", average_precision},
    {"Rprec", r_precision},
    {"RR", reciprocal_rank},
    {"iP", interpolated_precision},
    {"11pt", eleven_points},
    {"CG", cumulated_gain},
    {"ICG", ideal_cumulated_gain},
    {"NCG", normalized_cumulated_gain},
    {"DCG", discounted_cumulated_gain},
    {"IDCG", ideal_discounted_cumulated_gain},
    {"nDCG", normalized_discounted_cumulated_gain},
    {"ERR", expected_reciprocal_rank},
    {"RBP", rank_biased_precision},
};

// --- Orders of the tied -------------------------------------------------------------------------

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
            const RankedGroups& list, const Conventions& conventions, Orders orders) {
    const auto found = of_one_order.find(metric);
    if (found == of_one_order.end()) {
        throw UsageError("naive: no retrieval metric is called " + std::string(metric));
    }
    std::vector<Value> values;
    for_each_order(list, 0, {}, [&](const std::vector<Grade>& grades) {
        values.push_back(found->second({grades, list.not_retrieved, cutoff, level, conventions}));
    });
    if (orders == Orders::average) return mean(values);
    const bool is_greatest = (orders == Orders::best) == (metric != "E");
    return extreme(values, is_greatest ? Order::greater : Order::less);
}

}  // namespace disarray::retrieval::naive
