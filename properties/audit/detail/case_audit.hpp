// SPDX-License-Identifier: MIT
//
// The audit of a kind of metrics by laws on cases of a domain of its own: two rankings, two lists,
// votes. A domain is a class of static functions and constants:
//
//   Case, Result                 what is asked for, and what the program says to it
//   laws(), references(description)
//   small_cases(n)               every one of n elements; random_case(most_n, seed, index)
//   special_cases(description)   others that find faults; there need be no such function
//   shrunk(case, violates)       a smaller case that violates as well
//   long_case(n, shape, seed), length(case), is_owed_an_answer(case)
//   value(metric, case)          \throws NoValue
//   compare(reply, input, exact, tolerance, agreement)
//   require_conventions(metric)  \throws InputError
//   every_small(n)               in words
//
// input_of(case) is found beside Case.
#pragma once

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "properties/audit/case_law.hpp"
#include "properties/audit/detail/kind_audit.hpp"
#include "properties/audit/reference.hpp"

namespace disarray::properties::audit::detail {

/// What a run of a law over cases has seen.
template <class Case>
struct Seen {
    std::size_t cases = 0, applicable = 0;
    std::optional<Case> violation;
    std::optional<Case> excused;  ///< the first violation that is a documented convention
    std::string reason;           ///< why a case did not apply
};

template <class Domain>
class CaseAudit : public KindAudit {
public:
    using Case = typename Domain::Case;
    using Result = typename Domain::Result;
    using Law = CaseLaw<Case, Result>;
    using Reference = CaseReference<Case, Result>;
    using Subject = CaseSubject<Case, Result>;

    CaseAudit(AuditedMetric& metric, const AuditOptions& options)
        : metric_(metric),
          options_(options),
          subject_(subject()),
          references_(Domain::references(metric.description())) {
        const Description& description = metric.description();
        Domain::require_conventions(metric);
        claimed_ = reference_named(description.reference.value_or(description.name));
        if (!description.reference && !claimed_)
            claimed_ = reference_named(reference_called(description.name, description.kind));
        require_fitting();
    }

    void collect_cases() override {
        const std::size_t least = metric_.description().least_length;
        InputBlock block(metric_);
        const auto add = [&](Case instance) {
            block.add(input_of(instance));
            cases_.push_back(std::move(instance));
        };
        for (std::size_t n = least; n <= options_.exhaustive_n; ++n) {
            for (Case& instance : Domain::small_cases(n)) {
                if (options_.stop.requested()) break;
                add(std::move(instance));
            }
        }
        if constexpr (requires { Domain::special_cases(metric_.description()); }) {
            for (Case& instance : Domain::special_cases(metric_.description()))
                if (Domain::length(instance) >= least) add(std::move(instance));
        }
        for (std::uint64_t i = 0; i < options_.random_cases && !options_.stop.requested(); ++i) {
            Case instance = Domain::random_case(options_.random_n, options_.seed, i);
            if (Domain::length(instance) >= least) add(std::move(instance));
        }
        block.ask();
        is_collected_ = !options_.stop.requested();
    }

    LawResult takes_its_kind() override {
        return taken_law(options_, [&](const auto& try_case) {
            for (const Case& instance : cases_) {
                if (options_.stop.requested()) break;
                if (Domain::is_owed_an_answer(instance)) try_case(metric_, input_of(instance));
            }
        });
    }

    std::vector<LawResult> laws() override {
        std::vector<LawResult> results;
        for (const Law& law : Domain::laws()) {
            if (options_.progress) options_.progress(law.name);
            if (law.needs_claim && !metric_.description().claims.contains(std::string(law.name))) {
                results.push_back(untried(law.name, law.statement));
                results.back().verdict = LawVerdict::not_applicable;
                results.back().explanation = "it is no claim of the program";
                continue;
            }
            metric_.foresee([&] { seen_by(law); });
            results.push_back(unless_missing(metric_, [&] { return result_of(law); }));
        }
        return results;
    }

