// SPDX-License-Identifier: MIT
//
// Random numbers of searches and random algorithms. The engine of the standard library gives the
// same numbers everywhere, its distributions do not: they are left to each library. So that a seed
// means the same walk on every machine, what is drawn from the engine is written out here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

namespace disarray {

class Random {
public:
    /// Stream `index` of a seed: neighbouring indices and seeds have unrelated streams.
    explicit Random(std::uint64_t seed, std::uint64_t index = 0)
        : engine_(mixed(mixed(seed) + index)) {}

    /// Uniform on 0 … bound−1. Precondition (not checked): bound > 0.
    std::size_t below(std::size_t bound) {
        const std::uint64_t excess = (UINT64_MAX % bound + 1) % bound;  // 2^64 mod bound
        for (;;) {
            const std::uint64_t drawn = engine_();
            if (drawn <= UINT64_MAX - excess) return static_cast<std::size_t>(drawn % bound);
        }
    }
    /// Uniform on the multiples of 2^−53 in [0, 1).
    double unit() { return static_cast<double>(engine_() >> 11) * 0x1.0p-53; }

private:
    /// The output function of SplitMix64 (Steele, Lea, Flood 2014).
    static std::uint64_t mixed(std::uint64_t z) {
        z += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }
    std::mt19937_64 engine_;
};

}  // namespace disarray
