// SPDX-License-Identifier: MIT
//
// How many threads a sweep uses: one place for both TBB knobs, and for what "all cores" means where
// a container or a batch system grants fewer than the machine has.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

namespace disarray {

/// The CPUs that a cgroup's quota of CPU time comes to: ⌈quota/period⌉. Empty unless both are whole
/// numbers above 0 ("max" in version 2 and "-1" in version 1 mean that there is no limit).
std::optional<unsigned> cpus_of_quota(std::string_view quota, std::string_view period);

/// The least quota of the cgroups that this process is in, in CPUs: cpu.max (version 2), and
/// cpu.cfs_quota_us with cpu.cfs_period_us (version 1), of its own cgroup and all above. Empty if
/// none limits it or nothing can be read.
/// \param root  the folder in which /proc and /sys are looked for
std::optional<unsigned> cgroup_cpus(const std::filesystem::path& root);

/// The least of those that are given, at least 1.
/// \param processors           CPUs on which the process may run
/// \param slurm_cpus_per_task  as in the environment, null if it is not there; ignored unless it is
///                             a whole number above 0
unsigned least_threads(unsigned processors, std::optional<unsigned> cgroup,
                       const char* slurm_cpus_per_task);

/// What 0 threads stands for: the least of the CPUs in the affinity mask, the quota of the cgroup
/// rounded up, and SLURM_CPUS_PER_TASK. A launcher of MPI that binds its ranks does so by the mask;
/// of its variables none is read. Found out at the first call, for good.
unsigned default_threads();

/// How many threads are made where `threads` are asked for: default_threads() for 0, and at most 16
/// for each core, since more only cost the time that their making takes.
unsigned made_threads(unsigned threads);

/// Runs `work` with made_threads(threads) and returns its result. The arena sets how many take
/// part; the control lets that be more than there are cores.
template <class Work>
auto with_threads(unsigned threads, const Work& work) {
    const unsigned count = made_threads(threads);
    const tbb::global_control control(tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(count));
    return tbb::task_arena(static_cast<int>(count)).execute(work);
}

}  // namespace disarray
