// SPDX-License-Identifier: MIT
//
// Many rationals over one common denominator. Sums and products of weights are then sums and
// products of integers, in 64 bits where they fit: the fast path of every metric. Whether they fit
// is decided once, from bounds, before the loop runs; what does not fit goes to big integers, so
// nothing ever wraps. (Checking each operation with __builtin_*_overflow was the alternative; it
// keeps the compiler from vectorizing the O(n²) loops.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "exact/rational.hpp"

namespace disarray {

/// An immutable sequence of rationals, stored as integer numerators over one positive denominator.
class ScaledSequence {
public:
    ScaledSequence() = default;

    /// O(m) big-number operations for m values.
    explicit ScaledSequence(std::span<const Rational> values);
    /// numerators[i] / denominator. \throws UsageError unless denominator > 0.
    explicit ScaledSequence(std::vector<std::int64_t> numerators, Integer denominator = 1);

    std::size_t size() const { return is_small() ? small_.size() : large_.size(); }
    /// The value at `index`, counted from 0. \throws UsageError out of range.
    Rational operator[](std::size_t index) const;
    const Integer& denominator() const { return denominator_; }

    /// True if every numerator is in the range of std::int64_t; then small() holds them, else
    /// large().
    bool is_small() const { return large_.empty(); }
    std::span<const std::int64_t> small() const { return small_; }
    std::span<const Integer> large() const { return large_; }
    /// The numerators as big integers, whichever way they are stored.
    std::vector<Integer> numerators() const;

    /// Σ |numerator|.
    Integer absolute_sum() const;
    /// max |numerator|, 0 if empty.
    Integer largest() const;

    friend bool operator==(const ScaledSequence& a, const ScaledSequence& b);

private:
    std::vector<std::int64_t> small_;
    std::vector<Integer> large_;
    Integer denominator_ = 1;
};

}  // namespace disarray
