// SPDX-License-Identifier: MIT
#include "app/verbs/aggregation_output.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/text_table.hpp"
#include "record/json.hpp"

namespace disarray::app {

namespace {

using aggregation::Aggregate;
using aggregation::Effort;
using aggregation::Uniqueness;

/// cost / bound, which no ratio to the optimum exceeds; nothing where the bound is 0 and the cost
/// is not.
std::optional<Rational> ratio(const Rational& cost, const Rational& bound) {
    if (cost == bound) return Rational(1);
    if (bound.sign() == 0) return std::nullopt;
    return cost / bound;
}

/// "7/2 (3.5)", "3".
std::string with_decimal(const Rational& value) {
    if (value.is_integer()) return value.to_string();
    return fmt::format("{} ({})", value.to_string(), value.to_decimal());
}

std::string effort_text(const Effort& effort) {
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (effort.components > 0) {
        add(counted(effort.components, "component"));
        add(fmt::format("the largest of {}", counted(effort.largest_component, "element")));
    }
    if (effort.nodes > 0) add(counted(effort.nodes, "node"));
    if (effort.inequalities > 0) {
        add(counted(effort.inequalities, "inequality", "inequalities"));
    }
    return text.empty() ? "none to count" : text;
}

std::string ranking_table(const AggregationReport& report, const Aggregate& found) {
    std::vector<TextTable::Column> columns{{"rank", TextTable::Align::right}, {"element"}};
    const bool has_points = !found.points.empty();
    if (has_points) columns.push_back({"points", TextTable::Align::right});
    TextTable table(std::move(columns));
    for (std::size_t r = 0; r < found.order.size(); ++r) {
        const Rank element = found.order[r];
        std::vector<std::string> cells{std::to_string(r + 1),
                                       printable(report.elements.name(element), 1000)};
        if (has_points) cells.push_back(std::to_string(found.points[element]));
        table.add_row(std::move(cells));
    }
    return table.to_string();
}

std::string facts(const AggregationReport& report) {
    std::string text = fmt::format("profile        {}, {}, {} in all\ncost           {}\n",
                                   counted(report.elements.size(), "element"),
                                   counted(report.different_votes, "row"),
                                   counted(report.votes, "vote"), report.cost_name);
    for (const auto& [name, value] : report.choices)
        text += fmt::format("{:<15}{}\n", name, printable(value, 200));
    return text;
}

std::string optimality(const Aggregate& found, const Aggregate& bound) {
    if (found.cost == bound.lower_bound) {
        return fmt::format("yes, proved by: {}", name_of(bound.bound));
    }
    return fmt::format("not proved, at most {} above the least",
                       with_decimal(found.cost - bound.lower_bound));
}

/// "ranks 2 to 4: c > d > b", where the order is another one than `usual`.
std::string difference(const AggregationReport& report, const std::vector<Rank>& order,
                       const std::vector<Rank>& usual) {
    std::size_t first = 0;
    while (order[first] == usual[first])
        ++first;
    std::size_t last = order.size() - 1;
    while (order[last] == usual[last])
        --last;
    std::string text = fmt::format("ranks {} to {}: ", first + 1, last + 1);
    for (std::size_t r = first; r <= last; ++r) {
        text += (r == first ? "" : " > ") + printable(report.elements.name(order[r]), 200);
    }
    return text;
}

/// Of an optimum: whether it is the only one, and the others that are to be listed.
std::string optima_text(const AggregationReport& report) {
    const AggregationReport::Optima optima = report.optima();
    if (optima.orders.empty()) return "";
    std::string text;
    switch (optima.uniqueness) {
        case Uniqueness::unique:
            text = "unique         yes, proved\n";
            break;
        case Uniqueness::not_unique:
            text = "unique         no\n";
            break;
        case Uniqueness::unknown:
            text = "unique         unknown: no other optimum was found, and none is excluded\n";
            break;
    }
    for (std::size_t o = 1; o < optima.orders.size(); ++o) {
        text += fmt::format("another        {}\n",
                            difference(report, optima.orders[o], optima.orders.front()));
    }
    if (!report.listed_optima) return text;
    return text + fmt::format("optima         {}, {}\n", counted(optima.orders.size(), "order"),
                              optima.are_all ? "these are all" : "there may be more");
}

std::string ratio_text(const Aggregate& found, const Aggregate& bound) {
    const auto value = ratio(found.cost, bound.lower_bound);
    return value ? with_decimal(*value) : "unbounded: the lower bound is 0";
}

std::string conclusion(const AggregationReport& report) {
    const Aggregate& found = *report.best().found;
    const Aggregate& bound = report.best_bound();
    return fmt::format(
               "total cost     {}\nlower bound    {}, by: {}\noptimal        {}\nratio          "
               "{}\n",
               with_decimal(found.cost), with_decimal(bound.lower_bound), name_of(bound.bound),
               optimality(found, bound), ratio_text(found, bound)) +
           optima_text(report);
}

std::string comparison_table(const AggregationReport& report) {
    const Aggregate& bound = report.best_bound();
    using Align = TextTable::Align;
    TextTable table({{"method"},
                     {"cost", Align::right},
                     {"cost/bound", Align::right},
                     {"own bound", Align::right},
                     {"optimal"},
                     {"seconds", Align::right}});
    std::string notes;
    for (const MethodAnswer& answer : report.answers) {
        if (!answer.found) {
            notes += fmt::format("note: {} left out: {}\n", name_of(answer.method), answer.why_not);
            continue;
        }
        const auto value = ratio(answer.found->cost, bound.lower_bound);
        table.add_row({std::string(name_of(answer.method)), answer.found->cost.to_string(),
                       value ? value->to_decimal() : "unbounded",
                       answer.found->lower_bound.to_string(),
                       answer.found->cost == bound.lower_bound ? "yes" : "not proved",
                       fmt::format("{:.3f}", answer.seconds)});
    }
    return table.to_string() + notes;
}

Json names_of(const AggregationReport& report, const std::vector<Rank>& order) {
    Json names = Json::array();
    for (const Rank element : order)
        names.push_back(report.elements.name(element));
    return names;
}

/// "unique" is null where it is not known; "optima" has the answer's order first.
void add_optima(Json& json, const AggregationReport& report) {
    const AggregationReport::Optima optima = report.optima();
    if (optima.orders.empty()) return;
    json["unique"] = optima.uniqueness == Uniqueness::unknown
                         ? Json()
                         : Json(optima.uniqueness == Uniqueness::unique);
    json["optima"] = Json::array();
    for (const std::vector<Rank>& order : optima.orders)
        json["optima"].push_back(names_of(report, order));
    json["optima_complete"] = optima.are_all;
}

/// Adds the keys of one order; `bound` is the best that is known.
void add_answer(Json& json, const AggregationReport& report, const MethodAnswer& answer,
                const Aggregate& bound) {
    const Aggregate& found = *answer.found;
    json["method"] = name_of(answer.method);
    json["ranking"] = names_of(report, found.order);
    json["ranks"] = found.ranking().to_ranks();  // of the elements as "profile" lists them
    if (!found.points.empty()) json["points"] = found.points;  // likewise
    json["cost"] = found.cost.to_string();
    json["lower_bound"] = bound.lower_bound.to_string();
    json["bound_source"] = name_of(bound.bound);
    json["optimal"] = found.cost == bound.lower_bound;
    json["gap"] = (found.cost - bound.lower_bound).to_string();
    const auto value = ratio(found.cost, bound.lower_bound);
    json["ratio"] = value ? Json(value->to_string()) : Json();
    json["decimal"]["cost"] = found.cost.to_decimal();
    json["decimal"]["lower_bound"] = bound.lower_bound.to_decimal();
    json["decimal"]["ratio"] = value ? Json(value->to_decimal()) : Json();
    json["effort"] = record::to_json(found.effort);
    json["seconds"] = answer.seconds;
}

}  // namespace

const MethodAnswer& AggregationReport::best() const {
    const MethodAnswer* best = nullptr;
    for (const MethodAnswer& answer : answers) {
        if (!answer.found) continue;
        const bool is_better = !best || answer.found->cost < best->found->cost ||
                               (answer.found->cost == best->found->cost &&
                                answer.found->is_optimal && !best->found->is_optimal);
        if (is_better) best = &answer;
    }
    if (!best) throw InternalError("aggregate: no method has an answer");
    return *best;
}

const Aggregate& AggregationReport::best_bound() const {
    const Aggregate* bound = &*best().found;
    for (const MethodAnswer& answer : answers) {
        if (answer.found && answer.found->lower_bound > bound->lower_bound) bound = &*answer.found;
    }
    return *bound;
}

AggregationReport::Optima AggregationReport::optima() const {
    Optima optima;
    const Aggregate& first = *best().found;
    if (first.cost != best_bound().lower_bound) return optima;
    std::set<std::vector<Rank>> orders;
    for (const MethodAnswer& answer : answers) {
        if (!answer.found || answer.found->cost != first.cost) continue;
        orders.insert(answer.found->order);
        orders.insert(answer.found->others.orders.begin(), answer.found->others.orders.end());
        optima.are_all |= answer.found->others.are_all;
    }
    optima.uniqueness = orders.size() > 1 ? Uniqueness::not_unique
                        : optima.are_all  ? Uniqueness::unique
                                          : Uniqueness::unknown;
    orders.erase(first.order);
    optima.orders.push_back(first.order);
    optima.orders.insert(optima.orders.end(), orders.begin(), orders.end());
    const std::uint64_t most = listed_optima.value_or(2);
    if (optima.orders.size() > most) {
        optima.orders.resize(most);
        optima.are_all = false;
    }
    return optima;
}

std::string text_of(const AggregationReport& report) {
    const MethodAnswer& best = report.best();
    std::string text = facts(report);
    if (report.is_comparison) text += "\n" + comparison_table(report);
    text += fmt::format("{}{:<15}{}\n\n{}\n{}", report.is_comparison ? "\n" : "",
                        report.is_comparison ? "best" : "method", name_of(best.method),
                        ranking_table(report, *best.found), conclusion(report));
    if (!report.is_comparison) {
        if (takes_seed(best.method)) text += fmt::format("seed           {}\n", report.seed);
        text += fmt::format("effort         {}\nseconds        {:.3f}\n",
                            effort_text(best.found->effort), best.seconds);
    }
    if (report.is_stopped) text += "note: stopped: the best order and bound found so far\n";
    return text;
}

Json json_of(const AggregationReport& report) {
    const Aggregate& bound = report.best_bound();
    Json json = document("aggregate");
    const bool used_seed = std::ranges::any_of(report.answers, [](const MethodAnswer& answer) {
        return answer.found && takes_seed(answer.method);
    });
    if (used_seed) json["seed"] = report.seed;
    json["profile"]["elements"] = Json::array();
    for (std::size_t i = 0; i < report.elements.size(); ++i)
        json["profile"]["elements"].push_back(report.elements.name(i));
    json["profile"]["rows"] = report.different_votes;
    json["profile"]["votes"] = report.votes;
    if (!report.margins.empty()) json["profile"]["margins"] = report.margins;
    json["distance"] = report.cost_name;
    for (const auto& [name, value] : report.choices)
        json["options"][name] = value;
    add_answer(json, report, report.best(), bound);
    add_optima(json, report);
    json["complete"] = !report.is_stopped;
    if (!report.is_comparison) return json;
    json["methods"] = Json::array();
    for (const MethodAnswer& answer : report.answers) {
        Json entry;
        if (answer.found) {
            add_answer(entry, report, answer, bound);
            entry["own_lower_bound"] = answer.found->lower_bound.to_string();
            entry["own_bound_source"] = name_of(answer.found->bound);
        } else {
            entry["method"] = name_of(answer.method);
            entry["reason"] = answer.why_not;
        }
        json["methods"].push_back(std::move(entry));
    }
    return json;
}

}  // namespace disarray::app
