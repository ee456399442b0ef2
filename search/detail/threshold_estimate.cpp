// SPDX-License-Identifier: MIT
//
// The cost of a threshold. A σ takes some microseconds and leaves nothing in the certificate, but
// for a few that take a thousand times as long; so pieces of consecutive σ are drawn and done.
// Nearly all that are first in their class have a low first rank: each first rank is a stratum,
// with pieces drawn from it without replacement. A piece is compressed by itself, with less to
// repeat than in its unit: the bytes come out a little high (a fifth on S_10).
#include "search/detail/threshold_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <tbb/parallel_for.h>

#include "base/cpu_time.hpp"
#include "base/random.hpp"
#include "ranking/enumeration.hpp"
#include "search/detail/sampling.hpp"
#include "search/unit.hpp"
#include "search/verify/lines.hpp"
#include "search/verify/verify.hpp"

namespace disarray::search::detail {

namespace {

constexpr std::uint64_t piece_size = 5040;

/// What the pieces of one stratum took.
struct Stratum {
    std::vector<std::uint64_t> begins;  ///< of its pieces in a random order; the first are done
    std::size_t drawn = 0;
    RatioSample records, seconds, verification, bytes;
};

struct StratifiedLength {
    std::size_t length = 0;
    std::uint64_t piece = 0;  ///< ranks
    std::vector<Stratum> strata;

    Estimated total(RatioSample Stratum::*sample) const;
};

/// Σ over the strata of pieces · mean.
Estimated StratifiedLength::total(RatioSample Stratum::*sample) const {
    Mean whole;
    double squares = 0;
    for (const Stratum& stratum : strata) {
        const Mean mean = (stratum.*sample).mean(stratum.begins.size());
        const double part = mean.value * static_cast<double>(stratum.begins.size());
        whole.value += part;
        squares += part == 0 ? 0 : mean.variance * part * part;
        whole.degrees += mean.degrees;
    }
    if (whole.value > 0) whole.variance = squares / (whole.value * whole.value);
    return whole.scaled(1);
}

std::vector<StratifiedLength> lengths_of(const Claim& claim, std::uint64_t seed) {
    std::vector<StratifiedLength> lengths;
    for (std::size_t m = claim.first_length(); m <= claim.n; ++m) {
        StratifiedLength& length = lengths.emplace_back();
        length.length = m;
        const std::uint64_t stratum_size = factorial_64(m - 1);
        length.piece = std::min(piece_size, stratum_size);
        Random random(seed, m);
        for (std::uint64_t begin = 0; begin < factorial_64(m); begin += stratum_size) {
            Stratum& stratum = length.strata.emplace_back();
            for (std::uint64_t k = 0; k < stratum_size; k += length.piece)
                stratum.begins.push_back(begin + k);
            for (std::size_t k = stratum.begins.size(); k > 1; --k)
                std::swap(stratum.begins[k - 1], stratum.begins[random.below(k)]);
        }
    }
    return lengths;
}

class ThresholdEstimator {
public:
    ThresholdEstimator(const Claim& claim, const EstimateOptions& options)
        : claim_(claim),
          options_(options),
          budget_(std::chrono::duration<double>(options.seconds)),
          lengths_(lengths_of(claim, options.seed)) {
        std::string header = header_line(claim);
        header.pop_back();
        checker_.emplace(header);
    }

    SweepEstimate run();

private:
    struct Task {
        StratifiedLength* length = nullptr;
        Stratum* stratum = nullptr;
        std::optional<UnitResult> result;
        double verification = 0;
        double bytes = 0;
    };

    std::vector<Task> draw_round(std::size_t round);
    void measure(Task& task) const;
    LengthEstimate estimate(const StratifiedLength& length) const;

