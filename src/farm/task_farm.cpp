// SPDX-License-Identifier: MIT
//
// Messages are maps in MessagePack, each with the key "is":
//
//   worker → 0   hello {version, threads}   want {tasks}   done {job, results}   halted {job}
//                alive   failed {why}   bye
//   0 → worker   job {number, job}   do {tasks}   halt   alive   end
//
// A worker says how many tasks it wants to have in hand; rank 0 knows which these are and fills up
// as results come. Jobs are numbered, since results of one may come after the next has begun, from
// ranks whose tasks others had done by then.
#include "farm/task_farm.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <numeric>
#include <set>
#include <system_error>
#include <thread>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace disarray::farm {

namespace {

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

/// A rank with nothing to do looks for messages so often. At 0.5 ms the looking took a seventh of
/// two cores of a virtual machine (S_9, Xeon at 2.3 GHz, 2026-11): waking up is dear there.
constexpr std::chrono::milliseconds nap{2};

std::string packed(const Json& message) {
    std::string bytes;
    Json::to_msgpack(message, bytes);
    return bytes;
}

Json unpacked(const Message& message) {
    Json json = Json::from_msgpack(message.bytes, true, false);
    if (!json.is_object() || !json.contains("is")) {
        throw InternalError(fmt::format("a message from rank {} is none", message.from));
    }
    return json;
}

Json binary(const std::string& bytes) {
    return Json::binary({bytes.begin(), bytes.end()});
}

std::string text_of(const Json& bytes) {
    const auto& all = bytes.get_binary();
    return {all.begin(), all.end()};
}

}  // namespace

// --- rank 0 -----------------------------------------------------------------------------------

class Farm::Coordinator {
public:
    Coordinator(Channel& channel, TasksOf tasks_of, unsigned threads, FarmOptions options)
        : options_(std::move(options)),
          inner_(local_channels(2)),
          both_(threads > 0 ? with_local_worker(channel, *inner_[0]) : nullptr),
          channel_(threads > 0 ? *both_ : channel),
          workers_(static_cast<std::size_t>(channel.size())) {
        if (threads == 0) {
            workers_[0].has_left = true;
            return;
        }
        beside_ = std::jthread([this, tasks_of = std::move(tasks_of), threads] {
            try {
                work(*inner_[1], tasks_of, threads, options_);
            } catch (const std::exception&) {  // rank 0 hears of it, and throws
            }
        });
    }

    Coordinator(const Coordinator&) = delete;
    Coordinator& operator=(const Coordinator&) = delete;
    ~Coordinator() {
        if (is_over_) return;
        try {
            send_away();
        } catch (const std::exception&) {  // a message that cannot be read: all are told to go
        }
    }

    bool run(const std::string& job, const std::vector<std::uint64_t>& tasks,
             const Receive& receive, const Stop& stop) {
        if (tasks.empty()) return true;
        begin(job, tasks);
        try {
            while (received_.size() < total_ && !stop.requested() && anyone_may_work())
                round(receive);
            send_halt();
            if (received_.size() < total_) wait_for_halt(receive);
        } catch (...) {
            sum_up();
            throw;
        }
        sum_up();
        return received_.size() == total_;
    }

    bool send_away() {
        part();
        is_over_ = true;
        sum_up();
        return report_.all_left;
    }

    const FarmReport& report() const { return report_; }
    int ranks() const { return static_cast<int>(workers_.size()); }

private:
    void begin(const std::string& job, const std::vector<std::uint64_t>& tasks) {
        ++job_number_;
        job_ = job;
        waiting_.assign(tasks.begin(), tasks.end());
        total_ = tasks.size();
        received_.clear();
        leases_.clear();
        arrived_.clear();
        start_ = Clock::now();
        for (std::size_t rank = 0; rank < workers_.size(); ++rank) {
            workers_[rank].in_hand.clear();
            workers_[rank].heard = start_;
            if (workers_[rank].is_here) send_job(rank);
        }
    }

    void sum_up() {
        report_.silent.clear();
        report_.tasks_of_rank.clear();
        for (std::size_t rank = 0; rank < workers_.size(); ++rank) {
            if (workers_[rank].was_silent) report_.silent.push_back(static_cast<int>(rank));
            report_.tasks_of_rank.push_back(workers_[rank].first_to_do);
        }
    }

