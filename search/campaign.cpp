// SPDX-License-Identifier: MIT
//
// One SQLite file with a rollback journal: between transactions a campaign is a single file, which
// can be copied. (The write-ahead log would be faster, but keeps two more files beside it.) Each
// unit is one transaction with synchronous = EXTRA, which also makes the removal of the journal
// durable; with FULL a power cut could take back a unit that was already reported as stored. That
// is four fsyncs a transaction: 22 ms on a virtual disk whose fsync takes 5 ms (SQLite 3.40),
// whence the call that stores several units in one.
//
// A reader holds SQLite's lock for the time of one short statement, never while a visitor runs, so
// that nobody who looks at a campaign holds up the one who computes it.
#include "search/campaign.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <random>
#include <tuple>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "base/error.hpp"
#include "search/detail/campaign_tables.hpp"
#include "search/detail/sqlite.hpp"

namespace disarray::search {

namespace {

using detail::Connection;
using detail::fail_damaged;
using detail::fault_of;
using detail::has_unit;
using detail::insert_run;
using detail::insert_unit;
using detail::largest_integer;
using detail::printable_name;
using detail::read_next_unit;
using detail::read_plan;
using detail::read_runs;
using detail::read_unit;
using detail::reading;
using detail::require_campaign;
using detail::require_regular_file;
using detail::Runs;
using detail::Statement;
using detail::take_lock;
using detail::to_signed;
using detail::Transaction;
using detail::unit_columns;
using detail::unit_name;
using detail::write_new_file;
using detail::write_schema;
using detail::WriterLock;
using detail::writing;

std::int64_t random_run_id() {
    std::random_device device;
    const std::uint64_t high = device();
    return to_signed(((high << 32) | device()) & largest_integer);
}

std::string utc_now() {
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

}  // namespace

bool UnitResult::same_result(const UnitResult& other) const {
    return length == other.length && index == other.index && records == other.records &&
           undecided == other.undecided && represented == other.represented &&
           violating == other.violating && ratio == other.ratio && best == other.best &&
           certificate == other.certificate;
}

void LengthStatus::add(const UnitResult& unit) {
    ++units_done;
    records += unit.records;
    undecided += unit.undecided;
    represented += unit.represented;
    violating += unit.violating;
    seconds += unit.seconds;
    if (!unit.ratio) return;
    if (!ratio || *unit.ratio < *ratio || (*unit.ratio == *ratio && unit.best < best)) {
        ratio = unit.ratio;
        best = unit.best;
    }
}

std::uint64_t unit_count(const CampaignPlan& plan, std::size_t length) {
    const std::string fault = fault_of(plan);
    if (!fault.empty()) throw UsageError("a campaign's plan: " + fault);
    if (length < plan.first_length || length > plan.n) {
        throw UsageError(fmt::format("a campaign has no units of length {}", length));
    }
    const std::uint64_t total = factorial_64(length);
    return total / plan.unit_size + (total % plan.unit_size == 0 ? 0 : 1);
}

RankRange unit_range(const CampaignPlan& plan, std::size_t length, std::uint64_t index) {
    if (index >= unit_count(plan, length)) {
        throw UsageError("a campaign has no " + unit_name(length, index));
    }
    const std::uint64_t begin = index * plan.unit_size;
    return {begin, begin + std::min(plan.unit_size, factorial_64(length) - begin)};
}

// ------------------------------------------------------------------------------ CampaignFile

class CampaignFile::Database {
public:
    /// \param lock  held already by a writer that has made the file
    Database(const std::string& file, Access access, std::optional<WriterLock> lock)
        : path(file),
          lock_(access == Access::write && !lock ? take_lock(file) : std::move(lock)),
          connection(file) {
        require_campaign(connection, path);
        if (access == Access::read) {
            connection.execute("PRAGMA query_only = ON");
        } else {
            if (connection.is_read_only()) {
                throw InputError(printable_name(path), "a file that cannot be written",
                                 "write permission, or a campaign that is only read");
            }
            Statement(connection, "PRAGMA journal_mode = DELETE").run();
            connection.execute("PRAGMA synchronous = EXTRA");
        }
        plan = read_plan(connection, path);
    }

    std::string path;

private:
    // Declared before the connection: SQLite closes the file before the lock is given up.
    std::optional<WriterLock> lock_;

public:
    Connection connection;
    CampaignPlan plan;
    std::optional<std::int64_t> run;
    std::chrono::steady_clock::time_point run_started;

    /// Inserts a unit, or finds it there already. Within a transaction.
    void add(const UnitResult& unit) {
        if (has_unit(connection, unit.length, unit.index)) {
            const auto there = read_next_unit(connection, path, plan, unit.length, unit.index);
            if (there && there->unit.same_result(unit)) return;
            throw InputError(printable_name(path),
                             "another result for " + unit_name(unit.length, unit.index),
                             "the result just computed: one of the two is wrong");
        }
        insert_unit(connection, unit, run);
        if (!run) return;
        const std::chrono::duration<double> elapsed =
            std::chrono::steady_clock::now() - run_started;
        Statement(connection, "UPDATE runs SET units = units + 1, seconds = ? WHERE id = ?")
            .real(elapsed.count())
            .integer(*run)
            .run();
    }

