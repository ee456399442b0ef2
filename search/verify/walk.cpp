// SPDX-License-Identifier: MIT
#include "search/verify/walk.hpp"

#include <cmath>

#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace disarray::verify {

namespace {

/// The ranks of a record, as far as they are numbers of some σ; its check says the rest.
std::optional<Ranks> stated_ranks(const Json& object) {
    const auto list = object.find("ranks");
    if (list == object.end() || !list->is_array() || list->size() > Ranks::max_size) return {};
    Ranks ranks{.rank = {}, .size = static_cast<int>(list->size())};
    for (int i = 0; i < ranks.size; ++i) {
        const Json& entry = (*list)[static_cast<std::size_t>(i)];
        const double rank = entry.is_number() ? entry.get<double>() : 0;
        if (!(rank >= 1 && rank <= Ranks::max_size && rank == std::floor(rank))) return {};
        ranks.set(i, static_cast<int>(rank) - 1);
    }
    return ranks;
}

/// What has to hold for a σ that has no record: N is 0, and for its images too, which have none
/// because of it.
void require_nothing_claimed(const Checker& checker, const Ranks& sigma, std::string_view line) {
    if (!checker.nothing_claimed(sigma)) {
        throw Rejected("", "the record of ranks " + sigma.to_string(), printable(line, 60));
    }
    for (const Image& image : images(checker.claim, sigma)) {
        if (checker.nothing_claimed(image.ranks)) continue;
        throw Rejected("ranks " + sigma.to_string(), "N = 0 for the images as well",
                       "N other than 0 for ranks " + image.ranks.to_string());
    }
}

}  // namespace

Judgement judge(const Checker& checker, std::string_view line) {
    Judgement judgement;
    try {
        const Json object = parse_object(line);
        judgement.ranks = stated_ranks(object);
        if (judgement.ranks) judgement.record = checker.check(object);
    } catch (const Rejected& rejection) {
        judgement.rejection = rejection;
    }
    return judgement;
}

bool Walk::take(std::string_view line, const Judgement& judgement) {
    // Of a line that is no JSON nothing is known; else the place comes first.
    if (!judgement.ranks && judgement.rejection) throw Rejected(*judgement.rejection);
    for (; part_.current() != nullptr; part_.advance()) {
        if (judgement.ranks != *part_.current()) {
            require_nothing_claimed(checker_, *part_.current(), line);
            continue;
        }
        if (judgement.rejection) throw Rejected(*judgement.rejection);
        results_.add(*judgement.record);
        part_.advance();
        return true;
    }
    if (!at_end_) results_.add_indecomposable(part_);
    at_end_ = true;
    return false;
}

void Walk::finish(std::string_view found) {
    take(found, {});
}

}  // namespace disarray::verify
