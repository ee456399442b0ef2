// SPDX-License-Identifier: MIT
//
// Naive definitions of metrics of gains, and of users who go down the list and stop.
#include <iterator>

#include "metrics/retrieval/detail/naive_list.hpp"

namespace disarray::retrieval::naive {

namespace {

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

}  // namespace

Definitions graded_definitions() {
    return {
        {"rbp_resid", rank_biased_residual},
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
}

}  // namespace disarray::retrieval::naive
