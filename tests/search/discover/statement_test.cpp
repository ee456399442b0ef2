// SPDX-License-Identifier: MIT
// Statements between statistics: how they are read, what is refused, and what S_n says of them.
#include "search/discover/statement.hpp"

#include "base/error.hpp"
#include "ranking/inversions.hpp"
#include "tests/support/errors.hpp"

namespace disarray::test {

using namespace search::discover;

TEST_CASE("Diaconis and Graham's inequality is tight for as many as they say", "[discover]") {
    const Statement lower = parse_statement("kendall + cayley <= footrule");
    const Statement upper = parse_statement("F ≤ 2 K");
    // Hadjicostis and Monico 2013; 321-avoiding: Catalan numbers.
    const std::uint64_t lower_tight[] = {1, 2, 6, 23, 103, 511, 2719};
    const std::uint64_t catalan[] = {1, 2, 5, 14, 42, 132, 429};
    for (std::size_t n = 1; n <= 7; ++n) {
        const StatementResult low = decide(lower, n);
        CHECK(low.violating == 0);
        CHECK(low.tight == lower_tight[n - 1]);
        CHECK(decide(upper, n).tight == catalan[n - 1]);
    }
}

TEST_CASE("A false statement has its first violating σ as witness", "[discover]") {
    const StatementResult result = decide(parse_statement("footrule <= kendall"), 3);
    CHECK(result.violating == 5);
    CHECK(result.witness->to_string() == "1 3 2");
    CHECK(result.values == std::vector<Rational>{2, 1});
    // Daniels' inequality as it is quoted, with τ and ρ written out: false at the identity.
    const Statement quoted = parse_statement(
        "3*(n+2)/(n-2)*(1 - 4*kendall/(n*(n-1))) - 2*(n+1)/(n-2)*(1 - 6*spearman/(n*(n^2-1))) <= "
        "1");
    CHECK(quoted.is_linear());
    CHECK(decide(quoted, 5).witness->is_identity());
}

TEST_CASE("Statements have the arithmetic of numbers and n", "[discover]") {
    const auto holds = [](std::string_view text, std::size_t n = 4) {
        return decide(parse_statement(text), n).violating == 0;
    };
    CHECK(holds("kendall <= n*(n-1)/2"));
    CHECK(!holds("kendall <= n(n-1)/2 - 1"));
    CHECK(holds("footrule <= floor(n^2/2) <= ceil(n^2/2)"));
    CHECK(holds("lee <= 1/2*n^2 - n/2*(n mod 2)", 5));
    CHECK(holds("abs(runs - runs[inverse]) <= max(runs, 1, mono)", 3));
    CHECK(holds("min(kendall, cayley) = cayley"));
    CHECK(holds("spearman >= 4/3*kendall*(1 + kendall/n)", 5));
    CHECK(holds("-2*3 + kendall**2 >= -6"));
    CHECK(!holds("cayley + 1 <= hamming"));
    CHECK(holds("cayley + 1 <= hamming <= 2*cayley for sigma != id"));
    CHECK(decide(parse_statement("cayley + 1 <= hamming for σ ≠ id"), 4).permutations == 23);
    CHECK_THROWS_AS(holds("kendall/(n-4) <= 1"), InputError);
}

TEST_CASE("spearman-distance is one name, and no difference", "[discover]") {
    const Statement s = parse_statement("spearman-distance-kendall*3 >= 2*spearman-5");
    REQUIRE(s.quantities.size() == 2);
    CHECK(s.quantities[0].name() == "spearman-distance");
    CHECK(s.linear_forms(4).front().coefficients == std::vector<Rational>{1, 3});
    CHECK(parse_statement("F* <= spearman - kendall*K*").quantities.size() == 3);
    CHECK_THROWS_AS(parse_statement("spearman-distances <= 1"), InputError);
    CHECK_THROWS_AS(parse_statement("spearman - distance <= 1"), InputError);
}

TEST_CASE("Linear statements are forms at each n", "[discover]") {
    const Statement s = parse_statement("n*cayley + 1 <= (n-1)*hamming + n^2");
    REQUIRE(s.is_linear());
    const LinearForm form = s.linear_forms(3).front();
    CHECK(form.coefficients == std::vector<Rational>{3, -2});
    CHECK(form.bound == 8);
    CHECK(!parse_statement("kendall*cayley <= 1").is_linear());
    CHECK(!parse_statement("n/kendall <= 1").is_linear());
    CHECK(!parse_statement("max(kendall, ulam) <= 1").is_linear());
    CHECK(parse_statement("max(n, 2)*kendall <= floor(n/2)").is_linear());
}

TEST_CASE("What is no statement is refused with its place", "[discover]") {
    const auto refusal = [](std::string_view text) {
        return message_of<InputError>([&] { (void)parse_statement(text); });
    };
    CHECK(refusal("kendal <= 1").starts_with("conjecture, column 1: found \"kendal\", expected"));
    CHECK(refusal("kendall < 1").find("column 9") != std::string::npos);
    for (const auto* text :
         {"", "kendall", "kendall <=", "1 <= kendall)", "floor(1, 2) <= n", "n^0 <= 1", "n^x <= 1",
          "kendall[prefix] <= 1", "n <= 1 for all", "n <= 1 for sigma = id", "1 2 <= n"}) {
        CAPTURE(text);
        CHECK(!refusal(text).empty());
    }
    CHECK(!refusal(std::string(5000, '(')).empty());
    CHECK(!refusal(std::string(5000, '-') + "1 <= 2").empty());
}

}  // namespace disarray::test
