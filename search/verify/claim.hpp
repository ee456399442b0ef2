// SPDX-License-Identifier: MIT
//
// The claim of a certificate, as its header states it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exact/rational.hpp"
#include "search/verify/verify.hpp"

namespace disarray::verify {

enum class Functional { kendall, prefix, prefix_sym, interval, box };

/// coefficient · functional of σ (of σ⁻¹ if `inverse`), or coefficient · |sum of `inside`|.
struct Term {
    Rational coefficient;
    Functional functional{};
    bool inverse = false;
    std::vector<Term> inside;  ///< not empty for an absolute value, and only then
};
using Expression = std::vector<Term>;

struct Claim {
    int n = 0;
    std::optional<Ranks> scope;                 ///< the one σ; all of S_n if none
    Expression small, big;                      ///< N and M
    std::vector<Rational> weights, swap_costs;  ///< w_1 …, δ_1 …; empty where they are 1
    bool local_fixed_points = false;
    bool direct_sums = false;
    bool inverse = false;  ///< the listed symmetries
    bool reverse_complement = false;
};

/// The claim in the first line of a certificate. \throws Rejected
Claim read_header(std::string_view line);

/// "2*K + 1/2*|F[box] - K|".
std::string to_string(const Expression& expression);

/// "for every σ in S_6 and every pseudometric D (w = δ = 1)".
std::string scope_of(const Claim& claim);

/// σ⁻¹ and σ^rc.
Ranks inverse(const Ranks& sigma);
Ranks reverse_complement(const Ranks& sigma);

/// An image of σ under a listed symmetry: M and N of `ranks` should be those of σ with element i
/// renamed to renamed[i].
struct Image {
    Ranks ranks;
    Ranks renamed;
};

/// The images under the listed symmetries and their composition; some may be equal to σ or to
/// each other. No allocation: every σ of S_n comes through here.
struct Images {
    std::array<Image, 3> image;
    std::size_t count = 0;
    const Image* begin() const { return image.data(); }
    const Image* end() const { return image.data() + count; }
};
Images images(const Claim& claim, const Ranks& sigma);

/// The most terms of an expression, and the greatest n with scope "all": S_13 has 6·10⁹
/// permutations, and a header must not start what nobody would wait for.
inline constexpr std::size_t max_terms = 100;
inline constexpr int max_exhausted = 12;

}  // namespace disarray::verify
