// SPDX-License-Identifier: MIT
#include "app/verbs/atlas_figures.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/verbs/cells.hpp"
#include "app/verbs/properties_commands.hpp"
#include "base/error.hpp"
#include "properties/experiments/estimate.hpp"
#include "properties/experiments/sample.hpp"

namespace disarray::properties {

namespace {

using experiments::Change;
using experiments::InN;
using experiments::Robustness;
using metrics::Frame;
using metrics::Metric;

constexpr std::size_t robustness_lengths[] = {10, 50, 100};  ///< GT Table 2
constexpr std::uint64_t robustness_pairs = 1000;             ///< likewise

std::string robustness_name(Change change) {
    return fmt::format("robustness-{}", name_of(change));
}

std::string statement_in_n(InN value) {
    return fmt::format(
        "the {} over S_n is a formula in n",
        value == InN::diameter ? "greatest M(σ,τ)" : fmt::format("{} of M(σ,id)", name_of(value)));
}

/// A cell that is no property's.
Json estimated_cell(const AtlasQuestion& question, std::string_view statement, Verdict verdict,
                    const std::string& scope, std::string_view explanation, const Effort& effort) {
    const Metric& metric = *question.metric;
    return {{"metric", metric.name},
            {"property", question.column()},
            {"reading", metric.reading ? Json(name_of(*metric.reading)) : Json()},
            {"frame", name_of(question.frame)},
            {"statement", statement},
            {"source",
             std::holds_alternative<InN>(question.asked) ? "definition" : "GT Def 6, Table 2"},
            {"verdict", name_of(verdict)},
            {"scope", scope},
            {"witness", nullptr},
            {"explanation", explanation},
            {"effort", to_json(effort)}};
}

Json robustness_cell(const AtlasQuestion& question, const std::vector<Robustness>& rows,
                     std::uint64_t seed) {
    const Rational green(1, 20);  // GT Table 2: "in green, the ones < 0.05"
    bool below = true;
    Effort effort;
    effort.seed = seed;
    std::vector<std::string> figures;
    for (const Robustness& row : rows) {
        figures.push_back(fmt::format(
            "{} at n = {}", experiments::estimate_text(row.mean, row.standard_error), row.n));
        below = below && row.mean && row.mean->ends().second < green;
        effort.random_cases += row.pairs;
        effort.applicable += row.pairs - row.undefined;
    }
    return estimated_cell(
        question,
        std::get<Change>(question.asked) == Change::swap
            ? "the mean of |M(ν,σ) − M(ν∘(i j),σ)| is below 0.05"
            : "the mean of |M(ν,σ) − M(ν∘(1 2 … n),σ)| is below 0.05",
        below ? Verdict::supported : Verdict::undecided,
        fmt::format("{} random pairs each of S_10, S_50, S_100, k = 3n/10, seed {}",
                    robustness_pairs, seed),
        fmt::format("mean ± standard error: {}", fmt::join(figures, ", ")), effort);
}

Json not_applicable_cell(const AtlasQuestion& question, std::string_view reason) {
    return estimated_cell(question, "", Verdict::not_applicable, "", reason, {});
}

Json cell_in_n(const AtlasQuestion& question, const experiments::ValuesInN& found,
               std::size_t n_to) {
    if (!found.why_not.empty()) return not_applicable_cell(question, found.why_not);
    Effort effort;
    effort.exhaustive_n = n_to;
    effort.exhaustive_cases = effort.applicable = found.evaluations;
    return estimated_cell(question, question.statement(), found.verdict(),
                          found.of + ", w = δ = D = 1", found.explanation(), effort);
}

}  // namespace

std::string AtlasQuestion::column() const {
    if (const auto* property = std::get_if<const Property*>(&asked))
        return std::string((*property)->name);
    if (const auto* change = std::get_if<Change>(&asked)) return robustness_name(*change);
    return std::string(name_of(std::get<InN>(asked)));
}

std::string AtlasQuestion::statement() const {
    if (const auto* property = std::get_if<const Property*>(&asked))
        return std::string((*property)->statement);
    if (std::holds_alternative<Change>(asked)) return "the mean change is below 0.05 (GT Def 6)";
    return statement_in_n(std::get<InN>(asked));
}

std::optional<Json> AtlasFigures::cell(const AtlasQuestion& question) {
    try {
        if (const auto* value = std::get_if<InN>(&question.asked)) return in_n(question, *value);
        return robustness(question, std::get<Change>(question.asked));
    } catch (const NotSupported& reason) {
        // A transform whose maximum is not known for such n.
        return not_applicable_cell(question, reason.what());
    }
}

std::optional<Json> AtlasFigures::in_n(const AtlasQuestion& question, InN value) {
    if (question.frame == Frame::literal)
        return not_applicable_cell(question, "with τ = id it is that of the element frame");
    constexpr std::size_t usual_n = 7;  // convention: seven values, five of them unknowns
    const std::size_t n_to =
        std::min(options_.exhaustive_n.value_or(usual_n), experiments::most_n_in_n);
    if (in_n_of_ != question.metric) {
        const auto found =
            experiments::values_in_n(*question.metric, options_.parameters, n_to, options_.stop);
        if (!found) return std::nullopt;
        in_n_ = *found;
        in_n_of_ = question.metric;
    }
    return cell_in_n(question, in_n_[static_cast<std::size_t>(value)], n_to);
}

std::optional<Json> AtlasFigures::robustness(const AtlasQuestion& question, Change change) const {
    if (question.metric->is_one_argument || question.frame == Frame::literal) {
        return not_applicable_cell(question, "it is asked of two rankings in the element frame");
    }
    experiments::SampleOptions options;
    options.pairs = robustness_pairs;
    options.seed = options_.seed;
    options.parameters = options_.parameters;
    options.parameters.k = std::nullopt;
    options.parameters.relevant_count = std::nullopt;
    options.stop = options_.stop;
    std::vector<Robustness> rows;
    for (const std::size_t n : robustness_lengths) {
        for (Robustness& row :
             experiments::robustness(std::span(&question.metric, 1), n, options)) {
            if (row.change != change) continue;
            if (row.pairs < options.pairs) return std::nullopt;
            rows.push_back(std::move(row));
        }
    }
    return robustness_cell(question, rows, options.seed);
}

}  // namespace disarray::properties
