// SPDX-License-Identifier: MIT
#include "properties/claims/repairs.hpp"

#include <fmt/format.h>

#include "properties/claims/claims.hpp"

namespace disarray::properties {

namespace {

constexpr std::uint64_t random_cases = 500;  // convention: some tenths of a second for all repairs

/// The case with ε added to every D_ij, i ≠ j, and to every δ_i, where the property asks for more
/// than the witness has.
Case moved_inside(const Property& property, Case instance) {
    const Rational epsilon(Integer(1), Integer(1'000'000));
    Weighting& weighting = instance.weighting;
    if (property.positive_swap_costs && weighting.swap_costs) {
        std::vector<Rational> costs = weighting.swap_costs->costs();
        for (Rational& cost : costs)
            cost += epsilon;
        weighting.swap_costs = SwapCosts::from(costs, "a witness moved");
    }
    if (property.dissimilarity == DissimilarityClass::metric && weighting.dissimilarity) {
        const std::size_t n = instance.n();
        std::vector<std::vector<Rational>> rows(n, std::vector<Rational>(n));
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                if (i != j) rows[i][j] = (*weighting.dissimilarity)(i, j) + epsilon;
            }
        }
        weighting.dissimilarity = Dissimilarity::from_rows(rows, "a witness moved");
    }
    return instance;
}

FixedPointPolicy other(FixedPointPolicy policy) {
    return policy == FixedPointPolicy::one ? FixedPointPolicy::local : FixedPointPolicy::one;
}

}  // namespace

std::vector<FixedPointPolicy> policies_of(const Property& property) {
    if (!property.varies.swap_costs) return {FixedPointPolicy::one};
    return {FixedPointPolicy::one, FixedPointPolicy::local};
}

bool survives(const metrics::Metric& metric, const Property& property, metrics::Frame frame,
              FixedPointPolicy policy, const Case& witness, const LedgerOptions& options) {
    if (why_not_applicable(metric, property, frame)) return false;
    Case moved = moved_inside(property, witness);
    moved.weighting.fixed_points = policy;
    if (property.check(Subject(metric, frame), moved).is_violated()) return false;
    CheckOptions effort = check_options(options, policy);
    effort.random_cases = std::max(effort.random_cases, random_cases);
    const Verdict verdict = check(metric, property, frame, effort).verdict;
    return verdict == Verdict::exhausted || verdict == Verdict::proved;
}

std::vector<std::string> surviving_repairs(const CheckResult& refuted, const Property& property,
                                           const LedgerOptions& options) {
    std::vector<std::string> surviving;
    const auto consider = [&](std::string name, const Property& changed, metrics::Frame frame,
                              FixedPointPolicy policy) {
        if (survives(*refuted.metric, changed, frame, policy, *refuted.witness, options)) {
            surviving.push_back(std::move(name));
        }
    };
    const metrics::Frame frame = refuted.frame;
    const FixedPointPolicy policy = refuted.fixed_points;
    if (property.rankings > 1) {
        const metrics::Frame other_frame =
            frame == metrics::Frame::element ? metrics::Frame::literal : metrics::Frame::element;
        consider(fmt::format("frame {}", name_of(other_frame)), property, other_frame, policy);
    }
    if (property.varies.swap_costs) {
        consider(fmt::format("fixed points {}", name_of(other(policy))), property, frame,
                 other(policy));
        if (!property.positive_swap_costs) {
            Property positive = property;
            positive.positive_swap_costs = true;
            consider("δ > 0", positive, frame, policy);
        }
    }
    if (property.varies.dissimilarity && property.dissimilarity != DissimilarityClass::metric) {
        Property metric = property;
        metric.dissimilarity = DissimilarityClass::metric;
        consider("D a metric", metric, frame, policy);
    }
    return surviving;
}

}  // namespace disarray::properties
