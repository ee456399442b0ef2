// SPDX-License-Identifier: MIT
//
// How every verb reports: the JSON envelope, printing, the exit status. A verb parses, calls the
// library and prints; it has no mathematics in it. It builds its whole output before it prints any,
// so that an error leaves nothing half-written.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "verdict/verdict.hpp"

namespace disarray::app {

/// What the program ends with. The same for all verbs; the first that applies, in the order of the
/// numbers.
inline constexpr int status_done = 0;  ///< all that was asked is printed
/// A law that --expect, or an audit, holds to is broken, or a verdict is one of --fail-if.
inline constexpr int status_refuted = 1;
inline constexpr int status_bad_input = 2;   ///< with one line on standard error
inline constexpr int status_fault = 3;       ///< of the program itself
inline constexpr int status_incomplete = 4;  ///< a time budget or a signal came before the end
inline constexpr int status_hygiene =
    5;  ///< an audited metric only takes input that it should refuse

/// Ends the program with this status, after everything was printed.
struct ExitStatus {
    int status = status_done;
};

/// Where `is_incomplete`, a program that would end as done ends as incomplete.
void note_incomplete(bool is_incomplete);
bool is_incomplete();

/// A verdict that is among the answers. After it, where `fail_if` named that verdict, a program
/// that would end as done or as incomplete ends as refuted.
void note_verdict(Verdict verdict);
void fail_if(Verdict verdict);
bool is_failed();

/// Key order is part of the output, so that two runs can be compared byte by byte.
using Json = nlohmann::ordered_json;

/// Forgets what an earlier command line has noted.
/// \param arguments  those after the program's name, for the "command" key
void begin_command(const std::vector<std::string>& arguments);
/// As it would be typed.
const std::string& command_line();

/// Where the program runs inside another one: what that one does with what is printed (complete
/// when the verb ends) and with lines of progress, from any thread. Empty functions: as a program.
struct Host {
    std::function<void(std::string_view text)> print;
    std::function<void(std::string_view line)> progress;
};
void set_host(Host host);
const Host& host();

/// {"schema": "disarray.<verb>/1", "version": …, "command": …}
Json document(std::string_view verb);

/// Prints to standard output and flushes; on a terminal with the words of verdicts in colours,
/// unless the environment has NO_COLOR. \throws InputError if it cannot be written.
void print(std::string_view text);
/// The document with "complete", which is false after note_incomplete(true), if it has none.
void print_json(const Json& json);

}  // namespace disarray::app
