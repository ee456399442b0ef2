// SPDX-License-Identifier: MIT
//
// Random 64-bit words that are a function of a seed and an index alone: any thread can begin any
// stream, and every platform gets the same bytes. (std::mt19937_64 would be that too, but no
// distribution of the standard library is; and it costs 2.5 KB of state a stream.)
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace disarray::properties::experiments {

/// xoshiro256** of Blackman and Vigna (2018, "Scrambled linear pseudorandom number generators"),
/// its state filled by SplitMix64 of Steele, Lea and Flood (2014), as its authors advise.
class RandomWords {
public:
    RandomWords(std::uint64_t seed, std::uint64_t index) {
        // Streams that differ in seed or index begin at unrelated places: both go through a
        // bijection of 64 bits before they meet.
        std::uint64_t mixer = mixed(seed + golden) ^ index;
        for (std::uint64_t& word : state_)
            word = mixed(mixer += golden);
    }

    std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    /// Uniform from 0 to bound − 1; bound >= 1.
    std::uint64_t below(std::uint64_t bound) {
        // Words under 2^64 mod bound would make the small remainders more likely.
        const std::uint64_t rejected = (0 - bound) % bound;
        std::uint64_t word = next();
        while (word < rejected)
            word = next();
        return word % bound;
    }

    /// For each bit of `mask`, independently: set with probability threshold/2^32, else 0.
    /// The 32-bit numbers of 64 trials are compared with the threshold bit by bit, all at once; on
    /// average the trials are decided after eight of 32 words.
    std::uint64_t trials(std::uint64_t threshold, std::uint64_t mask) {
        if (threshold >> 32 != 0) return mask;
        std::uint64_t below_threshold = 0;
        for (int bit = 31; bit >= 0 && mask != 0; --bit) {
            const std::uint64_t word = next();
            if ((threshold >> bit & 1) != 0) {
                below_threshold |= mask & ~word;
                mask &= word;
            } else {
                mask &= ~word;
            }
        }
        return below_threshold;
    }

private:
    static constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;

    /// The finalizer of SplitMix64.
    static std::uint64_t mixed(std::uint64_t x) {
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
        x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
        return x ^ (x >> 31);
    }

    std::array<std::uint64_t, 4> state_{};
};

}  // namespace disarray::properties::experiments
