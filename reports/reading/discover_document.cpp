// SPDX-License-Identifier: MIT
//
// Documents of `disarray discover`: theorems and conjectures with their verdicts, and the points of
// each two statistics. Nothing is swept again; counts have to add up to n!.
#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"
#include "ranking/enumeration.hpp"
#include "record/json.hpp"
#include "reports/reading/documents.hpp"

namespace disarray::reports {

namespace {

void require_whole(const Discovery::Region& region, const Fields& document) {
    std::uint64_t counted = 0;
    for (const Discovery::Point& point : region.points)
        counted += point.count;
    const bool is_whole = region.n <= max_factorial_64 && counted == factorial_64(region.n);
    document.require(region.statistics.size() == 2 && is_whole, "regions",
                     "of two statistics, with points for all {}! permutations", region.n);
}

}  // namespace

void read_discover_document(const Fields& document, const Reading& reading) {
    document.require(!document.has("constants"), "constants",
                     "statistics: search has the constants between K and F");
    auto discovery = record::read<Discovery>(document);
    discovery.source = reading.source;
    discovery.id =
        reading.ids.fresh(fmt::format("discovery-{}", reading.model.discoveries.size() + 1));
    for (Discovery::Region& region : discovery.regions) {
        require_whole(region, document);
        region.id = reading.ids.fresh(
            fmt::format("{}-{}-{}", discovery.id, region.statistics[0], region.statistics[1]));
    }
    reading.model.discoveries.push_back(std::move(discovery));
}

}  // namespace disarray::reports
