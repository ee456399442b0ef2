// SPDX-License-Identifier: MIT
// The audit as its callers see it, on programs that are a few lines of shell; tests/cli/audit.sh
// has the metrics with faults of the wild.
#include "properties/audit/audit.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "properties/audit/detail/kind_audit.hpp"
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

TEST_CASE("a program that refuses everything is told so, law by law", "[audit]") {
    const AuditReport report = audited(program(similarity, always(R"("error": "not today")")));
    CHECK(refuted_laws(report) == Names{});
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
    CHECK(std::ranges::is_sorted(report.agreements, {}, &Agreement::differing));
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
    CHECK(refuted_laws(report) == Names{});
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
    const LawResult undeclared = law_of(audited(program(by_rank, answer)), "perfect-list");
    CHECK(undeclared.verdict == LawVerdict::refuted);
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
                   "did you mean symmetry?"));
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
    CHECK(refuted_laws(report) == Names{});
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
                   "did you mean kendall-tau?"));
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
