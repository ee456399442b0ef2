// SPDX-License-Identifier: MIT
//
// gnuplot, called once for all figures of a kind of file: 20 ms to start, 1 ms for the SVG of a
// small drawing, 2.5 ms for its PDF (300 witnesses at n = 6: 0.35 s and 0.75 s; 2 cores, November
// 2026). Each figure is a script of its own that a main script loads, so that a data block without
// an end, or a block left open, cannot reach into the next one, and each begins with `reset
// session`. gnuplot runs without a shell, without ~/.gnuplot (--default-settings also holds for
// `reset session`), without the variables of the environment that change what it does, and in a
// process group of its own: Ctrl-C reaches only us, and we end gnuplot and remove the files before
// it takes effect.
#include "reports/figure.hpp"
#include "base/strtod.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.hpp"
#include "exact/rational.hpp"
#include "reports/figures/style.hpp"
#include "reports/figures/svg.hpp"

extern char** environ;  // NOLINT: POSIX declares it nowhere

namespace disarray::reports {

namespace fs = std::filesystem;

namespace {

/// A folder in $TMPDIR or /tmp that nobody else can read, gone with this object.
class TemporaryFolder {
public:
    TemporaryFolder() : path_((fs::temp_directory_path() / "disarray-figures-XXXXXX").string()) {
        if (!::mkdtemp(path_.data())) {
            throw std::system_error(errno, std::generic_category(), path_ + ": cannot be created");
        }
    }
    ~TemporaryFolder() {
        std::error_code none;
        fs::remove_all(path_, none);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::string file(std::string_view name) const { return fmt::format("{}/{}", path_, name); }

private:
    std::string path_;
};

/// Holds back the signals that would end the program, for this thread, as long as it lives. One
/// that is ignored or has a handler does not end it and is left alone: the drawing goes on.
class SignalsHeld {
public:
    SignalsHeld() {
        sigemptyset(&held_);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
            struct sigaction action {};
            if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_DFL) {
                sigaddset(&held_, signal);
            }
        }
        pthread_sigmask(SIG_BLOCK, &held_, &before_);
    }
    ~SignalsHeld() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    SignalsHeld(const SignalsHeld&) = delete;
    SignalsHeld& operator=(const SignalsHeld&) = delete;

    bool is_one_waiting() const {
        sigset_t waiting;
        sigpending(&waiting);
        return std::ranges::any_of(std::array{SIGINT, SIGTERM, SIGHUP}, [&](int signal) {
            return sigismember(&held_, signal) == 1 && sigismember(&waiting, signal) == 1;
        });
    }
    const sigset_t& before() const { return before_; }

private:
    sigset_t held_{}, before_{};
};

/// What gnuplot may see of the environment, with LC_ALL=C.UTF-8: the others choose a terminal,
/// fonts or libraries, or a decimal comma.
std::vector<std::string> environment() {
    std::vector<std::string> kept = {"LC_ALL=C.UTF-8"};
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string_view text = *variable;
        const bool is_left_out = text.starts_with("GNUTERM") || text.starts_with("GNUPLOT") ||
                                 text.starts_with("FIT_") || text.starts_with("LC_ALL=");
        if (!is_left_out) kept.emplace_back(text);
    }
    return kept;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
    std::vector<char*> out;
    out.reserve(strings.size() + 1);
    for (std::string& text : strings)
        out.push_back(text.data());
    out.push_back(nullptr);
    return out;
}

/// How a program is to be started: quiet, in its own process group, with our signals as they were.
class Launch {
public:
    Launch(const std::string& error_file, const SignalsHeld& signals) {
        posix_spawn_file_actions_init(&actions_);
        posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&actions_, 1, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_addopen(&actions_, 2, error_file.c_str(),
                                         O_WRONLY | O_CREAT | O_TRUNC, 0600);
        posix_spawnattr_init(&attributes_);
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
        posix_spawnattr_setpgroup(&attributes_, 0);
        posix_spawnattr_setsigmask(&attributes_, &signals.before());
    }
    ~Launch() {
        posix_spawnattr_destroy(&attributes_);
        posix_spawn_file_actions_destroy(&actions_);
    }
    Launch(const Launch&) = delete;
    Launch& operator=(const Launch&) = delete;

