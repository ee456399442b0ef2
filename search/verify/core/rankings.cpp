// SPDX-License-Identifier: MIT
//
// The σ of a claim: all of S_n, or S_2, …, S_n in turn, without the decomposable ones (with direct
// sums) and without those with an earlier image.
#include <algorithm>
#include <numeric>

#include "core.hpp"

namespace disarray::verify {

namespace {

Ranks reversed(const Ranks& sigma) {
    return {sigma.rbegin(), sigma.rend()};
}

Ranks reverse_complement(const Ranks& sigma) {
    Ranks result = reversed(sigma);
    for (int& rank : result)
        rank = sigma.size() - 1 - rank;
    return result;
}

/// Whether σ maps {1, …, m} to itself for some m from 1 to its length − 1.
bool is_decomposable(const Ranks& sigma) {
    int largest = 0;
    for (int i = 0; i + 1 < sigma.size(); ++i) {
        largest = std::max(largest, sigma[i]);
        if (largest == i) return true;  // the first i+1 ranks are 0 … i
    }
    return false;
}

}  // namespace

std::string Ranks::to_string() const {
    std::string text;
    for (const int rank : *this)
        text += (text.empty() ? "" : " ") + std::to_string(rank + 1);
    return text;
}

Ranks identity(int n) {
    Ranks sigma(static_cast<std::size_t>(n));
    std::iota(sigma.begin(), sigma.end(), 0);
    return sigma;
}

Ranks inverse(const Ranks& sigma) {
    Ranks result = sigma;
    for (int i = 0; i < sigma.size(); ++i)
        result[sigma[i]] = i;
    return result;
}

std::vector<Image> images(const Claim& claim, const Ranks& sigma) {
    const Ranks inverted = inverse(sigma);
    std::vector<Image> found;
    if (claim.inverse) found.push_back({inverted, inverted});
    if (claim.reverse_complement)
        found.push_back({reverse_complement(sigma), reversed(identity(sigma.size()))});
    if (claim.inverse && claim.reverse_complement)
        found.push_back({reverse_complement(inverted), reversed(inverted)});
    return found;
}

Enumeration::Enumeration(const Claim& claim)
    : claim_(claim),
      sigma_(claim.scope ? *claim.scope : identity(claim.direct_sums ? 2 : claim.n)) {
    if (is_passed_over()) advance();
}

void Enumeration::advance() {
    do {
        if (!claim_.scope && std::ranges::next_permutation(sigma_).found) continue;
        at_end_ = sigma_.size() == claim_.n;
        if (at_end_) return;
        sigma_ = identity(sigma_.size() + 1);
    } while (is_passed_over());
}

bool is_passed_over(const Claim& claim, const Ranks& sigma, std::uint64_t& indecomposable) {
    if (claim.direct_sums && is_decomposable(sigma)) return true;
    ++indecomposable;
    if (!claim.inverse && !claim.reverse_complement) return false;
    // As images() has them, without their memory: rank n−1−r at place n−1−i where r is at i.
    const int n = sigma.size();
    std::array<int, max_n> inverted{};
    for (int i = 0; i < n; ++i)
        inverted[std::size_t(sigma[i])] = i;
    const auto is_before = [&](const int* ranks, bool turned) {
        for (int i = 0; i < n; ++i) {
            const int rank = turned ? n - 1 - ranks[n - 1 - i] : ranks[i];
            if (rank != sigma[i]) return rank < sigma[i];
        }
        return false;
    };
    return (claim.inverse && is_before(inverted.data(), false)) ||
           (claim.reverse_complement && is_before(sigma.data(), true)) ||
           (claim.inverse && claim.reverse_complement && is_before(inverted.data(), true));
}

}  // namespace disarray::verify
