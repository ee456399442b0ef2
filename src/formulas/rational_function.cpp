// SPDX-License-Identifier: MIT
//
// p(n_i) − r_i·q(n_i) = 0 for each sample is a homogeneous linear system in the coefficients of p
// and q; FLINT gives its kernel. Degrees are tried by their sum, so the first kernel that is not
// zero has dimension 1 and its p and q no common factor (a factor could be divided out, at a
// smaller sum), except that p and q may both vanish at a sample, which is then not on the curve.
// Interpolation by continued fractions (Thiele) would need no linear algebra, but breaks down at
// coincidences that a kernel does not mind.
#include "formulas/rational_function.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "formulas/detail/fmpz_matrix.hpp"

namespace disarray {

namespace {

Integer power(std::size_t n, std::size_t exponent) {
    return pow(Integer(n), static_cast<unsigned>(exponent));
}

/// Column k < a+1 belongs to the coefficient of n^k in p, the others to those of q.
void fill(detail::FmpzMatrix& system, std::span<const Sample> samples, std::size_t a,
          std::size_t b) {
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const auto& [n, r] = samples[i];
        for (std::size_t k = 0; k <= a; ++k)
            system.set(i, k, r.denominator() * power(n, k));
        for (std::size_t k = 0; k <= b; ++k)
            system.set(i, a + 1 + k, -r.numerator() * power(n, k));
    }
}

void drop_leading_zeros(std::vector<Integer>& polynomial) {
    while (!polynomial.empty() && polynomial.back() == 0)
        polynomial.pop_back();
}

/// Coprime coefficients, the sign as promised. Precondition: the denominator is not 0.
RationalFunction normalized(RationalFunction f) {
    drop_leading_zeros(f.numerator);
    drop_leading_zeros(f.denominator);
    Integer divisor = 0;
    for (const auto* polynomial : {&f.numerator, &f.denominator}) {
        for (const Integer& c : *polynomial)
            divisor = gcd(divisor, c);
    }
    if (f.denominator.back() < 0) divisor = -divisor;
    for (auto* polynomial : {&f.numerator, &f.denominator}) {
        for (Integer& c : *polynomial)
            c /= divisor;
    }
    return f;
}

Integer value_of(const std::vector<Integer>& polynomial, std::size_t n) {
    Integer value = 0;
    for (std::size_t k = polynomial.size(); k-- > 0;)
        value = value * Integer(n) + polynomial[k];
    return value;
}

/// The function with degrees at most a and b through all samples; empty if there is none, or more
/// than one.
std::optional<RationalFunction> through(std::span<const Sample> samples, std::size_t a,
                                        std::size_t b) {
    const std::size_t columns = a + b + 2;
    detail::FmpzMatrix system(samples.size(), columns);
    fill(system, samples, a, b);
    detail::FmpzMatrix kernel(columns, columns);
    if (fmpz_mat_nullspace(kernel.raw(), system.raw()) != 1) return std::nullopt;
    RationalFunction f;
    for (std::size_t k = 0; k < columns; ++k)
        (k <= a ? f.numerator : f.denominator).push_back(kernel.get(k, 0));
    if (std::ranges::all_of(f.denominator, [](const Integer& c) { return c == 0; })) {
        return std::nullopt;
    }
    f = normalized(std::move(f));
    const bool passes = std::ranges::all_of(
        samples, [&](const Sample& sample) { return f.at(sample.first) == sample.second; });
    if (!passes) return std::nullopt;
    return f;
}

std::string text_of(const std::vector<Integer>& polynomial) {
    return polynomial_text(std::vector<Rational>(polynomial.begin(), polynomial.end()));
}

/// In parentheses where the text would read otherwise beside a division sign.
std::string factor(const std::vector<Integer>& polynomial, bool below) {
    const std::string text = text_of(polynomial);
    const bool atom =
        text.find(' ') == std::string::npos && (!below || text.find('*') == std::string::npos);
    return atom ? text : "(" + text + ")";
}

/// The samples with n ≡ residue mod modulus.
std::vector<Sample> residue_class(std::span<const Sample> samples, std::size_t modulus,
                                  std::size_t residue) {
    std::vector<Sample> members;
    for (const Sample& sample : samples) {
        if (sample.first % modulus == residue) members.push_back(sample);
    }
    return members;
}

/// One fit for each residue class that has one.
std::vector<Fit> fit_classes(std::span<const Sample> samples, std::size_t modulus,
                             std::size_t spare) {
    std::vector<Fit> fits;
    for (std::size_t residue = 0; residue < modulus; ++residue) {
        auto fit = fit_all(residue_class(samples, modulus, residue), spare);
        if (!fit) continue;
        fit->modulus = modulus;
        fit->residue = residue;
        fits.push_back(std::move(*fit));
    }
    return fits;
}

std::size_t explained(const std::vector<Fit>& fits) {
    std::size_t count = 0;
    for (const Fit& fit : fits)
        count += fit.lengths.size();
    return count;
}

}  // namespace

