// SPDX-License-Identifier: MIT
//
// Metrics of a user who goes down the list and may stop at each document: RBP (Moffat and Zobel
// 2008), who stops with probability 1 − p whatever he sees, and ERR (Chapelle et al. 2009), who
// stops at a document of grade g with probability (2^g − 1)/2^max, satisfied.
//
// Under ties RBP is linear. ERR is not: with stopping probabilities s_m of the members of a group
// of t, the j-th rank of the group is where the user stops with probability
//     Σ_m s_m · E[Π of (1 − s) over j−1 others]
//       = Σ_m s_m · Σ_i e_i(1 − s over the hits but m) · C(z, j−1−i) / (t · C(t−1, j−1)),
// e_i the elementary symmetric polynomials and z the members without a grade, for which 1 − s = 1.
#include <algorithm>
#include <cmath>
#include <map>

#include "metrics/retrieval/detail/numbers.hpp"

namespace disarray::retrieval {

namespace {

using detail::MetricNumber;
using detail::number;

template <MetricNumber Number>
Number power(Number base, std::uint64_t exponent) {
    Number result = 1;
    for (; exponent > 0; exponent >>= 1) {
        if (exponent & 1) result *= base;
        base *= base;
    }
    return result;
}

/// What documents add to RBP: 1 if they are relevant; or their gains, which are brought into [0, 1]
/// by the least and the greatest gain of the query's grades, 0 included, where they are not.
class RankBiasedGains {
public:
    explicit RankBiasedGains(const Question& q)
        : q_(q), is_binary_(q.conventions.rank_biased == RankBiased::binary) {
        const auto& own = q.parameters.gains;
        Rational most = 0;
        // Among the grades without a gain of their own the greatest has the greatest.
        Grade grade = q.list.judged.empty() ? 0 : q.list.judged.front();
        while (own.contains(grade))
            --grade;
        most = std::max(grade, 0);
        for (const auto& [level, gain] : own) {
            least_ = std::min(least_, gain);
            most = std::max(most, gain);
        }
        if (least_ < 0 || most > 1) range_ = most - least_;
    }

    /// Whether documents judged 0 may add something.
    bool counts_zero() const { return !is_binary_ && !q_.parameters.gains.empty(); }

    template <MetricNumber Number>
    Number sum(std::span<const Hit> group) const {
        if (is_binary_) return number<Number>(detail::relevant_count(group, q_.conventions));
        Number sum = 0;
        for (const Hit& hit : group) {
            if (q_.parameters.gains.empty()) {
                sum +=
                    number<Number>(static_cast<std::uint64_t>(hit.grade)) / number<Number>(range_);
            } else if (hit.grade >= 0) {
                sum += number<Number>((gain(hit.grade) - least_) / range_);
            }
        }
        return sum;
    }

private:
    Rational gain(Grade grade) const {
        const auto own = q_.parameters.gains.find(grade);
        return own == q_.parameters.gains.end() ? Rational(grade) : own->second;
    }

