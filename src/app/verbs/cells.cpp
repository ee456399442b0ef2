// SPDX-License-Identifier: MIT
#include "app/verbs/cells.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "app/parameter_options.hpp"
#include "app/verbs/properties_commands.hpp"
#include "base/text.hpp"
#include "base/text_table.hpp"
#include "properties/case_json.hpp"
#include "properties/examples.hpp"
#include "record/json.hpp"

namespace disarray::properties {

std::string replay_line(std::string_view replay) {
    return "disarray check --replay " + shell_quoted(replay);
}

std::string replay_line(const CheckResult& result) {
    return replay_line(to_replay({result.metric, result.property, result.frame, *result.witness}));
}

std::string theorem_line(const Theorem& theorem) {
    return fmt::format("theorem {}: {}", to_string(theorem), theorem.statement);
}

std::string text_of(std::string_view title, std::span<const VerdictCell> cells) {
    constexpr std::size_t most_columns = 6;  // beside that of the laws
    const auto other = std::ranges::find_if(
        cells, [&](const VerdictCell& cell) { return cell.law != cells.front().law; });
    const auto width = static_cast<std::size_t>(other - cells.begin());
    std::vector<TextTable::Column> columns{{std::string(title)}};
    for (const VerdictCell& cell : cells.first(width))
        columns.push_back({cell.subject});
    TextTable table(columns);
    std::string lists;
    for (; !cells.empty(); cells = cells.subspan(width)) {
        std::vector<std::string> row{std::string(cells.front().law)};
        std::map<Verdict, std::vector<std::string>> named;
        for (const VerdictCell& cell : cells.first(width)) {
            row.emplace_back(name_of(cell.verdict));
            named[cell.verdict].push_back(cell.subject);
        }
        table.add_row(std::move(row));
        lists += fmt::format("{}: {}\n", cells.front().law, cells.front().statement);
        for (const auto& [name, verdict] : choices(Verdict{})) {
            if (!named.contains(verdict)) continue;
            lists += fmt::format("  {:<14}  {}\n", name, fmt::join(named[verdict], ", "));
        }
    }
    return width <= most_columns ? table.to_string() : lists;
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
    if (result.theorem) json["theorem"] = record::to_json(*result.theorem);
    if (result.witness) {
        json["witness"] = properties::to_json(*result.witness);
        json["replay"] = replay_line(result);
    }
    return json;
}

}  // namespace disarray::properties
