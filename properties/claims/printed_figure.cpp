// SPDX-License-Identifier: MIT
#include "properties/claims/printed_figure.hpp"

#include <algorithm>
#include <optional>

namespace disarray::properties {

namespace {

Rational unit_of(std::string_view printed) {
    Integer power = 1;
    for (int i = 0; i < places_of(printed); ++i)
        power *= 10;
    return Rational(Integer(1), power);
}

/// −1, 0, 1 for value < figure, =, >; empty if that is not decided. The value is defined.
std::optional<int> side(const Value& value, const Rational& figure) {
    return (value - Value(figure)).sign();
}

/// Of a value >= 0.
Agreement of_non_negative(const Value& value, const Rational& figure, const Rational& unit) {
    const Rational half = unit / Rational(2);
    const auto at = side(value, figure);
    const auto below = side(value, figure - half);
    const auto above = side(value, figure + half);
    const auto next = side(value, figure + unit);
    Agreement found;
    if (!at || !below || !above || !next) {
        found.is_undecided = true;
    } else if (*at == 0) {
        found.is_exact = true;
    } else {
        const bool is_even = (figure / unit / Rational(2)).is_integer();
        found.is_tie = *below == 0 || *above == 0;
        found.is_rounded = *below >= 0 && (*above < 0 || (*above == 0 && is_even));
        found.is_cut = *at > 0 && *next < 0;
    }
    return found;
}

}  // namespace

Verdict Agreement::verdict() const {
    if (is_undecided) return Verdict::undecided;
    return holds() ? Verdict::exhausted : Verdict::refuted;
}

std::string Agreement::to_string() const {
    if (is_undecided) return "not decided";
    if (is_exact) return "exact";
    const std::string tie = is_tie ? "a tie, " : "";
    if (is_rounded && is_cut) return tie + (is_tie ? "rounded to even or cut" : "rounded or cut");
    if (is_rounded) return tie + (is_tie ? "rounded away from zero" : "rounded");
    if (is_cut) return tie + "cut";
    return "neither rounded nor cut";
}

std::vector<std::string_view> printed_words(std::string_view line) {
    std::vector<std::string_view> words;
    while (!line.empty()) {
        const std::size_t end = std::min(line.find_first_of(", "), line.size());
        words.push_back(line.substr(0, end));
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return words;
}

int places_of(std::string_view printed) {
    const std::size_t point = printed.find('.');
    return point == std::string_view::npos ? 0 : static_cast<int>(printed.size() - point - 1);
}

Agreement agreement(const Value& exact, std::string_view printed) {
    const Rational figure = Rational::parse(printed, "a printed figure");
    if (exact.is_undecided()) return {.is_undecided = true};
    if (!exact.is_defined()) return {};
    const auto sign = exact.sign();
    if (!sign) return {.is_undecided = true};
    const Rational unit = unit_of(printed);
    return *sign < 0 ? of_non_negative(-exact, -figure, unit)
                     : of_non_negative(exact, figure, unit);
}

}  // namespace disarray::properties
