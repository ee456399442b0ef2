// SPDX-License-Identifier: MIT
// The audit as its callers see it, on programs that are a few lines of shell; tests/cli/audit.sh
// has the metrics with faults of the wild.
#include "properties/audit/audit.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "places.hpp"
#include "properties/audit/detail/kind_audit.hpp"
#include "properties/audit/metric_process.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"

using namespace disarray;
using namespace disarray::properties::audit;
using test::contains;

namespace {

/// A program that describes itself and gives the answer that `answer`, shell, prints for each
/// request: its id is $i, its line $r.
std::vector<std::string> program(const std::string& rest_of_description,
                                 const std::string& answer) {
    return {"/bin/sh", "-c",
            R"(read -r r; echo '{"id": 0, "protocol": 1, "name": "planted", "kind": )" +
                rest_of_description + R"(}'; i=0; while read -r r; do i=$((i + 1)); )" + answer +
                "; done"};
}

const std::string similarity = R"("two-rankings", "direction": "greatest", "range": ["-1", "1"])";
const std::string by_rank =
    R"("relevance-by-rank", "direction": "greatest", "range": ["0", "1"], "takes_cutoff": true)";

std::string always(const std::string& value) {
    return R"(printf '{"id": %s, )" + value + R"(}\n' $i)";
}

AuditOptions small_options() {
    AuditOptions options;
    options.exhaustive_n = 2;
    options.random_cases = 5;
    options.random_n = 4;
    options.sizes = {10};
    return options;
}

AuditReport audited(const std::vector<std::string>& command,
                    const AuditOptions& options = small_options()) {
    ProcessLimits limits;
    limits.seconds_per_call = 0.5;
    limits.seconds_to_end = 0.3;
    MetricProcess process(command, limits, options.stop);
    return audit(process, options);
}

const LawResult& law_of(const AuditReport& report, std::string_view name) {
    const auto law = std::ranges::find(report.laws, name, &LawResult::law);
    if (law == report.laws.end()) FAIL("no law " << name);
    return *law;
}

std::vector<std::string> refuted_laws(const AuditReport& report) {
    std::vector<std::string> names;
    for (const LawResult& law : report.laws) {
        if (law.verdict == LawVerdict::refuted) names.push_back(law.law);
    }
    return names;
}

using Names = std::vector<std::string>;

/// A program of the tests, by the name of its target.
std::string beside_the_tests(const std::string& name) {
    return (std::filesystem::path(DISARRAY_ECHO_METRIC).parent_path() / name).string();
}

}  // namespace

TEST_CASE("verdicts of an audit have names", "[audit]") {
    CHECK(name_of(LawVerdict::refuted) == "refuted");
    CHECK(name_of(LawVerdict::documented_convention) == "documented-convention");
    CHECK(name_of(LawVerdict::exhausted) == "exhausted");
    CHECK(name_of(LawVerdict::supported) == "supported");
    CHECK(name_of(LawVerdict::undecided) == "undecided");
    CHECK(name_of(LawVerdict::not_applicable) == "not-applicable");
}

TEST_CASE("a metric without a value anywhere breaks no law", "[audit]") {
    const AuditReport report = audited(program(similarity, always(R"("undefined": "never")")));
    CHECK(refuted_laws(report) == Names{});
    CHECK_FALSE(report.is_refuted());
    CHECK(report.complete);
    CHECK(report.restarts == 0);
    CHECK(law_of(report, "range").verdict == LawVerdict::not_applicable);
    CHECK(law_of(report, "exact-reference").verdict == LawVerdict::not_applicable);
    CHECK(law_of(report, "symmetry").verdict == LawVerdict::exhausted);
    CHECK(law_of(report, "always-answers").verdict == LawVerdict::supported);
}

TEST_CASE("a program that refuses what its kind takes cannot pass", "[audit]") {
    const AuditReport report = audited(program(similarity, always(R"("error": "not today")")));
    CHECK(refuted_laws(report) == Names{"takes-its-kind"});
    const LawResult& taken = law_of(report, "takes-its-kind");
    CHECK(taken.input == R"({"first": [1, 2], "second": [1, 2]})");
    CHECK(taken.got == "error (not today)");
    CHECK(report.is_metric_refuted());
    // Ties, and what has no value, may be refused.
    const std::string no_ties =
        "case $r in *'[1, 2], \"second\": [1, 2]'*|*'[1, 2], \"second\": [2, 1]'*|"
        "*'[2, 1], \"second\": [1, 2]'*|*'[2, 1], \"second\": [2, 1]'*) " +
        always(R"("undefined": "never")") + ";; *) " + always(R"("error": "ties")") + ";; esac";
    AuditOptions options = small_options();
    options.random_cases = 0;
    CHECK(refuted_laws(audited(program(similarity, no_ties), options)) == Names{});
    const LawResult& symmetry = law_of(report, "symmetry");
    CHECK(symmetry.verdict == LawVerdict::not_applicable);
    CHECK(symmetry.explanation == "refused: not today");
}

TEST_CASE("a value beyond the declared range is found at the least input", "[audit]") {
    const AuditReport report = audited(program(similarity, always(R"("value": "5/4")")));
    CHECK(report.is_refuted());
    const LawResult& range = law_of(report, "range");
    CHECK(range.verdict == LawVerdict::refuted);
    CHECK(range.input == R"({"first": [], "second": []})");
    CHECK(range.got == "5/4");
    CHECK(contains(range.explanation, "5/4 > the greatest value = 1"));
    CHECK(contains(range.scope, "seed 1"));
}

TEST_CASE("a number for what is no number is a finding", "[audit]") {
    const std::string one = always(R"("value": 1)");
    const AuditReport report = audited(program(similarity, one));
    const LawResult& law = law_of(report, "not-a-number");
    CHECK(law.verdict == LawVerdict::refuted);
    CHECK(law.input == R"({"first": [1, "NaN", 3], "second": [1, 2, 3]})");
    CHECK(law.got == "1");
    CHECK(law_of(report, "infinite-number").input ==
          R"({"first": [1, "Infinity", 3], "second": [1, 2, 3]})");
    const std::string refusing_nan =
        "case $r in *NaN*) " + always(R"("error": "no number")") + ";; *) " + one + ";; esac";
    CHECK(refuted_laws(audited(program(similarity, refusing_nan))) == Names{"infinite-number"});
    const std::string refusing = R"(case $r in *NaN*|*Infinity*) )" +
                                 always(R"("error": "no number")") + ";; *) " + one + ";; esac";
    CHECK(refuted_laws(audited(program(similarity, refusing))) == Names{});
}

