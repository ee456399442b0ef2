// SPDX-License-Identifier: MIT
//
// Text files line by line, as every reader of this module sees them: read in blocks, so that a
// file of any length costs the memory of its longest line; a UTF-8 byte order mark and CRLF line
// ends accepted; comments and blank lines skipped; anything that is no text refused at its line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/input_file.hpp"

namespace disarray::formats {

/// The lines of one file that have content.
class LineReader {
public:
    /// \param path  a file, or "-" for standard input
    /// \throws InputError if it is missing, a directory, or cannot be read.
    explicit LineReader(const std::string& path);

    /// Moves to the next line that is not blank or only a comment; false at the end of the file. A
    /// comment runs from a '#' at the beginning of a line or after a blank to the end of the line.
    /// \throws InputError at a line with a control character other than a tab (NUL among them): the
    /// file is not text. The check is made block by block, so an endless line of zeros ends at
    /// once.
    bool next();

    /// The present line without its comment and the blanks around it; valid until next().
    std::string_view text() const { return text_; }
    /// Its number, counted from 1.
    std::size_t line() const { return line_; }
    /// "FILE line 3", where messages begin.
    std::string where() const;
    /// "FILE", or "standard input".
    const std::string& name() const { return name_; }

    /// The present line, comment included, and everything after it.
    /// \throws InputError as next().
    std::string rest();

private:
    bool fill();
    bool read_line();

    std::string name_;
    InputFile file_;
    std::vector<char> block_;
    std::string_view unread_;  ///< what is left of block_
    std::string raw_;          ///< the present line without its line end
    std::string_view text_;
    std::size_t line_ = 0;
};

}  // namespace disarray::formats
