// SPDX-License-Identifier: MIT
//
// The tables of the model as CSV (RFC 4180: CRLF, quoted where needed), for programs and
// spreadsheets. A table is a list of columns, each a name and what it says about a row; the names
// are the keys of the JSON. Numbers stand as they are, "-1/2". Text that a spreadsheet would run as
// a formula gets a single quote in front, as OWASP's page on CSV injection has it: only a hostile
// document has such text.
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/csv_field.hpp"
#include "reports/writers.hpp"
#include "reports/writers/detail/text.hpp"

namespace disarray::reports {

namespace csv {

namespace {

template <class Row>
struct Field {
    std::string name;
    std::function<std::string(const Model&, const Row&)> text;
};
template <class Row>
using Fields = std::vector<Field<Row>>;

/// "-1/2", "-0.25", "-1e-09": a minus and then nothing that a spreadsheet could call.
bool is_negative_number(std::string_view text) {
    return text.starts_with('-') &&
           text.find_first_not_of("0123456789./e-", 1) == std::string_view::npos;
}

std::string escape(std::string_view field) {
    std::string text = valid_utf8(field);
    const bool is_formula = text.find_first_of("=+-@\t\r\n") == 0 && !is_negative_number(text);
    if (is_formula) text.insert(0, 1, '\'');
    return csv_field(text);
}

void add_line(const std::vector<std::string>& cells, std::string& out) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i > 0) out += ',';
        out += escape(cells[i]);
    }
    out += "\r\n";
}

template <class Row>
void add_table(const std::string& name, const Model& model, const std::vector<Row>& rows,
               const Fields<Row>& fields, std::vector<File>& files) {
    if (rows.empty()) return;
    std::vector<std::string> cells;
    for (const Field<Row>& field : fields)
        cells.push_back(field.name);
    std::string out;
    add_line(cells, out);
    for (const Row& row : rows) {
        cells.clear();
        for (const Field<Row>& field : fields)
            cells.push_back(field.text(model, row));
        add_line(cells, out);
    }
    files.emplace_back(name, std::move(out));
}

std::string truth(bool value) {
    return value ? "true" : "false";
}

template <class T>
std::string number(const std::optional<T>& value) {
    if (!value) return "";
    if constexpr (std::is_same_v<T, Rational>) {
        return value->to_string();
    } else {
        return std::to_string(*value);
    }
}

// What every table begins and ends with: the document a row is from, and what made that.

template <class Row>
Field<Row> document_field() {
    return {"document", [](const Model& m, const Row& r) { return document_of(m, r.source); }};
}

template <class Row>
void add_origin(Fields<Row>& fields) {
    const auto source = [](const Model& m, const Row& r) {
        return r.source < m.sources.size() ? m.sources[r.source] : Source{};
    };
    fields.push_back({"command", [=](auto& m, auto& r) { return source(m, r).command; }});
    fields.push_back({"version", [=](auto& m, auto& r) { return source(m, r).version; }});
}

// Witnesses of search.

std::string weights_of(const RatioWitness& witness) {
    std::vector<std::string> values;
    for (std::size_t i = 0; i < witness.sigma.size(); ++i) {
        const auto& w = witness.weighting.element_weights;
        values.push_back(w ? (*w)[i].to_string() : "1");
    }
    return fmt::format("{}", fmt::join(values, " "));
}

std::string swap_costs_of(const RatioWitness& witness) {
    std::vector<std::string> values;
    for (std::size_t i = 0; i + 1 < witness.sigma.size(); ++i) {
        const auto& delta = witness.weighting.swap_costs;
        values.push_back(delta ? (*delta)[i].to_string() : "1");
    }
    return fmt::format("{}", fmt::join(values, " "));
}

/// "0 1; 1 0"
std::string dissimilarity_of(const RatioWitness& witness) {
    const auto& d = witness.weighting.dissimilarity;
    std::vector<std::string> rows;
    for (std::size_t i = 0; i < witness.sigma.size(); ++i) {
        std::vector<std::string> row;
        for (std::size_t j = 0; j < witness.sigma.size(); ++j) {
            row.push_back(d ? (*d)(i, j).to_string() : i == j ? "0" : "1");
        }
        rows.push_back(fmt::format("{}", fmt::join(row, " ")));
    }
    return fmt::format("{}", fmt::join(rows, "; "));
}

