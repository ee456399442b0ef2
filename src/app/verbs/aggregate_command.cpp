// SPDX-License-Identifier: MIT
//
// The verb in three steps: the profile is read (input), the cost that is to be least is set up
// (problem), and one method or all of them are asked (answers).
#include "app/verbs/core_commands.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "app/progress.hpp"
#include "app/verb.hpp"
#include "app/verbs/aggregation_output.hpp"
#include "app/verbs/aggregation_problem.hpp"
#include "base/error.hpp"
#include "base/near_names.hpp"
#include "formats/profiles.hpp"
#include "formats/weighting_text.hpp"

namespace disarray::app {

namespace {

/// The command line as given; what is absent was not given.
struct AggregateOptions {
    std::string file;
    std::string form = "auto";
    std::string ties = "half", unranked = "refuse";
    bool lenient = false;
    std::vector<std::string> left_out;
    std::string method;  ///< empty: the default of the cost
    std::string metric = "kendall";
    std::string reading;  ///< empty: none
    std::string frame = "element";
    std::string weights, swap_costs, dissimilarity;  ///< empty: unit
    std::string fixed_points = "one", require = "any";
    std::size_t repetitions = 10;
    std::uint64_t seed = 1;
    std::optional<double> seconds;
    std::optional<std::uint64_t> optima;  ///< to be listed
    bool compare = false, json = false;
};

enum class CostMetric { kendall, footrule };
constexpr auto choices(CostMetric) {
    return std::to_array<Choice<CostMetric>>(
        {{"kendall", CostMetric::kendall}, {"footrule", CostMetric::footrule}});
}

/// More are of no use, and a number of them is easily mistyped.
constexpr std::size_t most_repetitions = 1'000'000;

/// More are not listed: a profile of equal votes on both sides has n! optima.
constexpr std::size_t most_listed_optima = 1000;

/// The options that name a choice, looked up before the file is read.
struct AggregationPlan {
    formats::ProfileOptions input;
    ProfileRules rules;
    CostMetric metric = CostMetric::kendall;
    aggregation::Distance distance;  ///< without its weighting, which needs the elements
    FixedPointPolicy fixed_points = FixedPointPolicy::one;
    DissimilarityClass require = DissimilarityClass::any;
    std::optional<AggregationMethod> method;
};

bool has_weighting(const AggregateOptions& options) {
    return !options.weights.empty() || !options.swap_costs.empty() ||
           !options.dissimilarity.empty();
}

void set_distance(AggregationPlan& plan, const AggregateOptions& options) {
    plan.metric = choice_named<CostMetric>(options.metric, "--metric");
    plan.distance.frame = choice_named<metrics::Frame>(options.frame, "--frame");
    if (!options.reading.empty()) {
        plan.distance.reading = choice_named<metrics::Reading>(options.reading, "--reading");
        if (plan.metric == CostMetric::kendall) {
            throw InputError("--reading", options.reading, "--metric footrule, which has readings");
        }
    } else if (plan.metric == CostMetric::footrule && has_weighting(options)) {
        throw InputError("--metric", "footrule with weights, without --reading",
                         "--reading prefix, prefix-sym, interval or box: F* differs between them");
    }
}

/// An option that changes nothing was meant for another call.
void require_used(Verb verb, const AggregateOptions& options) {
    const auto refuse = [&](bool is_used, const char* name, const char* found,
                            const char* expected) {
        if (!is_used && verb.is_given(name)) {
            throw InputError(name, found, expected);
        }
    };
    refuse(!options.swap_costs.empty(), "--fixed-points", "no --swap-costs", "swap costs with it");
    refuse(!options.dissimilarity.empty(), "--require", "no --dissimilarity",
           "a dissimilarity with it");
    refuse(has_weighting(options), "--frame", "no weights, swap costs or dissimilarity",
           "one of them with it: without, both frames are the same");
    if (options.method.empty()) return;
    const bool has_runs = takes_seed(aggregation_method_named(options.method, "--method"));
    refuse(has_runs, "--repetitions", "a method without runs", "--method pivot");
}

AggregationPlan plan_of(const AggregateOptions& options) {
    AggregationPlan plan;
    plan.rules = {choice_named<TieRule>(options.ties, "--ties"),
                  choice_named<UnrankedRule>(options.unranked, "--unranked")};
    plan.input.form = choice_named<formats::ProfileForm>(options.form, "--form");
    plan.input.unranked = plan.rules.unranked;
    plan.input.lenient = options.lenient;
    plan.input.left_out = options.left_out;
    set_distance(plan, options);
    plan.fixed_points = choice_named<FixedPointPolicy>(options.fixed_points, "--fixed-points");
    plan.require = choice_named<DissimilarityClass>(options.require, "--require");
    if (!options.method.empty()) {
        plan.method = aggregation_method_named(options.method, "--method");
        if (options.compare) throw InputError("--compare", "--method as well", "one of them");
    }
    if (options.file == "-" && options.dissimilarity == "-") {
        throw InputError("--dissimilarity", "-", "a file: standard input has the profile");
    }
    return plan;
}

Weighting weighting_of(const AggregateOptions& options, const AggregationPlan& plan,
                       const formats::Elements& elements) {
    const std::size_t n = elements.size();
    Weighting weighting;
    if (!options.weights.empty()) {
        weighting.element_weights = formats::element_weights(options.weights, n, "--weights");
    }
    if (!options.swap_costs.empty() && options.swap_costs != "unit") {
        formats::set_swap_costs(weighting, options.swap_costs, n, "--swap-costs");
    }
    if (!options.dissimilarity.empty()) {
        constexpr std::string_view where = "--dissimilarity";
        weighting.dissimilarity = formats::dissimilarity(options.dissimilarity, elements, where);
        if (weighting.dissimilarity) {
            require_class(*weighting.dissimilarity, plan.require,
                          fmt::format("{} {}", where, printable(options.dissimilarity, 200)));
        }
    }
    weighting.fixed_points = plan.fixed_points;
    return weighting;
}

/// Where the cost comes from, and what changes it.
std::vector<std::pair<std::string, std::string>> choices_of(const AggregateOptions& options) {
    std::vector<std::pair<std::string, std::string>> choices{{"ties", options.ties},
                                                             {"unranked", options.unranked}};
    const auto add = [&](const char* name, const std::string& value) {
        if (!value.empty()) choices.emplace_back(name, value);
    };
    add("weights", options.weights);
    add("swap-costs", options.swap_costs);
    add("fixed-points", options.swap_costs.empty() ? "" : options.fixed_points);
    add("dissimilarity", options.dissimilarity);
    add("frame", has_weighting(options) ? options.frame : "");
    return choices;
}

std::string cost_name(const AggregationPlan& plan) {
    std::string name(name_of(plan.metric));
    if (plan.distance.reading) name += fmt::format("[{}]", name_of(*plan.distance.reading));
    return name;
}

MethodAnswer asked(AggregationProblem& problem, AggregationMethod method) {
    const auto start = std::chrono::steady_clock::now();
    MethodAnswer answer{method, problem.answer(method), {}, 0};
    answer.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return answer;
}

/// The quick ones first, so that a time budget leaves the exact ones what is left.
constexpr std::array order_of_work{
    AggregationMethod::borda,      AggregationMethod::best_input,
    AggregationMethod::pivot,      AggregationMethod::deterministic_pivot,
    AggregationMethod::local,      AggregationMethod::footrule,
    AggregationMethod::exhaustive, AggregationMethod::prefix,
    AggregationMethod::kemeny};
static_assert(order_of_work.size() == all_aggregation_methods.size());

/// Once there is an answer, a method is not begun after the time is over.
std::vector<MethodAnswer> all_answers(AggregationProblem& problem, const Stop& stop) {
    std::vector<MethodAnswer> answers;
    bool has_answer = false;
    ProgressLine progress;
    for (const AggregationMethod method : order_of_work) {
        if (has_answer && stop.requested()) {
            answers.push_back({method, std::nullopt, "stopped before it", 0});
            continue;
        }
        progress.show(name_of(method));
        try {
            answers.push_back(asked(problem, method));
            has_answer = true;
        } catch (const NotSupported& reason) {
            answers.push_back({method, std::nullopt, reason.what(), 0});
        }
    }
    std::ranges::sort(answers, {}, [](const MethodAnswer& answer) {
        return std::ranges::find(all_aggregation_methods, answer.method);
    });
    return answers;
}

void run(Verb verb, const AggregateOptions& options) {
    require_used(verb, options);
    const AggregationPlan plan = plan_of(options);
    auto [elements, read] = formats::read_profile(options.file, plan.input);
    const std::string where = options.file == "-" ? "standard input" : printable(options.file, 200);
    Profile profile = with_rules(std::move(read), plan.rules, where);
    AggregationReport report{elements,
                             profile.votes.size(),
                             0,
                             margins_of(profile),
                             cost_name(plan),
                             choices_of(options),
                             options.seed,
                             options.compare,
                             false,
                             options.optima,
                             {}};
    for (const Vote& vote : profile.votes)
        report.votes += vote.count;
    aggregation::Distance distance = plan.distance;
    distance.weighting = weighting_of(options, plan, elements);
    // Only from here on is there something to keep when a signal comes.
    Stop::listen_to_signals();
    AggregationEffort effort;
    effort.seed = options.seed;
    effort.repetitions = options.repetitions;
    if (options.optima) {
        // One more shows whether those are all.
        effort.optima = *options.optima + 1;
        effort.has_optima_budget = false;
    }
    if (options.seconds) effort.stop = Stop(std::chrono::duration<double>(*options.seconds));
    const auto problem = aggregation_problem(std::move(profile), plan.rules, std::move(distance),
                                             plan.metric == CostMetric::footrule, effort);
    if (options.compare) {
        report.answers = all_answers(*problem, effort.stop);
    } else {
        report.answers.push_back(asked(*problem, plan.method.value_or(problem->default_method())));
    }
    const bool is_proved = report.best().found->cost == report.best_bound().lower_bound;
    report.is_stopped = !is_proved && effort.stop.requested();
    note_incomplete(report.is_stopped);
    if (options.json) return print_json(json_of(report));
    print(text_of(report));
}

void add_input_options(Verb verb, AggregateOptions& options) {
    verb.group(Group::how);
    verb.add_option("file", &options.file,
                    "Rankings: PrefLib .soc .soi .toc .toi, .csv, .json, or text with an order a "
                    "line ('2: b > a = c'); may be gzip; - is standard input")
        .value_name("FILE")
        .required();
    verb.add_option("--form", "FORM", &options.form,
                    "auto (by the file's name), soc, soi, toc, toi, text, csv or json");
    verb.add_flag("--lenient", options.lenient,
                  "The rows of a PrefLib file count, whatever its header says of them");
    verb.add_option("--leave-out", "COLUMNS", &options.left_out,
                    "Columns of CSV that are no elements, such as the name of the voter");
    verb.add_option(
        "--ties", "RULE", &options.ties,
        "What a tied pair says: free (nothing), half (each order costs half), or "
        "element-order (the element that comes first: PrefLib by number, else by name)");
    verb.add_option(
        "--unranked", "RULE", &options.unranked,
        "Elements that a vote leaves out: refuse, bottom (tied below the others), or absent "
        "(in no pair)");
}

void add_cost_options(Verb verb, AggregateOptions& options) {
    verb.group(Group::what);
    verb.add_option("--method", &options.method,
                    "kemeny (least K), footrule (least F), prefix (least F[prefix]), exhaustive, "
                    "pivot, deterministic-pivot, borda, best-input or local; default: the exact "
                    "one of the metric, where n permits")
        .value_name("NAME");
    verb.add_option("--metric", "NAME", &options.metric,
                    "Whose sum over the votes is the cost: kendall or footrule");
    verb.add_option("--reading", &options.reading,
                    "F* instead of the footrule: prefix, prefix-sym, interval or box; for votes "
                    "without ties")
        .value_name("NAME");
    verb.add_option("--frame", "NAME", &options.frame,
                    "element: weights stay with the elements; literal: they go with the labels of "
                    "σ·τ⁻¹");
    // The other name is that of distance.
    verb.add_option("--weights,--element-weights", &options.weights,
                    "Element weights: n positive numbers")
        .value_name("LIST");
    verb.add_option("--swap-costs", &options.swap_costs,
                    "unit, ctr, topk, topk:K, or n-1 numbers of at least 0; for votes without ties")
        .value_name("COSTS");
    verb.group(Group::how);
    verb.add_option("--fixed-points", "POLICY", &options.fixed_points,
                    "Average swap cost of an element that does not move: one, or local");
    verb.group(Group::what);
    verb.add_option("--dissimilarity", &options.dissimilarity,
                    "unit, cut:1,3, classes:1,1,2, line:0,1,5/2, topk:K,P, graph:FILE, or a FILE "
                    "with a square matrix")
        .value_name("D");
    verb.group(Group::how);
    verb.add_option("--require", "CLASS", &options.require,
                    "What the dissimilarity must be: any, pseudometric or metric");
}

void add_effort_options(Verb verb, AggregateOptions& options) {
    verb.group(Group::effort);
    verb.add_option("--repetitions", &options.repetitions, "Runs of pivot; the cheapest is kept")
        .from_to(1, most_repetitions);
    verb.add_option("--seed", &options.seed, "Seed of pivot");
    verb.add_option("--time", &options.seconds,
                    "Time budget in seconds; the best order and bound found are kept")
        .seconds();
    verb.add_option("--all-optima", &options.optima,
                    "Lists up to K orders of least cost and says whether these are all; without it "
                    "one other is looked for, with a small budget: unique is yes, no or unknown")
        .value_name("K")
        .from_to(1, most_listed_optima);
    verb.add_flag("--compare", options.compare, "All methods in a table").in(Group::what);
    verb.add_json_option(options.json);
}

}  // namespace

void add_aggregate_command(Verb program) {
    const auto options = std::make_shared<AggregateOptions>();
    Verb verb = program.add_verb("aggregate",
                                 "The ranking nearest to many, with its cost and a lower bound",
                                 "disarray aggregate <(printf '3: a > b > c\\n2: b > c > a\\n')");
    add_input_options(verb, *options);
    add_cost_options(verb, *options);
    add_effort_options(verb, *options);
    verb.on_call([options, verb] { run(verb, *options); });
}

}  // namespace disarray::app
