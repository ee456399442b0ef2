// SPDX-License-Identifier: MIT
//
// Shows that a report's page works in a real browser: what a reader does with it (filter, sort,
// follow links, copy, print, no scripts), and what no reader should meet (errors, requests, text
// that cannot be read or sticks out, markup that only a lenient parser accepts). The general checks
// are scripts that look at any page and return a list of faults; each is shown to find a planted
// one. axe-core and the W3C's checker were left: both would be downloads for a handful of rules.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <zlib.h>
#include <nlohmann/json.hpp>

#include "base/base64.hpp"
#include "exact/rational.hpp"
#include "reports/writers.hpp"
#include "tests/catch.hpp"
#include "tests/search/verify/certificates.hpp"
#include "tests/support/browser.hpp"
#include "tests/support/errors.hpp"

namespace disarray::test {

namespace {

using namespace disarray::reports;
using Json = Browser::Json;
using Faults = std::vector<std::string>;

// ---- The checks -------------------------------------------------------------------------------

/// Is the text of a page well-formed XML, and does an HTML parser make the same of it? If not, it
/// has silently mended the nesting.
constexpr const char* markup_check = R"js((html => {
    const parse = type => new DOMParser().parseFromString(html, type);
    const xml = parse('application/xhtml+xml');
    const error = xml.querySelector('parsererror');
    if (error) return ['not well-formed: ' + error.textContent];
    const squeezed = text => text.replace(/\s+/g, '');
    const outline = page => {
        const lines = [];
        const walk = (node, depth) => {
            if (node.nodeType === Node.TEXT_NODE || node.nodeType === Node.CDATA_SECTION_NODE) {
                const text = squeezed(node.data);
                if (text && !node.parentElement.matches('script, style')) lines.push(depth + text);
            }
            if (node.nodeType !== Node.ELEMENT_NODE) return;
            const attributes = [...node.attributes].map(a => ` ${a.name}="${squeezed(a.value)}"`);
            lines.push(`${depth}<${node.localName}${attributes.sort().join('')}>`);
            // What is in a template is drawn later.
            (node.content instanceof DocumentFragment ? node.content : node).childNodes.forEach(child => walk(child, depth + ' '));
        };
        walk(page.documentElement, '');
        return lines;
    };
    const [a, b] = [outline(xml), outline(parse('text/html'))];
    const i = a.findIndex((line, i) => line !== b[i]);
    if (i >= 0) return [`mended by the HTML parser: XML ${a[i]} HTML ${b[i]}`];
    return a.length === b.length ? [] : ['mended by the HTML parser: more at the end'];
}))js";

/// References, names, headings, tables: what assistive technology relies on.
constexpr const char* structure_check = R"js((() => {
    const faults = [];
    const all = selector => [...document.querySelectorAll(selector)];
    const shown = e => e.cloneNode(false).outerHTML.slice(0, 150);
    const fault_if = (bad, what, e) => { if (bad) faults.push(what + ': ' + shown(e)); };
    const root = document.documentElement;
    fault_if(document.compatMode !== 'CSS1Compat', 'quirks mode', root);
    fault_if(!root.lang, 'no language', root);
    fault_if(!document.title.trim(), 'no title', root);
    fault_if(!document.querySelector('meta[name=viewport]'), 'no viewport', root);
    fault_if(all('main').length !== 1, 'not one main', root);
    const seen = new Set();
    const later = all('template').flatMap(e => [...e.content.querySelectorAll('[id]')]);
    for (const e of [...all('[id]'), ...later]) {
        fault_if(!e.id || seen.has(e.id), 'id not unique', e);
        seen.add(e.id);
    }
    for (const e of all('a[href^="#"]')) {
        fault_if(!seen.has(decodeURIComponent(e.hash.slice(1))), 'link without target', e);
    }
    for (const name of ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls']) {
        for (const e of all(`[${name}]`)) {
            const ids = e.getAttribute(name).split(/\s+/);
            fault_if(!ids.every(id => seen.has(id)), name + ' without target', e);
        }
    }
    const text_of = e => {
        if (!e) return '';
        const copy = e.cloneNode(true);
        copy.querySelectorAll('[aria-hidden=true], select').forEach(part => part.remove());
        copy.querySelectorAll('img[alt]').forEach(image => image.replaceWith(image.alt));
        return copy.textContent.trim();
    };
    const labelled = e => (e.getAttribute('aria-labelledby') || '').split(/\s+/)
        .map(id => text_of(id && document.getElementById(id))).join('').trim();
    const name_of = e => labelled(e) || e.getAttribute('aria-label') ||
        [...(e.labels || [])].map(text_of).join('').trim() ||
        (e.matches('a, button, summary') ? text_of(e) : '') || e.title;
    for (const e of all('a[href], button, input, select, textarea, summary')) {
        fault_if(!name_of(e), 'no accessible name', e);
        fault_if(e.tabIndex > 0, 'positive tabindex', e);
    }
    for (const e of all('a a, a button, button a, button button, label label')) {
        fault_if(true, 'control in a control', e);
    }
    for (const e of all('img')) fault_if(!e.hasAttribute('alt'), 'image without alt', e);
    for (const e of all('svg:not([aria-hidden=true] svg, [aria-hidden=true])')) {
        const title = e.querySelector(':scope > title');
        fault_if(e.getAttribute('role') !== 'img' || !(labelled(e) ||
            e.getAttribute('aria-label') || text_of(title)), 'drawing without name', e);
    }
    let level = 0;
    for (const e of all('h1, h2, h3, h4, h5, h6')) {
        const next = Number(e.localName[1]);
        fault_if(next > level + 1 || (next === 1 && level > 0), 'heading out of order', e);
        fault_if(!text_of(e), 'empty heading', e);
        level = next;
    }
    for (const e of all('table')) {
        fault_if(!text_of(e.caption) && !labelled(e) && !e.getAttribute('aria-label'),
                 'table without caption', e);
        const widths = new Set([...e.rows].map(row =>
            [...row.cells].reduce((sum, cell) => sum + cell.colSpan, 0)));
        fault_if(widths.size > 1, 'rows of different length', e);
    }
    for (const e of all('th')) {
        fault_if(!['col', 'row', 'colgroup', 'rowgroup'].includes(e.getAttribute('scope')),
                 'th without scope', e);
    }
    return [...new Set(faults)];
})())js";

