// SPDX-License-Identifier: MIT
//
// The fast paths count, for each element, the elements before it that another ranking also has
// before it, with a Fenwick tree in one pass along the ranking; the counts over their ranks are
// then added by halves. The naive definitions stand at the end: pairs, and nothing else.
#include "metrics/top_weighted.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>

#include "base/error.hpp"
#include "metrics/detail/sum_by_halves.hpp"
#include "metrics/reading.hpp"
#include "ranking/inversions.hpp"

namespace disarray::metrics {

namespace {

using Ranks = std::span<const Rank>;

constexpr const char* no_pair = "0/0: fewer than 2 elements make no pair";
constexpr const char* all_tied = "0/0: a ranking ties all elements";

/// How many of the numbers put in so far are below another one.
class CountBelow {
public:
    explicit CountBelow(std::size_t n) : tree_(n + 1, 0) {}

    void add(Rank number) {
        for (std::size_t i = number + 1; i < tree_.size(); i += i & (~i + 1))
            ++tree_[i];
    }
    std::int64_t below(Rank number) const {
        std::int64_t count = 0;
        for (std::size_t i = number; i > 0; i -= i & (~i + 1))
            count += tree_[i];
        return count;
    }

private:
    std::vector<std::int64_t> tree_;
};

/// Blocks of tied elements.
struct Blocks {
    std::vector<std::size_t> order;   ///< the elements, best first
    std::vector<std::size_t> starts;  ///< of each block in `order`, and n
    std::vector<Rank> block;          ///< of each element

    explicit Blocks(Ranks ranks) : order(ranks.size()), block(ranks.size()) {
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, {}, [&](std::size_t i) { return ranks[i]; });
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (i == 0 || ranks[order[i]] != ranks[order[i - 1]]) starts.push_back(i);
            block[order[i]] = static_cast<Rank>(starts.size() - 1);
        }
        starts.push_back(order.size());
    }

    std::size_t size() const { return starts.size() - 1; }
    std::span<const std::size_t> elements(std::size_t b) const {
        return std::span(order).subspan(starts[b], starts[b + 1] - starts[b]);
    }
    bool has_ties() const { return size() < order.size(); }
};

void require_same_size(Ranks sigma, Ranks tau) {
    if (sigma.size() != tau.size()) throw UsageError("rankings of different sizes");
}

/// For each block of σ: Σ over its elements of the elements in blocks above that τ has above, too.
std::vector<std::int64_t> concordant_above(const Blocks& sigma, const Blocks& tau) {
    CountBelow seen(tau.order.size());
    std::vector<std::int64_t> counts;
    for (std::size_t b = 0; b < sigma.size(); ++b) {
        counts.push_back(0);
        for (const std::size_t i : sigma.elements(b))
            counts.back() += seen.below(tau.block[i]);
        for (const std::size_t i : sigma.elements(b))
            seen.add(tau.block[i]);
    }
    return counts;
}

Rational fraction(std::int64_t numerator, std::size_t denominator) {
    return {Integer(numerator), Integer(denominator)};
}

/// b(σ,τ) of tau_ap_b; empty where σ ties all.
std::optional<Rational> one_sided_tau_ap_b(const Blocks& sigma, const Blocks& tau) {
    if (sigma.size() < 2) return std::nullopt;
    const std::vector<std::int64_t> above = concordant_above(sigma, tau);
    const Rational sum = detail::sum_by_halves(
        1, sigma.size(), [&](std::size_t b) { return fraction(above[b], sigma.starts[b]); });
    return 2 * sum / Rational(sigma.order.size() - sigma.starts[1]) - 1;
}

