// SPDX-License-Identifier: MIT
// Certificates in chunks: verified exactly if the file that they make up is, with the same words,
// by any number of threads; every damage is named by its place, the first one in order.
#include "search/verify/chunks.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <sys/stat.h>

#include <zstd.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/sha256.hpp"
#include "search/sweep.hpp"
#include "search/verify/lines.hpp"
#include "search/verify/verify.hpp"
#include "tests/catch.hpp"
#include "tests/search/verify/certificates.hpp"
#include "tests/search/verify/mutations.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/inequalities.hpp"

using namespace disarray;
using test::Folder;
namespace certificates = disarray::test::certificates;

namespace {

using Json = nlohmann::ordered_json;
using Strings = std::vector<std::string>;

Strings lines_of(const std::string& text) {
    std::istringstream in(text);
    Strings lines;
    for (std::string line; std::getline(in, line);)
        lines.push_back(line + "\n");
    return lines;
}

std::string sha256(const std::string& bytes) {
    Sha256 hash;
    hash.add(bytes);
    return hash.hex();
}

std::string compressed(const std::string& text) {
    std::string frame(ZSTD_compressBound(text.size()), '\0');
    frame.resize(ZSTD_compress(frame.data(), frame.size(), text.data(), text.size(), 3));
    return frame;
}

std::uint64_t factorial(std::uint64_t n) {
    return n < 2 ? 1 : n * factorial(n - 1);
}

/// The formula of FORMAT.md.
std::uint64_t lexicographic_rank(const std::vector<int>& ranks) {
    std::uint64_t rank = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const auto smaller =
            std::count_if(ranks.begin() + static_cast<std::ptrdiff_t>(i), ranks.end(),
                          [&](int other) { return other < ranks[i]; });
        rank += factorial(ranks.size() - 1 - i) * static_cast<std::uint64_t>(smaller);
    }
    return rank;
}

/// A certificate in chunks, in memory: an entry of the index and a content for each chunk.
struct Chunks {
    Json index;
    Strings contents;

    /// Entry and content agree again, as a forger would see to it.
    void correct(std::size_t k) {
        Json& entry = index["chunks"][k];
        entry["sha256"] = sha256(contents[k]);
        entry["file"] = "chunk" + std::to_string(k) + ".jsonl";
        entry["records"] = lines_of(contents[k]).size();
    }
    void correct_all() {
        for (std::size_t k = 0; k < contents.size(); ++k)
            correct(k);
    }
};

/// Cuts a certificate of scope "all" into chunks of about `size` ranks each.
Chunks cut(const std::string& certificate, std::uint64_t size) {
    const Strings lines = lines_of(certificate);
    const Json header = Json::parse(lines.front());
    Chunks chunks;
    chunks.index = {{"format", "disarray.chunks/1"},
                    {"claim", header},
                    {"chunks", Json::array()},
                    {"end", Json::parse(lines.back())["end"]}};
    const auto n = header["n"].get<std::uint64_t>();
    std::size_t line = 1;
    for (std::uint64_t m = header["direct_sums"].get<bool>() ? 2 : n; m <= n; ++m) {
        for (std::uint64_t begin = 0; begin < factorial(m);) {
            const std::uint64_t end = std::min(begin + size, factorial(m));
            std::string content;
            for (; line + 1 < lines.size(); ++line) {
                const auto ranks = Json::parse(lines[line])["ranks"].get<std::vector<int>>();
                if (ranks.size() != m || lexicographic_rank(ranks) >= end) break;
                content += lines[line];
            }
            chunks.index["chunks"].push_back({{"file", ""},
                                              {"length", m},
                                              {"ranks", {begin, end}},
                                              {"records", 0},
                                              {"sha256", ""}});
            chunks.contents.push_back(content);
            begin = end;
        }
    }
    chunks.correct_all();
    return chunks;
}

