// SPDX-License-Identifier: MIT
// How far an answer is from an exact value, at the places where floating point is special; and that
// the exact metrics compared with are different functions.
#include "properties/audit/reference.hpp"

#include <cfloat>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "base/error.hpp"
#include "metrics/correlation.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"

using namespace disarray;
using namespace disarray::properties;
using namespace disarray::properties::audit;
using test::contains;
using test::message_of;

namespace {

using Units = std::optional<std::uint64_t>;

Reply number(double value) {
    return Answer{Answer::Kind::value, exact_value_of(value), value, "a number"};
}
Reply fraction(const Rational& value) {
    return Answer{Answer::Kind::value, value, std::nullopt, value.to_string()};
}
Reply undefined() {
    return Answer{Answer::Kind::undefined, 0, std::nullopt, "0/0"};
}

Rational ratio(int numerator, int denominator) {
    return {Integer(numerator), Integer(denominator)};
}

double above(double value) {
    return std::nextafter(value, HUGE_VAL);
}
double below(double value) {
    return std::nextafter(value, -HUGE_VAL);
}

std::set<std::string> names_of(const std::vector<PairReference>& references) {
    std::set<std::string> names;
    for (const PairReference& reference : references)
        names.insert(reference.name);
    return names;
}

Value value_of(std::string_view name, const RankPair& pair) {
    for (const PairReference& reference : pair_references()) {
        if (reference.name == name) return reference.value(pair);
    }
    throw UsageError("no such reference");
}

/// Cases in which the conventions differ: ties of unlike documents in both orders of the file,
/// grades 1 and 2, relevant documents beyond the list and beyond the cutoff, nothing relevant.
std::vector<RetrievalCase> telling_cases(bool with_cutoffs) {
    const RetrievedDocument a{"d1", 1, 2}, b{"d2", 1, 0}, c{"d3", 0, 1}, d{"d4", -1, 1};
    std::vector<RetrievalCase> cases{{{a, b, c}, {}},
                                     {{b, a, c}, {}},
                                     {{a, b, c}, {2, 1}},
                                     {{b, a, c}, {2}},
                                     {{c, b, a}, {1}},
                                     {{{"d1", 1, 0}, {"d2", 1, 1}}, {}},
                                     {{b}, {}},
                                     {{b}, {1}},
                                     {{a, b, c, d}, {1}},
                                     {{}, {}},
                                     {{}, {1}},
                                     {{{"d0", 5, 1}, {"d1", 1, 0}, {"d2", 1, 2}}, {}},
                                     {{{"d0", 5, 1}, a, b}, {}},
                                     {{{"d0", 5, 1}, b, a}, {}},
                                     {{{"d2", 1, 1}, {"d1", 1, 0}}, {1}},
                                     {{{"d1", 1, 0}, {"d2", 1, 1}, {"d3", 1, 1}}, {}}};
    const std::size_t uncut = cases.size();
    for (std::uint32_t k = 1; with_cutoffs && k <= 5; ++k) {
        for (std::size_t i = 0; i < uncut; ++i) {
            cases.push_back(cases[i]);
            cases.back().cutoff = k;
        }
    }
    return cases;
}

/// Those of a program that declares nothing, or what is given.
std::vector<RetrievalReference> references(
    std::string_view metric, bool takes_cutoff,
    const std::map<std::string, std::string>& declared = {}) {
    return retrieval_references(metric, takes_cutoff, declared_conventions(declared, "test"),
                                "test");
}

/// The conventions by what they compute on the telling cases.
std::map<std::string, std::vector<std::string>> by_function(std::string_view metric,
                                                            bool takes_cutoff) {
    std::map<std::string, std::vector<std::string>> functions;
    for (const RetrievalReference& reference : references(metric, takes_cutoff)) {
        std::string values;
        for (const RetrievalCase& instance : telling_cases(takes_cutoff))
            values += reference.value(instance).to_string() + ";";
        functions[values].push_back(reference.conventions);
    }
    return functions;
}

}  // namespace

TEST_CASE("an answer is so many units in the last place away", "[audit]") {
    for (const double exact : {1.0, 1.5, 0.1, -0.1, 1e-300, -12345.678, 1e300}) {
        CAPTURE(exact);
        const Value value = exact_value_of(exact);
        CHECK(units_apart(number(exact), value) == Units(0));
        if (exact > 0) {
            CHECK(units_apart(number(above(exact)), value) == Units(1));
            CHECK(units_apart(number(above(above(exact))), value) == Units(2));
        } else {
            CHECK(units_apart(number(below(exact)), value) == Units(1));
        }
    }
    CHECK(units_apart(number(below(1.5)), Value(ratio(3, 2))) == Units(1));
    CHECK(units_apart(number(1.0000000000000002), Value(1)) == Units(1));
}

