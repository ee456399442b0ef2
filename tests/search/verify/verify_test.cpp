// SPDX-License-Identifier: MIT
// What the verifier says to certificates, true and false, and to files that are none.
#include "search/verify/verify.hpp"

#include <algorithm>
#include <ctime>
#include <functional>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "tests/catch.hpp"
#include "tests/search/verify/certificates.hpp"

using namespace disarray;
using namespace disarray::verify;
namespace certificates = disarray::test::certificates;

namespace {

Report report(const std::string& text) {
    std::istringstream in(text);
    return verify_stream(in, "file");
}

/// `text` with its first `from` replaced by `to`.
std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t place = text.find(from);
    REQUIRE(place != std::string::npos);
    return text.replace(place, from.size(), to);
}

std::string line_of(const std::string& text, std::size_t number) {
    std::istringstream in(text);
    std::string line;
    for (std::size_t i = 0; i < number; ++i)
        std::getline(in, line);
    return line;
}

const std::string example = certificates::example;
const std::string direct_sums = certificates::direct_sums;

}  // namespace

TEST_CASE("a verified certificate is answered by what it proves, with its scope") {
    const auto [text, answer] = GENERATE(table<const char*, const char*>({
        {certificates::example,
         "F[prefix] >= 1*(K) for σ with ranks 3 2 1 and every pseudometric D (w = δ = 1), "
         "attained; K <= F[prefix] fails for 0 of 1"},
        {certificates::direct_sums,
         "F[box] <= 2*(3/2*K) for every σ in S_4 and every pseudometric D (w = δ = 1), "
         "attained; F[box] <= 3/2*K fails for 19 of 24"},
        {certificates::plain_sweep,
         "F[prefix-sym] >= 1*(K) for every σ in S_3 and every pseudometric D (w = δ = 1), "
         "attained; K <= F[prefix-sym] fails for 0 of 6"},
        {certificates::split,
         "F[prefix] <= 2*(K) for σ with ranks 3 4 2 1 and every pseudometric D (w = δ = 1), "
         "attained; F[prefix] <= K fails for 1 of 1"},
        {certificates::weighted,
         "1/5*F[prefix] + 1/3*F[prefix-sym,inverse] + 1/7*F[interval] + "
         "2*|F[interval,inverse] - 1/2*F[box,inverse]| >= "
         "11139738/6769385*(1/2*F[box] + 1/3*K[inverse]) for σ with ranks 5 2 3 1 4 "
         "and every pseudometric D (w = 1 2 1/2 3 1; δ = 0 1/3 2/5 3/4; p̄_i = mean "
         "of the δ beside i where σ(i) = i), attained; 1/2*F[box] + 1/3*K[inverse] <= "
         "1/5*F[prefix] + 1/3*F[prefix-sym,inverse] + 1/7*F[interval] + "
         "2*|F[interval,inverse] - 1/2*F[box,inverse]| fails for 0 of 1"},
    }));
    const Report found = report(text);
    CHECK(found.line == std::string("VERIFIED ") + answer);
    CHECK(found.verified);
}

TEST_CASE("a rejection names the step, what was expected and what was found") {
    const auto [from, to, answer] = GENERATE(table<const char*, const char*, const char*>({
        {R"([2,3,1,"1"])", R"([2,3,1,"3/4"])",
         "line 2, ranks 3 2 1, proof, pair {1,2}: expected coefficient 1, found 3/4"},
        {R"([2,3,1,"1"])", R"([2,3,1,"0"])",
         "line 2, ranks 3 2 1, proof, triangles, entry 1: expected a number > 0, found \"0\""},
        {R"([2,3,1,"1"])", R"([2,3,2,"1"])",
         "line 2, ranks 3 2 1, proof, triangles, entry 1: expected three different elements, "
         "found [2, 3, 2]"},
        {R"("signs":["-1")", R"("signs":["-2/2")",
         "line 2, ranks 3 2 1, proof, signs, sign 1: expected an exact number in lowest terms, as "
         "\"-3/4\" or \"2\", found \"-2/2\""},
        {R"("signs":["-1")", R"("signs":["-3/2")",
         "line 2, ranks 3 2 1, proof, signs, sign 1: expected a number from -1 to 1, found "
         "\"-3/2\""},
        {R"({"ranks":[3,2,1],"proof")", R"({"ranks":[3,1,2],"proof")",
         "line 2: expected the record of ranks 3 2 1, found "
         "{\"ranks\":[3,1,2],\"proof\":{\"ratio\":"
         "\"1\",\"signs\":[\"-1\",\"1\",\"1\"]..."},
        {R"("violating":0)", R"("violating":1)",
         "line 3, result 1, violating: expected 0, found 1"},
        {R"(["1","0","1"])", R"(["1","0","2"])",
         "line 3, result 1, best, dissimilarity, row 3, column 2: expected 2, found "
         "\"1\""},
        {R"("n":3,"scope")", R"("n":21,"scope")",
         "line 1, n: expected an integer from 2 to 20, found 21"},
        {R"("records":1)", R"("records":1.0)",
         "line 3, records: expected an integer from 0 to 9223372036854775807, found 1.0"},
        {R"("records":1)", R"("records":1,"records":1)",
         "line 3: expected each key once, and known ones only, found \"records\""},
    }));
    const Report found = report(replaced(example, from, to));
    CHECK(found.line == std::string("REJECTED file: ") + answer);
    CHECK_FALSE(found.verified);
}

