// SPDX-License-Identifier: MIT
#include "properties/audit/audit_tasks.hpp"

#include <algorithm>
#include <bit>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "farm/task_json.hpp"
#include "properties/audit/law_json.hpp"

namespace disarray::properties::audit {

namespace {

using farm::from_rank;

/// Inputs in a task: a hundredth of a second and more, where a call takes 50 µs and more.
constexpr std::size_t inputs_of_task = 256;
/// Inputs in a job: fewer where they are long.
constexpr std::size_t inputs_of_job = 256 * inputs_of_task;

/// A run of the program with a thread of its own, which must live as long as the run.
class Run {
public:
    Run(std::vector<std::string> command, const ProcessLimits& limits)
        : command_(std::move(command)), limits_(limits), thread_([this] { serve(); }) {}
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;
    ~Run() { requests_.put({}); }

    /// As MetricProcess::ask. \throws InputError where the program does not start, or describes
    /// itself in another way
    std::vector<Reply> ask(const std::vector<std::string>& inputs, const std::string& description) {
        // Shared, since whoever waits is awake before the promise has done with itself.
        const auto promise = std::make_shared<std::promise<std::vector<Reply>>>();
        requests_.put([this, promise, &inputs, &description] {
            try {
                if (!process_)
                    process_ = std::make_unique<MetricProcess>(command_, limits_, Stop());
                if (to_json(process_->description()).dump() != description) {
                    throw InputError(process_->name(), "another description than on rank 0",
                                     "the same program on all ranks");
                }
                promise->set_value(process_->ask(inputs));
            } catch (...) {
                promise->set_exception(std::current_exception());
            }
        });
        return promise->get_future().get();
    }

private:
    /// One request at a time.
    class Mailbox {
    public:
        void put(std::function<void()> request) {
            {
                const std::lock_guard lock(mutex_);
                request_ = std::move(request);
                is_full_ = true;
            }
            changed_.notify_one();
        }
        std::function<void()> take() {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return is_full_; });
            is_full_ = false;
            return std::exchange(request_, {});
        }

    private:
        std::mutex mutex_;
        std::condition_variable changed_;
        std::function<void()> request_;
        bool is_full_ = false;
    };

    void serve() {
        while (const auto request = requests_.take())
            request();
        process_.reset();
    }

    std::vector<std::string> command_;
    ProcessLimits limits_;
    Mailbox requests_;
    std::unique_ptr<MetricProcess> process_;
    std::jthread thread_;
};

/// Runs that are not asked at the moment.
class Runs {
public:
    Runs(std::vector<std::string> command, const ProcessLimits& limits)
        : command_(std::move(command)), limits_(limits) {}

    std::unique_ptr<Run> take() {
        const std::lock_guard lock(mutex_);
        if (idle_.empty()) return std::make_unique<Run>(command_, limits_);
        auto run = std::move(idle_.back());
        idle_.pop_back();
        return run;
    }
    void give_back(std::unique_ptr<Run> run) {
        const std::lock_guard lock(mutex_);
        idle_.push_back(std::move(run));
    }

private:
    std::vector<std::string> command_;
    ProcessLimits limits_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<Run>> idle_;
};

nlohmann::json answer_as_json(const Answer& answer) {
    nlohmann::json json = {{"kind", static_cast<int>(answer.kind)},
                           {"exact", answer.exact.to_string()},
                           {"text", answer.text}};
    if (answer.as_double) json["bits"] = std::bit_cast<std::uint64_t>(*answer.as_double);
    for (const Answer& each : answer.values)
        json["values"].push_back(answer_as_json(each));
    return json;
}

Answer answer_from_json(const nlohmann::json& json) {
    Answer answer;
    answer.kind = static_cast<Answer::Kind>(json.at("kind").get<int>());
    answer.exact = Rational::parse(json.at("exact").get<std::string>(), "answer");
    answer.text = json.at("text");
    if (json.contains("bits")) {
        answer.as_double = std::bit_cast<double>(json["bits"].get<std::uint64_t>());
    }
    if (!json.contains("values")) return answer;
    for (const nlohmann::json& each : json["values"])
        answer.values.push_back(answer_from_json(each));
    return answer;
}

