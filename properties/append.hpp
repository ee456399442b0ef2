// SPDX-License-Identifier: MIT
//
// Lists made of lists: the catalogue of properties, the ledger, the rows of a claim.
#pragma once

#include <iterator>
#include <vector>

namespace disarray::properties {

/// Moves all of `more` to the end of `all`.
template <class T>
void append(std::vector<T>& all, std::vector<T> more) {
    all.insert(all.end(), std::make_move_iterator(more.begin()),
               std::make_move_iterator(more.end()));
}

}  // namespace disarray::properties
