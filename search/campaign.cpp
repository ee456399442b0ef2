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
// that nobody who looks at a campaign holds up the one who computes it. Certificates have a table
// of their own: a status reads none of their pages.
//
// Every row carries a checksum, since SQLite has none: a changed byte in a count would otherwise be
// believed. Whatever is read back is also put to the conditions that a stored unit must meet.
#include "search/campaign.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <ctime>
#include <limits>
#include <map>
#include <random>
#include <string_view>
#include <system_error>
#include <tuple>
#include <type_traits>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "base/error.hpp"
#include "search/detail/sqlite.hpp"

namespace disarray::search {

namespace {

using detail::Connection;
using detail::NewFile;
using detail::SqliteError;
using detail::Statement;
using detail::Transaction;
using detail::WriterLock;

constexpr std::int64_t application_id = 0x64736172;  // "dsar"; file(1) and we tell files by it
constexpr std::int64_t schema_version = 1;
constexpr std::uint64_t largest_integer = std::numeric_limits<std::int64_t>::max();  // of SQLite

constexpr const char* campaign_schema = R"(
    CREATE TABLE plan (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        claim TEXT NOT NULL, title TEXT NOT NULL, first_length INTEGER NOT NULL,
        n INTEGER NOT NULL, unit_size INTEGER NOT NULL, checksum INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE units (
        length INTEGER NOT NULL, idx INTEGER NOT NULL,
        records INTEGER NOT NULL, undecided INTEGER NOT NULL,
        represented INTEGER NOT NULL, violating INTEGER NOT NULL,
        ratio TEXT, best TEXT, seconds REAL NOT NULL, run INTEGER, checksum INTEGER NOT NULL,
        PRIMARY KEY (length, idx)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE certificates (
        length INTEGER NOT NULL, idx INTEGER NOT NULL,
        checksum INTEGER NOT NULL, records BLOB NOT NULL,
        PRIMARY KEY (length, idx)
    ) STRICT;
    CREATE TABLE runs (
        id INTEGER PRIMARY KEY, started TEXT NOT NULL, version TEXT NOT NULL,
        command TEXT NOT NULL, units INTEGER NOT NULL, seconds REAL NOT NULL
    ) STRICT;
)";

/// FNV-1a, 64 bits (Fowler, Noll, Vo): against accidents, not against people.
std::int64_t checksum(std::string_view data) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : data)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return static_cast<std::int64_t>(hash);
}

std::int64_t checksum(const CampaignPlan& plan) {
    return checksum(fmt::format("{}\n{}\n{} {} {}", plan.claim, plan.title, plan.first_length,
                                plan.n, plan.unit_size));
}

std::int64_t to_signed(std::uint64_t value) {
    return static_cast<std::int64_t>(value);
}

std::string name(const std::string& path) {
    return printable(path, 200);
}

std::string unit_name(std::size_t length, std::uint64_t index) {
    return fmt::format("unit {} of length {}", index, length);
}

// ------------------------------------------------------------------------------ failures

/// SQLite's reason on one line: it may quote a damaged schema, line ends and all.
std::string reason_of(const SqliteError& error) {
    return printable(error.what(), 120);
}

[[noreturn]] void fail_damaged(const std::string& path, std::string_view what) {
    throw InputError(name(path), fmt::format("damaged data ({})", what),
                     "a campaign file as it was written");
}

/// The InputError for what SQLite reported while reading.
[[noreturn]] void fail_reading(const std::string& path, const SqliteError& error) {
    const std::string reason = reason_of(error);
    switch (error.code()) {
        case SQLITE_NOTADB:
            throw InputError(name(path), "no SQLite file", "a campaign file");
        case SQLITE_CORRUPT:
        case SQLITE_ERROR:  // of a schema that is not ours
        case SQLITE_SCHEMA:
        case SQLITE_FORMAT:
        case SQLITE_MISMATCH:
        case SQLITE_CONSTRAINT:
        case SQLITE_TOOBIG:
            fail_damaged(path, reason);
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            throw InputError(name(path), "a file locked by another process (" + reason + ")",
                             "a file that can be read");
        case SQLITE_MISUSE:
        case SQLITE_RANGE:
            throw InternalError("SQLite was misused: " + reason);
        default:
            throw InputError(name(path), "a file that cannot be read (" + reason + ")",
                             "a campaign file");
    }
}

/// The same while writing.
[[noreturn]] void fail_writing(const std::string& path, const SqliteError& error) {
    switch (error.code()) {
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
        case SQLITE_FULL:
        case SQLITE_IOERR:
        case SQLITE_READONLY:
        case SQLITE_CANTOPEN:
        case SQLITE_PERM:
            throw InputError(
                fmt::format("{}: cannot be written ({}); what was stored before is safe",
                            name(path), reason_of(error)));
        default:
            fail_reading(path, error);
    }
}

template <class Call>
auto reading(const std::string& path, const Call& call) {
    try {
        return call();
    } catch (const SqliteError& error) {
        fail_reading(path, error);
    }
}

template <class Call>
auto writing(const std::string& path, const Call& call) {
    try {
        return call();
    } catch (const SqliteError& error) {
        fail_writing(path, error);
    }
}

// ------------------------------------------------------------------------------ plans and units

/// What a plan must meet; empty if it does.
std::string fault_of(const CampaignPlan& plan) {
    if (plan.n > max_factorial_64) return "n is above 20";
    if (plan.first_length < 1 || plan.first_length > plan.n) return "no length from 1 to n";
    if (plan.unit_size < 1 || plan.unit_size > largest_integer) return "the unit size";
    return {};
}

/// What the ratio and the permutation of a unit must meet; empty if they do.
std::string fault_of_best(const CampaignPlan& plan, const UnitResult& unit) {
    // Of a threshold most records say no more than ratio ≥ 1.
    const bool threshold = plan.claim.find("disarray.certificate/2") != std::string::npos;
    if (unit.ratio ? unit.records == 0 : !threshold && unit.records > 0)
        return "a ratio goes with records";
    if (!unit.ratio && unit.violating > 0) return "violations without a ratio";
    if (!unit.ratio) return unit.best.size() == 0 ? "" : "a best permutation without a ratio";
    if (unit.ratio->sign() < 0) return "a negative ratio";
    if ((*unit.ratio < Rational(1)) != (unit.violating > 0))
        return "a ratio < 1 goes with violations";
    if (unit.best.size() != unit.length) return "a best permutation of another length";
    const RankRange range = unit_range(plan, unit.length, unit.index);
    const std::uint64_t rank = lexicographic_rank_64(unit.best);
    return range.begin <= rank && rank < range.end ? "" : "a best permutation of another unit";
}

/// What a unit must meet, also after it was read back; empty if it does.
std::string fault_of(const CampaignPlan& plan, const UnitResult& unit) {
    if (unit.length < plan.first_length || unit.length > plan.n) return "a length out of range";
    if (unit.index >= unit_count(plan, unit.length)) return "an index out of range";
    // Each record stands for its own σ, which lies in the unit, and perhaps for others elsewhere.
    const std::uint64_t size = unit_range(plan, unit.length, unit.index).size();
    if (unit.records > size || unit.undecided > size - unit.records) return "too many records";
    if (unit.represented < unit.records) return "fewer permutations than records";
    if (unit.represented > factorial_64(unit.length)) return "too many permutations";
    if (unit.violating > unit.represented) return "more violations than permutations";
    if (!std::isfinite(unit.seconds) || unit.seconds < 0) return "a time that is none";
    return fault_of_best(plan, unit);
}

/// The permutation that Permutation::to_string wrote.
std::optional<Permutation> parse_ranks(const std::string& text) {
    std::vector<std::int64_t> ranks(1, 0);
    for (const char c : text) {
        if (c == ' ') {
            ranks.push_back(0);
        } else if (c >= '0' && c <= '9' && ranks.back() < 100) {
            ranks.back() = 10 * ranks.back() + (c - '0');
        } else {
            return std::nullopt;
        }
    }
    try {
        return Permutation::from_ranks(ranks, "best");
    } catch (const InputError&) {
        return std::nullopt;
    }
}

std::optional<Rational> parse_ratio(const std::string& text) {
    try {
        return Rational::parse(text, "ratio");
    } catch (const InputError&) {
        return std::nullopt;
    }
}

/// A unit as it stands in the file, with the run that computed it.
struct StoredUnit {
    UnitResult unit;
    std::optional<std::int64_t> run;
};

/// (+ 0.0: SQLite has no −0.)
std::int64_t checksum(const UnitResult& unit, std::optional<std::int64_t> run) {
    return checksum(fmt::format("{} {} {} {} {} {} {} [{}] {} {}", unit.length, unit.index,
                                unit.records, unit.undecided, unit.represented, unit.violating,
                                unit.ratio ? unit.ratio->to_string() : "-", unit.best.to_string(),
                                std::bit_cast<std::uint64_t>(unit.seconds + 0.0),
                                run ? std::to_string(*run) : "-"));
}

/// For each run its number and what is known of it. The number is drawn at random, so that files
/// from different machines can be merged and copies of one run are known for the same.
using Runs = std::map<std::int64_t, CampaignRun>;

std::int64_t random_run_id() {
    std::random_device device;
    const std::uint64_t high = device();
    return to_signed(((high << 32) | device()) & largest_integer);
}

// ------------------------------------------------------------------------------ tables

constexpr const char* unit_columns =
    "length, idx, records, undecided, represented, violating, ratio, best, seconds, run, checksum";

/// The unit, without its certificate, of a row of `unit_columns`, checked.
StoredUnit read_unit(const Statement& row, const std::string& path, const CampaignPlan& plan) {
    StoredUnit stored;
    UnitResult& unit = stored.unit;
    const auto count = [&](int column) {
        const std::int64_t value = row.integer_at(column);
        if (value < 0) fail_damaged(path, "a negative count");
        return static_cast<std::uint64_t>(value);
    };
    unit.length = count(0);
    unit.index = count(1);
    const auto require = [&](bool holds, const std::string& fault) {
        if (!holds) fail_damaged(path, unit_name(unit.length, unit.index) + ": " + fault);
    };
    unit.records = count(2);
    unit.undecided = count(3);
    unit.represented = count(4);
    unit.violating = count(5);
    if (!row.is_null(6)) {
        unit.ratio = parse_ratio(row.text_at(6));
        require(unit.ratio.has_value(), "a ratio that is no number");
    }
    if (!row.is_null(7)) {
        const auto best = parse_ranks(row.text_at(7));
        require(best.has_value(), "a best permutation that is none");
        unit.best = *best;
    }
    unit.seconds = row.real_at(8);
    if (!row.is_null(9)) stored.run = row.integer_at(9);
    const std::string fault = fault_of(plan, unit);
    require(fault.empty(), fault);
    require(row.integer_at(10) == checksum(unit, stored.run), "a wrong checksum");
    return stored;
}

/// The unit with its certificate, of a row of `unit_columns` followed by those of the certificate.
StoredUnit read_whole_unit(const Statement& row, const std::string& path,
                           const CampaignPlan& plan) {
    StoredUnit stored = read_unit(row, path, plan);
    UnitResult& unit = stored.unit;
    const std::string unit_is = unit_name(unit.length, unit.index);
    if (row.is_null(11)) fail_damaged(path, unit_is + ": no certificate");
    unit.certificate = row.blob_at(12);
    if (row.integer_at(11) != checksum(unit.certificate)) {
        fail_damaged(path, unit_is + ": a wrong checksum of the certificate");
    }
    return stored;
}

bool has_unit(Connection& connection, std::size_t length, std::uint64_t index) {
    Statement select(connection, "SELECT 1 FROM units WHERE length = ? AND idx = ?");
    return select.integer(to_signed(length)).integer(to_signed(index)).step();
}

/// The first unit of a length, in ascending order, with an index of `from` or more.
std::optional<StoredUnit> read_next_unit(Connection& connection, const std::string& path,
                                         const CampaignPlan& plan, std::size_t length,
                                         std::uint64_t from) {
    Statement select(
        connection,
        "SELECT u.length, u.idx, u.records, undecided, represented, violating, ratio, "
        "best, seconds, run, u.checksum, c.checksum, c.records "
        "FROM units u LEFT JOIN certificates c ON c.length = u.length AND c.idx = u.idx "
        "WHERE u.length = ? AND u.idx >= ? ORDER BY u.idx LIMIT 1");
    select.integer(to_signed(length)).integer(to_signed(from));
    if (!select.step()) return std::nullopt;
    StoredUnit stored = read_whole_unit(select, path, plan);
    // With a damaged index SQLite may hand out a row that was not asked for.
    if (stored.unit.length != length || stored.unit.index < from) {
        fail_damaged(path, "units out of order");
    }
    return stored;
}

void insert_unit(Connection& connection, const UnitResult& unit, std::optional<std::int64_t> run) {
    Statement insert(connection, fmt::format("INSERT INTO units ({}) VALUES "
                                             "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                                             unit_columns));
    insert.integer(to_signed(unit.length)).integer(to_signed(unit.index));
    insert.integer(to_signed(unit.records)).integer(to_signed(unit.undecided));
    insert.integer(to_signed(unit.represented)).integer(to_signed(unit.violating));
    if (unit.ratio) {
        insert.text(unit.ratio->to_string()).text(unit.best.to_string());
    } else {
        insert.null().null();
    }
    insert.real(unit.seconds);
    run ? insert.integer(*run) : insert.null();
    insert.integer(checksum(unit, run)).run();
    Statement(connection,
              "INSERT INTO certificates (length, idx, checksum, records) "
              "VALUES (?, ?, ?, ?)")
        .integer(to_signed(unit.length))
        .integer(to_signed(unit.index))
        .integer(checksum(unit.certificate))
        .blob(unit.certificate)
        .run();
}

void insert_run(Connection& connection, std::int64_t id, const CampaignRun& run) {
    Statement(connection,
              "INSERT INTO runs (id, started, version, command, units, seconds) "
              "VALUES (?, ?, ?, ?, ?, ?)")
        .integer(id)
        .text(run.started)
        .text(run.version)
        .text(run.command)
        .integer(to_signed(run.units))
        .real(run.seconds)
        .run();
}

Runs read_runs(Connection& connection, const std::string& path) {
    Runs runs;
    Statement select(connection, "SELECT id, started, version, command, units, seconds FROM runs");
    while (select.step()) {
        CampaignRun run{select.text_at(1), select.text_at(2), select.text_at(3), 0,
                        select.real_at(5)};
        const std::int64_t units = select.integer_at(4);
        if (units < 0 || !std::isfinite(run.seconds) || run.seconds < 0) {
            fail_damaged(path, "a run with negative figures");
        }
        run.units = static_cast<std::uint64_t>(units);
        runs.emplace(select.integer_at(0), std::move(run));
    }
    return runs;
}

CampaignPlan read_plan(Connection& connection, const std::string& path) {
    Statement select(connection,
                     "SELECT claim, title, first_length, n, unit_size, checksum FROM plan");
    if (!select.step()) fail_damaged(path, "no plan");
    CampaignPlan plan{select.text_at(0), select.text_at(1),
                      static_cast<std::size_t>(select.integer_at(2)),
                      static_cast<std::size_t>(select.integer_at(3)),
                      static_cast<std::uint64_t>(select.integer_at(4))};
    if (!fault_of(plan).empty() || select.integer_at(5) != checksum(plan)) {
        fail_damaged(path, "a plan that cannot be");
    }
    return plan;
}

/// Before: nothing in the file. Within a transaction.
void write_schema(Connection& connection, const CampaignPlan& plan) {
    connection.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}",
                                   application_id, schema_version));
    connection.execute(campaign_schema);
    Statement(connection,
              "INSERT INTO plan (claim, title, first_length, n, unit_size, checksum) "
              "VALUES (?, ?, ?, ?, ?, ?)")
        .text(plan.claim)
        .text(plan.title)
        .integer(to_signed(plan.first_length))
        .integer(to_signed(plan.n))
        .integer(to_signed(plan.unit_size))
        .integer(checksum(plan))
        .run();
}

