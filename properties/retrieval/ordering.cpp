// SPDX-License-Identifier: MIT
#include "properties/retrieval/ordering.hpp"

#include <algorithm>

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
            return a.grade.value_or(retrieval::not_judged) >
                   b.grade.value_or(retrieval::not_judged);
        case Ties::worst:
            return a.grade.value_or(retrieval::not_judged) <
                   b.grade.value_or(retrieval::not_judged);
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
        groups.back().push_back(ranked[i]->grade.value_or(retrieval::not_judged));
    }
    return groups;
}

retrieval::JudgedList judged_list(const RetrievalCase& instance, Ties ties) {
    return retrieval::judged_list(ranked_groups(instance, ties), instance.not_retrieved);
}

}  // namespace disarray::properties
