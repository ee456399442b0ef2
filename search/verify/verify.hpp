// SPDX-License-Identifier: MIT
//
// Verifies certificates: files that prove, for every pseudometric D, an inequality between two
// distances of rankings. FORMAT.md beside this file is the specification, and the only thing
// shared with the search that writes the files: nothing here uses a definition, an enumeration or
// a linear program of the rest of the project, so that a fault there cannot hide itself here.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <istream>
#include <memory>
#include <string>
#include <string_view>

#include "exact/rational.hpp"

namespace disarray::verify {

/// The first thing in a file that does not hold.
struct Rejected : std::exception {
    Rejected(std::string step_, std::string expected_, std::string found_);
    const char* what() const noexcept override { return "rejected"; }
    /// "<step>: expected <expected>, found <found>", in one line.
    std::string message() const;

    std::string step;  ///< where, outermost first: "ranks 3 2 1, proof, pair {1,3}"
    std::string expected;
    std::string found;
};

/// A rank vector: rank[i] is the rank of element i. Here, unlike in files and messages, elements
/// and ranks count from 0. Places beyond `size` are 0, so that comparison is lexicographic.
struct Ranks {
    static constexpr int max_size = 20;
    std::array<std::uint8_t, max_size> rank{};
    int size = 0;

    int operator[](int i) const { return rank[static_cast<std::size_t>(i)]; }
    void set(int i, int value) {
        rank[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(value);
    }
    /// "3 2 1", from 1.
    std::string to_string() const;
    friend auto operator<=>(const Ranks&, const Ranks&) = default;
};

/// What a valid record proves: M_σ ≥ ratio·N_σ, for σ and its images under the listed symmetries.
struct Record {
    Ranks ranks;
    Rational ratio;
    int images = 1;  ///< how many different images σ has, itself included
};

class Checker;

/// Checks the records of one claim, each on its own. May be used by several threads at once.
class RecordChecker {
public:
    /// \param header  the first line of a certificate, without its line end
    /// \throws Rejected if it is not a header
    explicit RecordChecker(std::string_view header);
    RecordChecker(RecordChecker&&) noexcept;
    RecordChecker& operator=(RecordChecker&&) noexcept;
    ~RecordChecker();

    /// The record in `line`, when its proof, its witness and its symmetric images hold. Whether a
    /// certificate has a record at this place is not asked here.
    /// \throws Rejected if something does not hold
    Record check(std::string_view line) const;

private:
    std::unique_ptr<const Checker> checker_;
};

/// The answer to one file.
struct Report {
    bool verified = false;
    std::string line;  ///< "VERIFIED …" or "REJECTED …", without a line end
};

/// Reads a whole certificate, plain or compressed by zstd, in memory of the order of a few lines
/// for each thread. Never throws for what the stream contains. The report does not depend on the
/// number of threads: of several faults it names the first.
/// \param name     stands for the file in the line
/// \param threads  that check records, while one of them reads; 0: all that are granted
Report verify_stream(std::istream& in, std::string_view name, unsigned threads = 1);

/// The same for a file, or for a folder of chunks or its index.json.
/// \throws InputError if it cannot be opened
Report verify_file(const std::filesystem::path& path, unsigned threads = 1);

}  // namespace disarray::verify
