// SPDX-License-Identifier: MIT
#include "app/verb.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <optional>
#include <sstream>
#include <string_view>
#include <type_traits>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "app/help.hpp"
#include "app/output.hpp"
#include "app/version.hpp"
#include "base/error.hpp"
#include "base/near_names.hpp"
#include "base/number_text.hpp"
#include "verdict/verdict.hpp"

namespace disarray::app {

namespace {

constexpr std::uint64_t any_count = std::numeric_limits<std::uint64_t>::max();

std::string complaint_about_count(const std::string& text, std::uint64_t least,
                                  std::uint64_t most) {
    const auto number = as_number<std::uint64_t>(text);
    if (number && least <= *number && *number <= most) return {};
    const std::string expected = most == any_count ? fmt::format("at least {}", least)
                                                   : fmt::format("from {} to {}", least, most);
    return fmt::format("found \"{}\", expected a whole number, {}", printable(text), expected);
}

std::string complaint_about_seconds(const std::string& text) {
    const auto seconds = as_number<double>(text);
    if (seconds && *seconds > 0 && *seconds < 1e9) return {};
    return fmt::format("found \"{}\", expected seconds greater than 0 and less than 10^9",
                       printable(text));
}

template <class Value>
constexpr bool is_count = std::is_same_v<Value, unsigned> || std::is_same_v<Value, std::uint64_t> ||
                          std::is_same_v<Value, std::optional<unsigned>> ||
                          std::is_same_v<Value, std::optional<std::uint64_t>> ||
                          std::is_same_v<Value, std::vector<std::uint64_t>>;

/// An empty value is no way not to give an option: a variable of a script that is not set would
/// leave a check undone. (The library takes it for none where a value is optional.)
void refuse_empty(CLI::Option* option) {
    const auto complaint = [option](std::string& text) {
        return text.empty() ? "found nothing, expected " + option->get_type_name() : "";
    };
    option->check(CLI::Validator(complaint, ""));
}

template <class Value>
constexpr bool is_list = std::is_same_v<Value, std::vector<std::string>> ||
                         std::is_same_v<Value, std::vector<std::uint64_t>>;

/// Whether --help shows the value that the variable has before an option is read.
template <class Value>
bool shows_default(const Value& value) {
    if constexpr (requires { value.empty(); }) return !value.empty();
    return std::is_arithmetic_v<Value>;
}

}  // namespace

Option Option::value_name(const std::string& name) const {
    option_->type_name(name);
    return *this;
}

Option Option::required() const {
    option_->required()->default_str("");
    return *this;
}

Option Option::needs(const std::string& name) const {
    option_->needs(name);
    return *this;
}

Option Option::needs(const Option& other) const {
    option_->needs(other.option_);
    return *this;
}

Option Option::excludes(const std::string& name) const {
    option_->excludes(name);
    return *this;
}

Option Option::excludes(const Option& other) const {
    option_->excludes(other.option_);
    return *this;
}

Option Option::in(Group group) const {
    option_->group(title_of(group));
    return *this;
}

Option Option::rare() const {
    option_->group(rare_group(option_->get_group()));
    return *this;
}

Option Option::hidden() const {
    option_->group("");
    return *this;
}

Option Option::list() const {
    option_->join(',');
    return *this;
}

Option Option::paths() const {
    option_->delimiter('\0')->allow_extra_args(true);
    return *this;
}

Option Option::from_to(std::uint64_t least, std::uint64_t most) const {
    CLI::Validator range(
        [=](std::string& text) { return complaint_about_count(text, least, most); },
        most == any_count ? "" : fmt::format("{}..{}", least, most));
    if (is_count_) {
        *option_->get_validator() = std::move(range);  // in place of the check for any count
    } else {
        option_->check(std::move(range));
    }
    return *this;
}

Option Option::seconds() const {
    option_->type_name("SECONDS")->check(CLI::Validator(
        [](std::string& text) { return complaint_about_seconds(text); }, "", "seconds"));
    return *this;
}

Option Option::check(std::function<std::string(const std::string& value)> complaint) const {
    option_->check(std::move(complaint));
    return *this;
}

Verb Verb::add_verb(const std::string& name, const std::string& description,
                    const std::string& example) const {
    CLI::App* const verb = app_->add_subcommand(name, description);
    verb->footer(example_footer(example));
    verb->option_defaults()->group(title_of(Group::what));
    return Verb(verb);
}

void Verb::group(Group group) const {
    app_->option_defaults()->group(title_of(group));
}

Option Verb::add_option(const std::string& name, Target target, const std::string& help) const {
    return std::visit(
        [&]<class Value>(Value* value) {
            CLI::Option* const option = app_->add_option(name, *value, help);
            if (shows_default(*value)) option->capture_default_str();
            // CLI11 would take -1 for the largest count.
            if constexpr (is_count<Value>) {
                option->check([](const std::string& text) {
                    return complaint_about_count(text, 0, any_count);
                });
            } else if (name.starts_with('-')) {
                refuse_empty(option);
            }
            // What follows is no part of the list, but perhaps a file.
            if constexpr (is_list<Value>) {
                if (name.starts_with('-')) option->delimiter(',')->allow_extra_args(false);
                if (shows_default(*value))
                    option->default_str(fmt::format("{}", fmt::join(*value, ",")));
            }
            return Option(option, is_count<Value>);
        },
        target);
}

Option Verb::add_flag(const std::string& name, bool& target, const std::string& help) const {
    return Option(app_->add_flag(name, target, help));
}

Option Verb::add_json_option(bool& json) const {
    return add_flag("--json", json, "Print one JSON document instead of text").in(Group::output);
}

Option Verb::add_threads_option(unsigned& threads) const {
    // Beyond some thousand threads their stacks are what ends the program.
    return add_option("--threads", &threads, "Number of threads; 0 uses all that are granted")
        .from_to(0, 1024)
        .in(Group::effort);
}

Option Verb::add_time_option(std::optional<double>& seconds) const {
    return add_option("--time", &seconds, "Time budget in seconds; what is found is kept")
        .seconds()
        .in(Group::effort);
}

Option Verb::add_fail_if_option() const {
    const auto note = [](const std::vector<std::string>& words) {
        for (const std::string& word : words)
            fail_if(choice_named<Verdict>(word, "--fail-if"));
    };
    CLI::Option* const option = app_->add_option_function<std::vector<std::string>>(
        "--fail-if", note,
        "Exit status 1 if a verdict is one of: refuted, undecided, supported, exhausted, "
        "certified, proved");
    option->delimiter(',')->allow_extra_args(false);
    return Option(option).value_name("VERDICTS").in(Group::output);
}

void Verb::on_call(std::function<void()> command) const {
    app_->callback(std::move(command));
}

void Verb::require_verb() const {
    app_->require_subcommand(1);
}

bool Verb::passes_on() const {
    return !app_->get_subcommands().empty();
}

bool Verb::is_given(const std::string& name) const {
    return app_->get_option(name)->count() > 0;
}

void Verb::refuse_options_before(Verb below) const {
    const std::string name = below.app_->get_name();
    for (const CLI::Option* option : app_->get_options()) {
        if (option->count() == 0) continue;
        throw InputError(option->get_name(), "before " + name,
                         fmt::format("options of {} {} after it", app_->get_name(), name));
    }
}

namespace {

constexpr const char* exit_statuses =
    "Exit status of every verb: 0 done; 1 refuted: a law that --expect, or an audit, holds to, or "
    "a\n"
    "verdict that --fail-if names; 2 bad input, with one line that says where; 3 a fault of the\n"
    "program; 4 incomplete: a time budget or a signal came before the end, and what was found is\n"
    "printed; 5 an audited metric takes input that it should refuse.";

/// The verb that was called last, and what it is called with those above it.
std::pair<const CLI::App*, std::string> called_verb(const CLI::App& program) {
    const CLI::App* verb = &program;
    std::string words = program.get_name();
    while (!verb->get_subcommands().empty()) {
        verb = verb->get_subcommands().back();
        words += " " + verb->get_name();
    }
    return {verb, words};
}

/// What to say of the first argument that nothing takes: a word that is no verb, or no option. For
/// CLI11 a verb or something else that is required may be missing, which is less to the point.
std::optional<std::string> unknown_argument(const CLI::App& program) {
    std::vector<std::string> unknown = program.remaining(true);
    std::erase(unknown, "--");
    if (unknown.empty()) return std::nullopt;
    const auto [verb, words] = called_verb(program);
    const std::string argument = unknown.front().substr(0, unknown.front().find('='));
    const bool is_option = argument.starts_with('-');
    std::vector<std::string> names;
    if (is_option) {
        for (const CLI::Option* option : verb->get_options()) {
            for (const std::string& name : option->get_lnames())
                names.push_back("--" + name);
        }
        if (std::ranges::count(names, argument) > 0) {  // it has been read for a verb above
            return fmt::format("option of {}: found {} before {}, expected it after {}", words,
                               in_quotes(argument), verb->get_name(), verb->get_name());
        }
    } else {
        for (const CLI::App* below : verb->get_subcommands({}))
            names.push_back(below->get_name());
    }
    const std::vector<std::string_view> known(names.begin(), names.end());
    return fmt::format("{}: found {}, expected {}", is_option ? "option of " + words : words,
                       in_quotes(argument),
                       known.empty() ? "no further argument"
                                     : expected_one_of(argument, known, words + " --help-all"));
}

/// `disarray help VERB` is `disarray VERB --help`, as with git, cargo and others.
std::vector<std::string> as_help_option(std::vector<std::string> arguments) {
    if (!arguments.empty() && arguments.front() == "help") {
        arguments.erase(arguments.begin());
        arguments.emplace_back("--help");
    }
    return arguments;
}

}  // namespace

int run_program(const std::string& version_text, const std::function<void(Verb program)>& declare,
                const std::vector<std::string>& arguments) {
    CLI::App program("Decides exactly what distances between rankings do and do not satisfy.",
                     "disarray");
    program.formatter(help_formatter());
    program.set_help_flag(
        "-h,--help", "A screen of what the verb does and takes; the same as disarray help VERB");
    program.set_help_all_flag("--help-all", "All of it");
    program.set_version_flag("--version", version_text, "Version, build, libraries and formats")
        ->group(title_of(Group::output));
    const auto print_manual = [&](const std::string& format) {
        throw CLI::CallForVersion(
            manual_in(format, {described(program), version, version_date, exit_statuses}), 0);
    };
    program
        .add_option_function<std::string>(
            "--manual", print_manual,
            "All verbs and options, as man (a page for man), markdown, or completion for bash, "
            "zsh, fish")
        ->type_name("FORMAT")
        ->group(rare_group(title_of(Group::output)));
    program.require_subcommand(1);
    program.footer(exit_statuses);
    try {
        declare(Verb(&program));
        std::vector<std::string> from_the_last = as_help_option(arguments);
        std::ranges::reverse(from_the_last);      // as CLI11 wants them
        program.parse(std::move(from_the_last));  // the chosen verb runs inside
        return 0;
    } catch (const CLI::Success& request) {  // --help, --version
        if (!program.remaining(false).empty()) throw InputError(*unknown_argument(program));
        std::ostringstream text;
        const int status = program.exit(request, text, text);
        print(text.str());
        return status;
    } catch (const CLI::ParseError& error) {
        // A value that is wrong is found while later arguments are not read yet.
        const bool all_read = error.get_name() != "ValidationError" &&
                              error.get_name() != "ConversionError" &&
                              error.get_name() != "ArgumentMismatch";
        const auto unknown = all_read ? unknown_argument(program) : std::nullopt;
        throw InputError(unknown.value_or(printable(error.what(), 200) + " (see --help)"));
    }
}

}  // namespace disarray::app
