// SPDX-License-Identifier: MIT
// The exact simplex method: known programs, a proposal that is wrong, and programs without optimum.
#include "search/linear_program.hpp"

#include <limits>

#include "search/decision.hpp"
#include "tests/catch.hpp"
#include "tests/support/permutations.hpp"

using namespace disarray;
using namespace disarray::search;

namespace {

/// Maximize 3x + 2y, x + y ≤ 4, x + 3y ≤ 9, 0 ≤ x ≤ 3, y ≥ 0: optimum 11 at (3, 1).
LinearProgram textbook_program() {
    return {.rows = {{std::nullopt, 4}, {std::nullopt, 9}},
            .columns = {{{0, 3}, 3, {{0, 1}, {1, 1}}}, {{0, std::nullopt}, 2, {{0, 1}, {1, 3}}}}};
}

/// Maximize x + y with 3x + y ≤ 2 and x + 3y ≤ 2: the optimum 1 is at (1/2, 1/2).
LinearProgram fractional_program() {
    return {.rows = {{std::nullopt, 2}, {std::nullopt, 2}},
            .columns = {{{0, std::nullopt}, 1, {{0, 3}, {1, 1}}},
                        {{0, std::nullopt}, 1, {{0, 1}, {1, 3}}}}};
}

const Rational half(Integer(1), Integer(2));

}  // namespace

TEST_CASE("a proposed basis gives the exact optimum without a pivot") {
    const auto proposal = propose(textbook_program());
    REQUIRE(proposal);
    const auto found = solve_from(textbook_program(), proposal->basis, 0);
    REQUIRE(found);
    CHECK(found->objective == 11);
    CHECK(found->x == std::vector<Rational>{3, 1});
    CHECK(found->duals == std::vector<Rational>{2, 0});
    CHECK(found->pivots == 0);
}

TEST_CASE("a rounded proposal is the exact optimum") {
    for (const LinearProgram& program : {textbook_program(), fractional_program()}) {
        const auto proposal = propose(program);
        REQUIRE(proposal);
        const auto found = round_to_optimum(program, *proposal);
        const auto expected = solve_from(program, slack_basis(program), 100);
        REQUIRE(found);
        REQUIRE(expected);
        CHECK(found->objective == expected->objective);
        CHECK(found->x == expected->x);
        CHECK(found->duals == expected->duals);
    }
}

TEST_CASE("a proposal near the optimum is rounded, another feasible or dual point is refused") {
    Proposal proposal = propose(fractional_program()).value();
    const auto rounds = [&] {
        return round_to_optimum(fractional_program(), proposal).has_value();
    };
    CHECK(rounds());
    for (double& value : proposal.x)
        value += 1e-9;
    CHECK(rounds());
    const Proposal near = proposal;
    proposal.x = {0, 0};  // feasible, and no optimum
    CHECK_FALSE(rounds());
    proposal.x = {1, 1};  // beyond the rows
    CHECK_FALSE(rounds());
    proposal = near;
    proposal.duals = {0.5, 0.5};  // dual feasible, and no optimum
    CHECK_FALSE(rounds());
    proposal.duals = {0, 0};
    CHECK_FALSE(rounds());
    proposal = near;
    proposal.x[0] = 0.5001234567;  // no small denominator
    CHECK_FALSE(rounds());
    proposal.x[0] = std::numeric_limits<double>::quiet_NaN();
    CHECK_FALSE(rounds());
    proposal.x[0] = std::numeric_limits<double>::infinity();
    CHECK_FALSE(rounds());
}

TEST_CASE("exact pivots alone reach the optimum from the slack basis") {
    for (const LinearProgram& program : {textbook_program(), fractional_program()}) {
        const auto expected = maximize(program);
        const auto found = solve_from(program, slack_basis(program), 100);
        REQUIRE(expected);
        REQUIRE(found);
        CHECK(found->objective == expected->objective);
        CHECK(found->x == expected->x);
        CHECK(found->pivots > 0);
    }
    CHECK(maximize(fractional_program())->x == std::vector<Rational>{half, half});
}

TEST_CASE("a dual feasible basis is mended by the dual simplex method") {
    // With both columns basic every reduced cost keeps its sign when a bound on x is added, but
    // x = 1/2 then lies outside of it.
    LinearProgram program = fractional_program();
    Basis basis;
    basis.columns = {Standing::basic, Standing::basic};
    basis.rows = {Standing::at_upper, Standing::at_upper};
    program.columns[0].bounds.upper = 0;
    CHECK_FALSE(solve_from(program, basis, 0));
    const auto found = solve_from(program, basis, 10);
    REQUIRE(found);
    CHECK(found->pivots > 0);
    CHECK(found->x == std::vector<Rational>{0, Rational(Integer(2), Integer(3))});
}

TEST_CASE("a basis that no pivot can mend gives no answer") {
    SECTION("too few basic variables") {
        Basis basis = slack_basis(textbook_program());
        basis.rows[0] = Standing::at_upper;
        CHECK_FALSE(solve_from(textbook_program(), basis, 100));
    }
    SECTION("a singular basis matrix") {
        LinearProgram program = textbook_program();
        program.columns[1].entries = {{0, 1}, {1, 1}};
        const Basis basis{{Standing::basic, Standing::basic},
                          {Standing::at_upper, Standing::at_upper}};
        CHECK_FALSE(solve_from(program, basis, 100));
    }
    SECTION("the pivot limit") {
        CHECK_FALSE(solve_from(textbook_program(), slack_basis(textbook_program()), 0));
    }
}

TEST_CASE("programs without an optimum have no answer") {
    SECTION("unbounded") {
        const LinearProgram program{.rows = {{std::nullopt, 1}},
                                    .columns = {{{0, std::nullopt}, 1, {{0, -1}}}}};
        CHECK_FALSE(maximize(program));
    }
    SECTION("infeasible") {
        const LinearProgram program{.rows = {{2, std::nullopt}},
                                    .columns = {{{0, 1}, 1, {{0, 1}}}}};
        CHECK_FALSE(maximize(program));
    }
}

TEST_CASE("a free variable and an equality row are kept exactly") {
    // Maximize −x, x free, x + y = 1, 0 ≤ y ≤ 5: the optimum is 4 at x = −4.
    const LinearProgram program{.rows = {{1, 1}},
                                .columns = {{{}, -1, {{0, 1}}}, {{0, 5}, 0, {{0, 1}}}}};
    const auto found = maximize(program);
    REQUIRE(found);
    CHECK(found->objective == 4);
    CHECK(found->x == std::vector<Rational>{-4, 5});
}
