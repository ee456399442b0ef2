// SPDX-License-Identifier: MIT
#include "search/evidence_json.hpp"

#include <nlohmann/json.hpp>

#include "metrics/naive.hpp"
#include "verdict/witness_json.hpp"

namespace disarray::search {

nlohmann::ordered_json evidence_json(const Question& question, const Evidence& evidence) {
    Witness witness{evidence.sigma, evidence.weighting, 0, 0};
    const Permutation identity = Permutation::identity(evidence.sigma.size());
    witness.kendall = metrics::naive::kendall(evidence.sigma, identity, evidence.weighting);
    if (question.reading) {
        witness.footrule = metrics::naive::footrule(evidence.sigma, identity, evidence.weighting,
                                                    *question.reading);
    }
    nlohmann::ordered_json json = to_json(witness);
    if (!question.reading) json["F"] = nullptr;
    json["small"] = evidence.small.to_string();
    json["big"] = evidence.big.to_string();
    return json;
}

}  // namespace disarray::search
