// SPDX-License-Identifier: MIT
#include "search/verify/claim.hpp"

#include <algorithm>

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "search/verify/fields.hpp"

namespace disarray::verify {

namespace {

struct Name {
    std::string_view plain, inverse;
    Functional functional;
    bool has_absolute_values;
};
constexpr std::array<Name, 5> names{{
    {"K", "K[inverse]", Functional::kendall, false},
    {"F[prefix]", "F[prefix,inverse]", Functional::prefix, true},
    {"F[prefix-sym]", "F[prefix-sym,inverse]", Functional::prefix_sym, true},
    {"F[interval]", "F[interval,inverse]", Functional::interval, false},
    {"F[box]", "F[box,inverse]", Functional::box, false},
}};

/// Puts the functional called `name` into `term`.
void read_functional(const std::string& name, bool inside_absolute, Term& term) {
    for (const Name& known : names) {
        if (name != known.plain && name != known.inverse) continue;
        if (inside_absolute && known.has_absolute_values) break;
        term.functional = known.functional;
        term.inverse = name == known.inverse;
        return;
    }
    throw Rejected("", inside_absolute ? "K, F[interval], F[box] or an inverse" : "a functional",
                   shown(Json(name)));
}

Expression read_terms(const Json& value, bool inside_absolute);

Term read_term(const Json& value, bool inside_absolute) {
    Term term;
    const bool absolute = !inside_absolute && value.is_object() && value.contains("absolute");
    const auto [coefficient, what] =
        fields(value, "coefficient", absolute ? "absolute" : "functional");
    term.coefficient = within("coefficient", [c = coefficient] { return number(*c); });
    if (term.coefficient.sign() == 0 || (!inside_absolute && term.coefficient.sign() < 0)) {
        throw Rejected("coefficient", inside_absolute ? "a number other than 0" : "a number > 0",
                       shown(*coefficient));
    }
    if (absolute) {
        term.inside = within("absolute", [w = what] { return read_terms(*w, true); });
    } else {
        within("functional", [&, w = what] { read_functional(text(*w), inside_absolute, term); });
    }
    return term;
}

Expression read_terms(const Json& value, bool inside_absolute) {
    const Json::array_t& entries = list(value);
    if (entries.empty() || entries.size() > max_terms) {
        throw Rejected("", fmt::format("1 to {} terms", max_terms), shown(value));
    }
    Expression terms;
    for (const Json& entry : entries) {
        terms.push_back(
            within("term", terms.size() + 1, [&] { return read_term(entry, inside_absolute); }));
    }
    return terms;
}

/// A list of `length` numbers, or none for "unit".
template <class Read>
std::vector<Rational> read_numbers(const Json& value, int length, Read read) {
    std::vector<Rational> numbers;
    if (value == "unit") return numbers;
    for (const Json& entry : list(value, static_cast<std::size_t>(length), "numbers or \"unit\"")) {
        numbers.push_back(within("place", numbers.size() + 1, [&] { return read(entry); }));
    }
    return numbers;
}

void read_symmetries(const Json& value, Claim& claim) {
    const Json::array_t& entries = list(value);
    std::size_t place = 0;
    const auto next_is = [&](std::string_view name) {
        const bool listed = place < entries.size() && entries[place] == name;
        if (listed) ++place;
        return listed;
    };
    claim.inverse = next_is("inverse");
    claim.reverse_complement = next_is("reverse-complement");
    if (place < entries.size()) {
        throw Rejected("", "\"inverse\", \"reverse-complement\", in this order, or less",
                       shown(entries[place]));
    }
}

bool one_of(const Json& value, std::string_view yes, std::string_view no) {
    if (value == yes) return true;
    if (value == no) return false;
    throw Rejected("", fmt::format("\"{}\" or \"{}\"", no, yes), shown(value));
}

/// What one field of the header demands of others.
void check_combination(const Claim& claim) {
    const auto is_absolute = [](const Term& term) { return !term.inside.empty(); };
    const bool unit = claim.weights.empty() && claim.swap_costs.empty();
    if (claim.scope && (claim.direct_sums || claim.inverse || claim.reverse_complement)) {
        throw Rejected("scope", "\"all\", as there are direct sums or symmetries",
                       "one rank vector");
    }
    if (!claim.scope && claim.n > max_exhausted) {
        throw Rejected("n", fmt::format("at most {} for scope \"all\"", max_exhausted),
                       std::to_string(claim.n));
    }
    if (claim.direct_sums && (!unit || std::ranges::any_of(claim.small, is_absolute) ||
                              std::ranges::any_of(claim.big, is_absolute))) {
        throw Rejected("direct_sums", "false, as there are weights, swap costs or absolute terms",
                       "true");
    }
    // Both policies are the same here; a claim has one spelling.
    if (claim.swap_costs.empty() && claim.local_fixed_points) {
        throw Rejected("fixed_points", "\"one\", as swap costs are \"unit\"", "\"local\"");
    }
}

std::string to_string(const Term& term) {
    const Rational magnitude = abs(term.coefficient);
    const std::string factor = magnitude == Rational(1) ? "" : magnitude.to_string() + "*";
    if (!term.inside.empty()) return factor + "|" + to_string(term.inside) + "|";
    const auto& name = *std::ranges::find(names, term.functional, &Name::functional);
    return factor + std::string(term.inverse ? name.inverse : name.plain);
}

std::string values(std::string_view symbol, const std::vector<Rational>& numbers) {
    std::vector<std::string> words;
    for (const Rational& value : numbers)
        words.push_back(value.to_string());
    return fmt::format("{} = {}", symbol,
                       words.empty() ? "1" : fmt::format("{}", fmt::join(words, " ")));
}

}  // namespace

Claim read_header(std::string_view line) {
    const Json header = parse_object(line);
    const auto [format, n, scope, small, big, weights, swap_costs, fixed_points, direct_sums,
                symmetries] = fields(header, "format", "n", "scope", "small", "big", "weights",
                                     "swap_costs", "fixed_points", "direct_sums", "symmetries");
    if (*format != "disarray.certificate/1") {
        throw Rejected("format", "\"disarray.certificate/1\"", shown(*format));
    }
    const auto read = [](std::string_view step, const Json* value, auto reader) {
        return within(step, [&] { return reader(*value); });
    };
    Claim claim;
    claim.n = read("n", n,
                   [](const Json& v) { return static_cast<int>(integer(v, 2, Ranks::max_size)); });
    if (*scope != "all") {
        claim.scope = read("scope", scope, [&](const Json& v) { return rank_vector(v, claim.n); });
    }
    claim.small = read("small", small, [](const Json& v) { return read_terms(v, false); });
    claim.big = read("big", big, [](const Json& v) { return read_terms(v, false); });
    claim.weights =
        read("weights", weights, [&](const Json& v) { return read_numbers(v, claim.n, positive); });
    claim.swap_costs = read("swap_costs", swap_costs, [&](const Json& v) {
        return read_numbers(v, claim.n - 1, non_negative);
    });
    claim.local_fixed_points =
        read("fixed_points", fixed_points, [](const Json& v) { return one_of(v, "local", "one"); });
    claim.direct_sums = read("direct_sums", direct_sums, boolean);
    read("symmetries", symmetries, [&](const Json& v) { read_symmetries(v, claim); });
    check_combination(claim);
    return claim;
}

std::string to_string(const Expression& expression) {
    std::string text;
    for (const Term& term : expression) {
        const bool negative = term.coefficient.sign() < 0;
        text += text.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ");
        text += to_string(term);
    }
    return text;
}

std::string scope_of(const Claim& claim) {
    const std::string sigma = claim.scope ? "σ with ranks " + claim.scope->to_string()
                                          : fmt::format("every σ in S_{}", claim.n);
    const bool unit = claim.weights.empty() && claim.swap_costs.empty();
    const std::string weighting =
        unit ? "w = δ = 1"
             : fmt::format("{}; {}; p̄_i = {} where σ(i) = i", values("w", claim.weights),
                           values("δ", claim.swap_costs),
                           claim.local_fixed_points ? "mean of the δ beside i" : "1");
    return fmt::format("for {} and every pseudometric D ({})", sigma, weighting);
}

Ranks inverse(const Ranks& sigma) {
    Ranks result{.rank = {}, .size = sigma.size};
    for (int i = 0; i < sigma.size; ++i)
        result.set(sigma[i], i);
    return result;
}

Ranks reverse_complement(const Ranks& sigma) {
    Ranks result{.rank = {}, .size = sigma.size};
    for (int i = 0; i < sigma.size; ++i)
        result.set(i, sigma.size - 1 - sigma[sigma.size - 1 - i]);
    return result;
}

Images images(const Claim& claim, const Ranks& sigma) {
    Images found;
    const auto mirrored = [n = sigma.size](const Ranks& renamed) {
        Ranks result{.rank = {}, .size = n};
        for (int i = 0; i < n; ++i)
            result.set(i, n - 1 - renamed[i]);
        return result;
    };
    if (claim.inverse) found.image[found.count++] = {inverse(sigma), sigma};
    if (claim.reverse_complement) {
        Ranks identity{.rank = {}, .size = sigma.size};
        for (int i = 0; i < sigma.size; ++i)
            identity.set(i, i);
        found.image[found.count++] = {reverse_complement(sigma), mirrored(identity)};
    }
    if (claim.inverse && claim.reverse_complement) {
        found.image[found.count++] = {reverse_complement(inverse(sigma)), mirrored(sigma)};
    }
    return found;
}

}  // namespace disarray::verify
