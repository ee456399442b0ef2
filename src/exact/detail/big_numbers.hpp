// SPDX-License-Identifier: MIT
//
// The numbers of Boost.Multiprecision behind Integer and Rational, for the files that compute with
// them.
#pragma once

#include <boost/multiprecision/gmp.hpp>

#include "exact/integer.hpp"
#include "exact/rational.hpp"

namespace disarray {

struct Integer::Big {
    boost::multiprecision::number<boost::multiprecision::gmp_int, boost::multiprecision::et_off>
        number;
};

struct Rational::Big {
    boost::multiprecision::number<boost::multiprecision::gmp_rational,
                                  boost::multiprecision::et_off>
        number;
};

namespace detail {

using BigInteger = decltype(Integer::Big::number);
using BigRational = decltype(Rational::Big::number);

/// The same number, as Boost has it.
BigInteger to_boost(const Integer& value);
BigRational to_boost(const Rational& value);
/// The same number, in a machine word if one holds it.
Integer from_boost(BigInteger value);

}  // namespace detail

}  // namespace disarray