TEST_CASE("what the metric claims to be is compared with the exact one", "[audit]") {
    const std::string claim = similarity + R"(, "reference": "kendall-tau")";
    const AuditReport report = audited(program(claim, always(R"("value": 1)")));
    const LawResult& law = law_of(report, "exact-reference");
    CHECK(law.verdict == LawVerdict::refuted);
    CHECK(law.input == R"({"first": [], "second": []})");
    CHECK(law.expected == "undefined");
    CHECK(law.got == "1");
    CHECK(contains(law.scope, "against kendall-tau"));
    REQUIRE_FALSE(report.agreements.empty());
    // None agrees: the one that is meant comes first, then those that differ least often.
    REQUIRE(report.agreements.front().reference == "kendall-tau");
    CHECK(std::is_sorted(
        report.agreements.begin() + 1, report.agreements.end(),
        [](const Agreement& a, const Agreement& b) { return a.differing < b.differing; }));
}

TEST_CASE("a crash at one input is a finding with that input, and the audit goes on", "[audit]") {
    const std::string answer =
        R"(case $r in *'"first": [1, 2], "second": [2, 1]'*) kill -SEGV $$;; *) )" +
        always(R"("undefined": "never")") + ";; esac";
    const AuditReport report = audited(program(similarity, answer));
    CHECK(refuted_laws(report) == Names{"always-answers"});
    const LawResult& law = law_of(report, "always-answers");
    CHECK(law.input == R"({"first": [1, 2], "second": [2, 1]})");
    CHECK(law.got == "crashed");
    CHECK(report.complete);
    CHECK(report.restarts > 0);
}

TEST_CASE("an answer that depends on how often it was asked is found", "[audit]") {
    const AuditReport report =
        audited(program(similarity, R"(printf '{"id": %s, "value": "1/%s"}\n' $i $i)"));
    const LawResult& law = law_of(report, "same-answer-again");
    CHECK(law.verdict == LawVerdict::refuted);
    CHECK(law.input == R"({"first": [], "second": []})");
    CHECK(law.expected != law.got);
}

TEST_CASE("relevance by rank is asked without ties, and its laws apply", "[audit]") {
    const AuditReport report = audited(program(by_rank, always(R"("error": "not today")")));
    CHECK(refuted_laws(report) == Names{"takes-its-kind"});
    CHECK(law_of(report, "promotion").law == "promotion");
    CHECK(law_of(report, "ties-as-mean").verdict == LawVerdict::not_applicable);
    const AuditReport constant = audited(program(by_rank, always(R"("value": "3/2")")));
    CHECK(law_of(constant, "range").verdict == LawVerdict::refuted);
    CHECK(law_of(constant, "range").got == "3/2");
    // A constant never gets worse.
    CHECK(law_of(constant, "promotion").verdict != LawVerdict::refuted);
}

TEST_CASE("a declared convention is said, and is no failure", "[audit]") {
    // AP at 1 of two relevant documents: the mean over all of them is 1/2, over the reachable
    // one 1.
    const std::string conventions =
        R"(, "reference": "AP", "conventions": {"precisions-averaged": "relevant"})";
    const std::string answer =
        R"(case $r in *'"grades": [1, 1], "not_retrieved": [], "cutoff": 1}'*) )" +
        always(R"("value": "1/2")") + ";; *) " + always(R"("error": "not today")") + ";; esac";
    const LawResult declared =
        law_of(audited(program(by_rank + conventions, answer)), "perfect-list");
    CHECK(declared.verdict == LawVerdict::documented_convention);
    CHECK(declared.input == R"({"grades": [1, 1], "not_retrieved": [], "cutoff": 1})");
    // Who names no metric may be one that breaks the law.
    const LawResult unnamed = law_of(audited(program(by_rank, answer)), "perfect-list");
    CHECK(unnamed.verdict == LawVerdict::documented_convention);
    CHECK(contains(unnamed.explanation, "breaks it there as well"));
    const std::string another = R"(, "reference": "RR")";
    CHECK(law_of(audited(program(by_rank + another, answer)), "perfect-list").verdict ==
          LawVerdict::refuted);
}

TEST_CASE("an exception that nobody meant is a failure, but for what no metric need take",
          "[audit]") {
    const std::string raises = always(R"("exception": "NameError: x")");
    const std::string none = always(R"("undefined": "never")");
    const AuditReport report = audited(program(similarity, raises));
    const LawResult& law = law_of(report, "always-answers");
    CHECK(law.verdict == LawVerdict::refuted);
    CHECK(law.got == "raised");
    CHECK(law.explanation == "NameError: x");
    CHECK(report.restarts == 0);
    const std::string for_no_number =
        "case $r in *NaN*|*Infinity*) " + raises + ";; *) " + none + ";; esac";
    CHECK(refuted_laws(audited(program(similarity, for_no_number))) == Names{});
}

TEST_CASE("where no convention fits, expected is the value of the usual ones, and they are named",
          "[audit]") {
    const std::string claim = by_rank + R"(, "reference": "nDCG")";
    const AuditReport report = audited(program(claim, always(R"("value": "1/2")")));
    const LawResult& law = law_of(report, "exact-reference");
    CHECK(law.verdict == LawVerdict::refuted);
    CHECK(contains(law.explanation,
                   "expected is that of nDCG ties=average discount=trec "
                   "gain=linear"));
    const std::string declared = claim + R"(, "conventions": {"discount": "mir"})";
    const AuditReport mir = audited(program(declared, always(R"("value": "1/2")")));
    CHECK(contains(law_of(mir, "exact-reference").explanation, "discount=mir"));
}

TEST_CASE("ranks need not be integers", "[audit]") {
    const std::string answer = "case $r in *0.25*) " + always(R"("value": 0)") + ";; *) " +
                               always(R"("value": 1)") + ";; esac";
    const LawResult law = law_of(audited(program(similarity, answer)), "monotone-ranks");
    CHECK(law.verdict == LawVerdict::refuted);
    REQUIRE_FALSE(law.related.empty());
    CHECK(law.related.back() == R"({"first": [0.25], "second": [0.25]})");
}

