// SPDX-License-Identifier: MIT
#include "app/verbs/aggregation_problem.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "aggregation/baselines.hpp"
#include "aggregation/footrule_matching.hpp"
#include "aggregation/kemeny.hpp"
#include "aggregation/local_search.hpp"
#include "aggregation/naive.hpp"
#include "aggregation/pair_costs.hpp"
#include "aggregation/pivot.hpp"
#include "base/error.hpp"
#include "base/near_names.hpp"

namespace disarray::app {

namespace {

using aggregation::Aggregate;
using aggregation::BoundSource;
using aggregation::DistanceSum;
using aggregation::LowerBound;
using aggregation::Method;
using aggregation::PairCosts;
using aggregation::PositionCosts;
using aggregation::VoteCosts;

void require_at_most(std::size_t n, std::size_t most, AggregationMethod method,
                     std::string_view serves) {
    if (n <= most) return;
    throw NotSupported(name_of(method), fmt::format("{} elements", n),
                       fmt::format("at most {}, or another method: {}", most, serves));
}

/// What the pivot methods, Borda's and Kemeny's make of pair costs.
class PairOrders {
public:
    PairOrders(VoteCosts costs, const AggregationEffort& effort)
        : costs_(std::move(costs)), effort_(effort) {}

    const VoteCosts& costs() const { return costs_; }
    const PairCosts& stored() {
        if (!stored_) stored_ = costs_.stored();
        return *stored_;
    }

    Aggregate kemeny() {
        require_at_most(costs_.size(), aggregation::most_kemeny_elements, AggregationMethod::kemeny,
                        "pivot, borda, best-input");
        return aggregation::kemeny(stored(), {.stop = effort_.stop,
                                              .optima = effort_.optima,
                                              .has_optima_budget = effort_.has_optima_budget});
    }
    Aggregate pivot() const {
        aggregation::PivotOptions options;
        options.seed = effort_.seed;
        options.repetitions = effort_.repetitions;
        options.with_lower_bound = false;
        options.stop = effort_.stop;
        return aggregation::pivot(costs_, options);
    }
    Aggregate deterministic_pivot() {
        require_at_most(costs_.size(), most_deterministic_pivot_elements,
                        AggregationMethod::deterministic_pivot, "pivot, borda, best-input");
        return aggregation::deterministic_pivot(stored());
    }
    Aggregate borda() const { return aggregation::borda(costs_, false); }
    Aggregate best_input() const { return aggregation::best_input(costs_, false, effort_.stop); }
    /// Of the methods that go by pair costs alone.
    Aggregate answer(AggregationMethod method) {
        switch (method) {
            case AggregationMethod::kemeny:
                return kemeny();
            case AggregationMethod::pivot:
                return pivot();
            case AggregationMethod::deterministic_pivot:
                return deterministic_pivot();
            case AggregationMethod::borda:
                return borda();
            case AggregationMethod::best_input:
                return best_input();
            case AggregationMethod::footrule:
            case AggregationMethod::local:
            case AggregationMethod::exhaustive:
            case AggregationMethod::prefix:
                break;
        }
        throw InternalError("aggregate: a method without a branch");
    }
    /// From the cheaper of Borda's order and the best vote.
    Aggregate local() {
        Aggregate start = borda();
        if (Aggregate vote = best_input(); vote.cost < start.cost) start = std::move(vote);
        return aggregation::local_search(stored(), std::move(start.order), effort_.stop);
    }

private:
    VoteCosts costs_;
    AggregationEffort effort_;
    std::optional<PairCosts> stored_;
};

/// The same order, with a cost and a bound of another kind.
Aggregate measured(Aggregate found, Rational cost, const LowerBound& bound) {
    Aggregate result = make_aggregate(std::move(found.order), std::move(cost), bound.value,
                                      found.method, bound.source);
    result.effort = found.effort;
    result.points = std::move(found.points);
    return result;
}

// --- Kendall's distance with w and D ----------------------------------------------------------

class PairProblem final : public AggregationProblem {
public:
    PairProblem(Profile profile, const ProfileRules& rules, aggregation::Distance distance,
                const AggregationEffort& effort)
        : profile_(std::move(profile)),
          rules_(rules),
          distance_(std::move(distance)),
          effort_(effort),
          orders_(VoteCosts(profile_, rules, distance_.weighting), effort) {}

