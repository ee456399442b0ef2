// SPDX-License-Identifier: MIT
//
// Experiments on clicks or grades (KV 6): a section for each, with Table 2 beside the figures that
// KV print, and their Figures 1 and 2. KV's logs were not published; where ours are generated, the
// word "synthetic" stands in the title, in the heading and in each caption, so that no table or
// figure that is taken out of the report loses it. Names and descriptions are texts from outside:
// made one line and cut here, escaped by the writers, whole in report.json.
#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"
#include "reports/compose/sections.hpp"
#include "reports/figures/footrule_kendall.hpp"

namespace disarray::reports {

namespace {

/// Rows of a table of queries or of k; more are counted.
constexpr std::size_t most_queries = 20, most_sizes = 200;

/// The decimal, with the exact number folded away.
Cell number_cell(const ExperimentNumber& number) {
    Cell cell = text_cell(number.decimal);
    if (!number.value) return cell;
    const std::string exact = number.value->to_string();
    if (exact != number.decimal && exact.size() <= longest_exact) {
        cell.details.push_back({"exact", {code(exact)}});
    }
    return cell;
}

std::string decimal_of(const std::optional<ExperimentNumber>& figure) {
    return figure ? figure->decimal : "undefined";
}

Cell figure_cell(const std::optional<ExperimentNumber>& figure) {
    return figure ? number_cell(*figure) : text_cell(decimal_of(figure));
}

/// A caption that says whether the data are real.
std::string caption(const FootruleKendall& experiment, std::string text) {
    return experiment.data.is_synthetic ? "Synthetic data. " + text : text;
}

std::string_view data_in_words(const ExperimentData& data) {
    return data.has_clicks() ? "clicks" : "grades";
}

/// "Footrule and Kendall distance on synthetic clicks", with the document where there are several.
std::string experiment_title(const FootruleKendall& experiment, const Model& model) {
    std::string title = fmt::format("Footrule and Kendall distance on {}{}",
                                    experiment.data.is_synthetic ? "synthetic " : "",
                                    data_in_words(experiment.data));
    if (model.footrule_kendall.size() > 1) {
        title +=
            fmt::format(" ({})", printable(model.sources[experiment.source].name, longest_name));
    }
    return title;
}

// --- Heading ---

std::string_view kind_in_words(const ExperimentData& data) {
    using enum record::SourceKind;
    if (data.kind == clicks) return "click log";
    if (data.kind == labels) return "graded labels";
    if (data.kind == run) return "run, with judgements";
    return "generated clicks";
}

std::string ties_in_words(properties::experiments::TieRule ties) {
    using enum properties::experiments::TieRule;
    if (ties == average) return "the mean over all orders of the tied positions";
    if (ties == random) return "in an order drawn at random, for each query";
    return ties == reversed ? "the later position first" : "the earlier position first";
}

List data_list(const FootruleKendall& experiment) {
    const ExperimentData& data = experiment.data;
    List list;
    const auto add = [&](std::string_view label, std::string text) {
        list.items.push_back({plain(fmt::format("{}: {}", label, text))});
    };
    list.items.push_back({plain(fmt::format("{}: ", kind_in_words(data))),
                          code(printable(data.description, longest_text))});
    if (data.is_synthetic) list.items.push_back({strong(printable(data.label, longest_text))});
    std::string queries = std::to_string(experiment.queries);
    if (experiment.queries < data.queries) queries += fmt::format(" measured, of {}", data.queries);
    add("queries", std::move(queries));
    for (const LeftOutQueries& left : data.left_out) {
        if (left.queries > 0)
            add("left out", fmt::format("{}: {}", left.queries, printable(left.why, longest_text)));
    }
    if (data.sessions > 0) add("sessions", std::to_string(data.sessions));
    add("positions", std::to_string(data.positions));
    add("different rankings", std::to_string(experiment.rankings));
    add("footrule in the reading", std::string(name_of(experiment.reading)));
    add(fmt::format("equal {}", data_in_words(data)), ties_in_words(experiment.ties));
    add("swap cost p̄ of what does not move",
        experiment.fixed_points == FixedPointPolicy::one ? "1 (KV 3.2)" : "that of its place");
    return list;
}

void describe_data(const FootruleKendall& experiment, const Model& model, Section& section) {
    const Source& source = model.sources[experiment.source];
    section.blocks.push_back(
        Paragraph{{strong(source.name),
                   plain(fmt::format(
                       ": KV 6 by footrule X and Kendall distance Y, between the order of results "
                       "and that by {}, with Z = X/Y; ",
                       data_in_words(experiment.data))),
                   code(printable(source.command, longest_text)), plain(".")}});
    section.blocks.push_back(data_list(experiment));
    if (experiment.data.is_synthetic) {
        section.blocks.push_back(Paragraph{
            {strong("Synthetic data:"),
             plain(" no user clicked. What KV print is of search logs that were not published, so "
                   "that their figures and these are of different data.")}});
    }
}

// --- Table 2 ---

/// One of its columns of figures.
struct Figures {
    std::string_view title;
    std::optional<ExperimentNumber> WeightingRow::*figure;
    std::string PrintedRow::*printed;
};

constexpr Figures table_columns[] = {
    {"E[Z]", &WeightingRow::ratio_mean, &PrintedRow::ratio_mean},
    {"σ(Z)", &WeightingRow::ratio_deviation, &PrintedRow::ratio_deviation},
    {"ε(X,Y)", &WeightingRow::correlation_error, &PrintedRow::correlation_error}};

std::string costs_in_words(const WeightingRow& row) {
    std::string text = row.weights.swap_costs.formula.empty()
                           ? fmt::format("{}", fmt::join(row.weights.swap_costs.each, " "))
                           : row.weights.swap_costs.formula;
    if (!row.weights.rates.empty())
        text += fmt::format(" (rates: {})", printable(row.weights.rates, longest_text));
    return printable(text, longest_text);
}

Cell weighting_cell(const WeightingRow& row) {
    Cell cell = text_cell(row.weighting);
    cell.details.push_back({"swap costs", {code(costs_in_words(row))}});
    if (!row.weights.element_weights.empty()) {
        cell.details.push_back(
            {"element weights", {code(printable(row.weights.element_weights, longest_text))}});
    }
    cell.details.push_back({"mean and deviation of K",
                            {plain(fmt::format("{}, {}", decimal_of(row.kendall.mean),
                                               decimal_of(row.kendall.deviation)))}});
    cell.details.push_back({"mean and deviation of F",
                            {plain(fmt::format("{}, {}", decimal_of(row.footrule.mean),
                                               decimal_of(row.footrule.deviation)))}});
    return cell;
}

Table main_table(const FootruleKendall& experiment) {
    const bool has_paper = std::ranges::any_of(
        experiment.weightings, [](const WeightingRow& row) { return row.paper.has_value(); });
    Table table{
        experiment.id + "-table",
        caption(experiment, has_paper ? "KV Table 2, ours beside what KV print" : "As KV Table 2"),
        {{"weighting"}},
        {}};
    for (const Figures& column : table_columns) {
        table.columns.push_back({std::string(column.title), true});
        if (has_paper) table.columns.push_back({fmt::format("KV: {}", column.title), true});
    }
    table.columns.insert(table.columns.end(),
                         {{"ε against UNIT's"}, {"queries with Z", true}, {"Y = 0, no Z", true}});
    for (const WeightingRow& row : experiment.weightings) {
        std::vector<Cell> cells = {weighting_cell(row)};
        for (const Figures& column : table_columns) {
            cells.push_back(figure_cell(row.*column.figure));
            if (has_paper) {
                cells.push_back(
                    {said(row.paper ? printable((*row.paper).*column.printed, longest_text) : "")});
            }
        }
        cells.push_back({said(row.error_to_unit)});
        cells.push_back(count_cell(row.with_ratio));
        cells.push_back(count_cell(row.without_ratio));
        table.rows.push_back({row.id, std::move(cells)});
    }
    return table;
}

// --- Notes ---

/// Which of KV's two data sets stand beside ours.
std::string paper_note(const FootruleKendall& experiment) {
    for (const WeightingRow& row : experiment.weightings) {
        if (!row.paper) continue;
        return fmt::format(
            "The columns KV are of their {}: {}.", row.paper->data,
            row.paper->data == "D1" ? "clicks at ten positions" : "grades at five positions");
    }
    return "KV print no figures for this kind of data: they have clicks at ten positions and "
           "grades at five.";
}

List notes(const FootruleKendall& experiment) {
    List list;
    const auto note = [&](std::string text) { list.items.push_back({plain(std::move(text))}); };
    note(paper_note(experiment));
    if (!experiment.complete) {
        note("Stopped before its end: all of this speaks of the queries measured until then.");
    }
    const auto& rows = experiment.weightings;
    if (std::ranges::any_of(rows, [](const WeightingRow& row) { return row.without_ratio > 0; })) {
        note("E[Z] and σ(Z) leave out the queries with Y = 0, where X = 0 too; ε(X,Y) does not.");
    }
    for (const WeightingRow& row : rows) {
        const std::string& name = row.weighting;
        if (row.partly > 0) {
            note(
                fmt::format("{}: in {} some orders of the tied have Y = 0, and Z is the mean over "
                            "the others.",
                            name, counted(row.partly, "query", "queries")));
        }
        if (!row.correlation_error && experiment.queries > 0)
            note(fmt::format("{}: no ε(X,Y), since all X or all Y are equal.", name));
    }
    return list;
}

// --- Overlap and worst queries ---

std::string overlap_text(const WorstOverlap& overlap) {
    if (*overlap.least.value == *overlap.greatest.value) return overlap.least.decimal;
    return fmt::format("{} ({} to {})", overlap.expected.decimal, overlap.least.decimal,
                       overlap.greatest.decimal);
}

void add_overlaps(const FootruleKendall& experiment, Section& section) {
    for (FigureBlock& figure : overlap_figures(experiment))
        section.blocks.push_back(std::move(figure));
    const std::size_t all = experiment.weightings.front().overlaps.size();
    if (all == 0) return;
    Table table{experiment.id + "-overlap-table",
                caption(experiment,
                        "Share that the worst k queries by K and by F have in common (KV 6.4): "
                        "expected, and least to greatest, over the choices among equally bad ones"),
                {{"k", true}},
                {}};
    for (const WeightingRow& row : experiment.weightings)
        table.columns.push_back({row.weighting, true});
    const std::size_t count = std::min(all, most_sizes);
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<Cell> cells = {count_cell(experiment.weightings.front().overlaps[i].k)};
        for (const WeightingRow& row : experiment.weightings)
            cells.push_back(text_cell(overlap_text(row.overlaps[i])));
        table.rows.push_back({"", std::move(cells)});
    }
    section.blocks.push_back(std::move(table));
    say_left_out(all - count, "k", "overlaps.csv", section);
}

void add_query(const WorstQuery& worst, const ExperimentNumber& number, std::vector<Cell>& cells) {
    Cell name{{code(printable(worst.query, longest_name))}};
    name.details = {
        {"ranks by position", {plain(fmt::format("{}", fmt::join(worst.ranks, " ")))}},
        {"K, F", {plain(fmt::format("{}, {}", worst.kendall.decimal, worst.footrule.decimal))}}};
    cells.push_back(std::move(name));
    cells.push_back(number_cell(number));
}

void add_worst(const FootruleKendall& experiment, Section& section) {
    for (const WeightingRow& row : experiment.weightings) {
        const std::size_t all = row.worst.by_kendall.size();
        if (all == 0) continue;
        Table table{row.id + "-worst",
                    caption(experiment,
                            fmt::format("The worst queries with the weights {}", row.weighting)),
                    {{"place", true}, {"worst by K"}, {"K", true}, {"worst by F"}, {"F", true}},
                    {}};
        const std::size_t count = std::min(all, most_queries);
        for (std::size_t i = 0; i < count; ++i) {
            std::vector<Cell> cells = {count_cell(i + 1)};
            add_query(row.worst.by_kendall[i], row.worst.by_kendall[i].kendall, cells);
            add_query(row.worst.by_footrule[i], row.worst.by_footrule[i].footrule, cells);
            table.rows.push_back({"", std::move(cells)});
        }
        section.blocks.push_back(std::move(table));
        say_left_out(all - count, all - count == 1 ? "place" : "places", "worst.csv", section);
    }
}

void add_rates(const FootruleKendall& experiment, Section& section) {
    const ExperimentData& data = experiment.data;
    if (data.rates.empty()) return;
    const bool has_paper = std::ranges::any_of(
        data.rates, [](const PositionRate& rate) { return !rate.paper.empty(); });
    Table table{experiment.id + "-rates",
                caption(experiment, fmt::format("Click-through rates: {}",
                                                printable(data.rates_are, longest_text))),
                {{"position", true}, {"rate", true}},
                {}};
    if (has_paper) table.columns.push_back({"KV Table 1", true});
    for (std::size_t i = 0; i < data.rates.size(); ++i) {
        std::vector<Cell> cells = {count_cell(i + 1), number_cell(data.rates[i].rate)};
        if (has_paper) cells.push_back({said(printable(data.rates[i].paper, longest_text))});
        table.rows.push_back({"", std::move(cells)});
    }
    section.blocks.push_back(std::move(table));
}

Section section_of(const FootruleKendall& experiment, const Model& model) {
    Section section{experiment.id, experiment_title(experiment, model), {}};
    describe_data(experiment, model, section);
    section.blocks.push_back(main_table(experiment));
    section.blocks.push_back(notes(experiment));
    for (FigureBlock& figure : query_scatter_figures(experiment))
        section.blocks.push_back(std::move(figure));
    add_overlaps(experiment, section);
    add_worst(experiment, section);
    add_rates(experiment, section);
    return section;
}

// --- Summary ---

/// "E[Z] is 1.796458 and ε(X,Y) 0.047846 with the weights UNIT".
std::string figures_text(const WeightingRow& row) {
    return fmt::format("E[Z] is {} and ε(X,Y) {} with the weights {}", decimal_of(row.ratio_mean),
                       decimal_of(row.correlation_error), row.weighting);
}

}  // namespace

std::vector<Section> footrule_kendall_sections(const Model& model) {
    std::vector<Section> sections;
    for (const FootruleKendall& experiment : model.footrule_kendall)
        sections.push_back(section_of(experiment, model));
    return sections;
}

std::vector<Text> footrule_kendall_summary(const Model& model) {
    std::vector<Text> items;
    for (const FootruleKendall& experiment : model.footrule_kendall) {
        std::vector<std::string> figures;
        for (const WeightingRow& row : experiment.weightings)
            figures.push_back(figures_text(row));
        items.push_back(
            {link(experiment_title(experiment, model), experiment.id),
             plain(fmt::format(" of {}{}: {}.", counted(experiment.queries, "query", "queries"),
                               experiment.complete ? "" : ", stopped before its end",
                               fmt::join(figures, "; ")))});
    }
    return items;
}

}  // namespace disarray::reports
