// SPDX-License-Identifier: MIT
//
// The audit of a retrieval metric, by the laws of properties/retrieval: a law does not apply where
// the program has no value.
#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <map>
#include <optional>
#include <random>

#include <fmt/ranges.h>

#include "base/error.hpp"
#include "properties/audit/detail/kind_audit.hpp"
#include "properties/audit/missing_values.hpp"
#include "properties/retrieval/domain.hpp"
#include "properties/retrieval/ordering.hpp"
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
    if (ties == "block")
        return is_one_of({"ties-as-mean", "ties-no-advantage", "ties-no-disadvantage"});
    if (ties == "best") return is_one_of({"ties-as-mean", "ties-no-advantage"});
    if (ties == "worst") return is_one_of({"ties-as-mean", "ties-no-disadvantage"});
    if (ties == "trec" && law == "renaming") return true;
    if (ties == "input-order" && law == "tied-lines") return true;
    return (ties == "trec" || ties == "input-order" || ties == "rank-column") &&
           is_one_of({"ties-as-mean", "ties-no-advantage", "ties-no-disadvantage"});
}

/// The lists in which 2^g, or a shift by g, leaves words of 32 and 64 bits, in numbers or in order.
std::vector<RetrievalCase> cases_of_large_grades(const Cutoffs& cutoffs) {
    std::vector<std::vector<retrieval::Grade>> lists;
    for (const retrieval::Grade g : {30, 31, 32, 33, 52, 53, 62, 63, 64, 65, 100}) {
        for (const retrieval::Grade other : {0, 1, 29, 31, 32, 63, 64}) {
            if (other == g) continue;
            lists.push_back({other, g});
            lists.push_back({g, other});
        }
    }
    std::vector<RetrievalCase> cases;
    for (const auto& grades : lists) {
        for (const auto& cutoff : cutoffs.for_length(grades.size())) {
            RetrievalCase instance;
            instance.cutoff = cutoff;
            for (std::size_t i = 0; i < grades.size(); ++i) {
                instance.retrieved.push_back(
                    {fmt::format("d{}", i + 1), Rational(grades.size() - i), grades[i]});
            }
            cases.push_back(std::move(instance));
        }
    }
    return cases;
}

class RetrievalAudit : public KindAudit {
public:
    RetrievalAudit(AuditedMetric& metric, const AuditOptions& options)
        : metric_(metric),
          options_(options),
          declared_(declared_conventions(description().conventions,
                                         fmt::format("{}: \"conventions\"", metric_.name()))),
          subject_(subject()),
          references_(references()) {
        for (const RetrievalReference& reference : references_) {
            if (fits(reference)) fitting_.push_back(&reference);
        }
        if (fitting_.empty()) judges_ = judges();
    }

    void collect_cases() override {
        InputBlock block(metric_);
        double count = 0;
        for (std::size_t n = 0; n <= options_.exhaustive_n; ++n) {
            count += SmallCases::count(n, subject_.cutoffs);
            if (count > most_compared) break;
            const SmallCases small(n, subject_.cutoffs);
            for (std::uint64_t i = 0; i < small.size() && !options_.stop.requested(); ++i)
                add_case(small.at(i), block);
            compared_n_ = n;
        }
        for (std::uint64_t i = 0; i < options_.random_cases && !options_.stop.requested(); ++i)
            add_case(random_case(options_.random_n, subject_.cutoffs, options_.seed, i), block);
        ordinary_ = cases_.size();
        if (takes_large_grades()) {
            for (RetrievalCase& instance : cases_of_large_grades(subject_.cutoffs))
                add_case(std::move(instance), block);
        }
        block.ask();
    }

    LawResult takes_its_kind() override {
        return taken_law(options_, [&](const auto& try_case) {
            for (std::size_t i = 0; i < ordinary_ && !options_.stop.requested(); ++i) {
                if (is_owed_an_answer(cases_[i].instance)) try_case(metric_, cases_[i].input);
            }
        });
    }

    std::vector<LawResult> laws() override {
        std::vector<LawResult> results;
        for (const std::string_view name : in_order()) {
            if (options_.progress) options_.progress(name);
            const RetrievalLaw& law = *retrieval_laws_named(name, "law").front();
            foresee(law);
            results.push_back(unless_missing(metric_, [&] { return result_of(law); }));
        }
        std::ranges::move(capability_laws(metric_, options_, uncut_inputs()),
                          std::back_inserter(results));
        return results;
    }

