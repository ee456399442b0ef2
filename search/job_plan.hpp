// SPDX-License-Identifier: MIT
//
// A campaign handed to a batch system: a folder with the plan, the scripts that start its shards
// under Slurm, HTCondor, GNU parallel or a plain shell, and a campaign file for each shard that was
// begun. A shard is stateless: its number and the number of all shards say which units are its own
// (the parts of sweep.hpp), so that any job can do any shard at any time, and a file that is lost
// is done again. What is missing is read from the campaign files alone; no other state is kept.
//
//   FOLDER/plan.json            what is asked
//   FOLDER/shard.sh             does one shard, on any machine
//   FOLDER/array.sbatch, .sub   the job arrays of Slurm and of HTCondor
//   FOLDER/run.sh               does the missing shards here
//   FOLDER/shards/shard-3.db    the campaign file of the third shard
//   FOLDER/logs/                what the batch system writes
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/near_names.hpp"
#include "ranking/enumeration.hpp"
#include "search/campaign.hpp"

namespace disarray::search {

/// The range that is offered. Above it is more than any batch system takes as one array.
inline constexpr std::uint64_t max_jobs = 100'000;
/// Seconds. At the low end a job still has more than twice as long for its work as for its end.
inline constexpr std::uint64_t least_job_seconds = 900,
                               most_job_seconds = std::uint64_t{366} * 86'400;

/// What a plan folder is about. Shards are counted from 1.
struct JobPlan {
    CampaignPlan campaign;
    std::uint64_t jobs = 1;  ///< shards, 1 … max_jobs
};

/// What one job asks of the batch system, and who it is that asks.
struct JobRequest {
    std::uint64_t seconds = 86'400;   ///< time limit of a job
    std::uint64_t memory_mib = 2048;  ///< of a job
    unsigned threads = 4;             ///< of a job
    std::string program;              ///< disarray, as the scripts call it
    std::string version;              ///< of disarray, for people
    std::string command;              ///< as typed, for people
};

/// Makes the folder, whole or not at all. The scripts contain its absolute path.
/// \throws InputError if there is something already (an empty folder is taken), if it cannot be
/// written, or if its path has control characters, which no batch system's file can express
/// \throws UsageError if a number is out of range
void write_job_plan(const std::string& folder, const JobPlan& plan, const JobRequest& request);

/// \throws InputError if there is no plan, if it is damaged, or if this version would cut its
/// question into other units
JobPlan read_job_plan(const std::string& folder);

/// "FOLDER/shards/shard-3.db".
std::string shard_path(const std::string& folder, std::uint64_t shard);
/// The units of a shard, of all lengths. 0 for some shards if there are more shards than units.
std::uint64_t shard_unit_count(const JobPlan& plan, std::uint64_t shard);

enum class ShardState {
    missing,   ///< no file, and units to do
    partial,   ///< some units are not done
    complete,  ///< all are
    foreign    ///< a file that is not this shard's: see `fault`
};
constexpr auto choices(ShardState) {
    return std::to_array<Choice<ShardState>>({{"missing", ShardState::missing},
                                              {"partial", ShardState::partial},
                                              {"complete", ShardState::complete},
                                              {"foreign", ShardState::foreign}});
}

struct ShardStatus {
    std::uint64_t shard = 0;
    std::string file;
    std::uint64_t units_done = 0;
    std::uint64_t units = 0;
    ShardState state = ShardState::missing;
    /// Why it is foreign, "FILE: found …, expected …": another question, units of another shard, or
    /// no whole campaign file.
    std::string fault;
};

/// Reads the whole file, certificates too: what counts as done can be merged.
/// \throws UsageError unless 1 ≤ shard ≤ plan.jobs
ShardStatus shard_status(const std::string& folder, const JobPlan& plan, std::uint64_t shard);

/// The shard files that are there and about the plan's question, for merge_campaigns. Which units
/// they hold does not matter.
/// \throws InputError naming a file that is damaged or about another question
std::vector<std::string> shard_files(const std::string& folder, const JobPlan& plan);

/// The units of one length that a campaign file does not have.
struct MissingUnits {
    std::size_t length = 0;
    std::vector<RankRange> units;  ///< ascending, disjoint, none next to another
};

/// One entry for each length with something missing, ascending.
std::vector<MissingUnits> missing_units(const CampaignFile& file);

/// "2,5-7", as Slurm's --array takes it. \param numbers  ascending, none twice
std::string array_list(std::span<const std::uint64_t> numbers);

}  // namespace disarray::search