TEST_CASE("a ratio that is not proved, or not attained, is rejected") {
    // 6/7 is proved with slack to spare, 8/7 is false; both keep the form of the file.
    CHECK_FALSE(
        report(replaced(example, R"("proof":{"ratio":"1")", R"("proof":{"ratio":"8/7")")).verified);
    std::string lower = replaced(example, R"("proof":{"ratio":"1")", R"("proof":{"ratio":"6/7")");
    lower = replaced(lower, R"("slacks":[])", R"("slacks":[[1,2,"1/7"],[1,3,"1/7"],[2,3,"1/7"]])");
    CHECK(report(lower).line ==
          "REJECTED file: line 2, ranks 3 2 1, witness: expected a witness, as the ratio is < 1, "
          "found ratio 6/7");
    lower = replaced(lower, "]}}\n{\"end\"",
                     R"(]},"witness":[["0","1","0"],["1","0","1"],["0","1","0"]]})"
                     "\n{\"end\"");
    CHECK(report(lower).line ==
          "REJECTED file: line 2, ranks 3 2 1, witness: expected M/N = 6/7, found 1");
}

TEST_CASE("a witness that is no pseudometric is rejected") {
    const std::string best = R"([["0","1","0"],["1","0","1"],["0","1","0"]])";
    CHECK(report(replaced(example, best, R"([["0","1","1"],["1","0","3"],["1","3","0"]])")).line ==
          "REJECTED file: line 3, result 1, best, dissimilarity, triangle 2 3 1: expected "
          "D_2,3 <= 2, found 3");
    CHECK_FALSE(
        report(replaced(example, best, R"([["0","0","0"],["0","0","0"],["0","0","0"]])")).verified);
}

TEST_CASE("symmetries that do not hold are found out") {
    // Every record of this claim would hold, but F[prefix,inverse] is not symmetric.
    const std::string header =
        R"({"format":"disarray.certificate/1","n":3,"scope":"all",)"
        R"("small":[{"coefficient":"1","functional":"K"}],)"
        R"("big":[{"coefficient":"1","functional":"K"},{"coefficient":"1","functional":"F[prefix,inverse]"}],)"
        R"("weights":"unit","swap_costs":"unit","fixed_points":"one","direct_sums":false,)"
        R"("symmetries":["inverse"]})";
    const RecordChecker checker(header);
    // F[prefix] >= 0 is all this proof uses.
    const std::string proof =
        R"("proof":{"ratio":"1","signs":["0","0"],"triangles":[],"slacks":[]}})";
    CHECK(checker.check(R"({"ranks":[1,3,2],)" + proof).images == 1);
    try {
        checker.check(R"({"ranks":[2,3,1],)"
                      R"("proof":{"ratio":"1","signs":["0","0","0"],"triangles":[],"slacks":[]}})");
        FAIL("accepted");
    } catch (const Rejected& rejection) {
        CHECK(rejection.message() ==
              "ranks 2 3 1, image 3 1 2: expected M and N of σ, renamed, found others: the listed "
              "symmetries do not hold");
    }
}

TEST_CASE("a ranking without a claim cannot stand for an image that has one") {
    // With δ = (1, 0) nothing is claimed of 1 3 2, whose mirror image 2 1 3 has K = D_12.
    const std::string header =
        R"({"format":"disarray.certificate/1","n":3,"scope":"all",)"
        R"("small":[{"coefficient":"1","functional":"K"}],"big":[{"coefficient":"1","functional":"K"}],)"
        R"("weights":"unit","swap_costs":["1","0"],"fixed_points":"one","direct_sums":false,)"
        R"("symmetries":["reverse-complement"]})";
    CHECK(
        report(header + "\n" + line_of(example, 2) + "\n").line ==
        "REJECTED file: line 2, ranks 1 3 2: expected N = 0 for the images as well, found N other "
        "than 0 for ranks 2 1 3");
}

