// SPDX-License-Identifier: MIT
//
// The audit of a metric of two rankings.
#include <algorithm>
#include <iterator>
#include <random>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "properties/audit/detail/kind_audit.hpp"
#include "properties/audit/pair_laws.hpp"

namespace disarray::properties::audit::detail {

namespace {

/// What a run of a law over cases has seen.
struct Seen {
    std::size_t cases = 0, applicable = 0;
    std::optional<RankPair> violation;
    std::optional<RankPair> excused;  ///< the first violation that is a documented convention
    std::string reason;               ///< why a case did not apply
};

class PairAudit : public KindAudit {
public:
    PairAudit(AuditedMetric& metric, const AuditOptions& options)
        : metric_(metric), options_(options), subject_(subject()), references_(pair_references()) {
        const Description& description = metric.description();
        claimed_ = reference_named(description.reference.value_or(description.name));
        if (!description.reference && !claimed_)
            claimed_ = reference_named(reference_called(description.name, description.kind));
        require_fitting();
    }

    void collect_cases() override {
        const std::size_t least = metric_.description().least_length;
        for (std::size_t n = least; n <= options_.exhaustive_n; ++n)
            std::ranges::move(small_pairs(n), std::back_inserter(cases_));
        for (std::uint64_t i = 0; i < options_.random_cases; ++i) {
            RankPair pair = random_pair(options_.random_n, options_.seed, i);
            if (pair.first.size() >= least) cases_.push_back(std::move(pair));
        }
        metric_.prefetch(inputs());
    }

    LawResult takes_its_kind() override {
        return taken_law(options_, [&](const auto& try_case) {
            for (const RankPair& pair : cases_) {
                if (is_owed_an_answer(pair)) try_case(metric_, input_of(pair));
            }
        });
    }

