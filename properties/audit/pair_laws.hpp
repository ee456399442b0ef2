// SPDX-License-Identifier: MIT
//
// Laws of metrics of two rankings, in the order in which they find faults, and the cases that they
// are tried on. As for retrieval metrics, none is a definition of "correct".
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "properties/audit/audited_metric.hpp"
#include "properties/outcome.hpp"
#include "properties/property.hpp"

namespace disarray::properties::audit {

/// What a law about two rankings is about.
struct PairSubject {
    /// M(first, second). \throws NoValue
    std::function<Value(const RankPair&)> value;
    bool is_best_at_greatest = true;
    std::optional<Rational> least_value, greatest_value;  ///< the declared range
    Rational tolerance = 0;                               ///< as RetrievalSubject::tolerance
};

struct PairLaw {
    std::string_view name;
    std::string_view statement;  ///< one line
    /// \throws NoValue where no value can be had.
    std::function<Outcome(const PairSubject&, const RankPair&)> check;
};

/// That two values are equal, up to the subject's tolerance.
Outcome equal_pair_values(const PairSubject& subject, const Side& a, const Side& b);

std::span<const PairLaw> pair_laws();

/// Every pair of rankings with ties of n elements, ranks 1, 2, … without gaps.
std::vector<RankPair> small_pairs(std::size_t n);

/// Random pair number `index`: 2 to most_n elements, few ties or many.
RankPair random_pair(std::size_t most_n, std::uint64_t seed, std::uint64_t index);

/// A pair that violates and has no smaller one, an element less or ranks closed up, that does.
RankPair shrunk(RankPair pair, const std::function<bool(const RankPair&)>& violates);

}  // namespace disarray::properties::audit
