// SPDX-License-Identifier: MIT
//
// What the definitions of naive.hpp are written over: one list without ties.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <string_view>
#include <vector>

#include "metrics/retrieval/naive.hpp"

namespace disarray::retrieval::naive {

/// A question about one list without ties. Ranks count from 1, as in MIR.
struct Ranked {
    std::vector<Grade> grades;  ///< grade of the document at rank i is grades[i − 1]
    const std::vector<Grade>& not_retrieved;
    std::optional<std::uint32_t> cutoff;
    const Rational& level;
    const Conventions& conventions;
    const Parameters& parameters;

    std::size_t length() const { return grades.size(); }
    Grade grade(std::size_t rank) const { return grades.at(rank - 1); }
    /// The last rank that is looked at.
    std::size_t last() const {
        return cutoff ? std::min<std::size_t>(*cutoff, length()) : length();
    }
};

inline bool is_relevant(const Ranked& x, Grade grade) {
    return grade >= x.conventions.relevance_level;
}

/// |R|
inline std::int64_t relevant(const Ranked& x) {
    const auto counts = [&](Grade grade) { return is_relevant(x, grade); };
    return std::ranges::count_if(x.grades, counts) + std::ranges::count_if(x.not_retrieved, counts);
}

/// A definition by the name of its metric.
using Definitions = std::map<std::string_view, Value (*)(const Ranked&)>;

Definitions binary_definitions();  ///< of documents that are relevant or not
Definitions graded_definitions();  ///< of gains, and of users who stop

}  // namespace disarray::retrieval::naive