/// Does anything stick out of the viewport to the right? What scrolls by itself may.
constexpr const char* overflow_check = R"js((() => {
    const faults = [];
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth) {
        faults.push(`the page is ${root.scrollWidth} px wide in ${innerWidth}`);
    }
    const scrolls = new Map([[null, false]]);
    const is_scroller = e => e !== root && e !== document.body &&
        /auto|scroll/.test(getComputedStyle(e).overflowX);
    const is_visually_hidden = e => e.getBoundingClientRect().width <= 1 &&
        getComputedStyle(e).overflowX !== 'visible';
    const is_inside_scroller = e => {
        const up = e.parentElement;
        if (!scrolls.has(up)) {
            scrolls.set(up, is_scroller(up) || is_visually_hidden(up) || is_inside_scroller(up));
        }
        return scrolls.get(up);
    };
    for (const e of document.body.querySelectorAll('*')) {
        if (e.ownerSVGElement || !e.checkVisibility({visibilityProperty: true})) continue;
        const box = e.getBoundingClientRect();
        if (box.right <= root.clientWidth + 0.5 || box.width <= 1) continue;
        if (is_inside_scroller(e)) continue;
        faults.push(`to ${Math.round(box.right)} px of ${root.clientWidth}: ` +
                    e.cloneNode(false).outerHTML.slice(0, 150));
    }
    return faults.slice(0, 10);
})())js";

/// Contrast of all visible text by WCAG 2.1, success criterion 1.4.3 (AA): 4.5, large text 3.
constexpr const char* contrast_check = R"js((() => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const context = canvas.getContext('2d', {willReadFrequently: true});
    const known = new Map();
    const rgba = colour => {  // in whatever notation: as the browser paints it
        if (!known.has(colour)) {
            context.clearRect(0, 0, 1, 1);
            context.fillStyle = colour;
            context.fillRect(0, 0, 1, 1);
            const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
            known.set(colour, [r, g, b, a / 255]);
        }
        return known.get(colour);
    };
    const over = ([r, g, b, a], below) =>  // on an opaque colour
        [r, g, b].map((c, i) => c * a + below[i] * (1 - a)).concat(1);
    const probe = document.createElement('div');
    probe.style.backgroundColor = 'Canvas';
    document.body.append(probe);
    const paper = rgba(getComputedStyle(probe).backgroundColor);
    probe.remove();
    const faults = new Map();
    const background = e => {
        if (!e) return paper;
        const style = getComputedStyle(e);
        if (style.backgroundImage !== 'none') {
            faults.set(e, 'text on an image, not to be judged: ' +
                          e.cloneNode(false).outerHTML.slice(0, 100));
        }
        const colour = rgba(style.backgroundColor);
        return colour[3] === 1 ? colour : over(colour, background(e.parentElement));
    };
    const luminance = colour => {
        const [r, g, b] = colour.map(c => c / 255)
            .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const opacity = e => e ? Number(getComputedStyle(e).opacity) * opacity(e.parentElement) : 1;
    const judge = (e, style, text, behind) => {
        const [r, g, b, a] = rgba(e.ownerSVGElement ? style.fill : style.color);
        const ink = over([r, g, b, a * opacity(e)], behind);
        const [low, high] = [luminance(ink), luminance(behind)].sort((x, y) => x - y);
        const ratio = (high + 0.05) / (low + 0.05);
        const size = parseFloat(style.fontSize);
        const is_large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
        const is_symbol = !/[\p{L}\p{N}]/u.test(text);
        if (ratio >= (is_large || is_symbol ? 3 : 4.5)) return;
        const place = `${e.localName}.${e.getAttribute('class')}`;
        const key = [place, ink.map(Math.round), behind.map(Math.round)].join();
        if (!faults.has(key)) {
            faults.set(key, `contrast ${ratio.toFixed(2)} of "${text.slice(0, 30)}" in ${place}: ` +
                `rgb(${ink.slice(0, 3).map(Math.round)}) on ` +
                `rgb(${behind.slice(0, 3).map(Math.round)})`);
        }
    };
    const is_visible = e => e.checkVisibility({visibilityProperty: true}) && opacity(e) > 0 &&
        !e.closest(':disabled, script, style, noscript, option, [aria-disabled=true]');
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
        const [node, e] = [texts.currentNode, texts.currentNode.parentElement];
        if (!node.data.trim() || !is_visible(e)) continue;
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        if (box.width > 1) judge(e, getComputedStyle(e), node.data.trim(), background(e));
    }
    for (const e of document.body.querySelectorAll('*')) {
        if (!is_visible(e)) continue;
        if (e.matches('input, select, textarea')) {
            judge(e, getComputedStyle(e), e.value || 'value', background(e));
        }
        if (e.placeholder) {
            judge(e, getComputedStyle(e, '::placeholder'), e.placeholder, background(e));
        }
        for (const part of ['::before', '::after']) {
            const style = getComputedStyle(e, part);
            const text = (style.content.match(/"(.*?)"/) || [])[1];
            if (!text || !text.trim() || style.display === 'none') continue;
            judge(e, style, text, over(rgba(style.backgroundColor), background(e)));
        }
    }
    return [...faults.values()].slice(0, 20);
})())js";

Faults faults_of(Browser& browser, const std::string& check) {
    return browser.evaluate(check).get<Faults>();
}

Faults markup_faults(Browser& browser, const std::string& html) {
    return faults_of(browser, fmt::format("{}({})", markup_check, Json(html).dump()));
}

/// One fault a line, for failure messages: none is "".
std::string listed(const Faults& faults) {
    std::string text;
    for (const std::string& fault : faults)
        text += fault + "\n";
    return text;
}

struct PlantedFault {
    const char* check;
    const char* before;  ///< a piece of the sound page
    const char* after;   ///< what it is replaced by
    const char* fault;   ///< what the check says
};

/// Every check accepts it.
const std::string sound_page = R"(<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><meta charset="utf-8" />
<meta name="viewport" content="width=device-width" /><title>sound</title>
<style>
:root { color-scheme: light dark }
.wide { width: 5000px } .region { overflow-x: auto } .faint { color: rgb(119, 119, 119) }
.dim { color: #fff8 } .dark { background: #333; color: white } .large { font-size: 24px }
</style></head><body><main><h1>Sound</h1><h2 id="part">A part</h2>
<p>text <a href="#part">link</a> <img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" /></p>
<p class="faint large">large</p><p class="dark">light on dark</p>
<div class="region"><p class="wide">wide, but it scrolls</p></div>
<svg role="img" width="9" height="9"><title>drawing</title><text y="9">x</text></svg>
<label for="box">box</label><input id="box" /><button>press</button>
<table><caption>numbers</caption><thead><tr><th scope="col">n</th></tr></thead>
<tbody><tr><td>1</td></tr></tbody></table></main></body></html>)";

