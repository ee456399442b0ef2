// SPDX-License-Identifier: MIT
#include "base/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/error.hpp"

namespace disarray {

namespace {

/// The file that the path leads to: a link stays a link. A device or a pipe would be replaced.
std::string target_of(const std::string& path) {
    constexpr int most_links = 40;  // as the kernel
    std::error_code error;
    std::filesystem::path target = path;
    for (int links = 0; std::filesystem::is_symlink(target, error); ++links) {
        if (links == most_links) throw InputError(path, "a loop of links", "a file");
        target = target.parent_path() / std::filesystem::read_symlink(target, error);
    }
    if (std::filesystem::exists(target, error) &&
        !std::filesystem::is_regular_file(target, error)) {
        throw InputError(path, "no regular file", "a file, or a new name");
    }
    return target.string();
}

}  // namespace

AtomicFile::AtomicFile(std::string path) : path_(target_of(path)), temporary_(path_ + ".XXXXXX") {
    const int descriptor = mkostemp(temporary_.data(), O_CLOEXEC);
    if (descriptor < 0) {
        temporary_.clear();
        refuse(errno);
    }
    file_.reset(fdopen(descriptor, "wb"));
    if (!file_) refuse(errno);
}

AtomicFile AtomicFile::temporary() {
    const char* folder = std::getenv("TMPDIR");
    const bool is_given = folder != nullptr && *folder != '\0';
    return AtomicFile(std::string(is_given ? folder : "/tmp") + "/disarray");
}

AtomicFile::~AtomicFile() {
    file_.reset();
    if (!temporary_.empty()) std::remove(temporary_.c_str());
}

void AtomicFile::refuse(int error) const {
    throw InputError(path_, std::strerror(error), "a file that can be written");
}

void AtomicFile::write(std::string_view bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) refuse(errno);
}

const std::string& AtomicFile::flushed() {
    if (std::fflush(file_.get()) != 0) refuse(errno);
    return temporary_;
}

void AtomicFile::commit() {
    flushed();
    // mkostemp leaves the file to its owner alone; a result is for everyone whom the umask allows.
    const mode_t mask = umask(0);
    umask(mask);
    if (fchmod(fileno(file_.get()), 0666 & ~mask) != 0 || fsync(fileno(file_.get())) != 0 ||
        std::rename(temporary_.c_str(), path_.c_str()) != 0) {
        refuse(errno);
    }
    temporary_.clear();
}

}  // namespace disarray
