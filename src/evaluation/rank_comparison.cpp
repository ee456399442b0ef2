// SPDX-License-Identifier: MIT
//
// The first run is kept in memory as lists of names; the second is compared with it while it is
// read, query by query.
#include "evaluation/rank_comparison.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "formats/weighting_text.hpp"
#include "metrics/catalogue.hpp"

namespace disarray::evaluation {

namespace {

using formats::Judgements;
using formats::RankedDocument;
using formats::RankedQuery;
using formats::Ties;

/// Documents whose differences of discounts are added up term by term: a few tenths of a second.
constexpr std::size_t most_irrational = 100;

/// The list of one query, kept.
struct KeptDocument {
    std::string id;
    std::uint32_t before;
};
struct KeptQuery {
    std::string name;
    std::vector<KeptDocument> documents;
};

KeptQuery kept(const RankedQuery& query) {
    KeptQuery copy{std::string(query.name), {}};
    copy.documents.reserve(query.documents.size());
    for (const RankedDocument& document : query.documents)
        copy.documents.push_back({std::string(document.id), document.before});
    return copy;
}

/// All queries of a run, in its order.
std::vector<KeptQuery> keep(const std::string& file, const formats::RunOptions& options) {
    std::mutex mutex;
    std::vector<KeptQuery> queries;
    formats::read_run(file, options, [&](std::size_t index, const RankedQuery& query) {
        KeptQuery copy = kept(query);
        const std::scoped_lock lock(mutex);
        if (queries.size() <= index) queries.resize(index + 1);
        queries[index] = std::move(copy);
    });
    return queries;
}

/// A metric of two rankings as it is asked for.
struct RankMetric {
    std::string name;
    const metrics::Metric* metric = nullptr;
};

std::vector<RankMetric> rank_metrics(const std::vector<std::string>& names) {
    std::vector<RankMetric> found;
    for (const std::string& name : names) {
        for (const metrics::Metric* metric : metrics::metrics_named(name, {}, "--between")) {
            if (metric->takes.k || metric->is_one_argument || metric->ignores_reference) {
                if (name != metric->full_name()) continue;
                throw NotSupported("--between", name,
                                   "a metric of two rankings that needs no cutoff");
            }
            for (const metrics::Metric* each : metrics::with_companions(*metric, name))
                found.push_back({each->full_name(), each});
        }
    }
    return found;
}

/// Two rank vectors over the same documents, counted from 0.
struct RankPair {
    std::vector<Rank> first, second;
    std::vector<std::string_view> documents;  ///< in the order of the first list
};

/// The number of smaller places, for each: without ties a rank vector without gaps.
std::vector<Rank> closed_up(const std::vector<std::uint32_t>& places) {
    std::vector<std::uint32_t> sorted = places;
    std::ranges::sort(sorted);
    std::vector<Rank> ranks;
    for (const std::uint32_t place : places)
        ranks.push_back(
            static_cast<Rank>(std::ranges::lower_bound(sorted, place) - sorted.begin()));
    return ranks;
}

class Comparer {
public:
    Comparer(const Judgements& judgements, const RankComparisonOptions& options)
        : judgements_(judgements), options_(options), metrics_(rank_metrics(options.metrics)) {
        require_ties_taken();
        require_weights_taken();
    }

    std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const RankMetric& metric : metrics_)
            names.push_back(metric.name);
        return names;
    }

    QueryComparison compare(const KeptQuery& first, const RankedQuery& second) const {
        const RankPair pair = common(first, second);
        QueryComparison result;
        result.query = first.name;
        result.documents = pair.documents.size();
        result.left_out =
            first.documents.size() + second.documents.size() - 2 * pair.documents.size();
        if (result.left_out > 0 && options_.documents == Documents::same) {
            throw InputError(fmt::format("query {}", printable(first.name)),
                             fmt::format("{} documents in one list only", result.left_out),
                             "the same documents in both lists, or --documents common");
        }
        const auto lists = item_lists(first, second);
        for (const RankMetric& metric : metrics_) {
            const auto& of_lists = metric.metric->value_of_lists;
            result.values.push_back(of_lists
                                        ? of_lists(lists.first.ranking(), lists.second.ranking(),
                                                   metrics::Comparison::no_parameters())
                                        : value(metric, pair, first.name));
        }
        return result;
    }

private:
    bool keeps_ties() const { return options_.run.ties == Ties::average; }

