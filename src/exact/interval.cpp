// SPDX-License-Identifier: MIT
#include "exact/interval.hpp"

#include <algorithm>

#include <mpfi_io.h>
#include <mpfr.h>

#include "base/error.hpp"
#include "exact/gmp.hpp"

namespace disarray {

namespace {

/// A binary floating-point number, exactly.
Rational exactly(mpfr_srcptr number) {
    if (!mpfr_number_p(number)) throw InternalError("Interval: an end is not finite");
    if (mpfr_zero_p(number)) return 0;
    GmpInteger gmp_mantissa;
    const mpfr_exp_t exponent = mpfr_get_z_2exp(gmp_mantissa.get(), number);
    const Integer mantissa = gmp_mantissa.value();
    const auto shift = static_cast<unsigned long>(exponent < 0 ? -exponent : exponent);
    const Integer power = Integer(1) << shift;
    return exponent < 0 ? Rational(mantissa, power) : Rational(mantissa * power);
}

}  // namespace

Interval::Interval(unsigned precision) {
    mpfi_init2(value_, precision);
}

Interval::Interval(const Rational& value, unsigned precision) : Interval(precision) {
    mpfi_set_q(value_, GmpRational(value).get());
}

Interval Interval::between(double low, double high, unsigned precision) {
    Interval result(precision);
    mpfi_interv_d(result.value_, low, high);
    return result;
}

Interval::Interval(const Interval& other) : Interval(other.precision()) {
    mpfi_set(value_, other.value_);
}

Interval& Interval::operator=(const Interval& other) {
    if (this == &other) return *this;
    mpfi_set_prec(value_, other.precision());
    mpfi_set(value_, other.value_);
    return *this;
}

Interval::~Interval() {
    mpfi_clear(value_);
}

Interval Interval::root(const Integer& value, unsigned degree, unsigned precision) {
    if (value.sign() < 0 || degree == 0) throw UsageError("Interval::root: a root of no number");
    Interval result(precision);
    mpfi_set_z(result.value_, GmpInteger(value).get());
    return result.root(degree);
}

Interval Interval::inverse_log2(std::uint64_t base, unsigned precision) {
    if (base < 2) throw UsageError("Interval::inverse_log2: a base below 2");
    Interval result(Rational(base), precision);
    mpfi_log2(result.value_, result.value_);
    mpfi_inv(result.value_, result.value_);
    return result;
}

Interval& Interval::operator+=(const Interval& other) {
    mpfi_add(value_, value_, other.value_);
    return *this;
}

Interval& Interval::operator-=(const Interval& other) {
    mpfi_sub(value_, value_, other.value_);
    return *this;
}

Interval& Interval::operator*=(const Interval& other) {
    mpfi_mul(value_, value_, other.value_);
    return *this;
}

Interval& Interval::operator/=(const Interval& other) {
    if (mpfi_has_zero(other.value_)) throw UsageError("Interval: division by what may be 0");
    mpfi_div(value_, value_, other.value_);
    return *this;
}

Interval Interval::absolute() const {
    Interval result(precision());
    mpfi_abs(result.value_, value_);
    return result;
}

Interval Interval::square_root() const {
    Interval result(*this);
    if (mpfr_sgn(&result.value_->left) < 0) mpfr_set_zero(&result.value_->left, 1);
    if (mpfr_sgn(&result.value_->right) < 0) mpfr_set_zero(&result.value_->right, 1);
    mpfi_sqrt(result.value_, result.value_);
    return result;
}

Interval Interval::logarithm() const {
    if (sign() != 1) throw UsageError("Interval::logarithm: of what may not be positive");
    Interval result(precision());
    mpfi_log(result.value_, value_);
    return result;
}

Interval Interval::root(unsigned degree) const {
    Interval result(*this);
    if (mpfr_sgn(&result.value_->left) < 0) mpfr_set_zero(&result.value_->left, 1);
    if (mpfr_sgn(&result.value_->right) < 0) mpfr_set_zero(&result.value_->right, 1);
    mpfr_rootn_ui(&result.value_->left, &result.value_->left, degree, MPFR_RNDD);
    mpfr_rootn_ui(&result.value_->right, &result.value_->right, degree, MPFR_RNDU);
    return result;
}

std::optional<int> Interval::sign() const {
    if (mpfr_sgn(&value_->left) > 0) return 1;
    if (mpfr_sgn(&value_->right) < 0) return -1;
    if (mpfi_is_zero(value_)) return 0;
    return std::nullopt;
}

std::pair<Rational, Rational> Interval::ends() const {
    return {exactly(&value_->left), exactly(&value_->right)};
}

unsigned Interval::precision() const {
    return static_cast<unsigned>(mpfi_get_prec(value_));
}

}  // namespace disarray
