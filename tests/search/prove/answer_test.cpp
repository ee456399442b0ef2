// SPDX-License-Identifier: MIT
// What is proved for every n, what is not, and certificates of it: constants that theorems and
// exact searches have, targets that are false, and every change of a certificate.
#include <algorithm>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/sha256.hpp"
#include "places.hpp"
#include "search/decision.hpp"
#include "search/functional.hpp"
#include "search/prove/answer.hpp"
#include "search/verify/verify.hpp"
#include "tests/catch.hpp"
#include "tests/search/verify/mutations.hpp"
#include "tests/support/permutations.hpp"

using namespace disarray;
using namespace disarray::search;

namespace {

EveryNAnswer answer(const std::string& text, bool all_weights = false) {
    return answer_for_every_n(questions_in(text).front(), all_weights);
}

EveryNAnswer by_family(const std::string& text, const std::string& name) {
    return answer_by_families(questions_in(text).front(), periodic_families_named(name, "test"));
}

/// The constant that is proved, "none" without one, with "sharp" if it is.
std::string constant(const std::string& text, bool all_weights = false) {
    const EveryNAnswer found = answer(text, all_weights);
    if (!found.proof) return "none";
    return found.least->to_string() + (found.is_sharp() ? " sharp" : "");
}

std::string verified(const std::string& certificate) {
    std::istringstream in(certificate);
    return verify::verify_stream(in, "test").line;
}

/// The certificate with the hash of its lines in its end, if it has an end.
std::string with_hash(std::string certificate) {
    const std::size_t end = certificate.rfind("{\"end\"");
    const std::size_t place = certificate.find("\"sha256\":\"");
    if (end == std::string::npos || place == std::string::npos || place < end) return certificate;
    Sha256 hash;
    hash.add(std::string_view(certificate).substr(0, end));
    return certificate.replace(place + 10, 64, hash.hex());
}

}  // namespace

TEST_CASE("the least constants that are proved for every n", "[prove]") {
    CHECK(constant("K <= c*F[interval]") == "1 sharp");
    CHECK(constant("F[interval] <= c*K") == "4 sharp");
    CHECK(constant("K <= c*F[box]") == "1 sharp");
    CHECK(constant("F[box] <= c*K") == "4 sharp");
    CHECK(constant("F[interval] + F[box] <= c*K") == "8 sharp");
    CHECK(constant("2*F[interval] + F[box] <= c*K") == "12 sharp");
    CHECK(constant("F[prefix] <= c*K") == "2 sharp");
    CHECK(constant("F[prefix] <= c*F[interval]") == "2 sharp");
    CHECK(constant("F[interval] <= c*F[box]") == "3/2 sharp");
    CHECK(constant("F[box] <= c*F[interval]") == "2 sharp");
    CHECK(constant("K + F[box] <= c*F[interval]") == "3 sharp");
    CHECK(constant("K[inverse] <= c*F[interval,inverse]") == "1 sharp");
    CHECK(constant("K + K[inverse] <= c*(F[interval] + F[interval,inverse])") == "1 sharp");
    CHECK(constant("K <= c*F[box]", true) == "1 sharp");
    CHECK(constant("F[prefix] <= c*K", true) == "2 sharp");
}

// docs/conjectures.md, "Between K, F[interval] and F[box]": a hexagon. Its sides are proved, and so
// is what touches it in one corner only, whose sharpness says that the corner is one.
TEST_CASE("constants scale with both sides, however long the factors", "[prove]") {
    // One part and two; found by steps, as K <= c*F[interval] and F[box] <= c*K need.
    for (const auto& [small, big] : {std::pair("K", "F[interval]"), std::pair("F[box]", "K"),
                                     std::pair("F[interval]", "F[box]")}) {
        const Rational unscaled = *answer(fmt::format("{} <= c*{}", small, big)).least;
        for (const std::string a : {"1/1000000007", "0.333333333", "530249649552229573/332"}) {
            for (const std::string b : {"1", "910903838011689967/996735975943"}) {
                const std::string text = fmt::format("{}*{} <= c*{}*{}", a, small, b, big);
                INFO(text);
                const EveryNAnswer found = answer(text);
                REQUIRE(found.proof);
                CHECK(*found.least == unscaled * Rational::parse(a, "a") / Rational::parse(b, "b"));
                CHECK(found.is_sharp());
                CHECK(found.verification.starts_with("VERIFIED"));
            }
        }
    }
}