/// The columns of one witness of a result, empty where it has none. What is unit is written out.
void add_witness(const std::string& prefix, std::optional<RatioWitness> Result::*witness,
                 Fields<Result>& fields) {
    using Text = std::string (*)(const RatioWitness&);
    const std::pair<const char*, Text> parts[] = {
        {"ranks", [](const RatioWitness& w) { return w.sigma.to_string(); }},
        {"weights", weights_of},
        {"swap_costs", swap_costs_of},
        {"dissimilarity", dissimilarity_of},
        {"strict", [](const RatioWitness& w) { return truth(w.is_strict); }},
        {"K", [](const RatioWitness& w) { return number(w.kendall); }},
        {"F", [](const RatioWitness& w) { return number(w.footrule); }},
        {"small", [](const RatioWitness& w) { return number(w.small); }},
        {"big", [](const RatioWitness& w) { return number(w.big); }}};
    for (const auto& [name, text] : parts) {
        fields.push_back({prefix + name, [witness, text = text](const Model&, const Result& r) {
                              return r.*witness ? text(*(r.*witness)) : std::string();
                          }});
    }
}

Fields<Result> constant_fields() {
    const auto decimal = [](auto&, const Result& r) {
        return r.value ? r.value->to_decimal() : std::string();
    };
    Fields<Result> fields = {
        document_field<Result>(),
        {"row", [](auto&, auto& r) { return r.id; }},
        {"n", [](auto&, auto& r) { return std::to_string(r.n); }},
        {"reading", [](auto&, auto& r) { return r.reading; }},
        {"side", [](auto&, auto& r) { return r.side; }},
        {"statement", [](auto&, auto& r) { return r.statement; }},
        {"weights", [](auto&, auto& r) { return r.weights; }},
        {"whole", [](auto&, auto& r) { return truth(r.is_whole); }},
        {"ratio", [](auto&, auto& r) { return r.ratio; }},
        {"decimal", decimal},
        {"claimed", [](auto&, auto& r) { return number(r.claimed); }},
        {"scope", [](auto&, auto& r) { return r.scope; }},
        {"verdict", [](auto&, auto& r) { return std::string(name_of(r.verdict)); }},
        {"permutations", [](auto&, auto& r) { return number(r.permutations); }},
        {"violating", [](auto&, auto& r) { return number(r.violating); }},
        {"programs", [](auto&, auto& r) { return number(r.programs); }},
        {"effort", [](auto&, auto& r) { return r.effort; }},
        {"certificate", [](auto&, auto& r) { return r.certificate; }},
        {"complete", [](auto&, auto& r) { return truth(r.complete); }}};
    add_witness("witness_", &Result::witness, fields);
    add_witness("strict_witness_", &Result::strict_witness, fields);
    add_origin(fields);
    return fields;
}

/// The columns that claims and cells share, after their first.
template <class Row>
void add_finding(Fields<Row>& fields) {
    const auto witness = [](auto&, const Row& r) {
        return r.witness_json->is_null()
                   ? std::string()
                   : r.witness_json->dump(-1, ' ', false, Json::error_handler_t::replace);
    };
    const Fields<Row> shared = {
        {"label", [](auto&, auto& r) { return r.label; }},
        {"statement", [](auto&, auto& r) { return r.statement; }},
        {"source", [](auto&, auto& r) { return r.origin; }},
        {"metric", [](auto&, auto& r) { return r.metric; }},
        {"reading", [](auto&, auto& r) { return r.reading; }},
        {"frame", [](auto&, auto& r) { return r.frame; }},
        {"fixed_points", [](auto&, auto& r) { return r.fixed_points; }},
        {"variant", [](auto&, auto& r) { return r.variant; }},
        {"verdict", [](auto&, auto& r) { return std::string(name_of(r.verdict)); }},
        {"scope", [](auto&, auto& r) { return r.scope; }},
        {"effort", [](auto&, auto& r) { return r.effort; }},
        {"explanation", [](auto&, auto& r) { return r.explanation; }},
        {"witness", witness},
        {"reproduce", [](auto&, auto& r) { return r.reproduce; }}};
    fields.insert(fields.end(), shared.begin(), shared.end());
}

