// SPDX-License-Identifier: MIT
//
// Units of consecutive ranks go through a pipeline: numbered in order, decided in parallel, and
// received in order again, so that the certificate's frames are written as they come and the memory
// in use is that of a few units. What is received is summed up by an operation that does not depend
// on the order. At the end the certificate is put together and read by the verifier.
//
// Tried and left, by measurement (2026-11): warm starts (linear_program_clp.cpp). Bounds cheaper
// than the program: levels of the inversion order prove F[prefix] ≥ K where no four ranks
// descend, which is 39, 26 and 16 % of S_8, S_9 and S_10, but not the exact minimum. One σ for each
// inversion order up to isomorphism and duality, which is all that F[prefix] and K depend on: 6326
// in place of 7579 programs on the indecomposable σ of S_8, and a verifier that would have to find
// the isomorphisms.
#include "search/sweep.hpp"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <tbb/parallel_pipeline.h>

#include "base/atomic_file.hpp"
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "ranking/enumeration.hpp"
#include "search/chunk_folder.hpp"
#include "search/verify/verify.hpp"

namespace disarray::search {

namespace {

/// Decides the best σ once more and lets the naive definitions confirm what is printed.
ClaimResult claim_result(const Claim& claim, std::size_t n, const Permutation& best,
                         const Rational& ratio, std::uint64_t violating) {
    const Functional small = functional(claim.inequality.small, best, claim.weighting);
    const Functional big = functional(claim.inequality.big, best, claim.weighting);
    const auto decision = decide(small, big);
    if (!decision || decision->ratio != ratio) {
        throw InternalError("a σ that was decided comes out otherwise, ranks " + best.to_string());
    }
    ClaimResult result{n, ratio, violating, {}, {}};
    result.best =
        confirmed_evidence(claim.inequality, best, claim.weighting, decision->witness, ratio);
    result.strict = strict_evidence(claim.inequality, best, claim.weighting, decision->witness);
    return result;
}

/// Is given the index of a unit, the number of its records, and the frame with them.
using VisitFrame = std::function<void(std::uint64_t, std::uint64_t, std::string_view)>;

/// Frames in the order in which they came, on disk.
class Spool {
public:
    void append(const UnitResult& unit) {
        file_.write(unit.certificate);
        frames_[unit.length].push_back({unit.index, unit.records, unit.certificate.size()});
    }

    void for_each(std::size_t length, const VisitFrame& visit) {
        std::ifstream in(file_.flushed(), std::ios::binary);
        std::uint64_t before = 0;
        for (const auto& [other, frames] : frames_) {
            if (other >= length) break;
            for (const Frame& frame : frames)
                before += frame.size;
        }
        in.seekg(static_cast<std::streamoff>(before));
        std::string text;
        for (const auto& [index, records, size] : frames_[length]) {
            text.resize(size);
            if (!in.read(text.data(), static_cast<std::streamsize>(size))) {
                throw InternalError("what was written to a temporary file is not there");
            }
            visit(index, records, text);
        }
    }

private:
    struct Frame {
        std::uint64_t index = 0, records = 0;
        std::size_t size = 0;
    };
    AtomicFile file_ = AtomicFile::temporary();
    std::map<std::size_t, std::vector<Frame>> frames_;  // by length, ascending as they came
};

/// One run of sweep().
class Sweep {
public:
    explicit Sweep(const SweepOptions& options)
        : options_(options), claim_(options.claim), plan_(plan_of(options.claim)) {}

    SweepOutcome run();

private:
    struct Unit {
        std::size_t length = 0;
        std::uint64_t index = 0;
        std::optional<UnitResult> result;
    };

    void count_what_is_there();
    bool run_length(std::size_t length);
    bool run_elsewhere();
    std::vector<std::uint64_t> open_units(std::size_t length) const;
    void receive(std::span<const UnitResult> units);
    void report(std::size_t length, std::uint64_t more);

