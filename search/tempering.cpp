// SPDX-License-Identifier: MIT
//
// A program costs 0.1 ms at n = 4, 2–6 ms at n = 12, 5–13 ms at 16, 25–50 ms at 20 and 200–500 ms
// at 30 (two-core x86-64, 2026-11). Up to n = exact_energy_n every proposal gets one, and its
// energy is exact. Beyond, the energy is an upper bound: the least M/N over the D that the state
// carries along and over all cuts between an interval of elements or of ranks and the rest (1 to 2
// ms at n = 30). Only where this bound sets a record of its replica, and after some accepted moves,
// is the program asked, which then renews D. On the upper side of a prefix reading N is convex in D
// and a program is a branch and bound; there it is asked up to exact_energy_n only, with a limit.
//
// Moves and exchanges draw from generators that belong to the rungs of the ladder, replicas meet
// only between rounds, and chains only between stretches, so the walk does not depend on the number
// of threads, nor on who does a stretch.
#include "search/tempering.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "base/random.hpp"
#include "search/decision.hpp"
#include "search/detail/ladder.hpp"
#include "search/families.hpp"

namespace disarray::search {

namespace {

constexpr std::size_t exact_energy_n = 14;
/// Programs of one branch and bound: enough for most σ at n = 8, a bound on the time elsewhere.
constexpr std::size_t most_programs = 40;
constexpr std::size_t moves_per_round = 10;
/// Accepted moves after which the program renews D (beyond exact_energy_n).
constexpr std::size_t moves_per_renewal = 20;
/// The ladder is geometric between these. Ratios near the conjecture differ by 1/n and less from
/// one σ to the next: the coldest replica takes such a step upwards hardly ever, the hottest often.
constexpr double coldest = 0.002;
constexpr double hottest = 0.1;

/// A functional in floating point, without its zeros.
class Estimate {
public:
    explicit Estimate(const Functional& f) : divisor_(static_cast<double>(f.divisor)) {
        linear_ = sparse(f.linear);
        for (const LinearForm& form : f.absolute)
            absolute_.push_back(sparse(form));
    }
    double value(const std::vector<double>& d) const {
        double sum = dot(linear_, d);
        for (const Form& form : absolute_)
            sum += std::abs(dot(form, d));
        return sum / divisor_;
    }

private:
    using Form = std::vector<std::pair<std::size_t, double>>;
    static Form sparse(const LinearForm& form) {
        Form out;
        for (std::size_t e = 0; e < form.size(); ++e) {
            if (form[e] != 0) out.emplace_back(e, static_cast<double>(form[e]));
        }
        return out;
    }
    static double dot(const Form& form, const std::vector<double>& d) {
        double sum = 0;
        for (const auto& [e, c] : form)
            sum += c * d[e];
        return sum;
    }
    double divisor_;
    Form linear_;
    std::vector<Form> absolute_;
};

std::vector<double> estimated(const Dissimilarity& d) {
    std::vector<double> values;
    for (std::size_t i = 0; i < d.size(); ++i) {
        for (std::size_t j = i + 1; j < d.size(); ++j)
            values.push_back(d(i, j).approximate());
    }
    return values;
}

using Sides = std::vector<std::int64_t>;  // 0 or 1 for each element

/// Calls visit for the cuts between an interval of elements, or of ranks, and the rest.
template <class Visit>
void for_each_interval_cut(const Permutation& sigma, const Visit& visit) {
    const std::size_t n = sigma.size();
    for (std::size_t begin = 0; begin + 1 < n; ++begin) {
        for (std::size_t end = begin + 1; end < n; ++end) {  // the last place is never inside:
            Sides of_elements(n, 0), of_ranks(n, 0);         // a cut is also that of the rest
            for (std::size_t i = 0; i < n; ++i) {
                of_elements[i] = begin <= i && i < end ? 1 : 0;
                of_ranks[i] = begin <= sigma[i] && sigma[i] < end ? 1 : 0;
            }
            visit(of_elements);
            visit(of_ranks);
        }
    }
}

std::vector<double> cut_values(const Sides& sides) {
    std::vector<double> d;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        for (std::size_t j = i + 1; j < sides.size(); ++j)
            d.push_back(sides[i] == sides[j] ? 0 : 1);
    }
    return d;
}

using State = TemperingState;
using Record = TemperingRecord;

bool is_better(const Record& a, const Record& b) {
    if (a.rated != b.rated) return a.rated < b.rated;
    return a.proven && !b.proven;
}

struct Counts {
    std::uint64_t moves = 0, accepted = 0, refused = 0, programs = 0;
};

/// What one temperature does: a generator, and the best that passed there.
class Rung {
public:
    Rung(const TemperingOptions& options, std::uint64_t stream, double temperature)
        : options_(options), random_(options.seed, stream), temperature_(temperature) {}

