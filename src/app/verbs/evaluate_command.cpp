// SPDX-License-Identifier: MIT
//
// The verb in three steps: options are looked up (evaluation_plan), judgements and runs are read
// and scored (evaluate), and the whole answer is written in the form that was asked for.
#include "app/verbs/core_commands.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/output.hpp"
#include "app/progress.hpp"
#include "app/verb.hpp"
#include "app/verbs/evaluate_options.hpp"
#include "base/error.hpp"

namespace disarray::app {

namespace {

using retrieval::Request;

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
    result.scores = evaluation::score(plan.requests, result.run, per_query, plan.score);
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
    result.hidden_judgements = judgements.hidden();
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

void run(EvaluateOptions options, Verb verb) {
    set_conventions(options, verb);
    EvaluationPlan plan = evaluation_plan(options);
    const Evaluation evaluation = evaluate(options, plan);
    const std::string text = options.json    ? evaluation_json(evaluation, plan.output)
                             : options.csv   ? evaluation_csv(evaluation, plan.output)
                             : options.latex ? evaluation_latex(evaluation)
                                             : evaluation_text(evaluation, plan.output);
    note_hidden_lines(evaluation.judgements_file, evaluation.hidden_judgements);
    for (const EvaluatedRun& evaluated : evaluation.runs)
        note_queries_left_out(evaluated.run);
    print(text);
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
    add_evaluate_options(verb, *options);
    verb.on_call([options, verb] { run(*options, verb); });
}

}  // namespace disarray::app