std::optional<Rational> RationalFunction::at(std::size_t n) const {
    const Integer below = value_of(denominator, n);
    if (below == 0) return std::nullopt;
    return Rational(value_of(numerator, n), below);
}

std::optional<Rational> RationalFunction::limit() const {
    if (numerator.size() > denominator.size()) return std::nullopt;
    if (numerator.size() < denominator.size()) return Rational(0);
    return Rational(numerator.back(), denominator.back());
}

std::string polynomial_text(std::span<const Rational> coefficients) {
    std::string text;
    for (std::size_t k = coefficients.size(); k-- > 0;) {
        const Rational& c = coefficients[k];
        if (c == 0) continue;
        if (c.sign() < 0) {
            text += text.empty() ? "-" : " - ";
        } else if (!text.empty()) {
            text += " + ";
        }
        const Rational size = abs(c);
        const std::string power = k == 0 ? "" : k == 1 ? "n" : fmt::format("n^{}", k);
        if (k == 0 || size != 1) text += size.to_string() + (k == 0 ? "" : "*");
        text += power;
    }
    return text.empty() ? "0" : text;
}

std::string RationalFunction::to_string() const {
    if (denominator.size() == 1 && denominator.front() == 1) return text_of(numerator);
    return factor(numerator, false) + "/" + factor(denominator, true);
}

std::string Fit::evidence() const {
    std::string list;
    const std::size_t step = lengths.size() > 1 ? lengths[1] - lengths[0] : 1;
    bool even_steps = lengths.size() > 3;
    for (std::size_t k = 1; k < lengths.size(); ++k)
        even_steps &= lengths[k] - lengths[k - 1] == step;
    if (even_steps) {
        list = fmt::format("{}, {}, …, {}", lengths[0], lengths[1], lengths.back());
    } else {
        list = fmt::format("{}", fmt::join(lengths, ", "));
    }
    return fmt::format("fits n = {} ({} values, {} unknown{}); not a proof", list, lengths.size(),
                       unknowns, unknowns == 1 ? "" : "s");
}

std::optional<Fit> fit_all(std::span<const Sample> samples, std::size_t spare) {
    std::vector<Sample> ordered(samples.begin(), samples.end());
    std::ranges::sort(ordered, {}, &Sample::first);
    for (std::size_t total = 0; total + 1 + spare <= ordered.size(); ++total) {
        std::optional<RationalFunction> found;
        for (std::size_t b = 0; b <= total; ++b) {
            auto f = through(ordered, total - b, b);
            if (!f || f == found) continue;
            if (found) return std::nullopt;  // two formulas that part outside the samples
            found = std::move(f);
        }
        if (!found) continue;
        Fit fit{std::move(*found), {}, total + 1};
        for (const Sample& sample : ordered)
            fit.lengths.push_back(sample.first);
        return fit;
    }
    return std::nullopt;
}

Formulas formulas(std::span<const Sample> samples, std::size_t spare) {
    Formulas result;
    if (auto fit = fit_all(samples, spare)) {
        result.fits.push_back(std::move(*fit));
        return result;
    }
    for (const std::size_t modulus : {std::size_t{2}, std::size_t{3}}) {
        auto fits = fit_classes(samples, modulus, spare);
        if (explained(fits) > explained(result.fits)) result.fits = std::move(fits);
    }
    for (const Sample& sample : samples) {
        const bool is_explained = std::ranges::any_of(result.fits, [&](const Fit& fit) {
            return std::ranges::find(fit.lengths, sample.first) != fit.lengths.end();
        });
        if (!is_explained) result.unexplained.push_back(sample.first);
    }
    std::ranges::sort(result.unexplained);
    const std::size_t k = result.unexplained.size();
    if (k == 0) return result;
    if (k == samples.size() && k > spare) {
        result.refusal = fmt::format("no single formula of total degree <= {} fits these {} values",
                                     k - 1 - spare, k);
    } else if (k == samples.size()) {
        result.refusal = fmt::format("{} value{}: too few for a formula", k, k == 1 ? "" : "s");
    } else {
        result.refusal = fmt::format("no formula for n = {}", fmt::join(result.unexplained, ", "));
    }
    return result;
}

}  // namespace disarray
