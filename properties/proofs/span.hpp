// SPDX-License-Identifier: MIT
//
// KV writes [i, σ(i)] for intervals whose second end may be the smaller one (Definition 11 (d),
// type I), (i, σ(i)) in the proof of Lemma 13, and [i, σ(i)) for the terms of Lemma 15. Each is a
// reading of its own here.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "base/near_names.hpp"

namespace disarray::properties::proofs {

/// Which numbers lie "between" a and b.
enum class Ends {
    closed,          ///< min(a,b) ≤ x ≤ max(a,b): KV's unordered I(a,b) of Lemma 8
    closed_ordered,  ///< a ≤ x ≤ b, letter by letter: nothing if a > b
    half_open,       ///< closed, without b
    open             ///< closed, without a and b
};
constexpr auto choices(Ends) {
    return std::to_array<Choice<Ends>>({{"closed", Ends::closed},
                                        {"closed-ordered", Ends::closed_ordered},
                                        {"half-open", Ends::half_open},
                                        {"open", Ends::open}});
}

inline bool lies_between(std::size_t x, std::size_t a, std::size_t b, Ends ends) {
    switch (ends) {
        case Ends::closed:
            break;
        case Ends::closed_ordered:
            return a <= x && x <= b;
        case Ends::half_open:
            if (x == b) return false;
            break;
        case Ends::open:
            if (x == a || x == b) return false;
            break;
    }
    return std::min(a, b) <= x && x <= std::max(a, b);
}

}  // namespace disarray::properties::proofs
