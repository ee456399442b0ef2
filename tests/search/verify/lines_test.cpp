// SPDX-License-Identifier: MIT
// Lines of plain and compressed streams; streams that are cut off or go on too long.
#include "search/verify/lines.hpp"

#include <sstream>
#include <string>
#include <vector>

#include <zstd.h>

#include "search/verify/verify.hpp"
#include "tests/catch.hpp"
#include "tests/search/verify/certificates.hpp"

using namespace disarray::verify;

namespace {

std::string compressed(const std::string& text) {
    std::string frame(ZSTD_compressBound(text.size()), '\0');
    frame.resize(ZSTD_compress(frame.data(), frame.size(), text.data(), text.size(), 3));
    return frame;
}

bool verified(const std::string& bytes) {
    std::istringstream in(bytes);
    return verify_stream(in, "file").verified;
}

std::vector<std::string> lines_of(const std::string& bytes) {
    std::istringstream in(bytes);
    Lines lines(in);
    std::vector<std::string> all;
    for (std::string line; lines.next(line);)
        all.push_back(line);
    return all;
}

const std::string text = disarray::test::certificates::direct_sums;

}  // namespace

TEST_CASE("compression changes nothing, in one frame or in many") {
    CHECK(verified(text));
    CHECK(verified(compressed(text)));
    CHECK(verified(compressed(text) + compressed("")));
    CHECK(verified(compressed("") + compressed(text)));
    std::string frames;
    for (std::size_t i = 0; i < text.size(); i += 7)  // ends of frames are no ends of lines
        frames += compressed(text.substr(i, 7));
    CHECK(verified(frames));
}

TEST_CASE("a frame that is cut off is rejected, wherever") {
    const std::string first = compressed(text.substr(0, 1000));
    const std::string frames = first + compressed(text.substr(1000));
    for (std::size_t size = 0; size < frames.size(); ++size) {
        INFO(size << " of " << frames.size() << " bytes");
        CHECK_FALSE(verified(frames.substr(0, size)));
    }
    CHECK_FALSE(verified(first + text.substr(1000)));
}

TEST_CASE("bytes behind the last frame are rejected") {
    for (const std::string rest :
         {"x", "\n", "{}", "\x28", "\x28\xb5\x2f", "\x28\xb5\x2f\xfd", "end of file\n"}) {
        CHECK_FALSE(verified(compressed(text) + rest));
    }
    CHECK_FALSE(verified(compressed(text) + compressed("\n")));
}

TEST_CASE("a changed byte in a frame is rejected or changes nothing") {
    // Without a checksum of its own a frame can hide a change only in what it does not use.
    const std::string frame = compressed(text);
    for (std::size_t i = 0; i < frame.size(); ++i) {
        std::string changed = frame;
        changed[i] = static_cast<char>(changed[i] ^ 1);
        try {
            if (lines_of(changed) != lines_of(frame)) CHECK_FALSE(verified(changed));
        } catch (const Rejected&) {
            CHECK_FALSE(verified(changed));
        }
    }
}

TEST_CASE("lines are whole, of any length up to a limit, and across buffers") {
    const std::string longer(200'000, 'x');  // more than three buffers
    const std::vector<std::string> expected{"a", "", longer, "b"};
    const std::string stream = "a\n\n" + longer + "\nb\n";
    CHECK(lines_of(stream) == expected);
    CHECK(lines_of(compressed(stream)) == expected);
    CHECK(lines_of("").empty());
    CHECK_THROWS_AS(lines_of("a\nb"), Rejected);
    CHECK_THROWS_AS(lines_of(compressed("a\nb")), Rejected);
    // A few kilobytes that would unpack to more than a line may have.
    CHECK_THROWS_AS(lines_of(compressed(std::string(Lines::max_line + 1, 'x') + "\n")), Rejected);
}
