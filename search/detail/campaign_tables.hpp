// SPDX-License-Identifier: MIT
//
// The tables of a campaign file: what is written to them, and what is read back, which is checked
// against its checksum and against what a stored unit must meet: InputError, which names the file,
// if it does not. All that use a connection throw SqliteError besides, which reading() and
// writing() turn into InputError. Who opens the file, for how long and why is the business of the
// callers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "search/campaign.hpp"
#include "search/detail/sqlite.hpp"

namespace disarray::search::detail {

/// A path for messages.
std::string printable_name(const std::string& path);
std::string unit_name(std::size_t length, std::uint64_t index);

inline constexpr std::uint64_t largest_integer =
    std::numeric_limits<std::int64_t>::max();  // of SQLite

inline std::int64_t to_signed(std::uint64_t value) {
    return static_cast<std::int64_t>(value);
}

// --- failures -----------------------------------------------------------------------------------

[[noreturn]] void fail_damaged(const std::string& path, std::string_view what);
/// The InputError for what SQLite reported while reading.
[[noreturn]] void fail_reading(const std::string& path, const SqliteError& error);
/// The same while writing.
[[noreturn]] void fail_writing(const std::string& path, const SqliteError& error);

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

// --- rows ---------------------------------------------------------------------------------------

/// A unit as it stands in the file, with the run that computed it.
struct StoredUnit {
    UnitResult unit;
    std::optional<std::int64_t> run;
};

/// For each run its number and what is known of it. The number is drawn at random, so that files
/// from different machines can be merged and copies of one run are known for the same.
using Runs = std::map<std::int64_t, CampaignRun>;

/// What a plan must meet; empty if it does.
std::string fault_of(const CampaignPlan& plan);
/// What a unit must meet, also after it was read back; empty if it does.
std::string fault_of(const CampaignPlan& plan, const UnitResult& unit);

inline constexpr const char* unit_columns =
    "length, idx, records, undecided, represented, violating, ratio, best, seconds, run, checksum";

/// The unit, without its certificate, of a row of `unit_columns`, checked.
StoredUnit read_unit(const Statement& row, const std::string& path, const CampaignPlan& plan);
bool has_unit(Connection& connection, std::size_t length, std::uint64_t index);
/// The first unit of a length, in ascending order, with an index of `from` or more; with its
/// certificate.
std::optional<StoredUnit> read_next_unit(Connection& connection, const std::string& path,
                                         const CampaignPlan& plan, std::size_t length,
                                         std::uint64_t from);
/// With its certificate. Within a transaction.
void insert_unit(Connection& connection, const UnitResult& unit, std::optional<std::int64_t> run);
void insert_run(Connection& connection, std::int64_t id, const CampaignRun& run);
Runs read_runs(Connection& connection, const std::string& path);
CampaignPlan read_plan(Connection& connection, const std::string& path);

// --- files --------------------------------------------------------------------------------------

/// Before: nothing in the file. Within a transaction.
void write_schema(Connection& connection, const CampaignPlan& plan);
/// Tells apart, before SQLite opens it, what SQLite would take for an empty database or fail on
/// with few words.
void require_regular_file(const std::string& path);
/// \throws InputError for a file of another program, or of a newer version of this one
void require_campaign(Connection& connection, const std::string& path);
/// \throws InputError if another process has it
WriterLock take_lock(const std::string& path);
/// Refuses a path at which something is. The journal of a file that was deleted would be applied to
/// the new one of the same name, and would ruin it.
void refuse_existing(const std::string& path);
/// Lets `fill` write to an empty file, which gets the name `path` when that is done.
/// \param lock  if given, becomes the lock of the new file, held already when it appears
/// \throws InputError if it cannot be written, and then nothing is kept
void write_new_file(const std::string& path, std::optional<WriterLock>* lock,
                    const std::function<void(Connection& connection)>& fill);

}  // namespace disarray::search::detail
