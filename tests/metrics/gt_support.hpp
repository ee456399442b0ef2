// SPDX-License-Identifier: MIT
//
// What the tests of GT's metrics have in common: values by a metric's name, and three comparisons
// that every metric must pass (fast and naive, one k and all k, closed form and all pairs).
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "metrics/metric.hpp"
#include "tests/catch.hpp"
#include "tests/support/instances.hpp"
#include "tests/support/permutations.hpp"

namespace disarray::test {

/// Equal, proved; two undefined values are equal.
inline bool same(const Value& a, const Value& b) {
    if (!a.is_defined() || !b.is_defined()) return a.is_defined() == b.is_defined();
    return compare(a, b) == Order::equal;
}

inline const metrics::Metric& named(const std::vector<metrics::Metric>& all,
                                    std::string_view name) {
    const auto found = std::ranges::find(all, name, &metrics::Metric::name);
    if (found == all.end()) FAIL("no metric " << name);
    return *found;
}

inline std::vector<std::string> names_of(const std::vector<metrics::Metric>& all) {
    std::vector<std::string> names;
    for (const metrics::Metric& metric : all)
        names.emplace_back(metric.name);
    return names;
}

inline metrics::Parameters with_k(std::size_t k, std::optional<std::size_t> relevant_count = {}) {
    metrics::Parameters parameters;
    parameters.k = k;
    parameters.relevant_count = relevant_count;
    return parameters;
}

inline const Weighting& unit_weights() {
    static const Weighting unit;
    return unit;
}

inline Value value_of(const metrics::Metric& metric, const Permutation& sigma,
                      const Permutation& tau, const metrics::Parameters& parameters = {},
                      metrics::Frame frame = metrics::Frame::element) {
    return metric.value({sigma, tau, unit_weights(), frame, parameters});
}

/// All (σ,τ) of S_n. The values are compared in rationals, whose allocations a sanitizer watches:
/// under one, 5!² pairs of 19 metrics are minutes, and every sixth τ has to do.
inline std::vector<std::pair<Permutation, Permutation>> all_pairs(std::size_t n) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    const std::size_t step = n < 5 ? 1 : 6;
#else
    const std::size_t step = 1;
#endif
    const std::vector<Permutation> all = all_permutations(n);
    std::vector<std::pair<Permutation, Permutation>> pairs;
    for (std::size_t i = 0; i < all.size(); ++i) {
        // From another τ for each σ, so that every τ has its turn.
        for (std::size_t j = i % step; j < all.size(); j += step)
            pairs.emplace_back(all[i], all[j]);
    }
    return pairs;
}

inline std::string described(const metrics::Metric& metric, const Permutation& sigma,
                             const Permutation& tau, const metrics::Parameters& parameters) {
    std::string text =
        metric.full_name() + " at sigma = " + sigma.to_string() + ", tau = " + tau.to_string();
    if (parameters.k) text += ", k = " + std::to_string(*parameters.k);
    if (parameters.relevant_count) text += ", j = " + std::to_string(*parameters.relevant_count);
    text += ", " + std::string(name_of(parameters.first_k));
    if (parameters.as_printed) text += ", as printed";
    return text;
}

inline void require_as_naive(const metrics::Metric& metric, const Permutation& sigma,
                             const Permutation& tau, const metrics::Parameters& parameters = {},
                             metrics::Frame frame = metrics::Frame::element) {
    const metrics::Comparison comparison{sigma, tau, unit_weights(), frame, parameters};
    const Value fast = metric.value(comparison);
    const Value naive = metric.naive_value(comparison);
    if (same(fast, naive)) return;
    FAIL_CHECK(described(metric, sigma, tau, parameters)
               << ", frame " << name_of(frame) << ": fast " << fast.to_string() << ", naive "
               << naive.to_string());
}

/// The usual formula, or GT's.
inline metrics::Parameters formula(bool as_printed) {
    metrics::Parameters parameters;
    parameters.as_printed = as_printed;
    return parameters;
}

/// Metrics without k: fast against naive on all pairs up to S_5, in both frames for small n.
inline void require_as_naive_on_all_pairs(const std::vector<metrics::Metric>& all) {
    for (std::size_t n = 1; n <= 5; ++n) {
        for (const auto& [sigma, tau] : all_pairs(n)) {
            for (const metrics::Metric& metric : all) {
                require_as_naive(metric, sigma, tau);
                if (metric.takes.as_printed) require_as_naive(metric, sigma, tau, formula(true));
                if (n <= 3) {
                    require_as_naive(metric, sigma, tau, {}, metrics::Frame::literal);
                }
            }
        }
    }
    SUCCEED();
}

/// The same on random rankings of 50.
inline void require_as_naive_at_random(const std::vector<metrics::Metric>& all) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        for (const metrics::Metric& metric : all) {
            for (const bool as_printed : {false, true}) {
                require_as_naive(metric, shuffled(50, seed), shuffled(50, 1000 + seed),
                                 formula(as_printed));
            }
        }
    }
    SUCCEED();
}

/// values_by_k against value, for each k.
inline void require_values_by_k(const metrics::Metric& metric, const Permutation& sigma,
                                const Permutation& tau, metrics::Parameters parameters = {}) {
    const std::vector<Value> values =
        metric.values_by_k({sigma, tau, unit_weights(), metrics::Frame::element, parameters});
    REQUIRE(values.size() + 1 == std::max<std::size_t>(1, sigma.size()));
    parameters.relevant_count.reset();
    parameters.relevant.reset();
    for (std::size_t k = 1; k < sigma.size(); ++k) {
        parameters.k = k;
        const Value expected = value_of(metric, sigma, tau, parameters);
        if (!same(values[k - 1], expected)) {
            FAIL_CHECK(described(metric, sigma, tau, parameters)
                       << ": " << values[k - 1].to_string() << " by k, alone "
                       << expected.to_string());
        }
    }
}

/// The greatest defined value over S_n × `references`; undefined if there is none.
inline Value greatest_by_trying(const metrics::Metric& metric, std::size_t n,
                                const std::vector<Permutation>& references,
                                const metrics::Parameters& parameters) {
    Value best = Value::undefined("none");
    for (const Permutation& tau : references) {
        for (const Permutation& sigma : all_permutations(n)) {
            const Value value = value_of(metric, sigma, tau, parameters);
            if (!value.is_defined()) continue;
            if (!best.is_defined() || compare(value, best) == Order::greater) best = value;
        }
    }
    return best;
}

/// The closed form against all pairs; from n = 5 on against all σ with τ = id. (Every metric here
/// is unchanged when σ and τ are both composed with a third ranking, on the right, or on the left
/// for sets as printed; or it ignores τ; so that τ = id shows all values. For n < 5 nothing is
/// assumed.)
inline void require_greatest(const metrics::Metric& metric, std::size_t n,
                             const metrics::Parameters& parameters = {}) {
    const auto references = n < 5 && !metric.ignores_reference
                                ? all_permutations(n)
                                : std::vector{Permutation::identity(n)};
    const Value expected = greatest_by_trying(metric, n, references, parameters);
    const Value greatest = metric.greatest(n, parameters);
    if (same(greatest, expected)) return;
    FAIL_CHECK("greatest " << described(metric, Permutation::identity(n), Permutation::identity(n),
                                        parameters)
                           << ": closed form " << greatest.to_string() << ", by trying "
                           << expected.to_string());
}

}  // namespace disarray::test

template <>
struct Catch::StringMaker<disarray::Value> {
    static std::string convert(const disarray::Value& value) { return value.to_string(); }
};
