// SPDX-License-Identifier: MIT
//
// What fuzz targets share. A target calls one reader with bytes that libFuzzer makes up. Errors of
// input and what is not supported are answers; any other exception, a finding of a sanitizer, a
// hang and a use of too much memory end the program, and the bytes are kept.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <tbb/global_control.h>

#include "base/error.hpp"

namespace disarray::fuzz {

/// The bytes of one call. The first ones choose among options, the others are what is read.
class Input {
public:
    Input(const std::uint8_t* data, std::size_t size)
        : bytes_(reinterpret_cast<const char*>(data), size) {}

    /// A number below `count`, from the next byte; 0 where there is none.
    std::size_t below(std::size_t count) {
        if (bytes_.empty()) return 0;
        const auto byte = static_cast<unsigned char>(bytes_.front());
        bytes_.remove_prefix(1);
        return byte % count;
    }
    bool flag() { return below(2) == 1; }
    /// One of the choices that an enumeration has names for.
    template <class Enum>
    Enum choice() {
        const auto all = choices(Enum{});
        return all[below(all.size())].second;
    }
    std::string_view rest() const { return bytes_; }

private:
    std::string_view bytes_;
};

/// A file in memory, for readers that take a path.
class MemoryFile {
public:
    explicit MemoryFile(std::string_view content) : descriptor_(memfd_create("input", 0)) {
        if (descriptor_ < 0) std::abort();
        while (!content.empty()) {
            const ssize_t written = write(descriptor_, content.data(), content.size());
            if (written <= 0) std::abort();
            content.remove_prefix(static_cast<std::size_t>(written));
        }
    }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    ~MemoryFile() { close(descriptor_); }

    std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

private:
    int descriptor_;
};

/// Calls `read` and takes a refusal for an answer. One thread, so that a finding can be repeated.
template <class Read>
int tried(const Read& read) {
    static const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
    try {
        read();
    } catch (const InputError& error) {
        // An error is printed: its text must be one that can be.
        if (std::string_view(error.what()).empty()) std::abort();
    }
    return 0;
}

}  // namespace disarray::fuzz
