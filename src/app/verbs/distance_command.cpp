// SPDX-License-Identifier: MIT
//
// The verb in four steps: names of choices are looked up (Choices), rankings are read one at a
// time (Input), each pair is handed to the metrics (compare), and the whole answer is written.
#include "app/verbs/core_commands.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "app/parameter_options.hpp"
#include "app/verb.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/near_names.hpp"
#include "base/stop.hpp"
#include "base/text_table.hpp"
#include "formats/lists.hpp"
#include "formats/rankings.hpp"
#include "formats/weighting_text.hpp"
#include "metrics/catalogue.hpp"

namespace disarray::app {

namespace {

using formats::Notation;
using Text = std::optional<std::string>;

/// The command line as given; what is absent was not given.
struct DistanceOptions {
    Text ranks, order, ranks_file, order_file;  ///< σ: exactly one of the four
    Text reference_ranks, reference_order;      ///< τ: at most one; default identity
    Text elements;                              ///< names of the elements, first to last
    std::vector<std::string> metrics{"kendall", "footrule"};  ///< names, full names or families
    std::string reading = "all";                              ///< "all" or names with commas
    std::string frame = "element";
    Text weights, swap_costs, dissimilarity;  ///< default unit
    std::string fixed_points = "one";         ///< p̄_i where element i does not move
    std::string require = "any";              ///< what D must be
    ParameterOptions parameters;
    Text relevant;  ///< the relevant elements
    bool json = false;
};

/// A metric to evaluate; `demanded` if it was asked for by its own name, so that it is an error
/// when it has no value, and not an omission.
struct Asked {
    const metrics::Metric* metric;
    bool demanded;
};

/// The options that name a choice, looked up.
struct Choices {
    std::vector<Asked> asked;
    metrics::Frame frame;
    FixedPointPolicy fixed_points;
    DissimilarityClass require;
    metrics::Parameters parameters;
};

/// One value as it is printed, or the reason why there is none. It is put into words at once, which
/// takes as long as to evaluate it: so little is left to do once it is time to stop.
struct Row {
    std::optional<std::size_t> line;  ///< of the file, counted from 1
    const metrics::Metric* metric;
    std::string exact, decimal;
    std::string why_undefined, why_omitted;  ///< empty if it is not

