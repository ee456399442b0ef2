// SPDX-License-Identifier: MIT
#include "metrics/naive_gt.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace disarray::metrics::naive {

namespace {

// --- GT C.1 -------------------------------------------------------------------------------------

using Elements = std::set<std::size_t>;

/// The first `count` elements of a ranking.
Elements first_elements(const Permutation& sigma, std::size_t count, FirstK first_k) {
    Elements chosen;
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        if (first_k == FirstK::ranked && sigma[i] < count) chosen.insert(i);
        if (first_k == FirstK::printed && i < count) chosen.insert(sigma[i]);
    }
    return chosen;
}

Value size_of(const Elements& elements) {
    return elements.size();
}
/// |A∩B|, |A∪B|, |A∖B|.
Value common(const Elements& a, const Elements& b) {
    return std::ranges::count_if(a, [&](std::size_t i) { return b.contains(i); });
}
Value united(const Elements& a, const Elements& b) {
    Elements either = a;
    either.insert(b.begin(), b.end());
    return size_of(either);
}
Value without(const Elements& a, const Elements& b) {
    return std::ranges::count_if(a, [&](std::size_t i) { return !b.contains(i); });
}

struct Sets {
    Elements relevant;   ///< R
    Elements retrieved;  ///< S
    Value n;
    const Parameters& parameters;
};

Value square_root(const Value& value) {
    return value.is_defined() ? Value::root(value.rational(), 2) : value;
}

Value recall(const Sets& x) {
    return common(x.relevant, x.retrieved) / size_of(x.relevant);
}
Value tnr(const Sets& x) {
    return (x.n - united(x.relevant, x.retrieved)) / (x.n - size_of(x.relevant));
}
Value fallout(const Sets& x) {
    return Value(1) - tnr(x);
}
Value fnr(const Sets& x) {
    return Value(1) - recall(x);
}
Value precision(const Sets& x) {
    return common(x.relevant, x.retrieved) / size_of(x.retrieved);
}
Value fdr(const Sets& x) {
    return without(x.retrieved, x.relevant) / size_of(x.retrieved);
}
Value npv(const Sets& x) {
    return (x.n - united(x.relevant, x.retrieved)) / (x.n - size_of(x.retrieved));
}
Value false_omission_rate(const Sets& x) {
    return Value(1) - npv(x);
}
Value accuracy(const Sets& x) {
    return (common(x.retrieved, x.relevant) + x.n - united(x.retrieved, x.relevant)) / x.n;
}
Value balanced_accuracy(const Sets& x) {
    return (recall(x) + tnr(x)) / Value(2);
}
/// GT prints precision + recall where the usual numerator has their product.
Value f_beta(const Sets& x) {
    const Value square = Value(x.parameters.beta) * Value(x.parameters.beta);
    const Value above =
        x.parameters.as_printed ? precision(x) + recall(x) : precision(x) * recall(x);
    return (Value(1) + square) * above / (square * precision(x) + recall(x));
}
Value fowlkes_mallows(const Sets& x) {
    return square_root((Value(1) - fdr(x)) * recall(x));
}
/// GT prints it without the square root.
Value mcc(const Sets& x) {
    const Value r = size_of(x.relevant);
    const Value s = size_of(x.retrieved);
    const Value above = common(x.relevant, x.retrieved) * (x.n - united(x.retrieved, x.relevant)) -
                        without(x.retrieved, x.relevant) * without(x.relevant, x.retrieved);
    const Value below = s * r * (x.n - r) * (x.n - s);
    return above / (x.parameters.as_printed ? below : square_root(below));
}
Value jaccard(const Sets& x) {
    return common(x.retrieved, x.relevant) / united(x.retrieved, x.relevant);
}
Value markedness(const Sets& x) {
    return Value(1) - fdr(x) + npv(x) - Value(1);
}
Value informedness(const Sets& x) {
    return recall(x) + tnr(x) - Value(1);
}
Value lr_minus(const Sets& x) {
    return (Value(1) - recall(x)) / tnr(x);
}
Value lr_plus(const Sets& x) {
    return recall(x) / (Value(1) - tnr(x));
}
Value prevalence_threshold(const Sets& x) {
    return (square_root(recall(x) * fallout(x)) - fallout(x)) / (recall(x) - fallout(x));
}

const std::map<std::string_view, Value (*)(const Sets&)> of_sets = {
    {"recall", recall},
    {"fnr", fnr},
    {"fallout", fallout},
    {"tnr", tnr},
    {"precision", precision},
    {"fdr", fdr},
    {"npv", npv},
    {"for", false_omission_rate},
    {"accuracy", accuracy},
    {"balanced-accuracy", balanced_accuracy},
    {"f1", f_beta},
    {"fowlkes-mallows", fowlkes_mallows},
    {"mcc", mcc},
    {"jaccard", jaccard},
    {"markedness", markedness},
    {"lr-minus", lr_minus},
    {"informedness", informedness},
    {"prevalence-threshold", prevalence_threshold},
    {"lr-plus", lr_plus},
};

