// SPDX-License-Identifier: MIT
//
// Retrieval metrics for tests, small enough that what they satisfy is clear by hand: sums of gains
// over ranks, plain or divided by the sum of the ideal list, with each step open to a mistake.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "properties/retrieval/subject.hpp"

namespace disarray::test {

using properties::RetrievalCase;
using properties::RetrievalFunction;
using properties::RetrievalSubject;
using properties::RetrievedDocument;
using retrieval::Grade;
using Documents = std::vector<RetrievedDocument>;

/// Whether the first document stands before the second; a strict weak order.
using Before = std::function<bool(const RetrievedDocument&, const RetrievedDocument&)>;

inline bool by_score(const RetrievedDocument& a, const RetrievedDocument& b) {
    return a.score > b.score;
}
inline bool by_score_then_id(const RetrievedDocument& a, const RetrievedDocument& b) {
    return a.score != b.score ? a.score > b.score : a.id > b.id;
}

inline Documents sorted(Documents documents, const Before& before) {
    std::stable_sort(documents.begin(), documents.end(), before);
    return documents;
}

/// The mean of `value` over all orders of the lines in which scores fall.
inline Value mean_over_orders(const RetrievalCase& instance,
                              const std::function<Value(const Documents&)>& value) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < instance.retrieved.size(); ++i)
        order.push_back(i);
    Value sum = 0;
    std::uint64_t count = 0;
    do {
        Documents ranked;
        for (const std::size_t i : order)
            ranked.push_back(instance.retrieved[i]);
        if (!std::is_sorted(ranked.begin(), ranked.end(), by_score)) continue;
        sum += value(ranked);
        ++count;
    } while (std::next_permutation(order.begin(), order.end()));
    return sum / Value(count);
}

/// Σ gain/(rank + offset) over the first k.
inline Rational gain_sum(const std::vector<Grade>& grades, std::optional<std::uint32_t> k,
                         std::size_t offset = 0) {
    Rational sum = 0;
    for (std::size_t i = 0; i < grades.size() && (!k || i < *k); ++i)
        sum += Rational(Integer(grades[i]), Integer(i + 1 + offset));
    return sum;
}

inline std::vector<Grade> grades_of(const Documents& documents) {
    std::vector<Grade> grades;
    for (const RetrievedDocument& document : documents)
        grades.push_back(grade_of(document));
    return grades;
}

/// Grades of all judged documents, falling.
inline std::vector<Grade> ideal_grades(const RetrievalCase& instance) {
    std::vector<Grade> grades = grades_of(instance.retrieved);
    grades.insert(grades.end(), instance.not_retrieved.begin(), instance.not_retrieved.end());
    std::sort(grades.begin(), grades.end(), std::greater<>());
    return grades;
}

inline Value quotient(const Rational& numerator, const Rational& denominator) {
    if (denominator == 0) return Value::undefined("0/0: no document has a grade");
    return numerator / denominator;
}

/// The sum of gains divided by that of the ideal list, of documents that are ranked.
inline Value normalized_gain(const RetrievalCase& instance, const Documents& ranked) {
    return quotient(gain_sum(grades_of(ranked), {}), gain_sum(ideal_grades(instance), {}));
}

/// A subject with one function for both paths. \param greatest  of its range, which begins at 0
inline RetrievalSubject planted(std::string name, RetrievalFunction value,
                                std::optional<Rational> greatest = Rational(1)) {
    RetrievalSubject subject;
    subject.name = std::move(name);
    subject.second = value;
    subject.value = std::move(value);
    subject.range = {0, std::move(greatest)};
    return subject;
}

/// The same, asked with every cutoff.
inline RetrievalSubject at_every_k(RetrievalSubject subject) {
    subject.cutoffs.every = true;
    return subject;
}

// Metrics without a fault.

/// Normalized gain, the mean over all orders of the tied.
inline RetrievalSubject good_normalized_gain() {
    return planted("normalized gain", [](const RetrievalCase& instance) {
        return mean_over_orders(
            instance, [&](const Documents& ranked) { return normalized_gain(instance, ranked); });
    });
}

/// The sum of gains up to rank k, the mean over all orders of the tied.
inline RetrievalSubject good_gain() {
    return at_every_k(planted(
        "gain",
        [](const RetrievalCase& instance) {
            return mean_over_orders(instance, [&](const Documents& ranked) {
                return Value(gain_sum(grades_of(ranked), instance.cutoff));
            });
        },
        std::nullopt));
}

/// 1 − normalized gain, of which less is better.
inline RetrievalSubject good_loss() {
    RetrievalSubject loss = planted("loss", [](const RetrievalCase& instance) {
        return Value(1) - good_normalized_gain().value(instance);
    });
    loss.is_best_at_greatest = false;
    return loss;
}

}  // namespace disarray::test
