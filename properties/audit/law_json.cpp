// SPDX-License-Identifier: MIT
#include "properties/audit/law_json.hpp"

#include <nlohmann/json.hpp>

namespace disarray::properties::audit {

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
