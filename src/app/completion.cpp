// SPDX-License-Identifier: MIT
//
// Completion in three shells. Each script finds the verb that the words before the cursor name, and
// offers the verbs below it, its options, and files where a value or an argument may be one.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/description.hpp"

namespace disarray::app {

namespace {

/// In single quotes, for any of the three: none of the texts has one that is left as it is.
std::string quoted_for_shell(std::string_view text) {
    std::string result = "'";
    for (const char c : text) {
        if (c == '\'')
            result += "’";  // a shell's own way differs from shell to shell
        else if (c == '\\')
            result += "/";
        else
            result += c;
    }
    return result + "'";
}

const std::vector<OptionDescription>& help_options() {
    static const std::vector<OptionDescription> options = {
        {.names = {"--help"}, .text = "A screen of what the verb does and takes"},
        {.names = {"--help-all"}, .text = "All of it"}};
    return options;
}

/// Calls `visit` for every option of a verb that is not an argument.
template <class Visit>
void for_each_option(const VerbDescription& verb, const Visit& visit) {
    for (const auto* options : {&verb.options, &help_options()}) {
        for (const OptionDescription& option : *options) {
            if (!option.is_argument) visit(option);
        }
    }
}

/// The first of its long names.
const std::string& offered_name(const OptionDescription& option) {
    for (const std::string& name : option.names) {
        if (name.starts_with("--")) return name;
    }
    return option.names.front();
}

std::string last_word(const std::string& words) {
    return words.substr(words.rfind(' ') + 1);
}

/// A branch of a shell's case for each verb: what `branch` writes of it.
template <class Branch>
std::string cases(const Manual& manual, const Branch& branch) {
    std::string text;
    for_each_verb(manual.program, [&](const VerbDescription& verb) {
        text += fmt::format("        {})\n{}            ;;\n", quoted_for_shell(verb.words),
                            branch(verb));
    });
    return text;
}

/// Every verb but the program, as a pattern of a shell's case.
std::string paths_of(const Manual& manual, std::string_view separator) {
    std::vector<std::string> paths;
    for_each_verb(manual.program, [&](const VerbDescription& verb) {
        if (verb.words.find(' ') != std::string::npos)
            paths.push_back(quoted_for_shell(verb.words));
    });
    return fmt::format("{}", fmt::join(paths, separator));
}

std::vector<std::string> names_with_value(const VerbDescription& verb) {
    std::vector<std::string> names;
    for_each_option(verb, [&](const OptionDescription& option) {
        if (!option.value.empty())
            names.insert(names.end(), option.names.begin(), option.names.end());
    });
    return names;
}

std::string bash_branch(const VerbDescription& verb) {
    std::vector<std::string> verbs;
    for (const VerbDescription& below : verb.below)
        verbs.push_back(last_word(below.words));
    std::vector<std::string> options;
    for_each_option(
        verb, [&](const OptionDescription& option) { options.push_back(offered_name(option)); });
    return fmt::format(
        "            verbs='{}'\n            options='{}'\n            valued=' {} '\n",
        fmt::join(verbs, " "), fmt::join(options, " "), fmt::join(names_with_value(verb), " "));
}

/// "name:text" for _describe, in which a colon of the name would have to be escaped: none has one.
std::string zsh_entry(std::string_view name, std::string_view text) {
    return "                " + quoted_for_shell(fmt::format("{}:{}", name, text)) + "\n";
}

std::string zsh_branch(const VerbDescription& verb) {
    std::string text = "            verbs=(\n";
    for (const VerbDescription& below : verb.below)
        text += zsh_entry(last_word(below.words), below.text);
    text += "            )\n            options=(\n";
    for_each_option(verb, [&](const OptionDescription& option) {
        text += zsh_entry(offered_name(option), option.text);
    });
    return text + fmt::format("            )\n            valued=({})\n",
                              fmt::join(names_with_value(verb), " "));
}

std::string fish_option(const VerbDescription& verb, const OptionDescription& option) {
    std::string text = fmt::format("complete -c disarray -n '__disarray_at \"{}\"'", verb.words);
    for (const std::string& name : option.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (!option.value.empty()) text += " -r -F";
    return text + " -d " + quoted_for_shell(option.text) + "\n";
}

}  // namespace

std::string bash_completion(const Manual& manual) {
    return fmt::format(
        R"(# Completion of disarray in bash, written by disarray --manual bash
_disarray() {{
    local path=disarray verbs='' options='' valued='' i
    local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}}
    for ((i = 1; i < COMP_CWORD; ++i)); do
        case "$path ${{COMP_WORDS[i]}}" in
            {}) path="$path ${{COMP_WORDS[i]}}" ;;
        esac
    done
    case $path in
{}    esac
    COMPREPLY=()
    # A value may be a file, which readline completes where nothing else is offered.
    [[ $before == = || $valued == *" $before "* ]] && return
    [[ $current != -* ]] || verbs=$options
    mapfile -t COMPREPLY < <(compgen -W "$verbs" -- "$current")
}}
complete -o default -F _disarray disarray
)",
        paths_of(manual, " | "), cases(manual, bash_branch));
}

std::string zsh_completion(const Manual& manual) {
    return fmt::format(
        R"(#compdef disarray
# Completion of disarray in zsh, written by disarray --manual zsh
_disarray() {{
    local path_of_verb=disarray word
    local -a verbs options valued
    for word in ${{words[2,CURRENT-1]}}; do
        case "$path_of_verb $word" in
            ({}) path_of_verb="$path_of_verb $word" ;;
        esac
    done
    case $path_of_verb in
{}    esac
    if (( ${{valued[(Ie)${{words[CURRENT-1]}}]}} )); then
        _files
    elif [[ ${{words[CURRENT]}} == -* ]]; then
        _describe -o 'option' options
    else
        (( ${{#verbs}} )) && _describe 'verb' verbs
        _files
    fi
}}
_disarray "$@"
)",
        paths_of(manual, "|"), cases(manual, zsh_branch));
}

std::string fish_completion(const Manual& manual) {
    std::string text = fmt::format(
        R"(# Completion of disarray in fish, written by disarray --manual fish
function __disarray_at
    set -l path disarray
    for word in (commandline -opc)[2..-1]
        if contains -- "$path $word" {}
            set path "$path $word"
        end
    end
    test "$path" = "$argv[1]"
end
)",
        paths_of(manual, " "));
    for_each_verb(manual.program, [&](const VerbDescription& verb) {
        for (const VerbDescription& below : verb.below)
            text += fmt::format("complete -c disarray -n '__disarray_at \"{}\"' -a {} -d {}\n",
                                verb.words, last_word(below.words), quoted_for_shell(below.text));
        for_each_option(
            verb, [&](const OptionDescription& option) { text += fish_option(verb, option); });
    });
    return text;
}

}  // namespace disarray::app
