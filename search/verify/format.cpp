// SPDX-License-Identifier: MIT
#include "search/verify/format.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

namespace disarray::verify {

namespace {

/// \param inside  an absolute value
void require_functional(const Value& value, bool inside) {
    const std::string& found = value.text();
    using enum Functional;
    for (const Functional functional : {kendall, prefix, prefix_sym, interval, box}) {
        if (inside && (functional == prefix || functional == prefix_sym)) continue;
        for (const bool inverse : {false, true})
            if (found == Term{1, functional, inverse, {}}.name()) return;
    }
    value.reject(inside ? "K, F[interval], F[box] or an inverse" : "a functional");
}

}  // namespace

void require_terms(const Value& value, bool inside) {
    if (value.list() == 0 || value.list() > max_terms)
        value.reject(fmt::format("1 to {} terms", max_terms));
    for (std::size_t i = 0; i < value.list(); ++i) {
        const Value term = value.entry(i, "term");
        const bool absolute = !inside && term.has("absolute");
        term.require_keys({"coefficient", absolute ? "absolute" : "functional"});
        const Value coefficient = term["coefficient"];
        const int sign = coefficient.number().sign();
        if (inside && sign == 0) coefficient.reject("a number other than 0");
        if (!inside && sign <= 0) coefficient.reject("a number > 0");
        if (absolute) {
            require_terms(term["absolute"], true);
        } else {
            require_functional(term["functional"], inside);
        }
    }
}

namespace {

/// "unit", or a list of `length` numbers.
void require_numbers(const Value& value, int length, Number (Value::*read)() const) {
    if (value.is("unit")) return;
    value.require_list(static_cast<std::size_t>(length), "numbers or \"unit\"");
    for (std::size_t i = 0; i < value.list(); ++i)
        (value.entry(i, "place").*read)();
}

void require_symmetries(const Value& value) {
    std::size_t place = 0;
    for (const std::string_view name : {"inverse", "reverse-complement"})
        if (place < value.list() && value.json[place] == name) ++place;
    if (place < value.list())
        value.entry(place).reject("\"inverse\", \"reverse-complement\", in this order, or less");
}

struct Size {
    std::size_t terms = 0, digits = 0;
};

void add_size(const Expression& terms, Size& size) {
    for (const Term& term : terms) {
        size.terms += term.inside.empty() ? 1U : 0U;
        size.digits += term.coefficient.to_string().size();
        add_size(term.inside, size);
    }
}

/// What is small as a file must not be large as forms.
void require_size(const Value& header, const Claim& claim) {
    Size size;
    for (const Expression* side : {&claim.small, &claim.big}) {
        const std::size_t before = size.terms;
        add_size(*side, size);
        if (size.terms - before <= max_terms) continue;
        header[side == &claim.small ? "small" : "big"].reject(
            fmt::format("at most {} terms with those in absolute values", max_terms),
            std::to_string(size.terms - before));
    }
    for (const std::vector<Number>* numbers : {&claim.weights, &claim.swap_costs})
        for (const Number& number : *numbers)
            size.digits += number.to_string().size();
    if (size.digits > max_header_digits)
        header.reject(fmt::format("numbers of at most {} digits together", max_header_digits),
                      std::to_string(size.digits));
    if (size.digits * size.terms > max_header_size)
        header.reject(fmt::format("terms times digits of at most {}", max_header_size),
                      fmt::format("{} times {}", size.terms, size.digits));
}

/// With a scale, times that each coefficient is a whole number that is not large.
void require_whole(const Value& side, std::int64_t scale, const Expression& terms,
                   const Number& factor) {
    for (const Term& term : terms) {
        const Number coefficient = factor * term.coefficient;
        const Number whole = coefficient * Number(scale);
        if (whole.denominator() != 1 || whole > max_scale || -whole > max_scale) {
            side.reject(fmt::format("coefficients that the scale {} makes whole and at most {}",
                                    scale, max_scale),
                        coefficient.to_string());
        }
        require_whole(side, scale, term.inside, coefficient);
    }
}

/// What one field of the header demands of others.
void require_combination(const Value& header, const Claim& claim) {
    const auto has_absolute = [](const Expression& terms) {
        return std::ranges::any_of(terms, [](const Term& term) { return !term.inside.empty(); });
    };
    const bool unit = claim.weights.empty() && claim.swap_costs.empty();
    if (claim.scope && (claim.direct_sums || claim.inverse || claim.reverse_complement)) {
        header["scope"].reject("\"all\", as there are direct sums or symmetries",
                               "one rank vector");
    }
    if (!claim.scope && claim.n > max_exhausted)
        header["n"].reject(fmt::format("at most {} for scope \"all\"", max_exhausted));
    if (claim.direct_sums && (!unit || has_absolute(claim.small) || has_absolute(claim.big)))
        header["direct_sums"].reject("false, as there are weights, swap costs or absolute terms");
    if (claim.has_rule() && (claim.scope || !unit))
        header["format"].reject("\"disarray.certificate/1\" for one rank vector and for weights");
    require_whole(header["small"], claim.scale, claim.small, 1);
    require_whole(header["big"], claim.scale, claim.big, 1);
    // Both policies are the same here; a claim has one spelling.
    if (claim.swap_costs.empty() && claim.local_fixed_points)
        header["fixed_points"].reject("\"one\", as swap costs are \"unit\"");
}

/// The common denominator of the numbers of a leaf, whose sums have it.
class CommonDenominator {
public:
    void add(const Value& value) {
        const std::string& spelling = value.text();
        const std::size_t bar = spelling.find('/');
        if (bar == std::string::npos || !seen_.insert(spelling.substr(bar + 1)).second) return;
        least_ = lcm(least_, mpz_class(spelling.substr(bar + 1)));
        if (mpz_sizeinbase(least_.get_mpz_t(), 10) > max_digits)
            value.reject(fmt::format("a common denominator of at most {} digits", max_digits));
    }

private:
    mpz_class least_ = 1;
    std::set<std::string> seen_;
};

/// A list of lists of elements i < j, or i < j and k, and a number > 0, in ascending order.
void require_multipliers(const Value& value, int n, std::size_t elements,
                         CommonDenominator& denominator) {
    std::array<int, 3> before{};
    const auto shown = [&](const std::array<int, 3>& place) {
        return elements == 2 ? fmt::format("[{}, {}]", place[0], place[1])
                             : fmt::format("[{}, {}, {}]", place[0], place[1], place[2]);
    };
    for (std::size_t i = 0; i < value.list(); ++i) {
        const Value entry = value.entry(i, "entry");
        entry.require_list(elements + 1, "entries");
        std::array<int, 3> place{};
        for (std::size_t e = 0; e < elements; ++e)
            place[e] = static_cast<int>(entry.entry(e).integer(1, n));
        if (place[0] >= place[1]) entry.reject("i < j", shown(place));
        entry.entry(elements).positive();
        denominator.add(entry.entry(elements));
        if (before >= place) entry.reject("a place after " + shown(before), shown(place));
        if (place[2] == place[0] || place[2] == place[1])
            entry.reject("three different elements", shown(place));
        before = place;
    }
}

void require_regions(const Value& value, CommonDenominator& denominator) {
    std::int64_t next = 1;
    for (std::size_t i = 0; i < value.list(); ++i) {
        const Value entry = value.entry(i, "entry");
        entry.require_list(2, "entries");
        const Value place = entry.entry(0);
        if (place.count() < next) place.reject("ascending places");
        next = place.count() + 1;
        entry.entry(1).positive();
        denominator.add(entry.entry(1));
    }
}

void require_node(const Value& node, int n, bool below_split) {
    if (node.has("split")) {
        node.require_keys({"split", "positive", "negative"});
        node["split"].count();
        require_node(node["positive"], n, true);
        require_node(node["negative"], n, true);
        return;
    }
    CommonDenominator denominator;
    if (below_split) {
        node.require_keys({"ratio", "signs", "triangles", "slacks", "regions"});
        require_regions(node["regions"], denominator);
    } else {
        node.require_keys({"ratio", "signs", "triangles", "slacks"});
    }
    node["ratio"].non_negative();
    denominator.add(node["ratio"]);
    const Value signs = node["signs"];
    for (std::size_t k = 0; k < signs.list(); ++k) {
        const Value entry = signs.entry(k, "sign");
        const Number sign = entry.number();
        if (sign < -1 || sign > 1) entry.reject("a number from -1 to 1");
        denominator.add(entry);
    }
    require_multipliers(node["triangles"], n, 3, denominator);
    require_multipliers(node["slacks"], n, 2, denominator);
}

/// A matrix of numbers ≥ 0, square, symmetric, and zero on the diagonal.
void require_matrix(const Value& value, int n) {
    const auto length = static_cast<std::size_t>(n);
    value.require_list(length, "rows");
    for (std::size_t i = 0; i < length; ++i) {
        const Value row = value.entry(i, "row");
        row.require_list(length, "entries");
        for (std::size_t j = 0; j < length; ++j) {
            const Value entry = row.entry(j, "column");
            entry.non_negative();
            const std::string& due =
                j < i ? value.json[j][i].get_ref<const std::string&>() : entry.text();
            if (i == j && !entry.is("0")) entry.reject("0");
            if (!entry.is(due)) entry.reject(due);
        }
    }
}

/// {"ranks": …, "dissimilarity": …} about some σ of length ≤ n.
void require_example(const Value& example, int n) {
    example.require_keys({"ranks", "dissimilarity"});
    const Value ranks = example["ranks"];
    const int length =
        ranks.list() < 2 ? n : static_cast<int>(std::min(ranks.list(), std::size_t(n)));
    ranks.ranks(length);
    require_matrix(example["dissimilarity"], length);
}

}  // namespace

Claim read_header(const Json& json) {
    const Value header(json);
    if (header.has("format") && header["format"].is("disarray.certificate/2")) {
        header.require_keys({"format", "n", "scope", "small", "big", "weights", "swap_costs",
                             "fixed_points", "direct_sums", "symmetries", "scale"});
        header["scale"].integer(1, max_scale);
    } else {
        header.require_keys({"format", "n", "scope", "small", "big", "weights", "swap_costs",
                             "fixed_points", "direct_sums", "symmetries"});
        if (!header["format"].is("disarray.certificate/1"))
            header["format"].reject("\"disarray.certificate/1\" or \"disarray.certificate/2\"");
    }
    const int n = static_cast<int>(header["n"].integer(2, max_n));
    if (!header["scope"].is("all")) header["scope"].ranks(n);
    require_terms(header["small"], false);
    require_terms(header["big"], false);
    require_numbers(header["weights"], n, &Value::positive);
    require_numbers(header["swap_costs"], n - 1, &Value::non_negative);
    if (!header["fixed_points"].is("one") && !header["fixed_points"].is("local"))
        header["fixed_points"].reject("\"one\" or \"local\"");
    if (!header["direct_sums"].json.is_boolean()) header["direct_sums"].reject("true or false");
    require_symmetries(header["symmetries"]);
    // The core would refuse some of the combinations, in fewer words.
    Claim claim = read_claim(json);
    require_combination(header, claim);
    require_size(header, claim);
    return claim;
}

void require_record_format(const Claim& claim, const Json& json) {
    const Value line(json);
    if (!line.has("ranks")) line.reject("a record, with ranks");
    const Value ranks = line["ranks"];
    const int length = static_cast<int>(ranks.list());
    const Ranks sigma =
        ranks.ranks(claim.direct_sums && length >= 2 && length < claim.n ? length : claim.n);
    if (claim.scope && sigma != *claim.scope)
        ranks.reject(claim.scope->to_string(), sigma.to_string());
    const std::string step = "ranks " + sigma.to_string();
    const Value record(json, step);
    if (record.has("witness")) {
        record.require_keys({"ranks", "proof", "witness"});
        require_matrix(record["witness"], sigma.size());
    } else {
        record.require_keys({"ranks", "proof"});
    }
    require_node(record["proof"], sigma.size(), false);
}

void require_section_format(const Claim& claim, const Json& json) {
    const Value section(json);
    section.require_keys({"first", "last", "exceptions"});
    const Value first = section["first"];
    const auto length = static_cast<int>(first.list());
    first.ranks(claim.direct_sums && length >= 2 && length < claim.n ? length : claim.n);
    section["last"].ranks(length);
    const Value exceptions = section["exceptions"];
    for (std::size_t i = 0; i < exceptions.list(); ++i) {
        const Value exception = exceptions.entry(i, "exception");
        if (!exception.has("signs")) {
            require_record_format(claim, exception.json);
            continue;
        }
        exception.require_keys({"ranks", "signs"});
        exception["ranks"].ranks(length);
        const Value signs = exception["signs"];
        for (std::size_t k = 0; k < signs.list(); ++k)
            signs.entry(k, "sign").integer(-1, 1);
    }
}

void require_end_format(const Claim& claim, const Json& json) {
    const Value end(json);
    end.require_keys({"claim", "records", "results"});
    end["records"].count();
    for (std::size_t i = 0; i < end["results"].list(); ++i) {
        const Value result(end["results"].json[i], "result", i + 1, &end);
        if (claim.has_rule() && !result.has("ratio")) {
            result.require_keys({"n", "violating"});
            result["n"].count();
            result["violating"].count();
            continue;
        }
        const bool violated = result.has("ratio") && result["ratio"].number() < 1;
        if (violated) {
            result.require_keys({"n", "ratio", "violating", "best", "strict"});
            require_example(result["strict"], claim.n);
        } else {
            result.require_keys({"n", "ratio", "violating", "best"});
        }
        result["n"].count();
        result["violating"].count();
        result["ratio"].number();
        require_example(result["best"], claim.n);
    }
}

}  // namespace disarray::verify
