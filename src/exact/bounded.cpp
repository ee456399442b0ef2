// SPDX-License-Identifier: MIT
#include "exact/bounded.hpp"

#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "exact/gmp.hpp"
#include "exact/interval.hpp"

namespace disarray {

Bounded Bounded::near(const Rational& value) {
    // One division of numbers that are doubles gives the nearest, which other programs have too.
    const Integer most = Integer(1) << 53U;
    if (value.denominator() < most && value.numerator() < most && value.numerator() > -most) {
        return Bounded(value.numerator().convert_to<std::int64_t>()) /
               Bounded(value.denominator().convert_to<std::int64_t>());
    }
    // GMP cuts towards 0, so that the double is less than a unit in the last place away.
    const double cut = mpq_get_d(GmpRational(value).get());
    if (value.sign() == 0) return {};
    return {cut, (2 * unit * std::abs(cut) + tiny) * slack};
}

Bounded Bounded::logarithm(const Bounded& number) {
    const double low = std::nextafter(number.value_ - number.error_, 0.0);
    const double high =
        std::nextafter(number.value_ + number.error_, std::numeric_limits<double>::infinity());
    if (!(low > 0) || std::isinf(high)) return {0, std::numeric_limits<double>::infinity()};
    const auto [least, greatest] =
        Interval::between(low, high, Interval::least_precision).logarithm().ends();
    const Bounded end = near(least);
    return {end.value_, (end.error_ + near(greatest - least).value_ + tiny) * slack};
}

Bounded Bounded::inverse_log2(std::uint64_t base) {
    const auto [low, high] = Interval::inverse_log2(base, Interval::least_precision).ends();
    // The interval adds an error that is small beside the one of the double.
    if ((high - low) * Rational(Integer(1) << 56) > low) {
        throw InternalError("Bounded::inverse_log2: a wide interval");
    }
    const Bounded end = near(low);
    return {end.value_, (end.error_ + 2 * unit * end.value_) * slack};
}

}  // namespace disarray
