// SPDX-License-Identifier: MIT
// A farm whose ranks are threads of the test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <thread>
#include <utility>
#include <vector>

#include "farm/task_farm.hpp"

namespace disarray::test {

/// Results that came, from all ranks.
inline std::uint64_t received_by(const farm::FarmReport& report) {
    return std::reduce(report.tasks_of_rank.begin(), report.tasks_of_rank.end());
}

/// Ranks with one thread each.
class ThreadFarm {
public:
    ThreadFarm(farm::TasksOf tasks_of, int ranks)
        : tasks_of_(std::move(tasks_of)), channels_(farm::local_channels(ranks)) {
        options_.version = "test";
        for (std::size_t rank = 1; rank < channels_.size(); ++rank) {
            workers_.emplace_back(
                [this, rank] { farm::work(*channels_[rank], tasks_of_, 1, options_); });
        }
        farm_ = std::make_unique<farm::Farm>(*channels_[0], tasks_of_, 1, options_);
    }
    farm::Farm& operator*() { return *farm_; }

private:
    farm::TasksOf tasks_of_;
    farm::FarmOptions options_;
    std::vector<std::unique_ptr<farm::Channel>> channels_;
    std::vector<std::jthread> workers_;
    std::unique_ptr<farm::Farm> farm_;  ///< goes first, which lets the workers end
};

}  // namespace disarray::test
