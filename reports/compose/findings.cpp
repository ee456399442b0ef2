// SPDX-License-Identifier: MIT
//
// What check found: the claims of the sources, and the atlas metric × property. Each begins with a
// grid of verdicts that leads into the table with everything.
#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "reports/compose/sections.hpp"

namespace disarray::reports {

namespace {

/// The worst first: what a grid shows where several rows share an entry.
int weight_of(Verdict verdict) {
    constexpr std::array order = {Verdict::refuted,       Verdict::undecided, Verdict::supported,
                                  Verdict::exhausted,     Verdict::certified, Verdict::proved,
                                  Verdict::not_applicable};
    return static_cast<int>(std::ranges::find(order, verdict) - order.begin());
}

/// Where it falls, or how far it was tried: "n=6", "≤5".
std::string scope_beside(const Finding& finding) {
    if (finding.verdict == Verdict::not_applicable) return "";
    if (finding.verdict == Verdict::refuted && finding.witness)
        return fmt::format("n={}", finding.witness->n());
    return finding.brief_scope;
}

std::vector<Detail> finding_details(const Finding& finding) {
    std::vector<Detail> details;
    if (!finding.scope.empty()) details.push_back({"scope", said(finding.scope)});
    if (finding.theorem) {
        details.push_back(
            {"theorem",
             {plain(to_string(*finding.theorem) + ": "), code(finding.theorem->statement)}});
    }
    if (!finding.effort.empty()) details.push_back({"effort", said(finding.effort)});
    if (finding.verdict != Verdict::not_applicable) {
        details.push_back({"reproduce", {code(finding.reproduce)}, true});
    }
    return details;
}

Text finding_text(const Finding& finding, const WitnessBook& witnesses) {
    Text text = said(finding.explanation);
    if (const std::string card = witnesses.card_of(finding); !card.empty()) {
        if (!text.empty()) text.push_back(plain("; "));
        text.push_back(link("witness " + finding.witness->rankings.front().to_string(), card));
    }
    return text;
}

/// "footrule[box], F <= 3K, literal frame, p̄ local".
std::string of_what(const Finding& finding) {
    std::vector<std::string> parts;
    if (!finding.metric.empty()) parts.push_back(finding.metric);
    if (!finding.variant.empty()) parts.push_back(finding.variant);
    if (finding.frame == "literal") parts.emplace_back("literal frame");
    if (finding.fixed_points == "local") parts.emplace_back("p̄ local");
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string or_none(const std::string& text) {
    return text.empty() ? "none" : text;
}

/// A grid under construction: rows and columns in the order in which they come up.
class Grid {
public:
    void add(const std::string& row, const std::string& column, const Finding& finding) {
        const std::size_t r = index_of(rows_, row);
        const std::size_t c = index_of(columns_, column);
        if (entries_.size() <= r) entries_.resize(r + 1);
        if (entries_[r].size() <= c) entries_[r].resize(c + 1);
        Matrix::Entry& entry = entries_[r][c];
        if (entry.verdict && weight_of(*entry.verdict) <= weight_of(finding.verdict)) return;
        entry = {finding.verdict,
                 fmt::format("{}: {}{}{}", finding.label, name_of(finding.verdict),
                             finding.explanation.empty() ? "" : ": ", finding.explanation),
                 // The table leaves out what makes no sense.
                 finding.verdict == Verdict::not_applicable ? "" : finding.id,
                 scope_beside(finding)};
    }
    Matrix matrix(std::string id, std::string caption, std::string corner) && {
        for (auto& row : entries_)
            row.resize(columns_.size());
        return {std::move(id),       std::move(caption), std::move(corner),
                std::move(columns_), std::move(rows_),   std::move(entries_)};
    }
    bool is_table() const { return columns_.size() > 1 && !rows_.empty(); }

private:
    static std::size_t index_of(std::vector<std::string>& names, const std::string& name) {
        const auto place = std::ranges::find(names, name);
        if (place != names.end()) return static_cast<std::size_t>(place - names.begin());
        names.push_back(name);
        return names.size() - 1;
    }
    std::vector<std::string> rows_, columns_;
    std::vector<std::vector<Matrix::Entry>> entries_;
};

std::vector<std::string> source_keys(const std::vector<Claim>& claims) {
    std::vector<std::string> keys;
    for (const Claim& claim : claims) {
        const std::string key = source_key(claim);
        if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
    }
    return keys;
}

/// "F_D <= 3K_D for every metric D (KV-L16)": long statements are cut.
std::string title_of(const Claim& claim) {
    constexpr std::size_t most = 56;
    std::string_view rest = claim.statement;
    std::size_t shown = 0;
    while (!rest.empty() && shown++ < most) {
        rest.remove_prefix(1);
        while (!rest.empty() && (static_cast<unsigned char>(rest.front()) & 0xc0U) == 0x80U)
            rest.remove_prefix(1);
    }
    const std::string words = claim.statement.substr(0, claim.statement.size() - rest.size());
    return fmt::format("{}{} ({})", words, rest.empty() ? "" : "…", claim.claim);
}

void add_claim_grids(const Model& model, Section& section) {
    for (const std::string& key : source_keys(model.claims)) {
        Grid grid;
        for (const Claim* claim : strongest(model.claims)) {
            if (source_key(*claim) == key)
                grid.add(title_of(*claim), or_none(claim->metric), *claim);
        }
        if (!grid.is_table()) continue;
        section.blocks.push_back(std::move(grid).matrix(
            "claims-" + key,
            fmt::format("Claims of {} by metric. Where a claim has several versions, frames or "
                        "policies, the worst verdict of them",
                        key),
            "claim"));
    }
}

Row claim_row(const Claim& claim, const WitnessBook& witnesses) {
    std::vector<Detail> details = finding_details(claim);
    if (!claim.repairs.empty()) {
        details.insert(details.begin(),
                       {"survives with", said(fmt::format("{}", fmt::join(claim.repairs, "; ")))});
    }
    return {claim.id,
            {{{verdict_word(claim.verdict)}, std::move(details)},
             text_cell(scope_beside(claim)),
             {{plain(claim.statement + " (" + claim.origin + ")")}},
             {said(of_what(claim))},
             {finding_text(claim, witnesses)},
             {{plain(claim.claim)}},
             {said(source_key(claim))},
             {said(or_none(claim.reading))},
             {said(or_none(claim.metric))}}};
}

Row cell_row(const PropertyCell& cell, const WitnessBook& witnesses) {
    return {cell.id,
            {{{verdict_word(cell.verdict)}, finding_details(cell)},
             text_cell(scope_beside(cell)),
             {{strong(cell.property)}},
             {said(of_what(cell))},
             {{plain(cell.statement)}},
             {finding_text(cell, witnesses)},
             {said(or_none(cell.metric))},
             {said(or_none(cell.reading))}}};
}

}  // namespace

Section claims_section(const Model& model, const WitnessBook& witnesses) {
    Section section{"claims-section", "Claims of the sources", {}};
    if (model.claims.empty()) return section;
    add_claim_grids(model, section);
    Table table{"claims",
                "The ledger: a row for each claim, metric, version, frame and policy",
                {{"verdict", false, true},
                 {"n"},
                 {"statement"},
                 {"of"},
                 {"finding"},
                 {"code"},
                 {"source", false, true, true},
                 {"reading", false, true, true},
                 {"metric", false, true, true}},
                {}};
    for (const Claim& claim : model.claims)
        table.rows.push_back(claim_row(claim, witnesses));
    section.blocks.push_back(std::move(table));
    return section;
}

Section atlas_section(const Model& model, const WitnessBook& witnesses) {
    Section section{"atlas-section", "Properties of metrics", {}};
    if (model.cells.empty()) return section;
    Grid grid;
    for (const PropertyCell* cell : strongest(model.cells))
        grid.add(cell->property, cell->metric, *cell);
    if (grid.is_table()) {
        section.blocks.push_back(std::move(grid).matrix(
            "atlas", "Property by metric. Each mark leads to its scope and witness", "property"));
    }
    Table table{
        "cells",
        "Each property of each metric; those that make no sense for a metric are in the grid "
        "and in the machine formats only",
        {{"verdict", false, true},
         {"n"},
         {"property", false, true},
         {"of"},
         {"statement"},
         {"finding"},
         {"metric", false, true, true},
         {"reading", false, true, true}},
        {}};
    for (const PropertyCell& cell : model.cells) {
        if (cell.verdict != Verdict::not_applicable) {
            table.rows.push_back(cell_row(cell, witnesses));
        }
    }
    section.blocks.push_back(std::move(table));
    return section;
}

}  // namespace disarray::reports
