// SPDX-License-Identifier: MIT
//
// What all verbs of the command line share: how a verb is added, how it reports, and the JSON
// envelope. A verb parses, calls the library and prints; it has no mathematics in it. It builds its
// whole output before it prints any, so that an error leaves nothing half-written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace disarray::app {

/// Ends the program with this status, after everything was printed: 1 where a checked claim came
/// out otherwise than --expect says.
struct ExitStatus {
    int status = 0;
};

/// Key order is part of the output, so that two runs can be compared byte by byte.
using Json = nlohmann::ordered_json;

/// The command line as typed, for the "command" key; set once by main.
void set_command_line(int argc, const char* const* argv);
const std::string& command_line();

/// {"schema": "disarray.<verb>/1", "version": …, "command": …}
Json document(std::string_view verb);

/// Adds `name` to the program. \param example  a complete command line; --help shows it, and the
/// tests run every one that --help shows.
CLI::App& add_verb(CLI::App& program, const std::string& name, const std::string& description,
                   const std::string& example);

/// One option of a verb; `value_name` is what the help calls its value, and the default of a string
/// is shown there.
template <class Value>
CLI::Option* add_option(CLI::App& verb, const std::string& name, const std::string& value_name,
                        Value& value, const std::string& help) {
    CLI::Option* option = verb.add_option(name, value, help)->type_name(value_name);
    if constexpr (std::is_same_v<Value, std::string>) option->capture_default_str();
    return option;
}

/// Checks that a value is a whole number from `least` to `most`.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);

/// Has every option that is a count take whole numbers only; CLI11 would take -1 for the largest
/// one. Called once all verbs and their options are there.
void require_whole_counts(CLI::App& program);

/// --json
void add_json_option(CLI::App& verb, bool& json);
/// --threads N, 0 (all cores) by default
void add_threads_option(CLI::App& verb, unsigned& threads);

/// Prints to standard output and flushes. \throws InputError if it cannot be written.
void print(std::string_view text);
void print_json(const Json& json);

}  // namespace disarray::app
