// SPDX-License-Identifier: MIT
//
// The classes of S_m are counted by Burnside's lemma; programs are that many, but for σ where N is
// zero. Then, for each length:
//
//     CPU seconds = programs · seconds per program + m! · seconds per permutation
//     bytes = programs · bytes of a record · bytes written per byte
//
// Seconds and bytes of a record are means over classes drawn at random, each decided as a unit
// decides it. A uniform σ hits a class as often as the class has members, hence the weights
// 1/members and ratio estimators; up to n = 8 the classes are listed and drawn without replacement.
// The compression depends on what stands before a record in its unit, so it is measured on runs of
// consecutive records, each within the unit of a class drawn at random: a run is compressed whole
// and by half, and what the second half adds, for each of its bytes, is taken for the rest of the
// unit. For the eight standard questions on S_8 that is 0 to 8 % above the truth (2026-11), since a
// frame finds a little more to repeat than a run does; the interval is widened for that.
//
// A record is verified right after it was found, while the caches hold the program: on S_9, K ≤
// F[prefix], that takes a third longer than the verifier does in one go (3.6 to 2.7 s, 2026-11).
//
// Independent relative errors add up in squares (delta method). Means have Student's intervals;
// program times are skewed where N splits into many cases, and intervals from few samples then a
// little too narrow.
//
// Tried and left: times from the runs alone. Neighbours take similar times, so that 64 of them say
// little more than one.
#include "search/estimate.hpp"

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

#include <tbb/parallel_for.h>

#include "base/cpu_time.hpp"
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "base/random.hpp"
#include "ranking/enumeration.hpp"
#include "ranking/symmetry.hpp"
#include "search/detail/sampling.hpp"
#include "search/detail/threshold_estimate.hpp"
#include "search/sweep.hpp"
#include "search/unit.hpp"
#include "search/verify/verify.hpp"

namespace disarray::search {

namespace {

using detail::Mean;
using detail::RatioSample;

/// Up to here all classes are listed: 8! visits take a fifth of a second at most.
constexpr std::size_t max_listed = 8;
/// Records in a run, out of a unit with so many ranks. Of the long units, half as many runs of
/// twice as many were no closer to the truth, and varied more; the short ones are taken nearly
/// whole.
std::size_t run_records(std::uint64_t unit_size) {
    return unit_size <= 720 ? 256 : 64;
}
/// The longest length has a run in each of so many rounds: half as many records as programs, and
/// twice as many where runs are long.
constexpr std::size_t rounds_per_run = 16;
/// Shorter lengths have one less often, but not more seldom than this.
constexpr std::size_t most_rounds_per_run = 512;

/// Relative standard error of a compression that is measured on runs, beside that of the sample.
constexpr double run_error = 0.03;

/// A σ that stands for its class, and how much a draw of it counts.
struct Draw {
    Permutation sigma;
    double weight = 0;  ///< 0: N is zero, there is no program
};

/// What deciding one σ took.
struct Solved {
    double seconds = 0;
    double verification = 0;
    std::string line;
};

/// A run of consecutive records of one unit.
struct Run {
    double weight = 0;
    double raw = 0;         ///< bytes of a record
    double compressed = 0;  ///< bytes of the frame per byte of its records, whole unit
    double seconds = 0;     ///< of compression, for a record
    bool is_whole = false;  ///< the run is the whole length
};

/// One length, with what is sampled of it. Draws are made by one thread, solved by any.
class LengthSample {
public:
    LengthSample(const Claim& claim, std::size_t length, std::uint64_t seed)
        : claim_(claim),
          length_(length),
          programs_random_(seed, 4 * length),
          runs_random_(seed, 4 * length + 1),
          walk_random_(seed, 4 * length + 2) {
        if (length <= max_listed) list_classes();
        count_programs(Random(seed, 4 * length + 3));
        measure_walk();
    }

    /// The next σ to decide; empty if all have been drawn.
    std::optional<Draw> draw_program() {
        if (!is_listed()) return draw(programs_random_);
        if (drawn_ == listed_.size()) return std::nullopt;
        // One more step of a random shuffle.
        std::swap(listed_[drawn_],
                  listed_[drawn_ + programs_random_.below(listed_.size() - drawn_)]);
        return Draw{listed_[drawn_++], 1};
    }

