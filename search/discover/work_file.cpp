// SPDX-License-Identifier: MIT
#include "search/discover/work_file.hpp"

#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace disarray::search::discover {

namespace {

using Json = nlohmann::ordered_json;

const std::string work_format = R"({"format":"disarray.discover-work/1"})";

/// "n = 9: kendall, footrule".
std::string name_of_work(std::size_t n, const std::vector<Quantity>& tuple) {
    std::string names;
    for (const Quantity& quantity : tuple)
        names += (names.empty() ? "" : ", ") + quantity.name();
    return fmt::format("n = {}: {}", n, names);
}

/// "3 5 12 40": values, count, first.
std::string text_of(const AttainedPoint& point, std::size_t dimension) {
    const auto end = point.at.begin() + static_cast<std::ptrdiff_t>(dimension);
    return fmt::format("{} {} {}", fmt::join(point.at.begin(), end, " "), point.count, point.first);
}

AttainedPoint point_of(const std::string& text, std::size_t dimension, const std::string& where) {
    std::istringstream in(text);
    AttainedPoint point;
    for (std::size_t k = 0; k < dimension; ++k)
        in >> point.at[k];
    in >> point.count >> point.first;
    if (in.fail() || !in.eof())
        throw InputError(where, in_quotes(text), "values, a count and a number");
    return point;
}

}  // namespace

WorkFile::WorkFile(std::string path) : file_(std::move(path), "a file of discover --resume") {
    const std::vector<std::string>& lines = file_.lines();
    // What is left of a first line may be ours or another's.
    const bool is_ours =
        lines.empty() ? work_format.starts_with(file_.rest()) : lines.front() == work_format;
    if (!is_ours)
        throw InputError(file_.place(0), "another line", work_format + ", of discover --resume");
    for (std::size_t k = 1; k < lines.size(); ++k) {
        const Json json = Json::parse(lines[k], nullptr, false);
        const bool fits = json.is_object() && json.contains("of") && json["of"].is_string() &&
                          json.contains("found") && json["found"].is_array();
        if (!fits) throw InputError(file_.place(k), "another line", "a piece of work");
        for (const Json& value : json["found"])
            if (!value.is_string()) throw InputError(file_.place(k), value.dump(), "a text");
        done_[json["of"]] = json["found"].get<std::vector<std::string>>();
    }
    file_.drop_rest();
    if (lines.empty()) file_.append(work_format);
}

std::optional<std::vector<std::string>> WorkFile::found(const std::string& what) const {
    const auto place = done_.find(what);
    if (place == done_.end()) return std::nullopt;
    return place->second;
}

void WorkFile::keep(const std::string& what, const std::vector<std::string>& values) {
    file_.append(Json{{"of", what}, {"found", values}}.dump());
    done_[what] = values;
}

std::vector<Attained> attained_once(WorkFile* work, std::size_t n,
                                    const std::vector<std::vector<Quantity>>& tuples,
                                    unsigned threads, const Stop& stop) {
    if (work == nullptr) return attained(n, tuples, threads, stop);
    std::vector<Attained> all;
    std::vector<std::vector<Quantity>> missing;
    for (const auto& tuple : tuples) {
        all.push_back({n, tuple, {}});
        const auto kept = work->found(name_of_work(n, tuple));
        if (!kept) missing.push_back(tuple);
        if (!kept) continue;
        for (const std::string& text : *kept)
            all.back().points.push_back(point_of(text, tuple.size(), work->path()));
        if (kept->empty()) throw InputError(work->path(), "no points", "one at least");
    }
    if (missing.empty()) return all;
    const std::vector<Attained> swept = attained(n, missing, threads, stop);
    if (swept.empty()) return {};
    auto next = swept.begin();
    for (Attained& one : all) {
        if (!one.points.empty()) continue;
        one = *next++;
        std::vector<std::string> texts;
        for (const AttainedPoint& point : one.points)
            texts.push_back(text_of(point, one.quantities.size()));
        work->keep(name_of_work(n, one.quantities), texts);
    }
    return all;
}

}  // namespace disarray::search::discover
