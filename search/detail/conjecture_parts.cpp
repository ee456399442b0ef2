// SPDX-License-Identifier: MIT
#include "search/detail/conjecture_parts.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"

namespace disarray::search::detail {

namespace {

/// A choice that no linear program takes in, on the side where it counts; and why not.
[[noreturn]] void refuse_choice(std::string_view text, const Choice& choice,
                                const DistanceSum* difference) {
    const bool is_min = text.substr(choice.place.begin).starts_with("min");
    const std::string found =
        fmt::format("{}, which counts for the {} side", quoted(text, choice.place),
                    is_min ? "smaller" : "greater");
    if (difference == nullptr) {
        refuse<NotSupported>(text, choice.place, found,
                             fmt::format("two arguments there, not {}", choice.arguments.size()));
    }
    const auto term = std::ranges::find_if(difference->terms,
                                           [](const Term& t) { return !t.distance.is_linear(); });
    const std::string reason =
        term != difference->terms.end()
            ? functional_name(term->distance) + " is itself a sum of absolute values"
            : quoted(text, difference->choices.front().place) + " is itself not linear in D";
    const std::string_view what =
        choice.absolute
            ? "a sum of K, F[interval], F[box] and their inverses between the bars"
            : "arguments that differ by a sum of K, F[interval], F[box], their inverses";
    refuse<NotSupported>(text, choice.place, found, fmt::format("{}: {}", what, reason));
}

/// What stands for max(a, b), times a negative coefficient, in `sum` ≤ 0.
DistanceSum as_absolute_value(std::string_view text, const Choice& choice) {
    if (choice.absolute) refuse_choice(text, choice, &choice.arguments.front());
    if (choice.arguments.size() != 2) refuse_choice(text, choice, nullptr);
    const DistanceSum& a = choice.arguments[0];
    const DistanceSum& b = choice.arguments[1];
    const DistanceSum difference = combined(a, -1, b);
    if (!is_linear(difference)) refuse_choice(text, choice, &difference);
    const Rational half = choice.coefficient / 2;
    return combined(scaled(half, combined(a, 1, b)), half,
                    absolute_value(difference, choice.place));
}

/// True for q·|linear|, which an Expression can hold.
bool is_final(const Choice& choice) {
    return choice.absolute && is_linear(choice.arguments.front());
}

/// The sums that are all ≤ 0 exactly if `sum` is, without choices other than |linear|.
std::vector<DistanceSum> parts_of(std::string_view text, const DistanceSum& sum) {
    std::vector<DistanceSum> parts = {sum};
    for (std::size_t i = 0; i < parts.size();) {
        // A maximum on the smaller side first: afterwards one on the greater side may cancel.
        std::vector<Choice>& choices = parts[i].choices;
        auto at = std::ranges::find_if(choices, [](const Choice& choice) {
            return choice.coefficient.sign() > 0 && !is_final(choice);
        });
        const bool splits = at != choices.end();
        if (!splits) at = std::ranges::find_if_not(choices, is_final);
        if (at == choices.end()) {
            ++i;
            continue;
        }
        const Choice choice = *at;
        choices.erase(at);
        if (!splits) {
            add(parts[i], 1, as_absolute_value(text, choice));
            continue;
        }
        std::vector<DistanceSum> cases = choice.arguments;
        if (choice.absolute) cases.push_back(scaled(-1, cases.front()));
        for (DistanceSum& one : cases)
            one = combined(parts[i], choice.coefficient, one);
        const auto place = parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i));
        parts.insert(place, std::make_move_iterator(cases.begin()),
                     std::make_move_iterator(cases.end()));
        if (parts.size() > max_conjecture_parts) {
            refuse<NotSupported>(text, choice.place, "one maximum too many",
                                 fmt::format("a conjecture that comes to at most {} inequalities",
                                             max_conjecture_parts));
        }
    }
    return parts;
}

/// The summands with coefficients of that sign, made positive.
Expression expression_of(const DistanceSum& sum, int sign) {
    Expression result;
    for (const Term& term : sum.terms) {
        if (term.coefficient.sign() == sign) {
            result.terms.push_back({abs(term.coefficient), term.distance});
        }
    }
    for (const Choice& choice : sum.choices) {
        if (choice.coefficient.sign() == sign) {
            result.absolute.push_back({abs(choice.coefficient), choice.arguments.front().terms});
        }
    }
    return result;
}

