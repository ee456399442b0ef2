// SPDX-License-Identifier: MIT
//
// When long work should end before it is done: a time budget, or Ctrl-C. Work asks often and keeps
// what it has found.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>

namespace disarray {

/// A time budget and the interrupt signals, asked together. Cheap to copy and to ask.
class Stop {
public:
    /// Never, unless interrupted.
    Stop() = default;
    /// After `budget` from now, or when interrupted. \throws UsageError unless it is >= 0
    explicit Stop(std::chrono::duration<double> budget);
    /// When this one is, and when `flag` is set.
    Stop with(std::shared_ptr<const std::atomic<bool>> flag) const;

    bool requested() const;
    /// True if an interrupt signal, not the budget, asked.
    static bool interrupted();

    /// From now on SIGINT, SIGTERM and SIGHUP ask work to stop; a second SIGINT ends the program at
    /// once. A SIGHUP that is ignored, as under nohup, stays so.
    static void listen_to_signals();
    /// For a program that hears of signals itself: from now on listen_to_signals() leaves them
    /// alone, and work is, or is no longer, interrupted as it says.
    static void set_interrupted(bool is_interrupted);

private:
    std::optional<std::chrono::steady_clock::time_point> deadline_;
    std::shared_ptr<const std::atomic<bool>> flag_;
};

}  // namespace disarray
