// SPDX-License-Identifier: MIT
#include "reports/audit.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace disarray::reports {

bool AuditedLaw::is_violated() const {
    return verdict == LawVerdict::refuted || verdict == LawVerdict::documented_convention;
}

std::string one_line(const Json& input) {
    const auto leaf = [](const Json& json) {
        return json.dump(-1, ' ', false, Json::error_handler_t::replace);
    };
    if (!input.is_structured()) return leaf(input);
    // No deeper than model.cpp lets a document be.
    std::vector<std::string> parts;
    if (input.is_array()) {
        for (const Json& part : input)
            parts.push_back(one_line(part));
        return fmt::format("[{}]", fmt::join(parts, ", "));
    }
    for (const auto& [key, part] : input.items())
        parts.push_back(fmt::format("{}: {}", leaf(key), one_line(part)));
    return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

}  // namespace disarray::reports
