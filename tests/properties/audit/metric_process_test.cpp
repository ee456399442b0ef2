// SPDX-License-Identifier: MIT
// Foreign programs that misbehave in every way that we know: each gives one line for the input that
// caused it, the other inputs keep their answers, nothing hangs and nothing stays behind.
#include "properties/audit/metric_process.hpp"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/error.hpp"
#include "places.hpp"
#include "properties/audit/detail/child_process.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"

using namespace disarray;
using namespace disarray::properties::audit;
using test::contains;
using test::message_of;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

namespace {

std::string program(const std::string& name) {
    return DISARRAY_SOURCE_DIR "/tests/properties/audit/programs/" + name;
}

/// Short, since some of the programs need all of it.
ProcessLimits short_limits() {
    ProcessLimits limits;
    limits.seconds_per_call = 0.5;
    limits.seconds_to_start = 5;
    limits.seconds_to_end = 0.3;
    return limits;
}

MetricProcess eighth(std::vector<std::string> arguments, ProcessLimits limits = short_limits()) {
    arguments.insert(arguments.begin(), program("metric.sh"));
    return MetricProcess(std::move(arguments), limits, Stop());
}

std::string input(int x) {
    return fmt::format("{{\"x\": {}}}", x);
}

std::vector<std::string> inputs(int from, int to) {
    std::vector<std::string> all;
    for (int x = from; x <= to; ++x)
        all.push_back(input(x));
    return all;
}

Reply ask_one(MetricProcess& metric, int x) {
    return metric.ask(std::vector{input(x)}).front();
}

/// "5/8" for an answer, "crashed: died of …" for a failure.
std::string shown(const Reply& reply) {
    if (const auto* answer = std::get_if<Answer>(&reply)) return answer->text;
    const auto& failure = std::get<Failure>(reply);
    return fmt::format("{}{}: {}", name_of(failure.kind), failure.happens_alone ? " alone" : "",
                       failure.text);
}

/// "" if a program ends as it should, otherwise as a reply.
std::string shown(const std::optional<Failure>& end) {
    return end ? shown(Reply(*end)) : "";
}

/// The reply to 13, after it was seen that the others of 9 … 17 have their answers.
std::string reply_to_13(MetricProcess& metric) {
    const std::vector<Reply> replies = metric.ask(inputs(9, 17));
    REQUIRE(replies.size() == 9);
    for (int x = 9; x <= 17; ++x) {
        if (x != 13)
            CHECK(shown(replies[static_cast<std::size_t>(x - 9)]) == fmt::format("{}/8", x));
    }
    const std::string text = shown(replies[4]);
    CHECK(!contains(text, "\n"));
    CHECK(text.size() < 500);
    return text;
}

std::string reply_to_13(const std::string& behaviour, ProcessLimits limits = short_limits()) {
    MetricProcess metric = eighth({behaviour}, limits);
    return reply_to_13(metric);
}

class TemporaryFile {
public:
    explicit TemporaryFile(std::string_view end_of_name = "")
        : path_(fs::temp_directory_path() /
                fmt::format("disarray-audit-{}{}", ::getpid(), end_of_name)) {
        fs::remove(path_);
    }
    ~TemporaryFile() { fs::remove(path_); }
    std::string path() const { return path_.string(); }

