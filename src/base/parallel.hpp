// SPDX-License-Identifier: MIT
//
// How many threads a sweep uses: one place for both TBB knobs.
#pragma once

#include <cstddef>

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>

namespace disarray {

/// Runs `work` with `threads` threads (0: all cores) and returns its result. The arena sets how
/// many take part; the control lets that be more than there are cores.
template <class Work>
auto with_threads(unsigned threads, const Work& work) {
    const int count = threads == 0 ? tbb::info::default_concurrency() : static_cast<int>(threads);
    const tbb::global_control control(tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(count));
    return tbb::task_arena(count).execute(work);
}

}  // namespace disarray
