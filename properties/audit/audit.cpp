// SPDX-License-Identifier: MIT
//
// Three parts: laws on small and random inputs, by the kind of metric; what a program owes whatever
// it computes (the same answer twice, no number for what is none, no crash, large inputs); and the
// comparison with exact metrics. A violation counts as a documented convention if the exact metric
// in the conventions that the program declares violates the law at the same input.
#include "properties/audit/audit.hpp"

#include <algorithm>
#include <chrono>
#include <random>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "base/parallel.hpp"
#include "properties/outcome.hpp"
#include "properties/retrieval/domain.hpp"
#include "properties/retrieval/runner.hpp"

namespace disarray::properties::audit {

namespace {

constexpr std::pair<std::string_view, LawVerdict> verdict_names[] = {
    {"refuted", LawVerdict::refuted},
    {"documented-convention", LawVerdict::documented_convention},
    {"exhausted", LawVerdict::exhausted},
    {"supported", LawVerdict::supported},
    {"undecided", LawVerdict::undecided},
    {"not-applicable", LawVerdict::not_applicable}};

Rational tolerance_of(const AuditOptions& options) {
    return {Integer(options.tolerance), Integer(1) << 52};
}

/// What a run of a law over cases has seen.
template <class Case>
struct Seen {
    std::size_t cases = 0, applicable = 0;
    std::optional<Case> violation;
    std::string reason;  ///< why a case did not apply
};

/// The outcome, where "the program has no value there" means that the law does not apply.
template <class Check>
Outcome outcome_of(const Check& check) {
    try {
        return check();
    } catch (const NoValue& none) {
        return does_not_apply(none.what());
    }
}

/// Whether they differ by no more than laws allow: near 0, what cancels has no digit that counts.
bool is_near(const Rational& answer, const Value& exact, std::uint64_t tolerance) {
    if (!exact.is_defined()) return false;
    const Rational value =
        exact.is_rational() ? exact.rational() : exact.enclosure(192).ends().first;
    return abs(answer - value) <= Rational(Integer(tolerance), Integer(1) << 52);
}

/// Compares one answer with one exact value.
void compare_answer(const Reply& reply, const std::string& input, const Value& exact,
                    std::uint64_t tolerance, Agreement& agreement) {
    const auto* answer = std::get_if<Answer>(&reply);
    if (!answer || answer->kind == Answer::Kind::error) return;
    ++agreement.compared;
    const auto units = units_apart(reply, exact);
    if (units && *units <= tolerance) {
        agreement.worst_units = std::max(agreement.worst_units, *units);
        return;
    }
    if (units && is_near(answer->exact, exact, tolerance)) return;
    if (++agreement.differing > 1) return;
    agreement.first_difference = input;
    agreement.got = to_string(reply);
    agreement.expected =
        exact.is_rational() || !exact.is_defined() ? exact.to_string() : exact.to_decimal(17);
}

/// The law that the metric is what it claims to be. \param claimed  none: it claims nothing that
/// is known here
LawResult reference_law(const Agreement* claimed) {
    LawResult result{"exact-reference",
                     "the value is that of the exact metric, up to rounding",
                     LawVerdict::not_applicable,
                     {},
                     {},
                     {},
                     {},
                     "it claims to be no metric that is known here"};
    if (!claimed) return result;
    result.scope = fmt::format("{} inputs, against {}", claimed->compared, claimed->reference);
    result.verdict = claimed->differing > 0 ? LawVerdict::refuted : LawVerdict::exhausted;
    if (claimed->compared == 0) result.verdict = LawVerdict::not_applicable;
    result.input = claimed->first_difference;
    result.expected = claimed->expected;
    result.got = claimed->got;
    result.explanation =
        claimed->differing > 0
            ? fmt::format("{} of {} answers differ", claimed->differing, claimed->compared)
            : fmt::format("at most {} units in the last place away", claimed->worst_units);
    return result;
}

/// What long inputs look like: at the extremes sums and counts are largest.
enum class Shape { random, best, worst };
constexpr Shape all_shapes[] = {Shape::random, Shape::best, Shape::worst};

std::string_view name_of(Shape shape) {
    constexpr std::pair<std::string_view, Shape> names[] = {
        {"random", Shape::random}, {"best", Shape::best}, {"worst", Shape::worst}};
    return name_of_choice(names, shape);
}

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

/// The law that long inputs have the exact value as well; a sum of n terms may miss it by n times
/// as much as a short one. Where they do not, the least length at which they begin to differ is
/// found by bisection between the lengths that were tried. \param agreement_of  (n, shape) ->
/// Agreement on that one input
template <class AgreementOf>
LawResult long_law(const AuditOptions& options, const AgreementOf& agreement_of) {
    LawResult result{
        "long-inputs",
        "the value of a long input is that of the exact metric, up to rounding",
        LawVerdict::exhausted,
        fmt::format("n = {}, each random, best and worst", fmt::join(options.sizes, ", ")),
        {},
        {},
        {},
        {}};
    for (const Shape shape : all_shapes) {
        std::size_t good = 0;
        for (const std::size_t n : options.sizes) {
            if (options.stop.requested()) {
                result.verdict = LawVerdict::undecided;
                return result;
            }
            if (agreement_of(n, shape).differing == 0) {
                good = n;
                continue;
            }
            std::size_t bad = n;
            while (bad - good > 1) {
                const std::size_t middle = good + (bad - good) / 2;
                (agreement_of(middle, shape).differing == 0 ? good : bad) = middle;
            }
            const Agreement least = agreement_of(bad, shape);
            result.verdict = LawVerdict::refuted;
            result.input = least.first_difference;
            result.expected = least.expected;
            result.got = least.got;
            result.explanation = fmt::format("{} input of n = {}", name_of(shape), bad);
            return result;
        }
    }
    return result;
}

// --- two rankings -----------------------------------------------------------------------------

class PairAudit {
public:
    PairAudit(AuditedMetric& metric, const AuditOptions& options)
        : metric_(metric), options_(options), subject_(subject()) {}

