// SPDX-License-Identifier: MIT
//
// Permutations that come in families, one for each n or for every second or third: the shapes in
// which extremal σ were seen, start points of the random searches, and the rows over which a ratio
// is recognized as a function of n (rational_function.hpp). A family may have a parameter, written
// after a colon: "layered:2,1".
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ranking/permutation.hpp"

namespace disarray::search {

struct Family {
    std::string name;         ///< with its parameter, "framed:3"
    std::string description;  ///< one line
    std::size_t least_n = 2;  ///< no member is shorter
    /// The member of length n; empty if there is none. Never the identity.
    std::function<std::optional<Permutation>(std::size_t n)> member;
};

/// The catalogue, each family with its usual parameter; always in the same order.
const std::vector<Family>& families();

/// A family by its name in the catalogue, or one of
///   rotation:K      element i on rank i+K, cyclically
///   layered:A,B,…   reversals of sizes A, B, …, again from A, one below the other
///   skew:A,B,…      increasing runs of these sizes, each before the ones already placed
///   framed:A,B,…    element 1 on rank n, element n on rank 1, layered:A,B,… between
///   grid:K          n/K columns of K, read by columns instead of rows
/// \param where  begins the error message
/// \throws InputError for another name, naming the nearest; or a parameter that is no list of
/// positive integers
Family family_named(std::string_view name, std::string_view where);

/// The members of length n of all families in the catalogue, each once, in its order.
std::vector<Permutation> family_members(std::size_t n);

}  // namespace disarray::search
