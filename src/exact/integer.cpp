// SPDX-License-Identifier: MIT
#include "exact/integer.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "exact/detail/big_numbers.hpp"

namespace disarray {

namespace {

using detail::BigInteger;
using detail::from_boost;
using detail::to_boost;

BigInteger big_number(Int128 value) {
    const bool negative = value < 0;
    __extension__ using Unsigned128 = unsigned __int128;
    const Unsigned128 magnitude =
        negative ? -static_cast<Unsigned128>(value) : static_cast<Unsigned128>(value);
    BigInteger result = static_cast<std::uint64_t>(magnitude >> 64U);
    result <<= 64U;
    result += static_cast<std::uint64_t>(magnitude);
    return negative ? BigInteger(-result) : result;
}

constexpr std::int64_t largest_word = std::numeric_limits<std::int64_t>::max();

}  // namespace

Integer detail::from_boost(BigInteger value) {
    if (value <= largest_word && value >= -largest_word) return value.convert_to<std::int64_t>();
    return Integer(Integer::Big{std::move(value)});
}

BigInteger detail::to_boost(const Integer& value) {
    const std::int64_t* const word = value.word();
    return word != nullptr ? BigInteger(*word) : value.big()->number;
}

Integer::Integer(Big big) : big_(new Big(std::move(big))) {}

Integer Integer::from_digits(std::string_view digits) {
    const std::string_view magnitude = digits.substr(digits.starts_with('-') ? 1 : 0);
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (magnitude.empty() || !std::ranges::all_of(magnitude, is_digit))
        throw UsageError("Integer: not decimal digits: " + printable(digits));
    // Leading zeros would make GMP read the digits as octal.
    const auto zeros = std::min(magnitude.find_first_not_of('0'), magnitude.size() - 1);
    Integer value = from_boost(BigInteger(std::string(magnitude.substr(zeros))));
    return digits.starts_with('-') ? -value : value;
}

void Integer::assign_big(Int128 value) {
    big_ = new Big{big_number(value)};
}

void Integer::copy_big(const Integer& other) {
    big_ = new Big(*other.big_);
}

void Integer::delete_big() {
    delete big_;
}

int Integer::big_sign() const {
    return big_->number.sign();
}

std::string Integer::to_string() const {
    return big_ == nullptr ? std::to_string(small_) : big_->number.str();
}

Int128 Integer::checked_int128(Int128 least, Int128 most) const {
    if (*this < Integer(least) || *this > Integer(most))
        throw UsageError("Integer: " + to_string() + " does not fit the machine integer");
    if (big_ == nullptr) return small_;
    // Between the limits of a machine integer, so that the magnitude is at most 2^64 − 1.
    const auto magnitude = BigInteger(abs(big_->number)).convert_to<std::uint64_t>();
    return sign() < 0 ? -static_cast<Int128>(magnitude) : static_cast<Int128>(magnitude);
}

Integer& Integer::combine_big(Operation operation, const Integer& other) {
    BigInteger number = to_boost(*this);
    switch (operation) {
        case Operation::add:
            number += to_boost(other);
            break;
        case Operation::subtract:
            number -= to_boost(other);
            break;
        case Operation::multiply:
            number *= to_boost(other);
            break;
        case Operation::divide:
        case Operation::rest:
            if (other.is_zero()) throw UsageError("Integer: division by 0");
            if (operation == Operation::divide) {
                number /= to_boost(other);
            } else {
                number %= to_boost(other);
            }
            break;
    }
    return *this = from_boost(std::move(number));
}

Integer& Integer::operator<<=(unsigned long bits) {
    return *this = from_boost(to_boost(*this) << bits);
}

int Integer::compare_big(const Integer& a, const Integer& b) {
    // A big number is farther from 0 than every small one.
    if (a.big_ == nullptr) return -b.sign();
    if (b.big_ == nullptr) return a.sign();
    return a.big_->number.compare(b.big_->number);
}

Integer abs(const Integer& value) {
    return value.sign() < 0 ? -value : value;
}

Integer gcd(const Integer& a, const Integer& b) {
    return from_boost(BigInteger(gcd(to_boost(a), to_boost(b))));
}

Integer lcm(const Integer& a, const Integer& b) {
    return from_boost(BigInteger(lcm(to_boost(a), to_boost(b))));
}

Integer pow(const Integer& base, unsigned exponent) {
    return from_boost(BigInteger(pow(to_boost(base), exponent)));
}

Integer sqrt(const Integer& value) {
    if (value.sign() < 0) throw UsageError("Integer: square root of a negative number");
    return from_boost(BigInteger(sqrt(to_boost(value))));
}

std::size_t msb(const Integer& value) {
    if (value.is_zero()) throw UsageError("Integer: 0 has no highest bit");
    return msb(BigInteger(abs(to_boost(value))));
}

}  // namespace disarray
