// SPDX-License-Identifier: MIT
//
// The file in which an atlas keeps the cells that are decided, so that the next call goes on where
// this one ends, however it ends: one JSON object a line, the settings first. A line that was cut
// off is dropped; anything else that is not as it was written is refused.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/line_file.hpp"
#include "properties/case_json.hpp"

namespace disarray::properties {

class AtlasFile {
public:
    /// Reads what is there, or begins the file. \param path  empty: nothing is kept
    /// \throws InputError if the file is another kind of file, has other settings, or cannot be
    /// written.
    AtlasFile(std::string path, const Json& settings);

    /// The cells in the order in which they were added.
    const std::vector<Json>& cells() const { return cells_; }
    /// Adds a cell; in the file when this returns. \throws InputError on a full disk.
    void add(Json cell);

private:
    void read(const Json& settings);

    std::vector<Json> cells_;
    std::optional<LineFile> file_;  ///< if anything is kept
};

}  // namespace disarray::properties
