// SPDX-License-Identifier: MIT
// A time budget asks to stop when it is over, and not before; a signal does when it comes.
#include "base/stop.hpp"

#include <cmath>
#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

#include "base/error.hpp"
#include "tests/catch.hpp"

using namespace disarray;

TEST_CASE("A budget of nothing is over at once, none never, a long one not yet", "[base]") {
    CHECK(Stop(std::chrono::duration<double>(0)).requested());
    CHECK_FALSE(Stop().requested());
    CHECK_FALSE(Stop(std::chrono::duration<double>(3600)).requested());
    CHECK_FALSE(Stop(std::chrono::duration<double>(1e300)).requested());
    CHECK_FALSE(Stop::interrupted());
    for (const double none : {-1.0, -1e300, std::nan("")})
        CHECK_THROWS_AS(Stop(std::chrono::duration<double>(none)), UsageError);
}

namespace {

/// Of a process that listens and sends itself `signal` so many times: its status, 42 if it was told
/// to stop. Another process, since nobody is told that a signal was not meant.
int status_after(int signal, int times, bool is_ignored = false) {
    const pid_t child = ::fork();
    if (child == 0) {
        std::signal(signal, is_ignored ? SIG_IGN : SIG_DFL);
        Stop::listen_to_signals();
        for (int i = 0; i < times; ++i)
            std::raise(signal);
        ::_exit(Stop().requested() && Stop::interrupted() ? 42 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return status;
}

int exit_status_after(int signal, int times, bool is_ignored = false) {
    const int status = status_after(signal, times, is_ignored);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("Ctrl-C, a request to end and a terminal that closes ask to stop", "[base]") {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        CHECK(exit_status_after(signal, 1) == 42);
    CHECK(exit_status_after(SIGINT, 0) == 1);
    const int status = status_after(SIGINT, 2);  // a second one ends at once
    REQUIRE(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGINT);
    CHECK(exit_status_after(SIGTERM, 2) == 42);      // scancel sends one, and a script its own
    CHECK(exit_status_after(SIGHUP, 2) == 42);       // a terminal sends two
    CHECK(exit_status_after(SIGHUP, 1, true) == 1);  // nohup
}
