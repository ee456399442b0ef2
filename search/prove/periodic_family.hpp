// SPDX-License-Identifier: MIT
//
// A σ and a D for every length of a residue class, by a pattern: some elements at the left end, a
// block that repeats m times, some elements at the right end; or a short permutation of which some
// elements grow to runs of m elements. N and M are then affine in m, or at most of degree 2, once m
// is large (verify/FORMAT.md, "Families"), so that finitely many values say all of them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "exact/rational.hpp"
#include "ranking/permutation.hpp"
#include "search/statement.hpp"
#include "weighting/dissimilarity.hpp"

namespace disarray::search {

/// An element of a pattern. D is 1 between different colours and 0 within one.
struct PatternElement {
    /// At an end: the rank r > 0 from the top, or −r from the bottom, −1 being rank n. In the
    /// block: rank − element.
    int rank = 0;
    int colour = 0;
};

/// An element of a short permutation: one, or m in succession with as many ranks in succession.
struct InflatedElement {
    int rank = 0;  ///< in the short permutation, from 1
    bool grows = false;
    int colour = 0;
};

/// Ends and a block, or inflated elements.
struct PeriodicFamily {
    std::string name;
    std::vector<PatternElement> left, block, right;
    std::size_t first = 0;  ///< the least number m of blocks, or length of a run
    std::vector<InflatedElement> inflated = {};

    std::size_t length(std::size_t m) const;
    Permutation sigma(std::size_t m) const;
    Dissimilarity dissimilarity(std::size_t m) const;
};

/// constant + slope·m.
struct Affine {
    Rational constant, slope;
    friend bool operator==(const Affine&, const Affine&) = default;
};

/// N and M of an inequality on a family, for m ≥ first.
struct FamilyValues {
    Affine small, big;
};

/// By the naive definitions at the first few m; disarray-verify proves it for all. Empty if those
/// are not affine in m, or N is not > 0; of inflated elements also where a term is not linear or of
/// σ⁻¹.
std::optional<FamilyValues> values_on(const PeriodicFamily& family, const Inequality& inequality);

/// Families in which extremal σ were seen: one for each residue class of n.
const std::vector<PeriodicFamily>& periodic_families();
/// Those of that name. \throws InputError beginning with `where` for another name
std::vector<PeriodicFamily> periodic_families_named(std::string_view name, std::string_view where);

/// σ with fixed points behind it, from none on, and D a cut. \param side  of each element, 0 or 1
PeriodicFamily padded_family(const Permutation& sigma, const std::vector<int>& side);

/// A family of σ inflated, with D a cut, on which N/M tends to 1, if there is one.
std::optional<PeriodicFamily> inflated_family(const Permutation& sigma,
                                              const Inequality& inequality);

}  // namespace disarray::search
