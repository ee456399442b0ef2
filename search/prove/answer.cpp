// SPDX-License-Identifier: MIT
#include "search/prove/answer.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

#include "base/error.hpp"
#include "search/verify/verify.hpp"

namespace disarray::search {

namespace {

void certify_every_n(EveryNAnswer& answer) {
    answer.certificate = every_n_certificate(answer.stated, answer.proof ? &*answer.proof : nullptr,
                                             answer.attained.families);
    std::istringstream in(answer.certificate);
    verify::Report report = verify::verify_stream(in, "certificate");
    if (!report.verified) throw InternalError(report.line);
    answer.verification = std::move(report.line);
}

EveryNAnswer unanswered(const Question& question) {
    EveryNAnswer answer;
    answer.question = question;
    answer.stated = question.inequality;
    return answer;
}

/// Those on which N exceeds M from some n on.
std::vector<PeriodicFamily> violating(std::vector<PeriodicFamily> families,
                                      const Inequality& inequality) {
    std::erase_if(families, [&](const PeriodicFamily& family) {
        const auto values = values_on(family, inequality);
        return !values || values->small.slope <= values->big.slope;
    });
    return families;
}

/// The first member of such a family with M < N, by the naive definitions.
std::optional<Evidence> first_violation(const PeriodicFamily& family,
                                        const Inequality& inequality) {
    for (std::size_t m = family.first; family.length(m) <= most_shown_n; ++m) {
        const Permutation sigma = family.sigma(m);
        Evidence evidence = naive_evidence(inequality, sigma, {}, family.dissimilarity(m));
        if (evidence.big < evidence.small) return evidence;
    }
    return std::nullopt;
}

}  // namespace

bool EveryNAnswer::is_refuted() const {
    const Rational one = 1;
    return families_refute || (attained.extreme && attained.extreme->ratio() < one);
}

std::string EveryNAnswer::method() const {
    if (!proof) return "";
    const bool steps = std::ranges::any_of(
        proof->rankings, [](const RankingProof& ranking) { return !ranking.parts.empty(); });
    return steps ? "by the bubble step" : "by its coefficients";
}

EveryNAnswer answer_for_every_n(const Question& question, bool all_weights) {
    const Inequality& asked = question.inequality;
    EveryNAnswer answer = unanswered(question);
    answer.all_weights = all_weights;
    auto proof = prove_for_every_n(asked, all_weights);
    if (proof) answer.least = proof->constant;
    const Rational one = 1;
    if (proof && question.asks_constant) answer.stated = scaled(asked, proof->constant);
    if (proof && (question.asks_constant || proof->constant <= one)) {
        answer.proof = question.asks_constant ? *proof : with_constant(*proof, asked, one);
    }
    answer.attained = attained(answer.stated);
    if (!answer.proof && answer.least && one < *answer.least && !answer.is_refuted()) {
        // N ≤ c·M with c > 1; by families that need this c, N ≤ M is false for some n.
        auto families = violating(attained(scaled(asked, *answer.least)).families, asked);
        answer.families_refute = !families.empty();
        if (answer.families_refute) {
            answer.family_witness = first_violation(families.front(), asked);
            answer.attained.families = std::move(families);
        }
    }
    if (answer.proof || answer.families_refute) certify_every_n(answer);
    return answer;
}

EveryNAnswer answer_by_families(const Question& question,
                                const std::vector<PeriodicFamily>& families) {
    for (const PeriodicFamily& family : families) {
        if (values_on(family, question.inequality)) continue;
        throw NotSupported("--family", family.name,
                           "a family on which both sides of " + to_string(question.inequality) +
                               " are affine in n and the smaller is > 0");
    }
    EveryNAnswer answer = unanswered(question);
    answer.attained.families = families;
    certify_every_n(answer);
    return answer;
}

}  // namespace disarray::search
