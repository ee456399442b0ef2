// SPDX-License-Identifier: MIT
// Levels sort exact values of every kind, and say what they cannot tell apart.
#include "properties/levels.hpp"

#include "base/error.hpp"
#include "properties/case.hpp"
#include "tests/catch.hpp"
#include "tests/properties/planted.hpp"
#include "tests/support/permutations.hpp"

using namespace disarray;
using namespace disarray::properties;

namespace {

using Of = std::vector<std::optional<std::size_t>>;

Value root(std::int64_t radicand) {
    return Value::root(Rational(radicand), 2);
}

}  // namespace

TEST_CASE("levels rise with the values, and equal values share one, whatever their form") {
    const Value third = Rational(Integer(1), Integer(3));
    // √2 + √3 = 3.146, √10 = 3.162, and √18 = 3√2.
    const std::vector<Value> values{root(10), 3,         root(2) + root(3),      third, root(18),
                                    third,    Value(-1), Value(3) * root(2),     3,     root(9),
                                    Value(0), root(10),  Value::inverse_log2(8), third};
    const Levels found = levels(values);
    CHECK(found.of == Of{5, 3, 4, 2, 6, 2, 0, 6, 3, 3, 1, 5, 2, 2});
    CHECK(found.count == 7);
    CHECK(found.undecided == 0);
}

TEST_CASE("levels agree with compare on values that lie close together") {
    std::vector<Value> values;
    for (int i = 0; i < 12; ++i) {
        // √2 to 2⁻⁷⁰ and beyond: the first intervals overlap.
        const Integer scale = Integer(1) << (30 + 6 * i);
        const Integer root_of_two = sqrt(Integer(2 * scale * scale));
        values.push_back(Rational(root_of_two, scale));
        values.push_back(root(2));
        values.push_back(root(2) + Value(Rational(Integer(1), scale)));
    }
    const Levels found = levels(values);
    for (std::size_t i = 0; i < values.size(); ++i) {
        for (std::size_t j = 0; j < values.size(); ++j) {
            INFO(values[i].to_string() << " and " << values[j].to_string());
            const Order order = compare(values[i], values[j]);
            CHECK((order == Order::less) == (found.of[i] < found.of[j]));
            CHECK((order == Order::equal) == (found.of[i] == found.of[j]));
        }
    }
}

TEST_CASE("an undefined value has no level") {
    const Levels found = levels(std::vector<Value>{Value::undefined("0/0"), 2, 1});
    CHECK(found.of == Of{std::nullopt, 1, 0});
    CHECK(found.count == 2);
    CHECK(levels(std::vector<Value>{}).count == 0);
}

TEST_CASE("values that cannot be told apart are counted in pairs") {
    const Value open = Value::inverse_log2(6);
    const Value hidden = test::hidden_inverse_log2_of_6();
    REQUIRE(compare(open, hidden) == Order::undecided);
    const Levels found = levels(std::vector<Value>{open, hidden, 0, open, hidden, open, 1});
    CHECK(found.undecided == 3 * 2);
    CHECK(found.of[0] == found.of[3]);
    CHECK(found.of[1] == found.of[4]);
    CHECK(found.of[2] == 0);
    CHECK(found.of[6] == 3);
}

TEST_CASE("the order of witnesses is that of cases of one ranking") {
    for (std::size_t n = 1; n <= 5; ++n) {
        std::vector<Permutation> expected = test::all_permutations(n);
        std::ranges::sort(expected, [](const Permutation& a, const Permutation& b) {
            return compare(Case{{a}, {}, 2}, Case{{b}, {}, 2}) < 0;
        });
        CHECK(permutations_in_witness_order(n) == expected);
    }
    CHECK_THROWS_AS(permutations_in_witness_order(9), UsageError);
}
