// SPDX-License-Identifier: MIT
#include "formats/detail/text_blocks.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "formats/detail/refused.hpp"

namespace disarray::formats::detail {

namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

}  // namespace

TextBlocks::TextBlocks(const std::string& path, std::size_t block_size)
    : source_(path), block_size_(std::max<std::size_t>(block_size, 1)) {}

/// Appends the next bytes of the file; false at its end or failure.
bool TextBlocks::fill(std::string& text) {
    const std::size_t old = text.size();
    text.resize(old + block_size_);
    std::size_t size = 0;
    try {
        size = source_.read(std::span(text).subspan(old));
    } catch (const InputError&) {
        failure_ = std::current_exception();
    }
    text.resize(old + size);
    return size > 0;
}

bool TextBlocks::next(TextBlock& block) {
    if (has_ended_) return false;
    std::string text = std::exchange(carried_, {});
    while (!has_ended_) {
        has_ended_ = !fill(text);
        const std::size_t newline = text.rfind('\n');
        // What a failure cuts off is no line: it would be refused for what is missing.
        if (failure_) text.resize(newline == std::string::npos ? 0 : newline + 1);
        if (has_ended_) break;
        if (newline != std::string::npos) {
            carried_.assign(text, newline + 1);
            text.resize(newline + 1);
            break;
        }
        constexpr std::size_t around = byte_order_mark.size() + 1;  // the other one is CR
        has_ended_ = text.size() > max_line + around;
    }
    block.begin = std::exchange(is_first_, false) && text.starts_with(byte_order_mark)
                      ? byte_order_mark.size()
                      : 0;
    block.first_line = line_;
    block.failure = failure_;
    line_ += static_cast<std::size_t>(std::ranges::count(text, '\n'));
    block.text = std::move(text);
    return !block.text.empty() || block.failure;
}

bool LineCursor::next() {
    if (next_ == text_end_) return false;
    // Of empty lines only the last one is looked at: a file may consist of them.
    for (; *next_ == '\n' && next_ + 1 != text_end_ && next_[1] == '\n'; ++next_)
        ++line_;
    ++line_;
    begin_ = next_;
    void* const newline = std::memchr(begin_, '\n', static_cast<std::size_t>(text_end_ - begin_));
    end_ = newline ? static_cast<char*>(newline) : text_end_;
    next_ = newline ? end_ + 1 : text_end_;
    if (end_ != begin_ && end_[-1] == '\r') --end_;
    if (static_cast<std::size_t>(end_ - begin_) > max_line) {
        throw Refused{"a line that is too long", fmt::format("at most {} bytes", max_line)};
    }
    return true;
}

}  // namespace disarray::formats::detail
