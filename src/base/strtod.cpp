// SPDX-License-Identifier: MIT
#include "base/strtod.hpp"

#include <locale.h>  // NOLINT: newlocale() is POSIX's
#include <clocale>
#include <cstdlib>

namespace disarray {

namespace {

locale_t c_locale() {
    static const locale_t c = ::newlocale(LC_ALL_MASK, "C", nullptr);
    return c;
}

}  // namespace

double c_strtod(const std::string& text, std::size_t* read) {
    char* end = nullptr;
    const double value = ::strtod_l(text.c_str(), &end, c_locale());
    if (read != nullptr) *read = static_cast<std::size_t>(end - text.c_str());
    return value;
}

float c_strtof(const std::string& text) {
    return ::strtof_l(text.c_str(), nullptr, c_locale());
}

std::string as_in_json(std::string number) {
    const std::size_t point = number.find_first_not_of("0123456789+-eE");
    if (point != std::string::npos) number[point] = '.';
    return number;
}

}  // namespace disarray
