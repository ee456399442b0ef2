// SPDX-License-Identifier: MIT
//
// Expected failures: which type, with which words.
#pragma once

#include <string>
#include <string_view>

namespace disarray::test {

/// The message of the Error that `call` throws. Anything else that it throws goes on.
template <class Error, class Call>
std::string message_of(const Call& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.what();
    }
    return "(nothing was thrown)";
}

inline bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

}  // namespace disarray::test
