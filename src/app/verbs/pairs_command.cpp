// SPDX-License-Identifier: MIT
//
// `disarray check pairs`: questions about two metrics at once, each decided on all of S_n:
// consistency (GT Def 1), linear equivalence (Def 3), agreement (Def 2).
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "app/parameter_options.hpp"
#include "app/verb.hpp"
#include "app/verbs/experiment_options.hpp"
#include "app/verbs/properties_commands.hpp"
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "base/stop.hpp"
#include "metrics/catalogue.hpp"
#include "properties/pairs.hpp"
#include "ranking/enumeration.hpp"

namespace disarray::properties {

namespace {

constexpr std::size_t most_elements_of_pairs = 6;

struct PairsCommand {
    std::vector<std::string> metrics;
    std::size_t n = 4;
    unsigned threads = 0;
    bool json = false;
    app::ParameterOptions parameters;
};

/// The answers about one pair.
struct PairComparison {
    Measure first;
    Measure second;
    ConsistencyResult printed;
    ConsistencyResult other_mu;
    LinearEquivalence linear;
    AgreementCounts agreement;
};

std::vector<Measure> measures(const PairsCommand& command) {
    const metrics::Parameters parameters = app::parameters_of(command.parameters);
    std::vector<Measure> all;
    for (const std::string& name : command.metrics) {
        for (const metrics::Metric* metric : metrics::metrics_named(name, {}, "--metric")) {
            metrics::require_parameters(*metric, parameters, command.n);
            all.push_back({metric, parameters});
        }
    }
    if (all.size() < 2) throw InputError("--metric", "one metric", "two or more");
    return all;
}

/// All unordered pairs of different rankings.
std::vector<std::pair<Permutation, Permutation>> all_pairs(std::size_t n) {
    const std::vector<Permutation> all = all_permutations(n);
    std::vector<std::pair<Permutation, Permutation>> pairs;
    for (std::size_t a = 0; a < all.size(); ++a) {
        for (std::size_t b = a + 1; b < all.size(); ++b)
            pairs.emplace_back(all[a], all[b]);
    }
    return pairs;
}

/// If interrupted, those until then.
std::vector<PairComparison> comparisons(const PairsCommand& command) {
    Stop::listen_to_signals();
    const std::vector<Measure> all = measures(command);
    const auto pairs = all_pairs(command.n);
    std::vector<std::vector<Order>> orders_of;
    std::vector<PairComparison> found;
    for (const Measure& m : all) {
        if (Stop::interrupted()) return found;
        orders_of.push_back(orders(*m.metric, m.parameters, pairs));
    }
    for (std::size_t a = 0; a < all.size(); ++a) {
        for (std::size_t b = a + 1; b < all.size(); ++b) {
            if (Stop::interrupted()) return found;
            found.push_back({all[a], all[b], consistency(all[a], all[b], command.n),
                             consistency(all[a], all[b], command.n, ConsistencyReading::other_mu),
                             linear_equivalence(all[a], all[b], command.n),
                             agreement(orders_of[a], orders_of[b])});
        }
    }
    return found;
}

Json consistency_json(const ConsistencyResult& result) {
    Json json{{"verdict", name_of(result.verdict)}, {"witness", nullptr}};
    if (result.witness) {
        json["witness"] = {{"sigma", result.witness->sigma.to_ranks()},
                           {"mu", result.witness->mu.to_ranks()},
                           {"nu", result.witness->nu.to_ranks()}};
    }
    json["explanation"] = result.explanation;
    return json;
}

Json ranking_pair_json(const std::optional<LinearEquivalence::Pair>& pair) {
    if (!pair) return nullptr;
    return {pair->first.to_ranks(), pair->second.to_ranks()};
}

Json linear_equivalence_json(const LinearEquivalence& result) {
    return {{"verdict", name_of(result.verdict)},
            {"a", result.a ? Json(result.a->to_string()) : Json()},
            {"b", result.b ? Json(result.b->to_string()) : Json()},
            {"witness", ranking_pair_json(result.contradiction)},
            {"explanation", result.explanation}};
}

Json agreement_counts_json(const AgreementCounts& counts) {
    Json json{{"compared", counts.compared()}, {"undefined", counts.undefined}};
    for (const auto& [name, reading] : agreement_readings) {
        const auto ratio = counts.ratio(reading);
        json[std::string(name)] = ratio ? Json(ratio->to_string()) : Json();
    }
    return json;
}

Json pairs_json(const PairsCommand& command, const std::vector<PairComparison>& found) {
    Json json = app::document("check");
    json["n"] = command.n;
    json["parameters"] = app::to_json(app::parameters_of(command.parameters));
    json["pairs"] = Json::array();
    for (const PairComparison& c : found) {
        json["pairs"].push_back({{"first", c.first.metric->full_name()},
                                 {"second", c.second.metric->full_name()},
                                 {"consistent", consistency_json(c.printed)},
                                 {"consistent_other_mu", consistency_json(c.other_mu)},
                                 {"linearly_equivalent", linear_equivalence_json(c.linear)},
                                 {"agreement", agreement_counts_json(c.agreement)}});
    }
    return json;
}

std::string pair_text(const ConsistencyResult& result, std::string_view reading) {
    std::string line =
        fmt::format("  consistent (GT Def 1, {}): {}", reading, name_of(result.verdict));
    if (result.witness) {
        line += fmt::format("; σ = {}, μ = {}, ν = {}", result.witness->sigma.to_string(),
                            result.witness->mu.to_string(), result.witness->nu.to_string());
    }
    line += "\n";
    if (!result.explanation.empty()) line += fmt::format("    {}\n", result.explanation);
    return line;
}

std::string pair_text(const PairComparison& c) {
    const std::string first = c.first.metric->full_name();
    const std::string second = c.second.metric->full_name();
    std::string lines = fmt::format("{} and {}\n", first, second);
    lines += pair_text(c.printed, "as printed") + pair_text(c.other_mu, "μ ≠ σ");
    lines += fmt::format("  linearly equivalent (GT Def 3): {}", name_of(c.linear.verdict));
    if (c.linear.verdict == Verdict::exhausted && c.linear.a && c.linear.b) {
        lines += fmt::format("; {} = a·{} + b with a = {}, b = {}", second, first,
                             c.linear.a->to_string(), c.linear.b->to_string());
    }
    lines += "\n";
    if (!c.linear.explanation.empty()) lines += fmt::format("    {}\n", c.linear.explanation);
    const auto ratio = [&](AgreementReading reading) {
        const auto value = c.agreement.ratio(reading);
        return value ? value->to_string() : std::string("no value");
    };
    return lines + fmt::format(
                       "  agreement (GT Def 2) on all pairs: {} weak, {} as printed, {} "
                       "strict\n",
                       ratio(AgreementReading::weak), ratio(AgreementReading::printed),
                       ratio(AgreementReading::strict));
}

void pairs_command(const PairsCommand& command) {
    if (command.n < 2 || command.n > most_elements_of_pairs) {
        throw InputError("--n", std::to_string(command.n),
                         fmt::format("2 to {}", most_elements_of_pairs));
    }
    const auto found = with_threads(command.threads, [&] { return comparisons(command); });
    app::note_incomplete(Stop::interrupted());
    for (const PairComparison& c : found) {
        for (const Verdict verdict : {c.printed.verdict, c.other_mu.verdict, c.linear.verdict})
            app::note_verdict(verdict);
    }
    if (command.json) return app::print_json(pairs_json(command, found));
    std::string answer = fmt::format("all of S_{}\n", command.n);
    for (const PairComparison& c : found)
        answer += pair_text(c);
    if (app::is_incomplete()) answer += "Stopped before the end: partial.\n";
    app::print(answer);
}

}  // namespace

void add_pairs_command(app::Verb check) {
    const auto command = std::make_shared<PairsCommand>();
    app::Verb verb = check.add_verb(
        "pairs", "Consistency, linear equivalence and agreement of two metrics, exactly.",
        "disarray check pairs --metric kendall-tau --metric ndpm --n 4");
    verb.add_option("--metric", &command->metrics, "Two or more metrics")
        .value_name("NAMES")
        .required();
    verb.add_option("--n", &command->n, "Length of rankings");
    app::add_parameter_options(verb, command->parameters);
    verb.add_threads_option(command->threads);
    verb.add_fail_if_option();
    verb.add_json_option(command->json);
    verb.on_call([command, check, verb] {
        check.refuse_options_before(verb);
        pairs_command(*command);
    });
}

}  // namespace disarray::properties