/// Σ_{j ≠ i} sgn(σ(i)−σ(j)) sgn(τ(i)−τ(j)) for each i.
std::vector<std::int64_t> agreements(const Blocks& sigma, const Blocks& tau) {
    const std::size_t n = sigma.order.size();
    std::vector<std::int64_t> sums(n, 0);
    // τ-blocks upwards count the j with τ(j) < τ(i), downwards those with τ(j) > τ(i).
    const auto pass = [&](const auto& blocks, std::int64_t sign) {
        CountBelow seen(n);
        std::int64_t all = 0;
        for (const std::size_t b : blocks) {
            for (const std::size_t i : tau.elements(b)) {
                const std::int64_t smaller = seen.below(sigma.block[i]);
                const std::int64_t greater = all - seen.below(sigma.block[i] + 1);
                sums[i] += sign * (smaller - greater);
            }
            for (const std::size_t i : tau.elements(b))
                seen.add(sigma.block[i]);
            all += static_cast<std::int64_t>(tau.elements(b).size());
        }
    };
    std::vector<std::size_t> blocks(tau.size());
    std::iota(blocks.begin(), blocks.end(), std::size_t{0});
    pass(blocks, 1);
    std::ranges::reverse(blocks);
    pass(blocks, -1);
    return sums;
}

/// One of the two orders ρ of weighted_tau: by `first`, ties by `second`. Elements that both tie
/// have the same sums, so that their order does not matter.
Value weighted_tau_along(const Blocks& first, const Blocks& second,
                         const std::vector<std::int64_t>& agreement) {
    const std::size_t n = agreement.size();
    std::vector<std::size_t> order = first.order;
    std::ranges::stable_sort(
        order, {}, [&](std::size_t i) { return std::pair(first.block[i], second.block[i]); });
    const auto weighted = [&](const auto& number) {
        return detail::sum_by_halves(
            0, n, [&](std::size_t r) { return fraction(number(order[r]), r + 1); });
    };
    // ⟨σ,σ⟩: each element counts the ones that σ does not tie with it.
    const auto norm = [&](const Blocks& ranking) {
        return weighted([&](std::size_t i) {
            return static_cast<std::int64_t>(n - ranking.elements(ranking.block[i]).size());
        });
    };
    const Rational product = weighted([&](std::size_t i) { return agreement[i]; });
    const Rational one = norm(first), other = norm(second);
    if (one == other) return product / one;
    return Value(product) / Value::root(one * other, 2);
}

Integer pairs_of_top(std::size_t n) {
    return Integer(n) * (Integer(n) - 1) / 2;
}

}  // namespace

Value tau_ap(Ranks sigma, Ranks tau) {
    require_same_size(sigma, tau);
    const std::size_t n = sigma.size();
    if (n < 2) return Value::undefined(no_pair);
    const Blocks ours(sigma), reference(tau);
    if (reference.has_ties()) return Value::undefined("the reference has ties; see tau-ap-b");
    const std::vector<std::int64_t> above = concordant_above(ours, reference);
    // In the mean over the orders of a block of t elements below s others, the element in its place
    // k (from 0) has above/t concordant ones above the block, and half of the k in it.
    const auto term = [&](std::size_t place) -> Rational {
        const std::size_t b = ours.block[ours.order[place]];
        const std::size_t size = ours.elements(b).size(), k = place - ours.starts[b];
        return fraction(2 * above[b] + static_cast<std::int64_t>(k * size), 2 * size * place);
    };
    return 2 * detail::sum_by_halves(1, n, term) / Rational(n - 1) - 1;
}

Value tau_ap_b(Ranks sigma, Ranks tau) {
    require_same_size(sigma, tau);
    const Blocks ours(sigma), theirs(tau);
    const auto one = one_sided_tau_ap_b(ours, theirs), other = one_sided_tau_ap_b(theirs, ours);
    if (!one || !other) return Value::undefined(all_tied);
    return (*one + *other) / 2;
}

Value weighted_tau(Ranks sigma, Ranks tau) {
    require_same_size(sigma, tau);
    const Blocks ours(sigma), theirs(tau);
    if (ours.size() < 2 || theirs.size() < 2) return Value::undefined(all_tied);
    const std::vector<std::int64_t> agreement = agreements(ours, theirs);
    return (weighted_tau_along(ours, theirs, agreement) +
            weighted_tau_along(theirs, ours, agreement)) /
           Value(2);
}