TEST_CASE("six inequalities say all between K, F[interval] and F[box]", "[prove]") {
    for (const char* const side :
         {"K <= c*F[interval]", "F[box] <= c*(F[interval] + K)",
          "2*F[box] <= c*(F[interval] + 4*K)", "F[interval] <= 4*c*K",
          "F[interval] <= c*(F[box] + K)", "K + F[interval] <= 2*c*F[box]"}) {
        INFO(side);
        CHECK(constant(side) == "1 sharp");
    }
    for (const char* const corner :
         {"2*K <= c*(F[interval] + F[box])", "F[box] <= 2*c*F[interval]",
          "4*F[box] <= c*(3*F[interval] + 6*K)", "F[interval] + F[box] <= 8*c*K",
          "2*F[interval] <= c*(F[box] + 5*K)", "2*F[interval] <= 3*c*F[box]"}) {
        INFO(corner);
        CHECK(constant(corner) == "1 sharp");
    }
}

TEST_CASE("a constant that is written out is proved or not", "[prove]") {
    CHECK(answer("K <= 1*F[interval]").proof);
    CHECK(answer("2*F[interval] <= 9*K").proof);
    CHECK(answer("F[interval] >= K").proof);
    const EveryNAnswer tight = answer("K <= 0.99*F[interval]");
    CHECK_FALSE(tight.proof);
    CHECK(tight.is_refuted());
    CHECK(tight.certificate.empty());
    CHECK_FALSE(answer("F[box] <= 3.99*K").proof);
    CHECK_FALSE(answer("K <= F[interval]", true).proof);
    CHECK_FALSE(answer("F[interval] <= 4*K", true).proof);
}

TEST_CASE("what fails for large n alone is refuted by families", "[prove]") {
    // F[prefix] <= 2*F[interval] comes as near to equality as one likes: 2 > 5/3.
    const EveryNAnswer found = answer("1/2*F[prefix] <= 5/6*F[interval]");
    CHECK(found.families_refute);
    CHECK(found.is_refuted());
    CHECK_FALSE(found.is_sharp());
    CHECK(found.attained.extreme->ratio() == Rational(1));  // of n <= 6: no witness
    CHECK(found.verification.ends_with("needs c >= 6/5"));
    REQUIRE(found.family_witness);
    CHECK(found.family_witness->sigma.size() == 7);  // n - 1 above 5/6*n
    CHECK(found.family_witness->ratio() < Rational(1));
    // n - 1 is above 199/200*n from n = 201 on, which is not shown.
    const EveryNAnswer far = answer("1/2*F[prefix] <= 199/200*F[interval]");
    CHECK(far.families_refute);
    CHECK_FALSE(far.family_witness);
    for (const PeriodicFamily& family : found.attained.families) {
        const auto values = values_on(family, found.stated);
        REQUIRE(values);
        CHECK(values->big.slope < values->small.slope);  // so M < N from some n on
    }
    CHECK_FALSE(answer("1/2*F[prefix] <= F[interval]").is_refuted());
    CHECK_FALSE(answer("F[interval] <= 3/2*F[box]", true).is_refuted());
}

