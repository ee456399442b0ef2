// SPDX-License-Identifier: MIT
//
// The audit of a retrieval metric, by the laws of properties/retrieval: a law does not apply where
// the program has no value.
#include <algorithm>
#include <initializer_list>
#include <map>
#include <optional>
#include <random>

#include "base/error.hpp"
#include "properties/audit/detail/kind_audit.hpp"
#include "properties/retrieval/domain.hpp"
#include "properties/retrieval/runner.hpp"

namespace disarray::properties::audit::detail {

namespace {

/// A case as the program is asked for it.
struct AskedCase {
    RetrievalCase instance;
    std::string input;
};

/// Above so many, longer inputs are compared with exact metrics only where they are random.
constexpr double most_compared = 200'000;

LawVerdict law_verdict(Verdict verdict) {
    switch (verdict) {
        case Verdict::refuted:
            return LawVerdict::refuted;
        case Verdict::exhausted:
            return LawVerdict::exhausted;
        case Verdict::supported:
            return LawVerdict::supported;
        case Verdict::not_applicable:
            return LawVerdict::not_applicable;
        default:
            return LawVerdict::undecided;
    }
}

/// Whether a list with ties cannot obey the law under a tie policy, whatever the metric is.
bool is_broken_by(std::string_view ties, std::string_view law) {
    const auto is_one_of = [&](std::initializer_list<std::string_view> laws) {
        return std::ranges::find(laws, law) != laws.end();
    };
    if (ties == "best") return is_one_of({"ties-as-mean", "ties-no-advantage"});
    if (ties == "worst") return is_one_of({"ties-as-mean", "ties-no-disadvantage"});
    if (ties == "trec" && law == "renaming") return true;
    if (ties == "input-order" && law == "tied-lines") return true;
    return (ties == "trec" || ties == "input-order" || ties == "rank-column") &&
           is_one_of({"ties-as-mean", "ties-no-advantage", "ties-no-disadvantage"});
}

class RetrievalAudit : public KindAudit {
public:
    RetrievalAudit(AuditedMetric& metric, const AuditOptions& options)
        : metric_(metric), options_(options), subject_(subject()), references_(references()) {}

    std::vector<LawResult> laws() override {
        std::vector<LawResult> results;
        for (const std::string_view name : in_order()) {
            if (options_.progress) options_.progress(name);
            const RetrievalLaw& law = *retrieval_laws_named(name, "law").front();
            foresee(law);
            results.push_back(unless_missing(metric_, [&] { return result_of(law); }));
        }
        collect_cases();
        return results;
    }

    std::vector<Agreement> agreements() override {
        std::vector<Agreement> found;
        for (const RetrievalReference& reference : references_) {
            Agreement agreement;
            agreement.reference = full_name_of(reference);
            for (const AskedCase& asked : cases_) {
                if (options_.stop.requested() || agreement.differing == most_differences) break;
                compare_with(reference, asked, agreement);
            }
            if (agreement.compared > 0) found.push_back(std::move(agreement));
        }
        return found;
    }

    bool is_claimed(const Agreement& agreement) const override {
        return fits(reference_of(agreement));
    }

    void shrink(Agreement& agreement) override {
        const auto found = std::ranges::find(cases_, agreement.first_difference, &AskedCase::input);
        if (found == cases_.end()) return;
        const RetrievalReference& reference = reference_of(agreement);
        const auto difference_at = [&](const RetrievalCase& instance) {
            Agreement one;
            if (!options_.stop.requested()) compare_if_taken(reference, instance, one);
            return one;
        };
        const RetrievalCase least = properties::shrunk(
            found->instance, subject_.cutoffs,
            [&](const RetrievalCase& smaller) { return difference_at(smaller).differing > 0; });
        show_difference(difference_at(least), agreement);
    }

    std::vector<std::string> inputs() const override {
        std::vector<std::string> inputs;
        for (const AskedCase& asked : cases_)
            inputs.push_back(asked.input);
        return inputs;
    }

    std::size_t compared_n() const override { return compared_n_; }

    LawResult long_inputs(const Agreement& claimed,
                          const std::vector<std::size_t>& sizes) override {
        const RetrievalReference& reference = reference_of(claimed);
        return long_law(options_, description().least_length, sizes,
                        [&](std::size_t n, Shape shape) {
                            Agreement agreement;
                            if (shape == Shape::tied && kind() == MetricKind::relevance_by_rank)
                                return agreement;
                            const RetrievalCase instance = long_case(n, shape, options_.seed);
                            const AskedCase asked{instance, input_of(instance, kind())};
                            metric_.long_reply(asked.input);
                            compare_with(reference, asked, agreement, n);
                            return agreement;
                        });
    }