const std::vector<PlantedFault> planted_faults = {
    {markup_check, "</h2>", "", "not well-formed"},
    {markup_check, "text <", "text &nbsp; <", "not well-formed"},
    {markup_check, "<table><caption>", "<table><p>astray</p><caption>", "mended"},
    {markup_check, "<tbody><tr><td>1</td></tr></tbody>", "<tr><td>1</td></tr>", "mended"},
    {markup_check, "<p>text", "<p><div>block</div>text", "mended"},
    {markup_check, "<p class=\"dark\"", "<div /><p class=\"dark\"", "mended"},
    {structure_check, "<!DOCTYPE html>", "", "quirks mode"},
    {structure_check, " lang=\"en\"", "", "no language"},
    {structure_check, "<h1>", "<h1 id=\"part\">", "id not unique"},
    {structure_check, "#part", "#no-part", "link without target"},
    {structure_check, "for=\"box\"", "for=\"no-box\"", "for without target"},
    {structure_check, "<label for=\"box\">box</label>", "", "no accessible name"},
    {structure_check, "<button>press", "<button><span aria-hidden=\"true\">x</span>",
     "no accessible name"},
    {structure_check, ">link<", "><button>link</button><", "control in a control"},
    {structure_check, "alt=\"\"", "", "image without alt"},
    {structure_check, "<title>drawing</title>", "", "drawing without name"},
    {structure_check, "<h2 id=\"part\">A part</h2>", "<h3 id=\"part\">A part</h3>",
     "heading out of order"},
    {structure_check, "<caption>numbers</caption>", "", "table without caption"},
    {structure_check, " scope=\"col\"", "", "th without scope"},
    {structure_check, "<td>1</td>", "<td>1</td><td>2</td>", "rows of different length"},
    {overflow_check, "class=\"region\"", "", "px wide in"},
    {overflow_check, "<h1>", "<h1 class=\"wide\">", "to 5008 px of 1400"},
    {contrast_check, "faint large", "faint", "contrast 4.48"},
    {contrast_check, "<h1>", "<h1 class=\"dim\">", "contrast 1.00"},
    {contrast_check, "color: white", "opacity: 0.7", "contrast"},
    {contrast_check, "<input", "<input class=\"faint\"", "contrast 4.48"},
    {contrast_check, "<input", "<input style=\"background: #444\"", "contrast"},
    {contrast_check, "<text", "<text fill=\"silver\"", "contrast"},
};

std::string replaced(std::string text, const std::string& before, const std::string& after) {
    const std::size_t place = text.find(before);
    if (place == std::string::npos) throw std::logic_error("not in the page: " + before);
    return text.replace(place, before.size(), after);
}

Faults checked(Browser& browser, const char* check, const std::string& html) {
    browser.show(html);
    return check == markup_check ? markup_faults(browser, html) : faults_of(browser, check);
}

}  // namespace

TEST_CASE("Each check of a page accepts a sound page and finds a planted fault",
          "[reports][browser]") {
    Browser* const browser = browser_or_warn();
    if (!browser) return;
    for (const char* const check :
         {markup_check, structure_check, overflow_check, contrast_check}) {
        CHECK(listed(checked(*browser, check, sound_page)) == "");
    }
    for (const PlantedFault& planted : planted_faults) {
        const std::string page = replaced(sound_page, planted.before, planted.after);
        const std::string found = listed(checked(*browser, planted.check, page));
        CAPTURE(planted.before, planted.after, found);
        CHECK(contains(found, planted.fault));
    }
    // The colours of dark mode come from the system where the page sets none.
    browser->set_dark(true);
    const std::string painted = replaced(sound_page, "<h1>", "<h1 style=\"color: black\">");
    CHECK(contains(listed(checked(*browser, contrast_check, painted)), "contrast 1"));
}

// ---- The report -------------------------------------------------------------------------------

namespace {

const std::string hostile =
    "<planted-element onclick=\"planted = 1\">&amp; \"a\" 'b' ]]> --> \x01 \xEF\xBF\xBE "
    "</td></table></script><script>planted = 1</script>";
const std::string long_name = "K_" + std::string(300, 'm');
const std::string to_copy = R"({"ranks": [2, 1], "claim": "a < b && b > \"c\""})";

constexpr std::array<Verdict, 6> verdicts = {Verdict::refuted,   Verdict::certified,
                                             Verdict::exhausted, Verdict::supported,
                                             Verdict::undecided, Verdict::not_applicable};

/// Row i of the table "cells". Each value goes through its range in an order of its own.
struct CellRow {
    std::string id, claim;
    Rational ratio;
    std::string verdict, source;
};

std::vector<CellRow> cell_rows(std::size_t count) {
    std::vector<CellRow> rows;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t number = i * 7919 % count;  // a prime that no count here is a multiple of
        rows.push_back({fmt::format("row-{}", i),
                        fmt::format("claim {:05} tag{}", number, i % 271),
                        {Integer(static_cast<int>(i * 31 % 1009) - 500),
                         Integer(static_cast<int>(i % 97) + 1)},
                        std::string(name_of(verdicts[i % verdicts.size()])),
                        i % 7 == 0 ? "atlas, \"quoted\" <part>" : "search"});
    }
    return rows;
}

Row shown_row(const CellRow& row, std::size_t index) {
    Cell claim{{{row.claim}}};
    if (index % 10 == 0) {
        claim.details = {{"scope", {{"every σ in "}, {"S_6", Span::Style::code}}},
                         {"witness", {{to_copy, Span::Style::code}}, true},
                         {"what a document says", {{hostile + long_name}}}};
    }
    return {row.id,
            {claim,
             {{{row.ratio.to_string()}}},
             {{{row.verdict, Span::Style::verdict}}},
             {{{index % 50 == 0 ? hostile : "a note of some words, as they are"}}},
             {{{row.source}}}}};
}

Table cells_table(std::size_t count) {
    Table table{"cells", "Cells of the atlas " + hostile, {}, {}};
    table.columns = {{"claim"},
                     {"ratio", true},
                     {"verdict", false, true},
                     {"note"},
                     {"source", false, true, true}};
    const std::vector<CellRow> rows = cell_rows(count);
    for (std::size_t i = 0; i < count; ++i)
        table.rows.push_back(shown_row(rows[i], i));
    return table;
}

