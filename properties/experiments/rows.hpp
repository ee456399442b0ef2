// SPDX-License-Identifier: MIT
//
// What `disarray check robustness` and `check stability` print with --json and a report reads:
// numbers as they are printed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "exact/rational.hpp"
#include "record/field.hpp"

namespace disarray::record {

/// Mean change ± standard error.
struct RobustnessRow {
    std::string metric;   ///< in a report with its reading
    std::string reading;  ///< "" if the metric has none
    std::size_t n = 0;
    std::optional<std::size_t> k;  ///< absent if the metric takes none
    std::string change;            ///< "swap" or "slide"
    std::uint64_t pairs = 0, undefined = 0;
    std::string why_undefined;         ///< of the first one
    std::string mean, standard_error;  ///< decimals; "" if every pair was undefined

    DISARRAY_FIELDS(metric, reading, n, k, change, pairs, undefined, why_undefined, mean,
                    standard_error)
    static constexpr Rules rules[] = {{"metric change", words},
                                      {"reading k mean standard_error", or_null | may_lack},
                                      {"why_undefined", or_absent}};
};

/// Cases within the bound.
struct StabilityShare {
    std::uint64_t cases = 0, within = 0, undefined = 0, undecided = 0;
    std::optional<Rational> share;  ///< absent, as `stable`, if nothing was decided
    std::optional<bool> stable;

    DISARRAY_FIELDS(cases, within, undefined, undecided, share, stable)
    static constexpr Rules rules[] = {{"cases within undefined undecided", may_lack},
                                      {"share stable", or_null | may_lack}};
};

struct StabilityRow {
    std::string metric, reading;  ///< as above
    std::size_t n = 0;
    std::uint64_t pairs = 0;
    bool depends_on_k = true;
    StabilityShare each, averaged;
    std::string why_undefined, mean_difference;

    DISARRAY_FIELDS(metric, reading, n, pairs, depends_on_k, each, averaged, why_undefined,
                    mean_difference)
    static constexpr Rules rules[] = {{"metric", words},
                                      {"reading mean_difference", or_null | may_lack},
                                      {"depends_on_k", may_lack},
                                      {"why_undefined", or_absent}};
};

}  // namespace disarray::record
