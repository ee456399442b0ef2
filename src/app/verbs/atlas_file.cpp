// SPDX-License-Identifier: MIT
#include "app/verbs/atlas_file.hpp"

#include <sys/file.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "base/error.hpp"
#include "verdict/verdict.hpp"

namespace disarray::properties {

namespace {

constexpr std::string_view atlas_schema = "disarray.atlas/1";

[[noreturn]] void throw_unwritable(const std::string& path) {
    throw InputError(path, std::strerror(errno), "a file that can be written");
}

std::string contents(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    if (!in) throw InputError(path, std::strerror(errno), "a file that can be read");
    return text;
}

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

/// Another process that writes to the same file would interleave its lines with ours.
void lock(std::FILE* file, const std::string& path) {
    if (flock(fileno(file), LOCK_EX | LOCK_NB) == 0) return;
    if (errno != EWOULDBLOCK) throw_unwritable(path);
    throw InputError(path, "another process that writes to it", "a file of one atlas at a time");
}

}  // namespace

AtlasFile::AtlasFile(std::string path, const Json& settings) : path_(std::move(path)) {
    if (path_.empty()) return;
    std::error_code error;
    if (std::filesystem::exists(path_, error) && !std::filesystem::is_regular_file(path_, error)) {
        throw InputError(path_, "no regular file", "a file of cells");
    }
    file_.reset(std::fopen(path_.c_str(), "ab"));
    if (!file_) throw_unwritable(path_);
    lock(file_.get(), path_);
    read(settings);
    if (std::filesystem::file_size(path_, error) == 0) {
        write({{"schema", atlas_schema}, {"settings", settings}});
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
    // What a killed run left of its last line. Of a first line it may be ours or another's.
    if (begin == text.size()) return;
    constexpr std::string_view ours = R"({"schema":"disarray.atlas/1")";
    if (line == 0 && !text.starts_with(ours)) require_settings(Json(), settings, path_);
    if (ftruncate(fileno(file_.get()), static_cast<off_t>(begin)) != 0) throw_unwritable(path_);
}

void AtlasFile::write(const Json& line) {
    const std::string text = line.dump() + "\n";
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size() ||
        std::fflush(file_.get()) != 0) {
        throw_unwritable(path_);
    }
}

void AtlasFile::add(Json cell) {
    if (file_) write(cell);
    cells_.push_back(std::move(cell));
}

}  // namespace disarray::properties
