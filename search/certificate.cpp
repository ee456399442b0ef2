// SPDX-License-Identifier: MIT
//
// Why the reductions of sweep_claim are valid (FORMAT.md states them too; the verifier takes
// neither on trust: it renames every member of a class).
//
// Direct sums. K adds up over σ = α⊕β, because no pair across is inverted. So does F in every
// reading: an element of α moves within the ranks of α, its prefix form and its interval see
// elements of α only, and (α⊕β)⁻¹ = α⁻¹⊕β⁻¹. Any pseudometrics on the two parts extend to one on
// their union. Hence min M/N of α⊕β is the smaller of the two minima (mediant inequality; a part
// with N = 0 does not count). The absolute value of a difference does not add up, and weights
// belong to places, so neither allows it.
//
// Reverse-complement, i ↦ n+1−i on elements and on ranks: inverted pairs go to inverted pairs; a
// closed interval of ranks goes to a closed interval; in the prefix forms "before" and "after"
// change places, which changes their sign only. The same holds for σ⁻¹, since (σ^rc)⁻¹ = (σ⁻¹)^rc.
// So every distance has it, as long as w = δ = 1.
//
// Inversion, element i of σ as element σ(i) of σ⁻¹: {i,j} is inverted in σ iff {σ(i),σ(j)} is in
// σ⁻¹. The inverted neighbours of i before it become those of σ(i) after it, so prefix forms change
// sign. The two halves of box, over σ(j) and over j in I(σ(i),i), change places. So K, prefix and
// box have it; interval is the first half alone, and whatever looks at σ⁻¹ under the labels of σ,
// as prefix-sym does, has it not (S_4 has counterexamples; the tests hold them).
#include "search/certificate.hpp"

#include <algorithm>

#include <zstd.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace disarray::search {

namespace {

using Json = nlohmann::ordered_json;

Json ranks_json(const Permutation& sigma) {
    Json ranks = Json::array();
    for (const Rank rank : sigma.ranks())
        ranks.push_back(rank + 1);
    return ranks;
}

Json terms_json(const std::vector<Term>& terms) {
    Json json = Json::array();
    for (const Term& term : terms) {
        json.push_back(Json{{"coefficient", term.coefficient.to_string()},
                            {"functional", functional_name(term.distance)}});
    }
    return json;
}

}  // namespace

Json expression_json(const Expression& expression) {
    Json json = terms_json(expression.terms);
    for (const AbsoluteTerm& term : expression.absolute) {
        json.push_back(Json{{"coefficient", term.coefficient.to_string()},
                            {"absolute", terms_json(term.inside)}});
    }
    return json;
}

namespace {

Json matrix_json(const Dissimilarity& d) {
    Json rows = Json::array();
    for (std::size_t i = 0; i < d.size(); ++i) {
        Json row = Json::array();
        for (std::size_t j = 0; j < d.size(); ++j)
            row.push_back(d(i, j).to_string());
        rows.push_back(std::move(row));
    }
    return rows;
}

Json leaf_json(const Leaf& leaf, std::size_t n, bool below_split) {
    Json json = {{"ratio", leaf.ratio.to_string()},
                 {"signs", Json::array()},
                 {"triangles", Json::array()},
                 {"slacks", Json::array()}};
    for (const Rational& sign : leaf.signs)
        json["signs"].push_back(sign.to_string());
    for (const TriangleTerm& t : leaf.triangles) {
        json["triangles"].push_back({t.i + 1, t.j + 1, t.k + 1, t.multiplier.to_string()});
    }
    auto slack = leaf.slacks.begin();
    for (std::size_t i = 0, e = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j, ++e) {
            if (slack == leaf.slacks.end() || slack->pair != e) continue;
            json["slacks"].push_back({i + 1, j + 1, slack->multiplier.to_string()});
            ++slack;
        }
    }
    if (!below_split) return json;
    json["regions"] = Json::array();
    for (const RegionTerm& r : leaf.regions)
        json["regions"].push_back({r.form + 1, r.multiplier.to_string()});
    return json;
}

Json node_json(const ProofNode& node, std::size_t n, bool below_split = false) {
    if (node.is_leaf()) return leaf_json(node.leaf, n, below_split);
    return {{"split", node.split + 1},
            {"positive", node_json(*node.positive, n, true)},
            {"negative", node_json(*node.negative, n, true)}};
}

/// The σ and D that attain a ratio.
Json attaining_json(const Evidence& evidence) {
    return {{"ranks", ranks_json(evidence.sigma)},
            {"dissimilarity", matrix_json(evidence.weighting.dissimilarity.value())}};
}

Json weights_json(const std::optional<ElementWeights>& weights) {
    if (!weights) return "unit";
    Json json = Json::array();
    for (std::size_t i = 0; i < weights->size(); ++i)
        json.push_back((*weights)[i].to_string());
    return json;
}

Json swap_costs_json(const std::optional<SwapCosts>& costs) {
    if (!costs) return "unit";
    Json json = Json::array();
    for (const Rational& cost : costs->costs())
        json.push_back(cost.to_string());
    return json;
}

