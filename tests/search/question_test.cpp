// SPDX-License-Identifier: MIT
// What is shown of a ratio M/N: F/K where the inequality is between multiples of K and one F.
#include "search/question.hpp"

#include <set>

#include "base/error.hpp"
#include "tests/catch.hpp"

using namespace disarray;
using namespace disarray::search;
using metrics::Reading;

namespace {

Rational fraction(std::int64_t p, std::int64_t q) {
    return {Integer(p), Integer(q)};
}

Question question(const std::string& text) {
    const std::vector<Question> all = questions_in(text);
    REQUIRE(all.size() == 1);
    return all.front();
}

}  // namespace

TEST_CASE("the side and reading of an inequality between K and F are recognized") {
    CHECK(question("2*K <= 3*F[box]").side == Side::min);
    CHECK(question("F[interval] <= 5*K").side == Side::max);
    CHECK(question("F[interval] <= 5*K").reading == Reading::interval);
    for (const char* other : {"K <= F[box] + F[prefix]", "F[box] <= F[prefix]",
                              "K[inverse] <= F[box]", "|K - F[box]| <= F[box]"}) {
        INFO(other);
        CHECK(question(other).side == Side::other);
        CHECK_FALSE(question(other).reading);
    }
}

TEST_CASE("a ratio is shown as F/K, whatever the coefficients") {
    // 3F/(2K) = 9/7 means F/K = 6/7.
    CHECK(question("2*K <= 3*F[box]").ratio_text(fraction(9, 7)) == "6/7");
    CHECK(question("K <= F[box]").ratio_text(fraction(6, 7)) == "6/7");
    // 3K/F = 12/13 means F/K = 13/4; 5K/(2F) = 5/8 means F/K = 4.
    CHECK(question("F[box] <= 3*K").ratio_text(fraction(12, 13)) == "13/4");
    CHECK(question("2*F[box] <= 5*K").ratio_text(fraction(5, 8)) == "4");
    CHECK(question("F[box] <= 3*K").ratio_text(0) == "unbounded");
    CHECK(question("K <= F[box]").ratio_text(0) == "0");
    CHECK(question("F[box] <= F[prefix]").ratio_text(fraction(1, 2)) == "1/2");
}

TEST_CASE("standard questions are those of the option, and their files have different names") {
    CHECK(standard_questions("all", "both").size() == 8);
    CHECK(standard_questions("box", "max").front().inequality == upper_side(Reading::box));
    CHECK_THROWS_AS(standard_questions("box", "mxa"), InputError);
    std::set<std::string> stems;
    for (const Question& q : standard_questions("all", "both"))
        CHECK(stems.insert(q.file_stem()).second);
    CHECK(stems.contains("prefix-sym-max"));
    CHECK(question("2*K <= F[interval] + K[inverse]").file_stem().find('/') == std::string::npos);
}

TEST_CASE("a greater side of 0 is refused") {
    CHECK_THROWS_AS(questions_in("2K <= K"), InputError);
    CHECK_THROWS_AS(questions_in("K <= 0"), InputError);
}