/// The file that the chunks make up.
std::string joined(const Chunks& chunks) {
    std::string text = chunks.index["claim"].dump() + "\n";
    for (const std::string& content : chunks.contents)
        text += content;
    return text + Json{{"end", chunks.index["end"]}}.dump() + "\n";
}

void write(const std::string& path, const std::string& content) {
    std::ofstream(path, std::ios::binary) << content;
}

void write_contents(const Folder& folder, const Chunks& chunks) {
    for (std::size_t k = 0; k < chunks.contents.size(); ++k)
        write(folder / chunks.index["chunks"][k]["file"].get<std::string>(), chunks.contents[k]);
}

/// The verifier's line, in which the folder is called "folder"; the same for every number of
/// threads.
std::string answer(const Folder& folder) {
    const std::string path = folder / "";
    std::string line;
    for (const unsigned threads : {1U, 2U, 5U}) {
        std::string found = verify::verify_file(path, threads).line;
        if (const std::size_t place = found.find(path); place != std::string::npos) {
            found.replace(place, path.size(), "folder");
        }
        if (!line.empty()) CHECK(found == line);
        line = found;
    }
    return line;
}

std::string answer(const Chunks& chunks) {
    const Folder folder;
    write_contents(folder, chunks);
    write(folder / "index.json", chunks.index.dump());
    return answer(folder);
}

std::string answer_to_file(const std::string& text, unsigned threads = 1) {
    std::istringstream in(text);
    return verify::verify_stream(in, "file", threads).line;
}

/// The certificate of a sweep, not compressed.
std::string sweep_of(const search::Inequality& inequality, std::size_t n) {
    const Folder folder;
    search::SweepOptions options;
    options.claim = search::sweep_claim(inequality, n);
    options.certificate = folder / "certificate";
    search::sweep(options);
    std::ifstream in(options.certificate, std::ios::binary);
    verify::Lines lines(in);
    std::string text;
    for (std::string line; lines.next(line);)
        text += line + "\n";
    return text;
}

/// K <= F[prefix] over S_6, which fails.
const std::string& sweep_of_6() {
    static const std::string text = sweep_of(search::lower_side(metrics::Reading::prefix), 6);
    return text;
}

Strings sweeps() {
    return {certificates::direct_sums, certificates::plain_sweep, sweep_of_6()};
}

const std::string direct_sums = certificates::direct_sums;

}  // namespace

