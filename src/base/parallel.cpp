// SPDX-License-Identifier: MIT
//
// The affinity mask alone is not enough: a container with half a CPU, or a Slurm job without
// binding, sees all CPUs of the machine, and threads beyond the quota stop each other for the rest
// of every period.
//
// Where the cgroups are mounted is taken by convention (/sys/fs/cgroup), not from
// /proc/self/mountinfo. Inside a container the path in /proc/self/cgroup may be that of the host,
// of which nothing is mounted; then the folders above it are looked at, down to the mount point,
// which is the container's own cgroup.
#include "base/parallel.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <limits>
#include <string>

#include <tbb/info.h>

#include "base/number_text.hpp"

namespace disarray {

namespace {

namespace fs = std::filesystem;
using Cpus = std::optional<unsigned>;

/// A whole text as a number above 0; empty if it is none.
std::optional<std::uint64_t> positive_number(std::string_view text) {
    const auto value = as_number<std::uint64_t>(text);
    return value == std::uint64_t{0} ? std::nullopt : value;
}

/// The first line, without its end; empty if there is no such file.
std::string first_line(const fs::path& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

Cpus least(Cpus a, Cpus b) {
    if (!a || !b) return a ? a : b;
    return std::min(*a, *b);
}

/// "150000 100000" or "max 100000".
Cpus read_version_2(const fs::path& folder) {
    const std::string line = first_line(folder / "cpu.max");
    const auto blank = line.find(' ');
    if (blank == std::string::npos) return std::nullopt;
    const std::string_view view = line;
    return cpus_of_quota(view.substr(0, blank), view.substr(blank + 1));
}

Cpus read_version_1(const fs::path& folder) {
    return cpus_of_quota(first_line(folder / "cpu.cfs_quota_us"),
                         first_line(folder / "cpu.cfs_period_us"));
}

/// The least limit of mount/path and of every folder above, the mount point included.
Cpus least_along(const fs::path& mount, const fs::path& path,
                 const std::function<Cpus(const fs::path&)>& read) {
    Cpus found = read(mount);
    fs::path folder = mount;
    for (const fs::path& part : path.relative_path()) {
        if (part == "..") break;  // a cgroup outside of the namespace: not below this mount
        folder /= part;
        found = least(found, read(folder));
    }
    return found;
}

/// Whether "cpu" is among "cpu,cpuacct".
bool has_cpu(std::string_view controllers) {
    while (!controllers.empty()) {
        const auto comma = std::min(controllers.find(','), controllers.size());
        if (controllers.substr(0, comma) == "cpu") return true;
        controllers.remove_prefix(std::min(comma + 1, controllers.size()));
    }
    return false;
}

/// What a line of /proc/self/cgroup, "hierarchy:controllers:path", leads to.
Cpus read_entry(const fs::path& mounts, std::string_view line) {
    const auto first = line.find(':');
    const auto second = first == std::string_view::npos ? first : line.find(':', first + 1);
    if (second == std::string_view::npos) return std::nullopt;
    const std::string_view controllers = line.substr(first + 1, second - first - 1);
    const fs::path path = line.substr(second + 1);
    if (controllers.empty()) return least_along(mounts, path, read_version_2);
    if (!has_cpu(controllers)) return std::nullopt;
    // Mounted under the name of all its controllers, with a link for each, or one of both only.
    return least(least_along(mounts / controllers, path, read_version_1),
                 least_along(mounts / "cpu", path, read_version_1));
}

}  // namespace

std::optional<unsigned> cpus_of_quota(std::string_view quota, std::string_view period) {
    const auto time = positive_number(quota);
    const auto of = positive_number(period);
    if (!time || !of) return std::nullopt;
    const std::uint64_t cpus = *time / *of + (*time % *of != 0 ? 1 : 0);
    if (cpus > std::numeric_limits<unsigned>::max()) return std::nullopt;
    return static_cast<unsigned>(cpus);
}

std::optional<unsigned> cgroup_cpus(const std::filesystem::path& root) {
    std::ifstream entries(root / "proc/self/cgroup");
    Cpus found;
    for (std::string line; std::getline(entries, line);)
        found = least(found, read_entry(root / "sys/fs/cgroup", line));
    return found;
}

unsigned least_threads(unsigned processors, std::optional<unsigned> cgroup,
                       const char* slurm_cpus_per_task) {
    std::uint64_t threads = processors;
    if (cgroup) threads = std::min<std::uint64_t>(threads, *cgroup);
    const auto task =
        positive_number(slurm_cpus_per_task == nullptr ? std::string_view() : slurm_cpus_per_task);
    if (task) threads = std::min(threads, *task);
    return static_cast<unsigned>(std::max<std::uint64_t>(threads, 1));
}

unsigned default_threads() {
    static const unsigned threads =
        least_threads(static_cast<unsigned>(tbb::info::default_concurrency()), cgroup_cpus("/"),
                      std::getenv("SLURM_CPUS_PER_TASK"));
    return threads;
}

unsigned made_threads(unsigned threads) {
    constexpr unsigned most_per_core = 16;
    const auto cores = static_cast<unsigned>(tbb::info::default_concurrency());
    return threads == 0 ? default_threads() : std::min(threads, most_per_core * cores);
}

}  // namespace disarray
