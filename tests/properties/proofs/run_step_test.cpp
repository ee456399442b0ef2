// SPDX-License-Identifier: MIT
// Shows that a run finds the least violation in the stated order, for any number of threads, counts
// its cases, and says how far it came when it was stopped.
#include "properties/proofs/run_step.hpp"

#include <algorithm>
#include <chrono>
#include <tuple>

#include "base/error.hpp"
#include "ranking/inversions.hpp"
#include "tests/catch.hpp"
#include "tests/support/permutations.hpp"

namespace disarray::test {

using namespace properties::proofs;

namespace {

const ProofStep& step_named(std::string_view id) {
    return *std::ranges::find(proof_steps(), id, &ProofStep::id);
}

void require_equal(const StepVerdict& a, const StepVerdict& b) {
    CHECK(a.n_done == b.n_done);
    CHECK(a.cases == b.cases);
    REQUIRE(a.least.has_value() == b.least.has_value());
    if (!a.least) return;
    CHECK(a.least->sigma == b.least->sigma);
    CHECK(a.least->tau == b.least->tau);
    CHECK(a.least->explanation == b.least->explanation);
}

/// The same by walking through everything in plain loops.
StepVerdict naive_run(const ProofStep& step, std::size_t most_n) {
    StepVerdict verdict;
    for (std::size_t n = 1; n <= most_n && !verdict.least; ++n) {
        const auto all = all_permutations(n);
        const auto taus = step.rankings == 2 ? all : std::vector{Permutation::identity(n)};
        std::uint64_t best = 0;
        for (const Permutation& sigma : all) {
            for (const Permutation& tau : taus) {
                ++verdict.cases;
                const std::uint64_t inversions = inversion_count(sigma) + inversion_count(tau);
                const Fault found = step.check(sigma, tau);
                if (found && (!verdict.least || inversions < best)) {
                    verdict.least = {sigma, {}, *found};
                    if (step.rankings == 2) verdict.least->tau = tau;
                    best = inversions;
                }
            }
        }
        verdict.n_done = n;
    }
    return verdict;
}

}  // namespace

TEST_CASE("Every step has the verdict of plain loops with 1, 2 and 5 threads", "[proofs]") {
    for (const ProofStep& step : proof_steps()) {
        INFO(step.id);
        const std::size_t most_n = step.rankings == 1 ? 6 : 4;
        const StepVerdict expected = naive_run(step, most_n);
        for (const unsigned threads : {1u, 2u, 5u})
            require_equal(run_step(step, most_n, threads), expected);
    }
}

TEST_CASE("A planted violation is found at its place in the order", "[proofs]") {
    // Fails for every pair of S_4 with 5 inversions together; the first of them is 1 2 3 4, and a τ
    // with 5 inversions, the lexicographically first of which is 3 4 2 1.
    ProofStep step;
    step.id = "planted";
    step.rankings = 2;
    step.check = [](const Permutation& sigma, const Permutation& tau) -> Fault {
        const std::uint64_t count = inversion_count(sigma) + inversion_count(tau);
        if (sigma.size() < 4 || count < 5) return std::nullopt;
        return "planted";
    };
    for (const unsigned threads : {0u, 1u, 2u, 5u}) {
        const StepVerdict verdict = run_step(step, 5, threads);
        REQUIRE(verdict.least);
        CHECK(verdict.least->sigma == Permutation::identity(4));
        CHECK(verdict.least->tau == ranks({3, 4, 2, 1}));
        CHECK(verdict.n_done == 4);
        CHECK(verdict.cases == 1 + 4 + 36 + 576);
    }
}

TEST_CASE("A run without a violation counts every case", "[proofs]") {
    const StepVerdict one = run_step(step_named("KV-L12-d[printed]"), 5);
    CHECK_FALSE(one.least);
    CHECK(one.n_done == 5);
    CHECK(one.cases == 1 + 2 + 6 + 24 + 120);
    const StepVerdict two = run_step(step_named("KV-L7-step[corrected]"), 3);
    CHECK_FALSE(two.least);
    CHECK(two.cases == 1 + 4 + 36);
}

TEST_CASE("A stopped run claims nothing beyond what it looked at", "[proofs]") {
    const Stop at_once(std::chrono::duration<double>(0));
    const StepVerdict verdict = run_step(step_named("KV-L12-d[printed]"), 8, 2, at_once);
    CHECK_FALSE(verdict.least);
    CHECK(verdict.n_done == 0);
    CHECK(verdict.cases == 0);
}

TEST_CASE("A run of no n or of too many is refused", "[proofs]") {
    CHECK_THROWS_AS(run_step(step_named("KV-L12-d[printed]"), 0), UsageError);
    CHECK_THROWS_AS(run_step(step_named("KV-L12-d[printed]"), max_step_n_one + 1), UsageError);
    CHECK_THROWS_AS(run_step(step_named("KV-L8-counts[box]"), max_step_n_two + 1), UsageError);
}

}  // namespace disarray::test
