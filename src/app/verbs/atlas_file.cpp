// SPDX-License-Identifier: MIT
#include "app/verbs/atlas_file.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "verdict/verdict.hpp"

namespace disarray::properties {

namespace {

constexpr std::string_view atlas_schema = "disarray.atlas/1";

void require_settings(const Json& found, const Json& expected, const std::string& path) {
    if (!found.is_object() || found.value("schema", Json()) != atlas_schema) {
        throw InputError(path, "another kind of file",
                         fmt::format("\"schema\": \"{}\"", atlas_schema));
    }
    const Json settings = found.value("settings", Json());
    for (const auto& [key, value] : expected.items()) {
        const Json other = settings.is_object() ? settings.value(key, Json()) : Json();
        if (other == value) continue;
        throw InputError(path, fmt::format("an atlas with {} {}", key, other.dump()),
                         fmt::format("{}, as asked for; or another file", value.dump()));
    }
}

bool is_verdict(const std::string& word) {
    return std::ranges::any_of(choices(Verdict{}),
                               [&](const auto& choice) { return choice.first == word; });
}

bool is_cell(const Json& json) {
    if (!json.is_object()) return false;
    for (const char* key : {"metric", "property", "frame", "verdict", "scope", "explanation"}) {
        if (!json.value(key, Json()).is_string()) return false;
    }
    return is_verdict(json["verdict"].get<std::string>());
}

}  // namespace

AtlasFile::AtlasFile(std::string path, const Json& settings) {
    if (path.empty()) return;
    file_.emplace(std::move(path), "a file of cells");
    read(settings);
    file_->drop_rest();
    if (file_->lines().empty())
        file_->append(Json({{"schema", atlas_schema}, {"settings", settings}}).dump());
}

void AtlasFile::read(const Json& settings) {
    const std::vector<std::string>& lines = file_->lines();
    for (std::size_t k = 0; k < lines.size(); ++k) {
        Json json = Json::parse(lines[k], nullptr, false);
        if (k == 0) {
            require_settings(json, settings, file_->path());
        } else if (is_cell(json)) {
            cells_.push_back(std::move(json));
        } else {
            throw InputError(file_->place(k), printable(lines[k]), "a cell of an atlas");
        }
    }
    // What is left of a first line may be ours or another's.
    constexpr std::string_view ours = R"({"schema":"disarray.atlas/1")";
    if (lines.empty() && !file_->rest().empty() && !file_->rest().starts_with(ours))
        require_settings(Json(), settings, file_->path());
}

void AtlasFile::add(Json cell) {
    if (file_) file_->append(cell.dump());
    cells_.push_back(std::move(cell));
}

}  // namespace disarray::properties
