// SPDX-License-Identifier: MIT
//
// Statements by recursive descent, with the tokens of conjectures (conjecture_lexer.hpp). Unlike
// those they have numbers, n, products and quotients, and are kept as trees: they are evaluated,
// not brought to linear programs.
#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "search/conjecture.hpp"
#include "search/detail/conjecture_lexer.hpp"
#include "search/discover/statement.hpp"

namespace disarray::search::discover {

namespace {

using detail::quoted;
using detail::Token;

constexpr std::pair<std::string_view, Term::Kind> function_names[] = {{"floor", Term::Kind::floor},
                                                                      {"ceil", Term::Kind::ceiling},
                                                                      {"abs", Term::Kind::absolute},
                                                                      {"max", Term::Kind::greatest},
                                                                      {"min", Term::Kind::least}};

class StatementParser {
public:
    explicit StatementParser(std::string_view text) : text_(text), lexer_(text) { advance(); }

    Statement statement() {
        result_.text = text_;
        Term left = sum();
        do {
            if (token_.kind != Token::Kind::comparison)
                unexpected("an operator or a comparison, <= or >=");
            const std::string_view sign = token_.spelling;
            if (sign != "<=" && sign != ">=" && sign != "=" && sign != "==")
                unexpected("<=, >= or =: add 1 to the smaller side of whole numbers");
            advance();
            Term right = sum();
            if (sign != ">=") result_.comparisons.push_back({left, right});
            if (sign != "<=") result_.comparisons.push_back({right, left});
            left = std::move(right);
        } while (token_.kind == Token::Kind::comparison);
        scope();
        if (token_.kind != Token::Kind::end)
            unexpected("an operator, \"for sigma != id\" or the end");
        if (result_.quantities.empty()) unexpected("a statistic such as kendall on some side");
        return std::move(result_);
    }

private:
    bool is_symbol(std::string_view symbol) const {
        return token_.kind == Token::Kind::symbol && token_.spelling == symbol;
    }
    bool is_name(std::string_view name) const {
        return token_.kind == Token::Kind::name && token_.spelling == name;
    }
    void advance() { token_ = lexer_.next(); }
    void expect(std::string_view symbol) {
        if (!is_symbol(symbol)) unexpected("\"" + std::string(symbol) + "\"");
        advance();
    }
    [[noreturn]] void unexpected(std::string_view expected) const {
        detail::refuse<InputError>(text_, token_.place, quoted(text_, token_.place), expected);
    }

    /// for sigma != id
    void scope() {
        if (!is_name("for")) return;
        advance();
        if (!is_name("sigma") && !is_symbol("σ")) unexpected("sigma != id");
        advance();
        const bool differs = token_.kind == Token::Kind::comparison && token_.spelling == "!=";
        if (!differs && !is_symbol("≠")) unexpected("!= id");
        advance();
        if (!is_name("id")) unexpected("id");
        advance();
        result_.without_identity = true;
    }

    Term sum() {
        if (++depth_ > max_conjecture_depth) unexpected("fewer brackets within brackets");
        Term total = product();
        while (is_symbol("+") || is_symbol("-")) {
            const Term::Kind kind = is_symbol("+") ? Term::Kind::sum : Term::Kind::difference;
            advance();
            Term right = product();
            total = joined(kind, std::move(total), std::move(right));
        }
        --depth_;
        return total;
    }

    Term product() {
        Term value = power();
        while (true) {
            Term::Kind kind = Term::Kind::product;
            if (is_symbol("/")) kind = Term::Kind::quotient;
            if (is_name("mod")) kind = Term::Kind::modulo;
            const bool factor_follows =
                is_symbol("(") || (token_.kind == Token::Kind::name && !is_name("for"));
            if (is_symbol("*") || kind != Term::Kind::product) {
                advance();
            } else if (!factor_follows) {
                return value;
            }
            Term right = power();
            value = joined(kind, std::move(value), std::move(right));
        }
    }

