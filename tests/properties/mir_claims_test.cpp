// SPDX-License-Identifier: MIT
// The ledger has a row for every printed figure of MIR, tells rounding from cutting, and would
// refute a figure that is neither. The expected values were worked out by hand, or are formed here
// from grades typed in a second time.
#include <algorithm>
#include <map>
#include <set>

#include "base/error.hpp"
#include "properties/claims/claims.hpp"
#include "properties/claims/mir_examples.hpp"
#include "properties/claims/mir_rows.hpp"
#include "properties/claims/printed_figure.hpp"
#include "properties/ledger.hpp"
#include "tests/catch.hpp"

using namespace disarray;
using namespace disarray::properties;
using retrieval::Grade;

namespace {

Rational ratio(std::int64_t p, std::int64_t q) {
    return Rational(Integer(p), Integer(q));
}

std::string text_of(const Value& value, std::string_view printed) {
    return agreement(value, printed).to_string();
}

std::map<std::string, ClaimRow> rows_of(std::string_view id) {
    std::map<std::string, ClaimRow> rows;
    for (ClaimRow& row : decide(claim_named(id, "test"), {})) {
        const std::string key = row.variant + (row.variant.empty() ? row.metric : "");
        INFO(key);
        CHECK(rows.emplace(key, std::move(row)).second);
    }
    return rows;
}

/// The variants with that verdict, in order.
std::vector<std::string> with(Verdict verdict, const std::map<std::string, ClaimRow>& rows) {
    std::vector<std::string> found;
    for (const auto& [key, row] : rows) {
        if (row.verdict == verdict) found.push_back(key);
    }
    return found;
}

std::vector<std::string> refuted(std::string_view id) {
    return with(Verdict::refuted, rows_of(id));
}

/// The claim about that figure ends so: "rounded", "cut".
bool ends(std::string_view id, const std::string& variant, std::string_view words) {
    const ClaimRow row = rows_of(id).at(variant);
    INFO(row.explanation);
    return row.explanation.ends_with(std::string(": ") + std::string(words));
}

}  // namespace

TEST_CASE("a figure is exact, rounded, cut, or neither") {
    CHECK(text_of(ratio(1, 2), "0.5") == "exact");
    CHECK(text_of(ratio(1, 2), "0.50") == "exact");
    CHECK(text_of(0, "0.0") == "exact");
    CHECK(text_of(2, "+2") == "exact");
    CHECK(text_of(ratio(200, 3), "66.7") == "rounded");
    CHECK(text_of(ratio(200, 3), "66.6") == "cut");
    CHECK(text_of(ratio(100, 3), "33.3") == "rounded or cut");
    for (const std::string_view wrong : {"66.5", "66.8", "6.66", "-66.6", "66", "0"}) {
        INFO(wrong);
        CHECK(text_of(ratio(200, 3), wrong) == (wrong == "66" ? "cut" : "neither rounded nor cut"));
    }
    // Less than one unit, but more than half a unit, above; just a unit below.
    CHECK(text_of(ratio(14464, 10000), "1.5") == "neither rounded nor cut");
    CHECK(text_of(ratio(16, 10), "1.5") == "neither rounded nor cut");
    CHECK(text_of(ratio(15999, 10000), "1.5") == "cut");
}

TEST_CASE("a value midway is rounded away from zero or to the even digit") {
    CHECK(text_of(ratio(145, 100), "1.5") == "a tie, rounded away from zero");
    CHECK(text_of(ratio(145, 100), "1.4") == "a tie, rounded to even or cut");
    CHECK(text_of(ratio(155, 100), "1.5") == "a tie, cut");
    CHECK(text_of(ratio(155, 100), "1.6") == "a tie, rounded away from zero");
    CHECK(text_of(ratio(1, 2), "0") == "a tie, rounded to even or cut");
    CHECK(text_of(ratio(1, 2), "1") == "a tie, rounded away from zero");
    CHECK(text_of(ratio(145, 100), "1.3") == "neither rounded nor cut");
}

TEST_CASE("a negative figure is cut toward zero") {
    CHECK(text_of(ratio(-1, 2), "-0.5") == "exact");
    CHECK(text_of(ratio(-2, 3), "-0.66") == "cut");
    CHECK(text_of(ratio(-2, 3), "-0.67") == "rounded");
    CHECK(text_of(ratio(-1, 3), "-0.33") == "rounded or cut");
    CHECK(text_of(ratio(-1, 3), "-0.34") == "neither rounded nor cut");
    CHECK(text_of(ratio(-2, 3), "0.66") == "neither rounded nor cut");
    CHECK(text_of(ratio(-145, 100), "-1.5") == "a tie, rounded away from zero");
}

