// SPDX-License-Identifier: MIT
// SHA-256 of texts whose hash is known.
#include "base/sha256.hpp"

#include "tests/catch.hpp"

using disarray::Sha256;

namespace {

std::string sha256(std::string_view text) {
    Sha256 hash;
    hash.add(text);
    return hash.hex();
}

}  // namespace

// FIPS 180-2, appendix B, and the hash of nothing.
TEST_CASE("SHA-256 has the values of the standard") {
    CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK(sha256(std::string(1'000'000, 'a')) ==
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("SHA-256 does not depend on the pieces in which the bytes come") {
    const std::string text(1000, 'x');
    for (const std::size_t piece : {1U, 63U, 64U, 65U, 999U}) {
        Sha256 hash;
        for (std::size_t at = 0; at < text.size(); at += piece)
            hash.add(std::string_view(text).substr(at, piece));
        CHECK(hash.hex() == sha256(text));
    }
}
