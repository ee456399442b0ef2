// SPDX-License-Identifier: MIT
// Estimates of sweeps: programs against enumeration and real sweeps, intervals against the truth,
// the same sample for the same seed, and the lines for people. No time is asserted.
#include "search/estimate.hpp"

#include <cmath>

#include "base/error.hpp"
#include "ranking/enumeration.hpp"
#include "search/question.hpp"
#include "search/sweep.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/inequalities.hpp"

using namespace disarray;
using namespace disarray::search;
using metrics::Reading;

namespace {

/// The classes with an indecomposable σ, or all of them, by looking at each σ.
std::uint64_t classes_by_hand(std::size_t length, bool indecomposable, Symmetries symmetries) {
    std::uint64_t count = 0;
    for_each_permutation(length, {0, factorial_64(length)}, [&](const std::vector<Rank>& ranks) {
        const Permutation sigma = Permutation::from_ranks_unchecked(ranks);
        const bool is_counted = !indecomposable || is_indecomposable(sigma);
        if (is_counted && orbit(sigma, symmetries).front() == sigma) ++count;
        return true;
    });
    return count;
}

bool covers(const Estimated& estimated, double truth) {
    return std::abs(truth - estimated.value) <= estimated.half_width;
}

/// One round: what every estimate has.
EstimateOptions least(std::uint64_t seed = 1) {
    EstimateOptions options;
    options.seed = seed;
    options.rounds = 1;
    options.threads = 2;
    return options;
}

/// So many rounds, however long they take.
EstimateOptions rounds(std::size_t count, std::uint64_t seed = 1) {
    EstimateOptions options = least(seed);
    options.rounds = count;
    options.seconds = 1e6;
    return options;
}

/// What every unit of the claim comes to.
struct Truth {
    std::uint64_t programs = 0, bytes = 0;
};

Truth truth_of(const Claim& claim, std::size_t length) {
    Truth truth;
    const std::uint64_t units = unit_count(plan_of(claim), length);
    for (std::uint64_t index = 0; index < units; ++index) {
        const auto unit = decide_unit(claim, length, index, {});
        REQUIRE(unit);
        truth.programs += unit->records + unit->undecided;
        // A frame without records stands in the file, but no record is to blame for it.
        if (unit->records > 0) truth.bytes += unit->certificate.size();
    }
    return truth;
}

/// An estimate of made-up numbers.
SweepEstimate made_up(double seconds, double half_width) {
    LengthEstimate length;
    length.length = 9;
    length.cost = {362880, {69225, 0}, {seconds, half_width}, {720, 20}, {12.4e6, 1e6}};
    return {{length}, 1000, false};
}

}  // namespace

TEST_CASE("classes are counted as by looking at each permutation, for n up to 7") {
    for (std::size_t length = 1; length <= 7; ++length) {
        for (const bool indecomposable : {false, true}) {
            for (const bool inverse : {false, true}) {
                for (const bool reverse_complement : {false, true}) {
                    INFO("n = " << length << ", " << indecomposable << inverse
                                << reverse_complement);
                    const Symmetries symmetries{inverse, reverse_complement};
                    CHECK(class_count(length, indecomposable, symmetries) ==
                          classes_by_hand(length, indecomposable, symmetries));
                }
            }
        }
    }
}

TEST_CASE("classes of long rankings are counted without overflow") {
    // OEIS A003319, indecomposable permutations.
    CHECK(class_count(10, true, {}) == 2829325);
    CHECK(class_count(20, true, {}) == 2181096921557783605U);
    CHECK(class_count(20, false, {}) == factorial_64(20));
    // A quarter of that, and a little more.
    const std::uint64_t quarter = class_count(20, true, {true, true});
    CHECK(quarter > 2181096921557783605U / 4);
    CHECK(quarter < 2181096921557783605U / 4 + 2'000'000'000'000U);
    CHECK_THROWS_AS(class_count(21, true, {}), UsageError);
}

TEST_CASE("the programs of an estimate are those of a sweep") {
    for (const Inequality& inequality : test::both_sides()) {
        INFO(to_string(inequality));
        const Claim claim = sweep_claim(inequality, 6);
        SweepOptions options;
        options.claim = claim;
        const LengthResult last = sweep(options).lengths.back();
        const Cost total = estimate_sweep(claim, least()).total();
        CHECK(total.programs.is_exact());
        CHECK(total.programs.value == static_cast<double>(last.programs));
    }
    // Pinned: the campaigns of K <= F[prefix] and of K <= F[interval].
    CHECK(estimate_sweep(sweep_claim(lower_side(Reading::prefix), 9), least())
              .total()
              .programs.value == 77923);
    CHECK(estimate_sweep(sweep_claim(lower_side(Reading::interval), 8), least())
              .total()
              .programs.value == 16740);
}