TEST_CASE("a record is checked on its own, by several objects or again and again") {
    const RecordChecker checker(line_of(direct_sums, 1));
    for (int repetition = 0; repetition < 2; ++repetition) {
        const Record record = checker.check(line_of(direct_sums, 3));
        CHECK(record.ranks.to_string() == "2 3 1");
        CHECK(record.ratio < 1);
        CHECK(record.images == 2);
    }
    CHECK_THROWS_AS(checker.check(line_of(direct_sums, 1)), Rejected);
    CHECK_THROWS_AS(checker.check(""), Rejected);
    CHECK_THROWS_AS(RecordChecker(line_of(direct_sums, 2)), Rejected);
}

TEST_CASE("files that are no certificates are rejected in one line") {
    const std::string deep = std::string(100'000, '[');
    const auto text = GENERATE_COPY(values<std::string>(
        {"", "\n", "{}\n", "[]\n", "null\n", "\"\n", "{\"format\":\"disarray.certificate/1\"}\n",
         "\xff\xfe\n", std::string(3, '\0') + "\n", deep + "\n", "\x1b[31mred\n", "a\r\nb\r\n",
         example + "\n", example + "{}\n", "\n" + example, example.substr(0, example.size() - 1),
         "{\"a\":" + deep + "\n", line_of(example, 1) + "\n" + deep + "\n"}));
    const Report found = report(text);
    INFO(found.line);
    CHECK_FALSE(found.verified);
    CHECK(found.line.starts_with("REJECTED file: line "));
    CHECK(found.line.find(", found ") != std::string::npos);
    CHECK(std::ranges::none_of(found.line, [](char c) { return c >= '\0' && c < ' '; }));
}

TEST_CASE("the name of a file cannot break the line") {
    std::istringstream in("");
    CHECK(verify_stream(in, "a\nVERIFIED").line ==
          "REJECTED a\\x0aVERIFIED: line 1: expected another line, found the end of the file");
}

TEST_CASE("a header that asks for hours is refused") {
    // N is 0 for all σ, so that no record would ever be missed.
    const std::string nothing =
        R"([{"coefficient":"1","absolute":[{"coefficient":"1","functional":"K"},)"
        R"({"coefficient":"-1","functional":"K"}]}])";
    std::string header = R"({"format":"disarray.certificate/1","n":20,"scope":"all","small":)" +
                         nothing + R"(,"big":)" + nothing +
                         R"(,"weights":"unit","swap_costs":"unit","fixed_points":"one",)"
                         R"("direct_sums":false,"symmetries":[]})";
    CHECK(report(header + "\n").line ==
          "REJECTED file: line 1, n: expected at most 12 for scope \"all\", found 20");
    header = replaced(header, R"("n":20)", R"("n":3)");
    CHECK(report(header + "\n" + R"({"end":{"claim":)" + header +
                 R"(,"records":0,"results":[{}]}})" + "\n")
              .line ==
          "REJECTED file: line 2: expected a record, found the end: nothing is claimed");
}

TEST_CASE("a claim spelt otherwise at the end, and a byte-order mark, are rejected") {
    const std::string n = R"({"claim":{"format":"disarray.certificate/1","n":3)";
    CHECK_FALSE(report(replaced(example, n, n + ".0")).verified);
    CHECK_FALSE(report("\xEF\xBB\xBF" + example).verified);
}

TEST_CASE("a long list of objects takes no longer for each of them than a short one") {
    // With a parser that is quadratic in them, a million would be hours and not a second.
    std::string list = R"({"format":[{})";
    for (int i = 0; i < 600'000; ++i)
        list += ",{}";
    CHECK_FALSE(report(list + "]}\n").verified);
}

/// The answer to a certificate over S_n whose N and δ are these, and which has a record of the
/// reversal only.
std::string answer_without_records(int n, const std::string& small, const std::string& weights,
                                   const std::string& costs) {
    std::string ranks;
    for (int rank = n; rank > 0; --rank)
        ranks += std::to_string(rank) + (rank > 1 ? "," : "");
    return report(R"({"format":"disarray.certificate/1","n":)" + std::to_string(n) +
                  R"(,"scope":"all","small":[)" + small +
                  R"(],"big":[{"coefficient":"1","functional":"K"}],"weights":)" + weights +
                  R"(,"swap_costs":)" + costs +
                  R"(,"fixed_points":"one","direct_sums":false,"symmetries":[]})"
                  "\n"
                  R"({"ranks":[)" +
                  ranks +
                  R"(],"proof":{"ratio":"1","signs":[],"triangles":[],"slacks":[]}})"
                  "\n")
        .line;
}

std::string list(int length, const std::function<std::string(int)>& entry) {
    std::string text;
    for (int i = 0; i < length; ++i)
        text += (i > 0 ? "," : "[") + entry(i);
    return text + "]";
}

/// |f − f|, f with that coefficient.
std::string nothing(const std::string& f, const std::string& coefficient = "1") {
    const auto term = [&](const char* sign) {
        return R"({"coefficient":")" + std::string(sign) + coefficient + R"(","functional":")" + f +
               R"("})";
    };
    return R"({"coefficient":"1","absolute":[)" + term("") + "," + term("-") + "]}";
}

