// SPDX-License-Identifier: MIT
#include "reports/compose/compose.hpp"

#include <fmt/format.h>

#include "reports/compose/sections.hpp"

namespace disarray::reports {

Section sources_section(const Model& model) {
    Section section{"reproduce", "How to reproduce", {}};
    Table table{"sources",
                "Documents that this report is made of; each command makes the same again",
                {{"document"}, {"made by"}, {"version"}, {"seed", true}, {"complete"}},
                {}};
    for (const Source& source : model.sources) {
        table.rows.push_back({"",
                              {{{plain(source.name)}},
                               {{}, {{"command", {code(source.command)}, true}}},
                               {{plain(source.version)}},
                               {said(source.seed ? std::to_string(*source.seed) : "")},
                               {{plain(source.complete ? "yes" : "no, cut short")}}}});
    }
    section.blocks.push_back(std::move(table));
    return section;
}

namespace {

/// In an audit the words mean something else, since another program answers, in floating point.
void add_audits_trust(const Model& model, Section& section) {
    section.blocks.push_back(Paragraph{{plain(
        "Of audits, the answers of the foreign programs were taken from the documents: the "
        "commands ask them again. An answer counts as the exact number that it is, and an equality "
        "may be missed by the tolerance of the audit (--tolerance), which is for rounding. What is "
        "said is about the answers to the inputs that were asked.")}});
    if (model.audits.empty()) return;
    List legend;
    const std::pair<std::string_view, std::string_view> words[] = {
        {"refuted", "the input is in the report, with the answer that came"},
        {"documented-convention", "violated as well, but as the program declares: no failure"},
        {"exhausted",
         "no violation at any input in its scope: all the small ones, and the random ones it "
         "names"},
        {"supported", "no violation at the inputs in its scope, which are random or long"}};
    for (const auto& [word, meaning] : words) {
        legend.items.push_back(
            {{std::string(word), Span::Style::verdict}, plain(fmt::format(": {}.", meaning))});
    }
    section.blocks.push_back(std::move(legend));
}

}  // namespace

Section trust_section(const Model& model) {
    Section section{"trust", "What is left to trust", {}};
    const bool has_audits = !model.audits.empty() || !model.differences.empty();
    section.blocks.push_back(Paragraph{{plain(fmt::format(
        "A verdict speaks of its scope and of nothing beyond; {}no verdict rests on floating "
        "point.",
        has_audits ? "but for audits, of which more below, " : ""))}});
    if (!speaks_of_distances(model)) section.blocks.push_back(verdict_legend());
    section.blocks.push_back(Paragraph{{plain(
        "When this report was made, every witness of an inequality was put into the definitions "
        "once more, and every witness with a line that replays it was replayed, by the fast and by "
        "the naive path; a document that says otherwise is refused. Other witnesses, findings that "
        "are figures, extremes, searches and experiments were taken from the documents: the "
        "commands that make them again are given. A certificate speaks for an extreme without the "
        "program that found it.")}});
    if (!model.evaluations.empty()) {
        section.blocks.push_back(Paragraph{{plain(
            "Of evaluations of runs, this was computed again, exactly, and must agree: the decimal "
            "of each rational value; means and sums of queries whose values are all rational (not "
            "of quotients of averages); differences of rational values, and who is better; "
            "precision and recall from ranks; the counts. Values with logarithms or roots, and "
            "what runs and judgements would be needed for, were taken from the documents.")}});
    }
    if (has_audits) add_audits_trust(model, section);
    if (!model.footrule_kendall.empty()) {
        section.blocks.push_back(Paragraph{{plain(
            "Of experiments on clicks or grades, the figures were taken from the documents; no "
            "log, run or label was read again. What was recomputed is rational: decimals from "
            "exact "
            "numbers, and, where a document has all its points exactly, the means from these.")}});
    }
    section.blocks.push_back(Paragraph{{plain(
        "Left to trust: the compiler, the libraries for exact numbers (GMP, MPFR, MPFI), the JSON "
        "parser and the compression library, the small verifier, and, for what is exhausted or "
        "supported only, this program.")}});
    return section;
}

Report compose(const Model& model, const std::string& version) {
    const WitnessBook witnesses(model);
    Report report;
    report.title = "Distances between rankings: what was decided";
    report.subtitle = fmt::format("From {}, by disarray {}",
                                  counted(model.sources.size(), "document", "documents"), version);
    for (const Source& source : model.sources) {
        if (source.complete) continue;
        report.notices.push_back(
            fmt::format("{} is not complete: it speaks of what was done until then.", source.name));
    }
    const auto add = [&](std::vector<Section> sections) {
        for (Section& section : sections) {
            if (!section.blocks.empty()) report.sections.push_back(std::move(section));
        }
    };
    add({about_section(model), summary_section(model, witnesses),
         constants_section(model, witnesses), proofs_section(model), scatter_section(model),
         campaign_section(model), claims_section(model, witnesses), atlas_section(model, witnesses),
         experiments_section(model), evaluation_section(model)});
    add(discovery_sections(model));
    add(aggregation_sections(model));
    add(audit_sections(model));
    add(footrule_kendall_sections(model));
    add({witness_section(witnesses), sources_section(model), trust_section(model)});
    return report;
}

std::vector<Figure> figures_of(const Report& report) {
    std::vector<Figure> figures;
    for (const Section& section : report.sections) {
        for (const Block& block : section.blocks) {
            if (const auto* figure = std::get_if<FigureBlock>(&block)) {
                figures.push_back(figure->figure);
            } else if (const auto* cards = std::get_if<Cards>(&block)) {
                for (const Card& card : cards->cards) {
                    if (card.figure) figures.push_back(*card.figure);
                }
            }
        }
    }
    return figures;
}

}  // namespace disarray::reports
