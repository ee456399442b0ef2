// SPDX-License-Identifier: MIT
#include "properties/audit/detail/kind_audit.hpp"

#include <algorithm>
#include <regex>

#include "base/near_names.hpp"

namespace disarray::properties::audit::detail {

namespace {

/// Whether they differ by no more than laws allow: near 0, what cancels has no digit that counts.
bool is_near(const Rational& answer, const Value& exact, std::uint64_t tolerance) {
    if (!exact.is_defined()) return false;
    const Rational value =
        exact.is_rational() ? exact.rational() : exact.enclosure(192).ends().first;
    return abs(answer - value) <= Rational(Integer(tolerance), Integer(1) << 52);
}

}  // namespace

std::string_view name_of(Shape shape) {
    constexpr std::pair<std::string_view, Shape> names[] = {
        {"random", Shape::random}, {"best", Shape::best}, {"worst", Shape::worst}};
    return name_of_choice(names, shape);
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
        const bool is_power_of_two = (denominator & (denominator - 1)) == 0;
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
    if (units && is_near(answer->exact, exact, tolerance)) return;
    if (++agreement.differing > 1) return;
    agreement.first_difference = input;
    agreement.got = to_string(reply);
    agreement.expected =
        exact.is_rational() || !exact.is_defined() ? exact.to_string() : exact.to_decimal(17);
}

}  // namespace disarray::properties::audit::detail
