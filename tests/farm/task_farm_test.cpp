// SPDX-License-Identifier: MIT
// The farm with threads as ranks: every task is received once, whoever dies, sleeps or repeats
// itself; faults are named.
#include "farm/task_farm.hpp"

#include <atomic>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/farm.hpp"

using namespace disarray;
using namespace disarray::farm;
using namespace std::chrono_literals;
using Json = nlohmann::json;
using test::contains;
using test::message_of;
using test::received_by;

namespace {

FarmOptions quick_options() {
    FarmOptions options;
    options.version = "test";
    options.beat = 20ms;
    options.patience = 200ms;
    options.farewell = 20s;  // on a busy machine; all that are there leave at once
    return options;
}

/// For farms in which nobody dies, on however busy a machine.
FarmOptions patient_options() {
    FarmOptions options = quick_options();
    options.patience = 60s;
    return options;
}

/// For farms in which not all ranks can leave.
FarmOptions short_farewell(FarmOptions options = quick_options()) {
    options.farewell = 300ms;
    return options;
}

/// The square of its number.
DoTask squares(const std::string& job) {
    if (job != "squares") throw InputError("job", job, "squares");
    return [](std::uint64_t task, const Stop&) { return TaskOutput{std::to_string(task * task)}; };
}

/// Counts how often each task is received, rightly. (Catch2 asserts in one thread only.)
class Receiver {
public:
    void operator()(std::span<const TaskResult> results) {
        for (const TaskResult& result : results)
            times_[result.task] +=
                result.bytes == std::to_string(result.task * result.task) ? 1 : 9;
    }
    bool has_each_once(std::uint64_t count) const {
        return times_.size() == count &&
               std::ranges::all_of(times_, [](const auto& entry) { return entry.second == 1; });
    }
    std::size_t size() const { return times_.size(); }

private:
    std::map<std::uint64_t, int> times_;
};

/// A rank that says by hand what a worker would say by itself.
class Puppet {
public:
    explicit Puppet(Channel& channel) : channel_(channel) {}

    void say(const Json& message) {
        std::string bytes;
        Json::to_msgpack(message, bytes);
        channel_.send(0, bytes);
    }
    void come(const std::string& version = "test") {
        say({{"is", "hello"}, {"version", version}, {"threads", 1}});
        say({{"is", "want"}, {"tasks", 3}});
    }
    /// Waits for the next message of that kind; null if there is none for a second.
    Json hear(const std::string& is) {
        const auto start = std::chrono::steady_clock::now();
        while (std::chrono::steady_clock::now() - start < 1s) {
            const auto message = channel_.receive();
            if (!message) {
                std::this_thread::sleep_for(1ms);
                continue;
            }
            Json json = Json::from_msgpack(message->bytes);
            if (json["is"] == is) return json;
        }
        return nullptr;
    }
    void answer(std::uint64_t task, std::uint64_t job = 1, bool is_partial = false) {
        const std::string text = std::to_string(task * task);
        const Json bytes = Json::binary({text.begin(), text.end()});
        say({{"is", "done"},
             {"job", job},
             {"results", Json::array({Json::array({task, bytes, is_partial})})}});
    }

private:
    Channel& channel_;
};

/// Rank 0 in a thread of its own.
class RankZero {
public:
    RankZero(Channel& channel, std::uint64_t tasks, const FarmOptions& options)
        : thread_([this, &channel, tasks, options = short_farewell(options)] {
              Farm farm(channel, squares, 0, options);
              error_ = message_of<InputError>([&] {
                  complete_ = farm.run("squares", all_tasks(tasks), std::ref(received_), Stop());
              });
              farm.send_away();
              report_ = farm.report();
          }) {}
    const FarmReport& report() {
        if (thread_.joinable()) thread_.join();
        return report_;
    }
    const std::string& error() {
        report();
        return error_;
    }
    const Receiver& received() {
        report();
        return received_;
    }

    bool is_complete() {
        report();
        return complete_;
    }

private:
    FarmReport report_;
    Receiver received_;
    bool complete_ = false;
    std::string error_;
    std::jthread thread_;
};

}  // namespace