Json header_json(const Claim& claim) {
    Json symmetries = Json::array();
    if (claim.symmetries.inverse) symmetries.push_back("inverse");
    if (claim.symmetries.reverse_complement) symmetries.push_back("reverse-complement");
    Json header = {
        {"format", claim.threshold ? "disarray.certificate/2" : "disarray.certificate/1"},
        {"n", claim.n},
        {"scope", claim.sigma ? ranks_json(*claim.sigma) : Json("all")},
        {"small", expression_json(claim.inequality.small)},
        {"big", expression_json(claim.inequality.big)},
        {"weights", weights_json(claim.weighting.element_weights)},
        {"swap_costs", swap_costs_json(claim.weighting.swap_costs)},
        {"fixed_points", name_of(claim.weighting.fixed_points)},
        {"direct_sums", claim.direct_sums},
        {"symmetries", std::move(symmetries)}};
    if (claim.threshold) header["scale"] = claim.scale;
    return header;
}

}  // namespace

Claim sweep_claim(const Inequality& inequality, std::size_t n, const Weighting& weighting) {
    Claim claim{inequality, n, std::nullopt, weighting, false, {}};
    claim.weighting.dissimilarity.reset();
    if (!claim.weighting.is_unit()) return claim;
    const bool additive = inequality.small.absolute.empty() && inequality.big.absolute.empty();
    claim.direct_sums = additive && n >= 2;
    claim.symmetries.reverse_complement = true;
    claim.symmetries.inverse = is_exchangeable(inequality);
    return claim;
}

Claim threshold_claim(const Inequality& inequality, std::size_t n) {
    Claim claim = sweep_claim(inequality, n);
    claim.threshold = true;
    // The limits of the verifier (max_scale), which adds in whole numbers.
    constexpr std::int64_t most = 1'000'000;
    Integer scale = 1;
    std::vector<Rational> coefficients;
    for (const Expression* side : {&inequality.small, &inequality.big}) {
        for (const Term& term : side->terms)
            coefficients.push_back(term.coefficient);
        for (const AbsoluteTerm& term : side->absolute) {
            coefficients.push_back(term.coefficient);
            for (const Term& inner : term.inside)
                coefficients.push_back(term.coefficient * inner.coefficient);
        }
    }
    for (const Rational& c : coefficients)
        scale = lcm(scale, c.denominator());
    for (const Rational& c : coefficients) {
        if (scale <= most && abs(c) * Rational(scale) <= Rational(most)) continue;
        throw NotSupported("--threshold", "the coefficient " + c.to_string(),
                           "coefficients that are whole times a number up to a million");
    }
    claim.scale = scale.convert_to<std::int64_t>();
    return claim;
}

std::string header_line(const Claim& claim) {
    return header_json(claim).dump() + "\n";
}

bool is_threshold_header(std::string_view header) {
    return header.find("disarray.certificate/2") != std::string_view::npos;
}

std::string record_line(const Permutation& sigma, const Decision& decision) {
    Json json = {{"ranks", ranks_json(sigma)}, {"proof", node_json(decision.proof, sigma.size())}};
    if (decision.ratio < Rational(1)) json["witness"] = matrix_json(decision.witness);
    return json.dump() + "\n";
}

std::string signs_record(const Permutation& sigma, const Signs& signs) {
    return Json{{"ranks", ranks_json(sigma)}, {"signs", signs}}.dump();
}

std::string section_line(const Permutation& first, const Permutation& last,
                         std::string_view exceptions) {
    std::string line =
        Json{{"first", ranks_json(first)}, {"last", ranks_json(last)}, {"exceptions", 0}}.dump();
    line.resize(line.size() - 2);  // 0}
    return line.append("[").append(exceptions).append("]}\n");
}

namespace {

Json end_json(const Claim& claim, std::uint64_t records, std::span<const ClaimResult> results) {
    Json lines = Json::array();
    for (const ClaimResult& result : results) {
        if (!result.attained) {
            lines.push_back({{"n", result.n}, {"violating", result.violating}});
            continue;
        }
        Json& line = lines.emplace_back(Json{{"n", result.n},
                                             {"ratio", result.ratio.to_string()},
                                             {"violating", result.violating},
                                             {"best", attaining_json(result.best)}});
        if (result.strict) line["strict"] = attaining_json(*result.strict);
    }
    return {{"claim", header_json(claim)}, {"records", records}, {"results", std::move(lines)}};
}

}  // namespace

std::string end_line(const Claim& claim, std::uint64_t records,
                     std::span<const ClaimResult> results) {
    return Json{{"end", end_json(claim, records, results)}}.dump() + "\n";
}

std::string chunk_index(const Claim& claim, std::span<const CertificateChunk> chunks,
                        std::uint64_t records, std::span<const ClaimResult> results) {
    std::string entries;
    for (const CertificateChunk& chunk : chunks) {
        const Json entry = {{"file", chunk.file},
                            {"length", chunk.length},
                            {"ranks", {chunk.ranks.begin, chunk.ranks.end}},
                            {"records", chunk.records},
                            {"sha256", chunk.sha256}};
        entries += (entries.empty() ? "" : ",") + ("\n" + entry.dump());
    }
    return "{\"format\":\"disarray.chunks/1\",\n\"claim\":" + header_json(claim).dump() +
           ",\n\"chunks\":[" + entries + "],\n\"end\":" + end_json(claim, records, results).dump() +
           "}\n";
}

std::string compressed(std::string_view text) {
    std::string frame(ZSTD_compressBound(text.size()), '\0');
    const std::size_t size =
        ZSTD_compress(frame.data(), frame.size(), text.data(), text.size(), ZSTD_CLEVEL_DEFAULT);
    if (ZSTD_isError(size) != 0) throw InternalError("zstd cannot compress");
    frame.resize(size);
    return frame;
}

}  // namespace disarray::search
