// SPDX-License-Identifier: MIT
// Shows how an unknown name is answered: of a short list every valid one is listed,
// of a long one the nearest three.
#include "base/near_names.hpp"

#include "tests/support/errors.hpp"
#include "tests/support/property.hpp"

namespace disarray::test {

namespace {

enum class Number { one = 1, two };
constexpr auto choices(Number) {
    return std::to_array<Choice<Number>>({{"one", Number::one}, {"two", Number::two}});
}

constexpr std::string_view names[] = {"prefix", "interval", "box"};

/// The recursion that defines the edit distance.
std::size_t naive_edit_distance(std::string_view a, std::string_view b) {
    if (a.empty() || b.empty()) return a.size() + b.size();
    const std::size_t substituted =
        naive_edit_distance(a.substr(1), b.substr(1)) + (a[0] == b[0] ? 0 : 1);
    return std::min({substituted, naive_edit_distance(a.substr(1), b) + 1,
                     naive_edit_distance(a, b.substr(1)) + 1});
}

}  // namespace

TEST_CASE("The edit distance counts insertions, deletions and substitutions", "[base]") {
    CHECK(edit_distance("", "") == 0);
    CHECK(edit_distance("", "box") == 3);
    CHECK(edit_distance("box", "") == 3);
    CHECK(edit_distance("kitten", "sitting") == 3);  // Levenshtein's textbook pair
    CHECK(edit_distance("kendal", "kendall") == 1);
}

TEST_CASE("The edit distance equals its recursive definition", "[base]") {
    check_property("edit distance equals the recursion", [] {
        const auto letters =
            rc::gen::resize(5, rc::gen::container<std::string>(rc::gen::element('a', 'b', 'c')));
        const std::string a = *letters;
        const std::string b = *letters;
        RC_ASSERT(edit_distance(a, b) == naive_edit_distance(a, b));
    });
}

TEST_CASE("An unknown name of a short list is answered with all and the nearest", "[base]") {
    CHECK(expected_one_of("prefx", names) == "one of prefix, interval, box (did you mean prefix?)");
    CHECK(expected_one_of("bx", names) == "one of prefix, interval, box (did you mean box?)");
}

TEST_CASE("No name is suggested that is further away than a third of the letters", "[base]") {
    CHECK(expected_one_of("spearman", names) == "one of prefix, interval, box");
    CHECK(expected_one_of("", names) == "one of prefix, interval, box");
}

TEST_CASE("No name is suggested for a name of absurd length", "[base]") {
    CHECK(expected_one_of(std::string(300, 'x'), names) == "one of prefix, interval, box");
    CHECK(expected_one_of(std::string(100'000, 'x'), names) == "one of prefix, interval, box");
}

TEST_CASE("An unknown name of a long list is answered with the nearest three", "[base]") {
    std::vector<std::string> many{"kendall", "kendall-tau", "footrule", "mean-rank", "Mae", "rank"};
    for (int i = 0; i < 40; ++i)
        many.push_back("another-" + std::to_string(i));
    const std::vector<std::string_view> known(many.begin(), many.end());
    CHECK(expected_one_of("kendal", known, "disarray metrics") ==
          "one of 46 names, the nearest kendall, kendall-tau, Mae (disarray metrics lists all)");
    constexpr std::string_view readings[] = {"prefix", "prefix-sym"};
    CHECK(nearest_names("prefix_sym", readings, 1).front() == "prefix-sym");
    // A piece of a name, and a name with more behind it, are near whatever their length.
    CHECK(nearest_names("tau", known, 1).front() == "kendall-tau");
    CHECK(nearest_names("footrule-distance", known, 1).front() == "footrule");
    CHECK(nearest_names("MAE", known, 1).front() == "Mae");
    CHECK(nearest_names("x", known, 100).size() == 46);
    CHECK(nearest_names("x", {}).empty());
    for (const std::string& absurd : {std::string(), std::string(100'000, 'x')})
        CHECK(expected_one_of(absurd, known).size() < 100);
}

TEST_CASE("A choice is found by name and its name by value", "[base]") {
    CHECK(choice_named<Number>("two", "--number") == Number::two);
    CHECK(name_of(Number::one) == "one");
    CHECK(message_of<InputError>([] { choice_named<Number>("tow\n", "--number"); }) ==
          "--number: found \"tow\\x0a\", expected one of one, two");
    CHECK_THROWS_AS(name_of(static_cast<Number>(3)), InternalError);
}

TEST_CASE("A list of choices need not be one of an enumeration", "[base]") {
    constexpr Choice<int> numbers[] = {{"one", 1}, {"two", 2}};
    CHECK(choice_named(numbers, "two", "--number") == 2);
}

}  // namespace disarray::test
