// SPDX-License-Identifier: MIT
//
// Which function of disarray::aggregation answers which --method, for the three kinds of cost that
// the library knows: sums of pair costs (Kendall's distance with w and D), sums of position costs
// (the footrule), and sums of any K* or F* (swap costs, readings, the literal frame).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "aggregation/aggregate.hpp"
#include "aggregation/distance_sum.hpp"
#include "base/near_names.hpp"
#include "base/stop.hpp"
#include "ranking/profile.hpp"

namespace disarray::app {

enum class AggregationMethod {
    kemeny,
    footrule,
    pivot,
    deterministic_pivot,
    borda,
    best_input,
    local,
    exhaustive,
    prefix
};
constexpr auto choices(AggregationMethod) {
    return std::to_array<Choice<AggregationMethod>>(
        {{"kemeny", AggregationMethod::kemeny},
         {"footrule", AggregationMethod::footrule},
         {"pivot", AggregationMethod::pivot},
         {"deterministic-pivot", AggregationMethod::deterministic_pivot},
         {"borda", AggregationMethod::borda},
         {"best-input", AggregationMethod::best_input},
         {"local", AggregationMethod::local},
         {"exhaustive", AggregationMethod::exhaustive},
         {"prefix", AggregationMethod::prefix}});
}

inline constexpr std::array all_aggregation_methods{
    AggregationMethod::kemeny, AggregationMethod::footrule,
    AggregationMethod::prefix, AggregationMethod::exhaustive,
    AggregationMethod::pivot,  AggregationMethod::deterministic_pivot,
    AggregationMethod::borda,  AggregationMethod::best_input,
    AggregationMethod::local};

/// "kemeny", "footrule", "pivot", "deterministic-pivot" (also "pivot-deterministic"), "borda",
/// "best-input", "local", "exhaustive", "prefix". \throws InputError naming `where` and all names.
AggregationMethod aggregation_method_named(std::string_view name, std::string_view where);
/// Whether another seed may give another order.
bool takes_seed(AggregationMethod method);

struct AggregationEffort {
    std::uint64_t seed = 1;
    std::size_t repetitions = 10;  ///< of pivot, at least 1
    Stop stop = {};
    /// Orders of least cost that exact methods look for, their answer among them.
    std::size_t optima = 2;
    bool has_optima_budget = true;  ///< as in KemenyOptions
};

/// Pivots that are chosen by looking at all triples: n³ steps for each level.
inline constexpr std::size_t most_deterministic_pivot_elements = 500;
/// Beyond it n² pairs are not looked at for a lower bound: it would take longer than the order.
inline constexpr std::size_t most_bounded_elements = 16'384;

/// A profile and the cost that is to be least.
class AggregationProblem {
public:
    virtual ~AggregationProblem() = default;
    AggregationProblem() = default;
    AggregationProblem(const AggregationProblem&) = delete;
    AggregationProblem& operator=(const AggregationProblem&) = delete;

    /// Exact where the number of elements permits.
    virtual AggregationMethod default_method() const = 0;
    /// The cost is that of the problem, whatever the method looks at. \throws NotSupported for what
    /// the method cannot do, naming one that serves
    virtual aggregation::Aggregate answer(AggregationMethod method) = 0;
};

/// \param profile  as with_rules returns it
/// \param distance  without a reading and with `is_footrule`: the footrule without weights, by
/// mid-ranks where votes tie
/// \throws NotSupported, InputError as VoteCosts, PositionCosts::footrule and DistanceSum
std::unique_ptr<AggregationProblem> aggregation_problem(Profile profile, const ProfileRules& rules,
                                                        aggregation::Distance distance,
                                                        bool is_footrule,
                                                        const AggregationEffort& effort);

}  // namespace disarray::app