TEST_CASE("wrong input that gets a value is no broken law of the metric", "[audit]") {
    const std::string answer = "case $r in *NaN*|*Infinity*) " + always(R"("value": 1)") +
                               ";; *) " + always(R"("undefined": "never")") + ";; esac";
    const AuditReport report = audited(program(similarity, answer));
    CHECK(refuted_laws(report) == Names{"not-a-number", "infinite-number"});
    CHECK(report.is_refuted());
    CHECK_FALSE(report.is_metric_refuted());
}

TEST_CASE("a convention that the answers show and nobody declares is told", "[audit]") {
    // P, with 0 for the empty list.
    const std::string zero = "case $r in *'\"grades\": []'*) " + always(R"("value": 0)") +
                             ";; *'\"grades\": [1]'*|*'\"grades\": [2]'*) " +
                             always(R"("value": 1)") + ";; *'\"grades\": [0]'*) " +
                             always(R"("value": 0)") + ";; *) " +
                             always(R"("undefined": "too long")") + ";; esac";
    const std::string lists = R"("relevance-by-rank", "direction": "greatest", "reference": "P")";
    AuditOptions options = small_options();
    options.exhaustive_n = 1;
    options.random_cases = 0;
    options.sizes = {1};
    const auto found = [&](const std::string& conventions) {
        return audited(program(lists + conventions, zero), options);
    };
    const AuditReport report = found(R"(, "conventions": {"greatest-grade": "2"})");
    const LawResult& law = law_of(report, "declared-conventions");
    CHECK(law.verdict == LawVerdict::refuted);
    CHECK(contains(law.explanation, R"("undefined": "zero")"));
    CHECK(law.input == R"({"grades": [], "not_retrieved": []})");
    CHECK(law.expected == "undefined");
    CHECK(law_of(report, "exact-reference").verdict == LawVerdict::exhausted);
    const AuditReport declared =
        found(R"(, "conventions": {"undefined": "zero", "greatest-grade": "2"})");
    CHECK(std::ranges::find(declared.laws, "declared-conventions", &LawResult::law) ==
          declared.laws.end());
}

TEST_CASE("the time of an audit is told apart from that of the program", "[audit]") {
    const AuditReport report = audited(program(similarity, always(R"("undefined": "never")")));
    CHECK(report.seconds_waiting > 0);
    CHECK(report.seconds >= report.seconds_waiting);
}

TEST_CASE("a law that the program does not claim is told with its reason, and is no failure",
          "[audit]") {
    // M(first, second) = the first rank of the first: not symmetric.
    const std::string answer = "case $r in *'\"first\": [2'*) " + always(R"("value": "1/2")") +
                               ";; *NaN*|*Infinity*) " + always(R"("error": "no number")") +
                               ";; *) " + always(R"("value": 0)") + ";; esac";
    const std::string excepted =
        similarity + R"(, "exceptions": {"symmetry": "on purpose", "range": "unused"})";
    const AuditReport claimed = audited(program(similarity, answer));
    const AuditReport report = audited(program(excepted, answer));
    CHECK(law_of(claimed, "symmetry").verdict == LawVerdict::refuted);
    const LawResult& law = law_of(report, "symmetry");
    CHECK(law.verdict == LawVerdict::documented_convention);
    CHECK(law.input == law_of(claimed, "symmetry").input);
    CHECK(contains(law.explanation, "not claimed: on purpose"));
    CHECK(law_of(report, "range").verdict == LawVerdict::exhausted);
    CHECK(contains(test::message_of<InputError>([&] {
                       audited(
                           program(similarity + R"(, "exceptions": {"symetry": "why"})", answer));
                   }),
                   "the nearest symmetry, "));
    // A law of the other kind is no law of this one.
    CHECK_THROWS_AS(
        audited(program(similarity + R"(, "exceptions": {"promotion": "why"})", answer)),
        InputError);
}

TEST_CASE("what a program does not take is not asked", "[audit]") {
    // Each of these programs ends where it is asked for more than it takes.
    const std::string no_pair_below_two =
        "case $r in *'[]'*|*'[1]'*) exit 9;; *) " + always(R"("undefined": "never")") + ";; esac";
    const AuditReport pairs =
        audited(program(similarity + R"(, "least_length": 2)", no_pair_below_two));
    CHECK(refuted_laws(pairs) == Names{});
    CHECK(pairs.inputs > 20);
    CHECK(refuted_laws(audited(program(similarity, no_pair_below_two))) == Names{"always-answers"});

    const std::string lists = R"("relevance-by-rank", "direction": "greatest")";
    const std::string zero = always(R"("value": 0)");
    const std::string retrieved_only =
        "case $r in *'\"not_retrieved\": []'*) " + zero + ";; *) exit 9;; esac";
    const AuditReport retrieved =
        audited(program(lists + R"(, "takes_not_retrieved": false)", retrieved_only));
    CHECK(law_of(retrieved, "always-answers").verdict == LawVerdict::supported);
    CHECK(law_of(retrieved, "missing-relevant").verdict == LawVerdict::not_applicable);
    CHECK(law_of(retrieved, "promotion").verdict == LawVerdict::exhausted);
    CHECK(law_of(audited(program(lists, retrieved_only)), "always-answers").verdict ==
          LawVerdict::refuted);

    const std::string no_list_below_two =
        "case $r in *'\"grades\": []'*|*'\"grades\": [?]'*) exit 9;; *) " + zero + ";; esac";
    const AuditReport long_lists =
        audited(program(lists + R"(, "least_length": 2)", no_list_below_two));
    CHECK(law_of(long_lists, "always-answers").verdict == LawVerdict::supported);
    // Inputs of three are made by hand.
    const AuditReport longer =
        audited(program(similarity + R"(, "least_length": 4)", always(R"("undefined": "never")")));
    CHECK(std::ranges::find(longer.laws, "not-a-number", &LawResult::law) == longer.laws.end());
}

