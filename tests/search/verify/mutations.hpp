// SPDX-License-Identifier: MIT
//
// Every certificate that differs from a given one in one place, for the negative tests: the
// verifier has to reject each of them.
#pragma once

#include <cstddef>
#include <functional>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace disarray::test {

/// Calls use(description, text) for each text that differs from `certificate` (not compressed), or
/// from another text with an object of JSON in each line, by one number, word, entry, key, line or
/// end of the file.
void for_each_mutation(std::string_view certificate,
                       const std::function<void(const std::string&, const std::string&)>& use);

/// What the verifier said to the mutations of a certificate.
struct NegativeResult {
    std::size_t mutations = 0;
    std::vector<std::string> accepted;   ///< descriptions
    std::vector<std::string> malformed;  ///< answers that are not one line naming a step
};
NegativeResult negative_suite(std::string_view certificate);

}  // namespace disarray::test
