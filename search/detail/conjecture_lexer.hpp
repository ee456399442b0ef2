// SPDX-License-Identifier: MIT
//
// The text of a conjecture as tokens, and how a message points at a place in it. Places count
// bytes; only a message counts characters. ASCII and the signs of mathematics spell the same token.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace disarray::search::detail {

/// Bytes begin … end of the text.
struct TextPlace {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// "conjecture, column 6: found …, expected …", the text, and a caret under the place.
std::string message_at(std::string_view text, TextPlace place, std::string_view found,
                       std::string_view expected);

/// Throws an Error with that message.
template <class Error>
[[noreturn]] void refuse(std::string_view text, TextPlace place, std::string_view found,
                         std::string_view expected) {
    throw Error(message_at(text, place, found, expected));
}

/// What stands at a place, in quotes; "the end" behind the text.
std::string quoted(std::string_view text, TextPlace place);

struct Token {
    enum class Kind { end, number, name, comparison, symbol };

    Kind kind = Kind::end;
    std::string_view spelling;  ///< ≤ as "<=", · as "*", K* as "K", and so on
    TextPlace place;
};

/// K, F, kendall and footrule, which may have a star behind them.
bool is_distance_name(std::string_view name);

/// Length of what `text` begins with of letters, digits, - and _: a reading or a short name.
std::size_t item_length(std::string_view text);

class ConjectureLexer {
public:
    explicit ConjectureLexer(std::string_view text) : text_(text) {}

    Token next();
    /// What stands in brackets up to a comma or the like: "prefix-sym".
    Token next_item();
    /// The last token, or the longer name that begins with it if the text has that name there.
    Token extended(const Token& token, std::string_view longer);

private:
    void skip_blanks();
    Token token(Token::Kind kind, std::size_t length);
    Token symbol(std::string_view rest);

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace disarray::search::detail