    std::vector<Agreement> agreements() override {
        std::vector<Agreement> found;
        for (const RetrievalReference& reference : references_) {
            const std::size_t most =
                is_near_the_usual(reference) ? most_counted_differences : most_differences;
            Agreement agreement;
            agreement.reference = reference.full_name();
            for (const AskedCase& asked : cases_) {
                if (options_.stop.requested() || agreement.differing == most) break;
                compare_with(reference, asked, agreement);
            }
            if (agreement.compared > 0) found.push_back(std::move(agreement));
        }
        return found;
    }

    /// In the conventions declared: the one that all answers follow, with the fewest conventions
    /// that are neither declared nor usual; else the nearest one with the usual conventions for
    /// those that are not declared, but what it does with ties and for undefined values.
    Agreement* claimed(std::vector<Agreement>& agreements) const override {
        Agreement* best = nullptr;
        const auto key = [&](const Agreement& agreement) {
            return std::pair(agreement.differing, undeclared_in(reference_of(agreement)).size());
        };
        for (Agreement& agreement : agreements) {
            const RetrievalReference& reference = reference_of(agreement);
            if (!fits(reference)) continue;
            if (agreement.differing > 0 && !is_near_the_usual(reference)) continue;
            if (!best || key(agreement) < key(*best)) best = &agreement;
        }
        return best;
    }

    std::optional<LawResult> undeclared_conventions(const Agreement& claimed,
                                                    const std::vector<Agreement>& all) override {
        const auto keys = undeclared_in(reference_of(claimed));
        if (keys.empty()) return std::nullopt;
        LawResult result =
            untried("declared-conventions",
                    "the conventions that the answers show are declared, or the usual ones");
        std::vector<std::string> shown;
        for (const auto& [key, value] : keys)
            shown.push_back(fmt::format("\"{}\": \"{}\"", key, value));
        result.explanation =
            fmt::format("the answers are those of {}, which \"conventions\" does not declare",
                        fmt::join(shown, ", "));
        result.scope = fmt::format("{} inputs", claimed.compared);
        const auto usual = std::ranges::find_if(all, [&](const Agreement& each) {
            const RetrievalReference& reference = reference_of(each);
            return fits(reference) && undeclared_in(reference).empty();
        });
        if (usual == all.end() || usual->differing == 0) return std::nullopt;
        Agreement least = *usual;
        shrink(least);
        result.input = least.first_difference;
        result.expected = least.expected;
        result.got = least.got;
        // Who names a metric for the report only has claimed little.
        result.verdict = description().reference ? LawVerdict::refuted : LawVerdict::undecided;
        return result;
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
        std::size_t bytes = 0;
        for (const AskedCase& asked : cases_) {
            if (bytes > most_after_stop && options_.stop.requested()) break;
            inputs.push_back(asked.input);
            bytes += asked.input.size();
        }
        return inputs;
    }

    std::size_t compared_n() const override { return compared_n_; }

    std::vector<MissingCase> missing_cases() const override {
        std::vector<MissingCase> cases;
        if (kind() != MetricKind::relevance_and_scores) return cases;
        constexpr std::size_t most_documents = 3;
        for (const AskedCase& asked : cases_) {
            if (options_.stop.requested()) break;
            const auto& documents = asked.instance.retrieved;
            if (documents.size() > most_documents || has_ties(asked.instance)) continue;
            for (unsigned mask = 1; mask < 1U << documents.size(); ++mask) {
                IsMissing missing;
                for (std::size_t i = 0; i < documents.size(); ++i)
                    missing.push_back((mask >> i) % 2 != 0);
                cases.push_back(missing_case(asked.instance, missing));
            }
        }
        return cases;
    }

    LawResult long_inputs(const Agreement& claimed,
                          const std::vector<std::size_t>& sizes) override {
        const RetrievalReference& reference = reference_of(claimed);
        return long_law(options_, description().least_length, sizes,
                        [&](std::size_t n, Shape shape) {
                            Agreement agreement;
                            if (!has_long_shape(shape)) return agreement;
                            const RetrievalCase instance = long_case(n, shape, options_.seed);
                            const std::string input = input_of(instance, kind());
                            metric_.long_reply(input);
                            compare_long(reference, {instance, input}, agreement, n);
                            return agreement;
                        });
    }

