// SPDX-License-Identifier: MIT
#include "reports/evaluation.hpp"

#include <algorithm>

namespace disarray::reports {

std::optional<double> EvaluatedNumber::approximate() const {
    if (value) return value->approximate();
    if (decimal == "undefined" || decimal == "undecided") return std::nullopt;
    return Rational::parse(decimal, "evaluation").approximate();
}

const EvaluatedCurve* EvaluatedRun::curve(const std::string& of) const {
    const auto found = std::ranges::find(curves, of, &EvaluatedCurve::name);
    return found == curves.end() ? nullptr : &*found;
}

}  // namespace disarray::reports
