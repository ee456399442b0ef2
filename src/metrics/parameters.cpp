// SPDX-License-Identifier: MIT
//
// What metrics take beside the rankings, and whether it was given and is in range. Checked before
// every evaluation, so that a formula never sees an empty set of relevant elements that nobody
// asked for; cheap where all is well: a few comparisons, no allocation.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/near_names.hpp"
#include "metrics/metric.hpp"

namespace disarray::metrics {

namespace {

/// A number of elements from 1 to n−1.
void require_count(std::size_t count, std::string_view option, std::string_view what,
                   const Metric& metric, std::size_t n) {
    if (1 <= count && count < n) return;
    throw InputError(
        option, std::to_string(count),
        fmt::format("a number of {} elements from 1 to {}, for {}", what, n - 1, metric.name));
}

void require_k(const Metric& metric, const Parameters& parameters, std::size_t n) {
    if (n < 2) {
        throw InputError(
            "--k", "rankings of " + counted(n, "element"),
            fmt::format("2 elements or more, of which {} retrieves 1 to n−1", metric.name));
    }
    if (!parameters.k) {
        throw InputError(
            "--k", "nothing",
            fmt::format("a number of retrieved elements from 1 to {}, for {}", n - 1, metric.name));
    }
    require_count(*parameters.k, "--k", "retrieved", metric, n);
}

void require_relevant(const Metric& metric, const std::vector<Rank>& relevant, std::size_t n) {
    const auto refuse = [&](const std::string& found) {
        throw InputError(
            "--relevant", found,
            fmt::format("different elements from 1 to {}, ascending, for {}", n, metric.name));
    };
    if (relevant.empty()) refuse("no element");
    for (std::size_t i = 0; i < relevant.size(); ++i) {
        const auto element = std::uint64_t{relevant[i]} + 1;
        if (element > n) refuse(fmt::format("element {}", element));
        if (i > 0 && relevant[i] <= relevant[i - 1]) {
            refuse(fmt::format("element {} after {}", element, std::uint64_t{relevant[i - 1]} + 1));
        }
    }
}

}  // namespace

const Parameters& Comparison::no_parameters() {
    static const Parameters none;
    return none;
}

void require_parameters(const Metric& metric, const Parameters& parameters, std::size_t n) {
    const Takes& takes = metric.takes;
    if (takes.relevant) {
        if (parameters.relevant) {
            require_relevant(metric, *parameters.relevant, n);
        } else if (!parameters.k) {
            throw InputError("--relevant", "nothing",
                             fmt::format("the relevant elements (or --k, for the first k), for {}",
                                         metric.name));
        } else {
            require_k(metric, parameters, n);
        }
    } else if (takes.k) {
        require_k(metric, parameters, n);
        if (takes.relevant_count && parameters.relevant_count) {
            require_count(*parameters.relevant_count, "--relevant-count", "relevant", metric, n);
        }
    }
    for (const NumberParameter& number : number_parameters()) {
        const Rational& value = parameters.*number.value;
        if (!(takes.*number.is_taken) || number.is_allowed(value)) continue;
        throw InputError("--" + std::string(number.name), value.to_string(),
                         fmt::format("{}, for {}", number.allowed, metric.name));
    }
}

std::span<const NumberParameter> number_parameters() {
    static constexpr NumberParameter all[] = {
        {"beta", "β", "Of f1: F_beta; default: 1", &Parameters::beta, &Takes::beta,
         [](const Rational& b) { return b > 0; }, "a number above 0"},
        {"penalty", "p", "Of kendall-top-k: of a pair in one of the lists alone; default: 1/2",
         &Parameters::penalty, &Takes::penalty, [](const Rational& p) { return p >= 0 && p <= 1; },
         "a number from 0 to 1"},
        {"persistence", "p",
         "Of rbo, by which each rank weighs less than the one before; default: 9/10",
         &Parameters::persistence, &Takes::persistence,
         [](const Rational& p) { return p > 0 && p < 1; }, "a number between 0 and 1"}};
    return all;
}

void NumberParameter::set(Parameters& parameters, const Rational& number,
                          std::string_view where) const {
    if (!is_allowed(number)) throw InputError(where, number.to_string(), allowed);
    parameters.*value = number;
}

std::vector<std::string> unusual_numbers(const Parameters& parameters) {
    std::vector<std::string> texts;
    for (const NumberParameter& number : number_parameters()) {
        if (number.is_usual(parameters)) continue;
        texts.push_back(
            fmt::format("{} = {}", number.symbol, (parameters.*number.value).to_string()));
    }
    return texts;
}

}  // namespace disarray::metrics
