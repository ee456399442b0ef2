// SPDX-License-Identifier: MIT
//
// What the options of `disarray evaluate` mean: names are looked up, numbers read, and what does
// not go together is refused.
#include <algorithm>
#include <filesystem>
#include <span>

#include <fmt/format.h>

#include "app/verbs/evaluate_options.hpp"
#include "app/verbs/trec_eval_conventions.hpp"
#include "base/error.hpp"
#include "formats/lists.hpp"
#include "metrics/retrieval/trec_measures.hpp"

namespace disarray::app {

namespace {

using retrieval::Request;

std::vector<std::string> metric_names(const std::vector<std::string>& texts) {
    std::vector<std::string> names;
    for (const std::string& text : texts) {
        for (const std::string_view item : formats::list_items(text, "--metric"))
            names.emplace_back(item);
    }
    if (!texts.empty() && names.empty()) {
        throw InputError("--metric", "an empty list", "names of metrics");
    }
    if (names.empty()) names.emplace_back("official");
    return retrieval::with_parameters(names);
}

/// The requests of --metric: names, trec_eval's sets of them ("official"), "all" (each metric that
/// needs no level).
std::vector<Request> requests(const std::vector<std::string>& texts) {
    std::vector<Request> found;
    const auto add = [&](Request request) {
        if (std::ranges::find(found, request.label, &Request::label) == found.end())
            found.push_back(std::move(request));
    };
    for (const std::string& name : metric_names(texts)) {
        if (name == "all") {
            for (const retrieval::Metric& metric : retrieval::catalogue()) {
                if (retrieval::example_of(metric) == metric.name)
                    add(retrieval::request_named(metric.name, "--metric"));
            }
        } else if (retrieval::is_only_trec(name)) {
            for (const auto& row : retrieval::trec_rows(std::span(&name, 1), "--metric"))
                std::ranges::for_each(row.requests, add);
        } else {
            add(retrieval::request_named(name, "--metric"));
        }
    }
    return found;
}

/// A whole number in a range.
std::uint32_t whole_number(const std::string& text, std::uint32_t least, std::uint32_t greatest,
                           std::string_view where) {
    const Rational value = Rational::parse(text, where);
    if (!value.is_integer() || value < least || value > greatest) {
        throw InputError(where, in_quotes(text),
                         fmt::format("a whole number from {} to {}", least, greatest));
    }
    return value.numerator().convert_to<std::uint32_t>();
}

Rational number_in(const std::string& text, const Rational& below, std::optional<Rational> above,
                   std::string_view where) {
    const Rational value = Rational::parse(text, where);
    if (value <= below || (above && value >= *above)) {
        throw InputError(
            where, in_quotes(text),
            above ? fmt::format("a number between {} and {}", below.to_string(), above->to_string())
                  : fmt::format("a number above {}", below.to_string()));
    }
    return value;
}

constexpr std::uint32_t largest_grade = 2147483647;
constexpr std::uint32_t most_counted = 4294967295;

retrieval::Conventions conventions(const EvaluateOptions& o) {
    retrieval::Conventions c;
    c.relevance_level = static_cast<retrieval::Grade>(
        whole_number(o.relevance_level, 1, largest_grade, "--relevance-level"));
    c.discount = choice_named<retrieval::Discount>(o.discount, "--discount");
    c.gain = choice_named<retrieval::Gain>(o.gain, "--gain");
    c.short_lists = choice_named<retrieval::ShortLists>(o.short_lists, "--short-lists");
    c.precisions_averaged =
        choice_named<retrieval::PrecisionsAveraged>(o.precisions_averaged, "--precisions-averaged");
    c.normalization = choice_named<retrieval::Normalization>(o.normalization, "--normalization");
    c.beta = number_in(o.beta, 0, {}, "--beta");
    c.persistence = number_in(o.persistence, 0, Rational(1), "--persistence");
    c.recall_ranks = choice_named<retrieval::RecallRanks>(o.recall_ranks, "--recall-ranks");
    c.rank_biased = choice_named<retrieval::RankBiased>(o.rank_biased, "--rank-biased");
    c.geometric_floor = number_in(o.geometric_floor, 0, {}, "--geometric-floor");
    c.collection_size = whole_number(o.collection_size, 0, most_counted, "--collection-size");
    return c;
}

formats::RunOptions run_options(const EvaluateOptions& o) {
    formats::RunOptions run;
    run.form = choice_named<formats::Form>(o.run_form, "--run-form");
    run.rank_by = choice_named<formats::RankBy>(o.rank_by, "--rank-by");
    run.scores = choice_named<formats::Scores>(o.scores, "--scores");
    run.ties = choice_named<formats::Ties>(o.ties, "--ties");
    run.duplicates = choice_named<formats::Duplicates>(o.duplicates, "--duplicates");
    run.lenient = o.lenient;
    run.threads = o.threads;
    return run;
}

/// Standard input can be read once, by one of the files; a comparison reads each run twice.
void require_readable(const EvaluateOptions& o) {
    std::vector<std::string> files = o.runs;
    files.push_back(o.judgements);
    if (std::ranges::count(files, "-") > 1) {
        throw InputError("evaluate", "standard input (-) for two files", "one");
    }
    if (o.between.empty() && !o.side_by_side) return;
    for (const std::string& file : o.runs) {
        std::error_code ignored;
        const auto status = std::filesystem::status(file, ignored);
        if (file == "-" ||
            (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))) {
            throw InputError(o.between.empty() ? "--side-by-side" : "--between",
                             printable(file, 200), "runs that can be read twice: files");
        }
    }
}

/// Of --test.
evaluation::ComparisonOptions comparison_options(const EvaluateOptions& o) {
    evaluation::ComparisonOptions comparison;
    for (const std::string& text : o.tests) {
        for (const std::string_view name : formats::list_items(text, "--test")) {
            if (name == "all") {
                for (const auto& [known, test] : choices(evaluation::Test()))
                    comparison.tests.push_back(test);
            } else {
                comparison.tests.push_back(choice_named<evaluation::Test>(name, "--test"));
            }
        }
    }
    if (!comparison.tests.empty() && o.runs.size() < 2) {
        throw InputError("--test", fmt::format("{} run", o.runs.size()), "two runs or more");
    }
    comparison.significance.samples = o.samples;
    comparison.significance.seed = o.seed;
    comparison.significance.confidence =
        number_in(o.confidence, 0, Rational(1), "--confidence").approximate();
    return comparison;
}

void require_two_runs(const EvaluateOptions& o) {
    const std::string_view asked = o.histogram          ? "--histogram"
                                   : o.side_by_side     ? "--side-by-side"
                                   : !o.between.empty() ? "--between"
                                                        : "";
    if (asked.empty() || o.runs.size() == 2) return;
    throw InputError(asked, fmt::format("{} runs", o.runs.size()), "two runs");
}

/// CSV has one kind of rows, and so has the table for LaTeX, beside its marks.
void require_one_table(const EvaluateOptions& o) {
    if (!o.csv && !o.latex) return;
    const std::string_view other = o.json               ? "--json"
                                   : o.curves           ? "--curves"
                                   : o.points           ? "--points"
                                   : o.histogram        ? "--histogram"
                                   : o.side_by_side     ? "--side-by-side"
                                   : !o.between.empty() ? "--between"
                                   : !o.csv             ? ""
                                   : o.latex            ? "--latex"
                                   : !o.tests.empty()   ? "--test"
                                                        : "";
    if (other.empty()) return;
    throw InputError(o.csv ? "--csv" : "--latex", fmt::format("{} as well", other),
                     "values of metrics only; --json has the rest");
}

}  // namespace

