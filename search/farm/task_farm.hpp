// SPDX-License-Identifier: MIT
//
// A task farm: rank 0 hands out numbered tasks in small blocks, on request, and receives their
// results; the other ranks, and a worker beside it in its own process, do them. A worker that is
// not heard of has its tasks given to others; results that come twice are received once. What a
// task yields depends on its number alone, so that the sum of all does not depend on who did what.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "search/farm/channel.hpp"

namespace disarray::search::farm {

/// Does one task; empty if `stop` asked. Called by several threads at once.
using DoTask = std::function<std::optional<std::string>(std::uint64_t task, const Stop& stop)>;
/// What the tasks of a job are. \throws InputError for a job of another question or version
using TasksOf = std::function<DoTask(const std::string& job)>;

struct TaskResult {
    std::uint64_t task = 0;
    std::string bytes;
};

struct FarmOptions {
    Stop stop;
    /// Of the program; ranks of different ones may not mean the same by a task.
    std::string version;
    /// A rank says at least so often that it is there.
    std::chrono::duration<double> beat{1};
    /// A worker that has said nothing for so long is presumed dead.
    std::chrono::duration<double> patience{15};
    /// So long a worker waits for rank 0 to begin, which may have much to do before.
    std::chrono::duration<double> welcome{120};
    /// How long the ranks have, at the end, to say that they leave.
    std::chrono::duration<double> farewell{5};
};

struct FarmReport {
    bool is_begun = false;
    bool complete = false;          ///< all results were received
    std::uint64_t received = 0;     ///< results
    std::uint64_t repeated = 0;     ///< results that were there already
    std::uint64_t given_again = 0;  ///< tasks of workers that were not heard of, or slow at the end
    std::vector<int> silent;        ///< ranks that were not heard of, ascending, now or for a while
    bool all_left = false;          ///< every rank has said that it leaves
    std::chrono::duration<double> handing_out{0};  ///< time of rank 0 for all this, with `receive`
    /// By rank, that of the worker beside rank 0 first: results that came from it first.
    std::vector<std::uint64_t> tasks_of_rank;
};

/// Rank 0, where nothing is to be handed out after all. True if every other rank has left.
bool send_away(Channel& channel, const FarmOptions& options);

/// Rank 0. Hands out `tasks`, those at the front first, until all results were received, or
/// `options.stop` asks. \param job  told to every worker, for TasksOf
/// \param receive  called by this thread with results that are new, one or more at a time
/// \param report  is complete when this returns, and when it throws
/// \throws InputError  what a worker complains of, and a worker of another version
void hand_out(Channel& channel, const std::string& job, std::vector<std::uint64_t> tasks,
              const std::function<void(std::span<const TaskResult>)>& receive,
              const FarmOptions& options, FarmReport& report);

/// Any other rank: works with `threads` threads (≥ 1) until it is sent away, or options.stop asks.
/// \throws InputError if rank 0 is not heard of any more
void work(Channel& channel, const TasksOf& tasks_of, unsigned threads, const FarmOptions& options);

/// Rank 0 with a worker of `threads` threads beside it: hand_out() that works as well.
void hand_out_and_work(Channel& channel, const std::string& job, std::vector<std::uint64_t> tasks,
                       const TasksOf& tasks_of, unsigned threads,
                       const std::function<void(std::span<const TaskResult>)>& receive,
                       const FarmOptions& options, FarmReport& report);

}  // namespace disarray::search::farm