TEST_CASE("a figure of an irrational value is compared exactly") {
    const Value log = Value::inverse_log2(3);  // 0.63092975357145743709952711434...
    CHECK(text_of(log, "0.6") == "rounded or cut");
    CHECK(text_of(log, "0.63092975357145743709952711434") == "rounded or cut");
    CHECK(text_of(log, "0.63092975357145743709952711435") == "neither rounded nor cut");
    CHECK(text_of(log, "0.631") == "rounded");
    CHECK(text_of(log, "0.630") == "cut");
}

TEST_CASE("the verdict on a figure is that of the comparison") {
    CHECK(agreement(ratio(2, 3), "0.7").verdict() == Verdict::exhausted);
    CHECK(agreement(ratio(2, 3), "0.6").verdict() == Verdict::exhausted);
    CHECK(agreement(ratio(2, 3), "0.8").verdict() == Verdict::refuted);
    CHECK(agreement(Value::undefined("0/0"), "0").verdict() == Verdict::refuted);
    CHECK(agreement(Value::undecided("test"), "0").verdict() == Verdict::undecided);
    CHECK(places_of("0.854") == 3);
    CHECK(places_of("24") == 0);
    CHECK_THROWS_AS(agreement(1, "O.5"), InputError);
}

TEST_CASE("documents and judgements give the gain vectors") {
    const mir::List first = mir::query(1).list();
    CHECK(first.grades == std::vector<Grade>{1, 0, 1, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 0, 3});
    // d5, d39, d44, d71, d89
    CHECK(first.not_retrieved == std::vector<Grade>{3, 2, 2, 1, 1});
    const mir::List second = mir::query(2).list();
    CHECK(second.grades == std::vector<Grade>{0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 3});
    CHECK(second.not_retrieved.empty());
    for (const mir::Query& query : mir::queries()) {
        const std::set<std::string_view> documents(query.ranking.begin(), query.ranking.end());
        CHECK(documents.size() == 15);
    }
    // R1 of the correlation slides is the ranking of q1.
    for (std::size_t i = 0; i < mir::positions().size(); ++i) {
        CHECK(mir::positions()[i].document == mir::query(1).ranking[i]);
        CHECK(mir::positions()[i].first == i + 1);
    }
    CHECK_THROWS_AS(mir::query(3), UsageError);
    CHECK_THROWS_AS(mir::printed("CG_3"), UsageError);
}

TEST_CASE("the two ways to a value must agree") {
    const auto same = [](mir::Path) { return Value(1); };
    const auto other = [](mir::Path path) { return Value(path == mir::Path::fast ? 1 : 2); };
    const auto half_undefined = [](mir::Path path) {
        return path == mir::Path::fast ? Value(1) : Value::undefined("0/0");
    };
    const auto undefined = [](mir::Path) { return Value::undefined("0/0"); };
    CHECK(compare(mir::both_ways("test", same), 1) == Order::equal);
    CHECK_FALSE(mir::both_ways("test", undefined).is_defined());
    CHECK_THROWS_AS(mir::both_ways("test", other), InternalError);
    CHECK_THROWS_AS(mir::both_ways("test", half_undefined), InternalError);
}

TEST_CASE("there is one row for each printed figure, and each has a verdict") {
    const std::map<std::string_view, std::size_t> figures = {
        {"MIR-PR", 12},  {"MIR-11pt", 22},   {"MIR-11pt-average", 11}, {"MIR-P@k", 2},
        {"MIR-MAP", 11}, {"MIR-Rprec", 3},   {"MIR-gain", 30},         {"MIR-CG", 33},
        {"MIR-DCG", 30}, {"MIR-avg-CG", 15}, {"MIR-avg-DCG", 15},      {"MIR-ideal-gain", 30},
        {"MIR-ICG", 30}, {"MIR-IDCG", 30},   {"MIR-avg-ICG", 15},      {"MIR-avg-IDCG", 15},
        {"MIR-NCG", 30}, {"MIR-NDCG", 30},   {"MIR-spearman", 25},     {"MIR-kendall", 31}};
    std::size_t claims_of_figures = 0;
    for (const Claim& claim : mir_claims()) {
        ++claims_of_figures;
        const auto rows = rows_of(claim.id);
        INFO(claim.id);
        CHECK(rows.size() == figures.at(claim.id));
        for (const auto& [variant, row] : rows) {
            INFO(variant);
            CHECK_FALSE(variant.empty());
            CHECK(row.source.starts_with("MIR, "));
            CHECK_FALSE(row.statement.empty());
            CHECK(row.frame == "either");
            CHECK_FALSE(row.scope.empty());
            CHECK(row.verdict != Verdict::undecided);
            const bool is_legible = row.explanation.find("not legible") == std::string::npos;
            CHECK((row.verdict != Verdict::not_applicable) == is_legible);
            CHECK((row.verdict == Verdict::refuted) ==
                  (row.explanation.find("neither rounded nor cut") != std::string::npos));
        }
    }
    CHECK(claims_of_figures == figures.size());
}