Fields<Claim> claim_fields() {
    Fields<Claim> fields = {document_field<Claim>(),
                            {"row", [](auto&, auto& r) { return r.id; }},
                            {"id", [](auto&, auto& r) { return r.claim; }}};
    add_finding(fields);
    fields.push_back(
        {"repairs", [](auto&, auto& r) { return fmt::format("{}", fmt::join(r.repairs, "; ")); }});
    add_origin(fields);
    return fields;
}

Fields<PropertyCell> cell_fields() {
    Fields<PropertyCell> fields = {document_field<PropertyCell>(),
                                   {"row", [](auto&, auto& r) { return r.id; }},
                                   {"property", [](auto&, auto& r) { return r.property; }}};
    add_finding(fields);
    add_origin(fields);
    return fields;
}

// Tables whose rows lie one level down in the model: a row here is that row and what it is in.

template <class Outer, class Inner>
struct Nested {
    std::size_t source = 0;
    const Outer* outer = nullptr;
    const Inner* inner = nullptr;
};

template <class Outer, class Inner>
std::vector<Nested<Outer, Inner>> nested(const std::vector<Outer>& outers,
                                         std::vector<Inner> Outer::*inners) {
    std::vector<Nested<Outer, Inner>> rows;
    for (const Outer& outer : outers) {
        for (const Inner& inner : outer.*inners)
            rows.push_back({outer.source, &outer, &inner});
    }
    return rows;
}

struct Ratio {
    std::size_t source = 0;
    const Agreement* agreement = nullptr;
    std::size_t first = 0, second = 0;
};

/// One row for two metrics, and one for the other order where the reading of ties tells them apart.
/// The diagonal is 1.
std::vector<Ratio> ratios_of(const Model& model) {
    std::vector<Ratio> rows;
    for (const Agreement& agreement : model.agreements) {
        for (std::size_t i = 0; i < agreement.ratios.size(); ++i) {
            for (std::size_t j = i + 1; j < agreement.ratios[i].size(); ++j) {
                rows.push_back({agreement.source, &agreement, i, j});
                if (agreement.ratios[i][j] != agreement.ratios[j][i]) {
                    rows.push_back({agreement.source, &agreement, j, i});
                }
            }
        }
    }
    return rows;
}

Fields<Ratio> agreement_fields() {
    return {
        document_field<Ratio>(),
        {"n", [](auto&, auto& r) { return std::to_string(r.agreement->n); }},
        {"pairs", [](auto&, auto& r) { return std::to_string(r.agreement->pairs); }},
        {"ties", [](auto&, auto& r) { return r.agreement->ties; }},
        {"first", [](auto&, auto& r) { return r.agreement->metrics.at(r.first); }},
        {"second", [](auto&, auto& r) { return r.agreement->metrics.at(r.second); }},
        {"ratio", [](auto&, auto& r) { return number(r.agreement->ratios[r.first][r.second]); }}};
}

Fields<Nested<Robustness, RobustnessBar>> robustness_fields() {
    return {document_field<Nested<Robustness, RobustnessBar>>(),
            {"metric", [](auto&, auto& r) { return r.inner->metric; }},
            {"n", [](auto&, auto& r) { return std::to_string(r.inner->n); }},
            {"change", [](auto&, auto& r) { return r.inner->change; }},
            {"pairs", [](auto&, auto& r) { return std::to_string(r.inner->pairs); }},
            {"undefined", [](auto&, auto& r) { return std::to_string(r.inner->undefined); }},
            {"mean", [](auto&, auto& r) { return r.inner->mean; }},
            {"standard_error", [](auto&, auto& r) { return r.inner->standard_error; }}};
}

Fields<Nested<Stability, StabilityRow>> stability_fields() {
    return {document_field<Nested<Stability, StabilityRow>>(),
            {"metric", [](auto&, auto& r) { return r.inner->metric; }},
            {"n", [](auto&, auto& r) { return std::to_string(r.inner->n); }},
            {"pairs", [](auto&, auto& r) { return std::to_string(r.inner->pairs); }},
            {"depends_on_k", [](auto&, auto& r) { return truth(r.inner->depends_on_k); }},
            {"share_each", [](auto&, auto& r) { return r.inner->share_each; }},
            {"stable_each", [](auto&, auto& r) { return truth(r.inner->stable_each); }},
            {"share_averaged", [](auto&, auto& r) { return r.inner->share_averaged; }},
            {"stable_averaged", [](auto&, auto& r) { return truth(r.inner->stable_averaged); }},
            {"mean_difference", [](auto&, auto& r) { return r.inner->mean_difference; }}};
}