TEST_CASE("where N is zero for some σ, the share is counted or sampled") {
    // |K − F[interval]| is zero for many σ, and such a claim has no direct sums.
    const Inequality inequality = questions_in("|K - F[interval]| <= K").front().inequality;
    const Claim small = sweep_claim(inequality, 6);
    REQUIRE_FALSE(small.direct_sums);
    const Cost exact = estimate_sweep(small, least()).total();
    CHECK(exact.programs.is_exact());
    CHECK(exact.programs.value == static_cast<double>(truth_of(small, 6).programs));

    const Claim claim = sweep_claim(inequality, 9);
    std::uint64_t programs = 0;
    for_each_permutation(9, {0, factorial_64(9)}, [&](const std::vector<Rank>& ranks) {
        const Permutation sigma = Permutation::from_ranks_unchecked(ranks);
        if (excluded_prefix(ranks, claim.symmetries) == 0 &&
            !functional(inequality.small, sigma).is_zero()) {
            ++programs;
        }
        return true;
    });
    int covered = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const Cost sampled = estimate_sweep(claim, least(seed)).total();
        CHECK_FALSE(sampled.programs.is_exact());
        if (covers(sampled.programs, static_cast<double>(programs))) ++covered;
    }
    CHECK(covered >= 8);
}

TEST_CASE("the estimate of a threshold is exact where all pieces were done") {
    const Claim claim = threshold_claim(questions_in("F[prefix] >= 4/5*K").front().inequality, 8);
    const SweepEstimate all = estimate_sweep(claim, rounds(40));
    CHECK_FALSE(all.cut_short);
    const Cost total = all.total();
    CHECK(total.programs.value == 8698);  // pinned by the exact search
    CHECK(total.programs.is_exact());
    CHECK(total.seconds.is_exact());
    double bytes = 0;
    for (std::size_t length = 2; length <= 8; ++length)
        bytes += static_cast<double>(truth_of(claim, length).bytes);
    // Pieces are compressed one by one.
    CHECK(total.bytes.value >= bytes);
    CHECK(total.bytes.value < 1.6 * bytes);

    const SweepEstimate part = estimate_sweep(
        threshold_claim(questions_in("F[prefix] >= 4/5*K").front().inequality, 9), rounds(3));
    CHECK(part.lengths.back().sampled == 27);  // a piece of each of 9 strata, in each round
    CHECK_FALSE(part.total().seconds.is_exact());
    CHECK(part.total().programs.value == 77923);
    CHECK_THROWS_AS(estimate_sweep(threshold_claim(claim.inequality, 13), rounds(1)), UsageError);
}

TEST_CASE("the σ of a threshold are counted or sampled where N may be zero") {
    const Inequality inequality = questions_in("|K - F[interval]| <= 4*K").front().inequality;
    const Claim claim = threshold_claim(inequality, 8);
    const auto truth = static_cast<double>(truth_of(claim, 8).programs);
    CHECK(estimate_sweep(claim, rounds(40)).total().programs.value == truth);
    const Claim longer = threshold_claim(inequality, 9);
    const Estimated sampled = estimate_sweep(longer, rounds(6)).total().programs;
    CHECK_FALSE(sampled.is_exact());
    CHECK(covers(sampled, estimate_sweep(longer, rounds(40)).total().programs.value));
}

TEST_CASE("the interval of the certificate covers the truth for most seeds") {
    const Claim claim = sweep_claim(lower_side(Reading::prefix), 7);
    Truth truth;
    for (std::size_t length = 2; length <= 7; ++length)
        truth.bytes += truth_of(claim, length).bytes;
    int covered = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const SweepEstimate estimate = estimate_sweep(claim, rounds(32, seed));
        CHECK_FALSE(estimate.cut_short);
        if (covers(estimate.total().bytes, static_cast<double>(truth.bytes))) ++covered;
    }
    CHECK(covered >= 8);
}

TEST_CASE("a seed names a sample, for any number of threads") {
    const Claim claim = sweep_claim(upper_side(Reading::box), 7);
    EstimateOptions options = rounds(16, 5);
    const SweepEstimate two = estimate_sweep(claim, options);
    options.threads = 1;
    const SweepEstimate one = estimate_sweep(claim, options);
    options.seed = 6;
    const SweepEstimate other = estimate_sweep(claim, options);
    CHECK(one.sampled == two.sampled);
    REQUIRE(one.lengths.size() == two.lengths.size());
    for (std::size_t k = 0; k < one.lengths.size(); ++k) {
        CHECK(one.lengths[k].sampled == two.lengths[k].sampled);
        CHECK(one.lengths[k].runs == two.lengths[k].runs);
        // Bytes are a function of the sample, times are not.
        CHECK(one.lengths[k].cost.bytes.value == two.lengths[k].cost.bytes.value);
    }
    CHECK(one.total().bytes.value != other.total().bytes.value);
}

