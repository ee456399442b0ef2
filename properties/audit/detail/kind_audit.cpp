// SPDX-License-Identifier: MIT
#include "properties/audit/detail/kind_audit.hpp"

#include <algorithm>

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