    AggregationMethod default_method() const override {
        return profile_.n <= aggregation::most_kemeny_elements ? AggregationMethod::kemeny
                                                               : AggregationMethod::pivot;
    }

    Aggregate answer(AggregationMethod method) override {
        switch (method) {
            case AggregationMethod::kemeny:
                return orders_.kemeny();
            case AggregationMethod::footrule:
                return footrule();
            case AggregationMethod::pivot:
            case AggregationMethod::deterministic_pivot:
            case AggregationMethod::borda:
            case AggregationMethod::best_input:
                return bounded(orders_.answer(method));
            case AggregationMethod::local:
                return orders_.local();
            case AggregationMethod::exhaustive:
                return exhaustive();
            case AggregationMethod::prefix:
                throw NotSupported("prefix", "Kendall's distance",
                                   "--metric footrule, or another method: kemeny");
        }
        throw InternalError("aggregate: a method without a branch");
    }

private:
    const LowerBound& pair_minima() {
        if (!pair_minima_) {
            const VoteCosts& costs = orders_.costs();
            pair_minima_ =
                costs.size() <= most_bounded_elements
                    ? LowerBound{costs.in_units(costs.pair_minima()), BoundSource::pair_minima}
                    : LowerBound{};
        }
        return *pair_minima_;
    }

    Aggregate bounded(Aggregate found) {
        Rational cost = found.cost;
        return measured(std::move(found), std::move(cost), pair_minima());
    }

    /// The order of least footrule, without weights; K is at least half of it where K has none.
    Aggregate footrule() {
        Aggregate found = aggregation::footrule_optimal(profile_, rules_);
        const VoteCosts& costs = orders_.costs();
        LowerBound bound = pair_minima();
        if (distance_.weighting.is_unit()) {
            const auto half = aggregation::half_footrule(found, profile_, rules_);
            if (half && *half > bound.value) bound = {*half, BoundSource::half_footrule};
        }
        Rational cost = costs.in_units(costs.cost(found.order));
        return measured(std::move(found), std::move(cost), bound);
    }

    /// With ties or elements left out by the definition, which knows them, but not for as many.
    Aggregate exhaustive() const {
        require_at_most(profile_.n, aggregation::most_exhaustive_elements,
                        AggregationMethod::exhaustive, "kemeny");
        const bool is_strict = std::ranges::all_of(
            profile_.votes, [](const Vote& vote) { return ranks_all(vote) && !has_ties(vote); });
        if (is_strict) {
            return exhaustive_optimum(DistanceSum(profile_, distance_), effort_.stop,
                                      effort_.optima);
        }
        constexpr std::size_t most = 8;  // of naive::optimum
        if (profile_.n > most) {
            throw NotSupported(
                "exhaustive",
                fmt::format("{} elements and votes that are not strict orders of all", profile_.n),
                fmt::format("at most {}, or another method: kemeny", most));
        }
        auto [cost, orders] =
            aggregation::naive::optimum(profile_.n, [&](const std::vector<Rank>& candidate) {
                return aggregation::naive::kendall_cost(profile_, rules_, distance_.weighting,
                                                        candidate);
            });
        if (orders.size() > effort_.optima) orders.resize(effort_.optima);
        Aggregate result =
            make_aggregate(orders.front(), cost, cost, Method::exhaustive, BoundSource::search);
        set_others(result, std::move(orders), effort_.optima);
        return result;
    }