    void require_writer() const {
        if (!lock_) throw UsageError("a campaign that was opened for reading is written to");
    }
};

CampaignFile::CampaignFile(std::unique_ptr<Database> database) : database_(std::move(database)) {}
CampaignFile::CampaignFile(CampaignFile&&) noexcept = default;
CampaignFile& CampaignFile::operator=(CampaignFile&&) noexcept = default;
CampaignFile::~CampaignFile() = default;

CampaignFile CampaignFile::open(const std::string& path, Access access) {
    require_regular_file(path);
    return reading(
        path, [&] { return CampaignFile(std::make_unique<Database>(path, access, std::nullopt)); });
}

CampaignFile CampaignFile::create(const std::string& path, const CampaignPlan& plan) {
    const std::string fault = fault_of(plan);
    if (!fault.empty()) throw UsageError("a campaign's plan: " + fault);
    std::optional<WriterLock> lock;
    write_new_file(path, &lock, [&](Connection& connection) { write_schema(connection, plan); });
    return reading(path, [&] {
        return CampaignFile(std::make_unique<Database>(path, Access::write, std::move(lock)));
    });
}

const CampaignPlan& CampaignFile::plan() const {
    return database_->plan;
}

void CampaignFile::begin_run(const std::string& version, const std::string& command) {
    database_->require_writer();
    if (database_->run) throw UsageError("a second run is begun on an open campaign");
    writing(database_->path, [&] {
        const std::int64_t id = random_run_id();
        Transaction transaction(database_->connection);
        insert_run(database_->connection, id, {utc_now(), version, command, 0, 0});
        transaction.commit();
        database_->run = id;
        database_->run_started = std::chrono::steady_clock::now();
    });
}

bool CampaignFile::is_done(std::size_t length, std::uint64_t index) const {
    if (index >= unit_count(database_->plan, length)) {
        throw UsageError("a campaign has no " + unit_name(length, index));
    }
    return reading(database_->path, [&] { return has_unit(database_->connection, length, index); });
}

void CampaignFile::store(std::span<const UnitResult> units) {
    Database& database = *database_;
    database.require_writer();
    for (const UnitResult& unit : units) {
        const std::string fault = fault_of(database.plan, unit);
        if (!fault.empty()) throw UsageError("a unit is stored that cannot be: " + fault);
    }
    writing(database.path, [&] {
        Transaction transaction(database.connection);
        for (const UnitResult& unit : units)
            database.add(unit);
        transaction.commit();
    });
}

void CampaignFile::for_each_unit(std::size_t length,
                                 const std::function<void(const UnitResult&)>& visit) const {
    unit_count(database_->plan, length);  // throws for a length that the plan does not have
    for (std::uint64_t from = 0;;) {
        const auto stored = reading(database_->path, [&] {
            return read_next_unit(database_->connection, database_->path, database_->plan, length,
                                  from);
        });
        if (!stored) return;
        visit(stored->unit);
        from = stored->unit.index + 1;
    }
}

std::vector<LengthStatus> CampaignFile::status() const {
    const CampaignPlan& plan = database_->plan;
    std::vector<LengthStatus> lengths;
    for (std::size_t m = plan.first_length; m <= plan.n; ++m) {
        LengthStatus& status = lengths.emplace_back();
        status.length = m;
        status.units = unit_count(plan, m);
    }
    reading(database_->path, [&] {
        std::pair<std::size_t, std::uint64_t> last{0, 0};
        Statement select(database_->connection,
                         fmt::format("SELECT {} FROM units ORDER BY length, idx", unit_columns));
        while (select.step()) {
            const UnitResult unit = read_unit(select, database_->path, plan).unit;
            const std::pair<std::size_t, std::uint64_t> here{unit.length, unit.index};
            if (here <= last && last.first != 0)
                fail_damaged(database_->path, "units out of order");
            last = here;
            LengthStatus& status = lengths[unit.length - plan.first_length];
            status.add(unit);
            // Each σ is counted once; so no sum overflows either, for 2·20! < 2^63.
            if (status.represented > factorial_64(status.length)) {
                fail_damaged(database_->path,
                             fmt::format("too many permutations of length {}", status.length));
            }
        }
    });
    return lengths;
}

std::vector<CampaignRun> CampaignFile::runs() const {
    const Runs by_id =
        reading(database_->path, [&] { return read_runs(database_->connection, database_->path); });
    std::vector<CampaignRun> runs;
    for (const auto& [id, run] : by_id)
        runs.push_back(run);
    std::stable_sort(runs.begin(), runs.end(), [](const CampaignRun& a, const CampaignRun& b) {
        return std::tie(a.started, a.version, a.command) <
               std::tie(b.started, b.version, b.command);
    });
    return runs;
}

}  // namespace disarray::search
