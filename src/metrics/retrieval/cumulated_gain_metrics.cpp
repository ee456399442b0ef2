// SPDX-License-Identifier: MIT
//
// Cumulated gain (MIR "Discounted Cumulated Gain", "Ideal CG and DCG Metrics", "Normalized DCG"):
// sums of gain times discount over the first k ranks. The ideal list has the grades of all judged
// documents, falling, and none else. Both sums are linear in the gains, so that under ties each
// rank of a group has the mean gain of the group; documents without a grade have gain 0.
//
// Exactly, DCG is a sum of q/log₂ b. It is collected as one list of coefficients and made a Value
// at the end; adding Values one by one copies the sum each time.
#include <algorithm>
#include <array>
#include <cmath>

#include "metrics/retrieval/detail/numbers.hpp"

namespace disarray::retrieval {

namespace {

/// Whether gains are multiplied with a discount: DCG, or CG.
enum class Discounted { no, yes };

/// The base b of the discount 1/log₂ b at a rank counted from 1; 2 where there is none.
std::uint64_t base_at(std::uint64_t rank, Discount discount) {
    return discount == Discount::trec ? rank + 1 : std::max<std::uint64_t>(rank, 2);
}

/// 1/log₂ b for b = 0, 1, 2, …: computed once, in blocks, for all threads.
Bounded inverse_log2(std::uint64_t base) {
    constexpr std::size_t kept = 4096;
    static const std::array<Bounded, kept> table = [] {
        std::array<Bounded, kept> values;
        for (std::size_t b = 2; b < kept; ++b)
            values[b] = Bounded::inverse_log2(b);
        return values;
    }();
    return base < kept ? table[base] : Bounded::inverse_log2(base);
}

/// A sum of gain·discount in doubles.
class BoundedGain {
public:
    using Number = Bounded;
    void add(const Bounded& gain) { sum_ += gain; }
    void add(const Bounded& gain, std::uint64_t base) { sum_ += gain * inverse_log2(base); }
    Bounded total() const { return sum_; }

    static Bounded gain(Grade grade, Gain gain) {
        if (gain == Gain::linear) return Bounded(grade);
        return Bounded(std::ldexp(1.0, grade), 0) - Bounded(1);
    }
    static Bounded mean(const Bounded& sum, std::uint64_t count) {
        return sum / detail::number<Bounded>(count);
    }

private:
    Bounded sum_;
};

/// The same exactly.
class ExactGain {
public:
    using Number = Rational;
    void add(const Rational& gain) { rational_ += gain; }
    void add(const Rational& gain, std::uint64_t base) { terms_.push_back({gain, base}); }
    Value total() const { return Value(rational_) + Value::sum_of_inverse_log2(terms_); }

