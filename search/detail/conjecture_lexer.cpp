// SPDX-License-Identifier: MIT
#include "search/detail/conjecture_lexer.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"

namespace disarray::search::detail {

namespace {

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

constexpr std::string_view digits = "0123456789";
constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
constexpr std::string_view name_characters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
constexpr std::string_view item_characters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789-";

constexpr std::pair<std::string_view, std::string_view> other_spellings[] = {
    {"≤", "<="}, {"≥", ">="}, {"⩽", "<="}, {"⩾", ">="}, {"·", "*"}, {"−", "-"}};

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

/// Length of the star of K* and F*, the generalized distances of KV, which is what K and F mean
/// here anyway; 0 where a * multiplies. `text` is what follows the name. No product ends there, and
/// none has a blank before the sign of its factor: K* - F[box] is a difference, K*-2 is -2 K.
std::size_t star_length(std::string_view text) {
    const std::size_t length = text.starts_with('*') ? 1 : text.starts_with("^*") ? 2 : 0;
    if (length == 0) return 0;
    const std::string_view rest = text.substr(length);
    if (rest.starts_with('*')) return 0;  // a power, in some languages
    const std::string_view next = rest.substr(length_of_any(rest, " \t\r\n"));
    const bool is_sign = next.starts_with('+') || next.starts_with('-') || next.starts_with("−");
    if (is_sign) return next.size() < rest.size() ? length : 0;
    constexpr std::string_view behind[] = {"<", ">", "=", "!", "[", ")", ",", "|",
                                           "*", "/", "≤", "≥", "⩽", "⩾", "·"};
    const bool ends = next.empty() || std::ranges::any_of(behind, [&](std::string_view sign) {
                          return next.starts_with(sign);
                      });
    return ends || length == 2 ? length : 0;
}

}  // namespace

std::string message_at(std::string_view text, TextPlace place, std::string_view found,
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
    return fmt::format("conjecture, column {}: found {}, expected {}\n{}", column + 1, found,
                       expected, pointed_at(characters, column));
}

std::string quoted(std::string_view text, TextPlace place) {
    if (place.begin >= text.size()) return "the end";
    return "\"" + printable(text.substr(place.begin, place.end - place.begin)) + "\"";
}

bool is_distance_name(std::string_view name) {
    return name == "K" || name == "kendall" || name == "F" || name == "footrule";
}

std::size_t item_length(std::string_view text) {
    return length_of_any(text, item_characters);
}

Token ConjectureLexer::next() {
    skip_blanks();
    const std::string_view rest = text_.substr(at_);
    if (rest.empty()) return {Token::Kind::end, "", {at_, at_}};
    if (const std::size_t length = number_length(rest)) {
        return token(Token::Kind::number, length);
    }
    if (const std::size_t length = length_of_any(rest, letters)) {
        Token name =
            token(Token::Kind::name, length + length_of_any(rest.substr(length), name_characters));
        if (is_distance_name(name.spelling)) {
            at_ += star_length(text_.substr(at_));
            name.place.end = at_;
        }
        return name;
    }
    if (const std::size_t length = length_of_any(rest, "<>=!")) {
        return token(Token::Kind::comparison, length);
    }
    return symbol(rest);
}

Token ConjectureLexer::next_item() {
    skip_blanks();
    return token(Token::Kind::name, item_length(text_.substr(at_)));
}

Token ConjectureLexer::extended(const Token& token, std::string_view longer) {
    const std::string_view rest = text_.substr(token.place.begin);
    if (token.spelling.size() >= longer.size() || !rest.starts_with(longer)) return token;
    if (length_of_any(rest.substr(longer.size()), name_characters) > 0) return token;
    at_ = token.place.begin + longer.size();
    return {token.kind, rest.substr(0, longer.size()), {token.place.begin, at_}};
}

void ConjectureLexer::skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_]))
        ++at_;
}

Token ConjectureLexer::token(Token::Kind kind, std::size_t length) {
    const TextPlace place{at_, at_ + length};
    at_ += length;
    return {kind, text_.substr(place.begin, length), place};
}

Token ConjectureLexer::symbol(std::string_view rest) {
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

}  // namespace disarray::search::detail
