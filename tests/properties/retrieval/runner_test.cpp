// SPDX-License-Identifier: MIT
// The runner of retrieval laws: least witnesses, confirmation, the same for any number of threads;
// and verdicts that a run of the catalogue found.
#include "properties/retrieval/runner.hpp"

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "properties/retrieval/domain.hpp"
#include "tests/catch.hpp"
#include "tests/properties/planted.hpp"
#include "tests/properties/retrieval/planted.hpp"

using namespace disarray;
using namespace disarray::properties;
using formats::Ties;

namespace {

const RetrievalLaw& law(std::string_view name) {
    return *retrieval_laws_named(name, "test").front();
}

RetrievalSubject subject(std::string_view name, Ties ties,
                         retrieval::Conventions conventions = {}) {
    conventions.greatest_grade = greatest_case_grade;
    return subject_named(name, conventions, ties, "test");
}

RetrievalCheckResult checked(const RetrievalSubject& of, std::string_view name) {
    return check(of, law(name), {2, 0});
}

RetrievalSubject flipped_gain() {
    return test::planted("flipped", [](const RetrievalCase& instance) {
        return Value(1) - test::good_normalized_gain().value(instance);
    });
}

}  // namespace

TEST_CASE("a retrieval verdict and its witness do not depend on the number of threads") {
    const std::pair<const char*, const char*> questions[] = {
        {"missing-relevant", "Rprec"}, {"renaming", "nDCG@k"}, {"promotion", "AP"}};
    for (const auto& [name, metric] : questions) {
        const auto asked = [&, name = name, metric = metric](unsigned threads) {
            return with_threads(threads, [&] {
                return check(subject(metric, Ties::trec), law(name), {3, 50});
            });
        };
        const RetrievalCheckResult one = asked(1);
        for (const unsigned threads : {2u, 5u}) {
            const RetrievalCheckResult other = asked(threads);
            CHECK(one.verdict == other.verdict);
            CHECK(one.scope == other.scope);
            CHECK(one.explanation == other.explanation);
            CHECK(one.witness == other.witness);
            CHECK(one.effort.applicable == other.effort.applicable);
        }
    }
}

TEST_CASE("an exhaustive retrieval witness is the least violation of a plain loop") {
    for (const char* name : {"missing-relevant", "renaming", "ties-no-advantage"}) {
        INFO(name);
        const RetrievalSubject rprec = subject("Rprec", Ties::trec);
        const RetrievalCheckResult result = check(rprec, law(name), {3, 0});
        REQUIRE(result.verdict == Verdict::refuted);
        std::optional<RetrievalCase> least;
        for (std::size_t n = 0; n <= 3; ++n) {
            const SmallCases cases(n, {});
            for (std::uint64_t index = 0; index < cases.size(); ++index) {
                const RetrievalCase instance = cases.at(index);
                if (!law(name).check(rprec, instance).is_violated()) continue;
                if (!least || compare(instance, *least) < 0) least = instance;
            }
        }
        CHECK(result.witness == least);
    }
}

TEST_CASE("a random retrieval witness is shrunk to the least one") {
    const RetrievalCheckResult result = check(flipped_gain(), law("promotion"), {0, 100, 6});
    REQUIRE(result.verdict == Verdict::refuted);
    CHECK(to_string(*result.witness) == "d1 (score 2, grade 0), d2 (score 1, grade 1)");
    CHECK(result.scope.starts_with("100 random lists of <= 6 documents, seed 1; applies to"));
    CHECK(result.effort.exhaustive_n == 0);
}

TEST_CASE("what a retrieval law was not refuted by is exhausted, supported, or was not tried") {
    const RetrievalSubject good = test::good_normalized_gain();
    const auto verdict = [&](const char* name, const RetrievalCheckOptions& options) {
        return check(good, law(name), options).verdict;
    };
    CHECK(verdict("promotion", {2, 0}) == Verdict::exhausted);
    CHECK(verdict("promotion", {2, 20, 5}) == Verdict::exhausted);
    CHECK(verdict("promotion", {0, 20, 5}) == Verdict::supported);
    CHECK(verdict("promotion", {0, 0}) == Verdict::undecided);
    CHECK(verdict("cutoff-at-end", {2, 0}) == Verdict::not_applicable);
    const auto hidden = test::planted("hidden", [](const RetrievalCase& instance) {
        const bool first = !instance.retrieved.empty() && instance.retrieved.front().id == "d1";
        return first ? Value::inverse_log2(6) : test::hidden_inverse_log2_of_6();
    });
    CHECK(check(hidden, law("renaming"), {1, 0}).verdict == Verdict::undecided);
    RetrievalCheckOptions stopped{2, 20};
    stopped.stop = Stop(std::chrono::duration<double>(0));
    const RetrievalCheckResult result = check(good, law("promotion"), stopped);
    CHECK(result.verdict == Verdict::undecided);
    CHECK_FALSE(result.effort.complete);
}