Fields<Nested<MetricPair, MetricPair::Answer>> pair_fields() {
    return {document_field<Nested<MetricPair, MetricPair::Answer>>(),
            {"n", [](auto&, auto& r) { return std::to_string(r.outer->n); }},
            {"first", [](auto&, auto& r) { return r.outer->first; }},
            {"second", [](auto&, auto& r) { return r.outer->second; }},
            {"question", [](auto&, auto& r) { return r.inner->question; }},
            {"verdict", [](auto&, auto& r) { return std::string(name_of(r.inner->verdict)); }},
            {"explanation", [](auto&, auto& r) { return r.inner->explanation; }},
            {"agreement", [](auto&, auto& r) { return r.outer->agreement; }}};
}

Fields<Nested<Scatter, Scatter::Point>> scatter_fields() {
    return {document_field<Nested<Scatter, Scatter::Point>>(),
            {"row", [](auto&, auto& r) { return r.outer->id; }},
            {"n", [](auto&, auto& r) { return std::to_string(r.outer->n); }},
            {"reading", [](auto&, auto& r) { return r.outer->reading; }},
            {"weights", [](auto&, auto& r) { return r.outer->weights; }},
            {"complete", [](auto&, auto& r) { return truth(r.outer->complete); }},
            {"K", [](auto&, auto& r) { return r.inner->kendall.to_string(); }},
            {"F", [](auto&, auto& r) { return r.inner->footrule.to_string(); }},
            {"count", [](auto&, auto& r) { return std::to_string(r.inner->count); }}};
}

Fields<Nested<Campaign, CampaignLength>> campaign_fields() {
    Fields<Nested<Campaign, CampaignLength>> fields = {
        document_field<Nested<Campaign, CampaignLength>>(),
        {"statement", [](auto&, auto& r) { return r.outer->statement; }},
        {"largest_n", [](auto&, auto& r) { return std::to_string(r.outer->n); }},
        {"n", [](auto&, auto& r) { return std::to_string(r.inner->n); }},
        {"units_done", [](auto&, auto& r) { return std::to_string(r.inner->units_done); }},
        {"units", [](auto&, auto& r) { return std::to_string(r.inner->units); }},
        {"programs", [](auto&, auto& r) { return std::to_string(r.inner->programs); }},
        {"undecided", [](auto&, auto& r) { return std::to_string(r.inner->undecided); }},
        {"violating", [](auto&, auto& r) { return std::to_string(r.inner->violating); }},
        {"ratio", [](auto&, auto& r) { return r.inner->ratio; }},
        {"ranks", [](auto&, auto& r) { return r.inner->ranks; }},
        {"seconds", [](auto&, auto& r) { return fmt::format("{}", r.inner->seconds); }}};
    add_origin(fields);
    return fields;
}

// Evaluations: a row is a number and where it stands.

/// One number of one run.
struct RunNumber {
    std::size_t source = 0;
    const EvaluatedRun* run = nullptr;
    std::string query, metric;
    const EvaluatedNumber* number = nullptr;
};

/// The values of the queries, then the means, whose query is "all", as evaluate prints them.
std::vector<RunNumber> run_numbers(const Model& model) {
    std::vector<RunNumber> rows;
    for (const Evaluation& evaluation : model.evaluations) {
        for (const EvaluatedRun& run : evaluation.runs) {
            for (const EvaluatedQuery& query : run.queries) {
                for (std::size_t m = 0; m < run.metrics.size(); ++m) {
                    rows.push_back({evaluation.source, &run, query.query, run.metrics[m].metric,
                                    &query.values[m]});
                }
            }
            for (const EvaluatedMetric& metric : run.metrics)
                rows.push_back({evaluation.source, &run, "all", metric.metric, &metric.mean});
        }
    }
    return rows;
}

/// `query` is the place on a curve.
std::vector<RunNumber> curve_numbers(const Model& model) {
    std::vector<RunNumber> rows;
    for (const Evaluation& evaluation : model.evaluations) {
        for (const EvaluatedRun& run : evaluation.runs) {
            for (const EvaluatedCurve& curve : run.curves) {
                for (const auto& [at, mean] : curve.points)
                    rows.push_back({evaluation.source, &run, at, curve.name, &mean});
            }
        }
    }
    return rows;
}

