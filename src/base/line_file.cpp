// SPDX-License-Identifier: MIT
#include "base/line_file.hpp"

#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/input_file.hpp"

namespace disarray {

namespace {

[[noreturn]] void throw_unwritable(const std::string& path) {
    throw InputError(path, std::strerror(errno), "a file that can be written");
}

/// Another process that writes to the same file would interleave its lines with ours.
void lock(std::FILE* file, const std::string& path) {
    if (flock(fileno(file), LOCK_EX | LOCK_NB) == 0) return;
    if (errno != EWOULDBLOCK) throw_unwritable(path);
    throw InputError(path, "another process that writes to it", "a file of one run at a time");
}

}  // namespace

LineFile::LineFile(std::string path, std::string_view what) : path_(std::move(path)) {
    std::error_code error;
    if (std::filesystem::exists(path_, error) && !std::filesystem::is_regular_file(path_, error))
        throw InputError(path_, "no regular file", what);
    file_.reset(std::fopen(path_.c_str(), "abe"));
    if (!file_) throw_unwritable(path_);
    lock(file_.get(), path_);
    const auto text = file_text(path_);
    if (!text) throw InputError(path_, std::strerror(errno), "a file that can be read");
    std::size_t begin = 0;
    for (std::size_t end; (end = text->find('\n', begin)) != std::string::npos; begin = end + 1)
        lines_.push_back(text->substr(begin, end - begin));
    rest_ = text->substr(begin);
}

std::string LineFile::place(std::size_t index) const {
    return fmt::format("{} line {}", path_, index + 1);
}

void LineFile::drop_rest() {
    if (rest_.empty()) return;
    std::error_code error;
    const auto size = static_cast<off_t>(std::filesystem::file_size(path_, error) - rest_.size());
    if (error || ftruncate(fileno(file_.get()), size) != 0) throw_unwritable(path_);
    rest_.clear();
}

void LineFile::append(std::string_view line) {
    const std::string text = std::string(line) + "\n";
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size() ||
        std::fflush(file_.get()) != 0)
        throw_unwritable(path_);
}

}  // namespace disarray
