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
    const Parameters& parameters;

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
    const Value square = x.parameters.numbers.empty()
                             ? Value(x.conventions.beta) * Value(x.conventions.beta)
                             : Value(x.parameters.numbers.at(0));
    return (1 + square) / (square / r + 1 / p);
}
Value e_measure(const Ranked& x) {
    return 1 - f_measure(x);
}

// --- trec_eval, sets ---------------------------------------------------------------------------

Value relative_precision(const Ranked& x) {
    const std::int64_t seen = x.cutoff ? *x.cutoff : static_cast<std::int64_t>(x.length());
    const Value possible = Value(std::min(seen, relevant(x))) / Value(seen);
    return Value(relevant_until(x, x.last())) / Value(seen) / possible;
}
Value set_average_precision(const Ranked& x) {
    return precision_at(x, x.length()) * recall_at(x, x.length());
}
/// The contingency table: retrieved or not, relevant or not.
Value utility(const Ranked& x) {
    const auto& p = x.parameters.numbers;
    const auto coefficient = [&](std::size_t i, int usual) {
        return p.empty() ? Value(usual) : Value(p.at(i));
    };
    const Value a = relevant_until(x, x.length());
    const Value b = Value(x.length()) - a;
    const Value c = Value(relevant(x)) - a;
    const Value d = Value(x.conventions.collection_size) - a - b - c;
    return coefficient(0, 1) * a + coefficient(1, -1) * b + coefficient(2, 0) * c +
           coefficient(3, 0) * d;
}
Value num_nonrel_judged_ret(const Ranked& x) {
    return std::ranges::count_if(x.grades,
                                 [&](Grade grade) { return grade >= 0 && !is_relevant(x, grade); });
}
Value unjudged(const Ranked& x) {
    std::int64_t count = 0;
    for (std::size_t i = 1; i <= x.last(); ++i)
        count += x.grade(i) < 0;
    return Value(count) / Value(x.cutoff ? *x.cutoff : x.length());
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

Value success(const Ranked& x) {
    if (relevant(x) == 0) return Value::undefined("no relevant document");
    return relevant_until(x, x.last()) > 0 ? 1 : 0;
}

/// The least whole number that is at least multiple·R, counted up to.
Value precision_at_multiple(const Ranked& x) {
    if (relevant(x) == 0) return Value::undefined("no relevant document");
    std::size_t rank = 0;
    if (x.conventions.recall_ranks == RecallRanks::least) {
        while (Rational(rank) < x.level * Rational(relevant(x)))
            ++rank;
    } else {
        const double sum = x.level.approximate() * static_cast<double>(relevant(x)) + 0.9;
        while (static_cast<double>(rank + 1) <= sum)
            ++rank;
    }
    return Value(relevant_until(x, std::min(rank, x.length()))) / Value(rank);
}

// --- Incomplete judgements ----------------------------------------------------------------------

/// Buckley and Voorhees 2004: 1/R Σ_r (1 − |n ranked higher than r| / min(R, N)), n a member of the
/// first R judged nonrelevant documents as retrieved by the system.
Value binary_preference(const Ranked& x) {
    const std::int64_t r = relevant(x);
    if (r == 0) return Value::undefined("no relevant document");
    const auto judged_bad = [&](Grade grade) { return grade >= 0 && !is_relevant(x, grade); };
    const std::int64_t n = std::ranges::count_if(x.grades, judged_bad) +
                           std::ranges::count_if(x.not_retrieved, judged_bad);
    Value sum;
    for (std::size_t i = 1; i <= x.length(); ++i) {
        if (!is_relevant(x, x.grade(i))) continue;
        std::int64_t higher = 0;
        for (std::size_t j = 1; j < i; ++j)
            higher += judged_bad(x.grade(j));
        if (higher > 0) sum += 1 - Value(std::min(higher, r)) / Value(std::min(n, r));
        if (higher == 0) sum += 1;
    }
    return sum / Value(r);
}

/// Yilmaz and Aslam 2006: the expected precision at rank k of a relevant document is
/// 1/k + (k−1)/k · |d100|/(k−1) · (|rel| + ε)/(|rel| + |nonrel| + 2ε), where d100 are the documents
/// of the pool above k, rel and nonrel the judged ones of them.
Value inferred_average_precision(const Ranked& x) {
    const Value epsilon = Value(1) / Value(100'000);
    Value sum;
    for (std::size_t k = 1; k <= x.length(); ++k) {
        if (!is_relevant(x, x.grade(k))) continue;
        std::int64_t pool = 0, rel = 0, nonrel = 0;
        for (std::size_t j = 1; j < k; ++j) {
            pool += x.grade(j) != not_judged;
            rel += is_relevant(x, x.grade(j));
            nonrel += x.grade(j) >= 0 && !is_relevant(x, x.grade(j));
        }
        sum += Value(1) / Value(k);
        if (k == 1) continue;
        sum += Value(k - 1) / Value(k) * (Value(pool) / Value(k - 1)) *
               ((Value(rel) + epsilon) / (Value(rel) + Value(nonrel) + 2 * epsilon));
    }
    return sum / Value(relevant(x));
}

// --- MIR, interpolation: P(r_j) = max of P(r) over r >= r_j -------------------------------------

bool reaches(const Ranked& x, std::size_t rank, const Rational& level) {
    if (x.conventions.recall_ranks == RecallRanks::least)
        return compare(recall_at(x, rank), level) != Order::less;
    const double exact = level.approximate() * static_cast<double>(relevant(x));
    const double sum = x.conventions.recall_ranks == RecallRanks::nearest
                           ? exact + 0.5 - (exact < 0.5 ? 0x1p-54 : 0)
                           : exact + 0.9;
    return static_cast<double>(relevant_until(x, rank) + 1) > sum;
}

Value interpolated(const Ranked& x, const Rational& level) {
    if (relevant(x) == 0) return Value::undefined("no relevant document");
    Value greatest = 0;
    for (std::size_t i = 1; i <= x.length(); ++i) {
        if (!reaches(x, i, level)) continue;
        const Value p = precision_at(x, i);
        if (compare(p, greatest) == Order::greater) greatest = p;
    }
    return greatest;
}
Value interpolated_precision(const Ranked& x) {
    return interpolated(x, x.level);
}
Value eleven_points(const Ranked& x) {
    std::vector<Rational> levels = x.parameters.numbers;
    for (int j = 0; j <= 10 && x.parameters.numbers.empty(); ++j)
        levels.emplace_back(Integer(j), Integer(10));
    Value sum;
    for (const Rational& level : levels)
        sum += interpolated(x, level);
    return sum / Value(levels.size());
}

// --- MIR, DCG -----------------------------------------------------------------------------------

Value two_to(Grade exponent) {
    Value power = 1;
    for (Grade i = 0; i < exponent; ++i)
        power = 2 * power;
    return power;
}

Value gain(const Ranked& x, Grade grade) {
    if (x.parameters.gains.contains(grade)) return x.parameters.gains.at(grade);
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
    std::erase_if(x.grades, [&](Grade grade) { return gain(x, grade).sign() != 1; });
    std::ranges::sort(x.grades, [&](Grade a, Grade b) {
        return compare(gain(x, a), gain(x, b)) == Order::greater;
    });
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

// --- trec_eval, gains at several ranks ----------------------------------------------------------

Value normalized_at(const Ranked& x, std::size_t rank) {
    Ranked cut = x;
    cut.cutoff = static_cast<std::uint32_t>(rank);
    return normalized_discounted_cumulated_gain(cut);
}
/// "Averages ndcg over each relevant doc, where relevant is defined as expected gain > 0. If a rel
/// doc is not retrieved, then ndcg for the doc is the dcg at the end of the retrieval / ideal dcg."
Value normalized_at_relevant(const Ranked& x) {
    const std::size_t all = ideal(x).grades.size();
    Value sum;
    std::size_t found = 0;
    for (std::size_t i = 1; i <= x.length(); ++i) {
        if (gain(x, x.grade(i)).sign() != 1) continue;
        ++found;
        sum += normalized_at(x, i);
    }
    return (sum + Value(all - found) * normalized_discounted_cumulated_gain(x)) / Value(all);
}
/// "Averaged at the various R level points": where the gain of the ideal list changes; and "a final
/// implied R-level change at num_retrieved", which trec_eval has where more than one document
/// follows the last level.
Value normalized_at_levels(const Ranked& x) {
    if (relevant(x) == 0) return Value::undefined("no relevant document");
    const std::vector<Grade> best = ideal(x).grades;
    Value sum;
    std::int64_t points = 0;
    for (std::size_t i = 1; i <= best.size(); ++i) {
        const bool is_last = i == best.size();
        if (!is_last && compare(gain(x, best[i]), gain(x, best[i - 1])) == Order::equal) continue;
        sum += normalized_at(x, i);
        ++points;
    }
    if (x.length() >= best.size() + 2) {
        sum += normalized_discounted_cumulated_gain(x);
        ++points;
    }
    return sum / Value(points);
}
/// "G(doc) == gain(doc) / log2(2 + ideal_gain(i) - results_gain(i))", each rank of the ideal list
/// counting 1 at least.
Value normalized_gain(const Ranked& x) {
    const std::vector<Grade> best = ideal(x).grades;
    Value sum, cost, found, all;
    for (const Grade grade : best)
        all += gain(x, grade);
    for (std::size_t i = 1; i <= x.length(); ++i) {
        const Value ideal_gain = i <= best.size() ? gain(x, best[i - 1]) : Value(0);
        cost += compare(ideal_gain, 1) == Order::less ? Value(1) : ideal_gain;
        const Value own = gain(x, x.grade(i));
        found += own;
        if (own.sign() == 0) continue;
        const Rational base = (2 + cost - found).rational();
        sum += own * Value::inverse_log2(base.numerator().convert_to<std::uint64_t>());
    }
    return sum / all;
}
/// "The average over all rel docs of (1 / log2 (2+num_nonrel before doc))".
Value binary_gain(const Ranked& x) {
    Value sum;
    std::size_t others = 0;
    for (std::size_t i = 1; i <= x.length(); ++i) {
        if (is_relevant(x, x.grade(i))) {
            sum += Value::inverse_log2(2 + others);
        } else {
            ++others;
        }
    }
    return sum / Value(relevant(x));
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

/// trec_eval: gains of all grades up to the query's greatest and of those that have one of their
/// own, brought into [0, 1] if they are not.
Value rank_biased_gain(const Ranked& x, Grade grade) {
    if (grade < 0) return 0;
    const auto own = [&](Grade level) {
        return x.parameters.gains.contains(level) ? x.parameters.gains.at(level) : Rational(level);
    };
    std::vector<Grade> levels = x.grades;
    std::ranges::copy(x.not_retrieved, std::back_inserter(levels));
    levels.push_back(0);
    Rational least = 0, most = 0;
    for (Grade level = 0; level <= std::ranges::max(levels); ++level) {
        least = std::min(least, own(level));
        most = std::max(most, own(level));
    }
    for (const auto& [level, gain] : x.parameters.gains) {
        least = std::min(least, gain);
        most = std::max(most, gain);
    }
    return least < 0 || most > 1 ? (own(grade) - least) / (most - least) : own(grade);
}

/// Moffat and Zobel 2008: (1 − p) Σ r_i p^(i−1).
Value rank_biased_precision(const Ranked& x) {
    const Value p = x.parameters.persistence.value_or(x.conventions.persistence);
    Value sum;
    Value power = 1;
    for (std::size_t i = 1; i <= x.last(); ++i) {
        if (x.conventions.rank_biased == RankBiased::graded) {
            sum += rank_biased_gain(x, x.grade(i)) * power;
        } else if (is_relevant(x, x.grade(i))) {
            sum += power;
        }
        power = power * p;
    }
    return (1 - p) * sum;
}

/// The same: p^n for what comes after the list, and what documents without judgement may be worth.
Value rank_biased_residual(const Ranked& x) {
    const Value p = x.parameters.persistence.value_or(x.conventions.persistence);
    Value open;
    Value power = 1;
    bool all_judged = true;
    for (const Grade grade : x.grades) {
        if (grade < 0) open += power;
        all_judged = all_judged && grade >= 0;
        power = power * p;
    }
    if (all_judged && x.conventions.rank_biased == RankBiased::graded) return 0;
    return power + (1 - p) * open;
}

const std::map<std::string_view, Value (*)(const Ranked&)> of_one_order = {
    {"num_ret", num_ret},
    {"num_rel", num_rel},
    {"num_rel_ret", num_rel_ret},
    {"P", precision},
    {"recall", recall},
    {"F", f_measure},
    {"E", e_measure},
    {"relative_P", relative_precision},
    {"set_map", set_average_precision},
    {"utility", utility},
    {"AP", average_precision},
    {"Rprec", r_precision},
    {"RR", reciprocal_rank},
    {"gm_map", average_precision},
    {"Rprec_mult", precision_at_multiple},
    {"success", success},
    {"bpref", binary_preference},
    {"gm_bpref", binary_preference},
    {"infAP", inferred_average_precision},
    {"num_nonrel_judged_ret", num_nonrel_judged_ret},
    {"unj", unjudged},
    {"rbp_resid", rank_biased_residual},
    {"iP", interpolated_precision},
    {"11pt", eleven_points},
    {"CG", cumulated_gain},
    {"ICG", ideal_cumulated_gain},
    {"NCG", normalized_cumulated_gain},
    {"DCG", discounted_cumulated_gain},
    {"IDCG", ideal_discounted_cumulated_gain},
    {"nDCG", normalized_discounted_cumulated_gain},
    {"ndcg_rel", normalized_at_relevant},
    {"Rndcg", normalized_at_levels},
    {"binG", binary_gain},
    {"G", normalized_gain},
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
            const RankedGroups& list, const Conventions& conventions, Orders orders,
            const Parameters& parameters) {
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
