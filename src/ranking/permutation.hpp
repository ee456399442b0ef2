// SPDX-License-Identifier: MIT
//
// A permutation σ of n elements, held as its rank vector: σ(i) is the rank of element i, rank 1 at
// the top (docs/definitions.md, Rankings). Inside the program elements and ranks count from 0;
// everything that is read or printed counts from 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace disarray {

/// A rank or an element, counted from 0.
using Rank = std::uint32_t;

/// Ends a message about a 0 among ranks or elements.
inline constexpr std::string_view way_out_of_zero = "; add 1 to each where they count from 0";

/// A permutation as a rank vector.
class Permutation {
public:
    /// The permutation of no elements.
    Permutation() = default;

    static Permutation identity(std::size_t n);
    /// The reversal: element i gets rank n−1−i.
    static Permutation reversal(std::size_t n);

    /// From ranks counted from 1, as a reader writes them: (3,1,2) puts element 1 on rank 3.
    /// \param where  begins the error message
    /// \throws InputError if `ranks` is empty or not a permutation of 1..n; a repeated rank is
    /// named as a tie.
    static Permutation from_ranks(std::span<const std::int64_t> ranks, std::string_view where);
    /// From the elements, counted from 1, in order from rank 1 to rank n: the inverse notation.
    static Permutation from_order(std::span<const std::int64_t> order, std::string_view where);
    /// From ranks counted from 0 that are known to be a permutation. O(1).
    static Permutation from_ranks_unchecked(std::vector<Rank> ranks);

    std::size_t size() const { return ranks_.size(); }
    /// σ(i), both counted from 0, without a check of the range.
    Rank operator[](std::size_t element) const { return ranks_[element]; }
    std::span<const Rank> ranks() const { return ranks_; }

    Permutation inverse() const;
    /// σ^rc(i) = n+1−σ(n+1−i), counted from 1: turn the two rankings upside down together.
    Permutation reverse_complement() const;
    bool is_identity() const;

    /// "3 1 2": the rank vector, counted from 1.
    std::string to_string() const;
    /// The rank vector, counted from 1.
    std::vector<std::int64_t> to_ranks() const;
    /// The elements from rank 1 to rank n, counted from 1.
    std::vector<std::int64_t> to_order() const;

    /// By rank vector; on one S_n this is the lexicographic order.
    friend auto operator<=>(const Permutation&,
                            const Permutation&) = default;  // NOLINT: not a null

private:
    explicit Permutation(std::vector<Rank> ranks) : ranks_(std::move(ranks)) {}
    std::vector<Rank> ranks_;
};

/// (στ)(i) = σ(τ(i)). \throws UsageError if the sizes differ.
Permutation compose(const Permutation& sigma, const Permutation& tau);

/// σ⊕τ: σ on the first elements and ranks, τ on the rest.
Permutation direct_sum(const Permutation& sigma, const Permutation& tau);

/// True if σ is no direct sum of two shorter permutations: no k < n with σ({1..k}) = {1..k}.
/// The empty permutation is not indecomposable. O(n).
bool is_indecomposable(std::span<const Rank> ranks);
inline bool is_indecomposable(const Permutation& sigma) {
    return is_indecomposable(sigma.ranks());
}

/// The cycles of σ as lists of elements counted from 0, each beginning with its least element, in
/// order of that element; fixed points included. O(n).
std::vector<std::vector<Rank>> cycles(const Permutation& sigma);

}  // namespace disarray
