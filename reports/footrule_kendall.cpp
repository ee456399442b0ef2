// SPDX-License-Identifier: MIT
#include "reports/footrule_kendall.hpp"

namespace disarray::reports {

std::optional<Rational> ExperimentNumber::known() const {
    if (value) return value;
    if (decimal == "undecided") return std::nullopt;
    return Rational::parse(decimal, "a decimal");
}

}  // namespace disarray::reports
