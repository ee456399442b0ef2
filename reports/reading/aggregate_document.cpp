// SPDX-License-Identifier: MIT
//
// Documents of `disarray aggregate`: an order with its cost and what is proved about it. The bound
// is taken from the document, and the cost where its margins do not give it, as they do for
// Kendall's distance; what follows from the two is computed again.
#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>
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

/// Refused unless the value, where there is one, is that.
void require_decimal(const Fields& fields, const char* key, const Rational& due) {
    if (fields.has(key))
        fields.require(fields.text(key) == due.to_decimal(), key, "{}", due.to_decimal());
}

/// The place of each element in the order, from 1.
void require_ranks(const Fields& fields, const AggregatedOrder& order,
                   const std::vector<std::string>& elements) {
    if (!fields.has("ranks")) return;
    std::vector<std::uint64_t> ranks;
    for (const std::string& element : elements) {
        const auto place = std::ranges::find(order.ranking, element);
        ranks.push_back(static_cast<std::uint64_t>(place - order.ranking.begin()) + 1);
    }
    fields.require(fields.counts("ranks") == ranks, "ranks", "{}, the places in \"ranking\"",
                   fmt::join(ranks, " "));
}

/// Cost to bound, and the decimals of the three.
void require_ratio(const Fields& fields, const AggregatedOrder& order) {
    std::optional<Rational> ratio;
    if (order.is_optimal()) ratio = Rational(1);
    if (!ratio && order.lower_bound.sign() != 0) ratio = order.cost / order.lower_bound;
    if (fields.has("ratio")) {
        fields.require(ratio && fields.rational("ratio") == *ratio, "ratio", "{}",
                       ratio ? ratio->to_string() : "none, as the bound is 0");
    }
    if (!fields.has("decimal")) return;
    const Fields decimals = fields.object("decimal");
    require_decimal(decimals, "cost", order.cost);
    require_decimal(decimals, "lower_bound", order.lower_bound);
    if (ratio) require_decimal(decimals, "ratio", *ratio);
}

/// Cost, bound and gap of one order, which must fit together.
AggregatedOrder order_in(const Fields& fields, const std::vector<std::string>& elements) {
    auto order = record::read<AggregatedOrder>(fields);
    require_order_of(order.ranking, elements, fields);
    require_ranks(fields, order, elements);
    fields.require(order.lower_bound <= order.cost, "lower_bound", "at most the cost {}",
                   order.cost.to_string());
    fields.require(fields.flag("optimal") == order.is_optimal(), "optimal",
                   "{}, as cost and bound say", order.is_optimal());
    fields.require(fields.rational("gap") == order.gap(), "gap", "{}", order.gap().to_string());
    require_ratio(fields, order);
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

/// What the number of votes says: no margin is above it, and where each vote ranks all elements and
/// a tie is half a disagreement, (votes − margin)/2 for each pair i above j is Kendall's distance.
void require_votes(const Fields& document, const Aggregation& aggregation) {
    const Fields profile = document.object("profile");
    const auto most = static_cast<std::int64_t>(
        std::min<std::uint64_t>(aggregation.votes, std::numeric_limits<std::int64_t>::max()));
    profile.require(aggregation.rows <= aggregation.votes, "rows", "at most the votes");
    for (const auto& row : aggregation.margins)
        for (const std::int64_t margin : row)
            profile.require(margin <= most, "margins", "none above the number of votes");
    if (aggregation.margins.empty() || aggregation.distance != "kendall" ||
        !document.has("options") ||
        document.json()["options"] != Json({{"ties", "half"}, {"unranked", "refuse"}}))
        return;
    std::map<std::string, std::size_t> place;
    for (const std::string& element : aggregation.elements)
        place.emplace(element, place.size());
    const auto require_cost = [&](const AggregatedOrder& order, const Fields& fields) {
        Rational sum;
        for (std::size_t a = 0; a < order.ranking.size(); ++a) {
            for (std::size_t b = a + 1; b < order.ranking.size(); ++b) {
                const auto& row = aggregation.margins[place.at(order.ranking[a])];
                sum += Rational(most) - Rational(row[place.at(order.ranking[b])]);
            }
        }
        sum /= Rational(2);
        fields.require(order.cost == sum, "cost", "{}, by the margins", sum.to_string());
    };
    require_cost(aggregation.best, document);
    std::size_t next = 0;
    if (!document.has("methods")) return;
    document.each("methods", [&](const Fields& method) {
        if (method.has("ranking")) require_cost(aggregation.methods.at(next++), method);
    });
}

/// "unique" says what the optima do, as far as they are all.
void require_uniqueness(const Fields& document, std::size_t optima) {
    if (!document.has("optima") || optima == 0) return;
    const bool are_all = document.flag_or("optima_complete", false);
    if (document.has("unique")) {
        const bool unique = document.flag("unique");
        document.require(unique ? are_all && optima == 1 : !are_all || optima > 1, "unique",
                         "{}, as the optima are", are_all && optima == 1);
    } else {
        document.require(!are_all || !document.json().contains("unique"), "unique", "{}",
                         optima == 1);
    }
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
    require_votes(document, aggregation);
    aggregation.optima = optima_in(document, aggregation.elements);
    require_uniqueness(document, aggregation.optima.size());
    aggregation.id =
        reading.ids.fresh(fmt::format("aggregation-{}", reading.model.aggregations.size() + 1));
    reading.model.aggregations.push_back(std::move(aggregation));
}

}  // namespace disarray::reports