    Row(std::optional<std::size_t> at, const metrics::Metric* of, const Value& value)
        : line(at),
          metric(of),
          exact(value.to_string()),
          decimal(value.to_decimal()),
          why_undefined(value.is_defined() ? "" : value.why_undefined()) {}
    Row(std::optional<std::size_t> at, const metrics::Metric* of, std::string why)
        : line(at), metric(of), why_omitted(std::move(why)) {}
};

/// Rank vectors with ties, counted from 0.
struct TiedRanks {
    std::vector<Rank> ranking;
    std::vector<Rank> reference;
};

bool has_ties(std::vector<Rank> ranks) {
    std::ranges::sort(ranks);
    return std::ranges::adjacent_find(ranks) != ranks.end();
}

/// The answer.
struct Distances {
    metrics::Parameters parameters;
    std::optional<TiedRanks> tied;  ///< if a ranking on the command line has ties
    std::vector<Row> rows;
    std::vector<Row> omitted;
    std::optional<Permutation> ranking;    ///< σ, if it was given on the command line
    std::optional<Permutation> reference;  ///< τ, if it was given on the command line
    std::optional<formats::Elements> elements;
    std::optional<std::size_t> stopped_before;  ///< this line of the file
};

/// The metrics that --metric and --reading ask for, in the order in which they were named.
std::vector<Asked> asked_metrics(const DistanceOptions& options) {
    const auto readings = metrics::readings_named(options.reading, "--reading");
    const bool all = readings.size() == metrics::all_readings.size();
    std::vector<Asked> asked;
    for (const std::string& name : options.metrics) {
        const std::size_t before = asked.size();
        for (const metrics::Metric* metric : metrics::metrics_named(name, {}, "--metric")) {
            if (metric->reading &&
                std::ranges::find(readings, *metric->reading) == readings.end()) {
                continue;
            }
            const bool demanded = name == metric->full_name() || (!all && metric->reading);
            for (const metrics::Metric* each : metrics::with_companions(*metric, name))
                asked.push_back({each, demanded});
        }
        if (asked.size() == before) {
            throw InputError("--reading", options.reading, "the reading of --metric " + name);
        }
    }
    // A metric that was asked for twice is evaluated once, and is demanded if it was once.
    std::vector<Asked> once;
    for (const Asked& next : asked) {
        const auto known = std::ranges::find(once, next.metric, &Asked::metric);
        if (known == once.end()) {
            once.push_back(next);
        } else {
            known->demanded |= next.demanded;
        }
    }
    return once;
}

Choices choices(const DistanceOptions& options) {
    return {asked_metrics(options), choice_named<metrics::Frame>(options.frame, "--frame"),
            choice_named<FixedPointPolicy>(options.fixed_points, "--fixed-points"),
            choice_named<DissimilarityClass>(options.require, "--require"),
            parameters_of(options.parameters)};
}

/// Which of the alternatives was given. \throws InputError if more than one was.
struct Source {
    std::string_view option;
    const Text& text;
    Notation notation;
    bool is_file;
};
std::optional<Source> only_one(std::initializer_list<Source> alternatives) {
    std::optional<Source> found;
    for (const Source& source : alternatives) {
        if (!source.text) continue;
        if (found) {
            throw InputError(found->option, fmt::format("{} as well", source.option),
                             "only one of them");
        }
        found.emplace(source);
    }
    return found;
}

formats::RankingParser parser_for(const Text& elements) {
    if (!elements) return {};
    const auto names = formats::list_items(*elements, "--elements");
    return formats::RankingParser(formats::Elements::listed(names, "--elements"));
}

Weighting weighting_for(const DistanceOptions& options, const Choices& chosen,
                        const formats::Elements& elements) {
    const std::size_t n = elements.size();
    Weighting weighting;
    if (options.weights) {
        weighting.element_weights = formats::element_weights(*options.weights, n, "--weights");
    }
    if (options.swap_costs) {
        formats::set_swap_costs(weighting, *options.swap_costs, n, "--swap-costs");
    }
    if (options.dissimilarity) {
        constexpr std::string_view where = "--dissimilarity";
        weighting.dissimilarity = formats::dissimilarity(*options.dissimilarity, elements, where);
        if (weighting.dissimilarity) {
            require_class(*weighting.dissimilarity, chosen.require,
                          fmt::format("{} {}", where, printable(*options.dissimilarity, 200)));
        }
    }
    weighting.fixed_points = chosen.fixed_points;
    return weighting;
}

/// The elements of --relevant, counted from 0, ascending.
std::vector<Rank> relevant_elements(const std::string& text, const formats::Elements& elements) {
    std::vector<Rank> relevant;
    for (const std::string_view name : formats::list_items(text, "--relevant")) {
        const auto element = elements.find(name);
        if (!element) {
            throw InputError("--relevant", in_quotes(name), "names of elements");
        }
        relevant.push_back(*element);
    }
    std::ranges::sort(relevant);
    if (std::ranges::adjacent_find(relevant) != relevant.end()) {
        throw InputError("--relevant", printable(text), "each element once");
    }
    return relevant;
}

/// Why a metric that was not demanded is left out for this pair; empty if it is not.
std::optional<std::string> why_left_out(const metrics::Metric& metric,
                                        const metrics::Comparison& pair) {
    if (metric.is_one_argument && pair.frame == metrics::Frame::element &&
        !pair.tau.is_identity()) {
        return metric.value(pair).why_undefined();
    }
    const metrics::Parameters& given = pair.parameters;
    if (metric.takes.k && !given.k && !(metric.takes.relevant && given.relevant)) {
        return metric.takes.relevant ? "it needs --relevant or --k" : "it needs --k";
    }
    return std::nullopt;
}

/// Adds the value; or, of a metric that was not demanded, why it cannot be had (a transform whose
/// maximum is not known).
void evaluate(const metrics::Comparison& pair, const Asked& asked, std::optional<std::size_t> line,
              Distances& distances) {
    try {
        distances.rows.emplace_back(line, asked.metric, asked.metric->value(pair));
    } catch (const NotSupported& reason) {
        if (asked.demanded) throw;
        distances.omitted.emplace_back(line, asked.metric, reason.what());
    }
}

/// Evaluates every asked metric for one pair and adds the rows. \param where  the option or line
void compare(const metrics::Comparison& pair, const std::vector<Asked>& asked,
             std::optional<std::size_t> line, std::string_view where, Distances& distances) {
    for (const auto& [metric, demanded] : asked) {
        if (demanded) metrics::require_parameters(*metric, pair.parameters, pair.sigma.size());
        if (const auto reason = why_left_out(*metric, pair)) {
            if (demanded) {
                throw NotSupported(
                    fmt::format("{}: {} has no value: {}", where, metric->full_name(), *reason));
            }
            distances.omitted.emplace_back(line, metric, *reason);
        } else {
            evaluate(pair, {metric, demanded}, line, distances);
        }
    }
}

/// Rankings from where they were given, one after the other.
class Input {
public:
    Input(const DistanceOptions& options, const Choices& chosen)
        : options_(options), chosen_(chosen), parser_(parser_for(options.elements)) {}

