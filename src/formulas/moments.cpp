// SPDX-License-Identifier: MIT
#include "formulas/moments.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace disarray {

Moments moments(std::span<const ValueCount> values) {
    if (values.empty()) throw UsageError("moments: no values");
    Rational count = 0, sum = 0, squares = 0;
    for (const auto& [value, times] : values) {
        count += Rational(times);
        sum += Rational(times) * value;
        squares += Rational(times) * value * value;
    }
    const Rational mean = sum / count;
    return {mean, squares / count - mean * mean};
}

std::size_t second_rise(std::span<const ValueCount> values) {
    const auto falls = [](const ValueCount& a, const ValueCount& b) { return a.second > b.second; };
    const auto rises = [](const ValueCount& a, const ValueCount& b) { return a.second < b.second; };
    const auto peak = std::adjacent_find(values.begin(), values.end(), falls);
    const auto rise = std::adjacent_find(peak, values.end(), rises);
    return rise == values.end() ? values.size()
                                : static_cast<std::size_t>(rise + 1 - values.begin());
}

}  // namespace disarray
