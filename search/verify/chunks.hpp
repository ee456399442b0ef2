// SPDX-License-Identifier: MIT
//
// The index of a certificate that is a folder: what it claims, and which of its files has the
// records of which σ.
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

#include "search/verify/values.hpp"

namespace disarray::verify {

inline constexpr std::string_view index_name = "index.json";

/// The σ of one length with lexicographic ranks from some `begin` to end − 1, the first of all
/// being 0.
struct Chunk {
    std::string file;  ///< in the folder
    int length = 0;
    std::uint64_t end = 0;
    std::uint64_t records = 0;
    std::string sha256;
};

/// The object that the stream consists of, with the keys of an index. \throws Rejected
Json read_index(std::istream& in);

/// The entries of "chunks", which cover the claim without gap or overlap. \throws Rejected
std::vector<Chunk> read_chunks(const Json& value, const Claim& claim);

/// Whether σ comes before the end of the chunk.
bool is_before_end(const Ranks& sigma, const Chunk& chunk);

std::uint64_t factorial(int n);
/// How many σ of the same length come before it in lexicographic order.
std::uint64_t lexicographic_rank(const Ranks& sigma);

}  // namespace disarray::verify
