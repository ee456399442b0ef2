// SPDX-License-Identifier: MIT
//
// The SVG that gnuplot writes, made fit for a report.
#pragma once

#include <string>
#include <string_view>

#include "reports/figure.hpp"

namespace disarray::reports {

/// `text` with & < > " ' as entities; what no XML document may contain as `\xNN`.
std::string xml_escaped(std::string_view text);

/// The drawing in `gnuplot_svg` as a document of its own: role, title and description, size and
/// viewBox, no background, no script, no reference to anything outside; colours of the palette
/// change in dark mode. The drawing itself is gnuplot's. \throws InternalError if it is not
/// complete
std::string polished_svg(std::string_view gnuplot_svg, const Figure& figure);

}  // namespace disarray::reports
