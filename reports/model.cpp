// SPDX-License-Identifier: MIT
#include "reports/model.hpp"

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>

#include <fmt/format.h>

#include "base/error.hpp"

namespace disarray::reports {

namespace {

Json document_in(const std::string& path) {
    if (std::filesystem::is_directory(path)) throw InputError(path, "a directory", "a file");
    std::ifstream in(path, std::ios::binary);
    if (!in) throw InputError("--from", "\"" + printable(path, 200) + "\"", "a file that exists");
    const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    try {
        return Json::parse(text);
    } catch (const Json::parse_error& error) {
        throw InputError(path, fmt::format("no JSON at byte {}", error.byte),
                         "what search or check printed with --json");
    }
}

std::string text_at(const Json& json, const char* key, const std::string& where) {
    if (!json.is_object() || !json.contains(key) || !json[key].is_string()) {
        throw InputError(where, fmt::format("no \"{}\"", key), "a document with it");
    }
    return json[key].get<std::string>();
}

/// Appends the entries under `key`, each of which must have these texts.
void append(std::vector<Json>& entries, const Json& document, const char* key,
            std::initializer_list<const char*> texts, const std::string& path) {
    if (!document.contains(key)) return;
    if (!document[key].is_array()) {
        throw InputError(path, fmt::format("\"{}\" that is no list", key), "a list");
    }
    for (std::size_t k = 0; k < document[key].size(); ++k) {
        const Json& entry = document[key][k];
        const std::string where = fmt::format("{} {}[{}]", path, key, k);
        for (const char* text : texts)
            text_at(entry, text, where);
        entries.push_back(entry);
    }
}

}  // namespace

Model read_documents(const std::vector<std::string>& paths) {
    Model model;
    for (const std::string& path : paths) {
        const Json document = document_in(path);
        const std::string schema = text_at(document, "schema", path);
        if (schema != "disarray.search/1" && schema != "disarray.check/1") {
            throw InputError(path, "schema \"" + printable(schema) + "\"",
                             "disarray.search/1 or disarray.check/1");
        }
        model.sources.push_back(
            {path, text_at(document, "command", path), text_at(document, "version", path)});
        append(model.results, document, "results", {"side", "verdict", "scope"}, path);
        append(model.claims, document, "claims",
               {"id", "statement", "source", "frame", "metric", "variant", "fixed_points",
                "verdict", "scope", "explanation"},
               path);
        append(model.cells, document, "cells",
               {"metric", "property", "frame", "verdict", "scope", "explanation"}, path);
    }
    return model;
}

}  // namespace disarray::reports