    const Claim& claim_;
    const EstimateOptions& options_;
    Stop budget_;
    std::optional<verify::RecordChecker> checker_;
    std::vector<StratifiedLength> lengths_;
};

/// A piece of each stratum: of the longest length in each round, of the one before in every other,
/// and so on; of all in the first two rounds, without which there is no interval.
std::vector<ThresholdEstimator::Task> ThresholdEstimator::draw_round(std::size_t round) {
    std::vector<Task> tasks;
    std::size_t every = 1;
    for (auto length = lengths_.rbegin(); length != lengths_.rend(); ++length, every *= 2) {
        if (round > 1 && round % every != 0) continue;
        for (Stratum& stratum : length->strata) {
            if (stratum.drawn < stratum.begins.size())
                tasks.push_back({&*length, &stratum, {}, 0, 0});
        }
    }
    return tasks;
}

/// The bytes of a frame without exceptions.
double empty_frame(std::size_t length, RankRange range) {
    const std::string line = section_line(lexicographic_unrank(length, range.begin),
                                          lexicographic_unrank(length, range.end - 1), "");
    return static_cast<double>(compressed(line).size());
}

void ThresholdEstimator::measure(Task& task) const {
    const std::uint64_t begin = task.stratum->begins[task.stratum->drawn];
    const RankRange range{begin, begin + task.length->piece};
    task.result = decide_range(claim_, task.length->length, range, options_.stop);
    if (!task.result) return;
    const std::string& frame = task.result->certificate;
    task.bytes =
        std::max(0.0, static_cast<double>(frame.size()) - empty_frame(task.length->length, range));
    const double start = thread_cpu_seconds();
    std::istringstream in(frame);
    verify::Lines lines(in);
    for (std::string line; lines.next(line);)
        checker_->check_section(line);
    task.verification = thread_cpu_seconds() - start;
}

LengthEstimate ThresholdEstimator::estimate(const StratifiedLength& length) const {
    LengthEstimate result;
    result.length = length.length;
    for (const Stratum& stratum : length.strata)
        result.sampled += stratum.drawn;
    result.runs = result.sampled;
    Cost& cost = result.cost;
    cost.permutations = factorial_64(length.length);
    const auto known = program_count(claim_, length.length);
    cost.programs =
        known ? Estimated{static_cast<double>(*known), 0} : length.total(&Stratum::records);
    cost.seconds = length.total(&Stratum::seconds);
    cost.verification = length.total(&Stratum::verification);
    cost.bytes = length.total(&Stratum::bytes);
    const CampaignPlan plan = plan_of(claim_);
    cost.bytes.value += static_cast<double>(unit_count(plan, length.length)) *
                        empty_frame(length.length, unit_range(plan, length.length, 0));
    return result;
}

SweepEstimate ThresholdEstimator::run() {
    SweepEstimate result;
    for (std::size_t round = 0; round < options_.rounds; ++round) {
        std::vector<Task> tasks = draw_round(round);
        if (tasks.empty()) break;
        // The first two rounds are made in any case: an estimate without them would be none.
        result.cut_short = round > 1 && budget_.requested();
        if (result.cut_short) break;
        tbb::parallel_for(std::size_t{0}, tasks.size(), [&](std::size_t k) { measure(tasks[k]); });
        result.cut_short =
            !std::ranges::all_of(tasks, [](const Task& task) { return task.result.has_value(); });
        if (result.cut_short) break;
        for (const Task& task : tasks) {
            Stratum& stratum = *task.stratum;
            ++stratum.drawn;
            stratum.records.add(1, static_cast<double>(task.result->records));
            stratum.seconds.add(1, task.result->seconds);
            stratum.verification.add(1, task.verification);
            stratum.bytes.add(1, task.bytes);
            ++result.sampled;
        }
    }
    for (const StratifiedLength& length : lengths_)
        result.lengths.push_back(estimate(length));
    return result;
}

}  // namespace

SweepEstimate estimate_threshold(const Claim& claim, const EstimateOptions& options) {
    return ThresholdEstimator(claim, options).run();
}

}  // namespace disarray::search::detail
