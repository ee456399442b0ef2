// SPDX-License-Identifier: MIT
//
// The page while it is written, and the blocks that have a file of their own.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

#include "reports/content.hpp"
#include "reports/writers.hpp"

namespace disarray::reports::html {

/// The ids of a page. Two places with one id would make it invalid and a link ambiguous.
class Ids {
public:
    /// `id`, or with "-2", "-3", … behind it where an earlier place has it. Empty stays empty.
    std::string unique(std::string_view id);

private:
    std::unordered_set<std::string> taken = {"main"};  // the skip link leads there
};

struct Page {
    const Drawings& drawings;
    std::string body = {};  ///< what <body> holds, as far as it is written
    std::string styles =
        {};  ///< CSS rules that depend on the content: widths and titles of columns
    Ids ids = {};
};

/// Appends ` id="…"` with an id that is unique in the page; nothing if `id` is empty.
/// \returns the id that was given
std::string put_id(Page& page, std::string_view id);

/// Appends the "#" that shows on hover and focus, and whose address leads to `id`.
void put_anchor(std::string& out, std::string_view id, std::string_view label);

void put_block(Page& page, const Table& table);
void put_block(Page& page, const Matrix& matrix);
void put_block(Page& page, const FigureBlock& figure);
void put_block(Page& page, const Cards& cards);

}  // namespace disarray::reports::html
