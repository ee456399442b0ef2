// SPDX-License-Identifier: MIT
//
// Random choices. Every generator is written once, as a function that takes its choices from a
// Draw. (RapidCheck's combinators were the alternative: for a case of three rankings and three
// weights they allocate hundreds of nodes, and their shrinking by parts would have to be switched
// off everywhere, because the parts of a case shrink together.)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <rapidcheck.h>

#include "exact/rational.hpp"

namespace disarray::properties::generators {

/// A stream of random choices and a size: small sizes ask for small values.
class Draw {
public:
    Draw(const rc::Random& random, int size) : random_(random), size_(size) {}

    int size() const { return size_; }
    /// 0 ≤ result < bound, uniform (the remainder favours small values by less than bound/2^64).
    /// bound ≥ 1.
    std::size_t below(std::size_t bound) {
        return static_cast<std::size_t>(random_.next() % bound);
    }
    /// least ≤ result ≤ most, uniform.
    std::size_t between(std::size_t least, std::size_t most) {
        return least + below(most - least + 1);
    }
    /// True in `times` of `of` draws.
    bool chance(std::size_t times, std::size_t of) { return below(of) < times; }

    /// p/q in lowest terms of 1 ≤ p ≤ most_numerator, 1 ≤ q ≤ most_denominator.
    Rational positive(std::size_t most_numerator, std::size_t most_denominator) {
        const Integer numerator = between(1, most_numerator);
        return {numerator, Integer(between(1, most_denominator))};
    }
    /// 0 in one of four draws, else p/q as above: the numbers whose sums are still easy to read.
    Rational small(bool zero_allowed) {
        if (zero_allowed && chance(1, 4)) return 0;
        return positive(6, 4);
    }
    template <class T>
    void shuffle(std::vector<T>& values) {
        for (std::size_t i = values.size(); i > 1; --i)
            std::swap(values[i - 1], values[below(i)]);
    }

private:
    rc::Random random_;
    int size_;
};

}  // namespace disarray::properties::generators
