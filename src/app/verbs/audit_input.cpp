// SPDX-License-Identifier: MIT
#include "app/verbs/audit_input.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "base/error.hpp"
#include "base/text_table.hpp"
#include "properties/audit/detail/kind_audit.hpp"
#include "properties/audit/one_input.hpp"
#include "properties/audit/reference.hpp"

namespace disarray::properties {

namespace {

using app::Json;
using audit::ConventionValue;
using audit::EqualConventions;
using audit::GivenInput;

/// What is printed.
struct InputAnswer {
    GivenInput given;
    std::vector<EqualConventions> groups;
    std::optional<audit::Reply> reply;  ///< of the program
    std::vector<bool> agrees;           ///< the program with each group
};

/// Empty where every metric of two rankings is meant.
std::string metric_asked_for(const InputQuestion& question, const GivenInput& given,
                             const audit::MetricProcess* process) {
    if (question.reference) return *question.reference;
    if (process) {
        const audit::Description& description = process->description();
        const std::string name = description.reference.value_or(description.name);
        if (description.reference || !audit::reference_called(name, given.kind).empty())
            return name;
    }
    const bool has_many = given.kind == audit::MetricKind::relevance_by_rank ||
                          given.kind == audit::MetricKind::relevance_and_scores;
    if (!has_many) return {};
    throw InputError("--reference", "none",
                     "a metric of `disarray metrics`, whose values these are");
}

/// \throws InputError for an input of another kind than the program's.
void require_kind_of(const audit::MetricProcess& process, const GivenInput& given) {
    const audit::MetricKind kind = process.description().kind;
    if (kind == given.kind) return;
    throw InputError("--input", fmt::format("an input of {}", name_of(given.kind)),
                     fmt::format("{}, as {} takes it", name_of(kind), process.name()));
}

bool agrees_with(const audit::Reply& reply, const EqualConventions& group,
                 std::uint64_t tolerance) {
    const auto* answer = std::get_if<audit::Answer>(&reply);
    if (!answer) return false;
    audit::Agreement agreement;
    if (!group.points.empty()) {
        audit::detail::compare_points(reply, "", group.points, tolerance, agreement);
        return agreement.compared > 0 && agreement.differing == 0;
    }
    if (!group.value) return answer->kind != audit::Answer::Kind::value;
    audit::detail::compare_answer(reply, "", *group.value, tolerance, agreement);
    return agreement.compared > 0 && agreement.differing == 0;
}

InputAnswer answer_to(const InputQuestion& question, audit::MetricProcess* process) {
    InputAnswer answer;
    answer.given = audit::given_input(question.input, "--input");
    audit::DeclaredConventions declared = audit::declared_conventions({}, "");
    bool takes_not_retrieved = true;
    if (answer.given.kind == audit::MetricKind::two_lists)
        declared.settings.persistence = Rational(9, 10);  // as the audit of lists has it
    if (process) {
        require_kind_of(*process, answer.given);
        const audit::Description& description = process->description();
        const Rational persistence = declared.settings.persistence;
        declared = audit::declared_conventions(description.conventions,
                                               fmt::format("{}: \"conventions\"", process->name()));
        if (!description.conventions.contains("persistence"))
            declared.settings.persistence = persistence;
        takes_not_retrieved = description.takes_not_retrieved;
    }
    const auto values = audit::values_under_conventions(
        answer.given, metric_asked_for(question, answer.given, process), declared,
        takes_not_retrieved, question.reference || !process ? "--reference" : process->name());
    answer.groups = audit::equal_conventions(values);
    if (!process) return answer;
    answer.reply = process->ask(std::vector{answer.given.input}).front();
    for (const EqualConventions& group : answer.groups)
        answer.agrees.push_back(agrees_with(*answer.reply, group, question.tolerance));
    return answer;
}

/// "ties=average|best discount=trec; …"
std::string conventions_text(const EqualConventions& group) {
    std::vector<std::string> boxes;
    for (const auto& box : group.boxes) {
        std::vector<std::string> keys;
        for (const auto& [key, values] : box)
            keys.push_back(fmt::format("{}={}", key, fmt::join(values, "|")));
        boxes.push_back(keys.empty() ? "every convention"
                                     : fmt::format("{}", fmt::join(keys, " ")));
    }
    return fmt::format("{}", fmt::join(boxes, "; "));
}

/// "[6, 7, 2]"
template <class Text>
std::string points_of(const EqualConventions& group, const Text& text) {
    return "[" + audit::list_of(group.points, text, ", ") + "]";
}

std::string decimal_of(const EqualConventions& group) {
    if (!group.points.empty()) {
        return points_of(group, [](const Value& value) { return value.to_decimal(); });
    }
    return group.value ? group.value->to_decimal(17) : "";
}

std::string exact_of(const EqualConventions& group) {
    if (!group.points.empty())
        return points_of(group, [](const Value& value) { return value.to_string(); });
    if (!group.value) return "none: " + group.why_none;
    return group.value->to_string();
}

std::string text_of(const InputAnswer& answer) {
    std::vector<TextTable::Column> columns{{"metric"}, {"decimal"}, {"conventions"}, {"exact"}};
    if (answer.reply) columns.insert(columns.begin(), {"the program"});
    TextTable table(std::move(columns));
    for (std::size_t i = 0; i < answer.groups.size(); ++i) {
        const EqualConventions& group = answer.groups[i];
        std::vector<std::string> cells{group.reference, decimal_of(group), conventions_text(group),
                                       exact_of(group)};
        if (answer.reply) cells.insert(cells.begin(), answer.agrees[i] ? "agrees" : "");
        table.add_row(std::move(cells));
    }
    std::string text =
        fmt::format("{}: {}\n", name_of(answer.given.kind), printable(answer.given.input, 1000));
    if (answer.reply) {
        text += fmt::format("the program: {}{}\n", printable(to_string(*answer.reply), 1000),
                            std::ranges::find(answer.agrees, true) == answer.agrees.end()
                                ? ", which no convention gives"
                                : "");
    }
    return text + "\n" + table.to_string();
}

Json json_of(const InputAnswer& answer) {
    Json json = app::document("audit");
    json["kind"] = name_of(answer.given.kind);
    json["input"] = Json::parse(answer.given.input);
    if (answer.reply) json["got"] = to_string(*answer.reply);
    json["values"] = Json::array();
    for (std::size_t i = 0; i < answer.groups.size(); ++i) {
        const EqualConventions& group = answer.groups[i];
        Json entry{{"metric", group.reference},
                   {"value", group.value ? Json(exact_of(group)) : Json()},
                   {"decimal",
                    group.value && group.value->is_defined() ? Json(decimal_of(group)) : Json()},
                   {"conventions", group.boxes}};
        if (!group.value && group.points.empty()) entry["reason"] = group.why_none;
        for (const Value& value : group.points) {
            entry["values"].push_back(value.to_string());
            entry["decimals"].push_back(value.to_decimal());
        }
        if (answer.reply) entry["agrees"] = static_cast<bool>(answer.agrees[i]);
        json["values"].push_back(std::move(entry));
    }
    return json;
}

}  // namespace

void print_values_of_input(const InputQuestion& question, audit::MetricProcess* process) {
    const InputAnswer answer = answer_to(question, process);
    if (question.json) {
        app::print_json(json_of(answer));
    } else {
        app::print(text_of(answer));
    }
}

}  // namespace disarray::properties