    std::vector<LawResult> laws() {
        collect_cases();
        std::vector<LawResult> results;
        for (const PairLaw& law : pair_laws()) {
            if (options_.progress) options_.progress(law.name);
            results.push_back(result_of(law));
        }
        return results;
    }

    std::vector<std::string> inputs() const {
        std::vector<std::string> inputs;
        for (const RankPair& pair : cases_)
            inputs.push_back(input_of(pair));
        return inputs;
    }

    std::vector<Agreement> agreements() {
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
    LawResult long_inputs(const Agreement& claimed) {
        const auto all = pair_references();
        const auto reference = std::ranges::find(all, claimed.reference, &PairReference::name);
        return long_law(options_, [&](std::size_t n, Shape shape) {
            Agreement agreement;
            compare_with(*reference, long_pair(n, shape, options_.seed), agreement, n);
            return agreement;
        });
    }

    /// Whether an agreement is with the metric that the program claims to be.
    bool is_claimed(const Agreement& agreement) const {
        const Description& description = metric_.description();
        return agreement.reference == description.reference.value_or(description.name);
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
            result.explanation = check(*seen.violation).explanation;
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

// --- relevance --------------------------------------------------------------------------------

class RetrievalAudit {
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

    std::vector<LawResult> laws() {
        std::vector<LawResult> results;
        for (const std::string_view name : in_order()) {
            if (options_.progress) options_.progress(name);
            results.push_back(result_of(*retrieval_laws_named(name, "law").front()));
        }
        return results;
    }

    std::vector<Agreement> agreements() {
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

    std::vector<std::string> inputs() const {
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
    LawResult long_inputs(const Agreement& claimed) {
        const auto reference = std::ranges::find(references_, claimed.reference, full_name_of);
        return long_law(options_, [&](std::size_t n, Shape shape) {
            Agreement agreement;
            compare_with(*reference, long_case(n, shape, options_.seed), agreement, n);
            return agreement;
        });
    }

    /// Whether an agreement is with the metric that the program claims to be, in its conventions.
    bool is_claimed(const Agreement& agreement) const { return fits(agreement.reference); }

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
                         checked.explanation};
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

// --- what every program owes ------------------------------------------------------------------

LawResult simple(std::string law, std::string statement, std::string scope) {
    return {std::move(law),
            std::move(statement),
            LawVerdict::exhausted,
            std::move(scope),
            {},
            {},
            {},
            {}};
}

/// Every input that was asked, in another order and one at a time.
class ProgramAudit {
public:
    ProgramAudit(AuditedMetric& metric, const AuditOptions& options)
        : metric_(metric), options_(options) {}

    LawResult answers_again(std::vector<std::string> inputs) {
        LawResult result = simple(
            "same-answer-again", "the answer does not depend on what was asked before, or together",
            fmt::format("{} inputs, one at a time, in another order", inputs.size()));
        std::mt19937_64 random(options_.seed);
        for (std::size_t i = inputs.size(); i > 1; --i)
            std::swap(inputs[i - 1], inputs[random() % i]);
        for (const std::string& input : inputs) {
            if (options_.stop.requested()) break;
            const Reply& first = metric_.reply(input);
            const Reply again = metric_.reply_anew(input);
            // Twice no answer is a finding of its own, whatever its words.
            if (std::holds_alternative<Failure>(first) && std::holds_alternative<Failure>(again)) {
                continue;
            }
            const std::string before = to_string(first);
            const std::string after = to_string(again);
            if (before == after) continue;
            const bool is_smaller =
                result.input.empty() ||
                std::pair(input.size(), input) < std::pair(result.input.size(), result.input);
            if (!is_smaller) continue;
            result.verdict = LawVerdict::refuted;
            result.input = input;
            result.expected = before;
            result.got = after;
            result.explanation = fmt::format("{} at first, {} when asked again", before, after);
        }
        return result;
    }

    LawResult no_number_for_none(const std::vector<std::string>& inputs) {
        LawResult result =
            simple("not-a-number", "an input that is no number gets an error or undefined",
                   fmt::format("{} inputs with NaN and infinities", inputs.size()));
        for (const std::string& input : inputs) {
            const auto* answer = std::get_if<Answer>(&metric_.reply(input));
            if (!answer || answer->kind != Answer::Kind::value) continue;
            result.verdict = LawVerdict::refuted;
            result.input = input;
            result.expected = "an error or undefined";
            result.got = answer->text;
            result.explanation = fmt::format("{} for an input that is no number", answer->text);
            return result;
        }
        return result;
    }

    /// One relevant document on two lines, alone or with another one that is not retrieved.
    LawResult repeated_document() {
        LawResult result = simple("repeated-document",
                                  "a document on two lines gets an error, or is no better than on "
                                  "the first of them alone",
                                  "two lists of one document");
        for (const std::string_view others : {"", "1"}) {
            const std::string once = fmt::format(
                R"({{"ids": ["d1"], "scores": [2], "grades": [1], "not_retrieved": [{}]}})",
                others);
            const std::string twice = fmt::format(
                R"({{"ids": ["d1", "d1"], "scores": [2, 1], "grades": [1, 1], "not_retrieved": [{}]}})",
                others);
            try {
                const Value before = metric_.value(once), after = metric_.value(twice);
                const bool greatest = metric_.description().direction == Direction::greatest;
                const Order order = greatest ? compare(after, before) : compare(before, after);
                if (order != Order::greater) continue;
                result.verdict = LawVerdict::refuted;
                result.input = twice;
                result.expected = fmt::format("no better than {}", before.to_decimal(17));
                result.got = to_string(metric_.reply(twice));
                result.explanation = fmt::format("{} where the document stands once",
                                                 to_string(metric_.reply(once)));
                return result;
            } catch (const NoValue&) {
                // Refused, which is right.
            }
        }
        return result;
    }

    /// \param inputs  with a grade below 0
    LawResult no_number_for_negative(const std::vector<std::string>& inputs) {
        LawResult result = no_number_for_none(inputs);
        result.law = "negative-grade";
        result.statement = "a negative grade gets an error or undefined, or counts as 0";
        result.scope = fmt::format("{} inputs", inputs.size());
        if (result.verdict != LawVerdict::refuted) return result;
        // The same with 0 in its place.
        std::string with_zero = result.input;
        with_zero.replace(with_zero.find("-1"), 2, "0");
        result.expected = to_string(metric_.reply(with_zero));
        if (result.expected == result.got) {
            LawResult counts = simple(result.law, result.statement, result.scope);
            counts.explanation = "counts as 0";
            return counts;
        }
        result.explanation =
            fmt::format("{} for a grade of -1, {} for 0", result.got, result.expected);
        return result;
    }

    LawResult finite() {
        LawResult result = simple("finite", "the value is a finite number, or there is none",
                                  fmt::format("{} inputs", metric_.inputs_asked()));
        const auto& found = metric_.infinities();
        const auto least = std::ranges::min_element(found, {}, &std::string::size);
        if (least == found.end()) return result;
        result.verdict = LawVerdict::refuted;
        result.input = *least;
        result.expected = "a finite number or undefined";
        result.got = to_string(metric_.reply(*least));
        result.explanation = fmt::format("infinite on {} inputs", found.size());
        return result;
    }

    LawResult always_answers() const {
        LawResult result = simple("always-answers", "every input gets an answer",
                                  fmt::format("{} inputs", metric_.inputs_asked()));
        const auto least = std::ranges::min_element(
            metric_.failures(), {}, [](const auto& failure) { return failure.first.size(); });
        if (least == metric_.failures().end()) return result;
        result.verdict = LawVerdict::refuted;
        result.input = least->first;
        result.expected = "an answer";
        result.got = std::string(name_of(least->second.kind));
        result.explanation = least->second.text;
        return result;
    }

private:
    AuditedMetric& metric_;
    const AuditOptions& options_;
};

/// Inputs with what is no number in one place.
std::vector<std::string> inputs_without_numbers(MetricKind kind) {
    std::vector<std::string> inputs;
    for (const std::string_view none : {"NaN", "Infinity", "-Infinity"}) {
        if (kind == MetricKind::two_rankings) {
            inputs.push_back(
                fmt::format(R"({{"first": [1, "{}", 3], "second": [1, 2, 3]}})", none));
        } else if (kind == MetricKind::relevance_and_scores) {
            inputs.push_back(fmt::format(
                R"({{"ids": ["d1", "d2", "d3"], "scores": [1, "{}", 3], "grades": [1, 0, 2], "not_retrieved": []}})",
                none));
        } else {
            inputs.push_back(
                fmt::format(R"({{"grades": [1, "{}", 2], "not_retrieved": []}})", none));
        }
    }
    return inputs;
}

/// Inputs with a grade of −1.
std::vector<std::string> inputs_with_negative_grades(MetricKind kind) {
    if (kind == MetricKind::relevance_by_rank) {
        return {R"({"grades": [1, -1, 2], "not_retrieved": []})"};
    }
    return {
        R"({"ids": ["d1", "d2", "d3"], "scores": [3, 2, 1], "grades": [1, -1, 2], "not_retrieved": []})"};
}

/// How long calls take, and what is said of long inputs.
std::vector<Timing> timings(AuditedMetric& metric, const AuditOptions& options) {
    std::vector<Timing> found;
    const MetricKind kind = metric.description().kind;
    for (const std::size_t n : options.sizes) {
        if (options.stop.requested()) break;
        if (options.progress) options.progress(fmt::format("n = {}", n));
        const std::string input = kind == MetricKind::two_rankings
                                      ? input_of(long_pair(n, Shape::random, options.seed))
                                      : input_of(long_case(n, Shape::random, options.seed), kind);
        const auto start = std::chrono::steady_clock::now();
        const Reply& reply = metric.reply(input);
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
        found.push_back({n, elapsed.count()});
        if (std::holds_alternative<Failure>(reply)) break;  // longer ones cost as much again
    }
    return found;
}

void sort_by_agreement(std::vector<Agreement>& agreements) {
    std::ranges::stable_sort(agreements, {}, [](const Agreement& agreement) {
        return std::pair(agreement.differing, agreement.worst_units);
    });
}

/// The first agreement that is with the claimed metric.
template <class KindAudit>
const Agreement* claimed_of(const KindAudit& kind, const std::vector<Agreement>& agreements) {
    const auto found = std::ranges::find_if(
        agreements, [&](const Agreement& agreement) { return kind.is_claimed(agreement); });
    return found == agreements.end() ? nullptr : &*found;
}

template <class KindAudit>
void add_findings(KindAudit& kind, AuditedMetric& metric, const AuditOptions& options,
                  AuditReport& report) {
    report.laws = kind.laws();
    report.timings = timings(metric, options);
    report.agreements = kind.agreements();
    sort_by_agreement(report.agreements);
    const Agreement* claimed = claimed_of(kind, report.agreements);
    report.laws.insert(report.laws.begin(), reference_law(claimed));
    if (claimed && claimed->compared > 0) {
        if (options.progress) options.progress("long inputs");
        report.laws.push_back(kind.long_inputs(*claimed));
    }
    ProgramAudit program(metric, options);
    report.laws.push_back(program.answers_again(kind.inputs()));
    report.laws.push_back(
        program.no_number_for_none(inputs_without_numbers(metric.description().kind)));
    if (metric.description().kind == MetricKind::relevance_and_scores) {
        report.laws.push_back(program.repeated_document());
    }
    if (metric.description().kind != MetricKind::two_rankings) {
        report.laws.push_back(
            program.no_number_for_negative(inputs_with_negative_grades(metric.description().kind)));
    }
    report.laws.push_back(program.finite());
    report.laws.push_back(program.always_answers());
}

}  // namespace

std::string_view name_of(LawVerdict verdict) {
    return name_of_choice(verdict_names, verdict);
}

bool AuditReport::is_refuted() const {
    return std::ranges::any_of(
        laws, [](const LawResult& law) { return law.verdict == LawVerdict::refuted; });
}

AuditReport audit(MetricProcess& process, const AuditOptions& options) {
    // One program, one conversation: what asks it runs on one thread.
    return with_threads(1, [&] {
        AuditedMetric metric(process);
        AuditReport report;
        report.description = process.description();
        if (report.description.kind == MetricKind::two_rankings) {
            PairAudit pairs(metric, options);
            add_findings(pairs, metric, options, report);
        } else {
            RetrievalAudit lists(metric, options);
            add_findings(lists, metric, options, report);
        }
        report.inputs = metric.inputs_asked();
        report.restarts = process.restarts();
        report.complete = !options.stop.requested();
        return report;
    });
}

}  // namespace disarray::properties::audit