    Profile profile_;
    ProfileRules rules_;
    aggregation::Distance distance_;
    AggregationEffort effort_;
    PairOrders orders_;
    std::optional<LowerBound> pair_minima_;
};

// --- the footrule -----------------------------------------------------------------------------

class PositionProblem final : public AggregationProblem {
public:
    PositionProblem(Profile profile, const ProfileRules& rules, const AggregationEffort& effort)
        : profile_(std::move(profile)),
          effort_(effort),
          costs_(PositionCosts::footrule(profile_, rules)),
          orders_(VoteCosts(profile_, rules), effort) {}

    AggregationMethod default_method() const override { return AggregationMethod::footrule; }

    Aggregate answer(AggregationMethod method) override {
        switch (method) {
            case AggregationMethod::footrule:
                return matching();
            case AggregationMethod::kemeny:
            case AggregationMethod::pivot:
            case AggregationMethod::deterministic_pivot:
            case AggregationMethod::borda:
                return bounded(orders_.answer(method));
            case AggregationMethod::best_input:
                return bounded(best_input());
            case AggregationMethod::local:
                return bounded(aggregation::local_search(sum(), {}, effort_.stop));
            case AggregationMethod::exhaustive:
                require_at_most(profile_.n, aggregation::most_exhaustive_elements, method,
                                "footrule");
                return exhaustive_optimum(sum(), effort_.stop, effort_.optima);
            case AggregationMethod::prefix:
                require_at_most(profile_.n, aggregation::most_prefix_elements, method, "footrule");
                return prefix_optimum(sum(), effort_.stop, effort_.optima);
        }
        throw InternalError("aggregate: a method without a branch");
    }

private:
    const Aggregate& matching() {
        if (!matching_) matching_ = least_matching(costs_, effort_.optima);
        return *matching_;
    }

    Aggregate bounded(Aggregate found) {
        Rational cost = costs_.in_units(costs_.cost(found.order));
        return measured(std::move(found), std::move(cost),
                        {matching().lower_bound, matching().bound});
    }

    /// The vote of least footrule, not of least K.
    Aggregate best_input() const {
        Aggregate best;
        std::optional<std::int64_t> least;
        for (std::size_t vote = 0; vote < orders_.costs().votes(); ++vote) {
            if (least && effort_.stop.requested()) break;
            std::vector<Rank> order = orders_.costs().order_of(vote);
            const std::int64_t cost = costs_.cost(order);
            if (least && cost >= *least) continue;
            least = cost;
            best.order = std::move(order);
        }
        best.method = Method::best_input;
        return best;
    }

    /// Without weights footrule[prefix] is the footrule: the weight above an element is its rank.
    const DistanceSum& sum() {
        if (!sum_) {
            aggregation::Distance prefix;
            prefix.reading = metrics::Reading::prefix;
            sum_.emplace(profile_, std::move(prefix));
        }
        return *sum_;
    }

    Profile profile_;
    AggregationEffort effort_;
    PositionCosts costs_;
    PairOrders orders_;
    std::optional<DistanceSum> sum_;
    std::optional<Aggregate> matching_;
};

// --- K* with swap costs, F* in a reading, the literal frame -----------------------------------

/// w and D, without δ.
Weighting without_swap_costs(const Weighting& weighting) {
    Weighting result;
    result.element_weights = weighting.element_weights;
    result.dissimilarity = weighting.dissimilarity;
    return result;
}

class SumProblem final : public AggregationProblem {
public:
    SumProblem(Profile profile, const ProfileRules& rules, aggregation::Distance distance,
               const AggregationEffort& effort)
        : profile_(std::move(profile)),
          rules_(rules),
          effort_(effort),
          orders_(VoteCosts(profile_, rules, without_swap_costs(distance.weighting)), effort),
          sum_(profile_, std::move(distance)) {}

