// SPDX-License-Identifier: MIT
#pragma once

#include <ctime>

namespace disarray {

/// CPU seconds of this thread so far: what others do on the same core does not count.
inline double thread_cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace disarray
