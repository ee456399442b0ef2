// SPDX-License-Identifier: MIT
#include "properties/proofs/mapping.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace disarray::properties::proofs {

const MappedElement* Mapping::find(std::size_t i, std::size_t j) const {
    const auto& set = of[i];
    const auto place =
        std::find_if(set.begin(), set.end(), [&](const MappedElement& m) { return m.j == j; });
    return place == set.end() ? nullptr : &*place;
}

Fault first_without_image(const Mapping& mapping) {
    for (std::size_t i = 0; i < mapping.of.size(); ++i) {
        for (const MappedElement& m : mapping.of[i]) {
            if (m.images == 1) continue;
            return fmt::format(
                "{}_{}({}): the count of {} is {}, which {} elements of the other set "
                "have",
                mapping.letter, i + 1, m.j + 1, m.j + 1, m.count,
                m.images == 0 ? "no" : std::to_string(m.images));
        }
    }
    return std::nullopt;
}

Fault first_violation_of_a(const Mapping& mapping) {
    for (std::size_t i = 0; i < mapping.of.size(); ++i) {
        const auto& set = mapping.of[i];
        for (std::size_t a = 0; a < set.size(); ++a) {
            for (std::size_t b = a + 1; b < set.size(); ++b) {
                if (!set[a].image || set[a].image != set[b].image) continue;
                return fmt::format("{0}_{1}({2}) = {0}_{1}({3}) = {4}", mapping.letter, i + 1,
                                   set[a].j + 1, set[b].j + 1, *set[a].image + 1);
            }
        }
    }
    return std::nullopt;
}

Fault first_violation_of_b(const Mapping& mapping) {
    for (std::size_t i = 0; i < mapping.of.size(); ++i) {
        for (const MappedElement& m : mapping.of[i]) {
            if (!m.image) continue;
            for (std::size_t other = i + 1; other < mapping.of.size(); ++other) {
                const MappedElement* there = mapping.find(other, m.j);
                if (there == nullptr || there->image != m.image) continue;
                return fmt::format("{0}_{1}({2}) = {0}_{3}({2}) = {4}, with counts {5} and {6}",
                                   mapping.letter, i + 1, m.j + 1, other + 1, *m.image + 1, m.count,
                                   there->count);
            }
        }
    }
    return std::nullopt;
}

}  // namespace disarray::properties::proofs
