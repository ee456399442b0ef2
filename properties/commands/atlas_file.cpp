// SPDX-License-Identifier: MIT
#include "properties/commands/atlas_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "base/error.hpp"

namespace disarray::properties {

namespace {

using app::Json;

constexpr std::string_view schema = "disarray.atlas/1";

[[noreturn]] void refuse(const std::string& path) {
    throw InputError(path, std::strerror(errno), "a file that can be written");
}

std::string contents(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    if (!in) throw InputError(path, std::strerror(errno), "a file that can be read");
    return text;
}

void require_settings(const Json& found, const Json& expected, const std::string& path) {
    if (!found.is_object() || found.value("schema", Json()) != schema) {
        throw InputError(path, "another kind of file", fmt::format("\"schema\": \"{}\"", schema));
    }
    for (const auto& [key, value] : expected.items()) {
        const Json other = found.value("settings", Json::object()).value(key, Json());
        if (other == value) continue;
        throw InputError(path, fmt::format("an atlas with {} {}", key, other.dump()),
                         fmt::format("{}, as asked for; or another file", value.dump()));
    }
}

bool is_cell(const Json& json) {
    return json.is_object() && json.contains("metric") && json.contains("property") &&
           json.contains("frame") && json.contains("verdict");
}

}  // namespace

AtlasFile::AtlasFile(std::string path, const Json& settings) : path_(std::move(path)) {
    if (path_.empty()) return;
    const bool exists = std::filesystem::exists(path_);
    if (exists && !std::filesystem::is_regular_file(path_)) {
        throw InputError(path_, "no regular file", "a file of cells");
    }
    if (exists) read(settings);
    file_.reset(std::fopen(path_.c_str(), "ab"));
    if (!file_) refuse(path_);
    if (std::filesystem::file_size(path_) == 0) {
        write({{"schema", schema}, {"settings", settings}});
    }
}

void AtlasFile::read(const Json& settings) {
    const std::string text = contents(path_);
    std::size_t line = 0;
    std::size_t begin = 0;
    for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
        const Json json = Json::parse(text.substr(begin, end - begin), nullptr, false);
        if (++line == 1) {
            require_settings(json, settings, path_);
        } else if (is_cell(json)) {
            cells_.push_back(json);
        } else {
            throw InputError(fmt::format("{} line {}", path_, line),
                             printable(text.substr(begin, end - begin)), "a cell of an atlas");
        }
    }
    if (line == 0 && !text.empty()) require_settings(Json(), settings, path_);
    // What a killed run left of its last line.
    if (begin < text.size()) std::filesystem::resize_file(path_, begin);
}

void AtlasFile::write(const Json& line) {
    const std::string text = line.dump() + "\n";
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size() ||
        std::fflush(file_.get()) != 0) {
        refuse(path_);
    }
}

void AtlasFile::add(Json cell) {
    if (file_) write(cell);
    cells_.push_back(std::move(cell));
}

}  // namespace disarray::properties
