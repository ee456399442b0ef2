// SPDX-License-Identifier: MIT
//
// How a verb of the command line declares its options: a name, the variable that takes the value,
// and the help; limits and relations to other options are added to what comes back. CLI11 does the
// parsing and stands behind it in verb.cpp and help.cpp, the only files that include its header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace disarray::app {

/// Where a value is written to. What is optional is empty if the option is not given.
using Target = std::variant<std::string*, std::optional<std::string>*, std::vector<std::string>*,
                            int*, std::int64_t*, unsigned*, std::optional<unsigned>*,
                            std::uint64_t*, std::optional<std::uint64_t>*,
                            std::vector<std::uint64_t>*, double*, std::optional<double>*>;

/// What an option is about: --help shows those of a verb in these groups, in this order.
enum class Group {
    what,    ///< the question, and what it is asked about
    how,     ///< conventions under which it is read and answered
    effort,  ///< how much is tried, how long, by how many
    output   ///< what is printed, and what is written where
};

/// An option that a verb has. What its functions return is the same option.
class Option {
public:
    /// \param is_count  it takes whole numbers from 0 on, and is checked to
    explicit Option(CLI::Option* option, bool is_count = false)
        : option_(option), is_count_(is_count) {}

    /// What --help calls the value.
    Option value_name(const std::string& name) const;
    Option required() const;
    Option in(Group group) const;
    /// --help, which is a screen, leaves it to --help-all.
    Option rare() const;
    /// No help shows it: another name of another option, kept for what was written with it.
    Option hidden() const;
    /// Refused without, or beside, the option of that name.
    Option needs(const std::string& name) const;
    Option needs(const Option& other) const;
    Option excludes(const std::string& name) const;
    Option excludes(const Option& other) const;
    /// Text that is a list: given again, it is gone on with after a comma.
    Option list() const;
    /// The list is of paths: commas are a part of them, and what follows is one more.
    Option paths() const;
    /// A whole number from `least` to `most`.
    Option from_to(std::uint64_t least, std::uint64_t most) const;
    /// A time: none that is over before it begins, and none that the clock cannot count.
    Option seconds() const;
    /// \param complaint  about a value, "found …, expected …"; empty if there is none
    Option check(std::function<std::string(const std::string& value)> complaint) const;

private:
    CLI::Option* option_;
    bool is_count_;
};

/// A verb, or the program; copies are the same verb.
class Verb {
public:
    explicit Verb(CLI::App* app) : app_(app) {}

    /// A verb below this one. \param example  a complete command line; --help shows it, and the
    /// tests run every one that --help shows
    Verb add_verb(const std::string& name, const std::string& description,
                  const std::string& example) const;

    /// The group of the options that are declared from here on; at first it is Group::what.
    void group(Group group) const;
    /// The value in `target` is the default, which --help-all shows, and --help where there is
    /// room. Counts take whole numbers only. A list is written with commas, or by the option again.
    /// \param help  one line or more; --help shows as much of it as fits its line
    Option add_option(const std::string& name, Target target, const std::string& help) const;
    Option add_option(const std::string& name, const std::string& value_name, Target target,
                      const std::string& help) const {
        return add_option(name, target, help).value_name(value_name);
    }
    Option add_flag(const std::string& name, bool& target, const std::string& help) const;
    /// --json, --threads N (0, the default: all cores), --time SECONDS, each in its group
    Option add_json_option(bool& json) const;
    Option add_threads_option(unsigned& threads) const;
    Option add_time_option(std::optional<double>& seconds) const;
    /// --fail-if WORDS, for a verb that tells note_verdict() (app/output.hpp) its verdicts.
    Option add_fail_if_option() const;

    /// Runs when the verb is the one that was called, after its options are read.
    void on_call(std::function<void()> command) const;
    /// One of the verbs below this one has to be named.
    void require_verb() const;

    /// Whether a verb below this one was called.
    bool passes_on() const;
    /// Whether the option of that name was given.
    bool is_given(const std::string& name) const;
    /// \throws InputError if an option of this verb was given before the name of `below`, a verb
    /// that has options of its own
    void refuse_options_before(Verb below) const;

private:
    CLI::App* app_;
};

/// Parses a command line and runs the verb that it names. What the verb throws passes through.
/// \param version_text  what --version prints
/// \param declare  adds the verbs to the program
/// \param arguments  those after the program's name
/// \return the exit status
/// \throws InputError for wrong usage
int run_program(const std::string& version_text, const std::function<void(Verb program)>& declare,
                const std::vector<std::string>& arguments);

}  // namespace disarray::app
