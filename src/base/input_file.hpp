// SPDX-License-Identifier: MIT
//
// A file that is read, or standard input; a small one as a whole.
#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace disarray {

struct CloseInput {
    void operator()(std::FILE* file) const {
        if (file != stdin) std::fclose(file);
    }
};

/// Closed in the end, but for standard input.
using InputFile = std::unique_ptr<std::FILE, CloseInput>;

/// \param path  "-" is standard input
/// \param name  begins the error message
/// \throws InputError for what cannot be read, and for a directory
InputFile open_input(const std::string& path, std::string_view name);

/// All bytes of a file; empty, with errno, if it cannot be read.
std::optional<std::string> file_text(const std::string& path);

}  // namespace disarray
