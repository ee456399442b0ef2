// SPDX-License-Identifier: MIT
#include "app/output.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <nlohmann/json.hpp>

#include "app/version.hpp"
#include "base/error.hpp"

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

}  // namespace

void note_incomplete(bool is_incomplete) {
    stored_incompleteness() |= is_incomplete;
}

bool is_incomplete() {
    return stored_incompleteness();
}

void set_command_line(int argc, const char* const* argv) {
    std::string& text = stored_command_line();
    text = "disarray";
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        const bool plain =
            !argument.empty() &&
            argument.find_first_of(" \t\n\"'$`\\*?;&|<>()[]{}#~!") == std::string_view::npos;
        text += ' ';
        if (plain) {
            text += argument;
            continue;
        }
        text += '\'';
        for (const char c : argument)
            text += c == '\'' ? std::string("'\\''") : std::string(1, c);
        text += '\'';
    }
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

void print(std::string_view text) {
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (!written || std::fflush(stdout) != 0) {
        throw InputError("standard output", std::strerror(errno), "a place that can be written");
    }
}

// Text that came from outside need not be UTF-8; JSON must be.
void print_json(const Json& json) {
    print(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace disarray::app
