// SPDX-License-Identifier: MIT
//
// Documents of `disarray experiment robustness`. The data are not measured again. What a document
// says twice must agree: a decimal with the exact number beside it; counts of queries with each
// other; means with the points, where the points are exact and all there; the K of a listed query,
// where all costs are 1, with the inversions of its ranks. Irrational figures are taken as they
// stand.
#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "exact/decimal.hpp"
#include "reports/reading/documents.hpp"

namespace disarray::reports {

namespace {

/// The text under `key`, which is one of these names.
std::string name_in(const Fields& fields, const char* key,
                    const std::vector<std::string_view>& names) {
    std::string name = fields.text(key);
    if (std::ranges::find(names, name) != names.end()) return name;
    refuse(fields, json_member(key, name), expected_one_of(name, names));
}

std::uint64_t count_up_to(const Fields& fields, const char* key, std::uint64_t most,
                          std::string_view what) {
    const std::uint64_t count = fields.count(key);
    if (count > most)
        refuse(fields, json_member(key, count), fmt::format("at most the {} {}", most, what));
    return count;
}

// --- numbers ------------------------------------------------------------------------------------

/// "12", "0.250000": all that is measured here is 0 or more.
bool is_measurement(std::string_view text) {
    return text.size() <= 2 * most_places && !text.starts_with('-') && is_decimal(text);
}

ExperimentNumber number_in(const Fields& fields) {
    ExperimentNumber number{fields.words("decimal"), fields.rational_if_any("value")};
    if (!is_measurement(number.decimal) && (number.value || number.decimal != undecided_word)) {
        refuse(fields, json_member("decimal", number.decimal), "a decimal, 0 or more");
    }
    if (!number.value) return number;
    const std::string rounded =
        to_fixed(*number.value, static_cast<int>(places_of(number.decimal)));
    if (number.decimal != rounded) {
        refuse(fields, json_member("decimal", number.decimal),
               fmt::format("{}, as {}", rounded, printable(fields.text("value"))));
    }
    return number;
}

/// Of a figure that may be undefined; then it is null, but there.
std::optional<ExperimentNumber> figure_in(const Fields& fields, const char* key) {
    if (!fields.has(key) && fields.json().contains(key)) return std::nullopt;
    return number_in(fields.object(key));
}

/// A share of k queries.
ExperimentNumber share_of_queries(const Fields& fields, const char* key) {
    const Fields share = fields.object(key);
    ExperimentNumber number = number_in(share);
    if (!number.value || *number.value > Rational(1)) {
        refuse(share,
               number.value ? json_member("value", number.value->to_string()) : "no \"value\"",
               "an exact share, from 0 to 1");
    }
    return number;
}

// --- the data -----------------------------------------------------------------------------------

ExperimentData data_in(const Fields& fields) {
    ExperimentData data;
    data.kind = name_in(fields, "kind", {"clicks", "labels", "run", "synthetic"});
    data.description = fields.text("description");
    data.is_synthetic = fields.flag("synthetic");
    if (data.kind == "synthetic" && !data.is_synthetic) {
        refuse(fields, "\"synthetic\": false", "true, as \"kind\"");
    }
    // Data must not lose, or come by, the word on the way.
    if (data.is_synthetic) {
        data.label = fields.words("label");
        if (!data.label.starts_with("synthetic")) {
            refuse(fields, json_member("label", data.label),
                   "a label that begins with \"synthetic\"");
        }
    } else if (fields.has("label")) {
        refuse(fields, json_member("label", fields.text("label")),
               "none, since it is not synthetic");
    }
    data.queries = fields.count("queries");
    data.positions = fields.count("positions");
    fields.each("left_out", [&](const Fields& left) {
        data.left_out.push_back({left.count("queries"), left.words("why")});
    });
    data.sessions = fields.count_if_any("sessions");
    if (!fields.has("rates")) return data;
    data.rates_are = fields.words("rates_are");
    fields.each("rates", [&](const Fields& rate) {
        const std::uint64_t position = rate.count("position");
        if (position != data.rates.size() + 1) {
            refuse(rate, json_member("position", position), std::to_string(data.rates.size() + 1));
        }
        data.rates.push_back({number_in(rate.object("rate")), rate.text_or("paper", "")});
    });
    if (data.rates.size() != data.positions) {
        refuse(fields, fmt::format("{} \"rates\"", data.rates.size()),
               fmt::format("one for each of {} positions", data.positions));
    }
    return data;
}

// --- a weighting --------------------------------------------------------------------------------

void read_weights(WeightingRow& row, const Fields& fields) {
    if (fields.has("swap_costs") && fields.json()["swap_costs"].is_string()) {
        row.swap_cost_formula = fields.words("swap_costs");
    } else {
        row.swap_costs = fields.texts("swap_costs");
    }
    row.rates = fields.text_or("rates", "");
    row.element_weights = fields.text_or("element_weights", "");
}

std::optional<PrintedRow> paper_in(const Fields& fields) {
    if (!fields.has("paper")) return std::nullopt;
    const Fields paper = fields.object("paper");
    return PrintedRow{name_in(paper, "data", {"D1", "D2"}), paper.words("ratio_mean"),
                      paper.words("ratio_deviation"), paper.words("correlation_error")};
}

void read_counts(WeightingRow& row, const Fields& fields, const FootruleKendall& experiment) {
    row.with_ratio = count_up_to(fields, "with_ratio", experiment.queries, "queries");
    row.without_ratio = fields.count("without_ratio");
    if (row.without_ratio != experiment.queries - row.with_ratio) {
        refuse(fields, json_member("without_ratio", row.without_ratio),
               fmt::format("{}: of {} queries {} have a ratio", experiment.queries - row.with_ratio,
                           experiment.queries, row.with_ratio));
    }
    row.partly = count_up_to(fields, "with_ratio_of_some_orders", row.with_ratio, "with a ratio");
    if (row.ratio_mean.has_value() != (row.with_ratio > 0)) {
        refuse(fields, row.ratio_mean ? "a \"ratio_mean\"" : "no \"ratio_mean\"",
               fmt::format("{}: {} queries have a ratio", row.ratio_mean ? "null" : "a number",
                           row.with_ratio));
    }
}

void read_overlaps(WeightingRow& row, const Fields& fields, const FootruleKendall& experiment) {
    fields.each("overlap", [&](const Fields& of) {
        WorstOverlap overlap{count_up_to(of, "k", experiment.queries, "queries"),
                             share_of_queries(of, "least"), share_of_queries(of, "expected"),
                             share_of_queries(of, "greatest")};
        const std::uint64_t last = row.overlaps.empty() ? 0 : row.overlaps.back().k;
        if (overlap.k <= last) {
            refuse(of, json_member("k", overlap.k),
                   fmt::format("more than {}, the one before", last));
        }
        if (*overlap.expected.value < *overlap.least.value ||
            *overlap.greatest.value < *overlap.expected.value) {
            refuse(
                of, json_member("expected", overlap.expected.decimal),
                fmt::format("between {} and {}", overlap.least.decimal, overlap.greatest.decimal));
        }
        row.overlaps.push_back(std::move(overlap));
    });
    const std::vector<WeightingRow>& others = experiment.weightings;
    if (others.empty()) return;
    if (!std::ranges::equal(row.overlaps, others.front().overlaps, {}, &WorstOverlap::k,
                            &WorstOverlap::k)) {
        refuse(fields, "another list of k in \"overlap\"", "that of " + others.front().weighting);
    }
}

/// Each rank is 1 + the number of positions before it; without ties that is a permutation.
std::vector<std::uint64_t> ranks_in(const Fields& fields, const FootruleKendall& experiment) {
    std::vector<std::uint64_t> ranks;
    const Json json = fields.json().value("ranks", Json());
    const auto is_count = [](const Json& rank) { return rank.is_number_unsigned(); };
    bool is_ranking = json.is_array() && json.size() == experiment.data.positions &&
                      std::ranges::all_of(json, is_count);
    if (is_ranking) {
        for (const Json& rank : json)
            ranks.push_back(rank.get<std::uint64_t>());
        std::vector<std::uint64_t> sorted = ranks;
        std::ranges::sort(sorted);
        for (std::size_t i = 0; i < sorted.size() && is_ranking; ++i) {
            const bool is_tied = i > 0 && sorted[i] == sorted[i - 1];
            is_ranking = is_tied ? experiment.ties == "average" : sorted[i] == i + 1;
        }
    }
    if (!is_ranking) {
        const std::string found = json.dump(-1, ' ', false, Json::error_handler_t::replace);
        refuse(fields, json_member("ranks", found),
               fmt::format("a ranking of {} positions{}", experiment.data.positions,
                           experiment.ties == "average" ? "" : ", without ties"));
    }
    return ranks;
}

bool has_unit_costs(const WeightingRow& row) {
    const auto is_one = [](const std::string& cost) { return cost == "1"; };
    return row.element_weights.empty() && row.swap_cost_formula.empty() &&
           std::ranges::all_of(row.swap_costs, is_one);
}

std::uint64_t inversions(const std::vector<std::uint64_t>& ranks) {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        for (std::size_t j = i + 1; j < ranks.size(); ++j)
            count += ranks[i] > ranks[j] ? 1U : 0U;
    }
    return count;
}

WorstQuery worst_query_in(const Fields& fields, const WeightingRow& row,
                          const FootruleKendall& experiment) {
    WorstQuery worst{fields.text("query"), ranks_in(fields, experiment),
                     number_in(fields.object("kendall")), number_in(fields.object("footrule"))};
    if (experiment.ties == "average" || !has_unit_costs(row)) return worst;
    const std::uint64_t count = inversions(worst.ranks);
    if (worst.kendall.value != Rational(count)) {
        refuse(fields.object("kendall"), json_member("decimal", worst.kendall.decimal),
               fmt::format("{}, the inversions of its ranks", count));
    }
    return worst;
}

void read_worst(std::vector<WorstQuery>& list, const Fields& fields, const char* key,
                ExperimentNumber WorstQuery::*number, const WeightingRow& row,
                const FootruleKendall& experiment) {
    fields.each(key, [&](const Fields& of) {
        WorstQuery worst = worst_query_in(of, row, experiment);
        const auto value = (worst.*number).known();
        const auto last = list.empty() ? std::nullopt : (list.back().*number).known();
        if (value && last && *value > *last) {
            refuse(of, (worst.*number).decimal,
                   fmt::format("at most {}, as the one before", (list.back().*number).decimal));
        }
        list.push_back(std::move(worst));
    });
    if (list.size() > experiment.queries) {
        refuse(fields, fmt::format("{} queries in \"{}\"", list.size(), key),
               fmt::format("at most {}", experiment.queries));
    }
}

// --- the points ---------------------------------------------------------------------------------

void read_points(WeightingRow& row, const Fields& fields, const FootruleKendall& experiment) {
    row.distinct_points = fields.count("distinct");
    row.rounded_to_places = fields.count_if_any("rounded_to_places");
    row.undecided_queries = fields.count_if_any("undecided_queries").value_or(0);
    std::uint64_t queries = row.undecided_queries;
    fields.each("points", [&](const Fields& of) {
        QueryPoint point{number_in(of.object("kendall")), number_in(of.object("footrule")),
                         count_up_to(of, "queries", experiment.queries, "queries")};
        queries += point.queries;
        row.points.push_back(std::move(point));
    });
    if (queries != experiment.queries) {
        refuse(fields, fmt::format("points of {} queries", queries),
               fmt::format("the {} of the document", experiment.queries));
    }
    const bool are_all = row.rounded_to_places ? row.points.size() <= row.distinct_points
                                               : row.points.size() == row.distinct_points;
    if (!are_all) {
        refuse(fields, fmt::format("{} \"points\"", row.points.size()),
               fmt::format("{}{}, as \"distinct\"", row.rounded_to_places ? "at most " : "",
                           row.distinct_points));
    }
}

bool are_exact(const std::vector<QueryPoint>& points) {
    return std::ranges::all_of(points, [](const QueryPoint& point) {
        return point.kendall.value.has_value() && point.footrule.value.has_value();
    });
}

void require_point_mean(const Fields& fields, const char* key,
                        const std::optional<ExperimentNumber>& mean, const Rational& sum,
                        std::uint64_t count) {
    if (!mean || !mean->value || count == 0) return;
    const Rational expected = sum / Rational(count);
    if (*mean->value == expected) return;
    refuse(fields, json_member(key, mean->value->to_string()),
           expected.to_string() + ", the mean over the points");
}

/// The mean of Z under averaged ties is one over their orders, of which the points say nothing.
void require_point_means(const WeightingRow& row, const Fields& fields,
                         const FootruleKendall& experiment) {
    if (row.rounded_to_places || row.undecided_queries > 0 || !are_exact(row.points)) return;
    Rational kendall(0), footrule(0), ratio(0);
    std::uint64_t without_ratio = 0;
    for (const QueryPoint& point : row.points) {
        const Rational queries(point.queries);
        kendall += queries * *point.kendall.value;
        footrule += queries * *point.footrule.value;
        if (point.kendall.value->sign() > 0) {
            ratio += queries * *point.footrule.value / *point.kendall.value;
        } else {
            without_ratio += point.queries;
        }
    }
    if (without_ratio != row.without_ratio) {
        refuse(fields, json_member("without_ratio", row.without_ratio),
               fmt::format("{}, the queries of the points with K = 0", without_ratio));
    }
    require_point_mean(fields.object("kendall"), "mean", row.kendall_mean, kendall,
                       experiment.queries);
    require_point_mean(fields.object("footrule"), "mean", row.footrule_mean, footrule,
                       experiment.queries);
    if (experiment.ties == "average") return;
    require_point_mean(fields, "ratio_mean", row.ratio_mean, ratio, row.with_ratio);
}

WeightingRow weighting_in(const Fields& fields, const FootruleKendall& experiment, Ids& ids) {
    WeightingRow row;
    row.weighting = name_in(fields, "weighting", {"UNIT", "DCG", "CTR", "TOPK", "EDIT"});
    if (std::ranges::find(experiment.weightings, row.weighting, &WeightingRow::weighting) !=
        experiment.weightings.end()) {
        refuse(fields, json_member("weighting", row.weighting) + " again", "each weighting once");
    }
    row.id = ids.fresh(fmt::format("{} {}", experiment.id, row.weighting));
    read_weights(row, fields.object("weights"));
    row.ratio_mean = figure_in(fields, "ratio_mean");
    row.ratio_deviation = figure_in(fields, "ratio_deviation");
    row.correlation_error = figure_in(fields, "correlation_error");
    row.signed_squared_correlation = fields.rational_if_any("signed_squared_correlation");
    row.paper = paper_in(fields);
    if (fields.has("correlation_error_to_unit")) {
        row.error_to_unit = name_in(fields, "correlation_error_to_unit",
                                    {"smaller", "equal", "greater", "undecided"});
    }
    read_counts(row, fields, experiment);
    row.kendall_mean = figure_in(fields.object("kendall"), "mean");
    row.kendall_deviation = figure_in(fields.object("kendall"), "deviation");
    row.footrule_mean = figure_in(fields.object("footrule"), "mean");
    row.footrule_deviation = figure_in(fields.object("footrule"), "deviation");
    read_overlaps(row, fields, experiment);
    const Fields worst = fields.object("worst");
    read_worst(row.worst_by_kendall, worst, "by_kendall", &WorstQuery::kendall, row, experiment);
    read_worst(row.worst_by_footrule, worst, "by_footrule", &WorstQuery::footrule, row, experiment);
    if (row.worst_by_kendall.size() != row.worst_by_footrule.size()) {
        refuse(worst, fmt::format("{} queries \"by_footrule\"", row.worst_by_footrule.size()),
               fmt::format("{}, as \"by_kendall\"", row.worst_by_kendall.size()));
    }
    read_points(row, fields.object("scatter"), experiment);
    require_point_means(row, fields, experiment);
    return row;
}

/// ε without weights is what the others are said to be smaller than.
void require_comparisons(const FootruleKendall& experiment, const Fields& document) {
    const auto unit = std::ranges::find(experiment.weightings, "UNIT", &WeightingRow::weighting);
    for (const WeightingRow& row : experiment.weightings) {
        if (row.error_to_unit.empty()) continue;
        const std::string found =
            fmt::format("{}: \"correlation_error_to_unit\": {}", row.weighting, row.error_to_unit);
        if (unit == experiment.weightings.end() || !unit->correlation_error ||
            !row.correlation_error) {
            refuse(document, found, "null: there is nothing to compare");
        }
        const auto a = row.correlation_error->known(), b = unit->correlation_error->known();
        if (!a || !b) continue;
        // Where the decimals are the same, what stands behind them may still differ.
        const bool fits = *a == *b || row.error_to_unit == "undecided" ||
                          row.error_to_unit == (*a < *b ? "smaller" : "greater");
        if (!fits) {
            refuse(document, found,
                   fmt::format("{}: it is {}, that of UNIT {}", *a < *b ? "smaller" : "greater",
                               row.correlation_error->decimal, unit->correlation_error->decimal));
        }
    }
}

}  // namespace

void read_experiment_document(const Fields& document, const Reading& reading) {
    FootruleKendall experiment;
    name_in(document, "experiment", {"robustness"});
    experiment.source = reading.source;
    experiment.data = data_in(document.object("source"));
    experiment.id =
        reading.ids.fresh(fmt::format("experiment {}", reading.model.footrule_kendall.size() + 1));
    experiment.queries = count_up_to(document, "queries", experiment.data.queries, "of the source");
    experiment.complete = document.flag("complete");
    experiment.rankings = count_up_to(document, "rankings", experiment.queries, "queries");
    experiment.reading = name_in(document, "reading", {"prefix", "prefix-sym", "interval", "box"});
    experiment.ties = name_in(document, "ties", {"position", "reversed", "random", "average"});
    experiment.fixed_points = name_in(document, "fixed_points", {"one", "local"});
    document.each("weightings", [&](const Fields& fields) {
        experiment.weightings.push_back(weighting_in(fields, experiment, reading.ids));
    });
    if (experiment.weightings.empty()) refuse(document, "no weighting", "one");
    require_comparisons(experiment, document);
    reading.model.footrule_kendall.push_back(std::move(experiment));
}

}  // namespace disarray::reports
