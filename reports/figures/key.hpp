// SPDX-License-Identifier: MIT
//
// The key of a figure: a flow of samples and words above the plot, in as many rows as it takes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reports/figures/style.hpp"

namespace disarray::reports {

struct KeyEntry {
    std::string text;
    SeriesStyle style;
    int mark = 0;  ///< gnuplot's pointtype; 0: none
    bool has_line = true;
    double x = 0;  ///< px from the left
    std::size_t row = 0;
};

/// Where each entry stands in a drawing of that width, in px; they are in the order of reading.
std::vector<KeyEntry> laid_out(std::vector<KeyEntry> key, double width);

/// px that the key takes at the top of a drawing. \param key  laid out, not empty
double key_height(const std::vector<KeyEntry>& key);

/// Plots the key. The script has a canvas() of the whole drawing, `height` px high.
void add_key(Script& script, const std::vector<KeyEntry>& key, double height);

}  // namespace disarray::reports
