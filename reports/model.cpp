// SPDX-License-Identifier: MIT
#include "reports/model.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "reports/reading/documents.hpp"

namespace disarray::reports {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view sqlite_magic = "SQLite format 3";
constexpr const char* json_printers =
    "what search, check, evaluate, aggregate, discover, audit or experiment robustness printed "
    "with --json";

std::string document_text(const std::string& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_fifo(status)) {
        throw InputError(path, "no file of data", "a document or a campaign");
    }
    auto text = file_text(path);
    if (!text) throw InputError("--from", "\"" + printable(path, 200) + "\"", "a file that exists");
    return std::move(*text);
}

/// Deeper than any document: what follows would recurse once for each bracket.
constexpr int most_nested = 64;

void require_shallow(const std::string& text, const std::string& path) {
    int depth = 0;
    bool in_text = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_text) {
            if (c == '\\') ++i;
            if (c == '"') in_text = false;
        } else if (c == '"') {
            in_text = true;
        } else if (c == '[' || c == '{') {
            if (++depth > most_nested) {
                throw InputError(path, fmt::format("brackets {} deep at byte {}", depth, i + 1),
                                 json_printers);
            }
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
}

/// A report, or the list of its files: in a folder of documents, not one of them.
bool is_report(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::string head(200, '\0');
    in.read(head.data(), static_cast<std::streamsize>(head.size()));
    return head.find("\"disarray.report") != std::string::npos;
}

bool is_campaign(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::array<char, sqlite_magic.size()> head{};
    in.read(head.data(), head.size());
    return std::string_view(head.data(), head.size()) == sqlite_magic;
}

/// The files of a folder that a report is made of, by name.
std::vector<std::string> files_in(const std::string& folder) {
    std::vector<std::string> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        if (!entry.is_regular_file()) continue;
        const std::string path = entry.path().string();
        const bool is_document = entry.path().extension() == ".json" && !is_report(path);
        if (is_document || is_campaign(path)) found.push_back(path);
    }
    if (found.empty()) {
        throw InputError(folder, "no .json file and no campaign", json_printers);
    }
    std::ranges::sort(found);
    return found;
}

std::vector<std::string> expanded(const std::vector<std::string>& paths) {
    std::vector<std::string> files;
    for (const std::string& path : paths) {
        std::error_code none;
        if (fs::is_directory(path, none)) {
            std::ranges::copy(files_in(path), std::back_inserter(files));
        } else {
            files.push_back(path);
        }
    }
    return files;
}

/// Where the parser is in a document: it says where a number is that no machine number holds, and
/// refuses a second key of one name, of which the library would keep the last.
class ParserPlace {
public:
    explicit ParserPlace(std::string path) : path_(std::move(path)) {}

    void visit(Json::parse_event_t event, const Json& json) {
        using Event = Json::parse_event_t;
        if (event == Event::object_start || event == Event::array_start) {
            levels_.push_back({event == Event::array_start, 0, {}, {}});
        } else if (event == Event::key) {
            Level& level = levels_.back();
            level.key = json.get<std::string>();
            if (!level.keys.insert(level.key).second) {
                const std::string key = printable(level.key);
                level.key.clear();
                throw InputError(where(), "\"" + key + "\" again", "each key once");
            }
        } else {
            if (event != Event::value) levels_.pop_back();
            if (!levels_.empty()) ++levels_.back().index;
        }
    }
    /// "claims.json claims[17] effort"
    std::string where() const {
        std::string text = path_;
        for (const Level& level : levels_) {
            if (level.is_list) {
                text += fmt::format("[{}]", level.index);
            } else if (!level.key.empty()) {
                text += " " + printable(level.key);
            }
        }
        return text;
    }

private:
    struct Level {
        bool is_list;
        std::size_t index;  ///< in a list
        std::string key;    ///< in an object: the last one
        std::set<std::string> keys;
    };
    std::string path_;
    std::vector<Level> levels_;
};

Json parsed(const std::string& text, const std::string& path) {
    require_shallow(text, path);
    // The library takes it for the end, and what is behind it for nothing.
    if (const std::size_t zero = text.find('\0'); zero != std::string::npos) {
        throw InputError(path, fmt::format("a zero byte at byte {}", zero + 1), json_printers);
    }
    ParserPlace place(path);
    try {
        return Json::parse(text, [&](int, Json::parse_event_t event, const Json& json) {
            place.visit(event, json);
            return true;
        });
    } catch (const Json::parse_error& error) {
        throw InputError(path, fmt::format("no JSON at byte {}", error.byte), json_printers);
    } catch (const Json::out_of_range& error) {
        // "number overflow parsing '1e400'"
        const std::string words = error.what();
        const std::size_t quote = words.find('\'');
        throw InputError(place.where(),
                         printable(quote == words.npos ? words : words.substr(quote)),
                         "a number below 2^1024");
    }
}

