// SPDX-License-Identifier: MIT
//
// A file of lines to which finished work is appended, so that the next run goes on where this one
// ends, however it ends: one process writes to it at a time, a line is in it when append()
// returns, and one that was cut off can be told from those that are whole.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace disarray {

class LineFile {
public:
    /// Opens the file, or makes it, and reads what is there; changes nothing of it.
    /// \param what  what is expected at `path`, for errors: "a file of cells"
    /// \throws InputError if it is no regular file, cannot be read or written, or another process
    ///         has it
    LineFile(std::string path, std::string_view what);

    const std::string& path() const { return path_; }
    /// The whole lines that were there, without their newlines.
    const std::vector<std::string>& lines() const { return lines_; }
    /// "FILE line N"; \param index  of lines(), from 0
    std::string place(std::size_t index) const;
    /// What a killed run left of its last line.
    const std::string& rest() const { return rest_; }
    /// Takes that off the file. \throws InputError if it cannot be written
    void drop_rest();
    /// \param line  without a newline \throws InputError on a full disk
    void append(std::string_view line);

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::string path_;
    std::vector<std::string> lines_;
    std::string rest_;
    std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace disarray
