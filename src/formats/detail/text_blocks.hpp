// SPDX-License-Identifier: MIT
//
// A file of lines in blocks that are cut at line ends, so that several threads can work on them,
// and the lines of one block.
#pragma once

#include <cstddef>
#include <exception>
#include <string>

#include "formats/byte_source.hpp"

namespace disarray::formats::detail {

/// Bytes of a line; longer ones are refused, so that a file without line ends is not read whole.
constexpr std::size_t max_line = std::size_t{1} << 20;

struct TextBlock {
    std::string text;            ///< whole lines; the last line of a file may have no line end
    std::size_t begin = 0;       ///< where the lines begin in `text`
    std::size_t first_line = 1;  ///< the number of the first line, counted from 1
    std::exception_ptr failure;  ///< an InputError of the file, met after these lines
};

/// The blocks of a file, first to last.
class TextBlocks {
public:
    /// \param block_size  bytes read at once, at least 1; blocks grow where lines are longer
    TextBlocks(const std::string& path, std::size_t block_size);

    /// False at the end of the file, and after a failure. A line that is too long ends the last
    /// block, so that LineCursor refuses it.
    bool next(TextBlock& block);
    const std::string& name() const { return source_.name(); }

private:
    bool fill(std::string& text);

    ByteSource source_;
    std::size_t block_size_;
    std::string carried_;  ///< the beginning of a line whose end is not read yet
    std::size_t line_ = 1;
    bool is_first_ = true;
    bool has_ended_ = false;
    std::exception_ptr failure_;
};

/// The lines of a block, without their line ends; blank ones too, but one of several empty ones.
class LineCursor {
public:
    /// The text may be changed through begin() and end().
    explicit LineCursor(TextBlock& block)
        : next_(block.text.data() + block.begin),
          text_end_(block.text.data() + block.text.size()),
          line_(block.first_line - 1) {}

    /// \throws Refused for a line longer than max_line.
    bool next();
    char* begin() const { return begin_; }
    char* end() const { return end_; }
    std::size_t line() const { return line_; }
    /// Where the next line begins in `block`.
    std::size_t next_begin(const TextBlock& block) const {
        return static_cast<std::size_t>(next_ - block.text.data());
    }

private:
    char* next_;
    char* text_end_;
    char* begin_ = nullptr;
    char* end_ = nullptr;
    std::size_t line_;
};

}  // namespace disarray::formats::detail
