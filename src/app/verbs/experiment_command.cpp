// SPDX-License-Identifier: MIT
//
// `disarray experiment`: KV's experiments on click logs and graded labels, and the generator of
// click logs that stands in for theirs.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

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
#include "base/parallel.hpp"
#include "record/json.hpp"

namespace disarray::properties {

namespace {

using experiments::GeneratedLog;

struct ClickLogCommand {
    ClickLogOptions log;
    std::string out;
    std::optional<double> seconds;
    unsigned threads = 0;
    bool json = false;
};

Json click_log_json(const ClickLogCommand& command, const GeneratedLog& log) {
    Json json = app::document("experiment");
    json["experiment"] = "click-log";
    json["seed"] = command.log.seed;
    json["synthetic"] = true;
    json["label"] = "synthetic: " + log.table.synthetic;
    json["file"] = command.out;
    json["queries"] = log.table.size();
    json["complete"] = log.table.is_complete;
    json["sessions"] = log.sessions;
    json["rates"] = record::json_of(position_rates(log.rates));
    return json;
}

void click_log_command(const ClickLogCommand& command) {
    if (command.json && command.out.empty()) {
        throw InputError("--json", "no --out", "--out FILE: the log itself is printed otherwise");
    }
    const experiments::ClickModelOptions given = click_model_options(command.log, "--model");
    std::optional<AtomicFile> file;  // now: a folder that is missing is found before the work
    // A file of another ending would be read as one of another form.
    if (!command.out.empty() && !command.out.ends_with(".csv")) {
        throw InputError("--out", "\"" + printable(command.out, 200) + "\"",
                         "a name ending in .csv");
    }
    if (!command.out.empty()) file.emplace(command.out);
    EffortOptions effort;
    effort.seconds = command.seconds;
    const Stop stop = stop_of(effort);
    const GeneratedLog log = with_threads(command.threads, [&] { return generated(given, stop); });
    app::note_incomplete(!log.table.is_complete);
    if (!file) return formats::write_csv(log.table, app::print);
    formats::write_csv(log.table, [&](std::string_view text) { file->write(text); });
    file->commit();
    if (command.json) return app::print_json(click_log_json(command, log));
    app::print(
        fmt::format("synthetic: {}\n{}: {} queries, {} sessions\n\n"
                    "Click-through rates (clicks a session, mean over queries)\n\n{}",
                    log.table.synthetic, printable(command.out, 200), log.table.size(),
                    log.sessions, log.rates.empty() ? "" : rates_table(log.rates)));
}

void add_click_log_command(app::Verb experiment) {
    const auto command = std::make_shared<ClickLogCommand>();
    app::Verb verb = experiment.add_verb(
        "click-log", "Generates a synthetic click log with the click-through rates of KV Table 1.",
        "disarray experiment click-log --model cascade --queries 1000 --out clicks.csv");
    verb.add_option("--model", "MODEL", &command->log.model,
                    "position-based, or cascade (Craswell et al. 2008)");
    add_click_log_options(verb, command->log);
    verb.group(app::Group::output);
    verb.add_option("--out", &command->out, "Write the log to this .csv file; default: print it")
        .value_name("FILE");
    verb.add_option("--seed", &command->log.seed, "Seed of the log").in(app::Group::effort);
    verb.add_time_option(command->seconds);
    verb.add_threads_option(command->threads);
    verb.add_json_option(command->json);
    verb.on_call([command] { click_log_command(*command); });
}

}  // namespace

void add_click_log_options(app::Verb verb, ClickLogOptions& options) {
    verb.add_option("--queries", &options.queries, "Number of queries");
    verb.add_option("--clicks", &options.least_clicks, "Clicks of each query, at least (KV: 1000)");
    verb.add_option("--spread", "S", &options.spread,
                    "How much relevance varies between queries: 0, not at all, to 1");
}

experiments::ClickModelOptions click_model_options(const ClickLogOptions& options,
                                                   std::string_view model_option) {
    experiments::ClickModelOptions given;
    given.model = choice_named<experiments::ClickModel>(options.model, model_option);
    given.queries = options.queries;
    given.seed = options.seed;
    given.least_clicks = options.least_clicks;
    const Rational thousandths = Rational::parse(options.spread, "--spread") * Rational(1000);
    if (thousandths.sign() < 0 || thousandths > Rational(1000) || !thousandths.is_integer()) {
        throw InputError("--spread", "\"" + printable(options.spread) + "\"",
                         "a number from 0 to 1 with at most three digits after the point");
    }
    given.spread = thousandths.numerator().convert_to<std::uint32_t>();
    return given;
}

experiments::GeneratedLog generated(experiments::ClickModelOptions options, const Stop& stop) {
    app::ProgressLine line;
    options.stop = stop;
    options.on_progress = [&](std::uint64_t done) {
        line.show(fmt::format("generated {} of {} queries", done, options.queries));
    };
    return experiments::generate_click_log(options);
}

void add_experiment_command(app::Verb program) {
    app::Verb verb = program.add_verb(
        "experiment", "KV's experiments on click logs and graded labels, real or synthetic.",
        "disarray experiment robustness --synthetic cascade --queries 1000");
    verb.require_verb();
    add_footrule_kendall_command(verb);
    add_click_log_command(verb);
}

}  // namespace disarray::properties
