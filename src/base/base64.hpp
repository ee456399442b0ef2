// SPDX-License-Identifier: MIT
//
// Base64 (RFC 4648, section 4), for bytes in pages.
#pragma once

#include <string>
#include <string_view>

namespace disarray {

/// The bytes in A–Z, a–z, 0–9, '+' and '/', filled up with '=' to a multiple of four.
/// \throws UsageError from 2 GiB on
std::string in_base64(std::string_view bytes);

}  // namespace disarray