    /// The number in it, waited for.
    pid_t number() const {
        for (int i = 0; i < 2000; ++i) {
            pid_t found = 0;
            if (std::ifstream(path_) >> found) return found;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return -1;
    }

private:
    fs::path path_;
};

/// Whether the process ends within two seconds; a zombie, which only init can remove, has ended.
bool is_gone(pid_t process) {
    for (int i = 0; i < 2000; ++i) {
        std::ifstream file(fmt::format("/proc/{}/stat", process));
        std::string number, name, state;
        if (!(file >> number >> name >> state) || state == "Z" || state == "X") return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
}

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::string refusal_of(std::vector<std::string> command, ProcessLimits limits = short_limits()) {
    const std::string message =
        message_of<InputError>([&] { MetricProcess metric(std::move(command), limits, Stop()); });
    CHECK(!contains(message, "\n"));
    return message;
}

constexpr const char* a_description =
    R"({"id": 0, "protocol": 1, "name": "x", "kind": "two-rankings", "direction": "least"})";

}  // namespace

TEST_CASE("a foreign metric answers inputs in their order") {
    MetricProcess metric = eighth({"good"});
    CHECK(metric.description().name == "eighth");
    CHECK(metric.description().direction == Direction::least);
    CHECK(metric.ask({}).empty());
    CHECK(reply_to_13(metric) == "13/8");
    CHECK(std::get<Answer>(ask_one(metric, 2)).exact == Rational(Integer(1), Integer(4)));
    CHECK(metric.restarts() == 0);
    CHECK(!metric.finish());
    CHECK(shown(ask_one(metric, 3)) == "3/8");  // it is started again
    CHECK(metric.restarts() == 1);
    CHECK(metric.name() == program("metric.sh"));
    CHECK(metric.command_text() == program("metric.sh") + " good");
    CHECK(eighth({"it's good\n"}).command_text() ==
          program("metric.sh") + R"( 'it'\''s good\x0a')");
}

TEST_CASE("a metric may say that it has no value or refuses") {
    MetricProcess undefined = eighth({"undefined"}), refusing = eighth({"refuse"});
    CHECK(std::get<Answer>(ask_one(undefined, 13)).kind == Answer::Kind::undefined);
    CHECK(std::get<Answer>(ask_one(refusing, 13)).kind == Answer::Kind::error);
    CHECK(reply_to_13(undefined) == "0/0");
    CHECK(reply_to_13(refusing) == "no 13");
    CHECK(undefined.restarts() == 0);
}

TEST_CASE("replies do not depend on how many inputs are asked at once") {
    const std::vector<std::string> all = inputs(1, 1000);
    for (const char* behaviour : {"good", "segv", "garbage", "exit", "twice"}) {
        std::vector<std::vector<std::string>> found;
        for (const std::size_t batch : {1U, 7U, 1000U}) {
            MetricProcess metric = eighth({behaviour});
            found.emplace_back();
            for (std::size_t begin = 0; begin < all.size(); begin += batch) {
                const std::size_t count = std::min(batch, all.size() - begin);
                for (const Reply& reply : metric.ask(std::span(all).subspan(begin, count))) {
                    const auto* failure = std::get_if<Failure>(&reply);
                    found.back().push_back(failure ? failure->text : shown(reply));
                }
            }
        }
        INFO(behaviour << ": " << found[2][12]);
        CHECK(found[0].size() == 1000);
        CHECK(found[0] == found[2]);
        CHECK(found[1] == found[2]);
        CHECK(found[2][999] == "1000/8");
    }
}

TEST_CASE("a metric that dies costs the input that killed it") {
    CHECK(reply_to_13("exit") ==
          "exited alone: ended with status 3; standard error ends \"no thirteen here\"");
    CHECK(reply_to_13("segv") == "crashed alone: died of signal 11 (Segmentation fault)");
    CHECK(reply_to_13("half") ==
          "exited alone: ended with status 0, in the line \"{\"id\": 1, \"val\"");
    CHECK(reply_to_13("close-output") == "closed its output alone: closed its output");
    CHECK(reply_to_13("exit-after") == "exited alone: ended with status 5 after its answer");
}

TEST_CASE("a metric that says something else than answers is ended") {
    CHECK(reply_to_13("garbage").starts_with(
        "garbage alone: wrote something that is no answer: found hello, expected {\"id\""));
    CHECK(contains(reply_to_13("empty"),
                   "garbage alone: wrote something that is no answer: found an empty line"));
    CHECK(reply_to_13("wrong-id") == "garbage alone: answered what it was not asked, id 99999");
    CHECK(reply_to_13("id-zero") == "garbage alone: answered what it was not asked, id 0");
    CHECK(contains(reply_to_13("twice"), "answered twice: answered twice"));
    CHECK(contains(reply_to_13("more"), "found hello, expected"));
    for (const char* behaviour : {"twice", "more"}) {  // also where nothing follows
        MetricProcess metric = eighth({behaviour});
        CHECK(std::holds_alternative<Failure>(ask_one(metric, 13)));
        CHECK(shown(ask_one(metric, 14)) == "14/8");
    }
    CHECK(contains(reply_to_13("flood"), "found y, expected"));
}

TEST_CASE("a metric that answers out of order only while others wait is told so") {
    const std::string text = reply_to_13("late");
    CHECK(text ==
          "out of order: answered a later request first; not when a new run is asked for it first: "
          "it takes the requests before it");
}

TEST_CASE("a metric that does not answer costs the time for one call") {
    const auto begin = Clock::now();
    ProcessLimits limits = short_limits();
    limits.seconds_per_call = 0.2;
    CHECK(reply_to_13("silent", limits) == "timed out alone: did not answer within 0.2 s");
    CHECK(reply_to_13("stop", limits) == "timed out alone: did not answer within 0.2 s");
    CHECK(reply_to_13("dribble", limits) == "timed out alone: did not answer within 0.2 s");
    CHECK(reply_to_13("close-input", limits) ==
          "timed out alone: closed its input and did not answer within 0.2 s");
    const TemporaryFile file;
    MetricProcess metric = eighth({"hang", file.path()}, limits);
    CHECK(reply_to_13(metric) == "timed out alone: did not answer within 0.2 s");
    CHECK(is_gone(file.number()));
    CHECK(seconds_since(begin) < 8);
}

TEST_CASE("a metric that is slow, but in time, is waited for") {
    ProcessLimits limits = short_limits();
    limits.seconds_per_call = 0.4;
    MetricProcess metric = eighth({"slow"}, limits);
    const std::vector<std::string> four(4, input(13));  // 0.8 s together
    for (const Reply& reply : metric.ask(four))
        CHECK(shown(reply) == "13/8");
    CHECK(metric.restarts() == 0);
}

TEST_CASE("a line without an end is cut off at the limit") {
    ProcessLimits limits = short_limits();
    limits.line_bytes = 1 << 20;
    limits.seconds_per_call = 5;
    const auto begin = Clock::now();
    CHECK(reply_to_13("flood-line", limits) ==
          "line too long alone: wrote a line of more than 1048576 bytes");
    CHECK(seconds_since(begin) < 3);
    limits.line_bytes = 100;  // its end in the same block
    CHECK(refusal_of({program("describe.sh"), std::string(101, 'x')}, limits) ==
          program("describe.sh") +
              ": found no description: it wrote a line of more than 100 bytes, expected the answer "
              "to \"describe\" within 5 s (a program that buffers its output flushes it after each "
              "line); `disarray audit --template python` prints a program that gives it");
}

TEST_CASE("standard error neither blocks the metric nor fills our memory") {
    MetricProcess metric = eighth({"flood-errors"});
    CHECK(reply_to_13(metric) == "13/8");
    CHECK(metric.restarts() == 0);
    detail::ErrorOutput errors;
    for (int i = 0; i < 1000; ++i)
        errors.add(fmt::format("line {}\n{}", i, std::string(1000, '\n')));
    CHECK(errors.recent().size() == detail::ErrorOutput::most_recent);
    CHECK(errors.last_line() == "line 999");
}

TEST_CASE("what a metric has started ends with it") {
    const TemporaryFile file;
    MetricProcess metric = eighth({"orphan", file.path()});
    const auto begin = Clock::now();
    CHECK(reply_to_13(metric) == "exited alone: ended with status 4");
    CHECK(seconds_since(begin) < 2);
    CHECK(file.number() > 0);
    CHECK(is_gone(file.number()));
}

TEST_CASE("a metric that takes too much memory meets its limit") {
    ProcessLimits limits = short_limits();
    limits.memory_bytes = 64 << 20;
    limits.seconds_per_call = 5;
    const std::string text = reply_to_13("hog", limits);
    INFO(text);
    CHECK(text.starts_with("out of memory alone: "));
    CHECK(contains(text, "(the limit is 64 MiB)"));
}

TEST_CASE("processes that are small enough each, and together too large, meet the limit") {
    ProcessLimits limits = short_limits();
    limits.memory_bytes = 128 << 20;  // 12 processes of 16 MiB or more
    limits.seconds_per_call = 60;     // until it is seen
    const std::string text = reply_to_13("herd", limits);
    INFO(text);
    CHECK(text.starts_with("out of memory alone: died of signal 9"));
    CHECK(contains(text, "MiB of memory in several processes (the limit is 128 MiB)"));
}

TEST_CASE("the memory of a group is that of its processes, what they share counted once") {
    const pid_t group = ::getpgrp();
    const std::uint64_t before = detail::group_memory(group);
    CHECK(before > 0);
    CHECK(detail::group_memory(0x7fffffff) == 0);
}

TEST_CASE("a failure that needs the requests before it is reported with that") {
    ProcessLimits limits = short_limits();
    SECTION("13, but only after another request") {
        MetricProcess metric = eighth({"pair"}, limits);
        const std::vector<Reply> replies = metric.ask(inputs(11, 15));
        CHECK(shown(replies[2]) ==
              "exited: ended with status 8; not when a new run is asked for it first: it takes the "
              "requests before it");
        CHECK(metric.restarts() == 1);
        CHECK(shown(replies[0]) == "11/8");
        CHECK(shown(replies[1]) == "12/8");
        CHECK(shown(replies[3]) == "14/8");
        CHECK(shown(replies[4]) == "15/8");
    }
    SECTION("the fifth request of a run") {
        MetricProcess metric = eighth({"fifth"}, limits);
        const std::vector<Reply> replies = metric.ask(inputs(1, 6));
        CHECK(shown(replies[4]) ==
              "exited: ended with status 7; not when a new run is asked for it first: it takes the "
              "requests before it");
        for (const std::size_t i : {0U, 1U, 2U, 3U, 5U})
            CHECK(shown(replies[i]) == fmt::format("{}/8", i + 1));
    }
}

TEST_CASE("an input at which a metric fails costs two starts") {
    std::vector<std::string> all = inputs(100, 199);
    for (std::size_t i = 0; i < 13; ++i)
        all[7 * i + i % 3] = input(13);  // also one right after another
    all[8] = input(13);
    for (const char* behaviour : {"exit", "garbage", "segv"}) {
        MetricProcess metric = eighth({behaviour});
        const std::vector<Reply> replies = metric.ask(all);
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto* failure = std::get_if<Failure>(&replies[i]);
            REQUIRE((failure != nullptr) == (all[i] == input(13)));
            if (failure) CHECK(failure->happens_alone);
        }
        CHECK(metric.restarts() == 26);
    }
}

TEST_CASE(
    "a metric that loses answers to the inputs before the one at which it fails is seen through") {
    ProcessLimits limits = short_limits();
    limits.memory_bytes = 0;  // as for the one that is timed below
    MetricProcess metric({DISARRAY_ECHO_METRIC, "13"}, limits, Stop());
    std::vector<std::string> all = inputs(100, 499);
    for (std::size_t i = 50; i <= 250; i += 50)
        all[i] = input(13);
    const std::vector<Reply> replies = metric.ask(all);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string expected =
            all[i] == input(13) ? "exited alone: ended with status 3" : fmt::format("{}", 100 + i);
        REQUIRE(shown(replies[i]) == expected);
    }
    CHECK(metric.restarts() <= 11);  // 3 for the first that shows it, then 2
}