    Distances distances() {
        const auto source =
            only_one({{"--ranks", options_.ranks, Notation::ranks, false},
                      {"--order", options_.order, Notation::order, false},
                      {"--ranks-file", options_.ranks_file, Notation::ranks, true},
                      {"--order-file", options_.order_file, Notation::order, true}});
        if (!source) {
            throw InputError("distance", "no ranking",
                             "one of --ranks, --order, --ranks-file, --order-file");
        }
        const auto reference = reference_source();
        if (takes_ties() && source->notation == Notation::ranks && !source->is_file) {
            read_ties(*source, reference);
        }
        if (answer_.tied) {
            compare_ties();
            answer_.elements = parser_.elements();
            return std::move(answer_);
        }
        if (reference) {
            answer_.reference =
                parser_.parse(*reference->text, reference->notation, reference->option);
        }
        if (source->is_file) {
            compare_lines(*source);
        } else {
            answer_.ranking = parser_.parse(*source->text, source->notation, source->option);
            compare_one(*answer_.ranking, answer_.reference, {}, source->option);
        }
        answer_.elements = parser_.elements();
        return std::move(answer_);
    }

private:
    bool takes_ties() const {
        return std::ranges::all_of(chosen_.asked, [](const Asked& asked) {
            return static_cast<bool>(asked.metric->value_with_ties);
        });
    }

    /// Rank vectors in which elements may share a rank, for metrics that are defined for them;
    /// answer_.tied stays empty if none do.
    void read_ties(const Source& source, const std::optional<Source>& reference) {
        TiedRanks tied{parser_.parse_ranks_with_ties(*source.text, source.option), {}};
        tied.reference.resize(tied.ranking.size());
        std::iota(tied.reference.begin(), tied.reference.end(), Rank{0});
        if (reference && reference->notation == Notation::ranks) {
            tied.reference = parser_.parse_ranks_with_ties(*reference->text, reference->option);
        } else if (reference) {
            const auto order =
                parser_.parse(*reference->text, reference->notation, reference->option);
            tied.reference.assign(order.ranks().begin(), order.ranks().end());
        }
        if (has_ties(tied.ranking) || has_ties(tied.reference)) answer_.tied = std::move(tied);
    }

    void compare_ties() {
        read_weights();
        for (const Asked& asked : chosen_.asked) {
            answer_.rows.emplace_back(
                std::nullopt, asked.metric,
                asked.metric->value_with_ties(answer_.tied->ranking, answer_.tied->reference,
                                              parameters_));
        }
    }

    std::optional<Source> reference_source() const {
        return only_one({{"--reference-ranks", options_.reference_ranks, Notation::ranks, false},
                         {"--reference-order", options_.reference_order, Notation::order, false}});
    }

    /// Only when the first ranking is read is it known how many elements there are, and their
    /// names.
    void read_weights() {
        if (weighting_) return;
        weighting_ = weighting_for(options_, chosen_, *parser_.elements());
        parameters_ = chosen_.parameters;
        if (options_.relevant) {
            parameters_.relevant = relevant_elements(*options_.relevant, *parser_.elements());
        }
        answer_.parameters = parameters_;
    }

    void compare_lines(const Source& source) {
        if (*source.text == "-" && options_.dissimilarity == "-") {
            throw InputError("--dissimilarity", "-", "a file: standard input has the rankings");
        }
        // Who waits for standard input hears of no flag.
        if (*source.text != "-") Stop::listen_to_signals();
        formats::RankingReader reader(*source.text, source.notation, parser_);
        while (const auto line = reader.next()) {
            if (Stop::interrupted()) {
                answer_.stopped_before = line->line;
                return;
            }
            if (line->reference && answer_.reference) {
                throw InputError(reader.where(), "a reference of its own",
                                 "none, since --reference-ranks or --reference-order is given");
            }
            const auto& reference = line->reference ? line->reference : answer_.reference;
            compare_one(line->ranking, reference, line->line, reader.where());
        }
    }

    void compare_one(const Permutation& sigma, const std::optional<Permutation>& reference,
                     std::optional<std::size_t> line, std::string_view where) {
        read_weights();
        const Permutation tau = reference ? *reference : Permutation::identity(sigma.size());
        compare({sigma, tau, *weighting_, chosen_.frame, parameters_}, chosen_.asked, line, where,
                answer_);
    }

