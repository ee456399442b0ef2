// SPDX-License-Identifier: MIT
//
// The words in which every part of the program states what it found. A verdict names its scope; a
// refutation carries a witness that a second evaluation path has confirmed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/near_names.hpp"
#include "exact/rational.hpp"
#include "ranking/permutation.hpp"
#include "weighting/weighting.hpp"

namespace disarray {

enum class Verdict {
    refuted,    ///< a witness, confirmed exactly by a second evaluation, or a theorem against it
    proved,     ///< for every n, by a certificate that disarray-verify accepts or a theorem
    certified,  ///< a certificate that disarray-verify accepts
    exhausted,  ///< every case in scope decided exactly, no certificate written
    supported,  ///< a stated random effort found nothing
    undecided,  ///< precision or time ran out
    not_applicable  ///< the claim makes no sense there
};
constexpr auto choices(Verdict) {
    return std::to_array<Choice<Verdict>>({{"refuted", Verdict::refuted},
                                           {"proved", Verdict::proved},
                                           {"certified", Verdict::certified},
                                           {"exhausted", Verdict::exhausted},
                                           {"supported", Verdict::supported},
                                           {"undecided", Verdict::undecided},
                                           {"not-applicable", Verdict::not_applicable}});
}

/// One concrete object that settles an existence question: σ and weights with K* and F* there.
struct Witness {
    Permutation sigma;
    Weighting weighting;
    Rational kendall;   ///< K*(σ)
    Rational footrule;  ///< F*(σ) in the reading the witness is for

    /// F*/K*. \throws UsageError if K* = 0.
    Rational ratio() const { return footrule / kendall; }
    /// True if D is a metric, not only a pseudometric.
    bool is_strict() const {
        return !weighting.dissimilarity || weighting.dissimilarity->is_metric();
    }
};

}  // namespace disarray