Rational kendall_top_k(const Permutation& sigma, const Permutation& tau, std::size_t k,
                       const Rational& p) {
    const auto in = [k](const Permutation& ranking, Rank element) { return ranking[element] < k; };
    // Common elements with those before them in the same list that the other one lacks: the other
    // list has the common one, and so contradicts.
    const auto contradicted = [&](const Permutation& list, const Permutation& other) {
        const Permutation order = list.inverse();
        std::uint64_t lacking = 0, pairs = 0;
        for (std::size_t place = 0; place < k; ++place)
            in(other, order[place]) ? pairs += lacking : ++lacking;
        return pairs;
    };
    std::vector<std::pair<Rank, Rank>> common;
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        const auto element = static_cast<Rank>(i);
        if (in(sigma, element) && in(tau, element)) common.emplace_back(tau[i], sigma[i]);
    }
    std::ranges::sort(common);
    std::vector<Rank> along_tau;
    for (const auto& [reference_rank, rank] : common)
        along_tau.push_back(rank);
    const Blocks places(along_tau);
    const Integer alone = k - common.size();
    return Rational(Integer(inversion_count_unchecked(places.block)) +
                    Integer(contradicted(sigma, tau)) + Integer(contradicted(tau, sigma)) +
                    alone * alone) +
           p * Rational(2 * pairs_of_top(k - common.size()));
}

namespace {

// --- the definitions, pair by pair -----------------------------------------------------------

int order_of(const Permutation& ranking, std::size_t i, std::size_t j) {
    return ranking[i] < ranking[j] ? -1 : 1;
}

/// Σ over the pairs {i,j} of weight(i,j) where the rankings agree, less where they do not, over the
/// sum of all weights.
template <class Weight>
Value naive_correlation(const Permutation& sigma, const Permutation& tau, const Weight& weight) {
    Rational agreeing = 0, all = 0;
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const Rational w = weight(i, j);
            all += w;
            agreeing += order_of(sigma, i, j) == order_of(tau, i, j) ? w : -w;
        }
    }
    if (all == 0) return Value::undefined(no_pair);
    return agreeing / all;
}

/// Each pair with the weight 1/(i−1), i the larger of its ranks in σ: the weights of each i ≥ 2 add
/// up to 1, and τ_AP = Σ (concordant − discordant)/(i−1)/(n−1).
Value naive_tau_ap(const Permutation& sigma, const Permutation& tau) {
    return naive_correlation(sigma, tau, [&](std::size_t i, std::size_t j) {
        return Rational(1, std::max(sigma[i], sigma[j]));
    });
}

Value naive_weighted_tau(const Permutation& sigma, const Permutation& tau) {
    const auto along = [&](const Permutation& rho) {
        return naive_correlation(sigma, tau, [&](std::size_t i, std::size_t j) {
            return Rational(1, Integer(rho[i]) + 1) + Rational(1, Integer(rho[j]) + 1);
        });
    };
    return (along(sigma) + along(tau)) / Value(2);
}

/// The four cases of Fagin et al.
Rational naive_penalty(const Permutation& sigma, const Permutation& tau, std::size_t i,
                       std::size_t j, std::size_t k, const Rational& p) {
    const bool i_in_sigma = sigma[i] < k, j_in_sigma = sigma[j] < k;
    const bool i_in_tau = tau[i] < k, j_in_tau = tau[j] < k;
    const int in_sigma = i_in_sigma + j_in_sigma, in_tau = i_in_tau + j_in_tau;
    const bool differ = order_of(sigma, i, j) != order_of(tau, i, j);
    if (in_sigma == 2 && in_tau == 2) return differ ? 1 : 0;          // case 1
    if (in_sigma + in_tau == 3) return differ ? 1 : 0;                // case 2
    if (in_sigma == 1 && in_tau == 1) return i_in_sigma != i_in_tau;  // case 3
    if (in_sigma + in_tau == 2) return p;                             // case 4
    return 0;
}

Value naive_kendall_top_k(const Comparison& c) {
    const Operands pair = operands(c.sigma, c.tau, c.frame);
    Rational sum = 0;
    for (std::size_t i = 0; i < pair.sigma.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            sum += naive_penalty(pair.sigma, pair.tau, i, j, *c.parameters.k, c.parameters.penalty);
        }
    }
    return sum;
}

using WithTies = Value (*)(Ranks sigma, Ranks tau);
using Naive = Value (*)(const Permutation& sigma, const Permutation& tau);