    LengthResult summary(std::size_t n);
    std::uint64_t violating(std::size_t n) const;
    void certify(SweepOutcome& outcome);
    void for_each_frame(std::size_t length, const VisitFrame& visit);
    void write_file(const Claim& claim, std::uint64_t records, std::span<const ClaimResult> results,
                    SweepOutcome& outcome);
    void write_chunks(const Claim& claim, std::uint64_t records,
                      std::span<const ClaimResult> results, SweepOutcome& outcome);

    const SweepOptions& options_;
    const Claim& claim_;
    CampaignPlan plan_;
    std::map<std::size_t, LengthStatus> lengths_;  // what is known of the σ of each length
    std::optional<Spool> spool_;
    double cpu_seconds_ = 0;
    std::uint64_t certificate_bytes_ = 0;
    SweepProgress progress_;
};

SweepOutcome Sweep::run() {
    if (options_.campaign == nullptr) spool_.emplace();
    count_what_is_there();
    SweepOutcome outcome;
    const bool is_done = !options_.elsewhere || run_elsewhere();
    bool going = true;
    for (std::size_t length = plan_.first_length; length <= plan_.n && going; ++length) {
        going = options_.elsewhere
                    ? is_done || lengths_[length].units_done == unit_count(plan_, length)
                    : run_length(length);
        outcome.lengths.push_back(summary(length));
    }
    certify(outcome);
    outcome.cpu_seconds = cpu_seconds_;
    outcome.certificate_bytes = certificate_bytes_;
    return outcome;
}

void Sweep::count_what_is_there() {
    for (std::size_t length = plan_.first_length; length <= plan_.n; ++length)
        progress_.total += factorial_64(length);
    if (options_.campaign == nullptr) return;
    for (const LengthStatus& s : options_.campaign->status()) {
        lengths_[s.length] = s;
        progress_.done_before += std::min(s.units_done * plan_.unit_size, factorial_64(s.length));
    }
    progress_.done = progress_.done_before;
}

/// The units of this run's shard that are not done, in order.
std::vector<std::uint64_t> Sweep::open_units(std::size_t length) const {
    const std::uint64_t count = unit_count(plan_, length);
    std::vector<std::uint64_t> open;
    for (std::uint64_t index = 0; index < count; ++index) {
        if (!is_in_part(index, options_.shard, options_.shards)) continue;
        if (options_.campaign == nullptr || !options_.campaign->is_done(length, index)) {
            open.push_back(index);
        }
    }
    return open;
}

/// False if stopped.
bool Sweep::run_length(std::size_t length) {
    const std::vector<std::uint64_t> open = open_units(length);
    std::size_t next = 0;
    std::atomic<bool> stopped = false;
    // Twice as many units in flight as there are threads keeps all of them busy while the units
    // arrive in order.
    const auto in_flight = static_cast<std::size_t>(2 * tbb::this_task_arena::max_concurrency());
    tbb::parallel_pipeline(
        in_flight,
        tbb::make_filter<void, Unit>(tbb::filter_mode::serial_in_order, [&](tbb::flow_control&
                                                                                control) {
            if (next == open.size() || stopped) {
                control.stop();
                return Unit{};
            }
            return Unit{length, open[next++], {}};
        }) & tbb::make_filter<Unit, Unit>(tbb::filter_mode::parallel, [&](Unit unit) {
            unit.result = decide_unit(claim_, unit.length, unit.index, options_.stop);
            if (!unit.result) stopped = true;
            return unit;
        }) & tbb::make_filter<Unit, void>(tbb::filter_mode::serial_in_order, [&](const Unit& unit) {
            if (unit.result) receive({&*unit.result, 1});
        }));
    return !stopped;
}

/// All lengths at once: nobody waits for the last unit of one. False if stopped.
bool Sweep::run_elsewhere() {
    std::vector<UnitPlace> open;
    for (std::size_t length = plan_.first_length; length <= plan_.n; ++length) {
        for (const std::uint64_t index : open_units(length))
            open.push_back({length, index});
    }
    return options_.elsewhere(open, [this](std::span<const UnitResult> units) { receive(units); });
}

void Sweep::receive(std::span<const UnitResult> units) {
    if (options_.campaign != nullptr) options_.campaign->store(units);
    for (const UnitResult& unit : units) {
        if (spool_) spool_->append(unit);
        lengths_[unit.length].add(unit);
        cpu_seconds_ += unit.seconds;
        certificate_bytes_ += unit.certificate.size();
        report(unit.length, unit_range(plan_, unit.length, unit.index).size());
    }
}

void Sweep::report(std::size_t length, std::uint64_t more) {
    progress_.length = length;
    progress_.done += more;
    const std::optional<Rational>& ratio = lengths_[length].ratio;
    if (ratio && (!progress_.ratio || *ratio < *progress_.ratio)) progress_.ratio = ratio;
    if (options_.progress) options_.progress(progress_);
}

/// The violating σ of S_n among those decided. With direct sums the others are counted by
/// kept(n) = Σ_m kept_indecomposable(m)·kept(n−m): a direct sum keeps N ≤ M if all its parts do.
std::uint64_t Sweep::violating(std::size_t n) const {
    if (!claim_.direct_sums) return lengths_.at(n).violating;
    std::vector<std::uint64_t> kept{1};
    std::vector<std::uint64_t> kept_indecomposable{0, 1};  // the σ of S_1: K = 0, harmless
    for (std::size_t m = 1; m <= n; ++m) {
        if (m > 1) {
            const LengthStatus& status = lengths_.at(m);
            kept_indecomposable.push_back(status.represented - status.violating);
        }
        std::uint64_t here = 0;
        for (std::size_t l = 1; l <= m; ++l)
            here += kept_indecomposable[l] * kept[m - l];
        kept.push_back(here);
    }
    return factorial_64(n) - kept[n];
}

LengthResult Sweep::summary(std::size_t n) {
    LengthResult result;
    result.n = n;
    result.complete = true;
    result.permutations = factorial_64(n);
    std::optional<Rational> ratio;
    Permutation best;
    for (std::size_t m = plan_.first_length; m <= n; ++m) {
        const LengthStatus& status = lengths_[m];
        result.programs += status.records;
        result.undecided += status.undecided;
        result.complete &= status.units_done == unit_count(plan_, m);
        if (status.ratio && (!ratio || *status.ratio < *ratio)) {
            ratio = status.ratio;
            best = status.best;
        }
    }
    result.complete &= result.undecided == 0;
    if (!ratio && options_.attained && options_.attained->size() <= n) {
        ratio = 1;
        best = *options_.attained;
    }
    if (!ratio) return result;
    // Of an unfinished length only what was seen to violate is claimed.
    result.found = claim_result(claim_, n, best, *ratio,
                                result.complete ? violating(n) : lengths_.at(n).violating);
    return result;
}

void Sweep::for_each_frame(std::size_t length, const VisitFrame& visit) {
    if (spool_) return spool_->for_each(length, visit);
    options_.campaign->for_each_unit(
        length, [&](const UnitResult& unit) { visit(unit.index, unit.records, unit.certificate); });
}

AtomicFile certificate_file(const std::string& name) {
    return name.empty() ? AtomicFile::temporary() : AtomicFile(name);
}

/// The verifier's line for what was written.
std::string verified(const std::string& written, unsigned threads) {
    const verify::Report report = verify::verify_file(written, threads);
    if (!report.verified) throw InternalError("a certificate that does not hold: " + report.line);
    return report.line;
}

/// Verifies what was written and gives it its name, if it has one.
void verify_and_keep(AtomicFile& file, const std::string& name, unsigned threads,
                     SweepOutcome& outcome) {
    outcome.verification = verified(file.flushed(), threads);
    if (name.empty()) return;
    file.commit();
    outcome.kept = true;
}

void Sweep::write_file(const Claim& claim, std::uint64_t records,
                       std::span<const ClaimResult> results, SweepOutcome& outcome) {
    AtomicFile file = certificate_file(options_.certificate);
    file.write(compressed(header_line(claim)));
    for (std::size_t length = plan_.first_length; length <= claim.n; ++length) {
        for_each_frame(length, [&](std::uint64_t, std::uint64_t, std::string_view frame) {
            file.write(frame);
        });
    }
    file.write(compressed(end_line(claim, records, results)));
    verify_and_keep(file, options_.certificate, options_.threads, outcome);
}

void Sweep::write_chunks(const Claim& claim, std::uint64_t records,
                         std::span<const ClaimResult> results, SweepOutcome& outcome) {
    ChunkFolder folder(options_.certificate, options_.chunk_bytes);
    for (std::size_t length = plan_.first_length; length <= claim.n; ++length) {
        for_each_frame(length,
                       [&](std::uint64_t index, std::uint64_t count, std::string_view frame) {
                           folder.add(length, unit_range(plan_, length, index), count, frame);
                       });
    }
    outcome.verification = verified(folder.finish(claim, records, results), options_.threads);
    folder.commit();
    outcome.kept = true;
}

/// The longest run of complete lengths has a certificate.
void Sweep::certify(SweepOutcome& outcome) {
    std::vector<ClaimResult> results;
    std::uint64_t records = 0;
    for (const LengthResult& length : outcome.lengths) {
        if (!length.complete || !(length.found || claim_.threshold)) break;
        results.push_back(length.found.value_or(ClaimResult{length.n, 1, 0, {}, {}, false}));
        records = length.programs;
    }
    if (results.empty()) return;
    Claim claim = claim_;
    claim.n = results.back().n;
    if (options_.chunk_bytes > 0 && !options_.certificate.empty()) {
        write_chunks(claim, records, results, outcome);
    } else {
        write_file(claim, records, results, outcome);
    }
    for (std::size_t k = 0; k < results.size(); ++k)
        outcome.lengths[k].certified = true;
}

}  // namespace

Verdict LengthResult::verdict() const {
    if (found && found->ratio < Rational(1)) return Verdict::refuted;
    if (!complete) return Verdict::undecided;
    return certified ? Verdict::certified : Verdict::exhausted;
}

SweepOutcome sweep(const SweepOptions& options) {
    const Claim& claim = options.claim;
    if (claim.sigma || claim.n < 2 || claim.n > max_sweep_n) {
        throw UsageError("sweep: a claim about one σ, or n out of range");
    }
    if (options.campaign != nullptr && options.campaign->plan() != plan_of(claim)) {
        throw UsageError("sweep: a campaign of another plan");
    }
    if (options.elsewhere && options.campaign == nullptr) {
        throw UsageError("sweep: units decided elsewhere, and no campaign");
    }
    // Who decides the units elsewhere has threads of its own.
    if (options.elsewhere) return Sweep(options).run();
    return with_threads(options.threads, [&] { return Sweep(options).run(); });
}

SweepOutcome decide_one(const Claim& claim, const std::string& certificate) {
    const Permutation& sigma = claim.sigma.value();
    const auto decision = decide(functional(claim.inequality.small, sigma, claim.weighting),
                                 functional(claim.inequality.big, sigma, claim.weighting));
    SweepOutcome outcome;
    LengthResult& length = outcome.lengths.emplace_back();
    length.n = sigma.size();
    length.permutations = 1;
    length.undecided = decision ? 0 : 1;
    if (!decision) return outcome;
    length.complete = true;
    length.programs = 1;
    const std::uint64_t violating = decision->ratio < Rational(1) ? 1 : 0;
    length.found = claim_result(claim, sigma.size(), sigma, decision->ratio, violating);
    AtomicFile file = certificate_file(certificate);
    file.write(header_line(claim) + record_line(sigma, *decision) +
               end_line(claim, 1, std::span(&*length.found, 1)));
    verify_and_keep(file, certificate, 1, outcome);
    length.certified = true;
    return outcome;
}

}  // namespace disarray::search
