// SPDX-License-Identifier: MIT
// A run held against judgements: which queries are evaluated, and where their hits stand.
#include "evaluation/judged_run.hpp"

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/evaluation/run_files.hpp"
#include "tests/support/errors.hpp"

using namespace disarray;
using evaluation::JudgedRun;
using evaluation::JudgingOptions;
using evaluation::QuerySet;
using evaluation::Unjudged;
using formats::Ties;
using retrieval::Hit;
using retrieval::JudgedList;
using test::judgements_of;
using test::run_of;
using test::TemporaryFile;

namespace {

JudgedRun judged(std::string_view judgements, std::string_view lists, JudgingOptions options = {}) {
    const TemporaryFile file(run_of(lists));
    return evaluation::judge(file.path(), judgements_of(judgements), options);
}

JudgedList list_under(Ties ties, Unjudged unjudged = Unjudged::not_relevant) {
    JudgingOptions options;
    options.run.ties = ties;
    options.unjudged = unjudged;
    return judged("q c 1; q b 3; q a 0; q z 2", "q: a 5, b 4, c 4, d 4, e 1", options)
        .queries.at(0)
        .list;
}

std::vector<std::string> names(const JudgedRun& run) {
    std::vector<std::string> names;
    for (const auto& query : run.queries)
        names.push_back(query.name);
    return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("each tie policy puts the hits where it says", "[evaluation]") {
    const auto is = [](Ties ties, std::vector<Hit> hits) {
        return list_under(ties) == JudgedList{5, std::move(hits), {3, 2, 1}, {{0, 1, 0}}, 1};
    };
    CHECK(is(Ties::trec, {{2, 1, 1}, {3, 1, 3}}));
    CHECK(is(Ties::input_order, {{1, 1, 3}, {2, 1, 1}}));
    CHECK(is(Ties::rank_column, {{1, 1, 3}, {2, 1, 1}}));
    CHECK(is(Ties::best, {{1, 1, 3}, {2, 1, 1}}));
    CHECK(is(Ties::worst, {{2, 1, 1}, {3, 1, 3}}));
    CHECK(is(Ties::average, {{1, 3, 3}, {1, 3, 1}}));
}

TEST_CASE("documents without judgement leave the list where they are removed", "[evaluation]") {
    const std::vector<retrieval::Grade> all{3, 2, 1};
    const std::vector<Hit> zero{{0, 1, 0}};
    CHECK(list_under(Ties::trec, Unjudged::removed) ==
          JudgedList{3, {{1, 1, 1}, {2, 1, 3}}, all, zero, 1});
    CHECK(list_under(Ties::average, Unjudged::removed) ==
          JudgedList{3, {{1, 2, 3}, {1, 2, 1}}, all, zero, 1});
}

TEST_CASE("a grade below 0 may be one that is not known, and a list may be cut", "[evaluation]") {
    const TemporaryFile qrels("q 0 a -3\nq 0 b 0\nq 0 c 2\nq 0 d 1\n");
    const TemporaryFile run(run_of("q: a 5, x 4, b 3, c 2, d 1"));
    formats::JudgementOptions reading;
    reading.negative_grades = formats::NegativeGrades::unknown;
    const auto judgements = formats::Judgements::read(qrels.path(), reading);
    JudgingOptions options;
    options.most_documents = 4;
    const auto list = [&] {
        return evaluation::judge(run.path(), judgements, options).queries[0].list;
    };
    CHECK(list() == JudgedList{4, {{3, 1, 2}}, {2, 1}, {{0, 1, -1}, {2, 1, 0}}, 1});
    // The cut comes first; what is not known leaves the list with what is not judged.
    options.unjudged = Unjudged::removed;
    CHECK(list() == JudgedList{2, {{1, 1, 2}}, {2, 1}, {{0, 1, 0}}, 1});
}

TEST_CASE("each query set has the queries that it says, in the order of the run", "[evaluation]") {
    const std::string_view judgements = "q1 a 1; q4 a 1; q2 a 1";
    const std::string_view run = "q2: a 1; q3: a 1; q1: b 1";
    JudgingOptions options;
    const JudgedRun both = judged(judgements, run, options);
    CHECK(names(both) == Names{"q2", "q1"});
    CHECK(both.without_judgements == Names{"q3"});
    CHECK(both.not_in_run == Names{"q4"});
    options.queries = QuerySet::complete;
    const JudgedRun complete = judged(judgements, run, options);
    CHECK(names(complete) == Names{"q2", "q1", "q4"});
    CHECK(complete.queries[2].list == JudgedList{0, {}, {1}});
    options.queries = QuerySet::union_of_both;
    const JudgedRun all = judged(judgements, run, options);
    CHECK(names(all) == Names{"q2", "q3", "q1", "q4"});
    CHECK(all.queries[1].list == JudgedList{1, {}, {}});
}

TEST_CASE("a run without a judged query is refused with names of both sides", "[evaluation]") {
    const std::string message =
        test::message_of<InputError>([] { judged("q1 a 1", "Q1: a 1; q2: a 1"); });
    CHECK(test::contains(message, "no query that has judgements: Q1, q2"));
    CHECK(test::contains(message, "such as q1"));
    JudgingOptions options;
    options.queries = QuerySet::complete;
    CHECK(names(judged("q1 a 1", "Q1: a 1", options)) == Names{"q1"});
}

TEST_CASE("lists and facts of a run do not depend on the number of threads", "[evaluation]") {
    std::string lists;
    std::string judgements;
    for (int q = 0; q < 300; ++q) {
        const std::string query = "q" + std::to_string(q);
        lists += query + ": a 3, b 2, c 2, d " + std::to_string(q % 4) + ";";
        judgements += query + " d 1; " + query + " b " + std::to_string(q % 3) + ";";
    }
    JudgingOptions one, five;
    one.run.threads = 1;
    five.run.threads = 5;
    const JudgedRun a = judged(judgements, lists, one);
    const JudgedRun b = judged(judgements, lists, five);
    CHECK(a.queries == b.queries);
    CHECK(a.facts.lines == b.facts.lines);
    CHECK(a.facts.tag == "test");
}
