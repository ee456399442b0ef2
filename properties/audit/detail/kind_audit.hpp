// SPDX-License-Identifier: MIT
//
// What the audits of the kinds of metrics have in common: an interface, and what their laws are put
// together from.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/near_names.hpp"
#include "properties/audit/audit.hpp"
#include "properties/audit/list_laws.hpp"
#include "properties/audit/vote_laws.hpp"
#include "properties/outcome.hpp"

namespace disarray::properties::audit::detail {

/// What long inputs look like: at the extremes sums and counts are largest; many are tied; grades
/// are large.
enum class Shape { random, best, worst, tied, large_grades, blocks };
constexpr auto choices(Shape) {
    return std::to_array<Choice<Shape>>({{"random", Shape::random},
                                         {"best", Shape::best},
                                         {"worst", Shape::worst},
                                         {"tied", Shape::tied},
                                         {"large grades", Shape::large_grades},
                                         {"two blocks", Shape::blocks}});
}
constexpr Shape all_shapes[] = {Shape::random, Shape::best,         Shape::worst,
                                Shape::tied,   Shape::large_grades, Shape::blocks};

/// The mean over the orders of tied documents, exactly, takes more than linear time.
constexpr std::size_t most_tied = 1000;

/// Whether inputs of so many elements or documents have the shape.
constexpr bool has_shape(std::size_t n, Shape shape) {
    return shape != Shape::tied || n <= most_tied;
}

/// An input with NaN for a score or a rank, and those that have its value by the two conventions
/// that give it one; empty where the program does not take them.
struct MissingCase {
    std::string input;
    std::optional<std::string> omitted, least;
};

/// An input of a retrieval metric without a cutoff.
struct UncutInput {
    std::string input;
    std::string shifted;  ///< with 100 added to all scores, where there are scores
    std::size_t length = 0;
};

/// Inputs that are asked for while further ones are made, so that the program is at work soon, and
/// a stop is heard: so many at once that nearly all audits ask for all of them together, the short
/// ones first.
class InputBlock {
public:
    explicit InputBlock(AuditedMetric& metric) : metric_(metric) {}

    void add(std::string input) {
        bytes_ += input.size();
        inputs_.push_back(std::move(input));
        if (inputs_.size() == most_inputs || bytes_ >= most_bytes) ask();
    }
    /// For what is left.
    void ask() {
        metric_.prefetch(inputs_);
        inputs_.clear();
        bytes_ = 0;
    }

private:
    static constexpr std::size_t most_inputs = 1 << 16, most_bytes = std::size_t{16} << 20;

