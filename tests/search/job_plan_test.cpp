// SPDX-License-Identifier: MIT
//
// A plan folder comes whole or not at all and is read back as it was written; its shards tile the
// units; a shard file is complete, partial, missing, or named as somebody else's. That the scripts
// do what they say is tested where they run: tests/cli/plan.sh.
#include "search/job_plan.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "search/certificate.hpp"
#include "search/question.hpp"
#include "search/sweep.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/folder.hpp"

using namespace disarray;
using namespace disarray::search;
using disarray::test::contains;
using disarray::test::content;
using disarray::test::Folder;
using disarray::test::message_of;
namespace fs = std::filesystem;

namespace {

JobPlan plan_about(const std::string& statement, std::size_t n, std::uint64_t jobs) {
    return {search::plan_of(sweep_claim(questions_in(statement).front().inequality, n)), jobs};
}

JobRequest request() {
    return {3600, 512, 2, "/opt/some where/disarray", "0.1.0", "disarray search plan"};
}

/// A unit that a campaign accepts; what it found does not matter here.
UnitResult unit_at(std::size_t length, std::uint64_t index) {
    UnitResult unit;
    unit.length = length;
    unit.index = index;
    return unit;
}

/// The campaign file of a shard with the first `count` of the units that belong to `units_of`.
void write_shard(const std::string& folder, const JobPlan& plan, std::uint64_t shard,
                 std::uint64_t units_of, std::uint64_t count) {
    CampaignFile file = CampaignFile::create(shard_path(folder, shard), plan.campaign);
    file.begin_run("0.1.0", "disarray search");
    for (std::size_t m = plan.campaign.first_length; m <= plan.campaign.n; ++m) {
        const std::uint64_t units = unit_count(plan.campaign, m);
        for (std::uint64_t i = units_of - 1; i < units && count > 0; i += plan.jobs, --count)
            file.store(unit_at(m, i));
    }
}

constexpr std::uint64_t all = 1'000'000;

}  // namespace

TEST_CASE("a plan is read back as it was written", "[search]") {
    const Folder directory;
    const std::string folder = directory / "plan";
    const JobPlan plan = plan_about("F[box] <= 3*K", 8, 5);
    write_job_plan(folder, plan, request());
    const JobPlan read = read_job_plan(folder);
    CHECK(read.campaign == plan.campaign);
    CHECK(read.jobs == 5);
    for (const char* name : {"plan.json", "shard.sh", "run.sh", "array.sbatch", "array.sub"})
        CHECK(fs::is_regular_file(folder + "/" + name));
    for (const char* name : {"shards", "logs"})
        CHECK(fs::is_directory(folder + "/" + name));
    CHECK(directory.names() == std::set<std::string>{"plan"});
    CHECK(::access((folder + "/shard.sh").c_str(), X_OK) == 0);
}

TEST_CASE("the scripts say what was asked for, and every name in them is filled in", "[search]") {
    const Folder directory;
    const std::string folder = directory / "it's 5%j $HOME @N@ \"plan\"";
    write_job_plan(folder + "/", plan_about("K <= F[prefix]", 7, 12), request());
    const std::string slurm = content(folder + "/array.sbatch");
    for (const char* line :
         {"#SBATCH --array=1-12\n", "#SBATCH --time=1:00:00\n", "#SBATCH --cpus-per-task=2\n",
          "#SBATCH --mem=512M\n", "#SBATCH --requeue\n", "#SBATCH --signal=B:TERM@120\n",
          "#SBATCH --open-mode=append\n"}) {
        INFO(line);
        CHECK(contains(slurm, line));
    }
    CHECK(contains(slurm, "it'\\''s 5%j $HOME @N@ \"plan\"'"));
    CHECK(contains(slurm, "it's 5%j $HOME @N@ \\\"plan\\\"\"\n"));
    CHECK(contains(slurm, "it's 5%%j $HOME @N@ \\\"plan\\\"/logs/slurm-%A_%a.log\"\n"));
    const std::string condor = content(folder + "/array.sub");
    CHECK(contains(condor, "it's 5%j $(DOLLAR)HOME @N@ \"plan\"/shard.sh\n"));
    CHECK(contains(condor, "request_cpus = 2\nrequest_memory = 512\n"));
    CHECK(contains(condor, "\nqueue 12\n"));
    const std::string shard = content(folder + "/shard.sh");
    CHECK(contains(shard, "'K <= F[prefix]'"));
    CHECK(contains(shard, "${DISARRAY:-'/opt/some where/disarray'}"));
    CHECK(contains(shard, "${DISARRAY_TIME-3360}"));
    for (const char* name : {"shard.sh", "run.sh"}) {
        const std::string text = content(folder + "/" + name);
        INFO(text);
        CHECK(!contains(text, directory / ""));  // it can be moved
        for (const char* left : {"@N@", "@JOBS@", "@RUN@", "@PROGRAM@", "@THREADS@", "@STATEMENT"})
            CHECK(!contains(text, left));
    }
}

