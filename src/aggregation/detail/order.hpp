// SPDX-License-Identifier: MIT
//
// Orders of 0..n−1: the check of arguments, and the way from an order to ranks.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "ranking/permutation.hpp"

namespace disarray::aggregation::detail {

/// \throws UsageError, beginning with `who`, unless `order` has each of 0..n−1 once
void require_order(std::span<const Rank> order, std::size_t n, std::string_view who);

/// rank[order[r]] = r. Precondition (not checked): an order.
std::vector<Rank> ranks_of(std::span<const Rank> order);

/// 0, 1, …, n−1.
std::vector<Rank> identity_order(std::size_t n);

/// Takes the element at place `from` out and puts it in at place `to`.
void move_element(std::vector<Rank>& order, std::size_t from, std::size_t to);

}  // namespace disarray::aggregation::detail