EvaluationPlan evaluation_plan(const EvaluateOptions& o) {
    require_two_runs(o);
    require_readable(o);
    require_one_table(o);
    if (o.complete && o.queries != "intersection" && o.queries != "complete") {
        throw InputError("-c", "--queries " + printable(o.queries), "one of them");
    }
    EvaluationPlan plan;
    plan.requests = requests(o.metrics);
    plan.judgements = {choice_named<formats::Form>(o.judgements_form, "--judgements-form"),
                       choice_named<formats::Duplicates>(o.duplicates, "--duplicates"),
                       choice_named<formats::NegativeGrades>(o.negative, "--negative"), o.lenient};
    plan.judging = {
        run_options(o),
        choice_named<evaluation::QuerySet>(o.complete ? "complete" : o.queries, "--queries"),
        choice_named<evaluation::Unjudged>(o.unjudged, "--unjudged")};
    const int places = o.places ? static_cast<int>(whole_number(*o.places, 0, 100, "--places"))
                                : (o.json || o.csv ? 6 : 4);
    plan.score = {conventions(o), choice_named<evaluation::Undefined>(o.undefined, "--undefined"),
                  places,         o.exact || o.json,
                  o.threads,      choice_named<evaluation::Midway>(o.midway, "--midway")};
    if (o.most_documents) {
        const formats::Ties ties = plan.judging.run.ties;
        plan.judging.most_documents =
            whole_number(*o.most_documents, 1, most_counted, "--most-documents");
        if (ties == formats::Ties::average || ties == formats::Ties::best ||
            ties == formats::Ties::worst) {
            throw NotSupported("--most-documents", "--ties " + o.ties,
                               "ties that leave each document its rank");
        }
    }
    if (o.greatest_grade) {
        plan.greatest_grade = static_cast<retrieval::Grade>(
            whole_number(*o.greatest_grade, 1, largest_grade, "--greatest-grade"));
    }
    if (o.curves) plan.curves = whole_number(*o.curves, 1, 100'000, "--curves");
    if (o.histogram) plan.histogram = retrieval::request_named(*o.histogram, "--histogram");
    plan.comparison = comparison_options(o);
    plan.depth = whole_number(o.depth, 1, 1'000'000, "--depth");
    for (const std::string& text : o.between) {
        for (const std::string_view name : formats::list_items(text, "--between"))
            plan.between.metrics.emplace_back(name);
    }
    plan.between.documents = choice_named<evaluation::Documents>(o.documents, "--documents");
    plan.between.weights =
        choice_named<evaluation::DocumentWeights>(o.document_weights, "--document-weights");
    plan.between.swap_costs = o.swap_costs;
    plan.between.run = plan.judging.run;
    plan.output = {o.per_query, o.points, o.exact, places, o.conventions == "trec_eval"};
    return plan;
}

void set_conventions(EvaluateOptions& o, Verb verb) {
    if (o.conventions == "disarray") return;
    if (o.conventions != "trec_eval")
        throw InputError("--conventions", in_quotes(o.conventions), "disarray or trec_eval");
    const TrecEvalSettings its = trec_eval_settings();
    const retrieval::Conventions& c = its.score.conventions;
    const auto set = [&](const char* option, std::string& target, std::string_view value) {
        if (!verb.is_given(option)) target = value;
    };
    set("--scores", o.scores, name_of(its.judging.run.scores));
    set("--negative", o.negative, name_of(its.judgements.negative_grades));
    set("--persistence", o.persistence, c.persistence.to_string());
    set("--recall-ranks", o.recall_ranks, name_of(c.recall_ranks));
    set("--rank-biased", o.rank_biased, name_of(c.rank_biased));
    set("--undefined", o.undefined, name_of(its.score.undefined));
    set("--midway", o.midway, name_of(its.score.midway));
}

}  // namespace disarray::app
