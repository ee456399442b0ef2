// SPDX-License-Identifier: MIT
#include "metrics/retrieval/detail/numbers.hpp"

#include <algorithm>
#include <cmath>

namespace disarray::retrieval::detail {

std::uint64_t relevant_count(const Question& question) {
    const std::vector<Grade>& judged = question.list.judged;
    const auto end = std::ranges::find_if(
        judged, [&](Grade grade) { return grade < question.conventions.relevance_level; });
    return static_cast<std::uint64_t>(end - judged.begin());
}

std::uint64_t relevant_count(std::span<const Hit> group, const Conventions& conventions) {
    return static_cast<std::uint64_t>(std::ranges::count_if(
        group, [&](const Hit& hit) { return hit.grade >= conventions.relevance_level; }));
}

std::uint64_t last_rank(const Question& question) {
    const std::uint64_t length = question.list.length;
    return question.cutoff ? std::min<std::uint64_t>(*question.cutoff, length) : length;
}

std::uint64_t least_at(const Rational& level, std::uint64_t relevant) {
    const Rational exact = level * Rational(relevant);
    const Integer least = (exact.numerator() + exact.denominator() - 1) / exact.denominator();
    return least.convert_to<std::uint64_t>();
}

std::uint64_t nearest_at(const Rational& level, std::uint64_t relevant) {
    return static_cast<std::uint64_t>(
        std::llround(level.approximate() * static_cast<double>(relevant)));
}

std::uint64_t nine_tenths_at(const Rational& level, std::uint64_t relevant) {
    return static_cast<std::uint64_t>(level.approximate() * static_cast<double>(relevant) + 0.9);
}

}  // namespace disarray::retrieval::detail
