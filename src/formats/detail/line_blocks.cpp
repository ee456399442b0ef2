// SPDX-License-Identifier: MIT
#include "formats/detail/line_blocks.hpp"

#include <exception>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "formats/detail/refused.hpp"

namespace disarray::formats::detail {

Form form_of(const std::string& path, Form form) {
    if (form != Form::automatic) return form;
    std::string_view name = path;
    if (name.ends_with(".gz")) name.remove_suffix(3);
    if (name.ends_with(".json")) return Form::json;
    return name.ends_with(".csv") ? Form::csv : Form::trec;
}

LineBlocks::LineBlocks(const std::string& path, Form form, const Shape& shape, bool lenient,
                       std::size_t block_size)
    : blocks_(path, block_size) {
    if (form == Form::csv) {
        read_header(shape, lenient);
    } else {
        layout_ = trec_layout(shape, lenient);
    }
}

void LineBlocks::read_header(const Shape& shape, bool lenient) {
    TextBlock block;
    while (blocks_.next(block)) {
        LineCursor lines(block);
        try {
            while (lines.next()) {
                const auto layout = csv_layout(lines.begin(), lines.end(), shape, lenient);
                if (!layout) continue;
                layout_ = *layout;
                block.begin = lines.next_begin(block);
                block.first_line = lines.line() + 1;
                first_ = std::move(block);
                return;
            }
        } catch (const Refused& refused) {
            throw InputError(fmt::format("{} line {}", name(), lines.line()), refused.found,
                             refused.expected);
        }
        if (block.failure) std::rethrow_exception(block.failure);
    }
    throw InputError(name(), "no header line", "one that names the columns");
}

bool LineBlocks::next(TextBlock& block) {
    if (!first_) return blocks_.next(block);
    block = *std::exchange(first_, std::nullopt);
    return true;
}

}  // namespace disarray::formats::detail
