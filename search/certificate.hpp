// SPDX-License-Identifier: MIT
//
// Certificates on the side of the search: what is claimed, and the lines and the compressed file of
// verify/FORMAT.md. Reading and judging them is the business of search/verify, which shares no code
// with this.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "exact/rational.hpp"
#include "ranking/enumeration.hpp"
#include "ranking/permutation.hpp"
#include "ranking/symmetry.hpp"
#include "search/decision.hpp"
#include "search/evidence.hpp"
#include "search/routing.hpp"
#include "search/statement.hpp"
#include "weighting/weighting.hpp"

namespace disarray::search {

/// An inequality with its scope: one σ, or all of S_n.
struct Claim {
    Inequality inequality;
    std::size_t n = 0;
    std::optional<Permutation> sigma;  ///< absent: every σ in S_n
    Weighting weighting;               ///< w, δ and the policy; its D is not looked at
    /// Only indecomposable σ, of all lengths 2 … n: answers for each of these lengths.
    bool direct_sums = false;
    Symmetries symmetries;  ///< one σ for each class
    /// Only whether N ≤ M is decided, without the least ratio where it does: format 2.
    bool threshold = false;
    std::int64_t scale = 0;  ///< of a threshold: a number that makes all coefficients whole

    std::size_t first_length() const { return direct_sums ? 2 : n; }
};

/// The claim over all of S_n with every reduction that is valid for it.
Claim sweep_claim(const Inequality& inequality, std::size_t n, const Weighting& weighting = {});

/// The same as a threshold. \throws NotSupported for coefficients that format 2 has no room for
Claim threshold_claim(const Inequality& inequality, std::size_t n);

/// What a claim comes to for one length.
struct ClaimResult {
    std::size_t n = 0;
    Rational ratio;                  ///< min M/N over scope
    std::uint64_t violating = 0;     ///< σ in scope with min M/N < 1
    Evidence best;                   ///< attains the ratio; its σ may be shorter than n
    std::optional<Evidence> strict;  ///< a metric with M < N; present if ratio < 1
    bool attained = true;  ///< false of a threshold: that ratio ≥ 1 is all, and there is no `best`
};

/// An expression as headers have it.
nlohmann::ordered_json expression_json(const Expression& expression);

/// The lines of a certificate, each with its newline.
std::string header_line(const Claim& claim);
/// Whether a header line is that of a threshold.
bool is_threshold_header(std::string_view header);
std::string record_line(const Permutation& sigma, const Decision& decision);
/// The exception of a section: signs with which the rule proves what it does not with those at 1.
std::string signs_record(const Permutation& sigma, const Signs& signs);
/// \param exceptions  such records, and others without their newline, separated by commas
std::string section_line(const Permutation& first, const Permutation& last,
                         std::string_view exceptions);
std::string end_line(const Claim& claim, std::uint64_t records,
                     std::span<const ClaimResult> results);

/// An entry of the index of a certificate in chunks.
struct CertificateChunk {
    std::string file;  ///< name in the folder
    std::size_t length = 0;
    RankRange ranks;            ///< lexicographic, of the σ of this length
    std::uint64_t records = 0;  ///< lines in the file
    std::string sha256;         ///< of the file, in hexadecimal digits
};

/// The text of index.json, a line for each chunk.
std::string chunk_index(const Claim& claim, std::span<const CertificateChunk> chunks,
                        std::uint64_t records, std::span<const ClaimResult> results);

/// One zstd frame.
std::string compressed(std::string_view text);

}  // namespace disarray::search