TEST_CASE("a metric that does not answer in time is asked only so often") {
    ProcessLimits limits = short_limits();
    limits.seconds_per_call = 0.1;
    limits.time_outs = 4;
    MetricProcess metric = eighth({"hang"}, limits);
    std::vector<std::string> all(8, input(13));
    all[1] = input(1);
    const auto begin = Clock::now();
    const std::vector<Reply> replies = metric.ask(all);
    CHECK(shown(replies[0]) == "timed out alone: did not answer within 0.1 s");
    CHECK(shown(replies[1]) == "1/8");
    CHECK(shown(replies[2]) == shown(replies[0]));
    for (std::size_t i = 3; i < all.size(); ++i) {
        CHECK(shown(replies[i]) ==
              "not asked: was not asked: 4 times it has not answered within 0.1 s");
    }
    CHECK(shown(ask_one(metric, 1)) == shown(replies[3]));
    CHECK(seconds_since(begin) < 3);
}

TEST_CASE("a metric is started again only so often") {
    ProcessLimits limits = short_limits();
    limits.restarts = 3;
    MetricProcess metric = eighth({"exit"}, limits);
    const std::vector<std::string> bad(8, input(13));
    const std::vector<Reply> replies = metric.ask(bad);
    CHECK(std::get<Failure>(replies[0]).kind == Failure::Kind::exited);
    CHECK(shown(replies[7]) == "not asked: was not asked: it has been started again 3 times");
    CHECK(shown(ask_one(metric, 1)) == shown(replies[7]));
    CHECK(metric.restarts() == 3);
}

