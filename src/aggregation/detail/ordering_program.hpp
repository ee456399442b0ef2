// SPDX-License-Identifier: MIT
//
// The linear-ordering program of one component (Grötschel, Jünger, Reinelt 1984): x_ij = 1 if i is
// above j, i < j,
//
//     minimize   Σ_{i<j} c(j,i) + (c(i,j) − c(j,i)) x_ij
//     subject to 0 <= x_ij + x_jk − x_ik <= 1   for i < j < k   (no 3-cycle),   0 <= x <= 1,
//
// with inequalities added where they are violated. Clp solves it in floating point and is asked
// for multipliers only. For any multipliers y, with d = c − yA,
//
//     Σ_r min(0, y_r) + Σ_p min over the values left to x_p of d_p x_p
//
// is a lower bound; it is evaluated in integers with y rounded to multiples of 2^−s, so that the
// bound is true whatever Clp does. Inequalities that are slack for some rounds are dropped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "aggregation/pair_costs.hpp"
#include "base/stop.hpp"
#include "exact/rational.hpp"

namespace disarray::aggregation::detail {

/// Pairs whose direction is given, closed under transitivity. As sets of bits: giving all pairs one
/// by one is O(k³/64).
class GivenPairs {
public:
    explicit GivenPairs(std::size_t k)
        : words_((k + 63) / 64), below_(k * words_, 0), above_(k * words_, 0) {}

    bool is_above(std::size_t i, std::size_t j) const {
        return (below_[i * words_ + j / 64] >> (j % 64) & 1U) != 0;
    }
    bool is_given(std::size_t i, std::size_t j) const { return is_above(i, j) || is_above(j, i); }
    /// Places i above j and what follows from it. False, and nothing changed, if j is above i.
    bool place_above(std::size_t i, std::size_t j);

private:
    using Word = std::uint64_t;

    std::size_t words_;
    std::vector<Word> below_;  ///< row i: the elements below i
    std::vector<Word> above_;
};

class OrderingProgram {
public:
    OrderingProgram(const PairCosts& costs, const Stop& stop);
    ~OrderingProgram();
    OrderingProgram(const OrderingProgram&) = delete;
    OrderingProgram& operator=(const OrderingProgram&) = delete;

    /// From now on only orders that extend `given` are asked about.
    void give(const GivenPairs& given);

    /// Solves the program with the inequalities so far. False if Clp was stopped or failed: x is
    /// then meaningless, bounds stay true.
    bool solve();
    /// Drops slack inequalities and adds those that x violates most; how many were added, 0 if it
    /// is time to stop.
    std::size_t separate();

    /// No order costs less, in units.
    std::int64_t lower_bound() const;
    /// No order in which the pair i < j lies against the sign of its d costs less, in units; i is
    /// then above j if `above`.
    struct Opposite {
        bool above;
        std::int64_t lower_bound;
    };
    Opposite opposite(std::size_t i, std::size_t j) const;

    /// About 0 … 1: how much i is above j, i ≠ j.
    double x(std::size_t i, std::size_t j) const;
    double objective() const;  ///< for progress only
    std::uint64_t inequalities() const { return added_; }

private:
    struct Clp;
    struct Triple {
        std::uint32_t i, j, k;  ///< i < j < k
        int slack_rounds = 0;
    };
    std::size_t pair(std::size_t i, std::size_t j) const {  // i < j
        return i * (2 * k_ - i - 1) / 2 + (j - i - 1);
    }
    void drop_slack();
    void add(const std::vector<Triple>& triples);
    void evaluate();  ///< the bound, from Clp's multipliers
    std::int64_t rounded_up(Int128 scaled) const;

    std::size_t k_;
    Stop stop_;
    std::vector<std::int64_t> difference_;  ///< c(i,j) − c(j,i) for each pair
    std::int64_t constant_ = 0;             ///< Σ c(j,i)
    std::int64_t step_ = 0;                 ///< of costs: all are constant_ modulo step_
    unsigned scale_bits_ = 0;               ///< s
    double clp_scale_ = 1;                  ///< what Clp's objective is multiplied by
    std::vector<signed char> given_;        ///< of each pair: 1 above, 0 below, −1 open
    std::vector<Triple> rows_;
    std::vector<double> x_;
    std::vector<Int128> reduced_;  ///< d, scaled
    Int128 bound_ = 0;             ///< scaled, without constant_
    std::uint64_t added_ = 0;
    std::unique_ptr<Clp> clp_;
};

}  // namespace disarray::aggregation::detail
