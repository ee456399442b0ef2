// SPDX-License-Identifier: MIT
//
// The index of a certificate that is a folder: what it claims, and which of its files has the
// records of which σ.
#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>
#include <string>
#include <vector>

#include "search/verify/claim.hpp"
#include "search/verify/enumeration.hpp"
#include "search/verify/fields.hpp"
#include "search/verify/results.hpp"

namespace disarray::verify {

inline constexpr std::string_view index_name = "index.json";

struct Chunk {
    std::string file;  ///< in the folder
    Range range;
    std::uint64_t records = 0;
    std::string sha256;
};

/// The object that the stream consists of, with the keys of an index. \throws Rejected
Json read_index(std::istream& in);

/// The entries of "chunks", which cover the claim without gap or overlap. \throws Rejected
std::vector<Chunk> read_chunks(const Json& value, const Claim& claim);

/// The sum over the records of one chunk, whose file has the hash that its entry says. Memory of
/// the order of its longest line. \throws Rejected
Results check_chunk(const Checker& checker, const std::filesystem::path& folder,
                    const Chunk& chunk);

}  // namespace disarray::verify
