// SPDX-License-Identifier: MIT
//
// Which formula of a source is meant (reading), and whether weights stay with elements or are read
// off the labels after composition (frame). KV disagrees with itself, so each has a name of its
// own and gets its own verdict (docs/definitions.md, Kendall and footrule).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/near_names.hpp"
#include "ranking/permutation.hpp"

namespace disarray::metrics {

/// The readings of KV's generalized footrule; a_ij = w_i w_j p̄_i p̄_j D_ij.
enum class Reading {
    prefix,  ///< Σ_i |Σ_{j: τ(j)<τ(i)} a_ij − Σ_{j: σ(j)<σ(i)} a_ij|   (KV 4, 6, 9, 12)
    prefix_sym,  ///< ½(prefix(σ) + prefix(σ⁻¹)), labels not moved           (KV 10)
    interval,    ///< Σ_i Σ a_ij over σ(j) ∈ I(σ(i),τ(i))                    (KV 4.3)
    box          ///< half of interval plus the same over τ(j)               (KV Lemma 8)
};
constexpr auto choices(Reading) {
    return std::to_array<Choice<Reading>>({{"prefix", Reading::prefix},
                                           {"prefix-sym", Reading::prefix_sym},
                                           {"interval", Reading::interval},
                                           {"box", Reading::box}});
}

inline constexpr std::array<Reading, 4> all_readings = {Reading::prefix, Reading::prefix_sym,
                                                        Reading::interval, Reading::box};

/// What M(σ,τ) is when M(σ) = M(σ, id) has weights.
enum class Frame {
    element,  ///< w and D belong to the elements and stay with them
    literal  ///< M(στ⁻¹), w and D read off the labels after composition (KV 3, "M(σ,τ) = M(στ⁻¹)")
};
constexpr auto choices(Frame) {
    return std::to_array<Choice<Frame>>({{"element", Frame::element}, {"literal", Frame::literal}});
}

/// Why footrule[reading] has no value at (σ,τ) in `frame`; empty if it has one. Only prefix-sym
/// with τ ≠ id in the element frame has none: KV 10 defines it for one argument.
std::optional<std::string> why_undefined(Reading reading, Frame frame, const Permutation& tau);

/// The pair (σ,τ) or, in the literal frame, (στ⁻¹, id): from here on both frames are one formula.
struct Operands {
    Permutation sigma;
    Permutation tau;
};
/// \throws UsageError if the sizes differ.
Operands operands(const Permutation& sigma, const Permutation& tau, Frame frame);

}  // namespace disarray::metrics
