// SPDX-License-Identifier: MIT
// Shows that the second path of the retrieval metrics has every name, and gives the values of MIR's
// formulas where they can be worked out on paper; the tests of the families compare it with the
// fast path.
#include "metrics/retrieval/naive.hpp"

#include "base/error.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/ranked_lists.hpp"

namespace disarray::test {

using namespace retrieval;
using naive::Orders;

namespace {

Value naive_at(std::string_view metric, const RankedGroups& list, const Conventions& c = {},
               Orders orders = Orders::average) {
    return naive::value(metric, {}, 1, list, c, orders);
}
Value naive_at(std::string_view metric, std::uint32_t cutoff, const RankedGroups& list,
               const Conventions& c = {}) {
    return naive::value(metric, cutoff, 0, list, c);
}

std::string text(const Value& value) {
    return value.to_string();
}

}  // namespace

TEST_CASE("The naive path has every retrieval metric of the catalogue and no other",
          "[retrieval][naive]") {
    for (const Metric& metric : catalogue())
        CHECK(naive_at(metric.name, untied({1, 0})).is_defined());
    CHECK(message_of<UsageError>([] { naive_at("precision", untied({1})); }) ==
          "naive: no retrieval metric is called precision");
}

TEST_CASE("The naive metrics of relevance 1 0 1 with one relevant document missing, by hand",
          "[retrieval][naive]") {
    const RankedGroups list = untied({1, 0, 1}, {1});
    CHECK(text(naive_at("P", list)) == "2/3");
    CHECK(text(naive_at("P", 2, list)) == "1/2");
    CHECK(text(naive_at("P", 5, list)) == "2/5");
    CHECK(text(naive_at("recall", 2, list)) == "1/3");
    CHECK(text(naive_at("F", list)) == "2/3");
    CHECK(text(naive_at("E", 1, list)) == "1/2");          // 1 - 2/(1/1 + 3/1)
    CHECK(text(naive_at("AP", list)) == "5/9");            // (1 + 2/3)/3
    CHECK(text(naive_at("Rprec", list)) == "2/3");         // three documents looked at
    CHECK(text(naive_at("RR", untied({0, 1}))) == "1/2");  // and none before rank 1:
    CHECK(text(naive_at("RR", 1, untied({0, 1}))) == "0");
    CHECK(text(naive_at("RBP", list)) == "41/125");  // (1 + 16/25)/5
    Conventions c;
    c.short_lists = ShortLists::length;
    CHECK(text(naive_at("P", 5, list, c)) == "2/3");
    c.precisions_averaged = PrecisionsAveraged::reachable;
    CHECK(text(naive_at("AP", 2, list, c)) == "1/2");
    c.beta = 2;
    CHECK(text(naive_at("F", 1, list, c)) == "5/13");  // 5/(4*3 + 1)
}

TEST_CASE("The naive gains of grades 1 0 3 with a 2 missing, by hand", "[retrieval][naive]") {
    const RankedGroups list = untied({1, 0, 3, -1}, {2});
    CHECK(text(naive_at("CG", list)) == "4");
    CHECK(text(naive_at("ICG", 2, list)) == "5");
    CHECK(text(naive_at("NCG", 2, list)) == "1/5");
    CHECK(text(naive_at("DCG", list)) == "5/2");
    CHECK(text(naive_at("IDCG", list)) == "7/2 + 2/log2(3)");
    Conventions c;
    c.discount = Discount::mir;
    CHECK(text(naive_at("DCG", list, c)) == "1 + 3/log2(3)");
    CHECK(text(naive_at("nDCG", 2, list, c)) == "1/5");
    c.gain = Gain::exponential;
    CHECK(text(naive_at("CG", list, c)) == "8");
    c.greatest_grade = 3;
    CHECK(text(naive_at("ERR", list, c)) == "73/192");  // 1/8 + 7/8 * 7/8 * 1/3
}

TEST_CASE("The naive interpolated precision is the greatest at that recall or beyond it",
          "[retrieval][naive]") {
    const RankedGroups list = untied({0, 1, 1, 0}, {1});
    const auto at = [&](const Rational& level) {
        return text(naive::value("iP", {}, level, list, {}));
    };
    CHECK(at(0) == "2/3");
    CHECK(at({1, 3}) == "2/3");
    CHECK(at({2, 3}) == "2/3");
    CHECK(at({7, 10}) == "0");
    CHECK(text(naive_at("11pt", list)) == "14/33");  // seven times 2/3
}

TEST_CASE("The naive path takes the mean, the best and the worst of all orders of the tied",
          "[retrieval][naive]") {
    const RankedGroups list{{{0, 1, 0}, {1}}, {}};
    CHECK(text(naive_at("RR", list)) == "11/18");
    CHECK(text(naive_at("RR", list, {}, Orders::best)) == "1");
    CHECK(text(naive_at("RR", list, {}, Orders::worst)) == "1/3");
    // Of E, where 0 is perfect, the best is the least.
    const auto e_at_1 = [&](Orders orders) {
        return text(naive::value("E", 1, 0, list, {}, orders));
    };
    CHECK(e_at_1(Orders::best) == "1/3");
    CHECK(e_at_1(Orders::worst) == "1");
    CHECK(e_at_1(Orders::average) == "7/9");
    // Equal grades: (2 1 1), (1 2 1), (1 1 2) are equally likely.
    const RankedGroups graded{{{1, 2, 1}}, {}};
    CHECK(text(naive::value("CG", 1, 0, graded, {})) == "4/3");
}

TEST_CASE("The naive path is undefined where a denominator is 0", "[retrieval][naive]") {
    for (const std::string_view name :
         {"recall", "F", "E", "AP", "Rprec", "RR", "iP", "11pt", "NCG", "nDCG"}) {
        INFO(name);
        CHECK_FALSE(naive_at(name, untied({0, 0})).is_defined());
        const bool needs_documents = name == "F" || name == "E";
        CHECK(naive_at(name, untied({}, {1})).is_defined() == !needs_documents);
        CHECK(naive::value(name, 3, 0, untied({}, {1}), {}).is_defined());
    }
    for (const std::string_view name : {"P", "F", "E"}) {
        INFO(name);
        CHECK_FALSE(naive_at(name, untied({}, {1})).is_defined());
        Conventions c;
        c.short_lists = ShortLists::length;
        CHECK_FALSE(naive_at(name, 5, untied({}, {1}), c).is_defined());
    }
    for (const std::string_view name : {"CG", "DCG", "ICG", "IDCG", "ERR", "RBP", "num_rel"})
        CHECK(text(naive_at(name, untied({}))) == "0");
}

}  // namespace disarray::test
