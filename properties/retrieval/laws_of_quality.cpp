// SPDX-License-Identifier: MIT
//
// Laws of quality: the range of a metric, and changes that no list should be rewarded or punished
// for. Several are false of metrics in common use, which is no fault of theirs but worth knowing:
// precision at the end of a list falls with every document added, R-precision can rise when more
// documents are known to be relevant.
#include <algorithm>
#include <functional>
#include <set>

#include <fmt/format.h>

#include "properties/retrieval/detail/law.hpp"

namespace disarray::properties {

namespace {

using retrieval::Grade;

Outcome value_in_range(const RetrievalSubject& subject, const RetrievalCase& instance) {
    const Value value = subject.value(instance);
    const auto end = [] { return std::string("the end of its range"); };
    Joined all;
    const auto is_at = [&](const Rational& bound) {
        return misses_by_rounding(value, bound, subject.tolerance);
    };
    if ((subject.range.least && is_at(*subject.range.least)) ||
        (subject.range.greatest && is_at(*subject.range.greatest)))
        return {};
    if (subject.range.least) {
        const Value least = *subject.range.least;
        all.add(not_above(Term{least, end}, Term{value, plain_formula}));
    }
    if (subject.range.greatest && !all.is_settled()) {
        const Value greatest = *subject.range.greatest;
        all.add(not_above(Term{value, plain_formula}, Term{greatest, end}));
    }
    return std::move(all).outcome("the range has no ends");
}

// The judgements change places, not the documents: under a tie policy that looks at ids the others
// stay where they are.
Outcome promotion(const RetrievalSubject& subject, const RetrievalCase& instance) {
    const auto& documents = instance.retrieved;
    std::optional<Value> before;
    Joined all;
    for (std::size_t high = 0; high < documents.size(); ++high) {
        for (std::size_t low = 0; low < documents.size() && !all.is_settled(); ++low) {
            if (!(documents[high].score > documents[low].score)) continue;
            if (!(grade_of(documents[high]) < grade_of(documents[low]))) continue;
            if (!before) before = subject.value(instance);
            RetrievalCase promoted = instance;
            std::swap(promoted.retrieved[high].grade, promoted.retrieved[low].grade);
            const Value after = subject.value(promoted);
            const auto formula = [&] {
                return fmt::format("M(judgements of {} and {} exchanged)", documents[high].id,
                                   documents[low].id);
            };
            all.add(no_better(subject, Term{*before, plain_formula}, Term{after, formula}));
        }
    }
    return std::move(all).outcome("no document has a less relevant one above it");
}

/// The same documents by grade, falling, no two tied.
RetrievalCase sorted_by_grade(const RetrievalCase& instance) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < instance.retrieved.size(); ++i)
        order.push_back(i);
    std::ranges::stable_sort(order, std::greater<>(),
                             [&](std::size_t i) { return grade_of(instance.retrieved[i]); });
    return ranked_as(instance, order);
}

std::string sorted_formula() {
    return "M(sorted by grade)";
}

Outcome ideal_order(const RetrievalSubject& subject, const RetrievalCase& instance) {
    const Value value = subject.value(instance);
    const Value ideal = subject.value(sorted_by_grade(instance));
    return no_better(subject, Term{value, plain_formula}, Term{ideal, sorted_formula});
}

Outcome perfect_list(const RetrievalSubject& subject, const RetrievalCase& instance) {
    if (subject.is_best_at_greatest && !subject.range.greatest) {
        return does_not_apply("the range has no best value");
    }
    const bool any_found = std::ranges::any_of(instance.retrieved, [&](const auto& document) {
        return grade_of(document) >= subject.relevance_level;
    });
    const bool any_missing =
        std::ranges::any_of(instance.not_retrieved, [](Grade grade) { return grade > 0; });
    if (!any_found || any_missing)
        return does_not_apply("not all relevant documents are retrieved");
    const Value ideal = subject.value(sorted_by_grade(instance));
    const Value best = subject.is_best_at_greatest ? *subject.range.greatest : *subject.range.least;
    return same(subject, Term{ideal, sorted_formula},
                Term{best, [] { return std::string("the best of its range"); }});
}

