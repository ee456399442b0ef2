// SPDX-License-Identifier: MIT
//
// The laws of K and F with weights that a theorem of search/verify/formal says of every n: the part
// of the table of theorems.hpp that says for which weights.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "properties/property.hpp"
#include "properties/theorems.hpp"

namespace disarray::properties {

/// A law of K and F with weights.
struct WeightedLaw {
    std::string_view property;              ///< of the catalogue
    std::vector<std::string_view> metrics;  ///< by their full names
    Varies covers;                          ///< the parts of the weights that may vary
    bool local_only;                        ///< true if with that policy at fixed points only
    Theorem theorem;
    metrics::Frame frame = metrics::Frame::element;

    bool speaks_of(const Varies& varies) const {
        return covers.element_weights >= varies.element_weights &&
               covers.swap_costs >= varies.swap_costs &&
               covers.dissimilarity >= varies.dissimilarity;
    }
};

/// In the order of the ledger, more or less.
std::span<const WeightedLaw> weighted_laws();

}  // namespace disarray::properties
