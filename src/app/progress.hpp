// SPDX-License-Identifier: MIT
//
// One line of progress on standard error, rewritten in place; nothing at all unless standard error
// is a terminal, or a host takes it.
#pragma once

#include <chrono>
#include <mutex>
#include <string_view>

namespace disarray::app {

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