    static Rational gain(Grade grade, Gain gain) {
        if (gain == Gain::linear) return Rational(grade);
        return Rational((Integer(1) << static_cast<unsigned>(grade)) - 1);
    }
    static Rational mean(const Rational& sum, std::uint64_t count) { return sum / Rational(count); }

private:
    Rational rational_ = 0;
    std::vector<InverseLog2Term> terms_;
};

template <class Sum>
void add_gain(Sum& sum, const typename Sum::Number& gain, std::uint64_t rank,
              const Conventions& conventions, Discounted discounted) {
    if (discounted == Discounted::no) {
        sum.add(gain);
        return;
    }
    const std::uint64_t base = base_at(rank, conventions.discount);
    // log₂ 2 = 1.
    base == 2 ? sum.add(gain) : sum.add(gain, base);
}

/// CG or DCG of the list.
template <class Sum>
auto gain_of_list(const Question& q, Discounted discounted) {
    const std::uint64_t last = detail::last_rank(q);
    Sum sum;
    for_each_group(q.list.hits,
                   [&](std::span<const Hit> group, std::uint64_t before, std::uint64_t tied) {
                       const std::uint64_t within = detail::places_within(before, tied, last);
                       if (within == 0) return;
                       typename Sum::Number gain = 0;
                       for (const Hit& hit : group)
                           gain += Sum::gain(hit.grade, q.conventions.gain);
                       if (tied > 1) gain = Sum::mean(gain, tied);
                       for (std::uint64_t j = 1; j <= within; ++j)
                           add_gain(sum, gain, before + j, q.conventions, discounted);
                   });
    return sum.total();
}

/// ICG or IDCG.
template <class Sum>
auto ideal_gain(const Question& q, Discounted discounted) {
    const std::vector<Grade>& judged = q.list.judged;
    const std::uint64_t last =
        q.cutoff ? std::min<std::uint64_t>(*q.cutoff, judged.size()) : judged.size();
    Sum sum;
    for (std::uint64_t i = 0; i < last; ++i) {
        add_gain(sum, Sum::gain(judged[i], q.conventions.gain), i + 1, q.conventions, discounted);
    }
    return sum.total();
}

template <class Sum, class Number, Discounted discounted>
Fraction<Number> plain(const Question& q) {
    return {gain_of_list<Sum>(q, discounted)};
}

template <class Sum, class Number, Discounted discounted>
Fraction<Number> ideal(const Question& q) {
    return {ideal_gain<Sum>(q, discounted)};
}

template <class Sum, class Number, Discounted discounted>
Fraction<Number> normalized(const Question& q) {
    if (q.list.judged.empty()) return Fraction<Number>::none("no document has a gain");
    return {gain_of_list<Sum>(q, discounted), ideal_gain<Sum>(q, discounted)};
}

struct Definition {
    Fraction<Bounded> (*bounded)(const Question&);
    Fraction<Value> (*exact)(const Question&);
};

Metric metric(std::string_view name, std::vector<std::string_view> aliases,
              const Definition& definition, std::string_view formula, std::string_view source) {
    Metric metric;
    metric.name = name;
    metric.aliases = std::move(aliases);
    metric.range = detail::not_negative;
    metric.formula = formula;
    metric.source = source;
    metric.bounded = definition.bounded;
    metric.exact = definition.exact;
    return metric;
}

template <Discounted discounted>
std::vector<Metric> family(std::array<std::string_view, 3> names,
                           std::array<std::vector<std::string_view>, 3> aliases,
                           std::array<std::string_view, 3> formulas) {
    constexpr Definition definitions[] = {
        {plain<BoundedGain, Bounded, discounted>, plain<ExactGain, Value, discounted>},
        {ideal<BoundedGain, Bounded, discounted>, ideal<ExactGain, Value, discounted>},
        {normalized<BoundedGain, Bounded, discounted>, normalized<ExactGain, Value, discounted>}};
    constexpr std::string_view sources[] = {"MIR, Discounted Cumulated Gain",
                                            "MIR, Ideal CG and DCG Metrics", "MIR, Normalized DCG"};
    std::vector<Metric> metrics;
    for (std::size_t i = 0; i < 3; ++i) {
        metrics.push_back(metric(names[i], aliases[i], definitions[i], formulas[i], sources[i]));
    }
    metrics[2].range = detail::unit_interval;
    metrics[2].is_normalized = true;
    return metrics;
}

}  // namespace

std::vector<Metric> cumulated_gain_metrics() {
    std::vector<Metric> metrics = family<Discounted::no>(
        {"CG", "ICG", "NCG"}, {},
        {"sum of the gains of the first k documents", "CG of the ideal list", "CG/ICG"});
    for (Metric& discounted :
         family<Discounted::yes>({"DCG", "IDCG", "nDCG"}, {{{}, {}, {"ndcg_cut"}}},
                                 {"sum of gain*discount over the first k documents",
                                  "DCG of the ideal list", "DCG/IDCG"})) {
        metrics.push_back(std::move(discounted));
    }
    return metrics;
}

}  // namespace disarray::retrieval
