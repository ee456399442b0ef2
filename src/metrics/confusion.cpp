// SPDX-License-Identifier: MIT
//
// All 19 metrics are functions of n, |S| = k, |R| = j and |R∩S|. So the sets are never built: one
// count, one table of formulas in these four integers. They are GT's formulas with the fractions
// cleared (naive_gt.cpp has them as printed), and each says where that could divide by 0: with
// 1 <= k, j < n neither a set nor a complement is empty, so only f1, lr-minus, lr-plus and
// prevalence-threshold can be undefined.
#include "metrics/confusion.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "metrics/naive_gt.hpp"

namespace disarray::metrics {

namespace {

/// The confusion matrix, by its margins.
struct Counts {
    std::int64_t n;
    std::int64_t k;   ///< |S|
    std::int64_t j;   ///< |R|
    std::int64_t tp;  ///< |R∩S|

    std::int64_t fp() const { return k - tp; }
    std::int64_t fn() const { return j - tp; }
    std::int64_t tn() const { return n - k - j + tp; }
    /// TP·TN − FP·FN = n·TP − k·j.
    Integer determinant() const { return Integer(n) * tp - Integer(k) * j; }
};

/// One metric as a function of the counts.
struct Row {  // NOLINT(clang-analyzer-optin.performance.Padding): 19 rows, in reading order
    std::string_view name;
    Kind kind;
    std::string_view formula;
    std::string_view exactness;
    Value (*evaluate)(const Counts&, const Parameters&);
    Takes takes = {.k = true};
};

Value ratio(const Integer& numerator, const Integer& denominator) {
    return Rational(numerator, denominator);
}

/// (1+β²)·P·R/(β²P+R) with P = TP/k, R = TP/j; one factor TP/(jk) cancels. GT prints P+R in place
/// of P·R: then every TP cancels, and what is left says nothing about the rankings (with j = k it
/// is 2).
Value f_beta(const Counts& c, const Parameters& parameters) {
    if (c.tp == 0) return Value::undefined("0/0: no retrieved element is relevant");
    const Rational square = parameters.beta * parameters.beta;
    const Rational above = parameters.as_printed ? Rational(c.j + c.k) : Rational(c.tp);
    return (Rational(1) + square) * above / (square * Rational(c.j) + Rational(c.k));
}

Value fowlkes_mallows(const Counts& c, const Parameters&) {
    return Value::root(Rational(Integer(c.tp) * c.tp, Integer(c.k) * c.j), 2);
}

/// D/√P = D/P·√P, D the determinant and P the product of the four margins; GT prints D/P.
Value mcc(const Counts& c, const Parameters& parameters) {
    const Integer product = Integer(c.k) * c.j * (c.n - c.k) * (c.n - c.j);
    const Value printed = ratio(c.determinant(), product);
    return parameters.as_printed ? printed : printed * Value::root(Rational(product), 2);
}

/// TN = 0 leaves FN = n−k > 0 above.
Value lr_minus(const Counts& c, const Parameters&) {
    if (c.tn() == 0) {
        return Value::undefined("1/0: every element that is not relevant is retrieved");
    }
    return ratio(Integer(c.fn()) * (c.n - c.j), Integer(c.j) * c.tn());
}

/// FP = 0 leaves TP = k > 0 above.
Value lr_plus(const Counts& c, const Parameters&) {
    if (c.fp() == 0) return Value::undefined("1/0: every retrieved element is relevant");
    return ratio(Integer(c.tp) * (c.n - c.j), Integer(c.j) * c.fp());
}

/// (√(TPR·FPR) − FPR)/(TPR − FPR), over the common denominator j(n−j).
Value prevalence_threshold(const Counts& c, const Parameters&) {
    const Integer tpr = Integer(c.tp) * (c.n - c.j);
    const Integer fpr = Integer(c.fp()) * c.j;
    if (tpr == fpr) return Value::undefined("0/0: recall and fallout are the same");
    return (Value::root(Rational(tpr * fpr), 2) - Value(Rational(fpr))) /
           Value(Rational(tpr - fpr));
}

using enum Kind;
using P = Parameters;

constexpr std::string_view rational = "rational";
constexpr std::string_view algebraic = "algebraic";

constexpr Row rows[] = {
    {"recall", similarity, "|R∩S|/|R|", rational,
     [](const Counts& c, const P&) { return ratio(c.tp, c.j); }},
    {"fnr", distance, "|R∖S|/|R|", rational,
     [](const Counts& c, const P&) { return ratio(c.fn(), c.j); }},
    {"fallout", distance, "|S∖R|/(n−|R|)", rational,
     [](const Counts& c, const P&) { return ratio(c.fp(), c.n - c.j); }},
    {"tnr", similarity, "(n−|R∪S|)/(n−|R|)", rational,
     [](const Counts& c, const P&) { return ratio(c.tn(), c.n - c.j); }},
    {"precision", similarity, "|R∩S|/|S|", rational,
     [](const Counts& c, const P&) { return ratio(c.tp, c.k); }},
    {"fdr", distance, "|S∖R|/|S|", rational,
     [](const Counts& c, const P&) { return ratio(c.fp(), c.k); }},
    {"npv", similarity, "(n−|R∪S|)/(n−|S|)", rational,
     [](const Counts& c, const P&) { return ratio(c.tn(), c.n - c.k); }},
    {"for", distance, "|R∖S|/(n−|S|)", rational,
     [](const Counts& c, const P&) { return ratio(c.fn(), c.n - c.k); }},
    {"accuracy", similarity, "(|R∩S|+n−|R∪S|)/n", rational,
     [](const Counts& c, const P&) { return ratio(c.tp + c.tn(), c.n); }},
    {"balanced-accuracy", similarity, "(recall+tnr)/2", rational,
     [](const Counts& c, const P&) {
         return ratio(Integer(c.tp) * (c.n - c.j) + Integer(c.tn()) * c.j,
                      Integer(2 * c.j) * (c.n - c.j));
     }},
    {"f1",
     similarity,
     "(1+β²)·precision·recall/(β²·precision+recall)",
     rational,
     f_beta,
     {.k = true, .beta = true, .as_printed = true}},
    {"fowlkes-mallows", similarity, "√(precision·recall)", algebraic, fowlkes_mallows},
    {"mcc",
     similarity,
     "(TP·TN−FP·FN)/√(|S||R|(n−|S|)(n−|R|))",
     algebraic,
     mcc,
     {.k = true, .as_printed = true}},
    {"jaccard", similarity, "|R∩S|/|R∪S|", rational,
     [](const Counts& c, const P&) { return ratio(c.tp, c.n - c.tn()); }},
    {"markedness", similarity, "precision+npv−1", rational,
     [](const Counts& c, const P&) { return ratio(c.determinant(), Integer(c.k) * (c.n - c.k)); }},
    {"lr-minus", distance, "(1−recall)/tnr", rational, lr_minus},
    {"informedness", similarity, "recall+tnr−1", rational,
     [](const Counts& c, const P&) { return ratio(c.determinant(), Integer(c.j) * (c.n - c.j)); }},
    {"prevalence-threshold", distance, "(√(recall·fallout)−fallout)/(recall−fallout)", algebraic,
     prevalence_threshold},
    {"lr-plus", similarity, "recall/(1−tnr)", rational, lr_plus},
};

/// How many elements come before each element: those with a number below k are the first k.
/// {σ(1), …, σ(k)}, as printed, are the elements that σ⁻¹ ranks first.
Permutation places(const Permutation& sigma, FirstK first_k) {
    return first_k == FirstK::ranked ? sigma : sigma.inverse();
}

/// The counts before anything is compared: TP is still 0.
Counts margins(std::size_t n, const Parameters& parameters) {
    const std::size_t k = parameters.k.value();
    return {static_cast<std::int64_t>(n), static_cast<std::int64_t>(k),
            static_cast<std::int64_t>(parameters.relevant_count.value_or(k)), 0};
}

Counts counts(const Comparison& c) {
    const Operands pair = operands(c.sigma, c.tau, c.frame);
    const Permutation sigma = places(pair.sigma, c.parameters.first_k);
    const Permutation tau = places(pair.tau, c.parameters.first_k);
    Counts result = margins(sigma.size(), c.parameters);
    for (std::size_t i = 0; i < sigma.size(); ++i)
        result.tp += int(sigma[i] < result.k) & int(tau[i] < result.j);
    return result;
}

/// The counts for k = j = 1, …, n−1. From k to k+1 one element a enters S and one element b enters
/// R: a counts if it is in R already or a = b, b counts if it was in S before.
std::vector<Counts> counts_by_k(const Comparison& c) {
    const Operands pair = operands(c.sigma, c.tau, c.frame);
    const Permutation sigma = places(pair.sigma, c.parameters.first_k);
    const Permutation tau = places(pair.tau, c.parameters.first_k);
    const Permutation entering_s = sigma.inverse();
    const Permutation entering_r = tau.inverse();
    const std::size_t n = sigma.size();
    std::vector<Counts> all;
    std::int64_t overlap = 0;
    for (std::size_t k = 0; k + 1 < n; ++k) {
        overlap += int(tau[entering_s[k]] <= k) + int(sigma[entering_r[k]] < k);
        const auto size = static_cast<std::int64_t>(k + 1);
        all.push_back({static_cast<std::int64_t>(n), size, size, overlap});
    }
    return all;
}

/// The largest defined value over all |R∩S| that two rankings can have. Trying each needs no proof
/// that the formula is monotone, which not all 19 are where they are defined.
Value greatest_of(Value (*evaluate)(const Counts&, const Parameters&), Counts counts,
                  const Parameters& parameters) {
    Value best = Value::undefined("no pair of rankings has a value");
    const std::int64_t most = std::min(counts.k, counts.j);
    for (counts.tp = std::max<std::int64_t>(0, counts.k + counts.j - counts.n); counts.tp <= most;
         ++counts.tp) {
        Value value = evaluate(counts, parameters);
        if (!value.is_defined()) continue;
        if (!best.is_defined() || compare(value, best) == Order::greater) best = std::move(value);
    }
    return best;
}

Metric metric_of(const Row& row) {
    Metric metric;
    metric.name = row.name;
    metric.family = family::confusion;
    metric.kind = row.kind;
    metric.takes = row.takes;
    metric.takes.relevant_count = true;
    metric.formula = row.formula;
    metric.domain = "two permutations; k, |R|";
    metric.exactness = row.exactness;
    metric.source = "GT C.1";

    // What the functions check against: the metric as far as it is described by now.
    const Metric described = metric;
    const auto evaluate = row.evaluate;
    metric.value = [described, evaluate](const Comparison& c) {
        require_parameters(described, c.parameters, c.sigma.size());
        return evaluate(counts(c), c.parameters);
    };
    metric.naive_value = [described](const Comparison& c) {
        require_parameters(described, c.parameters, c.sigma.size());
        return naive::gt(described.name, c);
    };
    metric.values_by_k = [described, evaluate](const Comparison& c) {
        Parameters of_each = c.parameters;
        of_each.k = 1;
        of_each.relevant_count.reset();
        std::vector<Value> values;
        for (const Counts& at_k : counts_by_k(c)) {
            if (values.empty()) require_parameters(described, of_each, c.sigma.size());
            values.push_back(evaluate(at_k, of_each));
        }
        return values;
    };
    metric.greatest = [described, evaluate](std::size_t n, const Parameters& parameters) {
        require_parameters(described, parameters, n);
        return greatest_of(evaluate, margins(n, parameters), parameters);
    };
    return metric;
}

}  // namespace

std::vector<Metric> confusion_metrics() {
    std::vector<Metric> metrics;
    for (const Row& row : rows)
        metrics.push_back(metric_of(row));
    return metrics;
}

}  // namespace disarray::metrics
