// SPDX-License-Identifier: MIT
//
// Reads a conjecture by recursive descent. There is no syntax tree: a sum, a factor and a divisor
// act on coefficients at once, so that every part of the text is a sum of distances and of choices,
// each a coefficient times max(…) or |…|; min is −max of the negatives. Then small − big ≤ 0 is
// cut into parts. A choice with a positive coefficient splits, one part for each argument. One with
// a negative coefficient becomes −(a + b)/2 − |a − b|/2, which takes a − b linear in D. |linear|
// stays whole on either side, although on the smaller one it could be split: one part is one series
// of linear programs and one certificate.
#include "search/conjecture.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/near_names.hpp"

namespace disarray::search {

namespace {

// ---- Where something stands, and how a message shows it ---------------------------------------

/// Bytes begin … end of the text.
struct Place {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// Number of bytes of the character that `text` begins with: 1 for a control character and for
/// bytes that are no UTF-8, each of which is shown as one column.
std::size_t character_length(std::string_view text) {
    const auto byte = static_cast<unsigned char>(text.front());
    const std::size_t length = byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    const std::string_view character = text.substr(0, length);
    return printable(character) == character ? character.size() : 1;
}

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// The text and a caret under its character number `column` (from 0), as two lines; of a long text
/// only the neighbourhood.
std::string pointed_at(const std::vector<std::string>& characters, std::size_t column) {
    constexpr std::size_t before = 60, width = 90;  // convention: fits a terminal of 100 columns
    const std::size_t first = column > before ? column - before : 0;
    const std::size_t last = std::min(characters.size(), first + width);
    std::string line = first > 0 ? "  ..." : "  ";
    const std::size_t indent = line.size() + column - first;
    for (std::size_t i = first; i < last; ++i)
        line += characters[i];
    if (last < characters.size()) line += "...";
    return line + "\n" + std::string(indent, ' ') + "^";
}

/// Throws an Error "conjecture, column 6: found …, expected …" that shows the place.
template <class Error>
[[noreturn]] void refuse(std::string_view text, Place place, std::string_view found,
                         std::string_view expected) {
    std::vector<std::string> characters;
    std::size_t column = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (at < place.begin) ++column;
        const std::string_view character = text.substr(at, character_length(text.substr(at)));
        const bool shown = printable(character) == character;
        characters.push_back(shown ? std::string(character) : is_blank(character[0]) ? " " : "?");
        at += character.size();
    }
    throw Error(fmt::format("conjecture, column {}: found {}, expected {}\n{}", column + 1, found,
                            expected, pointed_at(characters, column)));
}

std::string quoted(std::string_view text, Place place) {
    if (place.begin >= text.size()) return "the end";
    return "\"" + printable(text.substr(place.begin, place.end - place.begin)) + "\"";
}

// ---- Sums of distances and choices ------------------------------------------------------------

struct Choice;

/// Σ terms + Σ choices; no coefficient is 0, no distance and no choice occurs twice.
struct Sum {
    std::vector<Term> terms;  ///< in the order of `rank`
    std::vector<Choice> choices;

