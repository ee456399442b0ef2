// SPDX-License-Identifier: MIT
//
// A file with given bytes for the length of a test.
#pragma once

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <unistd.h>

namespace disarray::test {

class TemporaryFile {
public:
    explicit TemporaryFile(std::string_view bytes) {
        // ctest runs test cases in parallel processes, so the process is part of the name.
        static std::atomic<int> count = 0;
        path_ = std::filesystem::temp_directory_path() /
                ("disarray_test_" + std::to_string(::getpid()) + "_" + std::to_string(++count));
        std::ofstream(path_, std::ios::binary) << bytes;
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile() {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }

    std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

}  // namespace disarray::test
