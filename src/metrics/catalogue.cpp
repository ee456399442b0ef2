// SPDX-License-Identifier: MIT
#include "metrics/catalogue.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/near_names.hpp"
#include "metrics/confusion.hpp"
#include "metrics/correlation.hpp"
#include "metrics/error.hpp"
#include "metrics/footrule.hpp"
#include "metrics/gain.hpp"
#include "metrics/kendall.hpp"

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
        return all;
    }();
    return metrics;
}

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
                            name == name_of(metric.family);
        const bool in_reading = !reading || !metric.reading || metric.reading == reading;
        if (called && in_reading) found.push_back(&metric);
        known_name |= called;
    }
    for (const Metric& metric : coefficients_of_ties()) {
        if (name == metric.name) found.push_back(&metric);
    }
    if (!found.empty()) return found;
    if (known_name) {
        throw InputError(where, fmt::format("{} beside the reading {}", name, name_of(*reading)),
                         "one reading");
    }

    std::vector<std::string> full_names{"all", "confusion", "error", "correlation", "gain"};
    for (const Metric& metric : catalogue()) {
        if (std::ranges::find(full_names, metric.name) == full_names.end()) {
            full_names.emplace_back(metric.name);
        }
        if (metric.reading) full_names.push_back(metric.full_name());
    }
    for (const Metric& metric : coefficients_of_ties())
        full_names.emplace_back(metric.name);
    const std::vector<std::string_view> known(full_names.begin(), full_names.end());
    throw InputError(where, in_quotes(name), expected_one_of(name, known));
}

}  // namespace disarray::metrics
