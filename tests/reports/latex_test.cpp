// SPDX-License-Identifier: MIT
// LaTeX says what the report says, is well formed whatever the text, and lualatex takes it.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <unistd.h>

#include "reports/writers.hpp"
#include "tests/catch.hpp"
#include "tests/reports/sample_report.hpp"

using namespace disarray;
using namespace disarray::reports;
using Style = Span::Style;

namespace {

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

std::string body_of(const std::string& latex) {
    const std::string begin = "\\begin{document}\n";
    return latex.substr(latex.find(begin) + begin.size());
}

std::string latex_of(Block block, const Drawings& drawings = {}) {
    Report report;
    report.sections.push_back({"", "", {std::move(block)}});
    return body_of(to_latex(report, drawings, "figures"));
}

std::string line_of(const Text& text) {
    const std::string body = latex_of(Paragraph{text});
    const std::string head = "\\section{}\n\n";
    const std::size_t begin = body.find(head) + head.size();
    return body.substr(begin, body.find("\n\n", begin) - begin);
}

/// What TeX would act on, token by token.
struct Skeleton {
    std::multiset<std::string> commands;  ///< "\textbf", "\\"
    std::string actives;  ///< & $ # ^ _ ~ % as they come, where they are not escaped
    std::string fault;    ///< "" if braces and environments are balanced
};

std::string command_at(const std::string& latex, std::size_t at) {
    std::size_t end = at + 1;
    while (end < latex.size() && std::isalpha(static_cast<unsigned char>(latex[end])) != 0)
        ++end;
    return latex.substr(at, std::max(end, at + 2) - at);
}

/// Commands whose argument is a name and no text.
const std::set<std::string> named_arguments = {"\\begin", "\\end", "\\hyperlink", "\\hypertarget",
                                               "\\anchor"};

Skeleton skeleton_of(const std::string& latex) {
    Skeleton result;
    std::vector<std::string> open;
    const auto close = [&](const std::string& wanted) {
        if (open.empty() || open.back() != wanted) {
            result.fault += wanted + " closes " + (open.empty() ? "nothing" : open.back()) + "; ";
        } else {
            open.pop_back();
        }
    };
    for (std::size_t i = 0; i < latex.size(); ++i) {
        const char c = latex[i];
        if (c == '\\') {
            const std::string command = command_at(latex, i);
            result.commands.insert(command);
            i += command.size() - 1;
            const bool has_name = i + 1 < latex.size() && latex[i + 1] == '{';
            if (!has_name || named_arguments.count(command) == 0) continue;
            const std::size_t end = latex.find('}', i);
            const std::string name = latex.substr(i + 2, end - i - 2);
            i = end;
            if (command == "\\begin") open.push_back(name);
            if (command == "\\end") close(name);
        } else if (c == '{') {
            open.emplace_back("{");
        } else if (c == '}') {
            close("{");
        } else if (std::string("&$#^_~%").find(c) != std::string::npos) {
            result.actives += c;
        }
    }
    for (const std::string& name : open)
        result.fault += name + " stays open; ";
    return result;
}

/// What escaped text may contain.
const std::set<std::string> harmless = {
    "\\textbackslash", "\\textasciicircum", "\\textasciitilde", "\\{", "\\}", "\\$", "\\&", "\\#",
    "\\_", "\\%", "\\ ", "\\cut",
    // layout: small print, a column head and code of several lines
    "\\scriptsize", "\\parbox", "\\raggedright", "\\par"};

/// `text` in every place adds nothing that TeX would act on to a report with a harmless word.
void require_inert(const std::string& text) {
    INFO("text: " << text);
    Skeleton expected =
        skeleton_of(to_latex(test::sample_report("x"), test::sample_drawings(), "f"));
    const Skeleton found =
        skeleton_of(to_latex(test::sample_report(text), test::sample_drawings(), "f"));
    CHECK(found.fault == "");
    CHECK(found.actives == expected.actives);
    std::vector<std::string> more;
    std::set_difference(found.commands.begin(), found.commands.end(), expected.commands.begin(),
                        expected.commands.end(), std::back_inserter(more));
    for (const std::string& command : more) {
        INFO("command: " << command);
        CHECK(harmless.count(command) == 1);
    }
}

/// A folder that is gone in the end.
class TemporaryFolder {
public:
    TemporaryFolder()
        : path_(std::filesystem::temp_directory_path() /
                ("disarray_latex_" + std::to_string(::getpid()))) {
        std::filesystem::create_directories(path_ / "figures");
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    void write(const std::string& name, const std::string& bytes) const {
        std::ofstream(path_ / name, std::ios::binary) << bytes;
    }
    std::string read(const std::string& name) const {
        std::ifstream file(path_ / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

/// The smallest page: nothing on 72 pt × 72 pt.
const std::string empty_pdf =
    "%PDF-1.4\n"
    "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]/Resources<<>>>>endobj\n"
    "xref\n0 4\n0000000000 65535 f \n0000000009 00000 n \n0000000052 00000 n \n"
    "0000000101 00000 n \ntrailer<</Size 4/Root 1 0 R>>\nstartxref\n176\n%%EOF\n";

/// What the reports have of mathematics, letters of other languages, control characters, letters
/// with marks.
const std::string all_characters =
    " !\"#$%&'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~ äéřŁß αβγδεθλμπρστφω ΓΔΘΛΞΠΣΦΨΩ ½·×÷±²³¹µ "
    "∀∃∈∉∑∏√∞∧∨∩∪∼≈≠≡≤≥≪≫≺≻⊂⊆⌈⌉⌊⌋⟨⟩ →⇒↔↦ ℓℕℚℝℤ 𝒜𝒯 ₀₁₂⁰⁴ –—‘’“”…• §¶© \r\n\t\x01\xff p̄₁² m̃";

bool has_lualatex() {
    const bool is_there = std::system("lualatex --version >/dev/null 2>&1") == 0;
    if (!is_there) WARN("skipped: no lualatex");
    return is_there;
}

/// Runs lualatex once. \returns its log; "no PDF" in front of it if it failed
std::string log_of(const Report& report) {
    const TemporaryFolder folder;
    folder.write("report.tex", to_latex(report, test::sample_drawings(), "figures"));
    folder.write("figures/figure-2.pdf", empty_pdf);
    const std::string command = "cd '" + folder.path() +
                                "' && timeout 200 lualatex -no-shell-escape -halt-on-error "
                                "-interaction=nonstopmode report.tex >/dev/null 2>&1";
    const bool is_made = std::system(command.c_str()) == 0;
    return (is_made ? "" : "no PDF\n") + folder.read("report.log");
}

/// The lines of a log that begin with `what`.
std::vector<std::string> lines(const std::string& log, const std::string& what) {
    std::vector<std::string> found;
    for (std::size_t at = 0; (at = log.find("\n" + what, at)) != std::string::npos; ++at)
        found.push_back(log.substr(at + 1, log.find('\n', at + 1) - at - 1));
    return found;
}

}  // namespace

TEST_CASE("LaTeX says which program takes it, and keeps what is not TeX's", "[reports]") {
    CHECK(to_latex({}, {}, "figures").starts_with("% compile with lualatex\n"));
    for (const char* text : {"p̄_1 <= ½·σ(i)", "m̃₁ ∈ 𝒯 – “a”", "a😀é", "a--b <<c>> ,,d ''"}) {
        std::string expected = text;
        if (const std::size_t at = expected.find('_'); at != std::string::npos)
            expected.insert(at, "\\");
        if (const std::size_t at = expected.find("₁"); at != std::string::npos)
            expected.replace(at, std::string_view("₁").size(), "\\textsubscript{1}");
        CHECK(line_of({{text}}) == expected);
    }
    CHECK(line_of({{"a\xff"}}) == "a?");
}

TEST_CASE("LaTeX escapes what TeX would act on", "[reports]") {
    CHECK(line_of({{"\\ { } $ & # ^ _ ~ %"}}) ==
          "\\textbackslash{} \\{ \\} \\$ \\& \\# \\textasciicircum{} \\_ \\textasciitilde{} \\%");
    CHECK(line_of({{"[e]*"}}) == "{[}e{]}{*}");
    CHECK(line_of({{"a\nb\tc\\\\"}}) == "a b c\\textbackslash{}\\textbackslash{}");
}

TEST_CASE("LaTeX shows styles, verdicts and links", "[reports]") {
    CHECK(line_of({{"b", Style::strong}, {" is "}, {"refuted", Style::verdict, "row 1"}}) ==
          "\\textbf{b} is \\hyperlink{row-1}{\\ding{55}~refuted}");
    CHECK(line_of({{"--json '1'", Style::code}}) == "\\texttt{--json '1'}");
    CHECK(line_of({{"supported", Style::verdict}, {", "}, {"x", Style::verdict}}) ==
          "\\ensuremath{\\sim}~supported, x");
}

TEST_CASE("LaTeX breaks long words, but no sooner than it must", "[reports]") {
    CHECK_FALSE(contains(line_of({{"indecomposable [2,1]"}}), "\\cut"));
    const std::string word(100, 'x');
    const std::string broken = line_of({{word}});
    CHECK(contains(broken, "xxx\\cut{}xxx"));
    CHECK(std::count(broken.begin(), broken.end(), '\\') == 4);
    CHECK(contains(line_of({{"{\"rankings\":[[1,2]]}", Style::code}}), ":\\cut{}"));
    // TeX reads lines of up to 200000 bytes.
    std::string matrix;
    for (int i = 0; i < 50 * 50; ++i)
        matrix += "\"1/2\",";
    const std::string latex = line_of({{matrix, Style::code}, {matrix}});
    std::size_t longest = 0;
    for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
        end = latex.find('\n', begin);
        longest = std::max(longest, std::min(end, latex.size()) - begin);
    }
    CHECK(longest < 400);
}

TEST_CASE("a table in LaTeX fits the line and leaves out hidden columns", "[reports]") {
    Table table;
    table.id = "t";
    table.caption = "All";
    table.columns = {{"claim"}, {"n", true}, {"frame", false, true, true}};
    table.rows = {{"r-1", {{{{"K <= F"}}}, {{{"6"}}}, {{{"element"}}}}}};
    table.rows[0].cells[0].details = {{"repeat", {{"disarray"}}, true}};
    const std::string latex = latex_of(table);
    CHECK(contains(latex, "{\\footnotesize\n\\begin{longtable}[l]{L{"));
    CHECK(contains(latex, "\\textbf{claim} & \\textbf{n} \\\\\n"));
    CHECK(contains(latex, "\n\\anchor{r-1}K <= F & 6 \\\\*\n\\multicolumn{2}{L{"));
    CHECK(contains(latex, "{\\smallprint \\textit{repeat:} \\texttt{disarray}} \\\\"));
    CHECK_FALSE(contains(latex, "element"));
    CHECK_FALSE(contains(latex, "landscape"));
    table.columns = {{"frame", false, true, true}};
    CHECK_FALSE(contains(latex_of(table), "longtable"));
}

TEST_CASE("a table in LaTeX turns the page where words would be cut", "[reports]") {
    Table table;
    table.rows.resize(1);
    for (int i = 0; i < 14; ++i) {
        table.columns.push_back({"column"});
        table.rows[0].cells.push_back({{{"indecomposable"}}});
    }
    const std::string latex = latex_of(table);
    CHECK(contains(latex, "\\begin{landscape}\n{\\scriptsize"));
    double sum = 0;
    for (std::size_t at = 0; (at = latex.find("L{0.", at)) != std::string::npos; ++at)
        sum += std::stod(latex.substr(at + 2));
    CHECK(sum > 0.5);
    CHECK(sum <= 1);
}

TEST_CASE("a matrix in LaTeX comes in blocks of at most 18 columns", "[reports]") {
    Matrix matrix;
    matrix.caption = "Properties";
    for (int i = 0; i < 39; ++i)
        matrix.column_titles.push_back("m" + std::to_string(i));
    matrix.row_titles = {"symmetry"};
    matrix.rows = {{{Verdict::refuted, "", "r-1"}, {}, {Verdict::not_applicable, "", ""}}};
    const std::string latex = latex_of(matrix);
    for (const char* first : {"m0", "m13", "m26"}) {
        CHECK(contains(latex, "\\textbf{} & \\rotatebox{90}{" + std::string(first) + "} & "));
    }
    CHECK(contains(latex, "\nsymmetry & \\hyperlink{r-1}{\\ding{55}} &  & – & "));
    CHECK(contains(latex, "Properties (continued)"));
    CHECK(contains(latex, "\\ding{52}~certified"));
}

TEST_CASE("a figure in LaTeX is a picture if it was drawn, else its description", "[reports]") {
    Figure figure;
    figure.id = "ratio";
    figure.title = "F/K";
    figure.alt = "falls from 1 to 5/7";
    CHECK(contains(latex_of(FigureBlock{figure, "Against n."}), "\\textit{falls from 1 to 5/7}"));
    CHECK(contains(latex_of(FigureBlock{figure, ""}, {{"ratio", {"ratio", "<svg/>", ""}}}),
                   "\\textit{falls"));
    const std::string drawn =
        latex_of(FigureBlock{figure, "Against n."}, {{"ratio", {"ratio", "<svg/>", "%PDF"}}});
    CHECK(contains(drawn, "\\anchor{ratio}\\includegraphics[width=\\linewidth,"));
    CHECK(contains(drawn, "{figures/ratio.pdf}"));
    figure.width = 180;
    CHECK(contains(latex_of(FigureBlock{figure, ""}, {{"ratio", {"ratio", "<svg/>", "%PDF"}}}),
                   "[width=0.250\\linewidth,"));
    CHECK(contains(drawn, "\\textbf{F/K}\\quad Against n."));
}

TEST_CASE(
    "LaTeX has the first rows of a long table, says how many it leaves out, and links to none",
    "[reports]") {
    Table table{"t", "long", {{"n"}}, {}};
    for (std::size_t r = 0; r < 31; ++r)
        table.rows.push_back({fmt::format("row-{}", r), {{{{fmt::format("value {}.", r)}}}}});
    Report report{"", "", {}, {{"s", "S", {table}}}};
    for (const char* row : {"row-29", "row-30"})
        report.sections[0].blocks.push_back(Paragraph{{{"see", Span::Style::plain, row}}});
    const std::string text = body_of(to_latex(report, {}, "figures"));
    CHECK(contains(text, "value 29."));
    CHECK_FALSE(contains(text, "value 30."));
    CHECK(contains(text, "And 1 more rows, in the CSV files and the page."));
    CHECK(contains(text, "\\hyperlink{row-29}"));
    CHECK_FALSE(contains(text, "\\hyperlink{row-30}"));
}

TEST_CASE("LaTeX shows lists, cards, titles and notices", "[reports]") {
    CHECK(contains(latex_of(List{{{{"a"}}, {{"[b]"}}}}),
                   "\\begin{itemize}\n\\item a\n\\item {[}b{]}\n\\end{itemize}\n"));
    CHECK_FALSE(contains(latex_of(List{}), "itemize"));
    Card card{"w-1", "K > F at σ", std::nullopt, {{{"K = 1"}}}, {{"JSON", {{"{\n 1"}}, true}}};
    const std::string latex = latex_of(Cards{{card}});
    CHECK(contains(latex, "\\hypertarget{w-1}{%\n\\subsection{K > F at σ}}\n"));
    CHECK(contains(latex, "\\item K = 1\n"));
    CHECK(
        contains(latex, "JSON:\n\n{\\footnotesize\\raggedright\\ttfamily \\{\\par\n 1\\par\n}\n"));
    Report report;
    report.title = "Distances & more";
    report.subtitle = "from 2 documents";
    report.notices = {"1 figure is missing"};
    const std::string front = to_latex(report, {}, "figures");
    CHECK(contains(front, "Distances \\& more\\par}\n\nfrom 2 documents\n\n"));
    CHECK(contains(front, "\\textbf{Note:} 1 figure is missing"));
}

TEST_CASE("hostile text in any place leaves LaTeX as it is", "[reports]") {
    for (const char* text : {"\\input{/etc/passwd}",
                             "\\write18{rm}",
                             "}{",
                             "\\end{document}",
                             "a & b \\\\ c",
                             "%",
                             "$x$",
                             "#1",
                             "x^2_3",
                             "~",
                             "\\",
                             "[x]",
                             "*",
                             "\\\\[2pt]",
                             "^^5cinput",
                             "--",
                             "\\begin{x}",
                             "\n\n",
                             "σ ≠ p̄",
                             "\\verb|x|",
                             "a\\"}) {
        require_inert(text);
    }
}

TEST_CASE("random text of special characters leaves LaTeX as it is", "[reports]") {
    constexpr unsigned seed = 20251129;
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::vector<std::string> pieces = {"\\", "{",  "}", "$", "&", "#", "^", "_",
                                             "~",  "%",  "[", "]", "*", "-", ",", "'",
                                             "`",  "\"", " ", "a", "σ", "\n"};
    for (int i = 0; i < 200; ++i) {
        std::string text;
        for (std::size_t length = 1 + random() % 12; length > 0; --length)
            text += pieces[random() % pieces.size()];
        require_inert(text);
    }
}

TEST_CASE("lualatex takes every character", "[reports]") {
    if (!has_lualatex()) return;
    Report report;
    const Text text = {{all_characters}, {all_characters, Style::strong}};
    report.sections.push_back({"s", all_characters, {Paragraph{text}}});
    const std::string log = log_of(report);
    REQUIRE_FALSE(log.starts_with("no PDF"));
    CHECK(lines(log, "Missing character").empty());
}

TEST_CASE("lualatex takes every block with hostile, long and empty text", "[reports]") {
    if (!has_lualatex()) return;
    for (const std::string& text :
         {std::string("\\input{x} }{ & \\\\ % $ # ^ _ ~ [ ^^5c \\end{document} σ"),
          std::string(400, 'm'), std::string()}) {
        const std::string log = log_of(test::sample_report(text));
        INFO("text: " << text << "\nlog: " << log);
        CHECK_FALSE(log.starts_with("no PDF"));
    }
}

TEST_CASE("tables that lualatex makes stay inside the page", "[reports]") {
    if (!has_lualatex()) return;
    Report report = test::sample_report("every σ in S_4 and every pseudometric D");
    Table table;
    table.columns = {{"claim"},   {"statement"}, {"n", true}, {"metric"},
                     {"verdict"}, {"scope"},     {"finding"}};
    for (std::size_t i = 0; i < 60; ++i) {
        const std::string longer(i * 7, 'f');
        table.rows.push_back(
            {"wide-" + std::to_string(i),
             {{{{"KV-zero-together-pseudometric"}}},
              {{{"all metrics alone are greatest at equality with a greatest value"}}},
              {{{"6"}}},
              {{{"footrule[prefix-sym]"}}},
              {{{"not-applicable", Style::verdict}}},
              {{{"every σ in S_n, n <= 7; δ >= 0 in 7 patterns"}}},
              {{{"M(σ,ρ) = (35/92 + (15/46)/log2(3) ≠ " + longer}},
               {{"witness",
                 {{"{\"rankings\":[[2,1]],\"swap_costs\":[\"0\"]}" + longer}},
                 true}}}}});
    }
    report.sections[1].blocks.push_back(table);
    const std::string log = log_of(report);
    REQUIRE_FALSE(log.starts_with("no PDF"));
    // A point into the margin of 18 mm is not seen.
    const std::string overfull = "Overfull \\hbox (";
    for (const std::string& line : lines(log, overfull)) {
        INFO(line);
        CHECK(std::stod(line.substr(overfull.size())) < 1);
    }
}
