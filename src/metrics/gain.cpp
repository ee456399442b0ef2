// SPDX-License-Identifier: MIT
//
// dcg is a sum of n logarithmic terms; it is added up by halves, since every addition copies what
// it adds. The greatest dcg, the "ideal" below ndcg, is at the reversal: the discounts 1/log₂(i+1)
// fall with i, so by the rearrangement inequality Σ σ(i)/log₂(i+1) is greatest where σ falls, and
// least at the identity, GT's optimal ranking. That is a property of GT's rel_i = σ(i), kept.
#include "metrics/gain.hpp"

#include <cstdint>
#include <numeric>

#include "metrics/naive_gt.hpp"

namespace disarray::metrics {

namespace {

/// Σ σ(i)/log₂(i+1) over first <= i < last, i and σ(i) from 1; `first` and `last` from 0.
Value gain(const Permutation& sigma, std::size_t first, std::size_t last) {
    if (first == last) return 0;
    if (last - first == 1) {
        return Value(std::uint64_t{sigma[first]} + 1) * Value::inverse_log2(first + 2);
    }
    const std::size_t middle = first + (last - first) / 2;
    return gain(sigma, first, middle) + gain(sigma, middle, last);
}

Value dcg(const Permutation& sigma) {
    return gain(sigma, 0, sigma.size());
}

Value greatest_dcg(std::size_t n) {
    return dcg(Permutation::reversal(n));
}

Value ndcg(const Permutation& sigma) {
    if (sigma.size() == 0) return Value::undefined("0/0: no element");
    return dcg(sigma) / greatest_dcg(sigma.size());
}

/// A mean of ranks that is updated rank by rank, in any order.
struct Mean {
    void (*add)(Rational& total, std::uint64_t rank);
    Value (*of)(const Rational& total, std::size_t count);  ///< count >= 1
    std::int64_t start;                                     ///< the total of no ranks
};

constexpr Mean reciprocal = {
    [](Rational& total, std::uint64_t rank) { total += Rational(Integer(1), Integer(rank)); },
    [](const Rational& total, std::size_t count) { return Value(total / Rational(count)); }, 0};
constexpr Mean geometric = {[](Rational& total, std::uint64_t rank) { total *= Rational(rank); },
                            [](const Rational& total, std::size_t count) {
                                return Value::root(total, static_cast<unsigned>(count));
                            },
                            1};
constexpr Mean arithmetic = {
    [](Rational& total, std::uint64_t rank) { total += Rational(rank); },
    [](const Rational& total, std::size_t count) { return Value(total / Rational(count)); }, 0};

/// The mean of the ranks first+1, …, first+count.
Value mean_of_run(const Mean& mean, std::size_t first, std::size_t count) {
    Rational total = mean.start;
    for (std::size_t i = 0; i < count; ++i)
        mean.add(total, first + i + 1);
    return mean.of(total, count);
}

Value mean_of_relevant(const Mean& mean, const Permutation& sigma, const Parameters& parameters) {
    Rational total = mean.start;
    const auto add = [&](std::size_t element) {
        mean.add(total, std::uint64_t{sigma[element]} + 1);
    };
    if (parameters.relevant) {
        for (const Rank element : *parameters.relevant)
            add(element);
        return mean.of(total, parameters.relevant->size());
    }
    for (std::size_t element = 0; element < parameters.k.value(); ++element)
        add(element);
    return mean.of(total, parameters.k.value());
}

/// The mean over the elements 1..k for k = 1, …, n−1.
std::vector<Value> means_by_k(const Mean& mean, const Permutation& sigma) {
    std::vector<Value> values;
    Rational total = mean.start;
    for (std::size_t k = 1; k < sigma.size(); ++k) {
        mean.add(total, std::uint64_t{sigma[k - 1]} + 1);
        values.push_back(mean.of(total, k));
    }
    return values;
}

/// The one ranking that is measured.
Permutation measured(const Comparison& c) {
    return operands(c.sigma, c.tau, c.frame).sigma;
}

Metric described(std::string_view name, Kind kind, std::string_view formula,
                 std::string_view exactness, std::string_view domain) {
    Metric metric;
    metric.name = name;
    metric.family = family::gain;
    metric.kind = kind;
    metric.ignores_reference = true;
    metric.formula = formula;
    metric.domain = domain;
    metric.exactness = exactness;
    metric.source = "GT C.3";
    return metric;
}

Metric gain_metric(std::string_view name, std::string_view formula,
                   Value (*evaluate)(const Permutation&)) {
    Metric metric =
        described(name, Kind::similarity, formula, "logarithmic", "a permutation; τ is ignored");
    metric.value = [evaluate](const Comparison& c) { return evaluate(measured(c)); };
    metric.naive_value = [name](const Comparison& c) { return naive::gt(name, c); };
    metric.greatest = [evaluate](std::size_t n, const Parameters&) {
        return evaluate(Permutation::reversal(n));
    };
    return metric;
}

/// \param greatest_at_top  whether the mean is greatest where the relevant ranks are 1, 2, … (else
/// where they are …, n−1, n)
Metric mean_metric(std::string_view name, Kind kind, std::string_view formula,
                   std::string_view exactness, const Mean& mean, bool greatest_at_top) {
    Metric metric = described(name, kind, formula, exactness,
                              "a permutation; the relevant elements R, or k; τ is ignored");
    metric.takes.k = true;
    metric.takes.relevant = true;

    // What the functions check against: the metric as far as it is described by now.
    const Metric known = metric;
    metric.value = [known, mean](const Comparison& c) {
        require_parameters(known, c.parameters, c.sigma.size());
        return mean_of_relevant(mean, measured(c), c.parameters);
    };
    metric.naive_value = [known](const Comparison& c) {
        require_parameters(known, c.parameters, c.sigma.size());
        return naive::gt(known.name, c);
    };
    metric.values_by_k = [mean](const Comparison& c) { return means_by_k(mean, measured(c)); };
    metric.greatest = [known, mean, greatest_at_top](std::size_t n, const Parameters& parameters) {
        require_parameters(known, parameters, n);
        const std::size_t count =
            parameters.relevant ? parameters.relevant->size() : parameters.k.value();
        return mean_of_run(mean, greatest_at_top ? 0 : n - count, count);
    };
    return metric;
}

}  // namespace

std::vector<Metric> gain_metrics() {
    return {
        gain_metric("dcg", "Σσ(i)/log₂(i+1)", dcg),
        gain_metric("ndcg", "dcg(σ)/(greatest dcg on S_n)", ndcg),
        mean_metric("mrr", Kind::similarity, "1/|R|·Σ_{i∈R} 1/σ(i)", "rational", reciprocal, true),
        mean_metric("gmr", Kind::distance, "(Π_{i∈R} σ(i))^(1/|R|)", "algebraic", geometric, false),
        mean_metric("mean-rank", Kind::distance, "1/|R|·Σ_{i∈R} σ(i)", "rational", arithmetic,
                    false)};
}

}  // namespace disarray::metrics
