// SPDX-License-Identifier: MIT
// Shows that the cumulated gains, discounted, ideal and normalized, are MIR's, with doubles and
// exactly, with ties and without.
#include <array>

#include "exact/decimal.hpp"
#include "tests/support/ranked_lists.hpp"

namespace disarray::test {

using namespace retrieval;

namespace {

Conventions mir() {
    Conventions c;
    c.discount = Discount::mir;
    return c;
}

/// A metric at the cutoffs 1 to 15 of a query, joined by spaces.
std::string vector_of(const std::string& name, const std::vector<Grade>& grades,
                      const std::vector<Grade>& not_retrieved, int places) {
    std::vector<std::string> values;
    for (int k = 1; k <= 15; ++k) {
        const std::string request = name + "@" + std::to_string(k);
        values.push_back(to_fixed(value_at(request, grades, not_retrieved, mir()), places));
    }
    return fmt::format("{}", fmt::join(values, " "));
}

/// The quotient of the means over q1 and q2, which is that of the sums.
std::string vector_of_averages(const std::string& name, int places) {
    const std::vector<JudgedList> queries{judged_list(mir_q1, mir_q1_not_retrieved),
                                          judged_list(mir_q2)};
    std::vector<std::string> values;
    for (int k = 1; k <= 15; ++k) {
        const Request request = request_named(name + "@" + std::to_string(k), "");
        Fraction<Value> sum{0, 0, {}};
        for (const JudgedList& list : queries) {
            const auto fraction = exact(request, list, mir());
            sum.numerator += fraction.numerator;
            sum.denominator += fraction.denominator;
        }
        values.push_back(to_fixed(value_of(sum), places));
    }
    return fmt::format("{}", fmt::join(values, " "));
}

}  // namespace

TEST_CASE("The cumulated gains of all short lists are those of the naive path", "[retrieval]") {
    require_as_naive_on_all_lists(cumulated_gain_metrics());
}
TEST_CASE("The cumulated gains on the average of tied documents are the naive means",
          "[retrieval]") {
    require_as_naive_on_all_ties(cumulated_gain_metrics());
    require_as_naive_on_random_ties(cumulated_gain_metrics());
}
TEST_CASE("The cumulated gains of long lists are those of the naive path", "[retrieval]") {
    require_as_naive_on_long_lists(cumulated_gain_metrics());
}
TEST_CASE("Tied documents by falling or rising grade attain the extremes of the cumulated gains",
          "[retrieval]") {
    require_resolved_ties_are_extreme(cumulated_gain_metrics());
}

TEST_CASE("MIR's queries have MIR's vectors CG and ICG", "[retrieval]") {
    CHECK(vector_of("CG", mir_q1, mir_q1_not_retrieved, 0) == "1 1 2 2 2 5 5 5 5 7 7 7 7 7 10");
    CHECK(vector_of("CG", mir_q2, {}, 0) == "0 0 2 2 2 2 2 3 3 3 3 3 3 3 6");
    CHECK(vector_of("ICG", mir_q1, mir_q1_not_retrieved, 0) ==
          "3 6 9 11 13 15 16 17 18 19 19 19 19 19 19");
    CHECK(vector_of("ICG", mir_q2, {}, 0) == "3 5 6 6 6 6 6 6 6 6 6 6 6 6 6");
}

TEST_CASE("MIR's queries have MIR's vectors DCG and IDCG", "[retrieval]") {
    CHECK(vector_of("DCG", mir_q1, mir_q1_not_retrieved, 1) ==
          "1.0 1.0 1.6 1.6 1.6 2.8 2.8 2.8 2.8 3.4 3.4 3.4 3.4 3.4 4.2");
    CHECK(vector_of("DCG", mir_q2, {}, 1) ==
          "0.0 0.0 1.3 1.3 1.3 1.3 1.3 1.6 1.6 1.6 1.6 1.6 1.6 1.6 2.4");
    CHECK(vector_of("IDCG", mir_q1, mir_q1_not_retrieved, 1) ==
          "3.0 6.0 7.9 8.9 9.8 10.5 10.9 11.2 11.5 11.8 11.8 11.8 11.8 11.8 11.8");
    CHECK(vector_of("IDCG", mir_q2, {}, 1) ==
          "3.0 5.0 5.6 5.6 5.6 5.6 5.6 5.6 5.6 5.6 5.6 5.6 5.6 5.6 5.6");
}

TEST_CASE("The quotients of averages of MIR's queries are MIR's vectors NCG and NDCG",
          "[retrieval]") {
    CHECK(vector_of_averages("NCG", 2) ==
          "0.17 0.09 0.27 0.24 0.21 0.33 0.32 0.35 0.33 0.40 0.40 0.40 0.40 0.40 0.64");
    // MIR prints 0.38 at the end, the quotient of its rounded averages 3.3 and 8.7; that of the
    // averages themselves is 0.3736.
    CHECK(vector_of_averages("nDCG", 2) ==
          "0.17 0.09 0.21 0.20 0.19 0.25 0.25 0.26 0.26 0.29 0.29 0.29 0.29 0.29 0.37");
}

TEST_CASE("NCG and nDCG are fractions of the gains that they are quotients of", "[retrieval]") {
    const std::vector<Metric> all = cumulated_gain_metrics();
    for (const auto& [name, above, below] : std::vector<std::array<std::string_view, 3>>{
             {"NCG", "CG", "ICG"}, {"nDCG", "DCG", "IDCG"}}) {
        const Metric& metric = named(all, name);
        CHECK(metric.is_normalized);
        std::uint64_t turn = 0;
        for (const RankedGroups& list : all_tied(4, 2)) {
            const JudgedList seen = judged(list);
            if (seen.judged.empty()) continue;
            const Conventions c = any_conventions(++turn);
            const auto cutoff =
                turn % 3 == 0 ? std::nullopt : std::optional(std::uint32_t(turn % 5 + 1));
            const Question question{seen, c, cutoff};
            const auto fraction = metric.exact(question);
            const auto near = metric.bounded(question);
            const Value numerator = naive::value(above, cutoff, 0, list, c);
            const Value denominator = naive::value(below, cutoff, 0, list, c);
            if (!agree(fraction.numerator, numerator, false) ||
                !agree(fraction.denominator, denominator, false) ||
                !holds(near.numerator, numerator) || !holds(near.denominator, denominator)) {
                FAIL_CHECK(name << " of " << described(list) << "; " << described(c));
            }
        }
    }
}

TEST_CASE("No other metric of MIR's gains is normalized", "[retrieval]") {
    for (const Metric& metric : catalogue())
        CHECK(metric.is_normalized == (metric.name == "NCG" || metric.name == "nDCG"));
}

TEST_CASE("Exponential gains of large grades stay exact", "[retrieval]") {
    Conventions c;
    c.gain = Gain::exponential;
    const std::string two_to_60_less_1 = "1152921504606846975";
    CHECK(value_at("CG", {60}, {}, c).to_string() == two_to_60_less_1);
    const Value sum = value_at("DCG", {60, 0, 100}, {}, c);
    const Integer by_hand = (Integer(1) << 60U) - 1;
    CHECK(compare(sum, Rational(by_hand) + Rational((Integer(1) << 100U) - 1, 2)) == Order::equal);
    for (const std::vector<Grade>& grades :
         {std::vector<Grade>{60, 0, 100}, {1, 1000}, {53, 54, 55}, {62, 63, 64}}) {
        for (const Metric& metric : cumulated_gain_metrics()) {
            for (const Request& request : requests_of(metric, 3))
                require_as_naive(request, untied(grades, {70}), c);
        }
    }
    // A linear gain is a 32-bit number, and sums of gains are larger.
    const Grade most = std::numeric_limits<Grade>::max();
    CHECK(value_at("CG", {most, most, most}).to_string() == "6442450941");
}

}  // namespace disarray::test