    std::string long_input(std::size_t n, Shape shape) const override {
        return input_of(long_case(n, shape, options_.seed), kind());
    }

private:
    static bool has_ties(const RetrievalCase& instance) {
        return ranked_groups(instance, formats::Ties::average).size() < instance.retrieved.size();
    }

    /// All small ones without ties, and the random ones.
    std::vector<UncutInput> uncut_inputs() const {
        std::vector<UncutInput> inputs;
        constexpr std::size_t most = 300;
        const auto add = [&](const AskedCase& asked) {
            if (asked.instance.cutoff || inputs.size() == most) return;
            RetrievalCase shifted = asked.instance;
            for (RetrievedDocument& document : shifted.retrieved)
                document.score += 100;
            inputs.push_back({asked.input, input(shifted), asked.instance.retrieved.size()});
        };
        for (const AskedCase& asked : cases_) {
            if (asked.instance.retrieved.size() <= 3 && !has_ties(asked.instance)) add(asked);
        }
        for (std::size_t i = ordinary_; i-- > 0 && inputs.size() < most;)
            add(cases_[i]);
        return inputs;
    }

    MissingCase missing_case(const RetrievalCase& instance, const IsMissing& missing) const {
        const auto by = [&](Missing rule) -> std::optional<std::string> {
            try {
                return input(
                    *without_missing(instance, missing, rule, description().takes_not_retrieved));
            } catch (const NoValue&) {
                return std::nullopt;
            }
        };
        return {input_of(instance, kind(), missing), by(Missing::omit), by(Missing::least)};
    }

    const RetrievalReference& reference_of(const Agreement& agreement) const {
        return *std::ranges::find(references_, agreement.reference, &RetrievalReference::full_name);
    }

    const Description& description() const { return metric_.description(); }

    MetricKind kind() const { return description().kind; }

    /// \throws NoValue for what the program does not take: ties in a list by rank, a short list,
    /// documents that are not retrieved.
    std::string input(const RetrievalCase& instance) const {
        require_taken(instance, description());
        return input_of(instance, kind());
    }

    /// Not where a greatest grade is part of the metric.
    bool takes_large_grades() const {
        const bool is_bounded = !references_.empty() && references_.front().name == "ERR";
        return !is_bounded && !description().conventions.contains("greatest-grade");
    }

    bool has_long_shape(Shape shape) const {
        if (shape == Shape::blocks) return false;  // as good as `best`
        if (shape == Shape::tied) return kind() != MetricKind::relevance_by_rank;
        return shape != Shape::large_grades || takes_large_grades();
    }

    /// Whether every metric has a value: two documents at least, some relevant and some not, and in
    /// the exact metric, if one is claimed.
    bool is_owed_an_answer(const RetrievalCase& instance) const {
        const auto is_relevant = [&](const RetrievedDocument& document) {
            return grade_of(document) >= subject_.relevance_level;
        };
        const auto& documents = instance.retrieved;
        if (documents.size() < 2) return false;
        const auto relevant = std::ranges::count_if(documents, is_relevant);
        if (relevant == 0 || relevant == std::ssize(documents)) return false;
        return fitting_.empty() || fitting_.front()->value(instance).is_defined();
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
        subject.cutoffs.untied = kind() == MetricKind::relevance_by_rank;
        subject.relevance_level = declared_.settings.relevance_level;
        subject.tolerance = tolerance_of(options_);
        return subject;
    }

    /// The exact metrics of the program's name in all conventions; none if its name is not known,
    /// and it claims no other.
    /// \throws InputError for a claim that is not known, or that contradicts the direction.
    std::vector<RetrievalReference> references() {
        const std::string where = fmt::format("{}: \"reference\"", metric_.name());
        const auto named = [&](const std::string& name) {
            return retrieval_references(name, description().takes_cutoff, declared_, where);
        };
        if (const auto& reference = description().reference) {
            require_known_reference(*reference, where);
            auto all = named(*reference);
            require_direction(metric_, all.front().is_best_at_greatest, all.front().name);
            return all;
        }
        for (const std::string& name :
             {description().name, reference_called(description().name, kind())}) {
            try {
                auto all = named(name);
                if (all.front().is_best_at_greatest == subject_.is_best_at_greatest) return all;
            } catch (const InputError&) {
                // A name of its own.
            }
        }
        return {};
    }