TEST_CASE("a command that is no metric is refused at once") {
    CHECK(refusal_of({"no-such-program-42"}) ==
          "no-such-program-42: found no program that can be started (No such file or directory), "
          "expected a command and its arguments");
    CHECK(contains(refusal_of({DISARRAY_SOURCE_DIR}), "(Permission denied)"));
    CHECK(refusal_of({"sh", "-c", "echo 'no metric' >&2; exit 3"})
              .starts_with("sh: found no description: it ended with status 3; standard error ends "
                           "\"no metric\", expected the answer to \"describe\" within 5 s"));
    CHECK(contains(refusal_of({"sh", "-c", "kill -ABRT $$"}), "it died of signal 6 (Aborted)"));
    CHECK(contains(refusal_of({"true"}), "it ended with status 0"));
    CHECK(contains(refusal_of({"echo", "hello"}), "echo: found hello, expected the answer to"));
    ProcessLimits limits = short_limits();
    limits.seconds_to_start = 0.1;
    CHECK(contains(refusal_of({"sleep", "1000"}, limits), "it did not answer within 0.1 s"));
    CHECK_THROWS_AS(MetricProcess({}, limits, Stop()), UsageError);
}

TEST_CASE("a program has no shell around it") {
    const TemporaryFile file("; exit 3 $(exit 4) `");
    MetricProcess metric({program("describe.sh"), a_description, file.path()}, short_limits(),
                         Stop());
    CHECK(metric.description().name == "x");
    CHECK(fs::exists(file.path()));
}