TEST_CASE("what these proofs cannot be about is refused with the reason", "[prove]") {
    using Catch::Matchers::Contains;
    CHECK_THROWS_WITH(answer("K <= c*F[prefix]"), Contains("sum of absolute values"));
    CHECK_THROWS_WITH(answer("K <= c*F[prefix-sym]"), Contains("sum of absolute values"));
    CHECK_THROWS_WITH(answer("K[inverse] <= c*F[interval]"), Contains("order types do not tie"));
    CHECK_THROWS_WITH(answer("|K - F[box]| <= 3*K"), Contains("an absolute value"));
    PeriodicFamily early = periodic_families_named("rotation", "test").front();
    early.first = 0;  // F[box] of 2 1 is less than the formula
    CHECK_THROWS_WITH(answer_by_families(questions_in("F[box] <= c*K").front(), {early}),
                      Contains("affine"));
    CHECK_THROWS_AS(periodic_families_named("frame", "test"), InputError);
}

TEST_CASE("families say what constants need for every n of a residue class", "[prove]") {
    CHECK(by_family("K <= c*F[prefix]", "framed").verification ==
          "VERIFIED of σ in S_n and pseudometrics D (w = δ = 1): K = 3/2*n - 2 and F[prefix] = n "
          "for some of them at n = 4, 6, 8, ..., so that K <= c*(F[prefix]) needs c >= 3/2");
    CHECK(by_family("F[prefix-sym] <= c*K", "rotation")
              .verification.ends_with("so that no c will do in F[prefix-sym] <= c*(K)"));
    CHECK(answer("F[interval] <= c*K").verification.ends_with("; attained for n = 4, 5, 6, ..."));
    const std::string box = answer("F[box] <= c*K").verification;
    CHECK(box.find("F[box] = 2*n - 5 and 4*K = 2*n - 4 for some of them at n = 6, 10, 14, ..., so "
                   "that no smaller constant will do") != std::string::npos);
    CHECK(box.find("at n = 8, 12, 16, ...") != std::string::npos);
    // At n = 4, 6, 8 these are the greatest that the exact search has: 4/3, 7/5, 10/7 and 3/2, 5/3,
    // 7/4.
    CHECK(answer("F[interval] <= c*F[box]")
              .verification.ends_with(
                  "F[interval] = 3/2*n - 2 and 3/2*F[box] = 3/2*n - 3/2 for some of them at n = 4, "
                  "6, 8, ..., so that no smaller constant will do"));
    CHECK(answer("F[box] <= c*F[interval]")
              .verification.ends_with(
                  "F[box] = n - 1/2 and 2*F[interval] = n + 2 for some of them at n = 4, 6, 8, "
                  "..., so that no smaller constant will do"));
}

TEST_CASE("inflated rankings are those of the definition", "[prove]") {
    PeriodicFamily family{"test", {}, {}, {}, 1, {{2, true, 0}, {3, false, 1}, {1, true, 0}}};
    CHECK(family.sigma(3).to_string() == "4 5 6 7 1 2 3");
    CHECK(family.sigma(0).to_string() == "1");
    CHECK(family.length(5) == 11);
    CHECK(family.dissimilarity(2)(0, 1) == Rational(0));
    CHECK(family.dissimilarity(2)(1, 2) == Rational(1));
    const auto of = [](const char* text) { return questions_in(text).front().inequality; };
    CHECK(values_on(family, of("K <= F[box]")));
    CHECK_FALSE(values_on(family, of("K <= F[prefix]")));
    CHECK_FALSE(values_on(family, of("K[inverse] <= F[box]")));
    std::string changed = every_n_certificate(of("K <= F[box]"), nullptr, {family});
    CHECK(verified(changed).starts_with("VERIFIED of σ in S_n"));
    for (std::size_t at = 0; (at = changed.find("F[box]", at)) != std::string::npos; ++at)
        changed.replace(at, 6, "F[prefix]");
    CHECK(
        verified(with_hash(changed)) ==
        "REJECTED test: line 2, family, inflated: expected terms K, F[interval] and F[box], found "
        "another one");
    family.inflated[2].colour = 2;  // then K is of degree 2
    CHECK_FALSE(values_on(family, of("K <= F[box]")));
}

