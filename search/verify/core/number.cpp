// SPDX-License-Identifier: MIT
#include "number.hpp"

#include <charconv>
#include <stdexcept>

namespace disarray::verify {

Number::Number(mpq_class value) {
    value.canonicalize();
    // A number has one representation, by which it is compared.
    if (value.get_num().fits_sint_p() && value.get_den().fits_sint_p()) {
        *this = Number(value.get_num().get_si(), value.get_den().get_si());
    } else {
        p_ = q_ = 0;
        long_ = std::make_shared<const mpq_class>(std::move(value));
    }
}

Number::Number(const std::string& spelling) {
    const char* const end = spelling.data() + spelling.size();
    std::from_chars_result read = std::from_chars(spelling.data(), end, p_);
    const std::errc of_numerator = read.ec;
    if (read.ptr != end && *read.ptr == '/') read = std::from_chars(read.ptr + 1, end, q_);
    const bool is_short = of_numerator == std::errc{} && read.ec == std::errc{};
    if (is_short && read.ptr == end && q_ > 0) {
        *this = Number(p_, q_);
    } else {
        mpq_class value(spelling);
        if (value.get_den() == 0) throw std::invalid_argument("a denominator of 0");
        *this = Number(std::move(value));
    }
}

}  // namespace disarray::verify