Fields<RunNumber> run_number_fields(const std::string& query, const std::string& metric) {
    return {document_field<RunNumber>(),
            {"run", [](auto&, auto& r) { return r.run->name; }},
            {query, [](auto&, auto& r) { return r.query; }},
            {metric, [](auto&, auto& r) { return r.metric; }},
            {"decimal", [](auto&, auto& r) { return r.number->decimal; }},
            {"value", [](auto&, auto& r) { return r.number->exact; }},
            {"undefined", [](auto&, auto& r) { return r.number->why_undefined; }}};
}

struct RunPoint {
    std::size_t source = 0;
    const EvaluatedRun* run = nullptr;
    const PrecisionRecallPoints* of = nullptr;
    const PrecisionRecallPoints::Point* point = nullptr;
};

std::vector<RunPoint> run_points(const Model& model) {
    std::vector<RunPoint> rows;
    for (const Evaluation& evaluation : model.evaluations) {
        for (const EvaluatedRun& run : evaluation.runs) {
            for (const PrecisionRecallPoints& of : run.points) {
                for (const auto& point : of.points)
                    rows.push_back({evaluation.source, &run, &of, &point});
            }
        }
    }
    return rows;
}

Fields<RunPoint> run_point_fields() {
    return {document_field<RunPoint>(),
            {"run", [](auto&, auto& r) { return r.run->name; }},
            {"query", [](auto&, auto& r) { return r.of->query; }},
            {"rank", [](auto&, auto& r) { return std::to_string(r.point->rank); }},
            {"recall", [](auto&, auto& r) { return r.point->recall.to_string(); }},
            {"precision", [](auto&, auto& r) { return r.point->precision.to_string(); }}};
}

using HistogramRow = Nested<Evaluation, DifferenceHistogram::Row>;

std::vector<HistogramRow> histogram_rows(const Model& model) {
    std::vector<HistogramRow> rows;
    for (const Evaluation& evaluation : model.evaluations) {
        if (!evaluation.histogram) continue;
        for (const DifferenceHistogram::Row& row : evaluation.histogram->rows)
            rows.push_back({evaluation.source, &evaluation, &row});
    }
    return rows;
}

Fields<HistogramRow> histogram_fields() {
    return {document_field<HistogramRow>(),
            {"metric", [](auto&, auto& r) { return r.outer->histogram->metric; }},
            {"first_run", [](auto&, auto& r) { return r.outer->runs[0].name; }},
            {"second_run", [](auto&, auto& r) { return r.outer->runs[1].name; }},
            {"query", [](auto&, auto& r) { return r.inner->query; }},
            {"first", [](auto&, auto& r) { return r.inner->first.exact; }},
            {"second", [](auto&, auto& r) { return r.inner->second.exact; }},
            {"difference", [](auto&, auto& r) { return r.inner->difference.exact; }},
            {"decimal", [](auto&, auto& r) { return r.inner->difference.decimal; }},
            {"better", [](auto&, auto& r) { return r.inner->better; }}};
}

struct BetweenValue {
    std::size_t source = 0;
    const Evaluation* evaluation = nullptr;
    std::string query, metric;
    std::uint64_t documents = 0, left_out = 0;
    const EvaluatedNumber* number = nullptr;
};

/// The queries, then the means, whose query is "all".
std::vector<BetweenValue> between_values(const Model& model) {
    std::vector<BetweenValue> rows;
    for (const Evaluation& evaluation : model.evaluations) {
        if (!evaluation.between) continue;
        const RunComparison& between = *evaluation.between;
        std::uint64_t documents = 0, left_out = 0;
        const auto add = [&](const std::string& query, std::size_t metric, std::uint64_t count,
                             std::uint64_t out, const EvaluatedNumber& number) {
            rows.push_back({evaluation.source, &evaluation, query, between.metrics[metric], count,
                            out, &number});
        };
        for (const RunComparison::Row& row : between.rows) {
            documents += row.documents;
            left_out += row.left_out;
            for (std::size_t m = 0; m < between.metrics.size(); ++m)
                add(row.query, m, row.documents, row.left_out, row.values[m]);
        }
        for (std::size_t m = 0; m < between.metrics.size(); ++m)
            add("all", m, documents, left_out, between.means[m].mean);
    }
    return rows;
}

