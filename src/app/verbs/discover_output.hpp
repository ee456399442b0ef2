// SPDX-License-Identifier: MIT
//
// What `disarray discover` says of its findings, in words and as JSON.
#pragma once

#include <cstddef>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "search/discover/discover.hpp"
#include "verdict/verdict.hpp"

namespace disarray::search {

/// \param most  conjectures told, of those that are left
std::string discovery_text(const discover::DiscoverOptions& options,
                           const discover::Discovery& found, std::size_t most);
/// Fields of the document. All conjectures are in it.
nlohmann::ordered_json discovery_json(const discover::DiscoverOptions& options,
                                      const discover::Discovery& found);

/// exhausted, refuted or undecided.
Verdict verdict_of(const discover::TheoremResult& known);
Verdict verdict_of(const discover::RankedConjecture& ranked);

}  // namespace disarray::search
