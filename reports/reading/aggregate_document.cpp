// SPDX-License-Identifier: MIT
//
// Documents of `disarray aggregate`: an order with its cost and what is proved about it. The cost
// and the bound are taken from the document; what follows from the two is computed again.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "record/json.hpp"
#include "reports/reading/documents.hpp"

namespace disarray::reports {

namespace {

void require_order_of(const std::vector<std::string>& order,
                      const std::vector<std::string>& elements, const Fields& fields) {
    std::vector<std::string> a = order, b = elements;
    std::ranges::sort(a);
    std::ranges::sort(b);
    fields.require(a == b, "ranking", "each element of the profile once");
}

/// Cost, bound and gap of one order, which must fit together.
AggregatedOrder order_in(const Fields& fields, const std::vector<std::string>& elements) {
    auto order = record::read<AggregatedOrder>(fields);
    require_order_of(order.ranking, elements, fields);
    fields.require(order.lower_bound <= order.cost, "lower_bound", "at most the cost {}",
                   order.cost.to_string());
    fields.require(fields.flag("optimal") == order.is_optimal(), "optimal",
                   "{}, as cost and bound say", order.is_optimal());
    fields.require(fields.rational("gap") == order.gap(), "gap", "{}", order.gap().to_string());
    return order;
}

/// Votes for i above j minus votes for j above i: a matrix with the sign changed across its
/// diagonal.
std::vector<std::vector<std::int64_t>> margins_in(const Fields& profile, std::size_t n) {
    if (!profile.has("margins")) return {};
    const Json& rows = profile.json()["margins"];
    bool is_sound = rows.is_array() && rows.size() == n;
    std::vector<std::vector<std::int64_t>> margins(n, std::vector<std::int64_t>(n));
    for (std::size_t i = 0; is_sound && i < n; ++i) {
        is_sound = rows[i].is_array() && rows[i].size() == n;
        for (std::size_t j = 0; is_sound && j < n; ++j) {
            is_sound = rows[i][j].is_number_integer();
            if (is_sound) margins[i][j] = rows[i][j].get<std::int64_t>();
        }
    }
    for (std::size_t i = 0; is_sound && i < n; ++i) {
        for (std::size_t j = 0; is_sound && j <= i; ++j)
            is_sound = margins[i][j] == -margins[j][i];
    }
    profile.require(is_sound, "margins", "a row for each element, [i][j] = -[j][i]");
    return margins;
}

/// All orders of least cost, where they were asked for: lists of names, or objects with one.
std::vector<std::vector<std::string>> optima_in(const Fields& document,
                                                const std::vector<std::string>& elements) {
    std::vector<std::vector<std::string>> optima;
    if (!document.has("optima") || !document.json()["optima"].is_array()) return optima;
    for (const Json& entry : document.json()["optima"]) {
        const Json wrapped = entry.is_array() ? Json{{"ranking", entry}} : entry;
        const Fields fields(wrapped, document.where() + " optima");
        optima.push_back(fields.texts("ranking"));
        require_order_of(optima.back(), elements, fields);
    }
    return optima;
}

}  // namespace

void read_aggregate_document(const Fields& document, const Reading& reading) {
    Aggregation aggregation;
    aggregation.source = reading.source;
    const Fields profile = document.object("profile");
    aggregation.elements = profile.texts("elements");
    aggregation.rows = profile.count("rows");
    aggregation.votes = profile.count("votes");
    aggregation.margins = margins_in(profile, aggregation.elements.size());
    aggregation.distance = document.words("distance");
    aggregation.complete = document.flag_or("complete", true);
    aggregation.best = order_in(document, aggregation.elements);
    if (document.has("methods")) {
        document.each("methods", [&](const Fields& method) {
            if (method.has("ranking"))
                aggregation.methods.push_back(order_in(method, aggregation.elements));
        });
    }
    aggregation.optima = optima_in(document, aggregation.elements);
    aggregation.id =
        reading.ids.fresh(fmt::format("aggregation-{}", reading.model.aggregations.size() + 1));
    reading.model.aggregations.push_back(std::move(aggregation));
}

}  // namespace disarray::reports