TEST_CASE("the nearest number is no unit away, its neighbours are the next ones", "[audit]") {
    // 1/3 lies a third of a unit above the nearest number.
    const Value third = ratio(1, 3);
    CHECK(units_apart(number(1.0 / 3), third) == Units(0));
    CHECK(units_apart(number(above(1.0 / 3)), third) == Units(1));
    CHECK(units_apart(number(below(1.0 / 3)), third) == Units(2));
    CHECK(units_apart(number(-1.0 / 3), -third) == Units(0));
    // A sum in 32 bits: 2^29 times as coarse.
    CHECK(units_apart(number(static_cast<double>(1.0F / 3)), third) == Units(178956971));
}

TEST_CASE("units at 0 and among subnormal numbers are those of the least number", "[audit]") {
    CHECK(units_apart(number(0.0), Value(0)) == Units(0));
    CHECK(units_apart(number(-0.0), Value(0)) == Units(0));
    CHECK(units_apart(number(0x1p-1074), Value(0)) == Units(1));
    CHECK(units_apart(number(-0x1p-1073), Value(0)) == Units(2));
    const Value three = exact_value_of(3 * 0x1p-1074);
    CHECK(units_apart(number(3 * 0x1p-1074), three) == Units(0));
    CHECK(units_apart(number(0x1p-1072), three) == Units(1));
    CHECK(units_apart(number(0.0), three) == Units(3));
    // Nowhere near, and no overflow.
    CHECK(units_apart(number(0.1), Value(0)) == Units(7205759403792794));  // 0.1·2^56
    CHECK(units_apart(number(DBL_MAX), Value(1)) == Units((std::uint64_t{1} << 53) - 1));
    CHECK(units_apart(number(1), Value(Rational(Integer(1) << 1100))) ==
          Units(std::uint64_t{1} << 62));
    CHECK(units_apart(number(-1), Value(1)) == Units(std::uint64_t{1} << 54));
}

TEST_CASE("below a power of two numbers lie closer", "[audit]") {
    CHECK(units_apart(number(1 - 0x1p-53), Value(1)) == Units(1));
    CHECK(units_apart(number(1), exact_value_of(1 - 0x1p-53)) == Units(1));
    CHECK(units_apart(number(1), exact_value_of(1 + 0x1p-52)) == Units(1));
    CHECK(units_apart(number(DBL_MAX), Value(exact_value_of(DBL_MAX) + Rational(1))) == Units(0));
}

TEST_CASE("values with roots and logarithms are compared as well", "[audit]") {
    const Value root = Value::root(2, 2);
    CHECK(units_apart(number(std::sqrt(2.0)), root) == Units(0));
    CHECK(units_apart(number(above(std::sqrt(2.0))), root) == Units(2));
    CHECK(units_apart(number(1 / std::log2(3.0)), Value::inverse_log2(3)) <= Units(1));
    CHECK(units_apart(number(0.5), Value::inverse_log2(3)) > Units(1000));
    CHECK(units_apart(fraction(1), root) == std::nullopt);
}

TEST_CASE("an exact answer is right or not", "[audit]") {
    CHECK(units_apart(fraction(ratio(1, 3)), Value(ratio(1, 3))) == Units(0));
    CHECK(units_apart(fraction(ratio(-2, 6)), Value(ratio(-1, 3))) == Units(0));
    CHECK(units_apart(fraction(ratio(333333333, 1000000000)), Value(ratio(1, 3))) == std::nullopt);
}

TEST_CASE("undefined is as far from a number as can be, and not from undefined", "[audit]") {
    const Value none = Value::undefined("0/0: no pairs");
    CHECK(units_apart(undefined(), none) == Units(0));
    CHECK(units_apart(undefined(), Value(0)) == std::nullopt);
    CHECK(units_apart(number(0), none) == std::nullopt);
    CHECK(units_apart(fraction(0), none) == std::nullopt);
    const Reply refused = Answer{Answer::Kind::error, 0, std::nullopt, "n < 2"};
    CHECK(units_apart(refused, none) == std::nullopt);
    CHECK(units_apart(refused, Value(0)) == std::nullopt);
    CHECK(units_apart(Failure{Failure::Kind::crashed, "died", true}, none) == std::nullopt);
}

