// SPDX-License-Identifier: MIT
// Grades of a run's first documents, click-through rates and swap costs of a log, rare queries.
#include "properties/experiments/query_source.hpp"

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/evaluation/run_files.hpp"
#include "tests/properties/experiments/naive_footrule_kendall.hpp"
#include "tests/support/errors.hpp"

using namespace disarray;
using namespace disarray::properties::experiments;

namespace {

GradedRun graded(std::string_view run, std::string_view judgements, std::size_t depth,
                 std::int64_t greatest = 3,
                 evaluation::Unjudged unjudged = evaluation::Unjudged::not_relevant) {
    const test::TemporaryFile file(test::run_of(run));
    evaluation::JudgingOptions options;
    options.unjudged = unjudged;
    return graded_run(file.path(), test::judgements_of(judgements), depth, greatest, options);
}

}  // namespace

TEST_CASE("the grades of a run are those of its first documents, 0 where none is judged") {
    const auto found = graded("q1: a 9, b 8, c 7; q2: b 2, a 1, x 0", "q1 a 1; q1 c 3; q2 a 2", 2);
    CHECK(found.table.positions == 2);
    CHECK(found.table.queries == std::vector<std::string>{"q1", "q2"});
    CHECK(found.table.values == std::vector<std::int64_t>{1, 0, 0, 2});
    CHECK(graded("q1: a 9, b 8, c 7", "q1 a 1; q1 c 3", 2, 3, evaluation::Unjudged::removed)
              .table.values == std::vector<std::int64_t>{1, 3});
}

TEST_CASE("queries that cannot be taken are named") {
    const auto found =
        graded("long: a 3, b 2; short: a 1; other: a 2, b 1", "long a 1; short a 1; absent b 1", 2);
    CHECK(found.table.queries == std::vector<std::string>{"long"});
    CHECK(found.too_short == std::vector<std::string>{"short"});
    CHECK(found.without_judgements == std::vector<std::string>{"other"});
    CHECK(found.not_in_run == std::vector<std::string>{"absent"});
}

TEST_CASE("a run that has no grades to give is refused") {
    using test::contains, test::message_of;
    CHECK(contains(message_of<InputError>([] { graded("q: a 1", "q a 1", 2); }), "--depth"));
    CHECK(contains(message_of<InputError>([] { graded("q: a 1, b 0", "q a 1", 1); }), "--depth"));
    CHECK(contains(message_of<InputError>([] { graded("q: a 1, b 0", "q a 1", 31); }), "2 to 30"));
    CHECK(contains(message_of<InputError>([] { graded("q: a 1, b 0", "q a 4", 2); }),
                   "grade 4 in query \"q\""));
    CHECK(graded("q: a 1, b 0", "q a 4", 2, 4).table.values == std::vector<std::int64_t>{4, 0});
}

TEST_CASE("click-through rates are shares of all clicks, and their differences swap costs") {
    const auto rates = click_rates(test::table_of({{3, 1, 0}, {2, 1, 1}}), "log");
    CHECK(rates == std::vector<Rational>{Rational(5, 8), Rational(1, 4), Rational(1, 8)});
    const auto costs = swap_costs_of_rates(rates, "log");
    CHECK(costs[0] == Rational(3, 8));
    CHECK(costs[1] == Rational(1, 8));
    CHECK_THROWS_AS(click_rates(test::table_of({{0, 0}}), "log"), InputError);
    const std::string rising = test::message_of<InputError>([] {
        swap_costs_of_rates({Rational(1, 2), Rational(1, 4), Rational(1, 3)}, "--ctr");
    });
    CHECK(test::contains(rising, "--ctr: found a rate of 0.25 at position 2"));
    CHECK(test::contains(rising, "do not rise"));
}

TEST_CASE("queries with few clicks are taken out, the others stay in order") {
    auto table = test::table_of({{1, 1}, {5, 5}, {0, 2}, {3, 4}});
    CHECK(remove_rare_queries(table, 3) == 2);
    CHECK(table.queries == std::vector<std::string>{"q2", "q4"});
    CHECK(table.values == std::vector<std::int64_t>{5, 5, 3, 4});
    CHECK(remove_rare_queries(table, 0) == 0);
}
