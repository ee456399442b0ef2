// SPDX-License-Identifier: MIT
#include "search/lower_side.hpp"

#include "search/sweep.hpp"

namespace disarray::search {

LowerSideDecider lower_side_decider() {
    return [](metrics::Reading reading, std::size_t n, const Stop& stop) {
        SweepOptions options;
        options.claim = sweep_claim(disarray::search::lower_side(reading), n);
        options.stop = stop;
        LowerSide side;
        for (const LengthResult& length : sweep(options).lengths) {
            if (!length.complete || !length.found) break;
            side.n = length.n;
            if (side.n == 2 || length.found->ratio < side.minimum) {
                const Evidence& best = length.found->best;
                side.minimum = length.found->ratio;
                side.witness = {best.sigma, best.weighting, best.small, best.big};
            }
        }
        return side;
    };
}

}  // namespace disarray::search