TEST_CASE("references of two rankings have names of their own", "[audit]") {
    const std::vector<PairReference> references = pair_references();
    const std::set<std::string> names = names_of(references);
    CHECK(names.size() == references.size());
    for (const char* name : {"kendall-tau", "kendall-tau-b", "spearman-rho", "kendall", "mse",
                             "rmse", "footrule[box]", "ndpm"})
        CHECK(names.contains(name));
}

TEST_CASE("coefficients take ties, distances refuse them", "[audit]") {
    // {1,1,2} and {1,2,2}: one concordant pair, no discordant one; each ranking orders two of
    // three.
    const RankPair tied{{1, 1, 2}, {1, 2, 2}};
    CHECK(value_of("kendall-tau", tied).to_string() == "1/3");
    CHECK(value_of("kendall-tau-b", tied).to_string() == "1/2");
    CHECK(value_of("spearman-rho", tied).to_string() == "1/2");
    // Two different ranks in each: 2·2·1/(9·1).
    CHECK(value_of("kendall-tau-c", tied).to_string() == "4/9");
    CHECK(value_of("gamma", tied).to_string() == "1");
    CHECK_FALSE(value_of("kendall-tau-b", {{1, 1}, {1, 2}}).is_defined());
    CHECK(value_of("kendall-tau", {{1, 1}, {1, 2}}).to_string() == "0");
    for (const PairReference& reference : pair_references()) {
        CAPTURE(reference.name);
        const bool takes_ties =
            reference.name == "kendall-tau" || reference.name == "kendall-tau-b" ||
            reference.name == "kendall-tau-c" || reference.name == "spearman-rho" ||
            reference.name == "footrule" || reference.name == "spearman-distance" ||
            reference.name == "ndpm" || reference.name == "hamming" || reference.name == "gamma" ||
            reference.name == "somers-d" || reference.name == "tau-ap-b" ||
            reference.name == "weighted-tau" || reference.name == "rbo" ||
            reference.name == "average-overlap";
        if (takes_ties) continue;
        CHECK_THROWS_AS(reference.value(tied), NoValue);
        CHECK_THROWS_AS(reference.value({{1, 3}, {1, 2}}), NoValue);
    }
}

TEST_CASE("distances of the catalogue are those of their names", "[audit]") {
    const RankPair reversed{{1, 2, 3}, {3, 2, 1}};
    CHECK(value_of("kendall", reversed).to_string() == "3");
    CHECK(value_of("mse", reversed).to_string() == "8/3");
    CHECK(value_of("mae", reversed).to_string() == "4/3");
    CHECK(value_of("rmse", reversed).to_string() == "2/3*sqrt(6)");
    CHECK(value_of("ndpm", reversed).to_string() == "1");
    CHECK(value_of("kendall-tau", reversed).to_string() == "-1");
    CHECK(value_of("kendall", {{1, 2, 3}, {1, 2, 3}}).to_string() == "0");
}

TEST_CASE("metrics of the ranks as they are take any", "[audit]") {
    const RankPair pair{{1, 5, 2}, {1, 1, 4}};
    CHECK(value_of("footrule", pair).to_string() == "6");
    CHECK(value_of("spearman-distance", pair).to_string() == "20");
    CHECK(value_of("hamming", pair).to_string() == "2");
    // (1,2): 1 < 5, tied; (1,3): both rise; (2,3): one falls, one rises.
    CHECK(value_of("gamma", pair).to_string() == "0");
    // Yilmaz et al.: of the second and third, one of one and none of two stand behind theirs.
    CHECK(value_of("tau-ap", {{1, 2, 3}, {2, 3, 1}}).to_string() == "0");
    CHECK(value_of("tau-ap", {{1, 2, 3}, {1, 2, 3}}).to_string() == "1");
}

namespace {

/// The value under conventions of which this is a part.
Value value_under(std::string_view metric, const std::string& part, const RetrievalCase& instance) {
    for (const RetrievalReference& reference : references(metric, false)) {
        if (contains(reference.conventions, part) && contains(reference.conventions, "=skip"))
            return reference.value(instance);
    }
    return Value::undefined("no such convention");
}

}  // namespace

