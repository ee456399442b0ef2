// SPDX-License-Identifier: MIT
#include "app/help.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "base/text_table.hpp"

namespace disarray::app {

namespace {

// Convention: terminals are this wide today, and lines of text are no more readable if longer.
constexpr std::size_t line_width = 100;
constexpr std::size_t text_column = 30;

constexpr std::array groups = {Group::what, Group::how, Group::effort, Group::output};

/// The words of `text` in lines of that width; the first word of a line may be longer.
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
        const std::string whole = name + make_option_opts(&option);
        if (entries.is_whole()) return entries.add(whole, option.get_description());
        std::string brief = name;
        if (option.get_type_size() != 0) {
            const std::string type = option.get_type_name();
            brief += " " + type.substr(0, type.find(':'));
        }
        const std::string with_default = brief + "=" + option.get_default_str();
        const bool shows = option.get_type_size() != 0 && !option.get_default_str().empty() &&
                           display_width(with_default) + 4 <= text_column;
        entries.add(shows ? with_default : brief, option.get_description());
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

std::shared_ptr<CLI::Formatter> help_formatter() {
    return std::make_shared<HelpFormatter>();
}

}  // namespace disarray::app
