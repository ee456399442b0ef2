// SPDX-License-Identifier: MIT
// Markdown says what the report says, reads as plain text, and takes no markup from outside.
#include <algorithm>
#include <array>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "reports/writers.hpp"
#include "tests/catch.hpp"
#include "tests/formats/temporary_file.hpp"
#include "tests/reports/sample_report.hpp"

using namespace disarray;
using namespace disarray::reports;
using Style = Span::Style;

namespace {

/// The blocks alone, without the head of the report and of their section.
std::string markdown_of(std::vector<Block> blocks, const Drawings& drawings = {}) {
    Report report;
    report.title = "T";
    report.sections.push_back({"s", "S", std::move(blocks)});
    const std::string text = to_markdown(report, drawings, "figures");
    const std::string head = "# T\n\n## <a id=\"s\"></a>S\n";
    REQUIRE(text.starts_with(head));
    return text.size() == head.size() ? "" : text.substr(head.size() + 1);
}

std::string line_of(const Text& text) {
    return markdown_of({Paragraph{text}});
}

/// What cmark-gfm, GitHub's own reader, makes of `markdown`; "" if it is not installed.
std::string html_of(const std::string& markdown) {
    const test::TemporaryFile file(markdown);
    const std::string command = "cmark-gfm --unsafe -e table -e strikethrough -e tasklist '" +
                                file.path() + "' 2>/dev/null";
    std::string html;
    FILE* pipe = ::popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::array<char, 4096> buffer{};
    while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), pipe))
        html.append(buffer.data(), size);
    return ::pclose(pipe) == 0 ? html : "";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
    return text;
}

struct Rendered {
    std::string tags;  ///< all tags in order, with the ids of places
    std::string text;  ///< what stands between them, and the alternative text of pictures
};

