// SPDX-License-Identifier: MIT
//
// The σ that may have a record, in the order of the records: all of S_n, or of S_2, …, S_n in turn,
// without the decomposable ones (with direct sums) and without those with an earlier image; or
// those among some consecutive σ of one length. Only whether N is 0 is not seen here.
#pragma once

#include <array>
#include <cstdint>

#include "search/verify/claim.hpp"

namespace disarray::verify {

/// The σ of one length with lexicographic ranks begin ≤ rank < end, the first of all being 0.
struct Range {
    int length = 0;
    std::uint64_t begin = 0, end = 0;
};

class Enumeration {
public:
    explicit Enumeration(const Claim& claim);
    /// Of a claim about all of S_n the part in `range`, which is not empty.
    Enumeration(const Claim& claim, const Range& range);

    /// The σ at which the enumeration stands; null behind the last.
    const Ranks* current() const { return at_end_ ? nullptr : &sigma_; }
    void advance();

    /// How many indecomposable σ of length l there were, from the first to the present one. With
    /// direct sums.
    std::uint64_t indecomposable(int l) const {
        return indecomposable_[static_cast<std::size_t>(l)];
    }

private:
    void begin(int length);
    bool step();
    void settle();
    bool is_passed_over();

    const Claim& claim_;
    Ranks sigma_;
    std::uint64_t left_ = 0;  ///< σ of this length behind the present one
    int last_length_ = 0;
    bool at_end_ = false;
    std::array<std::uint64_t, Ranks::max_size + 1> indecomposable_{};
};

std::uint64_t factorial(int n);

/// The σ of that length and lexicographic rank.
Ranks unranked(int length, std::uint64_t rank);

/// Whether σ maps {1, …, m} to itself for some m from 1 to its length − 1.
bool is_decomposable(const Ranks& sigma);

}  // namespace disarray::verify
