// SPDX-License-Identifier: MIT
//
// A claim over all of S_n: the exact minimum of M/N over every σ and every pseudometric D, how many
// σ violate N ≤ M, the least σ that attains the minimum, and a certificate that disarray-verify has
// accepted before anything is said.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "exact/rational.hpp"
#include "search/campaign.hpp"
#include "search/certificate.hpp"
#include "search/unit.hpp"
#include "verdict/verdict.hpp"

namespace disarray::search {

/// Largest n for which a sweep is offered: 13! programs is beyond a lifetime, and ranks stay far
/// inside 64 bits.
inline constexpr std::size_t max_sweep_n = 12;

/// How far a sweep has come; both count permutations, of all its lengths.
struct SweepProgress {
    std::size_t length = 0;  ///< at work
    std::uint64_t done = 0;  ///< in this run and before
    std::uint64_t total = 0;
    std::uint64_t done_before = 0;  ///< found in the campaign file
    std::optional<Rational> ratio;  ///< the least so far
};

/// A unit of a campaign.
struct UnitPlace {
    std::size_t length = 0;
    std::uint64_t index = 0;
    friend bool operator==(const UnitPlace&, const UnitPlace&) = default;
};

/// Has units decided, in any order, by others than the threads of this sweep, and calls `receive`,
/// in the calling thread, with one or more at a time, each unit once. False if it was stopped.
using UnitsElsewhere =
    std::function<bool(const std::vector<UnitPlace>& units,
                       const std::function<void(std::span<const UnitResult>)>& receive)>;

struct SweepOptions {
    Claim claim;           ///< over all of S_n, n ≤ max_sweep_n
    unsigned threads = 0;  ///< 0: all cores. The result does not depend on it.
    Stop stop;             ///< asked before each program
    std::function<void(const SweepProgress&)> progress;  ///< may be empty; called from any thread
    /// Its finished units are taken over, and new ones stored in it. Its plan is plan_of(claim).
    CampaignFile* campaign = nullptr;
    /// Decides what is open, if not empty. Needs a campaign; `threads` and `stop` are its own
    /// matter.
    UnitsElsewhere elsewhere;
    /// Only the units of part `shard` of `shards` (from 0) are worked on.
    std::uint64_t shard = 0;
    std::uint64_t shards = 1;
    /// Where the certificate is kept; empty: it is made, verified, and dropped.
    std::string certificate;
    /// If not 0, the certificate that is kept is a folder of chunks of at most so many bytes, whole
    /// units each and at least one.
    std::uint64_t chunk_bytes = 0;
    /// Of a threshold: a σ with M = N at some D, if one is known. It is shown where no other is.
    std::optional<Permutation> attained;
};

/// What was found for one length. With `complete` false it speaks of the σ decided so far only.
struct LengthResult {
    bool complete = false;
    std::uint64_t programs = 0;      ///< σ decided, of this length (and shorter ones if reduced)
    std::uint64_t undecided = 0;     ///< σ without an exact answer
    std::uint64_t permutations = 0;  ///< n!
    std::size_t n = 0;
    std::optional<ClaimResult> found;  ///< absent if no σ was decided
    bool certified = false;            ///< disarray-verify accepts the certificate

    /// refuted if the ratio is < 1, certified, exhausted if complete only, else undecided.
    Verdict verdict() const;
};

struct SweepOutcome {
    std::vector<LengthResult> lengths;  ///< from claim.first_length(), as far as it came
    std::string verification;           ///< the verifier's line; empty if nothing was complete
    bool kept = false;                  ///< the certificate is at options.certificate
    // Of the units that this run decided:
    double cpu_seconds = 0;
    std::uint64_t certificate_bytes = 0;
};

/// O(n!) time; memory does not grow with n!.
/// \throws UsageError if the claim is not over S_n, n is out of range or the campaign has another
/// plan; InputError if a file cannot be written
SweepOutcome sweep(const SweepOptions& options);

/// The claim for its one σ, by the same road: decided, written, verified.
SweepOutcome decide_one(const Claim& claim, const std::string& certificate);

}  // namespace disarray::search
