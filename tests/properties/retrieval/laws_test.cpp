// SPDX-License-Identifier: MIT
// The laws: metrics without a fault satisfy all of them, and each law finds the metric that was
// planted for it, with the least witness.
#include "properties/retrieval/laws.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "base/error.hpp"
#include "properties/retrieval/detail/law.hpp"
#include "properties/retrieval/runner.hpp"
#include "tests/catch.hpp"
#include "tests/properties/planted.hpp"
#include "tests/properties/retrieval/planted.hpp"

using namespace disarray;
using namespace disarray::properties;
using namespace disarray::test;

namespace {

const RetrievalLaw& law(std::string_view name) {
    return *retrieval_laws_named(name, "test").front();
}

RetrievalCheckResult checked(const RetrievalSubject& subject, std::string_view name) {
    RetrievalCheckOptions options;
    options.random_cases = 0;
    return check(subject, law(name), options);
}

/// A metric with a fault, the law that finds it, and what it finds.
struct Fault {
    RetrievalSubject subject;
    std::string_view law;
    std::string_view witness;
    std::string_view explanation;
};

void check_found(const Fault& fault) {
    INFO(fault.subject.name << ", " << fault.law);
    const RetrievalCheckResult result = checked(fault.subject, fault.law);
    REQUIRE(result.verdict == Verdict::refuted);
    CHECK(to_string(*result.witness) == fault.witness);
    CHECK(result.explanation == fault.explanation);
}

/// A normalized gain of documents ranked in some order.
RetrievalSubject ranked(std::string name, const Before& before) {
    return planted(std::move(name), [before](const RetrievalCase& instance) {
        return normalized_gain(instance, sorted(instance.retrieved, before));
    });
}

Value good_value(const RetrievalCase& instance) {
    static const RetrievalSubject good = good_normalized_gain();
    return good.value(instance);
}

bool has_ties(const RetrievalCase& instance) {
    std::set<Rational> scores;
    for (const RetrievedDocument& document : instance.retrieved)
        scores.insert(document.score);
    return scores.size() < instance.retrieved.size();
}

constexpr std::string_view second_relevant = "d1 (score 2, grade 0), d2 (score 1, grade 1)";
constexpr std::string_view tied_second_relevant = "d1 (score 1, grade 0), d2 (score 1, grade 1)";
constexpr std::string_view tied_first_relevant = "d1 (score 1, grade 1), d2 (score 1, grade 0)";
constexpr std::string_view one_relevant = "d1 (score 1, grade 1)";

}  // namespace

TEST_CASE("a metric without a fault satisfies every law that applies to it") {
    for (const RetrievalSubject& subject : {good_normalized_gain(), good_gain(), good_loss()}) {
        for (const RetrievalLaw& each : retrieval_laws()) {
            INFO(subject.name << ", " << each.name);
            const RetrievalCheckResult result = checked(subject, each.name);
            CHECK(result.explanation ==
                  (result.verdict == Verdict::not_applicable ? result.explanation : std::string()));
            const bool about_cutoffs = each.name == "cutoff-at-end" || each.name == "beyond-cutoff";
            const bool about_best = each.name == "perfect-list";
            const bool applies =
                each.claimed_of.empty() &&
                (about_cutoffs ? subject.cutoffs.every
                               : !about_best || subject.range.greatest.has_value());
            CHECK(result.verdict == (applies ? Verdict::exhausted : Verdict::not_applicable));
        }
    }
}

TEST_CASE("range finds a value just above 1 and documents whose gains are summed at one rank") {
    check_found({planted("rounded up",
                         [](const RetrievalCase& instance) {
                             const Value value = good_value(instance);
                             if (compare(value, 1) != Order::equal) return value;
                             return Value(Rational::parse("1.0000000000000002", "test"));
                         }),
                 "range", one_relevant,
                 "M = 5000000000000001/5000000000000000 > the end of its range = 1"});
    check_found({planted("keyed by score",
                         [](const RetrievalCase& instance) {
                             std::map<Rational, Grade, std::greater<>> sums;
                             for (const RetrievedDocument& document : instance.retrieved)
                                 sums[document.score] += grade_of(document);
                             std::vector<Grade> grades;
                             for (const auto& [score, sum] : sums)
                                 grades.push_back(sum);
                             return quotient(gain_sum(grades, {}),
                                             gain_sum(ideal_grades(instance), {}));
                         }),
                 "range", "d1 (score 1, grade 1), d2 (score 1, grade 1)",
                 "M = 4/3 > the end of its range = 1"});
}

