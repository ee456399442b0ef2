// SPDX-License-Identifier: MIT
//
// Rank aggregation: the order that costs least, its proof or its gap, the margins of the pairs, and
// all optima where they were listed.
#include <algorithm>

#include <fmt/format.h>

#include "reports/compose/sections.hpp"

namespace disarray::reports {

namespace {

/// The margins of more elements are in report.json.
constexpr std::size_t most_margins = 20, most_optima = 50;

std::string in_order(const std::vector<std::string>& ranking) {
    return fmt::format("{}", fmt::join(ranking, " > "));
}

/// "proved least, by: dynamic programming over subsets"; "at most 3 above the least, by: …".
std::string proof_words(const AggregatedOrder& order) {
    return order.is_optimal() ? "proved least, by: " + order.bound_source
                              : fmt::format("not proved least: at most {} above it, by: {}",
                                            order.gap().to_string(), order.bound_source);
}

Table methods_table(const Aggregation& of) {
    Table table{of.id + "-methods",
                "Orders found, each with its cost and what the best bound says of it",
                {{"method"}, {"cost", true}, {"gap", true}, {"proof"}, {"order"}},
                {}};
    std::vector<AggregatedOrder> orders = of.methods;
    if (orders.empty()) orders.push_back(of.best);
    for (const AggregatedOrder& order : orders) {
        table.rows.push_back({"",
                              {text_cell(order.method), text_cell(order.cost.to_string()),
                               text_cell(order.gap().to_string()), text_cell(proof_words(order)),
                               text_cell(in_order(order.ranking))}});
    }
    return table;
}

/// In the order of the ranking: where it is against a majority, a margin above the diagonal is
/// negative.
Table margins_table(const Aggregation& of) {
    Table table{of.id + "-margins",
                "Margins: votes for the element of the row above that of the column, minus votes "
                "against; in the order found, so that a negative one right of the diagonal is a "
                "majority that the order goes against",
                {{"above"}},
                {}};
    std::vector<std::size_t> places;
    for (const std::string& name : of.best.ranking) {
        table.columns.push_back({name, true});
        places.push_back(
            static_cast<std::size_t>(std::ranges::find(of.elements, name) - of.elements.begin()));
    }
    for (const std::size_t i : places) {
        Row row{"", {text_cell(of.elements[i])}};
        for (const std::size_t j : places)
            row.cells.push_back(text_cell(i == j ? "–" : std::to_string(of.margins[i][j])));
        table.rows.push_back(std::move(row));
    }
    return table;
}

void add_optima(const Aggregation& of, Section& section) {
    if (of.optima.empty()) return;
    Table table{of.id + "-optima",
                fmt::format("All orders of cost {}: {}", of.best.cost.to_string(),
                            counted(of.optima.size(), "order", "orders")),
                {{"order"}},
                {}};
    for (const auto& order : of.optima) {
        if (table.rows.size() < most_optima)
            table.rows.push_back({"", {text_cell(in_order(order))}});
    }
    const std::size_t left_out = of.optima.size() - table.rows.size();
    section.blocks.push_back(std::move(table));
    if (left_out > 0) {
        section.blocks.push_back(
            Paragraph{{plain(fmt::format("And {} more, in report.json.", left_out))}});
    }
}

std::string profile_words(const Aggregation& of) {
    return fmt::format("{} on {}", counted(of.votes, "vote", "votes"),
                       counted(of.elements.size(), "element", "elements"));
}

}  // namespace

std::vector<Text> aggregation_summary(const Model& model) {
    std::vector<Text> items;
    for (const Aggregation& of : model.aggregations) {
        items.push_back({strong("Aggregation"), plain(" of "), link(profile_words(of), of.id),
                         plain(fmt::format(" in {}: cost {}, {}.", of.distance,
                                           of.best.cost.to_string(), proof_words(of.best)))});
    }
    return items;
}

std::vector<Section> aggregation_sections(const Model& model) {
    std::vector<Section> sections;
    for (const Aggregation& of : model.aggregations) {
        Section section{of.id, "Aggregation of " + profile_words(of), {}};
        section.blocks.push_back(
            Paragraph{{plain(fmt::format("{} ({} different) are aggregated in {}. Found by {}{}: ",
                                         counted(of.votes, "vote", "votes"), of.rows, of.distance,
                                         of.best.method, of.complete ? "" : ", cut short")),
                       strong(in_order(of.best.ranking)),
                       plain(fmt::format(", of cost {}, {}.", of.best.cost.to_string(),
                                         proof_words(of.best)))}});
        section.blocks.push_back(methods_table(of));
        if (!of.margins.empty() && of.elements.size() <= most_margins)
            section.blocks.push_back(margins_table(of));
        add_optima(of, section);
        sections.push_back(std::move(section));
    }
    return sections;
}

}  // namespace disarray::reports
