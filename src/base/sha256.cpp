// SPDX-License-Identifier: MIT
#include "base/sha256.hpp"

#include <array>

#include <fmt/format.h>
#include <openssl/evp.h>

#include "base/error.hpp"

namespace disarray {

namespace {

/// A hash on which a verdict rests is never left half computed.
void require(bool done) {
    if (!done) throw InternalError("libcrypto computes no SHA-256");
}

}  // namespace

void Sha256::Free::operator()(evp_md_ctx_st* context) const {
    EVP_MD_CTX_free(context);
}

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
    require(context_ && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
}

void Sha256::add(std::string_view bytes) {
    require(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1);
}

std::string Sha256::hex() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    require(EVP_DigestFinal_ex(context_.get(), digest.data(), &size) == 1);
    std::string text;
    for (unsigned int i = 0; i < size; ++i)
        text += fmt::format("{:02x}", digest[i]);
    return text;
}

}  // namespace disarray
