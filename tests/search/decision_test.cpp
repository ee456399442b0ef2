// SPDX-License-Identifier: MIT
// The minimum of M/N over all pseudometrics for one σ: against every small integer D, on both sides
// and with weights, with proofs that fail when they are changed, and symmetries that hold exactly
// where they are claimed.
#include "search/decision.hpp"

#include <map>

#include "base/error.hpp"
#include "metrics/naive.hpp"
#include "search/certificate.hpp"
#include "tests/catch.hpp"
#include "tests/support/inequalities.hpp"
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

std::optional<Decision> decided(const Inequality& inequality, const Permutation& sigma,
                                const Weighting& weighting = {}) {
    return decide(functional(inequality.small, sigma, weighting),
                  functional(inequality.big, sigma, weighting));
}

/// K and F by the naive definitions: the values of N and M for a standard inequality.
Rational naive_value(const Term& term, const Permutation& sigma, const Weighting& weighting) {
    const Permutation identity = Permutation::identity(sigma.size());
    return term.coefficient *
           (term.distance.kind == Distance::Kind::kendall
                ? metrics::naive::kendall(sigma, identity, weighting)
                : metrics::naive::footrule(sigma, identity, weighting, term.distance.reading));
}

/// Calls change(proof) on copies of one leaf's proof, each changed in one place.
template <class Check>
void for_each_change(const Leaf& leaf, const Check& check) {
    Leaf changed = leaf;
    changed.ratio += Rational(1);
    check(changed);
    for (std::size_t k = 0; k < leaf.signs.size(); ++k) {
        changed = leaf;
        changed.signs[k] += Rational(1);
        check(changed);
    }
    for (std::size_t t = 0; t < leaf.triangles.size(); ++t) {
        changed = leaf;
        changed.triangles[t].multiplier += Rational(1);
        check(changed);
        changed = leaf;
        changed.triangles[t].k = changed.triangles[t].i;
        check(changed);
    }
    for (std::size_t s = 0; s < leaf.slacks.size(); ++s) {
        changed = leaf;
        changed.slacks[s].multiplier += Rational(1);
        check(changed);
        changed = leaf;
        changed.slacks.erase(changed.slacks.begin() + static_cast<std::ptrdiff_t>(s));
        check(changed);
    }
    for (std::size_t r = 0; r < leaf.regions.size(); ++r) {
        changed = leaf;
        changed.regions[r].multiplier += Rational(1);
        check(changed);
    }
}

/// The leaves of a proof, with the means to change them in place.
void collect_leaves(ProofNode& node, std::vector<Leaf*>& leaves) {
    if (node.is_leaf()) {
        leaves.push_back(&node.leaf);
        return;
    }
    collect_leaves(*node.positive, leaves);
    collect_leaves(*node.negative, leaves);
}

}  // namespace

TEST_CASE("no small pseudometric beats the minimum of the program on either side") {
    const std::vector<Dissimilarity> candidates = small_pseudometrics();
    REQUIRE(candidates.size() > 100);
    std::vector<Weighting> weightings(3);
    weightings[1].element_weights =
        ElementWeights::from(std::vector<std::int64_t>{1, 3, 2, 5}, "w");
    weightings[2].swap_costs =
        SwapCosts::from(std::vector<Rational>{1, 0, Rational(Integer(1), Integer(2))}, "delta");
    for (const Inequality& inequality : test::both_sides()) {
        for (const Permutation& sigma : test::all_permutations(4)) {
            for (Weighting weighting : weightings) {
                INFO(to_string(inequality) << ", ranks " << sigma.to_string());
                const auto found = decided(inequality, sigma, weighting);
                if (!found) {  // only where N is 0 for every D
                    CHECK(functional(inequality.small, sigma, weighting).is_zero());
                    continue;
                }
                bool attained = false;
                for (const Dissimilarity& d : candidates) {
                    weighting.dissimilarity = d;
                    const Rational n = naive_value(inequality.small.terms[0], sigma, weighting);
                    const Rational m = naive_value(inequality.big.terms[0], sigma, weighting);
                    if (m < found->ratio * n) FAIL("a D does better");
                    attained |= n.sign() > 0 && m == found->ratio * n;
                }
                // Without weights every minimum on S_4 is attained with values 0, 1, 2.
                if (weighting.element_weights || weighting.swap_costs) continue;
                CHECK(attained);
            }
        }
    }
}

