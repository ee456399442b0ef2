// SPDX-License-Identifier: MIT
// Shows that matrices are read exactly from text and JSON, and how bad entries are named.
#include "formats/matrix.hpp"

#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/formats/temporary_file.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/generators.hpp"
#include "tests/support/property.hpp"
#include "tests/support/show.hpp"

namespace disarray::test {

namespace {

Dissimilarity read(std::string_view bytes) {
    const TemporaryFile file(bytes);
    return formats::read_matrix(file.path());
}

std::string refusal(std::string_view bytes) {
    return message_of<InputError>([&] { read(bytes); });
}

Rational fraction(int p, int q) {
    return {Integer(p), Integer(q)};
}

std::vector<WeightedEdge> edges(std::string_view bytes) {
    const TemporaryFile file(bytes);
    return formats::read_edges(file.path(), formats::Elements::numbered(3));
}

}  // namespace

TEST_CASE("A matrix is read from rows of numbers", "[formats]") {
    CHECK(described(read("0 1 2\n1 0 3\n2 3 0\n")) == "0 1 2; 1 0 3; 2 3 0; ");
    CHECK(described(read("\xef\xbb\xbf# D\r\n0, 1/2\r\n0.5, 0\r\n")) == "0 1/2; 1/2 0; ");
    // The first fraction comes after integers were stored.
    CHECK(described(read("0 7 1\n7 0 .25\n1 1/4 0")) == "0 7 1; 7 0 1/4; 1 1/4 0; ");
}

TEST_CASE("A matrix is read from a JSON list of rows", "[formats]") {
    CHECK(described(read("[[0,1],[1,0]]")) == "0 1; 1 0; ");
    CHECK(described(read("\n [\n [0, \"1/2\"],\r\n [\"0.5\", 0]\n]\n")) == "0 1/2; 1/2 0; ");
    CHECK(described(read("[[0,\"3\"],[3,0]]")) == "0 3; 3 0; ");
}

TEST_CASE("JSON decimals are read from their text and not through a double", "[formats]") {
    CHECK(read("[[0,0.1],[0.1,0]]")(0, 1) == fraction(1, 10));
    CHECK(read("[[0,1e-3],[1e-3,0]]")(0, 1) == fraction(1, 1000));
    const std::string digits = "0.1234567890123456789012345678901234567890";
    const Dissimilarity d = read(fmt::format("[[0,{0}],[{0},0]]", digits));
    CHECK(d(0, 1) == Rational::parse(digits, "test"));
    const std::string large = "123456789012345678901234567890";  // beyond 64 bits
    CHECK(read(fmt::format("[[0,{0}],[{0},0]]", large))(0, 1) == Rational::parse(large, "test"));
    const std::string unsigned_only = "9223372036854775808";  // 2^63
    CHECK(read(fmt::format("[[0,{0}],[{0},0]]", unsigned_only))(0, 1) ==
          Rational::parse(unsigned_only, "test"));
}

TEST_CASE("Every matrix that is written is read back", "[formats]") {
    check_property("matrices survive printing as text and as JSON", [] {
        const auto d = *dissimilarity(*rc::gen::inRange<std::size_t>(1, 7));
        std::string text;
        std::string json;
        for (std::size_t i = 0; i < d.size(); ++i) {
            std::vector<std::string> row;
            for (std::size_t j = 0; j < d.size(); ++j)
                row.push_back(d(i, j).to_string());
            text += fmt::format("{}\n", fmt::join(row, " "));
            json += fmt::format("{}[\"{}\"]", i == 0 ? "[" : ",", fmt::join(row, "\",\""));
        }
        RC_ASSERT(read(text).entries() == d.entries());
        RC_ASSERT(read(json + "]").entries() == d.entries());
    });
}

TEST_CASE("A bad entry of a text matrix is named", "[formats]") {
    CHECK(contains(refusal("0 1\n1 x\n"), "line 2, place 2: found \"x\""));
    CHECK(
        contains(refusal("0 1\n2 0\n"), "found 1 at row 1, column 2, expected a symmetric matrix"));
    CHECK(contains(refusal("0 -1\n-1 0\n"), "found -1 at row 1, column 2"));
    CHECK(contains(refusal("0 1\n1 1/2\n"),
                   "found 1/2 at row 2, column 2, expected 0 on the diagonal"));
    CHECK(contains(refusal("0 1\n1\n"), "1 entries in row 2"));
    CHECK(contains(refusal("0 1 2\n1 0 3\n"), "3 entries in row 1"));
    CHECK(contains(refusal("0 1/2 2\n1 0 3\n"), "3 entries in row 1"));
    CHECK(contains(refusal(""), "no numbers"));
    CHECK(contains(refusal("# empty\n"), "no numbers"));
}

TEST_CASE("A bad token of a JSON matrix is named with row and column or line", "[formats]") {
    CHECK(contains(refusal("[[0,1],[1,null]]"), "row 2, column 2: found null"));
    CHECK(contains(refusal("[[0,true]]"), "row 1, column 2: found true"));
    CHECK(contains(refusal("[[0,\"x\"]]"), "row 1, column 2: found \"x\""));
    CHECK(contains(refusal("[[0,[1]]]"), "row 1, column 2: found a list inside a row"));
    CHECK(contains(refusal("[{\"a\":1}]"), "found an object"));
    CHECK(contains(refusal("[1,2]"), "found 1 outside a row"));
    CHECK(contains(refusal("[]"), "no numbers"));
    CHECK(contains(refusal("\n[[0,1],\n[1,,0]]"), "line 3, column 4: found"));
    CHECK(contains(refusal("[[0,1],[1,0]"), "line 1, column 13: found the end of the file"));
    CHECK(contains(refusal("[[0,1],[1,0]] 7"), "line 1, column 15: found"));
    CHECK(contains(refusal("[[0,1e999],[1e999,0]]"), "found \"1e999\""));
}

TEST_CASE("A matrix too large for memory is refused while it is read", "[formats]") {
    std::string row;
    for (std::size_t i = 0; i <= formats::max_matrix_size; ++i)
        row += "1 ";
    CHECK(contains(refusal(row), "more than 2500 columns"));
    std::string json;
    for (std::size_t i = 0; i <= formats::max_matrix_size; ++i)
        json += i == 0 ? "[[]" : ",[]";
    CHECK(contains(refusal(json + "]"), "more than 2500 rows"));
}

TEST_CASE("Edges are two elements and a length", "[formats]") {
    const auto read_edges = edges("# i j length\n1 2 1/2\n2,3,4\n");
    REQUIRE(read_edges.size() == 2);
    CHECK(read_edges[0].from == 0);
    CHECK(read_edges[0].to == 1);
    CHECK(read_edges[0].length == fraction(1, 2));
    const auto bad = [](std::string_view bytes) {
        return message_of<InputError>([&] { edges(bytes); });
    };
    CHECK(contains(bad("1 2\n"), "line 1: found 2 items, expected an edge: i j length"));
    CHECK(contains(bad("1 2 1\n1 4 1\n"),
                   "line 2: found element \"4\", expected a number from 1 to 3"));
    CHECK(contains(bad("1 2 -1\n"), "line 1: found length -1"));
    CHECK(contains(bad("1 2 x\n"), "line 1: found \"x\""));
}

}  // namespace disarray::test
