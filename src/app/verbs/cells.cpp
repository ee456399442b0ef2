// SPDX-License-Identifier: MIT
#include "app/verbs/cells.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "app/parameter_options.hpp"
#include "app/verbs/properties_commands.hpp"
#include "properties/case_json.hpp"
#include "properties/examples.hpp"

namespace disarray::properties {

std::string replay_line(std::string_view replay) {
    return fmt::format("disarray check --replay '{}'", replay);
}

std::string replay_line(const CheckResult& result) {
    return replay_line(to_replay({result.metric, result.property, result.frame, *result.witness}));
}

std::string lines_by_verdict(const std::vector<std::pair<Verdict, std::string>>& named) {
    constexpr Verdict verdicts[] = {Verdict::refuted,   Verdict::certified,
                                    Verdict::exhausted, Verdict::supported,
                                    Verdict::undecided, Verdict::not_applicable};
    std::string text;
    for (const Verdict verdict : verdicts) {
        std::vector<std::string> names;
        for (const auto& [its_verdict, name] : named) {
            if (its_verdict == verdict) names.push_back(name);
        }
        if (names.empty()) continue;
        text += fmt::format("  {:<14}  {}\n", name_of(verdict), fmt::join(names, ", "));
    }
    return text;
}

Json to_json(const CheckResult& result) {
    const metrics::Metric& metric = *result.metric;
    Json json = {{"metric", metric.name},
                 {"property", result.property->name},
                 {"reading", metric.reading ? Json(name_of(*metric.reading)) : Json()},
                 {"frame", name_of(result.frame)},
                 {"fixed_points", name_of(result.fixed_points)},
                 {"parameters", app::to_json(result.parameters)},
                 {"statement", result.property->statement},
                 {"source", result.property->source},
                 {"verdict", name_of(result.verdict)},
                 {"scope", result.scope},
                 {"witness", nullptr},
                 {"explanation", result.explanation},
                 {"effort", properties::to_json(result.effort)}};
    if (result.witness) {
        json["witness"] = properties::to_json(*result.witness);
        json["replay"] = replay_line(result);
    }
    return json;
}

}  // namespace disarray::properties
