// SPDX-License-Identifier: MIT
#include "properties/retrieval/domain.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "properties/generators/draw.hpp"

namespace disarray::properties {

namespace {

using generators::Draw;
using retrieval::Grade;

constexpr std::uint64_t grade_count = greatest_case_grade + 1;
/// The choices of what is not retrieved: nothing, or one document of a grade >= 1.
constexpr std::uint64_t not_retrieved_choices = grade_count;

/// Every map of n things onto 1, …, m for some m: their weak orders (Fubini numbers of them).
std::vector<std::vector<int>> weak_orders(std::size_t n) {
    std::vector<std::vector<int>> all;
    std::vector<int> levels(n, 1);
    const auto is_onto = [&] {
        const int most = levels.empty() ? 0 : std::ranges::max(levels);
        for (int level = 1; level <= most; ++level) {
            if (std::ranges::find(levels, level) == levels.end()) return false;
        }
        return true;
    };
    for (;;) {
        if (is_onto()) all.push_back(levels);
        std::size_t i = 0;
        while (i < n && levels[i] == static_cast<int>(n))
            levels[i++] = 1;
        if (i == n) return all;
        ++levels[i];
    }
}

/// n, …, 2, 1.
std::vector<int> falling(std::size_t n) {
    std::vector<int> levels;
    for (std::size_t i = n; i > 0; --i)
        levels.push_back(static_cast<int>(i));
    return levels;
}

std::string plain_id(std::size_t i) {
    return fmt::format("d{}", i + 1);
}

std::optional<Grade> draw_grade(Draw& draw) {
    if (draw.chance(1, 6)) return std::nullopt;
    return static_cast<Grade>(draw.below(grade_count));
}

/// The scores as 1, 2, …, in the same weak order.
RetrievalCase with_plain_scores(RetrievalCase instance) {
    std::map<Rational, std::size_t> levels;
    for (const RetrievedDocument& document : instance.retrieved)
        levels[document.score] = 0;
    std::size_t next = 0;
    for (auto& [score, level] : levels)
        level = ++next;
    for (RetrievedDocument& document : instance.retrieved)
        document.score = Rational(levels[document.score]);
    return instance;
}

RetrievalCase with_plain_ids(RetrievalCase instance) {
    for (std::size_t i = 0; i < instance.retrieved.size(); ++i)
        instance.retrieved[i].id = plain_id(i);
    return instance;
}

/// Names d1, d2, … in the same byte order.
RetrievalCase with_ranked_ids(RetrievalCase instance) {
    std::vector<std::string> ids;
    for (const RetrievedDocument& document : instance.retrieved)
        ids.push_back(document.id);
    std::ranges::sort(ids);
    for (RetrievedDocument& document : instance.retrieved) {
        const auto place = std::ranges::find(ids, document.id) - ids.begin();
        document.id = plain_id(static_cast<std::size_t>(place));
    }
    return instance;
}

/// Scores that differ, and rank the lines as they stand.
RetrievalCase with_ties_broken(RetrievalCase instance) {
    const std::size_t n = instance.retrieved.size();
    for (std::size_t i = 0; i < n; ++i)
        instance.retrieved[i].score = Rational(n - i);
    return instance;
}

/// Lines by score, falling.
RetrievalCase with_sorted_lines(RetrievalCase instance) {
    std::ranges::stable_sort(instance.retrieved,
                             [](const auto& a, const auto& b) { return a.score > b.score; });
    return instance;
}

/// Cutoffs stay those of the subject when a case has other documents.
bool is_of(const Cutoffs& cutoffs, const RetrievalCase& instance) {
    return std::ranges::count(cutoffs.for_length(instance.retrieved.size()), instance.cutoff) > 0;
}

std::vector<RetrievalCase> with_less(const RetrievalCase& instance) {
    std::vector<RetrievalCase> all;
    for (std::size_t i = 0; i < instance.retrieved.size(); ++i) {
        all.push_back(instance);
        all.back().retrieved.erase(all.back().retrieved.begin() + static_cast<std::ptrdiff_t>(i));
    }
    for (std::size_t i = 0; i < instance.not_retrieved.size(); ++i) {
        all.push_back(instance);
        all.back().not_retrieved.erase(all.back().not_retrieved.begin() +
                                       static_cast<std::ptrdiff_t>(i));
    }
    // What was k documents of n may be k − 1 of n − 1.
    const std::size_t count = all.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (!instance.cutoff || *instance.cutoff == 1) break;
        all.push_back(all[i]);
        --*all.back().cutoff;
    }
    return all;
}

std::vector<RetrievalCase> simpler_cases(const RetrievalCase& instance) {
    std::vector<RetrievalCase> all = with_less(instance);
    for (std::size_t i = 0; i < instance.retrieved.size(); ++i) {
        const auto& grade = instance.retrieved[i].grade;
        if (grade && *grade == 0) continue;
        all.push_back(instance);
        all.back().retrieved[i].grade = grade ? *grade - 1 : 0;
    }
    for (std::size_t i = 0; i < instance.not_retrieved.size(); ++i) {
        if (instance.not_retrieved[i] == 0) continue;
        all.push_back(instance);
        --all.back().not_retrieved[i];
    }
    for (auto simpler : {with_ties_broken, with_sorted_lines, with_plain_scores, with_plain_ids,
                         with_ranked_ids}) {
        all.push_back(simpler(instance));
    }
    for (std::size_t i = 0; i + 1 < instance.retrieved.size(); ++i) {
        all.push_back(instance);
        std::swap(all.back().retrieved[i], all.back().retrieved[i + 1]);
        // The same place in the ranking for the other document.
        all.push_back(all.back());
        std::swap(all.back().retrieved[i].score, all.back().retrieved[i + 1].score);
    }
    if (instance.cutoff && *instance.cutoff > 1) {
        all.push_back(instance);
        --*all.back().cutoff;
    }
    return all;
}

}  // namespace