TEST_CASE("a tied block is one threshold, and half of a tied pair counts", "[audit]") {
    const RetrievalCase tied{{{"a", 1, 0}, {"b", 1, 1}, {"c", 1, 1}}, {}};
    CHECK(value_under("AP", "ties=block", tied).to_string() == "2/3");
    CHECK(value_under("AUC", "ties=block", tied).to_string() == "1/2");
    CHECK(value_under("AUC", "ties=average", {{{"a", 3, 1}, {"b", 2, 0}, {"c", 1, 1}}, {}})
              .to_string() == "1/2");
    CHECK_FALSE(value_under("AUC", "ties=block", {{{"a", 1, 1}}, {}}).is_defined());
    // Two relevant, two others: 1 − 1/2 for the one that has one of them above it.
    CHECK(value_under("bpref", "ties=input-order",
                      {{{"a", 4, 1}, {"b", 3, 0}, {"c", 2, 1}, {"d", 1, 0}}, {}})
              .to_string() == "3/4");
}

TEST_CASE("the base of the logarithm is a convention of DCG", "[audit]") {
    const RetrievalCase one{{{"a", 1, 1}}, {}};
    CHECK(value_under("DCG", "discount=natural", one).to_decimal(17) == "1.4426950408889634");
    CHECK(value_under("DCG", "discount=trec", one).to_string() == "1");
}

TEST_CASE("in floating point the references have their values, within the error", "[audit]") {
    for (const char* metric : {"RBP", "ERR", "AP", "DCG", "nDCG", "RR"}) {
        for (const RetrievalReference& reference : references(metric, false)) {
            const RetrievalCase list{{{"a", 4, 2}, {"b", 3, 0}, {"c", 3, 1}, {"d", 1, 1}}, {1}};
            CAPTURE(reference.full_name());
            REQUIRE(reference.bounded);
            const Bounded value = reference.bounded(list);
            CHECK(std::abs(value.value() - reference.value(list).approximate()) < 1e-12);
            CHECK(value.error() < 1e-12);
        }
    }
}

TEST_CASE("metrics are known by the names that libraries have for them", "[audit]") {
    const auto scores = MetricKind::relevance_and_scores, pairs = MetricKind::two_rankings;
    for (const auto& [name, reference] :
         std::map<std::string, std::string>{{"ndcg_score", "nDCG"},
                                            {"NDCG@k", "nDCG"},
                                            {"ndcg_at_10", "nDCG"},
                                            {"precision_at_k", "P"},
                                            {"f1_score", "F"},
                                            {"average_precision_score", "AP"},
                                            {"MeanReciprocalRank", "RR"},
                                            {"roc_auc_score", "AUC"},
                                            {"my_metric", ""}}) {
        CAPTURE(name);
        CHECK(reference_called(name, scores) == reference);
    }
    CHECK(reference_called("kendalltau", pairs) == "kendall-tau-b");
    CHECK(reference_called("spearmanr", pairs) == "spearman-rho");
    CHECK(reference_called("ndcg_score", pairs).empty());
}

TEST_CASE("only conventions that can make a difference are tried", "[audit]") {
    // Five policies for ties, three values for what is undefined, and what the metric has.
    CHECK(references("RR", true).size() == 15);
    CHECK(references("CG", true).size() == 30);
    CHECK(references("DCG", true).size() == 90);
    CHECK(references("AP", false).size() == 18);
    CHECK(references("nDCG", true).size() == 60);
    CHECK(references("P", false).size() == 15);
    CHECK(references("P", true).size() == 30);
    const auto averaged = [](bool takes_cutoff) {
        std::set<std::string> found;
        for (const RetrievalReference& reference : references("AP", takes_cutoff)) {
            const std::size_t at = reference.conventions.find("precisions-averaged=");
            found.insert(reference.conventions.substr(at, reference.conventions.rfind(' ') - at));
        }
        return found;
    };
    CHECK(averaged(false) == std::set<std::string>{"precisions-averaged=relevant"});
    CHECK(averaged(true) ==
          std::set<std::string>{"precisions-averaged=reachable", "precisions-averaged=relevant"});
}

TEST_CASE("different conventions are different functions", "[audit]") {
    const std::pair<const char*, bool> metrics[] = {
        {"nDCG", true}, {"nDCG", false}, {"AP", true}, {"AP", false}, {"recall", true}};
    for (const auto& [metric, takes_cutoff] : metrics) {
        for (const auto& [values, conventions] : by_function(metric, takes_cutoff)) {
            CAPTURE(metric, takes_cutoff, conventions);
            CHECK(conventions.size() == 1);
        }
    }
}

