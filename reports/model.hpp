// SPDX-License-Identifier: MIT
//
// What a report is made of: the documents that search and check printed with --json, and nothing
// else. Building a report never runs a search again.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace disarray::reports {

using Json = nlohmann::ordered_json;

/// One saved document and where it came from.
struct Source {
    std::string path;
    std::string command;  ///< the command line that made it
    std::string version;
};

struct Model {
    std::vector<Source> sources;
    std::vector<Json> results;  ///< of search: best constants, see the JSON contract
    std::vector<Json> claims;   ///< of check claims
    std::vector<Json> cells;    ///< of check
};

/// Reads documents of the schemas disarray.search/1 and disarray.check/1, in the order given.
/// \throws InputError naming the file and, in it, the entry and key that is missing or wrong: every
/// verdict must have its scope.
Model read_documents(const std::vector<std::string>& paths);

}  // namespace disarray::reports
