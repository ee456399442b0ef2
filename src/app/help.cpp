// SPDX-License-Identifier: MIT
#include "app/help.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "base/text_table.hpp"

namespace disarray::app {

namespace {

// Convention: terminals are this wide today, and lines of text are no more readable if longer.
constexpr std::size_t line_width = 100;
constexpr std::size_t text_column = 30;

constexpr std::array groups = {Group::what, Group::how, Group::effort, Group::output};
constexpr const char* example_title = "Example:\n  ";

/// A name and its text in two columns.
class Entries {
public:
    explicit Entries(bool whole) : whole_(whole) {}

    void add(const std::string& name, const std::string& text) {
        const std::size_t end = display_width(name) + 4;
        const std::size_t column = whole_ ? text_column : std::max(end, text_column);
        std::vector<std::string> lines = wrapped(text, line_width - column - (whole_ ? 0 : 2));
        if (lines.empty()) lines.emplace_back();
        if (!whole_ && lines.size() > 1) {
            lines = {lines.front() + " …"};
            ++shortened_;
        }
        text_ += "  " + name;
        std::size_t at = end - 2;
        if (end > column) {
            text_ += "\n";
            at = 0;
        }
        for (const std::string& line : lines) {
            text_ += std::string(column - at, ' ') + line + "\n";
            at = 0;
        }
    }
    std::string take() { return std::exchange(text_, {}); }
    bool is_whole() const { return whole_; }
    std::size_t shortened() const { return shortened_; }

private:
    bool whole_;
    std::string text_;
    std::size_t shortened_ = 0;
};

std::vector<std::string> sorted_names(const std::set<CLI::Option*>& options) {
    std::vector<std::string> names;
    for (const CLI::Option* option : options) {
        if (!option->get_group().empty()) names.push_back(option->get_name());  // not hidden
    }
    std::ranges::sort(names);  // a set of pointers has an order of its own in each run
    return names;
}

OptionDescription described(const CLI::Option& option) {
    OptionDescription result;
    result.is_argument = option.get_positional();
    if (result.is_argument) {
        result.names = {option.get_name(true)};
        result.group = "Arguments";
    } else {
        for (const std::string& name : option.get_snames())
            result.names.push_back("-" + name);
        for (const std::string& name : option.get_lnames())
            result.names.push_back("--" + name);
    }
    if (option.get_type_size() != 0) {
        const std::string type = option.get_type_name();
        const std::size_t colon = type.find(':');
        result.value = type.substr(0, colon);
        if (colon != std::string::npos) result.range = type.substr(colon + 1);
        result.default_value = option.get_default_str();
    }
    result.text = option.get_description();
    result.needs = sorted_names(option.get_needs());
    result.excludes = sorted_names(option.get_excludes());
    result.is_list = option.get_expected_max() == CLI::detail::expected_max_vector_size;
    result.is_required = option.get_required();
    return result;
}

/// What follows the name in --help-all: " TEXT:1..9=3 ... REQUIRED Needs: --a Excludes: --b".
std::string value_and_conditions(const OptionDescription& option) {
    std::string text;
    if (!option.value.empty()) text += " " + option.value;
    if (!option.range.empty()) text += ":" + option.range;
    if (!option.default_value.empty()) text += "=" + option.default_value;
    if (option.is_list) text += " ...";
    if (option.is_required) text += " REQUIRED";
    if (!option.needs.empty()) text += fmt::format(" Needs: {}", fmt::join(option.needs, " "));
    if (!option.excludes.empty())
        text += fmt::format(" Excludes: {}", fmt::join(option.excludes, " "));
    return text;
}

class HelpFormatter : public CLI::Formatter {
public:
    std::string make_help(const CLI::App* app, std::string name,
                          CLI::AppFormatMode mode) const override {
        const bool whole = mode != CLI::AppFormatMode::Normal;
        std::string text;
        for (const std::string& line : wrapped(app->get_description(), line_width))
            text += line + "\n";
        text += make_usage(app, name);
        Entries entries(whole);
        text += section("Arguments", entries, app,
                        [](const CLI::Option& option) { return option.get_positional(); });
        for (const Group group : groups)
            text += sections_of(group, entries, app, whole);
        text += verbs_below(entries, app);
        return text + more_text(entries, app, whole) + "\n" + make_footer(app);
    }

private:
    template <class Has>
    std::string section(const std::string& title, Entries& entries, const CLI::App* app,
                        const Has& has) const {
        for (const CLI::Option* option : app->get_options()) {
            const bool is_help = option == app->get_help_ptr() || option == app->get_help_all_ptr();
            if (!is_help && has(*option)) add(entries, *option);
        }
        const std::string lines = entries.take();
        return lines.empty() ? "" : "\n" + title + ":\n" + lines;
    }

