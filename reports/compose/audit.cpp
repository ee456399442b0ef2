// SPDX-License-Identifier: MIT
//
// Metrics that another program computes: a section for each that was audited, and for each pair of
// programs that was compared. Names, inputs, answers and error messages are the program's, of any
// length and content: here they are made one line and cut, the writers escape them, and report.json
// has them whole.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "properties/audit/protocol.hpp"
#include "reports/compose/sections.hpp"
#include "reports/figures/audit.hpp"

namespace disarray::reports {

namespace {

/// Characters of an input.
constexpr std::size_t longest_input = 400;
/// Bytes of a request that is offered to be copied: it is shown with the page.
constexpr std::size_t longest_request = 2000;
/// Exact metrics in the table of a program; nDCG has one for each of sixty conventions.
constexpr std::size_t most_references = 12;
/// Other inputs on the card of a law.
constexpr std::size_t most_related = 4;

/// `text` in one line, cut where it is longer than `limit` characters.
std::string shown(const std::string& text, std::size_t limit = longest_text) {
    std::string line = printable(text, limit);
    if (line != printable(text, text.size())) {
        line += fmt::format(" ({} bytes; report.json has them all)", text.size());
    }
    return line;
}

std::string shown_input(const Json& input) {
    return shown(one_line(input), longest_input);
}

Span verdict_span(LawVerdict verdict) {
    return {std::string(name_of(verdict)), Span::Style::verdict};
}

Paragraph paragraph(std::string text) {
    return {{plain(std::move(text))}};
}

/// The text as a sentence begins.
std::string capitalized(std::string text) {
    if (!text.empty() && 'a' <= text.front() && text.front() <= 'z') text.front() += 'A' - 'a';
    return text;
}

void append(Text& text, const Text& more) {
    text.insert(text.end(), more.begin(), more.end());
}

// --- What the program says of itself ---

std::string_view kind_text(MetricKind kind) {
    switch (kind) {
        case MetricKind::two_rankings:
            return "a metric of two rankings of the same elements";
        case MetricKind::relevance_by_rank:
            return "a metric of a list of judged documents, by rank";
        case MetricKind::relevance_and_scores:
            return "a metric of judged documents and their scores";
        case MetricKind::two_lists:
            return "a metric of two lists that need not have the same items";
        case MetricKind::votes:
            return "a rule that makes one ranking of many";
    }
    throw InternalError("a kind of metric without words");
}

std::string range_text(const DescribedMetric& metric) {
    const auto& [least, greatest] = std::pair(metric.least_value, metric.greatest_value);
    if (least && greatest)
        return fmt::format("{} to {}", least->to_string(), greatest->to_string());
    if (least) return fmt::format("{} or more", least->to_string());
    if (greatest) return fmt::format("{} or less", greatest->to_string());
    return "none is claimed";
}

/// What it is asked and what not, where the document says so.
std::string limits_text(const DescribedMetric& metric) {
    std::vector<std::string> limits;
    const bool is_of_documents = metric.kind == MetricKind::relevance_by_rank ||
                                 metric.kind == MetricKind::relevance_and_scores;
    if (metric.takes_cutoff && is_of_documents) {
        limits.emplace_back(*metric.takes_cutoff ? "a cutoff" : "no cutoff");
    }
    if (metric.takes_cutoffs == true) limits.emplace_back("several cutoffs in one call");
    if (metric.takes_batches == true) {
        limits.emplace_back(metric.takes_weights == true ? "batches of queries with weights"
                                                         : "batches of queries");
    }
    if (metric.takes_not_retrieved && !*metric.takes_not_retrieved) {
        limits.emplace_back("no documents that are not retrieved");
    }
    if (metric.least_length > 0) {
        limits.push_back(fmt::format("nothing shorter than {} {}", metric.least_length,
                                     is_of_documents ? "documents" : "elements"));
    }
    return listed(limits);
}

Text declared_conventions(const DescribedMetric& metric) {
    std::vector<std::string> items;
    for (const auto& [name, value] : metric.conventions)
        items.push_back(shown(fmt::format("{}={}", name, value)));
    return items.empty() ? Text{plain("none")} : code_list(items);
}

List self_description(const DescribedMetric& metric) {
    List list;
    const auto add = [&](std::string label, const Text& text) {
        Text item = {plain(std::move(label) + ": ")};
        append(item, text);
        list.items.push_back(std::move(item));
    };
    add("name", {code(shown(metric.name))});
    add("computes", {plain(std::string(kind_text(metric.kind)))});
    add("best", {plain(fmt::format("the {} value", name_of(metric.direction)))});
    if (metric.has_range) add("range", {plain(range_text(metric))});
    if (!metric.reference.empty()) add("claims to be", {code(shown(metric.reference))});
    if (const std::string limits = limits_text(metric); !limits.empty()) {
        add("takes", {plain(limits)});
    }
    add("conventions", declared_conventions(metric));
    if (!metric.claims.empty()) {
        std::vector<std::string> claims;
        for (const std::string& law : metric.claims)
            claims.push_back(shown(law));
        add("claims besides", code_list(claims));
    }
    for (const auto& [law, reason] : metric.exceptions)
        add("does not claim", {code(shown(law)), plain(fmt::format(" ({})", shown(reason)))});
    return list;
}

void describe_program(const Audit& audit, const Model& model, Section& section) {
    const Source& source = model.sources[audit.source];
    section.blocks.push_back(
        Paragraph{{strong(source.name), plain(": the program that was asked by "),
                   code(shown(source.command)), plain(" says of itself:")}});
    section.blocks.push_back(self_description(audit.metric));
    std::string text = fmt::format("{}, each counted once; the program was started again {}. ",
                                   counted(audit.inputs, "input was asked", "inputs were asked"),
                                   counted(audit.restarts, "time", "times"));
    text += audit.complete ? "The audit ran to its end."
                           : "The audit was stopped before its end: an undecided law was not tried "
                             "on all its inputs, and no comparison is with more than was asked "
                             "until then.";
    section.blocks.push_back(paragraph(std::move(text)));
}

// --- Laws ---

/// "2 are refuted (range, finite)", …: how the laws stand.
Text standing_text(const Audit& audit) {
    struct Words {
        std::string_view one, many;
        LawVerdict verdict;
        bool has_names;
    };
    constexpr Words words[] = {
        {"1 is refuted", "{} are refuted", LawVerdict::refuted, true},
        {"1 is violated as the program declares, no failure",
         "{} are violated as the program declares, no failures", LawVerdict::documented_convention,
         true},
        {"1 held at every input of its scope (exhausted)",
         "{} held at every input of their scopes (exhausted)", LawVerdict::exhausted, false},
        {"1 held at the inputs it was tried at (supported)",
         "{} held at the inputs they were tried at (supported)", LawVerdict::supported, false},
        {"1 is undecided", "{} are undecided", LawVerdict::undecided, true},
        {"1 does not apply", "{} do not apply", LawVerdict::not_applicable, false}};
    Text text = {plain(fmt::format("of {}", counted(audit.laws.size(), "law", "laws")))};
    for (const Words& of : words) {
        Text names;
        std::size_t count = 0;
        for (const AuditedLaw& law : audit.laws) {
            if (law.verdict != of.verdict) continue;
            if (count++ > 0) names.push_back(plain(", "));
            names.push_back(link(shown(law.law, longest_name), law.id));
        }
        if (count == 0) continue;
        text.push_back(plain(text.size() == 1 ? ", " : "; "));
        text.push_back(
            plain(count == 1 ? std::string(of.one) : fmt::format(fmt::runtime(of.many), count)));
        if (!of.has_names) continue;
        text.push_back(plain(" ("));
        append(text, names);
        text.push_back(plain(")"));
    }
    return text;
}

Cell law_cell(const AuditedLaw& law) {
    const std::string name = shown(law.law, longest_name);
    // The card of a violated law has its explanation.
    if (law.is_violated()) return {{link(name, law.card_id)}};
    Cell cell{{plain(name)}};
    if (!law.explanation.empty()) {
        cell.details.push_back({"explanation", {plain(shown(law.explanation))}});
    }
    return cell;
}

Table laws_table(const Audit& audit) {
    Table table{audit.id + "-laws",
                "Laws. A verdict speaks of its scope only. None is a definition of \"correct\"",
                {{"law"}, {"verdict", false, true}, {"what it says"}, {"scope"}},
                {}};
    for (const AuditedLaw& law : audit.laws) {
        table.rows.push_back({law.id,
                              {law_cell(law),
                               {{verdict_span(law.verdict)}},
                               {{plain(shown(law.statement))}},
                               {said(shown(law.scope))}}});
    }
    return table;
}

/// The line that asks a program for its answer once more, after it was asked to describe itself.
std::string request_of(const Json& input) {
    std::string line;
    properties::audit::append_evaluate_request(line, 1, one_line(input));
    line.pop_back();  // its end of line
    return line;
}

void add_request(const Json& input, std::vector<Detail>& details) {
    std::string request = request_of(input);
    if (request.size() <= longest_request) {
        details.push_back({"the request", {code(std::move(request))}, true});
    }
}

void add_answer(const char* label, const std::string& answer, std::vector<Detail>& details) {
    if (!answer.empty()) details.push_back({label, {plain(shown(answer))}});
}

Card finding_card(const AuditedLaw& law) {
    Card card;
    card.id = law.card_id;
    card.title = shown(law.law, longest_name);
    card.lines.push_back({verdict_span(law.verdict), plain(": " + shown(law.statement))});
    if (!law.explanation.empty()) card.lines.push_back({plain(shown(law.explanation))});
    card.details.push_back({"input", {code(shown_input(*law.input))}});
    add_answer("expected", law.expected, card.details);
    add_answer("got", law.got, card.details);
    const std::size_t count = std::min(law.related.size(), most_related);
    for (std::size_t i = 0; i < count; ++i) {
        card.details.push_back(
            {"compared with",
             {code(shown_input(*law.related[i].input)), plain(": " + shown(law.related[i].got))}});
    }
    if (count < law.related.size()) {
        card.details.push_back(
            {"and", {plain(counted(law.related.size() - count, "other input", "other inputs"))}});
    }
    add_request(*law.input, card.details);
    return card;
}

void add_findings(const Audit& audit, Section& section) {
    Cards cards;
    for (const AuditedLaw& law : audit.laws) {
        if (law.is_violated()) cards.cards.push_back(finding_card(law));
    }
    if (cards.cards.empty()) {
        section.blocks.push_back(paragraph("No violation was found."));
        return;
    }
    std::string text =
        "Violated laws, each with an input that shows it; small inputs were tried first.";
    const bool has_convention = std::ranges::any_of(audit.laws, [](const AuditedLaw& law) {
        return law.verdict == LawVerdict::documented_convention;
    });
    if (has_convention) {
        text +=
            " A documented convention is no failure: what the program declares of itself makes it "
            "break the law, or it says that it does not claim it.";
    }
    section.blocks.push_back(paragraph(std::move(text)));
    section.blocks.push_back(std::move(cards));
}

// --- Exact references ---

bool agrees(const ReferenceAgreement& agreement) {
    return agreement.compared > 0 && agreement.differing == 0;
}

std::string all_compared(std::uint64_t count) {
    return count == 1 ? "the one input compared" : fmt::format("all {} inputs compared", count);
}

std::string units_text(std::uint64_t units) {
    return counted(units, "unit in the last place", "units in the last place");
}

/// Which exact metric it follows, or comes nearest to.
std::string nearest_text(const Audit& audit) {
    const ReferenceAgreement* nearest = nullptr;
    for (const ReferenceAgreement& agreement : audit.agreements) {
        const auto key = [](const ReferenceAgreement& a) {
            return std::pair(a.differing, a.worst_units);
        };
        if (agreement.compared == 0) continue;
        if (nearest == nullptr || key(agreement) < key(*nearest)) nearest = &agreement;
    }
    if (nearest == nullptr) return "It was compared with no exact metric";
    const std::string name = shown(nearest->reference);
    if (!agrees(*nearest)) {
        return fmt::format(
            "It agrees with no exact metric that was tried; fewest answers differ "
            "from {}: {} of {}",
            name, nearest->differing, nearest->compared);
    }
    const auto others =
        static_cast<std::size_t>(std::ranges::count_if(audit.agreements, agrees)) - 1;
    return fmt::format("It agrees with {} on {}, to {}{}", name, all_compared(nearest->compared),
                       units_text(nearest->worst_units),
                       others > 0 ? ", and with " + counted(others, "other", "others") : "");
}

void add_agreements(const Audit& audit, Section& section) {
    section.blocks.push_back(paragraph(nearest_text(audit) + "."));
    if (audit.agreements.empty()) return;
    Table table{audit.id + "-references",
                "Exact metrics, each in one set of conventions, the nearest first",
                {{"exact metric"},
                 {"inputs compared", true},
                 {"differ", true},
                 {"units in the last place elsewhere", true}},
                {}};
    const std::size_t count = std::min(audit.agreements.size(), most_references);
    for (std::size_t i = 0; i < count; ++i) {
        const ReferenceAgreement& agreement = audit.agreements[i];
        Cell name{{plain(shown(agreement.reference))}};
        if (agreement.differing > 0) {
            name.details = {{"first difference", {code(shown_input(*agreement.input))}},
                            {"exact", {plain(shown(agreement.expected))}},
                            {"got", {plain(shown(agreement.got))}}};
        }
        const bool has_equal = agreement.differing < agreement.compared;
        table.rows.push_back(
            {"",
             {std::move(name),
              count_cell(agreement.compared),
              count_cell(agreement.differing),
              {{plain(has_equal ? std::to_string(agreement.worst_units) : "–")}}}});
    }
    section.blocks.push_back(std::move(table));
    say_left_out(audit.agreements.size() - count,
                 audit.agreements.size() - count == 1 ? "exact metric" : "exact metrics",
                 "references.csv", section);
}

void add_timings(const Audit& audit, Section& section) {
    if (auto figure = timing_figure(audit)) {
        section.blocks.push_back(std::move(*figure));
        return;
    }
    std::vector<std::string> times;
    for (const CallTime& timing : audit.timings)
        times.push_back(fmt::format("{:.3g} s at n = {}", timing.seconds, timing.n));
    if (!times.empty()) section.blocks.push_back(paragraph("A call took " + listed(times) + "."));
}

/// The name, with the document where two audits are of metrics of one name.
std::string audit_title(const Audit& audit, const Model& model) {
    const auto namesakes = std::ranges::count_if(
        model.audits, [&](const Audit& other) { return other.metric.name == audit.metric.name; });
    const std::string name = printable(audit.metric.name, longest_name);
    const std::string document = printable(model.sources[audit.source].name, longest_name);
    return namesakes > 1 ? fmt::format("{} ({})", name, document) : name;
}

Section audit_section(const Audit& audit, const Model& model) {
    Section section{audit.id, "Audit of " + audit_title(audit, model), {}};
    describe_program(audit, model, section);
    Text standing = standing_text(audit);
    standing.front().text = capitalized(standing.front().text);
    standing.push_back(plain("."));
    section.blocks.push_back(Paragraph{std::move(standing)});
    section.blocks.push_back(laws_table(audit));
    add_findings(audit, section);
    add_agreements(audit, section);
    add_timings(audit, section);
    return section;
}

// --- Two programs ---

std::string difference_text(const ProgramDifference& difference) {
    std::string text;
    if (difference.compared == 0) {
        text = "no input was compared";
    } else if (difference.differing == 0) {
        text = fmt::format("they agree on {}, to {} of 2^-52", all_compared(difference.compared),
                           counted(difference.worst_units, "unit", "units"));
    } else {
        text = fmt::format("they differ on {} of {}", difference.differing,
                           counted(difference.compared, "input compared", "inputs compared"));
        if (difference.differing < difference.compared) {
            text += fmt::format(", and agree on the others, to {} of 2^-52",
                                counted(difference.worst_units, "unit", "units"));
        }
    }
    if (difference.failing > 0) {
        text += fmt::format("; on {} at least one of them failed",
                            counted(difference.failing, "other input", "other inputs"));
    }
    return text;
}

Card difference_card(std::string id, std::string title, const Json& input, const std::string& first,
                     const std::string& second) {
    Card card;
    card.id = std::move(id);
    card.title = std::move(title);
    card.details.push_back({"input", {code(shown_input(input))}});
    add_answer("first program", first, card.details);
    add_answer("second program", second, card.details);
    add_request(input, card.details);
    return card;
}

Section difference_section(const ProgramDifference& difference, const Model& model) {
    const Source& source = model.sources[difference.source];
    Section section{difference.id, "Two programs", {}};
    if (model.differences.size() > 1) {
        section.title += fmt::format(" ({})", printable(source.name, longest_name));
    }
    section.blocks.push_back(Paragraph{
        {strong(source.name),
         plain(": two programs answer by answer; neither is taken to be right. The first is the "
               "one that was asked by "),
         code(shown(source.command)), plain(", the second is "), code(shown(difference.against)),
         plain(".")}});
    std::string text = capitalized(difference_text(difference)) + ".";
    if (!difference.complete) {
        text +=
            " The comparison was stopped before its end, or a program could not be asked any more: "
            "this speaks of what was compared until then.";
    }
    section.blocks.push_back(paragraph(std::move(text)));
    Cards cards;
    if (difference.differing > 0) {
        cards.cards.push_back(
            difference_card(difference.id + "-input", "The least input found on which they differ",
                            *difference.input, difference.first, difference.second));
    }
    if (difference.failing > 0) {
        cards.cards.push_back(difference_card(
            difference.id + "-failing", "The shortest input on which one of them failed",
            *difference.failing_input, difference.failing_first, difference.failing_second));
    }
    if (!cards.cards.empty()) section.blocks.push_back(std::move(cards));
    return section;
}

}  // namespace

std::vector<Section> audit_sections(const Model& model) {
    std::vector<Section> sections;
    for (const Audit& audit : model.audits)
        sections.push_back(audit_section(audit, model));
    for (const ProgramDifference& difference : model.differences)
        sections.push_back(difference_section(difference, model));
    return sections;
}

std::vector<Text> audit_summary(const Model& model) {
    std::vector<Text> items;
    for (const Audit& audit : model.audits) {
        Text item = {strong("Audit"), plain(" of "), link(audit_title(audit, model), audit.id),
                     plain(audit.complete ? ": " : ", stopped before its end: ")};
        append(item, standing_text(audit));
        item.push_back(plain(fmt::format(". {}.", nearest_text(audit))));
        items.push_back(std::move(item));
    }
    for (const ProgramDifference& difference : model.differences) {
        const Source& source = model.sources[difference.source];
        items.push_back({link("Two programs", difference.id),
                         plain(fmt::format(" ({}){}: {}.", printable(source.name, longest_name),
                                           difference.complete ? "" : ", stopped before the end",
                                           difference_text(difference)))});
    }
    return items;
}

}  // namespace disarray::reports
