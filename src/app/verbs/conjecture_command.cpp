// SPDX-License-Identifier: MIT
//
// `disarray search conjecture`: where K ≤ F stands in each reading. Without weights by the sweep of
// S_n with its certificate; with weights, first on the grids of w for n = 2, 3, …, then of w and δ.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "app/progress.hpp"
#include "app/verb.hpp"
#include "app/verbs/search_commands.hpp"
#include "app/verbs/search_output.hpp"
#include "base/error.hpp"
#include "base/stop.hpp"
#include "base/text_table.hpp"
#include "search/evidence_json.hpp"
#include "search/question.hpp"
#include "search/sweep.hpp"
#include "search/weight_search.hpp"

namespace disarray::search {

namespace {

using app::Json;

struct ConjectureOptions {
    std::string reading = "all";
    std::size_t n = 7;           ///< without weights
    std::size_t weighted_n = 5;  ///< with weights
    std::int64_t largest = 2;
    unsigned threads = 0;
    bool json = false;
};

/// The least n at which an inequality falls within a space of weights, or how far it stands.
struct Fall {
    std::string space;               ///< "w = δ = 1"
    std::size_t n = 0;               ///< of the fall, or the last one done
    bool certified = false;          ///< by disarray-verify, not only decided
    std::optional<Evidence> strict;  ///< with a metric; absent if it stands
    std::string scope;
};

struct Status {
    Question question;
    std::vector<Fall> falls;
};

Fall without_weights(const Question& question, const ConjectureOptions& options) {
    SweepOptions sweep_options;
    sweep_options.claim = sweep_claim(question.inequality, options.n);
    sweep_options.threads = options.threads;
    Fall fall{"w = δ = 1", options.n, true, {}, ""};
    for (const LengthResult& length : sweep(sweep_options).lengths) {
        fall.n = length.n;
        fall.certified = length.certified;
        fall.scope = scope(sweep_options.claim, length);
        if (!length.found || !length.found->strict) continue;
        fall.strict = padded(*length.found->strict, length.n);
        return fall;
    }
    return fall;
}

Fall with_weights(const Question& question, const ConjectureOptions& options,
                  const std::string& name, std::vector<Rational> swap_costs) {
    WeightSearchOptions search_options;
    search_options.inequality = question.inequality;
    search_options.space.largest_weight = options.largest;
    search_options.space.swap_costs = std::move(swap_costs);
    search_options.threads = options.threads;
    Fall fall{name, 0, false, {}, ""};
    for (std::size_t n = 2; n <= options.weighted_n; ++n) {
        search_options.n = n;
        const WeightSearchResult result = search_weight_grid(search_options);
        if (!result.complete || result.undecided > 0) break;
        fall.n = n;
        fall.scope = result.scope;
        if (!result.strict) continue;
        fall.strict = result.strict;
        return fall;
    }
    return fall;
}

Status status_of(const Question& question, const ConjectureOptions& options) {
    const Rational half(Integer(1), Integer(2));
    const std::string w = fmt::format("w in {{1..{}}}^n", options.largest);
    return {
        question,
        {without_weights(question, options), with_weights(question, options, w + ", δ = 1", {1}),
         with_weights(question, options, w + ", δ_i in {1/2, 1}", {half, 1})}};
}

Verdict verdict_of(const Fall& fall) {
    if (fall.strict) return Verdict::refuted;
    if (fall.n == 0) return Verdict::undecided;
    return fall.certified ? Verdict::certified : Verdict::exhausted;
}

Json fall_json(const Question& question, const Fall& fall) {
    Json json = {{"statement", to_string(question.inequality)},
                 {"reading", name_of(question.reading.value())},
                 {"weights", fall.space},
                 {"n", fall.n},
                 {"verdict", name_of(verdict_of(fall))},
                 {"scope", fall.scope},
                 {"witness", nullptr}};
    if (fall.strict) json["witness"] = evidence_json(question, *fall.strict);
    return json;
}

std::string falls_text(const std::vector<Status>& all) {
    TextTable table({{"inequality"}, {"weights"}, {"verdict"}, {"n", TextTable::Align::right}});
    std::string witnesses;
    for (const Status& status : all) {
        const std::string statement = to_string(status.question.inequality);
        for (const Fall& fall : status.falls) {
            table.add_row({statement, fall.space, std::string(name_of(verdict_of(fall))),
                           (fall.strict ? "" : "<= ") + std::to_string(fall.n)});
            if (!fall.strict) continue;
            witnesses += fmt::format("\n{} falls at n = {} with {}, by\n{}", statement, fall.n,
                                     fall.space, describe(status.question, *fall.strict));
        }
    }
    return "Where K <= F stands for every pseudometric D: refuted at the least n, or standing up "
           "to "
           "n.\n\n" +
           table.to_string() + witnesses;
}

void conjecture_command(const ConjectureOptions& options) {
    if (options.n < 2 || options.n > max_sweep_n || options.weighted_n < 2 ||
        options.weighted_n > max_grid_n) {
        throw InputError("--n and --weighted-n",
                         fmt::format("{} and {}", options.n, options.weighted_n),
                         fmt::format("2 to {} and 2 to {}", max_sweep_n, max_grid_n));
    }
    Stop::listen_to_signals();
    std::vector<Status> all;
    app::ProgressLine line;
    for (const Question& question : standard_questions(options.reading, "min")) {
        line.show(to_string(question.inequality));
        all.push_back(status_of(question, options));
    }
    line.clear();
    app::note_incomplete(Stop::interrupted());
    for (const Status& status : all) {
        for (const Fall& fall : status.falls)
            app::note_verdict(verdict_of(fall));
    }
    if (!options.json) return app::print(falls_text(all));
    Json json = app::document("search");
    json["results"] = Json::array();
    for (const Status& status : all) {
        for (const Fall& fall : status.falls)
            json["results"].push_back(fall_json(status.question, fall));
    }
    app::print_json(json);
}

}  // namespace

void add_conjecture_command(app::Verb search_verb) {
    const auto options = std::make_shared<ConjectureOptions>();
    app::Verb verb = search_verb.add_verb(
        "conjecture",
        "Where K <= F stands in each reading, without weights and on grids of weights.",
        "disarray search conjecture --reading prefix --n 6");
    verb.add_option("--reading", &options->reading,
                    "Readings of F: all, or of prefix, prefix-sym, interval, box")
        .list();
    verb.add_option("--n", &options->n, "Largest n without weights");
    verb.add_option("--weighted-n", &options->weighted_n, "Largest n with weights");
    verb.add_option("--largest", &options->largest, "Largest element weight w_i; the least is 1")
        .from_to(1, 1'000'000);
    verb.add_fail_if_option();
    verb.add_threads_option(options->threads);
    verb.add_json_option(options->json);
    verb.on_call([options] { conjecture_command(*options); });
}

}  // namespace disarray::search