    struct Worker {
        bool is_here = false;  ///< has said hello, and not that it leaves
        bool has_left = false;
        bool is_silent = false, was_silent = false;
        bool has_halted = false;
        Clock::time_point heard;
        std::size_t threads = 0;
        std::size_t wanted = 0;  ///< tasks to have in hand
        std::set<std::uint64_t> in_hand;
        std::uint64_t first_to_do = 0;
    };
    /// A task in the hands of one worker, or of two.
    struct Lease {
        std::size_t workers = 1;
        Clock::time_point since;
    };

    void round(const Receive& receive) {
        const bool is_quiet = !take_messages();
        presume_dead();
        // Before the disk is waited for.
        for (std::size_t rank = 0; rank < workers_.size(); ++rank)
            fill_up(rank);
        beat();
        deliver(receive);
        if (is_quiet) std::this_thread::sleep_for(nap);
    }

    /// Those that have not said hello have as long for it as others may be silent.
    bool anyone_may_work() const {
        const bool may_come = Clock::now() - start_ < options_.patience;
        return std::ranges::any_of(workers_, [&](const Worker& each) {
            return each.is_here || (may_come && !each.has_left);
        });
    }

    bool take_messages() {
        bool is_any = false;
        while (const auto message = channel_.receive()) {
            is_any = true;
            take(*message);
        }
        return is_any;
    }

    void take(const Message& message) {
        const Json json = unpacked(message);
        const std::string is = json["is"];
        const auto rank = static_cast<std::size_t>(message.from);
        Worker& worker = workers_.at(rank);
        worker.heard = Clock::now();
        // Its tasks were given to others; what it does all the same is welcome.
        worker.is_silent = false;
        if (is == "hello") {
            welcome(rank, json);
        } else if (is == "want") {
            worker.wanted = json["tasks"];
        } else if (is == "done") {
            take_results(rank, json);
        } else if (is == "halted") {
            worker.has_halted = worker.has_halted || json["job"] == job_number_;
        } else if (is == "failed") {
            throw InputError(fmt::format("rank {}", rank), json["why"].get<std::string>(),
                             "a worker that can do its tasks");
        } else if (is == "bye") {
            worker.is_here = false;
            worker.has_left = true;
            take_back(worker);
        }
    }

    void welcome(std::size_t rank, const Json& hello) {
        if (hello["version"] != options_.version) {
            throw InputError(
                fmt::format("rank {}", rank),
                fmt::format("version {}", printable(hello["version"].get<std::string>(), 100)),
                fmt::format("{}, the version of rank 0", options_.version));
        }
        workers_[rank].is_here = true;
        workers_[rank].threads = hello["threads"];
        workers_[rank].has_halted = is_halting_;
        if (!is_halting_) send_job(rank);
    }

    void send_job(std::size_t rank) {
        send(rank, {{"is", "job"}, {"number", job_number_}, {"job", job_}});
    }

    void take_results(std::size_t rank, const Json& done) {
        if (done["job"] != job_number_) return;
        for (const Json& result : done["results"])
            take_result(rank, result[0], result[1], result[2]);
    }

    /// What a worker has left undone that ends by itself is done again by others.
    void take_result(std::size_t rank, std::uint64_t task, const Json& bytes, bool is_partial) {
        if (is_partial && !is_halting_) return;
        Worker& worker = workers_[rank];
        worker.in_hand.erase(task);
        leases_.erase(task);
        if (!received_.insert(task).second) {
            ++report_.repeated;
            return;
        }
        ++worker.first_to_do;
        arrived_.push_back({task, text_of(bytes), is_partial});
    }

    void deliver(const Receive& receive) {
        if (arrived_.empty()) return;
        const std::vector<TaskResult> results = std::exchange(arrived_, {});
        receive(results);
    }

    void presume_dead() {
        for (Worker& worker : workers_) {
            if (!worker.is_here || worker.is_silent) continue;
            if (Clock::now() - worker.heard < options_.patience) continue;
            worker.is_silent = worker.was_silent = true;
            report_.given_again += take_back(worker);
        }
    }

    /// Its tasks go to the front, in their order, unless another has them as well.
    std::size_t take_back(Worker& worker) {
        std::size_t count = 0;
        for (auto task = worker.in_hand.rbegin(); task != worker.in_hand.rend(); ++task) {
            const auto lease = leases_.find(*task);
            if (lease == leases_.end() || --lease->second.workers > 0) continue;
            leases_.erase(lease);
            waiting_.push_front(*task);
            ++count;
        }
        worker.in_hand.clear();
        return count;
    }