TEST_CASE("a family is a permutation and a pseudometric with its values, up to 100 elements",
          "[prove]") {
    const Inequality any = questions_in("K <= F[box] + F[prefix] + F[interval]")[0].inequality;
    std::vector<PeriodicFamily> families = periodic_families();
    const Inequality linear = questions_in("K <= F[box] + F[interval]")[0].inequality;
    for (const char* const text : {"F[interval] <= 3/2*F[box]", "F[box] <= 2*F[interval]"})
        families.push_back(attained(questions_in(text).front().inequality).families.at(0));
    for (const PeriodicFamily& family : families) {
        INFO(family.name);
        const Inequality& inequality = family.inflated.empty() ? any : linear;
        for (std::size_t m = family.first; family.length(m) <= 40; ++m)
            CHECK(family.dissimilarity(m).is_pseudometric());
        const auto values = values_on(family, inequality);
        REQUIRE(values);
        const std::size_t m = (100 - family.length(0)) / (family.length(1) - family.length(0));
        const Evidence far =
            naive_evidence(inequality, family.sigma(m), {}, family.dissimilarity(m));
        CHECK(far.small == values->small.constant + Rational(m) * values->small.slope);
        CHECK(far.big == values->big.constant + Rational(m) * values->big.slope);
    }
}

// FORMAT.md, "Weights": what does not move is removed before any step, and no pair of two of the
// components that are left counts.
TEST_CASE("weights of fixed elements are free, and each component has one of its own", "[prove]") {
    const Rational one = 1;
    for (const Permutation& sigma : test::all_permutations(5)) {
        if (sigma.is_identity()) continue;
        Weighting weighting;
        std::vector<Rational> weights;
        Rational of_component = 1;
        std::size_t reached = 0;
        for (std::size_t i = 0; i < sigma.size(); ++i) {
            const bool fixed = sigma[i] == i;
            if (!fixed && i > reached) of_component += 2;
            if (!fixed) reached = std::max<std::size_t>({reached, i, sigma[i]});
            weights.push_back(fixed ? Rational(Integer(i % 2 == 0 ? 7 : 1), Integer(3))
                                    : of_component);
        }
        weighting.element_weights = ElementWeights::from(weights, "test");
        for (const char* const text :
             {"K <= F[interval]", "F[interval] <= 4*K", "K <= F[box]", "F[box] <= 4*K",
              "F[box] <= 2*F[interval]", "F[interval] <= 3/2*F[box]"}) {
            const Inequality inequality = questions_in(text).front().inequality;
            const auto decision = decide(functional(inequality.small, sigma, weighting),
                                         functional(inequality.big, sigma, weighting));
            INFO(text << " at " << sigma.to_string());
            REQUIRE(decision);
            CHECK(decision->ratio >= one);
        }
    }
}

TEST_CASE("every change of a certificate for every n is rejected", "[prove]") {
    const auto check = [](const std::string& certificate, std::size_t at_least) {
        const test::NegativeResult result = test::negative_suite(certificate);
        CHECK(result.mutations >= at_least);
        for (const std::string& line : result.malformed)
            FAIL_CHECK(line);
        for (const std::string& change : result.accepted)
            FAIL_CHECK(change);
    };
    check(answer("K <= c*F[interval]").certificate, 4000);
    check(answer("F[box] <= c*K").certificate, 6000);
    check(answer("F[prefix] <= c*K", true).certificate, 400);
    check(by_family("K <= c*F[prefix]", "framed").certificate, 400);
    check(answer("F[interval] <= c*F[box]").certificate, 4000);
}

// The hash of the lines only tells that a file was changed. Without it, a change that is accepted
// has to leave a true statement: another potential with the same identities, parts or identities
// that are equal or may stand in another order, or another family.
TEST_CASE("a change with the right hash is rejected or leaves a true statement", "[prove]") {
    for (const char* const text : {"K <= c*F[interval]", "F[interval] <= c*K", "K <= c*F[box]",
                                   "F[box] <= c*K", "F[interval] <= c*F[box]"}) {
        const EveryNAnswer original = answer(text);
        const std::string claimed =
            original.verification.substr(0, original.verification.find(';'));
        std::size_t accepted = 0;
        test::for_each_mutation(original.certificate, [&](const std::string& what,
                                                          const std::string& changed) {
            const std::string line = verified(with_hash(changed));
            if (!line.starts_with("VERIFIED ")) return;
            ++accepted;
            INFO(what << " -> " << line);
            CHECK(line.starts_with(claimed));
            const auto has = [&](const char* word) { return what.find(word) != std::string::npos; };
            CHECK((has("family") || has("potential") || has("exchanged")));
        });
        CHECK(accepted <= 8);
    }
}

