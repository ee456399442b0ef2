// SPDX-License-Identifier: MIT
//
// The scripts below are kept as text with @NAMES@, each of which stands for a value quoted for the
// place where it is put. Their rules:
//
// The end of a job. shard.sh gives the search a time budget, so that it ends by itself, and hands
// on SIGTERM, on which it ends early; both keep the finished units. Exit status 75 (EX_TEMPFAIL of
// sysexits.h) then says "start me again", and only this status makes a batch system do so: a job
// that failed for another reason would fail in the same way until somebody notices.
//
// Where the folder is. shard.sh and run.sh find it by their own place. Slurm runs a copy of the
// batch script from a spool folder, so array.sbatch has the absolute path, which also holds if it
// is submitted from anywhere; array.sub has it for the same reason.
#include "search/job_plan.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/atomic_file.hpp"
#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/text.hpp"
#include "record/fields.hpp"
#include "search/certificate.hpp"
#include "search/question.hpp"
#include "search/sweep.hpp"

namespace disarray::search {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::string_view plan_schema = "disarray.search-plan/1";

// Slurm asks this long before the end, and may be up to a minute early (sbatch's manual, --signal).
// The search ends by itself another minute before that.
constexpr std::uint64_t seconds_to_end = 120, margin = 240;

// ------------------------------------------------------------------------------ scripts

// run COMMAND…: bash runs no trap while it waits for a command in the foreground.
constexpr std::string_view run_function = R"sh(asked=0 child='' status=0

ask_to_stop() {
    asked=$((asked + 1))
    # Once: a command may take a second SIGTERM as a request to end at once.
    if [ "$asked" -eq 1 ] && [ -n "$child" ]; then kill -TERM "$child" 2>/dev/null || true; fi
}
trap ask_to_stop TERM INT HUP

# run COMMAND...: hands SIGTERM on to it; leaves its exit status in status.
run() {
    local seen='' code
    "$@" &
    child=$!
    if [ "$asked" -gt 0 ]; then kill -TERM "$child" 2>/dev/null || true; fi
    status=127
    while [ "$seen" != "$asked" ]; do # a signal ends wait, but not the child: wait again
        seen=$asked code=0
        wait "$child" 2>/dev/null || code=$?
        if [ "$code" -ne 127 ]; then status=$code; fi
    done
    if [ "$status" -eq 4 ]; then status=0; fi # stopped by its time: what is missing says the same
    child=''
}
)sh";

constexpr std::string_view shard_script = R"sh(#!/usr/bin/env bash
#
# One shard of @STATEMENT_COMMENT@, n = @N@: begins it, or goes on with shards/shard-I.db.
#
# usage: shard.sh I     (1 to @JOBS@)
#
# exit status: 0 the shard is complete; 75 stopped before, start it again; otherwise an error
# environment: DISARRAY          the program
#              DISARRAY_TIME     seconds after which it stops, empty for no limit
#              DISARRAY_THREADS  threads, 0 for all that there are
set -euo pipefail
folder=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" >/dev/null && pwd)
program=${DISARRAY:-@PROGRAM@}
time=${DISARRAY_TIME-@TIME@}
threads=${DISARRAY_THREADS:-@THREADS@}
shard=${1:?usage: shard.sh I}
file=$folder/shards/shard-$shard.db

@RUN@
missing=$("$program" search missing "$folder" --shard "$shard")
if [ -z "$missing" ]; then exit 0; fi
if [ "$asked" -gt 0 ]; then exit 75; fi

arguments=(--shard "$shard/@JOBS@" --threads "$threads")
if [ -n "$time" ]; then arguments+=(--time "$time"); fi
if [ -e "$file" ]; then
    arguments+=(--resume "$file")
else
    arguments+=(--campaign "$file" --n @N@@THRESHOLD@ -- @STATEMENT@)
fi
run "$program" search "${arguments[@]}"
if [ "$status" -ne 0 ] && [ "$asked" -eq 0 ]; then exit "$status"; fi

