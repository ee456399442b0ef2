// SPDX-License-Identifier: MIT
#include "metrics/retrieval/detail/gains.hpp"

#include <array>

namespace disarray::retrieval::detail {

Bounded bounded_inverse_log2(std::uint64_t base) {
    constexpr std::size_t kept = 4096;
    static const std::array<Bounded, kept> table = [] {
        std::array<Bounded, kept> values;
        for (std::size_t b = 2; b < kept; ++b)
            values[b] = Bounded::inverse_log2(b);
        return values;
    }();
    return base < kept ? table[base] : Bounded::inverse_log2(base);
}

std::vector<Grade> ideal_grades(const Question& question) {
    std::vector<Grade> grades = question.list.judged;
    if (question.parameters.gains.empty()) return grades;
    if (question.parameters.gains.contains(0))
        grades.insert(grades.end(), question.list.judged_zero, 0);
    const auto gain = [&](Grade grade) { return gain_of<ExactGain>(question, grade); };
    std::erase_if(grades, [&](Grade grade) { return gain(grade) <= 0; });
    std::ranges::stable_sort(grades, [&](Grade a, Grade b) { return gain(a) > gain(b); });
    return grades;
}

}  // namespace disarray::retrieval::detail
