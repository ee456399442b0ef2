// SPDX-License-Identifier: MIT
//
// The verbs of this module: check, with check claims and others below it, audit, and experiment.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/verb.hpp"
#include "properties/case_json.hpp"
#include "properties/runner.hpp"
#include "verdict/extreme_ratio.hpp"

namespace disarray::properties {

/// \param extreme_ratio  decides bounds over all D; see verdict/extreme_ratio.hpp
void add_commands(app::Verb program, ExtremeRatioDecider extreme_ratio);

/// Of rankings or documents, in --n of what draws random cases.
inline constexpr std::uint64_t most_random_n = 100;

/// What check and check claims have in common on the command line.
struct EffortOptions {
    std::optional<std::size_t> exhaustive_n;
    std::uint64_t random_cases = 0;
    std::uint64_t seed = 1;
    std::optional<double> seconds;
    unsigned threads = 0;
    bool json = false;
};

void add_effort_options(app::Verb verb, EffortOptions& options);
/// The time budget; from here on signals ask to stop.
Stop stop_of(const EffortOptions& options);

void add_audit_command(app::Verb program);
void add_experiment_command(app::Verb program);
/// experiment robustness
void add_footrule_kendall_command(app::Verb experiment);
void add_claims_command(app::Verb check, ExtremeRatioDecider extreme_ratio);
void add_atlas_command(app::Verb check);
void add_pairs_command(app::Verb check);
void add_robustness_command(app::Verb check);
void add_stability_command(app::Verb check);
void add_agreement_command(app::Verb check);
void add_retrieval_command(app::Verb check);

/// "effort" of the JSON contract.
Json to_json(const Effort& effort);

}  // namespace disarray::properties
