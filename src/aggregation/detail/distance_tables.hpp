// SPDX-License-Identifier: MIT
//
// A DistanceSum in integers: w, D and every p̄ that can occur as multiples of common units, so that
// the searches evaluate an order in 128-bit integers. Bounds are checked when the tables are made;
// what is returned to the caller is evaluated again by metrics/.
//
// Both frames are one formula here: a vote has labels (the elements, or in the literal frame
// their ranks in the vote), and w and D are read off the labels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "aggregation/distance_sum.hpp"

namespace disarray::aggregation {

struct DistanceSum::Tables {
    Tables(const Profile& profile, Distance given);

    struct Ballot {
        std::int64_t count;
        std::vector<Rank> ranks;   ///< τ
        std::vector<Rank> labels;  ///< of the elements
    };

    Distance distance;
    std::size_t n;
    std::vector<Ballot> ballots;
    Rational unit;

    /// w of a label.
    std::int64_t w(Rank label) const { return weights.empty() ? 1 : weights[label]; }
    /// D of two labels, 0 if they are the same.
    std::int64_t d(Rank a, Rank b) const {
        if (entries.empty()) return a == b ? 0 : 1;
        return entries[std::size_t{a} * n + b];
    }
    /// p̄ of an element on rank s of the one and t of the other ranking.
    std::int64_t p(std::size_t s, std::size_t t) const {
        return averages.empty() ? 1 : averages[s * n + t];
    }
    bool has_swap_costs() const { return !averages.empty(); }
    bool is_literal() const { return distance.frame == metrics::Frame::literal; }

    /// The sum at the candidate, in units. O(votes · n²). \param sigma  ranks of the elements
    Int128 cost(std::span<const Rank> sigma) const;
    Rational in_units(Int128 cost) const { return Rational(to_integer(cost)) * unit; }

private:
    std::vector<std::int64_t> weights;   ///< empty: 1
    std::vector<std::int64_t> entries;   ///< row by row; empty: 1
    std::vector<std::int64_t> averages;  ///< p̄ row by row; empty: 1
};

}  // namespace disarray::aggregation
