// SPDX-License-Identifier: MIT
#include "exact/rational.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <numeric>

#include <fmt/format.h>

#include "base/error.hpp"
#include "exact/detail/big_numbers.hpp"

namespace disarray {

namespace {

using detail::BigInteger;
using detail::BigRational;
using detail::to_boost;

Integer power_of_ten(unsigned exponent) {
    return pow(Integer(10), exponent);
}

bool is_digits(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// Splits `text` at the first of `separators`; the second part is empty and `found` false if none.
struct Split {
    std::string_view before, after;
    bool found;
};
Split split_at(std::string_view text, std::string_view separators) {
    const auto place = text.find_first_of(separators);
    if (place == std::string_view::npos) return {text, {}, false};
    return {text.substr(0, place), text.substr(place + 1), true};
}

[[noreturn]] void not_a_number(std::string_view text, std::string_view where) {
    throw InputError(where, in_quotes(text), "an exact number such as 3, -3/4, 0.125 or 1e-3");
}

/// The value of digits[.digits][e±digits], without sign. \param text  the part to read
/// \param whole  the text it is part of, for the message
Rational parse_unsigned_decimal(std::string_view text, std::string_view whole,
                                std::string_view where) {
    const Split scientific = split_at(text, "eE");
    const Split decimal = split_at(scientific.before, ".");
    const bool digits_only = (decimal.before.empty() || is_digits(decimal.before)) &&
                             (decimal.after.empty() || is_digits(decimal.after)) &&
                             !(decimal.before.empty() && decimal.after.empty());
    if (!digits_only) not_a_number(whole, where);

    int exponent = 0;
    if (scientific.found) {
        std::string_view digits = scientific.after;
        const bool negative = digits.starts_with('-');
        if (negative || digits.starts_with('+')) digits.remove_prefix(1);
        if (!is_digits(digits)) not_a_number(whole, where);
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
        if (error != std::errc{} || exponent > Rational::max_exponent) {
            throw InputError(
                where, in_quotes(whole),
                fmt::format("a decimal exponent of at most {}", Rational::max_exponent));
        }
        if (negative) exponent = -exponent;
    }

    const Integer mantissa =
        Integer::from_digits(std::string(decimal.before) + std::string(decimal.after));
    exponent -= static_cast<int>(decimal.after.size());
    if (exponent >= 0) return Rational(mantissa * power_of_ten(static_cast<unsigned>(exponent)));
    return Rational(mantissa, power_of_ten(static_cast<unsigned>(-exponent)));
}

/// Decimal digits whose first one stands for 10^exponent, written plainly where people would.
std::string with_point(std::string digits, int exponent) {
    if (exponent < -5 || exponent >= 15) {
        if (digits.size() > 1) digits.insert(1, ".");
        return digits + fmt::format("e{}{:02}", exponent < 0 ? '-' : '+', std::abs(exponent));
    }
    if (exponent < 0)
        return "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
    const auto whole = static_cast<std::size_t>(exponent) + 1;  // digits before the point
    if (digits.size() <= whole) return digits + std::string(whole - digits.size(), '0');
    return digits.insert(whole, ".");
}

}  // namespace

BigRational detail::to_boost(const Rational& value) {
    if (value.big() != nullptr) return value.big()->number;
    return {to_boost(value.numerator()), to_boost(value.denominator())};
}

/// What operations have in common, besides sums and products of whole numbers in one word.
struct Rational::Arithmetic {
    /// p/q. \param p, q  without a common divisor, |p| < 2^127 and 0 < q < 2^127
    static Rational in_lowest_terms(Int128 p, Int128 q) {
        const Integer numerator = p, denominator = q;
        Rational result;
        if (numerator.word() != nullptr && denominator.word() != nullptr) {
            result.numerator_ = *numerator.word();
            result.denominator_ = *denominator.word();
        } else {
            result.big_ = new Big{BigRational(to_boost(numerator), to_boost(denominator))};
        }
        return result;
    }

    static Rational of(const BigRational& value) {
        const Integer numerator = detail::from_boost(boost::multiprecision::numerator(value));
        const Integer denominator = detail::from_boost(boost::multiprecision::denominator(value));
        if (numerator.word() != nullptr && denominator.word() != nullptr)
            return in_lowest_terms(*numerator.word(), *denominator.word());
        Rational result;
        result.big_ = new Big{value};
        return result;
    }

    /// a/b ± c/d for words: with g = gcd(b, d) and t = a(d/g) ± c(b/g), what t and the product of
    /// the denominators still have in common divides g (Knuth, The Art of Computer Programming 2,
    /// 4.5.1). \param sign  1 or −1
    static Rational sum_of_words(const Rational& x, const Rational& y, int sign) {
        const std::int64_t g = std::gcd(x.denominator_, y.denominator_);
        const std::int64_t b = x.denominator_ / g, d = y.denominator_ / g;
        const Int128 t = Int128{x.numerator_} * d + sign * (Int128{y.numerator_} * b);
        const std::int64_t common = std::gcd(static_cast<std::int64_t>(t % g), g);
        return in_lowest_terms(t / common, Int128{b} * (y.denominator_ / common));
    }

    /// The product of two fractions of words, divided crosswise first.
    static Rational product_of_words(const Rational& x, const Rational& y) {
        const std::int64_t g = std::gcd(x.numerator_, y.denominator_);
        const std::int64_t h = std::gcd(y.numerator_, x.denominator_);
        return in_lowest_terms(Int128{x.numerator_ / g} * (y.numerator_ / h),
                               Int128{x.denominator_ / h} * (y.denominator_ / g));
    }

