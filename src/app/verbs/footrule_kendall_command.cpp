// SPDX-License-Identifier: MIT
//
// `disarray experiment robustness`: KV 6, Table 2 and Figures 1 and 2, on a click log, on graded
// labels, on a run with judgements, or on a synthetic log.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "app/progress.hpp"
#include "app/verb.hpp"
#include "app/verbs/click_log_options.hpp"
#include "app/verbs/footrule_kendall_output.hpp"
#include "app/verbs/properties_commands.hpp"
#include "base/atomic_file.hpp"
#include "base/error.hpp"
#include "base/near_names.hpp"
#include "base/parallel.hpp"
#include "formats/lists.hpp"
#include "properties/experiments/query_source.hpp"

namespace disarray::properties {

namespace {

using experiments::FootruleKendallOptions;
using experiments::PairWeights;

/// The command line as given.
struct FootruleKendallCommand {
    std::string log, labels, run, qrels;
    std::optional<std::string> synthetic;
    ClickLogOptions generator;
    std::string form = "auto", unjudged = "not-relevant";
    std::size_t depth = 10;
    std::int64_t greatest_grade = 3;
    std::uint64_t least_clicks = 0;

    std::string weightings, reading = "prefix", fixed_points = "one", ties = "position";
    std::string ctr = "kv", grade_weight = "grade+1";
    std::size_t k = 5;
    std::uint64_t log_base = 2;

