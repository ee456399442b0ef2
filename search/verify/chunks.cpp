// SPDX-License-Identifier: MIT
#include "search/verify/chunks.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/sha256.hpp"
#include "search/verify/lines.hpp"
#include "search/verify/walk.hpp"

namespace disarray::verify {

namespace {

/// The one part of a folder that is held in memory: room for 300,000 chunks, more than S_12 has
/// units in a search.
constexpr std::size_t max_index = std::size_t{64} << 20;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// A name that leads nowhere but into the folder.
std::string file_name(const Json& value) {
    const std::string& name = text(value);
    const auto is_plain = [](char c) {
        return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' ||
               c == '-' || c == '_';
    };
    if (name.empty() || name.size() > 100 || name.front() == '.' ||
        !std::ranges::all_of(name, is_plain)) {
        throw Rejected("", "1 to 100 of the characters A-Z a-z 0-9 . - _, no . first",
                       shown(value));
    }
    return name;
}

std::string hash(const Json& value) {
    const std::string& digits = text(value);
    const auto is_hexadecimal = [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); };
    if (digits.size() != 64 || !std::ranges::all_of(digits, is_hexadecimal)) {
        throw Rejected("", "64 digits 0-9 a-f", shown(value));
    }
    return digits;
}

/// \param due  the length at which the entry has to stand, the rank at which it has to begin, and
/// the greatest at which it may end
Chunk read_chunk(const Json& value, const Range& due) {
    const auto [file, length, ranks, records, sha256] =
        fields(value, "file", "length", "ranks", "records", "sha256");
    Chunk chunk{{}, due, 0, {}};
    chunk.file = within("file", [f = file] { return file_name(*f); });
    within("length",
           [&, l = length] { require_count(*l, static_cast<std::uint64_t>(due.length)); });
    within("ranks", [&, r = ranks] {
        const Json::array_t& bounds = list(*r, 2, "ranks");
        within("begin", [&] { require_count(bounds[0], due.begin); });
        chunk.range.end = static_cast<std::uint64_t>(within("end", [&] {
            return integer(bounds[1], static_cast<std::int64_t>(due.begin) + 1,
                           static_cast<std::int64_t>(due.end));
        }));
    });
    const auto most = static_cast<std::int64_t>(chunk.range.end - chunk.range.begin);
    chunk.records = static_cast<std::uint64_t>(
        within("records", [&, r = records] { return integer(*r, 0, most); }));
    chunk.sha256 = within("sha256", [s = sha256] { return hash(*s); });
    return chunk;
}

/// The lines of a chunk against its part of the enumeration.
void check_lines(const Checker& checker, Lines& lines, Walk& walk) {
    try {
        for (std::string line; lines.next(line);) {
            if (walk.take(line, judge(checker, line))) continue;
            throw Rejected("", "the end of the file, as all records were there",
                           printable(line, 60));
        }
        walk.finish("the end of the file");
    } catch (const Rejected& rejection) {
        within("line", lines.number(), [&] { throw Rejected(rejection); });
    }
}

}  // namespace

Json read_index(std::istream& in) {
    return within(index_name, [&] {
        std::string content;
        for (std::array<char, 1 << 16> piece{}; in && content.size() <= max_index;) {
            in.read(piece.data(), piece.size());
            content.append(piece.data(), static_cast<std::size_t>(in.gcount()));
        }
        if (in.bad()) throw Rejected("", "a file that can be read", "a read error");
        if (content.size() > max_index) throw Rejected("", "at most 64 MiB", "more");
        Json index = parse_object(content);
        const auto [format, claim, chunks, end] = fields(index, "format", "claim", "chunks", "end");
        if (*format != "disarray.chunks/1") {
            throw Rejected("format", "\"disarray.chunks/1\"", shown(*format));
        }
        return index;
    });
}

std::vector<Chunk> read_chunks(const Json& value, const Claim& claim) {
    const Json::array_t& entries =
        within("chunks", [&]() -> const Json::array_t& { return list(value); });
    std::vector<Chunk> chunks;
    const auto from_begin = [](int length) { return Range{length, 0, factorial(length)}; };
    Range due = from_begin(claim.direct_sums ? 2 : claim.n);
    for (const Json& entry : entries) {
        within("chunk", chunks.size() + 1, [&] {
            if (due.length > claim.n) throw Rejected("", "no chunk, as all σ are covered", "one");
            chunks.push_back(read_chunk(entry, due));
        });
        due.begin = chunks.back().range.end;
        if (due.begin == due.end) due = from_begin(due.length + 1);
    }
    if (due.length <= claim.n) {
        throw Rejected("chunks",
                       fmt::format("a chunk of length {} from rank {} on", due.length, due.begin),
                       "none");
    }
    // At once, as in a file: the walk would take hours to find that no σ of a large n has a record.
    if (std::ranges::all_of(chunks, [](const Chunk& chunk) { return chunk.records == 0; })) {
        throw Rejected("chunks", "a record", "none: nothing is claimed");
    }
    return chunks;
}

Results check_chunk(const Checker& checker, const std::filesystem::path& folder,
                    const Chunk& chunk) {
    const std::filesystem::path path = folder / chunk.file;
    std::error_code error;
    // Asked first, because to open a pipe would wait for who writes to it.
    const auto type = std::filesystem::status(path, error).type();
    if (type == std::filesystem::file_type::not_found) {
        throw Rejected("", "a file of this name", "none");
    }
    std::ifstream in;
    if (type == std::filesystem::file_type::regular) in.open(path, std::ios::binary);
    if (!in.is_open()) throw Rejected("", "a file that can be opened", "one that cannot");
    Sha256 hash;
    Lines lines(in, &hash);
    Walk walk(checker, Enumeration(checker.claim, chunk.range));
    std::optional<Rejected> rejection;
    try {
        check_lines(checker, lines, walk);
    } catch (const Rejected& found) {
        rejection = found;
        lines.skip_rest();
    }
    // First: where a file is not the one that the index means, what is wrong in it says little.
    if (const std::string found = hash.hex(); found != chunk.sha256) {
        throw Rejected("SHA-256", chunk.sha256, found);
    }
    if (rejection) throw Rejected(*rejection);
    if (walk.results().records() != chunk.records) {
        throw Rejected("records", std::to_string(walk.results().records()) + ", as in the file",
                       std::to_string(chunk.records));
    }
    return walk.results();
}

}  // namespace disarray::verify
