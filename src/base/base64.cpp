// SPDX-License-Identifier: MIT
#include "base/base64.hpp"

#include <limits>

#include <openssl/evp.h>

#include "base/error.hpp"

namespace disarray {

std::string in_base64(std::string_view bytes) {
    if (bytes.size() > std::numeric_limits<int>::max())
        throw UsageError("in_base64: 2 GiB or more");
    std::string out((bytes.size() + 2) / 3 * 4, '\0');
    EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                    reinterpret_cast<const unsigned char*>(bytes.data()),
                    static_cast<int>(bytes.size()));
    return out;
}

}  // namespace disarray
