// SPDX-License-Identifier: MIT
//
// Everything is written out: the variables, that D is a pseudometric, each form inside an absolute
// value, and N > M. Coefficients are whole numbers, both sides being multiplied by the divisors.
#include "search/smt.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "search/functional.hpp"

namespace disarray::search {

namespace {

std::string variable(std::size_t i, std::size_t j) {
    return fmt::format("d_{}_{}", std::min(i, j) + 1, std::max(i, j) + 1);
}

std::string numeral(std::int64_t value) {
    if (value >= 0) return fmt::format("{}", value);
    return "(- " + fmt::format("{}", value).substr(1) + ")";
}

/// Σ form_ij·d_ij; the first summand 0 makes it one for any form.
std::string sum_text(const LinearForm& form, std::size_t n) {
    std::string text = "(+ 0 0";
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j) {
            const std::int64_t c = form[pair_index(n, i, j)];
            if (c != 0) text += fmt::format(" (* {} {})", numeral(c), variable(i, j));
        }
    }
    return text + ")";
}

void append_pseudometric(std::size_t n, std::string& script) {
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j) {
            script +=
                fmt::format("(declare-const {0} Real)\n(assert (>= {0} 0))\n", variable(i, j));
        }
    }
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j) {
            for (std::size_t k = 0; k < n; ++k) {
                if (k == i || k == j) continue;
                script += fmt::format("(assert (<= {} (+ {} {})))\n", variable(i, j),
                                      variable(i, k), variable(j, k));
            }
        }
    }
}

/// Defines `name` as the functional times its divisor.
void append_side(const char* name, const Functional& side, std::string& script) {
    std::string value = sum_text(side.linear, side.n);
    for (std::size_t k = 0; k < side.absolute.size(); ++k) {
        const std::string form = fmt::format("{}_{}", name, k + 1);
        script +=
            fmt::format("(define-fun {} () Real {})\n", form, sum_text(side.absolute[k], side.n));
        value += fmt::format(" (ite (>= {0} 0) {0} (- {0}))", form);
    }
    script += fmt::format("(define-fun {} () Real (+ 0 {}))\n", name, value);
}

}  // namespace

std::string smt_script(const Claim& claim) {
    const Functional small = functional(claim.inequality.small, *claim.sigma, claim.weighting);
    const Functional big = functional(claim.inequality.big, *claim.sigma, claim.weighting);
    std::string script = fmt::format(
        "; {} <= {} for the ranking with ranks {} and every pseudometric D, negated:\n"
        "; unsat if it holds, else sat with a D for which it fails.\n"
        "(set-logic QF_LRA)\n",
        to_string(claim.inequality.small), to_string(claim.inequality.big),
        claim.sigma->to_string());
    append_pseudometric(claim.n, script);
    append_side("small", small, script);
    append_side("big", big, script);
    script += fmt::format("(assert (> (* {} small) (* {} big)))\n(check-sat)\n", big.divisor,
                          small.divisor);
    return script;
}

}  // namespace disarray::search
