// SPDX-License-Identifier: MIT
//
// What the definitions of retrieval metrics need of the number type they are written over: Bounded
// for speed, Rational for exactness; and how a definition becomes the two functions of a Metric.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "exact/bounded.hpp"
#include "exact/rational.hpp"
#include "metrics/retrieval/metric.hpp"

namespace disarray::retrieval::detail {

template <class Number>
concept MetricNumber = std::same_as<Number, Bounded> || std::same_as<Number, Rational>;

/// Why precision averages and recall have no value.
inline constexpr std::string_view nothing_relevant = "no document is relevant";

/// A count as a number.
template <MetricNumber Number>
Number number(std::uint64_t count) {
    return Number(static_cast<std::int64_t>(count));
}

/// A parameter as a number.
template <MetricNumber Number>
Number number(const Rational& value) {
    if constexpr (std::same_as<Number, Bounded>) {
        return Bounded::near(value);
    } else {
        return value;
    }
}

inline Fraction<Value> exact_fraction(const Fraction<Rational>& fraction) {
    return {fraction.numerator, fraction.denominator, fraction.undefined};
}

/// An entry of the catalogue for a metric with rational values, whose definition is a struct with a
/// static template `of<Number>(const Question&)`.
template <class Definition>
Metric entry(std::string_view name, std::vector<std::string_view> aliases, Suffix suffix,
             std::string_view range, std::string_view formula, std::string_view source) {
    Metric metric;
    metric.name = name;
    metric.aliases = std::move(aliases);
    metric.suffix = suffix;
    metric.range = range;
    metric.formula = formula;
    metric.source = source;
    metric.bounded = [](const Question& q) { return Definition::template of<Bounded>(q); };
    metric.exact = [](const Question& q) {
        return exact_fraction(Definition::template of<Rational>(q));
    };
    return metric;
}

/// The least number that is at least level·R.
std::uint64_t least_at(const Rational& level, std::uint64_t relevant);
/// The integer nearest to level·R, halves up; in doubles, as trec_eval multiplies.
std::uint64_t nearest_at(const Rational& level, std::uint64_t relevant);
/// level·R + 0.9 without what follows the point; in doubles, as trec_eval adds.
std::uint64_t nine_tenths_at(const Rational& level, std::uint64_t relevant);

/// p of RBP: the request's own, or that of the conventions.
inline const Rational& persistence(const Question& question) {
    const auto& own = question.parameters.persistence;
    return own ? *own : question.conventions.persistence;
}

constexpr std::string_view unit_interval = "[0, 1]";
constexpr std::string_view not_negative = "[0, ∞)";

/// R: how many judged documents of the query are relevant.
std::uint64_t relevant_count(const Question& question);

/// How many of a group of hits are relevant.
std::uint64_t relevant_count(std::span<const Hit> group, const Conventions& conventions);

/// The last rank that counts: the cutoff, or the length of the list if that is less.
std::uint64_t last_rank(const Question& question);

/// How many of a group of `tied` documents with `before` before it have ranks up to `last`.
inline std::uint64_t places_within(std::uint64_t before, std::uint64_t tied, std::uint64_t last) {
    return last <= before ? 0 : std::min(tied, last - before);
}

/// The expected number of relevant documents with ranks up to `last`.
template <MetricNumber Number>
Number relevant_within(const Question& question, std::uint64_t last) {
    std::uint64_t certain = 0;
    Number expected = 0;
    for_each_group(question.list.hits,
                   [&](std::span<const Hit> group, std::uint64_t before, std::uint64_t tied) {
                       const std::uint64_t within = places_within(before, tied, last);
                       const std::uint64_t relevant = relevant_count(group, question.conventions);
                       if (within == tied) {
                           certain += relevant;
                       } else if (within > 0) {
                           expected += number<Number>(relevant * within) / number<Number>(tied);
                       }
                   });
    return expected + number<Number>(certain);
}

}  // namespace disarray::retrieval::detail
