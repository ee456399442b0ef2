// SPDX-License-Identifier: MIT
#include "reports/derivation.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "base/error.hpp"
#include "weighting/weights.hpp"
#include "weighting/words.hpp"

namespace disarray::reports {

namespace {

constexpr std::size_t most_terms = 40;

/// a_ij = w_i w_j p̄_i p̄_j D_ij of a ranking against the identity.
class Terms {
public:
    Terms(const Permutation& sigma, const Weighting& weighting)
        : weighting_(weighting), average_(sigma.size(), Rational(1)) {
        if (weighting.swap_costs) {
            average_ = average_swap_costs(sigma, Permutation::identity(sigma.size()),
                                          *weighting.swap_costs, weighting.fixed_points);
        }
    }
    Rational operator()(std::size_t i, std::size_t j) const {
        Rational a = average_[i] * average_[j];
        if (weighting_.element_weights) {
            a *= (*weighting_.element_weights)[i] * (*weighting_.element_weights)[j];
        }
        if (weighting_.dissimilarity) a *= (*weighting_.dissimilarity)(i, j);
        return a;
    }
    const std::vector<Rational>& average() const { return average_; }

private:
    const Weighting& weighting_;
    std::vector<Rational> average_;
};

/// Parts of a sum, each with the text it stands for; at most 40 are written.
class Sum {
public:
    void add(std::string formula, const Rational& value) {
        formulas_.push_back(std::move(formula));
        values_.push_back(value.to_string());
        total_ += value;
    }
    const Rational& total() const { return total_; }
    std::string formulas() const { return joined(formulas_); }
    std::string values() const { return joined(values_); }
    /// "3 + 0 + 3 = 6", and "6" where that would say it twice.
    std::string evaluated() const {
        const std::string total = total_.to_string();
        return values_.size() < 2 ? total : values() + " = " + total;
    }

private:
    static std::string joined(const std::vector<std::string>& parts) {
        if (parts.empty()) return "0";
        const auto end =
            parts.begin() + static_cast<std::ptrdiff_t>(std::min(parts.size(), most_terms));
        std::string text = fmt::format("{}", fmt::join(parts.begin(), end, " + "));
        if (parts.size() > most_terms) text += fmt::format(" + … ({} terms)", parts.size());
        return text;
    }
    std::vector<std::string> formulas_, values_;
    Rational total_ = 0;
};

/// What a_ij stands for with these weights.
std::string factors(const RatioWitness& witness, const Terms& a) {
    const Weighting& weighting = witness.weighting;
    std::string formula = "a(i,j) = ";
    if (weighting.element_weights) formula += "w_i w_j ";
    if (weighting.swap_costs) formula += "p̄_i p̄_j ";
    if (weighting.dissimilarity) formula += "D_ij";
    if (weighting.is_unit()) formula += "1";
    while (formula.back() == ' ')
        formula.pop_back();
    if (weighting.swap_costs)
        formula += fmt::format(", p̄ = {}", numbers_in_words(a.average(), a.average().size()));
    return formula;
}

std::string kendall_line(const RatioWitness& witness, const Terms& a) {
    const Permutation& sigma = witness.sigma;
    Sum sum;
    std::size_t zero = 0;
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        for (std::size_t j = i + 1; j < sigma.size(); ++j) {
            if (sigma[i] < sigma[j]) continue;
            const Rational value = a(i, j);
            if (value.sign() == 0) {
                ++zero;
            } else {
                sum.add(fmt::format("a({},{})", i + 1, j + 1), value);
            }
        }
    }
    if (witness.kendall && sum.total() != *witness.kendall) {
        throw InternalError("derivation: K = " + sum.total().to_string());
    }
    std::string text =
        fmt::format("K = {} = {}, over the inverted pairs", sum.formulas(), sum.evaluated());
    if (zero > 0) text += fmt::format("; a = 0 in {} more", zero);
    return text;
}

/// Σ_i |Σ a_ij over j before i in the reference − Σ a_ij over j before i in σ|.
Sum prefix_sum(const Permutation& sigma, const Terms& a) {
    Sum sum;
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        Rational before = 0;
        Rational after = 0;
        for (std::size_t j = 0; j < sigma.size(); ++j) {
            if (j < i) before += a(i, j);
            if (sigma[j] < sigma[i]) after += a(i, j);
        }
        sum.add(fmt::format("|{} − {}|", before.to_string(), after.to_string()),
                before < after ? after - before : before - after);
    }
    return sum;
}

