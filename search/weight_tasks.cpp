// SPDX-License-Identifier: MIT
#include "search/weight_tasks.hpp"

#include <cstdint>
#include <vector>

#include <nlohmann/json.hpp>

#include "farm/task_json.hpp"
#include "search/detail/weight_json.hpp"

namespace disarray::search {

namespace {

using detail::TaskJson;
using farm::from_rank;

std::string tally_bytes(const WeightTally& tally) {
    TaskJson json = {{"programs", tally.programs},
                     {"decided", tally.decided},
                     {"violating", tally.violating},
                     {"undecided", tally.undecided},
                     {"stopped", tally.stopped}};
    if (tally.best) json["best"] = detail::to_json(*tally.best);
    return farm::to_message_pack(json);
}

WeightTally tally_from(std::string_view bytes) {
    return from_rank("tally", [&] {
        const TaskJson json = TaskJson::from_msgpack(bytes);
        WeightTally tally;
        tally.programs = json.at("programs");
        tally.decided = json.at("decided");
        tally.violating = json.at("violating");
        tally.undecided = json.at("undecided");
        tally.stopped = json.at("stopped");
        if (json.contains("best")) tally.best = detail::rated_point_from(json["best"]);
        return tally;
    });
}

}  // namespace

std::string weight_job(const WeightSearchOptions& options, WeightSearchKind kind) {
    TaskJson json = {{"is_climb", kind == WeightSearchKind::climb},
                     {"inequality", detail::to_json(options.inequality)},
                     {"n", options.n},
                     {"space", detail::to_json(options.space)},
                     {"reduce", options.reduce},
                     {"programs_per_restart", options.programs_per_restart},
                     {"seed", options.seed}};
    if (options.sigma) json["ranks"] = options.sigma->to_ranks();
    return json.dump();
}

farm::DoTask weight_tasks(const std::string& job) {
    const auto task = from_rank("job", [&] {
        const TaskJson json = TaskJson::parse(job);
        WeightSearchOptions options;
        options.inequality = detail::inequality_from(json.at("inequality"));
        options.n = json.at("n");
        options.space = detail::weight_space_from(json.at("space"));
        options.reduce = json.at("reduce");
        options.programs_per_restart = json.at("programs_per_restart");
        options.seed = json.at("seed");
        if (json.contains("ranks")) {
            const std::vector<std::int64_t> ranks = json["ranks"];
            options.sigma = Permutation::from_ranks(ranks, "job");
        }
        return json.at("is_climb").get<bool>() ? climb_task(options) : grid_task(options);
    });
    return [task](std::uint64_t index, const Stop& stop) -> std::optional<farm::TaskOutput> {
        const WeightTally tally = task(index, stop);
        return farm::TaskOutput{tally_bytes(tally), tally.stopped};
    };
}

WeightTasksElsewhere by_farm(farm::Farm& farm, const WeightSearchOptions& options,
                             WeightSearchKind kind, const Stop& stop) {
    return
        [&farm, job = weight_job(options, kind), stop](std::uint64_t count, const auto& receive) {
            return farm.run(
                job, farm::all_tasks(count),
                [&](std::span<const farm::TaskResult> results) {
                    for (const farm::TaskResult& result : results)
                        receive(tally_from(result.bytes));
                },
                stop);
        };
}

}  // namespace disarray::search