Metric top_weighted(std::string_view name, std::string_view formula, std::string_view exactness,
                    std::string_view source, WithTies value, Naive naive) {
    Metric metric;
    metric.name = name;
    metric.family = "top-weighted";
    metric.kind = Kind::similarity;
    metric.least_n = 2;
    metric.formula = formula;
    metric.domain = "two permutations, or rankings with ties";
    metric.exactness = exactness;
    metric.source = source;
    metric.value = [value](const Comparison& c) {
        const Operands pair = operands(c.sigma, c.tau, c.frame);
        return value(pair.sigma.ranks(), pair.tau.ranks());
    };
    metric.naive_value = [naive](const Comparison& c) {
        const Operands pair = operands(c.sigma, c.tau, c.frame);
        return naive(pair.sigma, pair.tau);
    };
    metric.greatest = [](std::size_t n, const Parameters&) -> Value {
        return n < 2 ? Value::undefined(no_pair) : Value(1);
    };
    metric.value_with_ties = [value](Ranks sigma, Ranks tau, const Parameters&) {
        return value(sigma, tau);
    };
    return metric;
}

Value top_k_of(const Comparison& c) {
    const Operands pair = operands(c.sigma, c.tau, c.frame);
    return kendall_top_k(pair.sigma, pair.tau, *c.parameters.k, c.parameters.penalty);
}

/// As many elements in one list alone as there can be, a; before the common ones, which are
/// reversed. More of them never lower the distance: the next adds ½ − p + 2pk > 0 or more.
Value greatest_top_k(std::size_t n, const Parameters& parameters) {
    const Integer k = *parameters.k, a = std::min(*parameters.k, n - *parameters.k);
    return Rational(k * (k - 1) / 2 + k * a - a * (a - 1) / 2) +
           parameters.penalty * Rational(a * (a - 1));
}

Metric kendall_top_k_metric() {
    Metric metric;
    metric.name = "kendall-top-k";
    metric.family = "top-weighted";
    metric.takes = {.k = true, .penalty = true};
    metric.least_n = 2;  // 1 to n − 1 elements are in a list
    metric.formula = "pairs that the top-k lists contradict + p·(pairs in one list alone)";
    metric.domain = "two permutations; k, p";
    metric.exactness = "rational";
    metric.source = "Fagin, Kumar, Sivakumar 2003, K^(p)";
    metric.value = [](const Comparison& c) {
        require_parameters(kendall_top_k_metric(), c.parameters, c.sigma.size());
        return top_k_of(c);
    };
    metric.naive_value = [](const Comparison& c) {
        require_parameters(kendall_top_k_metric(), c.parameters, c.sigma.size());
        return naive_kendall_top_k(c);
    };
    metric.values_by_k = [](const Comparison& c) {
        std::vector<Value> values;
        Parameters parameters = c.parameters;
        for (std::size_t k = 1; k < c.sigma.size(); ++k) {
            parameters.k = k;
            values.push_back(top_k_of({c.sigma, c.tau, c.weighting, c.frame, parameters}));
        }
        return values;
    };
    metric.greatest = greatest_top_k;
    return metric;
}

}  // namespace

std::vector<Metric> top_weighted_metrics() {
    return {
        top_weighted("tau-ap", "2/(n−1) · Σ_{i≥2} (concordant above rank i of σ)/(i−1) − 1",
                     "rational", "Yilmaz, Aslam, Robertson 2008; Urbano, Marrero 2017", tau_ap,
                     naive_tau_ap),
        top_weighted("tau-ap-b", "mean of τ_AP(σ,τ) and τ_AP(τ,σ)", "rational",
                     "Urbano, Marrero 2017", tau_ap_b,
                     [](const Permutation& sigma, const Permutation& tau) {
                         return (naive_tau_ap(sigma, tau) + naive_tau_ap(tau, sigma)) / Value(2);
                     }),
        top_weighted(
            "weighted-tau", "τ with each pair weighed 1/ρ(i) + 1/ρ(j): mean over ρ = σ and ρ = τ",
            "rational; with ties algebraic", "Vigna 2015", weighted_tau, naive_weighted_tau),
        kendall_top_k_metric()};
}

}  // namespace disarray::metrics
