// SPDX-License-Identifier: MIT
#include "search/verify/chunks.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include <fmt/format.h>

namespace disarray::verify {

namespace {

/// The one part of a folder that is held in memory: room for 210,000 chunks, more than S_2 … S_12
/// have units in a search.
constexpr std::size_t max_index = std::size_t{48} << 20;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// A name that leads nowhere but into the folder.
std::string file_name(const Value& value) {
    const std::string& name = value.text();
    const auto is_plain = [](char c) {
        return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' ||
               c == '-' || c == '_';
    };
    if (name.empty() || name.size() > 100 || name.front() == '.' ||
        !std::ranges::all_of(name, is_plain))
        value.reject("1 to 100 of the characters A-Z a-z 0-9 . - _, no . first");
    return name;
}

std::string hash(const Value& value) {
    const std::string& digits = value.text();
    const auto is_hexadecimal = [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); };
    if (digits.size() != 64 || !std::ranges::all_of(digits, is_hexadecimal))
        value.reject("64 digits 0-9 a-f");
    return digits;
}

/// \param due  has the length at which the entry has to stand
/// \param begin  the rank at which it has to begin
Chunk read_chunk(const Value& value, int length, std::uint64_t begin) {
    value.require_keys({"file", "length", "ranks", "records", "sha256"});
    Chunk chunk;
    chunk.file = file_name(value["file"]);
    value["length"].require_count(static_cast<std::uint64_t>(length));
    chunk.length = length;
    const Value bounds = value["ranks"];
    bounds.require_list(2, "ranks");
    Value(bounds.json[0], "begin", 0, &bounds).require_count(begin);
    chunk.end =
        static_cast<std::uint64_t>(Value(bounds.json[1], "end", 0, &bounds)
                                       .integer(static_cast<std::int64_t>(begin) + 1,
                                                static_cast<std::int64_t>(factorial(length))));
    chunk.records = static_cast<std::uint64_t>(
        value["records"].integer(0, static_cast<std::int64_t>(chunk.end - begin)));
    chunk.sha256 = hash(value["sha256"]);
    return chunk;
}

/// Bytes of a stream that can be read from its beginning again; else 0.
std::size_t size_of(std::istream& in) {
    in.seekg(0, std::ios::end);
    const std::streamoff size = in.tellg();
    in.clear();
    in.seekg(0);
    in.clear();
    return size > 0 ? static_cast<std::size_t>(size) : 0;
}

}  // namespace

Json read_index(std::istream& in) {
    return within(index_name, 0, [&] {
        std::string content;
        std::array<char, 1 << 16> piece{};
        content.reserve(std::min(size_of(in), max_index) +
                        piece.size());  // grown, it would be twice
        while (in && content.size() <= max_index) {
            in.read(piece.data(), piece.size());
            content.append(piece.data(), static_cast<std::size_t>(in.gcount()));
        }
        if (in.bad()) throw Rejected("", "a file that can be read", "a read error");
        if (content.size() > max_index)
            throw Rejected("", fmt::format("at most {} MiB", max_index >> 20), "more");
        Json json = parse_object(content);
        const Value index(json);
        index.require_keys({"format", "claim", "chunks", "end"});
        if (!index["format"].is("disarray.chunks/1"))
            index["format"].reject("\"disarray.chunks/1\"");
        return json;
    });
}

std::vector<Chunk> read_chunks(const Json& json, const Claim& claim) {
    const Value entries(json, "chunks");
    std::vector<Chunk> chunks;
    int length = claim.direct_sums ? 2 : claim.n;
    std::uint64_t begin = 0;
    for (std::size_t i = 0; i < entries.list(); ++i) {
        const Value entry(json[i], "chunk", i + 1);
        if (length > claim.n) entry.reject("no chunk, as all σ are covered", "one");
        chunks.push_back(read_chunk(entry, length, begin));
        begin = chunks.back().end;
        if (begin < factorial(length)) continue;
        begin = 0;
        ++length;
    }
    if (length <= claim.n)
        entries.reject(fmt::format("a chunk of length {} from rank {} on", length, begin), "none");
    // At once, as in a file: the walk would take hours to find that no σ of a large n has a record.
    if (std::ranges::all_of(chunks, [](const Chunk& chunk) { return chunk.records == 0; }))
        entries.reject("a record", "none: nothing is claimed");
    return chunks;
}

bool is_before_end(const Ranks& sigma, const Chunk& chunk) {
    return std::tuple(sigma.size(), lexicographic_rank(sigma)) <
           std::tuple(chunk.length, chunk.end);
}

std::uint64_t factorial(int n) {
    return n < 2 ? 1 : static_cast<std::uint64_t>(n) * factorial(n - 1);
}

std::uint64_t lexicographic_rank(const Ranks& sigma) {
    std::uint64_t rank = 0;
    for (auto place = sigma.begin(); place != sigma.end(); ++place) {
        const auto smaller = std::count_if(place, sigma.end(), [&](int r) { return r < *place; });
        rank = rank * static_cast<std::uint64_t>(sigma.end() - place) +
               static_cast<std::uint64_t>(smaller);
    }
    return rank;
}

}  // namespace disarray::verify
