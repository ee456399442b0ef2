// SPDX-License-Identifier: MIT
//
// `disarray search scatter`: K against F over all of S_n, for given weights; what a report draws.
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "app/progress.hpp"
#include "app/verb.hpp"
#include "app/verbs/question_options.hpp"
#include "app/verbs/search_commands.hpp"
#include "base/error.hpp"
#include "base/text_table.hpp"
#include "formats/elements.hpp"
#include "formats/weighting_text.hpp"
#include "metrics/catalogue.hpp"
#include "search/scatter.hpp"
#include "weighting/words.hpp"

namespace disarray::search {

namespace {

using app::Json;
using metrics::Reading;

struct ScatterCommandOptions {
    std::size_t n = 7;
    std::string reading = "all";
    OptionText weights, swap_costs, dissimilarity;  ///< default unit
    std::string fixed_points = "one";
    unsigned threads = 0;
    std::optional<double> seconds;
    bool json = false;
};

/// One picture.
struct Picture {
    std::optional<Reading> reading;  ///< absent if all agree
    Weighting weighting;
    Scatter scatter;
};

Weighting weighting_for(const ScatterCommandOptions& options) {
    Weighting weighting;
    if (options.weights) {
        weighting.element_weights =
            formats::element_weights(*options.weights, options.n, "--weights");
    }
    if (options.swap_costs) {
        weighting.swap_costs = formats::swap_costs(*options.swap_costs, options.n, "--swap-costs");
    }
    if (options.dissimilarity) {
        weighting.dissimilarity = formats::dissimilarity(
            *options.dissimilarity, formats::Elements::numbered(options.n), "--dissimilarity");
    }
    weighting.fixed_points = choice_named<FixedPointPolicy>(options.fixed_points, "--fixed-points");
    return without_unit_parts(std::move(weighting));
}

/// The readings to draw: a single absent one if all agree.
std::vector<std::optional<Reading>> readings_for(const std::string& name, bool all_agree) {
    const std::vector<Reading> readings = metrics::readings_named(name, "--reading");
    if (all_agree) return {std::nullopt};
    return {readings.begin(), readings.end()};
}

std::vector<Picture> pictures(const ScatterCommandOptions& options) {
    const TimeBudget budget(options.seconds);
    ScatterOptions scatter_options;
    scatter_options.n = options.n;
    scatter_options.weighting = weighting_for(options);
    scatter_options.threads = options.threads;
    const auto readings = readings_for(options.reading, scatter_options.weighting.is_unit());
    app::ProgressLine line;
    std::vector<Picture> pictures;
    for (std::size_t k = 0; k < readings.size(); ++k) {
        scatter_options.reading = readings[k].value_or(Reading::prefix);
        scatter_options.stop = budget.share(readings.size() - k);
        scatter_options.progress = [&](std::uint64_t done, std::uint64_t total) {
            line.show(fmt::format("F[{}]  n = {}  {} of {}", name_of(scatter_options.reading),
                                  options.n, done, total));
        };
        pictures.push_back({readings[k], scatter_options.weighting, scatter(scatter_options)});
    }
    return pictures;
}

// ---------------------------------------------------------------------------------------------
// In words, JSON and tables.

/// "w = 1 2 3, δ = 1 1/2, D = 0 1 1; 1 0 1; 1 1 0": unit parts are left out, as is the policy at
/// fixed points unless it is local.
std::string weights_text(const Weighting& weighting) {
    const std::vector<std::string> parts = parts_in_words(weighting);
    return parts.empty() ? "w = δ = D = 1" : fmt::format("{}", fmt::join(parts, ", "));
}

std::string scatter_scope(const Scatter& found) {
    return fmt::format("every σ in S_{}{}", found.n,
                       found.complete ? "" : " (stopped before the end: partial)");
}

Json picture_json(const Picture& picture) {
    Json points = Json::array();
    for (const ScatterPoint& point : picture.scatter.points) {
        points.push_back({{"K", point.kendall.to_string()},
                          {"F", point.footrule.to_string()},
                          {"count", point.count},
                          {"ranks", point.sigma.to_ranks()}});
    }
    return {{"n", picture.scatter.n},
            {"reading", picture.reading ? name_of(*picture.reading) : "classical"},
            {"weights", weights_text(picture.weighting)},
            {"fixed_points", name_of(picture.weighting.fixed_points)},
            {"scope", scatter_scope(picture.scatter)},
            {"permutations", picture.scatter.permutations},
            {"complete", picture.scatter.complete},
            {"points", std::move(points)}};
}

std::string picture_text(const Picture& picture) {
    using Align = TextTable::Align;
    const Scatter& found = picture.scatter;
    TextTable summary({{"n", Align::right},
                       {"permutations", Align::right},
                       {"points", Align::right},
                       {"min F/K"},
                       {"at ranks"},
                       {"max F/K"},
                       {"at ranks"}});
    std::vector<std::string> cells{std::to_string(found.n), std::to_string(found.permutations),
                                   std::to_string(found.points.size())};
    const auto extremes = ratio_extremes(found.points);
    for (const auto side : {&RatioExtremes::least, &RatioExtremes::greatest}) {
        cells.push_back(extremes ? ((*extremes).*side).ratio().to_string() : "-");
        cells.push_back(extremes ? ((*extremes).*side).sigma.to_string() : "-");
    }
    summary.add_row(std::move(cells));
    TextTable rows({{"K", Align::right},
                    {"permutations", Align::right},
                    {"least F", Align::right},
                    {"greatest F", Align::right}});
    for (const EnvelopeRow& row : envelope(found.points)) {
        rows.add_row({row.kendall.to_string(), std::to_string(row.count), row.least.to_string(),
                      row.greatest.to_string()});
    }
    const std::string name = picture.reading ? fmt::format("F[{}]", name_of(*picture.reading))
                                             : std::string("F in every reading");
    return fmt::format("K against {}: {}, {}\n\n{}\n{}", name, scatter_scope(found),
                       weights_text(picture.weighting), summary.to_string(), rows.to_string());
}

void scatter_command(const ScatterCommandOptions& options) {
    const std::vector<Picture> all = pictures(options);
    for (const Picture& picture : all)
        app::note_incomplete(!picture.scatter.complete);
    if (options.json) {
        Json json = app::document("search");
        json["scatter"] = Json::array();
        for (const Picture& picture : all)
            json["scatter"].push_back(picture_json(picture));
        return app::print_json(json);
    }
    std::string text;
    for (const Picture& picture : all)
        text += (text.empty() ? "" : "\n") + picture_text(picture);
    app::print(text);
}

void add_weight_options(app::Verb verb, ScatterCommandOptions& options) {
    verb.add_option("--weights", &options.weights, "Element weights: n positive numbers");
    verb.add_option("--swap-costs", &options.swap_costs,
                    "Swap costs: unit, ctr, topk, topk:K or n-1 numbers of at least 0");
    verb.group(app::Group::how);
    verb.add_option("--fixed-points", &options.fixed_points,
                    "Average swap cost of an element that does not move: one, or local (that of "
                    "the swaps beside it)");
    verb.group(app::Group::what);
    verb.add_option("--dissimilarity", &options.dissimilarity,
                    "unit, cut:1,3, classes:1,1,2, line:0,1,5/2, topk:K,P, graph:FILE (lines 'i j "
                    "length'), or a FILE with a square matrix");
}

}  // namespace

void add_scatter_command(app::Verb search_verb) {
    const auto options = std::make_shared<ScatterCommandOptions>();
    app::Verb verb = search_verb.add_verb(
        "scatter", "Every pair (K, F) that occurs on S_n, and how many permutations have it.",
        "disarray search scatter --n 5");
    verb.add_option("--n", &options->n, "Length of the rankings").from_to(1, max_scatter_n);
    verb.add_option(
            "--reading", &options->reading,
            "Readings of F: all, or of prefix, prefix-sym, interval, box; one picture if they "
            "agree, as they do without weights")
        .list();
    add_weight_options(verb, *options);
    verb.add_threads_option(options->threads);
    verb.add_time_option(options->seconds);
    verb.add_json_option(options->json);
    verb.on_call([options] { scatter_command(*options); });
}

}  // namespace disarray::search
