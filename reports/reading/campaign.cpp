// SPDX-License-Identifier: MIT
//
// Campaign files: how far each length has come, and, for the best σ so far, a witness. The file
// keeps the σ only; its D is found by one linear program and put into the naive definitions.
#include "search/campaign.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "record/json.hpp"
#include "reports/reading/documents.hpp"
#include "search/decision.hpp"
#include "search/evidence.hpp"
#include "search/evidence_json.hpp"
#include "search/question.hpp"

namespace disarray::reports {

namespace {

RatioWitness witness_of(const search::Question& question, const search::Evidence& evidence) {
    const Json json = search::evidence_json(question, evidence);
    const Fields fields(json, "a witness");
    return {evidence.sigma,
            evidence.weighting,
            evidence.weighting.dissimilarity->is_metric(),
            fields.rational("K"),
            fields.rational_if_any("F"),
            evidence.small,
            evidence.big,
            json};
}

/// The best σ of the lengths up to n. A direct sum is no better than its best part, so this is the
/// best of S_n if all these lengths are done.
struct Best {
    search::LengthStatus status;  ///< of the length that has it
    bool complete = true;         ///< no unit of these lengths is open, no σ undecided
    std::uint64_t programs = 0;
    double seconds = 0;
};

/// The D at which σ has its ratio, by one linear program. No witness if it has no exact answer
/// within the usual limit.
void add_witness(Result& result, const search::Question& question,
                 const search::LengthStatus& status, const std::string& path) {
    const auto& [small, big] = question.inequality;
    const auto decision = search::decide(search::functional(small, status.best, {}),
                                         search::functional(big, status.best, {}));
    if (!decision) return;
    if (decision->ratio != *status.ratio) {
        throw InputError(fmt::format("{} length {}", path, status.length),
                         "ratio " + question.ratio_text(*status.ratio),
                         question.ratio_text(decision->ratio) + " at " + status.best.to_string());
    }
    const search::Evidence evidence = search::confirmed_evidence(
        question.inequality, status.best, {}, decision->witness, decision->ratio);
    result.witness = witness_of(question, search::padded(evidence, result.n));
    if (!(*status.ratio < Rational(1))) return;
    if (const auto strict =
            search::strict_evidence(question.inequality, status.best, {}, decision->witness)) {
        result.strict_witness = witness_of(question, search::padded(*strict, result.n));
    }
}

std::string campaign_scope(const Result& result) {
    return fmt::format("every σ in S_{} and every pseudometric D, w = δ = 1{}", result.n,
                       result.complete ? "" : " (not all units are done: partial)");
}

Result result_of(const search::Question& question, std::size_t n, const Best& best,
                 const Reading& reading, const std::string& path) {
    Result result;
    result.source = reading.source;
    result.n = n;
    if (question.reading) result.reading = name_of(*question.reading);
    result.side = name_of(question.side);
    result.is_whole = question.reading.has_value();
    result.statement = to_string(question.inequality);
    if (question.reading) result.claimed = question.shown_ratio(Rational(1));
    result.ratio = question.ratio_text(*best.status.ratio);
    result.value = question.shown_ratio(*best.status.ratio);
    result.programs = best.programs;
    result.complete = best.complete;
    result.scope = campaign_scope(result);
    result.effort =
        fmt::format("{} linear programs, {:.1f} core seconds", best.programs, best.seconds);
    add_witness(result, question, best.status, path);
    const bool violated = *best.status.ratio < Rational(1);
    result.verdict = violated && result.witness ? Verdict::refuted
                     : result.complete          ? Verdict::exhausted
                                                : Verdict::undecided;
    result.id = reading.ids.fresh(fmt::format(
        "{} {} n{}", result.reading.empty() ? result.statement : result.reading, result.side, n));
    return result;
}

CampaignLength length_of(const search::Question& question, const search::LengthStatus& status) {
    return {status.length,
            status.units_done,
            status.units,
            status.records,
            status.undecided,
            status.violating,
            status.ratio ? question.ratio_text(*status.ratio) : "",
            status.ratio ? status.best.to_string() : "",
            status.seconds};
}

/// As in what search prints.
Json to_json(const Result& result) {
    return {{"n", result.n},
            {"side", result.side},
            {"statement", result.statement},
            {"ratio", result.ratio},
            {"scope", result.scope},
            {"verdict", name_of(result.verdict)},
            {"complete", result.complete},
            {"witness", result.witness ? *result.witness->json : Json()},
            {"strict_witness", result.strict_witness ? *result.strict_witness->json : Json()}};
}

/// Takes the σ of one more length in.
void extend(Best& best, const search::LengthStatus& status) {
    best.complete &= status.units_done == status.units && status.undecided == 0;
    best.programs += status.records;
    best.seconds += status.seconds;
    if (!status.ratio) return;
    if (!best.status.ratio || *status.ratio < *best.status.ratio) best.status = status;
}

}  // namespace

void read_campaign(const std::string& path, const Reading& reading) {
    const auto file = search::CampaignFile::open(path, search::CampaignFile::Access::read);
    const search::Question question = search::questions_in(file.plan().title).front();
    Source& source = reading.model.sources[reading.source];
    source.schema = "campaign";
    for (const search::CampaignRun& run : file.runs()) {
        source.command = run.command;
        source.version = run.version;
    }
    Campaign campaign{reading.source, file.plan().title, file.plan().n, {}};
    Json content = {{"statement", campaign.statement},
                    {"n", campaign.n},
                    {"lengths", Json::array()},
                    {"results", Json::array()}};
    Best best;
    for (const search::LengthStatus& status : file.status()) {
        campaign.lengths.push_back(length_of(question, status));
        content["lengths"].push_back(record::to_json(campaign.lengths.back()));
        extend(best, status);
        // S_2 has one σ that is not the identity; its constants say nothing.
        if (best.status.ratio && status.length >= 3) {
            reading.model.results.push_back(
                result_of(question, status.length, best, reading, path));
            content["results"].push_back(to_json(reading.model.results.back()));
        }
    }
    source.content = std::move(content);
    source.complete = campaign.is_done();
    reading.model.campaigns.push_back(std::move(campaign));
}

}  // namespace disarray::reports
