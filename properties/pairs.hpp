// SPDX-License-Identifier: MIT
//
// Questions about two metrics: consistency (GT Def 1), the agreement ratio (Def 2) and linear
// equivalence (Def 3). All are exact, asked in the element frame with w = δ = D = 1. GT's m(id,σ)
// is M(σ,id) here. "Less" is by value, whatever the kinds of the metrics: a similarity against a
// distance reads as GT prints it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "exact/value.hpp"
#include "metrics/metric.hpp"
#include "ranking/permutation.hpp"
#include "verdict/verdict.hpp"

namespace disarray::properties {

/// A metric and the parameters it is asked with. The metric must outlive it.
struct Measure {
    const metrics::Metric* metric = nullptr;
    metrics::Parameters parameters = {};
};

// --- consistency ------------------------------------------------------------------------------

/// m₁ and m₂ are inconsistent (GT Def 1) if some σ, μ, ν have
///     m₁(id,σ) <= m₁(id,μ) and m₂(id,σ) <= m₂(id,μ),
///     m₁(id,σ) <= m₁(id,ν) and m₂(id,σ) > m₂(id,ν).
enum class ConsistencyReading {
    /// As printed. μ = σ makes the first line true, so that it says nothing: m₁ and m₂ are
    /// consistent only if m₂ is a non-decreasing function of m₁, and m₁ with −m₁ is inconsistent
    /// wherever m₁ has two values.
    printed,
    other_mu  ///< μ ≠ σ
};

struct ConsistencyResult {
    struct Witness {
        Permutation sigma;
        Permutation mu;
        Permutation nu;
    };
    /// refuted: inconsistent; exhausted: consistent on S_n; undecided: two values cannot be told
    /// apart; not_applicable: nowhere do both metrics have a value.
    Verdict verdict = Verdict::undecided;
    /// Fewest inversions in total, then least rank vectors of σ, μ, ν; the naive path confirms it.
    std::optional<Witness> witness;
    std::string explanation;     ///< both lines with their numbers; or why there is no answer
    std::uint64_t compared = 0;  ///< rankings σ where both m₁(id,σ) and m₂(id,σ) have a value
};

/// Whether m₁ and m₂ are consistent on S_n. O(n! log n!); n ≤ 8 (UsageError above).
/// \throws InputError if a parameter that a metric takes is missing or out of range.
/// \throws InternalError if the naive path contradicts a witness.
ConsistencyResult consistency(const Measure& m1, const Measure& m2, std::size_t n,
                              ConsistencyReading reading = ConsistencyReading::printed);

// --- linear equivalence -----------------------------------------------------------------------

struct LinearEquivalence {
    using Pair = std::pair<Permutation, Permutation>;  ///< σ, τ

    /// exhausted: m₂ = a·m₁ + b with a ≠ 0 wherever both have values; refuted: for no such a and b;
    /// undecided: a value or a sign cannot be told; not_applicable: nowhere do both have a value.
    Verdict verdict = Verdict::undecided;
    /// The line through the points (m₁, m₂) of `first` and `second`; where both metrics are
    /// constant, every a fits and 1 is taken. Absent where no line is found.
    std::optional<Value> a;
    std::optional<Value> b;
    std::optional<Pair> first;   ///< the least pair where both have values
    std::optional<Pair> second;  ///< the least after it with another value of m₁
    /// The least pair such that no line with a ≠ 0 goes through its point and all before it.
    std::optional<Pair> contradiction;
    std::string explanation;     ///< the relation that fails with its numbers; or why no answer
    std::uint64_t compared = 0;  ///< pairs with values of both that were looked at
};

/// Largest n for linear_equivalence: 6!² pairs.
inline constexpr std::size_t max_linear_n = 6;

/// Whether m₂ is a linear function of m₁ on S_n × S_n, not a constant (GT Def 3; which of the two
/// is the function of the other makes no difference). Pairs are looked at in the order of
/// witnesses: fewest inversions in total, then rank vectors. n ≤ max_linear_n (UsageError above).
/// \throws InputError, InternalError as for consistency.
LinearEquivalence linear_equivalence(const Measure& m1, const Measure& m2, std::size_t n);

// --- agreement --------------------------------------------------------------------------------

/// How M(μ,id) stands to M(ν,id), for each pair (μ,ν): computed once for a metric, and then
/// combined with those of any other. In parallel.
/// \throws InputError if a parameter that the metric takes is missing or out of range.
std::vector<Order> orders(const metrics::Metric& metric, const metrics::Parameters& parameters,
                          std::span<const std::pair<Permutation, Permutation>> pairs);

/// When two metrics agree on a pair μ, ν (GT Def 2 says "consistent", which Def 1 defines for three
/// rankings and not for two).
enum class AgreementReading {
    weak,     ///< unless one has less where the other has greater
    printed,  ///< unless the second line of GT (1) holds for σ, ν or for ν, σ: they disagree where
              ///< m₁ alone ties, and agree where m₂ alone does
    strict  ///< if both have the same order, ties only with ties
};
inline constexpr std::pair<std::string_view, AgreementReading> agreement_readings[] = {
    {"weak", AgreementReading::weak},
    {"printed", AgreementReading::printed},
    {"strict", AgreementReading::strict}};

/// How often each order of m₁ met each of m₂.
struct AgreementCounts {
    /// By the order of m₁, then that of m₂: less, equal, greater, as numbered in Order.
    std::array<std::array<std::uint64_t, 3>, 3> counts{};
    std::uint64_t undefined = 0;  ///< pairs where a metric has no value; in none of the counts
    std::uint64_t undecided = 0;  ///< pairs beyond these that the precision limit leaves open

    std::uint64_t compared() const;
    std::uint64_t agreeing(AgreementReading reading) const;
    /// agreeing/compared; empty if nothing was compared.
    std::optional<Rational> ratio(AgreementReading reading) const;
    /// The counts of m₁ against −m₂, to which GT turns where most pairs disagree (5.1).
    AgreementCounts against_negative() const;
};

/// \throws UsageError if the orders are not of equally many pairs.
AgreementCounts agreement(std::span<const Order> m1, std::span<const Order> m2);

}  // namespace disarray::properties
