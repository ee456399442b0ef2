// SPDX-License-Identifier: MIT
#include "search/unit.hpp"

#include <utility>

#include "base/cpu_time.hpp"
#include "search/decision.hpp"
#include "search/routing.hpp"

namespace disarray::search {

CampaignPlan plan_of(const Claim& claim) {
    CampaignPlan plan;
    plan.claim = header_line(claim);
    plan.title = to_string(claim.inequality);
    plan.first_length = claim.first_length();
    plan.n = claim.n;
    // A unit is what kill -9 can lose and what a frame compresses: about a tenth of a second to a
    // second of one core. The longest are for a thousand cores, of which none should wait for the
    // last unit of another.
    plan.unit_size = claim.n <= 8 ? 720 : claim.n <= 10 ? 5040 : 2520;
    // A σ whose proof is routed takes a hundredth of the time of a program.
    if (claim.threshold) plan.unit_size = claim.n <= 8 ? 5040 : claim.n <= 10 ? 40320 : 362880;
    return plan;
}

namespace {

/// The lines of a unit: a record each, or sections.
class UnitText {
public:
    UnitText(const Claim& claim, std::size_t length, RankRange range)
        : is_sections_(claim.threshold), length_(length), begin_(range.begin), range_(range) {}

    /// The record of the σ with this rank, without its newline, if that has one.
    void add(const Permutation& sigma, const std::string& record) {
        if (!is_sections_) {
            lines_ += record + "\n";
            return;
        }
        exceptions_ += (exceptions_.empty() ? "" : ",") + record;
        constexpr std::size_t longest = std::size_t{1} << 19;  // a quarter of what a line may have
        if (exceptions_.size() > longest) close(lexicographic_rank_64(sigma) + 1);
    }

    std::string finish() {
        if (is_sections_) close(range_.end);
        return std::move(lines_);
    }

private:
    void close(std::uint64_t end) {
        if (begin_ == end) return;
        lines_ += section_line(lexicographic_unrank(length_, begin_),
                               lexicographic_unrank(length_, end - 1), exceptions_);
        exceptions_.clear();
        begin_ = end;
    }

    bool is_sections_;
    std::size_t length_;
    std::uint64_t begin_;  // of the section at hand
    RankRange range_;
    std::string lines_, exceptions_;
};

/// σ, which counts for so many, was decided.
void add(UnitResult& unit, UnitText& text, const Claim& claim, const Permutation& sigma,
         std::uint64_t members, const DecidedSigma& decided) {
    ++unit.records;
    unit.represented += members;
    if (!decided.record.empty()) text.add(sigma, decided.record);
    if (!decided.ratio) return;
    const Rational one = 1;
    if (*decided.ratio < one) unit.violating += members;
    if (claim.threshold && *decided.ratio > one) return;
    // Ascending: the first is the least.
    if (unit.ratio && *unit.ratio <= *decided.ratio) return;
    unit.ratio = decided.ratio;
    unit.best = sigma;
}

}  // namespace

std::optional<DecidedSigma> decide_sigma(const Claim& claim, const Permutation& sigma,
                                         const Functional& small) {
    const Functional big = functional(claim.inequality.big, sigma, claim.weighting);
    if (claim.threshold) {
        if (const auto routed = routable_signs(small, big)) {
            return DecidedSigma{
                {}, routed->at_one ? std::string() : signs_record(sigma, routed->signs)};
        }
        if (auto leaf = detoured_leaf(small, big)) {
            // A proof of 1 is all that is asked; the witness of a ratio ≥ 1 is in no record.
            Decision routed{1, Dissimilarity::unit(sigma.size()), {}};
            routed.proof.leaf = std::move(*leaf);
            DecidedSigma decided{{}, record_line(sigma, routed)};
            decided.record.pop_back();
            return decided;
        }
    }
    const auto decision = decide(small, big);
    if (!decision) return std::nullopt;
    DecidedSigma decided{decision->ratio, record_line(sigma, *decision)};
    decided.record.pop_back();
    return decided;
}

std::optional<UnitResult> decide_range(const Claim& claim, std::size_t length, RankRange range,
                                       const Stop& stop) {
    const double start = thread_cpu_seconds();
    UnitResult unit;
    unit.length = length;
    UnitText text(claim, length, range);
    const bool is_whole = for_each_class(claim, length, range, [&](const Permutation& sigma) {
        if (stop.requested()) return false;
        const Functional small = functional(claim.inequality.small, sigma, claim.weighting);
        if (small.is_zero()) return true;
        if (const auto decided = decide_sigma(claim, sigma, small)) {
            add(unit, text, claim, sigma, orbit(sigma, claim.symmetries).size(), *decided);
        } else {
            ++unit.undecided;
        }
        return true;
    });
    if (!is_whole) return std::nullopt;
    unit.certificate = compressed(text.finish());
    unit.seconds = thread_cpu_seconds() - start;
    return unit;
}

std::optional<UnitResult> decide_unit(const Claim& claim, std::size_t length, std::uint64_t index,
                                      const Stop& stop) {
    auto unit = decide_range(claim, length, unit_range(plan_of(claim), length, index), stop);
    if (unit) unit->index = index;
    return unit;
}

}  // namespace disarray::search
