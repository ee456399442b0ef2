// SPDX-License-Identifier: MIT
//
// What `disarray discover` says of its findings, in words and as JSON.
#pragma once

#include <cstddef>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "search/discover/constants.hpp"
#include "search/discover/discover.hpp"

namespace disarray::search::discover {

/// \param most  conjectures told, of those that are left
std::string discovery_text(const DiscoverOptions& options, const Discovery& found,
                           std::size_t most);
/// Fields of the document. All conjectures are in it.
nlohmann::ordered_json discovery_json(const DiscoverOptions& options, const Discovery& found);

/// The best constants of --about.
std::string constant_text(const ConstantInN& found);
nlohmann::ordered_json constant_json(const ConstantInN& found);

}  // namespace disarray::search::discover