// Proofs of F[interval] ≤ K in which H is the same on all types, so that no step changes it: what
// is wrong is only that H is < 0 where an element is fixed, or that ψ is < 0.
TEST_CASE("a false proof whose steps hold is rejected", "[prove]") {
    const Inequality inequality = questions_in("F[interval] <= K").front().inequality;
    const TypeForm small = form_above(inequality.small, false);
    const TypeForm big = form_below(inequality.big, false);
    for (const auto& [height, complaint] :
         {std::pair{-3, "a rest >= 0, as an element is fixed"}, std::pair{0, "a number >= 0"}}) {
        StepProof part;
        for (std::size_t t = 0; t < order_type_count; ++t) {
            part.target.push_back(big[t] - small[t]);
            part.potential.push_back(part.target[t] - Rational(height));
        }
        part.steps.resize(configuration_count);
        const EveryNProof proof{1, {{false, {part}}}, false};
        const std::string line = verified(every_n_certificate(inequality, &proof, {}));
        INFO(line);
        CHECK(line.starts_with("REJECTED test: line 2, part 1, "));
        CHECK(line.find(complaint) != std::string::npos);
    }
}

// growing.jsonl is what the prover finds if it leaves out one condition: F[interval] ≤ 3K, which is
// false, with steps that hold between their points.
TEST_CASE("a proof in which pairs beyond the points grow is rejected", "[prove]") {
    std::ifstream in(DISARRAY_SOURCE_DIR "/tests/search/prove/growing.jsonl");
    REQUIRE(in);
    CHECK(verify::verify_stream(in, "test").line ==
          "REJECTED test: line 2, part 1, order type 3412: expected a rest that does not grow when "
          "the element becomes fixed, found one");
}

TEST_CASE("a proof is none of another claim, nor of half a claim", "[prove]") {
    const auto replaced = [](std::string text, const std::string& from, const std::string& to) {
        for (std::size_t at = text.find(from); at != std::string::npos;
             at = text.find(from, at + to.size()))
            text.replace(at, from.size(), to);
        return with_hash(text);
    };
    const std::string certificate = answer("F[interval] <= c*K").certificate;
    CHECK(verified(with_hash(certificate)).starts_with("VERIFIED F[interval] <= 4*K"));
    for (const auto& [from, to] :
         {std::pair{"\"coefficient\":\"4\"", "\"coefficient\":\"399/100\""},
          std::pair{"\"weights\":\"unit\"", "\"weights\":\"all\""},
          std::pair{"F[interval]", "F[box]"}, std::pair{"F[interval]", "F[interval,inverse]"},
          std::pair{"F[interval]", "F[prefix-sym]"},
          std::pair{"\"method\":\"steps\"", "\"method\":\"coefficients\""},
          std::pair{"\"exchanged\":false", "\"exchanged\":true"}}) {
        INFO(to);
        CHECK(verified(replaced(certificate, from, to)).starts_with("REJECTED test: line "));
    }
    const std::string both =
        answer("K + K[inverse] <= c*(F[interval] + F[interval,inverse])").certificate;
    CHECK(verified(replaced(both, "\"ranking\":\"inverse\"", "\"ranking\":\"sigma\""))
              .starts_with("REJECTED test: line 3"));
    std::string half = both;  // without the proof for σ⁻¹
    const std::size_t second = half.find("{\"ranking\":\"inverse\"");
    half.erase(second, half.find('\n', second) + 1 - second);
    CHECK(verified(replaced(half, "\"records\":3", "\"records\":2"))
              .find("expected a proof for each ranking") != std::string::npos);
}