    std::string long_input(std::size_t n, Shape shape) const override {
        return input_of(long_case(n, shape, options_.seed), kind());
    }

private:
    static std::string full_name_of(const RetrievalReference& reference) {
        return fmt::format("{} {}", reference.name, reference.conventions);
    }

    const RetrievalReference& reference_of(const Agreement& agreement) const {
        return *std::ranges::find(references_, agreement.reference, full_name_of);
    }

    const Description& description() const { return metric_.description(); }

    MetricKind kind() const { return description().kind; }

    /// \throws NoValue for what the program does not take: ties in a list by rank, a short list,
    /// documents that are not retrieved.
    std::string input(const RetrievalCase& instance) const {
        require_taken(instance, description());
        return input_of(instance, kind());
    }

    RetrievalSubject subject() {
        RetrievalSubject subject;
        subject.name = description().name;
        subject.value = [this](const RetrievalCase& instance) {
            return metric_.value(input(instance));
        };
        // A foreign metric has no second path; what it says when it is asked again is a law of its
        // own.
        subject.second = subject.value;
        subject.is_best_at_greatest = description().direction == Direction::greatest;
        // A law about an end that is not declared must not apply.
        if (description().least_value) subject.range.least = *description().least_value;
        subject.range.greatest = description().greatest_value;
        subject.cutoffs.every = subject.cutoffs.beyond = description().takes_cutoff;
        subject.tolerance = tolerance_of(options_);
        return subject;
    }

    /// The exact metrics of the program's name in all conventions; none if its name is not known,
    /// and it claims no other.
    /// \throws InputError for a claim that is not known, or that contradicts the direction.
    std::vector<RetrievalReference> references() {
        const DeclaredConventions declared = declared_conventions(
            description().conventions, fmt::format("{}: \"conventions\"", metric_.name()));
        subject_.relevance_level = declared.settings.relevance_level;
        const auto named = [&](const std::string& name) {
            return retrieval_references(name, description().takes_cutoff, declared,
                                        fmt::format("{}: \"reference\"", metric_.name()));
        };
        if (description().reference) {
            auto all = named(*description().reference);
            require_direction(metric_, all.front().is_best_at_greatest, all.front().name);
            return all;
        }
        try {
            auto all = named(description().name);
            if (all.front().is_best_at_greatest == subject_.is_best_at_greatest) return all;
        } catch (const InputError&) {
            // A name of its own.
        }
        return {};
    }

    /// Those that find most first.
    std::vector<std::string_view> in_order() const {
        std::vector<std::string_view> names{"promotion", "tied-lines", "untied-lines",
                                            "ties-no-advantage", "renaming"};
        for (const RetrievalLaw& law : retrieval_laws()) {
            const bool is_range = law.name == "range" || law.name == "perfect-list";
            if (is_range && !description().least_value) continue;
            if (law.name == "cutoff-at-end" || law.name == "beyond-cutoff") {
                if (!description().takes_cutoff) continue;
            }
            if (std::ranges::find(names, law.name) == names.end()) names.push_back(law.name);
        }
        return names;
    }

    void collect_cases() {
        double count = 0;
        for (std::size_t n = 0; n <= options_.exhaustive_n; ++n) {
            count += SmallCases::count(n, subject_.cutoffs);
            if (count > most_compared) break;
            const SmallCases small(n, subject_.cutoffs);
            for (std::uint64_t i = 0; i < small.size() && !options_.stop.requested(); ++i)
                add_case(small.at(i));
            compared_n_ = n;
        }
        for (std::uint64_t i = 0; i < options_.random_cases; ++i)
            add_case(random_case(options_.random_n, subject_.cutoffs, options_.seed, i));
        metric_.prefetch(inputs());
    }

