// SPDX-License-Identifier: MIT
#include "search/evidence.hpp"

#include <algorithm>
#include <vector>

#include "base/error.hpp"
#include "metrics/naive.hpp"
#include "search/decision.hpp"
#include "search/functional.hpp"

namespace disarray::search {

namespace {

/// The value of an expression by the naive definitions of the metrics.
Rational naive_value(const Expression& expression, const Permutation& sigma,
                     const Weighting& weighting) {
    const Permutation identity = Permutation::identity(sigma.size());
    const auto of_terms = [&](const std::vector<Term>& terms) {
        Rational sum;
        for (const Term& term : terms) {
            const Permutation& at = term.distance.inverse ? sigma.inverse() : sigma;
            sum += term.coefficient *
                   (term.distance.kind == Distance::Kind::kendall
                        ? metrics::naive::kendall(at, identity, weighting)
                        : metrics::naive::footrule(at, identity, weighting, term.distance.reading));
        }
        return sum;
    };
    Rational sum = of_terms(expression.terms);
    for (const AbsoluteTerm& term : expression.absolute)
        sum += term.coefficient * abs(of_terms(term.inside));
    return sum;
}

}  // namespace

Evidence naive_evidence(const Inequality& inequality, const Permutation& sigma,
                        const Weighting& weighting, const Dissimilarity& d) {
    Evidence evidence{sigma, weighting, 0, 0};
    evidence.weighting.dissimilarity = d;
    evidence.small = naive_value(inequality.small, sigma, evidence.weighting);
    evidence.big = naive_value(inequality.big, sigma, evidence.weighting);
    return evidence;
}

Evidence confirmed_evidence(const Inequality& inequality, const Permutation& sigma,
                            const Weighting& weighting, const Dissimilarity& d,
                            const Rational& ratio) {
    Evidence evidence = naive_evidence(inequality, sigma, weighting, d);
    if (evidence.small.sign() <= 0 || evidence.ratio() != ratio) {
        throw InternalError("the naive definition does not confirm ranks " + sigma.to_string());
    }
    return evidence;
}

std::optional<Evidence> strict_evidence(const Inequality& inequality, const Permutation& sigma,
                                        const Weighting& weighting, const Dissimilarity& d) {
    const auto strict = strict_violation(d, functional(inequality.small, sigma, weighting),
                                         functional(inequality.big, sigma, weighting));
    if (!strict) return std::nullopt;
    Evidence evidence = naive_evidence(inequality, sigma, weighting, *strict);
    if (!(evidence.big < evidence.small) || !strict->is_metric()) {
        throw InternalError("the naive definition does not confirm the strict witness of ranks " +
                            sigma.to_string());
    }
    return evidence;
}

Evidence padded(const Evidence& evidence, std::size_t n) {
    const Dissimilarity& d = evidence.weighting.dissimilarity.value();
    if (d.size() == n) return evidence;
    if (d.size() > n) throw UsageError("padded: a longer σ");
    Rational far = 1;
    for (std::size_t i = 0; i < d.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            far = std::max(far, d(i, j));
    }
    const std::size_t added = n - d.size();
    std::vector<std::vector<Rational>> rows(n, std::vector<Rational>(n, far));
    for (std::size_t i = 0; i < n; ++i) {
        rows[i][i] = 0;
        for (std::size_t j = added; i >= added && j < n; ++j)
            rows[i][j] = d(i - added, j - added);
    }
    Evidence longer = evidence;
    longer.sigma = direct_sum(Permutation::identity(added), evidence.sigma);
    longer.weighting.dissimilarity = Dissimilarity::from_rows(rows, "a witness");
    return longer;
}

}  // namespace disarray::search
