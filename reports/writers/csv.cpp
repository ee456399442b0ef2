// SPDX-License-Identifier: MIT
//
// The tables of the model as CSV (RFC 4180: CRLF, quoted where needed), for programs and
// spreadsheets. Each row says its columns, of which the first row's make the head; the names are
// the keys of the documents. Numbers stand as they are, "-1/2". Text that a spreadsheet would run
// as a formula gets a single quote in front, as OWASP's page on CSV injection has it: only a
// hostile document has such text.
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/csv_field.hpp"
#include "base/error.hpp"
#include "record/field.hpp"
#include "reports/writers.hpp"
#include "reports/writers/detail/text.hpp"
#include "weighting/words.hpp"

namespace disarray::reports {

namespace csv {

namespace {

std::string escape(std::string_view field) {
    return csv_cell(valid_utf8(field));
}

/// What a field says; nothing for what is absent, undefined or not decided.
template <class T>
std::string text_of(const T& value) {
    if constexpr (std::is_same_v<T, bool>) {
        return value ? "true" : "false";
    } else if constexpr (std::is_arithmetic_v<T>) {
        return fmt::format("{}", value);
    } else if constexpr (std::is_enum_v<T>) {
        return std::string(name_of(value));
    } else if constexpr (std::is_same_v<T, Rational>) {
        return value.to_string();
    } else if constexpr (std::is_base_of_v<ExperimentNumber, T>) {
        if (value.decimal == "undecided") return "";
        return value.value ? value.value->to_string() : value.decimal;
    } else if constexpr (std::is_same_v<T, EvaluatedNumber>) {
        return value.exact;
    } else if constexpr (std::is_same_v<T, SavedJson>) {  // in one line, as it goes to a program
        return value->is_null() ? "" : one_line(*value);
    } else if constexpr (requires { value.has_value(); }) {
        return value ? text_of(*value) : "";
    } else if constexpr (std::is_convertible_v<T, std::string_view>) {
        return std::string(value);
    } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
        return fmt::format("{}", fmt::join(value, "; "));
    } else if constexpr (std::is_same_v<T, std::vector<std::uint64_t>>) {
        return fmt::format("{}", fmt::join(value, " "));
    } else {
        throw InternalError("csv: a field that is no column");
    }
}

struct Field {
    template <class T>
    Field(std::string column, const T& value) : name(std::move(column)), text(text_of(value)) {}
    std::string name, text;
};
using Fields = std::vector<Field>;

/// All fields of a record, or those of these keys in this order.
template <record::Record T>
Fields columns(const T& of) {
    Fields fields;
    record::each_field(of, [&](const record::Key& key, const auto& value) {
        fields.emplace_back(key.name, value);
    });
    return fields;
}
template <record::Record T>
Fields columns(const T& of, std::initializer_list<std::string_view> keys) {
    Fields fields;
    for (const std::string_view wanted : keys) {
        record::each_field(of, [&](const record::Key& key, const auto& value) {
            if (key.name == wanted) fields.emplace_back(key.name, value);
        });
    }
    if (fields.size() != keys.size()) throw InternalError("csv: a column that is no field");
    return fields;
}

Fields operator+(Fields a, const Fields& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

class Tables {
public:
    explicit Tables(const Model& model) : model_(model) {}

    /// A row of the table `file`, of the document `source`.
    void add(const std::string& file, std::size_t source, const Fields& fields) {
        const bool is_first = files_.empty() || files_.back().first != file;
        if (is_first) {
            files_.emplace_back(file, "document");
            for (const Field& field : fields)
                files_.back().second += "," + escape(field.name);
            files_.back().second += "\r\n";
        }
        std::string& out = files_.back().second;
        out += escape(document_of(model_, source));
        for (const Field& field : fields)
            out += "," + escape(field.text);
        out += "\r\n";
    }
    /// The same for a table that says in the end what made its documents.
    void add_with_origin(const std::string& file, std::size_t source, const Fields& fields) {
        const Source origin = source < model_.sources.size() ? model_.sources[source] : Source{};
        add(file, source,
            fields + Fields{{"command", origin.command}, {"version", origin.version}});
    }

    std::vector<File> files() && { return std::move(files_); }

private:
    const Model& model_;
    std::vector<File> files_;
};

/// The first `count`, all 1 where they are absent.
template <class Numbers>
std::string numbers(const std::optional<Numbers>& all, std::size_t count) {
    return all ? numbers_in_words(*all, count)
               : numbers_in_words(std::vector<Rational>(count, 1), count);
}

/// Empty fields if there is no witness. Unit weights are written out.
Fields witness_fields(const std::string& prefix, const std::optional<RatioWitness>& witness) {
    const RatioWitness w = witness.value_or(RatioWitness{});
    const std::size_t n = w.sigma.size();
    return {
        {prefix + "ranks", witness ? w.sigma.to_string() : ""},
        {prefix + "weights", numbers(w.weighting.element_weights, n)},
        {prefix + "swap_costs", numbers(w.weighting.swap_costs, n > 0 ? n - 1 : 0)},
        {prefix + "dissimilarity",
         n == 0 ? "" : rows_in_words(w.weighting.dissimilarity.value_or(Dissimilarity::unit(n)))},
        {prefix + "strict", witness ? text_of(w.is_strict) : ""},
        {prefix + "K", w.kendall},
        {prefix + "F", w.footrule},
        {prefix + "small", w.small},
        {prefix + "big", w.big}};
}

void add_constants(const Model& model, Tables& tables) {
    for (const Result& r : model.results) {
        const Fields fields =
            Fields{{"row", r.id}} + columns(r, {"n", "reading", "side", "statement", "weights"}) +
            Fields{{"whole", r.is_whole}} + columns(r, {"ratio"}) +
            Fields{{"decimal", r.value ? r.value->to_decimal() : ""}, {"claimed", r.claimed}} +
            columns(r, {"scope", "verdict", "permutations", "violating"}) +
            Fields{{"programs", r.programs}, {"effort", r.effort}} +
            columns(r, {"certificate", "complete"});
        tables.add_with_origin("constants.csv", r.source,
                               fields + witness_fields("witness_", r.witness) +
                                   witness_fields("strict_witness_", r.strict_witness));
    }
}

/// What claims and cells share, after their first columns.
Fields finding_fields(const Finding& f) {
    const std::string witness =
        f.witness_json->is_null()
            ? ""
            : f.witness_json->dump(-1, ' ', false, Json::error_handler_t::replace);
    return Fields{{"label", f.label}} +
           columns(f, {"statement", "source", "metric", "reading", "frame", "fixed_points"}) +
           Fields{{"variant", f.variant}} + columns(f, {"verdict", "scope"}) +
           Fields{{"effort", f.effort}} + columns(f, {"explanation"}) +
           Fields{{"theorem", f.theorem ? to_string(*f.theorem) : ""},
                  {"witness", witness},
                  {"reproduce", f.reproduce}};
}

void add_findings(const Model& model, Tables& tables) {
    for (const Claim& claim : model.claims) {
        tables.add_with_origin(
            "claims.csv", claim.source,
            Fields{{"row", claim.id}, {"id", claim.claim}} + finding_fields(claim) +
                Fields{{"repairs", fmt::format("{}", fmt::join(claim.repairs, "; "))}});
    }
    for (const PropertyCell& cell : model.cells) {
        tables.add_with_origin(
            "cells.csv", cell.source,
            Fields{{"row", cell.id}, {"property", cell.property}} + finding_fields(cell));
    }
}

/// One row for two metrics, and one for the other order where the reading of ties tells them apart.
/// The diagonal is 1.
void add_agreements(const Model& model, Tables& tables) {
    for (const Agreement& a : model.agreements) {
        const auto add = [&](std::size_t i, std::size_t j) {
            tables.add("agreement.csv", a.source,
                       {{"n", a.n},
                        {"pairs", a.pairs},
                        {"ties", a.ties},
                        {"first", a.metrics.at(i)},
                        {"second", a.metrics.at(j)},
                        {"ratio", a.ratios[i][j]}});
        };
        for (std::size_t i = 0; i < a.ratios.size(); ++i) {
            for (std::size_t j = i + 1; j < a.ratios[i].size(); ++j) {
                add(i, j);
                if (a.ratios[i][j] != a.ratios[j][i]) add(j, i);
            }
        }
    }
}

void add_robustness(const Model& model, Tables& tables) {
    for (const Robustness& robustness : model.robustness) {
        for (const RobustnessBar& bar : robustness.bars) {
            tables.add("robustness.csv", robustness.source,
                       columns(bar, {"metric", "n", "change", "pairs", "undefined", "mean",
                                     "standard_error"}));
        }
    }
    for (const Stability& stability : model.stability) {
        for (const StabilityRow& row : stability.rows) {
            Fields fields = columns(row, {"metric", "n", "pairs", "depends_on_k"});
            for (const auto& [of, share] :
                 {std::pair("each", row.each), std::pair("averaged", row.averaged)}) {
                fields.emplace_back(fmt::format("share_{}", of), share.share);
                fields.emplace_back(fmt::format("stable_{}", of), share.stable.value_or(false));
            }
            tables.add("stability.csv", stability.source,
                       std::move(fields) + columns(row, {"mean_difference"}));
        }
    }
}

void add_pairs(const Model& model, Tables& tables) {
    for (const MetricPair& pair : model.pairs) {
        for (const MetricPair::Answer& answer : pair.answers) {
            tables.add("pairs.csv", pair.source,
                       Fields{{"n", pair.n}, {"first", pair.first}, {"second", pair.second}} +
                           columns(answer) + Fields{{"agreement", pair.agreement}});
        }
    }
}

void add_searches(const Model& model, Tables& tables) {
    for (const Scatter& scatter : model.scatters) {
        for (const Scatter::Point& point : scatter.points) {
            tables.add("scatter.csv", scatter.source,
                       Fields{{"row", scatter.id}} +
                           columns(scatter, {"n", "reading", "weights", "complete"}) +
                           columns(point));
        }
    }
    for (const Campaign& campaign : model.campaigns) {
        for (const CampaignLength& length : campaign.lengths) {
            tables.add_with_origin(
                "campaigns.csv", campaign.source,
                Fields{{"statement", campaign.statement}, {"largest_n", campaign.n}} +
                    columns(length));
        }
    }
}

// Evaluations: a row is a number and where it stands.

/// Calls `visit` with each evaluation and each of its runs.
template <class Visit>
void each_run(const Model& model, const Visit& visit) {
    for (const Evaluation& evaluation : model.evaluations) {
        for (const EvaluatedRun& run : evaluation.runs)
            visit(evaluation.source, run);
    }
}

/// The values of the queries, then the means, whose query is "all", as evaluate prints them.
void add_values(const Model& model, Tables& tables) {
    each_run(model, [&](std::size_t source, const EvaluatedRun& run) {
        const auto add = [&](const std::string& query, const EvaluatedMetric& metric,
                             const EvaluatedNumber& number) {
            tables.add("evaluations.csv", source,
                       Fields{{"run", run.name}, {"query", query}, {"metric", metric.metric}} +
                           columns(number));
        };
        for (const EvaluatedQuery& query : run.queries) {
            for (std::size_t m = 0; m < run.metrics.size(); ++m)
                add(query.query, run.metrics[m], query.values[m]);
        }
        for (const EvaluatedMetric& metric : run.metrics)
            add("all", metric, metric.mean);
    });
}

void add_curves(const Model& model, Tables& tables) {
    each_run(model, [&](std::size_t source, const EvaluatedRun& run) {
        for (const EvaluatedCurve& curve : run.curves) {
            for (const auto& [at, mean] : curve.points) {
                tables.add(
                    "curves.csv", source,
                    Fields{{"run", run.name}, {"at", at}, {"curve", curve.name}} + columns(mean));
            }
        }
    });
    each_run(model, [&](std::size_t source, const EvaluatedRun& run) {
        for (const PrecisionRecallPoints& of : run.points) {
            for (const PrecisionRecallPoints::Point& point : of.points) {
                tables.add("points.csv", source,
                           Fields{{"run", run.name}, {"query", of.query}} + columns(point));
            }
        }
    });
}

void add_histograms(const Model& model, Tables& tables) {
    for (const Evaluation& evaluation : model.evaluations) {
        if (!evaluation.histogram) continue;
        for (const DifferenceHistogram::Row& row : evaluation.histogram->rows) {
            tables.add("histogram.csv", evaluation.source,
                       Fields{{"metric", evaluation.histogram->metric},
                              {"first_run", evaluation.runs[0].name},
                              {"second_run", evaluation.runs[1].name}} +
                           columns(row, {"query", "first", "second", "difference"}) +
                           columns(row.difference, {"decimal"}) + columns(row, {"better"}));
        }
    }
}

/// The queries, then the means, whose query is "all".
void add_comparisons(const Model& model, Tables& tables) {
    for (const Evaluation& evaluation : model.evaluations) {
        if (!evaluation.between) continue;
        const RunComparison& between = *evaluation.between;
        std::uint64_t documents = 0, left_out = 0;
        const auto add = [&](const std::string& query, std::size_t metric, std::uint64_t count,
                             std::uint64_t out, const EvaluatedNumber& number) {
            tables.add("between.csv", evaluation.source,
                       Fields{{"first_run", evaluation.runs[0].name},
                              {"second_run", evaluation.runs[1].name},
                              {"query", query},
                              {"metric", between.metrics[metric]},
                              {"documents", count},
                              {"left_out", out}} +
                           columns(number, {"decimal", "value"}));
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
}

void add_audits(const Model& model, Tables& tables) {
    for (const Audit& audit : model.audits) {
        for (const AuditedLaw& law : audit.laws) {
            tables.add("laws.csv", audit.source,
                       Fields{{"row", law.id}, {"metric", audit.metric.name}} +
                           columns(law, {"law", "verdict", "statement", "scope", "input",
                                         "expected", "got", "explanation"}));
        }
    }
    // A part of each audit, beside the name of its metric.
    const auto add = [&](const std::string& file, auto part,
                         std::initializer_list<std::string_view> keys) {
        for (const Audit& audit : model.audits) {
            for (const auto& row : audit.*part) {
                tables.add(file, audit.source,
                           Fields{{"metric", audit.metric.name}} + columns(row, keys));
            }
        }
    };
    add("references.csv", &Audit::agreements,
        {"reference", "compared", "differing", "worst_units", "input", "expected", "got"});
    add("timings.csv", &Audit::timings, {"n", "seconds"});
    for (const ProgramDifference& difference : model.differences) {
        tables.add_with_origin(
            "differences.csv", difference.source,
            Fields{{"row", difference.id}} +
                columns(difference, {"against", "compared", "differing", "worst_units", "input",
                                     "first", "second", "failing", "failing_input", "failing_first",
                                     "failing_second", "complete"}));
    }
}

// Experiments on clicks or grades.

/// Calls `visit` with each weighting of each experiment, and with what a row is of in each of these
/// tables: one that is taken out still says if it is synthetic.
template <class Visit>
void each_weighting(const Model& model, const Visit& visit) {
    for (const FootruleKendall& experiment : model.footrule_kendall) {
        for (const WeightingRow& row : experiment.weightings) {
            visit(experiment, row,
                  columns(experiment.data, {"kind", "synthetic"}) + columns(row, {"weighting"}));
        }
    }
}

void add_weightings(const Model& model, Tables& tables) {
    each_weighting(model, [&](const FootruleKendall& experiment, const WeightingRow& row,
                              const Fields& of) {
        Fields fields = of + Fields{{"row", row.id}} +
                        columns(experiment, {"reading", "ties", "fixed_points", "queries"}) +
                        columns(row, {"with_ratio", "without_ratio"});
        const PrintedRow paper = row.paper.value_or(PrintedRow{});
        for (const std::string_view key : {"ratio_mean", "ratio_deviation", "correlation_error"}) {
            Fields printed = columns(paper, {key});
            printed.front().name += "_of_kv";
            fields = std::move(fields) + columns(row, {key}) + printed;
        }
        tables.add_with_origin("footrule-kendall.csv", experiment.source,
                               std::move(fields) + columns(row, {"correlation_error_to_unit"}));
    });
}

/// Both lists in one table: "by" says which.
void add_worst(const Model& model, Tables& tables) {
    for (const bool by_kendall : {true, false}) {
        each_weighting(model, [&](const FootruleKendall& experiment, const WeightingRow& row,
                                  const Fields& of) {
            std::size_t place = 0;
            for (const WorstQuery& worst :
                 by_kendall ? row.worst.by_kendall : row.worst.by_footrule) {
                tables.add(
                    "worst.csv", experiment.source,
                    of + Fields{{"by", by_kendall ? "kendall" : "footrule"}, {"place", ++place}} +
                        columns(worst, {"query", "ranks", "kendall", "footrule"}));
            }
        });
    }
}

void add_experiments(const Model& model, Tables& tables) {
    add_weightings(model, tables);
    each_weighting(
        model, [&](const FootruleKendall& experiment, const WeightingRow& row, const Fields& of) {
            for (const WorstOverlap& overlap : row.overlaps) {
                tables.add("overlaps.csv", experiment.source,
                           of + columns(overlap, {"k", "least", "expected", "greatest"}));
            }
        });
    add_worst(model, tables);
    each_weighting(
        model, [&](const FootruleKendall& experiment, const WeightingRow& row, const Fields& of) {
            for (const QueryPoint& point : row.scatter.points) {
                tables.add("query-points.csv", experiment.source,
                           of + columns(point, {"kendall", "footrule", "queries"}));
            }
        });
}

/// The order found, then those of the other methods.
void add_aggregations(const Model& model, Tables& tables) {
    for (const Aggregation& of : model.aggregations) {
        std::vector<AggregatedOrder> orders = of.methods;
        orders.insert(orders.begin(), of.best);
        for (const AggregatedOrder& order : orders) {
            tables.add_with_origin(
                "aggregations.csv", of.source,
                Fields{{"distance", of.distance}, {"votes", of.votes}} +
                    columns(order, {"method", "cost", "lower_bound", "bound_source"}) +
                    Fields{{"optimal", order.is_optimal()}} + columns(order, {"ranking"}));
        }
    }
}

/// Statements with their verdicts, those that are known first; then the points of each region.
void add_discoveries(const Model& model, Tables& tables) {
    const auto of = [](const Discovery& d) {
        return Fields{{"discovery", d.id}} + columns(d, {"statistics", "n_from", "n_to"});
    };
    for (const Discovery& d : model.discoveries)
        for (const Discovery::Known& known : d.theorems)
            tables.add_with_origin("theorems.csv", d.source, of(d) + columns(known));
    for (const Discovery& d : model.discoveries)
        for (const auto* list : {&d.conjectures, &d.refuted})
            for (const Discovery::Conjectured& conjecture : *list)
                tables.add_with_origin("conjectures.csv", d.source, of(d) + columns(conjecture));
    for (const Discovery& d : model.discoveries)
        for (const Discovery::Distribution& distribution : d.distributions)
            for (const auto& [of_what, formulas] : {std::pair("mean", &distribution.mean),
                                                    std::pair("variance", &distribution.variance)})
                for (const Discovery::Formula& formula : *formulas)
                    tables.add_with_origin("distributions.csv", d.source,
                                           of(d) +
                                               columns(distribution, {"statistic", "unimodal"}) +
                                               Fields{{"of", of_what}} + columns(formula));
    for (const Discovery& d : model.discoveries)
        for (const Discovery::Region& region : d.regions)
            for (const Discovery::Point& point : region.points)
                tables.add("regions.csv", d.source,
                           Fields{{"x_statistic", region.statistics[0]},
                                  {"y_statistic", region.statistics[1]}} +
                               columns(region, {"n"}) + columns(point));
}

}  // namespace

}  // namespace csv

std::vector<File> to_csv(const Model& model) {
    csv::Tables tables(model);
    for (const auto add :
         {csv::add_constants, csv::add_findings, csv::add_agreements, csv::add_robustness,
          csv::add_pairs, csv::add_searches, csv::add_values, csv::add_curves, csv::add_histograms,
          csv::add_comparisons, csv::add_audits, csv::add_experiments, csv::add_aggregations,
          csv::add_discoveries})
        add(model, tables);
    return std::move(tables).files();
}

}  // namespace disarray::reports
