// SPDX-License-Identifier: MIT
#include "metrics/catalogue.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/near_names.hpp"
#include "base/text.hpp"
#include "metrics/classical.hpp"
#include "metrics/confusion.hpp"
#include "metrics/correlation.hpp"
#include "metrics/error.hpp"
#include "metrics/footrule.hpp"
#include "metrics/gain.hpp"
#include "metrics/hamming.hpp"
#include "metrics/kendall.hpp"
#include "metrics/partial_rankings.hpp"
#include "metrics/presortedness.hpp"
#include "metrics/rank_biased_overlap.hpp"
#include "metrics/top_weighted.hpp"

namespace disarray::metrics {

std::string Metric::full_name() const {
    return reading ? fmt::format("{}[{}]", name, name_of(*reading)) : std::string(name);
}

std::span<const Metric> catalogue() {
    static const std::vector<Metric> metrics = [] {
        std::vector<Metric> all;
        const auto add = [&](std::vector<Metric> family) {
            std::ranges::move(family, std::back_inserter(all));
        };
        add(kendall_metrics());
        add(footrule_metrics());
        add(confusion_metrics());
        add(error_metrics());
        add(correlation_metrics());
        add(gain_metrics());
        add(hamming_metrics());
        add(classical_metrics());
        add(presortedness_metrics());
        add(top_weighted_metrics());
        add(overlap_metrics());
        return all;
    }();
    return metrics;
}

std::array<std::span<const Metric>, 3> metrics_by_name() {
    return {coefficients_of_ties(), partial_ranking_metrics(), overlaps_by_name()};
}

namespace {

[[noreturn]] void unknown_metric(std::string_view name, std::string_view where) {
    std::vector<std::string> names{"all"};
    const auto add = [&](std::string_view other) {
        if (std::ranges::find(names, other) == names.end()) names.emplace_back(other);
    };
    for (const Metric& metric : catalogue())
        add(metric.family);
    for (const Metric& metric : catalogue()) {
        add(metric.name);
        add(metric.full_name());
    }
    for (const auto& list : metrics_by_name()) {
        for (const Metric& metric : list)
            add(metric.name);
    }
    const std::vector<std::string_view> known(names.begin(), names.end());
    throw InputError(where, in_quotes(name), expected_one_of(name, known, "disarray metrics"));
}

}  // namespace

std::vector<const Metric*> metrics_named(std::string_view name, std::optional<Reading> reading,
                                         std::string_view where) {
    // GT (7), Def 12: the transforms of what the rest of the name says.
    const auto transformed = [&](std::string_view prefix,
                                 const Metric& (*transform)(const Metric&)) {
        std::vector<const Metric*> all;
        for (const Metric* metric : metrics_named(name.substr(prefix.size()), reading, where)) {
            all.push_back(&transform(*metric));
        }
        return all;
    };
    // Convention: nobody needs more, and a name is no way to fill the stack.
    constexpr std::size_t most_transforms = 4;
    std::size_t transforms = 0;
    for (std::string_view rest = name; rest.starts_with("1-") || rest.starts_with("max-");
         rest.remove_prefix(rest.find('-') + 1)) {
        ++transforms;
    }
    if (transforms > most_transforms) {
        throw InputError(where, in_quotes(name),
                         fmt::format("at most {} transforms of one metric", most_transforms));
    }
    if (name.starts_with("1-")) return transformed("1-", one_minus);
    if (name.starts_with("max-")) return transformed("max-", greatest_minus);

    std::vector<const Metric*> found;
    bool known_name = false;
    for (const Metric& metric : catalogue()) {
        const bool called = name == "all" || name == metric.name || name == metric.full_name() ||
                            name == metric.family;
        const bool in_reading = !reading || !metric.reading || metric.reading == reading;
        if (called && in_reading) found.push_back(&metric);
        known_name |= called;
    }
    for (const auto& list : metrics_by_name()) {
        for (const Metric& metric : list)
            if (name == metric.name) found.push_back(&metric);
    }
    if (!found.empty()) return found;
    if (known_name) {
        throw InputError(where, fmt::format("{} beside the reading {}", name, name_of(*reading)),
                         "one reading");
    }

    unknown_metric(name, where);
}

std::vector<const Metric*> with_companions(const Metric& metric, std::string_view name) {
    std::vector<const Metric*> all{&metric};
    if (name != metric.full_name()) return all;
    for (const std::string_view companion : metric.companions)
        all.push_back(metrics_named(companion, {}, companion).front());
    return all;
}

std::vector<Reading> readings_named(std::string_view list, std::string_view where) {
    std::vector<std::string_view> known{"all"};
    for (const Reading reading : all_readings)
        known.push_back(name_of(reading));
    std::vector<std::string_view> named;
    for (bool more = true; more;) {
        const std::size_t comma = list.find(',');
        const std::string_view name = trimmed(list.substr(0, comma));
        if (std::ranges::find(known, name) == known.end())
            throw InputError(where, in_quotes(name), expected_one_of(name, known));
        named.push_back(name);
        more = comma != std::string_view::npos;
        if (more) list.remove_prefix(comma + 1);
    }
    const auto is_named = [&](std::string_view name) {
        return std::ranges::find(named, name) != named.end();
    };
    std::vector<Reading> readings;
    for (const Reading reading : all_readings) {
        if (is_named("all") || is_named(name_of(reading))) readings.push_back(reading);
    }
    return readings;
}

std::vector<const Metric*> metrics_named(std::span<const std::string> names,
                                         std::optional<Reading> reading, std::string_view where) {
    std::vector<const Metric*> all;
    for (const std::string& name : names) {
        for (const Metric* metric : metrics_named(name, reading, where)) {
            if (std::ranges::find(all, metric) == all.end()) all.push_back(metric);
        }
    }
    return all;
}

}  // namespace disarray::metrics