    const DistanceOptions& options_;
    const Choices& chosen_;
    formats::RankingParser parser_;
    std::optional<Weighting> weighting_;
    metrics::Parameters parameters_;
    Distances answer_;
};

/// A note for every reason to leave metrics out, with the metrics and the number of pairs.
std::string notes(const std::vector<Row>& omitted) {
    struct Note {
        const Row* first;
        std::vector<std::string> names;
        std::size_t count = 0;  ///< of the first metric
    };
    std::vector<Note> notes;
    for (const Row& row : omitted) {
        auto note = std::ranges::find_if(
            notes, [&](const Note& other) { return other.first->why_omitted == row.why_omitted; });
        if (note == notes.end()) note = notes.insert(note, {&row, {}, 0});
        const std::string name = row.metric->full_name();
        if (std::ranges::find(note->names, name) == note->names.end()) note->names.push_back(name);
        if (row.metric == note->first->metric) ++note->count;
    }
    std::string text;
    for (const auto& [row, names, count] : notes) {
        text += fmt::format("note: {} left out{}: {}\n", fmt::join(names, ", "),
                            row->line ? " on " + counted(count, "line") : "", row->why_omitted);
    }
    return text;
}

/// Why values are undefined, once for each metric and reason.
std::string undefined_notes(const std::vector<Row>& rows) {
    std::vector<std::string> seen;
    for (const Row& row : rows) {
        if (row.why_undefined.empty()) continue;
        std::string note =
            fmt::format("note: {} is undefined: {}\n", row.metric->full_name(), row.why_undefined);
        if (std::ranges::find(seen, note) == seen.end()) seen.push_back(std::move(note));
    }
    return fmt::format("{}", fmt::join(seen, ""));
}

/// A distance of equal rankings is 0, a similarity 1; these are neither, whatever the reference.
std::string reference_notes(const std::vector<Row>& rows) {
    std::vector<std::string> seen;
    for (const Row& row : rows) {
        if (!row.metric->ignores_reference) continue;
        std::string note = fmt::format(
            "note: {} measures the ranking alone, by {} ({}), whatever the reference: "
            "of equal rankings it need not be 0 or 1\n",
            row.metric->full_name(), row.metric->formula, row.metric->source);
        if (std::ranges::find(seen, note) == seen.end()) seen.push_back(std::move(note));
    }
    return fmt::format("{}", fmt::join(seen, ""));
}

std::string text_answer(const Distances& distances) {
    const bool has_lines = !distances.rows.empty() && distances.rows.front().line;
    // Sums of logarithms are long: the decimals stand where they can be found.
    std::vector<TextTable::Column> columns{{"metric"}, {"decimal"}, {"exact"}};
    if (has_lines) columns.insert(columns.begin(), {"line", TextTable::Align::right});
    TextTable table(std::move(columns));
    for (const Row& row : distances.rows) {
        std::vector<std::string> cells{row.metric->full_name(), row.decimal, row.exact};
        if (has_lines) cells.insert(cells.begin(), std::to_string(*row.line));
        table.add_row(std::move(cells));
    }
    std::string text = table.to_string() + undefined_notes(distances.rows) +
                       reference_notes(distances.rows) + notes(distances.omitted);
    if (distances.stopped_before)
        text += fmt::format("\nStopped before line {}: partial.\n", *distances.stopped_before);
    return text;
}

/// What is the same in a row with a value and in an omission.
Json json_row(const Row& row, metrics::Frame frame) {
    Json json;
    if (row.line) json["line"] = *row.line;
    json["metric"] = row.metric->name;
    json["reading"] = row.metric->reading ? Json(name_of(*row.metric->reading)) : Json();
    json["frame"] = name_of(frame);
    return json;
}

std::vector<std::uint64_t> counted_from_1(const std::vector<Rank>& ranks) {
    std::vector<std::uint64_t> counted;
    for (const Rank rank : ranks)
        counted.push_back(std::uint64_t{rank} + 1);
    return counted;
}

Json json_answer(const Distances& distances, const Choices& chosen) {
    const metrics::Frame frame = chosen.frame;
    Json json = document("distance");
    json["parameters"] = to_json(distances.parameters);
    if (distances.tied) {
        json["ranks"] = counted_from_1(distances.tied->ranking);
        json["reference_ranks"] = counted_from_1(distances.tied->reference);
    }
    if (distances.ranking) json["ranks"] = distances.ranking->to_ranks();
    if (distances.reference) json["reference_ranks"] = distances.reference->to_ranks();
    if (distances.elements && !distances.elements->are_numbered()) {
        for (std::size_t i = 0; i < distances.elements->size(); ++i) {
            json["elements"].push_back(distances.elements->name(i));
        }
    }
    json["rows"] = Json::array();
    for (const Row& row : distances.rows) {
        Json entry = json_row(row, frame);
        entry["kind"] = row.metric->kind == metrics::Kind::distance ? "distance" : "similarity";
        entry["value"] = row.exact;
        if (row.why_undefined.empty()) {
            entry["decimal"] = row.decimal;
        } else {
            entry["decimal"] = nullptr;
            entry["reason"] = row.why_undefined;
        }
        json["rows"].push_back(std::move(entry));
    }
    json["omitted"] = Json::array();
    for (const Row& row : distances.omitted) {
        Json entry = json_row(row, frame);
        entry["reason"] = row.why_omitted;
        json["omitted"].push_back(std::move(entry));
    }
    return json;
}

void run(const DistanceOptions& options) {
    const Choices chosen = choices(options);
    const Distances distances = Input(options, chosen).distances();
    note_incomplete(distances.stopped_before.has_value());
    if (options.json) {
        print_json(json_answer(distances, chosen));
    } else {
        print(text_answer(distances));
    }
}

void add_ranking_options(Verb verb, DistanceOptions& options) {
    verb.add_option(
        "--ranks", "LIST", &options.ranks,
        "Ranking as rank vector: 3,1,2; equal ranks are tied, for kendall-tau (τ_a), its "
        "relatives, spearman-rho (of mid-ranks) and ndpm");
    verb.add_option("--order", "LIST", &options.order, "Ranking as order, top first: b,c,a");
    verb.add_option(
        "--ranks-file", "FILE", &options.ranks_file,
        "A rank vector a line ('3 1 2', or '3 1 2 | 1 2 3' with a reference of its own); - is "
        "standard input");
    verb.add_option("--order-file", "FILE", &options.order_file, "The same with an order a line");
    verb.add_option("--reference-ranks", "LIST", &options.reference_ranks,
                    "Reference as rank vector; default: the identity");
    verb.add_option("--reference-order", "LIST", &options.reference_order, "Reference as order");
    verb.add_option("--elements", "LIST", &options.elements,
                    "Names of elements 1..n; default: the names of the order, sorted");
}

void add_metric_options(Verb verb, DistanceOptions& options) {
    verb.add_option(
            "--metric", &options.metrics,
            "all, a name or a full name such as footrule[box] (see disarray metrics), a family "
            "(confusion, error, correlation, gain), kendall-tau-b, kendall-tau-c or gamma, or "
            "1-NAME and max-NAME for 1 - m and max m - m")
        .value_name("NAME");
    verb.add_option("--reading", "NAME", &options.reading,
                    "Of the footrule: all, or of prefix, prefix-sym, interval, box")
        .list();
    verb.add_option(
        "--frame", "NAME", &options.frame,
        "element: weights stay with the elements; literal: they go with the labels of σ·τ⁻¹");
    verb.add_option("--weights", "LIST", &options.weights, "Element weights: n positive numbers");
    verb.add_option("--swap-costs", "COSTS", &options.swap_costs,
                    "unit, ctr, dcg, topk, topk:K, or n-1 numbers of at least 0");
    verb.group(Group::how);
    verb.add_option(
        "--fixed-points", "POLICY", &options.fixed_points,
        "Average swap cost of an element that does not move: one, or local (that of the swaps "
        "beside it)");
    verb.group(Group::what);
    verb.add_option(
        "--dissimilarity", "D", &options.dissimilarity,
        "unit, cut:1,3, classes:1,1,2, line:0,1,5/2, topk:K,P, graph:FILE (lines 'i j length'), or "
        "a FILE with a square matrix");
    verb.group(Group::how);
    verb.add_option("--require", "CLASS", &options.require,
                    "What the dissimilarity must be: any, pseudometric or metric");
}

}  // namespace

void add_distance_command(Verb program) {
    const auto options = std::make_shared<DistanceOptions>();
    Verb verb = program.add_verb("distance", "Exact distances between two rankings",
                                 "disarray distance --order b,c,a --weights 1,2,3");
    add_ranking_options(verb, *options);
    add_metric_options(verb, *options);
    add_parameter_options(verb, options->parameters);
    verb.add_option("--relevant", "LIST", &options->relevant,
                    "The relevant elements of mrr, gmr, mean-rank; default: the first K")
        .rare();
    verb.add_json_option(options->json);
    verb.on_call([options] { run(*options); });
}

}  // namespace disarray::app
