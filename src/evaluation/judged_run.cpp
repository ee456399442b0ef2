// SPDX-License-Identifier: MIT
#include "evaluation/judged_run.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/name_list.hpp"
#include "base/near_names.hpp"

namespace disarray::evaluation {

namespace {

using formats::Judgements;
using formats::RankedQuery;
using formats::Ties;
using retrieval::Grade;
using retrieval::Hit;
using retrieval::JudgedList;

/// The documents of one tied group, `tied` of them, as hits. Under Ties::best and worst they are
/// put in order here, where the grades are known.
void add_group(JudgedList& list, std::vector<Grade>& grades, std::uint32_t tied, Ties ties) {
    std::ranges::sort(grades, std::greater<>());
    const std::uint32_t before = list.length;
    list.length += tied;
    const auto count = static_cast<std::uint32_t>(grades.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        switch (ties) {
            case Ties::best:
                list.hits.push_back({before + i, 1, grades[i]});
                break;
            case Ties::worst:
                list.hits.push_back({before + tied - count + i, 1, grades[count - 1 - i]});
                break;
            default:
                list.hits.push_back({before, tied, grades[i]});
                break;
        }
    }
}

/// What the threads that read a run share.
struct Shared {
    std::mutex mutex;
    std::vector<JudgedQuery> queries;                   ///< by their index in the run
    std::vector<std::optional<std::size_t>> judged_as;  ///< by the same: index in the judgements
};

/// Sorts the queries into those that are evaluated and those that only one file has.
void select(JudgedRun& run, Shared& shared, const Judgements& judgements, QuerySet set) {
    std::vector<bool> found(judgements.size(), false);
    for (std::size_t i = 0; i < shared.queries.size(); ++i) {
        const auto judged = shared.judged_as[i];
        if (judged) found[*judged] = true;
        if (!judged) run.without_judgements.push_back(shared.queries[i].name);
        if (judged || set == QuerySet::union_of_both)
            run.queries.push_back(std::move(shared.queries[i]));
    }
    for (std::size_t query = 0; query < judgements.size(); ++query) {
        if (found[query]) continue;
        run.not_in_run.emplace_back(judgements.query(query));
        if (set == QuerySet::intersection || !run.facts.is_complete) continue;
        const auto grades = judgements.positive_grades(query);
        run.queries.push_back({run.not_in_run.back(), {0, {}, {grades.begin(), grades.end()}}});
    }
}

}  // namespace

JudgedList judge(const RankedQuery& ranked, const Judgements& judgements,
                 std::optional<std::size_t> query, const JudgingOptions& options,
                 std::uint64_t* not_judged) {
    JudgedList list;
    if (query) {
        const auto grades = judgements.positive_grades(*query);
        list.judged.assign(grades.begin(), grades.end());
    }
    std::vector<Grade> group;
    const auto& documents = ranked.documents;
    for (std::size_t first = 0; first < documents.size();) {
        const std::size_t last = first + documents[first].tied;
        std::uint32_t stay = 0;
        group.clear();
        for (std::size_t i = first; i < last; ++i) {
            const auto grade = query ? judgements.grade(*query, documents[i].id) : std::nullopt;
            if (query && !grade && not_judged != nullptr) ++*not_judged;
            if (!grade && options.unjudged == Unjudged::removed) continue;
            ++stay;
            if (grade.value_or(0) >= 1) group.push_back(*grade);
        }
        add_group(list, group, stay, options.run.ties);
        first = last;
    }
    return list;
}

JudgedRun judge(const std::string& run_file, const Judgements& judgements,
                const JudgingOptions& options) {
    JudgedRun run;
    run.file = run_file;
    Shared shared;
    run.facts =
        formats::read_run(run_file, options.run, [&](std::size_t index, const RankedQuery& ranked) {
            const auto query = judgements.find(ranked.name);
            std::uint64_t not_judged = 0;
            JudgedQuery judged{std::string(ranked.name),
                               judge(ranked, judgements, query, options, &not_judged)};
            const std::scoped_lock lock(shared.mutex);
            run.documents_not_judged += not_judged;
            if (shared.queries.size() <= index) {
                shared.queries.resize(index + 1);
                shared.judged_as.resize(index + 1);
            }
            shared.queries[index] = std::move(judged);
            shared.judged_as[index] = query;
        });
    select(run, shared, judgements, options.queries);
    if (run.queries.empty()) {
        constexpr std::size_t shown = 10;
        throw InputError(printable(run_file, 200),
                         "no query that has judgements: " + some_of(run.without_judgements, shown),
                         "queries of the judgements, such as " + some_of(run.not_in_run, shown));
    }
    return run;
}

}  // namespace disarray::evaluation
