// SPDX-License-Identifier: MIT
//
// The findings of an audit as files to keep: what was found, as data, and a test for pytest and one
// for Catch2 that ask the program again and fail as long as it does what was found. The tests are
// the same for every audit and need nothing of disarray.
//
// What is asserted: the expected answer where there is one; the law's relation where it is one
// between inputs that can be written down (most laws of two rankings, the range); otherwise only
// that the answer is not the one that was found, and the finding says so.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "properties/audit/audit.hpp"

namespace disarray::properties::audit {

/// Names and contents: findings.json (PROTOCOL.md), test_findings.py, findings_test.cpp.
using NamedFiles = std::vector<std::pair<std::string, std::string>>;

/// \param command    as MetricProcess takes it
/// \param folder     that they will be in: the command is run in this process's folder, as seen
///                   from there
/// \param tolerance  AuditOptions::tolerance of the audit
NamedFiles saved_tests(const AuditReport& report, const std::vector<std::string>& command,
                       const std::string& folder,
                       std::uint64_t tolerance = AuditOptions().tolerance);

/// Writes them, each whole or not at all, over older ones of their names. Makes the folder.
/// \throws InputError if that, or a file in it, cannot be made.
void save(const std::string& folder, const NamedFiles& files);

}  // namespace disarray::properties::audit
