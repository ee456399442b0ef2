// SPDX-License-Identifier: MIT
#include "properties/experiments/worst_queries.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace disarray::properties::experiments {

namespace {

/// Where the worst k end: queries at places before `place` are among them, those at it are
/// `tied`, of which `taken` are.
struct Boundary {
    std::uint32_t place = 0;
    std::uint64_t tied = 0;
    std::uint64_t taken = 0;
};

using PlaceBy = std::uint32_t Place::*;

/// Queries at each place by one of the two.
std::vector<std::uint64_t> sizes(std::span<const Place> places, PlaceBy by) {
    std::vector<std::uint64_t> counts;
    for (const Place& place : places) {
        if (counts.size() <= place.*by) counts.resize(place.*by + 1);
        counts[place.*by] += place.queries;
    }
    return counts;
}

Boundary boundary(std::span<const std::uint64_t> counts, std::uint64_t k) {
    for (std::uint32_t place = 0; place < counts.size(); ++place) {
        if (counts[place] >= k) return {place, counts[place], k};
        k -= counts[place];
    }
    throw UsageError("overlaps: k is more than there are queries");
}

/// Queries by where they stand to the two boundaries. "Above" is among the worst for certain.
struct Counts {
    std::uint64_t above_both = 0;
    std::uint64_t above_tied = 0;  ///< above by K, tied by F
    std::uint64_t tied_above = 0;  ///< tied by K, above by F
    std::uint64_t tied_both = 0;
};

Counts count(std::span<const Place> places, const Boundary& kendall, const Boundary& footrule) {
    Counts counts;
    for (const Place& place : places) {
        if (place.by_kendall > kendall.place || place.by_footrule > footrule.place) continue;
        const bool above_kendall = place.by_kendall < kendall.place;
        const bool above_footrule = place.by_footrule < footrule.place;
        std::uint64_t& part = above_kendall
                                  ? (above_footrule ? counts.above_both : counts.above_tied)
                                  : (above_footrule ? counts.tied_above : counts.tied_both);
        part += place.queries;
    }
    return counts;
}

/// A place taken by a query that is above by the other one counts for certain; one that is taken by
/// a query tied in both counts only if it is taken there as well: so the former come first.
std::uint64_t greatest(const Counts& c, const Boundary& kendall, const Boundary& footrule) {
    const std::uint64_t of_kendall = std::min(kendall.taken, c.tied_above);
    const std::uint64_t of_footrule = std::min(footrule.taken, c.above_tied);
    const std::uint64_t shared =
        std::min({kendall.taken - of_kendall, footrule.taken - of_footrule, c.tied_both});
    return c.above_both + of_kendall + of_footrule + shared;
}

/// The other way round: first queries that are below by the other one, then those tied in both,
/// which count only where both choices meet, then those that count for certain.
std::uint64_t least(const Counts& c, const Boundary& kendall, const Boundary& footrule) {
    const auto split = [&](const Boundary& boundary, std::uint64_t certain) {
        const std::uint64_t harmless = boundary.tied - certain - c.tied_both;
        const std::uint64_t left = boundary.taken - std::min(boundary.taken, harmless);
        const std::uint64_t in_both = std::min(left, c.tied_both);
        return std::pair(in_both, left - in_both);
    };
    const auto [kendall_in_both, kendall_certain] = split(kendall, c.tied_above);
    const auto [footrule_in_both, footrule_certain] = split(footrule, c.above_tied);
    const std::uint64_t chosen = kendall_in_both + footrule_in_both;
    const std::uint64_t met = chosen > c.tied_both ? chosen - c.tied_both : 0;
    return c.above_both + kendall_certain + footrule_certain + met;
}

/// A tied query is chosen with probability taken/tied.
Rational expected(const Counts& c, const Boundary& kendall, const Boundary& footrule) {
    const Rational by_kendall(Integer(kendall.taken), Integer(kendall.tied));
    const Rational by_footrule(Integer(footrule.taken), Integer(footrule.tied));
    return Rational(c.above_both) + Rational(c.above_tied) * by_footrule +
           Rational(c.tied_above) * by_kendall + Rational(c.tied_both) * by_kendall * by_footrule;
}

}  // namespace

std::vector<Overlap> overlaps(std::span<const Place> places, std::span<const std::uint64_t> ks) {
    const auto by_kendall = sizes(places, &Place::by_kendall);
    const auto by_footrule = sizes(places, &Place::by_footrule);
    std::vector<Overlap> all;
    for (const std::uint64_t k : ks) {
        if (k < 1) throw UsageError("overlaps: k = 0");
        const Boundary kendall = boundary(by_kendall, k);
        const Boundary footrule = boundary(by_footrule, k);
        const Counts counts = count(places, kendall, footrule);
        all.push_back({k, least(counts, kendall, footrule), greatest(counts, kendall, footrule),
                       expected(counts, kendall, footrule)});
    }
    return all;
}

std::vector<std::uint64_t> usual_overlap_sizes(std::uint64_t queries) {
    std::vector<std::uint64_t> ks;
    for (std::uint64_t decade = 1; decade <= queries; decade *= 10) {
        for (const std::uint64_t tenths : {10u, 15u, 20u, 30u, 50u, 70u}) {
            const std::uint64_t k = decade * tenths / 10;
            if (k <= queries && (ks.empty() || k > ks.back())) ks.push_back(k);
        }
    }
    if (!ks.empty() && ks.back() != queries) ks.push_back(queries);
    return ks;
}

}  // namespace disarray::properties::experiments