Fields<BetweenValue> between_fields() {
    return {document_field<BetweenValue>(),
            {"first_run", [](auto&, auto& r) { return r.evaluation->runs[0].name; }},
            {"second_run", [](auto&, auto& r) { return r.evaluation->runs[1].name; }},
            {"query", [](auto&, auto& r) { return r.query; }},
            {"metric", [](auto&, auto& r) { return r.metric; }},
            {"documents", [](auto&, auto& r) { return std::to_string(r.documents); }},
            {"left_out", [](auto&, auto& r) { return std::to_string(r.left_out); }},
            {"decimal", [](auto&, auto& r) { return r.number->decimal; }},
            {"value", [](auto&, auto& r) { return r.number->exact; }}};
}

// Audits. An input is JSON in one line, as it goes to a program; empty for none.

std::string input_text(const Json& input) {
    return input.is_null() ? "" : one_line(input);
}

using LawRow = Nested<Audit, AuditedLaw>;

Fields<LawRow> law_fields() {
    return {document_field<LawRow>(),
            {"row", [](auto&, auto& r) { return r.inner->id; }},
            {"metric", [](auto&, auto& r) { return r.outer->metric.name; }},
            {"law", [](auto&, auto& r) { return r.inner->law; }},
            {"verdict", [](auto&, auto& r) { return std::string(name_of(r.inner->verdict)); }},
            {"statement", [](auto&, auto& r) { return r.inner->statement; }},
            {"scope", [](auto&, auto& r) { return r.inner->scope; }},
            {"input", [](auto&, auto& r) { return input_text(*r.inner->input); }},
            {"expected", [](auto&, auto& r) { return r.inner->expected; }},
            {"got", [](auto&, auto& r) { return r.inner->got; }},
            {"explanation", [](auto&, auto& r) { return r.inner->explanation; }}};
}

using ReferenceRow = Nested<Audit, ReferenceAgreement>;

Fields<ReferenceRow> reference_fields() {
    return {document_field<ReferenceRow>(),
            {"metric", [](auto&, auto& r) { return r.outer->metric.name; }},
            {"reference", [](auto&, auto& r) { return r.inner->reference; }},
            {"compared", [](auto&, auto& r) { return std::to_string(r.inner->compared); }},
            {"differing", [](auto&, auto& r) { return std::to_string(r.inner->differing); }},
            {"worst_units", [](auto&, auto& r) { return std::to_string(r.inner->worst_units); }},
            {"input", [](auto&, auto& r) { return input_text(*r.inner->input); }},
            {"expected", [](auto&, auto& r) { return r.inner->expected; }},
            {"got", [](auto&, auto& r) { return r.inner->got; }}};
}

Fields<Nested<Audit, CallTime>> timing_fields() {
    return {document_field<Nested<Audit, CallTime>>(),
            {"metric", [](auto&, auto& r) { return r.outer->metric.name; }},
            {"n", [](auto&, auto& r) { return std::to_string(r.inner->n); }},
            {"seconds", [](auto&, auto& r) { return fmt::format("{}", r.inner->seconds); }}};
}

Fields<ProgramDifference> difference_fields() {
    Fields<ProgramDifference> fields = {
        document_field<ProgramDifference>(),
        {"row", [](auto&, auto& r) { return r.id; }},
        {"against", [](auto&, auto& r) { return r.against; }},
        {"compared", [](auto&, auto& r) { return std::to_string(r.compared); }},
        {"differing", [](auto&, auto& r) { return std::to_string(r.differing); }},
        {"worst_units", [](auto&, auto& r) { return std::to_string(r.worst_units); }},
        {"input", [](auto&, auto& r) { return input_text(*r.input); }},
        {"first", [](auto&, auto& r) { return r.first; }},
        {"second", [](auto&, auto& r) { return r.second; }},
        {"failing", [](auto&, auto& r) { return std::to_string(r.failing); }},
        {"failing_input", [](auto&, auto& r) { return input_text(*r.failing_input); }},
        {"failing_first", [](auto&, auto& r) { return r.failing_first; }},
        {"failing_second", [](auto&, auto& r) { return r.failing_second; }},
        {"complete", [](auto&, auto& r) { return truth(r.complete); }}};
    add_origin(fields);
    return fields;
}

// Experiments on clicks or grades. A figure that is undefined, or not decided, is empty.

