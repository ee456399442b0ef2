// SPDX-License-Identifier: MIT
//
// `disarray search plan` and `disarray search missing`: a campaign handed to a batch system, and
// what of it is still to be done.
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "app/verb.hpp"
#include "app/verbs/question_options.hpp"
#include "app/verbs/search_commands.hpp"
#include "app/version.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "search/certificate.hpp"
#include "search/job_plan.hpp"
#include "search/question.hpp"
#include "search/sweep.hpp"

namespace disarray::search {

namespace {

using app::Json;

struct PlanOptions {
    QuestionOptions question;
    std::size_t n = 0;
    std::uint64_t jobs = 0;
    std::string output;
    double hours = 24;
    std::uint64_t memory_mib = 2048;
    unsigned threads = 4;
};

struct MissingOptions {
    std::string folder;
    std::optional<std::uint64_t> shard;
    bool json = false;
};

/// The absolute path of this program; its name where the system does not say.
std::string path_of_this_program() {
    std::error_code error;
    const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? "disarray" : path.string();
}

std::uint64_t seconds_of(double hours) {
    constexpr double least = static_cast<double>(least_job_seconds) / 3600;
    constexpr double most = static_cast<double>(most_job_seconds) / 3600;
    if (!(hours >= least && hours <= most)) {
        throw InputError("--hours", fmt::format("{}", hours),
                         fmt::format("a number from {} to {}", least, most));
    }
    return static_cast<std::uint64_t>(std::llround(hours * 3600));
}

JobPlan job_plan(const PlanOptions& options) {
    const Question question = one_question(options.question, "search plan");
    return {plan_of(claim_over(question.inequality, options.n, options.question.threshold)),
            options.jobs};
}

std::string plan_text(const std::string& folder, const JobPlan& plan) {
    std::uint64_t units = 0, empty = 0;
    for (std::uint64_t shard = 1; shard <= plan.jobs; ++shard) {
        const std::uint64_t own = shard_unit_count(plan, shard);
        units += own;
        empty += own == 0 ? 1 : 0;
    }
    const std::string nothing =
        empty == 0 ? "" : fmt::format(", of which {} have nothing to do", empty);
    const std::string name = shell_word(folder);
    return fmt::format(
        "{}, n = {}: {} units in {} shards{}.\n\n"
        "Slurm       sbatch {}/array.sbatch\n"
        "HTCondor    condor_submit {}/array.sub\n"
        "here        {}/run.sh\n"
        "then        disarray search missing {}\n"
        "            disarray search merge {} --output whole.db\n",
        plan.campaign.title, plan.campaign.n, units, plan.jobs, nothing, name, name,
        folder.find('/') == std::string::npos ? "./" + name : name, name, name);
}

void plan_command(const PlanOptions& options) {
    const JobPlan plan = job_plan(options);
    write_job_plan(options.output, plan,
                   {seconds_of(options.hours), options.memory_mib, options.threads,
                    path_of_this_program(), app::version, app::command_line()});
    app::print(plan_text(options.output, plan));
}

Json shard_json(const ShardStatus& status) {
    return {{"shard", status.shard},
            {"file", status.file},
            {"units_done", status.units_done},
            {"units", status.units},
            {"state", name_of(status.state)},
            {"fault", status.fault.empty() ? Json() : Json(status.fault)}};
}

std::vector<ShardStatus> statuses(const MissingOptions& options, const JobPlan& plan) {
    if (options.shard && (*options.shard < 1 || *options.shard > plan.jobs)) {
        throw InputError("--shard", std::to_string(*options.shard),
                         fmt::format("a shard of the plan, from 1 to {}", plan.jobs));
    }
    const std::uint64_t first = options.shard.value_or(1);
    const std::uint64_t last = options.shard.value_or(plan.jobs);
    std::vector<ShardStatus> found;
    for (std::uint64_t shard = first; shard <= last; ++shard)
        found.push_back(shard_status(options.folder, plan, shard));
    return found;
}

/// What is to be done is printed only if every file is what it seems: a list with a foreign file
/// left out, or put in, would run on the wrong ground. The document shows all, and fails as well.
void missing_command(const MissingOptions& options) {
    const JobPlan plan = read_job_plan(options.folder);
    std::vector<std::uint64_t> open;
    std::string fault;
    Json shards = Json::array();
    for (const ShardStatus& status : statuses(options, plan)) {
        const bool is_foreign = status.state == ShardState::foreign;
        if (is_foreign && fault.empty()) fault = status.fault;
        if (!is_foreign && status.state != ShardState::complete) open.push_back(status.shard);
        shards.push_back(shard_json(status));
    }
    const std::string list = array_list(open);
    if (options.json) {
        Json json = app::document("search-missing");
        json["statement"] = plan.campaign.title;
        json["n"] = plan.campaign.n;
        json["jobs"] = plan.jobs;
        json["missing"] = list;
        json["shards"] = std::move(shards);
        app::print_json(json);
    }
    if (!fault.empty()) throw InputError(fault);
    if (!options.json && !list.empty()) app::print(list + "\n");
}

void add_job_options(app::Verb verb, PlanOptions& options) {
    verb.add_option(
            "--jobs", &options.jobs,
            "Number of shards, each a job of its own; a Slurm that is not told otherwise takes "
            "at most 1000")
        .required()
        .from_to(1, max_jobs);
    verb.group(app::Group::output);
    verb.add_option("--out", &options.output,
                    "New folder for the plan, its scripts and its results")
        .required();
    verb.group(app::Group::effort);
    verb.add_option("--hours", &options.hours,
                    "Time limit of a job; what is not done by then is queued again");
    verb.add_option("--memory", &options.memory_mib, "Memory of a job in MiB")
        .from_to(1, std::uint64_t{1} << 30);
    verb.add_option("--threads", &options.threads, "Number of threads of a job").from_to(1, 1024);
}

void add_plan_verb(app::Verb search_verb) {
    const auto options = std::make_shared<PlanOptions>();
    app::Verb verb = search_verb.add_verb(
        "plan", "Writes the job arrays of a search: for Slurm, HTCondor, GNU parallel or a shell.",
        "disarray search plan --reading box --n 5 --jobs 4 --out box-jobs && "
        "box-jobs/run.sh && disarray search merge box-jobs --out box-jobs.db");
    add_question_options(verb, options->question);
    verb.add_option("--n", &options->n, "Length of the rankings")
        .required()
        .from_to(2, max_sweep_n);
    add_threshold_option(verb, options->question);
    add_job_options(verb, *options);
    verb.on_call([options] { plan_command(*options); });
}

void add_missing_verb(app::Verb search_verb) {
    const auto options = std::make_shared<MissingOptions>();
    app::Verb verb = search_verb.add_verb(
        "missing",
        "The shards of a plan that are not complete, as sbatch --array takes them; nothing if all "
        "are.",
        "disarray search plan --reading box --n 4 --jobs 3 --out box-plan && "
        "disarray search missing box-plan");
    verb.add_option("FOLDER", &options->folder, "What search plan has made").required();
    verb.add_option("--shard", &options->shard, "Look at this shard only, from 1");
    verb.add_json_option(options->json);
    verb.on_call([options] { missing_command(*options); });
}

}  // namespace

void add_plan_commands(app::Verb search_verb) {
    add_plan_verb(search_verb);
    add_missing_verb(search_verb);
}

}  // namespace disarray::search
