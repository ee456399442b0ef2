// SPDX-License-Identifier: MIT
//
// Gain metrics that look at the list at several ranks: trec_eval's ndcg_rel and Rndcg, means of
// DCG/IDCG, and G and binG, whose discount depends on what stands before a document. With ideal
// gains e_1 >= … >= e_m > 0, gains g_i of the list, and i cut at the ends of both lists,
//     ndcg_rel = 1/m · (Σ over the ranks i with g_i > 0 of DCG@i/IDCG@i + (m − their number)·nDCG)
//     Rndcg    = the mean of DCG@b/IDCG@b over the b <= m with e_b > e_{b+1} (e_{m+1} = 0), and of
//                nDCG once more if the list has more than m + 1 documents
//     G        = Σ g_i/log₂(2 + Σ_{j<=i} max(e_j, 1) − Σ_{j<=i} g_j) / Σ e_j   (e_j = 0 for j > m)
//     binG     = 1/R · Σ over the ranks of relevant documents of 1/log₂(2 + others before it).
// The tied: every order is tried.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "metrics/retrieval/detail/gains.hpp"
#include "metrics/retrieval/detail/orders.hpp"

namespace disarray::retrieval {

namespace {

using detail::BoundedGain;
using detail::ExactGain;
using detail::PlacedList;

/// DCG/IDCG at a rank.
template <class Total>
struct QuotientAt {
    std::uint64_t rank = 0;  ///< IDCG's; the end of the ideal list for all behind it
    Fraction<Total> quotient;
};
template <class Total>
using QuotientsAt = std::vector<QuotientAt<Total>>;

/// DCG of the list and of the ideal one down to a rank that rises.
template <class Sum>
class Descent {
public:
    Descent(const Question& q, const PlacedList& list)
        : q_(q), list_(list), ideal_(detail::ideal_grades(q)) {}

    /// DCG@rank/IDCG@rank, `times` times.
    QuotientAt<typename Sum::Total> at(std::uint64_t rank, std::uint64_t times) {
        for (; next_ < list_.size() && list_[next_].before < rank; ++next_)
            add(list_sum_, list_[next_].grade, list_[next_].before);
        for (; ideal_next_ < std::min<std::uint64_t>(rank, ideal_.size()); ++ideal_next_)
            add(ideal_sum_, ideal_[ideal_next_], ideal_next_);
        return {ideal_next_,
                {list_sum_.total() * typename Sum::Total(static_cast<std::int64_t>(times)),
                 ideal_sum_.total()}};
    }
    const std::vector<Grade>& ideal() const { return ideal_; }

private:
    void add(Sum& sum, Grade grade, std::uint64_t before) const {
        if (grade < 1 && q_.parameters.gains.empty()) return;
        sum.add(detail::gain_of<Sum>(q_, grade),
                detail::base_at(before + 1, q_.conventions.discount));
    }

    const Question& q_;
    const PlacedList& list_;
    std::vector<Grade> ideal_;
    Sum list_sum_, ideal_sum_;
    std::size_t next_ = 0, ideal_next_ = 0;
};

/// A mean over points of the list.
struct AtRelevant {
    static constexpr bool needs_relevant = false;

    template <class Sum>
    static QuotientsAt<typename Sum::Total> quotients(const Question& q, const PlacedList& list) {
        Descent<Sum> descent(q, list);
        const std::uint64_t all = descent.ideal().size();
        std::uint64_t found = 0;
        QuotientsAt<typename Sum::Total> result;
        for (const auto& [before, grade] : list) {
            if (!gains(q, grade)) continue;
            ++found;
            result.push_back(descent.at(before + 1, 1));
        }
        const std::uint64_t end = std::max<std::uint64_t>(q.list.length, all);
        if (found < all) result.push_back(descent.at(end, all - found));
        for (auto& [rank, quotient] : result)
            quotient.denominator = quotient.denominator * count<typename Sum::Total>(all);
        return result;
    }

private:
    template <class Total>
    static Total count(std::uint64_t number) {
        return Total(static_cast<std::int64_t>(number));
    }
    static bool gains(const Question& q, Grade grade) {
        return q.parameters.gains.empty() ? grade >= 1 : detail::gain_of<ExactGain>(q, grade) > 0;
    }
};

struct AtLevels {
    static constexpr bool needs_relevant = true;