TEST_CASE("a wrong description is refused with the name of the program") {
    const std::string message = refusal_of(
        {program("describe.sh"),
         R"({"id": 0, "protocol": 1, "name": "x", "kind": "two", "direction": "least"})"});
    CHECK(contains(message, "describe.sh: \"kind\": found \"two\", expected one of"));
}

TEST_CASE("a metric that describes itself differently when started again is not asked further") {
    const TemporaryFile file;
    MetricProcess metric(
        {program("describe.sh"), a_description, file.path(),
         R"({"id": 0, "protocol": 1, "name": "y", "kind": "two-rankings", "direction": "least"})"},
        short_limits(), Stop());
    const std::vector<Reply> replies = metric.ask(inputs(1, 3));
    CHECK(shown(replies[0]) == "exited: ended with status 1");
    CHECK(shown(replies[2]) ==
          "not asked: was not asked: started again, it describes itself differently");
}

TEST_CASE("a metric whose input ends should end") {
    const auto end_of = [](const char* behaviour) {
        MetricProcess metric = eighth({behaviour});
        CHECK(shown(ask_one(metric, 1)) == "1/8");
        return shown(metric.finish());
    };
    CHECK(end_of("good").empty());
    CHECK(end_of("rude") ==
          "exited: ended with status 6 at the end of its input; standard error ends \"no more?\"");
    CHECK(end_of("dying") ==
          "crashed: died of signal 11 (Segmentation fault) at the end of its input");
    CHECK(end_of("lingering") == "timed out: did not end within 0.3 s of the end of its input");
    CHECK(end_of("talkative") == "garbage: wrote more than its answers at the end of its input");
    MetricProcess metric = eighth({"farewell"});
    CHECK(shown(ask_one(metric, 13)) == "13/8");
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    CHECK(shown(metric.finish()) == "exited: ended with status 0 before the end of its input");
}

