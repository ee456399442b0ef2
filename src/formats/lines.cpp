// SPDX-License-Identifier: MIT
#include "formats/lines.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/text.hpp"

namespace disarray::formats {

namespace {

constexpr std::size_t block_size = 1 << 16;  // bytes; convention, larger blocks gained nothing
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

std::string_view without_comment(std::string_view text) {
    for (std::size_t at = text.find('#'); at != std::string_view::npos;
         at = text.find('#', at + 1)) {
        if (at == 0 || text[at - 1] == ' ' || text[at - 1] == '\t') return text.substr(0, at);
    }
    return text;
}

}  // namespace

LineReader::LineReader(const std::string& path)
    : name_(path == "-" ? "standard input" : printable(path, 200)),
      file_(open_input(path, name_)),
      block_(block_size) {}

std::string LineReader::where() const {
    return fmt::format("{} line {}", name_, line_);
}

/// Reads the next block; false at the end of the file.
bool LineReader::fill() {
    const std::size_t size = std::fread(block_.data(), 1, block_.size(), file_.get());
    if (size == 0 && std::ferror(file_.get())) {
        throw InputError(name_, std::strerror(errno), "a file that can be read");
    }
    unread_ = {block_.data(), size};
    return size > 0;
}

/// Reads one line into raw_; false at the end of the file.
bool LineReader::read_line() {
    raw_.clear();
    if (unread_.empty() && !fill()) return false;
    ++line_;
    do {
        const std::size_t end = unread_.find('\n');
        const std::string_view piece = unread_.substr(0, end);
        const auto is_refused = [](char c) {
            return is_control_but_tab(c) && c != '\n' && c != '\r';
        };
        if (const auto control = std::ranges::find_if(piece, is_refused); control != piece.end()) {
            throw InputError(where(),
                             fmt::format("byte 0x{:02x}", static_cast<unsigned char>(*control)),
                             "text: the file is binary");
        }
        raw_ += piece;
        if (end != std::string_view::npos) {
            unread_.remove_prefix(end + 1);
            break;
        }
        unread_ = {};
    } while (fill());
    if (raw_.ends_with('\r')) raw_.pop_back();
    if (line_ == 1 && raw_.starts_with(byte_order_mark)) raw_.erase(0, byte_order_mark.size());
    return true;
}

bool LineReader::next() {
    while (read_line()) {
        text_ = trimmed(without_comment(raw_));
        if (!text_.empty()) return true;
    }
    text_ = {};
    return false;
}

std::string LineReader::rest() {
    std::string all = raw_;
    while (read_line()) {
        all += '\n';
        all += raw_;
    }
    text_ = {};
    return all;
}

}  // namespace disarray::formats