// --- GT C.2 and C.3.1: ranks counted from 1 -----------------------------------------------------

using Ranks = std::vector<Value>;

Ranks from_one(const Permutation& sigma) {
    Ranks ranks;
    for (const Rank rank : sigma.ranks())
        ranks.push_back(Value(rank) + Value(1));
    return ranks;
}

int sgn(std::int64_t a, std::int64_t b) {
    return a < b ? -1 : a > b ? 1 : 0;
}

Value kendall_tau(const Permutation& sigma, const Permutation& tau) {
    Value concordant;
    Value discordant;
    Value pairs;
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            pairs += 1;
            ((sigma[i] < sigma[j]) == (tau[i] < tau[j]) ? concordant : discordant) += 1;
        }
    }
    return (concordant - discordant) / pairs;
}

Value mean(const Ranks& x) {
    Value sum;
    for (const Value& each : x)
        sum += each;
    return sum / Value(x.size());
}
/// Σ (x_i − mean x)(y_i − mean y).
Value product_moment(const Ranks& x, const Ranks& y) {
    Value sum;
    for (std::size_t i = 0; i < x.size(); ++i)
        sum += (x[i] - mean(x)) * (y[i] - mean(y));
    return sum;
}
/// "Defined as the Pearson correlation coefficient"; the formula with Σd² is what GT derives.
Value spearman_rho(const Ranks& sigma, const Ranks& tau) {
    return product_moment(sigma, tau) /
           square_root(product_moment(sigma, sigma) * product_moment(tau, tau));
}

Value squared_error(const Ranks& sigma, const Ranks& tau) {
    Value sum;
    for (std::size_t i = 0; i < sigma.size(); ++i)
        sum += (sigma[i] - tau[i]) * (sigma[i] - tau[i]);
    return sum;
}
Value absolute_error(const Ranks& sigma, const Ranks& tau) {
    Value sum;
    for (std::size_t i = 0; i < sigma.size(); ++i)
        sum += abs(sigma[i] - tau[i]);
    return sum;
}
/// GT prints mse and mae without this division.
Value mean_of(const Value& sum, const Ranks& ranks, const Parameters& parameters) {
    return parameters.as_printed ? sum : sum / Value(ranks.size());
}

Value mape(const Ranks& sigma, const Ranks& tau) {
    Value sum;
    for (std::size_t i = 0; i < sigma.size(); ++i)
        sum += abs(sigma[i] - tau[i]) / tau[i];
    return Value(100) / Value(sigma.size()) * sum;
}
Value smape(const Ranks& sigma, const Ranks& tau) {
    Value sum;
    for (std::size_t i = 0; i < sigma.size(); ++i)
        sum += Value(2) * abs(sigma[i] - tau[i]) / (sigma[i] + tau[i]);
    return Value(100) / Value(sigma.size()) * sum;
}
Value r2(const Ranks& sigma, const Ranks& tau) {
    return Value(1) - squared_error(sigma, tau) / product_moment(tau, tau);
}

using OfRanks = Value (*)(const Ranks&, const Ranks&, const Parameters&);
using P = Parameters;

const std::map<std::string_view, OfRanks> of_ranks = {
    {"mse",
     [](const Ranks& s, const Ranks& t, const P& p) { return mean_of(squared_error(s, t), s, p); }},
    {"rmse", [](const Ranks& s, const Ranks& t,
                const P& p) { return square_root(mean_of(squared_error(s, t), s, p)); }},
    {"mae", [](const Ranks& s, const Ranks& t,
               const P& p) { return mean_of(absolute_error(s, t), s, p); }},
    {"rmae", [](const Ranks& s, const Ranks& t,
                const P& p) { return square_root(mean_of(absolute_error(s, t), s, p)); }},
    {"mape", [](const Ranks& s, const Ranks& t, const P&) { return mape(s, t); }},
    {"smape", [](const Ranks& s, const Ranks& t, const P&) { return smape(s, t); }},
    {"r2", [](const Ranks& s, const Ranks& t, const P&) { return r2(s, t); }},
    {"spearman-rho", [](const Ranks& s, const Ranks& t, const P&) { return spearman_rho(s, t); }},
};

// --- GT C.3 -------------------------------------------------------------------------------------

/// Σ rel_i/log₂(i+1), i from 1.
Value discounted(const Ranks& relevance) {
    Value sum;
    for (std::size_t i = 0; i < relevance.size(); ++i)
        sum += relevance[i] * Value::inverse_log2(i + 2);
    return sum;
}

