// SPDX-License-Identifier: MIT
#include "search/discover/theorems.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/number_text.hpp"
#include "base/text.hpp"
#include "formats/lines.hpp"
#include "search/discover/theorems_text.hpp"

namespace disarray::search::discover {

namespace {

std::vector<std::string_view> fields_of(std::string_view line) {
    std::vector<std::string_view> fields;
    for (std::size_t bar = 0; bar != std::string_view::npos;) {
        bar = line.find('|');
        fields.push_back(trimmed(line.substr(0, bar)));
        if (bar != std::string_view::npos) line.remove_prefix(bar + 1);
    }
    return fields;
}

/// The y at which both sides are equal, if their difference is linear in y.
std::optional<Rational> level_at(const Comparison& comparison, std::size_t n, std::int64_t x,
                                 bool turned) {
    const auto gap = [&](std::int64_t y) {
        const std::int64_t values[] = {turned ? y : x, turned ? x : y};
        return comparison.big.value(n, values) - comparison.small.value(n, values);
    };
    const Rational at_0 = gap(0), slope = gap(1) - at_0;
    if (slope.sign() == 0 || gap(2) - at_0 != slope + slope) return std::nullopt;
    return Rational(0) - at_0 / slope;
}

Theorem theorem_in(std::string_view line, const std::string& where) {
    const auto fields = fields_of(line);
    if (fields.size() != 4)
        throw InputError(where, fmt::format("{} fields", fields.size()),
                         "name | statement | least n | source");
    Theorem theorem{std::string(fields[0]),
                    std::string(fields[3]),
                    {},
                    as_number<std::size_t>(fields[2]).value_or(0)};
    if (theorem.least_n < 1)
        throw InputError(where, in_quotes(fields[2]), "the least n, from 1 on");
    try {
        theorem.statement = parse_statement(fields[1]);
    } catch (const InputError& refusal) {
        const std::string message = refusal.what();
        throw InputError(where + ": " + message.substr(0, message.find('\n')));
    }
    return theorem;
}

}  // namespace

std::vector<Curve> curves_in(const Attained& region, const Theorem& theorem) {
    const Statement& statement = theorem.statement;
    std::vector<Curve> curves;
    if (region.n < theorem.least_n || region.quantities.size() != 2 ||
        !std::ranges::is_permutation(statement.quantities, region.quantities))
        return curves;
    const bool turned = statement.quantities != region.quantities;
    std::int64_t x_to = 0, y_to = 0;
    for (const AttainedPoint& point : region.points) {
        x_to = std::max(x_to, point.at[0]);
        y_to = std::max(y_to, point.at[1]);
    }
    for (const Comparison& comparison : statement.comparisons) {
        Curve curve{theorem.name, {}};
        for (std::int64_t x = 0; x <= x_to; ++x) {
            const auto y = level_at(comparison, region.n, x, turned);
            if (y && y->sign() >= 0 && *y <= Rational(Integer(y_to)))
                curve.points.emplace_back(x, *y);
        }
        if (curve.points.size() > 1) curves.push_back(std::move(curve));
    }
    return curves;
}

std::vector<Theorem> theorems_of_file(const std::string& path) {
    std::vector<Theorem> theorems;
    formats::LineReader lines(path);
    while (lines.next())
        theorems.push_back(theorem_in(lines.text(), lines.where()));
    return theorems;
}

std::vector<Theorem> known_theorems() {
    std::vector<Theorem> theorems;
    std::string_view rest = theorems_text;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = trimmed(rest.substr(0, end));
        if (!line.empty() && line.front() != '#') theorems.push_back(theorem_in(line, "theorems"));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return theorems;
}

}  // namespace disarray::search::discover