TEST_CASE("a functional that is zero has no ratio") {
    CHECK_FALSE(decided(lower_side(Reading::prefix), Permutation::identity(4)));
    const Functional three = functional(Distance{}, Permutation::identity(3));
    CHECK_THROWS_AS(decide(three, functional(Distance{}, Permutation::identity(4))), UsageError);
}

TEST_CASE("the upper side is unbounded exactly if F can be positive where K is 0") {
    // p̄ of elements 1 and 2 is 0 when the first two positions are exchanged for nothing.
    Weighting weighting;
    weighting.swap_costs = SwapCosts::from(std::vector<Rational>{0, 1}, "delta");
    const Permutation sigma = test::ranks({2, 3, 1});
    const auto found = decided(upper_side(Reading::interval), sigma, weighting);
    REQUIRE(found);
    weighting.dissimilarity = found->witness;
    const Permutation identity = Permutation::identity(3);
    const Rational k = metrics::naive::kendall(sigma, identity, weighting);
    const Rational f = metrics::naive::footrule(sigma, identity, weighting, Reading::interval);
    CHECK(Rational(3) * k == found->ratio * f);
    CHECK(f.sign() > 0);
}

TEST_CASE("a proof changed in one place is not valid") {
    for (const Inequality& inequality : test::both_sides()) {
        for (const auto& ranks :
             {test::ranks({6, 3, 2, 5, 4, 1}), test::ranks({4, 6, 5, 1, 3, 2})}) {
            INFO(to_string(inequality) << ", ranks " << ranks.to_string());
            auto found = decided(inequality, ranks);
            REQUIRE(found);
            const Functional small = functional(inequality.small, ranks);
            const Functional big = functional(inequality.big, ranks);
            REQUIRE(is_valid(found->proof, found->ratio, small, big));
            CHECK_FALSE(is_valid(found->proof, found->ratio + Rational(1), small, big));
            std::vector<Leaf*> leaves;
            collect_leaves(found->proof, leaves);
            for (Leaf* leaf : leaves) {
                const Leaf original = *leaf;
                for_each_change(original, [&](const Leaf& changed) {
                    *leaf = changed;
                    CHECK_FALSE(is_valid(found->proof, found->ratio, small, big));
                });
                *leaf = original;
            }
        }
    }
}

TEST_CASE("signs beyond 1, negative multipliers and negative ratios prove nothing") {
    // K = D_12 and F[prefix] = |−D_12| + |D_12|: all of these are identities.
    const Permutation sigma = test::ranks({2, 1});
    const Inequality lower = lower_side(Reading::prefix);
    const Functional small = functional(lower.small, sigma);
    const Functional big = functional(lower.big, sigma);
    const auto valid = [&](Leaf leaf) {
        const Rational ratio = leaf.ratio;
        ProofNode node;
        node.leaf = std::move(leaf);
        return is_valid(node, ratio, small, big);
    };
    CHECK(valid({2, {-1, 1}, {}, {}, {}}));
    CHECK(valid({1, {-1, 1}, {}, {{0, 1}}, {}}));
    CHECK_FALSE(valid({4, {-2, 2}, {}, {}, {}}));
    CHECK_FALSE(valid({3, {-1, 1}, {}, {{0, -1}}, {}}));
    CHECK_FALSE(valid({-1, {-1, 0}, {}, {{0, 2}}, {}}));
    CHECK_FALSE(valid({1, {-1, 1}, {}, {{0, 1}, {0, 0}}, {}}));
}