    AuditedMetric& metric_;
    std::vector<std::string> inputs_;
    std::size_t bytes_ = 0;
};

/// Once work is to stop, no more inputs than this are looked at again, in bytes: milliseconds.
constexpr std::size_t most_after_stop = std::size_t{4} << 20;

/// The part of an audit that depends on the kind.
class KindAudit {
public:
    virtual ~KindAudit() = default;
    /// Makes the inputs that laws begin with, and asks for them. Before all others.
    virtual void collect_cases() = 0;
    /// The law that the program has an answer wherever a metric of its kind has one.
    virtual LawResult takes_its_kind() = 0;
    virtual std::vector<LawResult> laws() = 0;
    /// With every reference, on all inputs; with one that differs on many, on the first of them.
    virtual std::vector<Agreement> agreements() = 0;
    /// The one with the metric that the program claims to be, in its conventions; null for none.
    virtual Agreement* claimed(std::vector<Agreement>& agreements) const = 0;
    /// What the claimed agreement shows of conventions that are not declared; empty for nothing.
    virtual std::optional<LawResult> undeclared_conventions(const Agreement& claimed,
                                                            const std::vector<Agreement>& all) {
        (void)claimed, (void)all;
        return std::nullopt;
    }
    /// Small ones; none of a kind without scores and ranks.
    virtual std::vector<MissingCase> missing_cases() const { return {}; }
    /// Makes the first difference a least one.
    virtual void shrink(Agreement& agreement) = 0;
    /// \param claimed  the reference that long inputs are compared with
    /// \param sizes    their lengths
    virtual LawResult long_inputs(const Agreement& claimed,
                                  const std::vector<std::size_t>& sizes) = 0;
    /// Tries laws that hold for short inputs on long ones, and notes in `laws` where they do not.
    /// \param longest  input that the program answers in time
    virtual void check_long(std::vector<LawResult>& laws, std::size_t longest) {
        (void)laws, (void)longest;
    }
    /// All that the laws begin with, small ones first; if it is time to stop, the first of them.
    virtual std::vector<std::string> inputs() const = 0;
    /// Every input of at most so many elements or documents is one of these.
    virtual std::size_t compared_n() const = 0;
    virtual std::string long_input(std::size_t n, Shape shape) const = 0;
};

/// A ranking and a random one, itself, its reversal, or one of groups of three that are tied;
/// `best` again for large grades; or both rankings have two blocks, in four combinations.
RankPair long_pair(std::size_t n, Shape shape, std::uint64_t seed);
/// A list and a random order of it, itself, one that shares nothing with it, or half of one of half
/// the length.
ListPair long_lists(std::size_t n, Shape shape, std::uint64_t seed);
/// A few votes, fewer of many elements: random ones, all the same, or each the other's reversal.
Votes long_votes(std::size_t n, Shape shape, std::uint64_t seed);
/// A list in which one document of ten is relevant, at random places, or all are, or the last one;
/// `random` with groups of three tied documents, or with grades up to 30 in place of 2.
RetrievalCase long_case(std::size_t n, Shape shape, std::uint64_t seed);

// Both keep references to what they are given.
// \throws InputError for a reference that is not known, or has other best values.
std::unique_ptr<KindAudit> pair_audit(AuditedMetric& metric, const AuditOptions& options);
std::unique_ptr<KindAudit> retrieval_audit(AuditedMetric& metric, const AuditOptions& options);
std::unique_ptr<KindAudit> list_audit(AuditedMetric& metric, const AuditOptions& options);
std::unique_ptr<KindAudit> vote_audit(AuditedMetric& metric, const AuditOptions& options);
/// The one for what the program describes itself as.
std::unique_ptr<KindAudit> kind_audit(AuditedMetric& metric, const AuditOptions& options);

/// The laws that a program need not claim: those of its kind and those of odd inputs. That it
/// answers, in the same way, and is what it says, is no matter of convention.
std::vector<std::string_view> laws_with_exceptions(MetricKind kind);

/// The laws that are tried only where the program claims them.
std::vector<std::string_view> laws_with_claims(MetricKind kind);

/// A law of which nothing is known yet.
LawResult untried(std::string_view law, std::string_view statement);

/// Writes down a violation at `input`: the answer to it, and what else the law asked for.
/// \param check  the law at that input
template <class Check>
void show_violation(AuditedMetric& metric, std::string input, const Check& check,
                    LawResult& result) {
    result.verdict = LawVerdict::refuted;
    result.got = to_string(metric.reply(input));
    result.related = metric.inputs_asked_in([&] { check(); });
    std::erase(result.related, input);
    for (const std::string& related : result.related)
        result.related_got.push_back(to_string(metric.reply(related)));
    result.input = std::move(input);
}

/// Calls work(), which returns a LawResult; where replies were missing meanwhile it has decided
/// nothing but a refutation.
template <class Work>
LawResult unless_missing(const AuditedMetric& metric, const Work& work) {
    const std::size_t before = metric.missing_replies();
    LawResult result = work();
    const bool is_found = result.verdict == LawVerdict::refuted ||
                          result.verdict == LawVerdict::documented_convention;
    if (metric.missing_replies() > before && !is_found) {
        result.verdict = LawVerdict::undecided;
        result.explanation = metric.why_missing();
    }
    return result;
}

/// What a program owes whatever it computes, as far as it is asked for here. \param inputs  some to
/// be asked again
std::vector<LawResult> first_program_laws(AuditedMetric& metric, const AuditOptions& options,
                                          std::vector<std::string> inputs);
/// The laws of cutoffs together and of batches, as far as the program takes them.
std::vector<LawResult> capability_laws(AuditedMetric& metric, const AuditOptions& options,
                                       const std::vector<UncutInput>& inputs);
/// The law that NaN is what the program declares by its convention "missing"; without one that it
/// gets no number, and if it does, of which convention.
LawResult missing_law(AuditedMetric& metric, const AuditOptions& options,
                      const std::vector<MissingCase>& cases, LawResult not_a_number);
/// The same, of all that it was asked.
std::vector<LawResult> last_program_laws(AuditedMetric& metric, const AuditOptions& options);

/// options.tolerance as a number.
Rational tolerance_of(const AuditOptions& options);

/// The outcome, where "the program has no value there" means that the law does not apply.
template <class Check>
Outcome outcome_of(const Check& check) {
    try {
        return check();
    } catch (const NoValue& none) {
        return does_not_apply(none.what());
    }
}

/// An explanation with fractions over large powers of two as the decimals of 17 digits of the
/// floating-point numbers that they are.
std::string with_decimals(const std::string& explanation);

/// A reference that differs on so many inputs is another metric: it is compared no further. Among
/// those that the program may claim to be the nearest is looked for.
constexpr std::size_t most_differences = 100, most_counted_differences = 1000;

/// Longer lists are compared with numbers in floating point and their errors.
constexpr std::size_t most_exact = 2000;

/// Counts one answer beside one exact value; nothing if the program refuses the input or fails.
/// \param tolerance  as AuditOptions::tolerance
void compare_answer(const Reply& reply, const std::string& input, const Value& exact,
                    std::uint64_t tolerance, Agreement& agreement);

/// The same of the values of all elements; one difference is that of the first that has one.
void compare_points(const Reply& reply, const std::string& input, const Points& exact,
                    std::uint64_t tolerance, Agreement& agreement);

/// Stands in what is expected between a number in floating point and the bound of its error.
inline constexpr std::string_view within = " ± ";

/// The same of a value in floating point: differs where its error does not explain it.
void compare_with_bounded(const Reply& reply, const std::string& input, const Bounded& exact,
                          std::uint64_t tolerance, Agreement& agreement);

/// The law that inputs that every metric of the kind has a value for are not refused: the shortest
/// that is.
/// \param visit  calls its argument with the metric and each of these inputs
template <class Visit>
LawResult taken_law(const AuditOptions& options, const Visit& visit) {
    LawResult result =
        untried("takes-its-kind", "what a metric of its kind has a value for is not refused");
    std::size_t tried = 0, refused = 0;
    visit([&](AuditedMetric& metric, const std::string& input) {
        if (options.stop.requested()) return;
        ++tried;
        const Reply& reply = metric.reply(input);
        const auto* answer = std::get_if<Answer>(&reply);
        if (!answer || answer->kind != Answer::Kind::error) return;
        if (++refused > 1 && input.size() >= result.input.size()) return;
        result.input = input;
        result.got = to_string(reply);
    });
    result.scope = fmt::format("{} inputs", tried);
    result.verdict = tried > 0 ? LawVerdict::supported : LawVerdict::not_applicable;
    if (options.stop.requested()) result.verdict = LawVerdict::undecided;
    if (refused == 0) return result;
    result.verdict = LawVerdict::refuted;
    result.expected = "a value or undefined";
    result.explanation = fmt::format("{} of {} inputs are refused", refused, tried);
    return result;
}

/// Takes over the input and the answers of one difference.
void show_difference(const Agreement& one, Agreement& agreement);

/// \throws InputError if the program says that its best values are at the other end.
void require_direction(const AuditedMetric& metric, bool is_best_at_greatest,
                       std::string_view reference);

/// A length that is bad where the one before is not, by bisection. \param good, bad  lengths that
/// are known to be so, good < bad; `bad` if it is time to stop
template <class IsBad>
std::size_t least_bad_length(std::size_t good, std::size_t bad, const Stop& stop,
                             const IsBad& is_bad) {
    while (bad - good > 1 && !stop.requested()) {
        const std::size_t middle = good + (bad - good) / 2;
        (is_bad(middle) ? bad : good) = middle;
    }
    return bad;
}

/// The law that long inputs have the exact value as well; a sum of n terms may miss it by n times
/// as much as a short one. Where they do not, the least length at which they begin to differ is
/// found by bisection between the lengths that were tried, not below `least_length`.
/// \param agreement_of  (n, shape) -> Agreement on that one input
template <class AgreementOf>
LawResult long_law(const AuditOptions& options, std::size_t least_length,
                   const std::vector<std::size_t>& sizes, const AgreementOf& agreement_of) {
    LawResult result = untried(
        "long-inputs", "the value of a long input is that of the exact metric, up to rounding");
    std::vector<std::string> compared, not_compared;
    for (const Shape shape : all_shapes) {
        std::size_t good = least_length == 0 ? 0 : least_length - 1;
        for (const std::size_t n : sizes) {
            if (options.stop.requested()) return result;
            if (!has_shape(n, shape)) break;
            const Agreement agreement = agreement_of(n, shape);
            const std::string name = fmt::format("{} of {}", name_of(shape), n);
            (agreement.compared > 0 ? compared : not_compared).push_back(name);
            if (agreement.differing == 0) {
                good = n;
                continue;
            }
            const std::size_t bad = least_bad_length(
                good, n, options.stop,
                [&](std::size_t length) { return agreement_of(length, shape).differing > 0; });
            const Agreement least = agreement_of(bad, shape);
            result.verdict = LawVerdict::refuted;
            result.scope = fmt::format("{}", fmt::join(compared, ", "));
            result.input = least.first_difference;
            result.expected = least.expected;
            result.got = least.got;
            result.explanation = fmt::format("{} input of n = {}", name_of(shape), bad);
            result.tolerance_factor = bad;
            return result;
        }
    }
    if (!compared.empty()) result.verdict = LawVerdict::supported;
    result.scope = compared.empty() ? "nothing" : fmt::format("{}", fmt::join(compared, ", "));
    if (!not_compared.empty()) {
        result.explanation = fmt::format("no value for {}", fmt::join(not_compared, ", "));
    }
    return result;
}

}  // namespace disarray::properties::audit::detail
