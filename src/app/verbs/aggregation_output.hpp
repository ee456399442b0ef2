// SPDX-License-Identifier: MIT
//
// What `disarray aggregate` prints: one order with its cost and what is proved about it, or all
// methods in a table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "aggregation/aggregate.hpp"
#include "app/output.hpp"
#include "app/verbs/aggregation_problem.hpp"
#include "formats/elements.hpp"

namespace disarray::app {

/// What one method came to, or why it has no answer.
struct MethodAnswer {
    AggregationMethod method;
    std::optional<aggregation::Aggregate> found;
    std::string why_not;
    double seconds = 0;
};

struct AggregationReport {
    formats::Elements elements;
    std::size_t different_votes = 0;
    std::uint64_t votes = 0;  ///< counts added up
    /// Votes for i above j minus votes for j above i, ties and elements left out counting for
    /// neither; empty for more elements than margins_of gives them for.
    std::vector<std::vector<std::int64_t>> margins;
    std::string cost_name;  ///< as "footrule[box]"
    /// What was asked for, by the names of the options, and as it was given.
    std::vector<std::pair<std::string, std::string>> choices;
    std::uint64_t seed = 1;
    bool is_comparison = false;
    bool is_stopped = false;  ///< --time or a signal asked to end
    /// How many orders of least cost are listed; absent: none but another one, if there is one.
    std::optional<std::uint64_t> listed_optima;
    /// One, or all. At least one has an answer.
    std::vector<MethodAnswer> answers;

    /// The cheapest; of those with one cost that with a proof, then the first.
    const MethodAnswer& best() const;
    /// The greatest lower bound of all: they are bounds of one and the same least cost.
    const aggregation::Aggregate& best_bound() const;
    /// The orders of least cost that the answers name, that of the best first, then ascending;
    /// empty unless the best is proved optimal.
    struct Optima {
        std::vector<std::vector<Rank>> orders;
        bool are_all = false;  ///< proved
        aggregation::Uniqueness uniqueness = aggregation::Uniqueness::unknown;
    };
    /// At most `listed_optima` of them; all the same, it says of all whether they are one.
    Optima optima() const;
};

std::string text_of(const AggregationReport& report);
Json json_of(const AggregationReport& report);

}  // namespace disarray::app
