// SPDX-License-Identifier: MIT
//
// A task farm: rank 0 hands out numbered tasks in small blocks, on request, and receives their
// results; the other ranks, and a worker beside it in its own process, do them. A worker that is
// not heard of has its tasks given to others; results that come twice are received once. What a
// task yields depends on its job and number alone, so that the sum of all does not depend on who
// did what. A farm does one job after the other.
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
#include "farm/channel.hpp"

namespace disarray::farm {

/// What a task came to.
struct TaskOutput {
    std::string bytes;
    /// What there was when `stop` asked; kept if the whole farm was stopped, else done again.
    bool is_partial = false;
};

/// Does one task; empty if `stop` asked and nothing is worth keeping. Called by several threads at
/// once.
using DoTask = std::function<std::optional<TaskOutput>(std::uint64_t task, const Stop& stop)>;
/// What the tasks of a job are. \throws InputError for a job of another question or version
using TasksOf = std::function<DoTask(const std::string& job)>;

struct TaskResult {
    std::uint64_t task = 0;
    std::string bytes;
    bool is_partial = false;
};

/// Called with results that are new, one or more at a time, by the thread of rank 0.
using Receive = std::function<void(std::span<const TaskResult>)>;

struct FarmOptions {
    /// Of the program; ranks of different ones may not mean the same by a task.
    std::string version;
    /// A rank says at least so often that it is there.
    std::chrono::duration<double> beat{1};
    /// A worker that has said nothing for so long is presumed dead.
    std::chrono::duration<double> patience{15};
    /// So long a worker waits for a job, before which rank 0 may have much to do.
    std::chrono::duration<double> welcome{120};
    /// How long the ranks have, at the end, to say that they leave.
    std::chrono::duration<double> farewell{5};
};

/// Of all jobs of a farm.
struct FarmReport {
    std::uint64_t repeated = 0;     ///< results that were there already
    std::uint64_t given_again = 0;  ///< tasks of workers that were not heard of, or slow at the end
    std::vector<int> silent;        ///< ranks that were not heard of, ascending, now or for a while
    bool all_left = false;          ///< every rank has said that it leaves
    /// By rank, that of the worker beside rank 0 first: results that came from it first.
    std::vector<std::uint64_t> tasks_of_rank;
};

/// Rank 0.
class Farm {
public:
    /// \param tasks_of  for the worker beside rank 0; the other ranks have the same
    /// \param threads  of that worker; 0: there is none
    Farm(Channel& channel, TasksOf tasks_of, unsigned threads, FarmOptions options);
    Farm(const Farm&) = delete;
    Farm& operator=(const Farm&) = delete;
    ~Farm();  ///< sends away who is still there

    /// Hands out `tasks`, those at the front first, until all results were received, or `stop`
    /// asks; then what was done by then is received as well, partial results too. True if all are
    /// there. \param job  told to every worker, for TasksOf
    /// \throws InputError  what a worker complains of, and a worker of another version
    /// \throws anything that `receive` throws; the farm can only be left afterwards
    bool run(const std::string& job, const std::vector<std::uint64_t>& tasks,
             const Receive& receive, const Stop& stop);

    /// Ends the farm. True if every rank has left; where one has not, it is dead or stopped.
    bool send_away();

    const FarmReport& report() const;
    /// Of the job, rank 0 included.
    int ranks() const;

private:
    class Coordinator;
    std::unique_ptr<Coordinator> coordinator_;
};

/// Any other rank: works with `threads` threads (≥ 1) until it is sent away, or an interrupt signal
/// asks. \throws InputError if rank 0 is not heard of any more
void work(Channel& channel, const TasksOf& tasks_of, unsigned threads, const FarmOptions& options);

/// 0, …, count−1.
std::vector<std::uint64_t> all_tasks(std::uint64_t count);

}  // namespace disarray::farm
