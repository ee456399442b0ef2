// SPDX-License-Identifier: MIT
//
// Texts that are nothing but a number of a machine type.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace disarray {

/// The whole of `text` as a decimal number; empty if it is none or beyond the type. A minus is
/// accepted where the type has one, a plus is not; of floating point "inf" and "nan" are numbers.
template <class Number>
std::optional<Number> as_number(std::string_view text) {
    Number number{};
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || rest != end) return std::nullopt;
    return number;
}

}  // namespace disarray
