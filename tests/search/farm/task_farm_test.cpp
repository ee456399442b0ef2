// SPDX-License-Identifier: MIT
// The farm with threads as ranks: every task is received once, whoever dies, sleeps or repeats
// itself; faults are named.
#include "search/farm/task_farm.hpp"

#include <atomic>
#include <map>
#include <mutex>
#include <thread>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"

using namespace disarray;
using namespace disarray::search::farm;
using namespace std::chrono_literals;
using Json = nlohmann::json;
using test::contains;
using test::message_of;

namespace {

FarmOptions quick_options() {
    FarmOptions options;
    options.version = "test";
    options.beat = 20ms;
    options.patience = 200ms;
    options.farewell = 20s;  // on a busy machine; all that are there leave at once
    return options;
}

/// For farms in which not all ranks can leave.
FarmOptions short_farewell(FarmOptions options = quick_options()) {
    options.farewell = 300ms;
    return options;
}

std::vector<std::uint64_t> first_tasks(std::uint64_t count) {
    std::vector<std::uint64_t> tasks;
    for (std::uint64_t task = 0; task < count; ++task)
        tasks.push_back(task);
    return tasks;
}

/// The square of its number.
DoTask squares(const std::string& job) {
    if (job != "squares") throw InputError("job", job, "squares");
    return [](std::uint64_t task, const Stop&) { return std::to_string(task * task); };
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
    void answer(std::uint64_t task) {
        const std::string text = std::to_string(task * task);
        const Json bytes = Json::binary({text.begin(), text.end()});
        say({{"is", "done"}, {"results", Json::array({Json::array({task, bytes})})}});
    }

private:
    Channel& channel_;
};

/// Rank 0 in a thread of its own.
class RankZero {
public:
    RankZero(Channel& channel, std::uint64_t tasks, const FarmOptions& options)
        : thread_([this, &channel, tasks, options = short_farewell(options)] {
              error_ = message_of<InputError>([&] {
                  hand_out(channel, "squares", first_tasks(tasks), std::ref(received_), options,
                           report_);
              });
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

private:
    FarmReport report_;
    Receiver received_;
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
                         quick_options());
                });
            }
            Receiver receiver;
            FarmReport report;
            hand_out_and_work(*channels[0], "squares", first_tasks(500), squares, threads,
                              std::ref(receiver), quick_options(), report);
            CHECK(receiver.has_each_once(500));
            CHECK(report.complete);
            CHECK(report.received == 500);
            CHECK(report.all_left);
            CHECK(report.silent.empty());
            std::uint64_t of_ranks = 0;
            for (const std::uint64_t tasks : report.tasks_of_rank)
                of_ranks += tasks;
            CHECK(of_ranks == 500);
        }
    }
}

TEST_CASE("without tasks all are sent away at once", "[farm]") {
    const auto channels = local_channels(2);
    std::jthread worker([&] { work(*channels[1], squares, 1, quick_options()); });
    CHECK(send_away(*channels[0], quick_options()));
    const auto alone = local_channels(2);
    CHECK_FALSE(send_away(*alone[0], short_farewell()));
}

TEST_CASE("the tasks of a worker that dies are done by others", "[farm]") {
    const auto channels = local_channels(3);
    std::jthread dying([&] {
        Puppet puppet(*channels[1]);
        puppet.come();
        puppet.hear("do");
    });
    Receiver receiver;
    FarmReport report;
    std::jthread other([&] {
        dying.join();  // it has its tasks before all are done
        work(*channels[2], squares, 1, quick_options());
    });
    const auto slow = [](const std::string& job) -> DoTask {
        return [square = squares(job)](std::uint64_t task, const Stop& stop) {
            std::this_thread::sleep_for(20ms);
            return square(task, stop);
        };
    };
    hand_out_and_work(*channels[0], "squares", first_tasks(60), slow, 1, std::ref(receiver),
                      short_farewell(), report);
    CHECK(receiver.has_each_once(60));
    CHECK(report.complete);
    CHECK(report.silent == std::vector<int>{1});
    CHECK(report.given_again >= 1);
    CHECK_FALSE(report.all_left);
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
    FarmReport report;
    const auto inner = local_channels(2);
    inner[1]->send(0, [] {
        std::string bytes;
        Json::to_msgpack(Json{{"is", "bye"}}, bytes);
        return bytes;
    }());
    const auto both = with_local_worker(*channels[0], *inner[0]);
    hand_out(*both, "squares", first_tasks(5), std::ref(receiver), quick_options(), report);
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
        return [](std::uint64_t task, const Stop&) -> std::optional<std::string> {
            if (task == 3) throw InputError("task 3", "nothing", "something");
            return std::to_string(task * task);
        };
    };
    const auto channels = local_channels(2);
    std::string said;
    std::jthread worker([&] {
        said = message_of<InputError>([&] { work(*channels[1], failing, 1, quick_options()); });
    });
    RankZero zero(*channels[0], 5, quick_options());
    CHECK(contains(zero.error(), "rank 1: found task 3: found nothing, expected something"));
    worker.join();
    CHECK(contains(said, "task 3"));
}

TEST_CASE("what a receiver throws ends the farm, and sends all away", "[farm]") {
    const auto channels = local_channels(2);
    std::jthread worker([&] { work(*channels[1], squares, 1, quick_options()); });
    FarmReport report;
    const auto full = [](std::span<const TaskResult>) {
        throw InputError("campaign", "a full disk", "room");
    };
    CHECK_THROWS_AS(hand_out_and_work(*channels[0], "squares", first_tasks(5), squares, 1, full,
                                      quick_options(), report),
                    InputError);
    CHECK(report.all_left);
}

TEST_CASE("a farm that is stopped keeps what was done", "[farm]") {
    FarmOptions options = quick_options();
    options.stop = Stop(100ms);
    const auto channels = local_channels(2);
    const auto slow = [](const std::string&) -> DoTask {
        return [](std::uint64_t task, const Stop& stop) -> std::optional<std::string> {
            for (int k = 0; k < 30 && !stop.requested(); ++k)
                std::this_thread::sleep_for(1ms);
            return stop.requested() ? std::nullopt : std::optional(std::to_string(task * task));
        };
    };
    std::jthread worker([&] { work(*channels[1], slow, 2, quick_options()); });
    Receiver receiver;
    FarmReport report;
    hand_out_and_work(*channels[0], "squares", first_tasks(1000), slow, 2, std::ref(receiver),
                      options, report);
    CHECK_FALSE(report.complete);
    CHECK(report.received == receiver.size());
    CHECK(receiver.size() < 1000);
    CHECK(report.all_left);
}

TEST_CASE("a worker does not wait for a rank 0 that is dead", "[farm]") {
    FarmOptions options = quick_options();
    options.patience = 20ms;
    options.welcome = 50ms;
    const auto channels = local_channels(2);
    CHECK(contains(message_of<InputError>([&] { work(*channels[1], squares, 1, options); }),
                   "rank 1: found no word from rank 0"));
}
