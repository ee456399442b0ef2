// SPDX-License-Identifier: MIT
//
// The audit of a retrieval metric, by the laws of properties/retrieval: a law does not apply where
// the program has no value.
#include <algorithm>
#include <random>

#include "base/error.hpp"
#include "properties/audit/detail/kind_audit.hpp"
#include "properties/retrieval/domain.hpp"
#include "properties/retrieval/runner.hpp"

namespace disarray::properties::audit::detail {

namespace {

/// A list in which one document of ten is relevant, at random places, or all are, or the last one.
RetrievalCase long_case(std::size_t n, Shape shape, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    RetrievalCase instance;
    for (std::size_t i = 0; i < n; ++i) {
        const bool is_relevant = shape == Shape::random ? random() % 10 == 0
                                 : shape == Shape::best ? true
                                                        : i + 1 == n;
        const auto grade = static_cast<retrieval::Grade>(is_relevant ? 1 + i % 2 : 0);
        instance.retrieved.push_back(
            {fmt::format("d{}", i + 1), Rational(static_cast<std::int64_t>(n - i)), grade});
    }
    return instance;
}

class RetrievalAudit : public KindAudit {
public:
    RetrievalAudit(AuditedMetric& metric, const AuditOptions& options)
        : metric_(metric), options_(options), subject_(subject()) {
        const Description& description = metric.description();
        try {
            references_ = retrieval_references(description.reference.value_or(description.name),
                                               description.takes_cutoff);
        } catch (const InputError&) {
            // Not a metric that is known here: no reference to compare with.
        }
    }

    std::vector<LawResult> laws() override {
        std::vector<LawResult> results;
        for (const std::string_view name : in_order()) {
            if (options_.progress) options_.progress(name);
            results.push_back(result_of(*retrieval_laws_named(name, "law").front()));
        }
        return results;
    }

    std::vector<Agreement> agreements() override {
        const std::vector<RetrievalCase> all = cases();
        std::vector<Agreement> found;
        for (const RetrievalReference& reference : references_) {
            Agreement agreement{
                fmt::format("{} {}", reference.name, reference.conventions), 0, 0, 0, {}, {}, {}};
            for (const RetrievalCase& instance : all)
                compare_with(reference, instance, agreement);
            if (agreement.compared > 0) found.push_back(std::move(agreement));
        }
        return found;
    }

    std::vector<std::string> inputs() const override {
        std::vector<std::string> inputs;
        for (const RetrievalCase& instance : cases()) {
            try {
                inputs.push_back(input_of(instance, kind()));
            } catch (const NoValue&) {
                // A list by rank has no ties.
            }
        }
        return inputs;
    }

    /// \param claimed  the reference that long inputs are compared with
    LawResult long_inputs(const Agreement& claimed) override {
        const auto reference = std::ranges::find(references_, claimed.reference, full_name_of);
        return long_law(options_, [&](std::size_t n, Shape shape) {
            Agreement agreement;
            compare_with(*reference, long_case(n, shape, options_.seed), agreement, n);
            return agreement;
        });
    }

    /// Whether an agreement is with the metric that the program claims to be, in its conventions.
    bool is_claimed(const Agreement& agreement) const override { return fits(agreement.reference); }

    std::string long_input(std::size_t n, Shape shape) const override {
        return input_of(long_case(n, shape, options_.seed), kind());
    }

private:
    static std::string full_name_of(const RetrievalReference& reference) {
        return fmt::format("{} {}", reference.name, reference.conventions);
    }

    MetricKind kind() const { return metric_.description().kind; }

    RetrievalSubject subject() {
        const Description& description = metric_.description();
        RetrievalSubject subject;
        subject.name = description.name;
        subject.value = [this](const RetrievalCase& instance) {
            return metric_.value(input_of(instance, kind()));
        };
        // A foreign metric has no second path; what it says when it is asked again is a law of its
        // own.
        subject.second = subject.value;
        subject.is_best_at_greatest = description.direction == Direction::greatest;
        // A law about an end that is not declared must not apply.
        if (description.least_value) subject.range.least = *description.least_value;
        subject.range.greatest = description.greatest_value;
        subject.cutoffs.every = description.takes_cutoff;
        subject.tolerance = tolerance_of(options_);
        return subject;
    }

