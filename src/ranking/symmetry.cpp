// SPDX-License-Identifier: MIT
#include "ranking/symmetry.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "base/error.hpp"

namespace disarray {

std::vector<Permutation> orbit(const Permutation& sigma, Symmetries symmetries) {
    std::vector<Permutation> images{sigma};
    if (symmetries.inverse) images.push_back(sigma.inverse());
    if (symmetries.reverse_complement) {
        const std::size_t before = images.size();
        for (std::size_t k = 0; k < before; ++k)
            images.push_back(images[k].reverse_complement());
    }
    std::ranges::sort(images);
    images.erase(std::unique(images.begin(), images.end()), images.end());
    return images;
}

namespace {

/// The first ranks of σ, and what they leave open.
class Beginning {
public:
    explicit Beginning(std::span<const Rank> ranks) : ranks_(ranks) {}

    void extend() {
        const Rank rank = ranks_[length_];
        element_[rank] = length_++;
        used_ |= std::uint64_t{1} << rank;
    }

    std::size_t length() const { return length_; }
    /// Its ranks are the least, so that all that begin so are direct sums, but for the whole σ.
    bool is_summand() const {
        return length_ < ranks_.size() && used_ == (std::uint64_t{1} << length_) - 1;
    }

    /// The least and the greatest value that σ, σ⁻¹, σ^rc and (σ⁻¹)^rc may have at place i.
    struct Values {
        std::size_t least, greatest;
    };
    Values rank_at(std::size_t i) const {
        if (i < length_) return {ranks_[i], ranks_[i]};
        const std::uint64_t open = ~used_;
        // Those from n on are open, too: of the others the greatest is asked for.
        const std::uint64_t below = open << (64 - ranks_.size());
        return {std::size_t(std::countr_zero(open)),
                ranks_.size() - 1 - std::size_t(std::countl_zero(below))};
    }
    Values element_at(std::size_t i) const {
        if (used_ >> i & 1) return {element_[i], element_[i]};
        return {length_, ranks_.size() - 1};
    }
    Values turned(Values values) const {
        return {ranks_.size() - 1 - values.greatest, ranks_.size() - 1 - values.least};
    }

private:
    std::span<const Rank> ranks_;
    std::size_t length_ = 0;
    std::uint64_t used_ = 0;                 // bit r: rank r is among them
    std::array<std::size_t, 64> element_{};  // at each of these ranks
};

/// σ against an image of it, place by place as far as the beginning of σ tells.
struct ComparedImage {
    bool inverse, reverse_complement;
    std::size_t equal = 0;  // so many first places
    bool is_greater = false;

    /// True if the image is smaller than σ for every σ that begins so.
    bool is_smaller(const Beginning& sigma, std::span<const Rank> ranks) {
        while (!is_greater && equal < sigma.length()) {
            const std::size_t place = reverse_complement ? ranks.size() - 1 - equal : equal;
            auto image = inverse ? sigma.element_at(place) : sigma.rank_at(place);
            if (reverse_complement) image = sigma.turned(image);
            if (image.greatest < ranks[equal]) return true;
            if (image.least > ranks[equal]) {
                is_greater = true;
            } else if (image.least == image.greatest) {
                ++equal;
            } else {
                break;
            }
        }
        return false;
    }
};

}  // namespace

std::size_t excluded_prefix(std::span<const Rank> ranks, Symmetries symmetries,
                            bool indecomposable) {
    if (ranks.size() > 64)
        throw UsageError("classes of permutations are walked through for n <= 64");
    std::array<ComparedImage, 3> images{};
    std::size_t count = 0;
    if (symmetries.inverse) images[count++] = {true, false};
    if (symmetries.reverse_complement) images[count++] = {false, true};
    if (symmetries.inverse && symmetries.reverse_complement) images[count++] = {true, true};
    Beginning sigma(ranks);
    while (sigma.length() < ranks.size()) {
        sigma.extend();
        if (indecomposable && sigma.is_summand()) return sigma.length();
        for (std::size_t k = 0; k < count; ++k)
            if (images[k].is_smaller(sigma, ranks)) return sigma.length();
    }
    return 0;
}

}  // namespace disarray