TEST_CASE("a finding says what else the law asked for, the end of the relation last", "[audit]") {
    // Better where the lines stand in reverse.
    const std::string scores = R"("relevance-and-scores", "direction": "greatest")";
    const std::string answer = "case $r in *'[\"d2\", \"d1\"], \"scores\": [1, 1]'*) " +
                               always(R"("value": "1/2")") + ";; *) " + always(R"("value": 0)") +
                               ";; esac";
    const LawResult law = law_of(audited(program(scores, answer)), "tied-lines");
    REQUIRE(law.verdict == LawVerdict::refuted);
    REQUIRE_FALSE(law.related.empty());
    CHECK(contains(law.input + law.related.back(), R"("ids": ["d2", "d1"], "scores": [1, 1])"));
    CHECK(law.related_got.size() == law.related.size());
    CHECK(law.got != law.related_got.back());
    CHECK(std::ranges::find(law.related, law.input) == law.related.end());
}

TEST_CASE("how a program treats ties excuses it only if it says so", "[audit]") {
    // By the order of lines: of two tied documents the first one given stands first.
    const std::string scores =
        R"("relevance-and-scores", "direction": "greatest", "takes_cutoff": true, "reference": "P")";
    const std::string answer =
        "case $r in *'\"scores\": [1, 1], \"grades\": [1, 0], \"not_retrieved\": [], "
        "\"cutoff\": 1}'*) " +
        always(R"("value": 1)") +
        ";; *'\"scores\": [1, 1], \"grades\": [0, 1], \"not_retrieved\": [], \"cutoff\": 1}'*) " +
        always(R"("value": 0)") + ";; *) " + always(R"("error": "not today")") + ";; esac";
    const auto verdict = [&](const std::string& conventions) {
        return law_of(audited(program(scores + conventions, answer)), "tied-lines").verdict;
    };
    CHECK(verdict("") == LawVerdict::refuted);
    CHECK(verdict(R"(, "conventions": {"discount": "trec"})") == LawVerdict::refuted);
    CHECK(verdict(R"(, "conventions": {"ties": "average"})") == LawVerdict::refuted);
    CHECK(verdict(R"(, "conventions": {"ties": "input-order"})") ==
          LawVerdict::documented_convention);
}

TEST_CASE("an audit that is to stop says that it is not complete", "[audit]") {
    AuditOptions options = small_options();
    options.random_cases = 200;
    ProcessLimits limits;
    MetricProcess process(program(similarity, always(R"("undefined": "never")")), limits, Stop());
    options.stop = Stop(std::chrono::duration<double>(0));
    const AuditReport report = audit(process, options);
    CHECK_FALSE(report.complete);
    CHECK_FALSE(report.is_refuted());
    CHECK(law_of(report, "symmetry").verdict == LawVerdict::undecided);
}

TEST_CASE("two audits with one seed find the same, and say which law is next", "[audit]") {
    const auto command = program(similarity, always(R"("value": "2")"));
    AuditOptions options = small_options();
    Names told;
    options.progress = [&](std::string_view law) { told.emplace_back(law); };
    const AuditReport first = audited(command, options), second = audited(command);
    CHECK(std::ranges::find(told, "symmetry") != told.end());
    CHECK(first.inputs == second.inputs);
    REQUIRE(first.laws.size() == second.laws.size());
    for (std::size_t i = 0; i < first.laws.size(); ++i) {
        CHECK(first.laws[i].law == second.laws[i].law);
        CHECK(first.laws[i].verdict == second.laws[i].verdict);
        CHECK(first.laws[i].input == second.laws[i].input);
        CHECK(first.laws[i].explanation == second.laws[i].explanation);
    }
}

TEST_CASE("what the exact metric breaks as well is a documented convention", "[audit]") {
    // τ_a of a ranking that ties all is 0, not the best value; the C example says that it is τ_a.
    const AuditReport report = audited({beside_the_tests("disarray_kendall_tau")});
    CHECK(law_of(report, "best-at-identity").verdict == LawVerdict::documented_convention);
    CHECK_FALSE(report.is_refuted());
    CHECK(report.agreements.front().reference == "kendall-tau");
    CHECK(report.agreements.front().worst_units == 0);
}

TEST_CASE("a convention excuses only what the declared one would do", "[audit]") {
    // It declares ties on the average, and ranks the best of the tied first.
    const AuditReport report =
        audited({beside_the_tests("disarray_broken_metrics"), "constant-score-one"});
    CHECK(law_of(report, "ties-no-advantage").verdict == LawVerdict::refuted);
    CHECK(law_of(report, "repeated-document").verdict == LawVerdict::exhausted);
}

TEST_CASE("the worst distance from the exact value is told", "[audit]") {
    AuditOptions options = small_options();
    options.exhaustive_n = 3;
    const AuditReport report =
        audited({beside_the_tests("disarray_broken_metrics"), "range-above-one"}, options);
    CHECK(report.agreements.front().reference == "kendall-tau-b");
    CHECK(report.agreements.front().differing == 0);
    CHECK(report.agreements.front().worst_units >= 1);
}

TEST_CASE("a document on two lines that counts twice is a finding", "[audit]") {
    const AuditReport report =
        audited({beside_the_tests("disarray_broken_metrics"), "duplicate-documents"});
    CHECK(refuted_laws(report) == Names{"repeated-document"});
}

TEST_CASE("a negative grade may count as 0, and nothing else", "[audit]") {
    const std::string half = always(R"("value": "1/2")");
    const LawResult same = law_of(audited(program(by_rank, half)), "negative-grade");
    CHECK(same.verdict == LawVerdict::exhausted);
    const std::string other =
        "case $r in *-1*) " + always(R"("value": "1/4")") + ";; *) " + half + ";; esac";
    const AuditReport report = audited(program(by_rank, other));
    const LawResult& law = law_of(report, "negative-grade");
    CHECK(law.verdict == LawVerdict::refuted);
    CHECK(law.expected == "1/2");
    CHECK(law.got == "1/4");
}

TEST_CASE("an infinite value is a finding where the input has numbers only", "[audit]") {
    const std::string infinite = always(R"("value": Infinity)");
    const std::string none = always(R"("undefined": "never")");
    const auto finite_of = [&](const std::string& answer) {
        return law_of(audited(program(similarity, answer)), "finite").verdict;
    };
    CHECK(finite_of(infinite) == LawVerdict::refuted);
    CHECK(finite_of("case $r in *NaN*|*Infinity*) " + infinite + ";; *) " + none + ";; esac") ==
          LawVerdict::supported);
}