Outcome retrieving_relevant(const RetrievalSubject& subject, const RetrievalCase& instance) {
    std::optional<Value> before;
    std::set<Grade> tried;
    Joined all;
    for (std::size_t i = 0; i < instance.not_retrieved.size() && !all.is_settled(); ++i) {
        const Grade grade = instance.not_retrieved[i];
        if (grade < subject.relevance_level || !tried.insert(grade).second) continue;
        if (!before) before = subject.value(instance);
        RetrievalCase found = with_last(instance, grade);
        found.not_retrieved.erase(found.not_retrieved.begin() + static_cast<std::ptrdiff_t>(i));
        const Value after = subject.value(found);
        const auto formula = [&] { return fmt::format("M(grade {} retrieved last)", grade); };
        all.add(no_better(subject, Term{*before, plain_formula}, Term{after, formula}));
    }
    return std::move(all).outcome("every relevant document is retrieved");
}

Outcome replacement(const RetrievalSubject& subject, const RetrievalCase& instance) {
    std::optional<Value> before;
    Joined all;
    for (std::size_t i = 0; i < instance.retrieved.size() && !all.is_settled(); ++i) {
        if (grade_of(instance.retrieved[i]) >= subject.relevance_level) continue;
        std::set<Grade> tried;
        for (std::size_t j = 0; j < instance.not_retrieved.size(); ++j) {
            const Grade grade = instance.not_retrieved[j];
            if (grade < subject.relevance_level || !tried.insert(grade).second) continue;
            if (!before) before = subject.value(instance);
            RetrievalCase better = instance;
            std::optional<Grade>& replaced = better.retrieved[i].grade;
            if (replaced) {
                better.not_retrieved[j] = *replaced;
            } else {
                better.not_retrieved.erase(better.not_retrieved.begin() +
                                           static_cast<std::ptrdiff_t>(j));
            }
            replaced = grade;
            const Value after = subject.value(better);
            const auto formula = [&] {
                return fmt::format("M(grade {} in the place of {})", grade,
                                   instance.retrieved[i].id);
            };
            all.add(no_better(subject, Term{*before, plain_formula}, Term{after, formula}));
        }
    }
    return std::move(all).outcome("no relevant document is missing, or no other retrieved");
}

std::string irrelevant_formula() {
    return "M(grade 0 added at the end)";
}

Outcome irrelevant_at_end(const RetrievalSubject& subject, const RetrievalCase& instance) {
    const Value before = subject.value(instance);
    const Value after = subject.value(with_last(instance, 0));
    return no_better(subject, Term{after, irrelevant_formula}, Term{before, plain_formula});
}

Outcome irrelevant_unchanged(const RetrievalSubject& subject, const RetrievalCase& instance) {
    const Value before = subject.value(instance);
    const Value after = subject.value(with_last(instance, 0));
    return same(subject, Term{before, plain_formula}, Term{after, irrelevant_formula});
}

Outcome missing_relevant(const RetrievalSubject& subject, const RetrievalCase& instance) {
    const Value before = subject.value(instance);
    RetrievalCase missing = instance;
    missing.not_retrieved.push_back(subject.relevance_level);
    const Value after = subject.value(missing);
    const auto formula = [&] {
        return fmt::format("M(grade {} more that is not retrieved)", subject.relevance_level);
    };
    return no_better(subject, Term{after, formula}, Term{before, plain_formula});
}

}  // namespace

std::vector<RetrievalLaw> laws_of_quality() {
    return {
        {"range", "the value lies in the range that the metric declares", value_in_range},
        {"promotion",
         "exchanging the judgements of two documents, so that the more relevant one stands higher, "
         "never makes the value worse",
         promotion},
        {"ideal-order",
         "no order of the same documents, with ties or without, is better than by falling grade",
         ideal_order},
        {"perfect-list",
         "all relevant documents first, by falling grade, have the best value of the range",
         perfect_list},
        {"retrieving-relevant",
         "retrieving one more relevant document, at the end, never makes the value worse",
         retrieving_relevant},
        {"replacement",
         "a relevant document that was not retrieved, in the place of an irrelevant one, never "
         "makes the value worse",
         replacement},
        {"missing-relevant",
         "one more relevant document that is not retrieved never makes the value better",
         missing_relevant},
        {"irrelevant-at-end",
         "one more irrelevant document at the end never makes the value better", irrelevant_at_end},
        {"irrelevant-at-end-unchanged", "one more irrelevant document at the end changes nothing",
         irrelevant_unchanged},
    };
}

}  // namespace disarray::properties