TEST_CASE("the figures of MIR that are neither exact nor rounded nor cut") {
    // (2/3 + 1/3)/2 of the percentages, not 49.9.
    CHECK(refuted("MIR-11pt-average") == std::vector<std::string>{"avg P(20 %)"});
    // (1 + 3·0.63093)/2 = 1.4464, not 1.5; with 3·0.38685 more 2.0267, not 2.1.
    CHECK(refuted("MIR-avg-DCG") == std::vector<std::string>{"avg DCG[3]", "avg DCG[4]",
                                                             "avg DCG[5]", "avg DCG[6]",
                                                             "avg DCG[7]"});
    // 3.26224/8.73238 = 0.3736, not 0.38.
    std::vector<std::string> normalized = refuted("MIR-NDCG");
    std::erase_if(normalized, [](const std::string& v) { return v.ends_with("of quotients"); });
    CHECK(normalized == std::vector<std::string>{"NDCG[15], quotient of averages"});
    for (const std::string_view id :
         {"MIR-PR", "MIR-11pt", "MIR-P@k", "MIR-MAP", "MIR-Rprec", "MIR-gain", "MIR-CG", "MIR-DCG",
          "MIR-avg-CG", "MIR-ideal-gain", "MIR-ICG", "MIR-IDCG", "MIR-avg-ICG", "MIR-avg-IDCG",
          "MIR-spearman", "MIR-kendall"}) {
        INFO(id);
        CHECK(refuted(id).empty());
    }
}

TEST_CASE("what is neither was made of figures that were rounded before") {
    const auto explained = [](std::string_view id, const std::string& variant,
                              std::string_view words) {
        const ClaimRow row = rows_of(id).at(variant);
        INFO(row.explanation);
        return row.explanation.find(words) != std::string::npos;
    };
    CHECK(explained("MIR-11pt-average", "avg P(20 %)", "before it is 49.95: a tie, cut"));
    CHECK(explained("MIR-avg-DCG", "avg DCG[3]", "1.45: a tie, rounded away from zero"));
    CHECK(explained("MIR-avg-DCG", "avg DCG[6]", "2.05: a tie, rounded away from zero"));
    CHECK(explained("MIR-NDCG", "NDCG[15], quotient of averages", "0.37931: rounded"));
}

TEST_CASE("rows say whether a figure is rounded or cut") {
    CHECK(ends("MIR-PR", "q1, P@3", "cut"));                            // 66.66…
    CHECK(ends("MIR-PR", "q2, recall@3", "rounded or cut"));            // 33.33…
    CHECK(ends("MIR-11pt-average", "avg P(50 %)", "cut"));              // 29.166…
    CHECK(ends("MIR-DCG", "DCG_1[6]", "rounded"));                      // 2.7915
    CHECK(ends("MIR-DCG", "DCG_2[8]", "rounded"));                      // 1.5952
    CHECK(ends("MIR-IDCG", "IDCG_2[3]", "rounded or cut"));             // 5.6309
    CHECK(ends("MIR-NCG", "NCG[3], quotient of averages", "rounded"));  // 2/7.5 = 0.266…
    CHECK(ends("MIR-NCG", "NCG[3], mean of quotients", "cut"));         // (2/9 + 2/6)/2 = 0.277…
    CHECK(ends("MIR-NDCG", "NDCG[15], mean of quotients", "cut"));
    CHECK(ends("MIR-spearman", "S(R1,R2)", "cut"));  // 0.8545…
    CHECK(ends("MIR-kendall", "τ(R1,R2), as 1 - 2Δ/(K(K - 1))", "exact"));
    CHECK(rows_of("MIR-DCG").at("DCG_2[8]").explanation ==
          "DCG_2[8] = 1/3 + 2/log2(3) ≈ 1.5952, printed 1.6: rounded");
}

