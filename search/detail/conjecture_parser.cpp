// SPDX-License-Identifier: MIT
#include "search/detail/conjecture_parser.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "metrics/catalogue.hpp"
#include "search/conjecture.hpp"

namespace disarray::search::detail {

namespace {

/// Refuses a summand that is a number: K <= 3 is false for large D and true for small D.
void refuse_number(std::string_view text, const AffineValue& value) {
    if (!value.has_number()) return;
    refuse<NotSupported>(text, value.number_place, quoted(text, value.number_place),
                         "a distance beside the number, as in 3*K: a number alone does not scale "
                         "with D");
}

class ConjectureParser {
public:
    explicit ConjectureParser(std::string_view text) : text_(text), lexer_(text) { advance(); }

    ComparedText statement();

private:
    AffineValue sum();
    AffineValue product();
    AffineValue factor();
    AffineValue primary();
    AffineValue number();
    AffineValue named();
    void refuse_other_metrics() const;
    AffineValue distance(bool kendall);
    AffineValue function();
    AffineValue parenthesized();
    bool open_bracket();
    void close_bracket(std::string_view close, const std::string& expected, bool outer);
    std::vector<DistanceSum> arguments(std::string_view close);
    DistanceSum argument();
    Token item();

    AffineValue multiplied(const AffineValue& left, const AffineValue& right) const;
    AffineValue divided(const AffineValue& left, const AffineValue& right) const;
    AffineValue combination(const AffineValue& a, const Rational& factor,
                            const AffineValue& b) const;
    const AffineValue& of_bearable_size(const AffineValue& value) const;

    bool is_symbol(std::string_view spelling) const {
        return token_.kind == Token::Kind::symbol && token_.spelling == spelling;
    }
    bool begins_factor() const;
    void advance() {
        last_end_ = token_.place.end;
        token_ = lexer_.next();
    }
    void expect(std::string_view symbol, const std::string& expected);
    void expect_comparison();
    [[noreturn]] void unexpected(std::string_view expected) const {
        refuse<InputError>(text_, token_.place, quoted(text_, token_.place), expected);
    }