# The campaign file alone says whether this was all.
missing=$("$program" search missing "$folder" --shard "$shard")
if [ -n "$missing" ]; then exit 75; fi
)sh";

constexpr std::string_view slurm_script = R"sh(#!/usr/bin/env bash
#SBATCH --job-name=disarray
#SBATCH --array=1-@JOBS@
#SBATCH --time=@SLURM_TIME@
#SBATCH --cpus-per-task=@THREADS@
#SBATCH --mem=@MEMORY@M
#SBATCH --requeue
#SBATCH --signal=B:TERM@@SECONDS_TO_END@
#SBATCH --open-mode=append
#SBATCH --chdir=@SLURM_FOLDER@
#SBATCH --output=@SLURM_LOG@
#
# A job array of Slurm, one task for each shard.
#
#   all                sbatch FOLDER/array.sbatch
#   what is missing    sbatch --array="$(disarray search missing FOLDER)" FOLDER/array.sbatch
#
# A task whose shard is not complete when its time is over, or on SIGTERM, is queued again.
set -euo pipefail
folder=@FOLDER@ # not the place of this script: Slurm runs a copy of it
if [ -n "${SLURM_JOB_ID-}" ] && [ -z "${SLURM_ARRAY_TASK_ID-}" ]; then
    echo 'the array is empty: no shard is missing' >&2
    exit 0
fi
task=${SLURM_ARRAY_TASK_ID:?start this with sbatch}
job=${SLURM_ARRAY_JOB_ID:?start this with sbatch}_$task
export DISARRAY_THREADS=${DISARRAY_THREADS:-${SLURM_CPUS_PER_TASK:-@THREADS@}}

@RUN@
run "$folder/shard.sh" "$task"
if [ "$status" -ne 75 ]; then exit "$status"; fi

# scancel, scontrol requeue and the loss of a node send SIGTERM, too: then Slurm runs the task no
# longer, and has decided whether it comes back.
case $(scontrol show job --oneliner "$job" 2>/dev/null || true) in
'' | *JobState=RUNNING*) ;;
*)
    echo "shard $task: ended by Slurm; what it found is kept" >&2
    exit 75
    ;;
esac
echo "shard $task: not complete, queued again" >&2
scontrol requeue "$job"
)sh";

constexpr std::string_view condor_file =
    R"sh(# A job array of HTCondor, one job for each shard, on a file system that all machines share:
#
#   condor_submit FOLDER/array.sub
#
# Submitted again, the jobs of complete shards end at once.
universe = vanilla
executable = @CONDOR_FOLDER@/shard.sh
initialdir = @CONDOR_FOLDER@
shard = $(Process) + 1
arguments = $INT(shard)
should_transfer_files = NO
output = logs/condor-$(Cluster)_$INT(shard).out
error = logs/condor-$(Cluster)_$INT(shard).err
log = logs/condor-$(Cluster).log
request_cpus = @THREADS@
request_memory = @MEMORY@
kill_sig = SIGTERM
job_max_vacate_time = @SECONDS_TO_END@
# Status 75 asks to be started again: the job stays in the queue. So it does when it is evicted.
# After another failure it is held, for a person to look at; condor_release lets it go on.
on_exit_remove = (ExitBySignal =?= False) && (ExitCode == 0)
on_exit_hold = (ExitBySignal =?= True) || ((ExitCode =!= 0) && (ExitCode =!= 75))
on_exit_hold_reason = "shard.sh failed; see the log"
queue @JOBS@
)sh";

constexpr std::string_view here_script = R"sh(#!/usr/bin/env bash
#
# Does the missing shards on this machine: with GNU parallel if it is there, as many at a time as the
# cores allow, else one after the other, each with all cores.
#
# usage: run.sh
#
# exit status: 0 all shards are complete; 75 stopped before, start it again; otherwise an error
# environment: as for shard.sh; here there is no time limit unless DISARRAY_TIME is set
set -euo pipefail
folder=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" >/dev/null && pwd)
program=${DISARRAY:-@PROGRAM@}
export DISARRAY_TIME=${DISARRAY_TIME-}

