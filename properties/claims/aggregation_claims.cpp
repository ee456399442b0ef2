// SPDX-License-Identifier: MIT
//
// KV 5.1: the footrule-optimal ranking, and one of the input rankings, are 2-approximations of
// Kemeny's. Decided on every profile of few short votes by trying every order, up to the names of
// the elements, and on random profiles of longer votes with exact optima. Then the question which
// factor is left of the second one, "because the distance is a metric", for K* and F*: there names
// matter, and weights are a grid.
#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "aggregation/baselines.hpp"
#include "aggregation/footrule_matching.hpp"
#include "aggregation/kemeny.hpp"
#include "aggregation/naive.hpp"
#include "base/error.hpp"
#include "metrics/catalogue.hpp"
#include "properties/claims/aggregation_rows.hpp"
#include "properties/claims/claims.hpp"
#include "properties/experiments/random_words.hpp"
#include "ranking/enumeration.hpp"

namespace disarray::properties {

namespace {

using kv::Comparison;
using kv::Factor;
using kv::ProfileCosts;
using kv::Setting;
using kv::Table;

/// The vote that costs least by the first table, the first of equals.
std::size_t best_vote(const ProfileCosts& profile) {
    return *std::ranges::min_element(profile.votes, {},
                                     [&](std::size_t vote) { return profile.costs[0][vote]; });
}

/// Of the comparisons that were looked at, the worst, the first of equals, and the least beyond the
/// factor 2: the one answers what factor is left, the other is the witness to show.
class Comparisons {
public:
    /// \param found  the order that is compared with the optimum, both by the first table
    void look_at(const ProfileCosts& profile, std::size_t found, const Table& table,
                 const std::vector<Permutation>& all, const Weighting& weighting) {
        ++profiles_;
        const Factor factor = kv::factor_of(profile, found);
        if (factor.found == factor.optimum) return;
        const bool is_worst = !worst_ || factor > factor_;
        const bool may_be_least = factor > Factor{2, 1} && may_be_less(all.front().size(), profile);
        if (!is_worst && !may_be_least) return;
        const Comparison comparison = kv::compared(profile, found, table, all, weighting);
        if (is_worst) {
            factor_ = factor;
            worst_ = comparison;
        }
        if (may_be_least && (!least_ || comparison.votes.size() < least_->votes.size() ||
                             compare(comparison.instance(), least_->instance()) < 0)) {
            least_ = comparison;
        }
    }

    const std::optional<Comparison>& worst() const { return worst_; }
    const std::optional<Comparison>& least_beyond_two() const { return least_; }
    std::uint64_t profiles() const { return profiles_; }

private:
    /// Shorter votes first, then fewer, then as cases.
    bool may_be_less(std::size_t n, const ProfileCosts& profile) const {
        return !least_ ||
               (n <= least_->best.size() && profile.votes.size() <= least_->votes.size());
    }

