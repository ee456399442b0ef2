// SPDX-License-Identifier: MIT
#include "search/discover/statement.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "metrics/catalogue.hpp"
#include "ranking/enumeration.hpp"

namespace disarray::search::discover {

namespace {

Rational rounded_down(const Rational& x) {
    const Integer below = x.numerator() / x.denominator();
    return Rational(below) > x ? Rational(below - 1) : Rational(below);
}

Rational quotient(const Rational& a, const Rational& b, std::size_t n) {
    if (b == 0)
        throw InputError("conjecture", fmt::format("a division by 0 at n = {}", n),
                         "a denominator that is not 0");
    return a / b;
}

Rational powered(const Rational& base, const Rational& exponent) {
    Rational value = 1;
    for (Rational k = 0; k < exponent; k += 1)
        value *= base;
    return value;
}

}  // namespace

Rational Term::value(std::size_t at_n, std::span<const std::int64_t> values) const {
    const auto part = [&](std::size_t k) { return parts[k].value(at_n, values); };
    const auto extreme = [&](int sign) {
        Rational best = part(0);
        for (std::size_t k = 1; k < parts.size(); ++k) {
            const Rational other = part(k);
            if ((other - best).sign() == sign) best = other;
        }
        return best;
    };
    switch (kind) {
        case Kind::number:
            return number;
        case Kind::n:
            return Rational(at_n);
        case Kind::quantity:
            return Rational(values[quantity]) / number;
        case Kind::sum:
            return part(0) + part(1);
        case Kind::difference:
            return part(0) - part(1);
        case Kind::product:
            return part(0) * part(1);
        case Kind::quotient:
            return quotient(part(0), part(1), at_n);
        case Kind::power:
            return powered(part(0), number);
        case Kind::floor:
            return rounded_down(part(0));
        case Kind::ceiling:
            return -rounded_down(-part(0));
        case Kind::modulo: {
            const Rational a = part(0), b = part(1);
            return a - b * rounded_down(quotient(a, b, at_n));
        }
        case Kind::absolute:
            return abs(part(0));
        case Kind::greatest:
            return extreme(1);
        case Kind::least:
            return extreme(-1);
    }
    throw InternalError("a term of no kind");
}

int Term::degree() const {
    int most = kind == Kind::quantity ? 1 : 0;
    for (const Term& part : parts)
        most = std::max(most, part.degree());
    if (most == 0 || kind == Kind::quantity || kind == Kind::sum || kind == Kind::difference)
        return most;
    if (kind == Kind::product) return std::min(2, parts[0].degree() + parts[1].degree());
    if (kind == Kind::quotient && parts[1].degree() == 0) return most;
    return 2;
}

bool Statement::holds_at(std::size_t n, std::span<const std::int64_t> values) const {
    return std::ranges::all_of(comparisons, [&](const Comparison& c) {
        return c.small.value(n, values) <= c.big.value(n, values);
    });
}

bool Statement::is_tight_at(std::size_t n, std::span<const std::int64_t> values) const {
    return std::ranges::any_of(comparisons, [&](const Comparison& c) {
        return c.small.value(n, values) == c.big.value(n, values);
    });
}

bool Statement::is_linear() const {
    return std::ranges::all_of(comparisons, [](const Comparison& c) {
        return c.small.degree() < 2 && c.big.degree() < 2;
    });
}

std::vector<LinearForm> Statement::linear_forms(std::size_t n) const {
    if (!is_linear()) throw UsageError("linear_forms: not linear");
    std::vector<LinearForm> forms;
    for (const Comparison& c : comparisons) {
        std::vector<std::int64_t> values(quantities.size(), 0);
        const auto difference = [&] { return c.small.value(n, values) - c.big.value(n, values); };
        LinearForm form;
        form.bound = -difference();
        for (std::size_t k = 0; k < values.size(); ++k) {
            values[k] = quantities[k].statistic->unit;
            form.coefficients.push_back(difference() + form.bound);
            values[k] = 0;
        }
        forms.push_back(std::move(form));
    }
    return forms;
}

Rational catalogue_value(const Quantity& quantity, const Permutation& sigma) {
    const metrics::Metric& metric =
        *metrics::metrics_named(quantity.statistic->metric, std::nullopt, "discover").front();
    const Permutation ranking = quantity.inverse ? sigma.inverse() : sigma;
    const Permutation identity = Permutation::identity(sigma.size());
    const Weighting unit;
    const Value value = metric.naive_value({ranking, identity, unit});
    if (metric.kind == metrics::Kind::distance) return value.rational();
    // Gini's γ as a distance; it has no value for one element.
    const Integer n(sigma.size());
    if (!value.is_defined()) return 0;
    return Rational(n * n / 2) * (Rational(1) - value.rational());
}

namespace {

/// Confirmed by definitions that share no code with what was swept.
void set_witness(StatementResult& result, const Attained& points, const AttainedPoint& worst) {
    if (points.is_of_ties()) {
        result.tied_witness = TiedPairs(points.n)[worst.first];
    } else {
        result.witness = points.sigma(worst);
    }
    for (std::size_t k = 0; k < points.quantities.size(); ++k) {
        const Quantity& quantity = points.quantities[k];
        const Rational here = Rational(worst.at[k]) / Rational(quantity.statistic->unit);
        result.values.push_back(result.witness ? catalogue_value(quantity, *result.witness)
                                               : naive_tied_value(*quantity.statistic,
                                                                  result.tied_witness->first,
                                                                  result.tied_witness->second));
        if (result.values.back() == here) continue;
        throw InternalError(fmt::format("{} of {} is {} here and {} by its definition",
                                        quantity.name(), result.witness_text(), here.to_string(),
                                        result.values.back().to_string()));
    }
}

std::string ranks_from_1(const TiedRanking& ranking) {
    std::string text;
    for (const Rank rank : ranking)
        text += fmt::format("{}{}", text.empty() ? "" : " ", rank + 1);
    return text;
}

}  // namespace

std::string StatementResult::witness_text() const {
    if (witness) return "ranks " + witness->to_string();
    if (!tied_witness) return "";
    return fmt::format("ranks {} against {}", ranks_from_1(tied_witness->first),
                       ranks_from_1(tied_witness->second));
}

StatementResult decide(const Statement& statement, std::size_t n, unsigned threads,
                       const Stop& stop) {
    const auto points = attained(n, {statement.quantities}, threads, stop);
    if (points.empty()) {
        StatementResult nothing;
        nothing.n = n;
        return nothing;
    }
    return decide_at(statement, points.front());
}

StatementResult decide_at(const Statement& statement, const Attained& given) {
    const Attained points = statement.without_identity ? without_identity(given) : given;
    StatementResult result;
    result.n = points.n;
    result.complete = true;
    std::optional<AttainedPoint> worst;
    for (const AttainedPoint& point : points.points) {
        result.permutations += point.count;
        if (statement.is_tight_at(points.n, point.at)) result.tight += point.count;
        if (statement.holds_at(points.n, point.at)) continue;
        result.violating += point.count;
        if (!worst || point.first < worst->first) worst = point;
    }
    if (worst) set_witness(result, points, *worst);
    return result;
}

}  // namespace disarray::search::discover
