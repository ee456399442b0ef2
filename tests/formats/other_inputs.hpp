// SPDX-License-Identifier: MIT
//
// Inputs that can be read once only: standard input and a named pipe, for the length of a test.
#pragma once

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/formats/temporary_file.hpp"

namespace disarray::test {

/// Standard input has these bytes.
class StandardInput {
public:
    explicit StandardInput(std::string_view bytes) : file_(bytes), before_(::dup(0)) {
        const int file = ::open(file_.path().c_str(), O_RDONLY);
        if (file < 0 || before_ < 0) throw std::runtime_error("no file for standard input");
        replace_by(file);
    }
    StandardInput(const StandardInput&) = delete;
    StandardInput& operator=(const StandardInput&) = delete;
    ~StandardInput() { replace_by(before_); }

private:
    static void replace_by(int file) {
        std::fflush(stdin);  // by POSIX, forgets what was read ahead
        ::dup2(file, 0);
        ::close(file);
        std::clearerr(stdin);
    }

    TemporaryFile file_;
    int before_;
};

/// A named pipe that someone writes these bytes into.
class Pipe {
public:
    explicit Pipe(std::string bytes) {
        const TemporaryFile unused("");  // for its name
        path_ = unused.path() + "_pipe";
        if (::mkfifo(path_.c_str(), 0600) != 0) throw std::runtime_error("no pipe");
        writer_ = std::thread([bytes = std::move(bytes), path = path_] {
            std::ofstream(path, std::ios::binary) << bytes;
        });
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    /// The pipe must have been opened for reading, or this waits.
    ~Pipe() {
        writer_.join();
        std::filesystem::remove(path_);
    }
    const std::string& path() const { return path_; }

private:
    std::string path_;
    std::thread writer_;
};

}  // namespace disarray::test
