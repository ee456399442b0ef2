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
#include "record/json.hpp"
#include "reports/reading/documents.hpp"

namespace disarray::reports {

namespace {

/// ["0", null]: the ends, as far as they are claimed.
void read_range(DescribedMetric& metric, const Fields& fields) {
    const Json& range = fields.json()["range"];
    const auto is_end = [](const Json& end) { return end.is_null() || end.is_string(); };
    fields.require(range.is_array() && range.size() == 2 && std::ranges::all_of(range, is_end),
                   "range", "two ends, each a number as text or null");
    const auto end = [&](std::size_t i) {
        return range[i].is_null() ? std::nullopt
                                  : std::optional(Rational::parse(range[i].get<std::string>(),
                                                                  fields.where() + " \"range\""));
    };
    metric.has_range = true;
    metric.least_value = end(0);
    metric.greatest_value = end(1);
}

/// An input and the answers to it are there if it is expected; else there is null.
void require_input(const Fields& fields, const char* key, bool is_expected,
                   const std::string& reason, std::initializer_list<const char*> answers) {
    if (is_expected) {
        for (const char* answer : answers)
            fields.words(answer);
        fields.object(key);
    } else if (fields.has(key)) {
        refuse(fields, json_member(key, one_line(fields.json()[key])), "null, since " + reason);
    }
}

/// No more than were compared.
void require_differing(const Fields& fields, std::uint64_t differing, std::uint64_t compared) {
    fields.require(differing <= compared, "differing", "at most the {} compared", compared);
}

struct AuditChecks {
    void operator()(DescribedMetric& metric, const Fields& fields) const {
        if (fields.has("range")) read_range(metric, fields);
    }
    void operator()(const AuditedLaw& law, const Fields& fields) const {
        scope_in(fields, law.verdict);
        require_input(fields, "input", law.is_violated(),
                      fmt::format("the law is {}", name_of(law.verdict)), {"got"});
    }
    void operator()(const ReferenceAgreement& agreement, const Fields& fields) const {
        require_differing(fields, agreement.differing, agreement.compared);
        require_input(fields, "input", agreement.differing > 0, "no input differs",
                      {"expected", "got"});
    }
    void operator()(const CallTime& timing, const Fields& fields) const {
        if (timing.seconds >= 0) return;
        refuse(fields, fmt::format("\"seconds\": {}", timing.seconds), "0 or more");
    }
    void operator()(const ProgramDifference& difference, const Fields& fields) const {
        require_differing(fields, difference.differing, difference.compared);
        require_input(fields, "input", difference.differing > 0, "no input differs",
                      {"first", "second"});
        require_input(fields, "failing_input", difference.failing > 0, "no input fails",
                      {"failing_first", "failing_second"});
    }
};

/// Each law once; rows and cards get their ids.
void name_laws(Audit& audit, const Fields& document, Ids& ids) {
    std::set<std::string> seen;
    for (std::size_t i = 0; i < audit.laws.size(); ++i) {
        AuditedLaw& law = audit.laws[i];
        if (!seen.insert(law.law).second) {
            throw InputError(fmt::format("{} laws[{}]", document.where(), i),
                             json_member("law", law.law) + " again", "each law once");
        }
        law.id = ids.fresh(fmt::format("{} {}", audit.id, printable(law.law)));
        if (law.is_violated()) law.card_id = ids.fresh(law.id + " finding");
    }
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
    auto audit = record::read<Audit>(document, AuditChecks{});
    audit.source = reading.source;
    audit.id = reading.ids.fresh(fmt::format("audit {}", reading.model.audits.size() + 1));
    name_laws(audit, document, reading.ids);
    if (audit.laws.empty()) refuse(document, "no law", "one");
    require_comparison(audit, document);
    reading.model.audits.push_back(std::move(audit));
}

void read_difference(const Fields& document, const Reading& reading) {
    auto difference = record::read<ProgramDifference>(document, AuditChecks{});
    difference.source = reading.source;
    difference.id =
        reading.ids.fresh(fmt::format("programs {}", reading.model.differences.size() + 1));
    reading.model.differences.push_back(std::move(difference));
}

}  // namespace

void read_audit_document(const Fields& document, const Reading& reading) {
    if (document.has("against")) return read_difference(document, reading);
    read_audit(document, reading);
}

}  // namespace disarray::reports
