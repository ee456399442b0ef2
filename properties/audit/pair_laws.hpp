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
#include "properties/audit/case_law.hpp"
#include "properties/outcome.hpp"
#include "properties/property.hpp"

namespace disarray::properties::audit {

using PairSubject = CaseSubject<RankPair>;  ///< M(first, second)
using PairLaw = CaseLaw<RankPair>;
using PairReference = CaseReference<RankPair>;  ///< with ties

// Up to the tolerance of a subject.
Outcome equal_values(const Rational& tolerance, const Side& a, const Side& b);
/// a is as bad as b, or worse.
Outcome no_better_value(const Rational& tolerance, bool is_best_at_greatest, const Side& a,
                        const Side& b);
/// \param least, greatest  the declared range; one of them at least
Outcome in_declared_range(const Side& side, const std::optional<Rational>& least,
                          const std::optional<Rational>& greatest, const Rational& tolerance);

std::span<const PairLaw> pair_laws();

/// Every pair of rankings with ties of n elements, ranks 1, 2, … without gaps.
std::vector<RankPair> small_pairs(std::size_t n);

/// Random pair number `index`: 2 to most_n elements, few ties or many.
RankPair random_pair(std::size_t most_n, std::uint64_t seed, std::uint64_t index);

/// A pair that violates and has no smaller one, an element less or ranks closed up, that does.
RankPair shrunk(RankPair pair, const std::function<bool(const RankPair&)>& violates);

}  // namespace disarray::properties::audit
