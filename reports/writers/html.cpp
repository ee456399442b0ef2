// SPDX-License-Identifier: MIT
//
// A report as one HTML page that opens from disk: style sheet, script and drawings are inside, and
// the content security policy forbids it to load anything. It is HTML5 and well-formed XML at once,
// so an XML parser (xmllint) can check it. Without the script everything is there, unsorted; the
// script (templates/report.js) only adds to what this file and html_*.cpp write.
#include <fmt/format.h>

#include "reports/templates/templates.hpp"
#include "reports/writers.hpp"
#include "reports/writers/detail/html_page.hpp"
#include "reports/writers/detail/html_text.hpp"

namespace disarray::reports {

namespace html {

std::string Ids::unique(std::string_view id) {
    if (id.empty()) return "";
    std::string name(id);
    for (unsigned number = 2; !taken.insert(name).second; ++number) {
        name = fmt::format("{}-{}", id, number);
    }
    return name;
}

std::string put_id(Page& page, std::string_view id) {
    std::string given = page.ids.unique(id);
    if (!given.empty()) put_attribute(page.body, "id", given);
    return given;
}

void put_anchor(std::string& out, std::string_view id, std::string_view label) {
    if (id.empty()) return;
    out += " <a class=\"anchor\"";
    put_attribute(out, "href", "#" + std::string(id));
    put_attribute(out, "aria-label", label);
    out += ">#</a>";
}

void open_rest(std::string& out) {
    out += "<template class=\"rest\">\n";
}

void put_more(std::string& out, std::string_view of, std::size_t left_out, std::string_view what) {
    out += "<div class=\"more-of\"";
    put_attribute(out, "data-of", of);
    out += fmt::format(
        "><button type=\"button\" class=\"more\">show more</button> "
        "<button type=\"button\" class=\"all\">show all</button></div>\n"
        "<noscript><p>{} more {} are drawn by the script of the page; they are in the CSV files "
        "and in report.json, too.</p></noscript>\n",
        left_out, what);
}

namespace {

void put_block(Page& page, const Paragraph& paragraph) {
    page.body += "<p>";
    put_text(page.body, paragraph.text);
    page.body += "</p>\n";
}

void put_block(Page& page, const List& list) {
    page.body += "<ul>\n";
    for (const Text& item : list.items) {
        page.body += "<li>";
        put_text(page.body, item);
        page.body += "</li>\n";
    }
    page.body += "</ul>\n";
}

/// \returns its id in the page
std::string put_section(Page& page, const Section& section) {
    page.body += "<section";
    std::string id = put_id(page, section.id);
    page.body += ">\n<h2>";
    put_escaped(page.body, section.title);
    put_anchor(page.body, id, "link to this section");
    page.body += "</h2>\n";
    for (const Block& block : section.blocks) {
        std::visit([&](const auto& kind) { put_block(page, kind); }, block);
    }
    page.body += "</section>\n";
    return id;
}

void put_top(std::string& out, const Report& report) {
    put_element(out, "<header>\n<h1>", report.title, "</h1>\n");
    if (!report.subtitle.empty()) {
        put_element(out, "<p class=\"subtitle\">", report.subtitle, "</p>\n");
    }
    for (const std::string& notice : report.notices) {
        put_element(out, "<p class=\"notice\">", notice, "</p>\n");
    }
    if (report.refresh_seconds > 0) {
        out += fmt::format("<p class=\"live\">This page reloads every {} s.</p>\n",
                           report.refresh_seconds);
    }
    out += "</header>\n";
}

void put_navigation(std::string& out, const Report& report, const std::vector<std::string>& ids) {
    out += "<nav aria-label=\"Sections\"><ul>\n";
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i].empty()) continue;
        out += "<li><a";
        put_attribute(out, "href", "#" + ids[i]);
        put_element(out, ">", report.sections[i].title, "</a></li>\n");
    }
    out += "</ul></nav>\n";
}

/// The script has < and & in it, which are plain text in HTML and markup in XML: a CDATA section,
/// behind comments of its own language, is right in both.
void put_document_head(std::string& out, const Report& report, const std::string& styles) {
    out +=
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
        "style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; "
        "form-action 'none'\"/>\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
        "<meta name=\"color-scheme\" content=\"light dark\"/>\n";
    if (report.refresh_seconds > 0) {
        out +=
            fmt::format("<meta http-equiv=\"refresh\" content=\"{}\"/>\n", report.refresh_seconds);
    }
    out += "<title>";
    put_escaped(out, report.title);
    // Without it a server would be asked for favicon.ico.
    out += "</title>\n<link rel=\"icon\" href=\"data:,\"/>\n<style>\n";
    put(out, templates::report_css, styles, "</style>\n<script>\n//<![CDATA[\n",
        templates::certificate_js, templates::report_js, "//]]>\n</script>\n</head>\n");
}

}  // namespace

}  // namespace html

std::string to_html(const Report& report, const Drawings& drawings) {
    html::Page page{drawings};
    std::vector<std::string> ids;
    for (const Section& section : report.sections)
        ids.push_back(html::put_section(page, section));
    std::string out;
    html::put_document_head(out, report, page.styles);
    out += "<body>\n<a class=\"skip\" href=\"#main\">Skip to the content</a>\n";
    html::put_top(out, report);
    out += "<div class=\"columns\">\n";
    html::put_navigation(out, report, ids);
    html::put(out, "<main id=\"main\" tabindex=\"-1\">\n", page.body,
              "</main>\n</div>\n</body>\n</html>\n");
    return out;
}

}  // namespace disarray::reports