TEST_CASE("a random input that breaks a law is made smaller", "[audit]") {
    // Out of its range where some rank is 4: that takes four elements.
    const std::string answer = "case $r in *', 4,'*|*', 4]'*|*'[4,'*) " + always(R"("value": 2)") +
                               ";; *) " + always(R"("value": 0)") + ";; esac";
    AuditOptions options = small_options();
    options.random_cases = 40;
    options.random_n = 9;
    const LawResult law = law_of(audited(program(similarity, answer), options), "range");
    REQUIRE(law.verdict == LawVerdict::refuted);
    CHECK(std::ranges::count(law.input, ',') == 7);  // three in each ranking, one between them
}

TEST_CASE("explanations show floating-point numbers as decimals, other fractions as they are",
          "[audit]") {
    CHECK(
        detail::with_decimals("M = 4503599627370497/4503599627370496 > the end of its range = 1") ==
        "M = 1.0000000000000002 > the end of its range = 1");
    CHECK(detail::with_decimals("-6485183463413513/72057594037927936, 1/3") ==
          "-0.089999999999999983, 1/3");
    CHECK(detail::with_decimals("1/1048577, 3/10000000") == "1/1048577, 3/10000000");
    CHECK(detail::with_decimals("").empty());
}

namespace {

/// The answer `then` to requests that match a pattern of the shell, and another to the rest.
std::string if_like(const std::string& pattern, const std::string& then,
                    const std::string& otherwise) {
    return "case $r in " + pattern + ") " + then + ";; *) " + otherwise + ";; esac";
}

const std::string never = always(R"("undefined": "never")");

}  // namespace

TEST_CASE("where the program can be asked no more, nothing is decided and the fault is shown",
          "[audit]") {
    // It ends at every input with a tie, of which there are more than starts.
    const auto command = program(similarity, if_like("*'[1, 1]'*|*'[1, 1,'*", "exit 9", never));
    ProcessLimits limits;
    limits.restarts = 4;
    MetricProcess process(command, limits, Stop());
    const AuditReport report = audit(process, small_options());
    CHECK_FALSE(report.complete);
    const LawResult& answers = law_of(report, "always-answers");
    CHECK(answers.verdict == LawVerdict::refuted);
    CHECK(answers.got == "exited");
    CHECK(contains(answers.input, "[1, 1]"));
    CHECK(law_of(report, "same-answer-again").verdict == LawVerdict::undecided);
    CHECK(refuted_laws(report) == Names{"always-answers"});
}

TEST_CASE("an audit without time refutes nothing", "[audit]") {
    // Every call takes longer than there is time in all.
    AuditOptions options = small_options();
    options.stop = Stop(std::chrono::duration<double>(0.3));
    ProcessLimits limits;
    MetricProcess process(program(similarity, "sleep 1; " + never), limits, options.stop);
    const AuditReport report = audit(process, options);
    CHECK(refuted_laws(report) == Names{});
    CHECK_FALSE(report.complete);
    CHECK(law_of(report, "always-answers").verdict == LawVerdict::undecided);
}

TEST_CASE("a program that is too slow for long inputs breaks no law by that", "[audit]") {
    AuditOptions options = small_options();
    options.sizes = {10, 40};
    const std::string claim = similarity + R"(, "reference": "kendall-tau-b")";
    const std::string slow_at_40 =
        "if [ ${#r} -gt 250 ]; then sleep 3; fi; " + always(R"("error": "not today")");
    const AuditReport report = audited(program(claim, slow_at_40), options);
    CHECK(refuted_laws(report) == Names{"takes-its-kind"});
    REQUIRE(report.timings.size() == 2);
    CHECK(report.timings[0].is_answered);
    CHECK_FALSE(report.timings[1].is_answered);
}

TEST_CASE("inputs that are refused are counted, and the least is shown", "[audit]") {
    const AuditReport report = audited(
        program(similarity, if_like("*'[]'*|*'[1]'*", always(R"("error": "too short")"), never)));
    CHECK(report.refused == 2);
    CHECK(report.least_refused == R"({"first": [], "second": []})");
    CHECK(report.least_refused_why == "too short");
    CHECK(audited(program(similarity, never)).refused == 0);
}

TEST_CASE("long inputs that have no value support nothing", "[audit]") {
    const std::string claim = similarity + R"(, "reference": "kendall-tau-b")";
    AuditOptions options = small_options();
    options.sizes = {10, 20};
    // Above n = 12 it refuses; small ones are undefined or refused as well.
    const AuditReport report = audited(
        program(claim, "if [ ${#r} -gt 130 ]; then " + always(R"("error": "long")") + "; else " +
                           if_like("*'[]'*|*'[1]'*", never, always(R"("error": "no")")) + "; fi"),
        options);
    const LawResult& law = law_of(report, "long-inputs");
    CHECK(law.verdict == LawVerdict::undecided);
    CHECK(contains(law.explanation, "random of 20"));
}

TEST_CASE("a direction that contradicts the reference is refused", "[audit]") {
    const auto description = [](const std::string& kind, const std::string& direction,
                                const std::string& reference) {
        return "\"" + kind + "\", \"direction\": \"" + direction + "\", \"reference\": \"" +
               reference + "\"";
    };
    const auto message = [&](const std::string& rest) {
        return test::message_of<InputError>([&] { audited(program(rest, never)); });
    };
    CHECK(contains(message(description("two-rankings", "least", "kendall-tau")),
                   "\"greatest\", as kendall-tau has"));
    CHECK(contains(message(description("two-rankings", "greatest", "kendall")), "\"least\""));
    CHECK(contains(message(description("relevance-by-rank", "least", "nDCG")), "as nDCG has"));
    CHECK(contains(message(description("two-rankings", "greatest", "kendal-tau")),
                   "the nearest kendall-tau, "));
    CHECK(contains(message(description("relevance-by-rank", "greatest", "nDGC")), "nDCG"));
    CHECK(contains(message(similarity + R"(, "conventions": {"ties": "average"})"), "exceptions"));
}