// ------------------------------------------------------------------------------ opening

/// Tells apart, before SQLite opens it, what SQLite would take for an empty database or fail on
/// with few words.
void require_regular_file(const std::string& path) {
    struct stat file {};
    if (::stat(path.c_str(), &file) != 0) {
        throw InputError(
            name(path),
            errno == ENOENT ? "no such file" : fmt::format("no access ({})", std::strerror(errno)),
            "a campaign file");
    }
    if (S_ISDIR(file.st_mode)) throw InputError(name(path), "a directory", "a campaign file");
    if (!S_ISREG(file.st_mode)) {
        throw InputError(name(path), "no regular file", "a campaign file");
    }
    if (file.st_size == 0) throw InputError(name(path), "an empty file", "a campaign file");
}

void require_campaign(Connection& connection, const std::string& path) {
    if (connection.pragma("application_id") != application_id) {
        throw InputError(name(path), "an SQLite file of another program", "a campaign file");
    }
    const std::int64_t version = connection.pragma("user_version");
    if (version > schema_version) {
        throw InputError(name(path), fmt::format("schema {}", version),
                         fmt::format("at most {} (a newer disarray wrote it)", schema_version));
    }
    if (version < 1) fail_damaged(path, fmt::format("schema {}", version));
}

WriterLock take_lock(const std::string& path) {
    try {
        auto lock = WriterLock::take(path);
        if (!lock) {
            throw InputError(name(path), "a campaign in use by another process",
                             "one writer at a time; reading is possible");
        }
        return std::move(*lock);
    } catch (const std::system_error& error) {
        throw InputError(name(path), fmt::format("no access ({})", error.code().message()),
                         "a campaign file");
    }
}