TEST_CASE("the scope of a retrieval verdict says what was tried and how much of it applies") {
    const RetrievalCheckResult result =
        check(subject("AP@k", Ties::trec), law("cutoff-at-end"), {2, 10, 8, 7});
    CHECK(
        result.scope ==
        "every list of <= 2 documents of grades 0 to 2, with every tie, and at most one relevant "
        "document not retrieved, every cutoff + 10 random lists of <= 8 documents, seed 7; applies "
        "to " +
            std::to_string(result.effort.applicable) + " of 274 cases");
    // n = 0: 3 cases, all apply; n = 1: 9 with each of k = 1, 2; n = 2: 81 with each of k = 2, 3.
    CHECK(result.effort.exhaustive_cases == 3 + 9 * 2 + 81 * 3);
    CHECK(result.effort.applicable >= 3 + 9 * 2 + 81 * 2);
}

TEST_CASE("a violation that the second path does not confirm is a fault of the program") {
    RetrievalSubject subject = flipped_gain();
    subject.second = test::good_normalized_gain().value;
    CHECK_THROWS_AS(check(subject, law("promotion"), {2, 0}), InternalError);
    // Violated by both, but with other values.
    subject.second = [value = subject.value](const RetrievalCase& instance) {
        return value(instance) + Value(1);
    };
    CHECK_THROWS_AS(check(subject, law("promotion"), {2, 0}), InternalError);
}

TEST_CASE("a retrieval check with too many cases is refused") {
    CHECK_THROWS_WITH(check(test::good_normalized_gain(), law("range"), {9, 0}),
                      Catch::Matchers::Contains("--exhaustive"));
}

TEST_CASE("R-precision rises when one more relevant document is known and not retrieved") {
    const RetrievalCheckResult result =
        checked(subject("Rprec", Ties::average), "missing-relevant");
    REQUIRE(result.verdict == Verdict::refuted);
    CHECK(to_string(*result.witness) == "d1 (score 2, grade 0), d2 (score 1, grade 1)");
    CHECK(result.explanation == "M(grade 1 more that is not retrieved) = 1/2 > M = 0");
    // Nothing larger is looked at then.
    CHECK(check(subject("Rprec", Ties::average), law("missing-relevant"), {3, 9})
              .effort.exhaustive_n == 2);
}

TEST_CASE("a cutoff beyond the list changes precision and normalized DCG, by convention") {
    const RetrievalSubject by_cutoff = subject("P@k", Ties::trec);
    CHECK(checked(by_cutoff, "cutoff-at-end").verdict == Verdict::refuted);
    retrieval::Conventions conventions;
    conventions.short_lists = retrieval::ShortLists::length;
    CHECK(checked(subject("P@k", Ties::trec, conventions), "cutoff-at-end").verdict ==
          Verdict::exhausted);
    const RetrievalCheckResult ndcg = checked(subject("nDCG@k", Ties::trec), "cutoff-at-end");
    REQUIRE(ndcg.verdict == Verdict::refuted);
    CHECK(to_string(*ndcg.witness) == "d1 (score 1, grade 1); not retrieved: grade 1; k = 1");
    CHECK(checked(subject("AP@k", Ties::trec), "cutoff-at-end").verdict == Verdict::exhausted);
}

TEST_CASE("what is ranked beyond the cutoff counts as not retrieved for every retrieval metric") {
    for (const std::string& name : all_subject_names()) {
        INFO(name);
        for (const Ties ties : {Ties::trec, Ties::average}) {
            const Verdict expected =
                name.ends_with("@k") ? Verdict::exhausted : Verdict::not_applicable;
            CHECK(checked(subject(name, ties), "beyond-cutoff").verdict == expected);
        }
    }
}

TEST_CASE("average precision at a cutoff reaches 1 only if it is divided by what is reachable") {
    CHECK(checked(subject("AP@k", Ties::trec), "perfect-list").verdict == Verdict::refuted);
    retrieval::Conventions conventions;
    conventions.precisions_averaged = retrieval::PrecisionsAveraged::reachable;
    CHECK(checked(subject("AP@k", Ties::trec, conventions), "perfect-list").verdict ==
          Verdict::exhausted);
}

TEST_CASE("each tie policy is told from the others by the laws it breaks") {
    const auto broken = [](Ties ties) {
        std::vector<std::string> names;
        for (const char* name : {"renaming", "tied-lines", "ties-as-mean", "ties-no-advantage",
                                 "ties-no-disadvantage"}) {
            if (checked(subject("AP", ties), name).verdict == Verdict::refuted)
                names.emplace_back(name);
        }
        return names;
    };
    using Names = std::vector<std::string>;
    CHECK(broken(Ties::average).empty());
    CHECK(broken(Ties::best) == Names{"ties-as-mean", "ties-no-advantage"});
    CHECK(broken(Ties::worst) == Names{"ties-as-mean", "ties-no-disadvantage"});
    CHECK(broken(Ties::trec) ==
          Names{"renaming", "ties-as-mean", "ties-no-advantage", "ties-no-disadvantage"});
    CHECK(broken(Ties::input_order) ==
          Names{"tied-lines", "ties-as-mean", "ties-no-advantage", "ties-no-disadvantage"});
}