TEST_CASE("conventions are described by the options of disarray evaluate", "[audit]") {
    const std::vector<RetrievalReference> all = references("ndcg", true);
    REQUIRE_FALSE(all.empty());
    CHECK(all.front().name == "nDCG");
    CHECK(all.front().conventions ==
          "ties=average discount=trec gain=linear short-lists=cutoff precisions-averaged=relevant "
          "undefined=skip");
    std::set<std::string> different;
    for (const RetrievalReference& reference : all)
        different.insert(reference.conventions);
    CHECK(different.size() == all.size());
}

TEST_CASE("undefined becomes 0 or 1 where a convention says so", "[audit]") {
    const RetrievalCase nothing{{}, {}};
    std::map<std::string, std::string> values;
    for (const RetrievalReference& reference : references("recall", false)) {
        const std::string& text = reference.conventions;
        values[text.substr(text.rfind('=') + 1)] = reference.value(nothing).to_string();
    }
    CHECK(values ==
          std::map<std::string, std::string>{{"one", "1"}, {"skip", "undefined"}, {"zero", "0"}});
}

TEST_CASE("a metric that is not known is refused by name", "[audit]") {
    const std::string message =
        message_of<InputError>([] { (void)references("no such metric", true); });
    CHECK(contains(message, "no such metric"));
    CHECK_FALSE(contains(message, "\n"));
}

TEST_CASE("what a program declares gives parameters to its references", "[audit]") {
    const RetrievalCase first_of_two{{{"d1", 2, 1}, {"d2", 1, 0}}, {}, std::nullopt};
    const auto value = [&](std::string_view metric,
                           const std::map<std::string, std::string>& declared,
                           const RetrievalCase& instance) {
        return references(metric, false, declared).front().value(instance).to_string();
    };
    CHECK(value("RBP", {}, first_of_two) == "1/5");
    CHECK(value("RBP", {{"persistence", "1/2"}}, first_of_two) == "1/2");
    CHECK(value("ERR", {}, first_of_two) == "1/4");
    CHECK(value("ERR", {{"greatest-grade", "3"}}, first_of_two) == "1/8");
    CHECK(value("P", {{"relevance-level", "2"}}, first_of_two) == "0");
    // P = 1/2, R = 1: (1 + b²)PR/(b²P + R)
    CHECK(value("F", {}, first_of_two) == "2/3");
    CHECK(value("F", {{"beta", "2"}}, first_of_two) == "5/6");
    // A cutoff in the name counts where a case has none.
    CHECK(value("P@1", {}, first_of_two) == "1");
}

TEST_CASE("scores are as equal as the program reads them", "[audit]") {
    const Rational near = 1 + Rational(Integer(1), Integer(1'000'000'000));
    const RetrievalCase nearly_tied{{{"d1", near, 1}, {"d2", 1, 0}}, {}, 1};
    const auto value = [&](const std::map<std::string, std::string>& declared) {
        return references("P", true, declared).front().value(nearly_tied).to_string();
    };
    CHECK(value({{"ties", "average"}}) == "1");
    CHECK(value({{"ties", "average"}, {"scores", "double"}}) == "1");
    CHECK(value({{"ties", "average"}, {"scores", "single"}}) == "1/2");
}

TEST_CASE("conventions that evaluate does not know are refused by name and value", "[audit]") {
    const auto message = [](const std::string& name, const std::string& value) {
        return message_of<InputError>([&] { declared_conventions({{name, value}}, "prog"); });
    };
    CHECK(contains(message("discuont", "trec"), "the nearest discount, "));
    CHECK(contains(message("discount", "trecc"), "prog: \"discount\""));
    CHECK(contains(message("ties", "input"), "input-order"));
    CHECK(contains(message("undefined", "nothing"), "skip"));
    CHECK(contains(message("persistence", "1"), "between 0 and 1"));
    CHECK(contains(message("beta", "0"), "above 0"));
    CHECK(contains(message("greatest-grade", "1"), "from 2 to"));
    CHECK(contains(message("relevance-level", "1/2"), "a whole number"));
    for (const auto& [name, value] :
         std::map<std::string, std::string>{{"ties", "average"},
                                            {"undefined", "one"},
                                            {"duplicates", "first"},
                                            {"negative", "zero"},
                                            {"short-lists", "length"},
                                            {"precisions-averaged", "reachable"},
                                            {"gain", "linear"}}) {
        CHECK_NOTHROW(declared_conventions({{name, value}}, "prog"));
    }
}
