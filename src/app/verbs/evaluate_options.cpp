// SPDX-License-Identifier: MIT
#include "app/verbs/evaluate_options.hpp"

namespace disarray::app {

namespace {

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

void add_evaluate_options(Verb verb, EvaluateOptions& o) {
    add_comparison_options(verb, o);
    add_reading_options(verb, o);
    add_definition_options(verb, o);
    add_mean_options(verb, o);
    add_output_options(verb, o);
}

}  // namespace disarray::app