/// In ascending order. The last three differ by less than a double can tell.
const std::vector<std::string> ascending_numbers = {"-27/2",
                                                    "-1/2",
                                                    "0",
                                                    "1/3",
                                                    "0.34",
                                                    "1/2",
                                                    "9",
                                                    "10",
                                                    "27/2",
                                                    "1000000000000000000000/7",
                                                    "1000000000000000000001/7",
                                                    "1000000000000000000002/7"};

Table numbers_table() {
    Table table{"numbers", "Rational numbers", {{"value", true}, {long_name}}, {}};
    for (std::size_t i = 0; i < ascending_numbers.size(); ++i) {
        const std::string& value = ascending_numbers[i * 5 % ascending_numbers.size()];
        table.rows.push_back({"", {{{{value}}}, {{{long_name}}}}});
    }
    return table;
}

/// As many columns as there may be metrics; the first title is long.
constexpr int matrix_columns = 40;

/// Every verdict, some linked to a row of the table, and an empty row.
Matrix verdict_matrix() {
    Matrix matrix{"matrix", "Properties of metrics " + hostile, "property", {}, {}, {}};
    for (int i = 0; i < matrix_columns; ++i)
        matrix.column_titles.push_back(fmt::format("metric {}", i));
    matrix.column_titles.front() = long_name;
    for (std::size_t i = 0; i <= verdicts.size(); ++i) {
        matrix.row_titles.push_back(fmt::format("law {} {}", i, i == 0 ? hostile + long_name : ""));
        matrix.rows.emplace_back(matrix.column_titles.size());
        if (i == verdicts.size()) continue;
        for (Matrix::Entry& entry : matrix.rows.back())
            entry.verdict = verdicts[i];
        matrix.rows.back()[2] = {verdicts[i], "n <= 4: " + hostile, "row-217"};
        matrix.rows.back().back().target = "row-1";
    }
    return matrix;
}

Figure figure(const std::string& id) {
    Figure figure;
    figure.id = id;
    figure.title = "A figure " + hostile;
    figure.alt = "A disc, of radius 4. " + hostile;
    figure.columns = {"n", "ratio"};
    figure.rows = {{"2", "1/3"}, {"3", long_name}};
    return figure;
}

Drawings drawings() {
    const std::string svg = R"(<svg xmlns="http://www.w3.org/2000/svg" width="720" height="420">
<title>disc</title><desc>a disc</desc><circle cx="360" cy="210" r="200" fill="teal"/></svg>)";
    return {{"drawn", {"drawn", svg, ""}}};
}

Cards witness_cards() {
    Cards cards;
    for (int i = 0; i < 4; ++i) {
        Card card{fmt::format("card-{}", i),
                  "A witness " + (i == 1 ? hostile + long_name : ""),
                  {},
                  {},
                  {}};
        if (i < 2) card.figure = figure(i == 0 ? "drawn" : "missing");
        card.lines = {{{"K = "}, {"1·2 + 3", Span::Style::code}, {" = 5", Span::Style::strong}},
                      {{"refuted", Span::Style::verdict}, {long_name}}};
        card.details = {{"repeat", {{"disarray search --n 6", Span::Style::code}}, true},
                        {"witness", {{to_copy, Span::Style::code}}, true},
                        {"scope", {{"n <= 6"}}}};
        cards.cards.push_back(card);
    }
    return cards;
}

/// More entries than are drawn at once.
Matrix large_matrix(std::size_t rows) {
    Matrix matrix{"large", "A large grid", "law", {}, {}, {}};
    for (int i = 0; i < matrix_columns; ++i)
        matrix.column_titles.push_back(fmt::format("metric {}", i));
    for (std::size_t i = 0; i < rows; ++i) {
        matrix.row_titles.push_back(fmt::format("law {}", i));
        matrix.rows.emplace_back(matrix.column_titles.size());
        for (Matrix::Entry& entry : matrix.rows.back())
            entry.verdict = Verdict::exhausted;
    }
    return matrix;
}

/// Every kind of block; `count` rows in the table "cells".
Report report_of(std::size_t count) {
    Report report{"A report " + hostile,
                  "made from " + long_name,
                  {"Figures are missing.", hostile + long_name},
                  {}};
    Paragraph paragraph;
    for (const Verdict verdict : verdicts) {
        paragraph.text.push_back({std::string(name_of(verdict)), Span::Style::verdict});
        paragraph.text.push_back({", "});
    }
    paragraph.text.push_back({"a card", Span::Style::plain, "card-2"});
    paragraph.text.push_back({" and "});
    paragraph.text.push_back({"a row", Span::Style::code, "row-217"});
    const List list{{{{"first"}}, {{hostile, Span::Style::strong}}, {{long_name}}}};
    report.sections = {{"overview", "Overview", {paragraph, list, verdict_matrix()}},
                       {"results", "Results " + long_name, {cells_table(count), numbers_table()}},
                       {"figures",
                        "Figures",
                        {FigureBlock{figure("drawn"), "Caption " + hostile},
                         FigureBlock{figure("missing"), long_name}}},
                       {"witnesses", "Witnesses " + hostile, {witness_cards()}}};
    return report;
}

std::string page_of(std::size_t count) {
    return to_html(report_of(count), drawings());
}

// ---- What a reader does -----------------------------------------------------------------------