TEST_CASE("range finds a negative value") {
    check_found(
        {planted("negated", [](const RetrievalCase& instance) { return -good_value(instance); }),
         "range", one_relevant, "the end of its range = 0 > M = -1"});
}

TEST_CASE("promotion finds a flipped sign and a flipped direction") {
    const auto flipped = [](const RetrievalCase& instance) {
        return Value(1) - good_value(instance);
    };
    check_found({planted("flipped", flipped), "promotion", second_relevant,
                 "M = 1/2 > M(judgements of d1 and d2 exchanged) = 0"});
    RetrievalSubject direction = good_normalized_gain();
    direction.is_best_at_greatest = false;
    check_found({direction, "promotion", second_relevant,
                 "M(judgements of d1 and d2 exchanged) = 1 > M = 1/2"});
}

TEST_CASE("ideal-order finds a metric that has no use for the best grade") {
    check_found({planted(
                     "grade 2 is worth nothing",
                     [](const RetrievalCase& instance) {
                         std::vector<Grade> grades =
                             grades_of(sorted(instance.retrieved, by_score_then_id));
                         std::replace(grades.begin(), grades.end(), 2, 0);
                         return Value(gain_sum(grades, {}));
                     },
                     std::nullopt),
                 "ideal-order", "d1 (score 2, grade 1), d2 (score 1, grade 2)",
                 "M = 1 > M(sorted by grade) = 1/2"});
}

TEST_CASE("perfect-list finds a discount that is off by one rank") {
    check_found({planted("off by one",
                         [](const RetrievalCase& instance) {
                             const auto documents = sorted(instance.retrieved, by_score_then_id);
                             return quotient(gain_sum(grades_of(documents), {}, 1),
                                             gain_sum(ideal_grades(instance), {}));
                         }),
                 "perfect-list", one_relevant,
                 "M(sorted by grade) = 1/2 ≠ the best of its range = 1"});
    RetrievalSubject loss = good_loss();
    loss.range.least = -1;
    check_found({loss, "perfect-list", one_relevant,
                 "M(sorted by grade) = 0 ≠ the best of its range = -1"});
}

TEST_CASE("retrieving-relevant finds an ideal list made of the retrieved documents only") {
    check_found({planted("ideal of the retrieved",
                         [](RetrievalCase instance) {
                             instance.not_retrieved.clear();
                             return good_value(instance);
                         }),
                 "retrieving-relevant", "d1 (score 1, grade 1); not retrieved: grade 2",
                 "M = 1 > M(grade 2 retrieved last) = 4/5"});
}

TEST_CASE("missing-relevant finds a metric that counts what was not found") {
    check_found(
        {planted(
             "judged",
             [](const RetrievalCase& instance) { return Value(ideal_grades(instance).size()); },
             std::nullopt),
         "missing-relevant", "nothing retrieved",
         "M(grade 1 more that is not retrieved) = 1 > M = 0"});
}

TEST_CASE("irrelevant-at-end finds a metric that rewards length, and its strict form precision") {
    check_found({planted(
                     "length",
                     [](const RetrievalCase& instance) { return Value(instance.retrieved.size()); },
                     std::nullopt),
                 "irrelevant-at-end", "nothing retrieved",
                 "M(grade 0 added at the end) = 1 > M = 0"});
    const RetrievalSubject precision = planted("precision", [](const RetrievalCase& instance) {
        Rational relevant = 0;
        for (const RetrievedDocument& document : instance.retrieved)
            relevant += grade_of(document) > 0 ? 1 : 0;
        if (instance.retrieved.empty()) return Value(0);
        return Value(relevant / Rational(instance.retrieved.size()));
    });
    CHECK(checked(precision, "irrelevant-at-end").verdict == Verdict::exhausted);
    check_found({precision, "irrelevant-at-end-unchanged", one_relevant,
                 "M = 1 ≠ M(grade 0 added at the end) = 1/2"});
}

TEST_CASE("renaming finds ids that decide between tied documents or among all") {
    check_found({ranked("ties by id", by_score_then_id), "renaming", tied_second_relevant,
                 "M = 1 ≠ M(documents named d2, d1) = 1/2"});
    check_found({ranked("by id", [](const auto& a, const auto& b) { return a.id < b.id; }),
                 "renaming", second_relevant, "M = 1/2 ≠ M(documents named d2, d1) = 1"});
    // Fresh names find what depends on the names but not on their order.
    check_found(
        {planted("names with a digit 1",
                 [](const RetrievalCase& instance) {
                     const auto& documents = instance.retrieved;
                     return Value(std::ranges::count_if(
                                documents, [](const auto& each) { return each.id == "d1"; })) *
                            Value(Rational(Integer(1), Integer(2)));
                 }),
         "renaming", "d1 (score 1, grade 0)", "M = 1/2 ≠ M(documents named new-1) = 0"});
}

