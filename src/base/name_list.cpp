// SPDX-License-Identifier: MIT
#include "base/name_list.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace disarray {

std::string some_of(const std::vector<std::string>& names, std::size_t most) {
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
        text += (i == 0 ? "" : ", ") + printable(names[i]);
    return names.size() > most ? text + ", ..." : text;
}

}  // namespace disarray
