// SPDX-License-Identifier: MIT
//
// Reads the header: the one place where a false reading could make a verdict false.
#include <algorithm>

#include "core.hpp"

namespace disarray::verify {

namespace {

// Of σ and of σ⁻¹, in the order of Functional.
constexpr std::array<std::array<std::string_view, 2>, 5> names{
    {{"K", "K[inverse]"},
     {"F[prefix]", "F[prefix,inverse]"},
     {"F[prefix-sym]", "F[prefix-sym,inverse]"},
     {"F[interval]", "F[interval,inverse]"},
     {"F[box]", "F[box,inverse]"}}};

void require(bool holds, const char* step, const char* expected) {
    if (!holds) throw Rejected(step, expected, "another");
}

/// \param inside  an absolute value, where forms would be absolute values again
Term read_functional(const std::string& written, bool inside) {
    using enum Functional;
    for (const Functional functional : {kendall, prefix, prefix_sym, interval, box}) {
        if (inside && (functional == prefix || functional == prefix_sym)) continue;
        for (const bool inverse : {false, true}) {
            Term term{1, functional, inverse, {}};
            if (written == term.name()) return term;
        }
    }
    throw Rejected("functional", "a functional", written);
}

}  // namespace

Expression read_terms(const Json& list, bool inside) {
    Expression terms;
    for (const Json& entry : list) {
        const bool absolute = !inside && entry.contains("absolute");
        Term term = absolute ? Term{1, {}, false, read_terms(entry["absolute"], true)}
                             : read_functional(entry.at("functional"), inside);
        term.coefficient = Number(entry.at("coefficient").get<std::string>());
        require(inside || term.coefficient.sign() > 0, "coefficient", "a number > 0");
        terms.push_back(std::move(term));
    }
    require(!terms.empty(), "terms", "one or more");
    return terms;
}

namespace {

/// As many numbers, of which none is below 0, or none at all for "unit".
std::vector<Number> read_numbers(const Json& list, int length) {
    std::vector<Number> numbers;
    if (list == "unit") return numbers;
    for (const Json& entry : list)
        numbers.push_back(read_number(entry, 0));
    require(std::ssize(numbers) == length, "numbers", "one for each place");
    return numbers;
}

}  // namespace

std::string_view Term::name() const {
    return names.at(static_cast<std::size_t>(functional))[inverse ? 1 : 0];
}

Number read_number(const Json& value, int least) {
    Number number(value.get_ref<const std::string&>());
    require(number >= least, "number", "a larger one");
    return number;
}

Ranks read_ranks(const Json& list) {
    Ranks sigma;
    for (const Json& rank : list)
        sigma.push_back(rank.get<int>() - 1);
    require(std::ranges::is_permutation(sigma, identity(sigma.size())), "ranks", "each rank once");
    return sigma;
}

Claim read_claim(const Json& header) {
    Claim claim;
    if (header.at("format") == "disarray.certificate/2")
        claim.scale = header.at("scale").get<int>();
    require(claim.scale > 0 || header["format"] == "disarray.certificate/1", "format",
            "disarray.certificate/1 or /2");
    claim.n = header.at("n");
    const std::string range = "2 to " + std::to_string(max_n);
    require(claim.n >= 2 && claim.n <= max_n, "n", range.c_str());
    if (header.at("scope") != "all") claim.scope = read_ranks(header["scope"]);
    require(!claim.scope || claim.scope->size() == claim.n, "scope", "n ranks");
    claim.small = read_terms(header.at("small"), false);
    claim.big = read_terms(header.at("big"), false);
    claim.weights = read_numbers(header.at("weights"), claim.n);
    claim.swap_costs = read_numbers(header.at("swap_costs"), claim.n - 1);
    claim.local_fixed_points = header.at("fixed_points") == "local";
    claim.factors = factors(claim);
    claim.direct_sums = header.at("direct_sums");
    for (const Json& symmetry : header.at("symmetries"))
        (symmetry == "inverse" ? claim.inverse : claim.reverse_complement) = true;
    // Where values do not add up over the parts of a direct sum, nothing follows from those.
    const auto adds_up = [](const Term& term) { return term.inside.empty(); };
    require(
        !claim.direct_sums ||
            (!claim.scope && claim.weights.empty() && claim.swap_costs.empty() &&
             std::ranges::all_of(claim.small, adds_up) && std::ranges::all_of(claim.big, adds_up)),
        "direct_sums", "false");
    require(
        !claim.has_rule() || (!claim.scope && claim.weights.empty() && claim.swap_costs.empty()),
        "format", "disarray.certificate/1 for one σ and for weights");
    return claim;
}

}  // namespace disarray::verify