    bool empty() const { return terms.empty() && choices.empty(); }
};

/// coefficient · max(arguments), or coefficient · |the only argument|.
struct Choice {
    Rational coefficient;
    bool absolute = false;
    std::vector<Sum> arguments;
    Place place;  ///< where it was written
};

bool same_factor(const Choice& a, const Choice& b);

bool operator==(const Sum& a, const Sum& b) {
    return a.terms == b.terms &&
           std::ranges::equal(a.choices, b.choices, [](const Choice& x, const Choice& y) {
               return x.coefficient == y.coefficient && same_factor(x, y);
           });
}

bool same_factor(const Choice& a, const Choice& b) {
    return a.absolute == b.absolute && a.arguments == b.arguments;
}

/// The order in which distances are printed: K first, σ before σ⁻¹.
auto rank(const Distance& d) {
    const bool kendall = d.kind == Distance::Kind::kendall;
    return std::tuple(kendall ? 0 : 1 + static_cast<int>(d.reading), d.inverse);
}

void add_term(Sum& sum, const Rational& coefficient, const Distance& distance) {
    const auto place = std::ranges::lower_bound(sum.terms, rank(distance), {},
                                                [](const Term& t) { return rank(t.distance); });
    if (place == sum.terms.end() || !(place->distance == distance)) {
        if (coefficient.sign() != 0) sum.terms.insert(place, Term{coefficient, distance});
        return;
    }
    place->coefficient += coefficient;
    if (place->coefficient.sign() == 0) sum.terms.erase(place);
}

void add_choice(Sum& sum, const Rational& coefficient, Choice choice) {
    const auto place = std::ranges::find_if(
        sum.choices, [&](const Choice& other) { return same_factor(choice, other); });
    if (place == sum.choices.end()) {
        choice.coefficient = coefficient;
        if (coefficient.sign() != 0) sum.choices.push_back(std::move(choice));
        return;
    }
    place->coefficient += coefficient;
    if (place->coefficient.sign() == 0) sum.choices.erase(place);
}

/// sum += factor · other.
void add(Sum& sum, const Rational& factor, const Sum& other) {
    for (const Term& term : other.terms)
        add_term(sum, factor * term.coefficient, term.distance);
    for (const Choice& choice : other.choices)
        add_choice(sum, factor * choice.coefficient, choice);
}

Sum scaled(const Rational& factor, const Sum& sum) {
    Sum result;
    add(result, factor, sum);
    return result;
}

/// a + factor · b.
Sum combined(Sum a, const Rational& factor, const Sum& b) {
    add(a, factor, b);
    return a;
}

/// True if every term has that sign; then so has the sum, since no distance is negative.
bool is_of_sign(const Sum& sum, int sign) {
    return sum.choices.empty() && std::ranges::all_of(sum.terms, [&](const Term& term) {
               return term.coefficient.sign() == sign;
           });
}

bool is_linear(const Sum& sum) {
    return sum.choices.empty() && std::ranges::all_of(sum.terms, [](const Term& term) {
               return term.distance.is_linear();
           });
}

/// The q with sum = q · (coprime integers, the first > 0). Of terms only, and not empty.
Rational content(const Sum& sum) {
    Integer numerators = 0, denominators = 1;
    for (const Term& term : sum.terms) {
        numerators = boost::multiprecision::gcd(numerators, term.coefficient.numerator());
        denominators = boost::multiprecision::lcm(denominators, term.coefficient.denominator());
    }
    const Rational size(numerators, denominators);
    return sum.terms.front().coefficient.sign() < 0 ? -size : size;
}

/// |sum|, with a factor taken out so that |a − b| and |2b − 2a| are seen to be alike.
Sum absolute_value(const Sum& sum, Place place) {
    if (is_of_sign(sum, 1)) return sum;
    if (is_of_sign(sum, -1)) return scaled(-1, sum);
    const Rational factor = sum.choices.empty() ? content(sum) : Rational(1);
    Sum result;
    add_choice(result, abs(factor), Choice{1, true, {scaled(1 / factor, sum)}, place});
    return result;
}

/// True if a ≤ b whatever the distances are, as far as coefficients show it.
bool is_dominated(const Sum& a, const Sum& b) {
    if (a == b) return true;
    return a.choices.empty() && b.choices.empty() && is_of_sign(combined(b, -1, a), 1);
}

/// The maximum, without arguments that another one is never less than.
Sum maximum(const std::vector<Sum>& arguments, Place place) {
    std::vector<Sum> kept;
    for (const Sum& argument : arguments) {
        const auto dominates = [&](const Sum& other) { return is_dominated(argument, other); };
        if (std::ranges::any_of(kept, dominates)) continue;
        std::erase_if(kept, [&](const Sum& other) { return is_dominated(other, argument); });
        kept.push_back(argument);
    }
    if (kept.size() == 1) return kept.front();
    return Sum{{}, {Choice{1, false, std::move(kept), place}}};
}

Sum minimum(std::vector<Sum> arguments, Place place) {
    for (Sum& argument : arguments)
        argument = scaled(-1, argument);
    return scaled(-1, maximum(arguments, place));
}

/// What a part of the text stands for: number + sum + c·(number_of_c + sum_of_c).
struct Value {
    Rational number;
    Rational number_of_c;
    Sum sum;
    Sum sum_of_c;
    Place place;         ///< of the whole
    Place number_place;  ///< of the first summand that is a number, if there is one