TEST_CASE(
    "the end of a metric is seen also if its last run failed, unless nothing is asked any more") {
    MetricProcess metric = eighth({"exit"});
    CHECK(std::holds_alternative<Failure>(ask_one(metric, 13)));
    CHECK(!metric.finish());
    ProcessLimits limits = short_limits();
    limits.restarts = 0;
    MetricProcess given_up = eighth({"exit"}, limits);
    CHECK(std::holds_alternative<Failure>(ask_one(given_up, 13)));
    CHECK(shown(given_up.finish()) ==
          "not asked: was not asked: it has been started again 0 times");
    limits.seconds_to_end = 100;
    const auto begin = Clock::now();
    MetricProcess lingering({program("metric.sh"), "lingering"}, limits,
                            Stop(std::chrono::duration<double>(0.3)));
    CHECK(shown(lingering.finish()) == "not asked: was not asked: the time is over");
    CHECK(seconds_since(begin) < 2);
}

TEST_CASE("large inputs pass through small pipes") {
    MetricProcess metric = eighth({"good"});
    std::vector<std::string> large;
    for (int x = 1; x <= 4; ++x)
        large.push_back(
            fmt::format("{{\"blank\": \"{}\", \"x\": {}}}", std::string(100'000, ' '), x));
    const std::vector<Reply> replies = metric.ask(large);
    CHECK(shown(replies[0]) == "1/8");
    CHECK(shown(replies[3]) == "4/8");
    CHECK_THROWS_AS(metric.ask(std::vector<std::string>{"{\n}"}), UsageError);
    const std::string too_large(most_line_bytes, ' ');
    CHECK(message_of<InputError>([&] { metric.ask(std::vector{too_large}); }) ==
          "an input: found 16777216 bytes, expected at most 16777116, with which the request is a "
          "line of 16 MiB");
}

TEST_CASE("work that should stop ends the metric and keeps the answers so far") {
    const TemporaryFile file;
    ProcessLimits limits = short_limits();
    limits.seconds_per_call = 100;
    const auto begin = Clock::now();
    MetricProcess metric({program("metric.sh"), "hang", file.path()}, limits,
                         Stop(std::chrono::duration<double>(0.3)));
    const std::vector<Reply> replies = metric.ask(inputs(11, 15));
    CHECK(seconds_since(begin) < 1);
    CHECK(shown(replies[0]) == "11/8");
    CHECK(shown(replies[1]) == "12/8");
    CHECK(shown(replies[2]) == "not asked: was not asked: the time is over");
    CHECK(shown(replies[4]) == shown(replies[2]));
    CHECK(is_gone(file.number()));
    CHECK(message_of<Stopped>([&] {
              MetricProcess({"sleep", "1000"}, limits, Stop(std::chrono::duration<double>(0.05)));
          }) == "sleep: the time was over before it had described itself");
}

namespace {

/// Another one of us, which asks a metric that hangs, and is sent a signal. Returns its status; the
/// metric writes its number into `file`.
int status_after(int signal, const TemporaryFile& file) {
    const pid_t child = ::fork();
    if (child == 0) {
        Stop::listen_to_signals();
        ProcessLimits limits = short_limits();
        limits.seconds_per_call = 100;
        MetricProcess metric({program("metric.sh"), "hang", file.path()}, limits, Stop());
        const std::string text = shown(metric.ask(std::vector{input(13)}).front());
        ::_exit(text == "not asked: was not asked: interrupted" ? 42 : 1);
    }
    CHECK(file.number() > 0);
    ::kill(child, signal);
    int status = 0;
    ::waitpid(child, &status, 0);
    return status;
}

}  // namespace

TEST_CASE("Ctrl-C ends the wait for a metric, and the metric") {
    const TemporaryFile file;
    const auto begin = Clock::now();
    const int status = status_after(SIGINT, file);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 42);
    CHECK(is_gone(file.number()));
    CHECK(seconds_since(begin) < 2);
}

#ifdef __linux__
TEST_CASE("a metric does not outlive us if we are killed") {
    const TemporaryFile file;
    const int status = status_after(SIGKILL, file);
    CHECK(WIFSIGNALED(status));
    CHECK(is_gone(file.number()));
}
#endif

TEST_CASE("a metric that closes its input does not end us") {
    ProcessLimits limits = short_limits();
    limits.seconds_per_call = 0.1;
    limits.restarts = 2;
    MetricProcess metric = eighth({"close-input"}, limits);
    const std::vector<Reply> replies =  // more than it reads: writes fail
        metric.ask(std::vector<std::string>(1000, input(13)));
    CHECK(shown(replies[0]) == "timed out alone: closed its input and did not answer within 0.1 s");
}

TEST_CASE("the signal of a broken pipe is held back, taken back, and otherwise as it was") {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    ::close(ends[0]);
    sigset_t before, after, waiting;
    pthread_sigmask(SIG_SETMASK, nullptr, &before);
    {
        const detail::PipeSignalHeld held;
        CHECK(::write(ends[1], "x", 1) == -1);
    }
    ::close(ends[1]);
    pthread_sigmask(SIG_SETMASK, nullptr, &after);
    sigpending(&waiting);
    CHECK(sigismember(&after, SIGPIPE) == sigismember(&before, SIGPIPE));
    CHECK(sigismember(&waiting, SIGPIPE) == 0);
    {  // one that came before is not ours
        sigset_t pipe_signal;
        sigemptyset(&pipe_signal);
        sigaddset(&pipe_signal, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &pipe_signal, nullptr);
        ::pthread_kill(::pthread_self(), SIGPIPE);
        { const detail::PipeSignalHeld held; }
        sigpending(&waiting);
        CHECK(sigismember(&waiting, SIGPIPE) == 1);
        int taken = 0;
        sigwait(&pipe_signal, &taken);
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
    }
}

TEST_CASE("a batched call of a metric costs microseconds") {
    ProcessLimits limits;
    limits.memory_bytes =
        0;  // it may be built with a sanitizer, which takes terabytes of addresses
    MetricProcess metric({DISARRAY_ECHO_METRIC}, limits, Stop());
    const std::vector<std::string> all = inputs(1, 100'000);
    const auto begin = Clock::now();
    const std::vector<Reply> replies = metric.ask(all);
    const double seconds = seconds_since(begin);
    for (std::size_t i = 0; i < replies.size(); ++i)
        REQUIRE(std::get<Answer>(replies[i]).as_double == static_cast<double>(i + 1));
    INFO(seconds * 10 << " µs a call");
    CHECK(seconds < 10);  // 1 µs a call measured; 100 here, for sanitizers and busy machines
    CHECK(metric.restarts() == 0);
    CHECK(!metric.finish());
}
