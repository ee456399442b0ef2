// SPDX-License-Identifier: MIT
#include "record/field.hpp"

#include <algorithm>

namespace disarray::record {

std::vector<Key> keys_in(std::string_view list, std::span<const Rules> rules) {
    std::vector<Key> keys;
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(", "), list.size());
        keys.push_back({std::string(list.substr(0, end))});
        list.remove_prefix(std::min(end + 2, list.size()));
        for (const auto& [names, its_rules] : rules) {
            // As a whole word: "n" is none of "n_from mean".
            if ((" " + std::string(names) + " ").find(" " + keys.back().name + " ") !=
                std::string::npos) {
                keys.back().rules |= its_rules;
            }
        }
    }
    return keys;
}

}  // namespace disarray::record
