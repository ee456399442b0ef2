// SPDX-License-Identifier: MIT
#include "search/verify/enumeration.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace disarray::verify {

Enumeration::Enumeration(const Claim& claim) : claim_(claim) {
    if (claim_.scope) {
        sigma_ = *claim_.scope;
        return;
    }
    last_length_ = claim_.n;
    begin(claim_.direct_sums ? 2 : claim_.n);
    settle();
}

Enumeration::Enumeration(const Claim& claim, const Range& range)
    : claim_(claim),
      sigma_(unranked(range.length, range.begin)),
      left_(range.end - range.begin - 1),
      last_length_(range.length) {
    settle();
}

void Enumeration::begin(int length) {
    sigma_ = unranked(length, 0);
    left_ = factorial(length) - 1;
}

void Enumeration::advance() {
    at_end_ = at_end_ || claim_.scope || !step();
    if (!at_end_) settle();
}

/// To the next σ, of whatever kind; false if there is none.
bool Enumeration::step() {
    if (left_ > 0) {
        --left_;
        std::next_permutation(sigma_.rank.begin(), sigma_.rank.begin() + sigma_.size);
        return true;
    }
    if (sigma_.size == last_length_) return false;
    begin(sigma_.size + 1);
    return true;
}

/// To the next σ that may have a record, which may be the present one.
void Enumeration::settle() {
    while (is_passed_over()) {
        at_end_ = !step();
        if (at_end_) return;
    }
}

bool Enumeration::is_passed_over() {
    if (claim_.direct_sums) {
        if (is_decomposable(sigma_)) return true;
        ++indecomposable_[static_cast<std::size_t>(sigma_.size)];
    }
    const Images all = images(claim_, sigma_);
    return std::ranges::any_of(all, [&](const Image& image) { return image.ranks < sigma_; });
}

std::uint64_t factorial(int n) {
    std::uint64_t product = 1;
    for (int i = 2; i <= n; ++i)
        product *= static_cast<std::uint64_t>(i);
    return product;
}

Ranks unranked(int length, std::uint64_t rank) {
    std::vector<int> unused(static_cast<std::size_t>(length));
    std::iota(unused.begin(), unused.end(), 0);
    Ranks sigma{.rank = {}, .size = length};
    for (int i = 0; i < length; ++i) {
        // Each of the unused ranks stands here in as many σ as there are orders of the places left.
        const std::uint64_t each = factorial(length - 1 - i);
        const auto chosen = unused.begin() + static_cast<std::ptrdiff_t>(rank / each);
        sigma.set(i, *chosen);
        unused.erase(chosen);
        rank %= each;
    }
    return sigma;
}

bool is_decomposable(const Ranks& sigma) {
    int largest = 0;
    for (int i = 0; i + 1 < sigma.size; ++i) {
        largest = std::max(largest, sigma[i]);
        if (largest == i) return true;  // the first i+1 ranks are 0 … i
    }
    return false;
}

}  // namespace disarray::verify
