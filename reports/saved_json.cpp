// SPDX-License-Identifier: MIT
#include "reports/saved_json.hpp"

#include <utility>

#include <nlohmann/json.hpp>

namespace disarray::reports {

SavedJson::SavedJson() {
    static const auto null = std::make_shared<const Json>();
    value_ = null;
}

SavedJson::SavedJson(Json value) : value_(std::make_shared<const Json>(std::move(value))) {}

}  // namespace disarray::reports
