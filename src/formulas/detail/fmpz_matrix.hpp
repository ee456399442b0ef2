// SPDX-License-Identifier: MIT
//
// FLINT's integer matrices with C++ lifetimes, and the one question asked of them: solve A·x = b in
// rationals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <flint/fmpz_mat.h>

#include "exact/rational.hpp"

namespace disarray::detail {

class FmpzMatrix {
public:
    FmpzMatrix(std::size_t rows, std::size_t columns) {
        fmpz_mat_init(matrix_, static_cast<slong>(rows), static_cast<slong>(columns));
    }
    ~FmpzMatrix() { fmpz_mat_clear(matrix_); }
    FmpzMatrix(const FmpzMatrix&) = delete;
    FmpzMatrix& operator=(const FmpzMatrix&) = delete;

    void set(std::size_t row, std::size_t column, std::int64_t value) {
        fmpz_set_si(entry(row, column), value);
    }
    void set(std::size_t row, std::size_t column, const Integer& value);
    Integer get(std::size_t row, std::size_t column) const;
    fmpz_mat_struct* raw() { return matrix_; }
    const fmpz_mat_struct* raw() const { return matrix_; }

private:
    fmpz* entry(std::size_t row, std::size_t column) const {
        return fmpz_mat_entry(matrix_, static_cast<slong>(row), static_cast<slong>(column));
    }
    fmpz_mat_t matrix_;
};

/// The x with A·x = b; empty if the square matrix A is singular. O(m³) integer operations.
std::optional<std::vector<Rational>> solve(const FmpzMatrix& a, const std::vector<std::int64_t>& b);
std::optional<std::vector<Rational>> solve(const FmpzMatrix& a, const std::vector<Rational>& b);

}  // namespace disarray::detail
