// SPDX-License-Identifier: MIT
#include "aggregation/detail/whole_numbers.hpp"

#include <string>

#include <fmt/format.h>

namespace disarray::aggregation::detail {

NotSupported too_large(std::string_view who) {
    return {who, "sums of costs of 2^62 or more, as multiples of their common unit",
            "smaller weights or counts, or simpler fractions"};
}

std::pair<std::vector<std::int64_t>, Rational> whole_numbers(const ScaledSequence& values,
                                                             std::string_view who) {
    const std::vector<Integer> numerators = values.numerators();
    Integer divisor = 0;
    for (const Integer& numerator : numerators)
        divisor = gcd(divisor, numerator);
    if (divisor == 0) divisor = values.denominator();  // all 0
    std::vector<std::int64_t> numbers;
    numbers.reserve(numerators.size());
    for (const Integer& numerator : numerators) {
        const Integer number = numerator / divisor;
        if (number >= cost_limit) throw too_large(who);
        numbers.push_back(number.convert_to<std::int64_t>());
    }
    return {std::move(numbers), Rational(divisor, values.denominator())};
}

namespace {

Int128 greatest_common_divisor(Int128 a, Int128 b) {
    while (b != 0)
        a = std::exchange(b, a % b);
    return a;
}

}  // namespace

std::pair<std::vector<std::int64_t>, Integer> rounded_down(std::span<const Int128> values,
                                                           std::int64_t limit) {
    Int128 divisor = 0;
    Int128 sum = 0;
    for (const Int128 value : values) {
        divisor = greatest_common_divisor(divisor, value);
        sum += value;
    }
    if (divisor == 0) divisor = 1;
    while (sum / divisor >= limit)
        divisor *= 2;
    std::vector<std::int64_t> numbers;
    numbers.reserve(values.size());
    for (const Int128 value : values)
        numbers.push_back(static_cast<std::int64_t>(value / divisor));
    return {std::move(numbers), to_integer(divisor)};
}

}  // namespace disarray::aggregation::detail