SmallCases::SmallCases(std::size_t n, const Cutoffs& cutoffs)
    : n_(n),
      scores_(cutoffs.untied ? std::vector<std::vector<int>>{falling(n)} : weak_orders(n)),
      cutoffs_(cutoffs.for_length(n)) {}

std::uint64_t SmallCases::size() const {
    std::uint64_t size = scores_.size() * not_retrieved_choices * cutoffs_.size();
    for (std::size_t i = 0; i < n_; ++i)
        size *= grade_count;
    return size;
}

double SmallCases::count(std::size_t n, const Cutoffs& cutoffs) {
    // The Fubini numbers: a(n) = Σ_k C(n, k)·a(n − k) over the k >= 1 documents that are ranked
    // first.
    std::vector<double> fubini{1};
    for (std::size_t m = 1; m <= n; ++m) {
        double sum = 0, choose = 1;
        for (std::size_t k = 1; k <= m; ++k) {
            choose *= static_cast<double>(m - k + 1) / static_cast<double>(k);
            sum += choose * fubini[m - k];
        }
        fubini.push_back(sum);
    }
    const double choices = cutoffs.every ? static_cast<double>(n + 1) : 1;
    return (cutoffs.untied ? 1 : fubini[n]) *
           std::pow(static_cast<double>(grade_count), static_cast<double>(n)) *
           static_cast<double>(not_retrieved_choices) * choices;
}

RetrievalCase SmallCases::at(std::uint64_t index) const {
    const auto take = [&](std::uint64_t choices) {
        const std::uint64_t choice = index % choices;
        index /= choices;
        return choice;
    };
    RetrievalCase instance;
    instance.cutoff = cutoffs_[take(cutoffs_.size())];
    const auto missing = static_cast<Grade>(take(not_retrieved_choices));
    if (missing > 0) instance.not_retrieved.push_back(missing);
    const std::vector<int>& scores = scores_[take(scores_.size())];
    for (std::size_t i = 0; i < n_; ++i)
        instance.retrieved.push_back(
            {plain_id(i), scores[i], static_cast<Grade>(take(grade_count))});
    return instance;
}

RetrievalCase random_case(std::size_t most_n, const Cutoffs& cutoffs, std::uint64_t seed,
                          std::uint64_t index) {
    // As in generators::case_at: keys that differ in any bit give unrelated streams.
    const rc::Random random(rc::Random::Key{seed, index, 0, 0});
    Draw draw(random, 0);
    const std::size_t n = draw.between(0, most_n);
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < n; ++i)
        ids.push_back(plain_id(i));
    draw.shuffle(ids);
    const std::size_t levels = draw.between(1, n + 1);
    RetrievalCase instance;
    for (std::size_t i = 0; i < n; ++i) {
        // One after the other: compilers differ in the order of what stands in parentheses.
        const Integer denominator(draw.between(1, 2));
        const Rational score(Integer(draw.below(levels)) - 1, denominator);
        instance.retrieved.push_back({ids[i], score, draw_grade(draw)});
    }
    for (std::size_t left = draw.below(4); left > 0; --left)
        instance.not_retrieved.push_back(static_cast<Grade>(draw.below(grade_count)));
    const auto choices = cutoffs.for_length(n);
    instance.cutoff = choices[draw.below(choices.size())];
    return cutoffs.untied ? with_ties_broken(std::move(instance)) : instance;
}

RetrievalCase shrunk(RetrievalCase instance, const Cutoffs& cutoffs,
                     const std::function<bool(const RetrievalCase&)>& violates) {
    for (;;) {
        const std::vector<RetrievalCase> simpler = simpler_cases(instance);
        const auto found = std::ranges::find_if(simpler, [&](const RetrievalCase& candidate) {
            return compare(candidate, instance) < 0 && is_of(cutoffs, candidate) &&
                   violates(candidate);
        });
        if (found == simpler.end()) return instance;
        instance = RetrievalCase(*found);
    }
}

}  // namespace disarray::properties
