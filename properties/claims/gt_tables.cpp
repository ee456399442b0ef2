// SPDX-License-Identifier: MIT
//
// The marks stand here as they were scanned, surplus ones too; none of them is a verdict.
#include "properties/claims/gt_tables.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"
#include "properties/claims/printed_figure.hpp"
#include "properties/families/families.hpp"

namespace disarray::properties::gt {

namespace {

/// A row as scanned: the label, and the marks with a blank between.
struct Scanned {
    std::string_view label;
    std::string_view marks;
};

constexpr std::string_view columns_2 =
    "recall fnr fallout tnr precision fdr npv for accuracy balanced-accuracy f1 fowlkes-mallows "
    "mcc jaccard markedness lr-minus informedness prevalence-threshold lr-plus mse rmse mae mape "
    "smape r2 kendall-tau spearman-rho ndpm dcg ndcg mrr gmr mean-rank";

constexpr Scanned rows_2[] = {
    {"id. indisc.", "X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X"},
    {"symmetry", "✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓"},
    {"rob. I(a) 10",
     "0.07 0.07 0.03 0.03 0.07 0.03 0.03 0.03 0.04 0.04 0.07 0.07 0.10 0.06 0.10 "
     "0.18 0.10 0.06 0.40 2.70 0.35 0.33 13.46 6.01 0.33 0.12 0.16 0.06 0.63 0.02 "
     "0.01 0.64 0.61"},
    {"rob. I(a) 50",
     "0.01 0.01 0.00 0.00 0.01 0.01 0.00 0.00 0.04 0.04 0.01 0.01 0.10 0.06 0.10 "
     "0.02 0.01 0.06 0.08 11.61 0.29 0.28 4.17 1.05 0.06 0.03 0.16 0.00 1.66 0.00 "
     "0.00 0.56 0.53"},
    {"rob. I(a) 100",
     "0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.04 0.04 0.00 0.00 0.10 0.06 0.10 "
     "0.02 0.01 0.06 0.03 23.19 0.31 0.29 2.54 0.56 0.03 0.00 0.03 0.00 2.19 0.00 "
     "0.00 0.50 0.50"},
    {"rob. I(b) 10",
     "0.16 0.16 0.07 0.07 0.16 0.16 0.07 0.07 0.08 0.08 0.16 0.16 0.22 0.13 0.22 "
     "0.38 0.22 0.06 0.83 6.85 0.88 0.87 39.52 15.46 0.83 0.31 0.42 1.11 1.68 0.03 "
     "0.03 1.75 1.68"},
    {"rob. I(b) 50",
     "0.03 0.03 0.01 0.01 0.03 0.03 0.01 0.01 0.01 0.01 0.03 0.03 0.04 0.02 0.04 "
     "0.06 0.04 0.06 0.18 68.52 1.69 1.72 38.92 6.29 0.33 0.11 0.16 0.02 3.44 0.00 "
     "0.00 2.77 2.61"},
    {"rob. I(b) 100",
     "0.01 0.01 0.00 0.00 0.01 0.01 0.00 0.00 0.01 0.01 0.01 0.01 0.02 0.01 0.02 "
     "0.04 0.04 0.06 0.18 190.59 2.35 2.42 40.46 4.47 0.23 0.08 0.01 0.01 5.28 0.00 "
     "0.00 3.23 3.05"},
    {"rob II", "X X X X X X X X X X X X X X X X X X X ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓"},
    {"WSD", "✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓"},
    {"sensitivity", "X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X"},
    {"stability", "✓ ✓ X X ✓ ✓ X X X X ✓ ✓ ✓ X ✓ X ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ X X"},
    {"distance", "X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X X"},
};

/// The first column stands for the metrics of the confusion matrix.
constexpr std::string_view columns_3 =
    "CMB mse rmse mae mape smape r2 kendall-tau spearman-rho dcg ndcg mrr gmr ndpm mean-rank";

/// The label says (1 2) for σ, then τ.
constexpr Scanned rows_3[] = {
    {"(1 2), id", "o • • • • • • • • • • • • • • • •"},
    {"(1 2), (3 4)", "o o o o • • o o o • • o o o o o o"},
    {"(1 2), (2 4)", "o • • • o o • • • • • o o o • o o"},
};

PrintedRow printed_row(const Scanned& scanned, std::size_t columns) {
    PrintedRow row;
    row.label = scanned.label;
    row.marks = printed_words(scanned.marks);
    row.columns = columns;
    row.cells = legible_cells(row.marks, columns);
    return row;
}

/// The swap of two elements of 1, …, 10.
Permutation swap_of_ten(std::size_t i, std::size_t j) {
    return transposition(i - 1, j - 1, 10);
}

}  // namespace

std::vector<std::optional<std::string_view>> legible_cells(std::span<const std::string_view> marks,
                                                           std::size_t columns) {
    std::vector<std::optional<std::string_view>> cells(columns);
    if (marks.size() < columns) return cells;
    const std::size_t surplus = marks.size() - columns;
    for (std::size_t i = 0; i < columns; ++i) {
        // As many surplus marks as one likes, from none to all, may stand before cell i.
        const auto candidates = marks.subspan(i, surplus + 1);
        const auto same = [&](std::string_view mark) { return mark == candidates.front(); };
        if (std::ranges::all_of(candidates, same)) cells[i] = candidates.front();
    }
    return cells;
}

std::string PrintedRow::why_illegible() const {
    return fmt::format("not legible: {} marks for {} columns", marks.size(), columns);
}

std::span<const std::string_view> table_2_columns() {
    static const std::vector<std::string_view> columns = printed_words(columns_2);
    return columns;
}

const PrintedRow& table_2_row(std::string_view label) {
    static const std::vector<PrintedRow> rows = [] {
        std::vector<PrintedRow> all;
        for (const Scanned& scanned : rows_2)
            all.push_back(printed_row(scanned, table_2_columns().size()));
        return all;
    }();
    for (const PrintedRow& row : rows) {
        if (row.label == label) return row;
    }
    throw UsageError(fmt::format("GT Table 2 has no row {}", label));
}

std::span<const std::string_view> table_3_columns() {
    static const std::vector<std::string_view> columns = printed_words(columns_3);
    return columns;
}

std::span<const Table3Row> table_3() {
    static const std::vector<Table3Row> rows = [] {
        const Permutation taus[] = {Permutation::identity(10), swap_of_ten(3, 4),
                                    swap_of_ten(2, 4)};
        std::vector<Table3Row> all;
        for (std::size_t r = 0; r < std::size(rows_3); ++r)
            all.push_back(
                {printed_row(rows_3[r], table_3_columns().size()), swap_of_ten(1, 2), taus[r]});
        return all;
    }();
    return rows;
}

}  // namespace disarray::properties::gt
