// SPDX-License-Identifier: MIT
//
// What a sweep over S_n will cost, before it is run: programs, CPU time, bytes of certificate. The
// programs are counted, the rest is measured on a random sample of the σ of each length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "record/field.hpp"
#include "search/certificate.hpp"

namespace disarray::search {

/// Largest n for which a sweep is estimated, which is more than sweep() offers: n! fits in 64 bits.
inline constexpr std::size_t max_estimate_n = 20;

/// A number known up to chance.
struct Estimated {
    double value = 0;
    /// Of the 95 % interval value ± half_width; 0: exact, infinite: the sample was too small.
    double half_width = std::numeric_limits<double>::infinity();

    bool is_exact() const { return half_width == 0; }
    /// half_width / value; 0 for an exact number
    double relative() const;

    DISARRAY_FIELDS(value, half_width)
};

/// Of independent estimates.
Estimated sum(const Estimated& a, const Estimated& b);

/// Costs of a length, or of several.
struct Cost {
    std::uint64_t permutations = 0;
    Estimated programs{0, 0};  ///< σ to be decided
    Estimated seconds{0, 0};   ///< CPU seconds of all units: what deciding takes
    /// CPU seconds in which the verifier checks the records; unknown above max_sweep_n, where it
    /// takes none
    Estimated verification{0, 0};
    Estimated bytes{0, 0};  ///< of the compressed records

    DISARRAY_FIELDS_AS(
        "permutations, programs, cpu_seconds, verification_seconds, certificate_bytes",
        permutations, programs, seconds, verification, bytes)
};

struct LengthEstimate {
    std::size_t length = 0;
    Cost cost;
    std::uint64_t sampled = 0;  ///< programs solved one by one, for the times
    std::uint64_t runs = 0;     ///< runs of consecutive programs, for the compression
};

struct SweepEstimate {
    std::vector<LengthEstimate> lengths;  ///< first_length … n, ascending
    std::uint64_t sampled = 0;
    bool cut_short = false;  ///< the budget or `stop` ended the sample before it was full

    Cost total() const;
};

struct EstimateOptions {
    std::uint64_t seed = 1;
    /// Of a full sample; 8 programs of the longest length in each, fewer of the others. 4096
    /// programs are ± 2 % for the usual spread.
    std::size_t rounds = 512;
    double seconds = 5;    ///< wall time after which no new round of samples begins; > 0
    unsigned threads = 0;  ///< 0: all cores. More of them take more of the sample in the time.
    Stop stop;             ///< asked before each program
};

/// The cost of sweep() for a claim over S_n. The sample is the same for the same seed, as far as it
/// gets in the time; the times are those of this machine, with what else it is doing. The intervals
/// are about the choice of the sample only.
/// Of a threshold pieces of consecutive σ are the sample: `sampled` and `runs` count these.
/// \throws UsageError if the claim is about one σ, n is not in 2 … max_estimate_n (of a threshold
/// max_sweep_n), seconds ≤ 0 or rounds = 0
SweepEstimate estimate_sweep(const Claim& claim, const EstimateOptions& options = {});

/// The σ of S_length that are indecomposable (if asked for), one of each class: exact, in
/// O(length²). All of these need a program, unless N is zero for them. \throws UsageError if length
/// > 20
std::uint64_t class_count(std::size_t length, bool indecomposable, Symmetries symmetries);

/// How many of these a claim needs a program for; empty where that is not known without looking at
/// each: with weights, or absolute values on the smaller side.
std::optional<std::uint64_t> program_count(const Claim& claim, std::size_t length);

/// The wall time of a sweep with so many threads (0: all cores) on each of `ranks` processes: the
/// units shared out evenly, then the verifier on those of one process.
double wall_seconds(const Cost& cost, unsigned threads, unsigned ranks = 1);

/// "42 s", "12 min", "1:05 h", "12 days", "3 years".
std::string duration_text(double seconds);
/// "4 %", "0.3 %", "exact", "?".
std::string relative_text(const Estimated& estimated);
/// "950 bytes", "12 MB".
std::string bytes_text(double bytes);
/// In full if exact, else three digits: "79,000", "1.23e+17".
std::string count_text(const Estimated& count);

/// "estimate: 78,000 programs, 2.1 CPU hours ± 4 %, 12 MB; about 1:05 h on 2 threads": for the
/// beginning of a long run. \param threads, ranks  as for wall_seconds
std::string estimate_line(const SweepEstimate& estimate, unsigned threads, unsigned ranks = 1);

/// "estimated 2.1 CPU hours, took 2.2 (+5 %); 78,000 programs, 78,000 (+0 %); 12 MB, 11 MB (-8 %)":
/// for its end. \param cpu_seconds  of the units, without the verifier
std::string comparison_line(const SweepEstimate& estimate, std::uint64_t programs,
                            double cpu_seconds, std::uint64_t bytes);

}  // namespace disarray::search