    /// Evaluates a start point. Empty if N is zero there or the weights do not go into 64 bits.
    std::optional<State> started(const WeightPoint& point) {
        return proposed(point, Dissimilarity::unit(options_.n));
    }
    /// One move, accepted or not.
    void move(State& state);

    const Counts& counts() const { return counts_; }
    const std::optional<Record>& record() const { return record_; }

private:
    WeightPoint neighbour(const WeightPoint& point);
    void change_sigma(WeightPoint& point);
    /// The state at a point: bounds, and up to exact_energy_n the program.
    std::optional<State> proposed(const WeightPoint& point, const Dissimilarity& carried);
    std::optional<State> bounded(const WeightPoint& point, const Dissimilarity& carried,
                                 const Functional& small, const Functional& big) const;
    /// Asks the program for D and the energy, where a program is affordable.
    void improve(State& state, const Functional& small, const Functional& big);
    void keep(const State& state, const Functional& small, const Functional& big);
    bool sets_record(const State& state) const {
        return !record_ || state.energy < record_->rated.ratio.approximate() * (1 - 1e-9);
    }

    const TemperingOptions& options_;
    Random random_;
    double temperature_;
    std::size_t accepted_since_renewal_ = 0;
    Counts counts_;
    std::optional<Record> record_;
};

void Rung::change_sigma(WeightPoint& point) {
    std::vector<Rank> ranks(point.sigma.ranks().begin(), point.sigma.ranks().end());
    detail::change_ranks(ranks, random_);
    point.sigma = Permutation::from_ranks_unchecked(std::move(ranks));
}

/// Half of the moves change σ where something else can be changed too.
WeightPoint Rung::neighbour(const WeightPoint& point) {
    WeightPoint moved = point;
    const WeightSpace& space = options_.space;
    const bool has_weights = space.largest_weight > 1;
    const bool has_costs = space.swap_costs.size() > 1;
    if ((!has_weights && !has_costs) || random_.below(2) == 0) {
        change_sigma(moved);
    } else if (has_weights && (!has_costs || random_.below(2) == 0)) {
        std::int64_t& w = moved.weights[random_.below(moved.weights.size())];
        const std::int64_t changed[] = {w + 1, w - 1, 2 * w, w / 2};
        w = std::clamp<std::int64_t>(changed[random_.below(4)], 1, space.largest_weight);
    } else {
        moved.swap_costs[random_.below(moved.swap_costs.size())] =
            space.swap_costs[random_.below(space.swap_costs.size())];
    }
    return moved;
}

std::optional<State> Rung::bounded(const WeightPoint& point, const Dissimilarity& carried,
                                   const Functional& small, const Functional& big) const {
    const Estimate n(small);
    const Estimate m(big);
    std::optional<double> least;
    std::optional<Sides> cut;
    const auto is_least = [&](const std::vector<double>& d) {
        const double below = n.value(d);
        if (below < 1e-9) return false;
        const double ratio = m.value(d) / below;
        if (least && ratio >= *least) return false;
        least = ratio;
        return true;
    };
    is_least(estimated(carried));
    for_each_interval_cut(point.sigma, [&](const Sides& sides) {
        if (is_least(cut_values(sides))) cut = sides;
    });
    if (!least) return std::nullopt;
    return State{point, cut ? Dissimilarity::multi_class(*cut) : carried, *least, false};
}

void Rung::improve(State& state, const Functional& small, const Functional& big) {
    if (!small.absolute.empty() && options_.n > exact_energy_n) return;
    try {
        const auto decision = decide(small, big, most_programs);
        if (!decision) {
            counts_.programs += small.absolute.empty() ? 1 : most_programs;
            return;
        }
        counts_.programs += decision->programs;
        state.d = decision->witness;
        state.energy = decision->ratio.approximate();
        state.proven = true;
    } catch (const NotSupported&) {  // products within the program: the bound remains
        ++counts_.refused;
    }
}

void Rung::keep(const State& state, const Functional& small, const Functional& big) {
    const Rational below = small.value(state.d);
    if (below.sign() <= 0) return;
    Record found{{big.value(state.d) / below, state.point}, state.d, state.proven};
    if (!record_ || is_better(found, *record_)) record_ = std::move(found);
}

std::optional<State> Rung::proposed(const WeightPoint& point, const Dissimilarity& carried) {
    const Weighting weighting = point.weighting(options_.space.fixed_points);
    try {
        const Functional small = functional(options_.inequality.small, point.sigma, weighting);
        const Functional big = functional(options_.inequality.big, point.sigma, weighting);
        if (small.is_zero()) return std::nullopt;
        auto state = bounded(point, carried, small, big);
        if (!state) return std::nullopt;
        const bool renew = accepted_since_renewal_ >= moves_per_renewal;
        if (options_.n <= exact_energy_n || renew || sets_record(*state)) {
            improve(*state, small, big);
            accepted_since_renewal_ = 0;
        }
        if (state->proven || sets_record(*state)) keep(*state, small, big);
        return state;
    } catch (const NotSupported&) {
        ++counts_.refused;
        return std::nullopt;
    }
}

void Rung::move(State& state) {
    ++counts_.moves;
    const WeightPoint point = neighbour(state.point);
    if (point == state.point) return;
    const double most = detail::accepted_energy(state.energy, temperature_, random_);
    auto next = proposed(point, state.d);
    if (!next || !(next->energy <= most)) return;
    state = std::move(*next);
    ++counts_.accepted;
    ++accepted_since_renewal_;
}

void require_valid_tempering(const TemperingOptions& options) {
    if (options.n < 3 || options.n > max_tempering_n) {
        throw InputError("--n", std::to_string(options.n),
                         fmt::format("a length from 3 to {}", max_tempering_n));
    }
    if (options.replicas == 0) throw InputError("--replicas", "0", "at least 1");
    if (options.chains == 0) throw InputError("--chains", "0", "at least 1");
    if (options.space.largest_weight < 1 || options.space.swap_costs.empty()) {
        throw InputError("the weights", "none to try", "--largest and --swap-costs with a value");
    }
}

std::uint64_t moves_per_round_of(const TemperingOptions& options) {
    return options.replicas * moves_per_round;
}

/// Of a chain, in all stretches together.
std::uint64_t rounds_of(const TemperingOptions& options) {
    const std::uint64_t moves = moves_per_round_of(options);
    return options.steps / moves + (options.steps % moves == 0 ? 0 : 1);
}

/// In one stretch. (The product stays far below 2^64: 10^12 steps are as many rounds at most.)
std::uint64_t rounds_of(const TemperingOptions& options, std::size_t stretch) {
    const std::uint64_t rounds = rounds_of(options), stretches = options.meetings + 1;
    return rounds * (stretch + 1) / stretches - rounds * stretch / stretches;
}

/// One run of run_chain().
class Chain {
public:
    Chain(const TemperingOptions& options, const ChainStretch& stretch, const Stop& stop)
        : options_(options),
          stretch_(stretch),
          stop_(stop),
          first_stream_((stretch.stretch * options.chains + stretch.chain) *
                        (options.replicas + 1)),
          exchanger_(options.seed, first_stream_ + options.replicas),
          temperatures_(detail::temperature_ladder(coldest, hottest, options.replicas)),
          states_(stretch.states) {
        for (std::size_t k = 0; k < options.replicas; ++k)
            rungs_.emplace_back(options, first_stream_ + k, temperatures_[k]);
    }