    /// A σ from whose unit a run is taken, and the place of the run in the unit.
    std::pair<Draw, double> draw_run() {
        if (is_listed() && listed_.empty()) return {Draw{}, 0};
        Draw drawn =
            is_listed() ? Draw{listed_[runs_random_.below(listed_.size())], 1} : draw(runs_random_);
        return {std::move(drawn), runs_random_.unit()};
    }

    Solved solve(const Permutation& sigma, const verify::RecordChecker* checker) const;
    std::optional<Run> measure_run(const Draw& drawn, double place, const Stop& stop) const;

    void add(const Draw& drawn, const Solved& solved) {
        seconds_.add(drawn.weight, solved.seconds);
        verification_.add(drawn.weight, solved.verification);
        raw_.add(drawn.weight, static_cast<double>(solved.line.size()));
    }
    void add(const Run& run) { runs_.push_back(run); }

    std::size_t length() const { return length_; }
    const std::vector<Run>& runs() const { return runs_; }
    LengthEstimate estimate(const Mean& compression, double seconds_of_compression) const;

private:
    bool is_listed() const { return length_ <= max_listed; }
    bool needs_program(const Permutation& sigma) const {
        return !functional(claim_.inequality.small, sigma, claim_.weighting).is_zero();
    }
    bool is_candidate(const std::vector<Rank>& ranks) const {
        return !claim_.direct_sums || is_indecomposable(ranks);
    }

    void list_classes();
    void count_programs(Random random);
    void measure_walk();
    Draw draw(Random& random) const;