    const Question& q_;
    bool is_binary_;
    Rational least_ = 0, range_ = 1;
};

struct RankBiasedPrecision {
    template <MetricNumber Number>
    static Fraction<Number> of(const Question& q) {
        const auto p = number<Number>(detail::persistence(q));
        const RankBiasedGains gains(q);
        Number sum = gained<Number>(q, gains, q.list.hits, p);
        if (gains.counts_zero()) sum += gained<Number>(q, gains, q.list.others, p);
        return {sum * (number<Number>(1) - p)};
    }

private:
    template <MetricNumber Number>
    static Number gained(const Question& q, const RankBiasedGains& gains, std::span<const Hit> hits,
                         const Number& p) {
        const std::uint64_t last = detail::last_rank(q);
        Number sum = 0;
        Number weight = 1;  // p^rank of the document that `at` counts
        std::uint64_t at = 0;
        for_each_group(hits,
                       [&](std::span<const Hit> group, std::uint64_t before, std::uint64_t tied) {
                           const std::uint64_t within = detail::places_within(before, tied, last);
                           if (within == 0) return;
                           if constexpr (std::same_as<Number, Bounded>) {
                               // One by one, as a program in doubles does.
                               for (; at < before; ++at)
                                   weight *= p;
                           } else {
                               weight *= power(p, before - at);
                           }
                           at = before;
                           Number places = 0;
                           for (std::uint64_t j = 0; j < within; ++j, ++at) {
                               places += weight;
                               weight *= p;
                           }
                           sum += places * gains.sum<Number>(group) / number<Number>(tied);
                       });
        return sum;
    }
};

/// The probability that a document of that grade satisfies the user.
template <MetricNumber Number>
Number satisfies(Grade grade, Grade greatest) {
    if constexpr (std::same_as<Number, Bounded>) {
        return (Bounded(std::ldexp(1.0, grade), 0) - Bounded(1)) *
               Bounded(std::ldexp(1.0, -greatest), 0);
    } else {
        return {(Integer(1) << static_cast<unsigned>(grade)) - 1,
                Integer(1) << static_cast<unsigned>(greatest)};
    }
}

/// A row of Pascal's triangle: C(n, 0), …, C(n, n).
template <MetricNumber Number>
std::vector<Number> binomials(std::uint64_t n) {
    std::vector<Number> row{Number(1)};
    for (std::uint64_t i = 0; i < n; ++i) {
        row.push_back(row.back() * number<Number>(n - i) / number<Number>(i + 1));
    }
    return row;
}

/// Members of a tied group with the same grade.
template <MetricNumber Number>
struct Alike {
    Number stops;  ///< the probability that such a document satisfies the user
    std::uint64_t count = 0;
};

/// The hits of a group by grade: few grades occur, however many documents are tied.
template <MetricNumber Number>
std::vector<Alike<Number>> by_grade(std::span<const Hit> group, Grade greatest) {
    std::map<Grade, std::uint64_t> counts;
    for (const Hit& hit : group)
        ++counts[hit.grade];
    std::vector<Alike<Number>> members;
    for (const auto& [grade, count] : counts)
        members.push_back({satisfies<Number>(grade, greatest), count});
    return members;
}

/// e_0, e_1, … of (1 − s) over all hits of a group but one of `but`.
template <MetricNumber Number>
std::vector<Number> symmetric_but(const std::vector<Alike<Number>>& members,
                                  const Alike<Number>& but) {
    std::vector<Number> e{Number(1)};
    for (const Alike<Number>& alike : members) {
        const Number goes_on = Number(1) - alike.stops;
        for (std::uint64_t count = alike.count - (&alike == &but ? 1 : 0); count > 0; --count) {
            e.push_back(Number(0));
            for (std::size_t i = e.size(); i-- > 1;)
                e[i] += e[i - 1] * goes_on;
        }
    }
    return e;
}

/// P(the user stops at the j-th document of a group), j = 1, …, within. \param others  members
/// without a grade
template <MetricNumber Number>
std::vector<Number> stopping(const std::vector<Alike<Number>>& members, std::uint64_t tied,
                             std::uint64_t others, std::uint64_t within) {
    std::vector<Number> result(within, Number(0));
    const std::vector<Number> choose_others = binomials<Number>(others);
    const std::vector<Number> choose = binomials<Number>(tied - 1);
    for (const Alike<Number>& alike : members) {
        const std::vector<Number> e = symmetric_but(members, alike);
        for (std::uint64_t j = 0; j < within; ++j) {
            Number sum = 0;
            for (std::size_t i = 0; i < e.size() && i <= j; ++i) {
                if (j - i <= others) sum += e[i] * choose_others[j - i];
            }
            result[j] += number<Number>(alike.count) * alike.stops * sum /
                         (number<Number>(tied) * choose[j]);
        }
    }
    return result;
}

struct ExpectedReciprocalRank {
    template <MetricNumber Number>
    static Fraction<Number> of(const Question& q) {
        const std::uint64_t last = detail::last_rank(q);
        const Grade greatest = q.conventions.greatest_grade;
        Number sum = 0;
        Number goes_on = 1;
        for_each_group(q.list.hits,
                       [&](std::span<const Hit> group, std::uint64_t before, std::uint64_t tied) {
                           const std::uint64_t within = detail::places_within(before, tied, last);
                           if (within == 0) return;
                           if (tied == 1) {
                               const auto stops = satisfies<Number>(group.front().grade, greatest);
                               sum += goes_on * stops / number<Number>(before + 1);
                               goes_on *= Number(1) - stops;
                               return;
                           }
                           const auto members = by_grade<Number>(group, greatest);
                           const auto at = stopping(members, tied, tied - group.size(), within);
                           for (std::uint64_t j = 0; j < within; ++j)
                               sum += goes_on * at[j] / number<Number>(before + j + 1);
                           for (const Hit& hit : group)
                               goes_on *= Number(1) - satisfies<Number>(hit.grade, greatest);
                       });
        return {sum};
    }
};

}  // namespace

std::vector<Metric> cascade_metrics() {
    return {
        detail::entry<ExpectedReciprocalRank>(
            "ERR", {}, Suffix::cutoff, detail::unit_interval,
            "sum of (1/i) s_i prod (1 - s_j) over j < i <= k, s = (2^g - 1)/2^greatest",
            "Chapelle et al. 2009 (KV 1)"),
        detail::entry<RankBiasedPrecision>(
            "RBP", {}, Suffix::cutoff, detail::unit_interval,
            "(1 - p) sum of p^(i-1) over the ranks i <= k of relevant documents",
            "Moffat and Zobel 2008"),
    };
}

}  // namespace disarray::retrieval
