// SPDX-License-Identifier: MIT
//
// Naive definitions of metrics of documents that are relevant or not.
#include "metrics/retrieval/detail/naive_list.hpp"

namespace disarray::retrieval::naive {

namespace {

// --- MIR, Precision and Recall ------------------------------------------------------------------

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

/// Robertson 2012, as trec_eval has it: "log ((1 + sum_probrel) / (1 + num_rel - sum_probrel))".
Value smoothed_average_precision(const Ranked& x) {
    Value sum;
    for (std::size_t i = 1; i <= x.length(); ++i) {
        if (is_relevant(x, x.grade(i))) sum += precision_at(x, i);
    }
    if (relevant(x) == 0) return Value::undefined("no relevant document");
    return Value::logarithm(((1 + sum) / (1 + Value(relevant(x)) - sum)).rational());
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

}  // namespace

Definitions binary_definitions() {
    return {
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
        {"yaap", smoothed_average_precision},
        {"bpref", binary_preference},
        {"gm_bpref", binary_preference},
        {"infAP", inferred_average_precision},
        {"num_nonrel_judged_ret", num_nonrel_judged_ret},
        {"unj", unjudged},
        {"iP", interpolated_precision},
        {"11pt", eleven_points},
    };
}

}  // namespace disarray::retrieval::naive