    Term power() {
        if (is_symbol("-") || is_symbol("+")) {
            const Term::Kind kind = is_symbol("+") ? Term::Kind::sum : Term::Kind::difference;
            advance();
            if (++depth_ > max_conjecture_depth) unexpected("fewer signs");
            Term right = power();
            --depth_;
            return joined(kind, {}, std::move(right));
        }
        Term base = primary();
        if (!is_symbol("^") && !is_symbol("**")) return base;
        advance();
        const bool is_digit = token_.kind == Token::Kind::number && token_.spelling.size() == 1 &&
                              token_.spelling[0] != '0';
        if (!is_digit) unexpected("an exponent from 1 to 9");
        Term raised{Term::Kind::power, token_.spelling[0] - '0', 0, {std::move(base)}};
        advance();
        return raised;
    }

    Term primary() {
        if (token_.kind == Token::Kind::number) {
            Term term;
            term.number = Rational::parse(token_.spelling, "conjecture");
            advance();
            return term;
        }
        if (is_symbol("(")) {
            advance();
            Term inside = sum();
            expect(")");
            return inside;
        }
        if (token_.kind != Token::Kind::name)
            unexpected("a number, n, a statistic such as kendall, floor, ceil, abs, max, min or (");
        return named();
    }

    Term named() {
        // A hyphen is a minus elsewhere.
        for (const Statistic& statistic : statistics())
            token_ = lexer_.extended(token_, statistic.name);
        const Token name = token_;
        if (is_name("n")) {
            advance();
            return {Term::Kind::n, 0, 0, {}};
        }
        for (const auto& [function, kind] : function_names) {
            if (name.spelling != function) continue;
            advance();
            return call(kind);
        }
        if (find_statistic(name.spelling) == nullptr) unexpected(expected_name(name.spelling));
        advance();
        std::string spelled(name.spelling);
        if (is_symbol("[")) {
            advance();
            if (!is_name("inverse")) unexpected("inverse");
            advance();
            expect("]");
            spelled += "[inverse]";
        }
        const Quantity quantity = quantity_named(spelled, "conjecture");
        return {Term::Kind::quantity, quantity.statistic->unit, place_of(quantity), {}};
    }

    Term call(Term::Kind kind) {
        Term term{kind, 0, 0, {}};
        expect("(");
        term.parts.push_back(sum());
        const bool many = kind == Term::Kind::greatest || kind == Term::Kind::least;
        while (many && is_symbol(",")) {
            advance();
            term.parts.push_back(sum());
            if (term.parts.size() > max_conjecture_parts) unexpected("fewer arguments");
        }
        expect(")");
        return term;
    }

    static std::string expected_name(std::string_view name) {
        std::vector<std::string_view> known{"n", "floor", "ceil", "abs", "max", "min"};
        for (const auto& all : {statistics(), tied_statistics()})
            for (const Statistic& statistic : all)
                known.push_back(statistic.name);
        return expected_one_of(name, known, "disarray discover --help-all");
    }

    static Term joined(Term::Kind kind, Term left, Term right) {
        Term term{kind, 0, 0, {}};
        term.parts.push_back(std::move(left));
        term.parts.push_back(std::move(right));
        return term;
    }

    std::size_t place_of(const Quantity& quantity) {
        auto& all = result_.quantities;
        const auto found = std::ranges::find(all, quantity);
        const auto place = static_cast<std::size_t>(found - all.begin());
        if (found == all.end()) all.push_back(quantity);
        return place;
    }

    std::string_view text_;
    detail::ConjectureLexer lexer_;
    Token token_;
    std::size_t depth_ = 0;
    Statement result_;
};

}  // namespace

Statement parse_statement(std::string_view text) {
    if (text.size() > max_conjecture_length)
        throw InputError("conjecture", "a text of more than 10000 bytes", "a shorter one");
    return StatementParser(text).statement();
}

}  // namespace disarray::search::discover
