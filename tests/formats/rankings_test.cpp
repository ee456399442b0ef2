// SPDX-License-Identifier: MIT
// Shows how rankings are read in both notations, from one line and from a file.
#include "formats/rankings.hpp"

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/formats/temporary_file.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/generators.hpp"
#include "tests/support/property.hpp"
#include "tests/support/show.hpp"

namespace disarray::test {

namespace {

using formats::Notation;
using formats::RankingParser;

Permutation parse(std::string_view text, Notation notation) {
    return RankingParser().parse(text, notation, "--ranking");
}

std::string refusal(std::string_view text, Notation notation) {
    return message_of<InputError>([&] { parse(text, notation); });
}

std::vector<formats::RankingLine> read(std::string_view bytes, Notation notation) {
    const TemporaryFile file(bytes);
    RankingParser parser;
    formats::RankingReader reader(file.path(), notation, parser);
    std::vector<formats::RankingLine> lines;
    while (auto line = reader.next())
        lines.push_back(std::move(*line));
    return lines;
}

std::string file_refusal(std::string_view bytes, Notation notation = Notation::ranks) {
    return message_of<InputError>([&] { read(bytes, notation); });
}

}  // namespace

TEST_CASE("A rank vector and an order are inverse notations", "[formats]") {
    const std::vector<std::int64_t> ranks{3, 1, 2};
    CHECK(parse("3,1,2", Notation::ranks).to_ranks() == ranks);
    CHECK(parse("2 3 1", Notation::order).to_ranks() == ranks);
    CHECK(parse("b, c, a", Notation::order).to_ranks() == ranks);
}

TEST_CASE("Every permutation that is written is read back", "[formats]") {
    check_property("rank vectors and orders survive printing", [] {
        const Permutation sigma = *permutation(1, 20);
        RC_ASSERT(parse(sigma.to_string(), Notation::ranks) == sigma);
        RC_ASSERT(parse(sigma.inverse().to_string(), Notation::order) == sigma);
    });
}

TEST_CASE("What is no rank vector is refused", "[formats]") {
    CHECK(contains(refusal("3,1,1", Notation::ranks), "rank 1 at places 2 and 3"));
    CHECK(contains(refusal("0,1,2", Notation::ranks), "rank 0 at place 1"));
    CHECK(contains(refusal("1,2,4", Notation::ranks), "rank 4 at place 3"));
    CHECK(contains(refusal("1,x", Notation::ranks), "\"x\" at place 2, expected a rank"));
    CHECK(contains(refusal("1,2.0", Notation::ranks), "\"2.0\" at place 2, expected a rank"));
    CHECK(contains(refusal("1,99999999999999999999", Notation::ranks), "expected a rank"));
    CHECK(contains(refusal("", Notation::ranks), "no ranks"));
    CHECK(contains(refusal("", Notation::order), "no elements"));
}

TEST_CASE("All rankings of a parser are of the same elements", "[formats]") {
    RankingParser parser;
    const auto parse_next = [&](std::string_view text, Notation notation) {
        return message_of<InputError>([&] { parser.parse(text, notation, "next"); });
    };
    parser.parse("3,1,2", Notation::ranks, "first");
    CHECK(parse_next("1,2", Notation::ranks) ==
          "next: found 2 ranks, expected 3, one for each element");
    CHECK(contains(parse_next("a,b", Notation::order), "2 elements, expected 3"));
    // A rank vector leaves the names open; the first order settles them.
    CHECK(parser.parse("b,c,a", Notation::order, "next").to_string() == "3 1 2");
    CHECK(contains(parse_next("b,c,x", Notation::order), "unknown element \"x\""));
    CHECK(contains(parse_next("1,2,3", Notation::order), "unknown element \"1\""));
}

TEST_CASE("Given elements fix the numbering", "[formats]") {
    const std::vector<std::string_view> names{"c", "b", "a"};
    RankingParser parser(formats::Elements::listed(names, "--elements"));
    CHECK(parser.parse("a,b,c", Notation::order, "order").to_string() == "3 2 1");
    RankingParser numbered(formats::Elements::numbered(3));
    CHECK(
        contains(message_of<InputError>([&] { numbered.parse("a,b,c", Notation::order, "order"); }),
                 "unknown element \"a\""));
}

TEST_CASE("A file has one ranking a line, perhaps with a reference of its own", "[formats]") {
    const auto lines =
        read("\xef\xbb\xbf# two\r\n3 1 2\r\n\r\n1,2,3|2,1,3 # second\r\n", Notation::ranks);
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].line == 2);
    CHECK(lines[0].ranking.to_string() == "3 1 2");
    CHECK_FALSE(lines[0].reference);
    CHECK(lines[1].line == 4);
    REQUIRE(lines[1].reference);
    CHECK(lines[1].reference->to_string() == "2 1 3");
    CHECK(read("b,c,a | a,c,b", Notation::order)[0].reference->to_string() == "1 3 2");
}

TEST_CASE("A bad line of a file is named by its number", "[formats]") {
    CHECK(contains(file_refusal("1 2\n1 1\n"), "line 2: found rank 1 at places 1 and 2"));
    CHECK(contains(file_refusal("1 2\n1 2 3\n"), "line 2: found 3 ranks, expected 2"));
    CHECK(contains(file_refusal("1 2 | 1 2 3\n"), "line 1, reference: found 3 ranks, expected 2"));
    CHECK(contains(file_refusal("1 2 | 1 2 | 2 1\n"), "line 1: found two bars"));
    CHECK(contains(file_refusal("1 2 |\n"), "line 1, reference: found no ranks"));
    CHECK(contains(file_refusal("a b\nb c\n", Notation::order),
                   "line 2: found unknown element \"c\""));
    CHECK(contains(file_refusal(""), "no ranking"));
    CHECK(contains(file_refusal("# nothing\n\n"), "no ranking"));
}

}  // namespace disarray::test