TEST_CASE("only the quotient of averages has all of MIR's NCG") {
    const auto rows = rows_of("MIR-NCG");
    std::size_t wrong = 0;
    // CG_1/ICG_1 and CG_2/ICG_2 with the numbers of the slides.
    const std::int64_t cg[2][15] = {{1, 1, 2, 2, 2, 5, 5, 5, 5, 7, 7, 7, 7, 7, 10},
                                    {0, 0, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 6}};
    const std::int64_t icg[2][15] = {{3, 6, 9, 11, 13, 15, 16, 17, 18, 19, 19, 19, 19, 19, 19},
                                     {3, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6}};
    const mir::Figures printed = mir::printed("NCG");
    for (std::size_t i = 0; i < 15; ++i) {
        const Rational mean = (ratio(cg[0][i], icg[0][i]) + ratio(cg[1][i], icg[1][i])) / 2;
        const Rational quotient = ratio(cg[0][i] + cg[1][i], icg[0][i] + icg[1][i]);
        INFO(i + 1);
        CHECK(agreement(quotient, printed[i]).holds());
        const bool holds = agreement(mean, printed[i]).holds();
        wrong += !holds;
        const std::string name = "NCG[" + std::to_string(i + 1) + "], ";
        CHECK(rows.at(name + "quotient of averages").verdict == Verdict::exhausted);
        CHECK(rows.at(name + "mean of quotients").verdict ==
              (holds ? Verdict::exhausted : Verdict::refuted));
    }
    CHECK(wrong == 11);
}

TEST_CASE("four printed figures cannot be read") {
    CHECK(with(Verdict::not_applicable, rows_of("MIR-MAP")) ==
          std::vector<std::string>{"MAP_1", "MAP_1, term 6", "MAP_1, term 7"});
    CHECK(rows_of("MIR-MAP").at("MAP_1").explanation.find("29/100") != std::string::npos);
    CHECK(with(Verdict::not_applicable, rows_of("MIR-kendall")) ==
          std::vector<std::string>{"τ(R1,R2), as P(R1 = R2) - P(R1 ≠ R2)"});
}

TEST_CASE("what MIR says in words") {
    std::map<std::string_view, std::vector<std::string>> refutations;
    for (const Claim& claim : mir_statement_claims()) {
        for (const auto& [variant, row] : rows_of(claim.id)) {
            INFO(row.id << ", " << variant);
            CHECK(row.source.starts_with("MIR, "));
            CHECK(row.verdict != Verdict::undecided);
            if (row.verdict == Verdict::refuted) {
                CHECK_FALSE(row.explanation.empty());
                refutations[claim.id].push_back(variant);
            }
            if (row.verdict == Verdict::exhausted) {
                CHECK_FALSE(row.scope.empty());
                CHECK(row.effort.applicable > 0);
            }
        }
    }
    CHECK(refutations ==
          std::map<std::string_view, std::vector<std::string>>{
              {"MIR-E-b0", {"every j"}},
              {"MIR-E-is-F", {"as worded: E(j) = F(j)"}},
              {"MIR-F-zero", {"harmonic mean as it stands"}},
              {"MIR-F-one", {"all ranked documents are relevant"}},
              {"MIR-log-base",
               {"as printed: every rank from 2 on is discounted",
                "ranks below the base are not discounted"}},
              {"MIR-C-increasing", {"C is Kendall's coefficient, agreement is Spearman's"}},
              {"MIR-kendall-formula", {"Δ of the pairs of documents, each counted once"}}});
    // One document, relevant, and another relevant one that is not ranked: P = 1, r = 1/2.
    CHECK(rows_of("MIR-F-one").at("all ranked documents are relevant").explanation ==
          "grades 1, not retrieved 1, j = 1: F(j) = 2/3 ≠ claimed = 1");
    CHECK(with(Verdict::not_applicable, rows_of("MIR-C-zero")).size() == 1);
    CHECK(with(Verdict::not_applicable, rows_of("MIR-histogram")).size() == 1);
}

TEST_CASE("Kendall and Spearman disagree on the two rankings that the ledger names") {
    const ClaimRow row =
        rows_of("MIR-C-increasing").at("C is Kendall's coefficient, agreement is Spearman's");
    const Case& w = row.witness.value();
    REQUIRE(w.rankings.size() == 3);
    std::int64_t inversions[2] = {0, 0};
    std::int64_t squares[2] = {0, 0};
    for (std::size_t r = 0; r < 2; ++r) {
        const auto ranks = w.rankings[r].to_ranks();
        for (std::size_t i = 0; i < ranks.size(); ++i) {
            const std::int64_t moved = ranks[i] - static_cast<std::int64_t>(i) - 1;
            squares[r] += moved * moved;
            for (std::size_t j = i + 1; j < ranks.size(); ++j)
                inversions[r] += ranks[i] > ranks[j];
        }
    }
    CHECK(inversions[0] > inversions[1]);
    CHECK(squares[0] < squares[1]);
}
