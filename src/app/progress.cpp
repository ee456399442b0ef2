// SPDX-License-Identifier: MIT
#include "app/progress.hpp"

#include <unistd.h>

#include <cstdio>

namespace disarray::app {

ProgressLine::ProgressLine() : terminal_(isatty(STDERR_FILENO) == 1) {}

void ProgressLine::show(std::string_view text) {
    if (!terminal_) return;
    const std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (now - shown_ < std::chrono::milliseconds(100)) return;
    shown_ = now;
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
