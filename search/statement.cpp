// SPDX-License-Identifier: MIT
#include "search/statement.hpp"

#include <algorithm>
#include <utility>

namespace disarray::search {

namespace {

/// "K", "2*K", "- 1/2*F[box]" with a sign in front unless it is the first of a sum.
void append_term(std::string& text, const Rational& coefficient, const std::string& factor,
                 bool first) {
    if (coefficient.sign() < 0) {
        text += first ? "-" : " - ";
    } else if (!first) {
        text += " + ";
    }
    const Rational size = abs(coefficient);
    if (size != Rational(1)) text += size.to_string() + "*";
    text += factor;
}

bool are_exchangeable(const std::vector<Term>& terms) {
    return std::ranges::all_of(terms,
                               [](const Term& term) { return term.distance.is_exchangeable(); });
}

bool are_exchangeable(const Expression& expression) {
    const auto inside = [](const AbsoluteTerm& term) { return are_exchangeable(term.inside); };
    return are_exchangeable(expression.terms) && std::ranges::all_of(expression.absolute, inside);
}

}  // namespace

bool Distance::is_linear() const {
    return kind == Kind::kendall || reading == metrics::Reading::interval ||
           reading == metrics::Reading::box;
}

bool Distance::is_exchangeable() const {
    return !inverse && (kind == Kind::kendall || reading == metrics::Reading::prefix ||
                        reading == metrics::Reading::box);
}

Expression scaled(Expression expression, const Rational& factor) {
    for (Term& term : expression.terms)
        term.coefficient *= factor;
    for (AbsoluteTerm& term : expression.absolute)
        term.coefficient *= factor;
    return expression;
}

Inequality scaled(Inequality inequality, const Rational& constant) {
    inequality.big = scaled(std::move(inequality.big), constant);
    return inequality;
}

bool is_exchangeable(const Inequality& inequality) {
    return are_exchangeable(inequality.small) && are_exchangeable(inequality.big);
}

std::string functional_name(const Distance& distance) {
    if (distance.kind == Distance::Kind::kendall) return distance.inverse ? "K[inverse]" : "K";
    return "F[" + std::string(name_of(distance.reading)) + (distance.inverse ? ",inverse]" : "]");
}

std::string to_string(const Expression& expression) {
    std::string text;
    for (const Term& term : expression.terms) {
        append_term(text, term.coefficient, functional_name(term.distance), text.empty());
    }
    for (const AbsoluteTerm& term : expression.absolute) {
        const std::string inside = to_string(Expression{term.inside, {}});
        append_term(text, term.coefficient, "|" + inside + "|", text.empty());
    }
    return text.empty() ? "0" : text;
}

std::string to_string(const Inequality& inequality) {
    return to_string(inequality.small) + " <= " + to_string(inequality.big);
}

Inequality lower_side(metrics::Reading reading) {
    return {{{{1, Distance{}}}, {}}, {{{1, {Distance::Kind::footrule, reading, false}}}, {}}};
}

Inequality upper_side(metrics::Reading reading) {
    return {{{{1, {Distance::Kind::footrule, reading, false}}}, {}}, {{{3, Distance{}}}, {}}};
}

}  // namespace disarray::search
