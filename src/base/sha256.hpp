// SPDX-License-Identifier: MIT
//
// SHA-256 (FIPS 180-4) of bytes that come piece by piece, by OpenSSL's libcrypto.
#pragma once

#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace disarray {

class Sha256 {
public:
    Sha256();

    void add(std::string_view bytes);
    /// Of all bytes added: 64 hexadecimal digits, lower case. Ends it: once, and nothing after it.
    std::string hex();

private:
    struct Free {
        void operator()(evp_md_ctx_st* context) const;
    };
    std::unique_ptr<evp_md_ctx_st, Free> context_;
};

}  // namespace disarray