std::string experiment_number(const std::optional<ExperimentNumber>& number) {
    if (!number || number->decimal == "undecided") return "";
    return number->value ? number->value->to_string() : number->decimal;
}

/// A row of a list that each weighting has.
template <class Inner>
struct OfWeighting {
    std::size_t source = 0;
    const FootruleKendall* experiment = nullptr;
    const WeightingRow* weighting = nullptr;
    const Inner* inner = nullptr;
    std::size_t place = 0;  ///< in its list, from 1
};

template <class Inner>
void add_rows(const Model& model, std::vector<Inner> WeightingRow::*list,
              std::vector<OfWeighting<Inner>>& rows) {
    for (const FootruleKendall& experiment : model.footrule_kendall) {
        for (const WeightingRow& weighting : experiment.weightings) {
            std::size_t place = 0;
            for (const Inner& inner : weighting.*list)
                rows.push_back({experiment.source, &experiment, &weighting, &inner, ++place});
        }
    }
}

template <class Inner>
std::vector<OfWeighting<Inner>> of_weightings(const Model& model,
                                              std::vector<Inner> WeightingRow::*list) {
    std::vector<OfWeighting<Inner>> rows;
    add_rows(model, list, rows);
    return rows;
}

/// What a row is of, in each of these tables: one that is taken out still says if it is synthetic.
template <class Inner>
Fields<OfWeighting<Inner>> of_weighting_fields() {
    using Row = OfWeighting<Inner>;
    return {document_field<Row>(),
            {"kind", [](auto&, auto& r) { return r.experiment->data.kind; }},
            {"synthetic", [](auto&, auto& r) { return truth(r.experiment->data.is_synthetic); }},
            {"weighting", [](auto&, auto& r) { return r.weighting->weighting; }}};
}

using WeightingCsvRow = Nested<FootruleKendall, WeightingRow>;

Fields<WeightingCsvRow> weighting_fields() {
    Fields<WeightingCsvRow> fields = {
        document_field<WeightingCsvRow>(),
        {"kind", [](auto&, auto& r) { return r.outer->data.kind; }},
        {"synthetic", [](auto&, auto& r) { return truth(r.outer->data.is_synthetic); }},
        {"weighting", [](auto&, auto& r) { return r.inner->weighting; }},
        {"row", [](auto&, auto& r) { return r.inner->id; }},
        {"reading", [](auto&, auto& r) { return r.outer->reading; }},
        {"ties", [](auto&, auto& r) { return r.outer->ties; }},
        {"fixed_points", [](auto&, auto& r) { return r.outer->fixed_points; }},
        {"queries", [](auto&, auto& r) { return std::to_string(r.outer->queries); }},
        {"with_ratio", [](auto&, auto& r) { return std::to_string(r.inner->with_ratio); }},
        {"without_ratio", [](auto&, auto& r) { return std::to_string(r.inner->without_ratio); }}};
    const auto add = [&](const std::string& name,
                         std::optional<ExperimentNumber> WeightingRow::*figure,
                         std::string PrintedRow::*printed) {
        fields.push_back(
            {name, [=](auto&, auto& r) { return experiment_number((*r.inner).*figure); }});
        fields.push_back({name + "_of_kv", [=](auto&, auto& r) {
                              return r.inner->paper ? (*r.inner->paper).*printed : std::string();
                          }});
    };
    add("ratio_mean", &WeightingRow::ratio_mean, &PrintedRow::ratio_mean);
    add("ratio_deviation", &WeightingRow::ratio_deviation, &PrintedRow::ratio_deviation);
    add("correlation_error", &WeightingRow::correlation_error, &PrintedRow::correlation_error);
    fields.push_back(
        {"correlation_error_to_unit", [](auto&, auto& r) { return r.inner->error_to_unit; }});
    add_origin(fields);
    return fields;
}

Fields<OfWeighting<WorstOverlap>> overlap_fields() {
    auto fields = of_weighting_fields<WorstOverlap>();
    fields.push_back({"k", [](auto&, auto& r) { return std::to_string(r.inner->k); }});
    fields.push_back({"least", [](auto&, auto& r) { return experiment_number(r.inner->least); }});
    fields.push_back(
        {"expected", [](auto&, auto& r) { return experiment_number(r.inner->expected); }});
    fields.push_back(
        {"greatest", [](auto&, auto& r) { return experiment_number(r.inner->greatest); }});
    return fields;
}

