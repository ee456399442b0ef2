// SPDX-License-Identifier: MIT
//
// Documents of `disarray audit`. The program that was audited is not asked again, so its answers
// are taken as they stand; but no document is taken that contradicts itself: a violated law has the
// input at which it is and the answer that came, another law has none; what was decided names its
// scope; no more inputs differ than were compared, and the first of them is there if there is one;
// and the law that the metric is the exact one agrees with the comparisons.
#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "reports/reading/documents.hpp"

namespace disarray::reports {

namespace {

/// The choice that is named under `key`, by the names that the audit prints.
template <class Choice>
Choice choice(const Fields& fields, const char* key, std::initializer_list<Choice> choices) {
    const std::string name = fields.text(key);
    std::vector<std::string_view> known;
    for (const Choice one : choices) {
        if (name_of(one) == name) return one;
        known.push_back(name_of(one));
    }
    refuse(fields, json_member(key, name), expected_one_of(name, known));
}

LawVerdict verdict_in(const Fields& fields) {
    return choice(fields, "verdict",
                  {LawVerdict::refuted, LawVerdict::documented_convention, LawVerdict::exhausted,
                   LawVerdict::supported, LawVerdict::undecided, LawVerdict::not_applicable});
}

std::optional<bool> flag_if_any(const Fields& fields, const char* key) {
    return fields.has(key) ? std::optional(fields.flag_or(key, false)) : std::nullopt;
}

/// ["0", null]: the ends, as far as they are claimed.
void read_range(DescribedMetric& metric, const Fields& fields) {
    const Json& range = fields.json()["range"];
    const auto is_end = [](const Json& end) { return end.is_null() || end.is_string(); };
    if (!range.is_array() || range.size() != 2 || !std::ranges::all_of(range, is_end)) {
        refuse(fields, json_member("range", one_line(range)),
               "two ends, each a number as text or null");
    }
    const auto end = [&](std::size_t i) {
        return range[i].is_null() ? std::nullopt
                                  : std::optional(Rational::parse(range[i].get<std::string>(),
                                                                  fields.where() + " \"range\""));
    };
    metric.has_range = true;
    metric.least_value = end(0);
    metric.greatest_value = end(1);
}

/// Keys that earlier versions did not print may be absent.
DescribedMetric metric_in(const Fields& fields) {
    DescribedMetric metric;
    metric.name = fields.text("name");
    metric.kind = choice(fields, "kind",
                         {MetricKind::two_rankings, MetricKind::relevance_by_rank,
                          MetricKind::relevance_and_scores});
    metric.direction = choice(fields, "direction", {Direction::greatest, Direction::least});
    metric.conventions = fields.object("conventions").named_texts();
    if (fields.has("range")) read_range(metric, fields);
    metric.takes_cutoff = flag_if_any(fields, "takes_cutoff");
    metric.takes_not_retrieved = flag_if_any(fields, "takes_not_retrieved");
    metric.least_length = fields.count_if_any("least_length").value_or(0);
    metric.reference = fields.text_or("reference", "");
    if (fields.has("exceptions")) metric.exceptions = fields.object("exceptions").named_texts();
    return metric;
}

/// An input, with the answers to it under `answers`; null, if `is_expected` is false.
Json input_in(const Fields& fields, const char* key, bool is_expected, const std::string& reason,
              std::initializer_list<const char*> answers) {
    if (is_expected) {
        for (const char* answer : answers)
            fields.words(answer);
        return fields.object(key).json();
    }
    if (fields.has(key)) {
        refuse(fields, json_member(key, one_line(fields.json()[key])), "null, since " + reason);
    }
    return nullptr;
}

AuditedLaw law_in(const Fields& fields, const Audit& audit, Ids& ids) {
    AuditedLaw law;
    law.law = fields.words("law");
    law.statement = fields.words("statement");
    law.verdict = verdict_in(fields);
    law.scope = scope_in(fields, law.verdict);
    law.input = input_in(fields, "input", law.is_violated(),
                         fmt::format("the law is {}", name_of(law.verdict)), {"got"});
    law.expected = fields.text("expected");
    law.got = fields.text("got");
    law.explanation = fields.text("explanation");
    if (fields.has("related")) {
        fields.each("related", [&](const Fields& related) {
            law.related.push_back({related.object("input").json(), related.words("got")});
        });
    }
    if (std::ranges::find(audit.laws, law.law, &AuditedLaw::law) != audit.laws.end()) {
        refuse(fields, json_member("law", law.law) + " again", "each law once");
    }
    law.id = ids.fresh(fmt::format("{} {}", audit.id, printable(law.law)));
    if (law.is_violated()) law.card_id = ids.fresh(law.id + " finding");
    return law;
}

/// No more than were compared.
std::uint64_t differing_in(const Fields& fields, std::uint64_t compared) {
    const std::uint64_t differing = fields.count("differing");
    if (differing > compared) {
        refuse(fields, json_member("differing", differing),
               fmt::format("at most the {} compared", compared));
    }
    return differing;
}

ReferenceAgreement agreement_in(const Fields& fields) {
    ReferenceAgreement agreement;
    agreement.reference = fields.words("reference");
    agreement.compared = fields.count("compared");
    agreement.differing = differing_in(fields, agreement.compared);
    agreement.worst_units = fields.count("worst_units");
    agreement.input =
        input_in(fields, "input", agreement.differing > 0, "no input differs", {"expected", "got"});
    agreement.expected = fields.text("expected");
    agreement.got = fields.text("got");
    return agreement;
}

CallTime timing_in(const Fields& fields) {
    const CallTime timing{fields.count("n"), fields.seconds("seconds")};
    if (!(timing.seconds >= 0)) {
        refuse(fields, fmt::format("\"seconds\": {}", timing.seconds), "0 or more");
    }
    return timing;
}

/// "exact-reference" is the comparison with one of the metrics that the program was compared with.
void require_comparison(const Audit& audit, const Fields& document) {
    const auto law = std::ranges::find(audit.laws, "exact-reference", &AuditedLaw::law);
    if (law == audit.laws.end()) return;
    const auto has = [&](bool differs) {
        return std::ranges::any_of(audit.agreements, [&](const ReferenceAgreement& agreement) {
            return agreement.compared > 0 && (agreement.differing > 0) == differs;
        });
    };
    const std::string found = fmt::format("exact-reference {}", name_of(law->verdict));
    if (law->verdict == LawVerdict::exhausted && !has(false)) {
        refuse(document, found, "an exact metric in \"agreements\" from which no input differs");
    }
    if (law->verdict == LawVerdict::refuted && !has(true)) {
        refuse(document, found, "an exact metric in \"agreements\" from which an input differs");
    }
}

void read_audit(const Fields& document, const Reading& reading) {
    Audit audit;
    audit.source = reading.source;
    audit.metric = metric_in(document.object("metric"));
    audit.id = reading.ids.fresh(fmt::format("audit {}", reading.model.audits.size() + 1));
    document.each("laws", [&](const Fields& fields) {
        audit.laws.push_back(law_in(fields, audit, reading.ids));
    });
    if (audit.laws.empty()) refuse(document, "no law", "one");
    document.each("agreements",
                  [&](const Fields& fields) { audit.agreements.push_back(agreement_in(fields)); });
    require_comparison(audit, document);
    audit.inputs = document.count("inputs");
    audit.restarts = document.count("restarts");
    audit.complete = document.flag("complete");
    if (document.has("timings")) {  // --no-timings leaves them out
        document.each("timings",
                      [&](const Fields& fields) { audit.timings.push_back(timing_in(fields)); });
    }
    reading.model.audits.push_back(std::move(audit));
}

void read_difference(const Fields& document, const Reading& reading) {
    ProgramDifference difference;
    difference.source = reading.source;
    difference.id =
        reading.ids.fresh(fmt::format("programs {}", reading.model.differences.size() + 1));
    difference.against = document.words("against");
    difference.compared = document.count("compared");
    difference.differing = differing_in(document, difference.compared);
    difference.worst_units = document.count("worst_units");
    difference.input = input_in(document, "input", difference.differing > 0, "no input differs",
                                {"first", "second"});
    difference.first = document.text("first");
    difference.second = document.text("second");
    difference.failing = document.count("failing");
    difference.failing_input = input_in(document, "failing_input", difference.failing > 0,
                                        "no input fails", {"failing_first", "failing_second"});
    difference.failing_first = document.text("failing_first");
    difference.failing_second = document.text("failing_second");
    difference.complete = document.flag("complete");
    reading.model.differences.push_back(std::move(difference));
}

}  // namespace

void read_audit_document(const Fields& document, const Reading& reading) {
    if (document.has("against")) return read_difference(document, reading);
    read_audit(document, reading);
}

}  // namespace disarray::reports
