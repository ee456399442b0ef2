// SPDX-License-Identifier: MIT
//
// The verb in three steps: options are looked up (EvaluationPlan), judgements and runs are read and
// scored (evaluate), and the whole answer is written in the form that was asked for.
#include "app/verbs/core_commands.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/output.hpp"
#include "app/progress.hpp"
#include "app/verb.hpp"
#include "app/verbs/evaluation_output.hpp"
#include "app/verbs/trec_eval_conventions.hpp"
#include "base/error.hpp"
#include "formats/lists.hpp"
#include "metrics/retrieval/trec_measures.hpp"

namespace disarray::app {

namespace {

using evaluation::JudgedRun;
using retrieval::Request;

/// The command line as given.
struct EvaluateOptions {
    std::string judgements;
    std::vector<std::string> runs;
    std::vector<std::string> metrics;

    std::string conventions = "disarray";

    // Reading.
    std::optional<std::string> most_documents;
    std::string judgements_form = "auto", run_form = "auto";
    std::string rank_by = "score", scores = "exact", ties = "trec", duplicates = "refuse";
    std::string negative = "zero", unjudged = "not-relevant";

    // Definitions.
    std::string relevance_level = "1";
    std::string discount = "trec", gain = "linear", short_lists = "cutoff";
    std::string precisions_averaged = "relevant", normalization = "per-query";
    std::string beta = "1", persistence = "4/5";
    std::optional<std::string> greatest_grade;
    std::string recall_ranks = "least", rank_biased = "binary", collection_size = "0";

    // Means.
    std::string geometric_floor = "1/100000", midway = "even";
    std::string queries = "intersection";
    bool complete = false;
    std::string undefined = "skip";

    // Beside the values.
    std::optional<std::string> curves;
    bool points = false;
    std::vector<std::string> tests;
    std::uint64_t samples = 100'000, seed = 1;
    std::string confidence = "0.95";
    std::optional<std::string> histogram, side_by_side;
    std::string depth = "10";
    std::vector<std::string> between;
    std::string documents = "common", document_weights = "unit", swap_costs = "unit";

