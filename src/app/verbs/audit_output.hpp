// SPDX-License-Identifier: MIT
//
// The report of an audit as text and as JSON: for the verb, and for a host that audits a function
// of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "app/output.hpp"
#include "properties/audit/audit.hpp"

namespace disarray::properties {

using app::Json;

/// A limit for what is usually a line and may be megabytes.
std::string foreign_text(std::string_view foreign);
/// An input in so many characters that it can be read: long ones are for machines.
std::string shortened(const std::string& input);
/// "s" unless the count is 1.
const char* plural(std::size_t count);
/// Null if there is none.
Json input_json(const std::string& input);

/// The exit status: 0 where nothing is wrong. What was not looked at might be worse than what wrong
/// input does.
int audit_status(const audit::AuditReport& report);
std::string audit_text(const audit::AuditReport& report, bool timings);
Json audit_json(const audit::AuditReport& report, std::uint64_t seed, bool timings);

}  // namespace disarray::properties