    void require_ties_taken() const {
        const Ties ties = options_.run.ties;
        if (ties == Ties::best || ties == Ties::worst) {
            throw NotSupported("--between", fmt::format("--ties {}", name_of(ties)),
                               "a tie policy that needs no grades");
        }
        if (!keeps_ties()) return;
        for (const RankMetric& metric : metrics_) {
            if (!metric.metric->value_with_ties) {
                throw NotSupported("--between", metric.name + " with --ties average",
                                   "a metric of rankings with ties there, as kendall-tau-b is");
            }
        }
    }

    void require_weights_taken() const {
        const bool weighted =
            options_.weights != DocumentWeights::unit || options_.swap_costs != "unit";
        const bool taken = std::ranges::any_of(
            metrics_, [](const RankMetric& metric) { return metric.metric->takes.weights; });
        if (!weighted || taken) return;
        throw NotSupported("--between", "weights or swap costs, which none of the metrics takes",
                           "kendall or footrule as well");
    }

    RankPair common(const KeptQuery& first, const RankedQuery& second) const {
        std::unordered_map<std::string_view, std::uint32_t> places;
        for (const RankedDocument& document : second.documents)
            places.emplace(document.id, document.before);
        RankPair pair;
        std::vector<std::uint32_t> in_first, in_second;
        for (const KeptDocument& document : first.documents) {
            const auto found = places.find(document.id);
            if (found == places.end()) continue;
            pair.documents.push_back(document.id);
            in_first.push_back(document.before);
            in_second.push_back(found->second);
        }
        pair.first = closed_up(in_first);
        pair.second = closed_up(in_second);
        return pair;
    }

    /// All documents of a list by numbers, with their ties where these are kept.
    struct NumberedList {
        std::vector<std::uint32_t> items, before;
        metrics::ItemRanking ranking() const { return {items, before}; }
    };

    /// Both lists; empty where no metric takes lists.
    std::pair<NumberedList, NumberedList> item_lists(const KeptQuery& first,
                                                     const RankedQuery& second) const {
        std::pair<NumberedList, NumberedList> lists;
        if (std::ranges::none_of(metrics_, [](const RankMetric& metric) {
                return static_cast<bool>(metric.metric->value_of_lists);
            })) {
            return lists;
        }
        std::unordered_map<std::string_view, std::uint32_t> numbers;
        const auto add = [&](std::string_view id, std::uint32_t before, NumberedList& list) {
            const auto next = static_cast<std::uint32_t>(numbers.size());
            list.items.push_back(numbers.emplace(id, next).first->second);
            if (keeps_ties()) list.before.push_back(before);
        };
        for (const KeptDocument& document : first.documents)
            add(document.id, document.before, lists.first);
        for (const RankedDocument& document : second.documents)
            add(document.id, document.before, lists.second);
        return lists;
    }

    Value value(const RankMetric& metric, const RankPair& pair, std::string_view query) const {
        if (pair.documents.empty()) return Value::undefined("0/0: no document in both lists");
        if (keeps_ties()) {
            return metric.metric->value_with_ties(pair.first, pair.second,
                                                  metrics::Comparison::no_parameters());
        }
        const Permutation sigma = Permutation::from_ranks_unchecked(pair.first);
        const Permutation tau = Permutation::from_ranks_unchecked(pair.second);
        if (!metric.metric->takes.weights) return metric.metric->value({sigma, tau, Weighting{}});
        return metric.metric->value({sigma, tau, weighting(pair, query)});
    }

    Weighting weighting(const RankPair& pair, std::string_view query) const {
        Weighting weighting;
        const std::size_t n = pair.documents.size();
        if (options_.swap_costs == "dcg" && n > most_irrational) {
            throw NotSupported(fmt::format("query {}", printable(query)),
                               fmt::format("{} documents with --swap-costs dcg", n),
                               fmt::format("at most {}", most_irrational));
        }
        if (options_.swap_costs != "unit") {
            formats::set_swap_costs(weighting, options_.swap_costs, n, "--swap-costs");
        }
        if (options_.weights == DocumentWeights::grade) {
            const auto judged = judgements_.find(query);
            std::vector<std::int64_t> weights;
            for (const std::string_view document : pair.documents) {
                const auto grade = judged ? judgements_.grade(*judged, document) : std::nullopt;
                weights.push_back(1 + std::int64_t{grade.value_or(0)});
            }
            weighting.element_weights = ElementWeights::from(weights, "--document-weights");
        }
        return weighting;
    }

