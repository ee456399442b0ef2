// SPDX-License-Identifier: MIT
#include "search/discover/climbing.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/random.hpp"
#include "search/detail/ladder.hpp"

namespace disarray::search::discover {

namespace {

using RankVector = std::vector<Rank>;

/// Steps without a better value after which a climb begins anew, in units of n².
constexpr std::uint64_t patience = 2;

/// Milliseconds of them, of any statistic.
constexpr std::uint64_t evaluations_between_stops = 1024;

RankVector identity_of(std::size_t n) {
    RankVector ranks(n);
    std::iota(ranks.begin(), ranks.end(), Rank{0});
    return ranks;
}

/// The first starts are those that are extreme for many statistics, the others random.
RankVector start(std::size_t n, std::uint64_t round, Random& random) {
    RankVector ranks = identity_of(n);
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

/// What walks at one n have in common: the value to be made great, and the best σ so far.
class Walker {
public:
    Walker(const Conjecture& conjecture, std::size_t n, std::uint64_t evaluations, Random random,
           const Stop& stop)
        : random_(random),
          evaluations_(evaluations),
          n_(n),
          conjecture_(conjecture),
          bound_(conjecture.bound.function.at(n)),
          stop_(stop),
          evaluate_(conjecture.quantities),
          direction_(conjecture.direction.at(n)) {}

protected:
    /// direction·(statistics of σ), exactly; the best is kept. Empty where nothing is claimed.
    std::optional<std::int64_t> value(const RankVector& ranks) {
        if (conjecture_.without_identity && std::ranges::is_sorted(ranks)) return std::nullopt;
        if (++done_ % evaluations_between_stops == 0) is_stopped_ = stop_.requested();
        const auto values = evaluate_(ranks);
        const std::int64_t here =
            std::inner_product(values.begin(), values.end(), direction_.begin(), std::int64_t{0});
        if (best_.empty() || here > most_) {
            most_ = here;
            best_ = ranks;
            refuted_ = Rational(most_) > bound_;
        }
        return here;
    }
    bool is_over() const { return done_ >= evaluations_ || refuted_ || is_stopped_; }

    Climb result() const {
        Climb result{n_, bound_ - Rational(most_), Permutation::from_ranks_unchecked(best_), done_};
        if (result.refutes()) confirm(result.sigma);
        return result;
    }

    Random random_;
    std::uint64_t evaluations_, done_ = 0;
    std::size_t n_;

private:
    void confirm(const Permutation& sigma) const {
        Rational sum = 0;
        for (std::size_t k = 0; k < conjecture_.quantities.size(); ++k)
            sum += Rational(direction_[k]) * catalogue_value(conjecture_.quantities[k], sigma);
        if (sum == Rational(most_)) return;
        throw InternalError(fmt::format("climb: ranks {} give {} here and {} in the catalogue",
                                        sigma.to_string(), most_, sum.to_string()));
    }

    const Conjecture& conjecture_;
    Rational bound_;
    const Stop& stop_;
    Evaluator evaluate_;
    Point direction_;
    RankVector best_;
    std::int64_t most_ = 0;
    bool refuted_ = false;
    bool is_stopped_ = false;
};

class Climber : Walker {
public:
    using Walker::Walker;

    Climb climb() {
        for (std::uint64_t round = 0; !is_over(); ++round)
            climb_from(start(n_, round, random_));
        return result();
    }

private:
    void climb_from(RankVector ranks) {
        auto reached = value(ranks);
        for (std::uint64_t stale = 0; !is_over() && stale < patience * n_ * n_; ++stale) {
            RankVector other = ranks;
            detail::change_ranks(other, random_);
            const auto there = value(other);
            if (!there || there < reached) continue;
            if (there > reached) stale = 0;
            reached = there;
            ranks = std::move(other);
        }
    }
};

class Temperer : Walker {
public:
    using Walker::Walker;

    Climb temper() {
        for (std::size_t k = 0; k < replicas && !is_over(); ++k)
            states_.push_back(state(start(n_, k, random_)));
        const auto temperatures =
            detail::temperature_ladder(coldest_step, std::max(1.0, mean_step()), states_.size());
        for (std::uint64_t round = 0; !is_over(); ++round) {
            for (std::size_t k = 0; k < states_.size(); ++k)
                for (std::size_t step = 0; step < moves_per_round && !is_over(); ++step)
                    move(states_[k], temperatures[k]);
            detail::exchange_neighbours(states_, temperatures, round, random_,
                                        [](const State& s) { return energy(s.value); });
        }
        return result();
    }

private:
    struct State {
        RankVector ranks;
        std::int64_t value = 0;
    };

    static double energy(std::int64_t value) { return -static_cast<double>(value); }

    std::optional<State> state(RankVector ranks) {
        const auto here = value(ranks);
        if (!here) return std::nullopt;
        return State{std::move(ranks), *here};
    }

    /// How much a move changes the value, in the mean over some moves of each start.
    double mean_step() {
        double sum = 0;
        std::size_t count = 0;
        for (const auto& from : states_) {
            for (std::size_t step = 0; from && step < moves_per_round && !is_over(); ++step) {
                RankVector other = from->ranks;
                detail::change_ranks(other, random_);
                const auto there = value(other);
                if (!there) continue;
                sum += std::abs(energy(*there) - energy(from->value));
                ++count;
            }
        }
        return count == 0 ? 0 : sum / static_cast<double>(count);
    }

    void move(std::optional<State>& at, double temperature) {
        RankVector other = at ? at->ranks : start(n_, replicas, random_);
        detail::change_ranks(other, random_);
        auto next = state(std::move(other));
        if (!next) {
            ++done_;  // a walk that meets nothing but the identity ends too
            return;
        }
        const bool is_taken =
            !at ||
            energy(next->value) <= detail::accepted_energy(energy(at->value), temperature, random_);
        if (is_taken) at = std::move(next);
    }

    static constexpr std::size_t replicas = 8, moves_per_round = 10;
    /// Values are whole numbers: the coldest replica gives up 1 once in e⁴ = 55 moves.
    static constexpr double coldest_step = 0.25;

    std::vector<std::optional<State>> states_;
};

void require_walkable(std::size_t n) {
    if (n < 2 || n > max_statistic_n) throw UsageError("climb: n out of range");
}

}  // namespace

Climb climb(const Conjecture& conjecture, std::size_t n, std::uint64_t evaluations,
            std::uint64_t seed, const Stop& stop) {
    require_walkable(n);
    return Climber(conjecture, n, evaluations, Random(seed, n), stop).climb();
}

Climb temper(const Conjecture& conjecture, std::size_t n, std::uint64_t evaluations,
             std::uint64_t seed, const Stop& stop) {
    require_walkable(n);
    // Climbing has the streams up to max_statistic_n.
    return Temperer(conjecture, n, evaluations, Random(seed, n + max_statistic_n), stop).temper();
}

}  // namespace disarray::search::discover