/// Shown rows, counts and columns of tables by id, for short expressions in the tests.
const std::string probes = R"js(window.probe = {
    tools: id => document.querySelector(`div.table-tools[data-table="${id}"]`),
    more: id => document.querySelector(`div.more-of[data-of="${id}"]`),
    rows: id => [...document.getElementById(id).tBodies[0].rows],
    shown: id => probe.rows(id).filter(row => !row.hidden),
    count: id => probe.tools(id).querySelector('output.count').textContent.trim(),
    column: (id, index) => probe.shown(id).map(row => {
        const cell = row.cells[index].cloneNode(true);
        cell.querySelectorAll('details, button, .anchor').forEach(part => part.remove());
        return cell.textContent.trim();
    }),
    order: (id, index) => document.getElementById(id).tHead.rows[0].cells[index].ariaSort,
    search: (id, text) => {
        const box = probe.tools(id).querySelector('input[type=search]');
        box.value = text;
        box.dispatchEvent(new Event('input', {bubbles: true}));
    },
    select: (id, title, text) => {
        const select = probe.tools(id).querySelector(`select[data-column="${title}"]`);
        select.selectedIndex = [...select.options].findIndex(o => o.textContent.trim() === text);
        select.dispatchEvent(new Event('input', {bubbles: true}));
        select.dispatchEvent(new Event('change', {bubbles: true}));
    },
    is_displayed: selector => [...document.querySelectorAll(selector)]
        .some(e => e.checkVisibility({visibilityProperty: true})),
    is_in_view: e => {
        const box = e.getBoundingClientRect();
        return !e.hidden && box.height > 0 && box.top >= 0 && box.top < innerHeight &&
            (box.bottom <= innerHeight || e.matches('article'));
    },
    until: async (value, expected) => {
        for (let i = 0; i < 200 && JSON.stringify(value()) !== JSON.stringify(expected); ++i) {
            await new Promise(resolve => setTimeout(resolve, 10));
        }
        return value();
    },
    // Milliseconds from each search to the new count, with everything laid out.
    times: async (id, texts) => {
        const times = [], {port1, port2} = new MessageChannel();
        for (const text of texts) {
            const before = probe.count(id), start = performance.now();
            probe.search(id, text);
            while (probe.count(id) === before && performance.now() < start + 2000) {
                await new Promise(resolve => { port1.onmessage = resolve; port2.postMessage(0); });
            }
            document.body.getBoundingClientRect();
            times.push(performance.now() - start);
        }
        return times;
    },
};)js";

void open(Browser& browser, const std::string& html, const std::string& fragment = {}) {
    browser.show(html, fragment);
    browser.evaluate(probes);
}

/// The value of `expression` when it has become `expected`, or after 2 s: the page may take its
/// time (a delayed filter, a smooth scroll), but not that much.
Json value_when(Browser& browser, const std::string& expression, const Json& expected) {
    return browser.evaluate(
        fmt::format("probe.until(() => ({}), {})", expression, expected.dump()));
}

/// The same for the clipboard.
std::string clipboard_when(Browser& browser, const std::string& expected) {
    for (int i = 0; i < 200 && browser.clipboard() != expected; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return browser.clipboard();
}

std::string count_text(std::ptrdiff_t matches, std::size_t rows) {
    return fmt::format("{} of {} rows", matches, rows);
}

/// Rows; BATCH in report.js.
constexpr std::size_t drawn_at_first = 40;

std::vector<std::string> first(std::vector<std::string> texts, std::size_t count = drawn_at_first) {
    if (texts.size() > count) texts.resize(count);
    return texts;
}

std::vector<std::string> ratios(std::vector<CellRow> rows) {
    std::vector<std::string> texts;
    for (const CellRow& row : rows)
        texts.push_back(row.ratio.to_string());
    return texts;
}

std::uint32_t png_width(const std::string& png) {
    std::uint32_t width = 0;
    for (std::size_t i = 16; i < 20; ++i) {
        width = width << 8U | static_cast<unsigned char>(png.at(i));
    }
    return width;
}

const std::string unfold_all = "document.querySelectorAll('details').forEach(d => d.open = true)";

}  // namespace

TEST_CASE("Large grids are drawn when they come near the window, and on paper",
          "[reports][browser]") {
    Browser* const browser = browser_or_warn();
    if (!browser) return;
    Report report{"A report", "", {}, {}};
    std::vector<Block> lines(100, Paragraph{{{long_name}}});
    report.sections = {{"first", "First", {large_matrix(12)}},
                       {"text", "Text", std::move(lines)},
                       {"last", "Last", {large_matrix(20)}}};
    open(*browser, to_html(report, {}));
    const std::string drawn = R"js((async () => {
        const count = () => document.querySelectorAll('div.matrix td').length;
        for (let i = 0; i < 200 && count() !== EXPECTED; ++i) await new Promise(r => setTimeout(r, 10));
        return count();
    })())js";
    const auto entries = [&](int expected) {
        std::string script = drawn;
        script.replace(script.find("EXPECTED"), 8, std::to_string(expected));
        return browser->evaluate(script);
    };
    CHECK(entries(12 * matrix_columns) == 12 * matrix_columns);
    const std::string height = "document.documentElement.scrollHeight";
    const auto before = browser->evaluate(height);
    browser->evaluate("document.getElementById('last').scrollIntoView()");
    CHECK(entries(32 * matrix_columns) == 32 * matrix_columns);
    // The room was kept, by and large.
    CHECK(std::abs(browser->evaluate(height).get<double>() - before.get<double>()) < 100);
    open(*browser, to_html(report, {}));
    browser->evaluate(
        "addEventListener('beforeprint', () => window.printed ="
        " document.querySelectorAll('div.matrix td').length)");
    browser->print_to_pdf();
    CHECK(browser->evaluate("window.printed") == 32 * matrix_columns);
}

TEST_CASE("A report's page is valid, and text from documents stays text", "[reports][browser]") {
    Browser* const browser = browser_or_warn();
    if (!browser) return;
    const std::string page = page_of(250);
    open(*browser, page);
    CHECK(listed(markup_faults(*browser, page)) == "");
    CHECK(listed(faults_of(*browser, structure_check)) == "");
    CHECK(browser->evaluate("document.querySelectorAll('planted-element').length") == 0);
    CHECK(browser->evaluate("typeof planted") == "undefined");
    CHECK(browser->evaluate("document.documentElement.classList.contains('js')") == true);
    CHECK(browser->evaluate("document.querySelectorAll('article.card').length") == 4);
    CHECK(browser->evaluate("document.querySelectorAll('.notice').length") == 2);
    CHECK(browser->evaluate("document.querySelector('.notice').textContent.trim()") ==
          "Figures are missing.");
    CHECK(browser->evaluate("document.querySelectorAll('div.matrix td').length") ==
          7 * matrix_columns);
    for (const Verdict verdict : verdicts) {
        const std::string name(name_of(verdict));
        CAPTURE(name);
        CHECK(browser->evaluate(fmt::format(
                  "document.querySelector('span.verdict.v-{}').textContent", name)) == name);
    }
    CHECK(contains(browser
                       ->evaluate("document.querySelector('meta[http-equiv="
                                  "Content-Security-Policy]').content")
                       .get<std::string>(),
                   "default-src 'none'"));
    CHECK(browser->evaluate("document.querySelector('meta[http-equiv=refresh]')") == nullptr);
    Report live = report_of(2);
    live.refresh_seconds = 60;
    open(*browser, to_html(live, {}));
    CHECK(browser->evaluate("document.querySelector('meta[http-equiv=refresh]').content") == "60");
}