/// How many of the first inputs make a job: whole tasks, but for the last one.
std::size_t size_of_job(std::span<const std::string> inputs, std::size_t most_bytes) {
    std::size_t size = 0, bytes = 0;
    while (size < std::min(inputs.size(), inputs_of_job)) {
        const auto task = inputs.subspan(size, std::min(inputs_of_task, inputs.size() - size));
        for (const std::string& input : task)
            bytes += input.size();
        if (size > 0 && bytes > most_bytes) break;
        size += task.size();
    }
    return size;
}

/// What is told to all: the inputs, `inputs_of_task` for each task.
std::string job_of(const Description& description, std::span<const std::string> inputs) {
    return farm::to_message_pack(
        {{"description", to_json(description).dump()},
         {"inputs", std::vector<std::string>(inputs.begin(), inputs.end())}});
}

/// One for each input, null where there is no answer.
std::string replies_to_bytes(const std::vector<Reply>& replies) {
    nlohmann::json json = nlohmann::json::array();
    for (const Reply& reply : replies) {
        const auto* answer = std::get_if<Answer>(&reply);
        json.push_back(answer != nullptr ? answer_as_json(*answer) : nlohmann::json());
    }
    return farm::to_message_pack(json);
}

/// The inputs of a task. \param all  of the job
template <class Inputs>
auto part_of(Inputs&& all, std::uint64_t task) {
    const auto begin = static_cast<std::size_t>(task) * inputs_of_task;
    const auto size = std::min(inputs_of_task, all.size() - std::min(begin, all.size()));
    return std::span(all).subspan(begin, size);
}

}  // namespace

farm::TasksOf audit_tasks(std::vector<std::string> command, const ProcessLimits& limits) {
    const auto runs = std::make_shared<Runs>(std::move(command), limits);
    return [runs](const std::string& job) -> farm::DoTask {
        std::string description;
        std::vector<std::string> inputs;
        from_rank("job", [&] {
            const nlohmann::json json = nlohmann::json::from_msgpack(job);
            description = json.at("description");
            inputs = json.at("inputs");
        });
        return [runs, description, inputs](std::uint64_t task,
                                           const Stop& stop) -> std::optional<farm::TaskOutput> {
            if (stop.requested()) return std::nullopt;
            const auto asked = part_of(inputs, task);
            std::unique_ptr<Run> run = runs->take();
            const std::vector<Reply> replies = run->ask({asked.begin(), asked.end()}, description);
            runs->give_back(std::move(run));
            return farm::TaskOutput{replies_to_bytes(replies)};
        };
    };
}

AskElsewhere ask_by_farm(farm::Farm& farm, const Description& description, const Stop& stop,
                         std::size_t most_bytes) {
    return [&farm, description, stop, most_bytes](std::span<const std::string> inputs) {
        std::vector<std::optional<Answer>> answers(inputs.size());
        if (inputs.size() < 2 * inputs_of_task) return answers;
        for (std::size_t begin = 0, size = 0; begin < inputs.size() && !stop.requested();
             begin += size) {
            size = size_of_job(inputs.subspan(begin), most_bytes);
            const auto of_job = inputs.subspan(begin, size);
            const auto places = std::span(answers).subspan(begin, of_job.size());
            const std::uint64_t tasks = (of_job.size() + inputs_of_task - 1) / inputs_of_task;
            const auto take = [&](const farm::TaskResult& result) {
                const auto part = part_of(places, result.task);
                from_rank("answers", [&] {
                    const nlohmann::json json = nlohmann::json::from_msgpack(result.bytes);
                    for (std::size_t k = 0; k < part.size(); ++k) {
                        if (!json.at(k).is_null()) part[k] = answer_from_json(json[k]);
                    }
                });
            };
            farm.run(
                job_of(description, of_job), farm::all_tasks(tasks),
                [&](std::span<const farm::TaskResult> results) {
                    for (const farm::TaskResult& result : results)
                        take(result);
                },
                stop);
        }
        return answers;
    };
}

}  // namespace disarray::properties::audit