std::string decoded(std::string text) {
    const std::pair<const char*, const char*> entities[] = {
        {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&amp;", "&"}};
    for (const auto& [entity, character] : entities)
        text = replaced(text, entity, character);
    return text;
}

Rendered take_apart(const std::string& html) {
    Rendered result;
    for (std::size_t i = 0; i < html.size();) {
        const std::size_t begin = std::min(html.find('<', i), html.size());
        const std::size_t end = std::min(html.find('>', begin), html.size());
        result.text += decoded(html.substr(i, begin - i));
        const std::string tag = html.substr(begin, end - begin);
        const std::size_t alt = tag.find("alt=\"");
        if (alt != std::string::npos) {
            result.text += decoded(tag.substr(alt + 5, tag.find('"', alt + 5) - alt - 5));
        }
        const bool is_place = tag.starts_with("<a id") || tag.starts_with("<t");
        result.tags += is_place ? tag : tag.substr(0, tag.find(' '));
        i = end + 1;
    }
    return result;
}

/// Without blanks: HTML sets a line end where Markdown has one.
std::string squeezed(const std::string& text) {
    std::string out;
    for (const char c : text) {
        const bool is_blank = c == ' ' || c == '\n' || c == '\t';
        if (!is_blank) out += c;
    }
    return out;
}

/// Where `found` leaves `expected`, and how; "" if they are equal.
std::string from_difference(const std::string& found, const std::string& expected) {
    if (found == expected) return "";
    std::size_t at = 0;
    while (at < std::min(found.size(), expected.size()) && found[at] == expected[at])
        ++at;
    const std::size_t begin = at < 30 ? 0 : at - 30;
    return found.substr(begin, 60) + " instead of " + expected.substr(begin, 60);
}

/// A report with `text` everywhere is rendered with the same tags as one with a harmless word, and
/// with the same letters between them but for `text` in place of the word.
void require_inert(const std::string& text) {
    const std::string word = "Qqq";
    const auto render = [](const std::string& content) {
        return take_apart(
            html_of(to_markdown(test::sample_report(content), test::sample_drawings(), "figures")));
    };
    const Rendered expected = render(word);
    const Rendered found = render(text);
    INFO("text: " << text);
    CHECK(from_difference(found.tags, expected.tags) == "");
    const std::string wanted = replaced(squeezed(expected.text), word, squeezed(text));
    CHECK(from_difference(squeezed(found.text), wanted) == "");
}

bool has_cmark() {
    const bool is_there = !html_of("x").empty();
    if (!is_there) WARN("skipped: no cmark-gfm, GitHub's reader of Markdown");
    return is_there;
}

const std::vector<std::string> hostile = {
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "a | b || \\| c \\\\| d",
    "`code` ``more`` ```fence```",
    "` a",
    "a `",
    "``",
    "\\`",
    "|",
    "\\",
    "\\|",
    "*",
    "**",
    "_",
    "__",
    "~",
    "~~",
    "[",
    "]",
    "!",
    "&",
    "<",
    ">",
    "#",
    "-",
    "+",
    "=",
    "==",
    "---",
    "1.",
    "1)",
    ">",
    "$",
    "*a* **b** _c_ __d__ ~~e~~ ~f~",
    "[link](http://evil) ![image](x) [ref]: x [^1]",
    "- item",
    "+ item",
    "* item",
    "1. item",
    "12) item",
    "> quotation",
    "# heading",
    "=== x",
    "--- x",
    "$x$ $$y$$ $`z`$",
    "&lt;&amp;&#60;&copy;",
    "<!-- x -->",
    "</a></td>|",
    "a<b>c",
    "<http://x>",
    "-",
    "a\\",
    "x!",
    "    indented",
    "~~~ fence",
    "- [x] task",
    "a_b_c _d",
    "p̄_1 = 0",
    "\"'>",
};

}  // namespace

TEST_CASE("Markdown shows every kind of block", "[reports]") {
    CHECK(line_of(
              {{"K <= F is "}, {"refuted", Style::verdict}, {" at "}, {"n = 6", Style::strong}}) ==
          "K <= F is ✗ refuted at **n = 6**\n");
    CHECK(line_of({{"see ", Style::plain}, {"the row", Style::plain, "r-1"}}) ==
          "see [the row](#r-1)\n");
    CHECK(markdown_of({List{{{{"a"}}, {{"b", Style::strong}}}}}) == "- a\n- **b**\n");
    CHECK(markdown_of({Paragraph{{{"a"}}}, Paragraph{{{"b"}}}}) == "a\n\nb\n");
    CHECK(markdown_of({List{}}) == "");
}

TEST_CASE("a table in Markdown has anchors, small print and no hidden columns", "[reports]") {
    Table table;
    table.id = "t";
    table.caption = "All of them.";
    table.columns = {{"claim"}, {"n", true}, {"frame", false, true, true}};
    table.rows = {{"r-1", {{{{"F[box] <= 3*K"}}}, {{{"6"}}}, {{{"element"}}}}}, {"", {{{{"b"}}}}}};
    table.rows[0].cells[0].details = {{"scope", {{"S_6"}}}, {"repeat", {{"a `b` | c"}}, true}};
    CHECK(markdown_of({table}) ==
          "<a id=\"t\"></a>**All of them.**\n\n"
          "| claim | n |\n|---|---:|\n"
          "| <a id=\"r-1\"></a>F\\[box\\] <= 3\\*K<br>scope: S_6<br>repeat: ``a `b` \\| c`` | 6 |\n"
          "| b |  |\n");
    table.columns = {{"frame", false, true, true}};
    CHECK(markdown_of({table}) == "<a id=\"t\"></a>**All of them.**\n");
}

TEST_CASE("a matrix in Markdown has marks, links and a legend", "[reports]") {
    Matrix matrix;
    matrix.corner = "property";
    matrix.column_titles = {"kendall", "mcc"};
    matrix.row_titles = {"symmetry"};
    matrix.rows = {{{Verdict::refuted, "n <= 4", "r-1"}, {}}};
    CHECK(markdown_of({matrix}) ==
          "| property | kendall | mcc |\n|---|---|---|\n| symmetry | [✗](#r-1) |  |\n\n"
          "✗ refuted · ∀ proved · ✔ certified · ✓ exhausted · \\~ supported · ? undecided · – "
          "not-applicable\n");
}

TEST_CASE("a figure in Markdown is a picture if it was drawn, else its description", "[reports]") {
    Figure figure;
    figure.id = "ratio";
    figure.title = "F/K";
    figure.alt = "falls from 1 to 5/7";
    CHECK(markdown_of({FigureBlock{figure, "Against n."}}) ==
          "<a id=\"ratio\"></a>**F/K**\n\n*falls from 1 to 5/7*\n\nAgainst n.\n");
    CHECK(markdown_of({FigureBlock{figure, ""}}, {{"ratio", {"ratio", "", "%PDF"}}}) ==
          "<a id=\"ratio\"></a>**F/K**\n\n*falls from 1 to 5/7*\n");
    CHECK(markdown_of({FigureBlock{figure, ""}}, {{"ratio", {"ratio", "<svg/>", ""}}}) ==
          "<a id=\"ratio\"></a>**F/K**\n\n![falls from 1 to 5/7](figures/ratio.svg)\n");
}

TEST_CASE("a card in Markdown has its lines, and what is to be copied in a fence", "[reports]") {
    Card card{"w-1", "K > F at 2 1", std::nullopt, {{{"K = 1"}}, {{"- F = 2"}}}, {}};
    card.details = {
        {"refutes", {{"K <= F"}}}, {"JSON", {{"{\"a\": 1}"}}, true}, {"", {{"x ``` y"}}, true}};
    CHECK(markdown_of({Cards{{card}}}) ==
          "### <a id=\"w-1\"></a>K > F at 2 1\n\n- K = 1\n- \\- F = 2\n- refutes: K <= F\n\n"
          "JSON:\n\n```json\n{\"a\": 1}\n```\n\n````\nx ``` y\n````\n");
}

TEST_CASE("the head of Markdown has title, origin and notices", "[reports]") {
    Report report;
    report.title = "Distances";
    report.subtitle = "from *two* documents";
    report.notices = {"1 figure is missing"};
    CHECK(to_markdown(report, {}, "figures") ==
          "# Distances\n\nfrom \\*two\\* documents\n\n> **Note:** 1 figure is missing\n");
}

TEST_CASE("Markdown escapes only what could begin markup", "[reports]") {
    CHECK(line_of({{"S_n, p̄_1, D_ij <= 3, a < b, x -> y, n!/2, -1/2 & 3.5"}}) ==
          "S_n, p̄_1, D_ij <= 3, a < b, x -> y, n!/2, -1/2 & 3.5\n");
    CHECK(line_of({{"-1/2"}}) == "-1/2\n");
    CHECK(line_of({{"- a"}}) == "\\- a\n");
    CHECK(line_of({{"1"}, {". a"}}) == "1\\. a\n");
    CHECK(line_of({{"1.5 a"}}) == "1.5 a\n");
    CHECK(line_of({{"a\nb\r\xff"}}) == "a b \xef\xbf\xbd\n");
    CHECK(line_of({{"x", Style::plain, "a b\"><"}}) == "[x](#a-b---)\n");
}

TEST_CASE("hostile text is spelled out in Markdown", "[reports]") {
    const std::pair<const char*, const char*> cases[] = {
        {"<script>x</script>", "&lt;script>x&lt;/script>"},
        {"<!-- x -->", "&lt;!-- x -->"},
        {"![x](y)", "!\\[x\\](y)"},
        {"*a* _b_ ~c~ `d` $e$", "\\*a\\* \\_b\\_ \\~c\\~ \\`d\\` \\$e\\$"},
        {"# a", "\\# a"},
        {"> a", "\\> a"},
        {"12) a", "12\\) a"},
        {"+ a", "\\+ a"},
        {"---", "\\---"},
        {"===", "\\==="},
        {"a | b \\| c", "a | b \\\\| c"},
        {"&lt;", "&amp;lt;"},
        {"    a", "a"}};
    for (const auto& [text, expected] : cases)
        CHECK(line_of({{text}}) == std::string(expected) + "\n");
    // In code nothing has a meaning but the fence, and the bar in a table.
    CHECK(line_of({{"<b> `` |", Style::code}}) == "```<b> `` |```\n");
    CHECK(line_of({{"`a`", Style::code}}) == "`` `a` ``\n");
    CHECK(line_of({{"a", Style::code}, {"b", Style::code}}) == "`a`<code>b</code>\n");
}

TEST_CASE("hostile text in any place leaves the page as it is", "[reports]") {
    if (!has_cmark()) return;
    for (const std::string& text : hostile)
        require_inert(text);
}

TEST_CASE("random text of special characters leaves the page as it is", "[reports]") {
    if (!has_cmark()) return;
    constexpr unsigned seed = 20251128;
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::vector<std::string> pieces = {
        "\\", "`", "*", "_", "[", "]", "|", "~", "#", "$", "!", "<", ">", "&",  "-", "+",  "=",
        "(",  ")", ".", "1", "a", "σ", " ", ";", ":", "/", "{", "}", "^", "\"", "'", "lt;"};
    for (int i = 0; i < 40; ++i) {
        std::string text = "a";
        if (random() % 2 == 0) text.clear();
        for (std::size_t length = 1 + random() % 8; length > 0; --length)
            text += pieces[random() % pieces.size()];
        if (text.find_first_not_of(' ') == std::string::npos) text += "x";
        require_inert(text);
    }
}