TEST_CASE("that it answers is no matter of convention", "[audit]") {
    for (const std::string law : {"always-answers", "exact-reference", "same-answer-again",
                                  "finite", "ends", "long-inputs"}) {
        CHECK_THROWS_AS(
            audited(program(similarity + ", \"exceptions\": {\"" + law + "\": \"why\"}", never)),
            InputError);
    }
    CHECK_THROWS_AS(audited(program(similarity + ", \"least_length\": 13", never)), InputError);
}

TEST_CASE("a program that does not end with its input is found", "[audit]") {
    std::vector<std::string> command = program(similarity, never);
    CHECK(law_of(audited(command), "ends").verdict == LawVerdict::exhausted);
    command[2] += "; exit 3";
    const LawResult law = law_of(audited(command), "ends");
    CHECK(law.verdict == LawVerdict::refuted);
    CHECK(law.got == "exited");
}

TEST_CASE("a real violation is found behind one that is a documented convention", "[audit]") {
    // Undefined at the empty list with a cutoff and 0 without one is what P does; 1/2 is not.
    const std::string claim = by_rank + R"(, "reference": "P")";
    const std::string empty = "*'\"grades\": [], \"not_retrieved\": []'*";
    const std::string zero_with_cutoff =
        if_like("*'\"cutoff\"'*", always(R"("value": 0)"), always(R"("undefined": "0/0")"));
    const std::string right = if_like(empty, zero_with_cutoff, always(R"("error": "not today")"));
    const LawResult excused = law_of(audited(program(claim, right)), "cutoff-at-end");
    CHECK(excused.verdict == LawVerdict::documented_convention);
    const std::string wrong =
        if_like(empty, zero_with_cutoff,
                if_like("*'\"grades\": [1], \"not_retrieved\": [], \"cutoff\": 1}'*",
                        always(R"("value": "1/2")"),
                        if_like("*'\"grades\": [1], \"not_retrieved\": []}'*",
                                always(R"("value": 1)"), always(R"("error": "not today")"))));
    const LawResult found = law_of(audited(program(claim, wrong)), "cutoff-at-end");
    CHECK(found.verdict == LawVerdict::refuted);
    CHECK(found.input == R"({"grades": [1], "not_retrieved": [], "cutoff": 1})");
}

TEST_CASE("the first difference from the exact metric is made smaller", "[audit]") {
    // Wrong where some rank is 4: that takes four elements.
    AuditOptions options = small_options();
    options.random_cases = 40;
    options.random_n = 9;
    const std::string claim = similarity + R"(, "reference": "kendall-tau-b")";
    const std::string answer = if_like("*', 4,'*|*', 4]'*|*'[4,'*", always(R"("value": 2)"),
                                       always(R"("error": "not today")"));
    const LawResult law = law_of(audited(program(claim, answer), options), "exact-reference");
    REQUIRE(law.verdict == LawVerdict::refuted);
    CHECK(std::ranges::count(law.input, ',') == 7);
}

TEST_CASE("ties declared without a reference excuse what they cannot obey", "[audit]") {
    const std::string scores = R"("relevance-and-scores", "direction": "greatest")";
    // The first line counts: no matter of the scores.
    const std::string answer =
        if_like("*'\"grades\": [1'*", always(R"("value": 1)"), always(R"("value": 0)"));
    const auto verdict = [&](const std::string& ties, std::string_view law) {
        const std::string conventions = ", \"conventions\": {\"ties\": \"" + ties + "\"}";
        return law_of(audited(program(scores + conventions, answer)), law).verdict;
    };
    CHECK(verdict("input-order", "tied-lines") == LawVerdict::documented_convention);
    CHECK(verdict("average", "tied-lines") == LawVerdict::refuted);
    CHECK(verdict("trec", "tied-lines") == LawVerdict::refuted);
}

TEST_CASE("long inputs are not compared at the sizes at which the program is too slow", "[audit]") {
    AuditOptions options = small_options();
    options.sizes = {10, 40};
    const std::string claim = similarity + R"(, "reference": "kendall-tau-b")";
    const std::string ten = "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]";
    const std::string right_at_ten =
        if_like("*'\"first\": " + ten + ", \"second\": " + ten + "'*", always(R"("value": 1)"),
                if_like("*'[]'*", never, always(R"("error": "not today")")));
    const std::string slow_at_40 = "if [ ${#r} -gt 250 ]; then sleep 3; fi; ";
    ProcessLimits limits;
    limits.seconds_per_call = 0.4;
    limits.seconds_to_end = 0.3;
    MetricProcess process(program(claim, slow_at_40 + right_at_ten), limits, options.stop);
    const LawResult law = law_of(audit(process, options), "long-inputs");
    CHECK(law.verdict == LawVerdict::supported);
    CHECK(law.scope == "best of 10, large grades of 10");
    CHECK_FALSE(contains(law.explanation, " of 40"));
}

TEST_CASE("the least length may be that of the small inputs or of the random ones", "[audit]") {
    AuditOptions options = small_options();
    options.exhaustive_n = 3;
    options.random_n = 2;
    const auto of_length = [](const std::string& length) {
        return program(similarity + ", \"least_length\": " + length, never);
    };
    CHECK_NOTHROW(audited(of_length("3"), options));
    CHECK(contains(test::message_of<InputError>([&] { audited(of_length("4"), options); }),
                   "at most 3"));
}

TEST_CASE("nothing shorter than the least length is sent", "[audit]") {
    // Ends where it is asked for less than four elements.
    AuditOptions options = small_options();
    options.random_n = 6;
    options.sizes = {2, 20};
    const std::string four_or_more = R"(*'"first": ['*', '*', '*', '*'], "second"'*)";
    const std::string answer = if_like(four_or_more, always(R"("value": 2)"), "exit 9");
    const AuditReport report = audited(
        program(similarity + R"(, "least_length": 4, "reference": "kendall-tau-b")", answer),
        options);
    CHECK(law_of(report, "always-answers").verdict != LawVerdict::refuted);
    CHECK(law_of(report, "exact-reference").verdict == LawVerdict::refuted);
    CHECK(law_of(report, "long-inputs").verdict != LawVerdict::undecided);
    REQUIRE(report.timings.size() == 1);
    CHECK(report.timings.front().n == 20);
}

