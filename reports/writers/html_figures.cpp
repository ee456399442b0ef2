// SPDX-License-Identifier: MIT
//
// Drawings and witness cards. A drawing is an image with its SVG in the address: what stands in an
// SVG of its own cannot touch the page (ids, styles), and a browser decodes it only when it is
// seen.
#include <array>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

#include "reports/writers/detail/html_page.hpp"
#include "reports/writers/detail/html_text.hpp"

namespace disarray::reports::html {

namespace {

/// The numbers of larger figures (heatmaps, scatter plots) are in report.json and the CSV files.
constexpr std::size_t most_rows_shown = 200;
/// The same of figures whose exact numbers are long: a mean of logarithms over many queries.
constexpr std::size_t most_characters_shown = 100'000;
/// Of its width a drawing keeps so much on a narrow screen, and scrolls there: its text, drawn at
/// 16 px, stays at 12.
constexpr double least_scale = 0.75;

void put_base64(std::string& out, std::string_view bytes) {
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t group = 0;
        for (std::size_t j = 0; j < 3; ++j) {
            group = group << 8 | (j < count ? static_cast<std::uint8_t>(bytes[i + j]) : 0U);
        }
        std::array<char, 4> four = {'=', '=', '=', '='};
        for (std::size_t j = 0; j <= count; ++j) {
            four[j] = digits[group >> (18 - 6 * j) & 63U];
        }
        out.append(four.data(), four.size());
    }
}

void put_image(std::string& out, const Figure& figure, const Drawing& drawing, unsigned least) {
    out += "<img src=\"data:image/svg+xml;base64,";
    put_base64(out, drawing.svg);
    out += '"';
    put_attribute(out, "alt", figure.alt);
    out += fmt::format(" width=\"{}\" height=\"{}\" loading=\"lazy\"", figure.width, figure.height);
    if (least > 0) out += fmt::format(" style=\"min-width:{}px\"", least);
    out += "/>";
}

void put_words_instead(std::string& out, const Figure& figure) {
    put_element(out, "<p class=\"alternative\">", figure.alt, "</p>\n");
}

/// The drawing in a box that may scroll; the words for it if it was not drawn.
void put_drawing(Page& page, const Figure& figure) {
    std::string& out = page.body;
    const auto found = page.drawings.find(figure.id);
    if (found == page.drawings.end()) {
        put_words_instead(out, figure);
        return;
    }
    out += "<div class=\"scroll\" tabindex=\"0\" role=\"group\"";
    put_attribute(out, "aria-label", figure.title);
    out += '>';
    put_image(out, figure, found->second, static_cast<unsigned>(figure.width * least_scale));
    out += "</div>\n";
}

std::size_t characters_in(const Figure& figure) {
    std::size_t count = 0;
    for (const auto& row : figure.rows) {
        for (const std::string& value : row)
            count += value.size();
    }
    return count;
}

void put_numbers(std::string& out, const Figure& figure) {
    if (figure.rows.empty() || figure.rows.size() > most_rows_shown) return;
    if (characters_in(figure) > most_characters_shown) return;
    out += "<details class=\"numbers\"><summary>the numbers</summary>\n<table";
    put_attribute(out, "aria-label", figure.title);
    out += "><thead><tr>";
    for (const std::string& title : figure.columns) {
        put_element(out, "<th scope=\"col\">", title, "</th>");
    }
    out += "</tr></thead><tbody>\n";
    for (const auto& row : figure.rows) {
        out += "<tr>";
        for (const std::string& value : row) {
            put_element(out, "<td>", value, "</td>");
        }
        out += "</tr>\n";
    }
    out += "</tbody></table></details>\n";
}

/// Of a card's details what is to be copied is folded: JSON is long, and not there to be read.
void put_card_details(std::string& out, const std::vector<Detail>& details) {
    std::vector<Detail> open, folded;
    for (const Detail& detail : details)
        (detail.copy ? folded : open).push_back(detail);
    if (!open.empty()) put_details(out, open);
    if (folded.empty()) return;
    out += "\n<details><summary>";
    for (const Detail& detail : folded) {
        if (&detail != &folded.front()) out += ", ";
        put_escaped(out, detail.label);
    }
    out += "</summary>";
    put_details(out, folded);
    out += "</details>";
}

/// Without a box: witnesses are small, and two hundred of them would be as many stops of the Tab
/// key.
void put_card_figure(Page& page, const Figure& figure) {
    const auto found = page.drawings.find(figure.id);
    if (found == page.drawings.end()) {
        put_words_instead(page.body, figure);
        return;
    }
    page.body += "<figure>";
    put_image(page.body, figure, found->second, 0);
    page.body += "</figure>\n";
}

void put_card(Page& page, const Card& card) {
    std::string& out = page.body;
    out += "<article class=\"card\"";
    const std::string id = put_id(page, card.id);
    out += ">\n<h3>";
    put_escaped(out, card.title);
    put_anchor(out, id, "link to this witness");
    out += "</h3>\n";
    if (card.figure) {
        put_card_figure(page, *card.figure);
    }
    for (const Text& line : card.lines) {
        out += "<p class=\"formula\">";
        put_text(out, line);
        out += "</p>\n";
    }
    put_card_details(out, card.details);
    out += "</article>\n";
}

}  // namespace

void put_block(Page& page, const FigureBlock& block) {
    std::string& out = page.body;
    out += "<figure";
    put_id(page, block.figure.id);
    put_element(out, ">\n<p class=\"title\">", block.figure.title, "</p>\n");
    put_drawing(page, block.figure);
    if (!block.caption.empty()) {
        put_element(out, "<figcaption>", block.caption, "</figcaption>\n");
    }
    put_numbers(out, block.figure);
    out += "</figure>\n";
}

void put_block(Page& page, const Cards& block) {
    page.body += "<div class=\"cards\">\n";
    for (const Card& card : block.cards)
        put_card(page, card);
    page.body += "</div>\n";
}

}  // namespace disarray::reports::html
