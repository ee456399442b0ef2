// SPDX-License-Identifier: MIT
#include "app/verbs/weights_command.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "app/progress.hpp"
#include "app/verb.hpp"
#include "app/verbs/mpi_command.hpp"
#include "app/verbs/question_options.hpp"
#include "app/verbs/search_output.hpp"
#include "base/error.hpp"
#include "base/stop.hpp"
#include "base/text_table.hpp"
#include "formats/lists.hpp"
#include "formulas/rational_function.hpp"
#include "search/decision.hpp"
#include "search/evidence_json.hpp"
#include "search/families.hpp"
#include "search/question.hpp"
#include "search/tempering.hpp"
#include "search/tempering_tasks.hpp"
#include "search/weight_search.hpp"
#include "search/weight_tasks.hpp"

namespace disarray::search {

namespace {

using app::Json;

// ---------------------------------------------------------------------------------------------
// What the three have in common: a row of "results", and its witness.

struct Row {
    Question question;
    std::size_t n = 0;
    std::optional<Evidence> best, strict;
    Verdict verdict = Verdict::undecided;
    std::string scope, effort;
    Json more = Json::object();  ///< keys of one command only
};

Json search_row_json(const Row& row) {
    Json json = {{"n", row.n},
                 {"reading", name_of(row.question.reading.value())},
                 {"side", name_of(row.question.side)},
                 {"statement", to_string(row.question.inequality)},
                 {"ratio", nullptr},
                 {"decimal", nullptr},
                 {"scope", row.scope}};
    json.update(row.more);
    json["witness"] = nullptr;
    json["strict_witness"] = nullptr;
    if (row.best) {
        const Rational ratio = row.best->ratio();
        json["ratio"] = row.question.ratio_text(ratio);
        const auto shown = row.question.shown_ratio(ratio);
        if (shown) json["decimal"] = shown->to_decimal();
        json["witness"] = evidence_json(row.question, *row.best);
    }
    if (row.strict) {
        json["strict_witness"] = evidence_json(row.question, *row.strict);
    }
    json["verdict"] = name_of(row.verdict);
    json["certificate"] = nullptr;
    json["effort"] = row.effort;
    return json;
}

void print_rows(const std::vector<Row>& rows, const std::optional<std::uint64_t>& seed) {
    Json json = app::document("search");
    if (seed) json["seed"] = *seed;
    json["results"] = Json::array();
    for (const Row& row : rows)
        json["results"].push_back(search_row_json(row));
    app::print_json(json);
}

/// One row of the table, and below it who attains what.
std::string rows_text(const std::vector<Row>& rows) {
    TextTable table({{"reading"},
                     {"n", TextTable::Align::right},
                     {"side"},
                     {"F/K"},
                     {"decimal"},
                     {"verdict"},
                     {"inequality"}});
    std::string below;
    for (const Row& row : rows) {
        const Question& q = row.question;
        std::string ratio = "-", decimal = "-";
        if (row.best) {
            ratio = q.ratio_text(row.best->ratio());
            decimal = q.decimal_text(row.best->ratio());
        }
        table.add_row({std::string(name_of(q.reading.value())), std::to_string(row.n),
                       std::string(name_of(q.side)), ratio, decimal,
                       std::string(name_of(row.verdict)), to_string(q.inequality)});
        below +=
            fmt::format("\n{}, n = {}: {}\n  scope: {}\n  effort: {}\n", to_string(q.inequality),
                        row.n, name_of(row.verdict), row.scope, row.effort);
        if (row.best) below += describe(q, *row.best);
        if (row.strict && !row.best->weighting.dissimilarity->is_metric()) {
            below += "and with a metric\n" + describe(q, *row.strict);
        }
    }
    return table.to_string() + below;
}

// ---------------------------------------------------------------------------------------------
// Options of `weights` and `temper`.

struct SpaceOptions {
    std::string reading = "all";
    std::string side = "min";
    std::int64_t largest = 1;
    std::string swap_costs = "1";
    std::string fixed_points = "one";
    std::uint64_t seed = 1;
    unsigned threads = 0;
    std::optional<double> seconds;
    farm::MpiOptions mpi;
    bool json = false;
};

void add_space_options(app::Verb verb, SpaceOptions& options) {
    add_reading_options(verb, options.reading, options.side);
    verb.add_option("--largest", &options.largest, "Largest element weight w_i; the least is 1")
        .from_to(1, 1'000'000);
    verb.add_option("--swap-costs", &options.swap_costs,
                    "What each δ_i may be: a list such as 0,1/2,1");
    verb.group(app::Group::how);
    verb.add_option("--fixed-points", &options.fixed_points,
                    "Average swap cost of an element that does not move: one or local");
    verb.group(app::Group::effort);
    verb.add_option("--seed", &options.seed, "Seed of what is random");
    verb.add_threads_option(options.threads);
    verb.add_time_option(options.seconds);
    verb.add_fail_if_option();
    verb.add_json_option(options.json);
}

WeightSpace space_of(const SpaceOptions& options) {
    WeightSpace space;
    space.largest_weight = options.largest;
    space.swap_costs = formats::numbers(options.swap_costs, "--swap-costs");
    space.fixed_points = choice_named<FixedPointPolicy>(options.fixed_points, "--fixed-points");
    return space;
}

// ---------------------------------------------------------------------------------------------

struct WeightsOptions : SpaceOptions {
    OptionText n, ranks;
    std::optional<std::size_t> restarts;
};

Row row_of(const Question& question, std::size_t n, const WeightSearchResult& result) {
    Row row{question, n, result.best, result.strict, result.verdict(), result.scope, result.effort};
    row.more = {{"points", result.decided},      {"violating", result.violating},
                {"undecided", result.undecided}, {"programs", result.programs},
                {"complete", result.complete},   {"exhaustive", result.exhaustive}};
    return row;
}

std::optional<Permutation> sigma_in(const OptionText& text) {
    if (!text) return std::nullopt;
    std::vector<std::int64_t> ranks;
    for (const std::string_view item : formats::list_items(*text, "--ranks")) {
        const auto rank = formats::as_integer(item);
        if (!rank) throw InputError("--ranks", "\"" + printable(item) + "\"", "an integer");
        ranks.push_back(*rank);
    }
    return Permutation::from_ranks(ranks, "--ranks");
}

NRange lengths_of(const WeightsOptions& options, const std::optional<Permutation>& sigma) {
    if (!sigma) return parse_n(options.n.value_or("4"), 2, max_tempering_n);
    if (options.n) {
        throw NotSupported("--ranks", "--n as well", "one of them: the ranks say how many");
    }
    const std::size_t n = sigma->size();
    if (n < 2 || n > max_tempering_n) {
        throw InputError("--ranks", fmt::format("{} ranks", n),
                         fmt::format("2 to {}", max_tempering_n));
    }
    return {n, n};
}

/// \param farm  of all ranks, if there are others
void weights_command(const WeightsOptions& options, farm::Farm* farm) {
    const auto kind = options.restarts ? WeightSearchKind::climb : WeightSearchKind::grid;
    WeightSearchOptions search;
    search.sigma = sigma_in(options.ranks);
    const NRange lengths = lengths_of(options, search.sigma);
    search.space = space_of(options);
    search.seed = options.seed;
    search.threads = options.threads;
    search.restarts = options.restarts.value_or(0);
    const auto questions = standard_questions(options.reading, options.side);
    const TimeBudget budget(options.seconds);
    std::size_t left = questions.size() * (lengths.to - lengths.from + 1);
    app::ProgressLine line;
    std::vector<Row> rows;
    for (const Question& question : questions) {
        for (search.n = lengths.from; search.n <= lengths.to; ++search.n) {
            search.inequality = question.inequality;
            search.stop = budget.share(left--);
            if (farm != nullptr) search.elsewhere = by_farm(*farm, search, kind, search.stop);
            search.progress = [&](const WeightSearchProgress& p) {
                line.show(fmt::format("{}  n = {}  {} of {}, F/K {}",
                                      to_string(question.inequality), search.n, p.done, p.total,
                                      p.ratio ? question.ratio_text(*p.ratio) : "-"));
            };
            const WeightSearchResult found = kind == WeightSearchKind::climb
                                                 ? climb_weights(search)
                                                 : search_weight_grid(search);
            app::note_incomplete(!found.complete);
            rows.push_back(row_of(question, search.n, found));
            app::note_verdict(rows.back().verdict);
        }
    }
    line.clear();
    if (options.json) {
        return print_rows(rows, options.restarts ? std::optional(options.seed) : std::nullopt);
    }
    app::print(
        "Least (or greatest) F/K over all pseudometrics D, and the weights w, δ as said.\n\n" +
        rows_text(rows));
}

void add_weights_command(app::Verb search_verb) {
    const auto options = std::make_shared<WeightsOptions>();
    options->largest = 2;
    app::Verb verb = search_verb.add_verb(
        "weights",
        "Element weights and swap costs: every one on a grid, or climbs from random ones "
        "(--restarts); each decided for all pseudometrics D.",
        "disarray search weights --reading prefix-sym --n 4 --largest 2");
    verb.add_option("--n", &options->n, "Every σ of this length: a number or a range (default 4)");
    verb.add_option("--ranks", &options->ranks, "One σ instead, as rank vector: 3,1,2");
    verb.group(app::Group::effort);
    verb.add_option("--restarts", &options->restarts,
                    "Climb from this many starting points instead of going through the grid")
        .from_to(1, 1'000'000);
    verb.group(app::Group::what);
    add_space_options(verb, *options);
    farm::add_mpi_options(verb, options->mpi);
    verb.on_call([options] {
        farm::on_all_ranks(options->mpi, options->threads, weight_tasks,
                           [&](farm::Farm* farm) { weights_command(*options, farm); });
    });
}

// ---------------------------------------------------------------------------------------------

struct TemperOptions : SpaceOptions {
    std::size_t n = 12;
    std::uint64_t steps = 2000;
    std::size_t replicas = 8;
    std::size_t chains = 1;
    std::size_t meetings = 0;
};

Row row_of(const Question& question, std::size_t n, const TemperingResult& result) {
    Row row{question, n, result.best, result.strict, result.verdict(), result.scope, result.effort};
    row.more = {{"moves", result.moves},
                {"programs", result.programs},
                {"least_for_point", result.least_for_point},
                {"complete", result.complete}};
    return row;
}

/// \param farm  of all ranks, if there are others
void temper_command(const TemperOptions& options, farm::Farm* farm) {
    if (options.meetings > 0 && options.chains == 1) {
        throw NotSupported("--meetings", "one chain", "--chains with at least 2 as well");
    }
    TemperingOptions tempering;
    tempering.n = options.n;
    tempering.space = space_of(options);
    tempering.steps = options.steps;
    tempering.replicas = options.replicas;
    tempering.chains = options.chains;
    tempering.meetings = options.meetings;
    tempering.seed = options.seed;
    tempering.threads = options.threads;
    const auto questions = standard_questions(options.reading, options.side);
    const TimeBudget budget(options.seconds);
    std::size_t left = questions.size();
    app::ProgressLine line;
    std::vector<Row> rows;
    for (const Question& question : questions) {
        tempering.inequality = question.inequality;
        tempering.stop = budget.share(left--);
        if (farm != nullptr) tempering.elsewhere = by_farm(*farm, tempering, tempering.stop);
        tempering.progress = [&](const TemperingProgress& p) {
            line.show(fmt::format("{}  {} of {} moves, F/K {}", to_string(question.inequality),
                                  p.done, p.total, p.ratio ? question.ratio_text(*p.ratio) : "-"));
        };
        const TemperingResult found = temper(tempering);
        app::note_incomplete(!found.complete);
        rows.push_back(row_of(question, options.n, found));
        app::note_verdict(rows.back().verdict);
    }
    line.clear();
    if (options.json) return print_rows(rows, options.seed);
    app::print(
        "Extreme F/K found by parallel tempering over σ, w, δ; exact where it is stated.\n\n" +
        rows_text(rows));
}

void add_temper_command(app::Verb search_verb) {
    const auto options = std::make_shared<TemperOptions>();
    app::Verb verb = search_verb.add_verb(
        "temper",
        "Parallel tempering over σ, w and δ up to n = 30, with the linear program as judge.",
        "disarray search temper --reading box --n 10 --steps 800 --seed 1");
    verb.add_option("--n", &options->n, "Length of the rankings").from_to(3, max_tempering_n);
    verb.group(app::Group::effort);
    verb.add_option("--steps", &options->steps, "Moves of all replicas of a chain together")
        .from_to(1, 1'000'000'000'000);
    verb.add_option("--replicas", &options->replicas, "Temperatures of a chain").from_to(1, 1000);
    verb.add_option("--chains", &options->chains, "Chains that walk by themselves")
        .from_to(1, 10'000);
    verb.add_option("--meetings", &options->meetings,
                    "How often the chains meet: their coldest replicas go on from the best found")
        .from_to(0, 1'000'000);
    verb.group(app::Group::what);
    add_space_options(verb, *options);
    farm::add_mpi_options(verb, options->mpi);
    verb.on_call([options] {
        farm::on_all_ranks(options->mpi, options->threads, tempering_tasks,
                           [&](farm::Farm* farm) { temper_command(*options, farm); });
    });
}

// ---------------------------------------------------------------------------------------------

/// One question asked of one family.
struct FamilyAnswer {
    std::vector<Row> rows;
    std::vector<std::size_t> unbounded;  ///< n without a finite ratio
    Formulas formulas;
};

/// The row for one member; without evidence if N is zero or there is no exact answer.
Row member_row(const Question& question, const Family& family, const Permutation& sigma) {
    const std::size_t n = sigma.size();
    Row row;
    row.question = question;
    row.n = n;
    row.scope = fmt::format("σ of family {} with ranks {}, every pseudometric D, w = δ = 1",
                            family.name, sigma.to_string());
    row.effort = "one σ";
    const Functional small = functional(question.inequality.small, sigma);
    const Functional big = functional(question.inequality.big, sigma);
    const auto decision = decide(small, big);
    if (!decision) return row;
    row.effort =
        fmt::format("one σ, {} program{}", decision->programs, decision->programs == 1 ? "" : "s");
    row.best =
        confirmed_evidence(question.inequality, sigma, {}, decision->witness, decision->ratio);
    row.strict = strict_evidence(question.inequality, sigma, {}, decision->witness);
    row.verdict = decision->ratio < Rational(1) ? Verdict::refuted : Verdict::exhausted;
    return row;
}

FamilyAnswer answer(const Question& question, const Family& family, NRange lengths,
                    const Stop& stop, app::ProgressLine& line) {
    FamilyAnswer answer;
    std::vector<Sample> samples;
    for (std::size_t n = lengths.from; n <= lengths.to && !stop.requested(); ++n) {
        const auto sigma = family.member(n);
        if (!sigma) continue;
        line.show(fmt::format("{}  n = {}", to_string(question.inequality), n));
        Row& row = answer.rows.emplace_back(member_row(question, family, *sigma));
        if (!row.best) continue;
        if (const auto shown = question.shown_ratio(row.best->ratio())) {
            samples.emplace_back(n, *shown);
        } else {
            answer.unbounded.push_back(n);
        }
    }
    answer.formulas = formulas(samples);
    return answer;
}

std::string limit_text(const RationalFunction& function) {
    const auto limit = function.limit();
    return limit ? limit->to_string() : "unbounded";
}

std::string condition(const Fit& fit) {
    return fit.modulus == 1 ? "" : fmt::format(" for n = {} mod {}", fit.residue, fit.modulus);
}

Json family_json(const Question& question, const FamilyAnswer& answer) {
    Json fits = Json::array();
    for (const Fit& fit : answer.formulas.fits) {
        fits.push_back({{"formula", fit.function.to_string()},
                        {"limit", limit_text(fit.function)},
                        {"fits", fit.lengths},
                        {"unknowns", fit.unknowns},
                        {"modulus", fit.modulus},
                        {"residue", fit.residue},
                        {"evidence", fit.evidence()}});
    }
    return {{"reading", name_of(question.reading.value())},
            {"side", name_of(question.side)},
            {"fits", std::move(fits)},
            {"unexplained", answer.formulas.unexplained},
            {"unbounded", answer.unbounded},
            {"refusal", answer.formulas.refusal}};
}

std::string family_text(const Question& question, const FamilyAnswer& answer) {
    TextTable table({{"n", TextTable::Align::right},
                     {question.ratio_name()},
                     {"decimal"},
                     {"verdict"},
                     {"ranks"}});
    for (const Row& row : answer.rows) {
        const std::string ranks = row.best ? row.best->sigma.to_string() : "-";
        table.add_row({std::to_string(row.n),
                       row.best ? question.ratio_text(row.best->ratio()) : "-",
                       row.best ? question.decimal_text(row.best->ratio()) : "-",
                       std::string(name_of(row.verdict)), ranks});
    }
    std::string text = to_string(question.inequality) + "\n" + table.to_string();
    for (const Fit& fit : answer.formulas.fits) {
        text += fmt::format("{} = {}{}, limit {}\n  {}\n", question.ratio_name(),
                            fit.function.to_string(), condition(fit), limit_text(fit.function),
                            fit.evidence());
    }
    if (!answer.formulas.refusal.empty()) text += answer.formulas.refusal + "\n";
    if (!answer.unbounded.empty())
        text += fmt::format("unbounded at n = {}\n", fmt::join(answer.unbounded, ", "));
    return text;
}

void add_family_command(app::Verb search_verb) {
    const auto options = std::make_shared<FamilyOptions>();
    std::string names;
    for (const Family& family : families())
        names += (names.empty() ? "" : ", ") + family.name;
    app::Verb verb = search_verb.add_verb(
        "family",
        "One σ for each n: its F/K over all pseudometrics D, and a formula in n if one fits.",
        "disarray search family framed --reading prefix --n 4..14");
    verb.add_option("NAME", &options->family,
                    names + "; or rotation:K, grid:K, layered:A,B,…, skew:A,B,…, framed:A,B,…")
        .required();
    add_reading_options(verb, options->reading, options->side);
    verb.add_option("--n", &options->n, "Length of the rankings: a number or a range");
    verb.add_time_option(options->seconds);
    verb.add_fail_if_option();
    verb.add_json_option(options->json);
    verb.on_call([options] { run_family(*options); });
}

}  // namespace

void run_family(const FamilyOptions& options) {
    const Family family = family_named(options.family, "--family");
    const NRange lengths = parse_n(options.n, 2, max_tempering_n);
    const auto questions = standard_questions(options.reading, options.side);
    const TimeBudget budget(options.seconds);
    std::size_t left = questions.size();
    app::ProgressLine line;
    Json json = app::document("search");
    json["family"] = family.name;
    json["results"] = Json::array();
    json["formulas"] = Json::array();
    std::string text = fmt::format("Family {}: {}.\n", family.name, family.description);
    bool any = false, stopped = false;
    for (const Question& question : questions) {
        const Stop stop = budget.share(left--);
        const FamilyAnswer found = answer(question, family, lengths, stop, line);
        any |= !found.rows.empty();
        stopped |= stop.requested();
        for (const Row& row : found.rows) {
            app::note_verdict(row.verdict);
            json["results"].push_back(search_row_json(row));
        }
        json["formulas"].push_back(family_json(question, found));
        text += "\n" + family_text(question, found);
    }
    line.clear();
    if (stopped) text += "\nStopped before the end: partial.\n";
    json["complete"] = !stopped;
    app::note_incomplete(stopped);
    if (!any && !stopped) {
        throw InputError(
            "--n", "\"" + options.n + "\"",
            fmt::format("a length that family {} has: {}", family.name, family.description));
    }
    if (options.json) return app::print_json(json);
    app::print(text);
}

void add_weight_commands(app::Verb search_verb) {
    add_weights_command(search_verb);
    add_temper_command(search_verb);
    add_family_command(search_verb);
}

}  // namespace disarray::search
