// SPDX-License-Identifier: MIT
#include "properties/families/families.hpp"

namespace disarray::properties {

Property law(std::string_view name, std::string_view statement, std::string_view source,
             std::size_t rankings, Varies varies,
             std::function<Outcome(const Subject&, const Case&)> check) {
    Property property;
    property.name = name;
    property.statement = statement;
    property.source = source;
    property.rankings = rankings;
    property.varies = varies;
    property.why_not = [](const metrics::Metric&) { return std::nullopt; };
    property.check = std::move(check);
    return property;
}

}  // namespace disarray::properties
