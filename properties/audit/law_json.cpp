// SPDX-License-Identifier: MIT
#include "properties/audit/law_json.hpp"

#include <nlohmann/json.hpp>

namespace disarray::properties::audit {

namespace {

Json end_json(const std::optional<Rational>& value) {
    return value ? Json(value->to_string()) : Json();
}

}  // namespace

Json to_json(const Description& description) {
    return {{"name", description.name},
            {"kind", name_of(description.kind)},
            {"direction", name_of(description.direction)},
            {"range", Json::array({end_json(description.least_value),
                                   end_json(description.greatest_value)})},
            {"takes_cutoff", description.takes_cutoff},
            {"takes_not_retrieved", description.takes_not_retrieved},
            {"takes_cutoffs", description.takes_cutoffs},
            {"takes_batches", description.takes_batches},
            {"takes_weights", description.takes_weights},
            {"least_length", description.least_length},
            {"conventions", description.conventions},
            {"reference", description.reference ? Json(*description.reference) : Json()},
            {"claims", description.claims},
            {"exceptions", description.exceptions}};
}

Json to_json(const LawResult& law) {
    Json related = Json::array();
    for (std::size_t i = 0; i < law.related.size(); ++i) {
        related.push_back({{"input", Json::parse(law.related[i])}, {"got", law.related_got[i]}});
    }
    return {{"law", law.law},
            {"statement", law.statement},
            {"verdict", name_of(law.verdict)},
            {"scope", law.scope},
            {"input", law.input.empty() ? Json() : Json::parse(law.input)},
            {"expected", law.expected},
            {"got", law.got},
            {"explanation", law.explanation},
            {"related", std::move(related)}};
}

}  // namespace disarray::properties::audit
