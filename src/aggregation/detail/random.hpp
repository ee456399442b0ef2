// SPDX-License-Identifier: MIT
//
// Random numbers of the pivot algorithm. The engine of the standard library gives the same numbers
// everywhere, its distributions do not: what is drawn is written out here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

namespace disarray::aggregation::detail {

class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    /// Uniform on 0 … bound−1. Precondition (not checked): bound > 0.
    std::size_t below(std::size_t bound) {
        const std::uint64_t excess = (UINT64_MAX % bound + 1) % bound;  // 2^64 mod bound
        for (;;) {
            const std::uint64_t drawn = engine_();
            if (drawn <= UINT64_MAX - excess) return static_cast<std::size_t>(drawn % bound);
        }
    }

private:
    std::mt19937_64 engine_;
};

}  // namespace disarray::aggregation::detail