    const Claim& claim_;
    std::size_t length_;
    Random programs_random_, runs_random_, walk_random_;
    std::vector<Permutation> listed_;  // the σ that need a program; the first drawn_ are drawn
    std::size_t drawn_ = 0;
    Mean programs_;
    RatioSample walk_, seconds_, verification_, raw_;
    std::vector<Run> runs_;
};

void LengthSample::list_classes() {
    for_each_class(claim_, length_, {0, factorial_64(length_)}, [&](Permutation sigma) {
        if (needs_program(sigma)) listed_.push_back(std::move(sigma));
        return true;
    });
}

/// Uniform among the σ in question.
Draw LengthSample::draw(Random& random) const {
    std::vector<Rank> ranks(length_);
    do {
        for (std::size_t i = 0; i < length_; ++i) {
            const std::size_t j = random.below(i + 1);
            ranks[i] = ranks[j];
            ranks[j] = static_cast<Rank>(i);
        }
    } while (!is_candidate(ranks));
    const std::vector<Permutation> images =
        orbit(Permutation::from_ranks_unchecked(std::move(ranks)), claim_.symmetries);
    const bool needed = needs_program(images.front());
    return {images.front(), needed ? 1 / static_cast<double>(images.size()) : 0};
}

void LengthSample::count_programs(Random random) {
    if (is_listed()) {
        programs_ = {static_cast<double>(listed_.size()), 0, 1};
        return;
    }
    if (const auto known = program_count(claim_, length_)) {
        programs_ = {static_cast<double>(*known), 0, 1};
        return;
    }
    const auto count =
        static_cast<double>(class_count(length_, claim_.direct_sums, claim_.symmetries));
    // Else the share of classes with N ≠ 0 is sampled.
    constexpr std::size_t draws = 2048;
    RatioSample share;
    for (std::size_t k = 0; k < draws; ++k) {
        const Draw drawn = draw(random);
        const double weight = 1 / static_cast<double>(orbit(drawn.sigma, claim_.symmetries).size());
        share.add(weight, drawn.weight > 0 ? 1 : 0);
    }
    programs_ = share.mean();
    programs_.value *= count;
    // Where none of k draws shows an exception, up to 3/k of the classes may be (95 %).
    constexpr double unseen = 3.0 / draws / 1.96;
    programs_.variance = std::max(programs_.variance, unseen * unseen);
}

/// Seconds for each σ that a unit walks over: blocks of consecutive ranks.
void LengthSample::measure_walk() {
    constexpr std::uint64_t blocks = 8, block = 2000;
    const std::uint64_t ranks = factorial_64(length_);
    for (std::uint64_t k = 0; k < blocks; ++k) {
        const std::uint64_t size = std::min(block, ranks);
        const std::uint64_t begin = walk_random_.below(ranks - size + 1);
        const double start = thread_cpu_seconds();
        std::uint64_t found = 0;
        for_each_class(claim_, length_, {begin, begin + size}, [&](const Permutation& sigma) {
            found += sigma[0];
            return true;
        });
        [[maybe_unused]] const volatile std::uint64_t kept = found;
        walk_.add(1, (thread_cpu_seconds() - start) / static_cast<double>(size));
    }
}

/// \param checker  null: not verified, which the verifier would refuse for this length
Solved LengthSample::solve(const Permutation& sigma, const verify::RecordChecker* checker) const {
    Solved solved;
    const double start = thread_cpu_seconds();
    const Functional small = functional(claim_.inequality.small, sigma, claim_.weighting);
    const auto decision = decide(small, functional(claim_.inequality.big, sigma, claim_.weighting));
    if (decision) solved.line = record_line(sigma, *decision);
    solved.seconds = thread_cpu_seconds() - start;
    if (!decision || checker == nullptr) return solved;
    const double written = thread_cpu_seconds();
    checker->check(std::string_view(solved.line).substr(0, solved.line.size() - 1));
    solved.verification = thread_cpu_seconds() - written;
    return solved;
}

/// Empty if `stop` asked.
std::optional<Run> LengthSample::measure_run(const Draw& drawn, double place,
                                             const Stop& stop) const {
    const CampaignPlan plan = plan_of(claim_);
    const std::uint64_t index = lexicographic_rank_64(drawn.sigma) / plan.unit_size;
    std::vector<Permutation> unit;
    for_each_class(claim_, length_, unit_range(plan, length_, index), [&](Permutation sigma) {
        if (needs_program(sigma)) unit.push_back(std::move(sigma));
        return true;
    });
    const std::size_t size = std::min(run_records(plan.unit_size), unit.size());
    const auto first =
        static_cast<std::size_t>(place * static_cast<double>(unit.size() - size + 1));
    std::string lines;
    std::size_t half = 0;
    for (std::size_t k = 0; k < size; ++k) {
        if (stop.requested()) return std::nullopt;
        if (k == size / 2) half = lines.size();
        const Permutation& sigma = unit[first + k];
        const auto decision = decide(functional(claim_.inequality.small, sigma, claim_.weighting),
                                     functional(claim_.inequality.big, sigma, claim_.weighting));
        if (decision) lines += record_line(sigma, *decision);
    }
    const double start = thread_cpu_seconds();
    const auto whole = static_cast<double>(compressed(lines).size());
    const double seconds = thread_cpu_seconds() - start;
    Run run;
    run.weight = drawn.weight;
    run.raw = static_cast<double>(lines.size()) / static_cast<double>(size);
    run.seconds = seconds / static_cast<double>(size);
    run.is_whole = size == unit.size() && unit_count(plan, length_) == 1;
    if (lines.empty()) return run;  // none was decided
    run.compressed = whole / static_cast<double>(lines.size());
    if (size == unit.size() || half == 0 || half == lines.size()) return run;
    const auto before = static_cast<double>(compressed(lines.substr(0, half)).size());
    const double rate = (whole - before) / static_cast<double>(lines.size() - half);
    const double begun = std::max(0.0, before - rate * static_cast<double>(half));
    run.compressed = rate + begun / (run.raw * static_cast<double>(unit.size()));
    return run;
}

/// \param compression  bytes written for each byte of a record
LengthEstimate LengthSample::estimate(const Mean& compression,
                                      double seconds_of_compression) const {
    LengthEstimate result;
    result.length = length_;
    result.sampled = seconds_.size();
    result.runs = runs_.size();
    Cost& cost = result.cost;
    cost.permutations = factorial_64(length_);
    cost.programs = {programs_.value, 1.96 * programs_.value * std::sqrt(programs_.variance)};
    if (programs_.value == 0) return result;
    const std::size_t population = is_listed() ? listed_.size() : 0;
    const double more = programs_.variance;
    cost.seconds = sum(seconds_.mean(population).scaled(programs_.value, more),
                       walk_.mean().scaled(static_cast<double>(cost.permutations)));
    cost.seconds.value += programs_.value * seconds_of_compression;
    cost.verification = length_ > max_sweep_n
                            ? Estimated{}
                            : verification_.mean(population).scaled(programs_.value, more);
    Mean raw = raw_.mean(population);
    raw.value *= compression.value;
    if (compression.variance > 0) raw.degrees = std::min(raw.degrees, compression.degrees);
    cost.bytes = raw.scaled(programs_.value, more + compression.variance);
    return result;
}

/// The sampling of all lengths.
class Estimator {
public:
    Estimator(const Claim& claim, const EstimateOptions& options)
        : options_(options), budget_(std::chrono::duration<double>(options.seconds)) {
        if (claim.first_length() <= max_sweep_n) {
            Claim verified = claim;
            verified.n = std::min(claim.n, max_sweep_n);
            const std::string header = header_line(verified);
            checker_.emplace(std::string_view(header).substr(0, header.size() - 1));
        }
        for (std::size_t length = claim.first_length(); length <= claim.n; ++length)
            lengths_.emplace_back(claim, length, options.seed);
    }