    void add_case(RetrievalCase instance) {
        try {
            std::string asked = input(instance);
            cases_.push_back({std::move(instance), std::move(asked)});
        } catch (const NoValue&) {
            // Not for this program.
        }
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

    void foresee(const RetrievalLaw& law) {
        RetrievalLaw tried = law;
        tried.check = [&](const RetrievalSubject& subject, const RetrievalCase& instance) {
            return outcome_of([&] { return law.check(subject, instance); });
        };
        metric_.foresee([&] { properties::check(subject_, tried, check_options()); });
    }

    /// A violation that is no documented convention is looked for first; without one, the least
    /// that is one is shown.
    LawResult result_of(const RetrievalLaw& law) {
        std::optional<RetrievalCase> excused;
        RetrievalLaw claimed = law;
        claimed.check = [&](const RetrievalSubject& subject, const RetrievalCase& instance) {
            const Outcome outcome = outcome_of([&] { return law.check(subject, instance); });
            if (!outcome.is_violated() || !is_convention(law, instance)) return outcome;
            if (!excused || compare(instance, *excused) < 0) excused = instance;
            return Outcome{};
        };
        const RetrievalCheckResult checked = properties::check(subject_, claimed, check_options());
        LawResult result = untried(law.name, law.statement);
        result.verdict = law_verdict(checked.verdict);
        result.scope = checked.scope;
        result.explanation = with_decimals(checked.explanation);
        if (checked.witness) {
            show(law, *checked.witness, result);
        } else if (excused) {
            show(law, *excused, result);
            result.verdict = LawVerdict::documented_convention;
        }
        return result;
    }

    void show(const RetrievalLaw& law, const RetrievalCase& instance, LawResult& result) {
        const auto check_it = [&] { return law.check(subject_, instance); };
        show_violation(metric_, input_shown(law, instance), check_it, result);
        result.explanation = with_decimals(check_it().explanation);
    }

    /// The case; or, of a law that asks only for what it makes of a case that this program does not
    /// take, the first of that.
    std::string input_shown(const RetrievalLaw& law, const RetrievalCase& instance) {
        try {
            return input(instance);
        } catch (const NoValue&) {
            return metric_.inputs_asked_in([&] { law.check(subject_, instance); }).front();
        }
    }

    /// Whether the exact metric violates the law there as well. What a program does with ties, or
    /// in place of an undefined value, is an excuse only if it says so: where it says nothing of
    /// ties the law has to be violated under every rule, and an undefined value has to be
    /// undefined.
    bool is_convention(const RetrievalLaw& law, const RetrievalCase& instance) const {
        const auto& conventions = description().conventions;
        const auto ties = conventions.find("ties");
        if (references_.empty()) {
            return ties != conventions.end() && is_broken_by(ties->second, law.name);
        }
        const bool says_instead = conventions.contains("undefined");
        std::map<formats::Ties, bool> violated;
        for (const RetrievalReference& reference : references_) {
            if (!fits(reference)) continue;
            if (!says_instead && reference.instead != InsteadOfUndefined::nothing) continue;
            bool& is_violated = violated[reference.ties];
            if (is_violated) continue;
            RetrievalSubject exact = subject_;
            exact.value = exact.second = reference.value;
            exact.tolerance = 0;
            is_violated = law.check(exact, instance).is_violated();
        }
        return !violated.empty() &&
               std::ranges::all_of(violated, [](const auto& entry) { return entry.second; });
    }

    /// \param factor  of the tolerance
    void compare_with(const RetrievalReference& reference, const AskedCase& asked,
                      Agreement& agreement, std::uint64_t factor = 1) {
        compare_answer(metric_.reply(asked.input), asked.input, reference.value(asked.instance),
                       options_.tolerance * factor, agreement);
    }

    void compare_if_taken(const RetrievalReference& reference, const RetrievalCase& instance,
                          Agreement& agreement) {
        try {
            compare_with(reference, {instance, input(instance)}, agreement);
        } catch (const NoValue&) {
            // Not for this program.
        }
    }

    /// Whether it has the conventions that the program declares, among those in which references
    /// differ. An input has no column of ranks but its order.
    bool fits(const RetrievalReference& reference) const {
        const std::string conventions = fmt::format(" {} ", reference.conventions);
        return std::ranges::all_of(description().conventions, [&](const auto& declared) {
            const std::string key = fmt::format(" {}=", declared.first);
            std::string_view value = declared.second;
            if (value == "rank-column") value = "input-order";
            return conventions.find(key) == std::string::npos ||
                   conventions.find(fmt::format("{}{} ", key, value)) != std::string::npos;
        });
    }

    AuditedMetric& metric_;
    const AuditOptions& options_;
    RetrievalSubject subject_;
    std::vector<RetrievalReference> references_;
    std::vector<AskedCase> cases_;
    std::size_t compared_n_ = 0;
};

}  // namespace

RetrievalCase long_case(std::size_t n, Shape shape, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    RetrievalCase instance;
    for (std::size_t i = 0; i < n; ++i) {
        const bool is_relevant = shape == Shape::best    ? true
                                 : shape == Shape::worst ? i + 1 == n
                                                         : random() % 10 == 0;
        const std::size_t grades = shape == Shape::large_grades ? 30 : 2;
        const auto grade = static_cast<retrieval::Grade>(is_relevant ? 1 + i % grades : 0);
        const std::size_t place = shape == Shape::tied ? i / 3 : i;
        instance.retrieved.push_back(
            {fmt::format("d{}", i + 1), Rational(static_cast<std::int64_t>(n - place)), grade});
    }
    return instance;
}

std::unique_ptr<KindAudit> retrieval_audit(AuditedMetric& metric, const AuditOptions& options) {
    return std::make_unique<RetrievalAudit>(metric, options);
}

}  // namespace disarray::properties::audit::detail