namespace {

/// The picture is one of the page, and as wide as the window.
void check_picture(Browser& browser, const std::string& page, int width) {
    browser.show("<!DOCTYPE html><title>blank</title>");
    const std::size_t blank = browser.screenshot().size();
    open(browser, page);
    const std::string picture = browser.screenshot();
    CHECK(png_width(picture) == static_cast<std::uint32_t>(width));
    CHECK(picture.size() > 3 * blank);
}

/// Paper has a width of its own; what does not fit on it is another test's question.
std::string view_faults(Browser& browser, bool is_screen) {
    return (is_screen ? listed(faults_of(browser, overflow_check)) : "") +
           listed(faults_of(browser, contrast_check));
}

/// What is true of a page in every look: folded and unfolded, at the top and at the end, filtered
/// and sorted.
void check_view(Browser& browser, const std::string& page, bool is_screen, int width) {
    browser.resize(width, 900);
    check_picture(browser, page, width);
    CHECK(view_faults(browser, is_screen) == "");
    browser.evaluate(unfold_all);
    CHECK(view_faults(browser, is_screen) == "");
    browser.evaluate("probe.search('cells', 'tag5'), probe.select('cells', 'verdict', 'refuted')");
    browser.evaluate("document.querySelector('th button.sort').click()");
    browser.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
    CHECK(view_faults(browser, is_screen) == "");
    CHECK(listed(browser.console_errors()) == "");
    CHECK(listed(browser.network_requests()) == "");
}

}  // namespace

TEST_CASE("A report's page is readable and silent in every width, colour scheme and medium",
          "[reports][browser]") {
    Browser* const browser = browser_or_warn();
    if (!browser) return;
    const std::string page = page_of(250);
    for (const std::string look : {"light", "dark", "print"}) {
        browser->set_dark(look == "dark");
        browser->set_print(look == "print");
        for (const int width : {360, 1400}) {
            CAPTURE(look, width);
            check_view(*browser, page, look != "print", width);
        }
    }
    // The row that a link leads to has a colour of its own.
    const std::string short_page = page_of(6);
    for (const bool dark : {false, true}) {
        browser->reset();
        browser->set_dark(dark);
        for (std::size_t i = 0; i < verdicts.size(); ++i) {
            CAPTURE(dark, i);
            open(*browser, short_page, fmt::format("#row-{}", i));
            CHECK(listed(faults_of(*browser, contrast_check)) == "");
        }
    }
}

namespace {

constexpr std::size_t many = 10'000;

void check_filters(Browser& browser) {
    const std::vector<CellRow> rows = cell_rows(many);
    const auto matches = [&](const auto& predicate) {
        return count_text(std::count_if(rows.begin(), rows.end(), predicate), many);
    };
    const std::string all = count_text(many, many);
    CHECK(value_when(browser, "probe.count('cells')", all) == all);
    CHECK(browser.evaluate("probe.shown('cells').length") == drawn_at_first);

    browser.evaluate("probe.search('cells', 'TAG27')");
    const std::string tagged =
        matches([](const CellRow& row) { return contains(row.claim, "tag27"); });
    CHECK(value_when(browser, "probe.count('cells')", tagged) == tagged);
    CHECK(browser.evaluate("probe.column('cells', 0).every(text => text.includes('tag27'))") ==
          true);

    browser.evaluate("probe.select('cells', 'verdict', 'exhausted')");
    browser.evaluate("probe.select('cells', 'source', 'atlas, \"quoted\" <part>')");
    const auto is_wanted = [](const CellRow& row) {
        return contains(row.claim, "tag27") && row.verdict == "exhausted" && row.source != "search";
    };
    CHECK(value_when(browser, "probe.count('cells')", matches(is_wanted)) == matches(is_wanted));
    std::vector<std::string> wanted;
    for (const CellRow& row : rows) {
        if (is_wanted(row)) wanted.push_back(row.claim);
    }
    CHECK(wanted.size() > 1);
    CHECK(browser.evaluate("probe.column('cells', 0)") == Json(wanted));
    CHECK(browser.evaluate("probe.is_displayed('.more-of[data-of=cells]')") == false);

    browser.evaluate("probe.search('cells', 'no such text')");
    CHECK(value_when(browser, "probe.shown('cells').length", 0) == 0);
    browser.click("div.table-tools[data-table=cells] button.reset");
    CHECK(value_when(browser, "probe.count('cells')", all) == all);
    CHECK(browser.evaluate("[...probe.tools('cells').querySelectorAll('input, select')]"
                           ".every(e => !e.value || e.selectedIndex === 0)") == true);
}

void check_sorting(Browser& browser) {
    std::vector<CellRow> rows = cell_rows(many);
    browser.click("#cells th:nth-child(2) button.sort");
    std::sort(rows.begin(), rows.end(),
              [](const CellRow& a, const CellRow& b) { return a.ratio < b.ratio; });
    CHECK(value_when(browser, "probe.order('cells', 1)", "ascending") == "ascending");
    CHECK(browser.evaluate("probe.column('cells', 1)") == Json(first(ratios(rows))));
    browser.click("#cells th:nth-child(2) button.sort");
    std::reverse(rows.begin(), rows.end());
    CHECK(value_when(browser, "probe.order('cells', 1)", "descending") == "descending");
    CHECK(browser.evaluate("probe.column('cells', 1)") == Json(first(ratios(rows))));

    // Text, with the keyboard only: from the search box to the button of the first column.
    browser.evaluate("probe.tools('cells').querySelector('input').focus()");
    const std::string is_there =
        "document.activeElement.matches('#cells th:first-child button.sort')";
    for (int i = 0; i < 12 && browser.evaluate(is_there) == false; ++i)
        browser.press("Tab");
    REQUIRE(browser.evaluate(is_there) == true);
    browser.press("Enter");
    CHECK(value_when(browser, "probe.order('cells', 0)", "ascending") == "ascending");
    CHECK(browser.evaluate("probe.order('cells', 1)") == nullptr);
    CHECK(browser.evaluate("probe.column('cells', 0)[39].slice(0, 11)") == "claim 00039");
    browser.press("Enter");
    CHECK(value_when(browser, "probe.order('cells', 0)", "descending") == "descending");
    CHECK(browser.evaluate("probe.column('cells', 0)[0].slice(0, 11)") == "claim 09999");
    CHECK(browser.evaluate(is_there) == true);

    browser.click("#numbers th:first-child button.sort");
    CHECK(value_when(browser, "probe.column('numbers', 0)", ascending_numbers) ==
          Json(ascending_numbers));
}

void check_more_and_keys(Browser& browser) {
    browser.click("div.more-of[data-of=cells] button.more");
    CHECK(value_when(browser, "probe.shown('cells').length", 80) == 80);
    browser.evaluate("probe.search('cells', 'tag26')");
    browser.click("div.more-of[data-of=cells] button.all");
    const std::vector<CellRow> rows = cell_rows(many);
    const auto tagged = std::count_if(
        rows.begin(), rows.end(), [](const CellRow& row) { return contains(row.claim, "tag26"); });
    CHECK(value_when(browser, "probe.shown('cells').length", tagged) == tagged);

    // "/" goes to the box of the table in view, and is not written there.
    for (const std::string id : {"numbers", "cells"}) {
        CAPTURE(id);
        browser.evaluate("document.activeElement.blur(), document.querySelector('#" + id +
                         " caption').scrollIntoView({block: 'center'})");
        browser.press("/");
        const std::string box = "document.activeElement === probe.tools('" + id +
                                "').querySelector('input[type=search]')";
        CHECK(value_when(browser, box, true) == true);
        CHECK(browser.evaluate("document.activeElement.value") == (id == "cells" ? "tag26" : ""));
        browser.type("9");
        browser.press("Escape");
        const std::size_t size = id == "cells" ? many : ascending_numbers.size();
        const std::string all = count_text(static_cast<std::ptrdiff_t>(size), size);
        CHECK(value_when(browser, "probe.count('" + id + "')", all) == all);
        CHECK(browser.evaluate("document.activeElement.value || ''") == "");
    }
}

/// An acceptance line of the report's issue: a filter of 10,000 rows is done within 100 ms.
constexpr double milliseconds_to_filter = 100;
/// For CI machines that run several browsers at once: what took 25 ms alone took up to 190 with six
/// browsers on two cores (November 2026). The figure itself is printed.
constexpr double loaded_machine = 3;

void check_speed(Browser& browser) {
    // Each has another number of matches than the one before: the count tells when it is done.
    const Json texts = {"tag27", "claim", "tag1", "tag270", "refuted",
                        "none",  "words", "tag5", "a"};
    auto times = browser.evaluate(fmt::format("probe.times('cells', {})", texts.dump()))
                     .get<std::vector<double>>();
    const double first_time = times.front();
    std::sort(times.begin(), times.end());
    const double median = times[times.size() / 2];
    WARN(fmt::format("10000 rows are filtered in {:.1f} ms (median; first {:.1f}, most {:.1f})",
                     median, first_time, times.back()));
    CHECK(median <= milliseconds_to_filter * loaded_machine);
}

}  // namespace

