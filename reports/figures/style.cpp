// SPDX-License-Identifier: MIT
#include "reports/figures/style.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace disarray::reports {

const SeriesStyle& series_style(std::size_t index) {
    static constexpr std::array<SeriesStyle, 5> styles = {
        {{palette::blue, "solid", 6, 7, 1.0},
         {palette::vermillion, "(7,5)", 8, 9, 1.0},
         {palette::green, "(12,4,2,4)", 4, 5, 0.85},
         {palette::purple, "(14,6)", 12, 13, 0.9},
         {palette::ink, "(2,4)", 10, 11, 1.0}}};
    return styles[index % styles.size()];
}

std::string gnuplot_string(std::string_view text, std::size_t limit) {
    std::string out = "'";
    for (const char c : printable(text, limit)) {
        out += c;
        if (c == '\'') out += c;
    }
    return out + "'";
}

std::string tic_text(std::string_view text, std::size_t limit) {
    std::string out;
    for (const char c : gnuplot_string(text, limit)) {
        out += c;
        if (c == '%') out += c;
    }
    return out;
}

std::string typeset(std::string_view statement) {
    std::string out(statement);
    const auto replace = [&out](std::string_view from, std::string_view to) {
        for (std::size_t at = out.find(from); at != std::string::npos; at = out.find(from, at))
            out.replace(at, from.size(), to);
    };
    replace("<=", "≤");
    replace(">=", "≥");
    replace("*", "·");
    return out;
}

double text_width(std::string_view text, double size) {
    const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
    return 0.56 * size * static_cast<double>(std::ranges::count_if(text, begins));
}

std::string short_number(const Rational& value, std::size_t limit) {
    const std::string exact = value.to_string();
    return exact.size() <= limit ? exact : value.to_decimal(3);
}

Script& Script::label(double x, double y, std::string_view text, const LabelStyle& style) {
    static constexpr std::array<std::string_view, 3> anchors = {"left", "center", "right"};
    return (*this)("set label {} at {} {:.6g},{:.6g} {}{} font ',{:g}' tc rgb '{}' front",
                   gnuplot_string(text), style.frame, x, y,
                   anchors[static_cast<std::size_t>(style.anchor)], style.upright ? " rotate" : "",
                   style.size, style.colour);
}

Script& Script::titles(std::string_view x, std::string_view y, const Box& box, const Box& whole) {
    if (!x.empty()) {
        label((box.left + box.right) / 2 / whole.right, 14 / whole.top, x,
              {default_font_size, palette::ink, Anchor::center, false, "screen"});
    }
    if (y.empty()) return *this;
    return label(12 / whole.right, (box.bottom + box.top) / 2 / whole.top, y,
                 {default_font_size, palette::ink, Anchor::center, true, "screen"});
}

Script& Script::axes(const Box& box, const Box& whole) {
    return (*this)("set lmargin at screen {:.5f}\nset rmargin at screen {:.5f}",
                   box.left / whole.right, box.right / whole.right)(
        "set bmargin at screen {:.5f}\nset tmargin at screen {:.5f}", box.bottom / whole.top,
        box.top / whole.top)("set border 3\nset tics nomirror font ',15'")(
        "set xtics nomirror autofreq\nset ytics nomirror autofreq");
}

Script& Script::block(std::string_view name, const std::vector<std::vector<double>>& rows) {
    (*this)("${} << EOD", name);
    for (const std::vector<double>& row : rows)
        (*this)("{:.7g}", fmt::join(row, " "));
    return (*this)("EOD");
}

Script& Script::canvas(double width, double height) {
    return (*this)("unset border\nunset tics\nunset key\nunset colorbox")(
        "set lmargin at screen 0\nset rmargin at screen 1")(
        "set bmargin at screen 0\nset tmargin at screen 1")("set xrange [0:{:g}]", width)(
        "set yrange [0:{:g}]", height);
}

double pointsize(double radius) {
    // The svg terminal of gnuplot 5.4 gives a mark of size 1 the radius 0.375 em.
    return radius / (0.375 * default_font_size);
}

}  // namespace disarray::reports
