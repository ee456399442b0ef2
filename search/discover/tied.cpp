// SPDX-License-Identifier: MIT
#include "search/discover/tied.hpp"

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "metrics/partial_rankings.hpp"
#include "ranking/enumeration.hpp"
#include "ranking/inversions.hpp"

namespace disarray::search::discover {

namespace {

Integer inversions_of(const Permutation& a, const Permutation& b) {
    return inversion_count(compose(a, b.inverse()));
}

Integer displacements_of(const Permutation& a, const Permutation& b) {
    Integer sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += abs(Integer(a[i]) - Integer(b[i]));
    return sum;
}

/// n!/Π (size of a bucket)!
std::uint64_t names_of_elements(const TiedRanking& ranking) {
    std::uint64_t count = factorial_64(ranking.size());
    for (Rank bucket = 0; bucket < ranking.size(); ++bucket)
        count /= factorial_64(static_cast<std::size_t>(std::ranges::count(ranking, bucket)));
    return count;
}

}  // namespace

std::vector<TiedRanking> tied_rankings(std::size_t n) {
    std::vector<TiedRanking> all;
    TiedRanking ranks(n, 0);
    for (bool more = n > 0; more;) {
        const std::set<Rank> used(ranks.begin(), ranks.end());
        if (*used.rbegin() + 1 == used.size()) all.push_back(ranks);
        std::size_t i = n;
        while (i > 0 && ++ranks[i - 1] == n)
            ranks[--i] = 0;
        more = i > 0;
    }
    return all;
}

TiedPairs::TiedPairs(std::size_t n) : all_(tied_rankings(n)) {
    std::ranges::copy_if(all_, std::back_inserter(sorted_), [](const TiedRanking& ranking) {
        return std::ranges::is_sorted(ranking);
    });
    for (const TiedRanking& ranking : sorted_)
        counts_.push_back(names_of_elements(ranking));
}

std::int64_t tied_value(const Statistic& statistic, std::span<const Rank> sigma,
                        std::span<const Rank> tau) {
    const auto doubled = [](const Rational& value) {
        return (Rational(2) * value).numerator().convert_to<std::int64_t>();
    };
    if (statistic.name == "K0") return doubled(metrics::kendall_partial(sigma, tau, 0));
    if (statistic.name == "Kprof")
        return doubled(metrics::kendall_partial(sigma, tau, Rational(1, 2)));
    if (statistic.name == "KHaus") return doubled(metrics::kendall_hausdorff(sigma, tau));
    if (statistic.name == "Fprof") return doubled(metrics::footrule_profile(sigma, tau));
    if (statistic.name == "FHaus") return doubled(metrics::footrule_hausdorff(sigma, tau));
    throw UsageError("tied_value: a statistic of permutations");
}

Rational naive_tied_value(const Statistic& statistic, std::span<const Rank> sigma,
                          std::span<const Rank> tau) {
    if (statistic.name == "K0") return metrics::naive_kendall_partial(sigma, tau, 0);
    if (statistic.name == "Kprof")
        return metrics::naive_kendall_partial(sigma, tau, Rational(1, 2));
    if (statistic.name == "KHaus") return metrics::naive_hausdorff(sigma, tau, inversions_of);
    if (statistic.name == "Fprof") return metrics::naive_footrule_profile(sigma, tau);
    if (statistic.name == "FHaus") return metrics::naive_hausdorff(sigma, tau, displacements_of);
    throw UsageError("naive_tied_value: a statistic of permutations");
}

}  // namespace disarray::search::discover