    ChainOutcome run(const OnRound& on_round);

private:
    void start();
    void move_all();
    std::optional<Record> best() const;
    ChainOutcome outcome() const;

    const TemperingOptions& options_;
    const ChainStretch& stretch_;
    const Stop& stop_;
    std::uint64_t first_stream_;
    Random exchanger_;
    std::vector<double> temperatures_;
    std::vector<Rung> rungs_;
    std::vector<std::optional<State>> states_;  // by rung; empty if a start has N = 0
    std::uint64_t exchanges_ = 0;
    std::atomic<bool> stopped_ = false;
};

/// The families of this length in turn, without weights; each chain goes on where the one before
/// has ended.
void Chain::start() {
    const std::vector<Permutation> members = family_members(options_.n);
    const Rational& cost = options_.space.plainest_cost();
    const std::size_t first = stretch_.chain * rungs_.size();
    states_.resize(rungs_.size());
    tbb::parallel_for(std::size_t{0}, rungs_.size(), [&](std::size_t k) {
        if (stop_.requested()) return;
        states_[k] = rungs_[k].started({members[(first + k) % members.size()],
                                        std::vector<std::int64_t>(options_.n, 1),
                                        std::vector<Rational>(options_.n - 1, cost)});
    });
}

void Chain::move_all() {
    tbb::parallel_for(std::size_t{0}, rungs_.size(), [&](std::size_t k) {
        for (std::size_t step = 0; step < moves_per_round && states_[k]; ++step) {
            if (stop_.requested()) {
                stopped_ = true;
                return;
            }
            rungs_[k].move(*states_[k]);
        }
    });
}

std::optional<Record> Chain::best() const {
    std::optional<Record> best;
    for (const Rung& rung : rungs_) {
        if (rung.record() && (!best || is_better(*rung.record(), *best))) best = rung.record();
    }
    return best;
}

ChainOutcome Chain::run(const OnRound& on_round) {
    if (states_.empty()) start();
    // Without a state no move would be made, and none would ask whether to stop.
    const bool none = std::ranges::none_of(states_, [](const auto& s) { return s.has_value(); });
    stopped_ = stop_.requested();
    const std::uint64_t rounds = rounds_of(options_, stretch_.stretch);
    for (std::uint64_t round = 0; round < rounds && !none && !stopped_; ++round) {
        move_all();
        exchanges_ += detail::exchange_neighbours(states_, temperatures_, round, exchanger_,
                                                  [](const State& s) { return s.energy; });
        if (on_round) on_round(moves_per_round_of(options_), best());
    }
    stopped_ = stopped_ || stop_.requested();
    return outcome();
}

ChainOutcome Chain::outcome() const {
    ChainOutcome outcome;
    outcome.states = states_;
    outcome.record = best();
    outcome.exchanges = exchanges_;
    outcome.stopped = stopped_;
    for (const Rung& rung : rungs_) {
        outcome.moves += rung.counts().moves;
        outcome.accepted += rung.counts().accepted;
        outcome.refused += rung.counts().refused;
        outcome.programs += rung.counts().programs;
    }
    return outcome;
}

/// One run of temper().
class Tempering {
public:
    explicit Tempering(const TemperingOptions& options) : options_(options) {
        progress_.total = options.chains * rounds_of(options) * moves_per_round_of(options);
    }

