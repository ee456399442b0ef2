// SPDX-License-Identifier: MIT
//
// What one document refutes, no other may call held: each witness of the report is put into every
// property that its documents leave standing, and where one violates it, the row is refuted by it.
// Rows are joined by what they say (property, metric, frame, weights), not by their names.
#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "metrics/catalogue.hpp"
#include "properties/case_json.hpp"
#include "properties/catalogue.hpp"
#include "properties/examples.hpp"
#include "properties/kept_cases.hpp"
#include "properties/runner.hpp"
#include "reports/reading/documents.hpp"

namespace disarray::reports {

namespace {

using properties::Case;

/// Every witness once, and where it is from.
class WitnessPool {
public:
    explicit WitnessPool(const Model& model) : model_(model) {
        for (const Result& result : model.results) {
            const std::string row = fmt::format("{}, n = {}", result.statement, result.n);
            for (const auto* witness : {&result.witness, &result.strict_witness}) {
                if (*witness)
                    add({{(*witness)->sigma}, (*witness)->weighting, 2}, result.source, row);
            }
        }
        for (const Claim& claim : model.claims)
            add(claim);
        for (const PropertyCell& cell : model.cells)
            add(cell);
    }

    const std::vector<Case>& cases() const { return cases_; }

    /// "search.json: K <= F[prefix], n = 6".
    const std::string& origin(const Case& instance) const { return origins_.at(key(instance)); }

private:
    /// Without the policy: the property that is asked chooses it.
    static std::string key(Case instance) {
        instance.weighting.fixed_points = FixedPointPolicy::one;
        return fmt::format("{} {}", properties::to_string(instance), instance.scale.to_string());
    }
    void add(const Finding& finding) {
        if (finding.witness) add(*finding.witness, finding.source, finding.label);
    }
    void add(const Case& instance, std::size_t source, const std::string& row) {
        const std::string origin = fmt::format("{}: {}", model_.sources[source].name, row);
        if (origins_.emplace(key(instance), origin).second) cases_.push_back(instance);
    }

    const Model& model_;
    std::vector<Case> cases_;
    std::map<std::string, std::string> origins_;
};

const properties::Property* find_property(const std::string& name) {
    const auto all = properties::catalogue();
    const auto place = std::ranges::find(all, name, &properties::Property::name);
    return place == all.end() ? nullptr : &*place;
}

bool may_yet_fall(const Finding& finding) {
    return finding.verdict != Verdict::refuted && finding.verdict != Verdict::not_applicable;
}

void settle(Finding& finding, const std::string& property_name, const WitnessPool& pool) {
    if (!may_yet_fall(finding)) return;
    const properties::Property* property = find_property(property_name);
    if (property == nullptr) return;
    const auto& metric =
        *metrics::metrics_named(finding.metric, std::nullopt, finding.label).front();
    const auto frame =
        finding.frame == "literal" ? metrics::Frame::literal : metrics::Frame::element;
    const auto policy =
        finding.fixed_points == "local" ? FixedPointPolicy::local : FixedPointPolicy::one;
    const auto found = properties::least_violation(metric, *property, frame, policy, pool.cases());
    if (!found) return;
    const std::string by_itself = fmt::format("{}, {}", name_of(finding.verdict), finding.scope);
    finding.verdict = Verdict::refuted;
    finding.scope = fmt::format("the witness, n = {}, which is from {}; in this document alone: {}",
                                found->n(), pool.origin(*found), by_itself);
    finding.explanation = properties::check_case(metric, *property, frame, *found).explanation;
    finding.theorem.reset();
    finding.witness = found;
    finding.witness_json = properties::to_json(*found);
    finding.reproduce = fmt::format("disarray check --replay '{}'",
                                    properties::to_replay({&metric, property, frame, *found}));
}

}  // namespace

void settle_by_witnesses(Model& model) {
    const WitnessPool pool(model);
    for (Claim& claim : model.claims)
        settle(claim, claim.property, pool);
    for (PropertyCell& cell : model.cells)
        settle(cell, cell.property, pool);
}

}  // namespace disarray::reports
