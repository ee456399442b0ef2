// SPDX-License-Identifier: MIT
// Sweeps over S_n: the same with and without reductions, for any number of threads, and pinned
// where the conjecture falls.
#include "search/sweep.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>

#include "base/error.hpp"
#include "metrics/naive.hpp"
#include "tests/catch.hpp"
#include "tests/support/permutations.hpp"

using namespace disarray;
using namespace disarray::search;
using metrics::Reading;

namespace {

std::vector<SweepResult> swept(Reading reading, std::size_t n_from, std::size_t n_to, bool reduce,
                               unsigned threads) {
    SweepOptions options;
    options.reading = reading;
    options.n_from = n_from;
    options.n_to = n_to;
    options.reduce = reduce;
    options.threads = threads;
    return sweep(options);
}

void check_same(const Witness& a, const Witness& b) {
    CHECK(a.sigma == b.sigma);
    CHECK(a.weighting.dissimilarity->entries() == b.weighting.dissimilarity->entries());
    CHECK(a.kendall == b.kendall);
    CHECK(a.footrule == b.footrule);
}

void check_same(const std::vector<SweepResult>& a, const std::vector<SweepResult>& b) {
    REQUIRE(a.size() == b.size());
    for (std::size_t k = 0; k < a.size(); ++k) {
        INFO("reading " << name_of(a[k].reading) << ", n = " << a[k].n);
        CHECK(a[k].n == b[k].n);
        CHECK(a[k].minimum == b[k].minimum);
        CHECK(a[k].violating == b[k].violating);
        CHECK(a[k].verdict() == b[k].verdict());
        REQUIRE(a[k].witness.has_value() == b[k].witness.has_value());
        if (a[k].witness) check_same(*a[k].witness, *b[k].witness);
        REQUIRE(a[k].strict_witness.has_value() == b[k].strict_witness.has_value());
        if (a[k].strict_witness) check_same(*a[k].strict_witness, *b[k].strict_witness);
    }
}

}  // namespace

TEST_CASE("the reduced sweep equals the sweep of all of S_n for n up to 6") {
    for (const Reading reading : metrics::all_readings) {
        check_same(swept(reading, 2, 6, true, 2), swept(reading, 2, 6, false, 2));
    }
}

TEST_CASE("a sweep does not depend on the number of threads") {
    for (const Reading reading : metrics::all_readings) {
        const auto one = swept(reading, 6, 6, true, 1);
        check_same(one, swept(reading, 6, 6, true, 2));
        check_same(one, swept(reading, 6, 6, true, 5));
        CHECK(one[0].programs == swept(reading, 6, 6, true, 5)[0].programs);
    }
}

TEST_CASE("every witness of a sweep is confirmed by the naive definition") {
    for (const Reading reading : metrics::all_readings) {
        for (const SweepResult& result : swept(reading, 2, 6, true, 2)) {
            INFO("reading " << name_of(reading) << ", n = " << result.n);
            const Witness& w = result.witness.value();
            const Permutation identity = Permutation::identity(result.n);
            CHECK(w.weighting.dissimilarity->is_pseudometric());
            CHECK(metrics::naive::kendall(w.sigma, identity, w.weighting) == w.kendall);
            CHECK(metrics::naive::footrule(w.sigma, identity, w.weighting, reading) == w.footrule);
            CHECK(w.ratio() == *result.minimum);
            if (!result.strict_witness) continue;
            CHECK(result.strict_witness->weighting.dissimilarity->is_metric());
            CHECK(result.strict_witness->footrule < result.strict_witness->kendall);
        }
    }
}

// What runs of this program found; an independent rational simplex method found the same minima and
// counts for n ≤ 5.
TEST_CASE("K <= F falls at n = 6 in the prefix readings and stands in the others") {
    struct Pinned {
        Reading reading;
        Rational minimum;
        std::uint64_t violating_6, violating_7;
    };
    const Rational six_sevenths(Integer(6), Integer(7));
    for (const auto& [reading, minimum, violating_6, violating_7] :
         {Pinned{Reading::prefix, six_sevenths, 2, 40},
          Pinned{Reading::prefix_sym, six_sevenths, 2, 90}, Pinned{Reading::interval, 1, 0, 0},
          Pinned{Reading::box, 1, 0, 0}}) {
        INFO("reading " << name_of(reading));
        const auto results = swept(reading, 5, 7, true, 0);
        REQUIRE(results.size() == 3);
        CHECK(results[0].minimum == Rational(1));
        CHECK(results[0].verdict() == Verdict::exhausted);
        CHECK(results[1].minimum == minimum);
        CHECK(results[1].violating == violating_6);
        CHECK(results[2].minimum == minimum);
        CHECK(results[2].violating == violating_7);
        if (violating_6 > 0) {
            CHECK(results[1].verdict() == Verdict::refuted);
            CHECK(results[1].witness->sigma == test::ranks({6, 3, 2, 5, 4, 1}));
            CHECK(results[2].witness->sigma == test::ranks({1, 7, 4, 3, 6, 5, 2}));
        }
    }
}

TEST_CASE("a sweep that is stopped says that it is partial and claims no more than it saw") {
    SweepOptions options;
    options.n_from = 3;
    options.n_to = 7;
    options.stop = Stop(std::chrono::duration<double>(0));
    const auto results = sweep(options);
    REQUIRE(results.size() == 1);
    CHECK_FALSE(results[0].complete);
    CHECK(results[0].verdict() == Verdict::undecided);
    CHECK(results[0].violating == 0);
}

TEST_CASE("a sweep reports its progress up to the end") {
    SweepOptions options;
    options.n_from = options.n_to = 5;
    std::mutex mutex;
    std::uint64_t most = 0;
    options.progress = [&](const SweepProgress& progress) {
        const std::lock_guard lock(mutex);
        if (progress.n == 5) most = std::max(most, progress.done);
        CHECK(progress.done <= progress.total);
    };
    sweep(options);
    CHECK(most == 120);
}

TEST_CASE("a sweep refuses an n out of range") {
    CHECK_THROWS_AS(swept(Reading::box, 0, 3, true, 1), UsageError);
    CHECK_THROWS_AS(swept(Reading::box, 4, 3, true, 1), UsageError);
    CHECK_THROWS_AS(swept(Reading::box, 3, max_sweep_n + 1, true, 1), UsageError);
}