    template <class Sum>
    static QuotientsAt<typename Sum::Total> quotients(const Question& q, const PlacedList& list) {
        using Total = typename Sum::Total;
        Descent<Sum> descent(q, list);
        const std::vector<Grade> ideal = descent.ideal();
        const auto gain = [&](std::size_t i) { return detail::gain_of<ExactGain>(q, ideal[i]); };
        QuotientsAt<Total> result;
        for (std::size_t b = 1; b <= ideal.size(); ++b) {
            if (b == ideal.size() || (ideal[b] != ideal[b - 1] && gain(b) != gain(b - 1)))
                result.push_back(descent.at(b, 1));
        }
        if (q.list.length > ideal.size() + 1) result.push_back(descent.at(q.list.length, 1));
        const auto points = Total(static_cast<std::int64_t>(result.size()));
        for (auto& [rank, quotient] : result)
            quotient.denominator = quotient.denominator * points;
        return result;
    }
};

/// Empty if the metric has a value.
template <class Points>
std::string_view why_undefined(const Question& q) {
    if (Points::needs_relevant && detail::relevant_count(q) == 0) return detail::nothing_relevant;
    return detail::ideal_grades(q).empty() ? detail::nothing_gained : std::string_view();
}

/// The quotients whose sum is the value, under ties their mean. The order of the tied changes
/// numerators only: one quotient for each rank, where a sum of all would multiply denominators.
template <class Points, class Sum>
std::vector<Fraction<typename Sum::Total>> parts_at(const Question& q) {
    using Total = typename Sum::Total;
    const std::string_view reason = why_undefined<Points>(q);
    if (!reason.empty()) return {Fraction<Total>::none(reason)};
    QuotientsAt<Total> all;
    const std::uint64_t orders = detail::for_each_order(q, [&](const PlacedList& list) {
        for (auto& [rank, quotient] : Points::template quotients<Sum>(q, list)) {
            const auto known = std::ranges::find(all, rank, &QuotientAt<Total>::rank);
            if (known == all.end()) {
                all.push_back({rank, std::move(quotient)});
            } else {
                known->quotient.numerator += quotient.numerator;
            }
        }
    });
    std::vector<Fraction<Total>> parts;
    for (auto& [rank, quotient] : all) {
        if (orders > 1) {
            quotient.denominator = quotient.denominator * Total(static_cast<std::int64_t>(orders));
        }
        parts.push_back(std::move(quotient));
    }
    return parts;
}

template <class Points, class Sum>
Fraction<typename Sum::Total> mean_at(const Question& q) {
    const auto parts = parts_at<Points, Sum>(q);
    if (!parts.front().is_defined()) return parts.front();
    typename Sum::Total sum{};
    for (const auto& part : parts)
        sum += part.numerator / part.denominator;
    return {sum};
}

template <class Sum>
Fraction<typename Sum::Total> binary_gain(const Question& q) {
    using Total = typename Sum::Total;
    const std::uint64_t relevant = detail::relevant_count(q);
    if (relevant == 0) return Fraction<Total>::none(detail::nothing_relevant);
    return {detail::mean_over_orders<Total>(q,
                                            [&](const PlacedList& list) {
                                                Sum sum;
                                                std::uint64_t found = 0;
                                                for (const auto& [before, grade] : list) {
                                                    if (grade < q.conventions.relevance_level)
                                                        continue;
                                                    sum.add(1, 2 + before - found);
                                                    ++found;
                                                }
                                                return sum.total();
                                            }),
            Total(static_cast<std::int64_t>(relevant))};
}

/// A gain, where logarithms are taken of sums of them.
Integer whole_gain(const Question& q, Grade grade) {
    const Rational gain = detail::gain_of<ExactGain>(q, grade);
    if (gain.is_integer()) return gain.numerator();
    throw NotSupported(
        fmt::format("G: found a gain of {}, expected whole numbers", gain.to_string()));
}

/// What the ideal list may have cost down to a rank: its gains, which are 1 at least, being whole
/// and positive; and 1 for each rank behind them.
class IdealCost {
public:
    IdealCost(const Question& q) {
        for (const Grade grade : detail::ideal_grades(q)) {
            const Integer gain = whole_gain(q, grade);
            total_ += gain;
            costs_.push_back(costs_.back() + gain);
        }
    }
    Integer down_to(std::uint64_t rank) const {
        const std::uint64_t ideal = costs_.size() - 1;
        return rank <= ideal ? costs_[rank] : Integer(costs_.back() + Integer(rank - ideal));
    }
    const Integer& gains() const { return total_; }

private:
    std::vector<Integer> costs_{0};
    Integer total_ = 0;
};

template <class Sum>
Fraction<typename Sum::Total> normalized_gain(const Question& q) {
    using Total = typename Sum::Total;
    const IdealCost ideal(q);
    if (ideal.gains() == 0) return Fraction<Total>::none(detail::nothing_gained);
    const auto value = [&](const PlacedList& list) {
        Sum sum;
        Integer found = 0;
        for (const auto& [before, grade] : list) {
            const Integer gain = whole_gain(q, grade);
            if (gain == 0) continue;
            found += gain;
            const Integer base = 2 + ideal.down_to(before + 1) - found;
            if (base > Integer(UINT32_MAX)) throw NotSupported("G: gains above 4294967295");
            sum.add(detail::gain_of<Sum>(q, grade), base.convert_to<std::uint64_t>());
        }
        return sum.total();
    };
    Sum all;
    all.add(Sum::of(Rational(ideal.gains())));
    return {detail::mean_over_orders<Total>(q, value), all.total()};
}

Metric gain_metric(std::string_view name, std::string_view formula, std::string_view source,
                   Fraction<Bounded> (*bounded)(const Question&),
                   Fraction<Value> (*exact)(const Question&)) {
    Metric metric;
    metric.name = name;
    metric.suffix = Suffix::none;
    metric.range = detail::unit_interval;
    metric.formula = formula;
    metric.source = source;
    metric.bounded = bounded;
    metric.exact = exact;
    return metric;
}

template <class Points>
Metric mean_metric(std::string_view name, std::string_view formula) {
    Metric metric = gain_metric(name, formula, "trec_eval", mean_at<Points, BoundedGain>,
                                mean_at<Points, ExactGain>);
    metric.exact_parts = parts_at<Points, ExactGain>;
    return metric;
}

}  // namespace

std::vector<Metric> normalized_gain_metrics() {
    constexpr std::string_view buckley = "trec_eval (Buckley 2008)";
    return {
        mean_metric<AtRelevant>("ndcg_rel",
                                "the mean of DCG@i/IDCG@i over the ranks i of documents with a "
                                "gain; nDCG for each that is not retrieved"),
        mean_metric<AtLevels>("Rndcg",
                              "the mean of DCG@b/IDCG@b over the ranks b at which the ideal gain "
                              "falls, and of nDCG if more than one document follows the last"),
        gain_metric("binG",
                    "sum of 1/log2(2 + others before i) over the ranks i of relevant documents / R",
                    buckley, binary_gain<BoundedGain>, binary_gain<ExactGain>),
        gain_metric(
            "G",
            "sum of g_i/log2(2 + sum of max(e_j, 1) - g_j over j <= i) / sum of e; g gains, "
            "e those of the ideal list",
            buckley, normalized_gain<BoundedGain>, normalized_gain<ExactGain>),
    };
}

}  // namespace disarray::retrieval