TEST_CASE("what is there is not overwritten, and a plan that fails leaves nothing", "[search]") {
    const Folder directory;
    const JobPlan plan = plan_about("K <= F[box]", 5, 2);
    const auto error = [&](const std::string& folder) {
        return message_of<InputError>([&] { write_job_plan(folder, plan, request()); });
    };
    fs::create_directory(directory / "full");
    std::ofstream(directory / "full/file") << "x";
    CHECK(error(directory / "full") ==
          (directory / "full") + ": found something that exists already, expected a new folder");
    std::ofstream(directory / "file") << "x";
    CHECK(contains(error(directory / "file"), "expected a new folder"));
    CHECK(content(directory / "file") == "x");
    CHECK(contains(error(directory / "file/below"), "expected a new folder that can be written"));
    CHECK(contains(error(directory / "two\nlines"),
                   "two\\x0alines, expected a path without control characters and backslashes"));
    CHECK(contains(error(directory / "back\\slash"), "without control characters and backslashes"));
    CHECK(directory.names() == std::set<std::string>{"file", "full"});
    fs::create_directory(directory / "empty");
    write_job_plan(directory / "empty", plan, request());
    CHECK(read_job_plan(directory / "empty").jobs == plan.jobs);
    write_job_plan(directory / "far/away/plan/", plan, request());
    CHECK(read_job_plan(directory / "far/away/plan").jobs == plan.jobs);
    JobRequest short_time = request();
    short_time.seconds = 60;
    CHECK_THROWS_AS(write_job_plan(directory / "new", plan, short_time), UsageError);
    CHECK_THROWS_AS(write_job_plan(directory / "new", {plan.campaign, 0}, request()), UsageError);
}

TEST_CASE("a plan that is none, or is not of this version, is refused in one line", "[search]") {
    const Folder directory;
    const std::string folder = directory / "plan", path = folder + "/plan.json";
    write_job_plan(folder, plan_about("K <= F[box]", 5, 2), request());
    const std::string good = content(path);
    const auto error = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        REQUIRE(contains(text, from));
        text.replace(text.find(from), from.size(), to);
        std::ofstream(path, std::ios::binary) << text;
        const std::string message = message_of<InputError>([&] { read_job_plan(folder); });
        INFO(message);
        CHECK(message.starts_with(path + ": found "));
        CHECK(!contains(message, "\n"));
        return message;
    };
    CHECK(contains(error("{", "["), "another kind of file"));
    CHECK(contains(error("search-plan/1", "search-plan/2"), "disarray.search-plan/1"));
    CHECK(contains(error("\"n\": 5", "\"n\": 55"),
                   "\"n\": 55, expected a whole number, from 2 to 12"));
    CHECK(contains(error("\"n\": 5", "\"n\": 6"), "would cut in the same way"));
    CHECK(contains(error("\"jobs\": 2", "\"jobs\": -2"), "\"jobs\": -2, expected"));
    CHECK(contains(error("\"jobs\": 2", "\"jobs\": \"2\""), "\"jobs\": 2, expected"));
    CHECK(contains(error("\"unit_size\": 720", "\"unit_size\": 719"), "would cut in the same way"));
    CHECK(contains(error("\"K <= F[box]\"", "\"K <= F[bax]\""), "a plan about K <= F[bax]"));
    CHECK(contains(error("\"K <= F[box]\"", "7"), "\"statement\": 7, expected a text"));
    CHECK(contains(error("\"claim\"", "\"clam\""), "no \"claim\", expected a text"));
    fs::remove(path);
    CHECK(message_of<InputError>([&] { read_job_plan(folder); }) ==
          path +
              ": found No such file or directory, expected the plan that search plan has written");
}

TEST_CASE("the shards of a plan tile the units of every length", "[search]") {
    for (const std::uint64_t jobs : {1u, 4u, 7u, 100u}) {
        const JobPlan plan = plan_about("K <= F[box]", 8, jobs);
        std::uint64_t in_all = 0, of_lengths = 0;
        for (std::size_t m = 2; m <= 8; ++m) {
            const std::uint64_t units = unit_count(plan.campaign, m);
            for (std::uint64_t part = 0; part < jobs; ++part) {
                std::uint64_t own = 0;
                for (std::uint64_t index = 0; index < units; ++index)
                    own += is_in_part(index, part, jobs) ? 1U : 0U;
                CHECK(own == units_in_part(units, part, jobs));
                of_lengths += own;
            }
        }
        for (std::uint64_t shard = 1; shard <= jobs; ++shard)
            in_all += shard_unit_count(plan, shard);
        CHECK(in_all == of_lengths);
        CHECK(in_all == 5 + 7 + 56);
    }
}

