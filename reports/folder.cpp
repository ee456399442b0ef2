// SPDX-License-Identifier: MIT
#include "reports/folder.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <nlohmann/json.hpp>

#include "base/descriptor.hpp"
#include "base/error.hpp"
#include "base/input_file.hpp"

namespace disarray::reports {

namespace fs = std::filesystem;

namespace {

constexpr const char* manifest_name = "manifest.json";
constexpr const char* manifest_schema = "disarray.report-files/1";
constexpr const char* staging_name = ".staging";

[[noreturn]] void refuse_folder(const std::string& path, const std::string& reason) {
    throw InputError(path, reason, "a folder that can be written to");
}

void write_file(const fs::path& path, const std::string& bytes) {
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) refuse_folder(path.parent_path().string(), error.message());
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out << bytes;
    out.close();
    if (!out) refuse_folder(path.string(), std::strerror(errno));
}

/// A name below the folder: a manifest that was tampered with must not make us remove others'
/// files.
bool stays_inside(const std::string& name) {
    const fs::path path = fs::path(name).lexically_normal();
    return !path.empty() && path.is_relative() && *path.begin() != "..";
}

/// The names in the manifest of the folder; none if there is no manifest of ours.
std::set<std::string> manifest_in(const fs::path& folder) {
    const std::string text = file_text(folder / manifest_name).value_or("");
    const Json json = Json::parse(text, nullptr, false);
    std::set<std::string> names;
    if (!json.is_object() || json.value("schema", "") != manifest_schema) return names;
    if (!json.contains("files") || !json["files"].is_array()) return names;
    names.insert(manifest_name);
    for (const Json& name : json["files"]) {
        if (name.is_string() && stays_inside(name.get<std::string>())) {
            names.insert(name.get<std::string>());
        }
    }
    return names;
}

/// One report at a time in a folder: a second one waits until the first is there.
Descriptor locked(const std::string& path) {
    Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!folder.is_open() || ::flock(folder.number(), LOCK_EX) != 0)
        refuse_folder(path, std::strerror(errno));
    return folder;
}

}  // namespace

ReportFolder::ReportFolder(std::string path, bool force) : path_(std::move(path)) {
    std::error_code none;
    if (!fs::exists(path_, none)) return;
    if (!fs::is_directory(path_, none))
        throw InputError("--out", printable(path_, 200), "a folder");
    own_ = manifest_in(path_);
    if (force) return;
    const std::set<std::string> others = foreign();
    if (others.empty()) return;
    throw InputError("--out",
                     fmt::format("{} with {}", printable(path_, 200), printable(*others.begin())),
                     "an empty folder or one that a report is in (--force writes all the same)");
}

std::set<std::string> ReportFolder::foreign() const {
    std::set<std::string> found;
    std::error_code error;
    fs::recursive_directory_iterator entry(path_, error);
    if (error) refuse_folder(path_, error.message());
    for (; entry != fs::recursive_directory_iterator(); ++entry) {
        const std::string name = fs::relative(entry->path(), path_).generic_string();
        if (name == staging_name) {
            entry.disable_recursion_pending();
        } else if ((entry->is_symlink() || !entry->is_directory()) && !own_.contains(name)) {
            found.insert(name);
        }
    }
    return found;
}

void ReportFolder::stage(const std::vector<File>& files) const {
    const fs::path staging = fs::path(path_) / staging_name;
    std::error_code none;
    fs::remove_all(staging, none);
    try {
        for (const auto& [name, bytes] : files)
            write_file(staging / name, bytes);
    } catch (...) {
        fs::remove_all(staging, none);
        throw;
    }
}

void ReportFolder::write_manifest(const std::set<std::string>& names) const {
    Json json = {{"schema", manifest_schema}, {"files", Json::array()}};
    for (const std::string& name : names) {
        if (name != manifest_name) json["files"].push_back(name);
    }
    const fs::path staged = fs::path(path_) / staging_name / manifest_name;
    write_file(staged, json.dump(1) + "\n");
    fs::rename(staged, fs::path(path_) / manifest_name);
}

void ReportFolder::write(const std::vector<File>& files) {
    std::error_code failure;
    fs::create_directories(path_, failure);
    if (failure) refuse_folder(path_, failure.message());
    const Descriptor lock = locked(path_);
    try {
        own_.merge(manifest_in(path_));  // of a report that came in between
        std::set<std::string> names;
        for (const auto& [name, bytes] : files) {
            const fs::path place = fs::path(path_) / name;
            if (fs::is_directory(place)) refuse_folder(place.string(), "a folder");
            names.insert(name);
        }
        stage(files);
        // Until the move is done the folder may hold files of both reports.
        std::set<std::string> both = own_;
        both.insert(names.begin(), names.end());
        write_manifest(both);
        for (const std::string& name : names) {
            const fs::path place = fs::path(path_) / name;
            fs::create_directories(place.parent_path());
            fs::rename(fs::path(path_) / staging_name / name, place);
        }
        for (const std::string& old : own_) {
            if (old != manifest_name && !names.contains(old)) fs::remove(fs::path(path_) / old);
        }
        write_manifest(names);
        fs::remove_all(fs::path(path_) / staging_name);
        own_ = std::move(names);
        own_.insert(manifest_name);
    } catch (const fs::filesystem_error& error) {
        refuse_folder(error.path1().empty() ? path_ : error.path1().string(),
                      error.code().message());
    }
}

}  // namespace disarray::reports
