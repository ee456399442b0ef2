// SPDX-License-Identifier: MIT
//
// gnuplot's SVG is kept as it draws it, line by line; a line that sets up a group or defines a
// symbol has no text from outside in it, so such lines may be left out or cut. Left out is what
// nobody sees: the head, filters, symbols that are not used, groups without content and the names
// of data blocks. Colours are as gnuplot spells them; rules for dark mode go by these spellings.
#include "reports/figures/svg.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "reports/figures/style.hpp"
#include "reports/writers/detail/html_text.hpp"

namespace disarray::reports {

namespace {

/// The lines of the drawing itself.
std::vector<std::string_view> canvas_lines(std::string_view svg) {
    const std::size_t begin = svg.find("<g id=\"gnuplot_canvas\">");
    const std::size_t end = svg.rfind("</svg>");
    if (begin == svg.npos || end == svg.npos || end < begin) {
        throw InternalError("gnuplot's SVG is not complete at \"" + printable(svg, 60) + "\"");
    }
    std::vector<std::string_view> lines;
    for (svg = svg.substr(begin, end - begin); !svg.empty();) {
        const std::size_t length = std::min(svg.find('\n'), svg.size() - 1);
        std::string_view line = svg.substr(0, length + 1);
        svg.remove_prefix(length + 1);
        line.remove_prefix(std::min(line.find_first_not_of(" \t\n"), line.size()));
        if (!line.empty()) lines.push_back(line);
    }
    return lines;
}

/// The line of a group without attributes that say what holds anyway.
std::string shortened(std::string_view line) {
    std::string out(line);
    for (const std::string_view usual :
         {" stroke-linecap=\"butt\" stroke-linejoin=\"miter\"", " font-family=\"sans-serif\""}) {
        if (const std::size_t at = out.find(usual); at != out.npos) out.erase(at, usual.size());
    }
    return out;
}

/// A line <path id='gpPt0' …/> of a symbol that nothing refers to.
bool is_unused_symbol(std::string_view line, std::string_view svg) {
    constexpr std::string_view key = " id='";
    const std::size_t begin = line.find(key);
    if (begin == line.npos || line.starts_with("<g") || line.starts_with("<text")) return false;
    const std::size_t id = begin + key.size();
    const std::string use = "#" + std::string(line.substr(id, line.find('\'', id) + 1 - id));
    return svg.find(use) == svg.npos;
}

std::string without_ballast(std::string_view svg) {
    std::string out;
    std::size_t group = out.npos;  // where the group begins that has no content yet
    for (bool in_filter = false; const std::string_view line : canvas_lines(svg)) {
        in_filter |= line.starts_with("<filter");
        const bool is_background = line.starts_with("<rect x=\"0\" y=\"0\"");
        const std::size_t begin = out.size();
        if (group != out.npos && line == "</g>\n") {
            out.resize(group);
        } else if (line.starts_with("<g id=\"gnuplot_")) {
            out += "<g>\n";
        } else if (line.starts_with("<g ")) {
            out += shortened(line);
        } else if (!in_filter && !is_background && !is_unused_symbol(line, svg)) {
            out += line;
        }
        group = line.starts_with("<g fill=") ? begin : out.npos;
        if (line.starts_with("</filter>")) in_filter = false;
    }
    return out;
}

/// "#0072b2" in the ways in which gnuplot spells it.
std::vector<std::string> spellings(std::string_view colour) {
    const long rgb = std::strtol(std::string(colour.substr(1)).c_str(), nullptr, 16);
    const long red = rgb >> 16, green = rgb >> 8 & 0xff, blue = rgb & 0xff;
    std::vector<std::string> all = {fmt::format("rgb({:3}, {:3}, {:3})", red, green, blue),
                                    fmt::format("rgb({},{},{})", red, green, blue)};
    if (colour == palette::ink) all.emplace_back("black");
    return all;
}

/// Rules for dark mode: for each colour of the palette that occurs.
std::string dark_style(std::string_view body) {
    std::string rules;
    for (const auto& [light, dark] : palette::dark_shades) {
        for (const std::string& spelling : spellings(light)) {
            if (body.find(spelling) == body.npos) continue;
            for (const std::string_view what : {"fill", "stroke", "color"})
                rules += fmt::format("[{0}=\"{1}\"]{{{0}:{2}}}", what, spelling, dark);
        }
    }
    return "<style>@media (prefers-color-scheme:dark){" + rules + "}</style>\n";
}

}  // namespace

std::string xml_escaped(std::string_view text) {
    std::string out;
    html::put_escaped(out, printable(text, text.size()));
    return out;
}

std::string polished_svg(std::string_view gnuplot_svg, const Figure& figure) {
    const std::string body = without_ballast(gnuplot_svg);
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
        "width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\" fill=\"none\" "
        "font-family=\"sans-serif\">\n"
        "<title>{3}</title>\n<desc>{4}</desc>\n{5}{2}</svg>\n",
        figure.width, figure.height, body, xml_escaped(figure.title), xml_escaped(figure.alt),
        dark_style(body));
}

}  // namespace disarray::reports
