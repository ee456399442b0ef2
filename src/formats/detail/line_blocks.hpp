// SPDX-License-Identifier: MIT
//
// A file of lines in blocks, and the layout of its lines: in CSV, what the header line says, which
// is taken off the first block.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "formats/detail/fields.hpp"
#include "formats/detail/text_blocks.hpp"
#include "formats/retrieval_options.hpp"

namespace disarray::formats::detail {

/// The form that `path` has by its name, unless `form` says which.
Form form_of(const std::string& path, Form form);

class LineBlocks {
public:
    /// \param form     Form::trec or Form::csv
    /// \param lenient  as for trec_layout and csv_layout
    /// \throws InputError for a file that cannot be read, and for a wrong header.
    LineBlocks(const std::string& path, Form form, const Shape& shape, bool lenient,
               std::size_t block_size);

    bool next(TextBlock& block);
    const Layout& layout() const { return layout_; }
    const std::string& name() const { return blocks_.name(); }

private:
    void read_header(const Shape& shape, bool lenient);

    TextBlocks blocks_;
    Layout layout_;
    std::optional<TextBlock> first_;  ///< what follows the header in its block
};

}  // namespace disarray::formats::detail