    /// The process id. \throws GnuplotMissing if there is no such program.
    pid_t start(std::vector<std::string> arguments) const {
        std::vector<std::string> variables = environment();
        pid_t child = 0;
        const int error = posix_spawnp(&child, arguments.front().c_str(), &actions_, &attributes_,
                                       pointers(arguments).data(), pointers(variables).data());
        if (error == 0) return child;
        throw GnuplotMissing(fmt::format(
            "\"{}\" cannot be started ({}): figures are drawn by gnuplot 5.4 or later, on "
            "Debian and Ubuntu in the package gnuplot-nox",
            printable(arguments.front(), 200), std::strerror(error)));
    }

private:
    posix_spawn_file_actions_t actions_{};
    posix_spawnattr_t attributes_{};
};

/// The exit status as waitpid() gives it. A signal that we were sent ends the program first.
int finished(pid_t child, const SignalsHeld& signals) {
    int status = 0;
    while (true) {
        const pid_t done = ::waitpid(child, &status, WNOHANG);
        if (done == child) return status;
        if (done < 0 && errno != EINTR) {
            throw InternalError(fmt::format("waitpid: {}", std::strerror(errno)));
        }
        if (signals.is_one_waiting()) {
            ::kill(-child, SIGKILL);
            ::waitpid(child, &status, 0);
            throw std::runtime_error("interrupted while gnuplot was drawing");
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

/// A path as a gnuplot string. Unlike text that is drawn it stays as it is, byte by byte.
std::string path_string(const std::string& path) {
    std::string out = "'";
    for (const char c : path) {
        out += c;
        if (c == '\'') out += c;
    }
    return out + "'";
}

std::string bytes_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void write(const std::string& path, std::string_view text) {
    std::ofstream out(path, std::ios::binary);
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
    out.close();
    if (!out) throw InputError(path, "no room for it", "a disk that is not full");
}

enum class FileFormat { svg, pdf };

std::string_view ending(FileFormat format) {
    return format == FileFormat::svg ? "svg" : "pdf";
}

/// 96 px are an inch and 16 px are 12 pt, with marks and lines in proportion. The factors are
/// measured: at scale 1 pdfcairo of gnuplot 5.4 makes 4/3 pt of a point of a font, 1/2 pt of a line
/// of width 1, 3 pt of the radius of a mark, and of a dash of 1 at width 2 a little more than 1/4
/// pt.
std::string terminal(const Figure& figure, FileFormat format) {
    const std::string font = fmt::format("font 'sans-serif,{:g}'", default_font_size);
    if (format == FileFormat::svg) {
        return fmt::format("svg size {},{} fixed noenhanced {} butt", figure.width, figure.height,
                           font);
    }
    return fmt::format(
        "pdfcairo size {:.4f}in,{:.4f}in noenhanced color {} fontscale 0.5625 linewidth 1.5 "
        "pointscale 1.5 dashlength 1.8 butt",
        figure.width / 96.0, figure.height / 96.0, font);
}

/// Everything that `reset session` leaves as the figure before may have set it.
constexpr std::string_view clean_slate =
    "unset multiplot\nset for [i=1:8] linetype i lw 1 dt solid pt i ps default\nreset session\n"
    "set encoding utf8\nunset decimalsign\nset print\nset loadpath\nset fontpath\n";

/// gnuplot's message with the names of figures in place of our files, and no more than a screenful.
std::string gnuplot_message(std::string message, const TemporaryFolder& folder,
                            const std::vector<Figure>& figures) {
    for (std::size_t i = 0; i < figures.size(); ++i) {
        const std::string file = fmt::format("\"{}\"", folder.file(fmt::format("{}.gp", i)));
        const std::string name = fmt::format("figure {}", printable(figures[i].id, 80));
        for (std::size_t at = message.find(file); at != message.npos; at = message.find(file))
            message.replace(at, file.size(), name);
    }
    const std::size_t begin = std::min(message.find_first_not_of(" \n"), message.size());
    message = message.substr(begin, message.find_last_not_of(" \n") + 1 - begin);
    return message.size() > 2000 ? "..." + message.substr(message.size() - 2000) : message;
}

/// The files in that format, one for each figure.
std::vector<std::string> files(const std::vector<Figure>& figures, FileFormat format,
                               const std::string& program) {
    const SignalsHeld signals;  // outlives the folder
    const TemporaryFolder folder;
    const auto drawing = [&](std::size_t i) {
        return folder.file(fmt::format("{}.{}", i, ending(format)));
    };
    std::string main;
    for (std::size_t i = 0; i < figures.size(); ++i) {
        const std::string script = folder.file(fmt::format("{}.gp", i));
        write(script, fmt::format("{}set terminal {}\nset output {}\n{}\n", clean_slate,
                                  terminal(figures[i], format), path_string(drawing(i)),
                                  figures[i].commands));
        main += fmt::format("load {}\nunset multiplot\nunset output\n", path_string(script));
    }
    write(folder.file("main.gp"), main);
    const Launch launch(folder.file("errors"), signals);
    const int status =
        finished(launch.start({program, "--default-settings", folder.file("main.gp")}), signals);
    std::vector<std::string> out;
    for (std::size_t i = 0; i < figures.size(); ++i)
        out.push_back(bytes_of(drawing(i)));
    const auto missing = std::ranges::find(out, "");
    if (status == 0 && missing == out.end()) return out;
    std::string message = gnuplot_message(bytes_of(folder.file("errors")), folder, figures);
    if (message.empty() && WIFSIGNALED(status)) {
        message = fmt::format("ended by signal {}", WTERMSIG(status));
    } else if (message.empty()) {
        message = fmt::format("exit status {}", WEXITSTATUS(status));
    }
    if (status == 0) {
        const auto first = static_cast<std::size_t>(missing - out.begin());
        message += fmt::format(", no drawing of figure {}", printable(figures[first].id, 80));
    }
    throw InternalError("gnuplot: " + message);
}

/// The moment at which it was drawn, which cairo writes into a PDF, made the same for all.
void forget_date(std::string& pdf) {
    constexpr std::string_view key = "/CreationDate (D:";
    const std::size_t at = pdf.find(key);
    if (at == pdf.npos) return;
    constexpr std::string_view epoch = "19700101000000";
    for (std::size_t i = 0; i < epoch.size(); ++i) {
        char& digit = pdf.at(at + key.size() + i);
        if (digit < '0' || digit > '9') return;
        digit = epoch[i];
    }
}

/// |x| of a number as it stands in a row, rounded; 0 for other words.
double magnitude(const std::string& cell) {
    if (cell.find_first_of("0123456789") > 1) return 0;  // after a sign at most
    std::size_t read = 0;
    const double decimal = c_strtod(cell, &read);
    if (read == cell.size()) return std::abs(decimal);
    if (cell[read] != '/') return 0;
    try {
        return std::abs(Rational::parse(cell, "a number").approximate());
    } catch (const InputError&) {
        return 0;  // a name such as 1/x
    }
}

}  // namespace

bool is_drawable(const Figure& figure) {
    constexpr double most = 1e300;
    return std::ranges::all_of(figure.rows, [](const std::vector<std::string>& row) {
        return std::ranges::all_of(row,
                                   [](const std::string& cell) { return magnitude(cell) <= most; });
    });
}

std::vector<Drawing> draw(const std::vector<Figure>& figures, const DrawOptions& options) {
    if (figures.empty()) return {};
    try {
        std::vector<Drawing> drawings;
        const std::vector<std::string> svg = files(figures, FileFormat::svg, options.program);
        for (std::size_t i = 0; i < figures.size(); ++i)
            drawings.push_back({figures[i].id, polished_svg(svg[i], figures[i]), ""});
        if (!options.pdf) return drawings;
        std::vector<std::string> pdf = files(figures, FileFormat::pdf, options.program);
        for (std::size_t i = 0; i < figures.size(); ++i) {
            forget_date(pdf[i]);
            drawings[i].pdf = std::move(pdf[i]);
        }
        return drawings;
    } catch (...) {  // without it, what nobody catches would end the program and leave the files
        throw;
    }
}

}  // namespace disarray::reports
