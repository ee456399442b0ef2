// SPDX-License-Identifier: MIT
//
// The saved documents that the golden files are made of, in tests/reports/golden/documents.
#pragma once

#include <filesystem>
#include <string>

namespace disarray::test {

inline std::filesystem::path golden_folder() {
    return std::filesystem::path(DISARRAY_SOURCE_DIR) / "tests/reports/golden";
}

inline std::string golden_documents() {
    return (golden_folder() / "documents").string();
}

}  // namespace disarray::test
