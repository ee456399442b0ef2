// SPDX-License-Identifier: MIT
// The formulas with the numbers in them add up to K and F, for every reading and kind of weight.
#include "reports/derivation.hpp"
#include "base/error.hpp"
#include "metrics/naive.hpp"
#include "ranking/enumeration.hpp"
#include "tests/catch.hpp"

using namespace disarray;
using namespace disarray::reports;

namespace {

RatioWitness witness_at(const Permutation& sigma, const Weighting& weighting,
                        metrics::Reading reading) {
    RatioWitness witness;
    witness.sigma = sigma;
    witness.weighting = weighting;
    const Permutation identity = Permutation::identity(sigma.size());
    witness.kendall = metrics::naive::kendall(sigma, identity, weighting);
    witness.footrule = metrics::naive::footrule(sigma, identity, weighting, reading);
    return witness;
}

Weighting weights_of_4() {
    Weighting weighting;
    weighting.element_weights = ElementWeights::from(std::vector<std::int64_t>{3, 1, 2, 5}, "w");
    const std::vector<Rational> costs = {Rational(0), Rational(Integer(1), Integer(2)),
                                         Rational(3)};
    weighting.swap_costs = SwapCosts::from(costs, "costs");
    const std::vector<Rational> positions = {Rational(0), Rational(1), Rational(5), Rational(2)};
    weighting.dissimilarity = Dissimilarity::line(positions);
    return weighting;
}

}  // namespace

TEST_CASE("the least counterexample by hand", "[reports]") {
    const std::vector<std::int64_t> ranks = {6, 3, 2, 5, 4, 1};
    Weighting weighting;
    weighting.dissimilarity =
        Dissimilarity::multi_class(std::vector<std::int64_t>{0, 1, 0, 1, 0, 1});
    const RatioWitness witness =
        witness_at(Permutation::from_ranks(ranks, "ranks"), weighting, metrics::Reading::prefix);
    // The terms are those that the README adds up.
    CHECK(derivation(witness, "prefix") ==
          std::vector<std::string>{
              "a(i,j) = D_ij",
              "K = a(1,2) + a(1,4) + a(1,6) + a(2,3) + a(3,6) + a(4,5) + a(5,6) = 1 + 1 + 1 + 1 + "
              "1 + 1 + 1 = 7, over the inverted pairs; a = 0 in 4 more",
              "F[prefix] = Σ_i |Σ a(i,j), j < i − Σ a(i,j), σ(j) < σ(i)|",
              "F[prefix] = |0 − 3| + |1 − 1| + |1 − 1| + |2 − 2| + |2 − 2| + |3 − 0| = 3 + 0 + 0 + "
              "0 + 0 + 3 = 6"});
}

TEST_CASE("the sums are K and F on all of S_4, with and without weights", "[reports]") {
    const Weighting weighted = weights_of_4();
    Weighting local = weighted;
    local.fixed_points = FixedPointPolicy::local;
    for (const Weighting& weighting : {Weighting{}, weighted, local}) {
        for (std::uint64_t rank = 0; rank < 24; ++rank) {
            const Permutation sigma = lexicographic_unrank(4, rank);
            for (const auto reading : {metrics::Reading::prefix, metrics::Reading::prefix_sym,
                                       metrics::Reading::interval, metrics::Reading::box}) {
                // derivation() refuses another sum itself.
                CHECK_NOTHROW(derivation(witness_at(sigma, weighting, reading),
                                         std::string(name_of(reading))));
            }
        }
    }
}

TEST_CASE("a sum that is not what the witness says is a fault", "[reports]") {
    RatioWitness witness =
        witness_at(Permutation::reversal(4), weights_of_4(), metrics::Reading::box);
    witness.footrule = *witness.footrule + Rational(1);
    CHECK_THROWS_AS(derivation(witness, "box"), InternalError);
    witness = witness_at(Permutation::reversal(4), weights_of_4(), metrics::Reading::prefix);
    witness.kendall = *witness.kendall + Rational(1);
    CHECK_THROWS_AS(derivation(witness, "prefix"), InternalError);
}

TEST_CASE("long sums are cut, with their number", "[reports]") {
    RatioWitness witness;
    witness.sigma = Permutation::reversal(20);
    const std::vector<std::string> lines = derivation(witness, "");
    REQUIRE(lines.size() == 2);
    CHECK(lines[1].find("… (190 terms)") != std::string::npos);
    CHECK(lines[1].find("= 190, over the inverted pairs") != std::string::npos);
}
