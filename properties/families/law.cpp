// SPDX-License-Identifier: MIT
#include "properties/families/families.hpp"

#include <utility>

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

Property unweighted_law(std::string_view name, std::string_view statement, std::string_view source,
                        std::size_t rankings,
                        std::function<Outcome(const Subject&, const Case&)> check) {
    return law(name, statement, source, rankings, no_weights, std::move(check));
}

Domain identities() {
    Domain domain;
    domain.words = "the identity";
    domain.count = [](std::size_t) { return std::uint64_t{1}; };
    domain.at = [](std::size_t n, std::uint64_t) {
        return std::vector<Permutation>{Permutation::identity(n)};
    };
    return domain;
}

std::optional<std::string> distances_only(const metrics::Metric& metric) {
    if (metric.kind == metrics::Kind::distance) return std::nullopt;
    return "it is stated for distances, and this is a similarity";
}

std::optional<std::string> weighted_only(const metrics::Metric& metric) {
    if (metric.takes.weights) return std::nullopt;
    return "it is about weights, and this metric takes none";
}

Permutation transposition(std::size_t i, std::size_t j, std::size_t n) {
    const auto identity = Permutation::identity(n);
    std::vector<Rank> ranks(identity.ranks().begin(), identity.ranks().end());
    std::swap(ranks[i], ranks[j]);
    return Permutation::from_ranks_unchecked(std::move(ranks));
}

}  // namespace disarray::properties
