// SPDX-License-Identifier: MIT
//
// disarray audit --input: one input, the value under every convention, and what a program says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "properties/audit/metric_process.hpp"

namespace disarray::properties {

struct InputQuestion {
    std::string input;                     ///< JSON, as "input" in PROTOCOL.md
    std::optional<std::string> reference;  ///< the exact metric; empty: what the program claims
    std::uint64_t tolerance = 16;          ///< as AuditOptions::tolerance
    bool json = false;
};

/// Prints it. \param process  may be null
/// \throws InputError for an input that is none, or not of the program's kind, and a metric that is
/// not known.
void print_values_of_input(const InputQuestion& question, audit::MetricProcess* process);

}  // namespace disarray::properties
