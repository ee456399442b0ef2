// SPDX-License-Identifier: MIT
//
// Long lists of names in one line of a message.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace disarray {

/// "q1, q2, q3, ...": the first `most` names, each printable() (base/error.hpp).
std::string some_of(const std::vector<std::string>& names, std::size_t most);

}  // namespace disarray
