// SPDX-License-Identifier: MIT
// "All cores" are those that the cgroup and Slurm leave to the process; what is no number, or is
// not there, limits nothing.
#include "base/parallel.hpp"

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>

#include <tbb/task_arena.h>

#include "tests/catch.hpp"
#include "tests/support/folder.hpp"

using namespace disarray;
namespace fs = std::filesystem;

namespace {

using Cpus = std::optional<unsigned>;

/// A folder in the place of /.
class Root {
public:
    Root& with(const std::string& name, const std::string& text) {
        fs::create_directories(fs::path(folder_ / name).parent_path());
        std::ofstream(folder_ / name) << text;
        return *this;
    }
    Cpus cpus() const { return cgroup_cpus(folder_.path()); }

private:
    test::Folder folder_;
};

const std::string cgroup = "sys/fs/cgroup/";

}  // namespace

TEST_CASE("a quota is rounded up to whole CPUs, and one that is no number limits nothing",
          "[base]") {
    CHECK(cpus_of_quota("150000", "100000") == Cpus(2));
    CHECK(cpus_of_quota("200000", "100000") == Cpus(2));
    CHECK(cpus_of_quota("1000", "100000") == Cpus(1));
    CHECK(cpus_of_quota("50000", "25000") == Cpus(2));
    for (const char* quota :
         {"max", "-1", "0", "", " 1", "1 ", "1e5", "+100000", "0x10", "99999999999999999999999"}) {
        INFO(quota);
        CHECK(cpus_of_quota(quota, "100000") == Cpus());
        CHECK(cpus_of_quota("100000", quota) == Cpus());
    }
    CHECK(cpus_of_quota("18446744073709551615", "1") == Cpus());  // more than can be counted
    CHECK(cpus_of_quota("18446744073709551615", "18446744073709551614") == Cpus(2));
}

TEST_CASE("cgroup version 2: the least cpu.max along the path counts", "[base]") {
    Root root;
    root.with("proc/self/cgroup", "0::/slurm/job_7/step_0\n");
    CHECK(root.cpus() == Cpus());
    root.with(cgroup + "slurm/job_7/step_0/cpu.max", "max 100000\n");
    CHECK(root.cpus() == Cpus());
    root.with(cgroup + "slurm/cpu.max", "1600000 100000\n");
    CHECK(root.cpus() == Cpus(16));
    root.with(cgroup + "slurm/job_7/cpu.max", "350000 100000\n");
    CHECK(root.cpus() == Cpus(4));
    root.with(cgroup + "slurm/job_7/step_0/cpu.max", "800000 100000\n");
    CHECK(root.cpus() == Cpus(4));
    root.with(cgroup + "slurm/other/cpu.max", "100000 100000\n");  // not ours
    CHECK(root.cpus() == Cpus(4));
    root.with(cgroup + "cpu.max", "250000 100000\n");
    CHECK(root.cpus() == Cpus(3));
}

TEST_CASE("cgroup version 2 in a container: the path may be of the host, or lead outside",
          "[base]") {
    for (const char* path : {"/", "/docker/0123abcd", "/../../other"}) {
        Root root;
        root.with("proc/self/cgroup", std::string("0::") + path + "\n");
        root.with(cgroup + "cpu.max", "200000 100000\n");
        root.with("sys/other/cpu.max", "100000 100000\n");
        INFO(path);
        CHECK(root.cpus() == Cpus(2));
    }
}

TEST_CASE("cgroup version 1: the quota of the cpu controller, under either name of its folder",
          "[base]") {
    const std::string entries =
        "12:cpuset:/a\n4:cpu,cpuacct:/a/b:c\n3:memory:/m\n1:name=systemd:/x\n0::/\n";
    for (const std::string folder : {"cpu,cpuacct/", "cpu/"}) {
        Root root;
        root.with("proc/self/cgroup", entries);
        root.with(cgroup + folder + "cpu.cfs_quota_us", "-1\n");
        root.with(cgroup + folder + "cpu.cfs_period_us", "100000\n");
        root.with(cgroup + "cpuset/a/cpu.cfs_quota_us", "100000\n");  // of another controller
        root.with(cgroup + "cpuset/a/cpu.cfs_period_us", "100000\n");
        CHECK(root.cpus() == Cpus());
        root.with(cgroup + folder + "a/b:c/cpu.cfs_quota_us", "450000\n");
        CHECK(root.cpus() == Cpus());  // a quota without its period
        root.with(cgroup + folder + "a/b:c/cpu.cfs_period_us", "100000\n");
        CHECK(root.cpus() == Cpus(5));
        root.with(cgroup + folder + "a/cpu.cfs_quota_us", "100000\n");
        root.with(cgroup + folder + "a/cpu.cfs_period_us", "50000\n");
        CHECK(root.cpus() == Cpus(2));
    }
}

TEST_CASE("no cgroups, or entries that are none, limit nothing", "[base]") {
    Root root;
    CHECK(root.cpus() == Cpus());
    root.with("proc/self/cgroup", "\nnonsense\n0:\n:cpu\n::\n");
    CHECK(root.cpus() == Cpus());
    root.with(cgroup + "cpu.max", "");
    CHECK(root.cpus() == Cpus());
    root.with(cgroup + "cpu.max", "many few\n");
    CHECK(root.cpus() == Cpus());
    root.with(cgroup + "cpu.max", "100000\n");
    CHECK(root.cpus() == Cpus());
}

TEST_CASE("the least of processors, cgroup and Slurm counts, and it is at least 1", "[base]") {
    CHECK(least_threads(8, {}, nullptr) == 8);
    CHECK(least_threads(8, 3, nullptr) == 3);
    CHECK(least_threads(2, 3, nullptr) == 2);
    CHECK(least_threads(8, 6, "4") == 4);
    CHECK(least_threads(8, 2, "4") == 2);
    CHECK(least_threads(8, {}, "64") == 8);
    CHECK(least_threads(8, {}, "18446744073709551615") == 8);
    for (const char* no_number : {"", "0", "-2", "4,4", "4(x2)", " 4", "four"}) {
        INFO(no_number);
        CHECK(least_threads(8, {}, no_number) == 8);
    }
    CHECK(least_threads(0, {}, nullptr) == 1);
}

TEST_CASE("0 threads are the default number, another number is itself", "[base]") {
    CHECK(default_threads() >= 1);
    const auto concurrency = [] { return tbb::this_task_arena::max_concurrency(); };
    CHECK(with_threads(0, concurrency) == static_cast<int>(default_threads()));
    CHECK(with_threads(3, concurrency) == 3);
    // A number that only costs the making of threads is cut down.
    CHECK(with_threads(1'000'000, concurrency) == static_cast<int>(made_threads(1'000'000)));
    CHECK(made_threads(1'000'000) <= 16 * std::thread::hardware_concurrency());
    CHECK(made_threads(16) == 16);
}
