// SPDX-License-Identifier: MIT
#include "search/lower_side.hpp"

#include "search/sweep.hpp"

namespace disarray::search {

LowerSideDecider lower_side_decider() {
    return [](metrics::Reading reading, std::size_t n, const Stop& stop) {
        SweepOptions options;
        options.reading = reading;
        options.n_from = 2;
        options.n_to = n;
        options.stop = stop;
        LowerSide side;
        for (const SweepResult& result : sweep(options)) {
            if (!result.complete || result.undecided > 0) break;
            side.n = result.n;
            if (side.n == 2 || *result.minimum < side.minimum) {
                side.minimum = *result.minimum;
                side.witness = *result.witness;
            }
        }
        return side;
    };
}

}  // namespace disarray::search
