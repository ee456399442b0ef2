// SPDX-License-Identifier: MIT
//
// The inner steps of KV's proofs as claims: each printed statement in each reading of its letters,
// for every σ (or every pair) of a small S_n.
#include <algorithm>

#include <fmt/format.h>

#include "properties/claims/claims.hpp"
#include "properties/proofs/run_step.hpp"
#include "properties/proofs/step.hpp"

namespace disarray::properties {

namespace {

using proofs::ProofStep;

/// "KV-L12-a" of "KV-L12-a[printed]".
std::string_view claim_of(const ProofStep& step) {
    return step.id.substr(0, step.id.find('['));
}

ClaimRow row_of_step(const ProofStep& step, const LedgerOptions& options) {
    // All of S_8 and all pairs of S_5 are seconds; --exhaustive asks for other lengths.
    const std::size_t most = step.rankings == 1 ? proofs::max_step_n_one : proofs::max_step_n_two;
    const std::size_t n = options.exhaustive_n.value_or(step.rankings == 1 ? 8 : 5);
    const proofs::StepVerdict found =
        proofs::run_step(step, std::max<std::size_t>(1, std::min(n, most)), 0, options.stop);
    ClaimRow row;
    row.frame = step.rankings == 1 ? "either" : "element";
    row.variant = step.reading;
    row.statement = step.statement;
    row.scope = fmt::format("every {} of S_n, n <= {}", step.rankings == 1 ? "σ" : "pair (σ,τ)",
                            found.least ? found.least->sigma.size() : found.n_done);
    row.effort.exhaustive_n = found.n_done;
    row.effort.exhaustive_cases = row.effort.applicable = found.cases;
    row.verdict = found.n_done > 0 ? Verdict::exhausted : Verdict::undecided;
    if (found.least) {
        Case witness{{found.least->sigma}, {}, 2};
        if (found.least->tau) witness.rankings.push_back(*found.least->tau);
        row.witness = std::move(witness);
        row.explanation = found.least->explanation;
        if (!step.is_existence) row.verdict = Verdict::refuted;
    } else if (step.is_existence) {
        if (!step.theorem.empty()) prove_by(row, step.theorem);
        turn_into_existence(row);
    }
    return row;
}

}  // namespace

std::vector<Claim> proof_claims() {
    std::vector<Claim> claims;
    for (const ProofStep& step : proofs::proof_steps()) {
        const std::string_view id = claim_of(step);
        const auto same = [&](const Claim& claim) { return claim.id == id; };
        if (std::ranges::any_of(claims, same)) continue;
        claims.push_back({id, step.source, step.statement, [id](const LedgerOptions& options) {
                              std::vector<ClaimRow> rows;
                              for (const ProofStep& reading : proofs::proof_steps()) {
                                  if (claim_of(reading) == id) {
                                      rows.push_back(row_of_step(reading, options));
                                  }
                              }
                              return rows;
                          }});
    }
    return claims;
}

}  // namespace disarray::properties
