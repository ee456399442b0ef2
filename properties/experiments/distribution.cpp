// SPDX-License-Identifier: MIT
#include "properties/experiments/distribution.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "formulas/quasi_polynomial.hpp"
#include "ranking/enumeration.hpp"

namespace disarray::properties::experiments {

namespace {

/// All pairs are looked at up to here where M(σ,τ) may depend on more than στ⁻¹: 14,400 at n = 5.
constexpr std::size_t most_n_of_pairs = 5;
/// And whether it does, up to here: 576 pairs.
constexpr std::size_t most_n_of_invariance = 4;

/// Why no distribution of its own is asked of the metric; empty if it is.
std::string why_no_distribution(const metrics::Metric& metric) {
    if (metric.takes.k || metric.takes.relevant)
        return "its value depends on k too, so that it is no function of σ and n";
    return "";
}

bool depends_on_quotient(const Subject& m, const Weighting& weighting, std::size_t n) {
    const auto all = all_permutations(n);
    return std::ranges::all_of(all, [&](const Permutation& sigma) {
        return std::ranges::all_of(all, [&](const Permutation& tau) {
            return compare(m(sigma, tau, weighting), m(compose(sigma, tau.inverse()), weighting)) ==
                   Order::equal;
        });
    });
}

/// Empty if some pair has no rational value.
std::optional<Rational> greatest_of_pairs(const Subject& m, const Weighting& weighting,
                                          std::size_t n) {
    std::optional<Rational> greatest;
    const auto all = all_permutations(n);
    for (const Permutation& sigma : all) {
        for (const Permutation& tau : all) {
            const Value value = m(sigma, tau, weighting);
            if (!value.is_rational()) return std::nullopt;
            if (!greatest || value.rational() > *greatest) greatest = value.rational();
        }
    }
    return greatest;
}

/// One run of values_in_n().
class DistributionInN {
public:
    DistributionInN(const metrics::Metric& metric, const metrics::Parameters& parameters,
                    std::size_t n_to)
        : metric_(metric), n_from_(metric.least_n), n_to_(n_to) {
        unit_.parameters = parameters;
    }

    std::optional<std::array<ValuesInN, 3>> run(const Stop& stop) {
        if (const std::string why_not = why_no_distribution(metric_); !why_not.empty())
            return refused(why_not);
        if (n_to_ < n_from_) return std::array<ValuesInN, 3>{};
        const Subject m = subject();
        std::array<ValuesInN, 3> all;
        for (std::size_t n = n_from_; n <= n_to_; ++n) {
            if (stop.requested()) return std::nullopt;
            const ValuesOfLength at_n = values_over(m, unit_.weighting, n);
            if (!at_n.why_not.empty()) return refused(at_n.why_not);
            const Moments here = moments(at_n.values);
            const Rational of_n[] = {here.mean, here.variance, at_n.values.back().first};
            for (std::size_t k = 0; k < all.size(); ++k)
                all[k].samples.emplace_back(n, of_n[k]);
        }
        for (ValuesInN& one : all) {
            one.of = fmt::format("M(σ,id) on all of S_{} … S_{}", n_from_, n_to_);
            for (std::size_t n = n_from_; n <= n_to_; ++n)
                one.evaluations += factorial_64(n);
        }
        see_to_diameter(m, all.back());
        return all;
    }

private:
    Subject subject() const { return Subject(metric_, metrics::Frame::element).at(unit_); }

    std::array<ValuesInN, 3> refused(const std::string& why_not) const {
        ValuesInN none;
        none.why_not = why_not;
        return {none, none, none};
    }

    void see_to_diameter(const Subject& m, ValuesInN& diameter) const {
        if (metric_.kind != metrics::Kind::distance) {
            diameter = {};
            diameter.why_not = "it is asked of distances, and this is a similarity";
            return;
        }
        if (metric_.is_one_argument) {
            diameter.of += ", all that this metric compares in the element frame";
            return;
        }
        const std::size_t tried = std::min(n_to_, most_n_of_invariance);
        bool is_quotient = true;
        for (std::size_t n = n_from_; n <= tried && is_quotient; ++n)
            is_quotient = depends_on_quotient(m, unit_.weighting, n);
        if (is_quotient) {
            diameter.of += fmt::format(", as M(σ,τ) = M(στ⁻¹,id) on S_{} … S_{}", n_from_, tried);
            return;
        }
        diameter = {};
        const std::size_t last = std::min(n_to_, most_n_of_pairs);
        diameter.of = fmt::format("M(σ,τ) of all pairs of S_{} … S_{}", n_from_, last);
        for (std::size_t n = n_from_; n <= last; ++n) {
            const auto greatest = greatest_of_pairs(m, unit_.weighting, n);
            if (!greatest) {
                diameter = {};
                diameter.why_not = fmt::format("a pair of S_{} has no rational value", n);
                return;
            }
            diameter.samples.emplace_back(n, *greatest);
            diameter.evaluations += factorial_64(n) * factorial_64(n);
        }
    }

    const metrics::Metric& metric_;
    std::size_t n_from_, n_to_;
    Case unit_;
};

}  // namespace

ValuesOfLength values_over(const Subject& subject, const Weighting& weighting, std::size_t n) {
    ValuesOfLength result;
    std::map<Rational, std::uint64_t> counts;
    for_each_permutation(n, {0, factorial_64(n)}, [&](const std::vector<Rank>& ranks) {
        const Permutation sigma = Permutation::from_ranks_unchecked(ranks);
        const Value value = subject(sigma, weighting);
        if (!value.is_rational()) {
            result.why_not =
                fmt::format("ranks {} {}", sigma.to_string(),
                            value.is_defined() ? "have no rational value" : "have no value");
            return false;
        }
        ++counts[value.rational()];
        return true;
    });
    if (!result.why_not.empty()) return result;
    for (const auto& [value, count] : counts)
        result.values.emplace_back(value, count);
    return result;
}

std::string ValuesInN::formula() const {
    if (const auto fit = fit_quasi_polynomial(samples)) {
        const std::string early =
            fit->from > samples.front().first ? fmt::format(", not for n < {}", fit->from) : "";
        if (fit->unknowns == 0) return fit->evidence() + early;
        return fmt::format("{}, {}{}", fit->function.to_string(), fit->evidence(), early);
    }
    if (const auto fit = fit_all(samples))
        return fmt::format("{}, {}", fit->function.to_string(), fit->evidence());
    return "";
}

std::string ValuesInN::explanation() const {
    if (!why_not.empty()) return why_not;
    if (std::string found = formula(); !found.empty()) return found;
    if (samples.empty()) return "no n was tried";
    std::vector<std::string> texts;
    for (const auto& [n, value] : samples)
        texts.push_back(fmt::format("{} at n = {}", value.to_string(), n));
    return fmt::format("no formula with {} values to spare: {}", spare_values,
                       fmt::join(texts, ", "));
}

Verdict ValuesInN::verdict() const {
    if (!why_not.empty()) return Verdict::not_applicable;
    return formula().empty() ? Verdict::undecided : Verdict::supported;
}

std::optional<std::array<ValuesInN, 3>> values_in_n(const metrics::Metric& metric,
                                                    const metrics::Parameters& parameters,
                                                    std::size_t n_to, const Stop& stop) {
    if (n_to > most_n_in_n) throw UsageError("values_in_n: n out of range");
    return DistributionInN(metric, parameters, n_to).run(stop);
}

}  // namespace disarray::properties::experiments
