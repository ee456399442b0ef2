// SPDX-License-Identifier: MIT
// gnuplot draws what it is told and nothing else: text is text, one figure knows nothing of
// another, nothing of the user's settings gets in, and no file stays behind, not even after Ctrl-C.
#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>

#include "base/error.hpp"
#include "reports/figure.hpp"
#include "reports/figures/style.hpp"
#include "reports/figures/svg.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/folder.hpp"

using namespace disarray;
using namespace disarray::reports;
using test::contains;
using test::message_of;
namespace fs = std::filesystem;

namespace {

/// All that may do harm: quotes of both kinds, backquotes, macros, data block ends, formats,
/// markup.
const std::vector<std::string> hostile = {
    "`touch pwned`",
    "\"`touch pwned`\"",
    "'.system('touch pwned').'",
    "'; system 'touch pwned' #",
    "$x EOD @y #z",
    "a_{b}^c &{d} @e ~f",
    "{",
    "}",
    "100 % %d %s %",
    "trailing \\",
    "\\n \\\" \\'",
    "</text><script>alert(1)</script>&lt;&amp;",
    "]]> <!-- -->",
    "σ ≤ τ − δ",
    "",
};

/// What a reader of the drawing sees of it.
std::string shown(const std::string& text) {
    return printable(text, 80);
}

Figure plain_figure(std::string id = "plain", std::string commands = "plot x notitle") {
    Figure figure;
    figure.id = std::move(id);
    figure.title = "A line";
    figure.alt = "y = x";
    figure.width = 300;
    figure.height = 200;
    figure.commands = std::move(commands);
    return figure;
}

bool has_gnuplot() {
    static const bool found = [] {
        try {
            draw({plain_figure()});
            return true;
        } catch (const GnuplotMissing& missing) {
            return false;
        }
    }();
    if (!found) WARN("skipped: gnuplot is not installed");
    return found;
}

/// A variable of the environment as long as this lives.
class Variable {
public:
    Variable(std::string name, const std::string& value) : name_(std::move(name)) {
        if (const char* before = std::getenv(name_.c_str())) before_ = before;
        ::setenv(name_.c_str(), value.c_str(), 1);
    }
    ~Variable() {
        before_ ? ::setenv(name_.c_str(), before_->c_str(), 1) : ::unsetenv(name_.c_str());
    }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

private:
    std::string name_;
    std::optional<std::string> before_;
};

/// A folder that $TMPDIR names as long as it lives.
class OwnTemporaryFolder : public test::Folder {
public:
    bool is_empty() const { return names().empty(); }

private:
    Variable variable_{"TMPDIR", path()};
};

using Tree = boost::property_tree::ptree;

Tree parsed(const std::string& svg) {
    std::istringstream in(svg);
    Tree tree;
    boost::property_tree::read_xml(in, tree);
    return tree;
}

void collect(const Tree& tree, std::vector<std::string>& texts) {
    for (const auto& [name, child] : tree) {
        if (name == "text") texts.push_back(child.data());
        collect(child, texts);
    }
}

/// The texts of a drawing, entities resolved.
std::vector<std::string> texts_of(const std::string& svg) {
    std::vector<std::string> texts;
    collect(parsed(svg), texts);
    return texts;
}

double luminance(std::string_view colour) {
    const auto channel = [&](std::size_t at) {
        const double c = std::stoi(std::string(colour.substr(at, 2)), nullptr, 16) / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

/// WCAG 2.1, "contrast ratio".
double contrast(std::string_view a, std::string_view b) {
    const auto [low, high] = std::minmax({luminance(a), luminance(b)});
    return (high + 0.05) / (low + 0.05);
}

}  // namespace

TEST_CASE("a drawing is a complete SVG with title, description and both colour schemes",
          "[reports][figure]") {
    if (!has_gnuplot()) return;
    const Drawing drawing = draw({plain_figure()}).front();
    CHECK(drawing.id == "plain");
    CHECK(drawing.pdf.empty());
    const Tree svg = parsed(drawing.svg).get_child("svg");
    CHECK(svg.get<std::string>("<xmlattr>.role") == "img");
    CHECK(svg.get<std::string>("<xmlattr>.width") == "300");
    CHECK(svg.get<std::string>("<xmlattr>.height") == "200");
    CHECK(svg.get<std::string>("<xmlattr>.viewBox") == "0 0 300 200");
    CHECK(svg.get<std::string>("title") == "A line");
    CHECK(svg.get<std::string>("desc") == "y = x");
    CHECK(contains(svg.get<std::string>("style"), "prefers-color-scheme:dark"));
    CHECK(contains(svg.get<std::string>("style"), "[stroke=\"black\"]{stroke:#e6e6e6}"));
}

TEST_CASE("a drawing has no script, no background and nothing from elsewhere",
          "[reports][figure]") {
    if (!has_gnuplot()) return;
    std::string svg = draw({plain_figure()}).front().svg;
    const auto drop = [&](const std::string& harmless) {
        for (std::size_t at = 0; (at = svg.find(harmless)) != std::string::npos;)
            svg.erase(at, harmless.size());
    };
    drop("xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"");
    drop("xlink:href='#gpPt");
    for (const char* part : {"http", "script", "href", "url(", "<rect x=\"0\"", "<!--", "GNUPLOT",
                             "Gnuplot", "gnuplot"})
        CHECK_FALSE(contains(svg, part));
}

TEST_CASE("title and alternative text are escaped", "[reports][figure]") {
    if (!has_gnuplot()) return;
    for (const std::string& text : hostile) {
        Figure figure = plain_figure();
        figure.title = "a" + text + "z";
        figure.alt = "b" + text + "y\n";
        const Tree svg = parsed(draw({figure}).front().svg).get_child("svg");
        CHECK(svg.get<std::string>("title") == "a" + text + "z");
        CHECK(svg.get<std::string>("desc") == "b" + text + "y\\x0a");
    }
}

TEST_CASE("text in a figure is shown as it is and never executed", "[reports][figure]") {
    if (!has_gnuplot()) return;
    const OwnTemporaryFolder folder;
    const fs::path here = fs::current_path();
    fs::current_path(folder.path());
    for (const std::string& text : hostile) {
        INFO(text);
        Script script;
        script("y = 'expanded'\nset macros\nset xrange [0:1]\nset yrange [0:1]\nunset ytics");
        script.label(0.5, 0.5, "label" + text);
        script("set xtics ({} 0.5)", tic_text("tic" + text));
        script("plot x title {}", gnuplot_string("key" + text));
        const std::vector<std::string> texts =
            texts_of(draw({plain_figure("hostile", script.text())}, {.pdf = true}).front().svg);
        for (const std::string what : {"label", "tic", "key"})
            CHECK(std::ranges::count(texts, what + shown(text)) == 1);
    }
    fs::current_path(here);
    CHECK(folder.is_empty());
}

TEST_CASE("control characters and bytes that are no UTF-8 are shown as such", "[reports][figure]") {
    CHECK(gnuplot_string("a\nb\0c\xff"
                         "d'") == "'a\\x0ab'");
    CHECK(gnuplot_string(std::string("a\nb\0c\xff"
                                     "d'",
                                     8)) == "'a\\x0ab\\x00c\\xffd'''");
    CHECK(tic_text("5%'") == "'5%%'''");
    CHECK(gnuplot_string("abcdef", 3) == "'abc...'");
    CHECK(xml_escaped("<a b=\"c\" d='e'>&\x01") ==
          "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;\\x01");
}

TEST_CASE("the same figures give the same bytes", "[reports][figure]") {
    if (!has_gnuplot()) return;
    const std::vector<Figure> figures = {plain_figure("a"), plain_figure("b", "plot sin(x)")};
    const std::vector<Drawing> first = draw(figures, {.pdf = true});
    std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // a PDF knows seconds
    const std::vector<Drawing> second = draw(figures, {.pdf = true});
    REQUIRE(first.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(first[i].id == figures[i].id);
        CHECK(first[i].svg == second[i].svg);
        CHECK(first[i].pdf == second[i].pdf);
        CHECK(first[i].pdf.starts_with("%PDF"));
    }
    CHECK(first[0].svg != first[1].svg);
}

TEST_CASE("a program that is not there is GnuplotMissing, by its name", "[reports][figure]") {
    for (const std::string program : {"/no/such/gnuplot", "no-such-gnuplot"}) {
        const std::string message =
            message_of<GnuplotMissing>([&] { draw({plain_figure()}, {.program = program}); });
        CHECK(contains(message, program));
        CHECK(contains(message, "gnuplot-nox"));
    }
    CHECK(draw({}, {.program = "/no/such/gnuplot"}).empty());
}

TEST_CASE("a program that draws nothing is an InternalError", "[reports][figure]") {
    CHECK(contains(message_of<InternalError>([] { draw({plain_figure()}, {.program = "true"}); }),
                   "exit status 0, no drawing of figure plain"));
    CHECK(contains(message_of<InternalError>([] { draw({plain_figure()}, {.program = "false"}); }),
                   "exit status 1"));
}

TEST_CASE("commands that gnuplot refuses are an InternalError with its words and the figure",
          "[reports][figure]") {
    if (!has_gnuplot()) return;
    const OwnTemporaryFolder folder;
    const auto message = [](const std::string& commands) {
        return message_of<InternalError>([&] {
            draw({plain_figure("good"), plain_figure("the-bad", commands)});
        });
    };
    const std::string undefined = message("plot nonsense(x)");
    CHECK(contains(undefined, "undefined function: nonsense"));
    CHECK(contains(undefined, "figure the-bad line"));
    CHECK_FALSE(contains(undefined, folder.path()));
    CHECK(contains(message("$data << EOD\n1 2\n"), "the-bad"));  // without an end
    CHECK(contains(message("set label 'open"), "the-bad"));
    CHECK(contains(message("set title 'nothing plotted'"), "no drawing"));
    CHECK(folder.is_empty());
}

TEST_CASE("nothing of a figure is left for the next one", "[reports][figure]") {
    if (!has_gnuplot()) return;
    const Figure clean = plain_figure("clean", "set xrange [0:1]\nplot x, x/3 title '1/3'");
    const std::string alone = draw({clean}, {.pdf = true}).front().svg;
    const std::vector<std::string> dirty = {
        "set label 'here' at 1,1\nset arrow from 0,0 to 1,1\nset object circle at 0,0 size 1\nplot "
        "x",
        "set xrange [0:1]\nset logscale y\nset format '%e'\nset border 0\nplot x",
        "set linetype 1 lc rgb 'red' lw 7\nset palette gray\nset style data points\nplot x",
        "set decimalsign ','\nset encoding iso_8859_1\nset angles degrees\nplot x",
        "set multiplot layout 2,2\nplot x",  // left open
        "pi = 3\nx = 4\n$data << EOD\n1\nEOD\nplot 3",
        "set lmargin at screen 0.4\nset size 0.5,0.5\nset origin 0.5,0.5\nset key outside\nplot x",
    };
    for (const std::string& commands : dirty) {
        INFO(commands);
        const auto drawings = draw(
            {plain_figure("dirty", commands), clean, plain_figure("end", "plot x")}, {.pdf = true});
        CHECK(drawings[1].svg == alone);
    }
}

TEST_CASE("a figure finds no variables or data of the one before", "[reports][figure]") {
    if (!has_gnuplot()) return;
    const Figure sets = plain_figure("sets", "a = 1\nf(x) = x\n$d << EOD\n1 1\n2 2\nEOD\nplot $d");
    for (const char* use : {"plot a*x", "plot f(x)", "plot $d"})
        CHECK(contains(message_of<InternalError>([&] {
                           draw({sets, plain_figure("uses", use)});
                       }),
                       "figure uses"));
}

TEST_CASE("the user's settings do not get in", "[reports][figure]") {
    if (!has_gnuplot()) return;
    const std::string alone = draw({plain_figure()}).front().svg;
    const OwnTemporaryFolder home;
    for (const char* name : {".gnuplot", ".gnuplot_history"})
        std::ofstream(home / name) << "set label 'from home' at 0,0\nset grid\n";
    const Variable own_home("HOME", home.path());
    const Variable terminal("GNUTERM", "dumb"), library("GNUPLOT_LIB", home.path());
    const Variable locale("LC_ALL", "de_DE.UTF-8"), numbers("LC_NUMERIC", "de_DE.UTF-8");
    CHECK(draw({plain_figure()}).front().svg == alone);
}

TEST_CASE("gnuplot is started without the variables that change what it does",
          "[reports][figure]") {
    const OwnTemporaryFolder folder;
    const fs::path program = folder / "not gnuplot";
    std::ofstream(program)
        << "#!/bin/sh\nenv | grep -E '^(GNU|FIT_|LC_ALL|KEPT)' | sort >&2\nexit 1\n";
    fs::permissions(program, fs::perms::owner_all);
    const Variable terminal("GNUTERM", "dumb"), library("GNUPLOT_LIB", "/tmp"), fit("FIT_LOG", "x");
    const Variable locale("LC_ALL", "de_DE.UTF-8"), kept("KEPT", "yes");
    CHECK(message_of<InternalError>([&] {
              draw({plain_figure()}, {.program = program.string()});
          }) == "gnuplot: KEPT=yes\nLC_ALL=C.UTF-8");
}

TEST_CASE("no temporary file stays behind", "[reports][figure]") {
    if (!has_gnuplot()) return;
    const OwnTemporaryFolder folder;
    draw({plain_figure("a"), plain_figure("b")}, {.pdf = true});
    CHECK(folder.is_empty());
    CHECK_THROWS_AS(draw({plain_figure()}, {.program = "/no/such/gnuplot"}), GnuplotMissing);
    CHECK(folder.is_empty());
}

TEST_CASE("Ctrl-C ends a drawing and leaves no file behind", "[reports][figure]") {
    if (!has_gnuplot()) return;
    const OwnTemporaryFolder folder;
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        std::signal(SIGINT, SIG_DFL);
        try {
            draw({plain_figure("slow", "pause 60\nplot x")});
        } catch (...) {  // not reached: the signal comes first
        }
        ::_exit(7);
    }
    for (int i = 0; i < 500 && folder.is_empty(); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    CHECK_FALSE(folder.is_empty());
    ::kill(child, SIGINT);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGINT);
    CHECK(folder.is_empty());
}

TEST_CASE("a program that handles Ctrl-C gets its drawing", "[reports][figure]") {
    if (!has_gnuplot()) return;
    const OwnTemporaryFolder folder;
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        static volatile std::sig_atomic_t signals = 0;
        std::signal(SIGINT, [](int) { signals = 1; });
        int status = 7;
        try {
            draw({plain_figure("slow", "pause 1\nplot x")});
            status = signals == 1 ? 5 : 6;
        } catch (...) {
        }
        ::_exit(status);
    }
    for (int i = 0; i < 500 && folder.is_empty(); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    ::kill(child, SIGINT);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 5);
    CHECK(folder.is_empty());
}

TEST_CASE("not even a failure that nobody catches leaves a file behind", "[reports][figure]") {
    if (!has_gnuplot()) return;
    const OwnTemporaryFolder folder;
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        std::set_terminate([] { ::_exit(9); });
        std::thread([] { draw({plain_figure("bad", "plot nonsense(x)")}); }).join();
        ::_exit(7);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(WEXITSTATUS(status) == 9);
    CHECK(folder.is_empty());
}

TEST_CASE("a drawing is gnuplot's without what nobody sees", "[reports][figure]") {
    const std::string gnuplot = R"svg(<?xml version="1.0"?><svg viewBox="0 0 9 9">
<title>Gnuplot</title>
<g id="gnuplot_canvas">
<rect x="0" y="0" width="9" height="9" fill="none"/>
<defs>
	<circle id='gpDot' r='0.5'/>
	<path id='gpPt0' d='M0,0'/>
	<filter id='textbox'>
	  <feFlood/>
	</filter>
</defs>
<g fill="none" color="black" stroke="currentColor" stroke-width="2.00" stroke-linecap="butt" stroke-linejoin="miter">
</g>
	<g id="gnuplot_plot_1" ><title>$data</title>
<g fill="none" color="black" stroke="currentColor" stroke-linecap="butt" stroke-linejoin="miter">
	<path stroke='rgb(  0, 114, 178)' d='M1.00,2.04 L3.00,2.04 '/></g>
	</g>
<use xlink:href='#gpPt0'/>
	<g transform="translate(1,2)" font-family="sans-serif" font-size="16.00">
<text>a &lt; b font-family="sans-serif"</text>
</g>
</g>
</svg>
)svg";
    const std::string svg = polished_svg(gnuplot, plain_figure());
    CHECK(svg.substr(svg.find("</style>")) == R"svg(</style>
<g>
<defs>
<path id='gpPt0' d='M0,0'/>
</defs>
<g>
<g fill="none" color="black" stroke="currentColor">
<path stroke='rgb(  0, 114, 178)' d='M1.00,2.04 L3.00,2.04 '/></g>
</g>
<use xlink:href='#gpPt0'/>
<g transform="translate(1,2)" font-size="16.00">
<text>a &lt; b font-family="sans-serif"</text>
</g>
</g>
</svg>
)svg");
    CHECK(contains(svg, "[stroke=\"rgb(  0, 114, 178)\"]{stroke:#56b4e9}"));
    CHECK(contains(svg, "[color=\"black\"]{color:#e6e6e6}"));
    CHECK_NOTHROW(parsed(svg));
}

