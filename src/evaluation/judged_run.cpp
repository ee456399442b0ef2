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

/// The judged documents of one tied group, `tied` of them in all. Under Ties::best and worst they
/// are put in order here, where the grades are known.
void add_group(JudgedList& list, std::vector<Grade>& grades, std::uint32_t tied, Ties ties) {
    std::ranges::sort(grades, std::greater<>());
    const std::uint32_t before = list.length;
    list.length += tied;
    const auto count = static_cast<std::uint32_t>(grades.size());
    const auto add = [&](std::uint32_t place, std::uint32_t among, Grade grade) {
        (grade >= 1 ? list.hits : list.others).push_back({place, among, grade});
    };
    for (std::uint32_t i = 0; i < count; ++i) {
        switch (ties) {
            case Ties::best:
                add(before + i, 1, grades[i]);
                break;
            case Ties::worst:
                add(before + tied - count + i, 1, grades[count - 1 - i]);
                break;
            default:
                add(before, tied, grades[i]);
                break;
        }
    }
}

JudgedList nothing_retrieved(const Judgements& judgements, std::size_t query) {
    JudgedList list;
    const auto grades = judgements.positive_grades(query);
    list.judged.assign(grades.begin(), grades.end());
    list.judged_zero = static_cast<std::uint32_t>(judgements.zero_count(query));
    return list;
}

/// What the threads that read a run share.
struct Shared {
    std::mutex mutex;
    std::vector<JudgedQuery> queries;                   ///< by their index in the run
    std::vector<std::optional<std::size_t>> judged_as;  ///< by the same: index in the judgements
    std::vector<std::uint64_t> not_judged;              ///< by the same: documents
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
        run.queries.push_back({run.not_in_run.back(), nothing_retrieved(judgements, query)});
    }
}

}  // namespace

JudgedList judge(const RankedQuery& ranked, const Judgements& judgements,
                 std::optional<std::size_t> query, const JudgingOptions& options,
                 std::uint64_t* not_judged) {
    JudgedList list = query ? nothing_retrieved(judgements, *query) : JudgedList();
    std::vector<Grade> group;
    const auto& documents = ranked.documents;
    for (std::size_t first = 0; first < documents.size() && first < options.most_documents;) {
        const std::size_t last = first + documents[first].tied;
        std::uint32_t stay = 0;
        group.clear();
        for (std::size_t i = first; i < last; ++i) {
            const auto grade = query ? judgements.grade(*query, documents[i].id) : std::nullopt;
            if (query && !grade && not_judged != nullptr) ++*not_judged;
            if (grade.value_or(-1) < 0 && options.unjudged == Unjudged::removed) continue;
            ++stay;
            if (grade) group.push_back(*grade);
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
            if (shared.queries.size() <= index) {
                shared.queries.resize(index + 1);
                shared.judged_as.resize(index + 1);
                shared.not_judged.resize(index + 1);
            }
            shared.queries[index] = std::move(judged);
            shared.judged_as[index] = query;
            shared.not_judged[index] = not_judged;
        });
    for (const std::uint64_t documents : shared.not_judged)
        run.documents_not_judged += documents;
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