    void fill_up(std::size_t rank) {
        Worker& worker = workers_[rank];
        if (!worker.is_here || worker.is_silent) return;
        const bool has_enough =
            worker.in_hand.size() >= worker.threads && worker.in_hand.size() > worker.wanted / 2;
        if (has_enough) return;
        const std::size_t room = worker.wanted - std::min(worker.wanted, worker.in_hand.size());
        // Smaller ones towards the end, so that all are done at about the same time.
        const std::size_t fair = waiting_.size() / (2 * std::max<std::size_t>(1, all_threads()));
        const std::size_t size = std::min(room, std::max<std::size_t>(1, fair));
        std::vector<std::uint64_t> block;
        while (block.size() < size && !waiting_.empty()) {
            const std::uint64_t task = waiting_.front();
            waiting_.pop_front();
            if (received_.contains(task)) continue;  // of one who was thought dead
            block.push_back(task);
        }
        if (block.empty() && worker.in_hand.size() < worker.threads) block = overdue(worker);
        if (block.empty()) return;
        for (const std::uint64_t task : block) {
            worker.in_hand.insert(task);
            const auto [lease, is_new] = leases_.try_emplace(task, Lease{1, Clock::now()});
            if (!is_new) ++lease->second.workers;
        }
        send(rank, {{"is", "do"}, {"tasks", block}});
    }

    std::size_t all_threads() const {
        std::size_t threads = 0;
        for (const Worker& worker : workers_) {
            if (worker.is_here && !worker.is_silent) threads += worker.threads;
        }
        return threads;
    }

    /// When nothing waits any more: the task that has been out for longest, if that is too long, so
    /// that all need not wait for one slow machine. A task has two workers at most.
    std::vector<std::uint64_t> overdue(const Worker& worker) {
        const auto oldest = std::ranges::min_element(leases_, {}, [&](const auto& lease) {
            const bool is_free = lease.second.workers == 1 && !worker.in_hand.contains(lease.first);
            return is_free ? lease.second.since : Clock::time_point::max();
        });
        if (oldest == leases_.end() || oldest->second.workers > 1 ||
            worker.in_hand.contains(oldest->first) ||
            Clock::now() - oldest->second.since < options_.patience) {
            return {};
        }
        ++report_.given_again;
        return {oldest->first};
    }

    void send(std::size_t rank, const Json& message) {
        channel_.send(static_cast<int>(rank), packed(message));
    }

    void beat() {
        if (Clock::now() - last_beat_ < options_.beat) return;
        last_beat_ = Clock::now();
        for (std::size_t rank = 0; rank < workers_.size(); ++rank) {
            if (workers_[rank].is_here) send(rank, {{"is", "alive"}});
        }
    }

    /// Ends the job. Till the next one no beat is due.
    void send_halt() {
        for (std::size_t rank = 0; rank < workers_.size(); ++rank) {
            Worker& worker = workers_[rank];
            worker.has_halted = !worker.is_here || worker.is_silent;
            if (worker.is_here) send(rank, {{"is", "halt"}});
        }
    }

    /// Receives what those that can be heard have done of a job that was halted before its end.
    void wait_for_halt(const Receive& receive) {
        is_halting_ = true;
        const Clock::time_point start = Clock::now();
        const auto all_halted = [&] {
            return std::ranges::all_of(
                workers_, [](const Worker& each) { return each.has_halted || each.has_left; });
        };
        while (!all_halted() && Clock::now() - start < options_.farewell) {
            if (!take_messages()) std::this_thread::sleep_for(nap);
        }
        is_halting_ = false;
        deliver(receive);
    }

    /// Sends all away, and waits for those that can still be heard.
    void part() {
        for (std::size_t rank = 0; rank < workers_.size(); ++rank) {
            if (!workers_[rank].has_left) send(rank, {{"is", "end"}});
        }
        const Clock::time_point start = Clock::now();
        const auto all_left = [&] {
            return std::ranges::all_of(workers_, [](const Worker& each) { return each.has_left; });
        };
        while (!all_left() && Clock::now() - start < options_.farewell) {
            const auto message = channel_.receive();
            if (!message) {
                std::this_thread::sleep_for(nap);
                continue;
            }
            const std::string is = unpacked(*message)["is"];
            const auto rank = static_cast<std::size_t>(message->from);
            if (is == "hello") send(rank, {{"is", "end"}});
            if (is == "bye" || is == "failed") workers_.at(rank).has_left = true;
        }
        report_.all_left = all_left();
    }

