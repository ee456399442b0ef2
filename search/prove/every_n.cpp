// SPDX-License-Identifier: MIT
#include "search/prove/every_n.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/sha256.hpp"
#include "ranking/enumeration.hpp"
#include "search/certificate.hpp"
#include "search/prove/order_types.hpp"
#include "search/sweep.hpp"

namespace disarray::search {

namespace {

using Json = nlohmann::ordered_json;

/// Largest n of the certified search for rankings that attain a constant; n = 8 takes seconds.
constexpr std::size_t searched_n = 6;
/// Largest n at which the extreme ranking is inflated, and at which every one is: 2^n choices of
/// what grows, 2^(n−1) cuts.
constexpr std::size_t inflated_n = 4, all_inflated_n = 3;

bool is_zero_form(const TypeForm& form) {
    return std::ranges::all_of(form, [](const Rational& value) { return value.sign() == 0; });
}

/// The least c with N ≤ c·M in each coefficient; empty if there is none.
std::optional<Rational> least_constant_by_coefficients(const TypeForm& small, const TypeForm& big) {
    Rational least = 0;
    for (std::size_t t = 0; t < order_type_count; ++t) {
        if (small[t].sign() == 0) continue;
        if (big[t].sign() == 0) return std::nullopt;
        least = std::max(least, small[t] / big[t]);
    }
    return least;
}

[[noreturn]] void refuse_greater_side(const Inequality& inequality, bool inverse) {
    const auto is_prefix = [](const Term& term) { return !term.distance.is_linear(); };
    if (std::ranges::any_of(inequality.big.terms, is_prefix)) {
        throw NotSupported("an inequality for every n", to_string(inequality),
                           "K, F[interval] or F[box] on the greater side: F[prefix] is a sum of "
                           "absolute values, below which no sum over order types of pairs stays");
    }
    throw NotSupported("an inequality for every n", to_string(inequality),
                       inverse ? "terms of the inverse on the greater side, as the smaller has: "
                                 "order types do not tie σ⁻¹(i) to σ(i)"
                               : "terms of σ on the greater side, as the smaller has: order types "
                                 "do not tie σ(i) to σ⁻¹(i)");
}

/// The better of the two ways, for the terms of σ or of σ⁻¹; that by coefficients, which holds for
/// all weights, if both are as good.
std::optional<std::pair<Rational, RankingProof>> least_constant(const TypeForm& small,
                                                                const TypeForm& big, bool inverse,
                                                                bool all_weights) {
    std::optional<std::pair<Rational, RankingProof>> found;
    if (const auto c = least_constant_by_coefficients(small, big)) found = {*c, {inverse, {}}};
    if (all_weights) return found;
    const auto bound = least_constant_by_steps(small, big);
    if (!bound || (found && found->first <= bound->constant)) return found;
    return std::pair{bound->constant, RankingProof{inverse, bound->parts}};
}

/// The proof of N ≤ c·M as one of N ≤ (c + more)·M: what is more goes to the potential.
void raise_constant(RankingProof& ranking, const Inequality& inequality, const Rational& more) {
    if (ranking.parts.empty()) return;
    const TypeForm big = form_below(inequality.big, ranking.inverse);
    for (std::size_t t = 0; t < order_type_count; ++t) {
        ranking.parts[0].target[t] += more * big[t];
        ranking.parts[0].potential[t] += more * big[t];
    }
}

// ---------------------------------------------------------------------------------------------
// The certificate.

Json header_json(const Inequality& inequality, bool all_weights) {
    return {{"format", "disarray.every-n/1"},
            {"small", expression_json(inequality.small)},
            {"big", expression_json(inequality.big)},
            {"weights", all_weights ? "all" : "unit"}};
}

Json numbers_json(const TypeForm& form) {
    Json json = Json::array();
    for (const Rational& value : form)
        json.push_back(value.to_string());
    return json;
}

Json identity_json(const StepIdentity& identity) {
    Json triangles = Json::array(), slacks = Json::array();
    for (const auto& t : identity.triangles)
        triangles.push_back({t.i, t.j, t.k, t.multiplier.to_string()});
    for (const auto& s : identity.slacks)
        slacks.push_back({s.i, s.j, s.multiplier.to_string()});
    return {{"triangles", std::move(triangles)}, {"slacks", std::move(slacks)}};
}

Json part_json(const StepProof& part) {
    Json json = {{"exchanged", part.exchanged},
                 {"target", numbers_json(part.target)},
                 {"potential", numbers_json(part.potential)},
                 {"steps", Json::array()}};
    for (const StepIdentity& identity : part.steps)
        json["steps"].push_back(identity_json(identity));
    return json;
}

Json proof_json(const RankingProof& proof) {
    Json json = {{"ranking", proof.inverse ? "inverse" : "sigma"},
                 {"method", proof.parts.empty() ? "coefficients" : "steps"}};
    for (const StepProof& part : proof.parts)
        json["parts"].push_back(part_json(part));
    return json;
}

Json elements_json(const std::vector<PatternElement>& elements) {
    Json json = Json::array();
    for (const PatternElement& element : elements)
        json.push_back({element.rank, element.colour});
    return json;
}

Json family_json(const PeriodicFamily& family, const FamilyValues& values) {
    const auto affine = [](const Affine& line) {
        return Json{line.constant.to_string(), line.slope.to_string()};
    };
    Json json;
    if (family.inflated.empty()) {
        json = {{"left", elements_json(family.left)},
                {"block", elements_json(family.block)},
                {"right", elements_json(family.right)}};
    } else {
        for (const InflatedElement& element : family.inflated)
            json["inflated"].push_back({element.rank, element.grows, element.colour});
    }
    json["first"] = family.first;
    json["small"] = affine(values.small);
    json["big"] = affine(values.big);
    return {{"family", std::move(json)}};
}

// ---------------------------------------------------------------------------------------------
// Where the constant is attained.

/// σ with fixed points behind it, and a cut, that have N = M > 0.
std::optional<PeriodicFamily> padded_with_cut(const Inequality& inequality,
                                              const Permutation& sigma) {
    for (unsigned cut = 1; cut < 1U << (sigma.size() - 1); ++cut) {
        std::vector<int> side;
        for (std::size_t i = 0; i < sigma.size(); ++i)
            side.push_back(static_cast<int>(cut >> i & 1U));
        const PeriodicFamily family = padded_family(sigma, side);
        const auto values = values_on(family, inequality);
        if (values && values->small == values->big) return family;
    }
    return std::nullopt;
}

}  // namespace

std::optional<EveryNProof> prove_for_every_n(const Inequality& inequality, bool all_weights) {
    EveryNProof proof{0, {}, all_weights};
    std::vector<Rational> constants;
    for (const bool inverse : {false, true}) {
        const TypeForm small = form_above(inequality.small, inverse);
        const TypeForm big = form_below(inequality.big, inverse);
        if (is_zero_form(small)) continue;
        if (is_zero_form(big)) refuse_greater_side(inequality, inverse);
        auto found = least_constant(small, big, inverse, all_weights);
        if (!found) return std::nullopt;
        constants.push_back(found->first);
        proof.rankings.push_back(std::move(found->second));
    }
    proof.constant = *std::ranges::max_element(constants);
    for (std::size_t k = 0; k < constants.size(); ++k)
        raise_constant(proof.rankings[k], inequality, proof.constant - constants[k]);
    return proof;
}

EveryNProof with_constant(EveryNProof proof, const Inequality& inequality,
                          const Rational& constant) {
    if (constant < proof.constant) throw UsageError("a proof of a smaller constant");
    for (RankingProof& ranking : proof.rankings)
        raise_constant(ranking, inequality, constant - proof.constant);
    proof.constant = constant;
    return proof;
}

Attained attained(const Inequality& inequality) {
    Attained result;
    SweepOptions options;
    options.claim = sweep_claim(inequality, searched_n);
    const Rational one = 1;
    std::vector<Permutation> short_ones = all_permutations(all_inflated_n);
    for (const LengthResult& length : sweep(options).lengths) {
        if (!length.complete || !length.found) break;
        result.searched = length.n;
        const Evidence& best = length.found->best;
        if (length.n <= inflated_n) short_ones.insert(short_ones.begin(), best.sigma);
        if (!result.extreme || best.ratio() < result.extreme->ratio()) result.extreme = best;
        if (!result.least && best.ratio() == one) result.least = best;
    }
    if (result.least) {
        if (auto family = padded_with_cut(inequality, result.least->sigma)) {
            result.families.push_back(std::move(*family));
            return result;
        }
    }
    for (const PeriodicFamily& family : periodic_families()) {
        const auto values = values_on(family, inequality);
        if (values && values->small.slope.sign() > 0 && values->small.slope == values->big.slope) {
            result.families.push_back(family);
        }
    }
    for (std::size_t k = 0; k < short_ones.size() && result.families.empty(); ++k) {
        if (auto family = inflated_family(short_ones[k], inequality))
            result.families.push_back(std::move(*family));
    }
    return result;
}

std::string every_n_certificate(const Inequality& inequality, const EveryNProof* proof,
                                const std::vector<PeriodicFamily>& families) {
    const Json header = header_json(inequality, proof != nullptr && proof->all_weights);
    std::string lines = header.dump() + "\n";
    std::size_t records = 0;
    if (proof != nullptr) {
        for (const RankingProof& ranking : proof->rankings)
            lines += proof_json(ranking).dump() + "\n";
        records += proof->rankings.size();
    }
    for (const PeriodicFamily& family : families) {
        const auto values = values_on(family, inequality);
        if (!values) throw UsageError("a family on which N and M are not affine");
        lines += family_json(family, *values).dump() + "\n";
        ++records;
    }
    Sha256 hash;
    hash.add(lines);
    const Json end = {{"claim", header}, {"records", records}, {"sha256", hash.hex()}};
    return lines + Json{{"end", end}}.dump() + "\n";
}

}  // namespace disarray::search