bool has_sign(const DistanceSum& sum, int sign) {
    const Expression part = expression_of(sum, sign);
    return !part.terms.empty() || !part.absolute.empty();
}

std::vector<Inequality> parts_without_constant(std::string_view text, const DistanceSum& small,
                                               const DistanceSum& big) {
    std::vector<Inequality> parts;
    for (const DistanceSum& part : parts_of(text, combined(small, -1, big)))
        parts.push_back({expression_of(part, 1), expression_of(part, -1)});
    return parts;
}

/// With c to find, no term can change sides: each side is positive by itself.
std::vector<Inequality> parts_with_constant(std::string_view text, const DistanceSum& small,
                                            const DistanceSum& big, TextPlace c) {
    const std::vector<DistanceSum> smaller = parts_of(text, small);
    const std::vector<DistanceSum> greater = parts_of(text, scaled(-1, big));
    if (std::ranges::any_of(smaller, [](const DistanceSum& part) { return has_sign(part, -1); }) ||
        std::ranges::any_of(greater, [](const DistanceSum& part) { return has_sign(part, 1); })) {
        refuse<NotSupported>(text, c, "c beside a difference",
                             "sides without minus signs (and without min on the smaller side), "
                             "since no term can change sides as long as c is not known");
    }
    if (smaller.size() * greater.size() > max_conjecture_parts) {
        refuse<NotSupported>(text, c,
                             fmt::format("{} inequalities", smaller.size() * greater.size()),
                             fmt::format("at most {}", max_conjecture_parts));
    }
    std::vector<Inequality> parts;
    for (const DistanceSum& part : smaller) {
        for (const DistanceSum& bound : greater)
            parts.push_back({expression_of(part, 1), expression_of(bound, -1)});
    }
    return parts;
}

/// c is allowed as a factor of one whole side. True if that is the smaller one.
bool is_constant_on_small(std::string_view text, const ComparedSides& sides, TextPlace c) {
    const AffineValue& small = sides.small;
    const AffineValue& big = sides.big;
    if (small.sum_of_c.empty() && big.sum_of_c.empty()) {
        refuse<InputError>(text, c, "c times 0", "c as a factor of one side");
    }
    if (!small.sum_of_c.empty() && !big.sum_of_c.empty()) {
        refuse<NotSupported>(text, c, "c on both sides", "c on one side");
    }
    const AffineValue& side = small.sum_of_c.empty() ? big : small;
    if (!side.sum.empty()) {
        refuse<NotSupported>(text, c, "c in some of the terms of a side",
                             "c as a factor of the whole side, as in K <= c*(K + F[box])");
    }
    return !small.sum_of_c.empty();
}

/// Without those that say 0 <= … or stand there already.
std::vector<Inequality> kept_parts(const std::vector<Inequality>& parts) {
    std::vector<Inequality> kept;
    for (const Inequality& part : parts) {
        const bool is_known = std::ranges::find(kept, part) != kept.end();
        if (part.small != Expression{} && !is_known) kept.push_back(part);
    }
    return kept;
}

}  // namespace

Conjecture cut_into_parts(std::string_view text, const ComparedText& compared) {
    Conjecture result;
    result.text = text;
    result.asks_constant = compared.c.has_value();
    std::vector<Inequality> parts;
    for (const ComparedSides& sides : compared.comparisons) {
        const AffineValue& small = sides.small;
        const AffineValue& big = sides.big;
        result.constant_on_small = compared.c && is_constant_on_small(text, sides, *compared.c);
        const DistanceSum& smaller = result.constant_on_small ? small.sum_of_c : small.sum;
        const DistanceSum& greater =
            result.asks_constant && !result.constant_on_small ? big.sum_of_c : big.sum;
        std::ranges::move(compared.c ? parts_with_constant(text, smaller, greater, *compared.c)
                                     : parts_without_constant(text, smaller, greater),
                          std::back_inserter(parts));
    }
    const TextPlace comparison = compared.comparisons.front().comparison;
    if (parts.size() > max_conjecture_parts) {
        refuse<NotSupported>(text, comparison, fmt::format("{} inequalities", parts.size()),
                             fmt::format("at most {}", max_conjecture_parts));
    }
    result.parts = kept_parts(parts);
    if (result.parts.empty()) {
        refuse<InputError>(text, comparison, "nothing to decide",
                           "a term that stays on the smaller side: what is left is 0 <= " +
                               to_string(parts.front().big) + ", which holds for every D");
    }
    return result;
}

}  // namespace disarray::search::detail