    std::vector<std::string> inputs() const override {
        std::vector<std::string> inputs;
        std::size_t bytes = 0;
        for (const Case& instance : cases_) {
            if (bytes > most_after_stop && options_.stop.requested()) break;
            inputs.push_back(input_of(instance));
            bytes += inputs.back().size();
        }
        return inputs;
    }

    std::vector<Agreement> agreements() override {
        std::vector<Agreement> all;
        for (const Reference& reference : references_) {
            Agreement agreement;
            agreement.reference = reference.name;
            for (const Case& instance : cases_) {
                if (options_.stop.requested() || agreement.differing == most_differences) break;
                compare_with(reference, instance, agreement);
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
        const auto found = std::ranges::find_if(cases_, [&](const Case& instance) {
            return input_of(instance) == agreement.first_difference;
        });
        if (found == cases_.end()) return;
        const auto difference_at = [&](const Case& instance) {
            Agreement one;
            if (!options_.stop.requested()) compare_with(*claimed_, instance, one);
            return one;
        };
        const Case least = Domain::shrunk(
            *found, [&](const Case& instance) { return difference_at(instance).differing > 0; });
        show_difference(difference_at(least), agreement);
    }

    std::size_t compared_n() const override { return options_.exhaustive_n; }

    LawResult long_inputs(const Agreement&, const std::vector<std::size_t>& sizes) override {
        return long_law(
            options_, metric_.description().least_length, sizes, [&](std::size_t n, Shape shape) {
                Agreement agreement;
                metric_.long_reply(long_input(n, shape));
                compare_with(*claimed_, Domain::long_case(n, shape, options_.seed), agreement, n);
                return agreement;
            });
    }

    std::string long_input(std::size_t n, Shape shape) const override {
        return input_of(Domain::long_case(n, shape, options_.seed));
    }

protected:
    Subject subject() {
        const Description& description = metric_.description();
        Subject subject;
        subject.value = [this](const Case& instance) {
            require_length(Domain::length(instance), metric_.description());
            return Domain::value(metric_, instance);
        };
        subject.is_best_at_greatest = description.direction == Direction::greatest;
        subject.least_value = description.least_value;
        subject.greatest_value = description.greatest_value;
        subject.tolerance = tolerance_of(options_);
        return subject;
    }

    const Reference* reference_named(const std::string& name) const {
        const auto found = std::ranges::find(references_, name, &Reference::name);
        return found == references_.end() ? nullptr : &*found;
    }

    /// \throws InputError for a reference that is not known, or one that has other best values.
    void require_fitting() const {
        const Description& description = metric_.description();
        if (!description.reference) return;
        const std::string where = fmt::format("{}: \"reference\"", metric_.name());
        if (!claimed_) {
            std::vector<std::string_view> known;
            for (const Reference& reference : references_)
                known.push_back(reference.name);
            const std::string meant = reference_called(*description.reference, description.kind);
            throw InputError(where, in_quotes(*description.reference),
                             expected_one_of(meant.empty() ? *description.reference : meant, known,
                                             "properties/audit/PROTOCOL.md"));
        }
        require_direction(metric_, claimed_->is_best_at_greatest, claimed_->name);
    }

    Seen<Case> seen_by(const Law& law) {
        Seen<Case> seen;
        for (const Case& instance : cases_) {
            if (options_.stop.requested()) break;
            const Outcome outcome = check(law, instance);
            ++seen.cases;
            if (outcome.kind == Outcome::Kind::does_not_apply) {
                if (seen.reason.empty()) seen.reason = outcome.explanation;
                continue;
            }
            ++seen.applicable;
            if (!outcome.is_violated()) continue;
            if (is_convention(law, instance)) {
                if (!seen.excused) seen.excused = instance;
                continue;
            }
            // The small ones are tried by size, so that the first violation is a least one.
            seen.violation = Domain::shrunk(instance, [&](const Case& smaller) {
                return check(law, smaller).is_violated() && !is_convention(law, smaller);
            });
            break;
        }
        return seen;
    }

    Outcome check(const Law& law, const Case& instance) const {
        return outcome_of([&] { return law.check(subject_, instance); });
    }

    LawResult result_of(const Law& law) {
        const Seen<Case> seen = seen_by(law);
        LawResult result = untried(law.name, law.statement);
        result.scope = scope(seen.cases, seen.applicable);
        if (seen.violation || seen.excused) {
            const Case& instance = seen.violation ? *seen.violation : *seen.excused;
            show_violation(
                metric_, input_of(instance), [&] { check(law, instance); }, result);
            result.explanation = with_decimals(check(law, instance).explanation);
            if (!seen.violation) excuse(law, instance, result);
        } else if (seen.cases < cases_.size() || !is_collected_) {
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

    void excuse(const Law& law, const Case& instance, LawResult& result) const {
        result.verdict = LawVerdict::documented_convention;
        if (claimed_ && outcome_for(*claimed_, law, instance).is_violated()) return;
        if (const auto* judge = judge_of(law, instance))
            result.explanation += fmt::format("; {} breaks it there as well", judge->name);
    }

    std::string scope(std::size_t cases, std::size_t applicable) const {
        return fmt::format("{} {}, and {} random ones of n <= {}, seed {}; applies to {}", cases,
                           Domain::every_small(options_.exhaustive_n), options_.random_cases,
                           options_.random_n, options_.seed, applicable);
    }

    Outcome outcome_for(const Reference& reference, const Law& law, const Case& instance) const {
        Subject exact = subject_;
        exact.value = reference.value;
        exact.tolerance = 0;
        return outcome_of([&] { return law.check(exact, instance); });
    }

    bool may_excuse(const Reference& reference) const {
        return reference.is_best_at_greatest == subject_.is_best_at_greatest;
    }

    /// The metric that breaks the law as well, and excuses a program that claims none, or one that
    /// has no value there.
    const Reference* judge_of(const Law& law, const Case& instance) const {
        const auto judge = std::ranges::find_if(references_, [&](const Reference& reference) {
            return may_excuse(reference) && outcome_for(reference, law, instance).is_violated();
        });
        return judge == references_.end() ? nullptr : &*judge;
    }

    /// Whether the exact metric that the program claims to be violates the law there as well.
    bool is_convention(const Law& law, const Case& instance) const {
        // A claim has no excuse.
        if (law.needs_claim || (claimed_ && !may_excuse(*claimed_))) return false;
        if (!claimed_) return judge_of(law, instance) != nullptr;
        const Outcome outcome = outcome_for(*claimed_, law, instance);
        if (outcome.kind != Outcome::Kind::does_not_apply) return outcome.is_violated();
        return judge_of(law, instance) != nullptr;
    }

    /// \param factor  of the tolerance
    void compare_with(const Reference& reference, const Case& instance, Agreement& agreement,
                      std::uint64_t factor = 1) {
        const std::string input = input_of(instance);
        try {
            require_length(Domain::length(instance), metric_.description());
            const std::uint64_t tolerance = options_.tolerance * factor;
            if (reference.bounded && Domain::length(instance) > most_exact) {
                compare_with_bounded(metric_.reply(input), input, reference.bounded(instance),
                                     tolerance, agreement);
            } else {
                Domain::compare(metric_.reply(input), input, reference.value(instance), tolerance,
                                agreement);
            }
        } catch (const NoValue&) {
            // Not for this program, or the reference is not defined there.
        }
    }

    AuditedMetric& metric_;
    const AuditOptions& options_;
    Subject subject_;
    std::vector<Reference> references_;
    const Reference* claimed_ = nullptr;
    std::vector<Case> cases_;
    bool is_collected_ = false;  ///< they are all there
};

}  // namespace disarray::properties::audit::detail
