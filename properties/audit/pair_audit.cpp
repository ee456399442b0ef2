// SPDX-License-Identifier: MIT
//
// The audit of a metric of two rankings.
#include <algorithm>
#include <iterator>
#include <random>

#include "properties/audit/detail/kind_audit.hpp"
#include "properties/audit/pair_laws.hpp"

namespace disarray::properties::audit::detail {

namespace {

/// What a run of a law over cases has seen.
template <class Case>
struct Seen {
    std::size_t cases = 0, applicable = 0;
    std::optional<Case> violation;
    std::string reason;  ///< why a case did not apply
};

/// A ranking and a random one, itself, or its reversal.
RankPair long_pair(std::size_t n, Shape shape, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    RankPair pair;
    for (std::size_t i = 0; i < n; ++i)
        pair.first.push_back(static_cast<int>(i) + 1);
    pair.second = pair.first;
    if (shape == Shape::worst) std::ranges::reverse(pair.second);
    for (std::size_t i = n; i > 1 && shape == Shape::random; --i)
        std::swap(pair.second[i - 1], pair.second[random() % i]);
    return pair;
}

class PairAudit : public KindAudit {
public:
    PairAudit(AuditedMetric& metric, const AuditOptions& options)
        : metric_(metric), options_(options), subject_(subject()) {}

    std::vector<LawResult> laws() override {
        collect_cases();
        std::vector<LawResult> results;
        for (const PairLaw& law : pair_laws()) {
            if (options_.progress) options_.progress(law.name);
            results.push_back(result_of(law));
        }
        return results;
    }

    std::vector<std::string> inputs() const override {
        std::vector<std::string> inputs;
        for (const RankPair& pair : cases_)
            inputs.push_back(input_of(pair));
        return inputs;
    }

    std::vector<Agreement> agreements() override {
        std::vector<Agreement> all;
        for (const PairReference& reference : pair_references()) {
            Agreement agreement{reference.name, 0, 0, 0, {}, {}, {}};
            for (const RankPair& pair : cases_)
                compare_with(reference, pair, agreement);
            if (agreement.compared > 0) all.push_back(std::move(agreement));
        }
        return all;
    }

    /// \param claimed  the reference that long inputs are compared with
    LawResult long_inputs(const Agreement& claimed) override {
        const auto all = pair_references();
        const auto reference = std::ranges::find(all, claimed.reference, &PairReference::name);
        return long_law(options_, [&](std::size_t n, Shape shape) {
            Agreement agreement;
            compare_with(*reference, long_pair(n, shape, options_.seed), agreement, n);
            return agreement;
        });
    }

    /// Whether an agreement is with the metric that the program claims to be.
    bool is_claimed(const Agreement& agreement) const override {
        const Description& description = metric_.description();
        return agreement.reference == description.reference.value_or(description.name);
    }

    std::string long_input(std::size_t n, Shape shape) const override {
        return input_of(long_pair(n, shape, options_.seed));
    }

private:
    PairSubject subject() {
        const Description& description = metric_.description();
        PairSubject subject;
        subject.value = [this](const RankPair& pair) { return metric_.value(input_of(pair)); };
        subject.is_best_at_greatest = description.direction == Direction::greatest;
        subject.least_value = description.least_value;
        subject.greatest_value = description.greatest_value;
        subject.tolerance = tolerance_of(options_);
        return subject;
    }

    void collect_cases() {
        for (std::size_t n = 0; n <= options_.exhaustive_n; ++n)
            std::ranges::move(small_pairs(n), std::back_inserter(cases_));
        small_ = cases_.size();
        for (std::uint64_t i = 0; i < options_.random_cases; ++i)
            cases_.push_back(random_pair(options_.random_n, options_.seed, i));
        metric_.prefetch(inputs());
    }

    LawResult result_of(const PairLaw& law) {
        const auto check = [&](const RankPair& pair) {
            return outcome_of([&] { return law.check(subject_, pair); });
        };
        Seen<RankPair> seen;
        for (const RankPair& pair : cases_) {
            if (options_.stop.requested()) break;
            const Outcome outcome = check(pair);
            ++seen.cases;
            if (outcome.kind == Outcome::Kind::does_not_apply) {
                if (seen.reason.empty()) seen.reason = outcome.explanation;
                continue;
            }
            ++seen.applicable;
            if (!outcome.is_violated()) continue;
            // The small ones are tried by size, so that the first violation is a least one.
            seen.violation =
                shrunk(pair, [&](const RankPair& p) { return check(p).is_violated(); });
            break;
        }
        LawResult result{std::string(law.name),
                         std::string(law.statement),
                         LawVerdict::undecided,
                         scope(seen.cases, seen.applicable),
                         {},
                         {},
                         {},
                         {}};
        if (seen.violation) {
            result.verdict = LawVerdict::refuted;
            result.input = input_of(*seen.violation);
            result.got = to_string(metric_.reply(result.input));
            result.explanation = with_decimals(check(*seen.violation).explanation);
            if (is_convention(law, *seen.violation)) {
                result.verdict = LawVerdict::documented_convention;
            }
        } else if (seen.cases < cases_.size()) {
            result.verdict = LawVerdict::undecided;
        } else if (seen.applicable == 0) {
            result.verdict = LawVerdict::not_applicable;
            result.explanation = seen.reason;
        } else {
            result.verdict = small_ > 0 ? LawVerdict::exhausted : LawVerdict::supported;
        }
        return result;
    }

    std::string scope(std::size_t cases, std::size_t applicable) const {
        return fmt::format(
            "{} pairs: every one of n <= {}, with ties, and {} random ones of n <= "
            "{}, seed {}; applies to {}",
            cases, options_.exhaustive_n, options_.random_cases, options_.random_n, options_.seed,
            applicable);
    }

    /// Whether the exact metric that the program claims to be violates the law there as well.
    bool is_convention(const PairLaw& law, const RankPair& pair) const {
        const auto& claimed = metric_.description().reference;
        if (!claimed) return false;
        const auto all = pair_references();
        const auto reference = std::ranges::find(all, *claimed, &PairReference::name);
        if (reference == all.end()) return false;
        PairSubject exact = subject_;
        exact.value = reference->value;
        exact.tolerance = 0;
        return outcome_of([&] { return law.check(exact, pair); }).is_violated();
    }

    /// \param factor  of the tolerance
    void compare_with(const PairReference& reference, const RankPair& pair, Agreement& agreement,
                      std::uint64_t factor = 1) {
        const std::string input = input_of(pair);
        try {
            const Value exact = reference.value(pair);
            compare_answer(metric_.reply(input), input, exact, options_.tolerance * factor,
                           agreement);
        } catch (const NoValue&) {
            // The reference is not defined there.
        }
    }

    AuditedMetric& metric_;
    const AuditOptions& options_;
    PairSubject subject_;
    std::vector<RankPair> cases_;
    std::size_t small_ = 0;
};

}  // namespace

std::unique_ptr<KindAudit> pair_audit(AuditedMetric& metric, const AuditOptions& options) {
    return std::make_unique<PairAudit>(metric, options);
}

}  // namespace disarray::properties::audit::detail
