// SPDX-License-Identifier: MIT
//
// Cumulated gain (MIR "Discounted Cumulated Gain", "Ideal CG and DCG Metrics", "Normalized DCG"):
// sums of gain times discount over the first k ranks. The ideal list has the grades of all judged
// documents, falling, and none else. Both sums are linear in the gains, so that under ties each
// rank of a group has the mean gain of the group; documents without a grade have gain 0.
#include <array>

#include "metrics/retrieval/detail/gains.hpp"

namespace disarray::retrieval {

namespace {

using detail::BoundedGain;
using detail::ExactGain;

/// Whether gains are multiplied with a discount: DCG, or CG.
enum class Discounted { no, yes };

template <class Sum>
void add_gain(Sum& sum, const typename Sum::Number& gain, std::uint64_t rank,
              const Conventions& conventions, Discounted discounted) {
    if (discounted == Discounted::no) {
        sum.add(gain);
        return;
    }
    sum.add(gain, detail::base_at(rank, conventions.discount));
}

/// Adds the gains of some documents of the list.
template <class Sum>
void add_gains(Sum& sum, const Question& q, std::span<const Hit> hits, Discounted discounted) {
    const std::uint64_t last = detail::last_rank(q);
    for_each_group(hits, [&](std::span<const Hit> group, std::uint64_t before, std::uint64_t tied) {
        const std::uint64_t within = detail::places_within(before, tied, last);
        if (within == 0) return;
        typename Sum::Number gain = 0;
        for (const Hit& hit : group)
            gain += detail::gain_of<Sum>(q, hit.grade);
        if (tied > 1) gain = Sum::mean(gain, tied);
        for (std::uint64_t j = 1; j <= within; ++j)
            add_gain(sum, gain, before + j, q.conventions, discounted);
    });
}

/// CG or DCG of the list.
template <class Sum>
auto gain_of_list(const Question& q, Discounted discounted) {
    Sum sum;
    add_gains(sum, q, q.list.hits, discounted);
    if (q.parameters.gains.contains(0)) add_gains(sum, q, q.list.others, discounted);
    return sum.total();
}

/// ICG or IDCG.
template <class Sum>
auto ideal_gain(const Question& q, Discounted discounted) {
    const bool has_own = !q.parameters.gains.empty();
    const std::vector<Grade> own = has_own ? detail::ideal_grades(q) : std::vector<Grade>();
    const std::vector<Grade>& ideal = has_own ? own : q.list.judged;
    const std::uint64_t last =
        q.cutoff ? std::min<std::uint64_t>(*q.cutoff, ideal.size()) : ideal.size();
    Sum sum;
    for (std::uint64_t i = 0; i < last; ++i)
        add_gain(sum, detail::gain_of<Sum>(q, ideal[i]), i + 1, q.conventions, discounted);
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
    const bool has_own = !q.parameters.gains.empty();
    if (has_own ? detail::ideal_grades(q).empty() : q.list.judged.empty()) {
        return Fraction<Number>::none(detail::nothing_gained);
    }
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
         family<Discounted::yes>({"DCG", "IDCG", "nDCG"}, {{{}, {"ideal_dcg"}, {"ndcg_cut"}}},
                                 {"sum of gain*discount over the first k documents",
                                  "DCG of the ideal list", "DCG/IDCG"})) {
        metrics.push_back(std::move(discounted));
    }
    return metrics;
}

}  // namespace disarray::retrieval
