// SPDX-License-Identifier: MIT
#include "formulas/detail/fmpz_matrix.hpp"

#include "exact/gmp.hpp"

namespace disarray::detail {

namespace {

class Fmpz {
public:
    Fmpz() { fmpz_init(value_); }
    ~Fmpz() { fmpz_clear(value_); }
    Fmpz(const Fmpz&) = delete;
    Fmpz& operator=(const Fmpz&) = delete;
    fmpz* raw() { return value_; }

private:
    fmpz_t value_;
};

Integer to_integer(const fmpz* value) {
    GmpInteger out;
    fmpz_get_mpz(out.get(), value);
    return out.value();
}

/// The x with A·x = right/divisor.
std::optional<std::vector<Rational>> solved(const FmpzMatrix& a, const FmpzMatrix& right,
                                            std::size_t size, const Integer& divisor) {
    FmpzMatrix x(size, 1);
    Fmpz denominator;
    if (fmpz_mat_solve(x.raw(), denominator.raw(), a.raw(), right.raw()) == 0) return std::nullopt;
    const Integer common = to_integer(denominator.raw()) * divisor;
    std::vector<Rational> solution;
    solution.reserve(size);
    for (std::size_t i = 0; i < size; ++i)
        solution.emplace_back(x.get(i, 0), common);
    return solution;
}

}  // namespace

void FmpzMatrix::set(std::size_t row, std::size_t column, const Integer& value) {
    fmpz_set_mpz(entry(row, column), GmpInteger(value).get());
}

Integer FmpzMatrix::get(std::size_t row, std::size_t column) const {
    return to_integer(entry(row, column));
}

std::optional<std::vector<Rational>> solve(const FmpzMatrix& a,
                                           const std::vector<std::int64_t>& b) {
    FmpzMatrix right(b.size(), 1);
    for (std::size_t i = 0; i < b.size(); ++i)
        right.set(i, 0, b[i]);
    return solved(a, right, b.size(), 1);
}

std::optional<std::vector<Rational>> solve(const FmpzMatrix& a, const std::vector<Rational>& b) {
    Integer common = 1;
    for (const Rational& value : b)
        common = lcm(common, value.denominator());
    FmpzMatrix right(b.size(), 1);
    for (std::size_t i = 0; i < b.size(); ++i)
        right.set(i, 0, (b[i] * Rational(common)).numerator());
    return solved(a, right, b.size(), common);
}

}  // namespace disarray::detail
