// SPDX-License-Identifier: MIT
//
// Floating-point numbers as C reads them, whatever LC_NUMERIC says: a program that loads the
// library, Python for one, may have set a locale in which strtod() stops at the point.
#pragma once

#include <cstddef>
#include <string>

namespace disarray {

/// What strtod() reads in the locale "C" at the beginning of `text`: the nearest double, 0 if there
/// is no number, ±HUGE_VAL beyond all doubles; also nan, inf and hexadecimal digits.
/// \param read  if given, becomes the number of characters that were read, 0 if there is no number
double c_strtod(const std::string& text, std::size_t* read = nullptr);

/// The same by strtof(): the nearest float, rounded once.
float c_strtof(const std::string& text);

/// A number of JSON as the file has it. What nlohmann::json hands over as its text has the decimal
/// point of the locale.
std::string as_in_json(std::string number);

}  // namespace disarray
