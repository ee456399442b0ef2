// SPDX-License-Identifier: MIT
#include "formats/lines.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "base/error.hpp"

namespace disarray::formats {

namespace {

constexpr std::size_t block_size = 1 << 16;  // bytes; convention, larger blocks gained nothing
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
constexpr std::string_view blanks = " \t";

bool is_control(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7f;
}

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::string_view without_comment(std::string_view text) {
    for (std::size_t at = text.find('#'); at != std::string_view::npos;
         at = text.find('#', at + 1)) {
        if (at == 0 || blanks.find(text[at - 1]) != std::string_view::npos)
            return text.substr(0, at);
    }
    return text;
}

std::FILE* open(const std::string& path, std::string_view name) {
    if (path == "-") return stdin;
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        throw InputError(name, "a directory", "a text file");
    }
    std::FILE* file = std::fopen(path.c_str(), "rb");
    if (!file) throw InputError(name, std::strerror(errno), "a file that can be read");
    return file;
}

}  // namespace

void LineReader::Close::operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
}

LineReader::LineReader(const std::string& path)
    : name_(path == "-" ? "standard input" : printable(path, 200)),
      file_(open(path, name_)),
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
        if (const auto control = std::ranges::find_if(piece, is_control); control != piece.end()) {
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
