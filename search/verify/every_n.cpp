// SPDX-License-Identifier: MIT
#include "search/verify/every_n.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/sha256.hpp"
#include "search/verify/format.hpp"
#include "search/verify/statement.hpp"

namespace disarray::verify {

namespace {

constexpr std::size_t order_types = 26, step_configurations = 47;

// ---------------------------------------------------------------------------------------------
// Spelling.

void require_header(const Value& header) {
    header.require_keys({"format", "small", "big", "weights"});
    for (const char* const side : {"small", "big"}) {
        const Value terms = header[side];
        require_terms(terms, false);
        std::size_t digits = 0;
        for (std::size_t k = 0; k < terms.list(); ++k) {
            const Value term = terms.entry(k, "term");
            if (term.has("absolute")) term.reject("a functional", "an absolute value");
            digits += term["coefficient"].text().size();
        }
        if (digits > max_header_digits)
            terms.reject(fmt::format("numbers of at most {} digits together", max_header_digits),
                         std::to_string(digits));
    }
    const Value weights = header["weights"];
    if (!weights.is("unit") && !weights.is("all")) weights.reject("\"unit\" or \"all\"");
}

/// Lists of `places` numbers of points and a number > 0, in ascending order of the places.
void require_multipliers(const Value& list, std::size_t places) {
    std::vector<std::int64_t> before;
    for (std::size_t k = 0; k < list.list(); ++k) {
        const Value entry = list.entry(k, "entry");
        entry.require_list(places + 1, "entries");
        std::vector<std::int64_t> place;
        for (std::size_t p = 0; p < places; ++p)
            place.push_back(entry.entry(p, "point").integer(1, 6));
        if (place[0] >= place[1] || (places == 3 && (place[2] == place[0] || place[2] == place[1])))
            entry.reject("points i < j and another");
        if (place <= before) entry.reject("a place behind the one before");
        before = place;
        entry.entry(places, "multiplier").positive();
    }
}

void require_part(const Value& part) {
    part.require_keys({"exchanged", "target", "potential", "steps"});
    if (!part["exchanged"].json.is_boolean()) part["exchanged"].reject("true or false");
    for (const char* const name : {"target", "potential"}) {
        const Value form = part[name];
        form.require_list(order_types, "numbers");
        for (std::size_t t = 0; t < order_types; ++t)
            form.entry(t, "order type").number();
    }
    const Value steps = part["steps"];
    steps.require_list(step_configurations, "configurations");
    for (std::size_t k = 0; k < step_configurations; ++k) {
        const Value step = steps.entry(k, "configuration");
        step.require_keys({"triangles", "slacks"});
        require_multipliers(step["triangles"], 3);
        require_multipliers(step["slacks"], 2);
    }
}

void require_proof(const Value& proof) {
    if (!proof.has("method") || proof["method"].is("coefficients")) {
        proof.require_keys({"ranking", "method"});
        return;
    }
    if (!proof["method"].is("steps")) proof["method"].reject("\"coefficients\" or \"steps\"");
    proof.require_keys({"ranking", "method", "parts"});
    const Value parts = proof["parts"];
    if (parts.list() == 0 || parts.list() > 2) parts.reject("one or two parts");
    for (std::size_t k = 0; k < parts.list(); ++k)
        require_part(parts.entry(k, "part"));
}

void require_inflated(const Value& elements) {
    if (elements.list() > max_pattern || elements.list() == 0)
        elements.reject(fmt::format("1 to {} elements", max_pattern));
    for (std::size_t k = 0; k < elements.list(); ++k) {
        const Value element = elements.entry(k, "element");
        element.require_list(3, "a rank, true or false, a colour");
        element.entry(0, "rank").integer(1, static_cast<std::int64_t>(elements.list()));
        if (!element.entry(1, "grows").json.is_boolean())
            element.entry(1, "grows").reject("true or false");
        element.entry(2, "colour").integer(0, static_cast<std::int64_t>(max_pattern));
    }
}

/// Ends and a block.
void require_blocks(const Value& family) {
    for (const char* const part : {"left", "block", "right"}) {
        const Value elements = family[part];
        if (elements.list() > max_pattern ||
            (elements.list() == 0 && part == std::string_view("block")))
            elements.reject(
                fmt::format("at most {} elements, in the block at least one", max_pattern));
        for (std::size_t k = 0; k < elements.list(); ++k) {
            const Value element = elements.entry(k, "element");
            element.require_list(2, "integers");
            const Value rank = element.entry(0, "rank");
            if (rank.integer(-max_move, max_move) == 0 && part != std::string_view("block"))
                rank.reject("a rank other than 0");
            element.entry(1, "colour").integer(0, static_cast<std::int64_t>(max_pattern));
        }
    }
}

void require_family(const Value& family) {
    if (family.has("inflated")) {
        family.require_keys({"inflated", "first", "small", "big"});
        require_inflated(family["inflated"]);
    } else {
        family.require_keys({"left", "block", "right", "first", "small", "big"});
        require_blocks(family);
    }
    family["first"].integer(0, max_move);
    for (const char* const side : {"small", "big"}) {
        family[side].require_list(2, "numbers");
        family[side].entry(0, "constant").number();
        family[side].entry(1, "slope").number();
    }
}

// ---------------------------------------------------------------------------------------------
// The answer.

/// "3/2*n - 2", the value being constant + slope·m at n = length(0) + (what a block adds)·m.
std::string in_n(const Affine& line, const Family& family) {
    const Number slope = line.slope * Number(1, family.length(1) - family.length(0));
    const Number constant = line.constant - slope * Number(family.length(0));
    if (slope.sign() == 0) return constant.to_string();
    std::string text = slope == 1 ? "n" : slope.to_string() + "*n";
    if (constant.sign() == 0) return text;
    return text +
           (constant.sign() > 0 ? " + " + constant.to_string() : " - " + (-constant).to_string());
}

/// "n = 6, 10, 14, ...".
std::string lengths_of(const Family& family) {
    return fmt::format("n = {}, {}, {}, ...", family.length(family.first),
                       family.length(family.first + 1), family.length(family.first + 2));
}

struct EveryN {
    Expression small, big;
    bool all_weights = false;
    std::vector<bool> rankings;  ///< of the proofs: of the terms in σ⁻¹
    std::vector<Family> families;
};

/// What N ≤ c·M needs. N/M is monotone in m, so that its supremum is at the first m or the limit.
std::string needed(const EveryN& claim, const Family& family) {
    const std::string inequality =
        fmt::format("{} <= c*({})", spelt(claim.small), spelt(claim.big));
    const Number small = family.small.at(family.first), big = family.big.at(family.first);
    const bool grows = family.small.slope.sign() > 0 && family.big.slope.sign() == 0;
    if (big.sign() == 0 || grows) return "no c will do in " + inequality;
    mpq_class least = small.in_gmp() / big.in_gmp();
    if (family.big.slope.sign() > 0) {
        const mpq_class limit = family.small.slope.in_gmp() / family.big.slope.in_gmp();
        least = std::max(least, limit);
    }
    return fmt::format("{} needs c >= {}", inequality, least.get_str());
}

std::string told(const EveryN& claim, const Family& family) {
    const std::string small = spelt(claim.small), big = spelt(claim.big);
    const bool proved = !claim.rankings.empty();
    if (proved && family.small == family.big) return "; attained for " + lengths_of(family);
    const std::string values =
        fmt::format("{} = {} and {} = {} for some of them at {}", small, in_n(family.small, family),
                    big, in_n(family.big, family), lengths_of(family));
    if (!proved) return values + fmt::format(", so that {}", needed(claim, family));
    const bool tends_to_one = family.small.slope == family.big.slope && family.big.slope.sign() > 0;
    return "; " + values + (tends_to_one ? ", so that no smaller constant will do" : "");
}

std::string statement_of(const EveryN& claim) {
    const std::string scope =
        claim.all_weights
            ? "every n, every σ in S_n, all w > 0 and δ >= 0 and every symmetric D >= 0"
            : "every n, every σ in S_n and every pseudometric D (w = δ = 1)";
    std::string text;
    if (claim.rankings.empty()) {
        text = "of σ in S_n and pseudometrics D (w = δ = 1): ";
    } else {
        text = fmt::format("{} <= {} for {}", spelt(claim.small), spelt(claim.big), scope);
    }
    for (std::size_t k = 0; k < claim.families.size(); ++k) {
        if (k > 0 && claim.rankings.empty()) text += "; ";
        text += told(claim, claim.families[k]);
    }
    return text;
}

// ---------------------------------------------------------------------------------------------
// The lines in their order.

void take_proof(EveryN& claim, const Json& json) {
    const Value proof(json);
    if (!proof.has("ranking")) proof.require_keys({"ranking", "method"});
    require_proof(proof);
    const bool inverse = proof["ranking"].is("inverse");
    if (!inverse && !proof["ranking"].is("sigma"))
        proof["ranking"].reject("\"sigma\" or \"inverse\"");
    if (!claim.families.empty()) throw Rejected("", "a family, as proofs come first", "a proof");
    if (!claim.rankings.empty() && (claim.rankings.back() || !inverse))
        proof["ranking"].reject("each ranking once, sigma first");
    if (claim.all_weights && !proof["method"].is("coefficients"))
        proof["method"].reject("\"coefficients\" for all weights");
    check_every_n(claim.small, claim.big, inverse, json);
    claim.rankings.push_back(inverse);
}

void take_family(EveryN& claim, const Json& json) {
    const Value record(json);
    record.require_keys({"family"});
    require_family(record["family"]);
    if (claim.families.size() == max_families)
        throw Rejected("", fmt::format("at most {} families", max_families), "more");
    claim.families.push_back(
        within("family", 0, [&] { return check_family(claim.small, claim.big, json["family"]); }));
}

/// \param sha256  of the lines before
void take_end(const EveryN& claim, const Json& header, const std::string& sha256,
              const Json& json) {
    const Value end(json);
    end.require_keys({"end"});
    end["end"].require_keys({"claim", "records", "sha256"});
    const std::size_t records = claim.rankings.size() + claim.families.size();
    if (records == 0) throw Rejected("", "a record", "the end: nothing is claimed");
    if (json["end"]["claim"].dump() != header.dump())
        throw Rejected("end, claim", "the first line again", "another claim");
    end["end"]["records"].require_count(records);
    if (!end["end"]["sha256"].is(sha256)) end["end"]["sha256"].reject(sha256);
    if (claim.rankings.empty()) {
        if (claim.all_weights)
            throw Rejected("", "a proof for all weights", "families, whose weights are 1");
        return;
    }
    for (const bool inverse : {false, true}) {
        const bool is_there = std::ranges::find(claim.rankings, inverse) != claim.rankings.end();
        if (has_terms(claim.small, inverse) != is_there)
            throw Rejected("", "a proof for each ranking of which the smaller side has terms",
                           inverse ? "another number for σ⁻¹" : "another number for σ");
    }
}

}  // namespace

std::string every_n_statement(Lines& lines, const std::string& first_line) {
    EveryN claim;
    Sha256 hash;
    hash.add(first_line + "\n");
    const Json header = within("line", 1, [&] { return parse_object(first_line); });
    within("line", 1, [&] {
        require_header(Value(header));
        claim.small = read_terms(header["small"]);
        claim.big = read_terms(header["big"]);
        claim.all_weights = header["weights"] == "all";
    });
    bool ended = false;
    std::string line;
    while (within("line", lines.number() + 1, [&] { return lines.next(line); })) {
        within("line", lines.number(), [&] {
            if (ended) throw Rejected("", "the end of the file", printable(line, 60));
            const Json json = parse_object(line);
            if (json.contains("end")) {
                take_end(claim, header, hash.hex(), json);
                ended = true;
                return;
            }
            hash.add(line + "\n");
            if (json.contains("family")) return take_family(claim, json);
            take_proof(claim, json);
        });
    }
    if (!ended)
        within("line", lines.number() + 1,
               [] { throw Rejected("", "another line", "the end of the file"); });
    return statement_of(claim);
}

}  // namespace disarray::verify