TEST_CASE("a folder of chunks is verified as the file that it makes up, wherever it is cut") {
    for (const std::string& text : sweeps()) {
        for (const std::uint64_t size : {1U, 2U, 5U, 7U, 100U, 720U}) {
            if (size < 5 && text.size() > 50'000) continue;  // hundreds of files
            const Chunks chunks = cut(text, size);
            INFO(chunks.contents.size() << " chunks of " << size << " ranks");
            CHECK(joined(chunks) == text);
            CHECK(answer(chunks) == answer_to_file(text));
            CHECK(answer(chunks).starts_with("VERIFIED "));
        }
    }
}

TEST_CASE("chunks may be compressed, in any frames, and an index be laid out in any way") {
    Chunks chunks = cut(direct_sums, 7);
    chunks.contents[1] = compressed(chunks.contents[1]);
    chunks.contents[2] = compressed("");
    chunks.contents[3] = compressed(chunks.contents[3].substr(0, 99)) +
                         compressed(chunks.contents[3].substr(99)) + compressed("");
    for (const std::size_t k : {1U, 2U, 3U})
        chunks.index["chunks"][k]["sha256"] = sha256(chunks.contents[k]);
    CHECK(answer(chunks) == answer_to_file(direct_sums));
    const Folder folder;
    write_contents(folder, chunks);
    write(folder / "index.json", chunks.index.dump(4) + "\n\n");
    CHECK(answer(folder) == answer_to_file(direct_sums));
    CHECK(verify::verify_file(folder / "index.json").line == answer_to_file(direct_sums));
}

TEST_CASE("the same file may be the chunk of several ranges without a record") {
    Chunks chunks = cut(direct_sums, 1);
    std::size_t empty = 0;
    for (std::size_t k = 0; k < chunks.contents.size(); ++k) {
        if (!chunks.contents[k].empty()) continue;
        chunks.index["chunks"][k]["file"] = "nothing";
        ++empty;
    }
    CHECK(empty == 2 + 6 + 24 - 10);
    CHECK(answer(chunks) == answer_to_file(direct_sums));
}

TEST_CASE("a file that is the chunk of several ranges is read once, whatever its names") {
    const auto bytes_read = [] {
        std::ifstream in("/proc/self/io");
        std::string key;
        std::uint64_t count = 0;
        in >> key >> count;
        return count;
    };
    Chunks chunks = cut(direct_sums, 1);
    // A frame of zstd that holds nothing, and one for users, which is passed over.
    constexpr std::size_t size = 1 << 20;
    std::string large = compressed("") + std::string("\x50\x2a\x4d\x18", 4);
    for (std::size_t place = 0; place < 32; place += 8)
        large += static_cast<char>(size >> place & 0xff);
    large += std::string(size, 'x');
    const Folder folder;
    write_contents(folder, chunks);
    write(folder / "large", large);
    std::filesystem::create_hard_link(folder / "large", folder / "linked");
    std::filesystem::create_symlink("large", folder / "called");
    const char* const names[] = {"large", "linked", "called"};
    std::size_t named = 0;
    for (std::size_t k = 0; k < chunks.contents.size(); ++k) {
        if (!chunks.contents[k].empty()) continue;
        chunks.index["chunks"][k]["file"] = names[named++ % 3];
        chunks.index["chunks"][k]["sha256"] = sha256(large);
    }
    CHECK(named == 22);
    write(folder / "index.json", chunks.index.dump());
    const std::uint64_t before = bytes_read();
    CHECK(verify::verify_file(folder / "", 2).line == answer_to_file(direct_sums));
    CHECK(bytes_read() - before < 3 * size);
    // Its hash is known, and held against each entry all the same.
    for (Json& entry : chunks.index["chunks"])
        if (entry["file"] == "linked") entry["sha256"] = sha256("");
    write(folder / "index.json", chunks.index.dump());
    CHECK(answer(folder).find("file linked, SHA-256: expected " + sha256("")) != std::string::npos);
}

TEST_CASE("every change of an index is rejected") {
    const Chunks chunks = cut(direct_sums, 7);
    const Folder folder;
    write_contents(folder, chunks);
    std::size_t count = 0;
    const auto reject = [&](const std::string& what, const std::string& text) {
        ++count;
        write(folder / "index.json", text);
        const std::string line = verify::verify_file(folder / "").line;
        INFO(what << " -> " << line);
        CHECK(line.starts_with("REJECTED " + (folder / "") + ": "));
        CHECK(line.find(": expected ") != std::string::npos);
        CHECK(line.find(", found ") != std::string::npos);
        CHECK(line.find('\n') == std::string::npos);
    };
    const std::string index = chunks.index.dump() + "\n";
    test::for_each_mutation(index, [&](const std::string& what, const std::string& text) {
        if (text + "\n" != index) reject(what, text);  // its last line end is free
    });
    CHECK(count > 1000);
    // Of the hash and the name, which are words to the mutations above.
    for (std::size_t k = 0; k < chunks.contents.size(); ++k) {
        Json changed = chunks.index;
        const std::string hash = changed["chunks"][k]["sha256"];
        for (const std::size_t place : {0U, 31U, 63U}) {
            std::string other = hash;
            other[place] = other[place] == '0' ? '1' : '0';
            changed["chunks"][k]["sha256"] = other;
            reject("another digit", changed.dump());
        }
        changed["chunks"][k]["sha256"] = hash;
        for (std::size_t other = 0; other < chunks.contents.size(); ++other) {
            if (other == k) continue;
            changed["chunks"][k]["file"] = chunks.index["chunks"][other]["file"];
            reject("another file", changed.dump());
        }
    }
}

TEST_CASE("what chunks are accepted with is what their file is accepted with") {
    // Every fiftieth change of a certificate, cut into chunks whose entries agree with them.
    std::size_t count = 0, same = 0;
    test::for_each_mutation(direct_sums, [&](const std::string&, const std::string& text) {
        if (++count % 50 != 0) return;
        Chunks chunks = cut(direct_sums, 7);
        const Strings lines = lines_of(text);
        if (lines.size() != lines_of(direct_sums).size()) return;
        std::size_t line = 1;
        try {
            chunks.index["claim"] = Json::parse(lines.front());
            const Json last = Json::parse(lines.back());
            if (last.size() != 1) return;  // a key beside "end", for which an index has no place
            chunks.index["end"] = last.at("end");
        } catch (const std::exception&) {
            return;  // no index can hold it
        }
        for (std::size_t k = 0; k < chunks.contents.size(); ++k) {
            const std::size_t size = lines_of(chunks.contents[k]).size();
            chunks.contents[k] = "";
            for (std::size_t i = 0; i < size; ++i)
                chunks.contents[k] += lines[line++];
        }
        chunks.correct_all();
        INFO(text);
        const bool accepted = answer_to_file(text).starts_with("VERIFIED");
        CHECK(answer(chunks).starts_with("VERIFIED") == accepted);
        ++same;
    });
    CHECK(same > 50);
}

TEST_CASE("a fault of an index is named by its place") {
    const auto [pointer, value, expected] = GENERATE(table<const char*, Json, const char*>({
        {"/format", "disarray.chunks/2",
         "index.json, format: expected \"disarray.chunks/1\", found \"disarray.chunks/2\""},
        {"/comment", 1,
         "index.json: expected the keys format, claim, chunks, end, found \"comment\""},
        {"/claim/n", 13, "claim, n: expected at most 12 for scope \"all\", found 13"},
        {"/chunks", 1, "chunks: expected a list, found 1"},
        {"/chunks/2/comment", 1,
         "chunk 3: expected the keys file, length, ranks, records, sha256, found \"comment\""},
        {"/chunks/2/file", "../chunk2.jsonl",
         "chunk 3, file: expected 1 to 100 of the characters A-Z a-z 0-9 . - _, no . first, "
         "found \"../chunk2.jsonl\""},
        {"/chunks/2/file", "a/b",
         "chunk 3, file: expected 1 to 100 of the characters A-Z a-z 0-9 . - _, no . first, "
         "found \"a/b\""},
        {"/chunks/2/file", "..",
         "chunk 3, file: expected 1 to 100 of the characters A-Z a-z 0-9 . - _, no . first, "
         "found \"..\""},
        {"/chunks/2/file", "none", "chunk 3, file none: expected a file of this name, found none"},
        {"/chunks/2/length", 3, "chunk 3, length: expected 4, found 3"},
        {"/chunks/3/ranks/0", 8, "chunk 4, ranks, begin: expected 7, found 8"},
        {"/chunks/3/ranks/0", 6, "chunk 4, ranks, begin: expected 7, found 6"},
        {"/chunks/3/ranks/1", 7, "chunk 4, ranks, end: expected an integer from 8 to 24, found 7"},
        {"/chunks/3/ranks/1", 15, "chunk 5, ranks, begin: expected 15, found 14"},
        {"/chunks/5/ranks/1", 25,
         "chunk 6, ranks, end: expected an integer from 22 to 24, found 25"},
        {"/chunks/5/ranks/1", 23,
         "chunks: expected a chunk of length 4 from rank 23 on, found none"},
        {"/chunks/3/records", 2,
         "chunk 4, file chunk3.jsonl, records: expected 3, as in the file, found 2"},
        {"/chunks/3/sha256", "0", "chunk 4, sha256: expected 64 digits 0-9 a-f, found \"0\""},
        {"/end/records", 11, "end, records: expected 10, found 11"},
        {"/end/results/1/violating", 5, "end, result 2, violating: expected 4, found 5"},
    }));
    Chunks chunks = cut(direct_sums, 7);
    const Folder folder;
    write_contents(folder, chunks);
    chunks.index[Json::json_pointer(pointer)] = value;
    write(folder / "index.json", chunks.index.dump());
    CHECK(answer(folder) == std::string("REJECTED folder: ") + expected);
}

TEST_CASE("a gap and an overlap are found out between lengths as well") {
    Chunks chunks = cut(direct_sums, 7);
    Json& entries = chunks.index["chunks"];
    SECTION("a length without a chunk") {
        entries.erase(0);
        chunks.contents.erase(chunks.contents.begin());
        CHECK(answer(chunks) == "REJECTED folder: chunk 1, length: expected 2, found 3");
    }
    SECTION("a chunk behind the last") {
        entries.push_back(entries.back());
        chunks.contents.push_back(chunks.contents.back());
        CHECK(answer(chunks) ==
              "REJECTED folder: chunk 7: expected no chunk, as all σ are covered, found one");
    }
    SECTION("a chunk dropped, and the ranges beside it widened") {
        entries[2]["ranks"][1] = 14;
        entries.erase(3);
        chunks.contents.erase(chunks.contents.begin() + 3);
        CHECK(
            answer(chunks).starts_with("REJECTED folder: chunk 3, file chunk2.jsonl, line 1: "
                                       "expected the record of ranks 2 3 4 1, found "
                                       "the end of the file"));
    }
    SECTION("no chunk at all") {
        entries = Json::array();
        chunks.contents.clear();
        CHECK(answer(chunks) ==
              "REJECTED folder: chunks: expected a chunk of length 2 from rank 0 on, found none");
    }
    SECTION("chunks without a record") {
        for (Json& entry : entries)
            entry["records"] = 0;
        CHECK(answer(chunks) ==
              "REJECTED folder: chunks: expected a record, found none: nothing is claimed");
    }
}

TEST_CASE("a chunk with another content is found out by its hash") {
    const Chunks chunks = cut(direct_sums, 7);
    const std::string good = chunks.contents[3];
    const std::string hash = chunks.index["chunks"][3]["sha256"];
    const auto reject = [&](const std::string& content) {
        Chunks changed = chunks;
        changed.contents[3] = content;
        CHECK(answer(changed) == "REJECTED folder: chunk 4, file chunk3.jsonl, SHA-256: expected " +
                                     hash + ", found " + sha256(content));
    };
    for (std::size_t byte = 0; byte < good.size(); byte += 13) {
        std::string flipped = good;
        flipped[byte] = static_cast<char>(flipped[byte] ^ 1);
        reject(flipped);
        reject(good.substr(0, byte));
    }
    reject(good + "\n");
    reject(good + chunks.contents[4]);
    reject(chunks.contents[4]);
    reject(compressed(good));
}

TEST_CASE("a chunk with a hash that is right and records that are not is found out by its lines") {
    Chunks chunks = cut(direct_sums, 7);
    const auto correct_and_answer = [&] {
        chunks.correct_all();
        return answer(chunks);
    };
    const Strings four = lines_of(chunks.contents[3]);
    REQUIRE(four.size() == 3);  // 2 3 4 1, 2 4 1 3 and 2 4 3 1
    SECTION("a record moved to the chunk before") {
        chunks.contents[2] += four[0];
        chunks.contents[3] = four[1] + four[2];
        CHECK(joined(chunks) == direct_sums);
        CHECK(correct_and_answer().starts_with(
            "REJECTED folder: chunk 3, file chunk2.jsonl, line 1: expected the end of the file, as "
            "all records were there, found {\"ranks\":[2,3,4,1]"));
    }
    SECTION("a record moved to the chunk behind") {
        chunks.contents[3] = four[0] + four[1];
        chunks.contents[4] = four[2] + chunks.contents[4];
        CHECK(joined(chunks) == direct_sums);
        CHECK(correct_and_answer() ==
              "REJECTED folder: chunk 4, file chunk3.jsonl, line 3: expected the record of ranks 2 "
              "4 3 1, found the end of the file");
    }
    SECTION("two records exchanged") {
        chunks.contents[3] = four[1] + four[0] + four[2];
        CHECK(
            correct_and_answer().starts_with("REJECTED folder: chunk 4, file chunk3.jsonl, line "
                                             "1: expected the record of ranks 2 3 4 1, found"));
    }
    SECTION("two chunks exchanged") {
        std::swap(chunks.contents[3], chunks.contents[4]);
        CHECK(
            correct_and_answer().starts_with("REJECTED folder: chunk 4, file chunk3.jsonl, line "
                                             "1: expected the record of ranks 2 3 4 1, found"));
    }
    SECTION("a record left out") {
        chunks.contents[3] = four[0];
        CHECK(
            correct_and_answer().starts_with("REJECTED folder: chunk 4, file chunk3.jsonl, line "
                                             "2: expected the record of ranks 2 4 1 3"));
    }
    SECTION("the end line behind the records") {
        chunks.contents[5] += lines_of(direct_sums).back();
        CHECK(correct_and_answer().find("chunk5.jsonl, line ") != std::string::npos);
    }
    SECTION("a line that is cut off") {
        chunks.contents[3].pop_back();
        CHECK(correct_and_answer() ==
              "REJECTED folder: chunk 4, file chunk3.jsonl, line 3: "
              "expected a line end, found the end of the file");
    }
    SECTION("a frame that is cut off") {
        chunks.contents[3] = compressed(chunks.contents[3]);
        chunks.contents[3].pop_back();
        chunks.index["chunks"][3]["sha256"] = sha256(chunks.contents[3]);
        CHECK(answer(chunks).find("chunk 4, file chunk3.jsonl, line ") != std::string::npos);
        CHECK(answer(chunks).find("found the end of the file") != std::string::npos);
    }
    SECTION("a record that does not hold") {
        const std::string ratio = "\"ratio\":\"1/2\"";
        chunks.contents[3].replace(chunks.contents[3].find(ratio), ratio.size(),
                                   "\"ratio\":\"5/9\"");
        CHECK(correct_and_answer().starts_with(
            "REJECTED folder: chunk 4, file chunk3.jsonl, line 1, ranks 2 3 4 1, proof, "));
    }
}

TEST_CASE("the chunk of another claim is found out, with its hash corrected") {
    // Those of F[box] <= 3*K for those of K <= F[prefix], with the same σ.
    Chunks chunks = cut(sweep_of_6(), 100);
    const Chunks other = cut(sweep_of(search::upper_side(metrics::Reading::box), 6), 100);
    REQUIRE(other.contents.size() == chunks.contents.size());
    CHECK(answer(other).starts_with("VERIFIED "));
    for (const std::size_t k : {0U, 3U, 8U}) {
        Chunks changed = chunks;
        changed.contents[k] = other.contents[k];
        changed.correct(k);
        INFO("chunk " << k + 1 << ": " << answer(changed));
        CHECK(answer(changed).starts_with("REJECTED folder: chunk " + std::to_string(k + 1) +
                                          ", file chunk" + std::to_string(k) + ".jsonl, line 1, "));
    }
    chunks.index["claim"] = other.index["claim"];
    CHECK(answer(chunks).starts_with("REJECTED folder: chunk 1, file chunk0.jsonl, line 1, "));
}

TEST_CASE("of several faults the first in order is named, by any number of threads") {
    // The last line of a long chunk: the next one is rejected before it, by another thread.
    Chunks chunks = cut(sweep_of(search::upper_side(metrics::Reading::box), 7), 1000);
    for (std::size_t k = 5; k + 1 < chunks.contents.size(); ++k) {
        Chunks changed = chunks;
        changed.contents[k] += "x\n";
        for (std::size_t later = k + 1; later < chunks.contents.size(); ++later)
            changed.contents[later] = "x\n" + changed.contents[later];
        changed.correct_all();
        const std::size_t line = lines_of(changed.contents[k]).size();
        CHECK(answer(changed).starts_with("REJECTED folder: chunk " + std::to_string(k + 1) +
                                          ", file chunk" + std::to_string(k) + ".jsonl, line " +
                                          std::to_string(line) + ": expected an object, found x"));
    }
}

TEST_CASE("a file has the same answer by any number of threads") {
    const auto same = [](const std::string& text) {
        const std::string one = answer_to_file(text, 1);
        CHECK(answer_to_file(text, 2) == one);
        CHECK(answer_to_file(text, 5) == one);
        return one;
    };
    const std::string text = sweep_of(search::upper_side(metrics::Reading::box), 7);
    REQUIRE(text.size() > 3 * (1 << 16));  // some batches
    CHECK(same(text).starts_with("VERIFIED "));
    CHECK(same(compressed(text)) == answer_to_file(text));
    std::mt19937 random(2);
    const std::string frame = compressed(text);
    for (int round = 0; round < 7; ++round) {
        std::string changed = text;
        for (int fault = 0; fault < 3; ++fault)
            changed[random() % changed.size()] = '5';
        same(changed);
        same(text.substr(0, random() % text.size()));
        same(frame.substr(0, random() % frame.size()));
    }
    CHECK(same(text + "{}\n").ends_with(": expected the end of the file, found {}"));
    CHECK(same(text + compressed("x")).find("expected a line end, found") != std::string::npos);
    CHECK(same(frame + "x").find("zstd: expected a valid frame, found") != std::string::npos);
    // A fault behind one that is met earlier, in the same batch and in the last.
    const std::string far = text + "\xff\n" + "no JSON";
    CHECK(same(far).find(": expected the end of the file, found \\xff") != std::string::npos);
}

TEST_CASE("an index that is no index is rejected, one that cannot be opened is bad input") {
    const Folder folder;
    CHECK_THROWS_AS(verify::verify_file(folder / ""), InputError);
    CHECK_THROWS_AS(verify::verify_file(folder / "index.json"), InputError);
    std::filesystem::create_directory(folder / "index.json");
    CHECK_THROWS_AS(verify::verify_file(folder / ""), InputError);
    std::filesystem::remove(folder / "index.json");
    for (const std::string& text :
         Strings{"", "\n", "{}", "[]", "null", "\xff", "{\"format\":", std::string(100'000, '['),
                 direct_sums, std::string((64 << 20) + 1, ' ')}) {
        write(folder / "index.json", text);
        CHECK(answer(folder).starts_with("REJECTED folder: index.json: expected "));
    }
}

TEST_CASE("a chunk that is no file is rejected, without waiting for a pipe") {
    Chunks chunks = cut(direct_sums, 7);
    const Folder folder;
    write_contents(folder, chunks);
    write(folder / "index.json", chunks.index.dump());
    const std::string expected =
        "REJECTED folder: chunk 4, file chunk3.jsonl: expected a file that can be opened, found "
        "one that cannot";
    const std::string path = folder / "chunk3.jsonl";
    std::filesystem::remove(path);
    REQUIRE(mkfifo(path.c_str(), 0600) == 0);
    CHECK(answer(folder) == expected);
    std::filesystem::remove(path);
    std::filesystem::create_directory(path);
    CHECK(answer(folder) == expected);
}

TEST_CASE("the claim of one ranking has no chunks") {
    const Strings lines = lines_of(certificates::example);
    Chunks chunks = cut(certificates::plain_sweep, 6);
    chunks.index["claim"] = Json::parse(lines.front());
    CHECK(answer(chunks) ==
          "REJECTED folder: claim, scope: expected \"all\", found one rank vector");
}
