// SPDX-License-Identifier: MIT
//
// What GT's Tables 2 and 3 print, as claims. They come from a scan in which a row can have more
// marks than the table has columns; then a cell is legible only if it is the same whichever marks
// are surplus.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ranking/permutation.hpp"

namespace disarray::properties::gt {

/// The cells of a row of `columns` cells that was read as `marks`, in order, with marks.size() −
/// columns surplus ones anywhere between: a cell has a mark if every way to leave out the surplus
/// gives it that mark. Fewer marks than columns: none has.
std::vector<std::optional<std::string_view>> legible_cells(std::span<const std::string_view> marks,
                                                           std::size_t columns);

/// One row of a table.
struct PrintedRow {
    std::string_view label;               ///< as printed
    std::vector<std::string_view> marks;  ///< as scanned, from left to right
    std::size_t columns = 0;
    std::vector<std::optional<std::string_view>> cells;  ///< one for each column

    /// "not legible: 34 marks for 33 columns", for the cells without a mark.
    std::string why_illegible() const;
};

/// The columns of Table 2: the 33 metrics by our names.
std::span<const std::string_view> table_2_columns();

/// \param label  of the row as printed: "symmetry", "rob. I(a) 10"
/// \throws UsageError if there is no such row.
const PrintedRow& table_2_row(std::string_view label);

/// The columns of Table 3: "CMB", and 14 metrics by our names.
std::span<const std::string_view> table_3_columns();

/// GT compares m(id,σ) with m(id,τ) for n = 10 and 5 relevant elements.
struct Table3Row {
    PrintedRow printed;
    Permutation sigma;
    Permutation tau;
};
std::span<const Table3Row> table_3();
inline constexpr std::size_t table_3_k = 5;

}  // namespace disarray::properties::gt