Fields<OfWeighting<QueryPoint>> query_point_fields() {
    auto fields = of_weighting_fields<QueryPoint>();
    fields.push_back(
        {"kendall", [](auto&, auto& r) { return experiment_number(r.inner->kendall); }});
    fields.push_back(
        {"footrule", [](auto&, auto& r) { return experiment_number(r.inner->footrule); }});
    fields.push_back({"queries", [](auto&, auto& r) { return std::to_string(r.inner->queries); }});
    return fields;
}

/// Both lists in one table: "by" says which.
std::vector<OfWeighting<WorstQuery>> worst_queries(const Model& model) {
    std::vector<OfWeighting<WorstQuery>> rows;
    add_rows(model, &WeightingRow::worst_by_kendall, rows);
    add_rows(model, &WeightingRow::worst_by_footrule, rows);
    return rows;
}

Fields<OfWeighting<WorstQuery>> worst_query_fields() {
    auto fields = of_weighting_fields<WorstQuery>();
    const auto by = [](const OfWeighting<WorstQuery>& row) {
        const auto& list = row.weighting->worst_by_kendall;
        return row.inner == &list[row.place - 1] ? "kendall" : "footrule";
    };
    fields.push_back({"by", [=](auto&, auto& r) { return by(r); }});
    fields.push_back({"place", [](auto&, auto& r) { return std::to_string(r.place); }});
    fields.push_back({"query", [](auto&, auto& r) { return r.inner->query; }});
    fields.push_back({"ranks", [](auto&, auto& r) {
                          return fmt::format("{}", fmt::join(r.inner->ranks, " "));
                      }});
    fields.push_back(
        {"kendall", [](auto&, auto& r) { return experiment_number(r.inner->kendall); }});
    fields.push_back(
        {"footrule", [](auto&, auto& r) { return experiment_number(r.inner->footrule); }});
    return fields;
}

std::vector<File> tables(const Model& model) {
    std::vector<File> files;
    add_table("constants.csv", model, model.results, constant_fields(), files);
    add_table("claims.csv", model, model.claims, claim_fields(), files);
    add_table("cells.csv", model, model.cells, cell_fields(), files);
    add_table("agreement.csv", model, ratios_of(model), agreement_fields(), files);
    add_table("robustness.csv", model, nested(model.robustness, &Robustness::bars),
              robustness_fields(), files);
    add_table("stability.csv", model, nested(model.stability, &Stability::rows), stability_fields(),
              files);
    add_table("pairs.csv", model, nested(model.pairs, &MetricPair::answers), pair_fields(), files);
    add_table("scatter.csv", model, nested(model.scatters, &Scatter::points), scatter_fields(),
              files);
    add_table("campaigns.csv", model, nested(model.campaigns, &Campaign::lengths),
              campaign_fields(), files);
    add_table("evaluations.csv", model, run_numbers(model), run_number_fields("query", "metric"),
              files);
    add_table("curves.csv", model, curve_numbers(model), run_number_fields("at", "curve"), files);
    add_table("points.csv", model, run_points(model), run_point_fields(), files);
    add_table("histogram.csv", model, histogram_rows(model), histogram_fields(), files);
    add_table("between.csv", model, between_values(model), between_fields(), files);
    add_table("laws.csv", model, nested(model.audits, &Audit::laws), law_fields(), files);
    add_table("references.csv", model, nested(model.audits, &Audit::agreements), reference_fields(),
              files);
    add_table("timings.csv", model, nested(model.audits, &Audit::timings), timing_fields(), files);
    add_table("differences.csv", model, model.differences, difference_fields(), files);
    add_table("footrule-kendall.csv", model,
              nested(model.footrule_kendall, &FootruleKendall::weightings), weighting_fields(),
              files);
    add_table("overlaps.csv", model, of_weightings(model, &WeightingRow::overlaps),
              overlap_fields(), files);
    add_table("worst.csv", model, worst_queries(model), worst_query_fields(), files);
    add_table("query-points.csv", model, of_weightings(model, &WeightingRow::points),
              query_point_fields(), files);
    return files;
}

}  // namespace

}  // namespace csv

std::vector<File> to_csv(const Model& model) {
    return csv::tables(model);
}

}  // namespace disarray::reports
