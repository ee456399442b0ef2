// SPDX-License-Identifier: MIT
#include "app/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "app/output.hpp"

namespace disarray::app {

std::string duration_text(double seconds) {
    constexpr double most = 1e15;  // a guess may be anything
    const auto whole = static_cast<std::uint64_t>(std::clamp(seconds, 0.0, most));
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string count_text(std::uint64_t done, std::uint64_t all, double seconds) {
    std::string text = fmt::format("{} of {}", done, all);
    if (done == 0 || done > all) return text;
    const double left = seconds / static_cast<double>(done) * static_cast<double>(all - done);
    return text + ", about " + duration_text(left) + " left";
}

ProgressLine::ProgressLine()
    : is_hosted_(host().progress != nullptr),
      terminal_(!is_hosted_ && isatty(STDERR_FILENO) == 1) {}

void ProgressLine::show(std::string_view text) {
    if (!terminal_ && !is_hosted_) return;
    const std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (now - shown_ < std::chrono::milliseconds(100)) return;
    shown_ = now;
    if (is_hosted_) {
        host().progress(text);
        return;
    }
    dirty_ = true;
    std::fprintf(stderr, "\r\x1b[K%.*s", static_cast<int>(text.size()), text.data());
}

void ProgressLine::clear() {
    const std::lock_guard lock(mutex_);
    if (!dirty_) return;
    std::fputs("\r\x1b[K", stderr);
    dirty_ = false;
}

}  // namespace disarray::app
