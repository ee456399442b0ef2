// SPDX-License-Identifier: MIT
//
// Every row carries a checksum, since SQLite has none: a changed byte in a count would otherwise be
// believed. Certificates have a table of their own: a status reads none of their pages.
#include "search/detail/campaign_tables.hpp"

#include <sys/stat.h>

#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"

namespace disarray::search::detail {

namespace {

constexpr std::int64_t application_id = 0x64736172;  // "dsar"; file(1) and we tell files by it
constexpr std::int64_t schema_version = 1;

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

/// SQLite's reason on one line: it may quote a damaged schema, line ends and all.
std::string reason_of(const SqliteError& error) {
    return printable(error.what(), 120);
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

/// (+ 0.0: SQLite has no −0.)
std::int64_t checksum(const UnitResult& unit, std::optional<std::int64_t> run) {
    return checksum(fmt::format("{} {} {} {} {} {} {} [{}] {} {}", unit.length, unit.index,
                                unit.records, unit.undecided, unit.represented, unit.violating,
                                unit.ratio ? unit.ratio->to_string() : "-", unit.best.to_string(),
                                std::bit_cast<std::uint64_t>(unit.seconds + 0.0),
                                run ? std::to_string(*run) : "-"));
}

}  // namespace

std::string printable_name(const std::string& path) {
    return printable(path, 200);
}

std::string unit_name(std::size_t length, std::uint64_t index) {
    return fmt::format("unit {} of length {}", index, length);
}

// ------------------------------------------------------------------------------ failures

void fail_damaged(const std::string& path, std::string_view what) {
    throw InputError(printable_name(path), fmt::format("damaged data ({})", what),
                     "a campaign file as it was written");
}

void fail_reading(const std::string& path, const SqliteError& error) {
    const std::string reason = reason_of(error);
    switch (error.code()) {
        case SQLITE_NOTADB:
            throw InputError(printable_name(path), "no SQLite file", "a campaign file");
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
            throw InputError(printable_name(path),
                             "a file locked by another process (" + reason + ")",
                             "a file that can be read");
        case SQLITE_MISUSE:
        case SQLITE_RANGE:
            throw InternalError("SQLite was misused: " + reason);
        default:
            throw InputError(printable_name(path), "a file that cannot be read (" + reason + ")",
                             "a campaign file");
    }
}

void fail_writing(const std::string& path, const SqliteError& error) {
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
                            printable_name(path), reason_of(error)));
        default:
            fail_reading(path, error);
    }
}

// ------------------------------------------------------------------------------ rows

std::string fault_of(const CampaignPlan& plan) {
    if (plan.n > max_factorial_64) return "n is above 20";
    if (plan.first_length < 1 || plan.first_length > plan.n) return "no length from 1 to n";
    if (plan.unit_size < 1 || plan.unit_size > largest_integer) return "the unit size";
    return {};
}

namespace {

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

}  // namespace

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

namespace {

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

}  // namespace

bool has_unit(Connection& connection, std::size_t length, std::uint64_t index) {
    Statement select(connection, "SELECT 1 FROM units WHERE length = ? AND idx = ?");
    return select.integer(to_signed(length)).integer(to_signed(index)).step();
}

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

// ------------------------------------------------------------------------------ files

void require_regular_file(const std::string& path) {
    struct stat file {};
    if (::stat(path.c_str(), &file) != 0) {
        throw InputError(
            printable_name(path),
            errno == ENOENT ? "no such file" : fmt::format("no access ({})", std::strerror(errno)),
            "a campaign file");
    }
    if (S_ISDIR(file.st_mode))
        throw InputError(printable_name(path), "a directory", "a campaign file");
    if (!S_ISREG(file.st_mode)) {
        throw InputError(printable_name(path), "no regular file", "a campaign file");
    }
    if (file.st_size == 0)
        throw InputError(printable_name(path), "an empty file", "a campaign file");
}

void require_campaign(Connection& connection, const std::string& path) {
    if (connection.pragma("application_id") != application_id) {
        throw InputError(printable_name(path), "an SQLite file of another program",
                         "a campaign file");
    }
    const std::int64_t version = connection.pragma("user_version");
    if (version > schema_version) {
        throw InputError(printable_name(path), fmt::format("schema {}", version),
                         fmt::format("at most {} (a newer disarray wrote it)", schema_version));
    }
    if (version < 1) fail_damaged(path, fmt::format("schema {}", version));
}

WriterLock take_lock(const std::string& path) {
    try {
        auto lock = WriterLock::take(path);
        if (!lock) {
            throw InputError(printable_name(path), "a campaign in use by another process",
                             "one writer at a time; reading is possible");
        }
        return std::move(*lock);
    } catch (const std::system_error& error) {
        throw InputError(printable_name(path),
                         fmt::format("no access ({})", error.code().message()), "a campaign file");
    }
}

void refuse_existing(const std::string& path) {
    struct stat ignored {};
    if (::lstat(path.c_str(), &ignored) == 0) {
        throw InputError(printable_name(path), "a file that exists already", "a new name");
    }
    for (const char* suffix : {"-journal", "-wal"}) {
        if (::lstat((path + suffix).c_str(), &ignored) == 0) {
            throw InputError(printable_name(path + suffix), "what a deleted campaign has left",
                             "nothing: delete it, or take another name");
        }
    }
}

void write_new_file(const std::string& path, std::optional<WriterLock>* lock,
                    const std::function<void(Connection& connection)>& fill) {
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
        throw InputError(fmt::format("{}: cannot be written ({}); nothing was kept",
                                     printable_name(path), reason_of(error)));
    } catch (const std::system_error& error) {
        if (error.code().value() == EEXIST) refuse_existing(path);
        throw InputError(fmt::format("{}: cannot be written ({}); nothing was kept",
                                     printable_name(path), error.code().message()));
    }
}

}  // namespace disarray::search::detail
