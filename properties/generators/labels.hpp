// SPDX-License-Identifier: MIT
//
// What a generator says about the values it draws, and how often it said so: a random run is worth
// what its cases are, so their distribution is data that reports print and tests read.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace disarray::properties::generators {

/// A drawn value and how it was drawn, one label a choice: "dissimilarity: tree".
template <class T>
struct Labelled {
    T value;
    std::vector<std::string> labels;  ///< of the draw; what shrinks from it keeps them
};

/// "element weights: geometric" of the aspect "element weights" and the name "geometric".
inline std::string label(std::string_view aspect, std::string_view name) {
    return std::string(aspect).append(": ").append(name);
}

/// How many cases bear each label.
using Distribution = std::map<std::string, std::uint64_t>;

/// Adds one case: each label once, also if the case bears it twice.
inline void count(Distribution& distribution, const std::vector<std::string>& labels) {
    for (auto it = labels.begin(); it != labels.end(); ++it) {
        bool is_first = true;
        for (auto before = labels.begin(); before != it; ++before) {
            if (*before == *it) is_first = false;
        }
        if (is_first) ++distribution[*it];
    }
}

/// Adds all the cases that `other` has counted.
inline void merge(Distribution& distribution, const Distribution& other) {
    for (const auto& [name, cases] : other)
        distribution[name] += cases;
}

}  // namespace disarray::properties::generators