/// Refuses a path at which something is. The journal of a file that was deleted would be applied to
/// the new one of the same name, and would ruin it.
void refuse_existing(const std::string& path) {
    struct stat ignored {};
    if (::lstat(path.c_str(), &ignored) == 0) {
        throw InputError(name(path), "a file that exists already", "a new name");
    }
    for (const char* suffix : {"-journal", "-wal"}) {
        if (::lstat((path + suffix).c_str(), &ignored) == 0) {
            throw InputError(name(path + suffix), "what a deleted campaign has left",
                             "nothing: delete it, or take another name");
        }
    }
}

/// Lets `fill` write to an empty file, which gets the name `path` when that is done.
/// \param lock  if given, becomes the lock of the new file, held already when it appears
template <class Fill>
void write_new_file(const std::string& path, std::optional<WriterLock>* lock, const Fill& fill) {
    refuse_existing(path);
    try {
        NewFile file(path);
        if (lock) *lock = take_lock(file.temporary_path());
        {
            Connection connection(file.temporary_path());
            // On any failure the file is thrown away whole, so it needs no journal.
            Statement(connection, "PRAGMA journal_mode = OFF").run();
            connection.execute("PRAGMA synchronous = OFF");
            Transaction transaction(connection);
            fill(connection);
            transaction.commit();
        }
        file.publish();
    } catch (const SqliteError& error) {
        throw InputError(fmt::format("{}: cannot be written ({}); nothing was kept", name(path),
                                     reason_of(error)));
    } catch (const std::system_error& error) {
        if (error.code().value() == EEXIST) refuse_existing(path);
        throw InputError(fmt::format("{}: cannot be written ({}); nothing was kept", name(path),
                                     error.code().message()));
    }
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
                throw InputError(name(path), "a file that cannot be written",
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
            throw InputError(name(path), "another result for " + unit_name(unit.length, unit.index),
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

// ------------------------------------------------------------------------------ merging

namespace {

/// An input of a merge, and where it stands in the present length.
class MergeInput {
public:
    explicit MergeInput(const std::string& file) : path_(file) {
        require_regular_file(file);
        reading(file, [&] {
            connection_ = std::make_unique<Connection>(file);
            require_campaign(*connection_, file);
            connection_->execute("PRAGMA query_only = ON");
            plan_ = read_plan(*connection_, file);
        });
    }

    const std::string& path() const { return path_; }
    const CampaignPlan& plan() const { return plan_; }
    Runs runs() const {
        return reading(path_, [&] { return read_runs(*connection_, path_); });
    }

    /// The index of the next unit of a length, from `from` on. Reads no certificate, so that of
    /// many inputs only one certificate is held at a time.
    std::optional<std::uint64_t> next_index(std::size_t length, std::uint64_t from) const {
        return reading(path_, [&]() -> std::optional<std::uint64_t> {
            Statement select(*connection_,
                             "SELECT idx FROM units WHERE length = ? AND idx >= ? "
                             "ORDER BY idx LIMIT 1");
            select.integer(to_signed(length)).integer(to_signed(from));
            if (!select.step()) return std::nullopt;
            const std::int64_t index = select.integer_at(0);
            if (index < to_signed(from) || index >= to_signed(unit_count(plan_, length))) {
                fail_damaged(path_, "units out of order");
            }
            return static_cast<std::uint64_t>(index);
        });
    }

    StoredUnit unit(std::size_t length, std::uint64_t index) const {
        const auto found = reading(
            path_, [&] { return read_next_unit(*connection_, path_, plan_, length, index); });
        if (!found || found->unit.index != index) fail_damaged(path_, "units out of order");
        return *found;
    }

    std::optional<std::uint64_t> next;  ///< index of the next unit to be merged

private:
    std::string path_;
    std::unique_ptr<Connection> connection_;
    CampaignPlan plan_;
};

/// The part of `text` around the place where it first differs from `other`, for a message.
std::string around_difference(const std::string& text, const std::string& other) {
    const auto [here, there] = std::mismatch(text.begin(), text.end(), other.begin(), other.end());
    const auto place = static_cast<std::size_t>(here - text.begin());
    constexpr std::size_t shown = 60, before = 20;  // convention: fits a line
    if (place < shown - before) return fmt::format("\"{}\"", printable(text, shown));
    return fmt::format("\"...{}\"", printable(text.substr(place - before), shown));
}

void require_same_plan(const MergeInput& first, const MergeInput& second) {
    const CampaignPlan& a = first.plan();
    const CampaignPlan& b = second.plan();
    const auto require = [&](std::string_view field, const auto& expected, const auto& found) {
        if (expected == found) return;
        if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(found)>>) {
            throw InputError(name(second.path()), fmt::format("{} {}", field, found),
                             fmt::format("{} as in {}", expected, name(first.path())));
        } else {
            throw InputError(
                name(second.path()),
                fmt::format("{} {}", field, around_difference(found, expected)),
                fmt::format("{} as in {}", around_difference(expected, found), name(first.path())));
        }
    };
    require("n", a.n, b.n);
    require("first length", a.first_length, b.first_length);
    require("unit size", a.unit_size, b.unit_size);
    require("title", a.title, b.title);
    require("claim", a.claim, b.claim);
}

/// A run that is in two files stands there at two times; the later one counts.
Runs merged_runs(const std::vector<MergeInput>& inputs) {
    Runs runs;
    for (const MergeInput& input : inputs) {
        for (const auto& [id, run] : input.runs()) {
            CampaignRun& merged = runs.emplace(id, run).first->second;
            merged.units = std::max(merged.units, run.units);
            merged.seconds = std::max(merged.seconds, run.seconds);
        }
    }
    return runs;
}

/// The unit that all inputs standing at it agree on. Its time, and the run that is named for it,
/// are the least of all, whatever the order of the inputs.
StoredUnit agreed_unit(std::vector<MergeInput>& inputs, std::size_t length, std::uint64_t index) {
    std::optional<StoredUnit> agreed;
    std::string from;
    for (MergeInput& input : inputs) {
        if (input.next != index) continue;
        StoredUnit found = input.unit(length, index);
        if (!agreed) {
            agreed = std::move(found);
            from = name(input.path());
        } else if (!agreed->unit.same_result(found.unit)) {
            throw InputError(name(input.path()), "another result for " + unit_name(length, index),
                             fmt::format("the one in {}: one of the two is wrong", from));
        } else if (std::tie(found.unit.seconds, found.run) <
                   std::tie(agreed->unit.seconds, agreed->run)) {
            agreed = std::move(found);
        }
        input.next = input.next_index(length, index + 1);
    }
    return std::move(*agreed);
}

void merge_length(std::vector<MergeInput>& inputs, std::size_t length, Connection& output) {
    for (MergeInput& input : inputs)
        input.next = input.next_index(length, 0);
    for (;;) {
        std::optional<std::uint64_t> least;
        for (const MergeInput& input : inputs) {
            if (input.next && (!least || *input.next < *least)) least = input.next;
        }
        if (!least) return;
        const StoredUnit agreed = agreed_unit(inputs, length, *least);
        insert_unit(output, agreed.unit, agreed.run);
    }
}

}  // namespace

void merge_campaigns(const std::vector<std::string>& inputs, const std::string& output) {
    if (inputs.empty()) throw UsageError("merge_campaigns: no inputs");
    refuse_existing(output);
    std::vector<MergeInput> files;
    for (const std::string& input : inputs) {
        files.emplace_back(input);
        require_same_plan(files.front(), files.back());
    }
    write_new_file(output, nullptr, [&](Connection& connection) {
        write_schema(connection, files.front().plan());
        for (const auto& [id, run] : merged_runs(files))
            insert_run(connection, id, run);
        const CampaignPlan& plan = files.front().plan();
        for (std::size_t length = plan.first_length; length <= plan.n; ++length)
            merge_length(files, length, connection);
    });
}

}  // namespace disarray::search
