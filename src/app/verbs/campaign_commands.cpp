// SPDX-License-Identifier: MIT
//
// `disarray search status` and `disarray search merge`: what campaign files hold, and their union.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "app/verb.hpp"
#include "app/verbs/search_commands.hpp"
#include "base/error.hpp"
#include "base/text_table.hpp"
#include "ranking/enumeration.hpp"
#include "record/json.hpp"
#include "search/campaign.hpp"
#include "search/job_plan.hpp"
#include "search/question.hpp"

namespace disarray::search {

namespace {

using app::Json;

struct StatusOptions {
    std::string file;
    bool json = false;
};

struct MergeOptions {
    std::vector<std::string> files;
    std::string output;
};

Json length_status_json(const Question& question, const LengthStatus& s) {
    Json json = {{"n", s.length},         {"units_done", s.units_done}, {"units", s.units},
                 {"programs", s.records}, {"undecided", s.undecided},   {"violating", s.violating},
                 {"ratio", nullptr},      {"ranks", nullptr},           {"seconds", s.seconds}};
    if (s.ratio) {
        json["ratio"] = question.ratio_text(*s.ratio);
        json["ranks"] = s.best.to_ranks();
    }
    return json;
}

void print_text(const CampaignFile& file, const Question& question) {
    using Align = TextTable::Align;
    TextTable lengths({{"length", Align::right},
                       {"units", Align::right},
                       {"of", Align::right},
                       {"programs", Align::right},
                       {"undecided", Align::right},
                       {"violating", Align::right},
                       {question.ratio_name()},
                       {"at ranks"},
                       {"core seconds", Align::right}});
    for (const LengthStatus& s : file.status()) {
        lengths.add_row({std::to_string(s.length), std::to_string(s.units_done),
                         std::to_string(s.units), std::to_string(s.records),
                         std::to_string(s.undecided), std::to_string(s.violating),
                         s.ratio ? question.ratio_text(*s.ratio) : "-",
                         s.ratio ? s.best.to_string() : "-", fmt::format("{:.1f}", s.seconds)});
    }
    TextTable runs({{"started"},
                    {"units", Align::right},
                    {"seconds", Align::right},
                    {"version"},
                    {"command"}});
    for (const CampaignRun& run : file.runs()) {
        runs.add_row({run.started, std::to_string(run.units), fmt::format("{:.1f}", run.seconds),
                      run.version, run.command});
    }
    app::print(
        fmt::format("{}, n = {}; indecomposable σ of each length, one of each symmetry "
                    "class.\n\n{}\n{}",
                    file.plan().title, file.plan().n, lengths.to_string(), runs.to_string()));
}

void status_command(const StatusOptions& options) {
    const CampaignFile file = CampaignFile::open(options.file, CampaignFile::Access::read);
    const Question question = questions_in(file.plan().title).front();
    if (!options.json) return print_text(file, question);
    Json json = app::document("search-status");
    json["statement"] = file.plan().title;
    json["n"] = file.plan().n;
    json["lengths"] = Json::array();
    for (const LengthStatus& s : file.status())
        json["lengths"].push_back(length_status_json(question, s));
    json["runs"] = record::json_of(file.runs());
    app::print_json(json);
}

/// What is merged: campaign files, some of which came in the folders of plans.
struct Inputs {
    std::vector<std::string> files;
    std::vector<std::pair<std::string, JobPlan>> folders;
};

Inputs inputs(const std::vector<std::string>& paths) {
    Inputs found;
    for (const std::string& path : paths) {
        std::error_code error;
        if (!std::filesystem::is_directory(path, error)) {
            found.files.push_back(path);
            continue;
        }
        const JobPlan& plan = found.folders.emplace_back(path, read_job_plan(path)).second;
        const std::vector<std::string> shards = shard_files(path, plan);
        if (shards.empty()) {
            throw InputError(printable(path, 200), "a plan of which no shard was begun",
                             "shards, as run.sh in it makes them");
        }
        found.files.insert(found.files.end(), shards.begin(), shards.end());
    }
    return found;
}

/// The shards of a plan that should have what is missing.
std::vector<std::uint64_t> shards_of(const JobPlan& plan, const MissingUnits& missing) {
    std::set<std::uint64_t> shards;
    for (const RankRange& units : missing.units) {
        for (std::uint64_t k = 0; k < std::min(units.size(), plan.jobs); ++k)
            shards.insert((units.begin + k) % plan.jobs + 1);
    }
    return {shards.begin(), shards.end()};
}

/// "missing: n = 7: units 3-5, 9 (ranks 2160 to 4319, 6480 to 7199), shards 2,4 of FOLDER"; units
/// and ranks are counted from 0.
std::string missing_line(const CampaignPlan& plan, const MissingUnits& missing,
                         const std::vector<std::pair<std::string, JobPlan>>& folders) {
    constexpr std::size_t most_shown = 8;  // convention: about a line
    std::vector<std::string> units, ranks;
    for (const RankRange& u : missing.units) {
        if (units.size() == most_shown) {
            units.emplace_back("...");
            ranks.emplace_back("...");
            break;
        }
        units.push_back(u.size() == 1 ? std::to_string(u.begin)
                                      : fmt::format("{}-{}", u.begin, u.end - 1));
        ranks.push_back(fmt::format("{} to {}", unit_range(plan, missing.length, u.begin).begin,
                                    unit_range(plan, missing.length, u.end - 1).end - 1));
    }
    std::string line = fmt::format("missing: n = {}: units {} (ranks {})", missing.length,
                                   fmt::join(units, ", "), fmt::join(ranks, ", "));
    for (const auto& [folder, folder_plan] : folders) {
        line +=
            fmt::format(", shards {} of {}", array_list(shards_of(folder_plan, missing)), folder);
    }
    return line + "\n";
}

void merge_command(const MergeOptions& options) {
    if (options.output.empty()) throw InputError("--out", "nothing", "a new file");
    const Inputs merged = inputs(options.files);
    merge_campaigns(merged.files, options.output);
    const CampaignFile whole = CampaignFile::open(options.output, CampaignFile::Access::read);
    std::uint64_t done = 0, all = 0;
    for (const LengthStatus& s : whole.status()) {
        done += s.units_done;
        all += s.units;
    }
    std::string text = fmt::format("{}: {} of {} units\n", options.output, done, all);
    for (const MissingUnits& missing : missing_units(whole))
        text += missing_line(whole.plan(), missing, merged.folders);
    app::print(text);
}

}  // namespace

void add_campaign_commands(app::Verb search_verb) {
    const auto status = std::make_shared<StatusOptions>();
    app::Verb status_verb =
        search_verb.add_verb("status", "What a campaign file holds: records, units, runs.",
                             "disarray search --reading box --n 3..5 --campaign box.db && "
                             "disarray search status box.db");
    status_verb.add_option("FILE", &status->file, "The campaign").required();
    status_verb.add_json_option(status->json);
    status_verb.on_call([status] { status_command(*status); });

    const auto merge = std::make_shared<MergeOptions>();
    app::Verb merge_verb = search_verb.add_verb(
        "merge",
        "The exact union of campaign files about the same question, and what it lacks; conflicts "
        "are refused.",
        "disarray search --reading box --n 7 --shard 1/2 --campaign part1.db && "
        "disarray search --reading box --n 7 --shard 2/2 --campaign part2.db && "
        "disarray search merge part1.db part2.db --out whole.db && "
        "disarray search --resume whole.db");
    merge_verb.add_option("FILES", &merge->files, "Campaigns, or folders of search plan")
        .required();
    merge_verb.group(app::Group::output);
    const app::Option out = merge_verb.add_option("--out", &merge->output, "New file");
    const app::Option old =
        merge_verb.add_option("--output", &merge->output, "As it was called").hidden();
    old.excludes(out);
    merge_verb.on_call([merge] { merge_command(*merge); });
}

}  // namespace disarray::search