TEST_CASE("tied-lines finds ties that are broken by the order of the file, and only that") {
    check_found({ranked("ties by line", by_score), "tied-lines", tied_second_relevant,
                 "M = 1/2 ≠ M(lines d2, d1) = 1"});
    CHECK(checked(ranked("ties by line", by_score), "untied-lines").verdict == Verdict::exhausted);
    CHECK(checked(ranked("ties by line", by_score), "renaming").verdict == Verdict::exhausted);
    CHECK(checked(ranked("ties by id", by_score_then_id), "tied-lines").verdict ==
          Verdict::exhausted);
}

TEST_CASE("untied-lines finds a metric that takes the file as it stands") {
    const RetrievalSubject unsorted =
        ranked("as it stands", [](const auto&, const auto&) { return false; });
    check_found({unsorted, "untied-lines", second_relevant, "M = 1/2 ≠ M(lines d2, d1) = 1"});
    // Among lines of one score it is found by the other law, and only there.
    check_found({unsorted, "tied-lines", tied_second_relevant, "M = 1/2 ≠ M(lines d2, d1) = 1"});
}

TEST_CASE("monotone-scores finds scores that are rounded and scores that are summed") {
    check_found({ranked("single precision",
                        [](const auto& a, const auto& b) {
                            const auto x = static_cast<float>(a.score.approximate());
                            const auto y = static_cast<float>(b.score.approximate());
                            return x != y ? x > y : a.id > b.id;
                        }),
                 "monotone-scores", second_relevant, "M = 1/2 ≠ M(scores 1 + s/10^9) = 1"});
    check_found({planted(
                     "sum of scores",
                     [](const RetrievalCase& instance) {
                         Rational sum = 0;
                         for (const RetrievedDocument& document : instance.retrieved)
                             sum += document.score;
                         return Value(sum);
                     },
                     std::nullopt),
                 "monotone-scores", "d1 (score 1, grade 0)", "M = 1 ≠ M(scores s - 5) = -4"});
}

TEST_CASE("unretrieved-irrelevant and unjudged-as-irrelevant find what judgements of 0 change") {
    check_found({planted("found of the judged",
                         [](const RetrievalCase& instance) {
                             const std::size_t judged = ideal_grades(instance).size();
                             return quotient(Rational(instance.retrieved.size()), Rational(judged));
                         }),
                 "unretrieved-irrelevant", "nothing retrieved",
                 "M = undefined ≠ M(grade 0 more that is not retrieved) = 0"});
    check_found({planted("condensed list",
                         [](RetrievalCase instance) {
                             std::erase_if(instance.retrieved,
                                           [](const auto& each) { return !each.grade; });
                             return good_value(instance);
                         }),
                 "unjudged-as-irrelevant", second_relevant, "M = 1/2 ≠ M(d1 not judged) = 1"});
}

TEST_CASE("beyond-cutoff finds a cutoff that is ignored") {
    const RetrievalSubject ignored = at_every_k(ranked("cutoff ignored", by_score_then_id));
    check_found({ignored, "beyond-cutoff", "d1 (score 2, grade 0), d2 (score 1, grade 1); k = 1",
                 "M = 1/2 ≠ M(retrieved only d1) = 0"});
    CHECK(checked(ignored, "cutoff-at-end").verdict == Verdict::exhausted);
}

TEST_CASE("cutoff-at-end finds the division of short lists by the cutoff") {
    const RetrievalSubject mean_gain = at_every_k(planted(
        "mean gain",
        [](const RetrievalCase& instance) {
            const std::size_t length = instance.retrieved.size();
            const Rational sum =
                gain_sum(grades_of(sorted(instance.retrieved, by_score_then_id)), instance.cutoff);
            return quotient(sum, Rational(instance.cutoff.value_or(static_cast<std::uint32_t>(
                                     std::max<std::size_t>(length, 1)))));
        },
        std::nullopt));
    check_found(
        {mean_gain, "cutoff-at-end", "d1 (score 1, grade 1); k = 2", "M = 1/2 ≠ M(no cutoff) = 1"});
}