TEST_CASE("A reader filters and sorts 10000 rows of a report's page", "[reports][browser]") {
    Browser* const browser = browser_or_warn();
    if (!browser) return;
    open(*browser, page_of(many));
    // Ten thousand rows are no more to lay out than forty.
    const auto nodes = [&] {
        return browser->evaluate("document.querySelectorAll('*').length").get<std::size_t>();
    };
    const std::size_t of_many = nodes();
    open(*browser, page_of(drawn_at_first));
    CHECK(of_many < nodes() + 100);
    open(*browser, page_of(many));
    check_speed(*browser);
    browser->evaluate("probe.search('cells', '')");
    check_filters(*browser);
    check_sorting(*browser);
    check_more_and_keys(*browser);
    CHECK(listed(browser->console_errors()) == "");
}

namespace {

const std::string target_in_view =
    "probe.is_in_view(document.querySelector('.is-target') || document.head) && "
    "document.querySelector('.is-target').id";

}  // namespace

TEST_CASE("Links into a report's page and inside it lead to what they name", "[reports][browser]") {
    Browser* const browser = browser_or_warn();
    if (!browser) return;
    const std::string page = page_of(many);
    open(*browser, page, "#row-9876");
    CHECK(value_when(*browser, target_in_view, "row-9876") == "row-9876");
    CHECK(browser->evaluate("probe.shown('cells').length <= 200") == true);

    open(*browser, page_of(250), "#row-217");
    CHECK(value_when(*browser, target_in_view, "row-217") == "row-217");
    browser->resize(360, 640);
    open(*browser, page_of(250), "#row-199");
    CHECK(value_when(*browser, target_in_view, "row-199") == "row-199");

    browser->reset();
    open(*browser, page_of(250));
    for (const std::string link : {"p a[href=\"#card-2\"]", "p a[href=\"#row-217\"]",
                                   "div.matrix a[href=\"#row-217\"]", "nav a[href=\"#figures\"]"}) {
        CAPTURE(link);
        // Also if the row does not pass the filter.
        browser->evaluate("probe.search('cells', 'tag5')");
        browser->click(link);
        const std::string id =
            link.substr(link.find('#') + 1, link.rfind('"') - link.find('#') - 1);
        CHECK(value_when(*browser, "(document.querySelector(':target, .is-target') || {}).id",
                         id) == id);
        if (id != "figures") CHECK(value_when(*browser, target_in_view, id) == id);
    }
    CHECK(browser->evaluate("[...document.querySelectorAll('nav a')].map(a => a.hash)") ==
          Json({"#overview", "#results", "#figures", "#witnesses"}));
}

namespace {

std::size_t occurrences(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t i = text.find(part); i != std::string::npos; i = text.find(part, i + 1)) {
        ++count;
    }
    return count;
}

void check_paper(Browser& browser) {
    open(browser, page_of(250));
    browser.evaluate(
        "addEventListener('beforeprint', () => window.printed = probe.shown('cells').length)");
    CHECK(browser.evaluate("probe.shown('cells').length") == drawn_at_first);
    const std::string pdf = browser.print_to_pdf();
    CHECK(browser.evaluate("printed") == 250);
    CHECK(value_when(browser, "probe.shown('cells').length", drawn_at_first) == drawn_at_first);
    // A link that is cut off the page is not in the file. These are in the matrix's last column.
    CHECK(occurrences(pdf, "/Dest /row-1") == verdicts.size());
}

/// Clicks on the first copy button in `place` and expects `text` on the clipboard.
void check_copying(Browser& browser, const std::string& place, const std::string& text) {
    open(browser, page_of(12));
    browser.evaluate("document.querySelector('" + place + " details').open = true");
    browser.click(place + " button.copy");
    CHECK(clipboard_when(browser, text) == text);
    // Where pages from disk may not write there, an older way is left.
    browser.evaluate("navigator.clipboard.writeText('')");
    browser.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))");
    browser.click(place + " button.copy");
    CHECK(clipboard_when(browser, text) == text);
    CHECK(listed(browser.console_errors()) == "");
}