    /// Those that find most first.
    std::vector<std::string_view> in_order() const {
        std::vector<std::string_view> names{"promotion", "tied-lines", "untied-lines",
                                            "ties-no-advantage", "renaming"};
        for (const RetrievalLaw& law : retrieval_laws()) {
            const bool is_range = law.name == "range" || law.name == "perfect-list";
            if (is_range && !metric_.description().least_value) continue;
            if (law.name == "cutoff-at-end" || law.name == "beyond-cutoff") {
                if (!metric_.description().takes_cutoff) continue;
            }
            if (std::ranges::find(names, law.name) == names.end()) names.push_back(law.name);
        }
        return names;
    }

    /// The law, in which the program may have no value.
    static RetrievalLaw tolerant(const RetrievalLaw& law) {
        RetrievalLaw wrapped = law;
        wrapped.check = [check = law.check](const RetrievalSubject& subject,
                                            const RetrievalCase& instance) {
            return outcome_of([&] { return check(subject, instance); });
        };
        return wrapped;
    }

    RetrievalCheckOptions check_options() const {
        RetrievalCheckOptions check;
        check.exhaustive_n = options_.exhaustive_n;
        check.random_cases = options_.random_cases;
        check.random_n = options_.random_n;
        check.seed = options_.seed;
        check.stop = options_.stop;
        return check;
    }

    LawResult result_of(const RetrievalLaw& law) {
        const RetrievalLaw wrapped = tolerant(law);
        const RetrievalCheckResult checked = check(subject_, wrapped, check_options());
        LawResult result{std::string(law.name),
                         std::string(law.statement),
                         LawVerdict::undecided,
                         checked.scope,
                         {},
                         {},
                         {},
                         with_decimals(checked.explanation)};
        switch (checked.verdict) {
            case Verdict::refuted:
                result.verdict = LawVerdict::refuted;
                break;
            case Verdict::exhausted:
                result.verdict = LawVerdict::exhausted;
                break;
            case Verdict::supported:
                result.verdict = LawVerdict::supported;
                break;
            case Verdict::not_applicable:
                result.verdict = LawVerdict::not_applicable;
                break;
            default:
                break;
        }
        if (!checked.witness) return result;
        result.input = input_of(*checked.witness, kind());
        result.got = to_string(metric_.reply(result.input));
        if (is_convention(wrapped, *checked.witness)) {
            result.verdict = LawVerdict::documented_convention;
        }
        return result;
    }

    /// Whether an exact metric in the declared conventions violates the law there as well.
    bool is_convention(const RetrievalLaw& law, const RetrievalCase& instance) const {
        if (metric_.description().conventions.empty()) return false;
        return std::ranges::any_of(references_, [&](const RetrievalReference& reference) {
            if (!fits(reference.conventions)) return false;
            RetrievalSubject exact = subject_;
            exact.value = exact.second = reference.value;
            exact.tolerance = 0;
            return law.check(exact, instance).is_violated();
        });
    }

    std::vector<RetrievalCase> cases() const {
        std::vector<RetrievalCase> all;
        for (std::size_t n = 0; n <= options_.exhaustive_n; ++n) {
            const SmallCases small(n, subject_.cutoffs);
            for (std::uint64_t i = 0; i < small.size(); ++i)
                all.push_back(small.at(i));
        }
        for (std::uint64_t i = 0; i < options_.random_cases; ++i)
            all.push_back(random_case(options_.random_n, subject_.cutoffs, options_.seed, i));
        return all;
    }

    /// \param factor  of the tolerance
    void compare_with(const RetrievalReference& reference, const RetrievalCase& instance,
                      Agreement& agreement, std::uint64_t factor = 1) {
        try {
            const std::string input = input_of(instance, kind());
            compare_answer(metric_.reply(input), input, reference.value(instance),
                           options_.tolerance * factor, agreement);
        } catch (const NoValue&) {
            // A list by rank has no ties.
        }
    }

    /// Whether conventions fit those that the program declares.
    bool fits(std::string_view conventions) const {
        return std::ranges::all_of(metric_.description().conventions, [&](const auto& convention) {
            const std::string key = convention.first + "=";
            const bool known = conventions.find(key) != std::string_view::npos;
            return !known || conventions.find(key + convention.second) != std::string_view::npos;
        });
    }

    AuditedMetric& metric_;
    const AuditOptions& options_;
    RetrievalSubject subject_;
    std::vector<RetrievalReference> references_;
};

}  // namespace

std::unique_ptr<KindAudit> retrieval_audit(AuditedMetric& metric, const AuditOptions& options) {
    return std::make_unique<RetrievalAudit>(metric, options);
}

}  // namespace disarray::properties::audit::detail
