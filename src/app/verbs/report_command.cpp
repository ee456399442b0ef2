// SPDX-License-Identifier: MIT
//
// `disarray report`: saved documents and campaign files in, a report out; --live keeps it up with
// campaigns that are still running.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "app/progress.hpp"
#include "app/verb.hpp"
#include "app/verbs/reports_commands.hpp"
#include "app/version.hpp"
#include "base/error.hpp"
#include "base/stop.hpp"
#include "reports/build.hpp"
#include "reports/folder.hpp"

namespace disarray::reports {

namespace {

struct ReportCommand {
    std::vector<std::string> from;
    std::string out;
    std::string format;
    bool force = false;
    bool strict = false;
    bool open = false;
    bool live = false;
    unsigned every = 5;
    std::optional<double> seconds;
};

void warn(const std::string& text) {
    std::fprintf(stderr, "disarray: %s\n", printable_lines(text).c_str());
}

BuildOptions options_of(const ReportCommand& command) {
    BuildOptions options;
    options.formats = formats_named(command.format.empty() ? "html" : command.format, "--format");
    options.version = app::version;
    options.command = app::command_line();
    return options;
}

void print_text(const ReportCommand& command) {
    const std::set<Format> formats =
        formats_named(command.format.empty() ? "md" : command.format, "--format");
    if (formats.size() != 1 || formats.contains(Format::csv)) {
        throw NotSupported("--format", command.format,
                           "one of html, md, tex and json, unless --out names a folder");
    }
    const Model model = read_sources(command.from);
    app::print(build_text(model, *formats.begin(), options_of(command)));
}

std::string page_of(const ReportCommand& command) {
    return (std::filesystem::path(command.out) / "report.html").string();
}

/// Hands the page to the desktop. A report is no worse for having to be opened by hand.
void open_page(const ReportCommand& command) {
    std::string program = "xdg-open";
    std::string page = page_of(command);
    char* arguments[] = {program.data(), page.data(), nullptr};
    pid_t child = 0;
    if (posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments, environ) != 0) {
        return warn("--open: found no xdg-open, expected a desktop; the page is " + page);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    if (status != 0) warn("--open: xdg-open failed; the page is " + page);
}

/// Builds once more and writes. \return what stands in the way of figures
std::string write_report(const ReportCommand& command, ReportFolder& folder, const Model& model,
                         unsigned refresh_seconds) {
    BuildOptions options = options_of(command);
    options.refresh_seconds = refresh_seconds;
    const Built built = build(model, options);
    if (command.strict && !built.warning.empty()) {
        throw InputError("--strict", built.warning, "gnuplot, for the figures");
    }
    folder.write(built.files);
    return built.warning;
}

std::string summary_line(const ReportCommand& command, const Model& model) {
    std::string page;
    for (const Format format : options_of(command).formats) {
        constexpr std::string_view names[] = {"report.html", "report.md", "report.tex",
                                              "report.json", "*.csv"};
        page += fmt::format("{}/{}\n", command.out, names[static_cast<std::size_t>(format)]);
    }
    std::vector<std::string> counts = {fmt::format("{} inequalities", model.results.size()),
                                       fmt::format("{} claims", model.claims.size()),
                                       fmt::format("{} properties", model.cells.size())};
    const auto add = [&](std::size_t count, std::string_view what, std::string_view done) {
        if (count == 0) return;
        counts.push_back(fmt::format("{} {}{} {}", count, what, count == 1 ? "" : "s", done));
    };
    add(model.evaluated_runs(), "run", "evaluated");
    add(model.audits.size(), "metric", "audited");
    add(model.differences.size(), "pair", "of programs compared");
    add(model.footrule_kendall.size(), "experiment", "on clicks or grades");
    const std::string last = std::move(counts.back());
    counts.pop_back();
    return fmt::format("Report of {} and {}:\n{}", fmt::join(counts, ", "), last, page);
}

void report_once(const ReportCommand& command) {
    ReportFolder folder(command.out, command.force);
    const Model model = read_sources(command.from);
    const std::string warning = write_report(command, folder, model, 0);
    if (!warning.empty()) warn("no figures: " + warning);
    app::print(summary_line(command, model));
    if (command.open) open_page(command);
}

bool is_running(const Model& model) {
    return std::ranges::any_of(model.campaigns, [](const Campaign& c) { return !c.is_done(); });
}

/// What changes when a source is written to.
std::string state_of(const Model& model) {
    std::string state;
    for (const Source& source : model.sources) {
        std::error_code none;
        const auto time = std::filesystem::last_write_time(source.path, none);
        state +=
            fmt::format("{} {} {}\n", source.path, std::filesystem::file_size(source.path, none),
                        time.time_since_epoch().count());
    }
    return state;
}

void wait(std::chrono::duration<double> time, const Stop& stop) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + time;
    while (Clock::now() < end && !stop.requested())
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

/// The sources as they are now; nothing if one of them is just being written.
std::optional<Model> read_again(const ReportCommand& command) {
    try {
        return read_sources(command.from);
    } catch (const InputError& error) {
        warn(fmt::format("--live: {} (the page stays as it is)", error.what()));
        return std::nullopt;
    }
}

std::string progress_text(const Model& model) {
    std::uint64_t done = 0, all = 0;
    for (const Campaign& campaign : model.campaigns) {
        for (const CampaignLength& length : campaign.lengths) {
            done += length.units_done;
            all += length.units;
        }
    }
    return fmt::format("{} of {} units", done, all);
}

/// Rewrites the page as records come, until the campaigns are done, the time is over, or Ctrl-C.
void report_live(const ReportCommand& command, const Stop& stop) {
    ReportFolder folder(command.out, command.force);
    Model model = read_sources(command.from);
    if (model.campaigns.empty()) {
        throw NotSupported("--live", "no campaign file",
                           "one: disarray search … --campaign FILE writes it");
    }
    std::string warning = write_report(command, folder, model, command.every);
    if (!warning.empty()) warn("no figures: " + warning);
    warn("live: " + page_of(command) + " follows the campaign; Ctrl-C ends it");
    if (command.open) open_page(command);
    app::ProgressLine line;
    std::string state = state_of(model);
    while (is_running(model) && !stop.requested()) {
        line.show(progress_text(model));
        wait(std::chrono::seconds(command.every), stop);
        if (state_of(model) == state) continue;
        state = state_of(model);
        std::optional<Model> next = read_again(command);
        if (!next) continue;
        model = std::move(*next);
        write_report(command, folder, model, command.every);
    }
    line.clear();
    write_report(command, folder, model, 0);
    app::print(progress_text(model) + ". " + summary_line(command, model));
}

Stop stop_of(const ReportCommand& command) {
    Stop::listen_to_signals();
    if (!command.seconds) return {};
    return Stop(std::chrono::duration<double>(*command.seconds));
}

void require_consistent(const ReportCommand& command) {
    const bool has_html = options_of(command).formats.contains(Format::html);
    if (command.out.empty() && (command.live || command.open || command.force || command.strict)) {
        throw InputError("--out", "none", "a folder, for --live, --open, --force or --strict");
    }
    if ((command.live || command.open) && !has_html) {
        throw NotSupported("--format", command.format, "html, for --live and --open");
    }
}

void report_command(const ReportCommand& command) {
    require_consistent(command);
    if (command.out.empty()) return print_text(command);
    if (command.live) return report_live(command, stop_of(command));
    report_once(command);
}

}  // namespace

void add_commands(app::Verb program) {
    const auto command = std::make_shared<ReportCommand>();
    app::Verb verb = program.add_verb(
        "report",
        "A report of what search, check, evaluate, audit and experiment robustness printed with "
        "--json and of campaign files: what holds, what fails, by which witness, with figures.",
        "disarray search --n 3..4 --json > search.json && disarray report --from search.json --out "
        "report");
    verb.add_option("--from", &command->from, "Saved documents, campaign files, or folders of them")
        .required()
        .paths()
        .value_name("FILE…");
    verb.group(app::Group::output);
    verb.add_option("--out", &command->out,
                    "Folder for the report; without it one format is printed, Markdown by default")
        .value_name("FOLDER");
    verb.add_option("--format", &command->format,
                    "html (default), md, tex, json, csv: one, several with commas, or all")
        .value_name("LIST")
        .list();
    verb.add_flag("--force", command->force, "Write to a folder that holds other files too");
    verb.add_flag("--strict", command->strict, "No report rather than one without figures");
    verb.add_flag("--open", command->open, "Show the page when it is written");
    verb.add_flag("--live", command->live,
                  "Follow running campaigns: rewrite the page as they go on");
    verb.group(app::Group::effort);
    verb.add_option("--every", &command->every, "Seconds between two looks of --live")
        .from_to(1, 86'400);
    verb.add_option("--time", &command->seconds, "Time budget of --live in seconds").seconds();
    verb.on_call([command] { report_command(*command); });
}

}  // namespace disarray::reports
