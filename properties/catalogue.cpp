// SPDX-License-Identifier: MIT
#include "properties/catalogue.hpp"

#include <algorithm>

#include "base/near_names.hpp"
#include "properties/append.hpp"
#include "properties/families/families.hpp"

namespace disarray::properties {

std::span<const Property> catalogue() {
    static const std::vector<Property> properties = [] {
        std::vector<Property> all;
        append(all, metric_axioms());
        append(all, scale_laws());
        append(all, reductions());
        append(all, inequalities());
        append(all, ranking_laws());
        append(all, injectivity_laws());
        return all;
    }();
    return properties;
}

bool is_in_catalogue(const Property& property) {
    return std::ranges::any_of(catalogue(),
                               [&](const Property& p) { return p.name == property.name; });
}

const Property& property_named(std::string_view name, std::string_view where) {
    std::vector<std::string_view> known;
    for (const Property& property : catalogue()) {
        if (property.name == name) return property;
        known.push_back(property.name);
    }
    throw InputError(where, "\"" + printable(name) + "\"", expected_one_of(name, known));
}

std::vector<const Property*> properties_named(std::string_view name, std::string_view where) {
    if (name != "all") return {&property_named(name, where)};
    std::vector<const Property*> all;
    for (const Property& property : catalogue())
        all.push_back(&property);
    return all;
}

}  // namespace disarray::properties
