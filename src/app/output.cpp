// SPDX-License-Identifier: MIT
#include "app/output.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

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

Host& stored_host() {
    static Host host;
    return host;
}

/// As a shell would need it.
std::string quoted(const std::string& argument) {
    constexpr std::string_view special = " \t\n\"'$`\\*?;&|<>()[]{}#~!";
    if (!argument.empty() && argument.find_first_of(special) == argument.npos) return argument;
    std::string text = "'";
    for (const char c : argument)
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + '\'';
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
    std::string& text = stored_command_line();
    text = "disarray";
    for (const std::string& argument : arguments)
        text += ' ' + quoted(argument);
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

void print(std::string_view text) {
    if (host().print) {
        host().print(text);
        return;
    }
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
