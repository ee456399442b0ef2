// SPDX-License-Identifier: MIT
//
// `disarray check agreement`: which metrics agree how often, and the clusters that this makes.
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
#include "app/verbs/experiment_options.hpp"
#include "app/verbs/properties_commands.hpp"
#include "base/atomic_file.hpp"
#include "base/error.hpp"
#include "base/near_names.hpp"
#include "base/parallel.hpp"
#include "properties/experiments/agreement.hpp"
#include "properties/experiments/sample.hpp"

namespace disarray::properties {

namespace {

using experiments::AgreementMatrix;
using experiments::Clustering;

struct AgreementCommand {
    std::size_t n = 100;
    std::string ties = "weak";
    std::string together = "0.9";
    std::string csv;
    ExperimentOptions common;
};

/// The options that name a choice, looked up.
struct ClusterChoices {
    AgreementReading reading;
    Rational together;  ///< mean agreement of what is one cluster, at least
};

ClusterChoices cluster_choices(const AgreementCommand& command) {
    ClusterChoices chosen{choice_named(agreement_readings, command.ties, "--tied-pairs"),
                          Rational::parse(command.together, "--together")};
    if (chosen.together < Rational(0) || chosen.together > Rational(1)) {
        throw InputError("--together", command.together, "a ratio from 0 to 1");
    }
    return chosen;
}

/// The answer. Rows and columns are shown in the order of the leaves.
struct Agreements {
    AgreementMatrix matrix;
    Clustering clustering;
    std::vector<std::vector<std::size_t>> clusters;
};

Agreements find_agreements(const AgreementCommand& command, const ClusterChoices& chosen) {
    const auto metrics = experiments::metrics_of_experiment(command.common.metrics, "--metric");
    experiments::SampleOptions options = sample_options(command.common);
    app::ProgressLine line;
    options.on_progress = [&](std::uint64_t done) {
        line.show(fmt::format("{} of {} pairs", done, options.pairs));
    };
    AgreementMatrix matrix = experiments::agreement_matrix(metrics, command.n, options);
    Clustering clustering =
        experiments::average_linkage(experiments::distances_of(matrix, chosen.reading));
    auto clusters = experiments::clusters_at(clustering, Rational(1) - chosen.together);
    return {std::move(matrix), std::move(clustering), std::move(clusters)};
}

std::string metric_name(const AgreementMatrix& matrix, std::size_t metric) {
    return matrix.metrics()[metric]->full_name();
}

std::vector<std::string> metric_names(const AgreementMatrix& matrix,
                                      const std::vector<std::size_t>& members) {
    std::vector<std::string> all;
    for (const std::size_t member : members)
        all.push_back(metric_name(matrix, member));
    return all;
}

// --- JSON and CSV -----------------------------------------------------------------------------

Json ratio_json(const AgreementMatrix& matrix, std::size_t i, std::size_t j,
                AgreementReading reading) {
    const auto ratio = matrix.ratio(i, j, reading);
    return ratio ? Json(ratio->to_string()) : Json();
}

Json agreement_cell_json(const AgreementMatrix& matrix, std::size_t i, std::size_t j) {
    const AgreementCounts counts = matrix.counts(i, j);
    return {{"first", metric_name(matrix, i)},
            {"second", metric_name(matrix, j)},
            {"counts", counts.counts},
            {"undefined", counts.undefined},
            {"undecided", counts.undecided},
            {"reversed", matrix.is_reversed(i, j)},
            {"weak", ratio_json(matrix, i, j, AgreementReading::weak)},
            {"printed", ratio_json(matrix, i, j, AgreementReading::printed)},
            {"printed_second_first", ratio_json(matrix, j, i, AgreementReading::printed)},
            {"strict", ratio_json(matrix, i, j, AgreementReading::strict)}};
}

Json agreements_json(const AgreementCommand& command, const Agreements& answer) {
    const auto& [matrix, clustering, clusters] = answer;
    Json json = app::document("check");
    json["parameters"] = app::to_json(matrix.parameters());
    json["n"] = matrix.n();
    json["seed"] = command.common.seed;
    json["pairs"] = matrix.pairs();
    json["complete"] = matrix.pairs() == command.common.pairs;
    json["ties"] = command.ties;
    json["metrics"] = metric_names(matrix, clustering.leaves);
    json["agreement"] = Json::array();
    for (std::size_t a = 0; a < matrix.size(); ++a) {
        for (std::size_t b = a + 1; b < matrix.size(); ++b) {
            json["agreement"].push_back(
                agreement_cell_json(matrix, clustering.leaves[a], clustering.leaves[b]));
        }
    }
    json["merges"] = Json::array();
    for (const experiments::Merge& merge : clustering.merges) {
        json["merges"].push_back({{"first", metric_name(matrix, merge.first)},
                                  {"second", metric_name(matrix, merge.second)},
                                  {"height", merge.height.to_string()}});
    }
    json["clusters"] = Json::array();
    for (const auto& cluster : clusters)
        json["clusters"].push_back(metric_names(matrix, cluster));
    return json;
}

/// A line a metric; −r is the ratio r of the row with the negative of the column; empty cells have
/// no ratio.
std::string agreements_csv(const Agreements& answer, AgreementReading reading) {
    const auto& [matrix, clustering, clusters] = answer;
    std::string text =
        fmt::format("metric,{}\n", fmt::join(metric_names(matrix, clustering.leaves), ","));
    for (const std::size_t i : clustering.leaves) {
        text += metric_name(matrix, i);
        for (const std::size_t j : clustering.leaves) {
            const auto ratio = matrix.ratio(i, j, reading);
            const char* sign = matrix.is_reversed(i, j) ? "-" : "";
            text += ratio ? fmt::format(",{}{}", sign, ratio->to_decimal()) : ",";
        }
        text += "\n";
    }
    return text;
}

// --- text -------------------------------------------------------------------------------------

/// "97", "-82", "=", "-=", ".": see the legend.
std::string agreement_cell(const AgreementMatrix& matrix, std::size_t i, std::size_t j,
                           AgreementReading reading) {
    const auto ratio = matrix.ratio(i, j, reading);
    if (!ratio) return ".";
    const Rational hundredths = *ratio * Rational(100);
    const std::string percent =
        *ratio == 1 ? "=" : Integer(hundredths.numerator() / hundredths.denominator()).to_string();
    return (matrix.is_reversed(i, j) ? "-" : "") + percent;
}

/// Columns are called by the numbers of their rows: names would not fit.
std::string agreements_table(const Agreements& answer, AgreementReading reading) {
    const auto& [matrix, clustering, clusters] = answer;
    const auto& leaves = clustering.leaves;
    std::size_t width = 0;
    for (const std::string& text : metric_names(matrix, leaves))
        width = std::max(width, text.size());
    std::string text = std::string(width + 4, ' ');
    for (std::size_t column = 1; column <= leaves.size(); ++column)
        text += fmt::format("{:>4}", column);
    text += "\n";
    for (std::size_t row = 0; row < leaves.size(); ++row) {
        text += fmt::format("{:>3} {:<{}}", row + 1, metric_name(matrix, leaves[row]), width);
        for (const std::size_t column : leaves)
            text += fmt::format("{:>4}", agreement_cell(matrix, leaves[row], column, reading));
        text += "\n";
    }
    return text;
}

std::string agreement_legend(const AgreementCommand& command, const AgreementMatrix& matrix) {
    constexpr std::string_view meanings[] = {
        "unless one has less where the other has greater",
        "unless that, or the row ties where the column does not",
        "if both have the same order, ties only with ties"};
    const AgreementReading reading = choice_named(agreement_readings, command.ties, "--tied-pairs");
    return fmt::format(
        "Percent of {} random pairs μ, ν of S_{} on which two metrics agree, rounded down; seed "
        "{}, k = {}, {}\n"
        "{}: they agree {}\n"
        "= all; -p: p percent of the row with the negative of the column, where that is more\n\n",
        matrix.pairs(), matrix.n(), command.common.seed, *matrix.parameters().k,
        described(matrix.parameters()), command.ties, meanings[static_cast<std::size_t>(reading)]);
}

std::string cluster_list(const AgreementCommand& command, const Agreements& answer) {
    std::string text =
        fmt::format("\nClusters by average linkage, mean agreement >= {}:\n", command.together);
    for (const auto& cluster : answer.clusters) {
        text += fmt::format("  {}\n", fmt::join(metric_names(answer.matrix, cluster), ", "));
    }
    return text;
}

std::string agreement_notes(const AgreementCommand& command, const AgreementMatrix& matrix) {
    std::string text;
    if (matrix.pairs() < command.common.pairs) {
        text += fmt::format("note: stopped after {} of {} pairs\n", matrix.pairs(),
                            command.common.pairs);
    }
    for (std::size_t m = 0; m < matrix.size(); ++m) {
        const AgreementCounts own = matrix.counts(m, m);
        for (const auto& [count, what] :
             {std::pair(own.undefined, "undefined"), std::pair(own.undecided, "undecided")}) {
            if (count == 0) continue;
            text += fmt::format("note: {}: {} of {} pairs left out, {}\n", metric_name(matrix, m),
                                count, matrix.pairs(), what);
        }
    }
    return text;
}

void agreement_command(const AgreementCommand& command) {
    const ClusterChoices chosen = cluster_choices(command);
    std::optional<AtomicFile> file;  // now: a folder that is missing is found before the work
    if (!command.csv.empty()) file.emplace(command.csv);
    const Agreements answer =
        with_threads(command.common.threads, [&] { return find_agreements(command, chosen); });
    if (file) {
        file->write(agreements_csv(answer, chosen.reading));
        file->commit();
    }
    app::note_incomplete(answer.matrix.pairs() != command.common.pairs);
    if (command.common.json) return app::print_json(agreements_json(command, answer));
    app::print(agreement_legend(command, answer.matrix) + agreements_table(answer, chosen.reading) +
               cluster_list(command, answer) + agreement_notes(command, answer.matrix));
}

}  // namespace

void add_agreement_command(app::Verb check) {
    const auto command = std::make_shared<AgreementCommand>();
    command->common.pairs = 10'000;
    app::Verb verb = check.add_verb(
        "agreement", "How often metrics order two rankings alike (GT 5.1, Figure 1).",
        "disarray check agreement --metric recall --metric error --n 20 --pairs 200");
    verb.add_option("--n", &command->n, "Length of rankings");
    verb.add_option("--tied-pairs", &command->ties,
                    "weak: a tie agrees with everything; printed: GT (1), a tie of the second "
                    "metric does; strict: with ties only")
        .value_name("READING");
    verb.add_option("--ties", &command->ties, "As it was called").hidden();
    verb.add_option("--together", &command->together,
                    "Least mean agreement within the clusters that are listed")
        .value_name("RATIO");
    verb.group(app::Group::output);
    verb.add_option("--csv", &command->csv, "Also write the matrix to this file")
        .value_name("FILE");
    verb.group(app::Group::what);
    add_experiment_options(verb, command->common);
    verb.on_call([command, check, verb] {
        check.refuse_options_before(verb);
        agreement_command(*command);
    });
}

}  // namespace disarray::properties
