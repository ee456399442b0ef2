// SPDX-License-Identifier: MIT
#include "search/discover/climbing.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/random.hpp"

namespace disarray::search::discover {

namespace {

using Ranks = std::vector<Rank>;

/// Steps without a better value after which a climb begins anew, in units of n².
constexpr std::uint64_t patience = 2;

Ranks identity_of(std::size_t n) {
    Ranks ranks(n);
    std::iota(ranks.begin(), ranks.end(), Rank{0});
    return ranks;
}

/// The first starts are those that are extreme for many statistics, the others random.
Ranks start(std::size_t n, std::uint64_t round, Random& random) {
    Ranks ranks = identity_of(n);
    const auto middle = ranks.begin() + static_cast<std::ptrdiff_t>(n / 2);
    if (round == 0) {
        std::ranges::reverse(ranks);
    } else if (round == 1) {
        std::rotate(ranks.begin(), middle, ranks.end());
    } else if (round == 2) {
        std::rotate(ranks.begin(), ranks.begin() + 1, ranks.end());
    } else if (round == 3) {
        std::swap(ranks.front(), ranks.back());
    } else if (round == 4) {
        std::reverse(ranks.begin(), middle);
        std::reverse(middle, ranks.end());
    } else {
        for (std::size_t k = n; k > 1; --k)
            std::swap(ranks[k - 1], ranks[random.below(k)]);
    }
    return ranks;
}

void change(Ranks& ranks, Random& random) {
    std::size_t i = random.below(ranks.size()), j = random.below(ranks.size());
    if (i > j) std::swap(i, j);
    const auto from = ranks.begin() + static_cast<std::ptrdiff_t>(i);
    const auto to = ranks.begin() + static_cast<std::ptrdiff_t>(j);
    switch (random.below(4)) {
        case 0:
            std::iter_swap(from, to);
            break;
        case 1:
            std::rotate(from, to, to + 1);
            break;
        case 2:
            std::rotate(from, from + 1, to + 1);
            break;
        default:
            std::reverse(from, to + 1);
    }
}

bool is_identity(const Ranks& ranks) {
    return std::ranges::is_sorted(ranks);
}

class Climber {
public:
    Climber(const Conjecture& conjecture, std::size_t n, std::uint64_t evaluations,
            std::uint64_t seed)
        : conjecture_(conjecture),
          evaluate_(conjecture.quantities),
          direction_(conjecture.direction.at(n)),
          n_(n),
          evaluations_(evaluations),
          random_(seed, n) {}

    Climb climb() {
        const Rational bound = conjecture_.bound.function.at(n_);
        std::int64_t best = 0;
        Ranks sigma;
        for (std::uint64_t round = 0; done_ < evaluations_; ++round) {
            Ranks ranks = start(n_, round, random_);
            const std::int64_t reached = improved(ranks, bound);
            if (sigma.empty() || reached > best) {
                best = reached;
                sigma = std::move(ranks);
            }
            if (Rational(best) > bound) break;
        }
        Climb result{n_, bound - Rational(best), Permutation::from_ranks_unchecked(sigma), done_};
        if (result.refutes()) confirm(result.sigma, best);
        return result;
    }

private:
    std::int64_t value(const Ranks& ranks) {
        ++done_;
        const auto values = evaluate_(ranks);
        return std::inner_product(values.begin(), values.end(), direction_.begin(),
                                  std::int64_t{0});
    }

    /// Climbs from `ranks`, which become the best.
    std::int64_t improved(Ranks& ranks, const Rational& bound) {
        std::int64_t reached = value(ranks);
        std::uint64_t stale = 0;
        while (done_ < evaluations_ && stale < patience * n_ * n_ && Rational(reached) <= bound) {
            Ranks other = ranks;
            change(other, random_);
            ++stale;
            if (conjecture_.without_identity && is_identity(other)) continue;
            const std::int64_t there = value(other);
            if (there < reached) continue;
            if (there > reached) stale = 0;
            reached = there;
            ranks = std::move(other);
        }
        return reached;
    }

    void confirm(const Permutation& sigma, std::int64_t reached) const {
        Rational sum = 0;
        for (std::size_t k = 0; k < conjecture_.quantities.size(); ++k)
            sum += Rational(direction_[k]) * catalogue_value(conjecture_.quantities[k], sigma);
        if (sum == Rational(reached)) return;
        throw InternalError(fmt::format("climb: ranks {} give {} here and {} in the catalogue",
                                        sigma.to_string(), reached, sum.to_string()));
    }

    const Conjecture& conjecture_;
    Evaluator evaluate_;
    Point direction_;
    std::size_t n_;
    std::uint64_t evaluations_;
    std::uint64_t done_ = 0;
    Random random_;
};

}  // namespace

Climb climb(const Conjecture& conjecture, std::size_t n, std::uint64_t evaluations,
            std::uint64_t seed) {
    if (n < 2 || n > max_statistic_n) throw UsageError("climb: n out of range");
    return Climber(conjecture, n, evaluations, seed).climb();
}

}  // namespace disarray::search::discover
