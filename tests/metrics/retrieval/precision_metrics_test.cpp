// SPDX-License-Identifier: MIT
// Shows that average precision, R-precision and the reciprocal rank are MIR's, with doubles and
// exactly, with ties and without.
#include "tests/support/ranked_lists.hpp"

namespace disarray::test {

using namespace retrieval;

TEST_CASE("AP, Rprec and RR of all short lists are those of the naive path", "[retrieval]") {
    require_as_naive_on_all_lists(precision_metrics());
}
TEST_CASE("AP, Rprec and RR on the average of tied documents are the naive means", "[retrieval]") {
    require_as_naive_on_all_ties(precision_metrics());
    require_as_naive_on_random_ties(precision_metrics());
}
TEST_CASE("AP, Rprec and RR of long lists are those of the naive path", "[retrieval]") {
    require_as_naive_on_long_lists(precision_metrics());
}
TEST_CASE("Tied documents by falling or rising grade attain the extremes of AP, Rprec and RR",
          "[retrieval]") {
    require_resolved_ties_are_extreme(precision_metrics());
}

TEST_CASE("MIR's queries have the average precision of MIR's definition", "[retrieval]") {
    // Slide "MAP": the sum that is printed there for q1 has 0.4 three times; its own rule, the
    // precision after each relevant document and 0 for those not retrieved, gives
    // (1 + 2/3 + 1/2 + 2/5 + 1/3)/10.
    CHECK(value_at("map", mir_q1, mir_q1_not_retrieved).to_string() == "29/100");
    CHECK(value_at("AP@10", mir_q1, mir_q1_not_retrieved).to_string() == "77/300");
    CHECK(value_at("AP", mir_q2).to_string() == "47/180");  // (1/3 + 1/4 + 1/5)/3
    Conventions c;
    c.precisions_averaged = PrecisionsAveraged::reachable;
    CHECK(value_at("AP@3", mir_q1, mir_q1_not_retrieved, c).to_string() == "5/9");
}

TEST_CASE("MIR's queries have the R-precision and the reciprocal rank that MIR gives",
          "[retrieval]") {
    CHECK(value_at("Rprec", mir_q1, mir_q1_not_retrieved).to_string() == "2/5");
    CHECK(value_at("Rprec", mir_q2).to_string() == "1/3");
    CHECK(value_at("RR", mir_q1, mir_q1_not_retrieved).to_string() == "1");
    CHECK(value_at("RR", mir_q2).to_string() == "1/3");
    CHECK(value_at("RR@3", mir_q2).to_string() == "1/3");
    CHECK(value_at("RR@2", mir_q2).to_string() == "0");
}

TEST_CASE("success is 0 where nothing is relevant, as P@k is", "[retrieval]") {
    for (const std::vector<Grade>& grades : {std::vector<Grade>{0, 0}, std::vector<Grade>{}}) {
        CHECK(value_at("success@1", grades).to_string() == "0");
        CHECK(value_at("P@1", grades).to_string() == "0");
    }
    CHECK(value_at("success@1", {0, 1}).to_string() == "0");
    CHECK(value_at("success@2", {0, 1}).to_string() == "1");
}

TEST_CASE("yaap is the logarithm of odds of the sum of precisions", "[retrieval]") {
    // q2: precisions 1/3, 1/4, 1/5 of three relevant documents: ln((1 + S)/(4 - S)), S = 47/60.
    CHECK(value_at("yaap", mir_q2).to_string() == "ln(107/193)");
    CHECK(value_at("yaap", {1, 1}).to_string() == "ln(3)");
    CHECK(value_at("yaap", {0, 0}, {1}).to_string() == "ln(1/2)");
}

TEST_CASE("AP and RR of one large tie are the known expectations", "[retrieval]") {
    // n documents in random order, r of them relevant: rank i holds one with probability r/n, and
    // of the i - 1 before it (i - 1)(r - 1)/(n - 1) are relevant on the average. The first relevant
    // one is at rank i with probability C(n - i, r - 1)/C(n, r).
    const std::uint32_t n = 60;
    const std::uint32_t r = 5;
    JudgedList list{n, {}, {}};
    for (std::uint32_t i = 0; i < r; ++i) {
        list.hits.push_back({0, n, 1});
        list.judged.push_back(1);
    }
    const auto choose = [](std::uint32_t of, std::uint32_t count) {
        Rational product = 1;
        for (std::uint32_t i = 0; i < count; ++i)
            product = of < count ? Rational(0) : product * Rational(of - i) / Rational(i + 1);
        return product;
    };
    Rational ap;
    Rational rr;
    for (std::uint32_t i = 1; i <= n; ++i) {
        ap += (1 + Rational((i - 1) * (r - 1)) / Rational(n - 1)) / Rational(i) / Rational(n);
        rr += choose(n - i, r - 1) / choose(n, r) / Rational(i);
    }
    const auto check = [&](std::string_view name, const Rational& expected) {
        const Request request = request_named(name, "");
        CHECK(value_of(exact(request, list, {})).to_string() == expected.to_string());
        CHECK(fault_of(bounded(request, list, {}), expected) == "");
    };
    check("AP", ap);
    check("RR", rr);
    check("Rprec", Rational(Integer(1), Integer(12)));
}

}  // namespace disarray::test
