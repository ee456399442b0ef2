// SPDX-License-Identifier: MIT
#include "evaluation/system_comparison.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_map>

namespace disarray::evaluation {

namespace {

/// The values of one query in each run; empty if it has none in one of them.
std::vector<Value> values_of_query(const retrieval::Request& request,
                                   const std::vector<const JudgedQuery*>& queries,
                                   const ScoreOptions& options) {
    std::vector<Value> values;
    for (const JudgedQuery* query : queries) {
        const auto fraction = retrieval::exact(request, query->list, options.conventions);
        values.push_back(value_under(fraction, options.undefined));
        if (!values.back().is_defined()) return {};
    }
    return values;
}

/// values[run][query], and what is left out.
std::vector<std::vector<Value>> common_values(const retrieval::Request& request,
                                              std::span<const JudgedRun* const> runs,
                                              const ScoreOptions& options,
                                              SystemComparison& comparison) {
    std::unordered_map<std::string_view, std::vector<const JudgedQuery*>> by_name;
    for (const JudgedRun* run : runs) {
        for (const JudgedQuery& query : run->queries)
            by_name[query.name].push_back(&query);
    }
    std::vector<std::vector<Value>> values(runs.size());
    for (const JudgedQuery& query : runs.front()->queries) {
        const auto& queries = by_name.at(query.name);
        if (queries.size() < runs.size()) continue;
        std::vector<Value> row = values_of_query(request, queries, options);
        ++(row.empty() ? comparison.without_value : comparison.queries);
        for (std::size_t i = 0; i < row.size(); ++i)
            values[i].push_back(std::move(row[i]));
    }
    comparison.not_in_all = by_name.size() - comparison.queries - comparison.without_value;
    return values;
}

PairComparison compared(const std::vector<Value>& first, const std::vector<Value>& second,
                        const ComparisonOptions& options) {
    std::vector<Value> values;
    std::ranges::transform(first, second, std::back_inserter(values),
                           [](const Value& a, const Value& b) { return a - b; });
    const Differences differences(std::move(values));
    PairComparison pair;
    pair.mean_difference = differences.mean();
    pair.effect_size = differences.effect_size();
    pair.interval = differences.bootstrap_interval(options.significance);
    for (const Test test : options.tests)
        pair.tests.push_back({differences.test(test, options.significance), {}});
    return pair;
}

void correct(std::vector<PairComparison>& pairs, std::size_t test) {
    std::vector<double> p_values;
    for (const PairComparison& pair : pairs) {
        if (const auto p = pair.tests[test].result.p) p_values.push_back(*p);
    }
    const std::vector<double> corrected = holm(p_values);
    auto next = corrected.begin();
    for (PairComparison& pair : pairs) {
        if (pair.tests[test].result.p) pair.tests[test].corrected = *next++;
    }
}

void add_tukey(const std::vector<std::vector<Value>>& values, const SignificanceOptions& options,
               std::vector<PairComparison>& pairs) {
    std::vector<std::vector<double>> near;
    for (const auto& row : values) {
        std::ranges::transform(row, std::back_inserter(near.emplace_back()),
                               [](const Value& value) { return value.approximate(); });
    }
    const std::vector<double> p = randomized_tukey(near, options);
    for (std::size_t i = 0; i < pairs.size(); ++i)
        pairs[i].tukey = p[i];
}

}  // namespace

SystemComparison compare_systems(const retrieval::Request& request,
                                 std::span<const JudgedRun* const> runs, const ScoreOptions& scores,
                                 const ComparisonOptions& options) {
    SystemComparison comparison;
    comparison.metric = request.label;
    const auto values = common_values(request, runs, scores, comparison);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        for (std::size_t j = i + 1; j < runs.size(); ++j) {
            comparison.pairs.push_back(compared(values[i], values[j], options));
            comparison.pairs.back().first = i;
            comparison.pairs.back().second = j;
        }
    }
    if (runs.size() < 3) return comparison;
    for (std::size_t test = 0; test < options.tests.size(); ++test)
        correct(comparison.pairs, test);
    if (comparison.queries > 0) add_tukey(values, options.significance, comparison.pairs);
    return comparison;
}

}  // namespace disarray::evaluation
