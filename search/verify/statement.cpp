// SPDX-License-Identifier: MIT
#include "search/verify/statement.hpp"

#include <fmt/format.h>

#include "search/verify/chunks.hpp"

namespace disarray::verify {

std::string spelt(const Expression& expression) {
    std::string text;
    for (const Term& term : expression) {
        const bool negative = term.coefficient.sign() < 0;
        const Number magnitude = negative ? -term.coefficient : term.coefficient;
        text += text.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ");
        if (magnitude != 1) text += magnitude.to_string() + "*";
        text += term.inside.empty() ? std::string(term.name()) : "|" + spelt(term.inside) + "|";
    }
    return text;
}

namespace {

std::string values(std::string_view symbol, const std::vector<Number>& numbers) {
    std::string text = fmt::format("{} =", symbol);
    for (const Number& value : numbers)
        text += " " + value.to_string();
    return numbers.empty() ? text + " 1" : text;
}

/// "for every σ in S_6 and every pseudometric D (w = δ = 1)".
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

}  // namespace

std::string statement(const Claim& claim, const Result& result) {
    const std::string small = spelt(claim.small);
    const std::string big = spelt(claim.big);
    const Number ratio = result.ratio.value_or(1);
    // An upper side is told as one: F[box] <= 7/2*(K) is K >= 2/7*(F[box]).
    const bool is_upper = claim.big.size() == 1 && claim.big.front().name() == "K" && ratio != 0;
    const std::string bound =
        is_upper ? fmt::format("{} <= {}*({})", small,
                               Number(mpq_class(1 / ratio.in_gmp())).to_string(), big)
                 : fmt::format("{} >= {}*({})", big, ratio.to_string(), small);
    return fmt::format("{} {}{}; {} <= {} fails for {} of {}", bound, scope_of(claim),
                       result.attained ? ", attained" : "", small, big, result.violating,
                       claim.scope ? 1 : factorial(claim.n));
}

}  // namespace disarray::verify