TEST_CASE("what is no SVG of gnuplot's is refused", "[reports][figure]") {
    for (const char* text : {"", "<svg></svg>", "<svg><g id=\"gnuplot_canvas\">\n<path d='M0,0'"})
        CHECK(contains(message_of<InternalError>([&] { polished_svg(text, plain_figure()); }),
                       "not complete"));
}

TEST_CASE("the colours have a contrast of 3 against the page in light and in dark",
          "[reports][figure]") {
    using namespace palette;
    for (const std::string_view colour : {ink, muted, blue, vermillion, green, purple}) {
        INFO(colour);
        const auto shade = std::ranges::find(dark_shades, colour, &Shade::light);
        CHECK(contrast(colour, "#ffffff") >= 3);
        CHECK(contrast(shade == dark_shades.end() ? colour : shade->dark, "#15181c") >= 3);
    }
    for (const std::string_view text : {ink, muted}) {
        const auto shade = std::ranges::find(dark_shades, text, &Shade::light);
        REQUIRE(shade != dark_shades.end());
        CHECK(contrast(text, "#ffffff") >= 4.5);
        CHECK(contrast(shade->dark, "#15181c") >= 4.5);
    }
}

TEST_CASE("series differ in colour, dashes and mark", "[reports][figure]") {
    for (std::size_t i = 0; i < 5; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            CHECK(series_style(i).colour != series_style(j).colour);
            CHECK(series_style(i).dashes != series_style(j).dashes);
            CHECK(series_style(i).filled != series_style(j).filled);
            CHECK(series_style(i).hollow != series_style(j).hollow);
        }
    }
}
