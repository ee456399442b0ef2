// SPDX-License-Identifier: MIT
#include "app/output.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/version.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

namespace disarray::app {

namespace {

std::string& stored_command_line() {
    static std::string text;
    return text;
}

bool& stored_incompleteness() {
    static bool noted = false;
    return noted;
}

Host& stored_host() {
    static Host host;
    return host;
}

/// The verdicts of --fail-if, and whether one of them was noted.
struct Failing {
    std::vector<Verdict> verdicts;
    bool noted = false;
};

Failing& stored_failing() {
    static Failing failing;
    return failing;
}

/// mpirun hands a terminal of its own to the first rank, and its text to a file.
bool is_rank_of_mpi() {
    constexpr const char* names[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"};
    return std::ranges::any_of(names, [](auto* name) { return std::getenv(name) != nullptr; });
}

/// no-color.org: any value that is not empty.
bool shows_colours() {
    const char* const refusal = std::getenv("NO_COLOR");
    const char* const terminal = std::getenv("TERM");
    return !host().print && isatty(STDOUT_FILENO) == 1 && !is_rank_of_mpi() &&
           (refusal == nullptr || *refusal == '\0') && terminal != nullptr &&
           std::string_view(terminal) != "dumb";
}

/// Red what fell, green what was decided for every case in scope, yellow what is open.
constexpr std::pair<std::string_view, std::string_view> colours[] = {
    {"refuted", "\x1b[31m"},   {"proved", "\x1b[32m"},    {"certified", "\x1b[32m"},
    {"exhausted", "\x1b[32m"}, {"undecided", "\x1b[33m"},
};

/// Each of those words in its colour, where it is a word of its own.
std::string coloured(std::string_view text) {
    const auto is_letter = [](char c) {
        return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '-' || c == '_';
    };
    std::string result;
    while (!text.empty()) {
        std::size_t length = 0;
        while (length < text.size() && is_letter(text[length]))
            ++length;
        const std::string_view word = text.substr(0, length);
        const auto* const colour =
            std::ranges::find(colours, word, [](auto& c) { return c.first; });
        if (colour != std::end(colours)) {
            result.append(colour->second).append(word).append("\x1b[0m");
        } else {
            result += word;
        }
        text.remove_prefix(length);
        if (text.empty()) break;
        result += text.front();
        text.remove_prefix(1);
    }
    return result;
}

void write(std::string_view text) {
    if (host().print) return host().print(text);
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (!written || std::fflush(stdout) != 0) {
        throw InputError("standard output", std::strerror(errno), "a place that can be written");
    }
}

}  // namespace

void note_incomplete(bool is_incomplete) {
    stored_incompleteness() |= is_incomplete;
}

bool is_incomplete() {
    return stored_incompleteness();
}

void begin_command(const std::vector<std::string>& arguments) {
    stored_incompleteness() = false;
    stored_failing() = {};
    std::string& text = stored_command_line();
    text = "disarray";
    for (const std::string& argument : arguments)
        text += ' ' + shell_word(argument);
}

void set_host(Host host) {
    stored_host() = std::move(host);
}

const Host& host() {
    return stored_host();
}

const std::string& command_line() {
    return stored_command_line();
}

Json document(std::string_view verb) {
    Json json;
    json["schema"] = "disarray." + std::string(verb) + "/1";
    json["version"] = version;
    json["command"] = command_line();
    return json;
}

void note_verdict(Verdict verdict) {
    Failing& failing = stored_failing();
    failing.noted |= std::ranges::find(failing.verdicts, verdict) != failing.verdicts.end();
}

void fail_if(Verdict verdict) {
    stored_failing().verdicts.push_back(verdict);
}

bool is_failed() {
    return stored_failing().noted;
}

// Names of files and of what is in them may have what a terminal obeys.
void print(std::string_view text) {
    const std::string shown = printable_lines(text);
    write(shows_colours() ? coloured(shown) : shown);
}

// Text that came from outside need not be UTF-8; JSON must be. A reader of a document does not see
// the exit status: what was cut short says so itself.
void print_json(const Json& json) {
    Json printed = json;
    if (!printed.contains("complete")) printed["complete"] = !is_incomplete();
    write(printed.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace disarray::app
