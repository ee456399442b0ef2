// SPDX-License-Identifier: MIT
#include "properties/suite_tasks.hpp"

#include <memory>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "farm/task_json.hpp"
#include "properties/case_json.hpp"
#include "record/json.hpp"

namespace disarray::properties {

namespace {

using farm::from_rank;

/// Random cases in a task: a tenth of a second or so.
constexpr std::uint64_t block = 4096;

struct Task {
    std::size_t cell = 0;
    CheckPart part;
};

/// \throws InputError for what is too much to be checked
std::vector<Task> tasks_of(const Suite& suite) {
    std::vector<Task> tasks;
    for (std::size_t k = 0; k < suite.cells.size(); ++k) {
        const Cell& cell = suite.cells[k];
        const auto parts = parts_of(*cell.metric, *cell.property, cell.frame, suite.options, block);
        for (const CheckPart& part : parts)
            tasks.push_back({k, part});
    }
    return tasks;
}

bool is_in(const Cell& cell, const Example& example) {
    return example.metric == cell.metric && example.property == cell.property &&
           example.frame == cell.frame;
}

/// What a cell came to.
struct CellTally {
    PartTally systematic, random;
    bool has_example = false;

    PartTally& of(const CheckPart& part) { return part.is_systematic() ? systematic : random; }
};

/// A violation in a part, if there is one.
std::optional<Case> violation_in(const PartTally& tally, const Cell& cell,
                                 const CheckOptions& options) {
    if (tally.least) return tally.least;
    if (!tally.first_random) return std::nullopt;
    return random_case(*cell.metric, *cell.property, options, *tally.first_random);
}

}  // namespace

std::string suite_job(const Suite& suite, const std::vector<Example>& examples) {
    nlohmann::json json = {{"suite", suite.name}, {"examples", nlohmann::json::array()}};
    for (const Example& example : examples)
        json["examples"].push_back(to_replay(example));
    return json.dump();
}

farm::TasksOf suite_tasks(Suite suite) {
    const auto shared = std::make_shared<const Suite>(std::move(suite));
    return [shared](const std::string& job) -> farm::DoTask {
        std::vector<Example> examples;
        from_rank("job", [&] {
            const nlohmann::json json = nlohmann::json::parse(job);
            if (json.at("suite") != shared->name) {
                throw InputError("job", printable(json["suite"].get<std::string>(), 200),
                                 "the suite of this rank, " + printable(shared->name, 200));
            }
            for (const nlohmann::json& replay : json.at("examples"))
                examples.push_back(example_from_replay(replay.get<std::string>(), "job"));
        });
        return [shared, examples = std::move(examples), tasks = tasks_of(*shared)](
                   std::uint64_t number, const Stop& stop) -> std::optional<farm::TaskOutput> {
            const Task& task = tasks.at(number);
            const Cell& cell = shared->cells[task.cell];
            CheckOptions options = shared->options;
            options.stop = stop;
            options.examples.clear();
            for (const Example& example : examples) {
                if (is_in(cell, example)) options.examples.push_back(example.instance);
            }
            const PartTally tally =
                check_part(*cell.metric, *cell.property, cell.frame, options, task.part);
            return farm::TaskOutput{to_bytes(tally), !tally.effort.complete};
        };
    };
}

std::string to_bytes(const PartTally& tally) {
    nlohmann::json json = {{"effort", record::to_json(tally.effort)},
                           {"reason", tally.reason},
                           {"refusal", tally.refusal}};
    if (tally.least) json["least"] = to_json(*tally.least).dump();
    if (tally.first_random) json["first_random"] = *tally.first_random;
    return farm::to_message_pack(json);
}

PartTally part_tally_from_bytes(std::string_view bytes) {
    return from_rank("part", [&] {
        const Json json = Json::from_msgpack(bytes);
        PartTally tally;
        tally.effort = record::read<Effort>(record::Fields(json.at("effort"), "part"));
        tally.reason = json.at("reason");
        tally.refusal = json.at("refusal");
        if (json.contains("least")) {
            tally.least = case_from_json(Json::parse(json["least"].get<std::string>()), "part");
        }
        if (json.contains("first_random")) tally.first_random = json["first_random"];
        return tally;
    });
}

std::vector<CheckResult> check_by_farm(
    farm::Farm& farm, const Suite& suite, const std::vector<Example>& examples, const Stop& stop,
    const std::function<void(std::uint64_t done, std::uint64_t all)>& on_part,
    const std::function<void(const Example&)>& on_example) {
    const std::vector<Task> tasks = tasks_of(suite);
    std::vector<CellTally> tallies(suite.cells.size());
    std::vector<bool> is_there(tasks.size());
    std::uint64_t done = 0;
    const auto take = [&](const farm::TaskResult& result) {
        const Task& task = tasks.at(result.task);
        is_there[result.task] = true;
        const Cell& cell = suite.cells[task.cell];
        CellTally& sum = tallies[task.cell];
        const PartTally tally = part_tally_from_bytes(result.bytes);
        sum.of(task.part).add(tally);
        const auto violation = violation_in(tally, cell, suite.options);
        if (violation && !sum.has_example && on_example) {
            sum.has_example = true;
            on_example({cell.metric, cell.property, cell.frame, *violation});
        }
        if (on_part) on_part(++done, tasks.size());
    };
    farm.run(
        suite_job(suite, examples), farm::all_tasks(tasks.size()),
        [&](std::span<const farm::TaskResult> results) {
            for (const farm::TaskResult& result : results)
                take(result);
        },
        stop);
    for (std::size_t k = 0; k < tasks.size(); ++k) {
        if (!is_there[k]) tallies[tasks[k].cell].of(tasks[k].part).effort.complete = false;
    }
    std::vector<CheckResult> results;
    for (std::size_t k = 0; k < suite.cells.size(); ++k) {
        const Cell& cell = suite.cells[k];
        results.push_back(result_of(*cell.metric, *cell.property, cell.frame, suite.options,
                                    with_random(tallies[k].systematic, tallies[k].random)));
    }
    return results;
}

}  // namespace disarray::properties
