// SPDX-License-Identifier: MIT
#include "record/saved_json.hpp"

#include <utility>

#include <nlohmann/json.hpp>

namespace disarray::record {

SavedJson::SavedJson() {
    static const auto null = std::make_shared<const Json>();
    value_ = null;
}

SavedJson::SavedJson(Json value) : value_(std::make_shared<const Json>(std::move(value))) {}

}  // namespace disarray::record
