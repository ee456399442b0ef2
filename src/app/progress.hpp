// SPDX-License-Identifier: MIT
//
// One line of progress on standard error, rewritten in place; nothing at all unless standard error
// is a terminal, or a host takes it.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace disarray::app {

/// "0:02:10": hours, minutes and seconds.
std::string duration_text(double seconds);
/// "12 of 97, about 0:02:10 left": if each of those that are left takes as long as each of the
/// `done`, which took `seconds` together.
std::string count_text(std::uint64_t done, std::uint64_t all, double seconds);

class ProgressLine {
public:
    ProgressLine();
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Shows `text` unless the last one is younger than a tenth of a second. Safe from any thread.
    void show(std::string_view text);
    /// Leaves the line blank, for what is printed next.
    void clear();

private:
    bool is_hosted_;
    bool terminal_;
    bool dirty_ = false;
    std::chrono::steady_clock::time_point shown_;
    std::mutex mutex_;
};

}  // namespace disarray::app
