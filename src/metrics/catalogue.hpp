// SPDX-License-Identifier: MIT
//
// All metrics by name.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "metrics/metric.hpp"

namespace disarray::metrics {

/// Every metric, once for each reading, in the order in which tables show them.
std::span<const Metric> catalogue();

/// Those that are found by name only, since without ties each is another metric or a bound of one:
/// coefficients of ties, distances of partial rankings, rank-biased overlaps.
std::array<std::span<const Metric>, 3> metrics_by_name();

/// The metrics called `name`, which is "all", a name ("footrule": every reading), a full name
/// ("footrule[box]") or a family ("error"), or one of these after "1-" or "max-" for the transforms
/// of metric.hpp; restricted to `reading` where one is given and the metric has readings.
/// \throws InputError naming the metrics, the nearest suggested.
std::vector<const Metric*> metrics_named(std::string_view name, std::optional<Reading> reading,
                                         std::string_view where);
/// The metric, and its companions if `name` is its own.
std::vector<const Metric*> with_companions(const Metric& metric, std::string_view name);

/// The readings of a list with commas, each once, in the order of all_readings; "all" stands for
/// all. \throws InputError for a name that is none, with all names
std::vector<Reading> readings_named(std::string_view list, std::string_view where);

/// Those of each of the names, every metric once, where it is named first.
std::vector<const Metric*> metrics_named(std::span<const std::string> names,
                                         std::optional<Reading> reading, std::string_view where);

}  // namespace disarray::metrics