    /// \throws InputError for a library's name, with the one that it has here.
    void require_known_reference(const std::string& name, const std::string& where) const {
        try {
            retrieval_references(name, description().takes_cutoff, declared_, where);
        } catch (const InputError&) {
            const std::string meant = reference_called(name, kind());
            if (meant.empty()) throw;
            throw InputError(where, in_quotes(name),
                             fmt::format("a name of `disarray metrics` (did you mean {}?)", meant));
        }
    }

    std::vector<RetrievalReference> judges() const {
        const auto& conventions = description().conventions;
        const auto ties = conventions.find("ties");
        const auto undefined = conventions.find("undefined");
        // Without ties one rule is as good as another.
        const bool by_rank = kind() == MetricKind::relevance_by_rank;
        std::string_view rule = ties == conventions.end() ? "average" : ties->second;
        if (by_rank || rule == "rank-column") rule = "input-order";
        const auto instead = undefined == conventions.end()
                                 ? InsteadOfUndefined::nothing
                                 : choice_named<InsteadOfUndefined>(undefined->second, "undefined");
        return retrieval_judges(declared_, rule, instead);
    }

    /// Those that find most first.
    std::vector<std::string_view> in_order() const {
        std::vector<std::string_view> names{"promotion", "tied-lines", "untied-lines",
                                            "ties-no-advantage", "renaming"};
        for (const RetrievalLaw& law : retrieval_laws()) {
            if (!law.claimed_of.empty()) continue;
            const bool is_range = law.name == "range" || law.name == "perfect-list";
            if (is_range && !description().least_value) continue;
            if (law.name == "cutoff-at-end" || law.name == "beyond-cutoff") {
                if (!description().takes_cutoff) continue;
            }
            if (std::ranges::find(names, law.name) == names.end()) names.push_back(law.name);
        }
        return names;
    }

