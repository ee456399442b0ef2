// SPDX-License-Identifier: MIT
#include "app/verb.hpp"

#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "app/version.hpp"
#include "base/error.hpp"

namespace disarray::app {

namespace {

std::string& stored_command_line() {
    static std::string text;
    return text;
}

}  // namespace

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

CLI::App& add_verb(CLI::App& program, const std::string& name, const std::string& description,
                   const std::string& example) {
    CLI::App& verb = *program.add_subcommand(name, description);
    verb.footer("Example:\n  " + example);
    return verb;
}

namespace {

/// What is wrong with a count, empty if nothing is.
std::string complaint_about(const std::string& text, std::uint64_t least, std::uint64_t most) {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error == std::errc() && rest == end && least <= number && number <= most) return {};
    const std::string expected = most == std::numeric_limits<std::uint64_t>::max()
                                     ? fmt::format("at least {}", least)
                                     : fmt::format("from {} to {}", least, most);
    return fmt::format("found \"{}\", expected a whole number, {}", printable(text), expected);
}

}  // namespace

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
    return {[=](std::string& text) { return complaint_about(text, least, most); },
            fmt::format("{}..{}", least, most)};
}

void require_whole_counts(CLI::App& program) {
    for (CLI::Option* option : program.get_options()) {
        if (option->get_type_name().starts_with("UINT")) {
            option->check([](const std::string& text) {
                return complaint_about(text, 0, std::numeric_limits<std::uint64_t>::max());
            });
        }
    }
    for (CLI::App* verb : program.get_subcommands([](CLI::App*) { return true; }))
        require_whole_counts(*verb);
}

void add_json_option(CLI::App& verb, bool& json) {
    verb.add_flag("--json", json, "Print one JSON document instead of text");
}

void add_threads_option(CLI::App& verb, unsigned& threads) {
    // Beyond some thousand threads their stacks are what ends the program.
    verb.add_option("--threads", threads, "Number of threads; 0 uses all that are granted")
        ->check(whole_number(0, 1024))
        ->capture_default_str();
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
