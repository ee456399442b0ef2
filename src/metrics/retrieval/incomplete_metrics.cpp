// SPDX-License-Identifier: MIT
//
// Metrics of incomplete judgements: bpref (Buckley and Voorhees 2004), which looks at judged
// documents only; infAP (Yilmaz and Aslam 2006), which takes a document of the judged pool whose
// grade is not known to be as often relevant as its judged neighbours; and how much is not judged.
//
// The tied: what is not judged is counted on the average, as relevant documents are elsewhere;
// bpref and infAP try every order (detail/orders.hpp).
#include "metrics/retrieval/detail/orders.hpp"

namespace disarray::retrieval {

namespace {

using detail::MetricNumber;
using detail::number;
using detail::PlacedList;

struct BinaryPreference {
    template <MetricNumber Number>
    static Fraction<Number> of(const Question& q) {
        const std::uint64_t relevant = detail::relevant_count(q);
        if (relevant == 0) return Fraction<Number>::none(detail::nothing_relevant);
        const std::uint64_t judged = q.list.judged.size() + q.list.judged_zero;
        const std::uint64_t preferences = std::min(judged - relevant, relevant);
        const auto sum = [&](const PlacedList& list) {
            std::uint64_t before = 0, found = 0, lost = 0;
            for (const auto& [rank, grade] : list) {
                if (grade >= q.conventions.relevance_level) {
                    ++found;
                    lost += std::min(before, relevant);
                } else if (grade >= 0) {
                    ++before;
                }
            }
            if (lost == 0) return number<Number>(found);
            return number<Number>(found) - number<Number>(lost) / number<Number>(preferences);
        };
        return {detail::mean_over_orders<Number>(q, sum), number<Number>(relevant)};
    }
};

/// A relevant document at rank k, with r relevant and n other judged documents before it and u of
/// the pool that are not judged: 1/k + (r + n + u)/k · (r + ε)/(r + n + 2ε), ε = 10^−5.
struct InferredAveragePrecision {
    template <MetricNumber Number>
    static Fraction<Number> of(const Question& q) {
        const std::uint64_t relevant = detail::relevant_count(q);
        if (relevant == 0) return Fraction<Number>::none(detail::nothing_relevant);
        const auto small = number<Number>(Rational(Integer(1), Integer(100'000)));
        const auto sum = [&](const PlacedList& list) {
            Number precisions = 0;
            std::uint64_t found = 0, others = 0, unknown = 0;
            for (const auto& [before, grade] : list) {
                if (grade < 0) {
                    ++unknown;
                } else if (grade < q.conventions.relevance_level) {
                    ++others;
                } else {
                    const auto share = (number<Number>(found) + small) /
                                       (number<Number>(found + others) + small + small);
                    precisions +=
                        (number<Number>(1) + number<Number>(found + others + unknown) * share) /
                        number<Number>(before + 1);
                    ++found;
                }
            }
            return precisions;
        };
        return {detail::mean_over_orders<Number>(q, sum), number<Number>(relevant)};
    }
};

struct JudgedNotRelevant {
    template <MetricNumber Number>
    static Fraction<Number> of(const Question& q) {
        const auto& list = q.list;
        const auto zero = std::ranges::count(list.others, 0, &Hit::grade);
        return {number<Number>(static_cast<std::uint64_t>(zero) + list.hits.size() -
                               detail::relevant_count(list.hits, q.conventions))};
    }
};

/// Calls work(place, share) for each place of the list, from 0, up to `last`, where `share` of the
/// document there is expected to be without grade; places where that is 0 may be left out.
template <MetricNumber Number, class Work>
void for_each_unjudged(const Question& q, std::uint64_t last, const Work& work) {
    std::uint64_t place = 0;
    const auto& [length, hits, judged, others, zero] = q.list;
    auto hit = hits.begin();
    auto other = others.begin();
    while (place < last) {
        const std::uint64_t next_hit = hit == hits.end() ? length : hit->before;
        const std::uint64_t next_other = other == others.end() ? length : other->before;
        const std::uint64_t next = std::min(next_hit, next_other);
        for (; place < std::min(next, last); ++place)
            work(place, number<Number>(1));
        if (place == last) return;
        const std::uint64_t tied = next_hit == next ? hit->tied : other->tied;
        std::uint64_t known = 0;
        for (; hit != hits.end() && hit->before == next; ++hit)
            ++known;
        for (; other != others.end() && other->before == next; ++other)
            known += other->grade == 0 ? 1U : 0U;
        for (std::uint64_t j = 0; known < tied && j < tied && place + j < last; ++j)
            work(place + j, number<Number>(tied - known) / number<Number>(tied));
        place += tied;
    }
}

struct Unjudged {
    template <MetricNumber Number>
    static Fraction<Number> of(const Question& q) {
        const std::uint64_t last = detail::last_rank(q);
        const std::uint64_t seen = q.cutoff.value_or(q.list.length);
        if (seen == 0) return Fraction<Number>::none("no document is retrieved");
        Number sum = 0;
        for_each_unjudged<Number>(q, last,
                                  [&](std::uint64_t, const Number& share) { sum += share; });
        return {sum, number<Number>(seen)};
    }
};

struct RankBiasedResidual {
    template <MetricNumber Number>
    static Fraction<Number> of(const Question& q) {
        const auto p = number<Number>(detail::persistence(q));
        Number sum = 0, weight = 1;
        std::uint64_t at = 0;
        bool any = false;
        const auto move_to = [&](std::uint64_t place) {
            for (; at < place; ++at)
                weight *= p;
        };
        for_each_unjudged<Number>(q, q.list.length, [&](std::uint64_t place, const Number& share) {
            move_to(place);
            sum += weight * share;
            any = true;
        });
        if (!any && q.conventions.rank_biased == RankBiased::graded) return {number<Number>(0)};
        move_to(q.list.length);
        return {weight + (number<Number>(1) - p) * sum};
    }
};

}  // namespace

std::vector<Metric> incomplete_metrics() {
    constexpr auto range = detail::unit_interval;
    const auto bpref = [&](std::string_view name, std::string_view formula) {
        return detail::entry<BinaryPreference>(name, {}, Suffix::none, range, formula,
                                               "Buckley and Voorhees 2004");
    };
    Metric geometric = bpref("gm_bpref", "bpref; geometric mean of max(bpref, floor)");
    geometric.is_geometric = true;
    Metric count = detail::entry<JudgedNotRelevant>(
        "num_nonrel_judged_ret", {}, Suffix::none, detail::not_negative,
        "documents retrieved and judged not relevant", "trec_eval");
    count.is_count = true;
    Metric unjudged = detail::entry<Unjudged>("unj", {}, Suffix::cutoff, range,
                                              "not judged among the first k / k", "trec_eval");
    unjudged.is_best_at_greatest = false;
    Metric residual = detail::entry<RankBiasedResidual>(
        "rbp_resid", {}, Suffix::none, range,
        "p^n + (1 - p) sum of p^(i-1) over the ranks i of documents not judged",
        "Moffat and Zobel 2008");
    residual.is_best_at_greatest = false;
    return {
        bpref("bpref",
              "sum of 1 - min(N_i, R)/min(N, R) over the ranks i of relevant documents / R; N "
              "judged not relevant, N_i of them before i"),
        std::move(geometric),
        detail::entry<InferredAveragePrecision>(
            "infAP", {}, Suffix::none, range,
            "sum of (1 + J_i (r_i + e)/(r_i + n_i + 2e))/i over the ranks i of relevant documents "
            "/ R; before i: J_i in the pool, r_i relevant, n_i judged not relevant; e = 1/100000",
            "Yilmaz and Aslam 2006; trec_eval"),
        std::move(count),
        std::move(unjudged),
        std::move(residual),
    };
}

}  // namespace disarray::retrieval