TEST_CASE("a shard is missing, partial or complete", "[search]") {
    const Folder directory;
    const std::string folder = directory / "plan";
    const JobPlan plan = plan_about("K <= F[box]", 7, 4);  // 7 + 5 units: 7, 2, 2, 1
    write_job_plan(folder, plan, request());
    const auto state = [&](std::uint64_t shard) {
        const ShardStatus s = shard_status(folder, plan, shard);
        CHECK(s.fault == "");
        CHECK(s.file == shard_path(folder, shard));
        return fmt::format("{} {}/{}", name_of(s.state), s.units_done, s.units);
    };
    CHECK(state(1) == "missing 0/7");
    CHECK(state(2) == "missing 0/2");
    write_shard(folder, plan, 1, 1, all);
    write_shard(folder, plan, 2, 2, 1);
    write_shard(folder, plan, 3, 3, 0);
    CHECK(state(1) == "complete 7/7");
    CHECK(state(2) == "partial 1/2");
    CHECK(state(3) == "partial 0/2");
    CHECK(state(4) == "missing 0/1");
    CHECK(shard_files(folder, plan) == std::vector<std::string>{shard_path(folder, 1),
                                                                shard_path(folder, 2),
                                                                shard_path(folder, 3)});
    CHECK_THROWS_AS(shard_status(folder, plan, 0), UsageError);
    CHECK_THROWS_AS(shard_status(folder, plan, 5), UsageError);
    // More shards than units: there is nothing to wait for.
    const JobPlan many = plan_about("K <= F[box]", 5, 4);
    write_job_plan(directory / "many", many, request());
    CHECK(shard_status(directory / "many", many, 4).state == ShardState::complete);
}

TEST_CASE("a file that is not the shard's is named, with the reason", "[search]") {
    const Folder directory;
    const std::string folder = directory / "plan";
    const JobPlan plan = plan_about("K <= F[box]", 7, 4);
    write_job_plan(folder, plan, request());
    const std::string file = shard_path(folder, 2);
    const auto fault = [&] {
        const ShardStatus s = shard_status(folder, plan, 2);
        CHECK(s.state == ShardState::foreign);
        CHECK(!contains(s.fault, "\n"));
        fs::remove(file);
        return s.fault;
    };
    write_shard(folder, plan, 2, 1, all);
    CHECK(fault() == file +
                         ": found unit 0 of length 2, expected those of shard 2 of 4 only, unit 1 "
                         "and every 4th from there");
    write_shard(folder, plan, 2, 3, all);
    CHECK(fault() == file +
                         ": found unit 2 of length 7, expected those of shard 2 of 4 only, unit 1 "
                         "and every 4th from there");
    CampaignFile::create(file, plan_about("K <= F[box]", 6, 4).campaign);
    CHECK(fault() == file +
                         ": found a campaign about K <= F[box], n = 6, expected one about "
                         "K <= F[box], n = 7");
    CampaignPlan coarser = plan.campaign;
    coarser.unit_size *= 2;
    CampaignFile::create(file, coarser);
    CHECK(contains(fault(), "expected the same question cut into the same units"));
    std::ofstream(file) << "text";
    CHECK(contains(fault(), file + ": found no SQLite file"));
    fs::create_directory(file);
    CHECK(contains(fault(), "found a directory"));

    CampaignFile::create(file, plan_about("K <= F[prefix]", 7, 4).campaign);
    CHECK(contains(message_of<InputError>([&] { shard_files(folder, plan); }),
                   file + ": found a campaign about K <= F[prefix], n = 7, expected one about"));
}

TEST_CASE("what a campaign lacks is told in ranges", "[search]") {
    const Folder directory;
    const JobPlan plan = plan_about("K <= F[box]", 7, 1);
    CampaignFile file = CampaignFile::create(directory / "a.db", plan.campaign);
    file.begin_run("0.1.0", "disarray search");
    const auto lacks = [&] {
        std::string text;
        for (const MissingUnits& m : missing_units(file)) {
            text += fmt::format("{}:", m.length);
            for (const RankRange& r : m.units)
                text += fmt::format(" {}-{}", r.begin, r.end);
            text += ";";
        }
        return text;
    };
    CHECK(lacks() == "2: 0-1;3: 0-1;4: 0-1;5: 0-1;6: 0-1;7: 0-7;");
    for (std::size_t m = 2; m <= 6; ++m)
        file.store(unit_at(m, 0));
    for (const std::uint64_t index : {2u, 4u, 3u})
        file.store(unit_at(7, index));
    CHECK(lacks() == "7: 0-2 5-7;");
    for (const std::uint64_t index : {0u, 1u, 5u, 6u})
        file.store(unit_at(7, index));
    CHECK(lacks() == "");
}

TEST_CASE("numbers as Slurm lists them", "[search]") {
    const auto list = [](const std::vector<std::uint64_t>& numbers) { return array_list(numbers); };
    CHECK(list({}) == "");
    CHECK(list({3}) == "3");
    CHECK(list({1, 2}) == "1-2");
    CHECK(list({2, 5, 6, 7}) == "2,5-7");
    CHECK(list({1, 2, 3, 5, 8, 9}) == "1-3,5,8-9");
}
