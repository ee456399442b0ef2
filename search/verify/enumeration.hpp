// SPDX-License-Identifier: MIT
//
// The σ that may have a record, in the order of the records: all of S_n, or of S_2, …, S_n in turn,
// without the decomposable ones (with direct sums) and without those with an earlier image. Only
// whether N is 0 is not seen here.
#pragma once

#include <array>
#include <cstdint>

#include "search/verify/claim.hpp"

namespace disarray::verify {

class Enumeration {
public:
    explicit Enumeration(const Claim& claim);

    /// The σ at which the enumeration stands; null behind the last.
    const Ranks* current() const { return at_end_ ? nullptr : &sigma_; }
    void advance();

    /// How many indecomposable σ of length l there were before the present one. With direct sums.
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
    bool at_end_ = false;
    std::array<std::uint64_t, Ranks::max_size + 1> indecomposable_{};
};

/// Whether σ maps {1, …, m} to itself for some m from 1 to its length − 1.
bool is_decomposable(const Ranks& sigma);

}  // namespace disarray::verify
