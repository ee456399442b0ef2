// SPDX-License-Identifier: MIT
#include "exact/gmp.hpp"

#include "exact/detail/big_numbers.hpp"

namespace disarray {

GmpInteger::GmpInteger(const Integer& value) {
    if (const std::int64_t* const word = value.word()) {
        mpz_init_set_si(value_, *word);
    } else {
        mpz_init_set(value_, value.big()->number.backend().data());
    }
}

Integer GmpInteger::value() const {
    if (mpz_fits_slong_p(value_) != 0) return mpz_get_si(value_);
    return Integer(Integer::Big{detail::BigInteger(value_)});
}

GmpRational::GmpRational(const Rational& value) {
    mpq_init(value_);
    mpq_set(value_, detail::to_boost(value).backend().data());
}

}  // namespace disarray
