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

Section trust_section(const Model& model) {
    Section section{"trust", "What is left to trust", {}};
    const std::pair<Verdict, std::string_view> words[] = {
        {Verdict::refuted,
         "a witness, confirmed exactly by a second, naive evaluation when it was found, or, for a "
         "printed figure, another value"},
        {Verdict::certified,
         "a certificate that a small independent program, disarray-verify, has accepted"},
        {Verdict::exhausted, "every case in the stated scope was decided exactly"},
        {Verdict::supported, "a stated random effort found nothing"},
        {Verdict::undecided, "time or precision ran out, or the tried cases show neither"},
        {Verdict::not_applicable, "the statement makes no sense there"}};
    List legend;
    for (const auto& [verdict, meaning] : words)
        legend.items.push_back({verdict_word(verdict), plain(fmt::format(": {}.", meaning))});
    section.blocks.push_back(
        Paragraph{{plain("A verdict speaks of its scope and of nothing beyond; no verdict rests on "
                         "floating point.")}});
    section.blocks.push_back(std::move(legend));
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
    for (Section& section : std::vector<Section>{
             summary_section(model), constants_section(model, witnesses), scatter_section(model),
             campaign_section(model), claims_section(model, witnesses),
             atlas_section(model, witnesses), experiments_section(model), evaluation_section(model),
             witness_section(witnesses), sources_section(model), trust_section(model)}) {
        if (!section.blocks.empty()) report.sections.push_back(std::move(section));
    }
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
