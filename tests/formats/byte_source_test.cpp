// SPDX-License-Identifier: MIT
// Shows that compressed bytes are read as what was compressed, and that damage is seen.
#include "formats/byte_source.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/formats/gzip.hpp"
#include "tests/formats/other_inputs.hpp"
#include "tests/formats/temporary_file.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/property.hpp"

namespace disarray::test {

namespace {

using formats::ByteSource;

std::string bytes_of(const std::string& bytes) {
    const TemporaryFile file(bytes);
    ByteSource source(file.path());
    return formats::read_all(source);
}

/// What is wrong with these bytes, without the file's name.
std::string refusal(const std::string& bytes) {
    const TemporaryFile file(bytes);
    const std::string message = message_of<InputError>([&] {
        ByteSource source(file.path());
        formats::read_all(source);
    });
    return message.starts_with(file.path()) ? message.substr(file.path().size()) : message;
}

std::string noise(std::size_t size) {
    std::string bytes;
    std::uint64_t state = 1;
    while (bytes.size() < size)
        bytes += static_cast<char>((state = state * 6364136223846793005u + 1) >> 56);
    return bytes;
}

}  // namespace

TEST_CASE("A file is read as its bytes, a gzip file as what was compressed", "[formats]") {
    for (const std::string& bytes :
         {std::string(), std::string("\x1f"), std::string("a"), std::string("ab"),
          std::string("a\0b\r\n", 5), noise(200'000), std::string(3'000'000, 'x')}) {
        CHECK(bytes_of(bytes) == bytes);
        CHECK(bytes_of(gzip(bytes)) == bytes);
        CHECK(bytes_of(gzip(bytes) + gzip("") + gzip("second")) == bytes + "second");
    }
}

TEST_CASE("A gzip file that was made to fill memory is refused where that is seen", "[formats]") {
    const TemporaryFile file(gzip(std::string(formats::unpacked_unasked + (8 << 20), '\n')));
    ByteSource source(file.path());
    std::uint64_t unpacked = 0;
    const std::string message = message_of<InputError>([&] {
        std::string buffer(1 << 20, ' ');
        for (std::size_t size = 1; size > 0; unpacked += size)
            size = source.read(buffer);
    });
    CHECK(contains(message, file.path() + ": found compressed data of which "));
    CHECK(contains(message, "expected at most 200 times as many"));
    CHECK(unpacked >= formats::unpacked_unasked - (1 << 20));
    CHECK(unpacked <= formats::unpacked_unasked + (1 << 20));
    // What expands as much, and is short, is read.
    const std::string blank(1 << 20, '\n');
    CHECK(bytes_of(gzip(blank)) == blank);
}

TEST_CASE("The size of a read makes no difference", "[formats]") {
    check_property("pieces of any size give the whole", [] {
        const auto bytes = *rc::gen::arbitrary<std::string>();
        const auto piece = *rc::gen::inRange<std::size_t>(1, 10);
        const bool is_compressed = *rc::gen::arbitrary<bool>();
        const TemporaryFile file(is_compressed ? gzip(bytes) : "--" + bytes);
        ByteSource source(file.path());
        std::string read;
        std::vector<char> buffer(piece);
        while (const std::size_t size = source.read(buffer))
            read.append(buffer.data(), size);
        RC_ASSERT(read == (is_compressed ? bytes : "--" + bytes));
    });
}

TEST_CASE("Standard input is read, compressed or not", "[formats]") {
    for (const std::string& bytes : {std::string("one two"), gzip("one two")}) {
        const StandardInput input(bytes);
        ByteSource source("-");
        CHECK(source.name() == "standard input");
        CHECK(formats::read_all(source) == "one two");
    }
}

TEST_CASE("A gzip file that is cut short anywhere is refused", "[formats]") {
    const std::string whole = gzip("some lines\nof text\n") + gzip(noise(100));
    const std::size_t first_member = gzip("some lines\nof text\n").size();
    for (std::size_t size = 2; size < whole.size(); ++size) {
        CAPTURE(size);
        if (size == first_member) continue;  // a whole file of one member
        CHECK(refusal(whole.substr(0, size)) ==
              ": found compressed data that is cut short, expected a whole gzip file");
    }
}

TEST_CASE("A gzip file whose data are damaged is refused", "[formats]") {
    const std::string whole = gzip(noise(1000));
    const std::string expected = ": found compressed data that is damaged, expected a gzip file";
    for (const std::size_t from_end : {1u, 5u, 300u}) {  // length, checksum, data
        std::string damaged = whole;
        damaged[damaged.size() - from_end] ^= 1;
        CAPTURE(from_end);
        CHECK(refusal(damaged) == expected);
    }
    CHECK(refusal(whole + "more") == expected);
}

TEST_CASE("Bytes before the damage are handed over first", "[formats]") {
    std::string damaged = gzip("text");
    damaged.back() ^= 1;
    const TemporaryFile file(damaged);
    ByteSource source(file.path());
    std::vector<char> buffer(100);
    CHECK(source.read(buffer) == 4);
    for (int times = 0; times < 2; ++times)
        CHECK(contains(message_of<InputError>([&] { source.read(buffer); }), "damaged"));
}

TEST_CASE("What is no readable file is refused in one line", "[formats]") {
    const auto open = [](const std::string& path) {
        return message_of<InputError>([&] { ByteSource source(path); });
    };
    const std::string folder = std::filesystem::temp_directory_path().string();
    CHECK(open(folder) == folder + ": found a directory, expected a file");
    CHECK(open("no\nfile") ==
          "no\\x0afile: found No such file or directory, expected a file that can be read");
}

}  // namespace disarray::test
