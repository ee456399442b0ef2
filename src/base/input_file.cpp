// SPDX-License-Identifier: MIT
#include "base/input_file.hpp"

#include <array>
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
    InputFile file(std::fopen(path.c_str(), "rbe"));
    if (!file) throw InputError(name, std::strerror(errno), "a file that can be read");
    return file;
}

std::optional<std::string> file_text(const std::string& path) {
    const InputFile file(std::fopen(path.c_str(), "rbe"));
    if (!file) return std::nullopt;
    std::string text;
    std::array<char, 1 << 16> block;
    while (const std::size_t got = std::fread(block.data(), 1, block.size(), file.get()))
        text.append(block.data(), got);
    if (std::ferror(file.get()) != 0) return std::nullopt;
    return text;
}

}  // namespace disarray