/// Σ_i Σ a_ij over the j ≠ i with a rank in the closed interval from i to σ(i), if i moves.
Sum interval_sum(const Permutation& sigma, const Terms& a,
                 const std::function<std::size_t(std::size_t)>& rank) {
    Sum sum;
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        const std::size_t place = sigma[i];
        const auto [low, high] = std::minmax(i, place);
        Rational passed = 0;
        for (std::size_t j = 0; j < sigma.size(); ++j) {
            if (j != i && low != high && low <= rank(j) && rank(j) <= high) passed += a(i, j);
        }
        sum.add(fmt::format("d_{}", i + 1), passed);
    }
    return sum;
}

void require_footrule(const RatioWitness& witness, const Rational& total) {
    if (witness.footrule && total != *witness.footrule) {
        throw InternalError("derivation: F = " + total.to_string());
    }
}

std::vector<std::string> prefix_lines(const RatioWitness& witness, const Terms& a,
                                      const std::string& name) {
    const Sum sum = prefix_sum(witness.sigma, a);
    require_footrule(witness, sum.total());
    return {fmt::format("{} = Σ_i |Σ a(i,j), j < i − Σ a(i,j), σ(j) < σ(i)|", name),
            fmt::format("{} = {} = {}", name, sum.formulas(), sum.evaluated())};
}

std::vector<std::string> prefix_sym_lines(const RatioWitness& witness, const Terms& a) {
    const Permutation inverse = witness.sigma.inverse();
    const Sum there = prefix_sum(witness.sigma, a);
    const Sum back = prefix_sum(inverse, Terms(inverse, witness.weighting));
    const Rational total = (there.total() + back.total()) / Rational(2);
    require_footrule(witness, total);
    return {fmt::format("F[prefix](σ) = {} = {}", there.formulas(), there.total().to_string()),
            fmt::format("F[prefix](σ⁻¹) = {} = {}", back.formulas(), back.total().to_string()),
            fmt::format("F[prefix-sym] = ½({} + {}) = {}", there.total().to_string(),
                        back.total().to_string(), total.to_string())};
}

std::vector<std::string> interval_lines(const RatioWitness& witness, const Terms& a) {
    const Sum sum = interval_sum(witness.sigma, a, [&](std::size_t j) { return witness.sigma[j]; });
    require_footrule(witness, sum.total());
    return {
        "F[interval] = Σ_i d_i, d_i = Σ a(i,j) over the j with σ(j) from i to σ(i), ends included",
        fmt::format("F[interval] = {}", sum.evaluated())};
}

std::vector<std::string> box_lines(const RatioWitness& witness, const Terms& a) {
    const Sum after =
        interval_sum(witness.sigma, a, [&](std::size_t j) { return witness.sigma[j]; });
    const Sum before = interval_sum(witness.sigma, a, [](std::size_t j) { return j; });
    const Rational total = (after.total() + before.total()) / Rational(2);
    require_footrule(witness, total);
    return {
        "F[box] = ½ Σ_i (d_i + e_i), d_i = Σ a(i,j) over the j with σ(j) from i to σ(i), e_i the "
        "same with j in place of σ(j)",
        fmt::format("Σ d_i = {}", after.evaluated()), fmt::format("Σ e_i = {}", before.evaluated()),
        fmt::format("F[box] = ½({} + {}) = {}", after.total().to_string(),
                    before.total().to_string(), total.to_string())};
}

}  // namespace

std::vector<std::string> derivation(const RatioWitness& witness, const std::string& reading) {
    const Terms a(witness.sigma, witness.weighting);
    std::vector<std::string> lines = {factors(witness, a), kendall_line(witness, a)};
    std::vector<std::string> footrule;
    if (reading == "prefix") footrule = prefix_lines(witness, a, "F[prefix]");
    if (reading == "classical") footrule = prefix_lines(witness, a, "F");
    if (reading == "prefix-sym") footrule = prefix_sym_lines(witness, a);
    if (reading == "interval") footrule = interval_lines(witness, a);
    if (reading == "box") footrule = box_lines(witness, a);
    lines.insert(lines.end(), footrule.begin(), footrule.end());
    return lines;
}

}  // namespace disarray::reports
