// SPDX-License-Identifier: MIT
// Families: members are permutations of the right length, pinned where a shape is known by name.
#include "search/families.hpp"

#include <set>

#include "base/error.hpp"
#include "formulas/rational_function.hpp"
#include "search/decision.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/permutations.hpp"

using namespace disarray;
using namespace disarray::search;

namespace {

std::string member(std::string_view name, std::size_t n) {
    const auto sigma = family_named(name, "test").member(n);
    return sigma ? sigma->to_string() : "none";
}

}  // namespace

TEST_CASE("the members of every family are permutations of length n other than the identity") {
    for (const Family& family : families()) {
        std::size_t members = 0;
        for (std::size_t n = 0; n <= 30; ++n) {
            INFO(family.name << ", n = " << n);
            const auto sigma = family.member(n);
            if (!sigma) continue;
            ++members;
            CHECK(n >= family.least_n);
            REQUIRE(sigma->size() == n);
            CHECK(std::set<Rank>(sigma->ranks().begin(), sigma->ranks().end()).size() == n);
            CHECK(*sigma->ranks().begin() < n);
            CHECK_FALSE(sigma->is_identity());
        }
        CHECK(members >= 4);
        CHECK(family.member(family.least_n));
    }
}

TEST_CASE("each shape has the members that its description says") {
    CHECK(member("reversal", 4) == "4 3 2 1");
    CHECK(member("rotation", 4) == "2 3 4 1");
    CHECK(member("rotation:2", 5) == "3 4 5 1 2");
    CHECK(member("half-rotation", 5) == "4 5 1 2 3");
    CHECK(member("layered", 6) == "2 1 4 3 6 5");
    CHECK(member("layered:1,2", 6) == "1 3 2 4 6 5");
    CHECK(member("layered:3", 6) == "3 2 1 6 5 4");
    CHECK(member("skew", 6) == "5 6 3 4 1 2");
    CHECK(member("ends", 5) == "5 2 3 4 1");
    CHECK(member("framed", 6) == "6 3 2 5 4 1");  // the least σ with min F/K < 1, prefix reading
    CHECK(member("framed", 8) == "8 3 2 5 4 7 6 1");
    CHECK(member("framed:3", 5) == "5 4 3 2 1");
    CHECK(member("framed-3", 8) == "8 4 3 2 7 6 5 1");
    CHECK(member("shuffle", 6) == "1 3 5 2 4 6");
    CHECK(member("grid", 9) == "1 4 7 2 5 8 3 6 9");
    CHECK(member("grid:3", 6) == "1 4 2 5 3 6");
}

TEST_CASE("a family has no member where its sizes do not fill n") {
    CHECK(member("framed", 7) == "none");
    CHECK(member("layered", 5) == "none");
    CHECK(member("grid", 8) == "none");
    CHECK(member("layered:1", 5) == "none");  // the identity
    CHECK(member("rotation:7", 7) == "none");
    CHECK(member("rotation", 1) == "none");
    CHECK(member("framed", 2) == "none");
}

TEST_CASE("a family that does not exist is refused with the nearest name") {
    const auto refused = [](std::string_view name) {
        return test::message_of<InputError>([&] { family_named(name, "--family"); });
    };
    CHECK(test::contains(refused("framd"), "did you mean framed?"));
    CHECK(test::contains(refused("framed:0"), "framed:0"));
    CHECK(test::contains(refused("framed:x"), "integers from 1"));
    CHECK(test::contains(refused("framed:"), "framed:"));
    CHECK(test::contains(refused("reversal:2"), "only after layered"));
    CHECK(test::contains(refused("rotation:1,2"), "one for rotation"));
}

TEST_CASE("the members of a length are different and there are some from n = 3 on") {
    for (std::size_t n = 3; n <= 30; ++n) {
        const std::vector<Permutation> members = family_members(n);
        CHECK(members.size() >= 2);
        CHECK(std::set<Permutation>(members.begin(), members.end()).size() == members.size());
    }
}

namespace {

/// The formula for max F/K (upper side) or min F/K over the members from n = 3 to `to`.
std::string formula(std::string_view name, const Inequality& inequality, bool upper,
                    std::size_t to) {
    const Family family = family_named(name, "test");
    std::vector<Sample> samples;
    for (std::size_t n = 3; n <= to; ++n) {
        const auto sigma = family.member(n);
        if (!sigma) continue;
        const auto decision =
            decide(functional(inequality.small, *sigma), functional(inequality.big, *sigma));
        REQUIRE(decision);
        samples.emplace_back(n, upper ? Rational(3) / decision->ratio : decision->ratio);
    }
    const auto fit = fit_all(samples);
    return fit ? fit->function.to_string() : "none";
}

}  // namespace

TEST_CASE("over the framed family min F/K under prefix is 2n/(3n-4), with the limit 2/3") {
    CHECK(formula("framed", lower_side(metrics::Reading::prefix), false, 14) == "2*n/(3*n - 4)");
}

TEST_CASE("over the rotations max F/K under prefix-sym is n") {
    CHECK(formula("rotation", upper_side(metrics::Reading::prefix_sym), true, 9) == "n");
}