/// "Computed by sorting all elements by their relative relevance".
Value ideal(Ranks relevance) {
    std::ranges::stable_sort(
        relevance, [](const Value& a, const Value& b) { return compare(a, b) == Order::greater; });
    return discounted(relevance);
}

Ranks relevant_ranks(const Ranks& ranks, const Parameters& parameters) {
    Ranks relevant;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const bool is_relevant = parameters.relevant
                                     ? std::ranges::count(*parameters.relevant, i) > 0
                                     : i < parameters.k.value();
        if (is_relevant) relevant.push_back(ranks[i]);
    }
    return relevant;
}

Value mean_reciprocal(const Ranks& relevant) {
    Value sum;
    for (const Value& rank : relevant)
        sum += Value(1) / rank;
    return sum / Value(relevant.size());
}
Value geometric_mean(const Ranks& relevant) {
    Value product = 1;
    for (const Value& rank : relevant)
        product = product * rank;
    return Value::root(product.rational(), static_cast<unsigned>(relevant.size()));
}

const std::map<std::string_view, Value (*)(const Ranks&, const Parameters&)> of_one_ranking = {
    {"dcg", [](const Ranks& sigma, const P&) { return discounted(sigma); }},
    {"ndcg", [](const Ranks& sigma, const P&) { return discounted(sigma) / ideal(sigma); }},
    {"mrr",
     [](const Ranks& sigma, const P& p) { return mean_reciprocal(relevant_ranks(sigma, p)); }},
    {"gmr",
     [](const Ranks& sigma, const P& p) { return geometric_mean(relevant_ranks(sigma, p)); }},
    {"mean-rank", [](const Ranks& sigma, const P& p) { return mean(relevant_ranks(sigma, p)); }},
};

Value confusion(Value (*metric)(const Sets&), const Operands& pair, const Parameters& parameters) {
    const std::size_t k = parameters.k.value();
    return metric(
        {first_elements(pair.tau, parameters.relevant_count.value_or(k), parameters.first_k),
         first_elements(pair.sigma, k, parameters.first_k), pair.sigma.size(), parameters});
}

/// Yao 1995: of the pairs that the reference τ orders, those contradicted and half of those tied.
Value ndpm_of_yao(std::span<const Rank> sigma, std::span<const Rank> tau) {
    Value contradicted;
    Value tied;
    Value ordered;
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        for (std::size_t j = 0; j < sigma.size(); ++j) {
            if (tau[i] >= tau[j]) continue;
            ordered += 1;
            if (sigma[i] > sigma[j]) contradicted += 1;
            if (sigma[i] == sigma[j]) tied += 1;
        }
    }
    return (contradicted + tied / Value(2)) / ordered;
}

/// GT C.2, sum for sum; its σ, from which C_u is taken, is the reference.
Value ndpm_of_signs(std::span<const Rank> evaluated, std::span<const Rank> reference) {
    Value plus;
    Value minus;
    Value user;
    for (std::size_t i = 0; i < reference.size(); ++i) {
        for (std::size_t j = 0; j < reference.size(); ++j) {
            const int sign = sgn(reference[i], reference[j]);
            plus += sign * sgn(evaluated[i], evaluated[j]);
            minus += sign * sgn(evaluated[j], evaluated[i]);
            user += sign * sign;
        }
    }
    const Value u0 = user - plus - minus;
    return (minus + u0 / Value(2)) / user;
}

}  // namespace

Value ndpm(std::span<const Rank> sigma, std::span<const Rank> tau, bool as_printed) {
    if (sigma.size() != tau.size()) throw UsageError("ndpm: rankings of different sizes");
    return as_printed ? ndpm_of_signs(sigma, tau) : ndpm_of_yao(sigma, tau);
}

Value gt(std::string_view name, const Comparison& c) {
    const Operands pair = operands(c.sigma, c.tau, c.frame);
    if (const auto found = of_sets.find(name); found != of_sets.end()) {
        return confusion(found->second, pair, c.parameters);
    }
    if (const auto found = of_ranks.find(name); found != of_ranks.end()) {
        return found->second(from_one(pair.sigma), from_one(pair.tau), c.parameters);
    }
    if (const auto found = of_one_ranking.find(name); found != of_one_ranking.end()) {
        return found->second(from_one(pair.sigma), c.parameters);
    }
    if (name == "kendall-tau") return kendall_tau(pair.sigma, pair.tau);
    if (name == "ndpm") {
        return ndpm(pair.sigma.ranks(), pair.tau.ranks(), c.parameters.as_printed);
    }
    throw UsageError("naive: no metric of GT is called " + std::string(name));
}

}  // namespace disarray::metrics::naive
