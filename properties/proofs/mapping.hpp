// SPDX-License-Identifier: MIT
//
// What μ (Lemma 12) and ν (Lemma 15) of KV have in common: for every element i a set of elements j,
// each with a count, and the element k that has the same count in a second set. Existence and the
// properties (a) and (b) read the same for both.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "properties/proofs/step.hpp"
#include "ranking/permutation.hpp"

namespace disarray::properties::proofs {

/// One j of the set of i. Elements count from 0.
struct MappedElement {
    std::size_t j = 0;
    std::size_t count = 0;             ///< β_i(j) or π_i(j)
    std::optional<std::size_t> image;  ///< the least k with γ_i(k) or ξ_i(k) equal to `count`
    std::size_t images = 0;  ///< how many such k: KV prints a set {k : …} and uses one element
};

/// A mapping of KV for one σ: entry i lists the set of element i in increasing j.
struct Mapping {
    std::string_view letter;  ///< "μ" or "ν"
    std::vector<std::vector<MappedElement>> of;

    /// The entry of j in the set of i, or nullptr if j is not in it. O(n).
    const MappedElement* find(std::size_t i, std::size_t j) const;
};

/// "Every j of the set of i has exactly one image" (the words "we define the mapping as").
Fault first_without_image(const Mapping& mapping);

/// (a): for all i and all j ≠ j′ in its set, the images of j and j′ differ. Where an image is
/// missing nothing is claimed. (KV prints no "j ≠ j′".)
Fault first_violation_of_a(const Mapping& mapping);

/// (b): for all i ≠ i′ and all j in both sets, the images of j under i and under i′ differ.
Fault first_violation_of_b(const Mapping& mapping);

}  // namespace disarray::properties::proofs
