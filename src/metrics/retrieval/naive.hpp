// SPDX-License-Identifier: MIT
//
// The second evaluation path of the retrieval metrics: MIR's formulas written down as they stand,
// one ranked list at a time, and for tied documents every order of them. Nothing here is fast, and
// nothing is shared with the other files of this folder but Grade, Conventions and Parameters.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "exact/value.hpp"
#include "metrics/retrieval/conventions.hpp"
#include "metrics/retrieval/judged_list.hpp"
#include "metrics/retrieval/metric.hpp"

namespace disarray::retrieval::naive {

/// A ranked list, top first, in which documents may be tied.
struct RankedGroups {
    /// Grades of documents that are tied with each other, in any order; or not_judged.
    std::vector<std::vector<Grade>> groups;
    std::vector<Grade> not_retrieved;  ///< grades of judged documents that are not in the list
};

/// What is taken of the values over all orders of each tied group.
enum class Orders {
    average,  ///< the mean, each order as likely as another
    best,     ///< the most favourable: the greatest, of E the least
    worst     ///< the least favourable
};

/// The metric called `metric` ("nDCG"), from its definition. \param level  of iP, Rprec_mult only.
/// O(n²) for each order of the tied, of which there may be n!. \throws UsageError if there is no
/// such metric.
Value value(std::string_view metric, std::optional<std::uint32_t> cutoff, const Rational& level,
            const RankedGroups& list, const Conventions& conventions,
            Orders orders = Orders::average, const Parameters& parameters = no_parameters);

}  // namespace disarray::retrieval::naive