TEST_CASE("ties in the order of a column of ranks are those in the order of the input", "[audit]") {
    const std::string claim = R"("relevance-by-rank", "direction": "greatest", "reference": "P", )"
                              R"("conventions": {"ties": "rank-column"})";
    const AuditReport report = audited(program(claim, always(R"("value": 2)")));
    CHECK(law_of(report, "exact-reference").verdict == LawVerdict::refuted);
}

TEST_CASE("a number for what is none is excused by an exception, too", "[audit]") {
    const std::string excepted = similarity + R"(, "exceptions": {"not-a-number": "read as 0"})";
    const AuditReport report = audited(program(excepted, always(R"("value": 1)")));
    const LawResult& law = law_of(report, "not-a-number");
    CHECK(law.verdict == LawVerdict::documented_convention);
    CHECK(contains(law.explanation, "not claimed: read as 0"));
    CHECK(law_of(report, "infinite-number").verdict == LawVerdict::refuted);
}

TEST_CASE("long inputs that are refused are counted as well", "[audit]") {
    AuditOptions options = small_options();
    options.sizes = {10, 20};
    const std::string answer = "if [ ${#r} -gt 130 ]; then " + always(R"("error": "too long")") +
                               "; else " + never + "; fi";
    const AuditReport report = audited(program(similarity, answer), options);
    CHECK(report.refused == 1);
    CHECK(report.least_refused_why == "too long");
    CHECK(contains(report.least_refused, "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11"));
}

namespace {

/// The audit of small inputs of a program that claims to be no known metric, and declares ties.
AuditReport with_ties(const std::string& ties, const std::string& answer) {
    AuditOptions options = small_options();
    options.random_cases = 0;
    const std::string description =
        R"("relevance-and-scores", "direction": "greatest", "conventions": {"ties": ")" + ties +
        "\"}";
    return audited(program(description, answer), options);
}

}  // namespace

TEST_CASE("without a reference each way to treat ties excuses what it breaks, and nothing else",
          "[audit]") {
    // Of tied documents the first line counts: they are better or worse than their orders.
    const std::string first_line =
        if_like("*'\"scores\": [1, 1], \"grades\": [1, 0]'*", always(R"("value": 1)"),
                if_like("*'\"scores\": [1, 1], \"grades\": [0, 1]'*", always(R"("value": 0)"),
                        always(R"("value": "1/2")")));
    const Names laws{"ties-as-mean", "ties-no-advantage", "ties-no-disadvantage"};
    const std::vector<std::pair<std::string, Names>> excused{
        {"average", {}},
        {"best", {"ties-as-mean", "ties-no-advantage"}},
        {"worst", {"ties-as-mean", "ties-no-disadvantage"}},
        {"trec", laws},
        {"input-order", laws},
        {"rank-column", laws}};
    for (const auto& [ties, excused_laws] : excused) {
        const AuditReport report = with_ties(ties, first_line);
        for (const std::string& name : laws) {
            CAPTURE(ties, name);
            const bool is_excused = std::ranges::find(excused_laws, name) != excused_laws.end();
            const LawResult& law = law_of(report, name);
            CHECK(law.verdict ==
                  (is_excused ? LawVerdict::documented_convention : LawVerdict::refuted));
            // Excused or not, the least one is shown: others have documents not retrieved.
            CHECK(contains(law.input, R"("not_retrieved": []})"));
        }
    }
}

TEST_CASE("without a reference an order of the ids is excused only by ties as trec has them",
          "[audit]") {
    const std::string by_id =
        if_like("*'\"ids\": [\"d1'*", always(R"("value": 1)"), always(R"("value": 0)"));
    CHECK(law_of(with_ties("trec", by_id), "renaming").verdict ==
          LawVerdict::documented_convention);
    CHECK(law_of(with_ties("input-order", by_id), "renaming").verdict == LawVerdict::refuted);
}

TEST_CASE("the search for the least bad length ends when it is time to stop", "[audit]") {
    std::size_t calls = 0;
    const auto from_30 = [&](std::size_t n) {
        ++calls;
        return n >= 30;
    };
    CHECK(detail::least_bad_length(10, 100, Stop(), from_30) == 30);
    CHECK(detail::least_bad_length(29, 30, Stop(), from_30) == 30);
    calls = 0;
    const Stop now(std::chrono::duration<double>(0));
    CHECK(detail::least_bad_length(10, 100, now, from_30) == 100);
    CHECK(calls == 0);
}

TEST_CASE("only ties have a greatest length", "[audit]") {
    CHECK(detail::has_shape(1000, detail::Shape::tied));
    CHECK_FALSE(detail::has_shape(1001, detail::Shape::tied));
    CHECK(detail::has_shape(1001, detail::Shape::random));
}

TEST_CASE("the law of long inputs shows the least length at which they differ, and its tolerance",
          "[audit]") {
    std::vector<std::pair<std::size_t, detail::Shape>> asked;
    std::size_t best_differ_from = 30;
    const auto agreement_of = [&](std::size_t n, detail::Shape shape) {
        asked.emplace_back(n, shape);
        Agreement agreement;
        agreement.compared = 1;
        if (shape == detail::Shape::best && n >= best_differ_from) {
            agreement.differing = 1;
            agreement.first_difference = "of " + std::to_string(n);
        }
        return agreement;
    };
    AuditOptions options;
    const LawResult found = detail::long_law(options, 0, {10, 2000}, agreement_of);
    CHECK(found.verdict == LawVerdict::refuted);
    CHECK(found.input == "of 30");
    CHECK(found.tolerance_factor == 30);
    CHECK(found.scope == "random of 10, random of 2000, best of 10, best of 2000");
    CHECK(found.explanation == "best input of n = 30");
    CHECK(detail::long_law(options, 30, {40}, agreement_of).input == "of 30");
    CHECK(detail::long_law(options, 31, {40}, agreement_of).input == "of 31");

    best_differ_from = 2001;
    asked.clear();
    CHECK(detail::long_law(options, 0, {10, 2000}, agreement_of).verdict == LawVerdict::supported);
    CHECK(asked.size() == 11);
    CHECK(std::ranges::find(asked, std::pair(std::size_t{2000}, detail::Shape::tied)) ==
          asked.end());

    asked.clear();
    options.stop = Stop(std::chrono::duration<double>(0));
    CHECK(detail::long_law(options, 0, {10, 2000}, agreement_of).verdict == LawVerdict::undecided);
    CHECK(asked.empty());
}

