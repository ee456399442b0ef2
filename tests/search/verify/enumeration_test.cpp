// SPDX-License-Identifier: MIT
// The places of records in S_n, against the rules of FORMAT.md put as sets.
#include "search/verify/core/core.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "search/verify/chunks.hpp"
#include "tests/catch.hpp"

using namespace disarray::verify;

namespace {

using Vector = std::vector<int>;  // ranks from 1

std::vector<Vector> symmetric_group(int n) {
    Vector sigma(static_cast<std::size_t>(n));
    std::iota(sigma.begin(), sigma.end(), 1);
    std::vector<Vector> all;
    do
        all.push_back(sigma);
    while (std::next_permutation(sigma.begin(), sigma.end()));
    return all;
}

Vector inverted(const Vector& sigma) {
    Vector result(sigma.size());
    for (std::size_t i = 0; i < sigma.size(); ++i)
        result[static_cast<std::size_t>(sigma[i] - 1)] = static_cast<int>(i) + 1;
    return result;
}

Vector reverse_complemented(Vector sigma) {
    std::ranges::reverse(sigma);
    for (int& rank : sigma)
        rank = static_cast<int>(sigma.size()) + 1 - rank;
    return sigma;
}

bool maps_a_beginning_to_itself(const Vector& sigma) {
    for (std::size_t m = 1; m < sigma.size(); ++m) {
        Vector head(sigma.begin(), sigma.begin() + static_cast<std::ptrdiff_t>(m));
        std::ranges::sort(head);
        if (head.back() == static_cast<int>(m)) return true;
    }
    return false;
}

/// All σ at which the enumeration stands from now on.
std::vector<Vector> rest_of(Enumeration& enumeration) {
    std::vector<Vector> rest;
    for (; enumeration.current() != nullptr; enumeration.advance()) {
        Vector sigma;
        for (int i = 0; i < enumeration.current()->size(); ++i)
            sigma.push_back((*enumeration.current())[i] + 1);
        rest.push_back(sigma);
    }
    return rest;
}

std::vector<Vector> expected(const Claim& claim) {
    std::vector<Vector> all;
    for (int n = claim.direct_sums ? 2 : claim.n; n <= claim.n; ++n) {
        for (const Vector& sigma : symmetric_group(n)) {
            if (claim.direct_sums && maps_a_beginning_to_itself(sigma)) continue;
            std::vector<Vector> images{sigma};
            if (claim.inverse) images.push_back(inverted(sigma));
            if (claim.reverse_complement) images.push_back(reverse_complemented(sigma));
            if (claim.inverse && claim.reverse_complement) {
                images.push_back(reverse_complemented(inverted(sigma)));
            }
            if (sigma == *std::ranges::min_element(images)) all.push_back(sigma);
        }
    }
    return all;
}

}  // namespace

TEST_CASE("records have their places by the rules, for all symmetries and direct sums") {
    Claim claim;
    claim.n = GENERATE(2, 3, 4, 5, 6);
    claim.direct_sums = GENERATE(false, true);
    claim.inverse = GENERATE(false, true);
    claim.reverse_complement = GENERATE(false, true);
    INFO("n = " << claim.n << ", direct sums " << claim.direct_sums << ", inverse " << claim.inverse
                << ", reverse-complement " << claim.reverse_complement);
    Enumeration all(claim);
    CHECK(rest_of(all) == expected(claim));
    if (claim.direct_sums && claim.n == 6) {
        // Indecomposable permutations: OEIS A003319.
        const std::vector<std::uint64_t> known{1, 3, 13, 71, 461};
        for (int l = 2; l <= 6; ++l)
            CHECK(all.indecomposable(l) == known[static_cast<std::size_t>(l - 2)]);
    }
}

TEST_CASE("a rank is that of its place in lexicographic order") {
    for (int n = 1; n <= 6; ++n) {
        std::uint64_t rank = 0;
        for (const Vector& sigma : symmetric_group(n)) {
            Ranks ranks;
            for (const int r : sigma)
                ranks.push_back(r - 1);
            CHECK(lexicographic_rank(ranks) == rank);
            CHECK(is_before_end(ranks, {"", n, rank + 1, 0, ""}));
            CHECK_FALSE(is_before_end(ranks, {"", n, rank, 0, ""}));
            CHECK(is_before_end(ranks, {"", n + 1, 1, 0, ""}));
            CHECK_FALSE(is_before_end(ranks, {"", n - 1, factorial(n - 1), 0, ""}));
            ++rank;
        }
    }
    CHECK(lexicographic_rank({11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0}) == factorial(12) - 1);
}

TEST_CASE("one rank vector has one place") {
    Claim claim;
    claim.n = 3;
    claim.scope = Ranks{2, 1, 0};
    Enumeration all(claim);
    REQUIRE(all.current() != nullptr);
    CHECK(*all.current() == *claim.scope);
    all.advance();
    CHECK(all.current() == nullptr);
}

TEST_CASE("an expression counts no pair of a ranking if and only if all its coefficients are 0") {
    constexpr int n = 5;
    const char* const names[] = {"K",
                                 "F[prefix]",
                                 "F[prefix-sym]",
                                 "F[interval]",
                                 "F[box]",
                                 "K[inverse]",
                                 "F[prefix,inverse]",
                                 "F[prefix-sym,inverse]",
                                 "F[interval,inverse]",
                                 "F[box,inverse]"};
    const auto term = [](const char* coefficient, const std::string& name) {
        return Json{{"coefficient", coefficient}, {"functional", name}};
    };
    Json header = Json::parse(
        R"({"format":"disarray.certificate/1","n":5,"scope":"all","small":[],"direct_sums":false,)"
        R"("weights":["1","2","1/2","3","5"],"symmetries":[]})");
    header["big"] = Json::array({term("1", "K")});
    std::vector<Json> smalls;
    for (const char* name : names) {
        smalls.push_back(Json::array({term("2/3", name)}));
        if (!std::string(name).starts_with("F[prefix"))
            smalls.push_back(Json::array(
                {Json{{"coefficient", "1"},
                      {"absolute", Json::array({term("2", name), term("-2", "K[inverse]")})}}}));
    }
    for (int costs = 0; costs < 1 << (n - 1); ++costs)
        for (const char* policy : {"one", "local"})
            for (const Json& small : smalls) {
                Json list = Json::array();
                for (int k = 0; k < n - 1; ++k)
                    list.push_back((costs >> k & 1) != 0 ? "3/7" : "0");
                header["swap_costs"] = list;
                header["fixed_points"] = policy;
                header["small"] = small;
                const Claim claim = read_claim(header);
                const Counted counted(claim, claim.small);
                const bool is_sum = claim.small.front().inside.empty();
                std::size_t wrong = 0;
                Ranks sigma = identity(n);
                do {
                    const bool is_zero =
                        forms<Number>(claim, claim.small, sigma, identity(n)).vanish();
                    const bool has_none = counted.has_none(sigma);
                    if (is_sum ? has_none != is_zero : has_none && !is_zero) ++wrong;
                } while (std::ranges::next_permutation(sigma).found);
                CAPTURE(list.dump(), policy, small.dump());
                CHECK(wrong == 0);
            }
}