    bool has_number() const { return number.sign() != 0 || number_of_c.sign() != 0; }
    bool has_distances() const { return !sum.empty() || !sum_of_c.empty(); }
    bool has_c() const { return number_of_c.sign() != 0 || !sum_of_c.empty(); }
};

Value times(const Rational& factor, Value value) {
    value.number *= factor;
    value.number_of_c *= factor;
    value.sum = scaled(factor, value.sum);
    value.sum_of_c = scaled(factor, value.sum_of_c);
    return value;
}

// ---- From text to two values ------------------------------------------------------------------

struct Token {
    enum class Kind { end, number, name, comparison, symbol };

    Kind kind = Kind::end;
    std::string_view spelling;  ///< ≤ as "<=", · as "*", and so on
    Place place;
};

constexpr std::string_view digits = "0123456789";
constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
constexpr std::string_view name_characters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
constexpr std::string_view item_characters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789-";

constexpr std::pair<std::string_view, std::string_view> other_spellings[] = {
    {"≤", "<="}, {"≥", ">="}, {"·", "*"}, {"−", "-"}};

std::size_t length_of_any(std::string_view text, std::string_view characters) {
    return std::min(text.find_first_not_of(characters), text.size());
}

/// Length of the number that `text` begins with, "12", "0.5", ".5", "1e-3"; 0 if it begins with
/// none. An e that no digit follows is not part of it.
std::size_t number_length(std::string_view text) {
    std::size_t length = length_of_any(text, digits);
    std::size_t decimals = 0;
    if (text.substr(length).starts_with('.')) {
        decimals = length_of_any(text.substr(length + 1), digits);
        if (length + decimals == 0) return 0;
        length += 1 + decimals;
    }
    if (length == 0) return 0;
    std::string_view rest = text.substr(length);
    if (!rest.starts_with('e') && !rest.starts_with('E')) return length;
    rest.remove_prefix(1);
    const std::size_t sign = rest.starts_with('-') || rest.starts_with('+') ? 1 : 0;
    const std::size_t exponent = length_of_any(rest.substr(sign), digits);
    return exponent == 0 ? length : length + 1 + sign + exponent;
}

class Lexer {
public:
    explicit Lexer(std::string_view text) : text_(text) {}

    Token next() {
        skip_blanks();
        const std::string_view rest = text_.substr(at_);
        if (rest.empty()) return {Token::Kind::end, "", {at_, at_}};
        if (const std::size_t length = number_length(rest)) {
            return token(Token::Kind::number, length);
        }
        if (const std::size_t length = length_of_any(rest, letters)) {
            return token(Token::Kind::name,
                         length + length_of_any(rest.substr(length), name_characters));
        }
        if (const std::size_t length = length_of_any(rest, "<>=!")) {
            return token(Token::Kind::comparison, length);
        }
        return symbol(rest);
    }

    /// What stands in brackets up to a comma or the like: "prefix-sym".
    Token next_item() {
        skip_blanks();
        return token(Token::Kind::name, length_of_any(text_.substr(at_), item_characters));
    }

private:
    void skip_blanks() {
        while (at_ < text_.size() && is_blank(text_[at_]))
            ++at_;
    }

    Token token(Token::Kind kind, std::size_t length) {
        const Place place{at_, at_ + length};
        at_ += length;
        return {kind, text_.substr(place.begin, length), place};
    }

