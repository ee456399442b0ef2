// SPDX-License-Identifier: MIT
//
// Metrics that look for the relevant documents one by one (MIR "MAP", "R-Precision", "MRR"). In a
// group of t tied documents, r of them relevant, behind s documents with h relevant ones, each of
// the t! orders is as likely as another. Then (McSherry and Najork 2008)
//   - the j-th of the group is relevant with probability r/t; if it is, (j−1)(r−1)/(t−1) of the
//     j−1 before it are expected to be relevant, so that its precision is
//     (h + 1 + (j−1)(r−1)/(t−1))/(s + j);
//   - the first relevant document is the j-th with probability C(t−j, r−1)/C(t, r).
// With t = r = 1 both are the definitions for lists without ties.
#include "metrics/retrieval/detail/orders.hpp"

namespace disarray::retrieval {

namespace {

using detail::MetricNumber;
using detail::number;

/// The expected sum of precisions at the relevant documents of one group, ranks up to `last`.
template <MetricNumber Number>
Number precisions(std::uint64_t before, std::uint64_t tied, std::uint64_t relevant,
                  std::uint64_t relevant_before, std::uint64_t last) {
    const std::uint64_t within = detail::places_within(before, tied, last);
    Number sum = 0;
    if (relevant == tied) {
        for (std::uint64_t j = 1; j <= within; ++j)
            sum += number<Number>(relevant_before + j) / number<Number>(before + j);
        return sum;
    }
    // Here t > 1. Everything over the denominator t·(t−1)·(s + j).
    for (std::uint64_t j = 1; j <= within; ++j) {
        const std::uint64_t seen = (relevant_before + 1) * (tied - 1) + (j - 1) * (relevant - 1);
        sum += number<Number>(seen) / number<Number>(before + j);
    }
    return sum * number<Number>(relevant) / (number<Number>(tied) * number<Number>(tied - 1));
}

struct AveragePrecision {
    template <MetricNumber Number>
    static Fraction<Number> of(const Question& q) {
        std::uint64_t averaged = detail::relevant_count(q);
        if (averaged == 0) return Fraction<Number>::none(detail::nothing_relevant);
        if (q.cutoff && q.conventions.precisions_averaged == PrecisionsAveraged::reachable) {
            averaged = std::min<std::uint64_t>(averaged, *q.cutoff);
        }
        const std::uint64_t last = detail::last_rank(q);
        std::uint64_t relevant_before = 0;
        Number sum = 0;
        for_each_group(
            q.list.hits, [&](std::span<const Hit> group, std::uint64_t before, std::uint64_t tied) {
                const std::uint64_t relevant = detail::relevant_count(group, q.conventions);
                if (relevant == 0 || before >= last) return;
                sum += precisions<Number>(before, tied, relevant, relevant_before, last);
                relevant_before += relevant;
            });
        return {sum, number<Number>(averaged)};
    }
};

struct RPrecision {
    template <MetricNumber Number>
    static Fraction<Number> of(const Question& q) {
        const std::uint64_t relevant = detail::relevant_count(q);
        if (relevant == 0) return Fraction<Number>::none(detail::nothing_relevant);
        return {detail::relevant_within<Number>(q, relevant), number<Number>(relevant)};
    }
};

struct PrecisionAtMultiple {
    template <MetricNumber Number>
    static Fraction<Number> of(const Question& q) {
        const std::uint64_t relevant = detail::relevant_count(q);
        if (relevant == 0) return Fraction<Number>::none(detail::nothing_relevant);
        const std::uint64_t rank = q.conventions.recall_ranks == RecallRanks::least
                                       ? detail::least_at(q.level, relevant)
                                       : detail::nine_tenths_at(q.level, relevant);
        if (rank == 0) return Fraction<Number>::none("no document is looked at");
        return {detail::relevant_within<Number>(q, std::min<std::uint64_t>(rank, q.list.length)),
                number<Number>(rank)};
    }
};

/// P(one of the first `last` documents is relevant). Of the C(t, r) ways in which r of t tied
/// documents can be relevant, C(t−w, r) leave the first w without one.
struct Success {
    template <MetricNumber Number>
    static Fraction<Number> of(const Question& q) {
        const std::uint64_t last = detail::last_rank(q);
        bool is_settled = false;
        Number none = 1;
        for_each_group(
            q.list.hits, [&](std::span<const Hit> group, std::uint64_t before, std::uint64_t tied) {
                const std::uint64_t relevant = detail::relevant_count(group, q.conventions);
                if (is_settled || relevant == 0) return;
                is_settled = true;
                const std::uint64_t within = detail::places_within(before, tied, last);
                for (std::uint64_t i = 0; i < relevant; ++i) {
                    none *= number<Number>(tied - i - std::min(within, tied - i)) /
                            number<Number>(tied - i);
                }
            });
        return {number<Number>(1) - none};
    }
};

/// Σ_j P(the first relevant document is the j-th of the group)/(s + j), ranks up to `last`.
template <MetricNumber Number>
Number reciprocal_of_first(std::uint64_t before, std::uint64_t tied, std::uint64_t relevant,
                           std::uint64_t last) {
    const std::uint64_t within = detail::places_within(before, tied, last);
    Number sum = 0;
    Number probability = number<Number>(relevant) / number<Number>(tied);
    for (std::uint64_t j = 1; j <= within && j <= tied - relevant + 1; ++j) {
        sum += probability / number<Number>(before + j);
        // C(t−j−1, r−1)/C(t−j, r−1) = (t−j−r+1)/(t−j).
        if (j == tied - relevant + 1) break;
        probability *= number<Number>(tied - j - relevant + 1) / number<Number>(tied - j);
    }
    return sum;
}

struct ReciprocalRank {
    template <MetricNumber Number>
    static Fraction<Number> of(const Question& q) {
        if (detail::relevant_count(q) == 0) return Fraction<Number>::none(detail::nothing_relevant);
        const std::uint64_t last = detail::last_rank(q);
        Number sum = 0;
        bool found = false;
        for_each_group(
            q.list.hits, [&](std::span<const Hit> group, std::uint64_t before, std::uint64_t tied) {
                const std::uint64_t relevant = detail::relevant_count(group, q.conventions);
                if (found || relevant == 0) return;
                found = true;
                sum = reciprocal_of_first<Number>(before, tied, relevant, last);
            });
        return {sum};
    }
};

Bounded natural_logarithm(const Bounded& number) {
    return Bounded::logarithm(number);
}
Value natural_logarithm(const Rational& number) {
    return Value::logarithm(number);
}

/// ln((1 + S)/(1 + R − S)), S the sum of precisions: S over R − S as odds, and a document more on
/// both sides. Under ties it is the mean over the orders, since the logarithm is not linear in S.
template <MetricNumber Number, class Result>
Fraction<Result> logarithm_of_odds(const Question& q) {
    const std::uint64_t relevant = detail::relevant_count(q);
    if (relevant == 0) return Fraction<Result>::none(detail::nothing_relevant);
    return {detail::mean_over_orders<Result>(q, [&](const detail::PlacedList& list) {
        std::uint64_t found = 0;
        Number sum = 0;
        for (const auto& [before, grade] : list) {
            if (grade >= q.conventions.relevance_level)
                sum += number<Number>(++found) / number<Number>(before + 1);
        }
        return natural_logarithm((number<Number>(1) + sum) / (number<Number>(1 + relevant) - sum));
    })};
}

Metric smoothed_average_precision() {
    Metric metric;
    metric.name = "yaap";
    metric.suffix = Suffix::none;
    metric.range = "(-∞, ∞)";
    metric.formula =
        "ln((1 + S)/(1 + R - S)), S the sum of P@i over the ranks i of relevant documents";
    metric.source = "Robertson 2012";
    metric.bounded = logarithm_of_odds<Bounded, Bounded>;
    metric.exact = logarithm_of_odds<Rational, Value>;
    return metric;
}

}  // namespace

std::vector<Metric> precision_metrics() {
    constexpr auto range = detail::unit_interval;
    Metric geometric =
        detail::entry<AveragePrecision>("gm_map", {}, Suffix::none, range,
                                        "AP; geometric mean of max(AP, floor)", "Robertson 2006");
    geometric.is_geometric = true;
    return {
        detail::entry<AveragePrecision>(
            "AP", {"map", "map_cut"}, Suffix::cutoff, range,
            "sum of P@i over the ranks i <= k of relevant documents / R", "MIR, MAP"),
        detail::entry<RPrecision>("Rprec", {"R-precision"}, Suffix::none, range, "P@R",
                                  "MIR, R-Precision"),
        detail::entry<ReciprocalRank>(
            "RR", {"recip_rank", "mrr"}, Suffix::cutoff, range,
            "1/rank of the first relevant document, 0 beyond rank k = S_h", "MIR, MRR"),
        std::move(geometric),
        detail::entry<PrecisionAtMultiple>("Rprec_mult", {}, Suffix::multiple, range,
                                           "P@i, i the least rank >= multiple * R", "trec_eval"),
        detail::entry<Success>("success", {"hit_rate"}, Suffix::cutoff, range,
                               "1 if one of the first k documents is relevant, else 0",
                               "trec_eval (Tomlinson)"),
        smoothed_average_precision(),
    };
}

}  // namespace disarray::retrieval
