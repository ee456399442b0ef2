// SPDX-License-Identifier: MIT
//
// The findings of an audit as files to keep: for each refuted law the least input as JSON, and a
// test that fails as long as the program does what was found. The tests need nothing of disarray:
// they start the program and speak the protocol. They are in Python (pytest, or run as a script) if
// the program is a Python script, and otherwise in C++ (Catch2, POSIX).
//
// What a test asserts: the expected answer where there is one; the law's relation where it is one
// between inputs that can be written down (most laws of two rankings, the range); otherwise only
// that the answer is not the one that was found, and the test says so.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "properties/audit/audit.hpp"

namespace disarray::properties::audit {

/// Names and contents: LAW.json, and test_LAW.py or LAW_test.cpp with "_" for "-".
using NamedFiles = std::vector<std::pair<std::string, std::string>>;

/// \param command    as MetricProcess takes it
/// \param tolerance  AuditOptions::tolerance of the audit
NamedFiles saved_tests(const AuditReport& report, const std::vector<std::string>& command,
                       std::uint64_t tolerance = AuditOptions().tolerance);

/// Writes them, each whole or not at all, over older ones of their names. Makes the folder.
/// \throws InputError if that, or a file in it, cannot be made.
void save(const std::string& folder, const NamedFiles& files);

}  // namespace disarray::properties::audit
