// SPDX-License-Identifier: MIT
//
// Drawings and witness cards. A drawing is an image with its SVG in the address: what stands in an
// SVG of its own cannot touch the page (ids, styles), and a browser decodes it only when it is
// seen.
#include <cstddef>

#include <fmt/format.h>

#include "base/base64.hpp"
#include "reports/writers/detail/html_page.hpp"
#include "reports/writers/detail/html_text.hpp"

namespace disarray::reports::html {

namespace {

/// The numbers of larger figures (heatmaps, scatter plots) are in report.json and the CSV files.
constexpr std::size_t most_rows_shown = 200;
/// The same of figures whose exact numbers are long: a mean of logarithms over many queries.
constexpr std::size_t most_characters_shown = 100'000;
/// Wider ones get a box that scrolls there: a heatmap of forty names has no letters to spare.
constexpr unsigned widest_on_telephones = 640;

void put_image(std::string& out, const Figure& figure, const Drawing& drawing) {
    out += "<img src=\"data:image/svg+xml;base64,";
    out += in_base64(drawing.svg);
    out += '"';
    put_attribute(out, "alt", figure.alt);
    out += fmt::format(" width=\"{}\" height=\"{}\" loading=\"lazy\"", figure.width, figure.height);
    if (figure.width > widest_on_telephones) out += " class=\"wide\"";
    out += "/>";
}

void put_words_instead(std::string& out, const Figure& figure) {
    put_element(out, "<p class=\"alternative\">", figure.alt, "</p>\n");
}

/// The drawing, as wide as there is room; the words for it if it was not drawn.
void put_drawing(Page& page, const Figure& figure) {
    std::string& out = page.body;
    const auto found = page.drawings.find(figure.id);
    if (found == page.drawings.end()) {
        put_words_instead(out, figure);
        return;
    }
    out += "<div class=\"drawing\">";
    put_image(out, figure, found->second);
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
    put_image(page.body, figure, found->second);
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
    page.body += "<div class=\"cards\"";
    const std::string id = put_id(page, "cards");
    page.body += ">\n";
    for (std::size_t c = 0; c < block.cards.size(); ++c) {
        if (c == cards_at_first) open_rest(page.body);
        put_card(page, block.cards[c]);
    }
    const bool has_rest = block.cards.size() > cards_at_first;
    page.body += has_rest ? "</template></div>\n" : "</div>\n";
    if (has_rest) put_more(page.body, id, block.cards.size() - cards_at_first, "witnesses");
}

void put_block(Page& page, const Proofs& block) {
    page.body += "<div class=\"proofs\">\n";
    for (const Proof& proof : block.proofs) {
        std::string& out = page.body;
        out += "<article class=\"card proof\"";
        const std::string id = put_id(page, proof.id);
        out += ">\n<h3>";
        put_escaped(out, proof.title);
        put_anchor(out, id, "link to this certificate");
        out += "</h3>\n";
        if (!proof.packed.empty()) {
            out += "<p class=\"check\"";
            put_attribute(out, "data-statement", proof.statement);
            put_attribute(out, "data-n", std::to_string(proof.n));
            put_attribute(out, "data-ratio", proof.ratio);
            out +=
                "><button type=\"button\">check it here</button> <output></output></p>\n"
                "<script type=\"application/octet-stream\" class=\"packed\">";
            put_escaped(out, proof.packed);
            out += "</script>\n";
        }
        put_card_details(out, proof.details);
        out += "</article>\n";
    }
    page.body += "</div>\n";
}

}  // namespace disarray::reports::html
