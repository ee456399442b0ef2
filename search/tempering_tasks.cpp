// SPDX-License-Identifier: MIT
#include "search/tempering_tasks.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "farm/task_json.hpp"
#include "search/detail/weight_json.hpp"

namespace disarray::search {

namespace {

using detail::TaskJson;
using farm::from_rank;

TaskJson dissimilarity_json(const Dissimilarity& d) {
    TaskJson rows = TaskJson::array();
    for (std::size_t i = 0; i < d.size(); ++i) {
        rows.push_back(TaskJson::array());
        for (std::size_t j = 0; j < d.size(); ++j)
            rows.back().push_back(d(i, j).to_string());
    }
    return rows;
}

Dissimilarity dissimilarity_from(const TaskJson& json) {
    std::vector<std::vector<Rational>> rows;
    for (const TaskJson& row : json) {
        rows.emplace_back();
        for (const TaskJson& entry : row)
            rows.back().push_back(Rational::parse(entry.get<std::string>(), "D"));
    }
    return Dissimilarity::from_rows(rows, "D");
}

TaskJson state_json(const std::optional<TemperingState>& state) {
    if (!state) return nullptr;
    return {{"point", detail::to_json(state->point)},
            {"d", dissimilarity_json(state->d)},
            {"energy", state->energy},
            {"proven", state->proven}};
}

std::optional<TemperingState> state_from(const TaskJson& json) {
    if (json.is_null()) return std::nullopt;
    return TemperingState{detail::weight_point_from(json.at("point")),
                          dissimilarity_from(json.at("d")), json.at("energy"), json.at("proven")};
}

TaskJson states_json(const std::vector<std::optional<TemperingState>>& states) {
    TaskJson json = TaskJson::array();
    for (const auto& state : states)
        json.push_back(state_json(state));
    return json;
}

std::vector<std::optional<TemperingState>> states_from(const TaskJson& json) {
    std::vector<std::optional<TemperingState>> states;
    for (const TaskJson& state : json)
        states.push_back(state_from(state));
    return states;
}

}  // namespace

std::string tempering_job(const TemperingOptions& options,
                          const std::vector<ChainStretch>& stretches) {
    TaskJson json = {{"inequality", detail::to_json(options.inequality)},
                     {"n", options.n},
                     {"space", detail::to_json(options.space)},
                     {"steps", options.steps},
                     {"replicas", options.replicas},
                     {"chains", options.chains},
                     {"meetings", options.meetings},
                     {"seed", options.seed},
                     {"stretches", TaskJson::array()}};
    for (const ChainStretch& stretch : stretches) {
        json["stretches"].push_back({{"chain", stretch.chain},
                                     {"stretch", stretch.stretch},
                                     {"states", states_json(stretch.states)}});
    }
    return json.dump();
}

farm::DoTask tempering_tasks(const std::string& job) {
    auto options = std::make_shared<TemperingOptions>();
    auto stretches = std::make_shared<std::vector<ChainStretch>>();
    from_rank("job", [&] {
        const TaskJson json = TaskJson::parse(job);
        options->inequality = detail::inequality_from(json.at("inequality"));
        options->n = json.at("n");
        options->space = detail::weight_space_from(json.at("space"));
        options->steps = json.at("steps");
        options->replicas = json.at("replicas");
        options->chains = json.at("chains");
        options->meetings = json.at("meetings");
        options->seed = json.at("seed");
        for (const TaskJson& stretch : json.at("stretches")) {
            stretches->push_back(
                {stretch.at("chain"), stretch.at("stretch"), states_from(stretch.at("states"))});
        }
    });
    return [options, stretches](std::uint64_t task,
                                const Stop& stop) -> std::optional<farm::TaskOutput> {
        const ChainOutcome outcome = run_chain(*options, stretches->at(task), stop);
        return farm::TaskOutput{to_bytes(outcome), outcome.stopped};
    };
}

std::string to_bytes(const ChainOutcome& outcome) {
    TaskJson json = {{"states", states_json(outcome.states)},
                     {"moves", outcome.moves},
                     {"accepted", outcome.accepted},
                     {"refused", outcome.refused},
                     {"programs", outcome.programs},
                     {"exchanges", outcome.exchanges},
                     {"stopped", outcome.stopped}};
    if (const auto& record = outcome.record) {
        json["record"] = {{"rated", detail::to_json(record->rated)},
                          {"d", dissimilarity_json(record->d)},
                          {"proven", record->proven}};
    }
    return farm::to_message_pack(json);
}

ChainOutcome chain_outcome_from_bytes(std::string_view bytes) {
    return from_rank("chain", [&] {
        const TaskJson json = TaskJson::from_msgpack(bytes);
        ChainOutcome outcome;
        outcome.states = states_from(json.at("states"));
        outcome.moves = json.at("moves");
        outcome.accepted = json.at("accepted");
        outcome.refused = json.at("refused");
        outcome.programs = json.at("programs");
        outcome.exchanges = json.at("exchanges");
        outcome.stopped = json.at("stopped");
        if (json.contains("record")) {
            const TaskJson& record = json["record"];
            outcome.record =
                TemperingRecord{detail::rated_point_from(record.at("rated")),
                                dissimilarity_from(record.at("d")), record.at("proven")};
        }
        return outcome;
    });
}

ChainsElsewhere by_farm(farm::Farm& farm, const TemperingOptions& options, const Stop& stop) {
    return [&farm, options, stop](const std::vector<ChainStretch>& stretches, const auto& receive) {
        return farm.run(
            tempering_job(options, stretches), farm::all_tasks(stretches.size()),
            [&](std::span<const farm::TaskResult> results) {
                for (const farm::TaskResult& result : results)
                    receive(result.task, chain_outcome_from_bytes(result.bytes));
            },
            stop);
    };
}

}  // namespace disarray::search