    /// 1/value. \param value  not 0
    static Rational reciprocal(const Rational& value) {
        if (value.big_ != nullptr) return of(BigRational(1 / value.big_->number));
        const int sign = value.sign();
        return in_lowest_terms(Int128{sign} * value.denominator_, Int128{sign} * value.numerator_);
    }
};

Rational::Rational(const Integer& numerator, const Integer& denominator) {
    if (denominator.is_zero()) throw UsageError("Rational: the denominator is 0");
    const std::int64_t* const p = numerator.word();
    const std::int64_t* const q = denominator.word();
    if (p != nullptr && q != nullptr) {
        const std::int64_t divisor = *q < 0 ? -std::gcd(*p, *q) : std::gcd(*p, *q);
        numerator_ = *p / divisor;
        denominator_ = *q / divisor;
    } else {
        *this = Arithmetic::of(BigRational(to_boost(numerator), to_boost(denominator)));
    }
}

void Rational::copy_big(const Rational& other) {
    big_ = new Big(*other.big_);
}

void Rational::delete_big() {
    delete big_;
}

int Rational::big_sign() const {
    return big_->number.sign();
}

Rational Rational::parse(std::string_view text, std::string_view where) {
    if (text.size() > max_digits) {
        throw InputError(where, fmt::format("a number of {} characters", text.size()),
                         fmt::format("at most {}", max_digits));
    }
    std::string_view magnitude = text;
    const bool negative = magnitude.starts_with('-');
    if (negative || magnitude.starts_with('+')) magnitude.remove_prefix(1);

    const Split fraction = split_at(magnitude, "/");
    if (fraction.found && !(is_digits(fraction.before) && is_digits(fraction.after))) {
        not_a_number(text, where);
    }
    if (magnitude.empty()) not_a_number(text, where);
    Rational value = parse_unsigned_decimal(fraction.before, text, where);
    if (fraction.found) {
        const Rational denominator = parse_unsigned_decimal(fraction.after, text, where);
        if (denominator.sign() == 0) {
            throw InputError(where, in_quotes(text), "a denominator other than 0");
        }
        value /= denominator;
    }
    return negative ? -value : value;
}

Integer Rational::numerator() const {
    if (big_ == nullptr) return numerator_;
    return detail::from_boost(boost::multiprecision::numerator(big_->number));
}

Integer Rational::denominator() const {
    if (big_ == nullptr) return denominator_;
    return detail::from_boost(boost::multiprecision::denominator(big_->number));
}

bool Rational::is_integer() const {
    return denominator() == 1;
}

std::string Rational::to_string() const {
    if (is_integer()) return numerator().to_string();
    return numerator().to_string() + "/" + denominator().to_string();
}

double Rational::approximate() const {
    return detail::to_boost(*this).convert_to<double>();
}

std::string Rational::to_decimal(int digits) const {
    if (digits < 1) throw UsageError("to_decimal: fewer than one digit");
    if (sign() == 0) return "0";
    const Integer p = abs(numerator());
    const Integer q = denominator();
    // The integer part is printed whole, as long as it is of a length that people read.
    if (p >= q)
        digits =
            std::max(digits, std::min(15, static_cast<int>(Integer(p / q).to_string().size())));

    // mantissa = round(p/q · 10^shift) with exactly `digits` digits; `shift` is guessed from the
    // lengths and corrected when the guess or a carry is off by one.
    int shift =
        digits - static_cast<int>(p.to_string().size()) + static_cast<int>(q.to_string().size());
    const Integer limit = power_of_ten(static_cast<unsigned>(digits));
    Integer mantissa;
    while (true) {
        const Integer top = shift > 0 ? Integer(p * power_of_ten(static_cast<unsigned>(shift))) : p;
        const Integer bottom =
            shift < 0 ? Integer(q * power_of_ten(static_cast<unsigned>(-shift))) : q;
        mantissa = top / bottom;
        const Integer twice_rest = 2 * (top - mantissa * bottom);
        if (twice_rest > bottom || (twice_rest == bottom && mantissa % 2 == 1)) ++mantissa;
        if (mantissa < limit) break;
        --shift;
    }

    std::string text = mantissa.to_string();
    const int exponent = static_cast<int>(text.size()) - 1 - shift;
    text.erase(text.find_last_not_of('0') + 1);
    return (sign() < 0 ? "-" : "") + with_point(text, exponent);
}

Rational Rational::operator-() const {
    if (big_ != nullptr) return Arithmetic::of(BigRational(-big_->number));
    return Arithmetic::in_lowest_terms(-Int128{numerator_}, denominator_);
}

Rational& Rational::add(const Rational& other) {
    if (both_small(other)) return *this = Arithmetic::sum_of_words(*this, other, 1);
    return *this = Arithmetic::of(to_boost(*this) + to_boost(other));
}

Rational& Rational::subtract(const Rational& other) {
    if (both_small(other)) return *this = Arithmetic::sum_of_words(*this, other, -1);
    return *this = Arithmetic::of(to_boost(*this) - to_boost(other));
}

Rational& Rational::multiply(const Rational& other) {
    if (both_small(other)) return *this = Arithmetic::product_of_words(*this, other);
    return *this = Arithmetic::of(to_boost(*this) * to_boost(other));
}

Rational& Rational::operator/=(const Rational& other) {
    if (other.sign() == 0) throw UsageError("Rational: division by 0");
    return *this *= Arithmetic::reciprocal(other);
}

int Rational::compare_big(const Rational& a, const Rational& b) {
    return to_boost(a).compare(to_boost(b));
}

Rational abs(const Rational& value) {
    return value.sign() < 0 ? -value : value;
}

}  // namespace disarray
