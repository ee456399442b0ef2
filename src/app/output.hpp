// SPDX-License-Identifier: MIT
//
// How every verb reports: the JSON envelope, printing, the exit status. A verb parses, calls the
// library and prints; it has no mathematics in it. It builds its whole output before it prints any,
// so that an error leaves nothing half-written.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

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

/// Prints to standard output and flushes. \throws InputError if it cannot be written.
void print(std::string_view text);
void print_json(const Json& json);

}  // namespace disarray::app
