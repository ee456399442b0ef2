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
void put_block(Page& page, const Proofs& proofs);

/// What the page has at first, the others being in a <template>, from which the script draws them
/// when they are asked for: thousands of rows would be read, styled and laid out for nothing.
inline constexpr std::size_t rows_at_first = 40, cards_at_first = 12;

/// Opens the <template> of what is drawn later, and says for readers without scripts what is in it.
void open_rest(std::string& out);
/// The buttons below a table or cards that have a rest; \param of  id of these
void put_more(std::string& out, std::string_view of, std::size_t left_out, std::string_view what);

}  // namespace disarray::reports::html
