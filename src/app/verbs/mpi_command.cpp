// SPDX-License-Identifier: MIT
#include "app/verbs/mpi_command.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/output.hpp"
#include "app/verb.hpp"
#include "app/version.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "farm/mpi_channel.hpp"

namespace disarray::farm {

namespace {

FarmOptions farm_options(const MpiOptions& options) {
    FarmOptions farm;
    farm.version = app::version;
    if (!options.patience) return farm;
    if (!(*options.patience >= 0.1 && *options.patience < 1e9)) {
        throw InputError("--patience", fmt::format("{}", *options.patience),
                         "seconds, from 0.1 on");
    }
    farm.patience = std::chrono::duration<double>(*options.patience);
    farm.beat = std::min(farm.beat, farm.patience / 10);
    return farm;
}

/// For people, on standard error: what the farm went through.
void tell(const FarmReport& report) {
    if (report.silent.empty() && report.repeated == 0) return;
    std::string text;
    if (!report.silent.empty()) {
        text = fmt::format("rank {} did not answer; ", fmt::join(report.silent, ", "));
    }
    std::fprintf(stderr, "disarray: note: %s%s given again, %s came twice and counted once\n",
                 text.c_str(), counted(report.given_again, "task").c_str(),
                 counted(report.repeated, "task").c_str());
}

void complain(const std::exception& error) {
    std::fprintf(stderr, "disarray: %s\n", error.what());
}

void work_by_mpi(MpiChannel& channel, const TasksOf& tasks_of, unsigned threads,
                 const FarmOptions& options) {
    Stop::listen_to_signals();
    try {
        work(channel, tasks_of, threads, options);
    } catch (const std::exception& error) {
        complain(error);
        channel.leave(false, 2);
    }
    channel.leave(true, 0);
}

}  // namespace

void add_mpi_options(app::Verb verb, MpiOptions& options) {
    verb.add_flag("--mpi", options.mpi, "Share the work with the other ranks of mpirun")
        .in(app::Group::effort)
        .rare();
    verb.add_option("--patience", &options.patience,
                    "With --mpi: a rank that is not heard of for so many seconds has its work "
                    "given to others (default 15)")
        .needs("--mpi")
        .in(app::Group::effort)
        .rare();
}

void on_all_ranks(const MpiOptions& options, unsigned threads, const TasksOf& tasks_of,
                  const std::function<void(Farm* farm)>& command) {
    if (!options.mpi) return command(nullptr);
    const FarmOptions farm_with = farm_options(options);
    const auto channel = MpiChannel::open();
    threads = made_threads(threads);
    if (channel->rank() != 0) return work_by_mpi(*channel, tasks_of, threads, farm_with);
    Farm farm(*channel, tasks_of, threads, farm_with);
    try {
        command(&farm);
    } catch (const app::ExitStatus& status) {
        const bool all_left = farm.send_away();
        tell(farm.report());
        channel->leave(all_left, status.status);
        throw;
    } catch (const std::exception& error) {
        const bool all_left = farm.send_away();
        // Where some cannot be heard this process ends here as well.
        if (!all_left) complain(error);
        channel->leave(all_left, 2);
        throw;
    }
    const bool all_left = farm.send_away();
    tell(farm.report());
    channel->leave(all_left, 0);
}

}  // namespace disarray::farm
