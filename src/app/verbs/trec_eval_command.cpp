// SPDX-License-Identifier: MIT
//
// trec_eval's command line: its options, its readers, its conventions, its lines. Queries are in
// the order of their names' bytes, measures in trec_eval's own; what doubles leave open is computed
// exactly, as everywhere.
#include "app/verbs/core_commands.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/output.hpp"
#include "app/verb.hpp"
#include "app/verbs/evaluation_output.hpp"
#include "app/verbs/trec_eval_conventions.hpp"
#include "base/error.hpp"
#include "metrics/retrieval/trec_measures.hpp"

namespace disarray::app {

namespace {

using evaluation::JudgedRun;
using retrieval::TrecRow;

struct TrecEvalOptions {
    std::string judgements, run;
    std::vector<std::string> measures;
    bool per_query = false, complete = false, no_summary = false, judged_only = false;
    std::uint64_t level = 1, collection_size = 0;
    std::optional<std::uint64_t> most_documents;
    std::string judgements_form = "qrels", run_form = "trec_results";
    std::optional<std::string> means, debug;
    unsigned threads = 0;
};

/// A measure and its values.
struct ScoredRow {
    const TrecRow* row;
    std::vector<evaluation::Scores> scores;  ///< one for each request
};

/// The grades of the first documents, a character each: 0 to 9, '>' above; '-' not judged, '.' in
/// the pool without a grade.
std::string relevance_string(const retrieval::JudgedList& list, std::uint64_t length) {
    std::string text(std::min<std::uint64_t>(length, list.length), '-');
    for (const auto* hits : {&list.hits, &list.others}) {
        for (const auto& hit : *hits) {
            if (hit.before >= text.size()) continue;
            text[hit.before] = hit.grade < 0   ? '.'
                               : hit.grade > 9 ? '>'
                                               : static_cast<char>('0' + hit.grade);
        }
    }
    return "'" + text + "'";
}

/// Under -c trec_eval gives queries that are not in the run one document that is not judged, and
/// takes back what it changes where a measure has its plain name only: not of "utility_2,-1,0,0".
bool is_of_the_stand_in(const TrecRow& row) {
    const std::string_view name = row.measure->name;
    return row.label != name && (name == "relstring" || name == "utility" || name == "rbp_resid");
}

/// \param other  the run for rows that are of the stand-in
std::vector<ScoredRow> scored_rows(const std::vector<TrecRow>& rows, const JudgedRun& run,
                                   const JudgedRun& other, bool per_query,
                                   const evaluation::ScoreOptions& options) {
    std::vector<retrieval::Request> together;
    for (const TrecRow& row : rows) {
        if (!is_of_the_stand_in(row))
            together.insert(together.end(), row.requests.begin(), row.requests.end());
    }
    auto scores = evaluation::score(together, run, per_query, options);
    auto next = std::make_move_iterator(scores.begin());
    std::vector<ScoredRow> scored;
    for (const TrecRow& row : rows) {
        if (is_of_the_stand_in(row)) {
            scored.push_back({&row, evaluation::score(row.requests, other, per_query, options)});
        } else {
            const auto end = next + std::ssize(row.requests);
            scored.push_back({&row, {next, end}});
            next = end;
        }
    }
    return scored;
}

void query_lines(std::string& text, const JudgedRun& run, const JudgedRun& other,
                 const std::vector<ScoredRow>& rows) {
    for (std::size_t i = 0; i < run.queries.size(); ++i) {
        const auto& query = run.queries[i];
        for (const auto& [row, scores] : rows) {
            if (!row->measure->is_of_queries()) continue;
            if (row->requests.empty()) {
                measure_line(
                    text, row->label, query.name,
                    relevance_string((is_of_the_stand_in(*row) ? other : run).queries[i].list,
                                     row->length));
            }
            for (const auto& each : scores) {
                measure_line(text, each.request.label, query.name, shown(each, each.queries[i]));
            }
        }
    }
}

/// Under -c trec_eval counts the relevant documents by grades above 0, whatever -l says.
std::string relevant_in_all(const formats::Judgements& judgements) {
    std::size_t count = 0;
    for (std::size_t query = 0; query < judgements.size(); ++query)
        count += judgements.positive_grades(query).size();
    return std::to_string(count);
}

void summary_lines(std::string& text, const JudgedRun& run, const std::vector<ScoredRow>& rows,
                   const formats::Judgements& judgements, bool is_complete) {
    for (const auto& [row, scores] : rows) {
        const std::string_view name = row->measure->name;
        if (name == "runid") measure_line(text, name, "all", run.facts.last_tag);
        if (name == "num_q") measure_line(text, name, "all", std::to_string(run.queries.size()));
        for (const auto& each : scores) {
            const bool is_quirk = is_complete && name == "num_rel";
            measure_line(
                text, each.request.label, "all",
                is_quirk ? relevant_in_all(judgements) : std::string(shown(each, each.mean)));
        }
    }
}

JudgedRun with_stand_in(JudgedRun run) {
    for (auto& query : run.queries) {
        if (std::ranges::find(run.not_in_run, query.name) != run.not_in_run.end())
            query.list.length = 1;
    }
    return run;
}

/// trec_eval's options that are not followed, each with the reason.
void require_followed(const TrecEvalOptions& o) {
    if (o.judgements_form != "qrels") {
        throw NotSupported("-R", in_quotes(o.judgements_form),
                           "qrels: preferences and several judges have measures of their own, "
                           "which are not here");
    }
    if (o.run_form != "trec_results")
        throw NotSupported("-T", in_quotes(o.run_form), "trec_results, the form of runs");
    if (o.means) {
        throw NotSupported("-Z", in_quotes(*o.means),
                           "no Z-scores: their means and deviations are rounded; disarray evaluate "
                           "--test compares runs");
    }
    if (o.debug) throw NotSupported("-D", in_quotes(*o.debug), "no debug level: there is no trace");
}

void run(const TrecEvalOptions& o) {
    require_followed(o);
    const std::vector<std::string> official{"official"};
    const auto rows = retrieval::trec_rows(
        o.measures.empty() ? official : retrieval::with_parameters(o.measures), "-m");
    TrecEvalSettings settings = trec_eval_settings();
    settings.score.conventions.relevance_level = static_cast<retrieval::Grade>(o.level);
    settings.score.conventions.collection_size = o.collection_size;
    settings.score.threads = o.threads;
    settings.judging.run.threads = o.threads;
    if (o.complete) settings.judging.queries = evaluation::QuerySet::complete;
    if (o.judged_only) settings.judging.unjudged = evaluation::Unjudged::removed;
    if (o.most_documents)
        settings.judging.most_documents = static_cast<std::uint32_t>(*o.most_documents);
    const auto judgements = formats::Judgements::read(o.judgements, settings.judgements);
    JudgedRun judged = evaluation::judge(o.run, judgements, settings.judging);
    std::ranges::sort(judged.queries, {}, &evaluation::JudgedQuery::name);
    std::optional<JudgedRun> other;
    if (std::ranges::any_of(rows, is_of_the_stand_in)) other = with_stand_in(judged);
    const std::vector<ScoredRow> scored =
        scored_rows(rows, judged, other ? *other : judged, o.per_query, settings.score);
    std::string text;
    if (o.per_query) query_lines(text, judged, other ? *other : judged, scored);
    if (!o.no_summary) summary_lines(text, judged, scored, judgements, o.complete);
    note_hidden_lines(o.judgements, judgements.hidden());
    note_queries_left_out(judged);
    print(text);
}

}  // namespace

void add_trec_eval_command(Verb program) {
    const auto o = std::make_shared<TrecEvalOptions>();
    Verb verb = program.add_verb(
        "trec_eval", "trec_eval's measures, exactly, with its options and its lines",
        "disarray trec_eval -q -m map -m P.5,10 <(printf 'q1 0 a 1\\nq1 0 b 2\\n') "
        "<(printf 'q1 Q0 c 1 2.5 x\\nq1 Q0 a 2 1 x\\n')");
    constexpr std::uint64_t most = 4294967295;
    verb.add_option("judgements", &o->judgements, "qrels: query iteration document grade")
        .value_name("QRELS")
        .required();
    verb.add_option("run", &o->run, "run: query Q0 document rank score tag; - is standard input")
        .value_name("RUN")
        .required();
    verb.add_option("-m,--measure", &o->measures,
                    "A measure, with parameters as in P.5,10 or ndcg.1=3,2=9; or official (the "
                    "default), all_trec, set; again for more")
        .value_name("MEASURE");
    verb.group(Group::how);
    verb.add_flag("-c,--complete_rel_info_wanted", o->complete,
                  "Means over all queries of QRELS; those not in RUN count as 0");
    verb.add_option("-l,--level_for_rel", "N", &o->level, "Least grade of a relevant document")
        .from_to(1, 2147483647);
    verb.add_option("-M,--Max_retrieved_per_topic", "N", &o->most_documents,
                    "Documents of a query that are looked at")
        .from_to(1, most);
    verb.add_option("-N,--Number_docs_in_coll", "N", &o->collection_size,
                    "Documents of the collection, for utility");
    verb.add_flag("-J,--Judged_docs_only", o->judged_only, "Documents not judged leave the lists");
    verb.add_option("-R,--Rel_info_format", "FORMAT", &o->judgements_form, "qrels").rare();
    verb.add_option("-T,--Results_format", "FORMAT", &o->run_form, "trec_results").rare();
    verb.add_option("-Z,--Zscore", "FILE", &o->means, "Refused: Z-scores").rare();
    verb.add_option("-D,--Debug_level", "N", &o->debug, "Refused: debug output").rare();
    verb.group(Group::output);
    verb.add_flag("-q,--query_eval_wanted", o->per_query, "Values of each query as well");
    verb.add_flag("-n,--nosummary", o->no_summary, "No values of all queries");
    verb.add_threads_option(o->threads);
    verb.on_call([o] { run(*o); });
}

}  // namespace disarray::app
