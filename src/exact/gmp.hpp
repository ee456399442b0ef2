// SPDX-License-Identifier: MIT
//
// Integers and rationals as GMP has them, for libraries that build on GMP: FLINT, MPFI, MPFR.
#pragma once

#include <gmp.h>

#include "exact/integer.hpp"
#include "exact/rational.hpp"

namespace disarray {

/// An mpz_t that is cleared in the end.
class GmpInteger {
public:
    GmpInteger() { mpz_init(value_); }
    explicit GmpInteger(const Integer& value);
    ~GmpInteger() { mpz_clear(value_); }
    GmpInteger(const GmpInteger&) = delete;
    GmpInteger& operator=(const GmpInteger&) = delete;

    mpz_ptr get() { return value_; }
    Integer value() const;

private:
    mpz_t value_;
};

/// An mpq_t that is cleared in the end.
class GmpRational {
public:
    explicit GmpRational(const Rational& value);
    ~GmpRational() { mpq_clear(value_); }
    GmpRational(const GmpRational&) = delete;
    GmpRational& operator=(const GmpRational&) = delete;

    mpq_srcptr get() const { return value_; }

private:
    mpq_t value_;
};

}  // namespace disarray
