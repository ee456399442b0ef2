// SPDX-License-Identifier: MIT
// Values and means of a run: decimals against exact values, policies, sums of quotients.
#include "evaluation/scores.hpp"

#include <random>

#include "base/error.hpp"
#include "exact/decimal.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"

using namespace disarray;
using evaluation::ExactSum;
using evaluation::JudgedRun;
using evaluation::score;
using evaluation::ScoreOptions;
using evaluation::Scores;
using evaluation::Undefined;
using retrieval::Grade;
using retrieval::judged_list;
using retrieval::Normalization;
using retrieval::request_named;

namespace {

JudgedRun run_of_lists(const std::vector<std::vector<Grade>>& lists,
                       const std::vector<std::vector<Grade>>& not_retrieved = {}) {
    JudgedRun run;
    for (std::size_t i = 0; i < lists.size(); ++i) {
        const auto missing = i < not_retrieved.size() ? not_retrieved[i] : std::vector<Grade>{};
        run.queries.push_back({"q" + std::to_string(i), judged_list(lists[i], missing)});
    }
    return run;
}

JudgedRun random_run(std::uint64_t seed, std::size_t queries, std::size_t documents) {
    std::mt19937_64 random(seed);
    std::vector<std::vector<Grade>> lists(queries), missing(queries);
    for (std::size_t q = 0; q < queries; ++q) {
        for (std::size_t i = 0; i < documents; ++i)
            lists[q].push_back(random() % 5 == 0 ? static_cast<Grade>(random() % 4) : 0);
        for (std::size_t i = random() % 4; i > 0; --i)
            missing[q].push_back(static_cast<Grade>(random() % 3));
    }
    return run_of_lists(lists, missing);
}

/// The mean by definition: exact values, one after the other. Only for rational metrics.
Rational naive_mean(const std::string& metric, const JudgedRun& run) {
    Rational sum = 0;
    std::int64_t counted = 0;
    for (const auto& query : run.queries) {
        const Value value = value_of(exact(request_named(metric, ""), query.list, {}));
        if (!value.is_defined()) continue;
        sum += value.rational();
        ++counted;
    }
    return sum / Rational(counted);
}

ScoreOptions exactly(int places = 4) {
    ScoreOptions options;
    options.exact = true;
    options.places = places;
    return options;
}

}  // namespace

TEST_CASE("decimals and exact means are those of exact values, for random runs", "[evaluation]") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const JudgedRun run = random_run(seed, 1 + seed % 17, 12);
        for (const std::string metric : {"P@5", "recall@7", "AP", "RR", "Rprec", "11pt", "F@3",
                                         "E@3", "RBP", "NCG@4", "iP@0.5", "CG@6"}) {
            const int places = static_cast<int>(seed % 9);
            const Scores with = score(request_named(metric, ""), run, true, exactly(places));
            const Scores without =
                score(request_named(metric, ""), run, true, {{}, Undefined::skip, places});
            INFO(metric << " seed " << seed);
            CHECK(with.mean.decimal == without.mean.decimal);
            CHECK(without.mean.exact.empty());
            if (with.counted == 0) continue;
            const Rational mean = naive_mean(metric, run);
            CHECK(with.mean.exact == mean.to_string());
            CHECK(with.mean.decimal == to_fixed(mean, places));
            for (std::size_t i = 0; i < run.queries.size(); ++i) {
                const Value value = value_of(exact(with.request, run.queries[i].list, {}));
                CHECK(with.queries[i].decimal == without.queries[i].decimal);
                CHECK(with.queries[i].decimal == to_fixed(value, places));
                if (value.is_defined()) CHECK(with.queries[i].exact == value.to_string());
            }
        }
    }
}

TEST_CASE("a mean that lies between two decimals is rounded to the even one", "[evaluation]") {
    // One relevant document first in 1 of 32 lists: RR has the mean 1/32 = 0.03125.
    std::vector<std::vector<Grade>> lists(32, {0});
    std::vector<std::vector<Grade>> missing(32, {1});
    lists[7] = {1};
    const JudgedRun run = run_of_lists(lists, missing);
    CHECK(score(request_named("RR", ""), run, false, {}).mean.decimal == "0.0312");
    lists[8] = lists[9] = {1};
    CHECK(score(request_named("RR", ""), run_of_lists(lists, missing), false, {}).mean.decimal ==
          "0.0938");
}