    FarmOptions options_;
    std::vector<std::unique_ptr<Channel>> inner_;  ///< to the worker beside; may be idle
    std::unique_ptr<Channel> both_;
    Channel& channel_;
    std::vector<Worker> workers_;
    bool is_over_ = false;
    FarmReport report_;
    // The job:
    std::uint64_t job_number_ = 0;
    std::string job_;
    std::deque<std::uint64_t> waiting_;
    std::size_t total_ = 0;
    std::map<std::uint64_t, Lease> leases_;
    std::unordered_set<std::uint64_t> received_;
    std::vector<TaskResult> arrived_;  ///< and not yet delivered
    bool is_halting_ = false;
    Clock::time_point start_;
    Clock::time_point last_beat_ = Clock::now();
    std::jthread beside_;  ///< last: it uses what is above
};

Farm::Farm(Channel& channel, TasksOf tasks_of, unsigned threads, FarmOptions options)
    : coordinator_(std::make_unique<Coordinator>(channel, std::move(tasks_of), threads,
                                                 std::move(options))) {}

Farm::~Farm() = default;

bool Farm::run(const std::string& job, const std::vector<std::uint64_t>& tasks,
               const Receive& receive, const Stop& stop) {
    return coordinator_->run(job, tasks, receive, stop);
}

bool Farm::send_away() {
    return coordinator_->send_away();
}

const FarmReport& Farm::report() const {
    return coordinator_->report();
}

int Farm::ranks() const {
    return coordinator_->ranks();
}

// --- a worker ---------------------------------------------------------------------------------

namespace {

/// Tasks on a number of threads, and what has come of them. The threads are its own: TBB's may be
/// as few as the caller of a farm allows, and none then takes what is only put into an arena. They
/// work in one arena, so that one idle helps another with loops within its task.
class Threads {
public:
    Threads(unsigned threads, DoTask do_task)
        : do_task_(std::move(do_task)),
          flag_(std::make_shared<std::atomic<bool>>(false)),
          stop_(Stop().with(flag_)),
          control_(tbb::global_control::max_allowed_parallelism, threads + 1),
          arena_(static_cast<int>(threads)) {
        try {
            for (unsigned k = 0; k < threads; ++k)
                threads_.emplace_back([this] { work_on_queue(); });
        } catch (const std::system_error& error) {
            const std::size_t made = threads_.size();
            dismiss();
            throw InputError("--threads", fmt::format("{} ({})", threads, error.what()),
                             fmt::format("at most {}, which the system grants", made));
        }
    }

    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;
    ~Threads() {
        halt();
        dismiss();
    }

    /// Ends what is being done. Returns what was done since the last results(), or throws what a
    /// task has thrown.
    std::vector<TaskResult> end() {
        halt();
        const std::lock_guard lock(mutex_);
        if (failure_) std::rethrow_exception(failure_);
        return std::exchange(done_, {});
    }

    void start(std::uint64_t task) {
        {
            const std::lock_guard lock(mutex_);
            ++running_;
            queue_.push_back(task);
        }
        changed_.notify_all();
    }

    /// What was done since the last call; waits a little if there is nothing.
    std::vector<TaskResult> results() {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, nap, [this] { return !done_.empty() || failure_; });
        if (failure_) std::rethrow_exception(failure_);
        return std::exchange(done_, {});
    }

    /// Of a task; of those that came last.
    double recent_seconds() const {
        const std::lock_guard lock(mutex_);
        return recent_seconds_;
    }

private:
    /// Returns when no task is in hand any more.
    void halt() {
        *flag_ = true;
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return running_ == 0; });
    }

    /// The threads end when the queue is empty.
    void dismiss() {
        {
            const std::lock_guard lock(mutex_);
            is_over_ = true;
        }
        changed_.notify_all();
    }

    void work_on_queue() {
        for (;;) {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return is_over_ || !queue_.empty(); });
            if (queue_.empty()) return;
            const std::uint64_t task = queue_.front();
            queue_.pop_front();
            lock.unlock();
            arena_.execute([&] { finish(task); });
        }
    }

    void finish(std::uint64_t task) {
        const Clock::time_point start = Clock::now();
        std::optional<TaskOutput> output;
        std::exception_ptr failure;
        try {
            if (!*flag_) output = do_task_(task, stop_);
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard lock(mutex_);
        --running_;
        // What is told to stop may say so by an exception; nobody waits for what it had in hand.
        if (failure && !stop_.requested()) failure_ = failure;
        if (output) {
            recent_seconds_ += (Seconds(Clock::now() - start).count() - recent_seconds_) / 4;
            done_.push_back({task, std::move(output->bytes), output->is_partial});
        }
        changed_.notify_all();
    }

    DoTask do_task_;
    std::shared_ptr<std::atomic<bool>> flag_;
    Stop stop_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::uint64_t> queue_;
    std::size_t running_ = 0;  ///< and those in the queue
    bool is_over_ = false;
    std::vector<TaskResult> done_;
    std::exception_ptr failure_;
    double recent_seconds_ = 1;  ///< not short, until one is done
    tbb::global_control control_;
    tbb::task_arena arena_;
    std::vector<std::jthread> threads_;  ///< go first
};

