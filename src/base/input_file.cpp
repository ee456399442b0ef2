// SPDX-License-Identifier: MIT
#include "base/input_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/error.hpp"

namespace disarray {

InputFile open_input(const std::string& path, std::string_view name) {
    if (path == "-") return InputFile(stdin);
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        throw InputError(name, "a directory", "a file");
    }
    InputFile file(std::fopen(path.c_str(), "rb"));
    if (!file) throw InputError(name, std::strerror(errno), "a file that can be read");
    return file;
}

}  // namespace disarray