TEST_CASE("a query without a value counts as its policy says", "[evaluation]") {
    const JudgedRun run = run_of_lists({{1, 0}, {0, 0}, {0, 1}});
    const auto mean = [&](Undefined undefined) {
        ScoreOptions options = exactly();
        options.undefined = undefined;
        return score(request_named("AP", ""), run, true, options);
    };
    const Scores skip = mean(Undefined::skip);
    CHECK(skip.mean.exact == "3/4");
    CHECK(skip.counted == 2);
    CHECK(skip.undefined == 1);
    CHECK(skip.queries[1].decimal == "undefined");
    CHECK(skip.queries[1].exact == "undefined");
    const Scores zero = mean(Undefined::zero);
    CHECK(zero.mean.exact == "1/2");
    CHECK(zero.counted == 3);
    CHECK(zero.queries[1].decimal == "0.0000");
    CHECK(zero.queries[1].exact == "0");
    CHECK(zero.queries[1].why_undefined == "no document is relevant");
    const Scores one = mean(Undefined::one);
    CHECK(one.mean.exact == "5/6");
    CHECK(one.mean.decimal == "0.8333");
    CHECK(one.queries[1].decimal == "1.0000");
}

TEST_CASE("where no query has a value the mean has none", "[evaluation]") {
    const Scores scores =
        score(request_named("nDCG", ""), run_of_lists({{0}, {0, 0}}), true, exactly());
    CHECK(scores.mean.decimal == "undefined");
    CHECK(scores.mean.exact == "undefined");
    CHECK(scores.counted == 0);
    CHECK(scores.undefined == 2);
}

TEST_CASE("no query of a long run is left out of an exact mean", "[evaluation]") {
    const JudgedRun run = random_run(11, 5000, 6);
    CHECK(score(request_named("AP", ""), run, false, exactly()).mean.exact ==
          naive_mean("AP", run).to_string());
}

TEST_CASE("counts are added up", "[evaluation]") {
    const JudgedRun run = run_of_lists({{1, 0, 2}, {0, 0}}, {{1}, {1, 1}});
    const auto sum = [&](const char* metric) {
        return score(request_named(metric, ""), run, false, exactly(0)).mean.exact;
    };
    CHECK(score(request_named("num_ret", ""), run, false, {}).mean.decimal == "5.0000");
    CHECK(sum("num_ret") == "5");
    CHECK(sum("num_rel") == "5");
    CHECK(sum("num_rel_ret") == "2");
}

TEST_CASE("MIR normalizes the averages, others average what is normalized", "[evaluation]") {
    // MIR, Normalized DCG: NCG[2] = 0.5/5.5 for q1 and q2.
    const JudgedRun run = run_of_lists({{1, 0}, {0, 0}}, {{3, 3, 3, 2, 2, 2, 1, 1, 1}, {3, 2, 1}});
    ScoreOptions options = exactly();
    CHECK(score(request_named("NCG@2", ""), run, false, options).mean.exact == "1/12");
    CHECK(evaluation::exact_text({Value(0), Value(2), Value(0)}) == "2");
    CHECK(evaluation::exact_text({Value(0)}) == "0");
    const Value half(Rational(1, 2));
    CHECK(evaluation::exact_text({half, Value::inverse_log2(3), half}) == "1 + 1/log2(3)");
    options.conventions.normalization = Normalization::of_averages;
    const Scores scores = score(request_named("NCG@2", ""), run, false, options);
    CHECK(scores.mean.exact == "1/11");
    CHECK(scores.mean.decimal == "0.0909");
    // It changes no other metric.
    CHECK(score(request_named("recall@2", ""), run, false, options).mean.exact == "1/20");
}

TEST_CASE("a mean of nDCG is one quotient for each ideal list", "[evaluation]") {
    const JudgedRun run = run_of_lists({{0, 1}, {0, 1}, {0, 1, 1}, {0, 2, 1}});
    const Scores scores = score(request_named("nDCG", ""), run, false, exactly(10));
    // The values are 1/log2(3) twice, (1/log2(3) + 1/2)/(1 + 1/log2(3)) and, with the gains 2 and
    // 1, (2/log2(3) + 1/2)/(2 + 1/log2(3)).
    const Value l = Value::inverse_log2(3);
    const Value half = Rational(Integer(1), Integer(2));
    const Value mean = (2 * l + (l + half) / (1 + l) + (2 * l + half) / (2 + l)) / 4;
    CHECK(scores.mean.decimal == to_fixed(mean, 10));
    CHECK(scores.mean.exact ==
          "(1/2)/log2(3) + (1/8 + (1/4)/log2(3))/(1 + 1/log2(3)) + "
          "(1/16 + (1/4)/log2(3))/(1 + (1/2)/log2(3))");
}

