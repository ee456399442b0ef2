// SPDX-License-Identifier: MIT
#include "properties/audit/detail/kind_audit.hpp"

#include <algorithm>
#include <cmath>
#include <regex>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "properties/audit/pair_laws.hpp"
#include "properties/retrieval/laws.hpp"

namespace disarray::properties::audit::detail {

namespace {

/// A rational number within 2^−190 or so of an exact value.
Rational rational_near(const Value& exact) {
    return exact.is_rational() ? exact.rational() : exact.enclosure(192).ends().first;
}

}  // namespace

std::vector<std::string_view> laws_with_exceptions(MetricKind kind) {
    std::vector<std::string_view> names;
    const auto add = [&](const auto& laws) {
        for (const auto& law : laws)
            names.push_back(law.name);
    };
    if (kind == MetricKind::two_rankings) {
        add(pair_laws());
    } else if (kind == MetricKind::two_lists) {
        add(list_laws());
    } else if (kind == MetricKind::votes) {
        add(vote_laws());
    } else {
        add(retrieval_laws());
        for (const std::string_view law :
             {"cutoffs-together", "batch-mean", "batch-shift", "batch-weights"})
            names.push_back(law);
    }
    for (const std::string_view odd : {"takes-its-kind", "not-a-number", "missing-values",
                                       "infinite-number", "repeated-document", "negative-grade"})
        names.push_back(odd);
    return names;
}

std::vector<std::string_view> laws_with_claims(MetricKind kind) {
    std::vector<std::string_view> names;
    if (kind != MetricKind::votes) return names;
    for (const VoteLaw& law : vote_laws()) {
        if (law.needs_claim) names.push_back(law.name);
    }
    return names;
}

std::unique_ptr<KindAudit> kind_audit(AuditedMetric& metric, const AuditOptions& options) {
    switch (metric.description().kind) {
        case MetricKind::two_rankings:
            return pair_audit(metric, options);
        case MetricKind::relevance_by_rank:
        case MetricKind::relevance_and_scores:
            return retrieval_audit(metric, options);
        case MetricKind::two_lists:
            return list_audit(metric, options);
        case MetricKind::votes:
            return vote_audit(metric, options);
    }
    throw InternalError("a kind of metric without an audit");
}

LawResult untried(std::string_view law, std::string_view statement) {
    LawResult result;
    result.law = law;
    result.statement = statement;
    return result;
}

Rational tolerance_of(const AuditOptions& options) {
    return {Integer(options.tolerance), Integer(1) << 52};
}

std::string with_decimals(const std::string& explanation) {
    static const std::regex fraction(R"(-?[0-9]+/[0-9]{7,})");
    std::string text;
    auto rest = explanation.begin();
    for (std::sregex_iterator found(explanation.begin(), explanation.end(), fraction), end;
         found != end; ++found) {
        const Rational value = Rational::parse(found->str(), "explanation");
        const Integer denominator = value.denominator();
        const bool is_power_of_two = denominator == Integer(1) << msb(denominator);
        text.append(rest, (*found)[0].first);
        text += is_power_of_two ? value.to_decimal(17) : found->str();
        rest = (*found)[0].second;
    }
    return text.append(rest, explanation.end());
}

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
    // Near 0, what cancels has no digit that counts.
    const Rational allowed(Integer(tolerance), Integer(1) << 52);
    if (units && exact.is_defined() && nearly_equal(answer->exact, rational_near(exact), allowed)) {
        return;
    }
    if (++agreement.differing > 1) return;
    agreement.first_difference = input;
    agreement.got = to_string(reply);
    agreement.expected =
        exact.is_rational() || !exact.is_defined() ? exact.to_string() : exact.to_decimal(17);
}

void compare_with_bounded(const Reply& reply, const std::string& input, const Bounded& exact,
                          std::uint64_t tolerance, Agreement& agreement) {
    const auto* answer = std::get_if<Answer>(&reply);
    if (!answer || answer->kind == Answer::Kind::error || !std::isfinite(exact.error())) return;
    ++agreement.compared;
    if (answer->kind == Answer::Kind::value) {
        const Rational value = exact_value_of(exact.value());
        const Rational allowed = Rational(Integer(tolerance), Integer(1) << 52) *
                                 std::max({Rational(1), abs(value), abs(answer->exact)});
        if (abs(answer->exact - value) <= allowed + exact_value_of(exact.error())) return;
    }
    if (++agreement.differing > 1) return;
    agreement.first_difference = input;
    agreement.got = to_string(reply);
    agreement.expected = fmt::format("{:.17g}{}{:.1e}", exact.value(), within, exact.error());
}

void show_difference(const Agreement& one, Agreement& agreement) {
    if (one.differing == 0) return;
    agreement.first_difference = one.first_difference;
    agreement.got = one.got;
    agreement.expected = one.expected;
}

void require_direction(const AuditedMetric& metric, bool is_best_at_greatest,
                       std::string_view reference) {
    const Direction direction = metric.description().direction;
    if ((direction == Direction::greatest) == is_best_at_greatest) return;
    throw InputError(
        fmt::format("{}: \"direction\"", metric.name()), fmt::format("\"{}\"", name_of(direction)),
        fmt::format("\"{}\", as {} has", is_best_at_greatest ? "greatest" : "least", reference));
}

}  // namespace disarray::properties::audit::detail