class Worker {
public:
    Worker(Channel& channel, const TasksOf& tasks_of, unsigned threads, const FarmOptions& options)
        : channel_(channel), tasks_of_(tasks_of), threads_(threads), options_(options) {}

    void run() {
        heard_ = Clock::now();
        send({{"is", "hello"}, {"version", options_.version}, {"threads", threads_}});
        try {
            while (!is_over_ && !Stop().requested())
                round();
        } catch (const std::exception& error) {
            crew_.reset();
            if (!is_alone_) send({{"is", "failed"}, {"why", error.what()}});
            throw;
        }
        if (crew_) tell(crew_->end());
        send({{"is", "bye"}});
    }

private:
    void round() {
        while (const auto message = channel_.receive())
            take(unpacked(*message));
        if (!crew_) {
            std::this_thread::sleep_for(nap);
        } else {
            want();
            tell(crew_->results());
        }
        if (Clock::now() - said_ >= options_.beat) send({{"is", "alive"}});
        // It may be busy with its disk for longer than a worker has reason to be.
        const Seconds limit = crew_ ? 4 * options_.patience : options_.welcome;
        if (Clock::now() - heard_ < limit) return;
        is_alone_ = true;
        throw InputError(fmt::format("rank {}", channel_.rank()),
                         fmt::format("no word from rank 0 for {:.0f} seconds", limit.count()),
                         "rank 0 at work; what it had received is in its file");
    }

    void take(const Json& message) {
        heard_ = Clock::now();
        const std::string is = message["is"];
        if (is == "job") {
            crew_.reset();  // what it has in hand, another has done
            job_number_ = message["number"];
            wanted_ = 0;
            crew_ = std::make_unique<Threads>(threads_, tasks_of_(message["job"]));
        } else if (is == "do") {
            for (const std::uint64_t task : message["tasks"])
                if (crew_) crew_->start(task);
        } else if (is == "halt") {
            if (crew_) tell(crew_->end());
            crew_.reset();
            send({{"is", "halted"}, {"job", job_number_}});
        } else if (is == "end") {
            is_over_ = true;
        }
    }

    /// As many as there are threads, and a few more where tasks are as short as the way of a
    /// message: one in reserve may wait behind a long one while others have nothing to do.
    void want() {
        constexpr double short_seconds = 0.01;
        constexpr std::size_t reserve = 4;
        const std::size_t wanted =
            threads_ * (crew_->recent_seconds() < short_seconds ? 1 + reserve : 1);
        if (wanted == wanted_) return;
        wanted_ = wanted;
        send({{"is", "want"}, {"tasks", wanted}});
    }

    void tell(const std::vector<TaskResult>& results) {
        if (results.empty()) return;
        Json message = {{"is", "done"}, {"job", job_number_}, {"results", Json::array()}};
        for (const TaskResult& result : results) {
            message["results"].push_back(
                Json::array({result.task, binary(result.bytes), result.is_partial}));
        }
        send(message);
    }

    void send(const Json& message) {
        said_ = Clock::now();
        channel_.send(0, packed(message));
    }

    Channel& channel_;
    const TasksOf& tasks_of_;
    unsigned threads_;
    const FarmOptions& options_;
    std::unique_ptr<Threads> crew_;
    std::uint64_t job_number_ = 0;
    std::size_t wanted_ = 0;
    Clock::time_point heard_, said_;
    bool is_over_ = false;
    bool is_alone_ = false;
};

}  // namespace

void work(Channel& channel, const TasksOf& tasks_of, unsigned threads, const FarmOptions& options) {
    Worker(channel, tasks_of, threads, options).run();
}

std::vector<std::uint64_t> all_tasks(std::uint64_t count) {
    std::vector<std::uint64_t> tasks(count);
    std::iota(tasks.begin(), tasks.end(), std::uint64_t{0});
    return tasks;
}

}  // namespace disarray::farm