TEST_CASE("a sum of quotients is what adding them one by one gives", "[evaluation]") {
    std::mt19937_64 random(5);
    for (int round = 0; round < 50; ++round) {
        ExactSum sum;
        Value expected = 0;
        for (int i = static_cast<int>(random() % 20); i >= 0; --i) {
            const Value numerator = Value(random() % 5) + Value::inverse_log2(2 + random() % 6);
            const Value denominator =
                random() % 2 ? Value(1 + random() % 4) : 1 + Value::inverse_log2(3);
            sum.add({numerator, denominator});
            expected += numerator / denominator;
        }
        Value found = 0;
        for (const Value& summand : sum.over(7))
            found += summand;
        CHECK(compare(found * 7, expected) == Order::equal);
        CHECK(evaluation::decimal_text(sum.over(1), 12) == to_fixed(expected, 12));
    }
}

TEST_CASE("the mean of yaap is the logarithm of a product", "[evaluation]") {
    // ln 3, −ln 2 and −ln 2.
    const JudgedRun run = run_of_lists({{1, 1}, {0}, {0, 0}}, {{}, {1}, {1}});
    const Scores scores = score(request_named("yaap", ""), run, true, exactly());
    CHECK(scores.mean.exact == "1/3*ln(3/4)");
    CHECK(scores.mean.decimal == "-0.0959");
    CHECK(scores.queries[0].exact == "ln(3)");
}

TEST_CASE("several requests have the scores that each has alone", "[evaluation]") {
    const JudgedRun run = random_run(5, 40, 12);
    std::vector<retrieval::Request> requests;
    for (std::uint32_t k = 1; k <= 12; ++k) {
        for (const std::string metric : {"P", "nDCG", "AP"})
            requests.push_back(request_named(metric + "@" + std::to_string(k), ""));
    }
    const std::vector<Scores> together = score(requests, run, true, exactly());
    REQUIRE(together.size() == requests.size());
    for (std::size_t i = 0; i < requests.size(); ++i) {
        INFO(requests[i].label);
        const Scores alone = score(requests[i], run, true, exactly());
        CHECK(together[i].request.label == requests[i].label);
        CHECK(together[i].mean.exact == alone.mean.exact);
        for (std::size_t q = 0; q < run.queries.size(); ++q)
            CHECK(together[i].queries[q].exact == alone.queries[q].exact);
    }
}

TEST_CASE("scores do not depend on the number of threads", "[evaluation]") {
    const JudgedRun run = random_run(3, 500, 20);
    for (const std::string metric : {"AP", "nDCG@10", "ERR"}) {
        ScoreOptions one = exactly(), four = exactly();
        one.conventions.greatest_grade = four.conventions.greatest_grade = 3;
        one.threads = 1;
        four.threads = 4;
        const Scores a = score(request_named(metric, ""), run, true, one);
        const Scores b = score(request_named(metric, ""), run, true, four);
        CHECK(a.mean.exact == b.mean.exact);
        CHECK(a.mean.decimal == b.mean.decimal);
        CHECK(a.queries.back().exact == b.queries.back().exact);
    }
}

TEST_CASE("what a metric refuses is refused with the first query that has it", "[evaluation]") {
    JudgedRun run = run_of_lists({{1}, {1}, {1}});
    run.file = "run.txt";
    // 50 relevant documents among 100 tied ones: too many for interpolated precision.
    const retrieval::JudgedList tied{100, std::vector<retrieval::Hit>(50, {0, 100, 1}),
                                     std::vector<Grade>(50, 1)};
    run.queries[1].list = run.queries[2].list = tied;
    for (int round = 0; round < 20; ++round) {
        const std::string message = test::message_of<NotSupported>(
            [&] { score(request_named("iP@0.5", ""), run, false, {}); });
        CHECK(test::contains(message, "run.txt: query q1: interpolated precision"));
    }
}