TEST_CASE("every task is received once, by any number of ranks and threads", "[farm]") {
    for (const int ranks : {1, 2, 4}) {
        for (const unsigned threads : {1U, 3U}) {
            const auto channels = local_channels(ranks);
            std::vector<std::jthread> workers;
            for (int rank = 1; rank < ranks; ++rank) {
                workers.emplace_back([&, rank] {
                    work(*channels[static_cast<std::size_t>(rank)], squares, threads,
                         patient_options());
                });
            }
            Receiver receiver;
            Farm farm(*channels[0], squares, threads, patient_options());
            CHECK(farm.run("squares", all_tasks(500), std::ref(receiver), Stop()));
            CHECK(receiver.has_each_once(500));
            CHECK(farm.send_away());
            const FarmReport& report = farm.report();
            CHECK(report.all_left);
            CHECK(report.silent.empty());
            CHECK(received_by(report) == 500);
        }
    }
}

TEST_CASE("without tasks all are sent away at once", "[farm]") {
    const auto channels = local_channels(2);
    std::jthread worker([&] { work(*channels[1], squares, 1, patient_options()); });
    Farm farm(*channels[0], squares, 1, patient_options());
    CHECK(farm.send_away());
    const auto alone = local_channels(2);
    CHECK_FALSE(Farm(*alone[0], squares, 1, short_farewell()).send_away());
}

TEST_CASE("the tasks of a worker that dies are done by others", "[farm]") {
    const auto channels = local_channels(3);
    std::jthread dying([&] {
        Puppet puppet(*channels[1]);
        puppet.come();
        puppet.hear("do");
    });
    Receiver receiver;
    std::jthread other([&] {
        dying.join();  // it has its tasks before all are done
        work(*channels[2], squares, 1, patient_options());
    });
    const auto slow = [](const std::string& job) -> DoTask {
        return [square = squares(job)](std::uint64_t task, const Stop& stop) {
            std::this_thread::sleep_for(20ms);
            return square(task, stop);
        };
    };
    FarmOptions options = short_farewell();
    options.patience = 2s;  // on a busy machine; nobody else is to be thought dead
    Farm farm(*channels[0], slow, 1, options);
    CHECK(farm.run("squares", all_tasks(60), std::ref(receiver), Stop()));
    CHECK_FALSE(farm.send_away());
    const FarmReport& report = farm.report();
    CHECK(receiver.has_each_once(60));
    CHECK(report.silent == std::vector<int>{1});
    CHECK(report.given_again >= 1);
    CHECK_FALSE(report.all_left);
}

TEST_CASE("a task outlives one worker after the other", "[farm]") {
    const auto channels = local_channels(4);
    RankZero zero(*channels[0], 1, quick_options());
    for (const std::size_t rank : {1U, 2U}) {
        Puppet dying(*channels[rank]);
        dying.come();
        REQUIRE(dying.hear("do").is_object());
        std::this_thread::sleep_for(400ms);  // longer than rank 0 has patience for
    }
    Puppet last(*channels[3]);
    last.come();
    REQUIRE(last.hear("do").is_object());
    last.answer(0);
    CHECK(zero.received().has_each_once(1));
    CHECK(zero.report().silent == std::vector<int>{1, 2});
    CHECK(zero.report().given_again == 2);
}

TEST_CASE("a worker that was stopped for a while goes on, and nothing counts twice", "[farm]") {
    const auto channels = local_channels(3);
    RankZero zero(*channels[0], 3, quick_options());
    Puppet first(*channels[1]), second(*channels[2]);
    first.come();
    const Json block = first.hear("do");
    REQUIRE(block.is_object());
    const std::uint64_t task = block["tasks"][0];
    std::this_thread::sleep_for(400ms);  // longer than rank 0 has patience for
    second.come();
    std::set<std::uint64_t> of_second;
    while (!of_second.contains(task)) {
        const Json again = second.hear("do");
        REQUIRE(again.is_object());
        for (const std::uint64_t each : again["tasks"]) {
            of_second.insert(each);
            if (each != task) second.answer(each);
        }
    }
    first.answer(task);
    second.answer(task);
    for (std::uint64_t each = 0; each < 3; ++each)
        if (!of_second.contains(each)) first.answer(each);
    CHECK(zero.received().has_each_once(3));
    CHECK(zero.report().silent == std::vector<int>{1});
    CHECK(zero.report().repeated <= 1);
}