    Token symbol(std::string_view rest) {
        for (const auto& [spelling, meaning] : other_spellings) {
            if (!rest.starts_with(spelling)) continue;
            Token result = token(Token::Kind::symbol, spelling.size());
            result.spelling = meaning;
            if (meaning.ends_with('=')) result.kind = Token::Kind::comparison;
            return result;
        }
        if (rest.starts_with("**")) return token(Token::Kind::symbol, 2);
        return token(Token::Kind::symbol, character_length(rest));
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

constexpr std::array<std::string_view, 8> known_names = {"K",   "kendall", "F",   "footrule",
                                                         "max", "min",     "abs", "c"};

std::string expected_reading(std::string_view name) {
    std::vector<std::string_view> known;
    known.reserve(metrics::all_readings.size());
    for (const metrics::Reading reading : metrics::all_readings)
        known.push_back(metrics::name_of(reading));
    return expected_one_of(name, known);
}

std::optional<metrics::Reading> reading_of(std::string_view name) {
    for (const metrics::Reading reading : metrics::all_readings) {
        if (metrics::name_of(reading) == name) return reading;
    }
    return std::nullopt;
}

/// What the text says, before anything is moved.
struct Statement {
    Value small;
    Value big;
    Place comparison;
    std::optional<Place> c;  ///< where c is first mentioned
};

/// Refuses a summand that is a number: K <= 3 is false for large D and true for small D.
void refuse_number(std::string_view text, const Value& value) {
    if (!value.has_number()) return;
    refuse<NotSupported>(text, value.number_place, quoted(text, value.number_place),
                         "a distance beside the number, as in 3*K: a number alone does not scale "
                         "with D");
}

class Parser {
public:
    explicit Parser(std::string_view text) : text_(text), lexer_(text) { advance(); }

    Statement statement();

private:
    Value sum();
    Value product();
    Value factor();
    Value primary();
    Value number();
    Value named();
    Value distance(bool kendall);
    Value function();
    Value parenthesized();
    bool open_bracket();
    void close_bracket(std::string_view close, const std::string& expected, bool outer);
    std::vector<Sum> arguments(std::string_view close);
    Sum argument();
    Token item();

    Value multiplied(const Value& left, const Value& right) const;
    Value divided(const Value& left, const Value& right) const;
    Value combination(const Value& a, const Rational& factor, const Value& b) const;
    const Value& of_bearable_size(const Value& value) const;

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
    Lexer lexer_;
    Token token_;
    std::size_t last_end_ = 0;  ///< of the token before
    std::size_t depth_ = 0;
    bool bar_closes_ = false;  ///< the innermost open bracket is a |
    std::optional<Place> c_;
};

Statement Parser::statement() {
    Statement result;
    result.small = sum();
    expect_comparison();
    const Token comparison = token_;
    result.comparison = comparison.place;
    advance();
    result.big = sum();
    if (token_.kind == Token::Kind::comparison) {
        refuse<NotSupported>(text_, token_.place, "a second comparison",
                             "one: ask for the two inequalities one by one");
    }
    if (token_.kind != Token::Kind::end) unexpected("an operator or the end");
    if (comparison.spelling == ">=") std::swap(result.small, result.big);
    result.c = c_;
    return result;
}

void Parser::expect_comparison() {
    if (token_.kind != Token::Kind::comparison) unexpected("an operator or a comparison, <= or >=");
    const std::string_view sign = token_.spelling;
    if (sign == "<=" || sign == ">=") return;
    if (sign == "<" || sign == ">") {
        refuse<NotSupported>(text_, token_.place, quoted(text_, token_.place),
                             "<= or >=: where D = 0 both sides are 0, so that no strict "
                             "inequality holds for every pseudometric D");
    }
    if (sign == "=" || sign == "==") {
        refuse<NotSupported>(text_, token_.place, quoted(text_, token_.place),
                             "<= or >=: ask for the two inequalities one by one");
    }
    unexpected("<= or >=");
}

Value Parser::sum() {
    Value total = product();
    while (is_symbol("+") || is_symbol("-")) {
        const Rational sign = is_symbol("+") ? 1 : -1;
        advance();
        total = combination(total, sign, product());
    }
    return total;
}

/// True if the next token can be a factor with no * before it, as in 3K or 2(K + F[box]).
bool Parser::begins_factor() const {
    return token_.kind == Token::Kind::name || is_symbol("(") || (is_symbol("|") && !bar_closes_);
}

Value Parser::product() {
    Value value = factor();
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
        const Value right = factor();
        value = divides ? divided(value, right) : multiplied(value, right);
    }
}

Value Parser::factor() {
    const std::size_t begin = token_.place.begin;
    bool negative = false;
    while (is_symbol("-") || is_symbol("+")) {
        negative ^= is_symbol("-");
        advance();
    }
    Value value = primary();
    if (negative) value = times(-1, value);
    value.place = {begin, last_end_};
    if (!value.has_distances()) value.number_place = value.place;
    return value;
}

Value Parser::primary() {
    Value value;
    if (token_.kind == Token::Kind::number) {
        value = number();
    } else if (token_.kind == Token::Kind::name) {
        value = named();
    } else if (is_symbol("(")) {
        value = parenthesized();
    } else if (is_symbol("|")) {
        const std::size_t begin = token_.place.begin;
        const Sum inside = arguments("|").front();
        value.sum = absolute_value(inside, {begin, last_end_});
    } else if (is_symbol("σ")) {
        unexpected("no argument: K and F are those of σ, K[inverse] and F[box,inverse] of σ⁻¹");
    } else {
        unexpected("a number, a distance such as K or F[box], max, min, abs, ( or |");
    }
    return value;
}

Value Parser::number() {
    Value value;
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

Value Parser::named() {
    const std::string_view name = token_.spelling;
    if (name == "K" || name == "kendall") return distance(true);
    if (name == "F" || name == "footrule") return distance(false);
    if (name == "max" || name == "min" || name == "abs") return function();
    if (name != "c") unexpected(expected_one_of(name, known_names));
    if (!c_) c_ = token_.place;
    advance();
    Value value;
    value.number_of_c = 1;
    return value;
}

/// The next word in brackets; `token_` is the bracket or comma before it.
Token Parser::item() {
    const Token result = lexer_.next_item();
    advance();
    return result;
}

Value Parser::distance(bool kendall) {
    const std::string name(token_.spelling);
    Distance result;
    advance();
    bool read_on = is_symbol("[");
    if (!kendall) {
        if (!read_on) {
            unexpected(fmt::format("a reading of {} in brackets: {}", name, expected_reading("")));
        }
        result.kind = Distance::Kind::footrule;
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
    Value value;
    add_term(value.sum, 1, result);
    return value;
}

Value Parser::function() {
    const Token name = token_;
    advance();
    if (!is_symbol("(")) unexpected(fmt::format("( after {}", name.spelling));
    const std::vector<Sum> list = arguments(")");
    const Place place{name.place.begin, last_end_};
    if (name.spelling == "abs" && list.size() > 1) {
        refuse<InputError>(text_, place, fmt::format("{} arguments", list.size()),
                           "one: abs(x), or |x|");
    }
    Value value;
    value.sum = name.spelling == "abs"   ? absolute_value(list.front(), place)
                : name.spelling == "max" ? maximum(list, place)
                                         : minimum(list, place);
    return value;
}

/// Says that the innermost bracket is now `token_`. Returns what `close_bracket` has to restore.
bool Parser::open_bracket() {
    if (++depth_ > max_conjecture_depth) {
        refuse<InputError>(text_, token_.place, "brackets within brackets",
                           fmt::format("at most {} levels", max_conjecture_depth));
    }
    return std::exchange(bar_closes_, is_symbol("|"));
}

void Parser::close_bracket(std::string_view close, const std::string& expected, bool outer) {
    expect(close, expected);
    bar_closes_ = outer;
    --depth_;
}

Value Parser::parenthesized() {
    const bool outer = open_bracket();
    advance();
    Value value = sum();
    close_bracket(")", "an operator or )", outer);
    return value;
}

/// From an opening bracket to its closing one; between bars, one argument.
std::vector<Sum> Parser::arguments(std::string_view close) {
    const bool outer = open_bracket();
    std::vector<Sum> list;
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

Sum Parser::argument() {
    const Value value = sum();
    if (value.has_c()) {
        refuse<NotSupported>(text_, value.place, quoted(text_, value.place),
                             "c outside of max, min and | |, as a factor of the whole side");
    }
    refuse_number(text_, value);
    return value.sum;
}

void Parser::expect(std::string_view symbol, const std::string& expected) {
    if (!is_symbol(symbol)) unexpected(expected);
    advance();
}

/// Numbers of more than 1,000 digits are refused wherever they come up, so that a short text such
/// as 1e10000*1e10000*… cannot ask for hours.
const Value& Parser::of_bearable_size(const Value& value) const {
    constexpr unsigned most_bits = 3322;  // 1000 · log₂ 10
    const auto check = [&](const Rational& number) {
        const Integer size = abs(number.numerator()) + number.denominator();
        if (boost::multiprecision::msb(size) <= most_bits) return;
        refuse<InputError>(text_, value.place, "a number of more than 1000 digits",
                           "a shorter one");
    };
    check(value.number);
    check(value.number_of_c);
    for (const Sum* sum : {&value.sum, &value.sum_of_c}) {
        for (const Term& term : sum->terms)
            check(term.coefficient);
        for (const Choice& choice : sum->choices)
            check(choice.coefficient);
    }
    return value;
}

Value Parser::combination(const Value& a, const Rational& factor, const Value& b) const {
    Value result;
    result.number = a.number + factor * b.number;
    result.number_of_c = a.number_of_c + factor * b.number_of_c;
    result.sum = combined(a.sum, factor, b.sum);
    result.sum_of_c = combined(a.sum_of_c, factor, b.sum_of_c);
    result.place = {a.place.begin, b.place.end};
    result.number_place = a.has_number() ? a.number_place : b.number_place;
    return of_bearable_size(result);
}

Value Parser::multiplied(const Value& left, const Value& right) const {
    const Place place{left.place.begin, right.place.end};
    if (left.has_distances() && right.has_distances()) {
        refuse<NotSupported>(text_, place, quoted(text_, place),
                             "a constant as one of two factors: a product of distances is not "
                             "decided by linear programs");
    }
    if (left.has_c() && right.has_c()) {
        refuse<NotSupported>(text_, place, quoted(text_, place), "c once in a product");
    }
    const Value& constant = left.has_distances() ? right : left;
    const Value& other = left.has_distances() ? left : right;
    Value result = times(constant.number, other);
    result.number_of_c += constant.number_of_c * other.number;
    add(result.sum_of_c, constant.number_of_c, other.sum);
    result.place = place;
    if (!result.has_distances()) result.number_place = place;
    return of_bearable_size(result);
}

Value Parser::divided(const Value& left, const Value& right) const {
    const Place place{left.place.begin, right.place.end};
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
    Value result = times(1 / right.number, left);
    result.place = place;
    if (!result.has_distances()) result.number_place = place;
    return of_bearable_size(result);
}

// ---- From two values to inequalities ----------------------------------------------------------

/// A choice that no linear program takes in, on the side where it counts; and why not.
[[noreturn]] void refuse_choice(std::string_view text, const Choice& choice,
                                const Sum* difference) {
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
            ? name_of(term->distance) + " is itself a sum of absolute values"
            : quoted(text, difference->choices.front().place) + " is itself not linear in D";
    const std::string_view what =
        choice.absolute
            ? "a sum of K, F[interval], F[box] and their inverses between the bars"
            : "arguments that differ by a sum of K, F[interval], F[box], their inverses";
    refuse<NotSupported>(text, choice.place, found, fmt::format("{}: {}", what, reason));
}

/// What stands for max(a, b), times a negative coefficient, in `sum` ≤ 0.
Sum as_absolute_value(std::string_view text, const Choice& choice) {
    if (choice.absolute) refuse_choice(text, choice, &choice.arguments.front());
    if (choice.arguments.size() != 2) refuse_choice(text, choice, nullptr);
    const Sum& a = choice.arguments[0];
    const Sum& b = choice.arguments[1];
    const Sum difference = combined(a, -1, b);
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
std::vector<Sum> parts_of(std::string_view text, const Sum& sum) {
    std::vector<Sum> parts = {sum};
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
        std::vector<Sum> cases = choice.arguments;
        if (choice.absolute) cases.push_back(scaled(-1, cases.front()));
        for (Sum& one : cases)
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
Expression expression_of(const Sum& sum, int sign) {
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

bool has_sign(const Sum& sum, int sign) {
    const Expression part = expression_of(sum, sign);
    return !part.terms.empty() || !part.absolute.empty();
}

/// With c to find, no term can change sides: each side is positive by itself.
std::vector<Inequality> parts_with_constant(std::string_view text, const Sum& small, const Sum& big,
                                            Place c) {
    const std::vector<Sum> smaller = parts_of(text, small);
    const std::vector<Sum> greater = parts_of(text, scaled(-1, big));
    if (std::ranges::any_of(smaller, [](const Sum& part) { return has_sign(part, -1); }) ||
        std::ranges::any_of(greater, [](const Sum& part) { return has_sign(part, 1); })) {
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
    for (const Sum& part : smaller) {
        for (const Sum& bound : greater)
            parts.push_back({expression_of(part, 1), expression_of(bound, -1)});
    }
    return parts;
}

/// c is allowed as a factor of one whole side. True if that is the smaller one.
bool is_constant_on_small(std::string_view text, const Statement& statement) {
    const Value& small = statement.small;
    const Value& big = statement.big;
    const Place c = *statement.c;
    if (small.sum_of_c.empty() && big.sum_of_c.empty()) {
        refuse<InputError>(text, c, "c times 0", "c as a factor of one side");
    }
    if (!small.sum_of_c.empty() && !big.sum_of_c.empty()) {
        refuse<NotSupported>(text, c, "c on both sides", "c on one side");
    }
    const Value& side = small.sum_of_c.empty() ? big : small;
    if (!side.sum.empty()) {
        refuse<NotSupported>(text, c, "c in some of the terms of a side",
                             "c as a factor of the whole side, as in K <= c*(K + F[box])");
    }
    return !small.sum_of_c.empty();
}

Conjecture parse_inequality(std::string_view text) {
    const Statement statement = Parser(text).statement();
    const Value& small = statement.small;
    const Value& big = statement.big;
    refuse_number(text, small);
    refuse_number(text, big);
    Conjecture result;
    result.text = text;
    result.asks_constant = statement.c.has_value();
    std::vector<Inequality> parts;
    if (result.asks_constant) {
        result.constant_on_small = is_constant_on_small(text, statement);
        parts =
            parts_with_constant(text, result.constant_on_small ? small.sum_of_c : small.sum,
                                result.constant_on_small ? big.sum : big.sum_of_c, *statement.c);
    } else {
        for (const Sum& part : parts_of(text, combined(small.sum, -1, big.sum)))
            parts.push_back({expression_of(part, 1), expression_of(part, -1)});
    }
    for (Inequality& part : parts) {
        if (part.small == Expression{}) continue;  // 0 <= …
        const bool known = std::ranges::find(result.parts, part) != result.parts.end();
        if (!known) result.parts.push_back(std::move(part));
    }
    if (result.parts.empty()) {
        refuse<InputError>(text, statement.comparison, "nothing to decide",
                           "a term that stays on the smaller side: what is left is 0 <= " +
                               to_string(parts.front().big) + ", which holds for every D");
    }
    return result;
}

// ---- Short names ------------------------------------------------------------------------------

constexpr std::string_view reading_place = "[reading]";

constexpr std::array<ShortName, 4> named_conjectures = {{
    {"kv-conjecture", "K <= F[reading]", "KV, after Theorem 17, printed as open"},
    {"kv-lemma-13", "K <= 3*F[reading]", "KV Lemma 13"},
    {"kv-lemma-16", "F[reading] <= 3*K", "KV Lemma 16"},
    {"kv-theorem-9-upper", "F[reading] <= 2*K", "KV Theorem 9, upper side, there for D = 1"},
}};

/// A text that can only be meant as a short name: one word of small letters, digits, - and _, which
/// is none of the language, and perhaps something in brackets.
struct NameInText {
    Place name;
    std::optional<Place> reading;
};

std::optional<NameInText> name_in(std::string_view text) {
    const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    const std::size_t length = length_of_any(text.substr(begin), item_characters);
    const std::string_view word = text.substr(begin, length);
    if (word.empty() || word[0] < 'a' || word[0] > 'z') return std::nullopt;
    if (std::ranges::find(known_names, word) != known_names.end()) return std::nullopt;
    const std::size_t end = text.find_last_not_of(" \t\r\n") + 1;
    NameInText result{{begin, begin + length}, std::nullopt};
    if (end == result.name.end) return result;
    if (text[result.name.end] != '[' || text[end - 1] != ']') return std::nullopt;
    result.reading = {result.name.end + 1, end - 1};
    return result;
}

const ShortName& conjecture_named(std::string_view text, Place place) {
    std::vector<std::string_view> known;
    for (const ShortName& entry : named_conjectures) {
        if (entry.name == text.substr(place.begin, place.end - place.begin)) return entry;
        known.push_back(entry.name);
    }
    refuse<InputError>(
        text, place, quoted(text, place),
        "an inequality such as K <= F[box], or " +
            expected_one_of(text.substr(place.begin, place.end - place.begin), known));
}

Conjecture in_reading(const ShortName& entry, metrics::Reading reading) {
    const std::string brackets = fmt::format("[{}]", metrics::name_of(reading));
    std::string text(entry.text);
    text.replace(text.find(reading_place), reading_place.size(), brackets);
    Conjecture result = parse_inequality(text);
    result.name = std::string(entry.name) + brackets;
    return result;
}

}  // namespace

std::vector<Conjecture> parse_conjectures(std::string_view text) {
    if (text.size() > max_conjecture_length) {
        throw InputError("conjecture", fmt::format("a text of {} bytes", text.size()),
                         fmt::format("at most {}", max_conjecture_length));
    }
    const auto name = name_in(text);
    if (!name) return {parse_inequality(text)};
    const ShortName& entry = conjecture_named(text, name->name);
    std::vector<Conjecture> result;
    if (!name->reading) {
        for (const metrics::Reading reading : metrics::all_readings)
            result.push_back(in_reading(entry, reading));
        return result;
    }
    const Place place = *name->reading;
    const std::string_view word = text.substr(place.begin, place.end - place.begin);
    const auto reading = reading_of(word);
    if (!reading) refuse<InputError>(text, place, quoted(text, place), expected_reading(word));
    return {in_reading(entry, *reading)};
}

Conjecture parse_conjecture(std::string_view text) {
    std::vector<Conjecture> result = parse_conjectures(text);
    if (result.size() != 1) {
        const Place end{text.size(), text.size()};
        refuse<InputError>(text, end, "the end", "a reading in brackets: " + expected_reading(""));
    }
    return std::move(result.front());
}

std::vector<ShortName> short_names() {
    return {named_conjectures.begin(), named_conjectures.end()};
}

}  // namespace disarray::search
