// SPDX-License-Identifier: MIT
//
// The saved documents that the golden files are made of, in tests/reports/golden/documents; those
// of evaluate, of audit and of experiment have sets of golden files of their own, in
// tests/reports/golden/evaluation, tests/reports/golden/audit and tests/reports/golden/experiment.
#pragma once

#include <filesystem>
#include <string>

#include "places.hpp"

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

inline std::string experiment_documents() {
    return (golden_folder() / "experiment/documents").string();
}

}  // namespace disarray::test
