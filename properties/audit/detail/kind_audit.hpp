// SPDX-License-Identifier: MIT
//
// What the audits of the kinds of metrics have in common: an interface, and what their laws are put
// together from.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "properties/audit/audit.hpp"
#include "properties/outcome.hpp"

namespace disarray::properties::audit::detail {

/// What long inputs look like: at the extremes sums and counts are largest.
enum class Shape { random, best, worst };
constexpr Shape all_shapes[] = {Shape::random, Shape::best, Shape::worst};

std::string_view name_of(Shape shape);

/// The part of an audit that depends on the kind.
class KindAudit {
public:
    virtual ~KindAudit() = default;
    virtual std::vector<LawResult> laws() = 0;
    /// With every reference, on all inputs.
    virtual std::vector<Agreement> agreements() = 0;
    /// Whether an agreement is with the metric that the program claims to be, in its conventions.
    virtual bool is_claimed(const Agreement& agreement) const = 0;
    /// \param claimed  the reference that long inputs are compared with
    virtual LawResult long_inputs(const Agreement& claimed) = 0;
    /// All that the laws begin with, small ones first.
    virtual std::vector<std::string> inputs() const = 0;
    virtual std::string long_input(std::size_t n, Shape shape) const = 0;
};

// Both keep references to what they are given.
std::unique_ptr<KindAudit> pair_audit(AuditedMetric& metric, const AuditOptions& options);
std::unique_ptr<KindAudit> retrieval_audit(AuditedMetric& metric, const AuditOptions& options);

/// What a program owes whatever it computes. \param inputs  to be asked again
std::vector<LawResult> program_laws(AuditedMetric& metric, const AuditOptions& options,
                                    std::vector<std::string> inputs);

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

/// Counts one answer beside one exact value. \param tolerance  as AuditOptions::tolerance
void compare_answer(const Reply& reply, const std::string& input, const Value& exact,
                    std::uint64_t tolerance, Agreement& agreement);

/// The law that long inputs have the exact value as well; a sum of n terms may miss it by n times
/// as much as a short one. Where they do not, the least length at which they begin to differ is
/// found by bisection between the lengths that were tried. \param agreement_of  (n, shape) ->
/// Agreement on that one input
template <class AgreementOf>
LawResult long_law(const AuditOptions& options, const AgreementOf& agreement_of) {
    LawResult result{
        "long-inputs",
        "the value of a long input is that of the exact metric, up to rounding",
        LawVerdict::supported,
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

}  // namespace disarray::properties::audit::detail