    std::string_view text_;
    ConjectureLexer lexer_;
    Token token_;
    std::size_t last_end_ = 0;  ///< of the token before
    std::size_t depth_ = 0;
    bool bar_closes_ = false;  ///< the innermost open bracket is a |
    ComparedText result_;
};

ComparedText ConjectureParser::statement() {
    AffineValue left = sum();
    do {
        expect_comparison();
        const Token comparison = token_;
        advance();
        AffineValue right = sum();
        refuse_number(text_, left);
        refuse_number(text_, right);
        const bool is_equation = comparison.spelling.starts_with('=');
        if (is_equation || comparison.spelling == "<=")
            result_.comparisons.push_back({left, right, comparison.place});
        if (is_equation || comparison.spelling == ">=")
            result_.comparisons.push_back({right, left, comparison.place});
        if (result_.comparisons.size() > max_conjecture_parts) {
            refuse<InputError>(text_, comparison.place, "one more comparison",
                               fmt::format("at most {} inequalities", max_conjecture_parts));
        }
        left = std::move(right);
    } while (token_.kind == Token::Kind::comparison);
    if (token_.kind != Token::Kind::end) unexpected("an operator or the end");
    if (result_.c && result_.comparisons.size() > 1) {
        refuse<NotSupported>(text_, *result_.c, "c beside several inequalities",
                             "one, <= or >=, in which c is to be found");
    }
    return std::move(result_);
}

void ConjectureParser::expect_comparison() {
    if (token_.kind != Token::Kind::comparison) unexpected("an operator or a comparison, <= or >=");
    const std::string_view sign = token_.spelling;
    if (sign == "<=" || sign == ">=" || sign == "=" || sign == "==") return;
    if (sign == "<" || sign == ">") {
        refuse<NotSupported>(text_, token_.place, quoted(text_, token_.place),
                             "<= or >=: where D = 0 both sides are 0, so that no strict "
                             "inequality holds for every pseudometric D");
    }
    unexpected("<=, >= or =");
}

AffineValue ConjectureParser::sum() {
    AffineValue total = product();
    while (is_symbol("+") || is_symbol("-")) {
        const Rational sign = is_symbol("+") ? 1 : -1;
        advance();
        total = combination(total, sign, product());
    }
    return total;
}

/// True if the next token can be a factor with no * before it, as in 3K or 2(K + F[box]).
bool ConjectureParser::begins_factor() const {
    return token_.kind == Token::Kind::name || is_symbol("(") || (is_symbol("|") && !bar_closes_);
}

AffineValue ConjectureParser::product() {
    AffineValue value = factor();
    while (true) {
        if (is_symbol("^") || is_symbol("**")) {
            refuse<NotSupported>(text_, token_.place, quoted(text_, token_.place),
                                 "no power: sides are sums of distances times constants");
        }
        if (token_.kind == Token::Kind::number) unexpected("an operator before a number");
        const bool divides = is_symbol("/");
        if (divides || is_symbol("*")) {
            advance();
        } else if (!begins_factor()) {
            return value;
        }
        const AffineValue right = factor();
        value = divides ? divided(value, right) : multiplied(value, right);
    }
}

AffineValue ConjectureParser::factor() {
    const std::size_t begin = token_.place.begin;
    bool negative = false;
    while (is_symbol("-") || is_symbol("+")) {
        negative ^= is_symbol("-");
        advance();
    }
    AffineValue value = primary();
    if (negative) value = times(-1, value);
    value.place = {begin, last_end_};
    if (!value.has_distances()) value.number_place = value.place;
    return value;
}

AffineValue ConjectureParser::primary() {
    AffineValue value;
    if (token_.kind == Token::Kind::number) {
        value = number();
    } else if (token_.kind == Token::Kind::name) {
        value = named();
    } else if (is_symbol("(")) {
        value = parenthesized();
    } else if (is_symbol("|")) {
        const std::size_t begin = token_.place.begin;
        const DistanceSum inside = arguments("|").front();
        value.sum = absolute_value(inside, {begin, last_end_});
    } else if (is_symbol("σ")) {
        unexpected("no argument: K and F are those of σ, K[inverse] and F[box,inverse] of σ⁻¹");
    } else {
        unexpected("a number, a distance such as K or F[box], max, min, abs, ( or |");
    }
    return value;
}

AffineValue ConjectureParser::number() {
    AffineValue value;
    value.place = token_.place;
    try {
        value.number = Rational::parse(token_.spelling, "conjecture");
    } catch (const InputError&) {
        unexpected(fmt::format("a decimal exponent of at most {}", Rational::max_exponent));
    }
    of_bearable_size(value);
    advance();
    return value;
}

AffineValue ConjectureParser::named() {
    refuse_other_metrics();
    const std::string_view name = token_.spelling;
    if (name == "K" || name == "kendall") return distance(true);
    if (name == "F" || name == "footrule") return distance(false);
    if (name == "max" || name == "min" || name == "abs") return function();
    if (name != "c") unexpected(expected_one_of(name, conjecture_names));
    if (!result_.c) result_.c = token_.place;
    advance();
    AffineValue value;
    value.number_of_c = 1;
    return value;
}

/// Metrics of which a search knows nothing: D, over which it decides, does not enter them.
void ConjectureParser::refuse_other_metrics() const {
    const std::size_t begin = token_.place.begin;
    const std::string_view name = text_.substr(begin, item_length(text_.substr(begin)));
    if (is_distance_name(name)) return;
    const auto known = metrics::catalogue();
    if (std::ranges::find(known, name, &metrics::Metric::name) == known.end()) return;
    const TextPlace place{begin, begin + name.size()};
    refuse<NotSupported>(text_, place, quoted(text_, place),
                         "K or F[reading], which a search decides for all D at once: no D enters "
                         "this metric; disarray check pairs compares it with another on S_n, and "
                         "search --classical sums of statistics such as hamming");
}

/// The next word in brackets; `token_` is the bracket or comma before it.
Token ConjectureParser::item() {
    const Token result = lexer_.next_item();
    advance();
    return result;
}

AffineValue ConjectureParser::distance(bool kendall) {
    const std::string name(token_.spelling);
    const TextPlace place = token_.place;
    Distance result;
    advance();
    bool read_on = is_symbol("[");
    if (!kendall) result.kind = Distance::Kind::footrule;
    if (!kendall && !read_on) {
        result_.bare_footrules.push_back({place, token_.place});
        result.reading = metrics::Reading::box;
    } else if (!kendall) {
        const Token word = item();
        const auto reading = reading_of(word.spelling);
        if (!reading) {
            refuse<InputError>(text_, word.place, quoted(text_, word.place),
                               (word.spelling == "inverse" ? "a reading before it: " : "") +
                                   expected_reading(word.spelling));
        }
        result.reading = *reading;
        read_on = is_symbol(",");
        if (!read_on) expect("]", "] or \",inverse]\"");
    }
    if (read_on) {
        const Token word = item();
        if (word.spelling != "inverse") {
            refuse<InputError>(text_, word.place, quoted(text_, word.place),
                               kendall ? "inverse: " + name + " has one reading only" : "inverse");
        }
        // F[prefix-sym] is the mean over σ and σ⁻¹: one name for it, so that it cancels.
        result.inverse = kendall || result.reading != metrics::Reading::prefix_sym;
        expect("]", "]");
    }
    AffineValue value;
    add_term(value.sum, 1, result);
    return value;
}

AffineValue ConjectureParser::function() {
    const Token name = token_;
    advance();
    if (!is_symbol("(")) unexpected(fmt::format("( after {}", name.spelling));
    const std::vector<DistanceSum> list = arguments(")");
    const TextPlace place{name.place.begin, last_end_};
    if (name.spelling == "abs" && list.size() > 1) {
        refuse<InputError>(text_, place, fmt::format("{} arguments", list.size()),
                           "one: abs(x), or |x|");
    }
    AffineValue value;
    value.sum = name.spelling == "abs"   ? absolute_value(list.front(), place)
                : name.spelling == "max" ? maximum(list, place)
                                         : minimum(list, place);
    return value;
}

/// Says that the innermost bracket is now `token_`. Returns what `close_bracket` has to restore.
bool ConjectureParser::open_bracket() {
    if (++depth_ > max_conjecture_depth) {
        refuse<InputError>(text_, token_.place, "brackets within brackets",
                           fmt::format("at most {} levels", max_conjecture_depth));
    }
    return std::exchange(bar_closes_, is_symbol("|"));
}

void ConjectureParser::close_bracket(std::string_view close, const std::string& expected,
                                     bool outer) {
    expect(close, expected);
    bar_closes_ = outer;
    --depth_;
}

AffineValue ConjectureParser::parenthesized() {
    const bool outer = open_bracket();
    advance();
    AffineValue value = sum();
    close_bracket(")", "an operator or )", outer);
    return value;
}

/// From an opening bracket to its closing one; between bars, one argument.
std::vector<DistanceSum> ConjectureParser::arguments(std::string_view close) {
    const bool outer = open_bracket();
    std::vector<DistanceSum> list;
    do {
        if (list.size() == max_conjecture_parts) {
            refuse<InputError>(text_, token_.place, "one more argument",
                               fmt::format("at most {}", max_conjecture_parts));
        }
        advance();
        list.push_back(argument());
    } while (close == ")" && is_symbol(","));
    close_bracket(close, close == "|" ? "an operator or |" : "an operator, a comma or )", outer);
    return list;
}

DistanceSum ConjectureParser::argument() {
    const AffineValue value = sum();
    if (value.has_c()) {
        refuse<NotSupported>(text_, value.place, quoted(text_, value.place),
                             "c outside of max, min and | |, as a factor of the whole side");
    }
    refuse_number(text_, value);
    return value.sum;
}

void ConjectureParser::expect(std::string_view symbol, const std::string& expected) {
    if (!is_symbol(symbol)) unexpected(expected);
    advance();
}

/// Numbers of more than 1,000 digits are refused wherever they come up, so that a short text such
/// as 1e10000*1e10000*… cannot ask for hours.
const AffineValue& ConjectureParser::of_bearable_size(const AffineValue& value) const {
    constexpr unsigned most_bits = 3322;  // 1000 · log₂ 10
    const auto check = [&](const Rational& number) {
        const Integer size = abs(number.numerator()) + number.denominator();
        if (msb(size) <= most_bits) return;
        refuse<InputError>(text_, value.place, "a number of more than 1000 digits",
                           "a shorter one");
    };
    check(value.number);
    check(value.number_of_c);
    for (const DistanceSum* sum : {&value.sum, &value.sum_of_c}) {
        for (const Term& term : sum->terms)
            check(term.coefficient);
        for (const Choice& choice : sum->choices)
            check(choice.coefficient);
    }
    return value;
}

AffineValue ConjectureParser::combination(const AffineValue& a, const Rational& factor,
                                          const AffineValue& b) const {
    AffineValue result;
    result.number = a.number + factor * b.number;
    result.number_of_c = a.number_of_c + factor * b.number_of_c;
    result.sum = combined(a.sum, factor, b.sum);
    result.sum_of_c = combined(a.sum_of_c, factor, b.sum_of_c);
    result.place = {a.place.begin, b.place.end};
    result.number_place = a.has_number() ? a.number_place : b.number_place;
    return of_bearable_size(result);
}

AffineValue ConjectureParser::multiplied(const AffineValue& left, const AffineValue& right) const {
    const TextPlace place{left.place.begin, right.place.end};
    if (left.has_distances() && right.has_distances()) {
        refuse<NotSupported>(text_, place, quoted(text_, place),
                             "a constant as one of two factors: a product of distances is not "
                             "decided by linear programs");
    }
    if (left.has_c() && right.has_c()) {
        refuse<NotSupported>(text_, place, quoted(text_, place), "c once in a product");
    }
    const AffineValue& constant = left.has_distances() ? right : left;
    const AffineValue& other = left.has_distances() ? left : right;
    AffineValue result = times(constant.number, other);
    result.number_of_c += constant.number_of_c * other.number;
    add(result.sum_of_c, constant.number_of_c, other.sum);
    result.place = place;
    if (!result.has_distances()) result.number_place = place;
    return of_bearable_size(result);
}

AffineValue ConjectureParser::divided(const AffineValue& left, const AffineValue& right) const {
    const TextPlace place{left.place.begin, right.place.end};
    if (right.has_distances()) {
        refuse<NotSupported>(text_, place, quoted(text_, place),
                             "a constant as divisor: for a bound on a quotient, multiply by the "
                             "divisor");
    }
    if (right.has_c()) {
        refuse<NotSupported>(text_, place, quoted(text_, place),
                             "a number as divisor: write c as a factor of the other side");
    }
    if (right.number.sign() == 0) {
        refuse<InputError>(text_, right.place, quoted(text_, right.place),
                           "a divisor other than 0");
    }
    AffineValue result = times(1 / right.number, left);
    result.place = place;
    if (!result.has_distances()) result.number_place = place;
    return of_bearable_size(result);
}

}  // namespace

std::string expected_reading(std::string_view name) {
    std::vector<std::string_view> known;
    known.reserve(metrics::all_readings.size());
    for (const metrics::Reading reading : metrics::all_readings)
        known.push_back(name_of(reading));
    return expected_one_of(name, known);
}

std::optional<metrics::Reading> reading_of(std::string_view name) {
    for (const metrics::Reading reading : metrics::all_readings) {
        if (name_of(reading) == name) return reading;
    }
    return std::nullopt;
}

ComparedText compared_in(std::string_view text) {
    return ConjectureParser(text).statement();
}

}  // namespace disarray::search::detail
