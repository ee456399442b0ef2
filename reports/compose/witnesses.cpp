// SPDX-License-Identifier: MIT
//
// One card for each witness, whatever number of rows it settles: half of the refutations of a
// ledger share a dozen of small cases.
#include <algorithm>
#include <cstdint>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reports/compose/sections.hpp"
#include "reports/derivation.hpp"
#include "reports/figures/figures.hpp"

namespace disarray::reports {

namespace {

/// Rows that are named on a card; the others link to it themselves.
constexpr std::size_t most_uses = 8;

/// FNV-1a (Fowler, Noll, Vo), so that the link to a witness depends on the witness only.
std::string fingerprint(const std::string& text) {
    std::uint32_t hash = 2166136261U;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    return fmt::format("{:08x}", hash);
}

std::string ranks_text(const std::vector<Permutation>& rankings) {
    std::vector<std::string> texts;
    for (const Permutation& ranking : rankings)
        texts.push_back(ranking.to_string());
    return fmt::format("{}", fmt::join(texts, " | "));
}

/// "k = 2, first k printed".
std::string parameters_text(const metrics::Parameters& parameters) {
    std::vector<std::string> parts;
    if (parameters.k) parts.push_back(fmt::format("k = {}", *parameters.k));
    if (parameters.relevant_count) {
        parts.push_back(fmt::format("{} relevant", *parameters.relevant_count));
    }
    for (std::string& number : metrics::unusual_numbers(parameters))
        parts.push_back(std::move(number));
    if (parameters.as_printed) parts.emplace_back("formula as printed");
    if (parameters.first_k == metrics::FirstK::printed) parts.emplace_back("first k as printed");
    return fmt::format("{}", fmt::join(parts, ", "));
}

void add_rankings(const std::vector<Permutation>& rankings, Card& card) {
    constexpr std::string_view names[] = {"σ", "τ", "ρ"};
    for (std::size_t r = 0; r < rankings.size(); ++r) {
        const std::string name =
            r < std::size(names) ? std::string(names[r]) : fmt::format("ranking {}", r + 1);
        card.lines.push_back(
            {plain(fmt::format("{} has ranks {} (order {})", name, rankings[r].to_string(),
                               fmt::join(rankings[r].to_order(), " ")))});
    }
}

/// A command that decides the σ of a witness once more, for every pseudometric D.
std::string repeat_line(const Result& result, const RatioWitness& witness) {
    const auto with_commas = [](std::string text) {
        std::ranges::replace(text, ' ', ',');
        return text;
    };
    const std::string ranks = " --ranks " + with_commas(witness.sigma.to_string());
    if (result.reading == "classical") return "disarray distance" + ranks;
    std::string line = fmt::format("disarray search '{}'{}", result.statement, ranks);
    const Weighting& weighting = witness.weighting;
    if (weighting.element_weights) {
        std::vector<std::string> w;
        for (std::size_t i = 0; i < witness.sigma.size(); ++i)
            w.push_back((*weighting.element_weights)[i].to_string());
        line += fmt::format(" --weights {}", fmt::join(w, ","));
    }
    if (weighting.swap_costs) {
        std::vector<std::string> costs;
        for (const Rational& cost : weighting.swap_costs->costs())
            costs.push_back(cost.to_string());
        line += fmt::format(" --swap-costs {} --fixed-points {}", fmt::join(costs, ","),
                            name_of(weighting.fixed_points));
    }
    return line;
}

}  // namespace

Json WitnessBook::key_of(const RatioWitness& witness) {
    return {{"ranks", (*witness.json)["ranks"]},
            {"weights", witness.json->value("weights", Json())},
            {"swap_costs", witness.json->value("swap_costs", Json())},
            {"fixed_points", name_of(witness.weighting.fixed_points)},
            {"dissimilarity", witness.json->value("dissimilarity", Json())}};
}

WitnessBook::Entry& WitnessBook::entry(const Json& key) {
    const std::string text = key.dump();
    const auto [place, is_new] = index_.emplace(text, entries_.size());
    if (is_new) entries_.push_back({"w-" + fingerprint(text), {}, {}});
    return entries_[place->second];
}

const WitnessBook::Entry* WitnessBook::find(const Json& key) const {
    const auto place = index_.find(key.dump());
    return place == index_.end() ? nullptr : &entries_[place->second];
}

WitnessBook::WitnessBook(const Model& model) {
    // What refutes something comes first: it is what a reader looks for.
    for (const bool refuted : {true, false}) {
        for (const Result& result : model.results) {
            if ((result.verdict == Verdict::refuted) == refuted) add(result);
        }
    }
    for (const bool refuted : {true, false}) {
        for (const Claim& claim : model.claims) {
            if ((claim.verdict == Verdict::refuted) == refuted) add(claim);
        }
        for (const PropertyCell& cell : model.cells) {
            if ((cell.verdict == Verdict::refuted) == refuted) add(cell);
        }
    }
}

void WitnessBook::add(const Result& result) {
    for (const auto* witness : {&result.witness, &result.strict_witness}) {
        if (!*witness) continue;
        Entry& found = entry(key_of(**witness));
        found.uses.push_back({&result, &**witness});
    }
}

void WitnessBook::add(const Finding& finding) {
    if (finding.witness) entry(*finding.witness_json).findings.push_back(&finding);
}

std::string WitnessBook::card_of(const Finding& finding) const {
    return finding.witness ? find(*finding.witness_json)->id : "";
}

std::string WitnessBook::card_of(const Result& result, bool strict) const {
    const auto& witness = strict ? result.strict_witness : result.witness;
    return witness ? find(key_of(*witness))->id : "";
}

void WitnessBook::add_derivations(const Entry& entry, Card& card) {
    std::vector<std::string> readings;
    for (const auto& [result, witness] : entry.uses) {
        if (std::ranges::find(readings, result->reading) != readings.end()) continue;
        readings.push_back(result->reading);
        const std::vector<std::string> lines = derivation(*witness, result->reading);
        // a(i,j) and K are the same for every reading.
        for (std::size_t l = readings.size() == 1 ? 0 : 2; l < lines.size(); ++l)
            card.lines.push_back({plain(lines[l])});
    }
}

void WitnessBook::add_uses(const Entry& entry, Card& card) {
    for (const bool against : {true, false}) {
        Text text;
        std::set<std::string> said_already;  // the same n, in another document
        for (const auto& [result, witness] : entry.uses) {
            if ((result->verdict == Verdict::refuted) != against) continue;
            const std::string about = fmt::format("{}, n = {}", result->statement, result->n);
            if (!said_already.insert(about).second) continue;
            if (!text.empty()) text.push_back(plain("; "));
            text.push_back(link(about, result->id));
            if (result->side == "other" && witness->small && witness->big) {
                text.push_back(plain(fmt::format(
                    ": {} {} {}", witness->small->to_string(),
                    *witness->big < *witness->small ? ">" : "<=", witness->big->to_string())));
            } else if (witness->footrule && witness->kendall && witness->kendall->sign() != 0) {
                const Rational ratio = *witness->footrule / *witness->kendall;
                text.push_back(plain(": F/K = " + ratio.to_string()));
            }
        }
        if (!text.empty())
            card.details.push_back({against ? "against" : "attains", std::move(text)});
    }
}

void WitnessBook::add_findings(const Entry& entry, Card& card) {
    const std::size_t shown = std::min(entry.findings.size(), most_uses);
    for (std::size_t f = 0; f < shown; ++f) {
        const Finding& finding = *entry.findings[f];
        card.lines.push_back(
            {link(finding.label, finding.id), plain(": "), plain(finding.explanation)});
    }
    if (shown < entry.findings.size()) {
        card.lines.push_back(
            {plain(fmt::format("and {} more rows that link here", entry.findings.size() - shown))});
    }
}

std::vector<std::string> WitnessBook::repeat_lines(const Entry& entry) {
    std::vector<std::string> lines;
    for (const auto& [result, witness] : entry.uses) {
        std::string line = repeat_line(*result, *witness);
        if (std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
    }
    return lines;
}

/// "6 3 2 5 4 1 against K <= F[prefix], n = 6": what it does, in words.
std::string WitnessBook::title_of(const Entry& entry, const std::vector<Permutation>& rankings) {
    const std::string ranks = ranks_text(rankings);
    if (!entry.uses.empty()) {
        const Result& first = *entry.uses.front().result;
        return fmt::format("{} {} {}, n = {}", ranks,
                           first.verdict == Verdict::refuted ? "against" : "attains the extreme of",
                           first.statement, first.n);
    }
    const Finding& first = *entry.findings.front();
    return fmt::format("{} {} {}", ranks, first.verdict == Verdict::refuted ? "against" : "shows",
                       first.statement);
}

Card WitnessBook::card(const Entry& entry, std::size_t number) {
    Card card;
    card.id = entry.id;
    std::vector<Permutation> rankings;
    Weighting weighting;
    std::string words;
    SavedJson json;
    if (!entry.uses.empty()) {
        const RatioWitness& witness = *entry.uses.front().witness;
        rankings = {witness.sigma};
        weighting = witness.weighting;
        json = witness.json;
    } else {
        const properties::Case& instance = *entry.findings.front()->witness;
        rankings = instance.rankings;
        weighting = instance.weighting;
        words = parameters_text(instance.parameters);
        json = entry.findings.front()->witness_json;
    }
    card.title = fmt::format("{}. {}", number, title_of(entry, rankings));
    card.figure = witness_figure("witness-" + entry.id, card.title, rankings, weighting);
    add_rankings(rankings, card);
    const std::string weights = in_words(weighting);
    for (const std::string& line : {words, weights}) {
        if (!line.empty()) card.lines.push_back({plain(line)});
    }
    add_derivations(entry, card);
    add_uses(entry, card);
    add_findings(entry, card);
    for (const std::string& line : repeat_lines(entry))
        card.details.push_back({"repeat", {code(line)}, true});
    card.details.push_back({"as JSON", {code(json->dump())}, true});
    return card;
}

std::vector<Card> WitnessBook::cards() const {
    std::vector<Card> all;
    for (std::size_t e = 0; e < entries_.size(); ++e)
        all.push_back(card(entries_[e], e + 1));
    return all;
}

Section witness_section(const WitnessBook& witnesses) {
    Section section{"witnesses", "Witnesses", {}};
    Cards cards{witnesses.cards()};
    if (cards.cards.empty()) return section;
    section.blocks.push_back(Paragraph{{plain(
        "Each witness is one small case with exact numbers. In a drawing the reference stands "
        "above "
        "and the ranking below, best first; a line leads each element from its place in one to its "
        "place in the other, and inverted pairs are the crossings. Marks grow with the element "
        "weight. D is the matrix at the right: darker is farther.")}});
    section.blocks.push_back(std::move(cards));
    return section;
}

}  // namespace disarray::reports
