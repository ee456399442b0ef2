// SPDX-License-Identifier: MIT
//
// `disarray search`: the conjecture K ≤ F over all of S_n, reading by reading.
#include <charconv>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/progress.hpp"
#include "app/verb.hpp"
#include "base/error.hpp"
#include "base/stop.hpp"
#include "base/text_table.hpp"
#include "search/classical.hpp"
#include "search/commands/commands.hpp"
#include "search/sweep.hpp"
#include "verdict/witness_json.hpp"

namespace disarray::search {

namespace {

using app::Json;
using metrics::Reading;

struct Options {
    std::string n = "3..6";
    std::string reading = "all";
    std::string side = "min";
    bool classical = false;
    bool no_reduction = false;
    unsigned threads = 0;
    std::optional<double> seconds;
    bool json = false;
};

struct NRange {
    std::size_t from, to;
};

/// "6" or "3..6".
NRange parse_n(const std::string& text, std::size_t largest) {
    const auto refuse = [&] {
        throw InputError("--n", "\"" + printable(text) + "\"",
                         fmt::format("a number or a range such as 3..6, from 2 to {}", largest));
    };
    const auto number = [&](std::string_view digits) {
        std::size_t value = 0;
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error != std::errc{} || end != digits.data() + digits.size()) refuse();
        return value;
    };
    const auto dots = text.find("..");
    const NRange range = dots == std::string::npos
                             ? NRange{number(text), number(text)}
                             : NRange{number(std::string_view(text).substr(0, dots)),
                                      number(std::string_view(text).substr(dots + 2))};
    if (range.from < 2 || range.from > range.to || range.to > largest) refuse();
    return range;
}

std::vector<Reading> parse_readings(const std::string& name) {
    if (name == "all") return {metrics::all_readings.begin(), metrics::all_readings.end()};
    return {metrics::reading_named(name, "--reading")};
}

std::string scope(const SweepResult& result) {
    return fmt::format("every σ in S_{} and every pseudometric D, w = δ = 1{}", result.n,
                       result.complete ? "" : " (stopped before the end: partial)");
}

std::vector<SweepResult> run(const Options& options) {
    const NRange n = parse_n(options.n, max_sweep_n);
    const std::vector<Reading> readings = parse_readings(options.reading);
    const Stop stop =
        options.seconds ? Stop(std::chrono::duration<double>(*options.seconds)) : Stop();
    Stop::listen_to_signals();

    app::ProgressLine line;
    std::vector<SweepResult> results;
    for (const Reading reading : readings) {
        SweepOptions sweep_options;
        sweep_options.reading = reading;
        sweep_options.n_from = n.from;
        sweep_options.n_to = n.to;
        sweep_options.reduce = !options.no_reduction;
        sweep_options.threads = options.threads;
        sweep_options.stop = stop;
        sweep_options.progress = [&](const SweepProgress& p) {
            line.show(fmt::format(
                "{}, n = {}: {:.1f} % of {} permutations", name_of(reading), p.n,
                100.0 * static_cast<double>(p.done) / static_cast<double>(p.total), p.total));
        };
        for (SweepResult& result : sweep(sweep_options))
            results.push_back(std::move(result));
        if (stop.requested()) break;
    }
    return results;
}

Json to_json(const SweepResult& result) {
    Json json = {{"n", result.n},
                 {"reading", name_of(result.reading)},
                 {"side", "min"},
                 {"ratio", nullptr},
                 {"decimal", nullptr},
                 {"scope", scope(result)},
                 {"classes", result.programs},
                 {"permutations", result.permutations},
                 {"violating", result.violating},
                 {"undecided", result.undecided},
                 {"complete", result.complete},
                 {"witness", nullptr},
                 {"strict_witness", nullptr},
                 {"verdict", name_of(result.verdict())},
                 {"certificate", nullptr}};
    if (result.minimum) {
        json["ratio"] = result.minimum->to_string();
        json["decimal"] = result.minimum->to_decimal();
    }
    if (result.witness) json["witness"] = disarray::to_json(*result.witness);
    if (result.strict_witness) json["strict_witness"] = disarray::to_json(*result.strict_witness);
    return json;
}

std::string matrix_rows(const Dissimilarity& d, std::string_view indent) {
    std::string out;
    for (std::size_t i = 0; i < d.size(); ++i) {
        out += indent;
        for (std::size_t j = 0; j < d.size(); ++j) {
            out += (j == 0 ? "" : " ") + d(i, j).to_string();
        }
        out += "\n";
    }
    return out;
}

std::string describe(const Witness& witness) {
    return fmt::format(
        "  ranks {} (order {}), D a {}:\n{}  K = {}, F = {}, F/K = {}\n", witness.sigma.to_string(),
        fmt::join(witness.sigma.to_order(), " "), witness.is_strict() ? "metric" : "pseudometric",
        matrix_rows(witness.weighting.dissimilarity.value(), "    "), witness.kendall.to_string(),
        witness.footrule.to_string(), witness.ratio().to_string());
}

/// What the results of one reading say about the conjecture, in words.
std::string conclusion(std::span<const SweepResult> results) {
    const std::string_view reading = name_of(results.front().reading);
    for (const SweepResult& result : results) {
        if (result.verdict() != Verdict::refuted) continue;
        std::string text = fmt::format("\nK <= F[{}] is refuted at n = {}, by\n{}", reading,
                                       result.n, describe(*result.witness));
        if (!result.witness->is_strict()) {
            text += "and with a metric by\n" + describe(result.strict_witness.value());
        }
        return text;
    }
    const SweepResult& last = results.back();
    if (last.verdict() == Verdict::undecided) {
        return fmt::format("\nK <= F[{}] is undecided: {}, {} programs without an exact answer\n",
                           reading, scope(last), last.undecided);
    }
    return fmt::format("\nK <= F[{}] holds for {} (exhausted)\n", reading, scope(last));
}

std::string to_text(const std::vector<SweepResult>& results) {
    using Align = TextTable::Align;
    TextTable table({{"reading"},
                     {"n", Align::right},
                     {"min F/K"},
                     {"decimal"},
                     {"violating", Align::right},
                     {"of n!", Align::right},
                     {"programs", Align::right},
                     {"verdict"},
                     {"attained at ranks"}});
    for (const SweepResult& r : results) {
        table.add_row(
            {std::string(name_of(r.reading)), std::to_string(r.n),
             r.minimum ? r.minimum->to_string() : "-", r.minimum ? r.minimum->to_decimal() : "-",
             (r.complete && r.undecided == 0 ? "" : ">= ") + std::to_string(r.violating),
             std::to_string(r.permutations), std::to_string(r.programs),
             std::string(name_of(r.verdict())), r.witness ? r.witness->sigma.to_string() : "-"});
    }
    std::string text =
        "Exact minimum of F/K over every σ in S_n and every pseudometric D (w = δ = 1).\n"
        "The conjecture K <= F fails where it is below 1.\n\n" +
        table.to_string();
    for (auto begin = results.begin(); begin != results.end();) {
        const auto end = std::find_if(begin, results.end(), [&](const SweepResult& r) {
            return r.reading != begin->reading;
        });
        text += conclusion({begin, end});
        begin = end;
    }
    return text;
}

Json to_json(const ClassicalSweep& sweep, std::string_view side, const ClassicalExtreme& extreme,
             std::uint64_t violating) {
    Witness witness;
    witness.sigma = extreme.sigma;
    witness.kendall = Rational(extreme.kendall);
    witness.footrule = Rational(extreme.footrule);
    return {{"n", sweep.n},
            {"reading", "classical"},
            {"side", side},
            {"ratio", extreme.ratio().to_string()},
            {"decimal", extreme.ratio().to_decimal()},
            {"scope", fmt::format("every σ in S_{}, all weights 1", sweep.n)},
            {"classes", sweep.permutations},
            {"permutations", sweep.permutations},
            {"violating", violating},
            {"witness", disarray::to_json(witness)},
            {"verdict", name_of(violating == 0 ? Verdict::exhausted : Verdict::refuted)},
            {"certificate", nullptr}};
}

void run_classical(const Options& options) {
    const NRange n = parse_n(options.n, max_classical_n);
    Json json = app::document("search");
    Json& rows = json["results"] = Json::array();
    TextTable table({{"n", TextTable::Align::right},
                     {"permutations", TextTable::Align::right},
                     {"F < K", TextTable::Align::right},
                     {"F > 2K", TextTable::Align::right},
                     {"min F/K"},
                     {"at ranks"},
                     {"max F/K"},
                     {"at ranks"}});
    for (std::size_t length = n.from; length <= n.to; ++length) {
        const ClassicalSweep s = sweep_classical(length, options.threads);
        rows.push_back(to_json(s, "min", s.least, s.below));
        rows.push_back(to_json(s, "max", s.greatest, s.above));
        table.add_row({std::to_string(length), std::to_string(s.permutations),
                       std::to_string(s.below), std::to_string(s.above),
                       s.least.ratio().to_string(), s.least.sigma.to_string(),
                       s.greatest.ratio().to_string(), s.greatest.sigma.to_string()});
    }
    if (options.json) {
        app::print_json(json);
    } else {
        app::print("Diaconis–Graham, K <= F <= 2K, on every σ in S_n (all weights 1).\n\n" +
                   table.to_string());
    }
}

void search_command(const Options& options) {
    if (options.side != "min") {
        throw NotSupported("--side", "\"" + printable(options.side) + "\"",
                           "min (the largest F/K is not searched yet)");
    }
    if (options.seconds && !(*options.seconds > 0)) {
        throw InputError("--time", fmt::format("{}", *options.seconds), "seconds greater than 0");
    }
    if (options.classical &&
        (options.seconds || options.no_reduction || options.reading != "all")) {
        throw NotSupported("--classical", "--time, --no-reduction or --reading as well",
                           "neither: all σ are visited, and all readings agree");
    }
    if (options.classical) return run_classical(options);

    const std::vector<SweepResult> results = run(options);
    if (!options.json) return app::print(to_text(results));
    Json json = app::document("search");
    json["results"] = Json::array();
    for (const SweepResult& result : results)
        json["results"].push_back(to_json(result));
    app::print_json(json);
}

}  // namespace

void add_commands(CLI::App& program) {
    const auto options = std::make_shared<Options>();
    CLI::App& verb = app::add_verb(
        program, "search",
        "Decides K <= F over all of S_n and all pseudometrics D, exactly, by linear programs.",
        "disarray search --reading prefix --n 3..6");
    verb.add_option("--n", options->n, "Length of the rankings: a number or a range")
        ->capture_default_str();
    verb.add_option("--reading", options->reading,
                    "Reading of F: prefix, prefix-sym, interval, box or all")
        ->capture_default_str();
    verb.add_option("--side", options->side, "Which extreme of F/K: min")->capture_default_str();
    verb.add_flag("--classical", options->classical,
                  "All weights 1 instead of all D: check K <= F <= 2K on every σ");
    verb.add_flag("--no-reduction", options->no_reduction,
                  "Solve all of S_n, without symmetries, for comparison");
    verb.add_option("--time", options->seconds, "Time budget in seconds; what is found is kept");
    app::add_threads_option(verb, options->threads);
    app::add_json_option(verb, options->json);
    verb.callback([options] { search_command(*options); });
}

}  // namespace disarray::search