void check_without_scripts(Browser& browser) {
    constexpr std::size_t rows = 2000;
    browser.set_scripts(false);
    open(browser, page_of(rows));
    CHECK(browser.evaluate("document.documentElement.className") == "");
    CHECK(browser.evaluate("probe.rows('cells').length") == drawn_at_first);
    CHECK(browser.evaluate("document.querySelector('#results noscript').textContent")
              .get<std::string>()
              .starts_with("1960 more rows are drawn by the script"));
    CHECK(browser.evaluate("probe.rows('cells').every(row => row.getClientRects().length)") ==
          true);
    CHECK(browser.evaluate("probe.is_displayed('input, select, output, button')") == false);
    browser.click("#row-0 summary");
    CHECK(browser.evaluate("document.querySelector('#row-0 details').open") == true);
    CHECK(browser.evaluate("probe.is_displayed('#row-0 dd code')") == true);
    CHECK(listed(browser.console_errors()) == "");
}

}  // namespace

TEST_CASE("A report's page is whole on paper and without scripts, and gives what is to be copied",
          "[reports][browser]") {
    Browser* const browser = browser_or_warn();
    if (!browser) return;
    check_paper(*browser);
    check_copying(*browser, "#row-0", to_copy);
    check_copying(*browser, "#card-0", "disarray search --n 6");
    check_without_scripts(*browser);
}

namespace {

std::string packed(const std::string& text) {
    uLongf size = compressBound(text.size());
    std::string out(size, '\0');
    REQUIRE(compress2(reinterpret_cast<Bytef*>(out.data()), &size,
                      reinterpret_cast<const Bytef*>(text.data()), text.size(), 9) == Z_OK);
    out.resize(size);
    return in_base64(out);
}

std::string proof_page(const std::string& text, const Proof& of) {
    Proof proof = of;
    proof.packed = packed(text);
    proof.details = {{"SHA-256", {{hostile}}}};
    return to_html({"Proofs", "", {}, {{"proofs", "Proofs", {Proofs{{proof}}}}}}, {});
}

/// What the page says when it is asked to check its certificate.
std::string answer(Browser& browser, const std::string& text, const Proof& of) {
    browser.show(proof_page(text, of));
    browser.click(".check button");
    return browser
        .evaluate(R"js((async () => {
            const output = document.querySelector('.check output');
            for (let i = 0; i < 500 && !output.className; ++i) await new Promise(r => setTimeout(r, 10));
            return output.className + ': ' + output.textContent;
        })())js")
        .get<std::string>();
}

const Proof sweep_of_three{"proof", "K <= F[prefix-sym], n = 3", {}, "K <= F[prefix-sym]", 3, "1",
                           ""};
const Proof sums_of_four{"proof", "F[box] <= 3/2*K, n = 4", {}, "F[box] <= 3/2*K", 4, "1/2", ""};

}  // namespace

TEST_CASE("A report's page checks a certificate by itself, and rejects one that was forged",
          "[reports][browser]") {
    Browser* const browser = browser_or_warn();
    if (!browser) return;
    const std::string direct_sums = certificates::direct_sums,
                      plain_sweep = certificates::plain_sweep;
    CHECK(contains(answer(*browser, plain_sweep, sweep_of_three),
                   "v-certified: F[prefix-sym] >= 1*(K) for every σ in S_3"));
    CHECK(contains(answer(*browser, direct_sums, sums_of_four), "F[box] <= 3/2*K fails for 19 σ"));
    CHECK(browser->evaluate("document.querySelectorAll('planted-element').length") == 0);

    browser->resize(360, 640);
    answer(*browser, direct_sums, sums_of_four);
    CHECK(listed(faults_of(*browser, overflow_check)) == "");

    // A sound certificate of something else, of one ranking, or with another number.
    for (const auto& [text, proof] :
         {std::pair{plain_sweep, sums_of_four}, std::pair{direct_sums, sweep_of_three},
          std::pair{std::string(certificates::split), sweep_of_three}}) {
        CHECK(contains(answer(*browser, text, proof), "v-refuted: not proved: "));
    }
    Proof other = sums_of_four;
    other.ratio = "2/3";
    CHECK(contains(answer(*browser, direct_sums, other), "ratio: expected 2/3, found 1/2"));
    std::string cut = direct_sums;
    cut.resize(cut.size() / 2);
    CHECK(contains(answer(*browser, cut, sums_of_four), "v-refuted"));
    const std::string planted = std::string("{\"<planted-element>\":1}\n") + plain_sweep;
    CHECK(contains(answer(*browser, planted, sweep_of_three), "v-refuted"));
    CHECK(browser->evaluate("document.querySelectorAll('planted-element').length") == 0);
    CHECK(listed(browser->console_errors()) == "");
    CHECK(listed(browser->network_requests()) == "");
}

TEST_CASE("No certificate with one digit or word changed passes the page's verifier",
          "[reports][browser]") {
    Browser* const browser = browser_or_warn();
    if (!browser) return;
    browser->show(proof_page(certificates::plain_sweep, sweep_of_three));
    for (const std::string text :
         {certificates::example, certificates::plain_sweep, certificates::direct_sums,
          certificates::split, certificates::weighted}) {
        // Every digit; every word that is not part of the format's own.
        const Json found = browser->evaluate(fmt::format(R"js((text => {{
            const passes = text => {{
                try {{ certificates.check(text); return true; }}
                catch (error) {{
                    if (!(error instanceof certificates.Rejected)) throw error;
                    return false;
                }}
            }};
            if (!passes(text)) return ['the certificate itself'];
            const accepted = [];
            for (const {{0: old, index}} of text.matchAll(/\d|true|false|"K"|"inverse"|box/g)) {{
                const next = /\d/.test(old) ? String((Number(old) + 1) % 10)
                    : {{true: 'false', false: 'true', '"K"': '"F[interval]"', '"inverse"': '"reverse-complement"', box: 'interval'}}[old];
                const forged = text.slice(0, index) + next + text.slice(index + old.length);
                if (passes(forged)) accepted.push(`${{index}}: ${{old}} ${{text.slice(index - 30, index + 10)}}`);
            }}
            return accepted;
        }})({}))js",
                                                         Json(text).dump()));
        CHECK(found == Json::array());
    }
}

}  // namespace disarray::test
