// SPDX-License-Identifier: MIT
//
// A campaign: one inequality decided over S_m for a range of m, cut into units of consecutive
// lexicographic ranks, and a SQLite file in which the finished units are kept. A unit is stored in
// one transaction, so that Ctrl-C, kill -9 or a full disk lose at most the units in hand and count
// none twice; what the file holds does not depend on the order in which units were done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "exact/rational.hpp"
#include "ranking/enumeration.hpp"
#include "ranking/permutation.hpp"
#include "record/field.hpp"

namespace disarray::search {

/// The question of a campaign. Two files belong together exactly if these are equal.
struct CampaignPlan {
    std::string claim;             ///< the certificate's header line for n (verify/FORMAT.md)
    std::string title;             ///< for people: "K <= F[prefix]"
    std::size_t first_length = 2;  ///< units exist for the lengths first_length … n
    std::size_t n = 0;
    std::uint64_t unit_size = 0;  ///< ranks in a unit; the last unit of a length may be shorter
    friend bool operator==(const CampaignPlan&, const CampaignPlan&) = default;
};

/// What one unit found. Everything but `seconds` is a function of the plan, length and index.
struct UnitResult {
    std::size_t length = 0;
    std::uint64_t index = 0;        ///< of the unit within its length, from 0
    std::uint64_t records = 0;      ///< programs decided = lines in `certificate`
    std::uint64_t undecided = 0;    ///< σ without an exact answer; they have no record
    std::uint64_t represented = 0;  ///< permutations that the records stand for
    std::uint64_t violating = 0;    ///< of these, with ratio < 1
    /// The least of the unit's records; absent if there is none. Of a threshold: if it is ≤ 1.
    std::optional<Rational> ratio;
    Permutation best;         ///< the lexicographically least σ that has it
    std::string certificate;  ///< the unit's records, one zstd frame
    double seconds = 0;       ///< CPU time it took
    /// Compares all but `seconds`.
    bool same_result(const UnitResult& other) const;
};

/// Number of units of length m: ⌈m! / unit_size⌉.
std::uint64_t unit_count(const CampaignPlan& plan, std::size_t length);
/// The lexicographic ranks of S_length that a unit covers.
RankRange unit_range(const CampaignPlan& plan, std::size_t length, std::uint64_t index);

/// Which units of a length are in part `part` of `parts` (from 0): every parts-th one. Neighbours
/// cost alike, so that parts in one piece would be very unequal.
constexpr bool is_in_part(std::uint64_t index, std::uint64_t part, std::uint64_t parts) {
    return index % parts == part;
}
/// How many these are, of `units`.
constexpr std::uint64_t units_in_part(std::uint64_t units, std::uint64_t part,
                                      std::uint64_t parts) {
    return units / parts + (part < units % parts ? 1 : 0);
}

/// A run that wrote to a campaign file, for people.
struct CampaignRun {
    std::string started;      ///< UTC, "2026-03-01T12:00:00Z"
    std::string version;      ///< of disarray
    std::string command;      ///< as typed
    std::uint64_t units = 0;  ///< stored by this run
    double seconds = 0;       ///< wall time from the start to the last stored unit

    DISARRAY_FIELDS(started, version, command, units, seconds)
};

/// What a campaign file knows about one length.
struct LengthStatus {
    std::size_t length = 0;
    std::uint64_t units_done = 0;
    std::uint64_t units = 0;
    std::uint64_t records = 0, undecided = 0, represented = 0, violating = 0;
    std::optional<Rational> ratio;  ///< least so far
    Permutation best;               ///< lexicographically least σ that has it
    double seconds = 0;             ///< sum over the units

    /// One unit more. The sums do not depend on the order.
    void add(const UnitResult& unit);
};

/// A campaign file. One process writes at a time; a second is refused, reading is always allowed.
/// Between writes it is one file that can be copied. (Beside a killed writer's file may stand
/// "…-journal"; it belongs to it. The next reader takes back the unfinished unit, the next writer
/// removes what is left.) One object is for one thread at a time. What cannot be read, or is not
/// what was written, is an InputError from every member: each row has a checksum.
class CampaignFile {
public:
    enum class Access { read, write };

    /// Opens a file that `create` made.
    /// \throws InputError if it does not exist, is no SQLite file, no campaign, of a newer schema,
    /// damaged, or (for writing) write-protected or in use by another process.
    static CampaignFile open(const std::string& path, Access access);
    /// Creates the file, which appears when it is complete, and opens it for writing.
    /// \throws InputError if it exists already or cannot be written.
    /// \throws UsageError unless 1 ≤ first_length ≤ n ≤ 20 and 1 ≤ unit_size < 2^63.
    static CampaignFile create(const std::string& path, const CampaignPlan& plan);

    CampaignFile(CampaignFile&&) noexcept;
    CampaignFile& operator=(CampaignFile&&) noexcept;
    ~CampaignFile();

    const CampaignPlan& plan() const;

    /// From now on stored units count to this run. Writers only; once.
    void begin_run(const std::string& version, const std::string& command);
    bool is_done(std::size_t length, std::uint64_t index) const;
    /// Stores a unit durably (it is on disk when this returns). Storing the same result again is
    /// no change. \throws InputError on a full disk or another failure to write: the file stays
    /// valid and holds all units stored before. \throws InputError if the unit is there already
    /// with another result (a conflict). \throws UsageError if no unit can be like this: place
    /// outside the plan, records + undecided above the ranks of the unit, represented < records or
    /// < violating or > m!, a ratio without records or records without, ratio < 1 without
    /// violations or the reverse, or `best` with a rank outside the unit.
    void store(const UnitResult& unit) { store(std::span(&unit, 1)); }
    /// The same for several, all or none: four fsyncs in sum, for units that are done faster than
    /// the disk takes them one by one.
    void store(std::span<const UnitResult> units);

    /// The units of one length in ascending order, one at a time, with their certificates. The file
    /// is not locked during a visit, which may also store units.
    void for_each_unit(std::size_t length,
                       const std::function<void(const UnitResult&)>& visit) const;
    /// One for each length, ascending. Reads no certificate.
    std::vector<LengthStatus> status() const;
    /// In order of their start.
    std::vector<CampaignRun> runs() const;

private:
    class Database;
    explicit CampaignFile(std::unique_ptr<Database> database);
    std::unique_ptr<Database> database_;
};

/// Writes to a new file `output` the exact union of the inputs (one or more), in any order with
/// the same bytes as result. A unit of several inputs keeps the least of its times. The output
/// appears only when it is complete. \throws InputError if two inputs have different plans or
/// different results for a unit, or if `output` exists.
void merge_campaigns(const std::vector<std::string>& inputs, const std::string& output);

}  // namespace disarray::search
