// SPDX-License-Identifier: MIT
//
// Metrics of the set of the first k documents (MIR "Precision and Recall", "P@5 and P@10", "The
// E-Measure", "F-Measure"), and counts. With h relevant documents among the first k, R relevant
// ones in all and A the denominator of precision,
//     1/F = (b²/recall + 1/precision)/(1 + b²)   gives   F = (1 + b²)·h/(b²·R + A),
// which is 0 where no relevant document was retrieved, as MIR asks, and there the first form has
// no value. Under ties h is an expected value; all of these are linear in it.
#include "metrics/retrieval/detail/numbers.hpp"

namespace disarray::retrieval {

namespace {

using detail::MetricNumber;
using detail::number;

constexpr std::string_view nothing_retrieved = "no document is retrieved";

/// A, the number of documents that precision divides by.
std::uint64_t documents_seen(const Question& q) {
    const bool all_seen = q.cutoff && q.conventions.short_lists == ShortLists::cutoff;
    return all_seen ? *q.cutoff : detail::last_rank(q);
}

struct Precision {
    template <MetricNumber Number>
    static Fraction<Number> of(const Question& q) {
        const std::uint64_t seen = documents_seen(q);
        if (seen == 0) return Fraction<Number>::none(nothing_retrieved);
        return {detail::relevant_within<Number>(q, detail::last_rank(q)), number<Number>(seen)};
    }
};

struct Recall {
    template <MetricNumber Number>
    static Fraction<Number> of(const Question& q) {
        const std::uint64_t relevant = detail::relevant_count(q);
        if (relevant == 0) return Fraction<Number>::none(detail::nothing_relevant);
        return {detail::relevant_within<Number>(q, detail::last_rank(q)), number<Number>(relevant)};
    }
};

struct FMeasure {
    template <MetricNumber Number>
    static Fraction<Number> of(const Question& q) {
        const std::uint64_t seen = documents_seen(q);
        const std::uint64_t relevant = detail::relevant_count(q);
        if (relevant == 0) return Fraction<Number>::none(detail::nothing_relevant);
        if (seen == 0) return Fraction<Number>::none(nothing_retrieved);
        const auto& own = q.parameters.numbers;
        const auto square =
            number<Number>(own.empty() ? q.conventions.beta * q.conventions.beta : own[0]);
        const auto found = detail::relevant_within<Number>(q, detail::last_rank(q));
        return {(number<Number>(1) + square) * found,
                square * number<Number>(relevant) + number<Number>(seen)};
    }
};

struct EMeasure {
    template <MetricNumber Number>
    static Fraction<Number> of(const Question& q) {
        const Fraction<Number> f = FMeasure::of<Number>(q);
        if (!f.is_defined()) return f;
        return {f.denominator - f.numerator, f.denominator};
    }
};

/// Precision over the greatest that a list of as many documents can have.
struct RelativePrecision {
    template <MetricNumber Number>
    static Fraction<Number> of(const Question& q) {
        const std::uint64_t relevant = detail::relevant_count(q);
        const std::uint64_t seen = q.cutoff.value_or(q.list.length);
        if (relevant == 0) return Fraction<Number>::none(detail::nothing_relevant);
        if (seen == 0) return Fraction<Number>::none(nothing_retrieved);
        return {detail::relevant_within<Number>(q, detail::last_rank(q)),
                number<Number>(std::min(seen, relevant))};
    }
};

/// Precision times recall.
struct SetAveragePrecision {
    template <MetricNumber Number>
    static Fraction<Number> of(const Question& q) {
        const std::uint64_t relevant = detail::relevant_count(q);
        if (relevant == 0) return Fraction<Number>::none(detail::nothing_relevant);
        if (q.list.length == 0) return Fraction<Number>::none(nothing_retrieved);
        const auto found = number<Number>(detail::relevant_count(q.list.hits, q.conventions));
        return {found * found, number<Number>(relevant) * number<Number>(q.list.length)};
    }
};

struct Utility {
    template <MetricNumber Number>
    static Fraction<Number> of(const Question& q) {
        static const std::vector<Rational> usual{1, -1, 0, 0};
        const auto& c = q.parameters.numbers.empty() ? usual : q.parameters.numbers;
        const Rational found(detail::relevant_count(q.list.hits, q.conventions));
        const Rational relevant(detail::relevant_count(q));
        const Rational retrieved(q.list.length);
        const Rational neither =
            Rational(q.conventions.collection_size) + found - retrieved - relevant;
        return {number<Number>(c[0] * found + c[1] * (retrieved - found) +
                               c[2] * (relevant - found) + c[3] * neither)};
    }
};

struct Retrieved {
    template <MetricNumber Number>
    static Fraction<Number> of(const Question& q) {
        return {number<Number>(q.list.length)};
    }
};

struct Relevant {
    template <MetricNumber Number>
    static Fraction<Number> of(const Question& q) {
        return {number<Number>(detail::relevant_count(q))};
    }
};

struct RelevantRetrieved {
    template <MetricNumber Number>
    static Fraction<Number> of(const Question& q) {
        return {number<Number>(detail::relevant_count(q.list.hits, q.conventions))};
    }
};

template <class Definition>
Metric count(std::string_view name, std::string_view formula) {
    Metric metric = detail::entry<Definition>(name, {}, Suffix::none, detail::not_negative, formula,
                                              "trec_eval");
    metric.is_count = true;
    return metric;
}

}  // namespace

std::vector<Metric> set_metrics() {
    constexpr auto range = detail::unit_interval;
    Metric e =
        detail::entry<EMeasure>("E", {}, Suffix::cutoff, range, "1 - F", "MIR, The E-Measure");
    e.is_best_at_greatest = false;
    return {
        count<Retrieved>("num_ret", "documents retrieved"),
        count<Relevant>("num_rel", "R = relevant documents"),
        count<RelevantRetrieved>("num_rel_ret", "relevant documents retrieved"),
        detail::entry<Precision>("P", {"precision", "set_P"}, Suffix::cutoff, range,
                                 "relevant among the first k / k", "MIR, P@5 and P@10"),
        detail::entry<Recall>("recall", {"R", "set_recall"}, Suffix::cutoff, range,
                              "relevant among the first k / R", "MIR, Precision and Recall"),
        detail::entry<FMeasure>("F", {"set_F"}, Suffix::cutoff, range,
                                "(1 + b^2)/(b^2/recall + 1/P)", "MIR, F-Measure"),
        std::move(e),
        detail::entry<RelativePrecision>("relative_P", {"set_relative_P"}, Suffix::cutoff, range,
                                         "relevant among the first k / min(k, R)", "trec_eval"),
        detail::entry<SetAveragePrecision>("set_map", {}, Suffix::none, range, "P * recall",
                                           "trec_eval"),
        detail::entry<Utility>(
            "utility", {}, Suffix::none, "(-∞, ∞)",
            "a h + b (n - h) + c (R - h) + d (N + h - n - R); h of n retrieved are relevant, N in "
            "the collection; a, b, c, d = 1, -1, 0, 0 or as in utility.2,-1,0,0",
            "trec_eval"),
    };
}

}  // namespace disarray::retrieval