    // Output.
    bool lenient = false, per_query = false, exact = false;
    bool json = false, csv = false, latex = false;
    std::optional<std::string> places;
    unsigned threads = 0;
};

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

/// The options, looked up.
struct EvaluationPlan {
    std::vector<Request> requests;
    formats::JudgementOptions judgements;
    evaluation::JudgingOptions judging;
    evaluation::ScoreOptions score;
    std::optional<std::uint32_t> curves;
    std::optional<Request> histogram;
    std::uint32_t depth = 10;
    evaluation::RankComparisonOptions between;
    OutputOptions output;
    std::optional<retrieval::Grade> greatest_grade;
    evaluation::ComparisonOptions comparison;
};

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

EvaluationPlan plan(const EvaluateOptions& o) {
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

/// --greatest-grade, or the greatest of the judgements, for ERR; and whether 2^grade can be had.
void set_greatest_grade(EvaluationPlan& plan, retrieval::Grade greatest) {
    retrieval::Conventions& conventions = plan.score.conventions;
    conventions.greatest_grade = plan.greatest_grade.value_or(std::max(greatest, 1));
    if (conventions.greatest_grade < greatest) {
        throw InputError("--greatest-grade", std::to_string(conventions.greatest_grade),
                         fmt::format("at least {}, a grade of the judgements", greatest));
    }
    const bool has_powers = conventions.gain == retrieval::Gain::exponential ||
                            std::ranges::any_of(plan.requests, [](const Request& request) {
                                return request.metric->name == "ERR";
                            });
    if (has_powers && conventions.greatest_grade > retrieval::greatest_exponent) {
        throw NotSupported(
            "judgements", fmt::format("a grade of {}", conventions.greatest_grade),
            fmt::format("at most {} where 2^grade is computed", retrieval::greatest_exponent));
    }
}

/// What is printed of them, by the names of the options.
std::vector<std::pair<std::string, std::string>> described(const EvaluationPlan& plan) {
    const retrieval::Conventions& c = plan.score.conventions;
    const formats::RunOptions& run = plan.judging.run;
    const auto text = [](std::string_view name) { return std::string(name); };
    return {{"rank-by", text(name_of(run.rank_by))},
            {"scores", text(name_of(run.scores))},
            {"ties", text(name_of(run.ties))},
            {"duplicates", text(name_of(run.duplicates))},
            {"negative", text(name_of(plan.judgements.negative_grades))},
            {"unjudged", text(name_of(plan.judging.unjudged))},
            {"relevance-level", std::to_string(c.relevance_level)},
            {"discount", text(name_of(c.discount))},
            {"gain", text(name_of(c.gain))},
            {"short-lists", text(name_of(c.short_lists))},
            {"precisions-averaged", text(name_of(c.precisions_averaged))},
            {"normalization", text(name_of(c.normalization))},
            {"beta", c.beta.to_string()},
            {"persistence", c.persistence.to_string()},
            {"greatest-grade", std::to_string(c.greatest_grade)},
            {"queries", text(name_of(plan.judging.queries))},
            {"undefined", text(name_of(plan.score.undefined))},
            {"recall-ranks", text(name_of(c.recall_ranks))},
            {"rank-biased", text(name_of(c.rank_biased))},
            {"geometric-floor", c.geometric_floor.to_string()},
            {"midway", text(name_of(plan.score.midway))}};
}

EvaluatedRun evaluate(const std::string& file, const formats::Judgements& judgements,
                      const EvaluationPlan& plan, bool per_query) {
    EvaluatedRun result{{}, evaluation::judge(file, judgements, plan.judging), {}, {}};
    if (plan.output.as_trec_eval)
        std::ranges::sort(result.run.queries, {}, &evaluation::JudgedQuery::name);
    for (const Request& request : plan.requests)
        result.scores.push_back(evaluation::score(request, result.run, per_query, plan.score));
    if (plan.curves) result.curves = mean_curves(result.run, *plan.curves, plan.score);
    return result;
}

void name_runs(std::vector<EvaluatedRun>& runs) {
    for (EvaluatedRun& run : runs) {
        const std::string& tag = run.run.facts.tag;
        const auto with_tag = std::ranges::count_if(
            runs, [&](const EvaluatedRun& other) { return other.run.facts.tag == tag; });
        run.name = tag.empty() || with_tag > 1 ? run.run.file : tag;
    }
}

/// A signal ends the program, and nothing is printed: the mean of a part of a run is no result.
Evaluation evaluate(const EvaluateOptions& options, EvaluationPlan& plan) {
    ProgressLine progress;
    progress.show("reading " + printable(options.judgements, 200));
    const auto judgements = formats::Judgements::read(options.judgements, plan.judgements);
    set_greatest_grade(plan, judgements.greatest_grade());
    Evaluation result;
    result.judgements_file = options.judgements;
    result.judged_queries = judgements.size();
    result.judgements = judgements.judgement_count();
    result.greatest_grade = judgements.greatest_grade();
    result.conventions = described(plan);
    result.retrieval_conventions = plan.score.conventions;
    const bool per_query = options.per_query || options.json || options.csv;
    for (const std::string& file : options.runs) {
        progress.show("reading " + printable(file, 200));
        result.runs.push_back(evaluate(file, judgements, plan, per_query));
    }
    name_runs(result.runs);
    if (!plan.comparison.tests.empty()) {
        std::vector<const evaluation::JudgedRun*> runs;
        for (const EvaluatedRun& evaluated : result.runs)
            runs.push_back(&evaluated.run);
        for (const Request& request : plan.requests) {
            progress.show("comparing " + request.label);
            result.comparisons.push_back(
                evaluation::compare_systems(request, runs, plan.score, plan.comparison));
        }
        result.confidence = plan.comparison.significance.confidence;
    }
    if (plan.histogram) {
        result.histogram = evaluation::histogram(*plan.histogram, result.runs[0].run,
                                                 result.runs[1].run, plan.score);
    }
    if (!plan.between.metrics.empty()) {
        result.between = evaluation::compare_rankings(options.runs[0], options.runs[1], judgements,
                                                      plan.between);
    }
    if (options.side_by_side) {
        result.panel =
            evaluation::side_by_side(options.runs[0], options.runs[1], *options.side_by_side,
                                     plan.depth, judgements, plan.judging.run);
    }
    return result;
}

/// --conventions: those that were not given by an option of their own.
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

void run(EvaluateOptions options, Verb verb) {
    set_conventions(options, verb);
    EvaluationPlan plan = app::plan(options);
    const Evaluation evaluation = evaluate(options, plan);
    const std::string text = options.json    ? evaluation_json(evaluation, plan.output)
                             : options.csv   ? evaluation_csv(evaluation, plan.output)
                             : options.latex ? evaluation_latex(evaluation)
                                             : evaluation_text(evaluation, plan.output);
    for (const EvaluatedRun& evaluated : evaluation.runs)
        note_queries_left_out(evaluated.run);
    print(text);
}

// --- options ----------------------------------------------------------------------------------

void add_reading_options(Verb verb, EvaluateOptions& o) {
    verb.group(Group::how);
    verb.add_option("--conventions", "WHOSE", &o.conventions,
                    "disarray, or trec_eval: all that differs there, and its lines");
    verb.add_option("-M,--most-documents", "N", &o.most_documents,
                    "Documents of a list that are looked at; default: all")
        .rare();
    verb.add_option("--judgements-form", "FORM", &o.judgements_form,
                    "auto (by the file's name), trec, json or csv")
        .rare();
    verb.add_option("--run-form", "FORM", &o.run_form, "The same for runs").rare();
    verb.add_option(
            "--rank-by", "WHAT", &o.rank_by,
            "What ranks documents: score, rank (the rank column) or input (the order in the file)")
        .rare();
    verb.add_option(
            "--scores", "WHICH", &o.scores,
            "Which scores are tied: exact (the same number), double or single (the same when "
            "rounded to 64, 32 bits)")
        .rare();
    verb.add_option("--ties", "POLICY", &o.ties,
                    "Tied documents: trec (by id, falling), input-order, rank-column, average (the "
                    "expected value over all orders), best, worst");
    verb.add_option(
            "--duplicates", "POLICY", &o.duplicates,
            "A document twice in a query: refuse (but the same grade twice is no conflict), "
            "first or last (that line counts)")
        .rare();
    verb.add_flag("--lenient", o.lenient,
                  "Take grades such as 1.0, and pass over words after a line's last field and CSV "
                  "columns of other names")
        .rare();
    verb.add_option(
            "--negative", "POLICY", &o.negative,
            "Negative grades: zero (count as 0), unknown (in the pool, but not judged) or refuse")
        .rare();
    verb.add_option("--unjudged", "POLICY", &o.unjudged,
                    "Documents without judgement: not-relevant, or removed from the list");
}

void add_definition_options(Verb verb, EvaluateOptions& o) {
    verb.add_option("--relevance-level", "N", &o.relevance_level,
                    "Least grade of a relevant document, >= 1; gains do not depend on it");
    verb.add_option("--discount", "NAME", &o.discount,
                    "Of DCG and nDCG: trec (1/log2(i+1)) or mir (1 at rank 1, then 1/log2 i)");
    verb.add_option("--gain", "NAME", &o.gain, "Of a grade g: linear (g) or exponential (2^g - 1)");
    verb.add_option("--short-lists", "WHAT", &o.short_lists,
                    "P@k of fewer than k documents divides by: cutoff (k) or length (their number)")
        .rare();
    verb.add_option("--precisions-averaged", "WHAT", &o.precisions_averaged,
                    "AP@k divides by: relevant (R) or reachable (min(R, k))")
        .rare();
    verb.add_option("--normalization", "WHAT", &o.normalization,
                    "Mean of NCG, nDCG: per-query, or of-averages (the quotient of the mean gains)")
        .rare();
    verb.add_option("--beta", "B", &o.beta, "Of F and E, above 0").rare();
    verb.add_option("--persistence", "P", &o.persistence, "Of RBP, between 0 and 1").rare();
    verb.add_option("--greatest-grade", "G", &o.greatest_grade,
                    "Of ERR; default: the greatest of the judgements")
        .rare();
    verb.add_option("--recall-ranks", "WHICH", &o.recall_ranks,
                    "Relevant documents at a recall level: least (that reach it), nearest (level*R "
                    "rounded, trec_eval 10), nine-tenths (level*R + 0.9 cut, trec_eval 9)")
        .rare();
    verb.add_option("--rank-biased", "GAINS", &o.rank_biased,
                    "Of RBP: binary, or graded (grade over the query's greatest, trec_eval)")
        .rare();
    verb.add_option("--collection-size", "N", &o.collection_size, "Of utility").rare();
}

void add_mean_options(Verb verb, EvaluateOptions& o) {
    verb.add_option("--queries", "SET", &o.queries,
                    "intersection (in run and judgements), complete (all with judgements), union");
    verb.add_flag("-c,--complete", o.complete, "--queries complete");
    verb.add_option(
        "--undefined", "POLICY", &o.undefined,
        "A query without a value (no relevant document): skip, zero (trec_eval) or one");
    verb.add_option("--geometric-floor", "X", &o.geometric_floor,
                    "Least factor of gm_map and gm_bpref, above 0")
        .rare();
    verb.add_option("--midway", "WHERE", &o.midway,
                    "A number midway between two decimals goes to the even one, or where doubles "
                    "leave it: double (trec_eval)")
        .rare();
}

void add_comparison_options(Verb verb, EvaluateOptions& o) {
    verb.group(Group::what);
    verb.add_option("--curves", "K", &o.curves,
                    "Mean curves: 11 points of interpolated precision; gains at ranks 1..K");
    verb.add_flag("--points", o.points, "Precision and recall at each relevant document").rare();
    verb.add_option("--histogram", "METRIC", &o.histogram,
                    "Differences of two runs, query by query; MIR has Rprec");
    const Option tests = verb.add_option(
        "--test", "TESTS", &o.tests,
        "Whether differences of runs may be chance: t, wilcoxon, sign, randomization or all; with "
        "bootstrap intervals, and corrected where there are several pairs");
    verb.add_option("--samples", "N", &o.samples, "Of randomization, bootstrap and Tukey's test")
        .from_to(1, 100'000'000)
        .needs(tests)
        .rare();
    verb.add_option("--seed", "S", &o.seed, "Of these samples").needs(tests).rare();
    verb.add_option("--confidence", "C", &o.confidence, "Of the intervals, between 0 and 1")
        .needs(tests)
        .rare();
    const Option panels =
        verb.add_option("--side-by-side", "QUERY", &o.side_by_side, "First documents of two runs");
    verb.add_option("--depth", "N", &o.depth, "Documents shown there").needs(panels).rare();
    const Option between =
        verb.add_option("--between", &o.between,
                        "Distances and correlations between the rankings of two runs: kendall, "
                        "footrule, kendall-tau, kendall-tau-b, spearman-rho, ... (see disarray "
                        "metrics)")
            .value_name("NAMES");
    verb.add_option("--documents", "WHICH", &o.documents,
                    "--between on documents in both lists (common), or refuse others (same)")
        .needs(between)
        .rare();
    verb.add_option("--document-weights", "W", &o.document_weights,
                    "Element weights there: unit, or grade (1 + grade)")
        .needs(between)
        .rare();
    verb.add_option("--swap-costs", "COSTS", &o.swap_costs,
                    "Position weights there: unit, dcg, ctr, topk, topk:K")
        .needs(between)
        .rare();
}

void add_output_options(Verb verb, EvaluateOptions& o) {
    verb.group(Group::output);
    verb.add_flag("-q,--per-query", o.per_query,
                  "Values of each query as well; JSON and CSV have them always");
    verb.add_flag("--exact", o.exact, "Exact values beside the decimals; JSON has them always");
    verb.add_option("--places", "N", &o.places,
                    "Digits after the point, each correctly rounded; default 4, in JSON and CSV 6");
    verb.add_json_option(o.json);
    verb.add_flag("--csv", o.csv, "Print CSV: run,query,metric,decimal[,exact]");
    verb.add_flag("--latex", o.latex,
                  "Print a LaTeX table of the means, with marks of significance by --test")
        .rare();
    verb.add_threads_option(o.threads);
}

}  // namespace

void add_evaluate_command(Verb program) {
    const auto options = std::make_shared<EvaluateOptions>();
    Verb verb = program.add_verb(
        "evaluate", "Exact retrieval metrics of runs against relevance judgements",
        "disarray evaluate <(printf 'q1 0 a 1\\nq1 0 b 2\\n') "
        "<(printf 'q1 Q0 c 1 2.5 x\\nq1 Q0 a 2 1 x\\n') --metric AP,P@5,nDCG@10 --exact");
    verb.add_option("judgements", &options->judgements,
                    "TREC qrels 'query iteration document grade', JSON or CSV; also gzip; - is "
                    "standard input")
        .value_name("QRELS")
        .required();
    verb.add_option("runs", &options->runs,
                    "TREC runs 'query Q0 document rank score tag', JSON or CSV; also gzip")
        .value_name("RUN")
        .required();
    verb.add_option("--metric,-m", &options->metrics,
                    "Metrics with cutoffs: AP,P@5,nDCG@10 (see disarray metrics); trec_eval's "
                    "official (default), all_trec, set; all")
        .value_name("NAMES");
    add_comparison_options(verb, *options);
    add_reading_options(verb, *options);
    add_definition_options(verb, *options);
    add_mean_options(verb, *options);
    add_output_options(verb, *options);
    verb.on_call([options, verb] { run(*options, verb); });
}

}  // namespace disarray::app
