// SPDX-License-Identifier: MIT
//
// Whether a linear inequality follows from others at one n: the greatest value of its left side
// subject to them is an exact linear program (linear_program.hpp).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "search/discover/conjecture.hpp"
#include "search/discover/statement.hpp"

namespace disarray::search::discover {

/// coefficients·quantities ≤ bound, at one n.
struct Row {
    std::vector<Quantity> quantities;
    LinearForm form;
};

/// a·x ≤ b is c·x ≤ d, up to a positive factor.
bool same_form(const Row& a, const Row& b);

/// True if the row follows from the premises and 0 ≤ x ≤ (greatest value on S_n) for each quantity,
/// over real values. False also where the program has no exact answer, which loses nothing but a
/// simplification.
bool is_implied(const Row& row, std::span<const Row> premises, std::size_t n);

}  // namespace disarray::search::discover
