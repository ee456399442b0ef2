// SPDX-License-Identifier: MIT
#include "properties/theorems.hpp"

#include <vector>

#include <fmt/format.h>

namespace disarray::properties {

namespace {

using metrics::Reading;

/// K ≤ F/ratio, or F ≤ ratio·K.
struct Bound {
    Reading reading;
    Extreme extreme;
    int ratio;
    bool every_weighting;
    Theorem theorem;
};

const Bound bounds[] = {
    {Reading::box,
     Extreme::least,
     1,
     true,
     {"EveryN.v", "kendall_le_box",
      "forall n v s t D, ranking n s -> ranking n t -> weights_nonnegative n v -> "
      "dissimilarity n D -> kendall n (cost v n s t D) s t <= box n (cost v n s t D) s t"}},
    {Reading::prefix,
     Extreme::greatest,
     2,
     true,
     {"EveryN.v", "prefix_le_2_kendall",
      "forall n v s t D, ranking n s -> ranking n t -> weights_nonnegative n v -> "
      "dissimilarity n D -> prefix n (cost v n s t D) s t <= 2 * kendall n (cost v n s t D) s t"}},
    {Reading::interval,
     Extreme::least,
     1,
     false,
     {"Bubble.v", "kendall_le_interval",
      "forall n s t D, ranking n s -> ranking n t -> pseudometric n D -> "
      "kendall n D s t <= interval n D s t"}},
};

}  // namespace

std::span<const Theorem> theorems() {
    static const std::vector<Theorem> all = [] {
        std::vector<Theorem> list;
        for (const Bound& bound : bounds)
            list.push_back(bound.theorem);
        return list;
    }();
    return all;
}

std::string to_string(const Theorem& theorem) {
    return fmt::format("{} ({})", theorem.name, theorem.file);
}

const Theorem* theorem_of_bound(Reading reading, Extreme extreme, const Rational& ratio,
                                bool every_weighting) {
    for (const Bound& bound : bounds) {
        // What holds for all weights holds for weights 1.
        if (bound.reading == reading && bound.extreme == extreme &&
            Rational(bound.ratio) == ratio && (bound.every_weighting || !every_weighting))
            return &bound.theorem;
    }
    return nullptr;
}

}  // namespace disarray::properties