TEST_CASE(
    "the laws of ties find lists with ties that are favoured, punished or not ranked at all") {
    const auto with_ties = [](std::string name, const Rational& value) {
        return planted(std::move(name), [value](const RetrievalCase& instance) {
            const Value good = good_value(instance);
            return good.is_defined() && has_ties(instance) ? Value(value) : good;
        });
    };
    check_found({with_ties("nothing for ties", 0), "ties-within-orders", tied_second_relevant,
                 "the least M of an order = 1/2 > M = 0"});
    check_found({with_ties("everything for ties", 2), "ties-within-orders", tied_second_relevant,
                 "M = 2 > the greatest M of an order = 1"});
    const auto better = [](const auto& a, const auto& b) {
        return a.score != b.score ? a.score > b.score : grade_of(a) > grade_of(b);
    };
    const auto worse = [](const auto& a, const auto& b) {
        return a.score != b.score ? a.score > b.score : grade_of(a) < grade_of(b);
    };
    check_found({ranked("the best order", better), "ties-no-advantage", tied_second_relevant,
                 "M = 1 > mean of M over 2 orders = 3/4"});
    check_found({ranked("the best order", better), "ties-as-mean", tied_second_relevant,
                 "M = 1 ≠ mean of M over 2 orders = 3/4"});
    check_found({ranked("the worst order", worse), "ties-no-disadvantage", tied_second_relevant,
                 "mean of M over 2 orders = 3/4 > M = 1/2"});
    check_found({ranked("ties by id", by_score_then_id), "ties-no-disadvantage",
                 tied_first_relevant, "mean of M over 2 orders = 3/4 > M = 1/2"});
    for (const std::string_view name : {"ties-within-orders", "ties-no-disadvantage"})
        CHECK(checked(ranked("the best order", better), name).verdict == Verdict::exhausted);
    for (const std::string_view name : {"ties-within-orders", "ties-no-advantage"})
        CHECK(checked(ranked("the worst order", worse), name).verdict == Verdict::exhausted);
}

TEST_CASE("laws of ties turn round for a metric of which less is better") {
    RetrievalSubject loss = planted("loss of the best order", [](const RetrievalCase& instance) {
        const auto better = [](const auto& a, const auto& b) {
            return a.score != b.score ? a.score > b.score : grade_of(a) > grade_of(b);
        };
        return Value(1) - normalized_gain(instance, sorted(instance.retrieved, better));
    });
    loss.is_best_at_greatest = false;
    CHECK(checked(loss, "ties-no-disadvantage").verdict == Verdict::exhausted);
    check_found(
        {loss, "ties-no-advantage", tied_second_relevant, "mean of M over 2 orders = 1/4 > M = 0"});
}

TEST_CASE("a comparison of retrieval values that is not decided leaves the law undecided") {
    const auto hidden = planted("hidden", [](const RetrievalCase& instance) {
        const bool first = !instance.retrieved.empty() && instance.retrieved.front().id == "d1";
        return first ? Value::inverse_log2(6) : hidden_inverse_log2_of_6();
    });
    RetrievalCase instance;
    instance.retrieved = {{"d1", 1, 0}};
    CHECK(law("renaming").check(hidden, instance).kind == Outcome::Kind::undecided);
}

TEST_CASE("an undefined retrieval value equals undefined only and is in no order") {
    const auto undefined_if_empty = planted("undefined", [](const RetrievalCase& instance) {
        return instance.retrieved.empty() ? Value::undefined("0/0: nothing") : Value(0);
    });
    const auto outcome = [&](std::string_view name) {
        return law(name).check(undefined_if_empty, {});
    };
    CHECK(outcome("unretrieved-irrelevant").kind == Outcome::Kind::holds);
    CHECK(outcome("irrelevant-at-end").kind == Outcome::Kind::does_not_apply);
    CHECK(outcome("irrelevant-at-end-unchanged").kind == Outcome::Kind::violated);
    CHECK(outcome("range").kind == Outcome::Kind::does_not_apply);
}

