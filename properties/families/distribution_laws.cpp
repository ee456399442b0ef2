// SPDX-License-Identifier: MIT
//
// What is asked of the values of a metric over all of S_n together. The case of S_n is its
// identity; a witness names n, and the counts that fall and rise again are told.
#include <fmt/format.h>

#include "properties/experiments/distribution.hpp"
#include "properties/families/families.hpp"
#include "properties/outcome.hpp"

namespace disarray::properties {

namespace {

constexpr std::size_t most_n_of_unimodality = 10;

std::string times_text(const ValueCount& value) {
    return fmt::format("{} occurs {} times", value.first.to_string(), value.second.to_string());
}

Outcome unimodality(const Subject& m, const Case& c) {
    if (!c.rankings[0].is_identity()) return does_not_apply("σ is not the identity");
    if (c.n() > most_n_of_unimodality) return does_not_apply("S_n is too large");
    const auto found = experiments::values_over(m, c.weighting, c.n());
    if (!found.why_not.empty()) return does_not_apply(found.why_not);
    const auto& values = found.values;
    const std::size_t rise = second_rise(values);
    if (rise == values.size())
        return {Outcome::Kind::holds, fmt::format("{} values rise to one peak", values.size())};
    std::size_t fall = 0;
    while (values[fall].second <= values[fall + 1].second)
        ++fall;
    return {Outcome::Kind::violated,
            fmt::format("on S_{} {}, {}, {}", c.n(), times_text(values[fall]),
                        times_text(values[rise - 1]), times_text(values[rise]))};
}

}  // namespace

std::vector<Property> distribution_laws() {
    std::vector<Property> all;
    all.push_back(unweighted_law("unimodality",
                                 "the counts of the values of M(σ,id) over S_n rise to one peak",
                                 "definition", 1, unimodality));
    all.back().domain = identities();
    all.back().domain->words = "all σ together";
    all.back().domain->exhaustive_n = 7;
    return all;
}

}  // namespace disarray::properties
