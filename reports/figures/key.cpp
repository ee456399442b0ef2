// SPDX-License-Identifier: MIT
#include "reports/figures/key.hpp"

namespace disarray::reports {

namespace {

constexpr double row_height = 22, sample_width = 36;

}  // namespace

std::vector<KeyEntry> laid_out(std::vector<KeyEntry> key, double width) {
    double x = 12;
    std::size_t row = 0;
    for (KeyEntry& entry : key) {
        const double sample = entry.has_line ? sample_width + 6 : 18;
        const double needed = sample + text_width(entry.text, 15);
        if (x > 12 && x + needed > width) {
            x = 12;
            ++row;
        }
        entry.x = x;
        entry.row = row;
        x += needed + 14;
    }
    return key;
}

double key_height(const std::vector<KeyEntry>& key) {
    return 18 + row_height * static_cast<double>(key.back().row + 1);
}

void add_key(Script& script, const std::vector<KeyEntry>& key, double height) {
    std::vector<std::string> plots;
    for (std::size_t i = 0; i < key.size(); ++i) {
        const auto& [text, style, mark, has_line, x, row] = key[i];
        const double y = height - 18 - row_height * static_cast<double>(row);
        const double sample = has_line ? sample_width : 12;
        script.block(fmt::format("k{}", i), {{x, y}, {x + sample / 2, y}, {x + sample, y}});
        if (has_line) {
            plots.push_back(fmt::format("$k{} with lines lw {} dt {} lc rgb '{}'", i,
                                        mark == 0 ? 1.5 : 2.0, style.dashes, style.colour));
        }
        if (mark != 0) {
            plots.push_back(fmt::format("$k{} every ::1::1 with points pt {} ps {:.3g} lc rgb '{}'",
                                        i, mark, pointsize(5 * style.size), style.colour));
        }
        script.label(x + sample + 6, y, text, {15, palette::ink, Anchor::left});
    }
    script("plot {}", fmt::join(plots, ", "));
}

}  // namespace disarray::reports
