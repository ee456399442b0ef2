// SPDX-License-Identifier: MIT
// Shows that ERR and RBP are those of Chapelle et al. (2009) and of Moffat and Zobel (2008), with
// doubles and exactly, with ties and without.
#include "tests/support/ranked_lists.hpp"

namespace disarray::test {

using namespace retrieval;

TEST_CASE("ERR and RBP of all short lists are those of the naive path", "[retrieval]") {
    require_as_naive_on_all_lists(cascade_metrics());
}
TEST_CASE("ERR and RBP on the average of tied documents are the naive means", "[retrieval]") {
    require_as_naive_on_all_ties(cascade_metrics());
    require_as_naive_on_random_ties(cascade_metrics());
}
TEST_CASE("ERR and RBP of long lists are those of the naive path", "[retrieval]") {
    require_as_naive_on_long_lists(cascade_metrics());
}
TEST_CASE("Tied documents by falling or rising grade attain the extremes of ERR and RBP",
          "[retrieval]") {
    require_resolved_ties_are_extreme(cascade_metrics());
}

TEST_CASE("ERR of three grades, by hand", "[retrieval]") {
    Conventions c;
    c.greatest_grade = 2;
    // Stops with 3/4, 0, 1/4: 3/4 + (1/4)(1/4)/3.
    CHECK(value_at("ERR", {2, 0, 1}, {}, c).to_string() == "37/48");
    CHECK(value_at("ERR@2", {2, 0, 1}, {}, c).to_string() == "3/4");
    c.greatest_grade = 3;
    CHECK(value_at("ERR", {2, 0, 1}, {}, c).to_string() == "77/192");
    // No relevance level, and nothing for what is not retrieved.
    c.relevance_level = 2;
    CHECK(value_at("ERR", {1}, {3}, c).to_string() == "1/8");
    CHECK(value_at("ERR", {}, {3}, c).to_string() == "0");
}

TEST_CASE("RBP of a list of relevant documents only is 1 less what lies beyond its end",
          "[retrieval]") {
    // (1 - p)(1 + p + ... + p^(n-1)) = 1 - p^n.
    CHECK(value_at("RBP", {1, 2, 1}).to_string() == "61/125");
    CHECK(value_at("RBP@2", {1, 2, 1}).to_string() == "9/25");
    Conventions c;
    c.persistence = {1, 2};
    CHECK(value_at("RBP", {0, 1, 1}, {}, c).to_string() == "3/8");
    c.relevance_level = 2;
    CHECK(value_at("RBP", {0, 1, 2}, {}, c).to_string() == "1/8");
}

TEST_CASE("RBP of one large tie is the mean over its ranks", "[retrieval]") {
    const std::uint32_t n = 1000;
    const JudgedList list{n + 1, {{1, n, 1}, {1, n, 1}}, {1, 1}};
    Conventions c;
    c.persistence = {1, 2};
    // 2/n · (1/2)(2^-1 + ... + 2^-n).
    const Rational expected = Rational((Integer(1) << n) - 1, Integer(1) << n) / Rational(n);
    const Request request = request_named("RBP", "");
    CHECK(value_of(exact(request, list, c)).rational() == expected);
    CHECK(fault_of(bounded(request, list, c), expected) == "");
}

}  // namespace disarray::test
