// SPDX-License-Identifier: MIT
#include "properties/retrieval/ordering.hpp"

#include <algorithm>
#include <functional>
#include <iterator>

#include "base/error.hpp"

namespace disarray::properties {

namespace {

using formats::Ties;
using retrieval::Grade;
using TiedGrades = std::vector<Grade>;

/// Whether the policy puts a before b, two documents of one score; false if it does not say.
bool is_before(const RetrievedDocument& a, const RetrievedDocument& b, Ties ties) {
    switch (ties) {
        case Ties::trec:
            return a.id > b.id;  // std::string compares bytes as unsigned
        case Ties::best:
            return grade_of(a) > grade_of(b);
        case Ties::worst:
            return grade_of(a) < grade_of(b);
        case Ties::input_order:
        case Ties::average:
            return false;
        case Ties::rank_column:
            break;
    }
    throw UsageError("ranked_groups: a case has no rank column");
}

}  // namespace

std::vector<TiedGrades> ranked_groups(const RetrievalCase& instance, Ties ties) {
    std::vector<const RetrievedDocument*> ranked;
    for (const RetrievedDocument& document : instance.retrieved)
        ranked.push_back(&document);
    std::ranges::stable_sort(ranked, [&](const auto* a, const auto* b) {
        if (a->score != b->score) return a->score > b->score;
        return is_before(*a, *b, ties);
    });
    std::vector<TiedGrades> groups;
    for (std::size_t i = 0; i < ranked.size(); ++i) {
        const bool joins =
            ties == Ties::average && i > 0 && ranked[i]->score == ranked[i - 1]->score;
        if (!joins) groups.emplace_back();
        groups.back().push_back(grade_of(*ranked[i]));
    }
    return groups;
}

retrieval::JudgedList judged_list(const RetrievalCase& instance, Ties ties) {
    retrieval::JudgedList list;
    list.judged = instance.not_retrieved;
    for (const TiedGrades& group : ranked_groups(instance, ties)) {
        const auto tied = static_cast<std::uint32_t>(group.size());
        for (const Grade grade : group) {
            if (grade >= 1) list.hits.push_back({list.length, tied, grade});
            list.judged.push_back(grade);
        }
        list.length += tied;
    }
    std::erase_if(list.judged, [](Grade grade) { return grade < 1; });
    std::ranges::sort(list.judged, std::greater<>());
    return list;
}

}  // namespace disarray::properties
