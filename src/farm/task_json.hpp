// SPDX-License-Identifier: MIT
//
// Jobs and results as JSON, and errors in them.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace disarray::farm {

/// read(), which reads what another rank sent.
/// \throws InputError naming `what` where that is not what it should be
template <class Read>
auto from_rank(std::string_view what, const Read& read) {
    try {
        return read();
    } catch (const nlohmann::json::exception& error) {
        throw InputError(std::string(what), printable(error.what(), 200),
                         "what a rank of the same version sends");
    }
}

/// The bytes of a message or result.
inline std::string to_message_pack(const nlohmann::json& json) {
    std::string bytes;
    nlohmann::json::to_msgpack(json, bytes);
    return bytes;
}

}  // namespace disarray::farm