    std::optional<Comparison> worst_, least_;
    Factor factor_;
    std::uint64_t profiles_ = 0;
};

/// The claim that no factor exceeds 2, both comparisons confirmed by the definitions.
void set_verdict(ClaimRow& row, const Setting& setting, const Comparisons& comparisons) {
    row.verdict = Verdict::exhausted;
    row.effort.applicable = row.effort.exhaustive_cases + row.effort.random_cases;
    row.explanation = "largest factor 1";
    if (!comparisons.worst()) return;
    const Comparison& worst = *comparisons.worst();
    kv::require_confirmed(setting, worst);
    row.explanation = fmt::format("{}: {}", kv::largest_factor_in_words(worst), worst.to_string());
    if (!worst.weighting.is_unit()) row.explanation += "; " + to_string(worst.instance());
    if (!comparisons.least_beyond_two()) return;
    const Comparison& least = *comparisons.least_beyond_two();
    kv::require_confirmed(setting, least);
    row.verdict = Verdict::refuted;
    row.witness = least.instance();
    row.explanation = fmt::format("{}, {}; {}", least.to_string(), kv::factor_in_words(least),
                                  least.factor() == worst.factor()
                                      ? "no factor is larger"
                                      : fmt::format("{} at {}", kv::largest_factor_in_words(worst),
                                                    to_string(worst.instance())));
}

// --- without weights --------------------------------------------------------------------------

enum class Approximation { footrule_optimum, best_input };

Setting unweighted(std::string_view metric) {
    return {metrics::metrics_named(metric, std::nullopt, "the ledger").front(),
            metrics::Frame::element,
            {false, false, false},
            FixedPointPolicy::one};
}

/// Convention: all profiles of up to this many votes take some tenths of a second.
std::size_t most_votes(std::size_t n) {
    return n <= 4 ? 5 : 4;
}
constexpr std::size_t most_profile_elements = 5;

/// The dearest by table 0 of the orders that cost least by table 1.
std::size_t worst_footrule_optimum(const ProfileCosts& profile) {
    const std::int64_t least = *std::ranges::min_element(profile.costs[1]);
    std::size_t worst = kv::place_of_least(profile.costs[1]);
    for (std::size_t order = worst; order < profile.costs[1].size(); ++order) {
        if (profile.costs[1][order] == least && profile.costs[0][order] > profile.costs[0][worst])
            worst = order;
    }
    return worst;
}

ClaimRow on_every_profile(Approximation approximation, const LedgerOptions& options) {
    ClaimRow row = row_about(*unweighted("kendall").metric, "element", "every profile");
    const Setting kendall = unweighted("kendall");
    const Setting footrule = unweighted("footrule");
    Comparisons comparisons;
    const std::size_t last =
        std::min(options.exhaustive_n.value_or(most_profile_elements), most_profile_elements);
    for (std::size_t n = 1; n <= last && !options.stop.requested(); ++n) {
        const std::vector<Permutation> all = all_permutations(n);
        const auto table_of = [&](const Setting& setting) {
            return Table(all, [&](const Permutation& order, const Permutation& vote) {
                return kv::value(Path::fast, setting, order, vote, {});
            });
        };
        const Table k = table_of(kendall);
        const Table f = table_of(footrule);
        const bool is_footrule = approximation == Approximation::footrule_optimum;
        const std::vector<const Table*> tables =
            is_footrule ? std::vector{&k, &f} : std::vector{&k};
        kv::for_each_profile(tables, 1, most_votes(n), true, [&](const ProfileCosts& profile) {
            const std::size_t found =
                is_footrule ? worst_footrule_optimum(profile) : best_vote(profile);
            comparisons.look_at(profile, found, k, all, {});
        });
        row.effort.exhaustive_n = n;
    }
    row.effort.exhaustive_cases = comparisons.profiles();
    row.effort.complete = row.effort.exhaustive_n == last;
    row.scope = fmt::format("every profile of up to {} rankings of n <= {}", most_votes(1),
                            std::min<std::size_t>(row.effort.exhaustive_n, 4));
    if (row.effort.exhaustive_n == 5)
        row.scope += fmt::format(", up to {} of n = 5", most_votes(5));
    set_verdict(row, kendall, comparisons);
    if (row.effort.exhaustive_n == 0) {
        row.verdict = Verdict::undecided;
        row.explanation = "nothing was tried";
    }
    return row;
}

/// Random votes on 6 to 12 elements, 3 to 8 of them: half of the profiles uniform, half of votes
/// that are few exchanges away from one order, where an optimum is cheap and factors are large.
std::vector<Permutation> random_votes(std::uint64_t seed, std::uint64_t index) {
    experiments::RandomWords random(seed, index);
    const std::size_t n = 6 + random.below(7);
    const std::size_t count = 3 + random.below(6);
    const bool is_near = random.below(2) == 0;
    const std::size_t exchanges = 1 + random.below(n / 2);
    std::vector<Permutation> votes;
    for (std::size_t v = 0; v < count; ++v) {
        std::vector<Rank> ranks(n);
        std::iota(ranks.begin(), ranks.end(), Rank{0});
        if (is_near) {
            for (std::size_t e = 0; e < exchanges; ++e) {
                const std::size_t i = random.below(n - 1);
                std::swap(ranks[i], ranks[i + 1]);
            }
        } else {
            for (std::size_t i = n; i > 1; --i)
                std::swap(ranks[i - 1], ranks[random.below(i)]);
        }
        votes.push_back(Permutation::from_ranks_unchecked(std::move(ranks)));
    }
    return votes;
}

Comparison approximated(Approximation approximation, std::vector<Permutation> votes) {
    const Profile profile = kv::profile_of(votes);
    const aggregation::VoteCosts vote_costs(profile, {});
    const aggregation::PairCosts costs = vote_costs.stored();
    const aggregation::Aggregate optimum = aggregation::kemeny(costs);
    const std::vector<Rank> found = approximation == Approximation::footrule_optimum
                                        ? aggregation::footrule_optimal(profile, {}).order
                                        : aggregation::best_input(vote_costs, false).order;
    return {std::move(votes),
            {},
            kv::permutation_of_order(found),
            kv::permutation_of_order(optimum.order),
            costs.in_units(costs.cost(found)),
            optimum.cost};
}

/// The costs of both orders by the definition. That no order is cheaper is proved by kemeny()
/// itself; a factor above 2 needs no more than the two costs.
void require_costs(const Comparison& comparison) {
    const Profile profile = kv::profile_of(comparison.votes);
    const auto cost = [&](const Permutation& ranks) {
        const Permutation order = ranks.inverse();
        return aggregation::naive::kendall_cost(profile, {}, {},
                                                {order.ranks().begin(), order.ranks().end()});
    };
    if (cost(comparison.found) != comparison.found_cost ||
        cost(comparison.best) != comparison.optimum) {
        throw InternalError("aggregation claims: not confirmed: " + comparison.to_string());
    }
}

constexpr std::uint64_t random_profiles = 500;  // convention: some tenths of a second

ClaimRow on_random_profiles(Approximation approximation, const LedgerOptions& options) {
    ClaimRow row = row_about(*unweighted("kendall").metric, "element", "random profiles");
    const std::uint64_t wanted = std::max(options.random_cases, random_profiles);
    std::optional<Comparison> worst;
    std::uint64_t done = 0;
    for (; done < wanted && !options.stop.requested(); ++done) {
        Comparison next = approximated(approximation, random_votes(options.seed, done));
        // The optimum may be 0, so that factors are compared as products.
        const bool is_worse =
            worst ? next.found_cost * worst->optimum > worst->found_cost * next.optimum
                  : next.found_cost > next.optimum;
        if (is_worse) worst = std::move(next);
    }
    row.effort.random_cases = row.effort.applicable = done;
    row.effort.seed = options.seed;
    row.effort.complete = done == wanted;
    row.scope = fmt::format(
        "{} random profiles of 3 to 8 rankings of 6 to 12 elements{}, seed {}", done,
        approximation == Approximation::footrule_optimum ? ", one footrule-optimal ranking of each"
                                                         : "",
        options.seed);
    row.verdict = done > 0 ? Verdict::supported : Verdict::undecided;
    row.explanation = done > 0 ? "largest factor 1" : "nothing was tried";
    if (!worst) return row;
    require_costs(*worst);
    row.explanation =
        fmt::format("{}: {}", kv::largest_factor_in_words(*worst), worst->to_string());
    if (worst->found_cost <= Rational(2) * worst->optimum) return row;
    row.verdict = Verdict::refuted;
    row.witness = worst->instance();
    return row;
}

std::vector<ClaimRow> two_approximation(Approximation approximation, const LedgerOptions& options) {
    return {on_every_profile(approximation, options), on_random_profiles(approximation, options)};
}

// --- with weights -----------------------------------------------------------------------------

// Convention: all rows together take some two seconds on one core.
constexpr std::uint64_t random_weightings = 100;

void look_at_profiles(const Setting& setting, const std::vector<Permutation>& all,
                      const Weighting& weighting, Comparisons& comparisons) {
    const Table table(all, [&](const Permutation& order, const Permutation& vote) {
        return kv::value(Path::fast, setting, order, vote, weighting);
    });
    kv::for_each_profile({&table}, 2, 3, false, [&](const ProfileCosts& profile) {
        comparisons.look_at(profile, best_vote(profile), table, all, weighting);
    });
}

/// Four elements, where three have refuted nothing.
void look_at_four(const Setting& setting, const LedgerOptions& options, Comparisons& comparisons,
                  ClaimRow& row) {
    const std::vector<Permutation> four = all_permutations(4);
    const std::uint64_t wanted = std::max(options.random_cases, random_weightings);
    std::uint64_t drawn = 0;
    for (; drawn < wanted && !options.stop.requested(); ++drawn) {
        const Weighting weighting = kv::random_weighting_of_four(setting, options.seed, drawn);
        look_at_profiles(setting, four, weighting, comparisons);
    }
    row.effort.random_cases = comparisons.profiles() - row.effort.exhaustive_cases;
    row.effort.seed = options.seed;
    row.effort.complete = drawn == wanted;
    row.scope += fmt::format("; n = 4 with {} random weightings, seed {}", drawn, options.seed);
}

ClaimRow weighted_best_input(const Setting& setting, const LedgerOptions& options) {
    ClaimRow row = kv::row_of(setting);
    Comparisons comparisons;
    const std::vector<Permutation> three = all_permutations(3);
    const auto grid = kv::weightings_of_three(setting.varies, setting.fixed_points);
    for (const Weighting& weighting : grid) {
        if (options.stop.requested()) break;  // the ledger leaves the row open
        look_at_profiles(setting, three, weighting, comparisons);
    }
    row.effort.exhaustive_n = 3;
    row.effort.exhaustive_cases = comparisons.profiles();
    row.scope = fmt::format("every profile of 2 or 3 rankings: n = 3 with {} weightings ({})",
                            grid.size(), kv::weightings_in_words(setting.varies));
    if (!comparisons.least_beyond_two()) look_at_four(setting, options, comparisons, row);
    set_verdict(row, setting, comparisons);
    return row;
}

std::vector<ClaimRow> weighted_best_input_rows(const LedgerOptions& options) {
    return kv::rows_of(
        kv::settings(kv::kendall_and_footrules(),
                     {element_weights_only, dissimilarity_only, kv::no_swap_costs, swap_costs_only,
                      all_weights}),
        [&](const Setting& setting) { return weighted_best_input(setting, options); });
}

}  // namespace

std::vector<Claim> aggregation_claims() {
    return {
        {"KV-footrule-2approx", "KV 5.1",
         "every footrule-optimal ranking costs at most twice Kemeny's optimum in K",
         [](const LedgerOptions& options) {
             return two_approximation(Approximation::footrule_optimum, options);
         }},
        {"KV-best-input-2approx", "KV 5.1",
         "one of the input rankings costs at most twice Kemeny's optimum in K",
         [](const LedgerOptions& options) {
             return two_approximation(Approximation::best_input, options);
         }},
        {"KV-best-input-weighted", "KV 5.1, for K* and F*",
         "one of the input rankings costs at most twice the optimum", weighted_best_input_rows},
    };
}

}  // namespace disarray::properties