TEST_CASE("a result that comes twice is received once", "[farm]") {
    const auto channels = local_channels(2);
    std::jthread other([&] {
        Puppet puppet(*channels[1]);
        puppet.come();
        for (std::uint64_t done = 0; done < 5;) {
            const Json block = puppet.hear("do");
            for (const std::uint64_t task : block["tasks"]) {
                puppet.answer(task);
                puppet.answer(task);
                ++done;
            }
        }
        puppet.say({{"is", "bye"}});
    });
    Receiver receiver;
    Farm farm(*channels[0], squares, 0, quick_options());
    farm.run("squares", all_tasks(5), std::ref(receiver), Stop());
    farm.send_away();
    const FarmReport& report = farm.report();
    CHECK(receiver.has_each_once(5));
    CHECK(report.repeated >= 4);
    CHECK(report.tasks_of_rank == std::vector<std::uint64_t>{0, 5});
}

TEST_CASE("a worker that leaves gives its tasks back at once", "[farm]") {
    FarmOptions options = quick_options();
    options.patience = 60s;
    const auto channels = local_channels(3);
    RankZero zero(*channels[0], 2, options);
    Puppet first(*channels[1]), second(*channels[2]);
    first.come();
    REQUIRE(first.hear("do").is_object());
    first.say({{"is", "bye"}});
    second.come();
    for (std::uint64_t done = 0; done < 2;) {
        const Json block = second.hear("do");
        for (const std::uint64_t task : block["tasks"]) {
            second.answer(task);
            ++done;
        }
    }
    CHECK(zero.received().has_each_once(2));
    CHECK(zero.report().silent.empty());
}

TEST_CASE("the last task of a slow worker is given to an idle one as well", "[farm]") {
    const auto channels = local_channels(3);
    RankZero zero(*channels[0], 1, quick_options());
    Puppet slow(*channels[1]), idle(*channels[2]);
    slow.come();
    REQUIRE(slow.hear("do").is_object());
    idle.come();
    std::jthread there([&](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            slow.say({{"is", "alive"}});
            idle.say({{"is", "alive"}});
            std::this_thread::sleep_for(20ms);
        }
    });
    const Json block = idle.hear("do");
    there.request_stop();
    REQUIRE(block.is_object());
    CHECK(block["tasks"] == Json::array({0}));
    idle.answer(0);
    CHECK(zero.received().has_each_once(1));
    CHECK(zero.report().given_again == 1);
    CHECK(zero.report().silent.empty());
}

TEST_CASE("ranks of another version, and tasks that fail, are named", "[farm]") {
    {
        const auto channels = local_channels(2);
        RankZero zero(*channels[0], 2, quick_options());
        Puppet old(*channels[1]);
        old.come("0.0.9\n");
        CHECK(zero.error() ==
              "rank 1: found version 0.0.9\\x0a, expected test, the version of rank 0");
    }
    const auto failing = [](const std::string&) -> DoTask {
        return [](std::uint64_t task, const Stop&) -> std::optional<TaskOutput> {
            if (task == 3) throw InputError("task 3", "nothing", "something");
            return TaskOutput{std::to_string(task * task)};
        };
    };
    const auto channels = local_channels(2);
    std::string said;
    std::jthread worker([&] {
        said = message_of<InputError>([&] { work(*channels[1], failing, 1, patient_options()); });
    });
    RankZero zero(*channels[0], 5, quick_options());
    CHECK(contains(zero.error(), "rank 1: found task 3: found nothing, expected something"));
    worker.join();
    CHECK(contains(said, "task 3"));
}

TEST_CASE("what a receiver throws ends the farm, and sends all away", "[farm]") {
    const auto channels = local_channels(2);
    std::jthread worker([&] { work(*channels[1], squares, 1, patient_options()); });
    const auto full = [](std::span<const TaskResult>) {
        throw InputError("campaign", "a full disk", "room");
    };
    Farm farm(*channels[0], squares, 1, patient_options());
    CHECK_THROWS_AS(farm.run("squares", all_tasks(5), full, Stop()), InputError);
    CHECK(farm.send_away());
}

namespace {

/// The squares, a task in thirty milliseconds; of one that is stopped a partial result.
/// Odd tasks last until they are stopped, and even ones until one of these has begun.
TasksOf squares_without_end() {
    const auto has_begun = std::make_shared<std::atomic<bool>>(false);
    return [has_begun](const std::string&) -> DoTask {
        return [has_begun](std::uint64_t task, const Stop& stop) -> std::optional<TaskOutput> {
            const bool is_odd = task % 2 == 1;
            if (is_odd) *has_begun = true;
            while (!stop.requested() && (is_odd || !*has_begun))
                std::this_thread::sleep_for(1ms);
            return TaskOutput{std::to_string(task * task), is_odd};
        };
    };
}

}  // namespace