    AggregationMethod default_method() const override {
        const aggregation::Distance& distance = sum_.distance();
        if (profile_.n <= aggregation::most_exhaustive_elements) {
            return AggregationMethod::exhaustive;
        }
        if (distance.reading == metrics::Reading::prefix && !distance.weighting.swap_costs &&
            distance.frame == metrics::Frame::element &&
            profile_.n <= aggregation::most_prefix_elements) {
            return AggregationMethod::prefix;
        }
        constexpr std::size_t most_local = 40;  // n⁴ for each round and vote: seconds
        if (profile_.n <= most_local) return AggregationMethod::local;
        return distance.reading ? AggregationMethod::footrule : AggregationMethod::kemeny;
    }

    Aggregate answer(AggregationMethod method) override {
        switch (method) {
            case AggregationMethod::kemeny:
                return sum_.distance().reading ? bounded(orders_.kemeny()) : relaxed_kemeny();
            case AggregationMethod::footrule:
                return bounded(aggregation::footrule_optimal(profile_, rules_));
            case AggregationMethod::pivot:
            case AggregationMethod::deterministic_pivot:
            case AggregationMethod::borda:
                return bounded(orders_.answer(method));
            case AggregationMethod::best_input:
                return aggregation::best_input(sum_, effort_.stop);
            case AggregationMethod::local:
                return aggregation::local_search(sum_, {}, effort_.stop);
            case AggregationMethod::exhaustive:
                return exhaustive_optimum(sum_, effort_.stop, effort_.optima);
            case AggregationMethod::prefix:
                return prefix_optimum(sum_, effort_.stop, effort_.optima);
        }
        throw InternalError("aggregate: a method without a branch");
    }

private:
    const LowerBound& bound() {
        if (!bound_) bound_ = lower_bound(sum_, effort_.stop);
        return *bound_;
    }
    Aggregate bounded(Aggregate found) {
        Rational cost = sum_.cost(found.order);
        return measured(std::move(found), std::move(cost), bound());
    }

    /// The optimum of pair costs that are nowhere above those of K*: its cost is their bound.
    Aggregate relaxed_kemeny() {
        require_at_most(profile_.n, aggregation::most_kemeny_elements, AggregationMethod::kemeny,
                        "best-input, borda");
        Aggregate found = aggregation::kemeny(relaxed_pair_costs(sum_), {.stop = effort_.stop});
        bound_ = LowerBound{found.lower_bound, BoundSource::relaxed_pairs};
        return bounded(std::move(found));
    }

    Profile profile_;
    ProfileRules rules_;
    AggregationEffort effort_;
    PairOrders orders_;
    DistanceSum sum_;
    std::optional<LowerBound> bound_;
};

}  // namespace

AggregationMethod aggregation_method_named(std::string_view name, std::string_view where) {
    if (name == "pivot-deterministic") return AggregationMethod::deterministic_pivot;  // as it was
    return choice_named<AggregationMethod>(name, where);
}

bool takes_seed(AggregationMethod method) {
    return method == AggregationMethod::pivot;
}

std::unique_ptr<AggregationProblem> aggregation_problem(Profile profile, const ProfileRules& rules,
                                                        aggregation::Distance distance,
                                                        bool is_footrule,
                                                        const AggregationEffort& effort) {
    if (is_footrule && !distance.reading) {
        if (profile.n > PositionCosts::most_elements) {
            throw NotSupported("--metric footrule", fmt::format("{} elements", profile.n),
                               fmt::format("at most {}, or --metric kendall with --method pivot, "
                                           "borda or best-input",
                                           PositionCosts::most_elements));
        }
        return std::make_unique<PositionProblem>(std::move(profile), rules, effort);
    }
    const Weighting& weighting = distance.weighting;
    const bool has_swap_costs = weighting.swap_costs || weighting.irrational_swap_costs;
    const bool is_literal = distance.frame == metrics::Frame::literal && !weighting.is_unit();
    if (is_footrule || has_swap_costs || is_literal) {
        return std::make_unique<SumProblem>(std::move(profile), rules, std::move(distance), effort);
    }
    return std::make_unique<PairProblem>(std::move(profile), rules, std::move(distance), effort);
}

}  // namespace disarray::app
