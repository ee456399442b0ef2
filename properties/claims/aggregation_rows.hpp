// SPDX-License-Identifier: MIT
//
// What the claims of KV 5.1 share: the distances that are asked about, tables of all their values
// on S_n in integers, every profile of few votes with what each order costs it, and the check of a
// finding by the definitions.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exact/rational.hpp"
#include "metrics/reading.hpp"
#include "properties/ledger.hpp"
#include "ranking/permutation.hpp"
#include "ranking/profile.hpp"
#include "weighting/weighting.hpp"

namespace disarray::properties::kv {

/// M(σ,τ) of the order σ and the vote τ: K* or F* in a reading, with the parts that vary.
struct Setting {
    const metrics::Metric* metric = nullptr;
    metrics::Frame frame = metrics::Frame::element;
    Varies varies;
    FixedPointPolicy fixed_points = FixedPointPolicy::one;
};

/// Each metric in each frame in which it compares two rankings, each of the parts, both policies
/// where swap costs vary.
std::vector<Setting> settings(const std::vector<const metrics::Metric*>& metrics,
                              const std::vector<Varies>& parts);
/// K*, then F* in every reading.
std::vector<const metrics::Metric*> kendall_and_footrules();
std::vector<const metrics::Metric*> footrules();

using properties::dissimilarity_only;
using properties::element_weights_only;
using properties::swap_costs_only;
inline constexpr Varies no_swap_costs{true, false, true};

/// One row for each setting, in their order whatever the number of threads.
std::vector<ClaimRow> rows_of(const std::vector<Setting>& settings,
                              const std::function<ClaimRow(const Setting&)>& decide_one);
/// A row that says which setting it is about: the parts as variant, "w", "δ", "D", "w, δ, D".
ClaimRow row_of(const Setting& setting);

Rational value(Path path, const Setting& setting, const Permutation& sigma, const Permutation& tau,
               const Weighting& weighting);

// --- weights ----------------------------------------------------------------------------------

/// Weightings of three elements, for factors between costs, which scales of w and D leave as they
/// are: of each of these the least positive number is 1.
///   w: 1, 2, 4, 8, 16; δ: 0, 1/4, 1/2, 1, 2, 4; D: 0, 1, 2, 4, 8, 16, pseudometrics
/// and, where two or three of them vary together, w: 1, 16; δ: 0, 1, 4; D: 0, 1, 4.
std::vector<Weighting> weightings_of_three(const Varies& varies, FixedPointPolicy policy);
/// The values above, for scopes.
std::string weightings_in_words(const Varies& varies);

/// Random weighting number `index` of four elements; D is a pseudometric.
Weighting random_weighting_of_four(const Setting& setting, std::uint64_t seed, std::uint64_t index);

// --- profiles ---------------------------------------------------------------------------------

/// "acb" for the ranks 1 3 2: the order from the top.
std::string letters(const Permutation& ranks);
/// "votes acb, bca".
std::string words(const std::vector<Permutation>& votes);
/// Σ M(σ,τ) over the votes τ.
Rational cost(Path path, const Setting& setting, const Permutation& sigma,
              const std::vector<Permutation>& votes, const Weighting& weighting);
Profile profile_of(const std::vector<Permutation>& votes);
Permutation permutation_of_order(const std::vector<Rank>& order);

/// A function of an order and a vote, on all of S_n × S_n, as integers over one unit.
class Table {
public:
    /// \throws InternalError if numerators need more than 40 bits: sums of few votes and products
    /// of two costs then fit.
    Table(const std::vector<Permutation>& all,
          const std::function<Rational(const Permutation& order, const Permutation& vote)>& value);

    /// How many permutations, numbered as they were given.
    std::size_t size() const { return size_; }
    /// What every order costs the vote.
    const std::int64_t* of_vote(std::size_t vote) const { return &entries_[vote * size_]; }
    Rational in_units(std::int64_t cost) const { return Rational(cost) * unit_; }

private:
    std::size_t size_;
    std::vector<std::int64_t> entries_;
    Rational unit_;
};

/// A profile of votes and what each order costs it by each table.
struct ProfileCosts {
    std::vector<std::size_t> votes;                ///< numbers of permutations, ascending
    std::vector<std::vector<std::int64_t>> costs;  ///< by table, by order
};

using Visit = std::function<void(const ProfileCosts&)>;

/// Every multiset of `least` to `most` votes.
/// \param first_is_identity  only those that contain permutation 0, once at least: all up to the
/// names of the elements, if weights do not tell these apart
void for_each_profile(const std::vector<const Table*>& tables, std::size_t least, std::size_t most,
                      bool first_is_identity, const Visit& visit);

// --- factors ----------------------------------------------------------------------------------

/// found/optimum; no number where only the optimum is 0.
struct Factor {
    std::int64_t found = 0;
    std::int64_t optimum = 1;

    /// By value, without a limit above all numbers. Precondition: not both are 0.
    friend std::strong_ordering operator<=>(const Factor& a, const Factor& b);
    friend bool operator==(const Factor& a, const Factor& b) { return (a <=> b) == 0; }
};

/// An order that a claim is about, the optimum, and what they cost.
struct Comparison {
    std::vector<Permutation> votes;
    Weighting weighting;
    Permutation found, best;
    Rational found_cost, optimum;

    /// Empty if the optimum is 0.
    std::optional<Rational> factor() const;
    /// "votes acb, bca: acb costs 5/4, abc 1/2".
    std::string to_string() const;
    Case instance() const { return {votes, weighting, 2}; }
};

/// The number of the order that costs least, the first of equals.
std::size_t place_of_least(const std::vector<std::int64_t>& costs);

/// Order `found` against the optimum, both by the first table.
Factor factor_of(const ProfileCosts& profile, std::size_t found);
/// The same in full. \param table  the first one; \param all  the permutations that it numbers
Comparison compared(const ProfileCosts& profile, std::size_t found, const Table& table,
                    const std::vector<Permutation>& all, const Weighting& weighting);

/// "factor 5/2", or "no factor (the optimum is 0)".
std::string factor_in_words(const Comparison& comparison);
/// The same of the worst: "largest factor 5/2".
std::string largest_factor_in_words(const Comparison& worst);

/// Whether the definitions give both costs, and no order a smaller one than the optimum.
/// \throws InternalError if not: a finding counts only if the second path confirms it
void require_confirmed(const Setting& setting, const Comparison& comparison);

}  // namespace disarray::properties::kv