@RUN@
missing=$("$program" search missing "$folder")
if [ -z "$missing" ]; then exit 0; fi
shards=()
IFS=, read -r -a ranges <<<"$missing"
for range in "${ranges[@]}"; do # "2" or "5-7"
    for ((shard = ${range%-*}; shard <= ${range#*-}; ++shard)); do shards+=("$shard"); done
done

# moreutils has another program of this name.
if [[ $(parallel --version 2>/dev/null || true) == 'GNU parallel'* ]]; then
    cores=$(nproc 2>/dev/null || echo 1)
    threads=${DISARRAY_THREADS:-@THREADS@}
    if [ "$threads" -lt 1 ] || [ "$threads" -gt "$cores" ]; then threads=$cores; fi
    # When stopped, it passes SIGTERM on, and the shards get half a minute to keep what they have.
    run parallel --will-cite --quote --jobs "$((cores / threads))" --halt soon,fail=1 \
        --termseq TERM,30000,KILL,25 "$folder/shard.sh" '{}' ::: "${shards[@]}"
    if [ "$status" -ne 0 ] && [ "$asked" -eq 0 ]; then exit "$status"; fi
else
    export DISARRAY_THREADS=${DISARRAY_THREADS:-0}
    for shard in "${shards[@]}"; do
        if [ "$asked" -gt 0 ]; then exit 75; fi
        run "$folder/shard.sh" "$shard"
        if [ "$status" -ne 0 ]; then exit "$status"; fi
    done
fi

missing=$("$program" search missing "$folder")
if [ -n "$missing" ]; then
    echo "shards that are not complete: $missing" >&2
    exit 75
fi
)sh";

using Values = std::map<std::string, std::string, std::less<>>;

/// The text with each @NAME@ replaced; what a value brings in is not looked at again. An @ that
/// opens no name stays ("TERM@@SECONDS@" is "TERM@120").
std::string filled_in(std::string_view text, const Values& values) {
    std::string filled;
    for (;;) {
        const auto at = text.find('@');
        filled += text.substr(0, at);
        if (at == std::string_view::npos) return filled;
        text.remove_prefix(at + 1);
        const auto value = values.find(text.substr(0, text.find('@')));
        if (value == values.end()) {
            filled += '@';
            continue;
        }
        filled += value->second;
        text.remove_prefix(value->first.size() + 1);
    }
}

/// `text` with `escape` in front of each of `special`.
std::string escaped(std::string_view text, std::string_view special, std::string_view escape) {
    std::string result;
    for (const char c : text) {
        if (special.find(c) != std::string_view::npos) result += escape;
        result += c;
    }
    return result;
}

/// For an #SBATCH line: sbatch takes quotation marks off, and backslashes that escape. The name of
/// a log is then looked through for %A and the like as a whole, with the folder in front of it.
std::string slurm_quoted(std::string_view text) {
    return "\"" + escaped(text, "\"\\", "\\") + "\"";
}

/// For a submit file of HTCondor, in which $ begins a macro.
std::string condor_escaped(std::string_view text) {
    std::string result;
    for (const char c : text)
        result += c == '$' ? std::string("$(DOLLAR)") : std::string(1, c);
    return result;
}

/// "24:00:00", hours without limit.
std::string slurm_time(std::uint64_t seconds) {
    return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

Values values_of(const std::string& folder, const JobPlan& plan, const JobRequest& request) {
    return {{"STATEMENT", shell_quoted(plan.campaign.title)},
            {"STATEMENT_COMMENT", plan.campaign.title},
            {"N", std::to_string(plan.campaign.n)},
            {"THRESHOLD", is_threshold_header(plan.campaign.claim) ? " --threshold" : ""},
            {"JOBS", std::to_string(plan.jobs)},
            {"FOLDER", shell_quoted(folder)},
            {"SLURM_FOLDER", slurm_quoted(folder)},
            {"SLURM_LOG", slurm_quoted(escaped(folder, "%", "%") + "/logs/slurm-%A_%a.log")},
            {"CONDOR_FOLDER", condor_escaped(folder)},
            {"PROGRAM", shell_quoted(request.program)},
            {"THREADS", std::to_string(request.threads)},
            {"MEMORY", std::to_string(request.memory_mib)},
            {"TIME", std::to_string(request.seconds - margin)},
            {"SLURM_TIME", slurm_time(request.seconds)},
            {"SECONDS_TO_END", std::to_string(seconds_to_end)},
            {"RUN", std::string(run_function)}};
}

// ------------------------------------------------------------------------------ plan.json

std::uint64_t total_unit_count(const CampaignPlan& plan) {
    std::uint64_t units = 0;
    for (std::size_t length = plan.first_length; length <= plan.n; ++length)
        units += unit_count(plan, length);
    return units;
}

std::string plan_document(const JobPlan& plan, const JobRequest& request) {
    const Json json = {{"schema", plan_schema},
                       {"version", request.version},
                       {"command", request.command},
                       {"statement", plan.campaign.title},
                       {"n", plan.campaign.n},
                       {"jobs", plan.jobs},
                       {"units", total_unit_count(plan.campaign)},
                       {"unit_size", plan.campaign.unit_size},
                       {"claim", plan.campaign.claim},
                       {"seconds", request.seconds},
                       {"memory_mib", request.memory_mib},
                       {"threads", request.threads}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string plan_path(const std::string& folder) {
    return (fs::path(folder) / "plan.json").string();
}

/// \throws InputError naming the file
Json read_document(const std::string& path) {
    const auto text = file_text(path);
    if (!text) {
        throw InputError(printable(path, 200), std::strerror(errno),
                         "the plan that search plan has written");
    }
    Json json = Json::parse(*text, nullptr, false);
    if (!json.is_object() || json.value("schema", Json()) != plan_schema) {
        throw InputError(printable(path, 200), "another kind of file",
                         fmt::format("\"schema\": \"{}\"", plan_schema));
    }
    return json;
}

// ------------------------------------------------------------------------------ the folder

/// A folder that is gone at the end unless it was given its name.
class NewFolder {
public:
    /// \throws InputError if it exists, unless empty
    explicit NewFolder(fs::path path) : path_(std::move(path)) {
        std::error_code error;
        if (fs::exists(fs::symlink_status(path_, error)) && !fs::is_empty(path_, error)) {
            throw InputError(printable(path_.string(), 200), "something that exists already",
                             "a new folder");
        }
        fs::create_directories(path_.parent_path(), error);
        // Beside its place, for rename(2); of one process, which makes one at a time.
        temporary_ = path_.string() + fmt::format(".{}", ::getpid());
        if (!fs::create_directory(temporary_, error)) refuse(error);
    }
    ~NewFolder() {
        std::error_code ignored;
        if (!temporary_.empty()) fs::remove_all(temporary_, ignored);
    }
    NewFolder(const NewFolder&) = delete;
    NewFolder& operator=(const NewFolder&) = delete;

    void add_folder(const std::string& name) {
        std::error_code error;
        if (!fs::create_directory(temporary_ / name, error)) refuse(error);
    }

    void add_file(const std::string& name, std::string_view text, bool executable) {
        AtomicFile file((temporary_ / name).string());
        file.write(text);
        file.commit();
        if (!executable) return;
        std::error_code error;
        const fs::path path = temporary_ / name;
        const fs::perms readers = fs::status(path, error).permissions();
        fs::perms executors = fs::perms::owner_exec;
        if ((readers & fs::perms::group_read) != fs::perms::none) {
            executors |= fs::perms::group_exec;
        }
        if ((readers & fs::perms::others_read) != fs::perms::none) {
            executors |= fs::perms::others_exec;
        }
        fs::permissions(path, executors, fs::perm_options::add, error);
        if (error) refuse(error);
    }

    void publish() {
        if (std::rename(temporary_.c_str(), path_.c_str()) != 0) {
            refuse({errno, std::generic_category()});
        }
        temporary_.clear();
    }

private:
    [[noreturn]] void refuse(const std::error_code& error) const {
        throw InputError(printable(path_.string(), 200), error.message(),
                         "a new folder that can be written");
    }

    fs::path path_;
    fs::path temporary_;
};

/// Without a slash at the end.
fs::path absolute_path(const std::string& folder) {
    std::error_code error;
    fs::path path = fs::absolute(folder, error).lexically_normal();
    if (!path.has_filename()) path = path.parent_path();
    return path;
}

void require_in_range(const JobPlan& plan, const JobRequest& request) {
    if (plan.jobs < 1 || plan.jobs > max_jobs || request.seconds < least_job_seconds ||
        request.seconds > most_job_seconds || request.threads < 1 || request.memory_mib < 1) {
        throw UsageError("write_job_plan: a number out of range");
    }
}

// ------------------------------------------------------------------------------ shards

/// \throws InputError naming the file
void require_same_question(const std::string& path, const CampaignPlan& found,
                           const CampaignPlan& expected) {
    if (found == expected) return;
    const auto about = [](const CampaignPlan& plan) {
        return fmt::format("{}, n = {}", printable(plan.title, 200), plan.n);
    };
    const bool differs_otherwise = about(found) == about(expected);
    throw InputError(printable(path, 200), "a campaign about " + about(found),
                     differs_otherwise ? "the same question cut into the same units"
                                       : "one about " + about(expected));
}

/// Calls visit(length, index) for each unit, which has been read and checked.
template <class Visit>
void for_each_place(const CampaignFile& file, const Visit& visit) {
    const CampaignPlan& plan = file.plan();
    for (std::size_t length = plan.first_length; length <= plan.n; ++length) {
        file.for_each_unit(length, [&](const UnitResult& unit) { visit(length, unit.index); });
    }
}

/// \throws InputError if the file is not this shard's
std::uint64_t units_done(const std::string& path, const JobPlan& plan, std::uint64_t shard) {
    const CampaignFile file = CampaignFile::open(path, CampaignFile::Access::read);
    require_same_question(path, file.plan(), plan.campaign);
    std::uint64_t done = 0;
    for_each_place(file, [&](std::size_t length, std::uint64_t index) {
        if (!is_in_part(index, shard - 1, plan.jobs)) {
            throw InputError(
                printable(path, 200), fmt::format("unit {} of length {}", index, length),
                fmt::format("those of shard {} of {} only, unit {} and every {}th from there",
                            shard, plan.jobs, shard - 1, plan.jobs));
        }
        ++done;
    });
    return done;
}

}  // namespace

void write_job_plan(const std::string& folder, const JobPlan& plan, const JobRequest& request) {
    require_in_range(plan, request);
    const fs::path path = absolute_path(folder);
    // After a backslash Slurm fills no %A into the name of a log: all tasks would have one.
    const auto is_refused = [](unsigned char c) { return c < 0x20 || c == 0x7f || c == '\\'; };
    if (std::ranges::any_of(path.string(), is_refused)) {
        throw InputError("--out", printable(folder, 200),
                         "a path without control characters and backslashes");
    }
    const Values values = values_of(path.string(), plan, request);
    NewFolder made(path);
    made.add_folder("shards");
    made.add_folder("logs");
    made.add_file("plan.json", plan_document(plan, request), false);
    made.add_file("shard.sh", filled_in(shard_script, values), true);
    made.add_file("run.sh", filled_in(here_script, values), true);
    made.add_file("array.sbatch", filled_in(slurm_script, values), true);
    made.add_file("array.sub", filled_in(condor_file, values), false);
    made.publish();
}

JobPlan read_job_plan(const std::string& folder) {
    const std::string path = plan_path(folder);
    const Json json = read_document(path);
    const record::Fields fields(json, printable(path, 200));
    const std::string statement = fields.text("statement"), claim = fields.text("claim");
    const auto number_at = [&](const char* key, std::uint64_t least, std::uint64_t most) {
        const std::uint64_t number = fields.count(key);
        fields.require(least <= number && number <= most, key, "a whole number, from {} to {}",
                       least, most);
        return number;
    };
    const std::uint64_t n = number_at("n", 2, max_sweep_n);
    const auto titled = claim_titled(statement, n, claim);
    const auto campaign = titled ? std::optional(plan_of(titled->second)) : std::nullopt;
    if (!campaign || campaign->claim != claim ||
        json.value("unit_size", Json()) != campaign->unit_size) {
        throw InputError(printable(path, 200), "a plan about " + printable(statement, 200),
                         "one whose units this version would cut in the same way");
    }
    return {*campaign, number_at("jobs", 1, max_jobs)};
}

std::string shard_path(const std::string& folder, std::uint64_t shard) {
    return (fs::path(folder) / "shards" / fmt::format("shard-{}.db", shard)).string();
}

std::uint64_t shard_unit_count(const JobPlan& plan, std::uint64_t shard) {
    std::uint64_t units = 0;
    for (std::size_t length = plan.campaign.first_length; length <= plan.campaign.n; ++length)
        units += units_in_part(unit_count(plan.campaign, length), shard - 1, plan.jobs);
    return units;
}

ShardStatus shard_status(const std::string& folder, const JobPlan& plan, std::uint64_t shard) {
    if (shard < 1 || shard > plan.jobs) throw UsageError("shard_status: no shard of the plan");
    ShardStatus status;
    status.shard = shard;
    status.file = shard_path(folder, shard);
    status.units = shard_unit_count(plan, shard);
    std::error_code error;
    const bool is_there = fs::exists(fs::symlink_status(status.file, error));
    try {
        if (is_there) status.units_done = units_done(status.file, plan, shard);
    } catch (const InputError& fault) {
        status.state = ShardState::foreign;
        status.fault = fault.what();
        return status;
    }
    if (status.units_done == status.units) {
        status.state = ShardState::complete;
    } else if (is_there) {
        status.state = ShardState::partial;
    }
    return status;
}

std::vector<std::string> shard_files(const std::string& folder, const JobPlan& plan) {
    std::vector<std::string> files;
    for (std::uint64_t shard = 1; shard <= plan.jobs; ++shard) {
        const std::string path = shard_path(folder, shard);
        std::error_code error;
        if (!fs::exists(fs::symlink_status(path, error))) continue;
        require_same_question(path, CampaignFile::open(path, CampaignFile::Access::read).plan(),
                              plan.campaign);
        files.push_back(path);
    }
    return files;
}

std::vector<MissingUnits> missing_units(const CampaignFile& file) {
    const CampaignPlan& plan = file.plan();
    std::vector<MissingUnits> missing;
    for (std::size_t length = plan.first_length; length <= plan.n; ++length) {
        MissingUnits here{length, {}};
        const std::uint64_t count = unit_count(plan, length);
        for (std::uint64_t index = 0; index < count; ++index) {
            if (file.is_done(length, index)) continue;
            if (here.units.empty() || here.units.back().end != index) {
                here.units.push_back({index, index});
            }
            here.units.back().end = index + 1;
        }
        if (!here.units.empty()) missing.push_back(std::move(here));
    }
    return missing;
}

std::string array_list(std::span<const std::uint64_t> numbers) {
    std::string list;
    for (std::size_t k = 0; k < numbers.size();) {
        std::size_t last = k;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
            ++last;
        if (!list.empty()) list += ',';
        list += std::to_string(numbers[k]);
        if (last > k) list += '-' + std::to_string(numbers[last]);
        k = last + 1;
    }
    return list;
}

}  // namespace disarray::search