    SweepEstimate run() {
        warm_up();
        SweepEstimate result;
        for (std::size_t round = 0; round < options_.rounds && !result.cut_short; ++round) {
            // The first round is made in any case: an estimate without it would be none.
            const bool is_over = round > 0 && budget_.requested();
            result.cut_short = is_over || !sample_round(round);
        }
        for (const LengthSample& length : lengths_) {
            const auto [compression, seconds] = compression_of(length);
            result.lengths.push_back(length.estimate(compression, seconds));
            result.sampled += result.lengths.back().sampled;
        }
        return result;
    }

private:
    struct Task {
        LengthSample* length = nullptr;
        Draw drawn;
        std::optional<double> place;  // of a run
        std::optional<Solved> solved;
        std::optional<Run> run;
    };

    /// Null beyond max_sweep_n, where the verifier knows no claim over all of S_n.
    const verify::RecordChecker* checker_for(const LengthSample& length) const {
        return length.length() <= max_sweep_n ? &*checker_ : nullptr;
    }

    /// The first program of a process pays for what it loads.
    void warm_up() {
        LengthSample& length = lengths_.front();
        const std::pair<Draw, double> any = length.draw_run();
        if (any.first.weight > 0) length.solve(any.first.sigma, checker_for(length));
    }

    std::vector<Task> draw_round(std::size_t round);
    bool sample_round(std::size_t round);
    std::pair<Mean, double> compression_of(const LengthSample& of) const;
    Mean pooled_compression() const;

