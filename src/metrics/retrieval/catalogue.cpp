// SPDX-License-Identifier: MIT
//
// The catalogue, and the names in which metrics are asked for: the catalogue's own with @, and
// those of trec_eval, where a cutoff stands behind an underscore or a point ("P_5", "map_cut.10").
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "base/number_text.hpp"
#include "metrics/retrieval/metric.hpp"

namespace disarray::retrieval {

namespace {

std::string lower_case(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return lower;
}

/// Of R, so that ranks fit into 64 bits.
constexpr int greatest_multiple = 1'000'000;

/// A name as given, taken apart.
struct Spelling {
    std::string_view name;
    std::string_view suffix;  ///< empty if there is none
    bool has_suffix = false;
};

const Metric* find(std::string_view name) {
    const std::string wanted = lower_case(name);
    for (const Metric& metric : catalogue()) {
        if (wanted == lower_case(metric.name)) return &metric;
        for (const std::string_view alias : metric.aliases) {
            if (wanted == lower_case(alias)) return &metric;
        }
    }
    return nullptr;
}

/// The ways to read a text: NAME@SUFFIX; or NAME, NAME_SUFFIX and NAME.SUFFIX with the separator at
/// each '_' and '.', since names have some and so may levels; the longest name first.
std::vector<Spelling> spellings(std::string_view text) {
    const std::size_t at = text.find('@');
    if (at != std::string_view::npos) return {{text.substr(0, at), text.substr(at + 1), true}};
    std::vector<Spelling> all{{text, {}, false}};
    for (std::size_t i = text.find_first_of("_."); i != std::string_view::npos;
         i = text.find_first_of("_.", i + 1)) {
        all.insert(all.begin() + 1, {text.substr(0, i), text.substr(i + 1), true});
    }
    return all;
}

[[noreturn]] void unknown(std::string_view text, std::string_view where) {
    std::vector<std::string_view> known;
    for (const Metric& metric : catalogue())
        known.push_back(metric.name);
    throw InputError(where, in_quotes(text),
                     expected_one_of(text.substr(0, text.find('@')), known, "disarray metrics"));
}

std::uint32_t cutoff_of(std::string_view suffix, std::string_view text, std::string_view where) {
    const auto cutoff = as_number<std::uint32_t>(suffix).value_or(0);
    if (cutoff == 0)
        throw InputError(where, in_quotes(text), "a cutoff from 1 to 4294967295, as in P@5");
    return cutoff;
}

Rational multiple_of(std::string_view suffix, std::string_view text, std::string_view where) {
    const Rational multiple = Rational::parse(suffix, where);
    if (multiple < 0 || multiple > greatest_multiple) {
        throw InputError(
            where, in_quotes(text),
            fmt::format("a multiple of R from 0 to {}, as in Rprec_mult@1.5", greatest_multiple));
    }
    return multiple;
}

Rational level_of(std::string_view suffix, std::string_view text, std::string_view where) {
    const Rational level = Rational::parse(suffix, where);
    if (level < 0 || level > 1) {
        throw InputError(where, in_quotes(text), "a recall level from 0 to 1, as in iP@0.3");
    }
    return level;
}

}  // namespace

std::span<const Metric> catalogue() {
    static const std::vector<Metric> all = [] {
        std::vector<Metric> metrics;
        for (auto family :
             {set_metrics, precision_metrics, incomplete_metrics, interpolated_metrics,
              cumulated_gain_metrics, normalized_gain_metrics, cascade_metrics}) {
            std::ranges::move(family(), std::back_inserter(metrics));
        }
        return metrics;
    }();
    return all;
}

Request request_named(std::string_view text, std::string_view where) {
    const std::vector<Spelling> ways = spellings(text);
    const auto way = std::ranges::find_if(ways, [](const Spelling& s) { return find(s.name); });
    if (way == ways.end()) unknown(text, where);
    Request request{find(way->name), {}, 0, std::string(text)};
    switch (request.metric->suffix) {
        case Suffix::none:
            if (way->has_suffix) {
                throw InputError(where, in_quotes(text),
                                 fmt::format("{} without a cutoff", request.metric->name));
            }
            break;
        case Suffix::cutoff:
            if (way->has_suffix) request.cutoff = cutoff_of(way->suffix, text, where);
            break;
        case Suffix::level:
            if (!way->has_suffix) {
                throw InputError(where, in_quotes(text),
                                 fmt::format("a recall level, as in {}@0.3", way->name));
            }
            request.level = level_of(way->suffix, text, where);
            break;
        case Suffix::multiple:
            if (!way->has_suffix) {
                throw InputError(where, in_quotes(text),
                                 fmt::format("a multiple of R, as in {}@1.5", way->name));
            }
            request.level = multiple_of(way->suffix, text, where);
            break;
    }
    return request;
}

std::string example_of(const Metric& metric) {
    const bool needs_suffix = metric.suffix == Suffix::level || metric.suffix == Suffix::multiple;
    return fmt::format("{}{}", metric.name, needs_suffix ? "@0.5" : "");
}

Value value_of(const Fraction<Value>& fraction) {
    if (!fraction.is_defined()) return Value::undefined("0/0: " + std::string(fraction.undefined));
    return fraction.numerator / fraction.denominator;
}

}  // namespace disarray::retrieval
