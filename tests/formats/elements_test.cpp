// SPDX-License-Identifier: MIT
// Shows how named elements are numbered, and which orders are refused.
#include "formats/elements.hpp"

#include "base/error.hpp"
#include "formats/lists.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/show.hpp"

namespace disarray::test {

namespace {

using formats::Elements;

Elements of_order(std::string_view text) {
    return Elements::of_order(formats::list_items(text, "--order"), "--order");
}

Elements listed(std::string_view text) {
    return Elements::listed(formats::list_items(text, "--elements"), "--elements");
}

std::vector<std::int64_t> ranks(const Elements& elements, std::string_view order) {
    const auto names = formats::list_items(order, "--order");
    return elements.permutation_of_order(names, "--order").to_ranks();
}

std::string refusal(const Elements& elements, std::string_view order) {
    return message_of<InputError>([&] { ranks(elements, order); });
}

using Ranks = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("Names are numbered in bytewise order", "[formats]") {
    const Elements elements = of_order("b,c,a");
    CHECK(elements.name(0) == "a");
    CHECK(elements.find("c") == Rank{2});
    CHECK_FALSE(elements.find("d"));
    CHECK(ranks(elements, "b,c,a") == Ranks{3, 1, 2});  // definitions section 1
    CHECK(of_order("B,a,10,9").name(0) == "10");
    CHECK(of_order("B,a,10,9").name(2) == "B");
}

TEST_CASE("Names that are integers are numbered as such", "[formats]") {
    const Elements elements = of_order("10 9 8 7 6 5 4 3 2 1");
    CHECK(elements.are_numbered());
    CHECK(elements.name(9) == "10");
    CHECK(ranks(elements, "10 9 8 7 6 5 4 3 2 1") == Ranks{10, 9, 8, 7, 6, 5, 4, 3, 2, 1});
}

TEST_CASE("Listed names are numbered as listed", "[formats]") {
    CHECK(ranks(listed("c,b,a"), "a,b,c") == Ranks{3, 2, 1});
    CHECK(ranks(listed("30,10,20"), "10,20,30") == Ranks{3, 1, 2});
}

TEST_CASE("A repeated, unknown or missing name is named", "[formats]") {
    const Elements elements = listed("a,b,c");
    CHECK(refusal(elements, "a,b,a") ==
          "--order: found element \"a\" at places 1 and 3, expected each element once, no ties");
    CHECK(contains(refusal(elements, "a,b,x"), "unknown element \"x\" at place 3"));
    CHECK(contains(refusal(elements, "a,b"), "2 elements without \"c\", expected all 3"));
    CHECK(contains(refusal(elements, "a,b,c,d"), "unknown element \"d\" at place 4"));
    CHECK(contains(message_of<InputError>([] { listed("a,a"); }), "\"a\" at places 1 and 2"));
    CHECK(contains(message_of<InputError>([] { of_order("x,a,x"); }), "\"x\" at places 1 and 3"));
    CHECK(contains(message_of<InputError>([] { listed(""); }), "no elements"));
}

TEST_CASE("An order of integers is a permutation of 1..n", "[formats]") {
    CHECK(contains(refusal(of_order("1,3"), "1,3"), "element 3 at place 2"));
    CHECK(contains(refusal(of_order("0,1"), "0,1"), "element 0 at place 1"));
    CHECK(contains(refusal(of_order("1,1"), "1,1"), "element 1 at places 1 and 2"));
    CHECK(contains(refusal(of_order("-1,1"), "-1,1"), "element -1 at place 1"));
    CHECK(contains(refusal(Elements::numbered(3), "1,2"), "2 elements, expected 3"));
    CHECK(contains(refusal(Elements::numbered(3), "1,2,a"), "unknown element \"a\""));
}

}  // namespace disarray::test
