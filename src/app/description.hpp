// SPDX-License-Identifier: MIT
//
// The command line as data: every verb and option with its text, read off the declarations that
// parse the command line and make --help. Manual pages, completion and the reference of the site
// are written from it, so that none of them can say something else than the program does.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace disarray::app {

struct OptionDescription {
    std::vector<std::string> names{};  ///< as typed: "-m", "--metric"; an argument has its name
    std::string value{};               ///< what help calls the value; empty: a flag
    std::string range{};               ///< "1..100", or empty
    std::string default_value{};       ///< empty: none
    std::string text{};
    std::string group{};               ///< "What", …; an argument has "Arguments"
    std::vector<std::string> needs{};  ///< options that have to be given with it
    std::vector<std::string> excludes{};
    bool is_argument = false;
    bool is_rare = false;
    bool is_list = false;  ///< takes several values
    bool is_required = false;
};

struct VerbDescription {
    std::string words;  ///< "disarray search merge"
    std::string text;
    std::string example;                     ///< a command line, or empty
    std::vector<OptionDescription> options;  ///< arguments first, then by group, rare ones last
    std::vector<VerbDescription> below;
};

/// What the writers are given: the program, and texts that belong to it as a whole.
struct Manual {
    VerbDescription program;
    std::string version;
    std::string date;  ///< of the version
    std::string exit_statuses;
};

/// \param format  man (a page for man, in man macros), markdown, bash, zsh or fish (completion)
/// \throws InputError for another one
std::string manual_in(std::string_view format, const Manual& manual);

/// A script that completes the command line in a shell.
std::string bash_completion(const Manual& manual);
std::string zsh_completion(const Manual& manual);
std::string fish_completion(const Manual& manual);

/// Calls `visit` for the verb and every one below it, a verb before those below it.
void for_each_verb(const VerbDescription& verb,
                   const std::function<void(const VerbDescription&)>& visit);

}  // namespace disarray::app