TEST_CASE("a farm that is stopped keeps what was done, and what was done in part", "[farm]") {
    const TasksOf tasks = squares_without_end();
    const auto channels = local_channels(2);
    std::jthread worker([&] { work(*channels[1], tasks, 2, patient_options()); });
    std::set<std::uint64_t> whole, partial;
    const auto has_something = std::make_shared<std::atomic<bool>>(false);
    Farm farm(*channels[0], tasks, 2, patient_options());
    const bool is_complete = farm.run(
        "squares", all_tasks(1000),
        [&](std::span<const TaskResult> results) {
            for (const TaskResult& result : results)
                (result.is_partial ? partial : whole).insert(result.task);
            *has_something = !whole.empty();
        },
        Stop().with(has_something));
    CHECK_FALSE(is_complete);
    CHECK(received_by(farm.report()) == whole.size() + partial.size());
    CHECK_FALSE(whole.empty());
    CHECK(whole.size() < 1000);
    CHECK_FALSE(partial.empty());
    CHECK(partial.size() <= 4);  // one for each thread
    CHECK(farm.send_away());
}

TEST_CASE("what a worker that leaves has done in part is done by another", "[farm]") {
    const auto channels = local_channels(3);
    RankZero zero(*channels[0], 1, quick_options());
    Puppet first(*channels[1]), second(*channels[2]);
    first.come();
    REQUIRE(first.hear("do").is_object());
    first.answer(0, 1, true);
    first.say({{"is", "bye"}});
    second.come();
    REQUIRE(second.hear("do").is_object());
    second.answer(0);
    CHECK(zero.is_complete());
    CHECK(zero.received().has_each_once(1));
    CHECK(zero.report().tasks_of_rank == std::vector<std::uint64_t>{0, 0, 1});
}

TEST_CASE("a farm does one job after the other, each with tasks of its own", "[farm]") {
    const auto powers = [](const std::string& job) -> DoTask {
        const std::uint64_t exponent = std::stoull(job);
        return [exponent](std::uint64_t task, const Stop&) {
            std::uint64_t power = 1;
            for (std::uint64_t k = 0; k < exponent; ++k)
                power *= task;
            return TaskOutput{std::to_string(power)};
        };
    };
    const auto channels = local_channels(3);
    std::vector<std::jthread> workers;
    for (std::size_t rank = 1; rank < 3; ++rank)
        workers.emplace_back([&, rank] { work(*channels[rank], powers, 1, patient_options()); });
    Farm farm(*channels[0], powers, 1, patient_options());
    for (const std::uint64_t exponent : {1U, 3U, 2U, 0U}) {
        std::map<std::uint64_t, std::string> received;
        CHECK(farm.run(
            std::to_string(exponent), all_tasks(50),
            [&](std::span<const TaskResult> results) {
                for (const TaskResult& result : results)
                    CHECK(received.emplace(result.task, result.bytes).second);
            },
            Stop()));
        REQUIRE(received.size() == 50);
        CHECK(received[3] == std::to_string(exponent == 0   ? 1
                                            : exponent == 1 ? 3
                                            : exponent == 2 ? 9
                                                            : 27));
    }
    CHECK(farm.run(
        "5", {}, [](std::span<const TaskResult>) { FAIL(); }, Stop()));
    CHECK(received_by(farm.report()) == 200);
    CHECK(farm.send_away());
}

TEST_CASE("a result of the job before does not count for this one", "[farm]") {
    const auto channels = local_channels(2);
    Puppet puppet(*channels[1]);
    std::jthread other([&] {
        puppet.come();
        puppet.hear("do");
        puppet.answer(0);
        puppet.hear("halt");
        puppet.hear("do");
        puppet.answer(1, 1);  // late
        puppet.answer(1, 2);
        puppet.answer(0, 2);
        puppet.hear("end");
        puppet.say({{"is", "bye"}});
    });
    Farm farm(*channels[0], squares, 0, quick_options());
    Receiver first, second;
    CHECK(farm.run("squares", all_tasks(1), std::ref(first), Stop()));
    CHECK(farm.run("squares", all_tasks(2), std::ref(second), Stop()));
    CHECK(second.has_each_once(2));
    CHECK(farm.report().repeated == 0);
    CHECK(farm.send_away());
}

TEST_CASE("a worker does not wait for a rank 0 that is dead", "[farm]") {
    FarmOptions options = quick_options();
    options.patience = 20ms;
    options.welcome = 50ms;
    const auto channels = local_channels(2);
    CHECK(contains(message_of<InputError>([&] { work(*channels[1], squares, 1, options); }),
                   "rank 1: found no word from rank 0"));
}

