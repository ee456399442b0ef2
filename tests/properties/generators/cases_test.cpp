// SPDX-License-Identifier: MIT
// Shows that drawn cases are of their shape, small ones first, with every kind of everything among
// 1000 of them, and that a case is a function of seed and index alone.
#include "properties/generators/cases.hpp"

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "properties/generators/dissimilarities.hpp"
#include "properties/generators/permutations.hpp"
#include "properties/generators/weightings.hpp"
#include "tests/support/property.hpp"

namespace disarray::properties::generators {

namespace {

constexpr std::uint64_t seed = 20100428;

/// Shapes that differ in every field.
std::vector<CaseShape> sample_shapes() {
    using enum DissimilarityClass;
    return {
        {},
        {.rankings = 3, .dissimilarity = metric, .least_n = 2, .most_n = 5},
        {.rankings = 1, .dissimilarity = any, .least_n = 3, .most_n = 9, .vary_scale = false},
        {.varies = {false, true, false}, .most_n = 12, .positive_swap_costs = true},
        {.varies = {true, false, true}, .fixed_points = FixedPointPolicy::local},
        {.varies = {false, false, false}, .least_n = 4, .most_n = 4},
    };
}

Distribution distribution_of(const CaseShape& shape, std::uint64_t cases) {
    Distribution seen;
    for (std::uint64_t k = 0; k < cases; ++k)
        count(seen, case_at(shape, seed, k).labels);
    return seen;
}

void check_occur(Distribution& seen, std::string_view aspect,
                 const std::vector<std::string_view>& names) {
    for (const auto name : names) {
        INFO(label(aspect, name));
        CHECK(seen[label(aspect, name)] >= 10);
    }
}

}  // namespace

TEST_CASE("Every drawn case is of its shape", "[generators]") {
    for (const CaseShape& shape : sample_shapes()) {
        for (std::uint64_t k = 0; k < 500; ++k) {
            const LabelledCase drawn = case_at(shape, seed, k);
            const auto reason = why_not_of(shape, drawn.value);
            INFO(to_string(drawn.value) << ": " << reason.value_or(""));
            REQUIRE_FALSE(reason);
        }
    }
}

TEST_CASE("Every structure and every kind occurs in 1000 cases", "[generators]") {
    using enum DissimilarityClass;
    for (const DissimilarityClass wanted : {any, pseudometric, metric}) {
        auto seen = distribution_of({.dissimilarity = wanted, .most_n = 8}, 1000);
        check_occur(seen, "ranking", permutation_structures());
        check_occur(seen, "next ranking", ranking_relations());
        check_occur(seen, "element weights", element_weight_kinds());
        check_occur(seen, "swap costs", swap_cost_kinds());
        check_occur(seen, "dissimilarity", dissimilarity_kinds(wanted));
        for (const auto part : {"element weights", "swap costs", "dissimilarity"}) {
            check_occur(seen, part, {"absent"});
        }
    }
}

TEST_CASE("Both policies at fixed points and many scale factors are drawn", "[generators]") {
    std::set<Rational> scales;
    int local = 0;
    for (std::uint64_t k = 0; k < 300; ++k) {
        const Case instance = case_at({}, seed, k).value;
        scales.insert(instance.scale);
        local += instance.weighting.fixed_points == FixedPointPolicy::local ? 1 : 0;
    }
    CHECK(scales.size() >= 10);
    CHECK(local > 60);
    CHECK(local < 240);
}

TEST_CASE("A case depends on seed and index alone", "[generators]") {
    const CaseShape shape{.rankings = 3, .dissimilarity = DissimilarityClass::any, .most_n = 7};
    std::vector<std::string> forward;
    for (std::uint64_t k = 0; k < 200; ++k) {
        forward.push_back(to_string(case_at(shape, seed, k).value));
    }
    for (std::uint64_t k = 200; k-- > 0;) {
        CHECK(to_string(case_at(shape, seed, k).value) == forward[k]);
    }
    int same = 0;
    for (std::uint64_t k = 100; k < 200; ++k) {
        same += to_string(case_at(shape, seed + 1, k).value) == forward[k] ? 1 : 0;
    }
    CHECK(same <= 10);  // of one element, as a rule
}

TEST_CASE("The stream of a seed is the same in every build", "[generators]") {
    const CaseShape shape{.most_n = 4};
    CHECK(to_string(case_at(shape, 1, 49).value) ==
          "σ = 3 2 1, τ = 3 1 2, w = 1 2 4, δ = 6 3, D = 0 0 1; 0 0 1; 1 1 0");
}

TEST_CASE("Small cases come first, and large ones come", "[generators]") {
    const CaseShape shape{.least_n = 2, .most_n = 8};
    std::vector<int> of_size(9, 0);
    for (std::uint64_t k = 0; k < 1000; ++k) {
        const std::size_t n = case_at(shape, seed, k).value.n();
        if (k % 100 < 8) CHECK(n == 2);
        ++of_size[n];
    }
    for (std::size_t n = 2; n <= 8; ++n)
        CHECK(of_size[n] >= 50);
}

TEST_CASE("A shape without rankings or with no n is a misuse", "[generators]") {
    CHECK_THROWS_AS(case_at({.rankings = 0}, seed, 0), UsageError);
    CHECK_THROWS_AS(case_at({.least_n = 0}, seed, 0), UsageError);
    CHECK_THROWS_AS(case_at({.least_n = 5, .most_n = 4}, seed, 0), UsageError);
}

TEST_CASE("A distribution counts cases, not repetitions, and adds up", "[generators]") {
    Distribution one;
    count(one, {"a", "b", "a"});
    count(one, {"a"});
    Distribution other;
    count(other, {"b", "c"});
    merge(one, other);
    CHECK(one == Distribution{{"a", 2}, {"b", 2}, {"c", 1}});
}

}  // namespace disarray::properties::generators
