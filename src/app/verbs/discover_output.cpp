// SPDX-License-Identifier: MIT
#include "app/verbs/discover_output.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "base/text_table.hpp"

namespace disarray::search::discover {

namespace {

using app::Json;

std::vector<std::uint64_t> tight_counts(const TheoremResult& known) {
    std::vector<std::uint64_t> counts;
    for (const StatementResult& length : known.lengths)
        counts.push_back(length.tight);
    return counts;
}

/// Of the n for which the conjecture is attained.
std::vector<std::uint64_t> tight_counts(const Conjecture& conjecture) {
    std::vector<std::uint64_t> counts;
    for (const LengthEvidence& length : conjecture.lengths)
        if (length.n >= conjecture.bound.from) counts.push_back(length.tight);
    return counts;
}

std::string found_as(const TheoremResult& known, std::size_t dimension) {
    if (known.is_false()) return "-";
    const std::size_t size = known.theorem.statement.quantities.size();
    if (size > dimension && !known.is_implied) return fmt::format("needs --size {}", size);
    if (known.is_found) return "found";
    if (known.is_implied) return "implied by what is found";
    if (known.chords > 0)
        return fmt::format("{} chord{} of it found", known.chords, known.chords == 1 ? "" : "s");
    return "not found";
}

std::string theorems_table(const Discovery& found, std::size_t dimension) {
    TextTable table(
        {{"known theorem"}, {"verdict"}, {"here"}, {"tight, by n"}, {"statement"}, {"source"}});
    for (const TheoremResult& known : found.theorems) {
        table.add_row({known.theorem.name, std::string(name_of(known.verdict())),
                       found_as(known, dimension),
                       fmt::format("{}", fmt::join(tight_counts(known), " ")),
                       known.theorem.statement.text, known.theorem.source});
    }
    return table.to_string();
}

std::string refuted_theorems(const Discovery& found) {
    std::string text;
    for (const TheoremResult& known : found.theorems) {
        const auto first = std::ranges::find_if(
            known.lengths, [](const StatementResult& length) { return length.violating > 0; });
        if (first == known.lengths.end()) continue;
        text += fmt::format("{} is refuted: {} of {} at n = {}, first {}\n", known.theorem.name,
                            first->violating, first->permutations, first->n, first->witness_text());
    }
    return text.empty() ? "" : text + "\n";
}

std::string range_of(const std::vector<std::size_t>& lengths) {
    const bool is_range =
        lengths.size() > 2 && lengths.back() - lengths.front() + 1 == lengths.size();
    return is_range ? fmt::format("{}..{}", lengths.front(), lengths.back())
                    : fmt::format("{}", fmt::join(lengths, ", "));
}

std::vector<std::size_t> facet_lengths(const Conjecture& conjecture) {
    std::vector<std::size_t> lengths;
    for (const LengthEvidence& length : conjecture.lengths)
        if (length.is_facet) lengths.push_back(length.n);
    return lengths;
}

/// "Ranges: 0 <= kendall, kendall <= 1/2*n^2 - 1/2*n, …"
std::string ranges_text(const Discovery& found) {
    std::vector<std::string> texts;
    for (const Conjecture& range : found.ranges)
        texts.push_back(fmt::format("  {}  ({})\n", range.text(), range.bound.evidence()));
    if (texts.empty()) return "";
    return fmt::format("Ranges, as formulas in n.\n\n{}\n", fmt::join(texts, ""));
}

/// " for n = 0 mod 2", "" for every n.
std::string residue_text(const Fit& fit) {
    return fit.modulus == 1 ? "" : fmt::format(" for n = {} mod {}", fit.residue, fit.modulus);
}

/// "(n^2 - n)/4", or what there is instead.
std::string formula_text(const Formulas& formulas) {
    std::vector<std::string> texts;
    for (const Fit& fit : formulas.fits) {
        texts.push_back(fit.function.to_string() + residue_text(fit));
    }
    return texts.empty() ? "without formula" : fmt::format("{}", fmt::join(texts, ", "));
}

/// "kendall: mean (n^2 - n)/4, variance (2*n^3 + …)/72, unimodal for n = 3..8".
std::string distributions_text(const Discovery& found) {
    std::string text;
    for (const Distribution& d : found.distributions) {
        text += fmt::format(
            "  {}: mean {}, variance {}, {}\n", d.quantity.name(), formula_text(d.mean),
            formula_text(d.variance),
            d.unimodal.empty() ? "not unimodal" : "unimodal for n = " + range_of(d.unimodal));
    }
    if (text.empty()) return "";
    return "Distributions over S_n: formulas fit every n swept, and prove nothing.\n\n" + text +
           "\n";
}

/// "climbing, 20000 evaluations at each n = 9, 10, 13, 18".
std::string effort_text(std::string_view way, const std::vector<Climb>& walks) {
    std::vector<std::size_t> tried;
    for (const Climb& walk : walks)
        tried.push_back(walk.n);
    return fmt::format("{}, {} evaluations at each n = {}", way, walks.front().evaluations,
                       range_of(tried));
}

std::string walks_text(const RankedConjecture& ranked) {
    std::vector<std::string> efforts;
    std::set<std::size_t> attained;
    for (const auto& [way, walks] :
         {std::pair("climbing", &ranked.climbs), std::pair("tempering", &ranked.temperings)}) {
        for (const Climb& walk : *walks) {
            if (walk.attains()) attained.insert(walk.n);
            if (!walk.refutes()) continue;
            return fmt::format("     refuted at n = {} by {}: ranks {}, by {}\n", walk.n, way,
                               walk.sigma.to_string(), (-walk.slack).to_string());
        }
        if (!walks->empty()) efforts.push_back(effort_text(way, *walks));
    }
    if (efforts.empty()) return "";
    return fmt::format(
        "     supported by {}{}\n", fmt::join(efforts, "; by "),
        attained.empty()
            ? ""
            : fmt::format("; attained at n = {}",
                          range_of(std::vector<std::size_t>(attained.begin(), attained.end()))));
}

std::string_view cases_of(const std::vector<Quantity>& quantities) {
    return quantities.front().statistic->is_of_ties() ? "two rankings of n elements with ties"
                                                      : "σ in S_n";
}

std::string conjecture_text(const RankedConjecture& ranked, std::size_t number) {
    const Conjecture& c = ranked.conjecture;
    const LengthEvidence& last = c.lengths.back();
    std::string text = fmt::format("{:3}. {}\n", number, c.text());
    text += fmt::format("     exhausted: every {}, n = {}..{}; a facet for n = {}; bound {}\n",
                        cases_of(c.quantities), c.from, last.n, range_of(facet_lengths(c)),
                        c.bound.evidence());
    text += fmt::format("     attained from n = {} on by {} of them", c.bound.from,
                        fmt::join(tight_counts(c), ", "));
    if (last.first.size() > 0)
        text += fmt::format("; on S_{} first at ranks {}", last.n, last.first.to_string());
    return text + "\n" + walks_text(ranked);
}

// ---------------------------------------------------------------------------------------------

Json samples_json(const std::vector<Sample>& samples) {
    Json rows = Json::array();
    for (const auto& [n, value] : samples)
        rows.push_back({{"n", n}, {"value", value.to_string()}});
    return rows;
}

Json fits_json(const Formulas& formulas) {
    Json rows = Json::array();
    for (const Fit& fit : formulas.fits) {
        rows.push_back({{"formula", fit.function.to_string()},
                        {"modulus", fit.modulus},
                        {"residue", fit.residue},
                        {"unknowns", fit.unknowns},
                        {"fits", fit.lengths}});
    }
    return rows;
}

Json distributions_json(const Discovery& found) {
    Json rows = Json::array();
    for (const Distribution& d : found.distributions) {
        rows.push_back({{"statistic", d.quantity.name()},
                        {"means", samples_json(d.means)},
                        {"mean", fits_json(d.mean)},
                        {"variances", samples_json(d.variances)},
                        {"variance", fits_json(d.variance)},
                        {"unimodal", d.unimodal}});
    }
    return rows;
}

/// The points of each two statistics at the greatest n, and the theorems about them as curves.
Json regions_json(const Discovery& found) {
    Json regions = Json::array();
    for (const Attained& region : found.regions) {
        Json json = {{"statistics", Json::array()},
                     {"n", region.n},
                     {"points", Json::array()},
                     {"curves", Json::array()}};
        for (const Quantity& quantity : region.quantities)
            json["statistics"].push_back(quantity.name());
        for (const AttainedPoint& point : region.points)
            json["points"].push_back(
                {{"x", point.at[0]}, {"y", point.at[1]}, {"count", point.count}});
        for (const TheoremResult& known : found.theorems) {
            if (known.is_false()) continue;
            for (const Curve& curve : curves_in(region, known.theorem)) {
                Json points = Json::array();
                for (const auto& [x, y] : curve.points)
                    points.push_back({{"x", std::to_string(x)}, {"y", y.to_string()}});
                json["curves"].push_back({{"theorem", curve.theorem}, {"points", points}});
            }
        }
        regions.push_back(std::move(json));
    }
    return regions;
}

Json theorem_json(const TheoremResult& known) {
    Json lengths = Json::array();
    for (const StatementResult& length : known.lengths) {
        lengths.push_back({{"n", length.n},
                           {"permutations", length.permutations},
                           {"violating", length.violating},
                           {"tight", length.tight},
                           {"witness", nullptr}});
        if (length.witness) lengths.back()["witness"] = length.witness->to_ranks();
    }
    return {{"name", known.theorem.name},          {"statement", known.theorem.statement.text},
            {"least_n", known.theorem.least_n},    {"source", known.theorem.source},
            {"verdict", name_of(known.verdict())}, {"found", known.is_found},
            {"implied", known.is_implied},         {"chords", known.chords},
            {"lengths", std::move(lengths)}};
}

Json walks_json(const std::vector<Climb>& walks) {
    Json climbs = Json::array();
    for (const Climb& climb : walks) {
        climbs.push_back({{"n", climb.n},
                          {"evaluations", climb.evaluations},
                          {"slack", climb.slack.to_string()},
                          {"ranks", climb.sigma.to_ranks()}});
    }
    return climbs;
}

Json conjecture_json(const RankedConjecture& ranked) {
    const Conjecture& c = ranked.conjecture;
    Json lengths = Json::array();
    for (const LengthEvidence& length : c.lengths) {
        lengths.push_back({{"n", length.n},
                           {"best", length.best},
                           {"bound", c.bound.function.at(length.n).to_string()},
                           {"facet", length.is_facet},
                           {"tight", length.tight},
                           {"first", length.first.to_ranks()}});
    }
    return {
        {"statement", c.text()},
        {"verdict", name_of(ranked.verdict())},
        {"scope", fmt::format("every {}{}, n = {}..{}", cases_of(c.quantities),
                              c.without_identity ? ", σ ≠ id" : "", c.from, c.lengths.back().n)},
        {"attained_from", c.bound.from},
        {"unknowns", c.bound.unknowns},
        {"values", c.bound.values},
        {"tight", tight_counts(c)},
        {"lengths", std::move(lengths)},
        {"climbs", walks_json(ranked.climbs)},
        {"temperings", walks_json(ranked.temperings)}};
}

Json conjectures_json(const std::vector<RankedConjecture>& all) {
    Json rows = Json::array();
    for (const RankedConjecture& ranked : all)
        rows.push_back(conjecture_json(ranked));
    return rows;
}

std::vector<std::string> names_of(const DiscoverOptions& options) {
    std::vector<std::string> names;
    for (const Quantity& quantity : options.quantities)
        names.push_back(quantity.name());
    return names;
}

}  // namespace

std::string discovery_text(const DiscoverOptions& options, const Discovery& found,
                           std::size_t most) {
    std::string text = fmt::format(
        "{}: every {}, n = {}..{}, all weights 1.\n{} tuples of up to {} statistics, {} "
        "conjectures: {} are known or follow from\nwhat is known, {} follow from it and the "
        "others, {} "
        "are refuted at larger n, {} are left{}.\n\n",
        fmt::join(names_of(options), ", "), cases_of(options.quantities), options.n_from,
        options.n_to, found.tuples, options.dimension, found.candidates, found.known, found.implied,
        found.refuted.size(), found.conjectures.size(),
        found.complete ? "" : " (stopped before the end)");
    if (!found.theorems.empty())
        text += theorems_table(found, options.dimension) + "\n" + refuted_theorems(found);
    text += ranges_text(found) + distributions_text(found);
    const std::size_t shown = std::min(most, found.conjectures.size());
    if (shown > 0)
        text +=
            "Conjectures, not implied by the known theorems, those attained most often first.\n\n";
    for (std::size_t k = 0; k < shown; ++k)
        text += conjecture_text(found.conjectures[k], k + 1);
    if (shown < found.conjectures.size())
        text += fmt::format("\n{} more: --most or --json\n", found.conjectures.size() - shown);
    if (!found.refuted.empty()) text += "\nRefuted beyond the n swept.\n\n";
    for (std::size_t k = 0; k < std::min(most, found.refuted.size()); ++k)
        text += conjecture_text(found.refuted[k], k + 1);
    return text;
}

Json discovery_json(const DiscoverOptions& options, const Discovery& found) {
    return {{"statistics", names_of(options)},
            {"n_from", options.n_from},
            {"n_to", options.n_to},
            {"seed", options.seed},
            {"complete", found.complete},
            {"tuples", found.tuples},
            {"candidates", found.candidates},
            {"known", found.known},
            {"implied", found.implied},
            {"theorems",
             [&] {
                 Json rows = Json::array();
                 for (const TheoremResult& known : found.theorems)
                     rows.push_back(theorem_json(known));
                 return rows;
             }()},
            {"ranges",
             [&] {
                 Json rows = Json::array();
                 for (const Conjecture& range : found.ranges)
                     rows.push_back(range.text());
                 return rows;
             }()},
            {"distributions", distributions_json(found)},
            {"regions", regions_json(found)},
            {"conjectures", conjectures_json(found.conjectures)},
            {"refuted", conjectures_json(found.refuted)}};
}

namespace {

/// "n = 3: 1, n = 4: 1"
std::string samples_text(const std::vector<Sample>& samples) {
    std::vector<std::string> texts;
    for (const auto& [n, value] : samples)
        texts.push_back(fmt::format("n = {}: {}", n, value.to_string()));
    return fmt::format("{}", fmt::join(texts, ", "));
}

std::string fits_text(const Question& question, const Formulas& formulas) {
    std::string text;
    for (const Fit& fit : formulas.fits) {
        text += fmt::format("    {} = {}{}: {}\n", question.ratio_name(), fit.function.to_string(),
                            residue_text(fit), fit.evidence());
    }
    if (!formulas.refusal.empty()) text += fmt::format("    {}\n", formulas.refusal);
    return text;
}

}  // namespace

std::string constant_text(const ConstantInN& found) {
    const Question& question = found.question;
    std::string text = fmt::format(
        "{} for F[{}], every σ and every pseudometric D{}{}:\n  {}\n", question.ratio_name(),
        name_of(question.reading.value()), found.certified ? ", certified" : "",
        found.complete ? "" : " (stopped before the end)", samples_text(found.constants));
    if (!found.unbounded.empty())
        text += fmt::format("  unbounded for n = {}\n", fmt::join(found.unbounded, ", "));
    text += fits_text(question, found.formulas);
    // Of families with the same formula, one shows its values.
    std::vector<std::string> told, others;
    for (const AttainingFamily& family : found.families) {
        const std::string formula = family.formulas.fits.empty()
                                        ? samples_text(family.samples)
                                        : family.formulas.fits.front().function.to_string();
        if (std::ranges::find(told, formula) != told.end()) {
            others.push_back(family.name);
            continue;
        }
        told.push_back(formula);
        text += fmt::format("  attained by the family {}: {}\n", family.name,
                            samples_text(family.samples));
        text += fits_text(question, family.formulas);
    }
    if (!others.empty()) text += fmt::format("  and likewise by {}\n", fmt::join(others, ", "));
    return text;
}

Json constant_json(const ConstantInN& found) {
    Json families = Json::array();
    for (const AttainingFamily& family : found.families) {
        families.push_back({{"family", family.name},
                            {"values", samples_json(family.samples)},
                            {"fits", fits_json(family.formulas)}});
    }
    return {{"reading", name_of(found.question.reading.value())},
            {"side", name_of(found.question.side)},
            {"complete", found.complete},
            {"certified", found.certified},
            {"values", samples_json(found.constants)},
            {"unbounded", found.unbounded},
            {"fits", fits_json(found.formulas)},
            {"families", std::move(families)}};
}

}  // namespace disarray::search::discover
