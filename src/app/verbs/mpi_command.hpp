// SPDX-License-Identifier: MIT
//
// A command that the ranks of mpirun do together: each is started with the same command line, rank
// 0 runs the command and hands out its tasks, the others do them.
#pragma once

#include <functional>
#include <optional>

#include "app/verb.hpp"
#include "farm/task_farm.hpp"

namespace disarray::farm {

struct MpiOptions {
    bool mpi = false;
    std::optional<double> patience;  ///< of rank 0 with others, in seconds
};

/// --mpi and --patience
void add_mpi_options(app::Verb verb, MpiOptions& options);

/// Runs `command` with a farm of all ranks if --mpi is given: on rank 0, which works as well; on
/// another rank works for it. Else runs it without one.
/// \param threads  of each rank; 0: all that are granted
/// \throws NotSupported  built without MPI
/// \throws what `command` throws
void on_all_ranks(const MpiOptions& options, unsigned threads, const TasksOf& tasks_of,
                  const std::function<void(Farm* farm)>& command);

}  // namespace disarray::farm
