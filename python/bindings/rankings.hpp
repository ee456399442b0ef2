// SPDX-License-Identifier: MIT
//
// Rankings from Python: rank vectors (any sequence of integers, or an array of any integer type,
// which is read where it lies) and orders of any hashable items.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <pybind11/pybind11.h>

#include "ranking/permutation.hpp"

namespace disarray::python {

namespace py = pybind11;

/// What a sequence says: the rank of each element, or the elements from the top.
enum class Notation { ranks, order };

/// \param text  "ranks" or "order"; None: an order where the first item is no number.
Notation notation_from(py::handle text, py::handle ranking);

/// Numbers in their order.
using Integers = std::vector<std::int64_t>;

/// The integers of a sequence or of a one-dimensional array.
/// \throws py::type_error for anything else.
Integers integers_from(py::handle sequence, std::string_view where);

/// Ranks, or items of an order, that count from `base`, as a rank vector counted from 0. Ties are
/// possible only in ranks.
struct Ranks {
    std::vector<Rank> ranks;
    bool has_ties = false;
};
/// \throws InputError for anything but ranks from `base` on, at most as many as there are elements.
Ranks ranks_from(py::handle sequence, std::int64_t base, std::string_view where);
/// \throws InputError for anything but an order of the numbers from `base` on.
Permutation order_from(py::handle sequence, std::int64_t base, std::string_view where);

/// Items that are ranked, numbered from 0 in the order in which they were first given.
class Items {
public:
    /// \throws InputError for an item twice; py::type_error for one that cannot be hashed.
    Items(py::handle sequence, std::string_view where);

    std::size_t size() const { return size_; }
    /// \throws InputError for an item that is unknown, twice or missing.
    Permutation permutation_of_order(py::handle order, std::string_view where) const;
    /// Counted from 0. \throws InputError for an item that is unknown.
    Rank find(py::handle item, std::string_view where) const;

private:
    py::dict numbers_;
    std::size_t size_ = 0;
};

}  // namespace disarray::python