    TemperingResult run();

private:
    std::vector<ChainOutcome> outcomes_of(const std::vector<ChainStretch>& stretches);
    void report(std::uint64_t moves, const std::optional<Record>& record);
    void add(const ChainOutcome& outcome);
    void meet(std::vector<ChainStretch>& stretches) const;
    TemperingResult result() const;

    const TemperingOptions& options_;
    ChainOutcome sum_;  // without states
    std::mutex mutex_;
    TemperingProgress progress_;
};

void Tempering::report(std::uint64_t moves, const std::optional<Record>& record) {
    if (!options_.progress) return;
    const std::lock_guard lock(mutex_);
    progress_.done += moves;
    if (record && (!progress_.ratio || record->rated.ratio < *progress_.ratio)) {
        progress_.ratio = record->rated.ratio;
    }
    options_.progress(progress_);
}

std::vector<ChainOutcome> Tempering::outcomes_of(const std::vector<ChainStretch>& stretches) {
    std::vector<ChainOutcome> outcomes(stretches.size());
    if (options_.elsewhere) {
        const bool all =
            options_.elsewhere(stretches, [&](std::size_t place, ChainOutcome outcome) {
                report(outcome.moves, outcome.record);
                outcomes[place] = std::move(outcome);
            });
        sum_.stopped |= !all;
        return outcomes;
    }
    with_threads(options_.threads, [&] {
        tbb::parallel_for(std::size_t{0}, stretches.size(), [&](std::size_t k) {
            outcomes[k] = run_chain(options_, stretches[k], options_.stop,
                                    [this](auto moves, const auto& best) { report(moves, best); });
        });
    });
    return outcomes;
}

void Tempering::add(const ChainOutcome& outcome) {
    sum_.moves += outcome.moves;
    sum_.accepted += outcome.accepted;
    sum_.refused += outcome.refused;
    sum_.programs += outcome.programs;
    sum_.exchanges += outcome.exchanges;
    sum_.stopped |= outcome.stopped;
    if (outcome.record && (!sum_.record || is_better(*outcome.record, *sum_.record))) {
        sum_.record = outcome.record;
    }
}

/// The coldest replicas go on from the record, where they are not as good.
void Tempering::meet(std::vector<ChainStretch>& stretches) const {
    if (!sum_.record) return;
    const Record& best = *sum_.record;
    const State state{best.rated.point, best.d, best.rated.ratio.approximate(), best.proven};
    for (ChainStretch& stretch : stretches) {
        std::optional<State>& first = stretch.states.front();
        if (!first || state.energy < first->energy) first = state;
    }
}

TemperingResult Tempering::run() {
    std::vector<ChainStretch> stretches(options_.chains);
    for (std::size_t k = 0; k < stretches.size(); ++k)
        stretches[k].chain = k;
    for (std::size_t stretch = 0; stretch <= options_.meetings && !sum_.stopped; ++stretch) {
        std::vector<ChainOutcome> outcomes = outcomes_of(stretches);
        for (std::size_t k = 0; k < stretches.size(); ++k) {
            add(outcomes[k]);
            stretches[k].states = std::move(outcomes[k].states);
            stretches[k].stretch = stretch + 1;
        }
        if (!sum_.stopped) meet(stretches);
    }
    return result();
}

std::string tempering_scope(const TemperingOptions& options) {
    return fmt::format("σ in S_{}, {}, pseudometrics D; sampled", options.n,
                       options.space.text(options.n));
}

/// "8 replicas", "3 chains of 8 replicas".
std::string walkers(const TemperingOptions& options) {
    const std::string replicas = counted(options.replicas, "replica");
    if (options.chains == 1) return replicas;
    return fmt::format("{} chains of {}", options.chains, replicas);
}

TemperingResult Tempering::result() const {
    TemperingResult result;
    result.moves = sum_.moves;
    result.accepted = sum_.accepted;
    result.refused = sum_.refused;
    result.programs = sum_.programs;
    result.exchanges = sum_.exchanges;
    result.complete = !sum_.stopped;
    result.scope = tempering_scope(options_);
    result.effort = fmt::format(
        "{} moves of {}, seed {}, {} accepted, {} exchanges, {}{} programs{}{}", result.moves,
        walkers(options_), options_.seed, result.accepted, result.exchanges,
        options_.meetings == 0 ? "" : counted(options_.meetings, "meeting") + ", ", result.programs,
        result.refused == 0 ? "" : fmt::format(", {} refused: beyond 64 bits", result.refused),
        result.complete ? "" : "; stopped by time: the result depends on it");
    if (!sum_.record) return result;
    const Record& record = *sum_.record;
    const Permutation& sigma = record.rated.point.sigma;
    const Weighting weighting = record.rated.point.weighting(options_.space.fixed_points);
    result.best =
        confirmed_evidence(options_.inequality, sigma, weighting, record.d, record.rated.ratio);
    result.least_for_point = record.proven;
    result.strict = strict_evidence(options_.inequality, sigma, weighting, record.d);
    return result;
}

}  // namespace

Verdict TemperingResult::verdict() const {
    if (!best) return Verdict::undecided;
    return best->ratio() < Rational(1) ? Verdict::refuted : Verdict::supported;
}

TemperingResult temper(const TemperingOptions& options) {
    require_valid_tempering(options);
    return Tempering(options).run();
}

ChainOutcome run_chain(const TemperingOptions& options, const ChainStretch& stretch,
                       const Stop& stop, const OnRound& on_round) {
    return Chain(options, stretch, stop).run(on_round);
}

}  // namespace disarray::search
