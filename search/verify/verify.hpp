// SPDX-License-Identifier: MIT
//
// Verifies certificates: files that prove, for every pseudometric D, an inequality between two
// distances of rankings. FORMAT.md beside this file is the specification, and the only thing
// shared with the search that writes the files: nothing here uses a definition, an enumeration or
// a linear program of the rest of the project, so that a fault there cannot hide itself here.
#pragma once

#include <filesystem>
#include <istream>
#include <string>
#include <string_view>

#include "search/verify/core/core.hpp"

namespace disarray::verify {

/// Checks the records of one claim, each on its own. May be used by several threads at once.
class RecordChecker {
public:
    /// \param header  the first line of a certificate, without its line end
    /// \throws Rejected if it is not a header
    explicit RecordChecker(std::string_view header);

    /// The record in `line`, when its proof, its witness and its symmetric images hold. Whether a
    /// certificate has a record at this place is not asked here.
    /// \throws Rejected if something does not hold
    Record check(std::string_view line) const;

    /// The same for a section, of a claim with a rule.
    Section check_section(std::string_view line) const;

private:
    Claim claim_;
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
