// SPDX-License-Identifier: MIT
//
// kendall-tau and ndpm count pairs of elements: the pairs that σ and τ order differently are the
// inversions of στ⁻¹; with ties they are the inversions of σ along τ, once the ties are broken so
// that no tied pair becomes one (Knight 1966). No double loop.
//
// ndpm. Yao 1995, for a reference τ: (C⁻ + ½C⁰)/C, of the C pairs that τ orders C⁻ ordered the
// other way by σ and C⁰ tied by σ. GT prints sums of signs instead: with
// C₊ = Σ sgn(σ(i)−σ(j))·sgn(τ(i)−τ(j)) it has C₋ = −C₊, so that C_u0 = C_u − C₊ − C₋ = C_u and
// (C₋ + ½C_u0)/C_u = ½ − C₊/C_u: without ties ½ − kendall-tau, from −½ to 3/2, where Yao's is
// ½ − ½·kendall-tau.
#include "metrics/correlation.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "base/error.hpp"
#include "metrics/classical.hpp"
#include "metrics/naive_gt.hpp"
#include "ranking/inversions.hpp"

namespace disarray::metrics {

namespace {

Integer pairs_of(std::size_t n) {
    return Integer(n) * (Integer(n) - 1) / 2;
}

std::uint64_t pairs_ordered_differently(const Permutation& sigma, const Permutation& tau) {
    return inversion_count(compose(sigma, tau.inverse()));
}

Value kendall_tau(const Permutation& sigma, const Permutation& tau) {
    const Integer pairs = pairs_of(sigma.size());
    if (pairs == 0) return Value::undefined("0/0: fewer than 2 elements make no pair");
    return Rational(pairs - 2 * Integer(pairs_ordered_differently(sigma, tau)), pairs);
}

Value spearman_rho(const Permutation& sigma, const Permutation& tau) {
    const Integer n = sigma.size();
    const Integer denominator = n * (n * n - 1);
    if (denominator == 0) {
        return Value::undefined("0/0: the ranks of fewer than 2 elements have no variance");
    }
    return Rational(denominator - 6 * spearman_distance(sigma, tau), denominator);
}

Value ndpm(const PairCounts& pairs, bool as_printed) {
    if (pairs.ordered == 0) return Value::undefined("0/0: the reference orders no pair");
    if (!as_printed) return Rational(2 * pairs.contradicted + pairs.tied, 2 * pairs.ordered);
    // C₊/C_u over unordered pairs; both sums count each pair twice.
    return Rational(pairs.ordered - 2 * (pairs.agreeing() - pairs.contradicted), 2 * pairs.ordered);
}

PairCounts pair_counts(const Permutation& sigma, const Permutation& tau) {
    return {pairs_of(sigma.size()), pairs_ordered_differently(sigma, tau), 0};
}

/// The pairs of places within a run of equals of a sequence of n.
template <class Equal>
Integer pairs_in_runs(std::size_t n, const Equal& equal) {
    Integer pairs = 0;
    std::size_t start = 0;
    for (std::size_t i = 1; i <= n; ++i) {
        if (i < n && equal(i - 1, i)) continue;
        pairs += pairs_of(i - start);
        start = i;
    }
    return pairs;
}

}  // namespace

PairCounts pair_counts_with_ties(std::span<const Rank> sigma, std::span<const Rank> tau) {
    if (sigma.size() != tau.size()) throw UsageError("rankings of different sizes");
    const std::size_t n = sigma.size();
    std::vector<Rank> order(n);  // the elements by τ, ties by σ: these make no inversion
    std::iota(order.begin(), order.end(), Rank{0});
    std::ranges::stable_sort(order, {},
                             [&](Rank element) { return std::pair(tau[element], sigma[element]); });
    const auto tied_by_tau = [&](std::size_t a, std::size_t b) {
        return tau[order[a]] == tau[order[b]];
    };
    const auto tied_by_both = [&](std::size_t a, std::size_t b) {
        return tied_by_tau(a, b) && sigma[order[a]] == sigma[order[b]];
    };
    const Integer tied_in_tau = pairs_in_runs(n, tied_by_tau);
    const Integer tied_in_both = pairs_in_runs(n, tied_by_both);

    std::vector<Rank> places(n);  // of that order, by σ; a stable sort makes no inversion of ties
    std::iota(places.begin(), places.end(), Rank{0});
    std::ranges::stable_sort(places, {}, [&](Rank place) { return sigma[order[place]]; });
    const Integer tied_in_sigma = pairs_in_runs(n, [&](std::size_t a, std::size_t b) {
        return sigma[order[places[a]]] == sigma[order[places[b]]];
    });
    return {pairs_of(n) - tied_in_tau,
            inversion_count(Permutation::from_ranks_unchecked(std::move(places))),
            tied_in_sigma - tied_in_both};
}

std::vector<std::int64_t> doubled_midranks(std::span<const Rank> ranks) {
    std::vector<Rank> sorted(ranks.begin(), ranks.end());
    std::ranges::sort(sorted);
    std::vector<std::int64_t> doubled;
    for (const Rank rank : ranks) {
        const auto [first, last] = std::ranges::equal_range(sorted, rank);
        doubled.push_back((first - sorted.begin()) + (last - sorted.begin()) + 1);
    }
    return doubled;
}

namespace {

/// What the three have in common.
template <class Evaluate>
Metric metric_of(std::string_view name, Kind kind, std::string_view formula,
                 const Evaluate& evaluate) {
    Metric metric;
    metric.name = name;
    metric.family = family::correlation;
    metric.kind = kind;
    metric.least_n = 2;  // one element makes no pair, and has no spread
    metric.formula = formula;
    metric.domain = "two permutations";
    metric.exactness = "rational";
    metric.source = "GT C.2";
    metric.value = [evaluate](const Comparison& c) {
        const Operands pair = operands(c.sigma, c.tau, c.frame);
        return evaluate(pair.sigma, pair.tau, c.parameters);
    };
    metric.naive_value = [name](const Comparison& c) { return naive::gt(name, c); };
    return metric;
}

/// A coefficient: 1, and no more, at σ = τ.
Metric coefficient(std::string_view name, std::string_view formula,
                   Value (*evaluate)(const Permutation&, const Permutation&)) {
    Metric metric = metric_of(name, Kind::similarity, formula,
                              [evaluate](const Permutation& sigma, const Permutation& tau,
                                         const Parameters&) { return evaluate(sigma, tau); });
    metric.greatest = [evaluate](std::size_t n, const Parameters&) {
        return evaluate(Permutation::identity(n), Permutation::identity(n));
    };
    return metric;
}

Metric ndpm_metric() {
    Metric metric = metric_of(
        "ndpm", Kind::distance, "pairs that τ orders: (contradicted + ½·tied by σ)/all",
        [](const Permutation& sigma, const Permutation& tau, const Parameters& parameters) {
            return ndpm(pair_counts(sigma, tau), parameters.as_printed);
        });
    metric.domain = "two permutations, or rankings with ties";
    metric.source = "Yao 1995; GT C.2";
    metric.takes.as_printed = true;
    metric.greatest = [](std::size_t n, const Parameters& parameters) {
        // At the reversal every pair is contradicted, and no count can be worse.
        return ndpm({pairs_of(n), pairs_of(n), 0}, parameters.as_printed);
    };
    metric.value_with_ties = [](std::span<const Rank> sigma, std::span<const Rank> tau,
                                const Parameters& parameters) {
        return ndpm(pair_counts_with_ties(sigma, tau), parameters.as_printed);
    };
    return metric;
}

using ValueWithTies = Value (*)(std::span<const Rank>, std::span<const Rank>);

/// The metric, for rankings with ties as well.
Metric taking_ties(Metric metric, ValueWithTies value) {
    metric.domain = "two permutations, or rankings with ties";
    metric.value_with_ties = [value](std::span<const Rank> sigma, std::span<const Rank> tau,
                                     const Parameters&) { return value(sigma, tau); };
    return metric;
}

/// One that is kendall-tau where there are no ties.
Metric of_ties(std::string_view name, std::string_view formula, std::string_view exactness,
               std::string_view source, ValueWithTies value) {
    Metric metric = taking_ties(coefficient("kendall-tau", formula, kendall_tau), value);
    metric.name = name;
    metric.exactness = exactness;
    metric.source = source;
    return metric;
}

/// a/√b, undefined for b = 0.
Value over_root(const Integer& a, const Integer& b, std::string_view why_undefined) {
    if (b == 0) return Value::undefined(std::string(why_undefined));
    return Value(Rational(a)) / Value::root(Rational(b), 2);
}

}  // namespace

Value kendall_tau_a(std::span<const Rank> sigma, std::span<const Rank> tau) {
    const PairCounts pairs = pair_counts_with_ties(sigma, tau);
    const Integer all = pairs_of(sigma.size());
    if (all == 0) return Value::undefined("0/0: fewer than 2 elements make no pair");
    return Rational(pairs.agreeing() - pairs.contradicted, all);
}

Value kendall_tau_b(std::span<const Rank> sigma, std::span<const Rank> tau) {
    const PairCounts pairs = pair_counts_with_ties(sigma, tau);
    const Integer ordered_by_sigma = pair_counts_with_ties(tau, sigma).ordered;
    return over_root(pairs.agreeing() - pairs.contradicted, pairs.ordered * ordered_by_sigma,
                     "0/0: a ranking orders no pair");
}

Value kendall_tau_c(std::span<const Rank> sigma, std::span<const Rank> tau) {
    const PairCounts pairs = pair_counts_with_ties(sigma, tau);
    const auto different = [](std::span<const Rank> ranks) {
        std::vector<Rank> sorted(ranks.begin(), ranks.end());
        std::ranges::sort(sorted);
        return std::unique(sorted.begin(), sorted.end()) - sorted.begin();
    };
    const Integer m = std::min(different(sigma), different(tau)), n = sigma.size();
    if (m < 2) return Value::undefined("0/0: a ranking orders no pair");
    return Rational(2 * m * (pairs.agreeing() - pairs.contradicted), n * n * (m - 1));
}

Value goodman_kruskal_gamma(std::span<const Rank> sigma, std::span<const Rank> tau) {
    const PairCounts pairs = pair_counts_with_ties(sigma, tau);
    const Integer ordered = pairs.agreeing() + pairs.contradicted;
    if (ordered == 0) return Value::undefined("0/0: no pair is ordered by both");
    return Rational(pairs.agreeing() - pairs.contradicted, ordered);
}

Value somers_d(std::span<const Rank> sigma, std::span<const Rank> tau) {
    const PairCounts pairs = pair_counts_with_ties(sigma, tau);
    if (pairs.ordered == 0) return Value::undefined("0/0: the reference orders no pair");
    return Rational(pairs.agreeing() - pairs.contradicted, pairs.ordered);
}

Value spearman_rho_of_midranks(std::span<const Rank> sigma, std::span<const Rank> tau) {
    if (sigma.size() != tau.size()) throw UsageError("rankings of different sizes");
    const std::vector<std::int64_t> s = doubled_midranks(sigma);
    const std::vector<std::int64_t> t = doubled_midranks(tau);
    // Doubled mid-ranks have the mean n + 1. Both variances and the covariance are four times
    // those of the mid-ranks, and the factor cancels.
    const auto mean = static_cast<std::int64_t>(sigma.size()) + 1;
    Integer covariance = 0, s_variance = 0, t_variance = 0;
    for (std::size_t i = 0; i < s.size(); ++i) {
        covariance += Integer(s[i] - mean) * (t[i] - mean);
        s_variance += Integer(s[i] - mean) * (s[i] - mean);
        t_variance += Integer(t[i] - mean) * (t[i] - mean);
    }
    return over_root(covariance, s_variance * t_variance, "0/0: a ranking ties all elements");
}

std::vector<Metric> correlation_metrics() {
    return {taking_ties(coefficient("kendall-tau", "(concordant − discordant pairs)/(n choose 2)",
                                    kendall_tau),
                        kendall_tau_a),
            taking_ties(coefficient("spearman-rho", "1 − 6Σ(σ(i)−τ(i))²/(n(n²−1))", spearman_rho),
                        spearman_rho_of_midranks),
            ndpm_metric()};
}

std::span<const Metric> coefficients_of_ties() {
    // Without ties τ_c is 2(C − D)/(n²(n−1)/n), and so the same as the others.
    static const std::vector<Metric> metrics{
        of_ties("kendall-tau-b", "(concordant − discordant)/√(pairs σ orders · pairs τ orders)",
                "algebraic", "Kendall 1945", kendall_tau_b),
        of_ties("kendall-tau-c", "2m(concordant − discordant)/(n²(m−1)), m different ranks",
                "rational", "Stuart 1953", kendall_tau_c),
        of_ties("gamma", "(concordant − discordant)/(concordant + discordant)", "rational",
                "Goodman, Kruskal 1954", goodman_kruskal_gamma),
        of_ties("somers-d", "(concordant − discordant)/(pairs τ orders)", "rational", "Somers 1962",
                somers_d)};
    return metrics;
}

}  // namespace disarray::metrics
