// SPDX-License-Identifier: MIT
// The page of a report is well-formed, keeps text from outside to text, loads nothing, and has each
// block in the shape that its style sheet and script expect. What a browser does with it is
// browser_test.cpp's question; here nothing is needed but the page.
#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "reports/templates/templates.hpp"
#include "reports/writers.hpp"
#include "tests/catch.hpp"
#include "tests/reports/sample_report.hpp"
#include "tests/support/errors.hpp"

using namespace disarray;
using namespace disarray::reports;
using test::contains;

namespace {

struct Element {
    std::string name;
    std::map<std::string, std::string> attributes;
    std::string text;                    ///< all in it, references resolved
    std::vector<std::string> ancestors;  ///< names, outermost first

    std::string operator[](const std::string& attribute) const {
        const auto found = attributes.find(attribute);
        return found == attributes.end() ? "(none)" : found->second;
    }
};

/// Reads XML as far as our pages use it; throws at the first place where it is not well-formed.
class XmlReader {
public:
    explicit XmlReader(std::string_view xml) : rest_(xml) {}

    std::vector<Element> read() {
        skip("<!DOCTYPE html>");
        while (!rest_.empty()) {
            if (rest_.starts_with("//<![CDATA[")) {
                add(until("]]>"));
            } else if (rest_.starts_with("</")) {
                close();
            } else if (rest_.starts_with("<")) {
                open();
            } else {
                add(resolved(rest_.substr(0, text_length())));
            }
        }
        if (!open_.empty()) fail("not closed: " + elements_[open_.back()].name);
        return elements_;
    }

private:
    [[noreturn]] void fail(const std::string& what) const {
        throw std::runtime_error(what + " at: " + std::string(rest_.substr(0, 80)));
    }
    void skip(std::string_view text) {
        if (!rest_.starts_with(text)) fail("expected " + std::string(text));
        rest_.remove_prefix(text.size());
    }
    /// Up to the next tag, or to the comment before the CDATA section.
    std::size_t text_length() const {
        return std::min({rest_.size(), rest_.find('<'), rest_.find("//<![CDATA[")});
    }
    /// The text up to and with `end`.
    std::string_view until(std::string_view end) {
        const std::size_t place = rest_.find(end);
        if (place == std::string_view::npos) fail("no " + std::string(end));
        const std::string_view text = rest_.substr(0, place + end.size());
        rest_.remove_prefix(text.size());
        return text;
    }
    /// \param raw  the beginning of what is left; is taken away
    std::string resolved(std::string_view raw) {
        static const std::map<std::string_view, char> references = {
            {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&#39;", '\''}};
        std::string text;
        const std::size_t end = rest_.size() - raw.size();
        while (rest_.size() > end) {
            if (rest_.front() == '<') fail("< in text");
            if (rest_.front() != '&') {
                text += rest_.front();
                rest_.remove_prefix(1);
                continue;
            }
            const auto found = references.find(rest_.substr(0, rest_.find(';') + 1));
            if (found == references.end()) fail("not a reference");
            text += found->second;
            rest_.remove_prefix(found->first.size());
        }
        return text;
    }
    void add(std::string_view text) {
        for (const std::size_t index : open_)
            elements_[index].text += text;
    }
    std::string name() {
        const std::size_t length = rest_.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-");
        if (length == 0 || length == std::string_view::npos) fail("expected a lower-case name");
        std::string text(rest_.substr(0, length));
        rest_.remove_prefix(length);
        return text;
    }
    void open() {
        skip("<");
        Element element{name(), {}, {}, {}};
        for (const std::size_t index : open_)
            element.ancestors.push_back(elements_[index].name);
        while (rest_.starts_with(" ")) {
            skip(" ");
            const std::string attribute = name();
            skip("=\"");
            const std::string value = resolved(rest_.substr(0, rest_.find('"')));
            skip("\"");
            if (!element.attributes.emplace(attribute, value).second) fail("twice: " + attribute);
        }
        elements_.push_back(element);
        static const std::set<std::string> empty = {"meta", "link", "img", "input"};
        if (empty.contains(element.name)) {
            skip("/>");
        } else {
            skip(">");
            open_.push_back(elements_.size() - 1);
        }
    }
    void close() {
        skip("</");
        const std::string closed = name();
        if (open_.empty() || elements_[open_.back()].name != closed) fail("closes " + closed);
        open_.pop_back();
        skip(">");
        if (open_.empty()) rest_ = rest_.substr(std::min(rest_.size(), rest_.find("\n") + 1));
    }

    std::string_view rest_;
    std::vector<Element> elements_;
    std::vector<std::size_t> open_;  ///< indices of elements, innermost last
};

std::vector<Element> elements_of(const std::string& page) {
    return XmlReader(page).read();
}

/// All with that name and, if given, that value of an attribute.
std::vector<Element> find(const std::vector<Element>& elements, const std::string& name,
                          const std::string& attribute = "", const std::string& value = "") {
    std::vector<Element> found;
    for (const Element& element : elements) {
        if (element.name != name) continue;
        if (attribute.empty() || element[attribute] == value) found.push_back(element);
    }
    return found;
}

Element only(const std::vector<Element>& elements, const std::string& name,
             const std::string& attribute, const std::string& value) {
    const auto found = find(elements, name, attribute, value);
    CAPTURE(name, attribute, value);
    REQUIRE(found.size() == 1);
    return found.front();
}

std::string page_of(std::vector<Block> blocks, const Drawings& drawings = {}) {
    Report report;
    report.title = "T";
    report.sections.push_back({"s", "S", std::move(blocks)});
    return to_html(report, drawings);
}

/// Tags with the names of their attributes, in order: all that text must not change.
std::string skeleton(const std::string& page) {
    std::string text;
    for (const Element& element : elements_of(page)) {
        text += std::string(element.ancestors.size(), ' ') + element.name;
        for (const auto& [name, value] : element.attributes)
            text += " " + name;
        text += "\n";
    }
    return text;
}

const std::string hostile =
    "</td></table></style></script><script>alert(1)</script><!-- ]]> --> &amp; &lt \" "
    "onclick=\"x\" "
    "' {} \\22 ; */";

/// What the page makes of one piece of text.
std::string shown(const std::string& text) {
    return find(elements_of(page_of({Paragraph{{{text}}}})), "p").front().text;
}

const std::string unknown = "\xEF\xBF\xBD";

}  // namespace

TEST_CASE("a page with every kind of block is well-formed XML, whatever its text", "[reports]") {
    std::string bytes;
    for (int byte = 0; byte < 256; ++byte)
        bytes += static_cast<char>(byte);
    for (const std::string& text : {std::string("plain"), hostile, bytes, std::string()}) {
        const std::string page = to_html(test::sample_report(text), test::sample_drawings());
        CHECK_NOTHROW(elements_of(page));
    }
}

TEST_CASE("text from outside changes no tag and no attribute of a page", "[reports]") {
    const auto page = [](const std::string& text) {
        return to_html(test::sample_report(text), test::sample_drawings());
    };
    CHECK(skeleton(page(hostile)) == skeleton(page("plain")));
    // Nor does it add rules to the style sheet, where titles of columns stand as strings.
    const auto braces = [&](const std::string& text) {
        const std::string style = find(elements_of(page(text)), "style").front().text;
        return std::pair(std::count(style.begin(), style.end(), '{'),
                         std::count(style.begin(), style.end(), '"'));
    };
    CHECK(braces(hostile) == braces("plain"));
    CHECK(shown(hostile) == hostile);
}

TEST_CASE("characters that XML or HTML forbids become U+FFFD, all others stay", "[reports]") {
    for (const std::string text :
         {"a\tb\nc", "δ σ̄ ≤ 𝒮", "\xC2\xA0", "\xED\x9F\xBF", "\xEE\x80\x80", "\xF0\x9F\x98\x80"}) {
        CHECK(shown(text) == text);
    }
    for (const std::string text : {"\x01", "\x1F", "\x7F", "\xC2\x85", "\xEF\xBF\xBE",
                                   "\xEF\xBF\xBF", "\xEF\xB7\x90", "\xF4\x8F\xBF\xBF"}) {
        CAPTURE(text);
        const std::string made = shown("a" + text + "b");
        CHECK(made.starts_with("a" + unknown));
        CHECK(made.ends_with(unknown + "b"));
    }
    CHECK(shown(std::string("a\0b", 3)) == "a" + unknown + "b");
    // No UTF-8: a byte alone, longer than needed, half a pair, beyond the last, cut off.
    for (const std::string text :
         {"\xFF", "\xC0\x80", "\xE0\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x89"}) {
        CHECK(shown("a" + text).substr(0, 4) == "a" + unknown);
        CHECK(contains(shown(text + "<b>"), "<b>"));
    }
}

TEST_CASE("a page asks for nothing outside of it", "[reports]") {
    Report report = test::sample_report("https://example.org/");
    report.refresh_seconds = 5;
    for (const Element& element : elements_of(to_html(report, test::sample_drawings()))) {
        for (const std::string name : {"src", "href", "action", "srcset", "data"}) {
            if (element.attributes.count(name) == 0) continue;
            CAPTURE(element.name, name, element[name]);
            CHECK((element[name].starts_with("#") || element[name].starts_with("data:")));
        }
    }
    const auto policy =
        only(elements_of(page_of({})), "meta", "http-equiv", "Content-Security-Policy")["content"];
    CHECK(policy.starts_with("default-src 'none'; img-src data:;"));
    CHECK(!contains(templates::report_css, "url("));
    CHECK(!contains(templates::report_css, "@import"));
    for (const std::string_view word : {"fetch(", "XMLHttpRequest", "import(", "innerHTML", "eval"})
        CHECK(!contains(templates::report_js, word));
}

TEST_CASE("style sheet and script can stand in HTML and in XML", "[reports]") {
    CHECK(templates::report_css.find_first_of("<&") == std::string_view::npos);
    for (const std::string_view end : {"]]>", "</script", "<!--"})
        CHECK(!contains(templates::report_js, end));
}

TEST_CASE("only a live page reloads itself, and says so", "[reports]") {
    Report report;
    CHECK(find(elements_of(to_html(report, {})), "meta", "http-equiv", "refresh").empty());
    CHECK(find(elements_of(to_html(report, {})), "p", "class", "live").empty());
    report.refresh_seconds = 7;
    const auto live = elements_of(to_html(report, {}));
    CHECK(only(live, "meta", "http-equiv", "refresh")["content"] == "7");
    CHECK(contains(only(live, "p", "class", "live").text, "7 s"));
}

TEST_CASE("title, subtitle and notices stand at the top, sections in the navigation", "[reports]") {
    Report report{"A & B", "from c", {"first", "second"}, {{"one", "One", {}}, {"", "Two", {}}}};
    const auto page = elements_of(to_html(report, {}));
    CHECK(find(page, "html").front()["lang"] == "en");
    CHECK(find(page, "title").front().text == "A & B");
    CHECK(find(page, "h1").front().text == "A & B");
    CHECK(only(page, "p", "class", "subtitle").text == "from c");
    REQUIRE(find(page, "p", "class", "notice").size() == 2);
    CHECK(find(page, "p", "class", "notice")[1].text == "second");
    CHECK(contains(find(page, "nav").front().text, "One"));
    CHECK(!contains(find(page, "nav").front().text, "Two"));
    CHECK(only(page, "section", "id", "one").text == "\nOne #\n");
    CHECK(only(page, "a", "class", "skip")["href"] == "#main");
}

TEST_CASE("every id of a page is there once, and what has one has a link to itself", "[reports]") {
    const auto page = elements_of(to_html(test::sample_report("x"), test::sample_drawings()));
    std::set<std::string> ids;
    for (const Element& element : page) {
        const auto found = element.attributes.find("id");
        if (found != element.attributes.end()) CHECK(ids.insert(found->second).second);
    }
    for (const std::string id : {"section-1", "table-1", "row-1", "matrix-1", "figure-1", "card-1"})
        CHECK(ids.contains(id));
    for (const std::string id : {"section-1", "row-1", "card-1"}) {
        CAPTURE(id);
        bool is_linked = false;
        for (const Element& anchor : find(page, "a", "class", "anchor"))
            is_linked = is_linked || anchor["href"] == "#" + id;
        CHECK(is_linked);
    }
    // Two places that want one id: the first has it.
    Report report;
    report.sections = {{"a", "first", {}}, {"a", "second", {}}, {"main", "third", {}}};
    const auto twins = elements_of(to_html(report, {}));
    CHECK(contains(only(twins, "section", "id", "a").text, "first"));
    CHECK(contains(only(twins, "section", "id", "a-2").text, "second"));
    CHECK(contains(only(twins, "section", "id", "main-2").text, "third"));
}

TEST_CASE("spans have their style, their link and their verdict", "[reports]") {
    const auto page = elements_of(page_of({Paragraph{{{"go", Span::Style::plain, "there"},
                                                      {"bold", Span::Style::strong},
                                                      {"run", Span::Style::code, "c"},
                                                      {"not-applicable", Span::Style::verdict},
                                                      {"perhaps", Span::Style::verdict}}},
                                           List{{{{"one"}}, {{"two"}}}}}));
    CHECK(only(page, "a", "href", "#there").text == "go");
    CHECK(find(page, "strong").front().text == "bold");
    CHECK(only(page, "a", "href", "#c").text == "run");
    CHECK(find(page, "code").front().ancestors.back() == "a");
    CHECK(only(page, "span", "class", "verdict v-not-applicable").text == "not-applicable");
    CHECK(only(page, "span", "class", "verdict").text == "perhaps");
    CHECK(find(page, "main").front().text.ends_with("\none\ntwo\n\n\n"));
}

namespace {

Table small_table() {
    Table table{"t", "caption", {{"name"}, {"of", false, true, true}, {"F/K", true}}, {}};
    table.columns.push_back({"OF", false, true, true});
    table.columns.push_back({"verdict", false, true});
    const std::vector<Detail> details = {{"scope", {{"all of "}, {"S_3", Span::Style::code}}},
                                         {"repeat", {{"disarray "}, {"search"}}, true}};
    table.rows.push_back({"r1",
                          {{{{"K <= F"}}, details},
                           {{{"a "}, {"b", Span::Style::strong}}},
                           {{{"27/2"}}, {}, "13.5"},
                           {{{"big"}}},
                           {{{"supported", Span::Style::verdict}}}}});
    table.rows.push_back({"", {{{{"short"}}}}});
    return table;
}

}  // namespace

TEST_CASE("a table has its titles, its rows and, folded, their details", "[reports]") {
    const auto page = elements_of(page_of({small_table()}));
    CHECK(contains(only(page, "table", "id", "t").text, "caption"));
    REQUIRE(find(page, "th").size() == 3);
    CHECK(find(page, "th")[1].text == "F/K");
    CHECK(find(page, "th")[1]["scope"] == "col");
    CHECK(find(page, "td").size() == 6);
    CHECK(only(page, "td", "data-sort", "13.5").text == "27/2");
    CHECK(only(page, "a", "href", "#r1").ancestors.back() == "td");
    CHECK(find(page, "dd").front().text == "all of S_3");
    const std::vector<std::string> around = find(page, "dd").front().ancestors;
    CHECK(std::vector<std::string>(around.end() - 3, around.end()) ==
          std::vector<std::string>{"td", "details", "dl"});
}

TEST_CASE("what is to be copied is code, with a button behind it", "[reports]") {
    Card card{"c", "title", {}, {}, {{"repeat", {{"disarray "}, {"search"}}, true}}};
    for (const Block& block : std::vector<Block>{small_table(), Cards{{card}}}) {
        const std::string page = page_of({block});
        CHECK(contains(page,
                       "<dd><code>disarray search</code> <button type=\"button\" "
                       "class=\"copy\">copy</button></dd>"));
    }
}

TEST_CASE("hidden columns are attributes of their row and can be chosen", "[reports]") {
    const auto page = elements_of(page_of({small_table()}));
    const Element row = only(page, "tr", "id", "r1");
    CHECK(row["data-of"] == "a b");
    CHECK(row["data-of-3"] == "big");
    CHECK(!contains(row.text, "big"));
    const Element choice = only(page, "select", "data-column", "of");
    CHECK(choice["data-key"] == "data-of");
    CHECK(choice.text == "alla b");
    CHECK(only(page, "select", "data-column", "OF")["data-key"] == "data-of-3");
    // A column that is shown is named by its place among those that are.
    CHECK(only(page, "select", "data-column", "verdict")["data-index"] == "2");
}

TEST_CASE("choices of a column come once each, numbers by size and verdicts by rank", "[reports]") {
    Table table{"t", "", {{"n", true, true}, {"verdict", false, true}, {"text", false, true}}, {}};
    for (const std::string n : {"10", "9", "10", "-1"})
        table.rows.push_back({"", {{{{n}}}, {{{n == "9" ? "refuted" : "certified"}}}, {{{""}}}}});
    const auto page = elements_of(page_of({table}));
    CHECK(only(page, "select", "data-column", "n").text == "all-1910");
    CHECK(only(page, "select", "data-column", "verdict").text == "allrefutedcertified");
    CHECK(only(page, "select", "data-column", "text").text == "all(none)");
}

TEST_CASE("controls stand above tables that are long or have choices, and only there",
          "[reports]") {
    Table table{"t", "numbers", {{"n", true}}, {}};
    const auto has = [&](const std::string& part) { return contains(page_of({table}), part); };
    const std::string tools = "<div class=\"table-tools\" role=\"search\" data-table=\"t\"";
    const std::string more = "<div class=\"more-of\" data-of=\"t\">";
    table.rows.resize(3, {"", {{{{"1"}}}}});
    CHECK(!has(tools));
    table.columns[0].is_filter = true;
    CHECK(has(tools));
    table.columns[0].is_filter = false;
    table.rows.resize(40, {"", {{{{"1"}}}}});
    CHECK(has(tools));
    CHECK(has("<output class=\"count\" aria-live=\"polite\">40 of 40 rows</output>"));
    CHECK(!has(more));
    table.rows.resize(41, {"", {{{{"1"}}}}});
    CHECK(has(more));
}

TEST_CASE("columns have their width, alignment and title in the style sheet", "[reports]") {
    const std::string page = page_of({small_table()});
    CHECK(contains(page, "[id=\"t\"] th:nth-child(2){min-width:7ch}"));
    CHECK(contains(page, "[id=\"t\"] td:nth-child(2)::before{content:\"F\\2f K\"}"));
    CHECK(contains(page, "[id=\"t\"] tr>:nth-child(2){text-align:right}"));
    CHECK(!contains(page, "[id=\"t\"] tr>:nth-child(1){text-align:right}"));
    // Long words are broken, and a table of many columns scrolls in a box of its own.
    Table table{"t", "wide", std::vector<Column>(12, {std::string(99, 'm')}), {}};
    CHECK(contains(page_of({table}), "th:nth-child(12){min-width:18ch}"));
    CHECK(contains(page_of({table}), "<div class=\"table-box wide\" tabindex=\"0\""));
    table.columns.resize(3);
    CHECK(contains(page_of({table}), "<div class=\"table-box\">"));
}

TEST_CASE("a matrix has a word in each cell, and its explanation and link", "[reports]") {
    Matrix matrix{"m", "laws", "law", {"a", "b", "c"}, {"first"}, {}};
    matrix.rows = {{{Verdict::refuted, "n <= 4", "row"}, {Verdict::exhausted, "", ""}, {}}};
    const std::string page = page_of({matrix});
    CHECK(contains(page,
                   "<tr><th scope=\"row\">first</th>"
                   "<td class=\"v-refuted\" title=\"n &lt;= 4\"><a href=\"#row\">refuted</a></td>"
                   "<td class=\"v-exhausted\"><span>exhausted</span></td><td></td></tr>"));
    const auto elements = elements_of(page);
    const Element box = only(elements, "div", "class", "matrix");
    CHECK(box["aria-label"] == "laws");
    CHECK(box["tabindex"] == "0");
    CHECK(only(elements, "th", "class", "corner").text == "law");
    // The legend has the marks that occur.
    CHECK(only(elements, "p", "class", "legend").text == "refuted exhausted ");
}

TEST_CASE("a drawing stands in the page, words where there is none", "[reports]") {
    Figure figure = test::sample_figure("f", "a disc");
    const std::vector<Block> blocks = {FigureBlock{figure, "drawn by hand"},
                                       Cards{{{"c", "card", figure, {}, {}}}}};
    const auto words = elements_of(page_of(blocks));
    CHECK(find(words, "img").empty());
    CHECK(find(words, "p", "class", "alternative").size() == 2);
    CHECK(find(words, "p", "class", "alternative").front().text == "a disc");
    CHECK(find(words, "figcaption").front().text == "drawn by hand");
    // RFC 4648, section 10.
    const std::map<std::string, std::string> vectors = {
        {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foobar", "Zm9vYmFy"}};
    for (const auto& [svg, code] : vectors) {
        const auto images = find(elements_of(page_of(blocks, {{"f", {"f", svg, ""}}})), "img");
        REQUIRE(images.size() == 2);
        for (const Element& image : images) {
            CHECK(image["src"] == "data:image/svg+xml;base64," + code);
            CHECK(image["alt"] == "a disc");
            CHECK(image["width"] == "720");
            CHECK(image["height"] == "420");
        }
    }
}

TEST_CASE("the numbers of a figure are below it unless they are many", "[reports]") {
    Figure figure = test::sample_figure("f", "x");
    const auto cells = [&] {
        return find(elements_of(page_of({FigureBlock{figure, ""}})), "td").size();
    };
    CHECK(cells() == 4);
    figure.rows.resize(200, {"1", "2"});
    CHECK(cells() == 400);
    figure.rows.resize(201, {"1", "2"});
    CHECK(cells() == 0);
}

TEST_CASE("a card shows what can be read and folds what is to be copied", "[reports]") {
    const Card card{
        "c",
        "A witness",
        {},
        {{{"K = 7"}}, {{"refuted", Span::Style::verdict}}},
        {{"witness", {{"{}"}}, true}, {"scope", {{"n <= 6"}}}, {"repeat", {{"x"}}, true}}};
    const auto page = elements_of(page_of({Cards{{card}}}));
    CHECK(only(page, "article", "id", "c")["class"] == "card");
    CHECK(find(page, "h3").front().text == "A witness #");
    CHECK(find(page, "p", "class", "formula").size() == 2);
    CHECK(find(page, "summary").front().text == "witness, repeat");
    REQUIRE(find(page, "dd").size() == 3);
    CHECK(find(page, "dd")[0].text == "n <= 6");
    CHECK(!contains(find(page, "dl")[0].text, "witness"));
    CHECK(find(page, "details").front().text == "witness, repeatwitness{} copyrepeatx copy");
}
