// SPDX-License-Identifier: MIT
//
// Figures: what gnuplot is to draw, with the data in view so that a test can recompute them, and
// the one place where gnuplot is called.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace disarray::reports {

/// A figure that is not drawn yet.
struct Figure {
    std::string id;     ///< file name without ending; letters, digits, '-', '.', '_'
    std::string title;  ///< shown above the drawing by whoever shows it; in the SVG its `<title>`
    /// For those who do not see it: a sentence or two with the numbers that matter.
    std::string alt;
    unsigned width = 720;  ///< px in SVG; PDF has the same shape
    unsigned height = 420;
    /// gnuplot commands from the settings to the plot, with the data as inline blocks ($data <<
    /// EOD). Neither terminal nor output; colours by the names of the palette (figures/style.hpp)
    /// only.
    std::string commands;
    /// The numbers that are drawn: column names, then rows. Exact numbers as in the JSON.
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;
};

/// A figure that is.
struct Drawing {
    std::string id;
    std::string svg;  ///< complete document with `<title>` and `<desc>`, readable in light and dark
    std::string pdf;  ///< empty unless asked for
};

struct DrawOptions {
    bool pdf = false;
    std::string program = "gnuplot";  ///< looked up in PATH
};

/// Whether gnuplot can draw the numbers: none is above 10^300, about the greatest that a double,
/// and what is added to it, can be.
bool is_drawable(const Figure& figure);

/// gnuplot is not installed. what() says which program was looked for and what package has it.
class GnuplotMissing : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Draws all, in order, by one call of gnuplot for each kind of file. The same figures give the
/// same bytes. SIGINT, SIGTERM and SIGHUP, where they would end the program, end gnuplot and then
/// wait until the temporary files are gone; a handler for them runs at once, and the drawing goes
/// on.
/// \throws GnuplotMissing if it cannot be started; InternalError with gnuplot's own words if it
/// fails; std::runtime_error if a signal ended it, or the temporary folder cannot be written.
std::vector<Drawing> draw(const std::vector<Figure>& figures, const DrawOptions& options = {});

}  // namespace disarray::reports
