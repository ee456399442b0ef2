// SPDX-License-Identifier: MIT
//
// Documents of `disarray check`: claims, cells and experiments. Each witness that has a replay is
// replayed, fast path and naive path, and must do what the document says.
#include <algorithm>
#include <limits>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/number_text.hpp"
#include "properties/case_json.hpp"
#include "properties/examples.hpp"
#include "properties/runner.hpp"
#include "properties/theorems.hpp"
#include "record/json.hpp"
#include "reports/reading/documents.hpp"

namespace disarray::reports {

namespace {

/// "2157 cases, all of S_1 … S_3; 100 random, seed 1; 36 apply".
std::string effort_in_words(const properties::Effort& effort) {
    std::vector<std::string> parts;
    if (effort.exhaustive_cases > 0) {
        parts.push_back(fmt::format("{} cases", effort.exhaustive_cases));
        if (effort.exhaustive_n > 0) {
            parts.back() += fmt::format(", all of S_1 … S_{}", effort.exhaustive_n);
        }
    }
    if (effort.random_cases > 0) {
        parts.push_back(fmt::format("{} random, seed {}", effort.random_cases, effort.seed));
    }
    const std::uint64_t all = effort.exhaustive_cases + effort.random_cases + effort.examples;
    if (effort.applicable < all) parts.push_back(fmt::format("{} apply", effort.applicable));
    if (effort.undecided > 0) parts.push_back(fmt::format("{} undecided", effort.undecided));
    if (!effort.complete) parts.emplace_back("cut short");
    return fmt::format("{}", fmt::join(parts, "; "));
}

/// Replays the witness: it gives the relation that is printed. (A claim may say that a property is
/// violated, or that it is not, so that the witness of a claim may do either.)
/// \return what was replayed, and whether the property is violated there
std::pair<properties::Example, bool> confirm_replay(const Finding& finding, const Fields& fields) {
    constexpr std::string_view prefix = "disarray check --replay '";
    const std::string& line = finding.reproduce;
    if (!line.starts_with(prefix) || !line.ends_with('\'')) {
        refuse(fields, "\"replay\": " + printable(line, 60), "disarray check --replay '…'");
    }
    properties::Example example = properties::example_from_replay(
        line.substr(prefix.size(), line.size() - prefix.size() - 1), fields.where());
    if (properties::to_json(example.instance) != *finding.witness_json) {
        refuse(fields, "a replay of another case", "the witness");
    }
    if (!finding.metric.empty() && finding.metric != example.metric->full_name() &&
        finding.metric != example.metric->name) {
        refuse(fields, "a replay of " + example.metric->full_name(),
               "one of " + printable(finding.metric));
    }
    if ((finding.frame == "literal") != (name_of(example.frame) == "literal")) {
        refuse(fields, fmt::format("a replay in the {} frame", name_of(example.frame)),
               printable(finding.frame));
    }
    const properties::Outcome outcome =
        properties::check_case(*example.metric, *example.property, example.frame, example.instance);
    if (outcome.explanation.empty() ||
        finding.explanation.find(outcome.explanation) == std::string::npos) {
        refuse(fields, "\"" + printable(finding.explanation, 120) + "\"",
               "\"" + printable(outcome.explanation, 120) + "\", as the witness gives");
    }
    return {std::move(example), outcome.is_violated()};
}

/// A verdict that the effort beside it cannot have led to.
void require_effort(const Finding& finding, bool complete, const Fields& fields) {
    if (finding.verdict == Verdict::refuted && !finding.witness && finding.explanation.empty()) {
        refuse(fields, "refuted without a witness", "a witness or an explanation");
    }
    // What is proved for every n needs no case of a grid.
    const bool settled =
        finding.verdict == Verdict::certified || finding.verdict == Verdict::exhausted;
    // An existence claim is settled by its witness, however little else was tried.
    if (settled && !complete && !finding.witness) {
        refuse(fields, fmt::format("verdict {}, cut short", name_of(finding.verdict)), "undecided");
    }
}

/// A theorem is one that this program has, with that statement, and settles what it stands beside.
void require_theorem(const Finding& finding, const Fields& fields) {
    if (!finding.theorem) return;
    const auto known = properties::theorems();
    if (std::ranges::find(known, *finding.theorem) == known.end()) {
        refuse(fields, printable(to_string(*finding.theorem)) + " with that statement",
               "a theorem of this version");
    }
    if (finding.verdict != Verdict::proved && finding.verdict != Verdict::refuted) {
        refuse(fields, fmt::format("verdict {}, with a theorem", name_of(finding.verdict)),
               "proved or refuted");
    }
}

/// What claims and cells have in common; id and reproduce are left to the caller where there is no
/// witness.
void read_finding(Finding& finding, const Fields& fields, const Reading& reading) {
    record::read_fields(finding, fields);
    finding.source = reading.source;
    scope_in(fields, finding.verdict);
    const auto effort = record::read<properties::Effort>(fields.object("effort"));
    finding.effort = effort_in_words(effort);
    finding.brief_scope = finding.verdict == Verdict::proved || finding.theorem ? "all n"
                          : effort.exhaustive_n > 0 ? fmt::format("≤{}", effort.exhaustive_n)
                          : effort.random_cases > 0 ? "random"
                                                    : "";
    if (fields.has("witness")) {
        const Fields witness = fields.object("witness");
        finding.witness = properties::case_from_json(witness.json(), witness.where());
        finding.witness_json = witness.json();
    }
    if (fields.has("replay")) {
        finding.reproduce = fields.text("replay");
        if (!finding.witness) refuse(fields, "a replay only", "its witness");
    }
    require_theorem(finding, fields);
    require_effort(finding, effort.complete, fields);
    if (!effort.complete) reading.model.sources[reading.source].complete = false;
}

std::string joined(std::initializer_list<std::string> parts) {
    std::vector<std::string> said;
    for (const std::string& part : parts) {
        if (!part.empty()) said.push_back(part);
    }
    return fmt::format("{}", fmt::join(said, "."));
}

/// "KV-T17, footrule[box], F <= 3K".
std::string label_of(const Finding& finding, const std::string& name) {
    std::string label = name;
    for (const std::string& part : {finding.metric, finding.variant}) {
        if (!part.empty()) label += ", " + part;
    }
    if (finding.frame == "literal") label += ", literal frame";
    if (finding.fixed_points == "local") label += ", p̄ local";
    return label;
}

void read_claim(const Fields& fields, const Reading& reading) {
    Claim claim;
    read_finding(claim, fields, reading);
    if (fields.has("replay")) confirm_replay(claim, fields);
    claim.claim = fields.words("id");
    claim.variant = fields.text("variant");
    claim.property = fields.text_or("property", "");
    claim.repairs = fields.has("repairs") ? fields.texts("repairs") : std::vector<std::string>{};
    if (claim.reproduce.empty()) {
        claim.reproduce = "disarray check claims --explain " + claim.claim;
    }
    claim.id = reading.ids.fresh(joined({claim.claim, claim.metric, claim.variant,
                                         claim.frame == "either" ? "" : claim.frame,
                                         claim.fixed_points == "local" ? "local" : ""}));
    claim.label = label_of(claim, claim.claim);
    reading.model.claims.push_back(std::move(claim));
}

/// "k = 3, first k printed": what differs from the usual.
std::string parameters_in_words(const Fields& parameters) {
    std::vector<std::string> words;
    for (const char* key : {"k", "relevant_count"}) {
        if (const auto count = parameters.count_if_any(key)) {
            words.push_back(fmt::format("{} = {}", key, *count));
        }
    }
    for (const metrics::NumberParameter& number : metrics::number_parameters()) {
        const auto value = parameters.rational_if_any(number.name.data());
        if (!value || *value == metrics::Parameters{}.*number.value) continue;
        words.push_back(fmt::format("{} = {}", number.name, value->to_string()));
    }
    if (parameters.flag_or("as_printed", false)) words.emplace_back("as printed");
    if (parameters.text_or("first_k", "ranked") != "ranked") words.emplace_back("first k printed");
    return fmt::format("{}", fmt::join(words, ", "));
}

std::string check_command(const PropertyCell& cell, const std::string& metric) {
    std::string command =
        fmt::format("disarray check --metric {} --property {}", metric, cell.property);
    if (!cell.reading.empty()) command += " --reading " + cell.reading;
    if (cell.frame == "element" || cell.frame == "literal") command += " --frame " + cell.frame;
    if (cell.fixed_points == "local") command += " --fixed-points local";
    return command;
}

/// A cell is refuted exactly if it has a witness, and then by it.
void confirm_cell(PropertyCell& cell, const Fields& fields) {
    const bool refuted = cell.verdict == Verdict::refuted;
    if (refuted != (cell.witness && fields.has("replay"))) {
        refuse(fields,
               fmt::format("verdict {} {} a witness", name_of(cell.verdict),
                           cell.witness ? "with" : "without"),
               "refuted, with a witness and its replay");
    }
    if (!refuted) return;
    const auto [example, violated] = confirm_replay(cell, fields);
    if (!violated || example.property->name != cell.property) {
        refuse(fields,
               fmt::format("a witness that {} {}", violated ? "violates" : "satisfies",
                           example.property->name),
               "one that violates " + printable(cell.property));
    }
}

/// "footrule[box]"
void add_reading(std::string& metric, const std::string& reading) {
    if (!reading.empty()) metric += fmt::format("[{}]", reading);
}

void read_cell(const Fields& fields, const Reading& reading) {
    PropertyCell cell;
    read_finding(cell, fields, reading);
    cell.property = fields.words("property");
    confirm_cell(cell, fields);
    if (fields.has("parameters")) cell.variant = parameters_in_words(fields.object("parameters"));
    const std::string metric = cell.metric;
    add_reading(cell.metric, cell.reading);
    if (cell.reproduce.empty()) cell.reproduce = check_command(cell, metric);
    cell.id = reading.ids.fresh(
        joined({cell.metric, cell.property, cell.frame == "element" ? "" : cell.frame,
                cell.fixed_points == "local" ? "local" : "", cell.variant}));
    cell.label = label_of(cell, cell.property);
    reading.model.cells.push_back(std::move(cell));
}

std::size_t index_of(const std::vector<std::string>& names, const std::string& name,
                     const std::string& where) {
    const auto place = std::ranges::find(names, name);
    if (place == names.end()) {
        throw InputError(where, "\"" + printable(name) + "\"", "one of \"metrics\"");
    }
    return static_cast<std::size_t>(place - names.begin());
}

std::vector<std::vector<std::string>> clusters_in(const Fields& document,
                                                  const std::vector<std::string>& metrics) {
    std::vector<std::vector<std::string>> clusters;
    if (!document.has("clusters")) return clusters;
    const Json& lists = document.json()["clusters"];
    if (!lists.is_array()) refuse(document, "\"clusters\" that is no list", "a list");
    for (std::size_t k = 0; k < lists.size(); ++k) {
        const std::string where = fmt::format("{} clusters[{}]", document.where(), k);
        const Json wrapped = {{"metrics", lists[k]}};
        clusters.push_back(Fields(wrapped, where).texts("metrics"));
        for (const std::string& name : clusters.back())
            index_of(metrics, name, where);
    }
    return clusters;
}

/// A share: from 0 to 1.
std::optional<Rational> share_if_any(const Fields& fields, const char* key) {
    const auto share = fields.rational_if_any(key);
    if (share && (share->sign() < 0 || Rational(1) < *share)) {
        refuse(fields, fmt::format("\"{}\": {}", key, share->to_string()), "a share from 0 to 1");
    }
    return share;
}

/// A floating-point number as printed; "" if there is none.
void require_floating_point(const std::string& text, const Fields& fields, const char* key) {
    const auto number = as_number<double>(text);
    const bool is_number = number && 0 <= *number && *number <= std::numeric_limits<double>::max();
    fields.require(text.empty() || is_number, key, "a floating-point number from 0");
}

struct ExperimentChecks {
    void operator()(RobustnessBar& bar, const Fields& fields) const {
        require_floating_point(bar.mean, fields, "mean");
        require_floating_point(bar.standard_error, fields, "standard_error");
        add_reading(bar.metric, bar.reading);
    }
    void operator()(const record::StabilityShare&, const Fields& fields) const {
        share_if_any(fields, "share");
    }
    void operator()(StabilityRow& row, const Fields&) const {
        add_reading(row.metric, row.reading);
    }
};

void read_agreement(const Fields& document, const Reading& reading) {
    Agreement agreement;
    agreement.source = reading.source;
    agreement.n = document.count("n");
    agreement.pairs = document.count("pairs");
    agreement.ties = document.words("ties");
    agreement.metrics = document.texts("metrics");
    agreement.clusters = clusters_in(document, agreement.metrics);
    const std::size_t size = agreement.metrics.size();
    agreement.ratios.assign(size, std::vector<std::optional<Rational>>(size));
    for (std::size_t i = 0; i < size; ++i)
        agreement.ratios[i][i] = Rational(1);
    document.each("agreement", [&](const Fields& pair) {
        const std::size_t i = index_of(agreement.metrics, pair.text("first"), pair.where());
        const std::size_t j = index_of(agreement.metrics, pair.text("second"), pair.where());
        // The printed reading is the one that is not symmetric.
        const char* mirrored = agreement.ties == "printed" ? "printed_second_first" : nullptr;
        agreement.ratios[i][j] = share_if_any(pair, agreement.ties.c_str());
        agreement.ratios[j][i] =
            mirrored != nullptr ? share_if_any(pair, mirrored) : agreement.ratios[i][j];
    });
    reading.model.agreements.push_back(std::move(agreement));
}

template <class Row>
std::vector<Row> rows_in(const Fields& document, const char* key) {
    std::vector<Row> rows;
    document.each(key, [&](const Fields& row) {
        rows.push_back(record::read<Row>(row, ExperimentChecks{}));
    });
    return rows;
}

void read_robustness(const Fields& document, const Reading& reading) {
    reading.model.robustness.push_back(
        {reading.source, rows_in<RobustnessBar>(document, "robustness")});
}

void read_stability(const Fields& document, const Reading& reading) {
    reading.model.stability.push_back(
        {reading.source, rows_in<StabilityRow>(document, "stability")});
    if (document.has("not_done") && !document.json()["not_done"].empty()) {
        reading.model.sources[reading.source].complete = false;
    }
}

void read_pairs(const Fields& document, const Reading& reading) {
    const std::size_t n = document.count("n");
    document.each("pairs", [&](const Fields& fields) {
        MetricPair pair;
        pair.source = reading.source;
        pair.n = n;
        pair.first = fields.words("first");
        pair.second = fields.words("second");
        for (const auto& [key, value] : fields.json().items()) {
            if (!value.is_object() || !value.contains("verdict")) continue;
            const Fields answer = fields.object(key.c_str());
            std::string question = key;
            std::ranges::replace(question, '_', ' ');
            pair.answers.push_back(
                {std::move(question), answer.verdict(), answer.text_or("explanation", "")});
        }
        if (fields.has("agreement"))
            pair.agreement = fields.object("agreement").text_or("weak", "");
        reading.model.pairs.push_back(std::move(pair));
    });
}

}  // namespace

void read_check_document(const Fields& document, const Reading& reading) {
    using Reader = void (*)(const Fields&, const Reading&);
    const std::pair<const char*, Reader> of_document[] = {{"agreement", read_agreement},
                                                          {"robustness", read_robustness},
                                                          {"stability", read_stability}};
    const std::pair<const char*, Reader> of_entries[] = {{"claims", read_claim},
                                                         {"cells", read_cell}};
    bool found = false;
    for (const auto& [key, read] : of_document) {
        if (!document.has(key)) continue;
        read(document, reading);
        found = true;
    }
    for (const auto& [key, read] : of_entries) {
        if (!document.has(key)) continue;
        document.each(key, [&, read = read](const Fields& fields) { read(fields, reading); });
        found = true;
    }
    // "pairs" is a number in the experiments.
    if (document.has("pairs") && document.json()["pairs"].is_array()) {
        read_pairs(document, reading);
        found = true;
    }
    if (!found) {
        refuse(document, "no claims, cells or experiment", "what check printed with --json");
    }
}

}  // namespace disarray::reports
