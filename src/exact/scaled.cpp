// SPDX-License-Identifier: MIT
#include "exact/scaled.hpp"

#include <algorithm>
#include <limits>

#include "base/error.hpp"

namespace disarray {

namespace {

bool fits_in_64_bits(const Integer& value) {
    return value <= std::numeric_limits<std::int64_t>::max() &&
           value >= std::numeric_limits<std::int64_t>::min();
}

}  // namespace

ScaledSequence::ScaledSequence(std::span<const Rational> values) {
    for (const Rational& value : values) {
        const Integer denominator = value.denominator();
        if (denominator != 1) {
            denominator_ = lcm(denominator_, denominator);
        }
    }
    std::vector<Integer> numerators;
    numerators.reserve(values.size());
    for (const Rational& value : values) {
        numerators.push_back(value.numerator() * (denominator_ / value.denominator()));
    }
    if (std::ranges::all_of(numerators, fits_in_64_bits)) {
        small_.reserve(numerators.size());
        for (const Integer& numerator : numerators) {
            small_.push_back(numerator.convert_to<std::int64_t>());
        }
    } else {
        large_ = std::move(numerators);
    }
}

ScaledSequence::ScaledSequence(std::vector<std::int64_t> numerators, Integer denominator)
    : small_(std::move(numerators)), denominator_(std::move(denominator)) {
    if (denominator_ <= 0) throw UsageError("ScaledSequence: a denominator that is not positive");
}

Rational ScaledSequence::operator[](std::size_t index) const {
    if (index >= size()) throw UsageError("ScaledSequence: index out of range");
    return {is_small() ? Integer(small_[index]) : large_[index], denominator_};
}

std::vector<Integer> ScaledSequence::numerators() const {
    return is_small() ? std::vector<Integer>(small_.begin(), small_.end()) : large_;
}

Integer ScaledSequence::absolute_sum() const {
    if (is_small()) {
        // At most 2^63 per term: 128 bits hold the sum of any sequence that fits in memory.
        Int128 sum = 0;
        for (const std::int64_t value : small_)
            sum += value < 0 ? -Int128{value} : Int128{value};
        return to_integer(sum);
    }
    Integer sum = 0;
    for (const Integer& value : large_)
        sum += abs(value);
    return sum;
}

Integer ScaledSequence::largest() const {
    Integer largest = 0;
    if (is_small()) {
        if (small_.empty()) return largest;
        const auto [low, high] = std::ranges::minmax(small_);
        return std::max(Integer(abs(Integer(low))), Integer(abs(Integer(high))));
    }
    for (const Integer& value : large_) {
        largest = std::max(largest, Integer(abs(value)));
    }
    return largest;
}

bool operator==(const ScaledSequence& a, const ScaledSequence& b) {
    // The same values can stand over different denominators, so values are compared.
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] != b[i]) return false;
    }
    return true;
}

}  // namespace disarray
