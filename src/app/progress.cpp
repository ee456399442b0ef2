// SPDX-License-Identifier: MIT
#include "app/progress.hpp"

#include <unistd.h>

#include <cstdio>

#include "app/output.hpp"

namespace disarray::app {

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
