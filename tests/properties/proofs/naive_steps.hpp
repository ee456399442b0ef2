// SPDX-License-Identifier: MIT
//
// KV's sets, counts and boxes written down letter by letter, elements and ranks counted from 1 as
// printed, with std::set and std::multiset; shares nothing with properties/proofs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "ranking/permutation.hpp"

namespace disarray::test {

/// σ(i) for i = 1..n; entry 0 is unused.
using Printed = std::vector<int>;

inline Printed printed(const Permutation& sigma) {
    Printed values(sigma.size() + 1, 0);
    for (std::size_t i = 0; i < sigma.size(); ++i)
        values[i + 1] = static_cast<int>(sigma[i]) + 1;
    return values;
}

inline int rank_of(const Printed& sigma, int i) {
    return sigma[static_cast<std::size_t>(i)];
}

/// (i,j) → the set {k : the counts agree}.
using NaiveMapping = std::map<std::pair<int, int>, std::set<int>>;

/// μ as Lemma 12 prints it.
inline NaiveMapping naive_mu(const Printed& sigma) {
    const int n = static_cast<int>(sigma.size()) - 1;
    NaiveMapping mu;
    for (int i = 1; i <= n; ++i) {
        std::set<int> bad, good;
        for (int x = 1; x <= n; ++x) {
            if (rank_of(sigma, x) < i && i < x && x < rank_of(sigma, i)) bad.insert(x);
            if (rank_of(sigma, x) >= i) good.insert(x);
        }
        for (const int j : bad) {
            const auto beta = std::distance(bad.begin(), bad.find(j));
            auto& images = mu[{i, j}];
            for (const int k : good) {
                if (beta == std::count_if(good.begin(), good.end(), [&](int other) {
                        return rank_of(sigma, other) < rank_of(sigma, k);
                    })) {
                    images.insert(k);
                }
            }
        }
    }
    return mu;
}

/// ν as Lemma 15 prints it.
inline NaiveMapping naive_nu(const Printed& sigma) {
    const int n = static_cast<int>(sigma.size()) - 1;
    NaiveMapping nu;
    for (int i = 1; i <= n; ++i) {
        std::set<int> p, q;
        for (int x = 1; x <= n; ++x) {
            if (x < i && i <= rank_of(sigma, x) && rank_of(sigma, x) < rank_of(sigma, i)) {
                p.insert(x);
            }
            if (rank_of(sigma, x) <= i && i < x) q.insert(x);
        }
        for (const int j : p) {
            const auto count = std::count_if(p.begin(), p.end(), [&](int other) {
                return i <= rank_of(sigma, other) && rank_of(sigma, other) < rank_of(sigma, j);
            });
            auto& images = nu[{i, j}];
            for (const int k : q) {
                if (count == std::distance(q.begin(), q.find(k))) images.insert(k);
            }
        }
    }
    return nu;
}

/// box_{σ,τ}(i), the multiset of Lemma 8.
inline std::multiset<int> naive_box(const Printed& sigma, const Printed& tau, int i) {
    const int low = std::min(rank_of(sigma, i), rank_of(tau, i));
    const int high = std::max(rank_of(sigma, i), rank_of(tau, i));
    std::multiset<int> box;
    for (int j = 1; j < static_cast<int>(sigma.size()); ++j) {
        for (const int rank : {rank_of(sigma, j), rank_of(tau, j)}) {
            if (low <= rank && rank <= high) box.insert(j);
        }
    }
    return box;
}

inline bool naive_boxes_meet(const std::multiset<int>& a, const std::multiset<int>& b) {
    return std::any_of(a.begin(), a.end(), [&](int x) { return b.count(x) > 0; });
}

/// Property (a) or (b): no image shared by two j of one i, or by two i of one j.
inline bool naive_images_differ(const NaiveMapping& mapping, bool of_one_i) {
    for (const auto& [x, images] : mapping) {
        for (const auto& [y, other_images] : mapping) {
            const bool same = of_one_i ? x.first == y.first : x.second == y.second;
            if (x == y || !same) continue;
            for (const int k : images) {
                if (other_images.count(k) > 0) return false;
            }
        }
    }
    return true;
}

}  // namespace disarray::test
