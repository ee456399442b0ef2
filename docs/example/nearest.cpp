// SPDX-License-Identifier: MIT
//
// The ranking nearest to three votes, with a proof that no other one is nearer.
#include <cstddef>
#include <iostream>

#include <disarray/aggregation/kemeny.hpp>
#include <disarray/aggregation/pair_costs.hpp>
#include <disarray/ranking/profile.hpp>

int main() {
    // Of elements 0, 1, 2: the bucket of each, from the top. Ties would share a bucket.
    const disarray::ProfileRules rules;
    const auto profile =
        disarray::with_rules({3, {{{0, 1, 2}}, {{1, 0, 2}}, {{0, 2, 1}}}}, rules, "votes");
    const disarray::aggregation::VoteCosts costs(profile, rules);
    const auto nearest = disarray::aggregation::kemeny(costs.stored());
    for (const std::size_t element : nearest.order)
        std::cout << "abc"[element];
    std::cout << " costs " << nearest.cost.to_string() << ", at least "
              << nearest.lower_bound.to_string() << (nearest.is_optimal ? ", optimal\n" : "\n");
}
