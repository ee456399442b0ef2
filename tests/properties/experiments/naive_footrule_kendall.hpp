// SPDX-License-Identifier: MIT
//
// KV's experiment written down plainly: every query by itself, rankings from comparisons, all
// permutations filtered for those that break its ties, metrics by metrics/naive.hpp, moments by
// their definitions. Shares no arithmetic with properties/experiments.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "exact/interval.hpp"
#include "exact/value.hpp"
#include "metrics/naive.hpp"
#include "properties/experiments/footrule_kendall.hpp"
#include "tests/support/permutations.hpp"

namespace disarray::test {

using properties::experiments::GradeWeight;
using properties::experiments::PairWeights;
using properties::experiments::TieRule;

/// Table from rows; queries "q1", "q2", …
inline formats::PositionTable table_of(const std::vector<std::vector<std::int64_t>>& rows) {
    formats::PositionTable table;
    table.positions = rows.front().size();
    for (const auto& row : rows) {
        table.queries.push_back("q" + std::to_string(table.size() + 1));
        table.values.insert(table.values.end(), row.begin(), row.end());
    }
    return table;
}

/// All rows of n numbers from 0 to greatest.
inline std::vector<std::vector<std::int64_t>> all_rows(std::size_t n, std::int64_t greatest) {
    std::vector<std::vector<std::int64_t>> rows{{}};
    for (std::size_t i = 0; i < n; ++i) {
        std::vector<std::vector<std::int64_t>> longer;
        for (const auto& row : rows) {
            for (std::int64_t value = 0; value <= greatest; ++value) {
                longer.push_back(row);
                longer.back().push_back(value);
            }
        }
        rows = std::move(longer);
    }
    return rows;
}

namespace naive {

/// The rankings that a row may have: one, or under TieRule::average all that break its ties.
inline std::vector<Permutation> rankings(std::span<const std::int64_t> row, TieRule ties) {
    std::vector<Permutation> found;
    for (const Permutation& sigma : all_permutations(row.size())) {
        bool fits = true;
        for (std::size_t i = 0; i < row.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                const bool j_first = sigma[j] < sigma[i];
                if (row[i] != row[j]) fits &= j_first == (row[j] > row[i]);
                if (row[i] == row[j] && ties == TieRule::position) fits &= j_first;
                if (row[i] == row[j] && ties == TieRule::reversed) fits &= !j_first;
            }
        }
        if (fits) found.push_back(sigma);
    }
    return found;
}

inline Weighting weighting(const PairWeights& weights, std::span<const std::int64_t> row) {
    Weighting w;
    w.fixed_points = weights.fixed_points;
    w.swap_costs = weights.swap_costs;
    if (!weights.swap_costs) w.irrational_swap_costs = discounted_gain_swap_costs(row.size());
    if (weights.grades) {
        std::vector<Rational> of_elements;
        for (const std::int64_t grade : row) {
            switch (*weights.grades) {
                case GradeWeight::grade_plus_one:
                    of_elements.push_back(grade + 1);
                    break;
                case GradeWeight::two_to_the_grade: {
                    Rational power = 1;
                    for (std::int64_t i = 0; i < grade; ++i)
                        power *= Rational(2);
                    of_elements.push_back(power);
                    break;
                }
                case GradeWeight::grade_plus_one_half:
                    of_elements.push_back(Rational(grade) + Rational(1, 2));
                    break;
            }
        }
        w.element_weights = ElementWeights::from(of_elements, "test");
    }
    return w;
}

/// X, Y and Z of one query.
struct Query {
    Value footrule;
    Value kendall;
    std::optional<Value> ratio;
};

inline Query query(std::span<const std::int64_t> row, const PairWeights& weights,
                   metrics::Reading reading, TieRule ties) {
    const Weighting w = weighting(weights, row);
    const Permutation identity = Permutation::identity(row.size());
    Query result;
    Value ratios;
    std::int64_t with_ratio = 0;
    const auto all = rankings(row, ties);
    for (const Permutation& sigma : all) {
        const Value x = metrics::naive::irrational_footrule(sigma, identity, w, reading);
        const Value y = metrics::naive::irrational_kendall(sigma, identity, w);
        result.footrule += x;
        result.kendall += y;
        if (y.sign() == 0) continue;
        ratios += x / y;
        ++with_ratio;
    }
    result.footrule = result.footrule / Value(all.size());
    result.kendall = result.kendall / Value(all.size());
    if (with_ratio > 0) result.ratio = ratios / Value(with_ratio);
    return result;
}

/// Intervals of 256 bits around moments; empty where they are undefined.
struct Moments {
    std::optional<Interval> ratio_mean, ratio_deviation, correlation_error;
    std::size_t without_ratio = 0;
};

inline Interval mean(const std::vector<Interval>& numbers) {
    Interval sum(0, 256);
    for (const Interval& number : numbers)
        sum += number;
    return sum / Interval(Rational(numbers.size()), 256);
}

/// E[(A − E[A])(B − E[B])], as KV write it for A = B.
inline Interval covariance(const std::vector<Interval>& a, const std::vector<Interval>& b) {
    std::vector<Interval> products;
    for (std::size_t i = 0; i < a.size(); ++i)
        products.push_back((a[i] - mean(a)) * (b[i] - mean(b)));
    return mean(products);
}

inline bool all_equal(const std::vector<Value>& values) {
    for (const Value& value : values) {
        if (compare(value, values.front()) != Order::equal) return false;
    }
    return true;
}

inline Moments moments(const std::vector<Query>& queries) {
    std::vector<Interval> x, y, z;
    std::vector<Value> exact_x, exact_y;
    Moments moments;
    for (const Query& query : queries) {
        exact_x.push_back(query.footrule);
        exact_y.push_back(query.kendall);
        x.push_back(query.footrule.enclosure(256));
        y.push_back(query.kendall.enclosure(256));
        if (query.ratio) {
            z.push_back(query.ratio->enclosure(256));
        } else {
            ++moments.without_ratio;
        }
    }
    if (!z.empty()) {
        moments.ratio_mean = mean(z);
        moments.ratio_deviation = covariance(z, z).square_root();
    }
    if (!all_equal(exact_x) && !all_equal(exact_y)) {
        const Interval deviations = covariance(x, x).square_root() * covariance(y, y).square_root();
        moments.correlation_error = Interval(1, 256) - covariance(x, y) / deviations;
    }
    return moments;
}

}  // namespace naive

}  // namespace disarray::test