namespace {

/// As long as it lives, threads have stacks of 1 GiB and this process has room for three of them.
class RoomForThreeThreads {
public:
    RoomForThreeThreads() {
        pthread_attr_t attributes;
        REQUIRE(pthread_getattr_default_np(&attributes) == 0);
        pthread_attr_getstacksize(&attributes, &stack_before_);
        set_stack(gibibyte);
        std::size_t pages = 0;
        std::ifstream("/proc/self/statm") >> pages;
        REQUIRE(::getrlimit(RLIMIT_AS, &before_) == 0);
        rlimit limit = before_;
        limit.rlim_cur =
            pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) + 7 * (gibibyte / 2);
        REQUIRE(::setrlimit(RLIMIT_AS, &limit) == 0);
    }
    ~RoomForThreeThreads() {
        ::setrlimit(RLIMIT_AS, &before_);
        set_stack(stack_before_);
    }
    RoomForThreeThreads(const RoomForThreeThreads&) = delete;
    RoomForThreeThreads& operator=(const RoomForThreeThreads&) = delete;

private:
    static constexpr std::size_t gibibyte = std::size_t{1} << 30;
    static void set_stack(std::size_t bytes) {
        pthread_attr_t attributes;
        REQUIRE(pthread_getattr_default_np(&attributes) == 0);
        pthread_attr_setstacksize(&attributes, bytes);
        REQUIRE(pthread_setattr_default_np(&attributes) == 0);
    }

    std::size_t stack_before_ = 0;
    rlimit before_{};
};

}  // namespace

TEST_CASE("threads that the system does not grant end a worker, not its program", "[farm]") {
    const auto channels = local_channels(2);
    std::string job;
    Json::to_msgpack({{"is", "job"}, {"number", 1}, {"job", "squares"}}, job);
    channels[0]->send(1, job);
    const std::string message = [&] {
        const RoomForThreeThreads few;
        return message_of<InputError>([&] { work(*channels[1], squares, 8, patient_options()); });
    }();
    CHECK(contains(message,
                   "--threads: found 8 (Resource temporarily unavailable), expected at "
                   "most 3, which the system grants"));
    Json last;
    while (const auto said = channels[0]->receive())
        last = Json::from_msgpack(said->bytes);
    CHECK(last["is"] == "failed");
}

namespace {

/// A worker's channel with a job, a task and a halt, of which the halt comes when the task has
/// thrown.
class HaltAfterFailure : public Channel {
public:
    int rank() const override { return 1; }
    int size() const override { return 2; }
    void send(int, std::string bytes) override { said_.push_back(Json::from_msgpack(bytes)); }
    std::optional<Message> receive() override {
        static const Json messages[] = {{{"is", "job"}, {"number", 1}, {"job", ""}},
                                        {{"is", "do"}, {"tasks", {7}}},
                                        {{"is", "halt"}},
                                        {{"is", "end"}}};
        if (next_ == std::size(messages)) return std::nullopt;
        if (next_ == 2) {
            has_thrown.wait(false);
            std::this_thread::sleep_for(50ms);  // the exception is on its way
        }
        Message message{0, {}};
        Json::to_msgpack(messages[next_++], message.bytes);
        return message;
    }
    const Json& last_said() const { return said_.back(); }

    std::atomic<bool> has_thrown = false;

private:
    std::size_t next_ = 0;
    std::vector<Json> said_;
};

}  // namespace

TEST_CASE("what a task has thrown before a halt is heard of", "[farm]") {
    HaltAfterFailure channel;
    const TasksOf tasks = [&](const std::string&) -> DoTask {
        return [&](std::uint64_t, const Stop&) -> std::optional<TaskOutput> {
            channel.has_thrown = true;
            channel.has_thrown.notify_all();
            throw InputError("a task that cannot be done");
        };
    };
    CHECK(message_of<InputError>([&] { work(channel, tasks, 1, patient_options()); }) ==
          "a task that cannot be done");
    CHECK(channel.last_said() == Json{{"is", "failed"}, {"why", "a task that cannot be done"}});
}

TEST_CASE("a farm that is sent a message which is none ends all the same", "[farm]") {
    const auto channels = local_channels(2);
    FarmOptions options = short_farewell();
    {
        Farm farm(*channels[0], squares, 0, options);
        Puppet(*channels[1]).say("none");
    }
    CHECK(Puppet(*channels[1]).hear("end")["is"] == "end");
}
