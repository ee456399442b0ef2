// SPDX-License-Identifier: MIT
//
// The manual page and the reference of the site. The page uses the man macros that groff and mandoc
// both have (man(7)); the reference is Markdown for MkDocs and GitHub alike.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/description.hpp"
#include "app/help.hpp"
#include "base/near_names.hpp"

namespace disarray::app {

namespace {

std::string replaced(std::string_view text, std::string_view characters, std::string_view before) {
    std::string result;
    for (const char c : text) {
        if (characters.find(c) != std::string_view::npos) result += before;
        result += c;
    }
    return result;
}

std::string upper_case(std::string text) {
    for (char& c : text) {
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    return text;
}

/// "METRIC …", "[N]": the value as a reader types it.
std::string value_of(const OptionDescription& option) {
    return option.value + (option.is_list ? " ..." : "");
}

/// What follows the text: default, range, what else has to be given.
std::vector<std::string> conditions(const OptionDescription& option) {
    std::vector<std::string> parts;
    if (option.is_required) parts.emplace_back("required");
    if (!option.default_value.empty()) parts.push_back("default " + option.default_value);
    if (!option.range.empty()) parts.push_back("from " + option.range);
    if (!option.needs.empty())
        parts.push_back(fmt::format("with {}", fmt::join(option.needs, ", ")));
    if (!option.excludes.empty())
        parts.push_back(fmt::format("not with {}", fmt::join(option.excludes, ", ")));
    return parts;
}

std::string text_and_conditions(const OptionDescription& option) {
    const auto parts = conditions(option);
    if (parts.empty()) return option.text;
    return fmt::format("{} ({})", option.text, fmt::join(parts, "; "));
}

/// "disarray search [OPTIONS] [CONJECTURE]"
std::string usage_of(const VerbDescription& verb) {
    std::string usage = verb.words + " [OPTIONS]";
    for (const OptionDescription& option : verb.options) {
        if (!option.is_argument) continue;
        const std::string name = option.names.front() + (option.is_list ? " ..." : "");
        usage += option.is_required ? " " + name : " [" + name + "]";
    }
    return usage;
}

/// Calls `begin` with the title of each group, then `each` for its options.
template <class Begin, class Each>
void by_group(const VerbDescription& verb, const Begin& begin, const Each& each) {
    std::string group;
    for (const OptionDescription& option : verb.options) {
        const std::string title = option.is_rare ? rare_group(option.group) : option.group;
        if (title != group) begin(title);
        group = title;
        each(option);
    }
}

// --- man ---------------------------------------------------------------------------------------

/// As text of a line: a hyphen is one that can be searched and copied, no character is a macro's.
std::string in_roff(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '\\')
            result += "\\e";
        else if (c == '-')
            result += "\\-";
        else
            result += c;
    }
    const bool is_macro = result.starts_with('.') || result.starts_with('\'');
    return is_macro ? "\\&" + result : result;
}

/// In lines of at most 76 characters, since mandoc complains of longer ones.
std::string paragraph(const std::string& text) {
    std::string result;
    for (const std::string& line : wrapped(text, 70))
        result += in_roff(line) + "\n";
    return result;
}

std::string option_in_roff(const OptionDescription& option) {
    std::vector<std::string> names;
    for (const std::string& name : option.names)
        names.push_back((option.is_argument ? "\\fI" : "\\fB") + in_roff(name) + "\\fR");
    std::string line = fmt::format(".TP\n{}", fmt::join(names, ", "));
    if (!option.value.empty() && !option.is_argument)
        line += " \\fI" + in_roff(value_of(option)) + "\\fR";
    return line + "\n" + paragraph(text_and_conditions(option));
}

std::string example_in_roff(const std::string& example) {
    return example.empty() ? "" : ".PP\nExample:\n.PP\n.nf\n" + in_roff(example) + "\n.fi\n";
}

std::string verb_in_roff(const VerbDescription& verb) {
    std::string text = fmt::format(".SH {}\n{}.PP\n.nf\n\\fB{}\\fR\n.fi\n", upper_case(verb.words),
                                   paragraph(verb.text), in_roff(usage_of(verb)));
    by_group(
        verb, [&](const std::string& title) { text += ".SS " + title + "\n"; },
        [&](const OptionDescription& option) { text += option_in_roff(option); });
    return text + example_in_roff(verb.example);
}

std::string man_page(const Manual& manual) {
    const VerbDescription& program = manual.program;
    std::string text = fmt::format(
        ".\\\" Written by disarray \\-\\-manual man\n"
        ".TH DISARRAY 1 \"{}\" \"disarray {}\" \"User Commands\"\n"
        ".ad l\n"  // lists of names are too long for lines of one width
        ".SH NAME\ndisarray \\- exact verification of distances between rankings\n"
        ".SH SYNOPSIS\n.nf\n\\fBdisarray\\fR \\fIVERB\\fR [\\fIOPTIONS\\fR]\n.fi\n"
        ".SH DESCRIPTION\n{}.SH VERBS\n",
        manual.date, manual.version, paragraph(program.text));
    std::string verbs;
    for_each_verb(program, [&](const VerbDescription& verb) {
        if (&verb == &program) return;
        text += fmt::format(".TP\n\\fB{}\\fR\n{}", in_roff(verb.words), paragraph(verb.text));
        verbs += verb_in_roff(verb);
    });
    text +=
        ".SH OPTIONS\nEach verb has \\fB\\-h\\fR, \\fB\\-\\-help\\fR: a screen of what it "
        "does and takes;\nand \\fB\\-\\-help\\-all\\fR: all of it. The program has:\n";
    for (const OptionDescription& option : program.options)
        text += option_in_roff(option);
    return text + verbs + ".SH EXIT STATUS\n" + paragraph(manual.exit_statuses) +
           ".SH SEE ALSO\n.BR disarray\\-verify (1)\n";
}

// --- Markdown ----------------------------------------------------------------------------------

std::string in_markdown(std::string_view text) {
    return replaced(text, "\\`*_[]<>#|", "\\");
}

std::string option_in_markdown(const OptionDescription& option) {
    std::string name = fmt::format("{}", fmt::join(option.names, ", "));
    if (!option.value.empty() && !option.is_argument) name += " " + value_of(option);
    return fmt::format("| `{}` | {} |\n", name, in_markdown(text_and_conditions(option)));
}

std::string verb_in_markdown(const VerbDescription& verb) {
    std::string text =
        fmt::format("## {}\n\n{}\n\n    {}\n", verb.words, in_markdown(verb.text), usage_of(verb));
    by_group(
        verb,
        [&](const std::string& title) { text += fmt::format("\n| {} | |\n|---|---|\n", title); },
        [&](const OptionDescription& option) { text += option_in_markdown(option); });
    if (!verb.example.empty()) text += "\nExample:\n\n    $ " + verb.example + "\n";
    return text + "\n";
}

std::string markdown_reference(const Manual& manual) {
    std::string text = fmt::format(
        "# Verbs and options\n\nOf disarray {}. The program wrote this page: `disarray --manual "
        "markdown`.\n\n{}\n\n",
        manual.version, in_markdown(manual.exit_statuses));
    for_each_verb(manual.program,
                  [&](const VerbDescription& verb) { text += verb_in_markdown(verb); });
    return text;
}

using Writer = std::string (*)(const Manual&);

constexpr auto writers = std::to_array<std::pair<std::string_view, Writer>>({
    {"man", man_page},
    {"markdown", markdown_reference},
    {"bash", bash_completion},
    {"zsh", zsh_completion},
    {"fish", fish_completion},
});

}  // namespace

std::string manual_in(std::string_view format, const Manual& manual) {
    return choice_named(writers, format, "--manual")(manual);
}

void for_each_verb(const VerbDescription& verb,
                   const std::function<void(const VerbDescription&)>& visit) {
    visit(verb);
    for (const VerbDescription& below : verb.below)
        for_each_verb(below, visit);
}

}  // namespace disarray::app
