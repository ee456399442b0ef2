// SPDX-License-Identifier: MIT
// The minimum of F/K over all pseudometrics for one σ: against every small integer D, with proofs
// that fail when they are changed, and symmetries that hold exactly where they are claimed.
#include "search/ratio.hpp"

#include <map>

#include "metrics/naive.hpp"
#include "tests/catch.hpp"
#include "tests/support/permutations.hpp"

using namespace disarray;
using namespace disarray::search;
using metrics::Reading;

namespace {

/// Every pseudometric on 4 points with values 0, 1, 2.
std::vector<Dissimilarity> small_pseudometrics() {
    std::vector<Dissimilarity> all;
    for (std::int64_t code = 0; code < 729; ++code) {
        std::vector<std::int64_t> entries(16, 0);
        std::int64_t rest = code;
        for (std::size_t i = 0; i < 4; ++i) {
            for (std::size_t j = i + 1; j < 4; ++j, rest /= 3) {
                entries[4 * i + j] = entries[4 * j + i] = rest % 3;
            }
        }
        Dissimilarity d = Dissimilarity::from_integers(4, entries, "test");
        if (d.is_pseudometric()) all.push_back(std::move(d));
    }
    return all;
}

}  // namespace

TEST_CASE("no small pseudometric beats the minimum of the program") {
    const std::vector<Dissimilarity> candidates = small_pseudometrics();
    REQUIRE(candidates.size() > 100);
    const Permutation identity = Permutation::identity(4);
    for (const Reading reading : metrics::all_readings) {
        for (const Permutation& sigma : test::all_permutations(4)) {
            if (sigma.is_identity()) continue;
            INFO("reading " << name_of(reading) << ", ranks " << sigma.to_string());
            const auto found = least_ratio(sigma, reading);
            REQUIRE(found);
            bool attained = false;  // on S_4 every minimum is attained with values 0, 1, 2
            for (const Dissimilarity& d : candidates) {
                Weighting weighting;
                weighting.dissimilarity = d;
                const Rational k = metrics::naive::kendall(sigma, identity, weighting);
                const Rational f = metrics::naive::footrule(sigma, identity, weighting, reading);
                CHECK(f >= found->ratio * k);
                attained |= k.sign() > 0 && f == found->ratio * k;
            }
            CHECK(attained);
        }
    }
}

TEST_CASE("the identity has no ratio") {
    CHECK_FALSE(least_ratio(Permutation::identity(4), Reading::prefix));
}

TEST_CASE("a proof changed in one place is not valid") {
    const Permutation sigma = test::ranks({6, 3, 2, 5, 4, 1});
    for (const Reading reading : metrics::all_readings) {
        const auto found = least_ratio(sigma, reading);
        REQUIRE(found);
        const Functional kendall = kendall_functional(sigma);
        const Functional footrule = footrule_functional(sigma, reading);
        const LowerBoundProof& proof = found->proof;
        REQUIRE(is_valid(proof, kendall, footrule));

        LowerBoundProof changed = proof;
        changed.bound += Rational(1);
        CHECK_FALSE(is_valid(changed, kendall, footrule));
        for (std::size_t k = 0; k < proof.signs.size(); ++k) {
            changed = proof;
            changed.signs[k] += Rational(1);
            CHECK_FALSE(is_valid(changed, kendall, footrule));
        }
        for (std::size_t t = 0; t < proof.triangles.size(); ++t) {
            changed = proof;
            changed.triangles[t].multiplier += Rational(1);
            CHECK_FALSE(is_valid(changed, kendall, footrule));
            changed = proof;
            changed.triangles[t].k = changed.triangles[t].i;
            CHECK_FALSE(is_valid(changed, kendall, footrule));
        }
        for (std::size_t e = 0; e < proof.slacks.size(); ++e) {
            changed = proof;
            changed.slacks[e] += Rational(1);
            CHECK_FALSE(is_valid(changed, kendall, footrule));
        }
        changed = proof;
        changed.slacks.pop_back();
        CHECK_FALSE(is_valid(changed, kendall, footrule));
    }
}

TEST_CASE("claimed symmetries keep the minimum on all of S_5") {
    for (const Reading reading : metrics::all_readings) {
        std::map<Permutation, Rational> minimum;
        for (const Permutation& sigma : test::all_permutations(5)) {
            if (!sigma.is_identity()) minimum[sigma] = least_ratio(sigma, reading).value().ratio;
        }
        const Symmetries symmetries = ratio_symmetries(reading);
        for (const auto& [sigma, ratio] : minimum) {
            INFO("reading " << name_of(reading) << ", ranks " << sigma.to_string());
            for (const Permutation& image : orbit(sigma, symmetries)) {
                CHECK(minimum.at(image) == ratio);
            }
        }
    }
}

TEST_CASE("interval and prefix-sym do not have the symmetry of inversion") {
    for (const Reading reading : {Reading::interval, Reading::prefix_sym}) {
        CHECK_FALSE(ratio_symmetries(reading).inverse);
        bool differs = false;
        for (const Permutation& sigma : test::all_permutations(5)) {
            if (sigma.is_identity()) continue;
            differs |= least_ratio(sigma, reading).value().ratio !=
                       least_ratio(sigma.inverse(), reading).value().ratio;
        }
        INFO("reading " << name_of(reading));
        CHECK(differs);
    }
}

TEST_CASE("a violation by a pseudometric gives a violation by a metric") {
    const Permutation sigma = test::ranks({6, 3, 2, 5, 4, 1});
    const Functional kendall = kendall_functional(sigma);
    const Functional footrule = footrule_functional(sigma, Reading::prefix);
    const auto found = least_ratio(sigma, Reading::prefix);
    REQUIRE(found);
    const auto strict = strict_violation(found->witness, kendall, footrule);
    REQUIRE(strict);
    CHECK(strict->is_metric());
    CHECK(footrule.value(*strict) < kendall.value(*strict));
    CHECK_FALSE(strict_violation(Dissimilarity::unit(6), kendall, footrule));
}
