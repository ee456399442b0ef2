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
        for (const auto family : {metric_axioms, scale_laws, reductions, inequalities, ranking_laws,
                                  injectivity_laws, distribution_laws})
            append(all, family());
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
    throw InputError(where, "\"" + printable(name) + "\"",
                     expected_one_of(name, known, "disarray check --help-all"));
}

std::vector<const Property*> properties_named(std::span<const std::string> names,
                                              std::string_view where) {
    std::vector<const Property*> chosen;
    for (const std::string& name : names)
        if (name != "all") chosen.push_back(&property_named(name, where));
    std::vector<const Property*> found;
    for (const Property& property : catalogue()) {
        const bool named = std::ranges::find(chosen, &property) != chosen.end();
        if (named || chosen.size() < names.size()) found.push_back(&property);
    }
    return found;
}

}  // namespace disarray::properties
