// SPDX-License-Identifier: MIT
// Shows that precision, recall, F, E and the counts are MIR's, with doubles and exactly, with ties
// and without.
#include "tests/support/ranked_lists.hpp"

namespace disarray::test {

using namespace retrieval;

TEST_CASE("The counts, P, recall, F and E of all short lists are those of the naive path",
          "[retrieval]") {
    require_as_naive_on_all_lists(set_metrics());
}
TEST_CASE("The counts, P, recall, F and E on the average of tied documents are the naive means",
          "[retrieval]") {
    require_as_naive_on_all_ties(set_metrics());
    require_as_naive_on_random_ties(set_metrics());
}
TEST_CASE("The counts, P, recall, F and E of long lists are those of the naive path",
          "[retrieval]") {
    require_as_naive_on_long_lists(set_metrics());
}
TEST_CASE("Tied documents by falling or rising grade attain the extremes of P, recall, F and E",
          "[retrieval]") {
    require_resolved_ties_are_extreme(set_metrics());
}

TEST_CASE("MIR's query q1 has the precision and the recall that MIR gives", "[retrieval]") {
    const auto at = [](std::string_view request) {
        return value_at(request, mir_q1, mir_q1_not_retrieved).to_string();
    };
    CHECK(at("num_ret") == "15");
    CHECK(at("num_rel") == "10");
    CHECK(at("num_rel_ret") == "5");
    CHECK(at("P@1") == "1");
    CHECK(at("P@3") == "2/3");
    CHECK(at("P@5") == "2/5");
    CHECK(at("P@10") == "2/5");
    CHECK(at("recall@1") == "1/10");
    CHECK(at("recall@3") == "1/5");
    CHECK(at("recall") == "1/2");
}

TEST_CASE("MIR's query q2 has the precision and the recall that MIR gives", "[retrieval]") {
    const auto at = [](std::string_view request) { return value_at(request, mir_q2).to_string(); };
    CHECK(at("P@3") == "1/3");
    CHECK(at("recall@3") == "1/3");
    CHECK(at("P@8") == "1/4");
    CHECK(at("recall@8") == "2/3");
    CHECK(at("P") == "1/5");
    CHECK(at("recall") == "1");
}

TEST_CASE("F is the harmonic mean of precision and recall, E its complement", "[retrieval]") {
    const auto value = [](std::string_view request, const Rational& beta) {
        Conventions c;
        c.beta = beta;
        return value_at(request, mir_q1, mir_q1_not_retrieved, c);
    };
    const auto at = [&](std::string_view request, const Rational& beta) {
        return value(request, beta).to_string();
    };
    const auto at_decimal = [&](std::string_view request, const Rational& beta) {
        return value(request, beta).to_decimal(4);
    };
    CHECK(at("F", 1) == "2/5");  // P = 1/3, recall 1/2
    CHECK(at("E", 1) == "3/5");
    CHECK(at("F", 2) == "5/11");
    CHECK(at("F", one_half) == "5/14");
    // MIR, The E-Measure: from 1 - P for small b to 1 - recall for large b.
    const Rational large = Rational::parse("1e6", "");
    CHECK(at_decimal("E", 1 / large) == "0.6667");
    CHECK(at_decimal("E", large) == "0.5");
}

TEST_CASE("A list as long as 32 bits allow has its counts and quotients", "[retrieval]") {
    const std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
    const JudgedList list{most, {{most - 1, 1, 1}}, {1}};
    const auto at = [&](std::string_view request) {
        return value_of(exact(request_named(request, ""), list, {})).to_string();
    };
    CHECK(at("num_ret") == "4294967295");
    CHECK(at("P") == "1/4294967295");
    CHECK(at("P@4294967295") == "1/4294967295");
    CHECK(at("recall@4294967294") == "0");
    CHECK(at("AP") == "1/4294967295");
    CHECK(at("RR") == "1/4294967295");
    CHECK(at("iP@1") == "1/4294967295");
    CHECK(at("CG") == "1");
    CHECK(at("DCG") == "1/32");
    CHECK(at("nDCG") == "1/32");
    const JudgedList tied{most, {{0, most, 1}}, {1}};
    CHECK(value_of(exact(request_named("P@7", ""), tied, {})).to_string() == "1/4294967295");
    CHECK(value_of(exact(request_named("recall@3000000000", ""), tied, {})).to_string() ==
          "200000000/286331153");
}

}  // namespace disarray::test
