// SPDX-License-Identifier: MIT
//
// The saved documents that the golden files are made of, in tests/reports/golden/documents; those
// of evaluate and of audit have sets of golden files of their own, in
// tests/reports/golden/evaluation and tests/reports/golden/audit.
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

inline std::string evaluation_documents() {
    return (golden_folder() / "evaluation/documents").string();
}

inline std::string audit_documents() {
    return (golden_folder() / "audit/documents").string();
}

}  // namespace disarray::test
