// SPDX-License-Identifier: MIT
#include "search/sweep_tasks.hpp"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "farm/task_json.hpp"
#include "search/question.hpp"

namespace disarray::search {

namespace {

using TaskJson = nlohmann::json;
using farm::from_rank;

}  // namespace

std::uint64_t task_of(const CampaignPlan& plan, const UnitPlace& place) {
    std::uint64_t before = 0;
    for (std::size_t length = plan.first_length; length < place.length; ++length)
        before += unit_count(plan, length);
    return before + place.index;
}

UnitPlace place_of(const CampaignPlan& plan, std::uint64_t task) {
    for (std::size_t length = plan.first_length; length <= plan.n; ++length) {
        const std::uint64_t count = unit_count(plan, length);
        if (task < count) return {length, task};
        task -= count;
    }
    throw InputError("task", std::to_string(task), "a unit of the campaign");
}

std::string sweep_job(const CampaignPlan& plan) {
    return TaskJson({{"claim", plan.claim},
                     {"title", plan.title},
                     {"first_length", plan.first_length},
                     {"n", plan.n},
                     {"unit_size", plan.unit_size}})
        .dump();
}

farm::DoTask sweep_tasks(const std::string& job) {
    const auto plan = from_rank("job", [&] {
        const TaskJson json = TaskJson::parse(job);
        return CampaignPlan{json.at("claim"), json.at("title"), json.at("first_length"),
                            json.at("n"), json.at("unit_size")};
    });
    return [plan, claim = claim_of(plan, "job").second](
               std::uint64_t task, const Stop& stop) -> std::optional<farm::TaskOutput> {
        const UnitPlace place = place_of(plan, task);
        const auto unit = decide_unit(claim, place.length, place.index, stop);
        if (!unit) return std::nullopt;
        return farm::TaskOutput{to_bytes(*unit)};
    };
}

std::string to_bytes(const UnitResult& unit) {
    TaskJson json = {
        {"length", unit.length},
        {"index", unit.index},
        {"records", unit.records},
        {"undecided", unit.undecided},
        {"represented", unit.represented},
        {"violating", unit.violating},
        {"certificate", TaskJson::binary({unit.certificate.begin(), unit.certificate.end()})},
        {"seconds", unit.seconds}};
    if (unit.ratio) {
        json["ratio"] = unit.ratio->to_string();
        json["best"] = unit.best.to_ranks();
    }
    return farm::to_message_pack(json);
}

UnitResult unit_from_bytes(std::string_view bytes) {
    return from_rank("unit", [&] {
        const TaskJson json = TaskJson::from_msgpack(bytes);
        const auto& certificate = json.at("certificate").get_binary();
        UnitResult unit;
        unit.length = json.at("length");
        unit.index = json.at("index");
        unit.records = json.at("records");
        unit.undecided = json.at("undecided");
        unit.represented = json.at("represented");
        unit.violating = json.at("violating");
        unit.certificate.assign(certificate.begin(), certificate.end());
        unit.seconds = json.at("seconds");
        if (json.contains("ratio")) {
            unit.ratio = Rational::parse(json.at("ratio").get<std::string>(), "unit");
            const std::vector<std::int64_t> ranks = json.at("best");
            unit.best = Permutation::from_ranks(ranks, "unit");
        }
        return unit;
    });
}

UnitsElsewhere by_farm(farm::Farm& farm, const CampaignPlan& plan, const Stop& stop) {
    return [&farm, plan, stop](const std::vector<UnitPlace>& units, const auto& receive) {
        std::vector<std::uint64_t> tasks;
        for (const UnitPlace& place : units)
            tasks.push_back(task_of(plan, place));
        return farm.run(
            sweep_job(plan), tasks,
            [&](std::span<const farm::TaskResult> results) {
                std::vector<UnitResult> decided;
                for (const farm::TaskResult& result : results) {
                    decided.push_back(unit_from_bytes(result.bytes));
                    const UnitPlace place{decided.back().length, decided.back().index};
                    if (place != place_of(plan, result.task)) {
                        throw InternalError(
                            fmt::format("task {} came back as another unit", result.task));
                    }
                }
                receive(decided);
            },
            stop);
    };
}

}  // namespace disarray::search
