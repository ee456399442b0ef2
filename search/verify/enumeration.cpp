// SPDX-License-Identifier: MIT
#include "search/verify/enumeration.hpp"

#include <algorithm>

namespace disarray::verify {

Enumeration::Enumeration(const Claim& claim) : claim_(claim) {
    if (claim_.scope) {
        sigma_ = *claim_.scope;
        return;
    }
    begin(claim_.direct_sums ? 2 : claim_.n);
    settle();
}

void Enumeration::begin(int length) {
    sigma_ = Ranks{.rank = {}, .size = length};
    for (int i = 0; i < length; ++i)
        sigma_.set(i, i);
}

void Enumeration::advance() {
    at_end_ = at_end_ || claim_.scope || !step();
    if (!at_end_) settle();
}

/// To the next σ, of whatever kind; false if there is none.
bool Enumeration::step() {
    if (std::next_permutation(sigma_.rank.begin(), sigma_.rank.begin() + sigma_.size)) return true;
    if (sigma_.size == claim_.n) return false;
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

bool is_decomposable(const Ranks& sigma) {
    int largest = 0;
    for (int i = 0; i + 1 < sigma.size; ++i) {
        largest = std::max(largest, sigma[i]);
        if (largest == i) return true;  // the first i+1 ranks are 0 … i
    }
    return false;
}

}  // namespace disarray::verify
