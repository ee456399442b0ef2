// SPDX-License-Identifier: MIT
#include "metrics/retrieval/detail/orders.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/error.hpp"

namespace disarray::retrieval::detail {

namespace {

/// The documents of a tied group by grade, those without judgement among them, rising.
struct TiedGrades {
    std::uint32_t before = 0;
    std::vector<Grade> grades;
};

/// All judged documents of a list by `before`.
std::vector<Hit> judged_hits(const JudgedList& list) {
    std::vector<Hit> all;
    all.reserve(list.hits.size() + list.others.size());
    std::ranges::merge(list.hits, list.others, std::back_inserter(all), {}, &Hit::before,
                       &Hit::before);
    return all;
}

std::vector<TiedGrades> tied_grades(std::span<const Hit> hits) {
    std::vector<TiedGrades> groups;
    for_each_group(hits, [&](std::span<const Hit> group, std::uint32_t before, std::uint32_t tied) {
        TiedGrades& next = groups.emplace_back(TiedGrades{before, {}});
        next.grades.assign(tied, not_judged);
        std::ranges::transform(group, next.grades.begin(), &Hit::grade);
        std::ranges::sort(next.grades);
    });
    return groups;
}

/// The number of different orders, or most_orders + 1 if there are more.
std::uint64_t count_orders(const std::vector<TiedGrades>& groups) {
    std::uint64_t count = 1;
    for (const auto& [before, grades] : groups) {
        // Π over the documents of how many there are so far over how many of their grade: each
        // product is a multinomial coefficient, so that the division leaves nothing.
        std::uint64_t alike = 0;
        for (std::size_t i = 0; i < grades.size(); ++i) {
            alike = i > 0 && grades[i] == grades[i - 1] ? alike + 1 : 1;
            // A factor of 2 at least every second time; what is large stays so.
            if (count > (std::uint64_t{1} << 32U)) return most_orders + 1;
            count = count * (i + 1) / alike;
        }
    }
    return std::min(count, most_orders + 1);
}

PlacedList placed(const std::vector<TiedGrades>& groups) {
    PlacedList list;
    for (const auto& [before, grades] : groups) {
        for (std::size_t i = 0; i < grades.size(); ++i) {
            if (grades[i] == not_judged) continue;
            list.push_back({before + static_cast<std::uint32_t>(i), grades[i]});
        }
    }
    return list;
}

}  // namespace

std::uint64_t for_each_order(const Question& question,
                             const std::function<void(const PlacedList&)>& work) {
    const std::vector<Hit> hits = judged_hits(question.list);
    const bool has_ties = std::ranges::any_of(hits, [](const Hit& hit) { return hit.tied > 1; });
    if (!has_ties) {
        PlacedList list;
        list.reserve(hits.size());
        for (const Hit& hit : hits)
            list.push_back({hit.before, hit.grade});
        work(list);
        return 1;
    }
    std::vector<TiedGrades> groups = tied_grades(hits);
    if (count_orders(groups) > most_orders) {
        throw NotSupported(
            fmt::format("the mean over tied documents: found more than {0} orders of them in one "
                        "query, expected at most {0} for this metric",
                        most_orders));
    }
    for (std::uint64_t count = 1;; ++count) {
        work(placed(groups));
        // Like an odometer: a group at its end starts again, and the next one moves on.
        const auto moved = std::ranges::find_if(groups, [](TiedGrades& group) {
            return std::ranges::next_permutation(group.grades).found;
        });
        if (moved == groups.end()) return count;
    }
}

}  // namespace disarray::retrieval::detail
