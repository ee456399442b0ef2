// SPDX-License-Identifier: MIT
//
// The three kinds of failure, one type each, so that the type says who must act: InputError (the
// data given to the program), UsageError (the code that calls the library), InternalError (us).
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace disarray {

/// Bad input. The message is one line, "where: found …, expected …"; the program prints it and
/// exits with 2.
class InputError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;

    /// \param where     file and line, option, or argument
    /// \param found     the offending value, as given
    /// \param expected  what would have been accepted
    InputError(std::string_view where, std::string_view found, std::string_view expected);
};

/// A question that is well formed but that the asked metric, verb or combination has no answer for.
class NotSupported : public InputError {
public:
    using InputError::InputError;
};

/// A contract of the library was broken by its caller (sizes that differ, an index out of range).
class UsageError : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

/// A check on which a verdict rests has failed: a fault of this program. Always on, also in
/// release.
class InternalError : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

/// `text` fit for a one-line message: control characters, those that change the direction of text
/// or are not seen, and bytes that are no UTF-8 escaped as `\xNN`; shortened to `limit` characters.
std::string printable(std::string_view text, std::size_t limit = 40);
/// The same for a text of lines and columns: line ends and tabs stay. Nothing is left out.
std::string printable_lines(std::string_view text);
/// The same, in double quotes.
std::string in_quotes(std::string_view text, std::size_t limit = 40);

}  // namespace disarray