    void add_case(RetrievalCase instance, InputBlock& block) {
        try {
            std::string asked = input(instance);
            block.add(asked);
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
        RetrievalCheckResult checked = properties::check(subject_, claimed, check_options());
        if (!checked.witness) add_large_grades(claimed, checked);
        LawResult result = untried(law.name, law.statement);
        result.verdict = law_verdict(checked.verdict);
        result.scope = checked.scope;
        result.explanation = with_decimals(checked.explanation);
        if (checked.witness) {
            show(law, *checked.witness, result);
        } else if (excused) {
            show(law, *excused, result);
            result.verdict = LawVerdict::documented_convention;
            if (const auto* judge = judge_of(law, *excused))
                result.explanation += fmt::format("; {} breaks it there as well", judge->name);
        }
        return result;
    }

    void add_large_grades(const RetrievalLaw& law, RetrievalCheckResult& checked) const {
        for (std::size_t i = ordinary_; i < cases_.size() && !options_.stop.requested(); ++i) {
            if (!law.check(subject_, cases_[i].instance).is_violated()) continue;
            checked.witness = cases_[i].instance;
            return;
        }
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

    bool is_broken_exactly(const RetrievalReference& reference, const RetrievalLaw& law,
                           const RetrievalCase& instance) const {
        RetrievalSubject exact = subject_;
        exact.value = exact.second = reference.value;
        exact.tolerance = 0;
        return law.check(exact, instance).is_violated();
    }

    /// The metric that excuses a program which claims to be none.
    const RetrievalReference* judge_of(const RetrievalLaw& law,
                                       const RetrievalCase& instance) const {
        const auto found = std::ranges::find_if(judges_, [&](const RetrievalReference& judge) {
            return judge.is_best_at_greatest == subject_.is_best_at_greatest &&
                   is_broken_exactly(judge, law, instance);
        });
        return found == judges_.end() ? nullptr : &*found;
    }

    /// Whether the exact metric violates the law there as well; of a program that claims none, any.
    /// What it does with ties, or in place of an undefined value, is an excuse only if it says so:
    /// where it says nothing of ties the law has to be violated under every rule, and an undefined
    /// value has to be undefined.
    bool is_convention(const RetrievalLaw& law, const RetrievalCase& instance) const {
        const auto& conventions = description().conventions;
        const auto ties = conventions.find("ties");
        if (fitting_.empty()) {
            const bool is_excused =
                ties != conventions.end() && is_broken_by(ties->second, law.name);
            return is_excused || judge_of(law, instance) != nullptr;
        }
        const bool says_instead = conventions.contains("undefined");
        std::map<std::string_view, bool> violated;
        for (const RetrievalReference* reference : fitting_) {
            if (!says_instead && reference->instead != InsteadOfUndefined::nothing) continue;
            bool& is_violated = violated[reference->ties];
            is_violated = is_violated || is_broken_exactly(*reference, law, instance);
        }
        return std::ranges::all_of(violated, [](const auto& entry) { return entry.second; });
    }

    /// \param factor  of the tolerance
    void compare_with(const RetrievalReference& reference, const AskedCase& asked,
                      Agreement& agreement, std::uint64_t factor = 1) {
        compare_answer(metric_.reply(asked.input), asked.input, reference.value(asked.instance),
                       options_.tolerance * factor, agreement);
    }

    void compare_long(const RetrievalReference& reference, const AskedCase& asked,
                      Agreement& agreement, std::size_t n) {
        if (n <= most_exact || !reference.bounded)
            return compare_with(reference, asked, agreement, n);
        compare_with_bounded(metric_.reply(asked.input), asked.input,
                             reference.bounded(asked.instance), options_.tolerance * n, agreement);
    }

    void compare_if_taken(const RetrievalReference& reference, const RetrievalCase& instance,
                          Agreement& agreement) {
        try {
            compare_with(reference, {instance, input(instance)}, agreement);
        } catch (const NoValue&) {
            // Not for this program.
        }
    }

    /// The value declared, as it is named among the conventions of the reference. An input has no
    /// column of ranks but its order; in a quotient the base of the logarithm cancels.
    static std::string_view declared_value(const RetrievalReference& reference,
                                           std::string_view value) {
        if (value == "rank-column") return "input-order";
        if (value == "natural" && reference.name == "nDCG") return "trec";
        return value;
    }

    /// Whether it has the conventions that the program declares, among those in which references
    /// differ.
    bool fits(const RetrievalReference& reference) const {
        const auto values = values_of(reference.conventions);
        return std::ranges::all_of(description().conventions, [&](const auto& declared) {
            const auto value = values.find(declared.first);
            const bool is_open = value == values.end() || !is_seen(declared.first);
            return is_open || value->second == declared_value(reference, declared.second);
        });
    }

    /// Ties make no difference to a program that is told ranks.
    bool is_seen(std::string_view convention) const {
        return convention != "ties" || kind() != MetricKind::relevance_by_rank;
    }

    /// Conventions that are neither declared nor those of the first, usual reference.
    std::map<std::string, std::string> undeclared_in(const RetrievalReference& reference) const {
        const auto usual = values_of(references_.front().conventions);
        std::map<std::string, std::string> found;
        for (const auto& [key, value] : values_of(reference.conventions)) {
            const bool is_declared = description().conventions.contains(key) || !is_seen(key);
            if (!is_declared && usual.at(key) != value) found.emplace(key, value);
        }
        return found;
    }

    /// Whether it fits, and is the usual one but for ties and undefined values.
    bool is_near_the_usual(const RetrievalReference& reference) const {
        if (!fits(reference)) return false;
        return std::ranges::all_of(undeclared_in(reference), [](const auto& entry) {
            return entry.first == "ties" || entry.first == "undefined";
        });
    }

    AuditedMetric& metric_;
    const AuditOptions& options_;
    DeclaredConventions declared_;
    RetrievalSubject subject_;
    std::vector<RetrievalReference> references_;
    std::vector<const RetrievalReference*> fitting_;  ///< those that the program may claim to be
    std::vector<RetrievalReference> judges_;          ///< where there is none
    std::vector<AskedCase> cases_;
    std::size_t ordinary_ = 0;  ///< of the cases; the others have large grades
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
