// SPDX-License-Identifier: MIT
//
// What the figures have in common: the palette (Okabe and Ito, "Color Universal Design", 2008), how
// text gets into a gnuplot script, and how numbers do.
//
// Text from outside is never interpreted. It enters a script through gnuplot_string() or tic_text()
// only, as a single-quoted string: gnuplot expands neither backquotes nor macros nor escapes in
// those, and every terminal is set to noenhanced. Data blocks hold numbers of ours and nothing
// else.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/counted.hpp"
#include "exact/rational.hpp"

namespace disarray::reports {

/// Colours as they stand in a script: the light ones. Each has a contrast of 3:1 or more against
/// white and, in its dark shade, against #15181c; grid is decoration.
namespace palette {
inline constexpr std::string_view ink = "#000000";    ///< text, axes
inline constexpr std::string_view muted = "#6b6b6b";  ///< what is beside the point
inline constexpr std::string_view grid = "#d9d9d9";
inline constexpr std::string_view blue = "#0072b2";
inline constexpr std::string_view vermillion = "#d55e00";
inline constexpr std::string_view green = "#009e73";
inline constexpr std::string_view purple = "#cc79a7";
inline constexpr std::string_view heat = "#0071b1";  ///< cells, as an opacity of at most 3/4

struct Shade {
    std::string_view light, dark;
};
inline constexpr std::array<Shade, 6> dark_shades = {{{ink, "#e6e6e6"},
                                                      {muted, "#a0a0a0"},
                                                      {grid, "#3d4248"},
                                                      {blue, "#56b4e9"},
                                                      {vermillion, "#f0803c"},
                                                      {heat, "#2f86c8"}}};
}  // namespace palette

/// How one of several series looks; no two share colour, dashes or mark.
struct SeriesStyle {
    std::string_view colour;
    std::string_view dashes;  ///< gnuplot's dashtype
    int hollow, filled;       ///< gnuplot's pointtype
    double size;              ///< of the mark, relative to a circle, so that all look alike
};
/// Repeats after five.
const SeriesStyle& series_style(std::size_t index);

/// A gnuplot string that is this text, whatever it contains: control characters and what is no
/// UTF-8 as `\xNN`, cut after `limit` characters.
std::string gnuplot_string(std::string_view text, std::size_t limit = 80);
/// The same for a label of a tic, in which gnuplot expands % as printf does.
std::string tic_text(std::string_view text, std::size_t limit = 80);

/// "≤" for "<=", "·" for "*": a statement as it is printed in a figure.
std::string typeset(std::string_view statement);

/// px a text of that size is wide, by and large: sans-serif faces differ by a tenth or so.
double text_width(std::string_view text, double size);

/// A rational as it stands in a drawing: exact if it has at most `limit` characters, else a
/// decimal.
std::string short_number(const Rational& value, std::size_t limit = 6);

/// A rectangle in px from the lower left corner of the drawing.
struct Box {
    double left = 0, right = 0, bottom = 0, top = 0;
};

enum class Anchor { left, center, right };

/// gnuplot commands, line by line.
class Script {
public:
    template <class... T>
    Script& operator()(fmt::format_string<T...> line, T&&... values) {
        fmt::format_to(std::back_inserter(text_), line, std::forward<T>(values)...);
        text_ += '\n';
        return *this;
    }

    struct LabelStyle {
        double size = 16;
        std::string_view colour = palette::ink;
        Anchor anchor = Anchor::center;
        bool upright = false;              ///< turned to read from below
        std::string_view frame = "first";  ///< coordinate system: first, graph, screen
    };
    Script& label(double x, double y, std::string_view text, const LabelStyle& style);
    Script& label(double x, double y, std::string_view text) { return label(x, y, text, {}); }

    /// $name << EOD with these numbers; a row without any is an empty line, which breaks a line.
    Script& block(std::string_view name, const std::vector<std::vector<double>>& rows);

    /// The whole drawing as one plane measured in px from its lower left corner, without axes.
    Script& canvas(double width, double height);

    /// Axes with tics at the left and below, around `box` of the `whole` drawing.
    Script& axes(const Box& box, const Box& whole);
    /// What the axes are. As labels, since gnuplot leaves out an xlabel that it has no room for by
    /// its own estimate. Empty: none.
    Script& titles(std::string_view x, std::string_view y, const Box& box, const Box& whole);

    const std::string& text() const { return text_; }

private:
    std::string text_;
};

/// The pointsize of a mark of that radius in px, in a drawing whose font size is the default one.
double pointsize(double radius);
inline constexpr double default_font_size = 16;

/// px of a drawing with axes. On a telephone, 360 px, its letters have 12 px still.
inline constexpr unsigned plot_width = 480;

}  // namespace disarray::reports