TEST_CASE("the first difference of lists from the exact metric is made smaller", "[audit]") {
    // Wrong where there are three documents or more.
    AuditOptions options = small_options();
    options.random_cases = 40;
    options.random_n = 9;
    const std::string claim = R"("relevance-by-rank", "direction": "greatest", "reference": "P")";
    const std::string answer = if_like("*'\"grades\": ['?', '?', '?*", always(R"("value": 2)"),
                                       always(R"("error": "not today")"));
    const LawResult law = law_of(audited(program(claim, answer), options), "exact-reference");
    REQUIRE(law.verdict == LawVerdict::refuted);
    CHECK(law.input == R"({"grades": [0, 0, 0], "not_retrieved": []})");
}

TEST_CASE("lists that were all compared with the exact metric are counted as such", "[audit]") {
    const AuditReport report =
        audited({beside_the_tests("disarray_broken_metrics"), "duplicate-documents"});
    const LawResult& law = law_of(report, "exact-reference");
    CHECK(law.verdict == LawVerdict::exhausted);
    CHECK(contains(law.scope, "every one of n <= 2"));
}

TEST_CASE("long inputs may miss the exact value by as many times as they are long", "[audit]") {
    // 16·100 units are 3.6e-13.
    AuditOptions options = small_options();
    options.sizes = {100};
    const auto verdict = [&](const std::string& claim, const std::string& is_long,
                             const std::string& is_short, const std::string& value) {
        const std::string answer =
            if_like(is_long, always("\"value\": " + value),
                    if_like(is_short, always(R"("value": 1)"), always(R"("error": "not today")")));
        return law_of(audited(program(claim, answer), options), "long-inputs").verdict;
    };
    const std::string pairs = similarity + R"(, "reference": "kendall-tau-b")";
    const std::string same_hundred = "*' 100], \"second\": [1, 2, 3'*";
    const std::string same_two = "*'\"first\": [1, 2], \"second\": [1, 2]'*";
    CHECK(verdict(pairs, same_hundred, same_two, "1.0000000000003") == LawVerdict::supported);
    CHECK(verdict(pairs, same_hundred, same_two, "1.0000000000005") == LawVerdict::refuted);
    const std::string lists = R"("relevance-by-rank", "direction": "greatest", "reference": "P")";
    const std::string all_relevant = "*'\"grades\": [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2'*";
    const std::string one = "*'\"grades\": [1], \"not_retrieved\": []'*";
    CHECK(verdict(lists, all_relevant, one, "1.0000000000003") == LawVerdict::supported);
    CHECK(verdict(lists, all_relevant, one, "1.0000000000005") == LawVerdict::refuted);
}

TEST_CASE("cutoffs far beyond the end are asked", "[audit]") {
    const std::string answer = if_like("*'\"cutoff\": 1002}'*", "exit 9", never);
    const LawResult law = law_of(audited(program(by_rank, answer)), "always-answers");
    CHECK(law.verdict == LawVerdict::refuted);
    CHECK(contains(law.input, R"("cutoff": 1002})"));
}

TEST_CASE("the laws know from which grade on a document is relevant", "[audit]") {
    const std::string answer = if_like("*'\"grades\": [1], \"not_retrieved\": []'*",
                                       always(R"("value": 0)"), always(R"("error": "not today")"));
    const auto verdict = [&](const std::string& more) {
        const std::string claim = by_rank + R"(, "reference": "RR")";
        return law_of(audited(program(claim + more, answer)), "perfect-list").verdict;
    };
    CHECK(verdict("") == LawVerdict::refuted);
    CHECK(verdict(R"(, "conventions": {"relevance-level": "2"})") != LawVerdict::refuted);
}

TEST_CASE("an infinite value of either sign is a finding, however it is spelt", "[audit]") {
    for (const std::string value : {R"("value": Infinity)", R"("value": -Infinity)",
                                    R"("undefined": "inf")", R"("undefined": "-inf")"}) {
        CAPTURE(value);
        CHECK(law_of(audited(program(similarity, always(value))), "finite").verdict ==
              LawVerdict::refuted);
    }
    const std::string in_words = always(R"("undefined": "-infinitely many pairs")");
    CHECK(law_of(audited(program(similarity, in_words)), "finite").verdict ==
          LawVerdict::supported);
}

TEST_CASE("an answer that changes is shown with what was asked right before", "[audit]") {
    // Different after a certain input, when that is asked for the second time.
    const std::string answer =
        if_like("*'\"first\": [1, 2], \"second\": [2, 1]'*",
                "times=$((times + 1)); " + always(R"("value": 0)"),
                R"(if [ "$times" = 2 ]; then times=3; )" + always(R"("value": 1)") + "; else " +
                    always(R"("value": 0)") + "; fi");
    AuditOptions options = small_options();
    options.random_cases = 60;
    options.seed = 3;  // asks for that one late
    const LawResult law =
        law_of(audited(program(similarity, answer), options), "same-answer-again");
    REQUIRE(law.verdict == LawVerdict::refuted);
    CHECK(law.expected == "0");
    CHECK(law.got == "1");
    REQUIRE(law.related.size() == 20);
    CHECK(law.related.back() == R"({"first": [1, 2], "second": [2, 1]})");
    CHECK(law.related_got == Names(20, "0"));
}

TEST_CASE("a comparison with the exact metric that is stopped decides nothing", "[audit]") {
    // All but one input is refused; what the exact metrics take for the others is time enough.
    const std::string claim = similarity + R"(, "reference": "kendall-tau")";
    AuditOptions options = small_options();
    options.random_cases = 300;
    options.random_n = 30;
    const auto audited_until = [&](std::string_view end) {
        options.progress = [&, end](std::string_view what) {
            if (what == end) options.stop = Stop(std::chrono::duration<double>(0.0002));
        };
        return audited(program(claim, if_like("*'[]'*", never, always(R"("error": "no")"))),
                       options);
    };
    CHECK(law_of(audited_until("never"), "exact-reference").verdict == LawVerdict::exhausted);
    // Undecided; not applicable if the time was up before the first input.
    CHECK(law_of(audited_until("exact metrics"), "exact-reference").verdict !=
          LawVerdict::exhausted);
}
