// SPDX-License-Identifier: MIT
#include "properties/case.hpp"

#include <cstdint>
#include <tuple>

#include <fmt/format.h>

#include "ranking/inversions.hpp"
#include "weighting/words.hpp"

namespace disarray::properties {

namespace {

/// Every number of the weighting in a fixed order; absent parts add none.
std::vector<Rational> numbers(const Weighting& weighting) {
    std::vector<Rational> all;
    if (weighting.element_weights) {
        for (std::size_t i = 0; i < weighting.element_weights->size(); ++i) {
            all.push_back((*weighting.element_weights)[i]);
        }
    }
    if (weighting.swap_costs) {
        for (const Rational& cost : weighting.swap_costs->costs())
            all.push_back(cost);
    }
    if (weighting.dissimilarity) {
        const Dissimilarity& d = *weighting.dissimilarity;
        for (std::size_t i = 0; i < d.size(); ++i) {
            for (std::size_t j = i + 1; j < d.size(); ++j)
                all.push_back(d(i, j));
        }
    }
    return all;
}

std::size_t digits(const std::vector<Rational>& values) {
    std::size_t sum = 0;
    for (const Rational& value : values)
        sum += value.to_string().size();
    return sum;
}

std::strong_ordering compare_parameters(const metrics::Parameters& a,
                                        const metrics::Parameters& b) {
    if (const auto order = std::tie(a.k, a.relevant_count, a.relevant) <=>
                           std::tie(b.k, b.relevant_count, b.relevant);
        order != 0) {
        return order;
    }
    for (const metrics::NumberParameter& number : metrics::number_parameters()) {
        if (const auto order = a.*number.value <=> b.*number.value; order != 0) return order;
    }
    return std::tie(a.as_printed, a.first_k) <=> std::tie(b.as_printed, b.first_k);
}

void add_parameters_in_words(const metrics::Parameters& parameters,
                             std::vector<std::string>& parts) {
    if (parameters.k) parts.push_back(fmt::format("k = {}", *parameters.k));
    if (parameters.relevant_count) {
        parts.push_back(fmt::format("|R| = {}", *parameters.relevant_count));
    }
    if (parameters.relevant) {
        std::vector<std::size_t> elements;
        for (const Rank element : *parameters.relevant)
            elements.push_back(element + 1);
        parts.push_back(fmt::format("R = {}", fmt::join(elements, " ")));
    }
    for (std::string& number : metrics::unusual_numbers(parameters))
        parts.push_back(std::move(number));
    if (parameters.as_printed) parts.emplace_back("as printed");
    if (parameters.first_k == metrics::FirstK::printed) parts.emplace_back("first k as printed");
}

}  // namespace

std::uint64_t inversions_of_all(const Case& instance) {
    std::uint64_t sum = 0;
    for (const Permutation& sigma : instance.rankings)
        sum += inversion_count(sigma);
    return sum;
}

std::strong_ordering compare(const Case& a, const Case& b) {
    if (const auto order = a.n() <=> b.n(); order != 0) return order;
    const auto by_parameters = compare_parameters(a.parameters, b.parameters);
    if (by_parameters != 0) return by_parameters;
    if (const auto order = inversions_of_all(a) <=> inversions_of_all(b); order != 0) return order;
    const std::vector<Rational> a_numbers = numbers(a.weighting);
    const std::vector<Rational> b_numbers = numbers(b.weighting);
    if (const auto order = digits(a_numbers) <=> digits(b_numbers); order != 0) return order;
    if (const auto order = a.rankings <=> b.rankings; order != 0) return order;
    if (const auto order = a_numbers <=> b_numbers; order != 0) return order;
    if (const auto order = a.weighting.fixed_points <=> b.weighting.fixed_points; order != 0) {
        return order;
    }
    return a.scale <=> b.scale;
}

std::string to_string(const Case& instance) {
    constexpr std::string_view names[] = {"σ", "τ", "ρ"};
    std::vector<std::string> parts;
    for (std::size_t k = 0; k < instance.rankings.size(); ++k) {
        parts.push_back(fmt::format("{} = {}", names[k], instance.rankings[k].to_string()));
    }
    add_parameters_in_words(instance.parameters, parts);
    for (std::string& part : parts_in_words(instance.weighting))
        parts.push_back(std::move(part));
    return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace disarray::properties
