// SPDX-License-Identifier: MIT
#include "app/verbs/footrule_kendall_output.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "base/counted.hpp"
#include "base/near_names.hpp"
#include "base/text_table.hpp"
#include "exact/decimal.hpp"
#include "properties/experiments/click_models.hpp"
#include "record/json.hpp"

namespace disarray::properties {

namespace {

using experiments::Figure;
using experiments::FootruleKendall;
using experiments::Overlap;
using experiments::PairMeasure;
using experiments::Point;
using experiments::WeightingResult;
using record::ExactNumber;
using record::ExperimentNumber;

constexpr int table_places = 3;  // as KV print
constexpr int json_places = 6;
constexpr std::size_t longest_fraction = 200;  // characters, beyond which nobody reads one

// --- what KV print ----------------------------------------------------------------------------

/// A row of KV Table 2.
struct PaperRow {
    std::string_view weighting;
    bool is_of_clicks;  ///< D₁; else D₂
    std::string_view ratio_mean, ratio_deviation, correlation_error;
};

constexpr std::array<PaperRow, 6> paper_rows = {{{"UNIT", true, "1.756", "0.248", "0.040"},
                                                 {"DCG", true, "1.756", "0.273", "0.022"},
                                                 {"CTR", true, "1.806", "0.268", "0.026"},
                                                 {"TOPK", true, "1.767", "0.262", "0.026"},
                                                 {"UNIT", false, "1.799", "0.354", "0.058"},
                                                 {"EDIT", false, "1.721", "0.342", "0.040"}}};

/// The row for the same kind of data: clicks at ten positions (D₁), grades at five (D₂).
const PaperRow* paper_row(const ExperimentSource& source, std::string_view weighting) {
    const std::size_t positions = source.has_clicks() ? 10 : 5;
    if (source.table.positions != positions) return nullptr;
    const auto found = std::ranges::find_if(paper_rows, [&](const PaperRow& row) {
        return row.weighting == weighting && row.is_of_clicks == source.has_clicks();
    });
    return found == paper_rows.end() ? nullptr : &*found;
}

/// One of the three columns of Table 2.
struct TableColumn {
    std::string_view title;
    std::string_view key;
    std::optional<Figure> WeightingResult::*figure;
    std::string_view PaperRow::*printed;
};

const std::array<TableColumn, 3> table_columns = {
    {{"E[Z]", "ratio_mean", &WeightingResult::ratio_mean, &PaperRow::ratio_mean},
     {"σ(Z)", "ratio_deviation", &WeightingResult::ratio_deviation, &PaperRow::ratio_deviation},
     {"ε(X,Y)", "correlation_error", &WeightingResult::correlation_error,
      &PaperRow::correlation_error}}};

// --- numbers ----------------------------------------------------------------------------------

std::string figure_text(const std::optional<Figure>& figure, int places) {
    if (!figure) return "undefined";
    return figure->fixed(places).value_or("undecided");
}

/// Absent where the figure is undefined; without its value where that is no short fraction.
std::optional<ExperimentNumber> number_of(const std::optional<Figure>& figure) {
    if (!figure) return std::nullopt;
    ExperimentNumber number{figure_text(figure, json_places), figure->exact()};
    if (number.value && number.value->to_string().size() > longest_fraction) number.value.reset();
    return number;
}

ExactNumber exact_number(const Rational& value) {
    return {{to_fixed(value, json_places), value}};
}

/// How ε stands to that without weights: "smaller", …; empty if there is nothing to compare.
std::string_view against_unit(const FootruleKendall& result, const WeightingResult& row) {
    const auto unit = std::ranges::find_if(result.results(), [](const WeightingResult& other) {
        return other.weights.name == "UNIT";
    });
    if (unit == result.results().end() || row.weights.name == "UNIT") return "";
    if (!unit->correlation_error || !row.correlation_error) return "";
    const auto order = compare_errors(row, *unit);
    if (!order) return "undecided";
    return *order < 0 ? "smaller" : *order > 0 ? "greater" : "equal";
}

// --- text -------------------------------------------------------------------------------------

std::string experiment_heading(const FootruleKendallReport& report) {
    const ExperimentSource& source = report.source;
    std::string text =
        "KV 6.3: footrule X and Kendall distance Y between the order of results and ";
    text += source.has_clicks() ? "that by clicks" : "that by grades";
    text += fmt::format("; Z = X/Y\n{}: {}\n",
                        source.is_synthetic() ? "synthetic" : name_of(source.kind),
                        printable(source.description, 300));
    text += fmt::format(
        "{}, {} positions, {}; footrule[{}], ties {}, fixed points {}\n",
        counted(report.result.queries(), "query", "queries"), source.table.positions,
        counted(report.result.rankings(), "different ranking"), name_of(report.options.reading),
        name_of(report.options.ties), name_of(report.options.weightings.front().fixed_points));
    return text + "\n";
}

std::string main_table(const FootruleKendallReport& report) {
    const bool has_paper =
        std::ranges::any_of(report.result.results(), [&](const WeightingResult& row) {
            return paper_row(report.source, row.weights.name) != nullptr;
        });
    std::vector<TextTable::Column> columns{{"weighting"}};
    const auto add_column = [&](std::string_view title) {
        columns.push_back({std::string(title), TextTable::Align::right});
    };
    for (const TableColumn& column : table_columns) {
        add_column(column.title);
        if (has_paper) add_column("KV");
    }
    for (const std::string_view title : {"ε to UNIT's", "queries", "with Z", "Y = 0"})
        add_column(title);
    TextTable table(std::move(columns));
    for (const WeightingResult& row : report.result.results()) {
        const PaperRow* paper = paper_row(report.source, row.weights.name);
        std::vector<std::string> cells{row.weights.name};
        for (const TableColumn& column : table_columns) {
            cells.push_back(figure_text(row.*column.figure, table_places));
            if (has_paper) cells.emplace_back(paper ? paper->*column.printed : "");
        }
        cells.emplace_back(against_unit(report.result, row));
        cells.push_back(std::to_string(report.result.queries()));
        cells.push_back(std::to_string(row.with_ratio));
        cells.push_back(std::to_string(row.without_ratio));
        table.add_row(std::move(cells));
    }
    return table.to_string();
}

std::string experiment_notes(const FootruleKendallReport& report) {
    const ExperimentSource& source = report.source;
    std::string text;
    const auto note = [&](const std::string& line) { text += "note: " + line + "\n"; };
    if (source.is_synthetic()) {
        note("synthetic clicks; the columns KV are of search logs that were not published");
    }
    for (const auto& [queries, why] : source.left_out) {
        if (queries > 0)
            note(fmt::format("{} left out: {}", counted(queries, "query", "queries"), why));
    }
    if (!source.table.is_complete && source.kind != SourceKind::synthetic) {
        note("stopped while reading: queries are missing");
    }
    if (report.result.queries() < source.asked) {
        note(fmt::format("stopped: the first {} of {} queries", report.result.queries(),
                         source.asked));
    }
    const auto& rows = report.result.results();
    if (std::ranges::any_of(rows, [](const auto& row) { return row.without_ratio > 0; })) {
        note("E[Z] and σ(Z) leave out the queries with Y = 0, where X = 0 too; ε(X,Y) does not");
    }
    for (const WeightingResult& row : rows) {
        const std::string& name = row.weights.name;
        if (row.partly > 0) {
            note(
                fmt::format("{}: in {} some orders of the tied have Y = 0, and Z is the mean over "
                            "the others",
                            name, counted(row.partly, "query", "queries")));
        }
        if (!row.correlation_error && report.result.queries() > 0) {
            note(fmt::format("{}: no ε, all X or all Y are equal", name));
        }
    }
    return text;
}

/// "0.900 (0.850 to 0.950)", or the number alone where ties leave no choice.
std::string overlap_text(const Overlap& overlap) {
    const Rational k = overlap.k;
    const auto share = [&](const Rational& queries) { return to_fixed(queries / k, table_places); };
    if (overlap.least == overlap.greatest) return share(overlap.least);
    return fmt::format("{} ({} to {})", share(overlap.expected), share(overlap.least),
                       share(overlap.greatest));
}

std::string overlap_table(const FootruleKendallReport& report) {
    const auto& results = report.result.results();
    std::vector<TextTable::Column> columns{{"k", TextTable::Align::right}};
    for (const WeightingResult& row : results)
        columns.push_back({row.weights.name, TextTable::Align::right});
    TextTable table(std::move(columns));
    for (std::size_t i = 0; i < results.front().overlaps.size(); ++i) {
        std::vector<std::string> cells{std::to_string(results.front().overlaps[i].k)};
        for (const WeightingResult& row : results)
            cells.push_back(overlap_text(row.overlaps[i]));
        table.add_row(std::move(cells));
    }
    return "\nShare that the worst k queries by K and the worst k by F have in common (KV 6.4);\n"
           "expected, and least to greatest, over the choices among equally bad ones\n\n" +
           table.to_string();
}

std::string worst_table(const FootruleKendallReport& report, std::size_t weighting) {
    const WeightingResult& row = report.result.results()[weighting];
    const auto& patterns = report.result.patterns();
    TextTable table({{"", TextTable::Align::right},
                     {"worst by K"},
                     {"K", TextTable::Align::right},
                     {"worst by F"},
                     {"F", TextTable::Align::right}});
    for (std::size_t i = 0; i < row.worst_by_kendall.size(); ++i) {
        std::vector<std::string> cells{std::to_string(i + 1)};
        for (const auto& [queries, quantity] :
             {std::pair(&row.worst_by_kendall, PairMeasure::Quantity::kendall),
              std::pair(&row.worst_by_footrule, PairMeasure::Quantity::footrule)}) {
            const std::size_t query = (*queries)[i];
            cells.push_back(printable(report.source.table.queries[query]));
            cells.push_back(figure_text(
                report.result.value(weighting, quantity, patterns.of_query[query], table_places),
                table_places));
        }
        table.add_row(std::move(cells));
    }
    return fmt::format("\n{}\n{}", row.weights.name, table.to_string());
}

// --- JSON -------------------------------------------------------------------------------------

record::ExperimentData data_of(const ExperimentSource& source) {
    return {source.kind,
            source.description,
            source.is_synthetic(),
            source.is_synthetic() ? "synthetic: " + source.table.synthetic : "",
            source.table.size(),
            source.table.positions,
            source.left_out,
            source.sessions,
            source.rates.empty() ? "" : source.rates_are,
            position_rates(source.rates)};
}

/// Points whose numbers agree when they are rounded, as one.
struct RoundedPoints {
    std::map<std::pair<Rational, Rational>, std::uint64_t> queries;  ///< by K, then by F
    std::uint64_t undecided = 0;  ///< queries of points where a digit is not settled
};

RoundedPoints rounded_points(const FootruleKendallReport& report, std::size_t weighting,
                             int places) {
    RoundedPoints rounded;
    for (const Point& point : report.result.results()[weighting].points) {
        const auto number = [&](PairMeasure::Quantity quantity) {
            return report.result.value(weighting, quantity, point.pattern, places).fixed(places);
        };
        const auto kendall = number(PairMeasure::Quantity::kendall),
                   footrule = number(PairMeasure::Quantity::footrule);
        if (kendall && footrule) {
            rounded.queries[{Rational::parse(*kendall, "K"), Rational::parse(*footrule, "F")}] +=
                point.place.queries;
        } else {
            rounded.undecided += point.place.queries;
        }
    }
    return rounded;
}

/// All points, or, where there are more than asked for, rounded to as many places as keep them
/// below that. Each query is in one of them.
record::QueryPoints points_of(const FootruleKendallReport& report, std::size_t weighting) {
    const auto& all = report.result.results()[weighting].points;
    record::QueryPoints scatter{all.size(), {}, 0, {}};
    if (all.size() <= report.most_points) {
        for (const Point& point : all) {
            const auto number = [&](PairMeasure::Quantity quantity) {
                return *number_of(
                    report.result.value(weighting, quantity, point.pattern, json_places));
            };
            scatter.points.push_back({number(PairMeasure::Quantity::kendall),
                                      number(PairMeasure::Quantity::footrule),
                                      point.place.queries});
        }
        return scatter;
    }
    int places = json_places - 1;
    RoundedPoints rounded = rounded_points(report, weighting, places);
    while (places > 0 && rounded.queries.size() > report.most_points)
        rounded = rounded_points(report, weighting, --places);
    scatter.rounded_to_places = places;
    scatter.undecided_queries = rounded.undecided;
    for (const auto& [point, queries] : rounded.queries) {
        scatter.points.push_back(
            {{to_fixed(point.first, places), {}}, {to_fixed(point.second, places), {}}, queries});
    }
    return scatter;
}

std::vector<record::WorstOverlap> overlap_shares(const std::vector<Overlap>& overlaps) {
    std::vector<record::WorstOverlap> shares;
    for (const Overlap& overlap : overlaps) {
        const auto share = [&](const Rational& queries) {
            return exact_number(queries / Rational(overlap.k));
        };
        shares.push_back(
            {overlap.k, share(overlap.least), share(overlap.expected), share(overlap.greatest)});
    }
    return shares;
}

std::vector<record::WorstQuery> worst_queries(const FootruleKendallReport& report,
                                              std::size_t weighting,
                                              const std::vector<std::size_t>& queries) {
    const auto& patterns = report.result.patterns();
    std::vector<record::WorstQuery> worst;
    for (const std::size_t query : queries) {
        const std::size_t pattern = patterns.of_query[query];
        const auto number = [&](PairMeasure::Quantity quantity) {
            return *number_of(report.result.value(weighting, quantity, pattern, json_places));
        };
        worst.push_back({report.source.table.queries[query],
                         {},
                         number(PairMeasure::Quantity::kendall),
                         number(PairMeasure::Quantity::footrule)});
        for (const Rank above : patterns.above_of(pattern))
            worst.back().ranks.push_back(above + 1);
    }
    return worst;
}

std::optional<record::PrintedRow> printed_row(const PaperRow* paper) {
    if (!paper) return std::nullopt;
    return record::PrintedRow{paper->is_of_clicks ? "D1" : "D2", std::string(paper->ratio_mean),
                              std::string(paper->ratio_deviation),
                              std::string(paper->correlation_error)};
}

record::WeightTexts weight_texts(const experiments::PairWeights& weights,
                                 const std::string& rates_used) {
    record::WeightTexts texts;
    if (weights.swap_costs) {
        for (const Rational& cost : weights.swap_costs->costs())
            texts.swap_costs.each.push_back(cost.to_string());
        if (weights.name == "CTR") texts.rates = rates_used;
    } else {
        texts.swap_costs.formula = fmt::format("1/log_{0}(i+1) - 1/log_{0}(i+2)", weights.log_base);
    }
    if (weights.grades) texts.element_weights = name_of(*weights.grades);
    return texts;
}

record::WeightingRow weighting_row(const FootruleKendallReport& report, std::size_t weighting) {
    const WeightingResult& from = report.result.results()[weighting];
    record::WeightingRow row;
    row.weighting = from.weights.name;
    row.weights = weight_texts(from.weights, report.rates_used);
    row.ratio_mean = number_of(from.ratio_mean);
    row.ratio_deviation = number_of(from.ratio_deviation);
    row.correlation_error = number_of(from.correlation_error);
    if (from.signed_square && from.signed_square->to_string().size() <= longest_fraction) {
        row.signed_squared_correlation = from.signed_square;
    }
    row.paper = printed_row(paper_row(report.source, row.weighting));
    row.error_to_unit = against_unit(report.result, from);
    row.with_ratio = from.with_ratio;
    row.without_ratio = from.without_ratio;
    row.partly = from.partly;
    row.kendall = {number_of(from.kendall_mean), number_of(from.kendall_deviation)};
    row.footrule = {number_of(from.footrule_mean), number_of(from.footrule_deviation)};
    row.overlaps = overlap_shares(from.overlaps);
    row.worst = {worst_queries(report, weighting, from.worst_by_kendall),
                 worst_queries(report, weighting, from.worst_by_footrule)};
    row.scatter = points_of(report, weighting);
    return row;
}

std::string source_field(const ExperimentSource& source) {
    return source.is_synthetic() ? "synthetic" : std::string(name_of(source.kind));
}

}  // namespace

std::string text_of(const FootruleKendallReport& report) {
    std::string text = experiment_heading(report) + main_table(report) + experiment_notes(report);
    if (report.result.queries() == 0) return text;
    if (!report.source.rates.empty()) {
        text += fmt::format("\nClick-through rates ({})\n\n{}", report.source.rates_are,
                            rates_table(report.source.rates));
    }
    text += overlap_table(report);
    if (report.options.worst > 0) text += "\nThe worst queries\n";
    for (std::size_t w = 0; w < report.result.results().size() && report.options.worst > 0; ++w)
        text += worst_table(report, w);
    return text;
}

Json json_of(const FootruleKendallReport& report) {
    const experiments::FootruleKendall& result = report.result;
    Json json = app::document("experiment");
    record::add_fields(
        json, record::ExperimentFacts{
                  "robustness", report.options.seed, data_of(report.source), result.queries(),
                  report.source.table.is_complete && result.queries() == report.source.asked,
                  result.rankings(), report.options.reading, report.options.ties,
                  report.options.weightings.front().fixed_points});
    json["weightings"] = Json::array();
    for (std::size_t w = 0; w < result.results().size(); ++w)
        json["weightings"].push_back(record::to_json(weighting_row(report, w)));
    return json;
}

std::string csv_of(const FootruleKendallReport& report) {
    std::string text = "source,weighting,queries,with_ratio,without_ratio";
    for (const TableColumn& column : table_columns)
        text += fmt::format(",{0},{0}_of_kv", column.key);
    text += '\n';
    for (const WeightingResult& row : report.result.results()) {
        const PaperRow* paper = paper_row(report.source, row.weights.name);
        text += fmt::format("{},{},{},{},{}", source_field(report.source), row.weights.name,
                            report.result.queries(), row.with_ratio, row.without_ratio);
        for (const TableColumn& column : table_columns) {
            text += fmt::format(",{},{}", figure_text(row.*column.figure, json_places),
                                paper ? paper->*column.printed : "");
        }
        text += '\n';
    }
    return text;
}

std::string points_csv(const FootruleKendallReport& report) {
    std::string text = "source,weighting,kendall,footrule,queries\n";
    const std::string source = source_field(report.source);
    for (std::size_t w = 0; w < report.result.results().size(); ++w) {
        const WeightingResult& row = report.result.results()[w];
        for (const Point& point : row.points) {
            const auto number = [&](PairMeasure::Quantity quantity) {
                return figure_text(report.result.value(w, quantity, point.pattern, json_places),
                                   json_places);
            };
            fmt::format_to(std::back_inserter(text), "{},{},{},{},{}\n", source, row.weights.name,
                           number(PairMeasure::Quantity::kendall),
                           number(PairMeasure::Quantity::footrule), point.place.queries);
        }
    }
    return text;
}

std::string rates_table(const std::vector<Rational>& rates) {
    const auto& printed = experiments::kv_click_through_rates;
    const bool has_paper = rates.size() == printed.size();
    std::vector<TextTable::Column> columns{{"position"}};
    std::vector<std::string> ours{"rate"}, of_paper{"KV Table 1"};
    for (std::size_t i = 0; i < rates.size(); ++i) {
        columns.push_back({std::to_string(i + 1), TextTable::Align::right});
        ours.push_back(to_fixed(rates[i], table_places));
        if (has_paper) {
            of_paper.push_back(
                to_fixed(Rational(Integer(printed[i]), Integer(1000)), table_places));
        }
    }
    TextTable table(std::move(columns));
    table.add_row(std::move(ours));
    if (has_paper) table.add_row(std::move(of_paper));
    return table.to_string();
}

std::vector<record::PositionRate> position_rates(const std::vector<Rational>& rates) {
    const auto& printed = experiments::kv_click_through_rates;
    std::vector<record::PositionRate> list;
    for (std::size_t i = 0; i < rates.size(); ++i) {
        list.push_back({i + 1, exact_number(rates[i]), ""});
        if (rates.size() != printed.size()) continue;
        list.back().paper = to_fixed(Rational(Integer(printed[i]), Integer(1000)), table_places);
    }
    return list;
}

}  // namespace disarray::properties