void read_document(const std::string& path, const Reading& reading) {
    Source& source = reading.model.sources[reading.source];
    source.content = parsed(document_text(path), path);
    const Fields document(*source.content, path);
    source.schema = document.text("schema");
    source.command = document.text("command");
    source.version = document.text("version");
    source.seed = document.count_if_any("seed");
    source.complete = document.flag_or("complete", true);
    if (source.schema == "disarray.search/1") return read_search_document(document, reading);
    if (source.schema == "disarray.check/1") return read_check_document(document, reading);
    if (source.schema == "disarray.evaluate/1") return read_evaluate_document(document, reading);
    if (source.schema == "disarray.aggregate/1") return read_aggregate_document(document, reading);
    if (source.schema == "disarray.discover/1") return read_discover_document(document, reading);
    if (source.schema == "disarray.audit/1") return read_audit_document(document, reading);
    if (source.schema == "disarray.experiment/1")
        return read_experiment_document(document, reading);
    throw InputError(
        path, "schema \"" + printable(source.schema) + "\"",
        "disarray.search/1, disarray.check/1, disarray.evaluate/1, disarray.aggregate/1, "
        "disarray.discover/1, disarray.audit/1 or disarray.experiment/1");
}

/// Two complete answers to the same question cannot differ.
void require_agreement(const Model& model) {
    std::map<std::pair<std::string, std::size_t>, const Result*> answers;
    for (const Result& result : model.results) {
        if (!result.is_whole || !result.complete) continue;
        const auto [place, is_new] =
            answers.emplace(std::pair(result.statement, result.n), &result);
        const Result& other = *place->second;
        if (is_new || other.ratio == result.ratio) continue;
        throw InputError(
            model.sources[result.source].path,
            fmt::format("{} for {}, n = {}", result.ratio, result.statement, result.n),
            fmt::format("{}, as in {}", other.ratio, model.sources[other.source].path));
    }
}

}  // namespace

Ids::Ids()
    : taken_{"about",
             "example",
             "proofs",
             "own-constants",
             "own-ratios",
             "summary",
             "standing",
             "constants-section",
             "ratios",
             "best-constants",
             "constants",
             "scatter-section",
             "campaigns-section",
             "campaigns",
             "claims-section",
             "claims",
             "atlas-section",
             "atlas",
             "cells",
             "experiments-section",
             "pairs",
             "evaluation-section",
             "witnesses",
             "reproduce",
             "sources",
             "trust"} {}

std::string Ids::fresh(const std::string& text) {
    std::string id;
    for (const char c : text) {
        const bool plain = ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') ||
                           ('0' <= c && c <= '9') || c == '.' || c == '_';
        if (plain) {
            id += c;
        } else if (!id.empty() && id.back() != '-') {
            id += '-';
        }
    }
    while (!id.empty() && id.back() == '-')
        id.pop_back();
    if (id.empty()) id = "row";
    std::string free = id;
    for (std::size_t k = 2; !taken_.insert(free).second; ++k)
        free = fmt::format("{}-{}", id, k);
    return free;
}

bool Campaign::is_done() const {
    return std::ranges::all_of(lengths,
                               [](const CampaignLength& l) { return l.units_done == l.units; });
}

std::size_t Model::evaluated_runs() const {
    std::size_t count = 0;
    for (const Evaluation& evaluation : evaluations)
        count += evaluation.runs.size();
    return count;
}

Model read_sources(const std::vector<std::string>& paths) {
    Model model;
    Ids ids;
    for (const std::string& path : expanded(paths)) {
        Source source;
        source.path = path;
        source.name = fs::path(path).filename().string();
        model.sources.push_back(std::move(source));
        const Reading reading{model, ids, model.sources.size() - 1};
        if (fs::is_regular_file(path) && is_campaign(path)) {
            read_campaign(path, reading);
        } else {
            read_document(path, reading);
        }
    }
    require_agreement(model);
    settle_by_witnesses(model);
    read_certificates(model);
    return model;
}

bool reading_before(std::string_view a, std::string_view b) {
    constexpr std::array<std::string_view, 5> order = {"classical", "prefix", "prefix-sym",
                                                       "interval", "box"};
    const auto place_a = std::ranges::find(order, a);
    const auto place_b = std::ranges::find(order, b);
    return place_a != place_b ? place_a < place_b : a < b;
}

}  // namespace disarray::reports
