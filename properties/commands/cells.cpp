// SPDX-License-Identifier: MIT
#include "properties/commands/cells.hpp"

#include <fmt/format.h>

#include "app/parameter_options.hpp"
#include "app/verb.hpp"
#include "properties/case_json.hpp"
#include "properties/commands/commands.hpp"
#include "properties/examples.hpp"

namespace disarray::properties {

using app::Json;

std::string replay_line(const CheckResult& result) {
    return fmt::format("disarray check --replay '{}'",
                       to_replay({result.metric, result.property, result.frame, *result.witness}));
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
