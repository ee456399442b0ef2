// SPDX-License-Identifier: MIT
//
// Documents of `disarray experiment robustness`. The data are not measured again. What a document
// says twice must agree: a decimal with the exact number beside it; counts of queries with each
// other; means with the points, where the points are exact and all there; the K of a listed query,
// where all costs are 1, with the inversions of its ranks. Irrational figures are taken as they
// stand.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "exact/decimal.hpp"
#include "record/json.hpp"
#include "reports/reading/documents.hpp"

namespace disarray::reports {

namespace {

using properties::experiments::TieRule;

/// The text under `key` is one of these names.
void require_name(const Fields& fields, const char* key,
                  const std::vector<std::string_view>& names) {
    const std::string name = fields.text(key);
    fields.require(std::ranges::find(names, name) != names.end(), key, "{}",
                   expected_one_of(name, names));
}

void require_at_most(const Fields& fields, const char* key, std::uint64_t most,
                     std::string_view what) {
    const std::uint64_t count = fields.count(key);
    fields.require(count <= most, key, "at most the {} {}", most, what);
}

// --- numbers ------------------------------------------------------------------------------------

/// "12", "0.250000": all that is measured here is 0 or more.
bool is_measurement(std::string_view text) {
    return text.size() <= 2 * most_places && !text.starts_with('-') && is_decimal(text);
}

void require_rounded(const ExperimentNumber& number, const Fields& fields) {
    fields.require(
        is_measurement(number.decimal) || (!number.value && number.decimal == undecided_word),
        "decimal", "a decimal, 0 or more");
    if (!number.value) return;
    const std::string rounded =
        to_fixed(*number.value, static_cast<int>(places_of(number.decimal)));
    fields.require(number.decimal == rounded, "decimal", "{}, as {}", rounded,
                   printable(fields.text("value")));
}

// --- the data -----------------------------------------------------------------------------------

/// Data must not lose, or come by, the word on the way.
void require_label(const ExperimentData& data, const Fields& fields) {
    if (data.kind == record::SourceKind::synthetic && !data.is_synthetic) {
        refuse(fields, "\"synthetic\": false", "true, as \"kind\"");
    }
    if (data.is_synthetic) {
        fields.require(fields.words("label").starts_with("synthetic"), "label",
                       "a label that begins with \"synthetic\"");
    } else {
        fields.require(!fields.has("label"), "label", "none, since it is not synthetic");
    }
}

void require_rates(const ExperimentData& data, const Fields& fields) {
    if (!fields.has("rates")) return;
    fields.words("rates_are");
    std::uint64_t expected = 0;
    fields.each("rates", [&](const Fields& rate) {
        const std::uint64_t position = rate.count("position");
        ++expected;
        rate.require(position == expected, "position", "{}", expected);
    });
    if (data.rates.size() != data.positions) {
        refuse(fields, fmt::format("{} \"rates\"", data.rates.size()),
               fmt::format("one for each of {} positions", data.positions));
    }
}

struct FactChecks {
    void operator()(const ExperimentNumber& number, const Fields& fields) const {
        require_rounded(number, fields);
    }
    void operator()(const ExperimentData& data, const Fields& fields) const {
        require_label(data, fields);
        require_rates(data, fields);
    }
    void operator()(const record::ExperimentFacts& facts, const Fields& fields) const {
        require_name(fields, "experiment", {"robustness"});
        require_at_most(fields, "queries", facts.data.queries, "of the source");
        require_at_most(fields, "rankings", facts.queries, "queries");
    }
};

// --- a weighting --------------------------------------------------------------------------------

void require_counts(const WeightingRow& row, const Fields& fields, std::uint64_t queries) {
    require_at_most(fields, "with_ratio", queries, "queries");
    fields.require(row.without_ratio == queries - row.with_ratio, "without_ratio",
                   "{}: of {} queries {} have a ratio", queries - row.with_ratio, queries,
                   row.with_ratio);
    require_at_most(fields, "with_ratio_of_some_orders", row.with_ratio, "with a ratio");
    if (row.ratio_mean.has_value() != (row.with_ratio > 0)) {
        refuse(fields, row.ratio_mean ? "a \"ratio_mean\"" : "no \"ratio_mean\"",
               fmt::format("{}: {} queries have a ratio", row.ratio_mean ? "null" : "a number",
                           row.with_ratio));
    }
}

/// A share of k queries.
void require_share(const record::ExactNumber& share, const Fields& fields, const char* key) {
    if (share.value && *share.value <= Rational(1)) return;
    refuse(fields.object(key),
           share.value ? json_member("value", share.value->to_string()) : "no \"value\"",
           "an exact share, from 0 to 1");
}

void require_ordered(const WorstOverlap& overlap, const Fields& fields) {
    require_share(overlap.least, fields, "least");
    require_share(overlap.expected, fields, "expected");
    require_share(overlap.greatest, fields, "greatest");
    if (*overlap.expected.value < *overlap.least.value ||
        *overlap.greatest.value < *overlap.expected.value) {
        refuse(fields, json_member("expected", overlap.expected.decimal),
               fmt::format("between {} and {}", overlap.least.decimal, overlap.greatest.decimal));
    }
}

void require_sizes(const WeightingRow& row, const Fields& fields,
                   const FootruleKendall& experiment) {
    std::uint64_t last = 0;
    fields.each("overlap", [&](const Fields& of) {
        require_at_most(of, "k", experiment.queries, "queries");
        const std::uint64_t k = of.count("k");
        of.require(k > last, "k", "more than {}, the one before", last);
        last = k;
    });
    const std::vector<WeightingRow>& others = experiment.weightings;
    if (others.empty()) return;
    if (!std::ranges::equal(row.overlaps, others.front().overlaps, {}, &WorstOverlap::k,
                            &WorstOverlap::k)) {
        refuse(fields, "another list of k in \"overlap\"", "that of " + others.front().weighting);
    }
}

/// Each rank is 1 + the number of positions before it; without ties that is a permutation.
void require_ranking(const std::vector<std::uint64_t>& ranks, const Fields& fields,
                     const FootruleKendall& experiment) {
    const bool has_ties = experiment.ties == TieRule::average;
    bool is_ranking = ranks.size() == experiment.data.positions;
    std::vector<std::uint64_t> sorted = ranks;
    std::ranges::sort(sorted);
    for (std::size_t i = 0; i < sorted.size() && is_ranking; ++i) {
        const bool is_tied = i > 0 && sorted[i] == sorted[i - 1];
        is_ranking = is_tied ? has_ties : sorted[i] == i + 1;
    }
    fields.require(is_ranking, "ranks", "a ranking of {} positions{}", experiment.data.positions,
                   has_ties ? "" : ", without ties");
}

bool has_unit_costs(const WeightingRow& row) {
    const auto is_one = [](const std::string& cost) { return cost == "1"; };
    const record::WeightTexts& weights = row.weights;
    return weights.element_weights.empty() && weights.swap_costs.formula.empty() &&
           std::ranges::all_of(weights.swap_costs.each, is_one);
}

std::uint64_t inversions(const std::vector<std::uint64_t>& ranks) {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        for (std::size_t j = i + 1; j < ranks.size(); ++j)
            count += ranks[i] > ranks[j] ? 1U : 0U;
    }
    return count;
}

/// K of a query whose costs are all 1 is the inversions of its ranks.
void require_kendall(const WorstQuery& worst, const Fields& fields) {
    const std::uint64_t count = inversions(worst.ranks);
    fields.object("kendall").require(worst.kendall.value == Rational(count), "decimal",
                                     "{}, the inversions of its ranks", count);
}

void require_worst(const std::vector<WorstQuery>& list, const Fields& fields, const char* key,
                   ExperimentNumber WorstQuery::*number, bool counts_inversions,
                   const FootruleKendall& experiment) {
    std::size_t place = 0;
    fields.each(key, [&](const Fields& of) {
        const WorstQuery& worst = list[place];
        require_ranking(worst.ranks, of, experiment);
        if (counts_inversions) require_kendall(worst, of);
        const auto value = (worst.*number).known();
        const auto last = place == 0 ? std::nullopt : (list[place - 1].*number).known();
        if (value && last && *value > *last) {
            refuse(of, (worst.*number).decimal,
                   fmt::format("at most {}, as the one before", (list[place - 1].*number).decimal));
        }
        ++place;
    });
    if (list.size() > experiment.queries) {
        refuse(fields, fmt::format("{} queries in \"{}\"", list.size(), key),
               fmt::format("at most {}", experiment.queries));
    }
}

void require_worst_queries(const WeightingRow& row, const Fields& fields,
                           const FootruleKendall& experiment) {
    const bool counts_inversions = experiment.ties != TieRule::average && has_unit_costs(row);
    const auto& [by_kendall, by_footrule] = row.worst;
    require_worst(by_kendall, fields, "by_kendall", &WorstQuery::kendall, counts_inversions,
                  experiment);
    require_worst(by_footrule, fields, "by_footrule", &WorstQuery::footrule, counts_inversions,
                  experiment);
    if (by_kendall.size() != by_footrule.size()) {
        refuse(fields, fmt::format("{} queries \"by_footrule\"", by_footrule.size()),
               fmt::format("{}, as \"by_kendall\"", by_kendall.size()));
    }
}

// --- the points ---------------------------------------------------------------------------------

void require_points(const record::QueryPoints& scatter, const Fields& fields, std::uint64_t all) {
    std::uint64_t queries = scatter.undecided_queries;
    fields.each("points", [&](const Fields& of) {
        require_at_most(of, "queries", all, "queries");
        queries += of.count("queries");
    });
    if (queries != all) {
        refuse(fields, fmt::format("points of {} queries", queries),
               fmt::format("the {} of the document", all));
    }
    const bool are_all = scatter.rounded_to_places ? scatter.points.size() <= scatter.distinct
                                                   : scatter.points.size() == scatter.distinct;
    if (!are_all) {
        refuse(fields, fmt::format("{} \"points\"", scatter.points.size()),
               fmt::format("{}{}, as \"distinct\"", scatter.rounded_to_places ? "at most " : "",
                           scatter.distinct));
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
    const record::QueryPoints& scatter = row.scatter;
    if (scatter.rounded_to_places || scatter.undecided_queries > 0 || !are_exact(scatter.points)) {
        return;
    }
    Rational kendall(0), footrule(0), ratio(0);
    std::uint64_t without_ratio = 0;
    for (const QueryPoint& point : scatter.points) {
        const Rational queries(point.queries);
        kendall += queries * *point.kendall.value;
        footrule += queries * *point.footrule.value;
        if (point.kendall.value->sign() > 0) {
            ratio += queries * *point.footrule.value / *point.kendall.value;
        } else {
            without_ratio += point.queries;
        }
    }
    fields.require(without_ratio == row.without_ratio, "without_ratio",
                   "{}, the queries of the points with K = 0", without_ratio);
    require_point_mean(fields.object("kendall"), "mean", row.kendall.mean, kendall,
                       experiment.queries);
    require_point_mean(fields.object("footrule"), "mean", row.footrule.mean, footrule,
                       experiment.queries);
    if (experiment.ties == TieRule::average) return;
    require_point_mean(fields, "ratio_mean", row.ratio_mean, ratio, row.with_ratio);
}

struct WeightingChecks {
    const FootruleKendall& experiment;

    void operator()(const ExperimentNumber& number, const Fields& fields) const {
        require_rounded(number, fields);
    }
    void operator()(const PrintedRow&, const Fields& fields) const {
        require_name(fields, "data", {"D1", "D2"});
    }
    void operator()(const WorstOverlap& overlap, const Fields& fields) const {
        require_ordered(overlap, fields);
    }
    void operator()(const WeightingRow& row, const Fields& fields) const {
        require_name(fields, "weighting", {"UNIT", "DCG", "CTR", "TOPK", "EDIT"});
        if (std::ranges::find(experiment.weightings, row.weighting, &WeightingRow::weighting) !=
            experiment.weightings.end()) {
            refuse(fields, json_member("weighting", row.weighting) + " again",
                   "each weighting once");
        }
        if (!row.error_to_unit.empty()) {
            require_name(fields, "correlation_error_to_unit",
                         {"smaller", "equal", "greater", "undecided"});
        }
        require_counts(row, fields, experiment.queries);
        require_sizes(row, fields, experiment);
        require_worst_queries(row, fields.object("worst"), experiment);
        require_points(row.scatter, fields.object("scatter"), experiment.queries);
        require_point_means(row, fields, experiment);
    }
};

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
    FootruleKendall experiment{
        record::read<record::ExperimentFacts>(document, FactChecks{}), reading.source, {}, {}};
    experiment.id =
        reading.ids.fresh(fmt::format("experiment {}", reading.model.footrule_kendall.size() + 1));
    document.each("weightings", [&](const Fields& fields) {
        experiment.weightings.push_back(
            record::read<WeightingRow>(fields, WeightingChecks{experiment}));
        WeightingRow& row = experiment.weightings.back();
        row.id = reading.ids.fresh(fmt::format("{} {}", experiment.id, row.weighting));
    });
    if (experiment.weightings.empty()) refuse(document, "no weighting", "one");
    require_comparisons(experiment, document);
    reading.model.footrule_kendall.push_back(std::move(experiment));
}

}  // namespace disarray::reports
