// SPDX-License-Identifier: MIT
//
// JSON that a record keeps as it was read. A type of its own, since the library is half of what the
// headers of the model would take to compile: who does not look into the JSON does not include it.
#pragma once

#include <memory>

#include <nlohmann/json_fwd.hpp>

namespace disarray::record {

using Json = nlohmann::ordered_json;

/// A JSON value that does not change; copies share it.
class SavedJson {
public:
    SavedJson();  ///< null
    SavedJson(Json value);

    const Json& operator*() const { return *value_; }
    const Json* operator->() const { return value_.get(); }

private:
    std::shared_ptr<const Json> value_;
};

}  // namespace disarray::record