TEST_CASE("rankings of which nothing is claimed do not keep the verifier busy") {
    const std::string kendall = R"({"coefficient":"1","functional":"K"})";
    const auto ones = [](int) { return std::string(R"("1")"); };
    const auto zeros = [](int) { return std::string(R"("0")"); };
    const auto long_ones = [](int i) { return "\"1/" + std::to_string(1'234'567 + 2 * i) + "\""; };
    const auto thirds = [](int i) { return "\"1/" + std::to_string(3 + 2 * i) + "\""; };
    const std::string digits = R"("1234567801234567890123456789012345678901234567890123456789")";
    std::string sums;  // 100 terms
    for (int i = 0; i < 100; ++i)
        sums +=
            std::string(i > 0 ? "," : "") + R"({"coefficient":"1","functional":"F[prefix-sym]"})";
    const std::string unit = R"("unit")";
    const std::string one_long = "[" + digits + list(10, ones).replace(0, 1, ",");
    const auto seconds = [](const std::string& small, const std::string& weights,
                            const std::string& costs) {
        CAPTURE(small, weights, costs);
        const std::clock_t before = std::clock();
        CHECK(answer_without_records(12, small, weights, costs)
                  .find("expected fewer rankings with N = 0, found one more") != std::string::npos);
        return double(std::clock() - before) / CLOCKS_PER_SEC;
    };
    // Held against the simplest, the times do not depend on the machine.
    const double simplest = seconds(kendall, unit, list(11, zeros));
    const std::tuple<std::string, std::string, std::string> others[] = {
        {sums, unit, list(11, zeros)},
        {sums, list(12, long_ones), list(11, zeros)},
        {nothing("K"), unit, unit},
        {nothing("F[box]"), list(12, long_ones), unit},
        {nothing("F[box]"), list(12, long_ones), list(11, thirds)},
        {nothing("F[box]"), unit, list(11, ones)},
        {nothing("F[box]"), unit, one_long},
        {nothing("F[box]", "1/1234567"), unit, unit},
        {nothing("F[box]", digits.substr(1, digits.size() - 2)), list(12, long_ones), one_long},
    };
    for (const auto& [small, weights, costs] : others) {
        CAPTURE(small, weights, costs, simplest);
        CHECK(seconds(small, weights, costs) < 5 * simplest);
    }
}

TEST_CASE("the rankings that are passed over for one swap cost above 0 are passed over in S_12") {
    const auto first = [](int i) { return std::string(i == 0 ? R"("1")" : R"("0")"); };
    CHECK(answer_without_records(12, R"({"coefficient":"1","functional":"K"})", R"("unit")",
                                 list(11, first))
              .find("expected the record of ranks 2 1 3 4 5 6 7 8 9 10 11 12") !=
          std::string::npos);
}

TEST_CASE("long numbers and many terms of a header are refused") {
    const std::string term = R"({"coefficient":"1","functional":"K"})";
    std::string inside = term;
    for (int i = 0; i < 100; ++i)
        inside += "," + term;
    const std::string absolute =
        R"({"coefficient":"1","absolute":[)" + inside.substr(term.size() + 1) + "]}";
    CHECK(report(replaced(example, term, absolute + "," + term)).line ==
          "REJECTED file: line 1, small: expected at most 100 terms with those in absolute values, "
          "found 101");
    const std::string number = "\"" + std::string(700, '7') + "\"";
    CHECK(report(replaced(example, R"("weights":"unit")",
                          R"("weights":[)" + number + "," + number + "," + number + "]"))
              .line ==
          "REJECTED file: line 1: expected numbers of at most 2000 digits together, found 2102");
}

TEST_CASE("numbers of a leaf without a common denominator are refused") {
    std::string slacks;
    for (const char* place : {"1,2", "1,3", "2,3"}) {
        slacks += (slacks.empty() ? "[" : ",[") + std::string(place) + ",\"1/" +
                  std::string(600, '7') + std::string(1, *place) + "\"]";
    }
    CHECK(report(replaced(example, R"("slacks":[])", R"("slacks":[)" + slacks + "]"))
              .line.find("expected a common denominator of at most 1000 digits") !=
          std::string::npos);
}