    const EstimateOptions& options_;
    Stop budget_;
    std::optional<verify::RecordChecker> checker_;
    std::vector<LengthSample> lengths_;  // ascending
};

/// The longest length has most of the cost and of the sample: 8 programs, the one before 4, then 2,
/// and 1 of each shorter one. The first round, which has no limit in time, has two of each, and two
/// runs where programs are quick.
std::vector<Estimator::Task> Estimator::draw_round(std::size_t round) {
    constexpr std::size_t quick = 9;  // a run takes a thirtieth of a second
    std::vector<Task> tasks;
    std::size_t programs = 8;
    std::size_t rounds = rounds_per_run;
    for (auto length = lengths_.rbegin(); length != lengths_.rend(); ++length) {
        std::size_t runs = round % rounds == rounds_per_run / 2 ? 1 : 0;
        if (round == 0) {
            programs = 2;
            runs = length->length() <= quick ? 2 : 0;
        }
        for (std::size_t k = 0; k < runs; ++k) {
            auto [drawn, place] = length->draw_run();
            if (drawn.weight > 0) tasks.push_back({&*length, std::move(drawn), place, {}, {}});
        }
        for (std::size_t k = 0; k < programs; ++k) {
            auto drawn = length->draw_program();
            if (drawn && drawn->weight > 0) {
                tasks.push_back({&*length, std::move(*drawn), {}, {}, {}});
            }
        }
        programs = std::max<std::size_t>(programs / 2, 1);
        rounds = std::min(2 * rounds, most_rounds_per_run);
    }
    // Runs first: they take longest.
    std::ranges::stable_partition(tasks, [](const Task& task) { return task.place.has_value(); });
    return tasks;
}

/// False, and nothing is counted, if `stop` asked.
bool Estimator::sample_round(std::size_t round) {
    std::vector<Task> tasks = draw_round(round);
    tbb::parallel_for(std::size_t{0}, tasks.size(), [&](std::size_t k) {
        Task& task = tasks[k];
        if (options_.stop.requested()) return;
        if (task.place) {
            task.run = task.length->measure_run(task.drawn, *task.place, options_.stop);
        } else {
            task.solved = task.length->solve(task.drawn.sigma, checker_for(*task.length));
        }
    });
    const bool is_whole =
        std::ranges::all_of(tasks, [](const Task& task) { return task.solved || task.run; });
    if (!is_whole) return false;
    for (const Task& task : tasks) {
        if (task.run) {
            task.length->add(*task.run);
        } else {
            task.length->add(task.drawn, *task.solved);
        }
    }
    return true;
}

Mean mean_compression(const std::vector<Run>& runs) {
    RatioSample sample;
    for (const Run& run : runs)
        sample.add(run.weight * run.raw, run.compressed);
    return sample.mean();
}

/// The variance of one run, from all lengths that have two: each has too few runs to tell alone.
Mean Estimator::pooled_compression() const {
    Mean pooled;
    double squares = 0;
    for (const LengthSample& length : lengths_) {
        if (length.runs().size() < 2 || length.runs().front().is_whole) continue;
        const Mean mean = mean_compression(length.runs());
        if (!std::isfinite(mean.variance)) continue;
        const auto count = static_cast<double>(mean.degrees + 1);
        squares += static_cast<double>(mean.degrees) * mean.variance * count;
        pooled.degrees += mean.degrees;
    }
    pooled.variance = pooled.degrees == 0 ? std::numeric_limits<double>::infinity()
                                          : squares / static_cast<double>(pooled.degrees);
    return pooled;
}

/// Of the runs of a length, or of the nearest one that has any, as if it were one run; and the
/// seconds that a record takes.
std::pair<Mean, double> Estimator::compression_of(const LengthSample& of) const {
    const LengthSample* nearest = nullptr;
    const auto distance = [&of](const LengthSample& other) {
        return std::max(of.length(), other.length()) - std::min(of.length(), other.length());
    };
    for (const LengthSample& other : lengths_) {
        if (other.runs().empty()) continue;
        if (nearest == nullptr || distance(other) <= distance(*nearest)) nearest = &other;
    }
    Mean mean = pooled_compression();
    if (nearest == nullptr) return {mean, 0};
    const std::vector<Run>& runs = nearest->runs();
    mean.value = mean_compression(runs).value;
    double seconds = 0;
    for (const Run& run : runs)
        seconds += run.seconds / static_cast<double>(runs.size());
    const bool is_own = nearest == &of;
    if (is_own && runs.front().is_whole) {
        mean.variance = 0;
    } else {
        mean.variance /= is_own ? static_cast<double>(runs.size()) : 1;
        mean.variance += run_error * run_error;
    }
    return {mean, seconds};
}

}  // namespace

double Estimated::relative() const {
    return half_width == 0 ? 0 : half_width / value;
}

Estimated sum(const Estimated& a, const Estimated& b) {
    return {a.value + b.value, std::hypot(a.half_width, b.half_width)};
}

Cost SweepEstimate::total() const {
    Cost total;
    for (const LengthEstimate& length : lengths) {
        total.permutations += length.cost.permutations;
        total.programs = sum(total.programs, length.cost.programs);
        total.seconds = sum(total.seconds, length.cost.seconds);
        total.verification = sum(total.verification, length.cost.verification);
        total.bytes = sum(total.bytes, length.cost.bytes);
    }
    return total;
}

SweepEstimate estimate_sweep(const Claim& claim, const EstimateOptions& options) {
    if (claim.sigma || claim.n < 2 || claim.n > (claim.threshold ? max_sweep_n : max_estimate_n)) {
        throw UsageError("estimate_sweep: a claim about one σ, or n out of range");
    }
    if (!(options.seconds > 0) || options.rounds == 0) {
        throw UsageError("estimate_sweep: no sample");
    }
    return with_threads(options.threads, [&] {
        return claim.threshold ? detail::estimate_threshold(claim, options)
                               : Estimator(claim, options).run();
    });
}

double wall_seconds(const Cost& cost, unsigned threads, unsigned ranks) {
    const double own = threads == 0 ? default_threads() : threads;
    return cost.seconds.value / (own * ranks) + cost.verification.value / own;
}

}  // namespace disarray::search
