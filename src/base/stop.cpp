// SPDX-License-Identifier: MIT
#include "base/stop.hpp"

#include <atomic>
#include <csignal>
#include <utility>

#include "base/error.hpp"

namespace disarray {

namespace {

// Lock-free, hence safe in a signal handler, and readable from every thread.
std::atomic<bool> signal_seen = false;
static_assert(std::atomic<bool>::is_always_lock_free);
std::atomic<bool> others_listen = false;

void note_signal(int signal) {
    signal_seen = true;
    // Only a person asks a second time because the first has not been enough. A terminal that
    // closes sends SIGHUP twice, the kernel and the shell; and scancel sends SIGTERM to all
    // processes of a job, where a script or mpirun hands on its own.
    if (signal == SIGINT) std::signal(SIGINT, SIG_DFL);
}

}  // namespace

Stop::Stop(std::chrono::duration<double> budget) {
    if (!(budget.count() >= 0)) throw UsageError("a time budget is a number of seconds >= 0");
    // Budgets beyond what the clock can count are no budget.
    constexpr std::chrono::duration<double> century = std::chrono::hours(24 * 365 * 100);
    if (budget >= century) return;
    deadline_ = std::chrono::steady_clock::now() +
                std::chrono::duration_cast<std::chrono::steady_clock::duration>(budget);
}

Stop Stop::with(std::shared_ptr<const std::atomic<bool>> flag) const {
    Stop stop = *this;
    stop.flag_ = std::move(flag);
    return stop;
}

bool Stop::interrupted() {
    return signal_seen;
}

bool Stop::requested() const {
    return interrupted() || (flag_ && *flag_) ||
           (deadline_ && std::chrono::steady_clock::now() >= *deadline_);
}

void Stop::set_interrupted(bool is_interrupted) {
    others_listen = true;
    signal_seen = is_interrupted;
}

void Stop::listen_to_signals() {
    if (others_listen) return;
    std::signal(SIGINT, note_signal);
    std::signal(SIGTERM, note_signal);
    // nohup has it ignored, and means it.
    if (std::signal(SIGHUP, note_signal) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

}  // namespace disarray
