// SPDX-License-Identifier: MIT
//
// A campaign file keeps exactly what was stored: through kill -9, full disks, second writers,
// merges and flipped bytes. The children of fork() that write and die here touch nothing of Catch2
// and end by _exit.
#include "search/campaign.hpp"

#include <sqlite3.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/show.hpp"

using namespace disarray;
using namespace disarray::search;
using disarray::test::contains;
using disarray::test::content;
using disarray::test::Folder;
using disarray::test::message_of;
namespace fs = std::filesystem;
using Access = CampaignFile::Access;

namespace {

CampaignPlan plan_of(std::size_t n, std::uint64_t unit_size) {
    return {"{\"format\": \"disarray.certificate/1\"}", "K <= F[prefix]", 2, n, unit_size};
}

/// A unit that could be: all figures follow from length and index, every third one has no records.
UnitResult unit_of(const CampaignPlan& plan, std::size_t length, std::uint64_t index) {
    std::mt19937_64 random(1000 * length + index);
    const RankRange range = unit_range(plan, length, index);
    UnitResult unit;
    unit.length = length;
    unit.index = index;
    unit.seconds = 0.125 * static_cast<double>(random() % 100);
    if (index % 3 == 2) {
        unit.undecided = range.size();
        return unit;
    }
    unit.records = 1 + random() % range.size();
    unit.represented = unit.records;
    unit.ratio = Rational(Integer(random() % 20), Integer(10));
    unit.violating = *unit.ratio < Rational(1) ? 1 + random() % unit.represented : 0;
    unit.best = lexicographic_unrank(length, range.begin + random() % range.size());
    // Up to some pages, with zero bytes.
    for (std::uint64_t i = random() % 20'000; i > 0; --i)
        unit.certificate += static_cast<char>(i % 251);
    return unit;
}

/// All places of a plan, in a shuffled order.
std::vector<std::pair<std::size_t, std::uint64_t>> places(const CampaignPlan& plan,
                                                          std::uint64_t seed) {
    std::vector<std::pair<std::size_t, std::uint64_t>> all;
    for (std::size_t m = plan.first_length; m <= plan.n; ++m) {
        for (std::uint64_t i = 0; i < unit_count(plan, m); ++i)
            all.emplace_back(m, i);
    }
    std::shuffle(all.begin(), all.end(), std::mt19937_64(seed));
    return all;
}

std::vector<UnitResult> units_in(const CampaignFile& file) {
    std::vector<UnitResult> units;
    for (std::size_t m = file.plan().first_length; m <= file.plan().n; ++m)
        file.for_each_unit(m, [&](const UnitResult& unit) { units.push_back(unit); });
    return units;
}

/// Whether each unit is the one of unit_of, no two are the same; the place of the first that is
/// not.
std::string fault_in(const CampaignFile& file) {
    std::pair<std::size_t, std::uint64_t> last{0, 0};
    for (const UnitResult& unit : units_in(file)) {
        const std::pair<std::size_t, std::uint64_t> here{unit.length, unit.index};
        const UnitResult expected = unit_of(file.plan(), unit.length, unit.index);
        if (!unit.same_result(expected) || unit.seconds != expected.seconds || here <= last) {
            return fmt::format("{} of length {}", unit.index, unit.length);
        }
        last = here;
    }
    return {};
}

void write_bytes(const std::string& path, const std::string& bytes) {
    fs::remove(path);  // ext4 writes a file that was cut to zero and filled again to the disk
    std::ofstream(path, std::ios::binary) << bytes;
}

void run_sql(const std::string& path, const std::string& sql) {
    sqlite3* raw = nullptr;
    REQUIRE(sqlite3_open(path.c_str(), &raw) == SQLITE_OK);
    CHECK(sqlite3_exec(raw, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(raw);
}

/// Runs `work` in a child, which ends with its result as exit status; 99 if it throws.
template <class Work>
pid_t in_child(const Work& work) {
    const pid_t child = ::fork();
    if (child != 0) return child;
    int status = 99;
    try {
        status = work();
    } catch (...) {
    }
    ::_exit(status);
}

int exit_status(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string open_error(const std::string& path, Access access = Access::read) {
    return message_of<InputError>([&] { CampaignFile::open(path, access); });
}

/// A file with the units of a plan of which `wanted` says so.
template <class Wanted>
void write_campaign(const std::string& path, const CampaignPlan& plan, std::uint64_t seed,
                    const Wanted& wanted) {
    CampaignFile file = CampaignFile::create(path, plan);
    file.begin_run("0.1.0", fmt::format("disarray search --seed {}", seed));
    std::vector<UnitResult> units;
    std::uint64_t k = 0;
    for (const auto& [m, i] : places(plan, seed)) {
        if (wanted(k++)) units.push_back(unit_of(plan, m, i));
    }
    file.store(units);
}

constexpr auto every = [](std::uint64_t) { return true; };

}  // namespace

// ------------------------------------------------------------------------------ plans and units

TEST_CASE("the units of a campaign tile S_m") {
    for (const std::uint64_t size : {1u, 7u, 24u, 25u, 120u, 1000u}) {
        const CampaignPlan plan = plan_of(5, size);
        for (std::size_t m = 2; m <= 5; ++m) {
            std::uint64_t end = 0;
            for (std::uint64_t i = 0; i < unit_count(plan, m); ++i) {
                const RankRange range = unit_range(plan, m, i);
                CHECK(range.begin == end);
                CHECK(range.begin < range.end);
                CHECK(range.size() <= size);
                end = range.end;
            }
            CHECK(end == factorial_64(m));
            CHECK_THROWS_AS(unit_range(plan, m, unit_count(plan, m)), UsageError);
        }
        CHECK_THROWS_AS(unit_count(plan, 1), UsageError);
        CHECK_THROWS_AS(unit_count(plan, 6), UsageError);
    }
    const CampaignPlan large = plan_of(20, (std::uint64_t{1} << 63) - 1);
    CHECK(unit_range(large, 20, 0) == RankRange{0, factorial_64(20)});
}

TEST_CASE("what is stored is read back, whatever the order of storing") {
    const Folder directory;
    const CampaignPlan plan = plan_of(5, 7);
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        const std::string path = directory / fmt::format("{}.campaign", seed);
        write_campaign(path, plan, seed, every);
        const CampaignFile file = CampaignFile::open(path, Access::read);
        CHECK(file.plan() == plan);
        CHECK(units_in(file).size() == places(plan, 0).size());
        CHECK(fault_in(file) == "");
        for (const auto& [m, i] : places(plan, 0))
            CHECK(file.is_done(m, i));
        REQUIRE(file.runs().size() == 1);
        CHECK(file.runs()[0].units == places(plan, 0).size());
        CHECK(file.runs()[0].command == fmt::format("disarray search --seed {}", seed));
        CHECK(file.runs()[0].started.size() == 20);
        CHECK(file.runs()[0].seconds > 0);
    }
    CHECK(directory.names() == std::set<std::string>{"1.campaign", "2.campaign"});
}

TEST_CASE("the status of a campaign adds up its units") {
    const Folder directory;
    const CampaignPlan plan = plan_of(5, 7);
    const std::string path = directory / "a";
    write_campaign(path, plan, 3, [](std::uint64_t k) { return k % 2 == 0; });
    const CampaignFile file = CampaignFile::open(path, Access::read);
    const auto lengths = file.status();
    REQUIRE(lengths.size() == 4);
    for (const LengthStatus& status : lengths) {
        LengthStatus sum;
        file.for_each_unit(status.length, [&](const UnitResult& unit) {
            ++sum.units_done;
            sum.records += unit.records;
            sum.undecided += unit.undecided;
            sum.represented += unit.represented;
            sum.violating += unit.violating;
            sum.seconds += unit.seconds;
            if (!unit.ratio) return;
            const auto better = std::tie(*unit.ratio, unit.best);
            if (!sum.ratio || better < std::tie(*sum.ratio, sum.best)) {
                sum.ratio = unit.ratio;
                sum.best = unit.best;
            }
        });
        CHECK(status.units == unit_count(plan, status.length));
        CHECK(status.units_done == sum.units_done);
        CHECK(status.records == sum.records);
        CHECK(status.undecided == sum.undecided);
        CHECK(status.represented == sum.represented);
        CHECK(status.violating == sum.violating);
        CHECK(status.ratio == sum.ratio);
        CHECK(status.best == sum.best);
        CHECK(status.seconds == sum.seconds);
    }
}

TEST_CASE("a unit stored again is no change, another result for it is refused") {
    const Folder directory;
    const std::string path = directory / "a";
    const CampaignPlan plan = plan_of(4, 5);
    CampaignFile file = CampaignFile::create(path, plan);
    file.begin_run("0.1.0", "disarray");
    const UnitResult unit = unit_of(plan, 4, 1);
    file.store(unit);
    UnitResult again = unit;
    again.seconds += 1;
    file.store(again);
    CHECK(file.runs()[0].units == 1);
    CHECK(fault_in(file) == "");
    UnitResult other = unit;
    other.certificate += "x";
    CHECK(message_of<InputError>([&] { file.store(other); }) ==
          path +
              ": found another result for unit 1 of length 4, expected the result just computed: "
              "one of the two is wrong");
    CHECK(fault_in(file) == "");
    file.store(unit_of(plan, 4, 0));  // the refusal left no transaction open
    CHECK(units_in(file).size() == 2);
}

TEST_CASE("several units are stored in one transaction, all or none") {
    const Folder directory;
    const CampaignPlan plan = plan_of(4, 5);
    CampaignFile file = CampaignFile::create(directory / "a", plan);
    file.begin_run("0.1.0", "disarray");
    std::vector<UnitResult> units{unit_of(plan, 4, 0), unit_of(plan, 3, 1), unit_of(plan, 4, 0)};
    file.store(units);
    CHECK(file.runs()[0].units == 2);
    units = {unit_of(plan, 4, 1), unit_of(plan, 4, 0)};
    units[1].certificate += "x";
    CHECK_THROWS_AS(file.store(units), InputError);
    CHECK(!file.is_done(4, 1));
    units[1] = unit_of(plan, 4, 2);
    units[1].index = 5;
    CHECK_THROWS_AS(file.store(units), UsageError);
    CHECK(!file.is_done(4, 1));
    file.store(std::vector<UnitResult>{});
    CHECK(file.runs()[0].units == 2);
    CHECK(fault_in(file) == "");
}

TEST_CASE("units that cannot be and calls out of order are misuse") {
    const Folder directory;
    const CampaignPlan plan = plan_of(4, 5);
    CHECK_THROWS_AS(CampaignFile::create(directory / "b", plan_of(21, 5)), UsageError);
    CHECK_THROWS_AS(CampaignFile::create(directory / "b", plan_of(4, 0)), UsageError);
    CHECK_THROWS_AS(CampaignFile::create(directory / "b", plan_of(1, 5)), UsageError);
    CampaignFile file = CampaignFile::create(directory / "a", plan);
    const auto refuses = [&](const auto& change) {
        UnitResult unit = unit_of(plan, 4, 0);
        change(unit);
        CHECK_THROWS_AS(file.store(unit), UsageError);
    };
    refuses([](UnitResult& unit) { unit.length = 5; });
    refuses([](UnitResult& unit) { unit.length = 1; });
    refuses([](UnitResult& unit) { unit.index = 5; });
    refuses([](UnitResult& unit) { unit.records = 6; });
    refuses([](UnitResult& unit) { unit.undecided = 6; });
    refuses([](UnitResult& unit) { unit.represented = 0; });
    refuses([](UnitResult& unit) { unit.represented = 25; });
    refuses([](UnitResult& unit) { unit.violating = 25; });
    refuses([](UnitResult& unit) { unit.ratio.reset(); });
    refuses([](UnitResult& unit) { unit.ratio = Rational(-1); });
    refuses([](UnitResult& unit) { unit.best = Permutation::reversal(4); });
    refuses([](UnitResult& unit) { unit.best = Permutation::identity(3); });
    refuses([](UnitResult& unit) { unit.seconds = -1; });
    CHECK(units_in(file).empty());
    file.begin_run("0.1.0", "disarray");
    CHECK_THROWS_AS(file.begin_run("0.1.0", "disarray"), UsageError);
    CampaignFile reader = CampaignFile::open(directory / "a", Access::read);
    CHECK_THROWS_AS(reader.begin_run("0.1.0", "disarray"), UsageError);
    CHECK_THROWS_AS(reader.store(unit_of(plan, 4, 0)), UsageError);
    CHECK_THROWS_AS(reader.is_done(4, 5), UsageError);
}

// ------------------------------------------------------------------------------ opening

TEST_CASE("what is no campaign is refused in one line") {
    const Folder directory;
    const std::string path = directory / "a";
    for (const Access access : {Access::read, Access::write}) {
        fs::remove_all(path);
        CHECK(open_error(path, access) == path + ": found no such file, expected a campaign file");
        write_bytes(path, "");
        CHECK(open_error(path, access) == path + ": found an empty file, expected a campaign file");
        write_bytes(path, "n = 4\n");
        CHECK(open_error(path, access) ==
              path + ": found no SQLite file, expected a campaign file");
        write_bytes(path, std::string(10'000, 'x'));
        CHECK(open_error(path, access) ==
              path + ": found no SQLite file, expected a campaign file");
        fs::remove(path);
        run_sql(path, "CREATE TABLE plan (n INTEGER)");
        CHECK(open_error(path, access) ==
              path + ": found an SQLite file of another program, expected a campaign file");
        fs::remove(path);
        fs::create_directory(path);
        CHECK(open_error(path, access) == path + ": found a directory, expected a campaign file");
        fs::remove(path);
        ::mkfifo(path.c_str(), 0600);
        CHECK(open_error(path, access) ==
              path + ": found no regular file, expected a campaign file");
    }
}

TEST_CASE("a campaign of a newer schema, or of none of ours, is refused") {
    const Folder directory;
    const std::string path = directory / "a";
    write_campaign(path, plan_of(3, 2), 1, every);
    run_sql(path, "PRAGMA user_version = 2");
    CHECK(open_error(path) ==
          path + ": found schema 2, expected at most 1 (a newer disarray wrote it)");
    run_sql(path, "PRAGMA user_version = 0");
    CHECK(contains(open_error(path), "found damaged data (schema 0)"));
    run_sql(path, "PRAGMA user_version = 1; DROP TABLE plan");
    CHECK(contains(open_error(path), "found damaged data (no such table: plan)"));
}

TEST_CASE("files without permission are refused with the reason") {
    const Folder directory;
    const std::string path = directory / "a";
    write_campaign(path, plan_of(3, 2), 1, every);
    fs::permissions(directory.path(), fs::perms{0555});
    // As root in a child that gives up its rights; 65534 is nobody.
    const auto is_refused = [&](unsigned mode, Access access, const char* part) {
        fs::permissions(path, fs::perms{mode});
        return exit_status(in_child([&] {
                   if (::geteuid() == 0 && ::seteuid(65534) != 0) return 1;
                   return contains(open_error(path, access), part) ? 0 : 2;
               })) == 0;
    };
    CHECK(is_refused(0, Access::read,
                     "found a file that cannot be read (unable to open database "
                     "file: Permission denied), expected a campaign file"));
    CHECK(is_refused(0, Access::write, "found no access (Permission denied)"));
    CHECK(is_refused(0444, Access::write, "found a file that cannot be written, expected write"));
    CHECK(exit_status(in_child([&] {  // reading needs no right to write
              if (::geteuid() == 0 && ::seteuid(65534) != 0) return 1;
              return fault_in(CampaignFile::open(path, Access::read)).empty() ? 0 : 2;
          })) == 0);
    fs::permissions(directory.path(), fs::perms{0755});
}

TEST_CASE("a campaign never takes the place of a file") {
    const Folder directory;
    const std::string path = directory / "a";
    const CampaignPlan plan = plan_of(3, 2);
    const auto error = [&](const std::string& file) {
        return message_of<InputError>([&] { CampaignFile::create(file, plan); });
    };
    write_bytes(path, "mine");
    CHECK(error(path) == path + ": found a file that exists already, expected a new name");
    CHECK(content(path) == "mine");
    fs::create_symlink("nowhere", directory / "link");
    CHECK(contains(error(directory / "link"), "exists already"));
    // SQLite would play the journal of a deleted file back into the new one.
    write_bytes(directory / "b-journal", "old");
    CHECK(contains(error(directory / "b"), "b-journal: found what a deleted campaign has left"));
    CHECK(contains(error(directory / "no/a"), "cannot be written (No such file or directory)"));
    CHECK(directory.names() == std::set<std::string>{"a", "b-journal", "link"});
}

TEST_CASE("a file name that SQLite gives a meaning of its own is a file name") {
    const Folder directory;
    const fs::path before = fs::current_path();
    fs::current_path(directory.path());
    for (const std::string path : {":memory:", "file:a?mode=ro", "a b'\""}) {
        write_campaign(path, plan_of(3, 2), 1, every);
        CHECK(fault_in(CampaignFile::open(path, Access::read)) == "");
        CHECK(directory.names().count(path) == 1);
    }
    fs::current_path(before);
    CHECK(directory.names().size() == 3);
}

// ------------------------------------------------------------------------------ processes

TEST_CASE("a second writer is refused, in this process and in another, until the first is gone") {
    const Folder directory;
    const std::string path = directory / "a";
    const CampaignPlan plan = plan_of(4, 5);
    const std::string refusal =
        path +
        ": found a campaign in use by another process, expected one writer at a time; "
        "reading is possible";
    const auto other_is_refused = [&] {
        return exit_status(in_child([&] { return open_error(path, Access::write) == refusal; })) ==
               1;
    };
    {
        CampaignFile file = CampaignFile::create(path, plan);
        CHECK(open_error(path, Access::write) == refusal);
        CHECK(open_error(path, Access::write) == refusal);
        CHECK(other_is_refused());
        file.store(unit_of(plan, 4, 0));
        CHECK(CampaignFile::open(path, Access::read).is_done(4, 0));
        CampaignFile moved = std::move(file);
        CHECK(other_is_refused());
        moved.store(unit_of(plan, 4, 1));
    }
    CHECK(!other_is_refused());
    CampaignFile again = CampaignFile::open(path, Access::write);
    CHECK(other_is_refused());
    again = CampaignFile::create(directory / "b", plan);
    CHECK(!other_is_refused());
}

TEST_CASE("kill -9 at any moment loses no stored unit and doubles none") {
    const Folder directory;
    const std::string path = directory / "a";
    const CampaignPlan plan = plan_of(6, 1);
    const auto order = places(plan, 5);
    CampaignFile::create(path, plan);
    std::mt19937_64 random(6);
    std::uint64_t stored = 0;
    int interrupted = 0;  // how often the journal of an unfinished unit was left
    for (int round = 0; round < 25; ++round) {
        int ends[2];
        REQUIRE(::pipe(ends) == 0);
        const pid_t child = in_child([&] {
            CampaignFile file = CampaignFile::open(path, Access::write);
            file.begin_run("0.1.0", "disarray");
            for (const auto& [m, i] : order) {
                if (file.is_done(m, i)) continue;
                file.store(unit_of(plan, m, i));
                if (::write(ends[1], "s", 1) != 1) return 1;
            }
            return 0;
        });
        ::close(ends[1]);
        ::usleep(static_cast<useconds_t>(5'000 + random() % 100'000));
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        char reported[4096];
        for (ssize_t got; (got = ::read(ends[0], reported, sizeof reported)) > 0;)
            stored += static_cast<std::uint64_t>(got);
        ::close(ends[0]);
        interrupted += fs::exists(path + "-journal") ? 1 : 0;

        INFO("round " << round);
        const CampaignFile file = CampaignFile::open(path, Access::read);
        CHECK(fault_in(file) == "");
        const std::uint64_t held = units_in(file).size();
        CHECK(held >= stored);
        // A unit may be stored and its writer killed before it says so, once a round.
        CHECK(held <= stored + 1);
        for (std::uint64_t k = 0; k < held; ++k)
            CHECK(file.is_done(order[k].first, order[k].second));
        std::uint64_t of_runs = 0;
        for (const CampaignRun& run : file.runs())
            of_runs += run.units;
        CHECK(of_runs == held);
        stored = held;
    }
    CHECK(stored > 0);
    WARN(interrupted << " of 25 writers were killed within a unit, " << stored << " units stored");
    // A journal may be left that was not yet valid; the next write removes it.
    CampaignFile::open(path, Access::write).begin_run("0.1.0", "disarray");
    CHECK(directory.names() == std::set<std::string>{"a"});
}

TEST_CASE("readers see whole units while another process writes") {
    const Folder directory;
    const std::string path = directory / "a";
    const CampaignPlan plan = plan_of(5, 3);
    CampaignFile::create(path, plan);
    const pid_t child = in_child([&] {
        CampaignFile file = CampaignFile::open(path, Access::write);
        for (const auto& [m, i] : places(plan, 7))
            file.store(unit_of(plan, m, i));
        return 0;
    });
    const CampaignFile reader = CampaignFile::open(path, Access::read);
    std::uint64_t last = 0;
    for (int status = 0; ::waitpid(child, &status, WNOHANG) == 0;) {
        std::uint64_t now = 0;
        for (const LengthStatus& length : reader.status())
            now += length.units_done;
        CHECK(now >= last);
        last = now;
        CHECK(fault_in(CampaignFile::open(path, Access::read)) == "");
    }
    CHECK(units_in(reader).size() == places(plan, 7).size());
}

TEST_CASE("a visitor does not hold up the writer") {
    const Folder directory;
    const std::string path = directory / "a";
    const CampaignPlan plan = plan_of(5, 7);
    write_campaign(path, plan, 1, [](std::uint64_t k) { return k < 10; });
    CampaignFile writer = CampaignFile::open(path, Access::write);
    const CampaignFile reader = CampaignFile::open(path, Access::read);
    auto left = places(plan, 1);
    left.erase(left.begin(), left.begin() + 10);
    for (std::size_t m = 2; m <= 5; ++m) {
        reader.for_each_unit(m, [&](const UnitResult&) {
            if (left.empty()) return;
            writer.store(unit_of(plan, left.back().first, left.back().second));
            left.pop_back();
        });
    }
    CHECK(fault_in(reader) == "");
    CHECK(units_in(reader).size() == places(plan, 1).size() - left.size());
}

TEST_CASE("readers of this process on other threads keep their locks when a writer closes") {
    // Closing the descriptor of the writer's lock would drop them (POSIX).
    const Folder directory;
    const std::string path = directory / "a";
    const CampaignPlan plan = plan_of(5, 3);
    CampaignFile::create(path, plan);
    std::string fault;
    std::thread reader([&] {
        for (int k = 0; k < 50 && fault.empty(); ++k)
            fault = fault_in(CampaignFile::open(path, Access::read));
    });
    for (const auto& [m, i] : places(plan, 7))
        CampaignFile::open(path, Access::write).store(unit_of(plan, m, i));
    reader.join();
    CHECK(fault == "");
    CHECK(fault_in(CampaignFile::open(path, Access::read)) == "");
}

// ------------------------------------------------------------------------------ full disks

namespace {

/// Stores until it fails and reports the message; 0 … stored units were accepted.
std::string store_until_failure(CampaignFile& file, std::uint64_t& stored) {
    return message_of<InputError>([&] {
        for (const auto& [m, i] : places(file.plan(), 8)) {
            if (file.is_done(m, i)) continue;
            file.store(unit_of(file.plan(), m, i));
            ++stored;
        }
    });
}

/// After a failure: everything stored is there, and, with room, the rest can be stored.
void check_safe(const std::string& path, std::uint64_t stored) {
    {
        const CampaignFile file = CampaignFile::open(path, Access::read);
        CHECK(fault_in(file) == "");
        CHECK(units_in(file).size() == stored);
    }
    CampaignFile file = CampaignFile::open(path, Access::write);
    CHECK(store_until_failure(file, stored) == "(nothing was thrown)");
    CHECK(fault_in(file) == "");
    CHECK(units_in(file).size() == stored);
}

int limit_pages(sqlite3* raw, char**, const struct sqlite3_api_routines*) {
    return sqlite3_exec(raw, "PRAGMA max_page_count = 25", nullptr, nullptr, nullptr);
}

}  // namespace

TEST_CASE("a full campaign file keeps what it has") {
    const Folder directory;
    const std::string path = directory / "a";
    CampaignFile::create(path, plan_of(5, 7));
    std::uint64_t stored = 0;
    // SQLite casts the entry point in the same way.
    const auto entry = reinterpret_cast<void (*)()>(limit_pages);
    REQUIRE(sqlite3_auto_extension(entry) == SQLITE_OK);
    {
        CampaignFile file = CampaignFile::open(path, Access::write);
        const std::string message =
            path + ": cannot be written (database or disk is full); what was stored before is safe";
        CHECK(store_until_failure(file, stored) == message);
        CHECK(stored > 0);
        CHECK(units_in(file).size() == stored);  // the open file goes on
        CHECK(store_until_failure(file, stored) == message);
    }
    CHECK(sqlite3_cancel_auto_extension(entry) == 1);
    check_safe(path, stored);
}

TEST_CASE("a failed write of the system keeps what was stored, and says why it failed") {
    const Folder directory;
    const std::string path = directory / "a";
    CampaignFile::create(path, plan_of(5, 7));
    const pid_t child = in_child([&] {
        std::signal(SIGXFSZ, SIG_IGN);
        const struct rlimit limit { 90'000, 90'000 };
        if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 98;
        CampaignFile file = CampaignFile::open(path, Access::write);
        std::uint64_t stored = 0;
        const std::string message = store_until_failure(file, stored);
        // The system's own words in the middle are not ours to fix.
        if (!message.starts_with(path + ": cannot be written (") ||
            !message.ends_with("); what was stored before is safe")) {
            return 97;
        }
        return static_cast<int>(stored);
    });
    const int stored = exit_status(child);
    REQUIRE(stored > 0);
    REQUIRE(stored < 24);
    check_safe(path, static_cast<std::uint64_t>(stored));
}

TEST_CASE("a full file system keeps what was stored, and refuses new campaigns and merges whole") {
    const Folder directory;
    const Folder elsewhere;
    if (::mount("tmpfs", directory.path().c_str(), "tmpfs", 0, "size=128k") != 0) {
        WARN("not run: needs the right to mount a small tmpfs");
        return;
    }
    const std::string path = directory / "a";
    CampaignFile::create(path, plan_of(5, 7));
    std::uint64_t stored = 0;
    {
        CampaignFile file = CampaignFile::open(path, Access::write);
        CHECK(contains(store_until_failure(file, stored),
                       "cannot be written (database or disk is full); what was stored"));
    }
    CHECK(stored > 0);
    write_campaign(elsewhere / "whole", plan_of(5, 7), 9, every);
    CHECK(contains(
        message_of<InputError>([&] { merge_campaigns({elsewhere / "whole"}, directory / "b"); }),
        "b: cannot be written (database or disk is full); nothing was kept"));
    write_bytes(directory / "filler", std::string(130'000, 'x'));
    CHECK(contains(
        message_of<InputError>([&] { CampaignFile::create(directory / "c", plan_of(5, 7)); }),
        "c: cannot be written (database or disk is full); nothing was kept"));
    CHECK(directory.names() == std::set<std::string>{"a", "filler"});
    fs::copy_file(path, elsewhere / "a");
    check_safe(elsewhere / "a", stored);
    ::umount2(directory.path().c_str(), MNT_DETACH);
}

// ------------------------------------------------------------------------------ merging

TEST_CASE("a merge is the union, with the same bytes in any order of the inputs") {
    const Folder directory;
    const CampaignPlan plan = plan_of(5, 7);
    const std::string a = directory / "a", b = directory / "b", c = directory / "c";
    write_campaign(a, plan, 1, [](std::uint64_t k) { return k % 2 == 0; });
    write_campaign(b, plan, 2, [](std::uint64_t k) { return k % 3 == 0; });
    write_campaign(c, plan, 3, [](std::uint64_t k) { return k % 5 == 0; });
    std::set<std::pair<std::size_t, std::uint64_t>> expected;
    for (const std::string& path : {a, b, c}) {
        for (const UnitResult& unit : units_in(CampaignFile::open(path, Access::read)))
            expected.insert({unit.length, unit.index});
    }
    merge_campaigns({a, b, c}, directory / "abc");
    merge_campaigns({c, a, b, a}, directory / "caba");
    merge_campaigns({a, b}, directory / "ab");
    merge_campaigns({c, directory / "ab"}, directory / "c-ab");
    const CampaignFile merged = CampaignFile::open(directory / "abc", Access::read);
    CHECK(fault_in(merged) == "");
    CHECK(units_in(merged).size() == expected.size());
    CHECK(merged.runs().size() == 3);
    const std::string bytes = content(directory / "abc");
    CHECK(bytes == content(directory / "caba"));
    CHECK(bytes == content(directory / "c-ab"));
    CHECK(directory.names() == std::set<std::string>{"a", "ab", "abc", "b", "c", "c-ab", "caba"});
}

TEST_CASE("a merge of one is a copy that can be continued, and a run in two files stays one") {
    const Folder directory;
    const CampaignPlan plan = plan_of(5, 7);
    write_campaign(directory / "a", plan, 1, [](std::uint64_t k) { return k < 9; });
    merge_campaigns({directory / "a"}, directory / "b");
    {
        CampaignFile file = CampaignFile::open(directory / "b", Access::write);
        CHECK(units_in(file).size() == 9);
        std::uint64_t stored = 9;
        store_until_failure(file, stored);
        CHECK(stored == places(plan, 1).size());
    }
    merge_campaigns({directory / "b", directory / "a"}, directory / "c");
    const CampaignFile merged = CampaignFile::open(directory / "c", Access::read);
    CHECK(fault_in(merged) == "");
    CHECK(merged.runs().size() == 1);
    CHECK(merged.runs()[0].units == 9);
}

TEST_CASE("of a unit's times a merge keeps the least") {
    const Folder directory;
    const CampaignPlan plan = plan_of(4, 5);
    for (const int k : {1, 2, 3}) {
        CampaignFile file = CampaignFile::create(directory / std::to_string(k), plan);
        UnitResult unit = unit_of(plan, 4, 0);
        unit.seconds = (k * 2) % 3 + 1;
        file.store(unit);
    }
    merge_campaigns({directory / "1", directory / "2", directory / "3"}, directory / "m");
    CHECK(units_in(CampaignFile::open(directory / "m", Access::read))[0].seconds == 1);
}

TEST_CASE("a merge names the unit on which two files disagree, and leaves nothing") {
    const Folder directory;
    const std::string a = directory / "a", b = directory / "b", out = directory / "out";
    const CampaignPlan plan = plan_of(4, 5);
    write_campaign(a, plan, 1, every);
    {
        CampaignFile file = CampaignFile::create(b, plan);
        UnitResult unit = unit_of(plan, 4, 3);
        unit.certificate = "another";
        file.store(unit);
    }
    const std::string end = ": one of the two is wrong";
    CHECK(message_of<InputError>([&] {
              merge_campaigns({a, b}, out);
          }) ==
          b + ": found another result for unit 3 of length 4, expected the one in " + a + end);
    CHECK(message_of<InputError>([&] {
              merge_campaigns({b, a}, out);
          }) ==
          a + ": found another result for unit 3 of length 4, expected the one in " + b + end);
    CHECK(message_of<InputError>([&] { merge_campaigns({a}, b); }) ==
          b + ": found a file that exists already, expected a new name");
    CHECK(contains(message_of<InputError>([&] {
                       merge_campaigns({a, directory / "no"}, out);
                   }),
                   "no: found no such file"));
    CHECK_THROWS_AS(merge_campaigns({}, out), UsageError);
    CHECK(directory.names() == std::set<std::string>{"a", "b"});
}

TEST_CASE("a merge of different plans names the field and both values") {
    const Folder directory;
    const std::string a = directory / "a", b = directory / "b";
    const CampaignPlan plan = plan_of(4, 5);
    CampaignFile::create(a, plan);
    const auto error = [&](const auto& change) {
        CampaignPlan other = plan;
        change(other);
        fs::remove(b);
        CampaignFile::create(b, other);
        return message_of<InputError>([&] { merge_campaigns({a, b}, directory / "out"); });
    };
    const std::string as_in = " as in " + a;
    CHECK(error([](CampaignPlan& p) { p.n = 5; }) == b + ": found n 5, expected 4" + as_in);
    CHECK(error([](CampaignPlan& p) { p.unit_size = 6; }) ==
          b + ": found unit size 6, expected 5" + as_in);
    CHECK(error([](CampaignPlan& p) { p.first_length = 3; }) ==
          b + ": found first length 3, expected 2" + as_in);
    CHECK(error([](CampaignPlan& p) { p.title = "K"; }) ==
          b + ": found title \"K\", expected \"K <= F[prefix]\"" + as_in);
    const std::string long_text(200, 'x');
    fs::remove(a);
    CampaignPlan first = plan;
    first.claim = long_text + "1";
    CampaignFile::create(a, first);
    const std::string shown = "...xxxxxxxxxxxxxxxxxxxx";
    CHECK(error([&](CampaignPlan& p) { p.claim = long_text + "2\n"; }) ==
          b + ": found claim \"" + shown + "2\\x0a\", expected \"" + shown + "1\"" + as_in);
}

// ------------------------------------------------------------------------------ damage

TEST_CASE("a flipped byte is noticed or harmless, never another result") {
    const Folder directory;
    const std::string path = directory / "a", damaged = directory / "damaged";
    const CampaignPlan plan = plan_of(5, 7);
    write_campaign(path, plan, 1, every);
    const std::string bytes = content(path);
    std::mt19937_64 random(11);
    int noticed = 0;
    constexpr int rounds = 1500;
    for (int k = 0; k < rounds; ++k) {
        std::string changed = bytes;
        // A third within the header and the schema, a third within the pages' heads.
        const std::size_t at = k % 3 == 0 ? random() % 4096
                               : k % 3 == 1
                                   ? (random() % (bytes.size() / 4096)) * 4096 + random() % 64
                                   : random() % bytes.size();
        changed[at] = static_cast<char>(random());
        write_bytes(damaged, changed);
        INFO("byte " << at << " becomes " << static_cast<int>(changed[at]));
        try {
            const CampaignFile file = CampaignFile::open(damaged, Access::read);
            const std::string fault = fault_in(file);
            file.status();
            file.runs();
            CHECK(file.plan() == plan);
            CHECK(fault == "");
        } catch (const InputError& error) {
            CHECK(contains(error.what(), damaged + ": found "));
            CHECK(!contains(error.what(), "\n"));
            ++noticed;
        }
    }
    WARN(noticed << " of " << rounds << " flipped bytes were noticed");
    CHECK(noticed > rounds / 4);
    CHECK(content(path) == bytes);
}

TEST_CASE("a flipped byte harms no writer and no merge") {
    const Folder directory;
    const std::string path = directory / "a", damaged = directory / "damaged";
    const CampaignPlan plan = plan_of(4, 3);
    write_campaign(path, plan, 1, [](std::uint64_t k) { return k % 2 == 0; });
    const std::string bytes = content(path);
    std::mt19937_64 random(12);
    for (int k = 0; k < 60; ++k) {
        std::string changed = bytes;
        const std::size_t at = (random() % (bytes.size() / 4096)) * 4096 + random() % 128;
        changed[at] = static_cast<char>(random());
        fs::remove(damaged + "-journal");
        write_bytes(damaged, changed);
        INFO("byte " << at << " becomes " << static_cast<int>(changed[at]));
        try {
            merge_campaigns({path, damaged}, directory / "merged");
            const std::string fault =
                fault_in(CampaignFile::open(directory / "merged", Access::read));
            CHECK(fault == "");
        } catch (const InputError& error) {
            CHECK(!contains(error.what(), "\n"));
        }
        fs::remove(directory / "merged");
        try {
            CampaignFile file = CampaignFile::open(damaged, Access::write);
            file.begin_run("0.1.0", "disarray");
            for (const auto& [m, i] : places(plan, 2))
                file.store(unit_of(plan, m, i));
        } catch (const InputError& error) {
            CHECK(!contains(error.what(), "\n"));
        }
    }
}

TEST_CASE("a file cut short is noticed") {
    const Folder directory;
    const std::string path = directory / "a", cut = directory / "cut";
    write_campaign(path, plan_of(5, 7), 1, every);
    const std::string bytes = content(path);
    for (std::size_t size = 1; size < bytes.size(); size += 1777) {
        write_bytes(cut, bytes.substr(0, size));
        INFO(size << " of " << bytes.size() << " bytes");
        CHECK(contains(
            message_of<InputError>([&] { fault_in(CampaignFile::open(cut, Access::read)); }),
            cut + ": found "));
    }
}

TEST_CASE("values that no unit can have are damage") {
    const Folder directory;
    const std::string path = directory / "a";
    const auto error = [&](const std::string& sql) {
        fs::remove(path);
        write_campaign(path, plan_of(4, 5), 1, every);
        run_sql(path, sql);
        const std::string of_units =
            message_of<InputError>([&] { fault_in(CampaignFile::open(path, Access::read)); });
        return of_units;
    };
    const auto is_damage = [&](const std::string& sql, const std::string& what) {
        const std::string message = error(sql);
        INFO(sql << " gives " << message);
        CHECK(contains(message, path + ": found damaged data ("));
        CHECK(contains(message, what + "), expected a campaign file as it was written"));
    };
    const std::string first = " WHERE length = 4 AND idx = 0";
    is_damage("UPDATE units SET ratio = '1/0'" + first,
              "unit 0 of length 4: a ratio that is no number");
    is_damage("UPDATE units SET best = '1 2 2 4'" + first, "a best permutation that is none");
    is_damage("UPDATE units SET best = '1 2 3'" + first, "a best permutation of another length");
    is_damage("UPDATE units SET best = '4 3 2 1'" + first, "a best permutation of another unit");
    is_damage("UPDATE units SET records = -1" + first, "a negative count");
    is_damage("UPDATE units SET records = 6" + first, "too many records");
    is_damage("UPDATE units SET idx = 5" + first, "an index out of range");
    is_damage("UPDATE units SET seconds = 1e300" + first, "a wrong checksum");
    is_damage("UPDATE certificates SET records = x'00'" + first,
              "a wrong checksum of the certificate");
    is_damage("DELETE FROM certificates" + first, "unit 0 of length 4: no certificate");
    is_damage("UPDATE plan SET unit_size = 6", "a plan that cannot be");
    is_damage("DELETE FROM plan", "no plan");
}