    std::vector<LawResult> laws() override {
        std::vector<LawResult> results;
        for (const PairLaw& law : pair_laws()) {
            if (options_.progress) options_.progress(law.name);
            metric_.foresee([&] { seen_by(law); });
            results.push_back(unless_missing(metric_, [&] { return result_of(law); }));
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
        for (const PairReference& reference : references_) {
            Agreement agreement;
            agreement.reference = reference.name;
            for (const RankPair& pair : cases_) {
                if (options_.stop.requested() || agreement.differing == most_differences) break;
                compare_with(reference, pair, agreement);
            }
            if (agreement.compared > 0) all.push_back(std::move(agreement));
        }
        return all;
    }

    Agreement* claimed(std::vector<Agreement>& agreements) const override {
        if (!claimed_) return nullptr;
        const auto found = std::ranges::find(agreements, claimed_->name, &Agreement::reference);
        return found == agreements.end() ? nullptr : &*found;
    }

    void shrink(Agreement& agreement) override {
        const auto found = std::ranges::find(cases_, agreement.first_difference,
                                             [](const auto& pair) { return input_of(pair); });
        if (found == cases_.end()) return;
        const auto difference_at = [&](const RankPair& pair) {
            Agreement one;
            if (!options_.stop.requested()) compare_with(*claimed_, pair, one);
            return one;
        };
        const RankPair least =
            shrunk(*found, [&](const RankPair& pair) { return difference_at(pair).differing > 0; });
        show_difference(difference_at(least), agreement);
    }

    std::size_t compared_n() const override { return options_.exhaustive_n; }

    LawResult long_inputs(const Agreement&, const std::vector<std::size_t>& sizes) override {
        return long_law(
            options_, metric_.description().least_length, sizes, [&](std::size_t n, Shape shape) {
                Agreement agreement;
                metric_.long_reply(long_input(n, shape));
                compare_with(*claimed_, long_pair(n, shape, options_.seed), agreement, n);
                return agreement;
            });
    }

    // Lengths at which counts of pairs, squares and products of two blocks leave 32 bits.
    void check_long(std::vector<LawResult>& laws, std::size_t longest) override {
        for (const std::size_t n : {std::size_t{92'683}, std::size_t{60'000}}) {
            if (n > longest) continue;
            const RankPair blocks = long_pair(n, Shape::blocks, options_.seed);
            for (const RankPair& pair : {blocks, RankPair{blocks.first, blocks.first},
                                         long_pair(n, Shape::worst, options_.seed)}) {
                check_long_pair(laws, pair);
            }
        }
    }

    std::string long_input(std::size_t n, Shape shape) const override {
        return input_of(long_pair(n, shape, options_.seed));
    }

private:
    /// The laws that take a few calls each: of relabelling, the elements in reverse.
    void check_long_pair(std::vector<LawResult>& laws, const RankPair& pair) {
        PairSubject rounded = subject_;
        rounded.tolerance *= Rational(Integer(pair.first.size()));
        if (rounded.least_value) *rounded.least_value -= rounded.tolerance;
        if (rounded.greatest_value) *rounded.greatest_value += rounded.tolerance;
        for (LawResult& law : laws) {
            const bool holds =
                law.verdict == LawVerdict::exhausted || law.verdict == LawVerdict::supported;
            if (!holds || options_.stop.requested()) continue;
            const auto check = [&] { return long_outcome(law.law, rounded, pair); };
            if (!outcome_of(check).is_violated()) continue;
            show_violation(
                metric_, input_of(pair), [&] { outcome_of(check); }, law);
            law.explanation = with_decimals(outcome_of(check).explanation);
            law.tolerance_factor = pair.first.size();
        }
    }

    static Outcome long_outcome(std::string_view law, const PairSubject& subject,
                                const RankPair& pair) {
        if (law == "relabelling") {
            RankPair reversed = pair;
            std::ranges::reverse(reversed.first);
            std::ranges::reverse(reversed.second);
            return equal_pair_values(subject, {"M(first, second)", subject.value(pair)},
                                     {"M(elements in reverse)", subject.value(reversed)});
        }
        for (const std::string_view tried : {"range", "symmetry", "identity"}) {
            if (law != tried) continue;
            return std::ranges::find(pair_laws(), law, &PairLaw::name)->check(subject, pair);
        }
        return does_not_apply("not tried");
    }

    PairSubject subject() {
        const Description& description = metric_.description();
        PairSubject subject;
        subject.value = [this](const RankPair& pair) {
            require_taken(pair, metric_.description());
            return metric_.value(input_of(pair));
        };
        subject.is_best_at_greatest = description.direction == Direction::greatest;
        subject.least_value = description.least_value;
        subject.greatest_value = description.greatest_value;
        subject.tolerance = tolerance_of(options_);
        return subject;
    }

    const PairReference* reference_named(const std::string& name) const {
        const auto found = std::ranges::find(references_, name, &PairReference::name);
        return found == references_.end() ? nullptr : &*found;
    }

    /// Two permutations of two elements at least: ties may be refused.
    static bool is_owed_an_answer(const RankPair& pair) {
        const auto is_permutation = [](std::vector<int> ranks) {
            std::ranges::sort(ranks);
            return std::ranges::adjacent_find(ranks) == ranks.end();
        };
        return pair.first.size() >= 2 && is_permutation(pair.first) && is_permutation(pair.second);
    }

    /// \throws InputError for conventions, a reference that is not known, or one that has other
    /// best values.
    void require_fitting() const {
        const Description& description = metric_.description();
        if (!description.conventions.empty()) {
            throw InputError(metric_.name(), "\"conventions\" of a metric of two rankings",
                             "none: they are those of retrieval metrics; what it does on purpose "
                             "is for \"exceptions\"");
        }
        if (!description.reference) return;
        if (!claimed_) {
            std::vector<std::string_view> known;
            for (const PairReference& reference : references_)
                known.push_back(reference.name);
            const std::string meant = reference_called(*description.reference, description.kind);
            throw InputError(fmt::format("{}: \"reference\"", metric_.name()),
                             in_quotes(*description.reference),
                             expected_one_of(meant.empty() ? *description.reference : meant, known,
                                             "properties/audit/PROTOCOL.md"));
        }
        require_direction(metric_, claimed_->is_best_at_greatest, claimed_->name);
    }

    Seen seen_by(const PairLaw& law) {
        Seen seen;
        for (const RankPair& pair : cases_) {
            if (options_.stop.requested()) break;
            const Outcome outcome = check(law, pair);
            ++seen.cases;
            if (outcome.kind == Outcome::Kind::does_not_apply) {
                if (seen.reason.empty()) seen.reason = outcome.explanation;
                continue;
            }
            ++seen.applicable;
            if (!outcome.is_violated()) continue;
            if (is_convention(law, pair)) {
                if (!seen.excused) seen.excused = pair;
                continue;
            }
            // The small ones are tried by size, so that the first violation is a least one.
            seen.violation = shrunk(pair, [&](const RankPair& p) {
                return check(law, p).is_violated() && !is_convention(law, p);
            });
            break;
        }
        return seen;
    }

    Outcome check(const PairLaw& law, const RankPair& pair) const {
        return outcome_of([&] { return law.check(subject_, pair); });
    }

    LawResult result_of(const PairLaw& law) {
        const Seen seen = seen_by(law);
        LawResult result = untried(law.name, law.statement);
        result.scope = scope(seen.cases, seen.applicable);
        if (seen.violation || seen.excused) {
            const RankPair& pair = seen.violation ? *seen.violation : *seen.excused;
            show_violation(
                metric_, input_of(pair), [&] { check(law, pair); }, result);
            result.explanation = with_decimals(check(law, pair).explanation);
            if (!seen.violation) excuse(law, pair, result);
        } else if (seen.cases < cases_.size()) {
            result.verdict = LawVerdict::undecided;
        } else if (seen.applicable == 0) {
            result.verdict = LawVerdict::not_applicable;
            result.explanation = seen.reason;
        } else {
            result.verdict =
                options_.exhaustive_n > 0 ? LawVerdict::exhausted : LawVerdict::supported;
        }
        return result;
    }

    void excuse(const PairLaw& law, const RankPair& pair, LawResult& result) const {
        result.verdict = LawVerdict::documented_convention;
        if (claimed_ && outcome_for(*claimed_, law, pair).is_violated()) return;
        if (const auto* judge = judge_of(law, pair))
            result.explanation += fmt::format("; {} breaks it there as well", judge->name);
    }

    std::string scope(std::size_t cases, std::size_t applicable) const {
        return fmt::format(
            "{} pairs: every one of n <= {}, with ties, and {} random ones of n <= "
            "{}, seed {}; applies to {}",
            cases, options_.exhaustive_n, options_.random_cases, options_.random_n, options_.seed,
            applicable);
    }

    Outcome outcome_for(const PairReference& reference, const PairLaw& law,
                        const RankPair& pair) const {
        PairSubject exact = subject_;
        exact.value = reference.value;
        exact.tolerance = 0;
        return outcome_of([&] { return law.check(exact, pair); });
    }

    bool may_excuse(const PairReference& reference) const {
        return reference.is_best_at_greatest == subject_.is_best_at_greatest;
    }

    /// The metric that breaks the law as well, and excuses a program that claims none, or one that
    /// has no value there.
    const PairReference* judge_of(const PairLaw& law, const RankPair& pair) const {
        const auto judge = std::ranges::find_if(references_, [&](const PairReference& reference) {
            return may_excuse(reference) && outcome_for(reference, law, pair).is_violated();
        });
        return judge == references_.end() ? nullptr : &*judge;
    }

    /// Whether the exact metric that the program claims to be violates the law there as well.
    bool is_convention(const PairLaw& law, const RankPair& pair) const {
        if (claimed_ && !may_excuse(*claimed_)) return false;
        if (!claimed_) return judge_of(law, pair) != nullptr;
        const Outcome outcome = outcome_for(*claimed_, law, pair);
        if (outcome.kind != Outcome::Kind::does_not_apply) return outcome.is_violated();
        return judge_of(law, pair) != nullptr;
    }

    /// \param factor  of the tolerance
    void compare_with(const PairReference& reference, const RankPair& pair, Agreement& agreement,
                      std::uint64_t factor = 1) {
        const std::string input = input_of(pair);
        try {
            require_taken(pair, metric_.description());
            const Value exact = reference.value(pair);
            compare_answer(metric_.reply(input), input, exact, options_.tolerance * factor,
                           agreement);
        } catch (const NoValue&) {
            // Not for this program, or the reference is not defined there.
        }
    }

    AuditedMetric& metric_;
    const AuditOptions& options_;
    PairSubject subject_;
    std::vector<PairReference> references_;
    const PairReference* claimed_ = nullptr;
    std::vector<RankPair> cases_;
};

}  // namespace

RankPair long_pair(std::size_t n, Shape shape, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    RankPair pair;
    for (std::size_t i = 0; i < n; ++i)
        pair.first.push_back(static_cast<int>(i) + 1);
    pair.second = pair.first;
    if (shape == Shape::worst) std::ranges::reverse(pair.second);
    if (shape == Shape::blocks) {
        for (std::size_t i = 0; i < n; ++i) {
            pair.first[i] = i < n / 2 ? 1 : 2;
            pair.second[i] = (i < n / 2 ? i < n / 3 : i % 3 == 0) ? 1 : 2;
        }
    }
    if (shape == Shape::tied) {
        for (int& rank : pair.first)
            rank = (rank - 1) / 3 + 1;
    }
    const bool is_shuffled = shape == Shape::random || shape == Shape::tied;
    for (std::size_t i = n; i > 1 && is_shuffled; --i)
        std::swap(pair.second[i - 1], pair.second[random() % i]);
    return pair;
}

std::unique_ptr<KindAudit> pair_audit(AuditedMetric& metric, const AuditOptions& options) {
    return std::make_unique<PairAudit>(metric, options);
}

}  // namespace disarray::properties::audit::detail
