// SPDX-License-Identifier: MIT
//
// Tables and grids of verdicts in LaTeX, made to fit the page.
#pragma once

#include <string>
#include <string_view>

#include "reports/content.hpp"

namespace disarray::reports::latex {

/// The definitions that tables need, for the preamble: \anchor, \smallprint, columns L and R.
std::string_view table_preamble();

/// A place to link to; "" for an empty id.
std::string anchor(std::string_view id);

/// "label: value", in small print. What is to be copied is set as code.
std::string detail(const Detail& detail);

/// A longtable, on pages turned sideways if it is too wide otherwise. The details of a row stand
/// below it across all columns.
std::string table(const Table& table);

/// A grid with turned column heads, in blocks that fit the page, and what the marks mean.
std::string matrix(const Matrix& matrix);

/// Without the rows and witnesses that make a paper long; how many are left out is said in place.
Report shortened(Report report);

}  // namespace disarray::reports::latex