    std::string sections_of(Group group, Entries& entries, const CLI::App* app, bool whole) const {
        const auto in = [](const std::string& name) {
            return [name](const CLI::Option& option) {
                return option.nonpositional() && option.get_group() == name;
            };
        };
        const std::string name = title_of(group);
        std::string text = section(name, entries, app, in(name));
        if (whole) text += section(rare_group(name), entries, app, in(rare_group(name)));
        return text;
    }

    /// With a default where there is room for it; conditions are for --help-all.
    void add(Entries& entries, const CLI::Option& option) const {
        const std::string name = make_option_name(&option, option.get_positional());
        const OptionDescription about = described(option);
        if (entries.is_whole()) return entries.add(name + value_and_conditions(about), about.text);
        const std::string brief = about.value.empty() ? name : name + " " + about.value;
        const std::string with_default = brief + "=" + about.default_value;
        const bool shows =
            !about.default_value.empty() && display_width(with_default) + 4 <= text_column;
        entries.add(shows ? with_default : brief, about.text);
    }

    std::string verbs_below(Entries& entries, const CLI::App* app) const {
        for (const CLI::App* verb : app->get_subcommands({}))
            entries.add(verb->get_name(), verb->get_description());
        const std::string lines = entries.take();
        return lines.empty() ? "" : "\nSubcommands:\n" + lines;
    }

    static std::string more_text(const Entries& entries, const CLI::App* app, bool whole) {
        const auto rare = std::ranges::count_if(app->get_options(), [](const CLI::Option* option) {
            return std::ranges::any_of(groups, [&](Group group) {
                return option->get_group() == rare_group(title_of(group));
            });
        });
        if (whole || (rare == 0 && entries.shortened() == 0)) return "";
        return fmt::format("\n--help-all: {}the whole text\n",
                           rare == 0 ? "" : fmt::format("{} more options, and ", rare));
    }
};

}  // namespace

VerbDescription described(const CLI::App& verb) {
    VerbDescription result;
    for (const CLI::App* app = &verb; app != nullptr; app = app->get_parent())
        result.words = app->get_name() + (result.words.empty() ? "" : " " + result.words);
    result.text = verb.get_description();
    const std::string footer = verb.get_footer();
    if (footer.starts_with(example_title))
        result.example = footer.substr(std::string_view(example_title).size());
    for (const CLI::Option* option : verb.get_options()) {
        if (option->get_positional()) result.options.push_back(described(*option));
    }
    for (const Group group : groups) {
        for (const bool is_rare : {false, true}) {
            const std::string title = title_of(group);
            for (const CLI::Option* option : verb.get_options()) {
                const bool is_in = option->get_group() == (is_rare ? rare_group(title) : title);
                if (option->get_positional() || !is_in) continue;
                result.options.push_back(described(*option));
                result.options.back().group = title;
                result.options.back().is_rare = is_rare;
            }
        }
    }
    for (const CLI::App* below : verb.get_subcommands({}))
        result.below.push_back(described(*below));
    return result;
}

std::string title_of(Group group) {
    switch (group) {
        case Group::what:
            return "What";
        case Group::how:
            return "How";
        case Group::effort:
            return "Effort";
        case Group::output:
            return "Output";
    }
    throw InternalError("a group of options without a name");
}

std::string rare_group(const std::string& group) {
    return group + ", rarely needed";
}

std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
    std::vector<std::string> lines;
    for (const std::string& word : CLI::detail::split(text, ' ')) {
        if (lines.empty() || display_width(lines.back()) + 1 + display_width(word) > width) {
            lines.push_back(word);
        } else {
            lines.back() += " " + word;
        }
    }
    return lines;
}

std::string example_footer(const std::string& example) {
    return example_title + example;
}

std::shared_ptr<CLI::Formatter> help_formatter() {
    return std::make_shared<HelpFormatter>();
}

}  // namespace disarray::app
