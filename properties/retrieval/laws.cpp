// SPDX-License-Identifier: MIT
#include "properties/retrieval/laws.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/near_names.hpp"
#include "properties/retrieval/detail/law.hpp"

namespace disarray::properties {

std::span<const RetrievalLaw> retrieval_laws() {
    static const std::vector<RetrievalLaw> all = [] {
        std::vector<RetrievalLaw> laws;
        for (auto family : {laws_of_quality, laws_of_invariance, laws_of_ties, laws_of_sources})
            std::ranges::move(family(), std::back_inserter(laws));
        return laws;
    }();
    return all;
}

std::vector<const RetrievalLaw*> retrieval_laws_named(std::string_view name,
                                                      std::string_view where) {
    std::vector<const RetrievalLaw*> found;
    std::vector<std::string_view> known{"all"};
    for (const RetrievalLaw& law : retrieval_laws()) {
        if (name == "all" || name == law.name) found.push_back(&law);
        known.push_back(law.name);
    }
    if (found.empty()) {
        throw InputError(where, "\"" + printable(name) + "\"",
                         expected_one_of(name, known, "disarray check retrieval --help-all"));
    }
    return found;
}

RetrievalCase with_last(RetrievalCase instance, std::optional<retrieval::Grade> grade) {
    const auto is_taken = [&](const std::string& id) {
        return std::ranges::any_of(instance.retrieved, [&](const RetrievedDocument& document) {
            return document.id == id;
        });
    };
    RetrievedDocument last;
    for (std::size_t number = instance.retrieved.size() + 1; last.id.empty(); ++number) {
        const std::string id = fmt::format("d{}", number);
        if (!is_taken(id)) last.id = id;
    }
    last.score = 1;
    for (const RetrievedDocument& document : instance.retrieved)
        last.score = std::min(last.score, document.score - 1);
    last.grade = grade;
    instance.retrieved.push_back(std::move(last));
    return instance;
}

RetrievalCase ranked_as(RetrievalCase instance, const std::vector<std::size_t>& order) {
    for (std::size_t i = 0; i < order.size(); ++i)
        instance.retrieved[order[i]].score = Rational(order.size() - i);
    return instance;
}

}  // namespace disarray::properties
