// SPDX-License-Identifier: MIT
#include "properties/claims/mir_rows.hpp"
#include "properties/case.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "metrics/catalogue.hpp"
#include "metrics/retrieval/metric.hpp"
#include "metrics/retrieval/naive.hpp"

namespace disarray::properties::mir {

namespace {

retrieval::Conventions conventions_of(const Measure& measure) {
    retrieval::Conventions conventions;
    conventions.discount = retrieval::Discount::mir;
    conventions.normalization = retrieval::Normalization::of_averages;
    conventions.beta = measure.beta;
    return conventions;
}

Value fast_value(const List& list, const Measure& measure) {
    const retrieval::Metric* found = nullptr;
    for (const retrieval::Metric& metric : retrieval::catalogue()) {
        if (metric.name == measure.metric) found = &metric;
    }
    if (!found) throw UsageError("no retrieval metric is called " + std::string(measure.metric));
    const retrieval::JudgedList judged = retrieval::judged_list(list.grades, list.not_retrieved);
    return retrieval::value_of(
        found->exact({judged, conventions_of(measure), measure.cutoff, measure.level}));
}

Value naive_value(const List& list, const Measure& measure) {
    retrieval::naive::RankedGroups groups;
    for (const retrieval::Grade grade : list.grades)
        groups.groups.push_back({grade});
    groups.not_retrieved = list.not_retrieved;
    return retrieval::naive::value(measure.metric, measure.cutoff, measure.level, groups,
                                   conventions_of(measure));
}

}  // namespace

Value value(Path path, const List& list, const Measure& measure) {
    return path == Path::fast ? fast_value(list, measure) : naive_value(list, measure);
}

Value coefficient(Path path, std::string_view name, const Permutation& first,
                  const Permutation& second) {
    const metrics::Metric& metric =
        *metrics::metrics_named(name, std::nullopt, "the ledger").front();
    const metrics::Comparison comparison{first, second, unit_weighting};
    return path == Path::fast ? metric.value(comparison) : metric.naive_value(comparison);
}

Value sum_of_squares(Path path, const Permutation& first, const Permutation& second) {
    const std::size_t n = first.size();
    if (path == Path::fast) {
        const Rational scale(Integer(n * (n * n - 1)), Integer(6));
        return (1 - coefficient(path, "spearman-rho", first, second)) * Value(scale);
    }
    Rational sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const Rational moved = Rational(first[i]) - Rational(second[i]);
        sum += moved * moved;
    }
    return sum;
}

Value both_ways(std::string_view what, const std::function<Value(Path)>& formula) {
    const Value fast = formula(Path::fast);
    const Value naive = formula(Path::naive);
    const Order order = compare(fast, naive);
    const bool both_undefined =
        !fast.is_defined() && !naive.is_defined() && order != Order::undecided;
    if (order != Order::equal && !both_undefined) {
        throw InternalError(fmt::format("{}: the fast path finds {}, the naive one {}", what,
                                        fast.to_string(), naive.to_string()));
    }
    return fast;
}

std::string to_string(const List& list) {
    std::string text = fmt::format("grades {}", fmt::join(list.grades, " "));
    if (!list.not_retrieved.empty())
        text += fmt::format(", not retrieved {}", fmt::join(list.not_retrieved, " "));
    return text;
}

}  // namespace disarray::properties::mir
