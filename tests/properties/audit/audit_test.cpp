// SPDX-License-Identifier: MIT
// The audit as its callers see it, on programs that are a few lines of shell; tests/cli/audit.sh
// has the metrics with faults of the wild.
#include "properties/audit/audit.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

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
    CHECK(law_of(report, "always-answers").verdict == LawVerdict::exhausted);
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
          LawVerdict::exhausted);
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