    const Judgements& judgements_;
    const RankComparisonOptions& options_;
    std::vector<RankMetric> metrics_;
};

PanelEntry entry(const Judgements& judgements, std::optional<std::size_t> judged,
                 const std::vector<KeptDocument>& other, const KeptDocument& document) {
    PanelEntry entry{document.id, {}, {}};
    if (judged) entry.grade = judgements.grade(*judged, document.id);
    const auto there = std::ranges::find(other, document.id, &KeptDocument::id);
    if (there != other.end()) {
        entry.rank_in_the_other = static_cast<std::size_t>(there - other.begin()) + 1;
    }
    return entry;
}

KeptQuery query_of(const std::string& file, std::string_view name,
                   const formats::RunOptions& options) {
    std::mutex mutex;
    std::optional<KeptQuery> found;
    formats::read_run(file, options, [&](std::size_t, const RankedQuery& query) {
        if (query.name != name) return;
        const std::scoped_lock lock(mutex);
        found = kept(query);
    });
    if (found) return std::move(*found);
    throw InputError("--side-by-side", in_quotes(name),
                     fmt::format("a query of {}", printable(file, 200)));
}

}  // namespace

RankComparison compare_rankings(const std::string& first_run, const std::string& second_run,
                                const Judgements& judgements,
                                const RankComparisonOptions& options) {
    const Comparer comparer(judgements, options);
    const std::vector<KeptQuery> first = keep(first_run, options.run);
    std::unordered_map<std::string_view, std::size_t> index;
    for (std::size_t i = 0; i < first.size(); ++i)
        index.emplace(first[i].name, i);

    // Each thread writes to places of its own. What a query is refused for is thrown afterwards, so
    // that it is the first one of the run whatever the threads do.
    std::vector<std::optional<QueryComparison>> compared(first.size());
    std::vector<std::exception_ptr> refused(first.size());
    std::atomic<std::size_t> in_second = 0;
    formats::RunOptions run = options.run;
    run.start_again = [&] {  // what was refused may have been half a query
        std::ranges::fill(refused, nullptr);
    };
    formats::read_run(second_run, run, [&](std::size_t place, const RankedQuery& second) {
        for (std::size_t known = in_second; known <= place;) {
            if (in_second.compare_exchange_weak(known, place + 1)) break;
        }
        const auto found = index.find(second.name);
        if (found == index.end()) return;
        try {
            compared[found->second] = comparer.compare(first[found->second], second);
        } catch (const InputError&) {
            refused[found->second] = std::current_exception();
        }
    });

    RankComparison result{comparer.names(), {}, 0};
    for (std::size_t i = 0; i < first.size(); ++i) {
        if (refused[i]) std::rethrow_exception(refused[i]);
        if (compared[i]) result.queries.push_back(std::move(*compared[i]));
    }
    result.in_one_run = first.size() + in_second - 2 * result.queries.size();
    if (result.queries.empty()) {
        throw InputError(printable(second_run, 200),
                         "no query that " + printable(first_run, 200) + " has",
                         "a query of both runs");
    }
    return result;
}

MeanValue mean_between(const RankComparison& between, std::size_t metric) {
    MeanValue mean;
    for (const auto& query : between.queries)
        if (query.values[metric].is_defined()) ++mean.counted;
    Value rational = 0;
    for (const auto& query : between.queries) {
        const Value& value = query.values[metric];
        if (!value.is_defined()) continue;
        const Value share = value / Value(mean.counted);
        if (share.is_rational()) {
            rational += share;
        } else {
            mean.summands.push_back(share);
        }
    }
    mean.summands.push_back(std::move(rational));
    return mean;
}

Panel side_by_side(const std::string& first_run, const std::string& second_run,
                   std::string_view query, std::size_t depth, const Judgements& judgements,
                   const formats::RunOptions& options) {
    const KeptQuery first = query_of(first_run, query, options);
    const KeptQuery second = query_of(second_run, query, options);
    const auto judged = judgements.find(query);
    Panel panel{std::string(query), {}, {}};
    for (std::size_t i = 0; i < std::min(depth, first.documents.size()); ++i)
        panel.first.push_back(entry(judgements, judged, second.documents, first.documents[i]));
    for (std::size_t i = 0; i < std::min(depth, second.documents.size()); ++i)
        panel.second.push_back(entry(judgements, judged, first.documents, second.documents[i]));
    return panel;
}

}  // namespace disarray::evaluation