TEST_CASE("laws look at any number of documents, unjudged ones and any names") {
    RetrievalCase instance;
    for (int i = 0; i < 7; ++i) {
        const auto grade = i == 3 ? std::nullopt : std::optional<Grade>(i % 3);
        instance.retrieved.push_back({"d" + std::to_string(8 - i), i / 2, grade});
    }
    instance.not_retrieved = {0, 2};
    const auto good = good_normalized_gain();
    for (const RetrievalLaw& each : retrieval_laws()) {
        INFO(each.name);
        const Outcome outcome = each.check(good, instance);
        CHECK(outcome.kind != Outcome::Kind::violated);
        CHECK(outcome.kind != Outcome::Kind::undecided);
    }
    // A document that is not judged is tried as one judged irrelevant, too.
    CHECK(law("unjudged-as-irrelevant")
              .check(planted("judged",
                             [](const RetrievalCase& of) {
                                 return Value(
                                     std::ranges::count_if(of.retrieved, [](const auto& each) {
                                         return each.id == "d5" && each.grade.has_value();
                                     }));
                             }),
                     instance)
              .is_violated());
    // Moves of neighbours and of the first line to the end find it in long lists too.
    CHECK(
        law("untied-lines")
            .check(ranked("as it stands", [](const auto&, const auto&) { return false; }), instance)
            .is_violated());
}

TEST_CASE("replacement finds a metric that counts what is irrelevant") {
    check_found({planted(
                     "others",
                     [](const RetrievalCase& instance) {
                         return Value(std::ranges::count(instance.retrieved, 0, grade_of));
                     },
                     std::nullopt),
                 "replacement", "d1 (score 1, grade 0); not retrieved: grade 1",
                 "M = 1 > M(grade 1 in the place of d1) = 0"});
}

TEST_CASE("what sources claim of metrics holds of these, and is found where it does not") {
    const auto of = [](std::string_view name) {
        retrieval::Conventions conventions;
        return subject_named(name, conventions, formats::Ties::average, "test");
    };
    for (const RetrievalLaw& each : retrieval_laws()) {
        for (const std::string_view metric : each.claimed_of) {
            INFO(each.name << " of " << metric);
            const RetrievalCheckResult result = checked(of(metric), each.name);
            CHECK(result.explanation == "");
            CHECK(result.verdict == Verdict::exhausted);
        }
    }
    struct Claim {
        std::string_view law, metric, in_truth, explanation;
    };
    for (const Claim& claim : {Claim{"order-of-documents", "P", "AP", "M(in another order)"},
                               {"unjudged-left-out", "bpref", "AP", "M(one not judged above all)"},
                               {"average-precision", "infAP", "RR", "|M - average precision|"},
                               {"as-average-precision", "yaap", "RR", "exchanged)"},
                               {"as-average-precision", "yaap", "E", "exchanged)"},
                               {"judging", "unj", "num_nonrel_judged_ret", "not judged)"},
                               {"between-precision-and-recall", "F", "E", "recall)"}}) {
        INFO(claim.law << " of " << claim.in_truth);
        RetrievalSubject subject = of(claim.in_truth);
        CHECK(checked(subject, claim.law).verdict == Verdict::not_applicable);
        subject.metric = claim.metric;
        if (claim.law == "judging") subject.is_best_at_greatest = false;
        const RetrievalCheckResult result = checked(subject, claim.law);
        CHECK(result.verdict == Verdict::refuted);
        CHECK(result.explanation.find(claim.explanation) != std::string::npos);
    }
}

TEST_CASE("laws of ties leave out lists of which the tied have too many orders") {
    RetrievalCase instance;
    for (const char* id : {"d1", "d2", "d3", "d4", "d5"})
        instance.retrieved.push_back({id, 1, 1});
    const auto good = good_normalized_gain();
    CHECK(law("ties-as-mean").check(good, instance).kind == Outcome::Kind::holds);
    instance.retrieved.push_back({"d6", 1, 1});
    CHECK(law("ties-as-mean").check(good, instance).kind == Outcome::Kind::does_not_apply);
}

TEST_CASE("a document that a law adds at the end is ranked last and has a name of its own") {
    RetrievalCase instance;
    instance.retrieved = {{"d3", -7, 0}, {"d4", 2, 1}};
    const RetrievalCase more = with_last(instance, 2);
    CHECK(more.retrieved.back() == RetrievedDocument{"d5", -8, 2});
    CHECK(with_last({}, 0).retrieved == Documents{{"d1", 1, 0}});
}

TEST_CASE("laws are named once, and a name that is none is answered with all of them") {
    std::set<std::string_view> names;
    for (const RetrievalLaw& each : retrieval_laws()) {
        CHECK(names.insert(each.name).second);
        CHECK_FALSE(each.statement.empty());
        CHECK(retrieval_laws_named(each.name, "test").front() == &each);
    }
    CHECK(retrieval_laws_named("all", "test").size() == names.size());
    CHECK_THROWS_WITH(
        retrieval_laws_named("promotoin", "--law"),
        Catch::Matchers::Contains("--law") && Catch::Matchers::Contains("the nearest promotion, "));
}
