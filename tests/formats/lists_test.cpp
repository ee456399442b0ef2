// SPDX-License-Identifier: MIT
// Shows what separates the items of a list, and that a forgotten item is an error.
#include "formats/lists.hpp"

#include <string>

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/property.hpp"
#include "tests/support/show.hpp"

namespace disarray::test {

namespace {

using Items = std::vector<std::string_view>;

Items items(std::string_view text) {
    return formats::list_items(text, "--list");
}

std::string refusal(std::string_view text) {
    return message_of<InputError>([&] { items(text); });
}

}  // namespace

TEST_CASE("Items are separated by commas, blanks or both", "[formats]") {
    CHECK(items("a,b,c") == Items{"a", "b", "c"});
    CHECK(items("  a  b\tc ") == Items{"a", "b", "c"});
    CHECK(items("a\r\nb\n") == Items{"a", "b"});
    CHECK(items("a , b,c d") == Items{"a", "b", "c", "d"});
    CHECK(items("").empty());
    CHECK(items(" \t").empty());
}

TEST_CASE("An empty item is refused with its place", "[formats]") {
    CHECK(refusal("1,,2") == "--list: found nothing at place 2, expected a value between commas");
    CHECK(contains(refusal(",1"), "nothing at place 1"));
    CHECK(contains(refusal("1,2,"), "nothing at place 3"));
    CHECK(contains(refusal("1 , , 2"), "nothing at place 2"));
    CHECK(contains(refusal(","), "nothing at place 1"));
}

TEST_CASE("Every list that is written is read back", "[formats]") {
    check_property("items survive any separators", [] {
        const auto words = *rc::gen::container<std::vector<std::string>>(
            rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::inRange('a', 'z'))));
        std::string text;
        for (const std::string& word : words) {
            if (!text.empty()) text += *rc::gen::element<std::string>(",", " ", " , ", "\t", ",  ");
            text += word;
        }
        const Items read = items(text);
        RC_ASSERT(std::equal(read.begin(), read.end(), words.begin(), words.end()));
    });
}

TEST_CASE("An integer is digits with at most a minus sign, and fits", "[formats]") {
    CHECK(formats::as_integer("17") == 17);
    CHECK(formats::as_integer("-17") == -17);
    CHECK(formats::as_integer("007") == 7);
    for (const char* text : {"", "-", "+1", "1.0", "1x", " 1", "9223372036854775808", "1e3"}) {
        CAPTURE(text);
        CHECK_FALSE(formats::as_integer(text));
    }
}

TEST_CASE("Numbers are exact, and one that is none is named with its place", "[formats]") {
    CHECK(formats::numbers("1, 1/2 0.1,1e-3", "--weights") ==
          std::vector<Rational>{1, Rational(Integer(1), Integer(2)),
                                Rational(Integer(1), Integer(10)),
                                Rational(Integer(1), Integer(1000))});
    CHECK(contains(message_of<InputError>([] { formats::numbers("1,x", "--weights"); }),
                   "--weights, place 2: found \"x\", expected an exact number"));
    CHECK(contains(message_of<InputError>([] { formats::numbers("1,1/0", "--weights"); }),
                   "--weights, place 2: found \"1/0\""));
    CHECK(contains(message_of<InputError>([] { formats::numbers("nan", "--weights"); }),
                   "--weights, place 1: found \"nan\""));
}

}  // namespace disarray::test