TEST_CASE("the total is the sum over the lengths") {
    const SweepEstimate estimate =
        estimate_sweep(sweep_claim(lower_side(Reading::box), 7), rounds(2));
    REQUIRE(estimate.lengths.size() == 6);
    Cost sum;
    double squares = 0;
    for (const LengthEstimate& length : estimate.lengths) {
        CHECK(length.length == 2 + static_cast<std::size_t>(&length - estimate.lengths.data()));
        CHECK(length.cost.permutations == factorial_64(length.length));
        CHECK(length.cost.seconds.value > 0);
        sum.permutations += length.cost.permutations;
        sum.programs.value += length.cost.programs.value;
        sum.seconds.value += length.cost.seconds.value;
        sum.bytes.value += length.cost.bytes.value;
        squares += length.cost.seconds.half_width * length.cost.seconds.half_width;
    }
    const Cost total = estimate.total();
    CHECK(total.permutations == 5912);
    CHECK(total.permutations == sum.permutations);
    CHECK(total.programs.value == sum.programs.value);
    CHECK(total.seconds.value == Approx(sum.seconds.value));
    CHECK(total.bytes.value == Approx(sum.bytes.value));
    CHECK(total.seconds.half_width == Approx(std::sqrt(squares)));
}

TEST_CASE("an estimate goes beyond the lengths of sweeps, without a verifier there") {
    const SweepEstimate estimate =
        estimate_sweep(sweep_claim(upper_side(Reading::prefix), 13), least());
    CHECK(estimate.lengths.back().sampled > 0);
    CHECK(estimate.lengths.back().cost.programs.value == 1300468685);
    CHECK(std::isinf(estimate.lengths.back().cost.verification.half_width));
    CHECK(std::isfinite(estimate.lengths.back().cost.seconds.half_width));
}

TEST_CASE("a budget ends the sample after a whole round, and says so") {
    EstimateOptions options = least();
    options.rounds = 512;
    options.seconds = 1e-9;
    const SweepEstimate cut = estimate_sweep(sweep_claim(upper_side(Reading::prefix), 9), options);
    CHECK(cut.cut_short);
    CHECK(cut.lengths.back().sampled == 2);
    CHECK_FALSE(estimate_sweep(sweep_claim(upper_side(Reading::prefix), 9), least()).cut_short);
}

TEST_CASE("an estimate of what is no sweep is misuse") {
    Claim claim = sweep_claim(lower_side(Reading::box), 4);
    EstimateOptions nothing;
    nothing.seconds = 0;
    CHECK_THROWS_AS(estimate_sweep(claim, nothing), UsageError);
    CHECK_THROWS_AS(estimate_sweep(claim, rounds(0)), UsageError);
    claim.n = 1;
    CHECK_THROWS_AS(estimate_sweep(claim), UsageError);
    claim.n = 21;
    CHECK_THROWS_AS(estimate_sweep(claim), UsageError);
    claim.n = 4;
    claim.sigma = Permutation::identity(4);
    CHECK_THROWS_AS(estimate_sweep(claim), UsageError);
}

TEST_CASE("estimates and comparisons are one line") {
    const SweepEstimate hours = made_up(2.1 * 3600, 302);
    CHECK(estimate_line(hours, 2) ==
          "estimate: 69,225 programs, 2.1 CPU hours ± 4 %, 12 MB; about 1:09 h on 2 threads");
    // The ranks share the units, one verifies.
    CHECK(estimate_line(hours, 1, 2) ==
          "estimate: 69,225 programs, 2.1 CPU hours ± 4 %, 12 MB; about 1:15 h on 2 threads");
    CHECK(comparison_line(hours, 69225, 2.2 * 3600, 11'400'000) ==
          "estimated 2.1 CPU hours, took 2.2 (+5 %); 69,225 programs, 69,225 (+0 %); 12 MB, 11 MB "
          "(-8 %)");
    const SweepEstimate seconds = made_up(28.8, 0.2);
    CHECK(estimate_line(seconds, 1) ==
          "estimate: 69,225 programs, 29 CPU seconds ± 0.7 %, 12 MB; about 12 min on 1 thread");
    CHECK(comparison_line(seconds, 69225, 26.4, 12'400'000) ==
          "estimated 29 CPU seconds, took 26 (-8 %); 69,225 programs, 69,225 (+0 %); 12 MB, 12 MB "
          "(+0 %)");
    CHECK(wall_seconds(hours.total(), 4) == Approx(2.1 * 900 + 180));
}

TEST_CASE("numbers of estimates are printed as far as they are known") {
    CHECK(duration_text(0.42) == "0.42 s");
    CHECK(duration_text(42.4) == "42 s");
    CHECK(duration_text(720) == "12 min");
    CHECK(duration_text(3900) == "1:05 h");
    CHECK(duration_text(3599.9) == "1:00 h");
    CHECK(duration_text(12 * 86400.0) == "12 days");
    CHECK(duration_text(365.25 * 86400 * 1300) == "1300 years");
    CHECK(bytes_text(950) == "950 bytes");
    CHECK(bytes_text(999.6) == "1.0 kB");
    CHECK(bytes_text(9.96e6) == "10 MB");
    CHECK(bytes_text(12.4e6) == "12 MB");
    CHECK(count_text({1234567, 0}) == "1,234,567");
    CHECK(count_text({1234567, 100}) == "1,230,000");
    CHECK(count_text({1.234e17, 0}) == "1.23e+17");
    CHECK(relative_text({100, 0}) == "exact");
    CHECK(relative_text({100, 0.26}) == "0.3 %");
    CHECK(relative_text({100, 12.4}) == "12 %");
    CHECK(relative_text({100}) == "?");
}
