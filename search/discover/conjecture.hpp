// SPDX-License-Identifier: MIT
//
// A conjecture in n: direction(n)·(statistics of σ) ≤ bound(n) for all σ in S_n, found as a facet
// of the attained points for several n. And where such come from: facets of successive n are
// matched by their normals, which have to be constant or linear in n up to a factor; the best bound
// at each n is then known exactly, and is fitted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "formulas/quasi_polynomial.hpp"
#include "search/discover/attained.hpp"
#include "search/discover/hull.hpp"
#include "search/discover/statement.hpp"

namespace disarray::search::discover {

/// The points of one tuple at one n, and their hull.
struct Region {
    Attained attained;
    std::vector<Facet> facets;  ///< empty where the points do not span the dimension
};

/// constant + n·slope; coprime.
struct Direction {
    Point constant{}, slope{};

    Point at(std::size_t n) const;
    friend auto operator<=>(const Direction&, const Direction&) = default;
};

/// What S_n says of a conjecture.
struct LengthEvidence {
    std::size_t n = 0;
    std::int64_t best = 0;    ///< max direction(n)·x, exact
    bool is_facet = false;    ///< what is stated is one of the hull, not only a supporting plane
    std::uint64_t tight = 0;  ///< σ with the best value
    Permutation first;        ///< the lexicographically least of them; empty of rankings with ties
};

struct Conjecture {
    std::vector<Quantity> quantities;
    Direction direction;
    bool without_identity = false;
    QuasiFit bound;
    std::size_t from = 0;                 ///< it holds on S_n for all n swept from here on
    std::vector<LengthEvidence> lengths;  ///< of all n swept, ascending

    /// A statement of the language: "kendall + cayley <= footrule".
    std::string text() const;
    /// direction(n)·quantities ≤ bound(n).
    LinearForm form(std::size_t n) const;
    /// σ in S_n for the greatest n swept that attain it, and how many there are in all.
    std::uint64_t touch() const { return lengths.back().tight; }
    std::size_t facets() const;
    /// Of all its quantities: the bound and the best values are those of so many times them.
    std::int64_t unit() const;
};

/// The conjectures that the facets of one tuple suggest, in which all of its quantities occur.
/// \param regions  of the same quantities, for successive n
std::vector<Conjecture> conjectures_from(std::span<const Region> regions, bool without_identity);

}  // namespace disarray::search::discover