    std::string overlap;
    std::size_t worst = 10;
    std::size_t points = 2000;
    std::string scatter;
    std::uint64_t seed = 1;
    std::optional<double> seconds;
    unsigned threads = 0;
    bool json = false, csv = false;
};

// --- where the queries come from --------------------------------------------------------------

SourceKind source_kind(const FootruleKendallCommand& command) {
    std::vector<std::pair<std::string_view, SourceKind>> given;
    if (!command.log.empty()) given.emplace_back("LOG", SourceKind::clicks);
    if (!command.labels.empty()) given.emplace_back("--labels", SourceKind::labels);
    if (!command.run.empty()) given.emplace_back("--run", SourceKind::run);
    if (command.synthetic) given.emplace_back("--synthetic", SourceKind::synthetic);
    constexpr std::string_view expected =
        "one of a click log LOG, --labels FILE, --run FILE with --qrels FILE, --synthetic MODEL";
    if (given.empty()) throw InputError("experiment robustness", "no queries", expected);
    if (given.size() > 1) {
        throw InputError("experiment robustness",
                         fmt::format("{} and {}", given[0].first, given[1].first), expected);
    }
    if (command.run.empty() != command.qrels.empty()) {
        throw InputError("experiment robustness",
                         command.run.empty() ? "--qrels without --run" : "--run without --qrels",
                         "both");
    }
    return given.front().second;
}

/// An option that this source has no use for was meant for another one.
void require_used(app::Verb verb, SourceKind kind) {
    const auto refuse = [&](std::initializer_list<const char*> options, std::string_view belongs) {
        for (const char* name : options) {
            if (!verb.is_given(name)) continue;
            throw InputError(name, fmt::format("{} as input", name_of(kind)),
                             fmt::format("{} with it", belongs));
        }
    };
    if (kind != SourceKind::synthetic)
        refuse({"--queries", "--clicks", "--spread"}, "--synthetic MODEL");
    if (kind != SourceKind::run) refuse({"--depth", "--unjudged"}, "--run FILE");
    if (kind != SourceKind::clicks) refuse({"--least-clicks"}, "a click log");
    if (kind != SourceKind::clicks && kind != SourceKind::labels)
        refuse({"--form"}, "a click log or --labels FILE");
    if (kind == SourceKind::clicks || kind == SourceKind::synthetic)
        refuse({"--grade-weight", "--greatest-grade"}, "grades");
}

formats::PositionTable read_table(const FootruleKendallCommand& command, SourceKind kind,
                                  const Stop& stop) {
    const bool is_log = kind == SourceKind::clicks;
    formats::TableOptions options;
    options.form = choice_named<formats::TableForm>(command.form, "--form");
    options.value = is_log ? "clicks" : "grades";
    options.greatest = is_log ? formats::max_count : command.greatest_grade;
    options.stop = stop;
    return formats::read_position_table(is_log ? command.log : command.labels, options);
}

void set_log(ExperimentSource& source, const FootruleKendallCommand& command, const Stop& stop) {
    source.description = command.log;
    source.table = read_table(command, SourceKind::clicks, stop);
    const std::size_t rare = experiments::remove_rare_queries(
        source.table,
        static_cast<std::int64_t>(std::min<std::uint64_t>(command.least_clicks, INT64_MAX)));
    source.left_out.emplace_back(rare, fmt::format("fewer than {} clicks", command.least_clicks));
    if (source.table.size() == 0 && source.table.is_complete) {
        throw InputError("--least-clicks", std::to_string(command.least_clicks),
                         "a number that some query has");
    }
    if (source.is_synthetic()) source.description += " (" + source.table.synthetic + ")";
    const bool has_clicks =
        std::ranges::any_of(source.table.values, [](std::int64_t count) { return count > 0; });
    if (!has_clicks) return;
    source.rates = experiments::click_rates(source.table, command.log);
    source.rates_are = "share of all clicks";
}

void set_generated(ExperimentSource& source, const FootruleKendallCommand& command,
                   const Stop& stop) {
    ClickLogOptions options = command.generator;
    options.model = *command.synthetic;
    options.seed = command.seed;
    experiments::GeneratedLog log = generated(click_model_options(options, "--synthetic"), stop);
    source.table = std::move(log.table);
    source.description = source.table.synthetic;
    source.rates = std::move(log.rates);
    source.rates_are = "clicks a session, mean over queries";
    source.sessions = log.sessions;
    source.asked = options.queries;
}

void set_run(ExperimentSource& source, const FootruleKendallCommand& command, const Stop& stop) {
    const auto judgements = formats::Judgements::read(command.qrels, {});
    evaluation::JudgingOptions judging;
    judging.unjudged = choice_named<evaluation::Unjudged>(command.unjudged, "--unjudged");
    judging.run.threads = command.threads;
    judging.run.stop = stop;
    experiments::GradedRun graded = experiments::graded_run(command.run, judgements, command.depth,
                                                            command.greatest_grade, judging);
    source.description = fmt::format("{} with {}", command.run, command.qrels);
    source.table = std::move(graded.table);
    source.left_out = {
        {graded.too_short.size(), fmt::format("fewer than {} documents", command.depth)},
        {graded.without_judgements.size(), "without judgements"},
        {graded.not_in_run.size(), "with judgements, but not in the run"}};
}

ExperimentSource source_of(const FootruleKendallCommand& command, SourceKind kind,
                           const Stop& stop) {
    app::ProgressLine line;
    line.show("reading");
    ExperimentSource source;
    source.kind = kind;
    switch (kind) {
        case SourceKind::clicks:
            set_log(source, command, stop);
            break;
        case SourceKind::labels:
            source.description = command.labels;
            source.table = read_table(command, kind, stop);
            break;
        case SourceKind::run:
            set_run(source, command, stop);
            break;
        case SourceKind::synthetic:
            set_generated(source, command, stop);
            break;
    }
    if (source.asked == 0) source.asked = source.table.size();
    return source;
}

// --- what is measured -------------------------------------------------------------------------

/// δ of CTR, and where it comes from.
std::pair<SwapCosts, std::string> ctr(const FootruleKendallCommand& command,
                                      const ExperimentSource& source) {
    const std::size_t n = source.table.positions;
    if (command.ctr == "kv") return {SwapCosts::click_through_rate(n, "CTR"), "KV Table 1"};
    if (command.ctr == "log") {
        if (!source.has_clicks()) {
            throw InputError("--ctr", "log, without clicks", "kv, or a list of rates");
        }
        return {experiments::swap_costs_of_rates(
                    experiments::click_rates(source.table, "--ctr log"), "--ctr log"),
                "share of all clicks of the log"};
    }
    const std::vector<Rational> rates = formats::numbers(command.ctr, "--ctr");
    if (rates.size() != n) {
        throw InputError("--ctr", fmt::format("{} rates", rates.size()),
                         fmt::format("kv, log, or {} rates, one for each position", n));
    }
    return {experiments::swap_costs_of_rates(rates, "--ctr"), "given: " + command.ctr};
}

enum class WeightingName { unit, dcg, ctr, topk, edit };
constexpr std::pair<std::string_view, WeightingName> weighting_names[] = {
    {"unit", WeightingName::unit},
    {"dcg", WeightingName::dcg},
    {"ctr", WeightingName::ctr},
    {"topk", WeightingName::topk},
    {"edit", WeightingName::edit}};

PairWeights weights_named(std::string_view name, const FootruleKendallCommand& command,
                          const ExperimentSource& source, std::string& rates_used) {
    const std::size_t n = source.table.positions;
    PairWeights weights;
    weights.fixed_points = choice_named<FixedPointPolicy>(command.fixed_points, "--fixed-points");
    weights.swap_costs = SwapCosts::unit(n);
    switch (choice_named(weighting_names, name, "--weighting")) {
        case WeightingName::unit:
            weights.name = "UNIT";
            break;
        case WeightingName::dcg:
            weights.name = "DCG";
            weights.swap_costs.reset();
            weights.log_base = command.log_base;
            break;
        case WeightingName::ctr:
            weights.name = "CTR";
            std::tie(*weights.swap_costs, rates_used) = ctr(command, source);
            break;
        case WeightingName::topk:
            weights.name = "TOPK";
            weights.swap_costs = SwapCosts::top_k(n, command.k);
            break;
        case WeightingName::edit:
            weights.name = "EDIT";
            if (source.has_clicks()) {
                throw InputError("--weighting", "edit, for clicks",
                                 "grades: its weights are theirs");
            }
            weights.grades =
                choice_named<experiments::GradeWeight>(command.grade_weight, "--grade-weight");
            break;
    }
    return weights;
}

void set_weightings(FootruleKendallOptions& options, const FootruleKendallCommand& command,
                    const ExperimentSource& source, std::string& rates_used) {
    // KV's, for each kind of data.
    std::string names = command.weightings;
    if (names.empty()) names = source.has_clicks() ? "unit,dcg,ctr,topk" : "unit,edit";
    for (const std::string_view name : formats::list_items(names, "--weighting")) {
        PairWeights weights = weights_named(name, command, source, rates_used);
        const auto same = std::ranges::find(options.weightings, weights.name, &PairWeights::name);
        if (same == options.weightings.end()) options.weightings.push_back(std::move(weights));
    }
    if (options.weightings.empty()) {
        throw InputError("--weighting", "an empty list", "names of weightings");
    }
}

std::vector<std::uint64_t> overlap_sizes(const FootruleKendallCommand& command,
                                         std::size_t queries) {
    std::vector<std::uint64_t> sizes;
    for (const std::string_view item : formats::list_items(command.overlap, "--overlap")) {
        const auto k = formats::as_integer(item);
        if (!k || *k < 1 || static_cast<std::uint64_t>(*k) > queries) {
            throw InputError("--overlap", "\"" + printable(item) + "\"",
                             fmt::format("numbers from 1 to {}, that of the queries", queries));
        }
        sizes.push_back(static_cast<std::uint64_t>(*k));
    }
    return sizes;
}

void require_valid_numbers(const FootruleKendallCommand& command) {
    const auto refuse_unless = [](bool is_good, std::string_view option, const std::string& found,
                                  std::string_view expected) {
        if (!is_good) throw InputError(option, found, expected);
    };
    refuse_unless(command.k >= 1, "--k", std::to_string(command.k), "a number of at least 1");
    refuse_unless(command.log_base >= 2 && command.log_base <= 1'000'000, "--log-base",
                  std::to_string(command.log_base), "a whole number from 2 to 1000000");
    refuse_unless(
        command.greatest_grade >= 1 && command.greatest_grade <= experiments::greatest_grade,
        "--greatest-grade", std::to_string(command.greatest_grade),
        fmt::format("a whole number from 1 to {}", experiments::greatest_grade));
    refuse_unless(command.points >= 1, "--points", "0", "a number of at least 1");
    refuse_unless(!(command.csv && command.json), "--csv", "--json as well", "one of them");
}

FootruleKendallReport run_experiment(const FootruleKendallCommand& command, SourceKind kind) {
    EffortOptions effort, half;
    effort.seconds = command.seconds;
    // A log that takes all the time to read would leave none to measure what was read.
    if (command.seconds) half.seconds = *command.seconds / 2;
    FootruleKendallOptions options;
    options.reading = choice_named<metrics::Reading>(command.reading, "--reading");
    options.ties = choice_named<experiments::TieRule>(command.ties, "--ties");
    options.seed = command.seed;
    options.worst = command.worst;
    options.stop = stop_of(effort);
    ExperimentSource source = source_of(command, kind, stop_of(half));
    std::string rates_used;
    set_weightings(options, command, source, rates_used);
    options.overlap_sizes = overlap_sizes(command, source.asked);
    app::ProgressLine line;
    options.on_progress = [&](std::uint64_t done, std::uint64_t all) {
        line.show(fmt::format("measured {} of {} different rankings", done, all));
    };
    experiments::FootruleKendall result(source.table, options);
    return {std::move(source), std::move(options), std::move(result), rates_used, command.points};
}

void footrule_kendall_command(const FootruleKendallCommand& command, app::Verb verb) {
    const SourceKind kind = source_kind(command);
    require_used(verb, kind);
    require_valid_numbers(command);
    std::optional<AtomicFile> file;  // now: a folder that is missing is found before the work
    if (!command.scatter.empty()) file.emplace(command.scatter);
    // The output is made by several threads as well, as far as it has parts.
    const FootruleKendallReport report =
        with_threads(command.threads, [&] { return run_experiment(command, kind); });
    app::note_incomplete(!report.source.table.is_complete ||
                         report.result.queries() != report.source.asked);
    if (file) {
        file->write(points_csv(report));
        file->commit();
    }
    if (command.json) return app::print_json(json_of(report));
    app::print(command.csv ? csv_of(report) : text_of(report));
}

void add_source_options(app::Verb verb, FootruleKendallCommand& command) {
    verb.add_option("log", &command.log,
                    "Click log: a query and its clicks by position, line by line")
        .value_name("LOG");
    verb.add_option("--labels", &command.labels,
                    "Graded labels: a query and its grades by position")
        .value_name("FILE");
    verb.add_option("--run", &command.run, "A run, with --qrels: grades of its first documents")
        .value_name("FILE");
    verb.add_option("--qrels", &command.qrels, "Judgements of the run").value_name("FILE");
    verb.add_option("--synthetic", &command.synthetic,
                    "A synthetic log: position-based, or cascade (Craswell et al. 2008)")
        .value_name("MODEL");
    add_click_log_options(verb, command.generator);
    verb.group(app::Group::how);
    verb.add_option("--form", "FORM", &command.form, "Of the file: auto, text, csv or json");
    verb.add_option("--depth", &command.depth, "Documents of each query of a run").rare();
    verb.add_option("--unjudged", "RULE", &command.unjudged,
                    "Documents of a run without judgement: not-relevant or removed")
        .rare();
    verb.add_option("--greatest-grade", &command.greatest_grade, "Grades are from 0 to this");
    verb.add_option("--least-clicks", &command.least_clicks,
                    "Leave out queries of a log with fewer clicks (KV: 1000)")
        .rare();
}

void add_measure_options(app::Verb verb, FootruleKendallCommand& command) {
    verb.group(app::Group::what);
    verb.add_option("--weighting", &command.weightings,
                    "unit, dcg, ctr, topk, edit; default: KV's for clicks, or for grades")
        .value_name("LIST")
        .list();
    verb.group(app::Group::how);
    verb.add_option("--ties", "RULE", &command.ties,
                    "Equal clicks or grades: position (earlier first), reversed, random, or "
                    "average over all orders, exactly");
    verb.add_option("--reading", "READING", &command.reading,
                    "Of the footrule: prefix, prefix-sym, interval or box");
    verb.add_option("--fixed-points", "POLICY", &command.fixed_points,
                    "The swap cost of what does not move: one (KV 3.2) or local");
    verb.add_option("--ctr", "RATES", &command.ctr,
                    "Click-through rates of CTR: kv (Table 1), log (shares of its clicks), or a "
                    "list")
        .rare();
    verb.add_option("--k", &command.k, "Of TOPK").rare();
    verb.add_option("--log-base", &command.log_base,
                    "Of the logarithms of DCG; it changes results unless --fixed-points is local")
        .rare();
    verb.add_option("--grade-weight", "RULE", &command.grade_weight,
                    "Element weights of EDIT: grade+1, 2^grade or grade+1/2")
        .rare();
}

void add_output_options(app::Verb verb, FootruleKendallCommand& command) {
    verb.group(app::Group::output);
    verb.add_option("--overlap", &command.overlap,
                    "The k for which the k worst queries by K and by F are compared")
        .value_name("LIST")
        .list();
    verb.add_option("--worst", &command.worst, "How many of the worst queries are listed")
        .from_to(0, 1'000'000);
    verb.add_option(
            "--points", &command.points,
            "Points of a scatter in JSON; where there are more, they are rounded, at most to whole "
            "numbers")
        .rare();
    verb.add_option("--scatter", &command.scatter, "Also write all points to this file, as CSV")
        .value_name("FILE");
    verb.add_option("--seed", &command.seed, "Seed of a synthetic log and of random ties")
        .in(app::Group::effort);
    verb.add_time_option(command.seconds);
    verb.add_threads_option(command.threads);
    verb.add_json_option(command.json);
    verb.add_flag("--csv", command.csv, "Print the table as CSV instead of text");
}

}  // namespace

void add_footrule_kendall_command(app::Verb experiment) {
    const auto command = std::make_shared<FootruleKendallCommand>();
    app::Verb verb = experiment.add_verb(
        "robustness",
        "How footrule and Kendall distance go together on clicks or grades (KV 6, Table 2).",
        "disarray experiment robustness --synthetic position-based --queries 2000");
    add_source_options(verb, *command);
    add_measure_options(verb, *command);
    add_output_options(verb, *command);
    verb.on_call([command, verb] { footrule_kendall_command(*command, verb); });
}

}  // namespace disarray::properties