TEST_CASE("branch and bound splits, and each half is needed") {
    bool split_somewhere = false;
    const Inequality upper = upper_side(Reading::prefix_sym);
    for (const Permutation& sigma : test::all_permutations(5)) {
        auto found = decided(upper, sigma);
        if (!found || found->proof.is_leaf()) continue;
        split_somewhere = true;
        const Functional small = functional(upper.small, sigma);
        const Functional big = functional(upper.big, sigma);
        found->proof.negative = nullptr;
        CHECK_FALSE(is_valid(found->proof, found->ratio, small, big));
    }
    CHECK(split_somewhere);
}

TEST_CASE("a limit on programs ends in no answer") {
    const Inequality upper = upper_side(Reading::prefix_sym);
    for (const Permutation& sigma : test::all_permutations(5)) {
        const auto found = decided(upper, sigma);
        if (!found || found->programs == 1) continue;
        CHECK_FALSE(decide(functional(upper.small, sigma), functional(upper.big, sigma), 1));
    }
}

TEST_CASE("claimed symmetries keep the minimum on all of S_5") {
    for (const Inequality& inequality : test::both_sides()) {
        std::map<Permutation, Rational> minimum;
        for (const Permutation& sigma : test::all_permutations(5)) {
            if (!sigma.is_identity()) minimum[sigma] = decided(inequality, sigma).value().ratio;
        }
        const Symmetries symmetries = sweep_claim(inequality, 5).symmetries;
        CHECK(symmetries.reverse_complement);
        for (const auto& [sigma, ratio] : minimum) {
            INFO(to_string(inequality) << ", ranks " << sigma.to_string());
            for (const Permutation& image : orbit(sigma, symmetries)) {
                CHECK(minimum.at(image) == ratio);
            }
        }
    }
}

TEST_CASE("interval and prefix-sym do not have the symmetry of inversion") {
    for (const Reading reading : {Reading::interval, Reading::prefix_sym}) {
        CHECK_FALSE(sweep_claim(lower_side(reading), 5).symmetries.inverse);
        bool differs = false;
        for (const Permutation& sigma : test::all_permutations(5)) {
            if (sigma.is_identity()) continue;
            differs |= decided(lower_side(reading), sigma).value().ratio !=
                       decided(lower_side(reading), sigma.inverse()).value().ratio;
        }
        INFO("reading " << name_of(reading));
        CHECK(differs);
    }
}

TEST_CASE("a claim with weights, absolute values or inverses is reduced no further than is valid") {
    Weighting weighting;
    weighting.element_weights = ElementWeights::from(std::vector<std::int64_t>{1, 2, 3}, "w");
    const Claim weighted = sweep_claim(lower_side(Reading::box), 3, weighting);
    CHECK_FALSE(weighted.direct_sums);
    CHECK_FALSE(weighted.symmetries.inverse);
    CHECK_FALSE(weighted.symmetries.reverse_complement);

    const Distance k;
    const Distance k_inverse{Distance::Kind::kendall, Reading::prefix, true};
    const Distance box{Distance::Kind::footrule, Reading::box, false};
    const Claim inverse = sweep_claim({{{{1, k}}, {}}, {{{1, k_inverse}}, {}}}, 4);
    CHECK_FALSE(inverse.symmetries.inverse);
    CHECK(inverse.direct_sums);
    const Claim absolute = sweep_claim({{{}, {{1, {{1, k}, {-1, box}}}}}, {{{1, box}}, {}}}, 4);
    CHECK_FALSE(absolute.direct_sums);
    CHECK(absolute.symmetries.inverse);
}

TEST_CASE("a violation by a pseudometric gives a violation by a metric") {
    const Permutation sigma = test::ranks({6, 3, 2, 5, 4, 1});
    const Inequality conjecture = lower_side(Reading::prefix);
    const Functional kendall = functional(conjecture.small, sigma);
    const Functional footrule = functional(conjecture.big, sigma);
    const auto found = decide(kendall, footrule);
    REQUIRE(found);
    const auto strict = strict_violation(found->witness, kendall, footrule);
    REQUIRE(strict);
    CHECK(strict->is_metric());
    CHECK(footrule.value(*strict) < kendall.value(*strict));
    CHECK_FALSE(strict_violation(Dissimilarity::unit(6), kendall, footrule));
}
