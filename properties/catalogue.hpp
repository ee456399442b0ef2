// SPDX-License-Identifier: MIT
//
// All properties by name.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "properties/property.hpp"

namespace disarray::properties {

/// Every property, in the order in which tables show them.
std::span<const Property> catalogue();

/// True if a property of this name is in the catalogue.
bool is_in_catalogue(const Property& property);

/// The property of that name. \throws InputError naming all, the nearest suggested.
const Property& property_named(std::string_view name, std::string_view where);
/// The properties of these names, in the order of the catalogue, each once; all for "all".
std::vector<const Property*> properties_named(std::span<const std::string> names,
                                              std::string_view where);

}  // namespace disarray::properties
