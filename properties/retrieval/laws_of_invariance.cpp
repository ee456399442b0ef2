// SPDX-License-Identifier: MIT
//
// Laws of invariance: what a metric should not look at. Which of them hold depends on the tie
// policy: ids decide between tied documents under `trec`, the lines of the file under
// `input-order`.
#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "properties/retrieval/detail/law.hpp"

namespace disarray::properties {

namespace {

using Indices = std::vector<std::size_t>;

Indices indices_in_order(std::size_t n) {
    Indices indices(n);
    std::iota(indices.begin(), indices.end(), std::size_t{0});
    return indices;
}

/// Every rearrangement of n things but the identity if n <= most_permuted, else some: exchanges of
/// neighbours, the reversal, and the move of the first to the end.
std::vector<Indices> rearrangements(std::size_t n) {
    std::vector<Indices> all;
    Indices order = indices_in_order(n);
    if (n <= most_permuted) {
        while (std::ranges::next_permutation(order).found)
            all.push_back(order);
        return all;
    }
    for (std::size_t i = 0; i + 1 < n; ++i) {
        all.push_back(order);
        std::swap(all.back()[i], all.back()[i + 1]);
    }
    all.emplace_back(order.rbegin(), order.rend());
    all.push_back(order);
    std::ranges::rotate(all.back(), all.back().begin() + 1);
    return all;
}

std::vector<std::string> ids_of(const RetrievalCase& instance) {
    std::vector<std::string> ids;
    for (const RetrievedDocument& document : instance.retrieved)
        ids.push_back(document.id);
    return ids;
}

RetrievalCase rearranged(const RetrievalCase& instance, const Indices& order) {
    RetrievalCase result = instance;
    for (std::size_t i = 0; i < order.size(); ++i)
        result.retrieved[i] = instance.retrieved[order[i]];
    return result;
}

/// The law that M is the same for every one of some variants of a case.
class Unchanged {
public:
    Unchanged(const RetrievalSubject& subject, const RetrievalCase& instance)
        : subject_(subject), instance_(instance) {}

    bool is_settled() const { return all_.is_settled(); }
    /// \param words  returns what the variant is, "lines d2, d1"
    template <class Words>
    void add(const RetrievalCase& variant, const Words& words) {
        if (is_settled()) return;
        if (!before_) before_ = subject_.value(instance_);
        const Value after = subject_.value(variant);
        all_.add(same(subject_, Term{*before_, plain_formula},
                      Term{after, [&] { return fmt::format("M({})", words()); }}));
    }
    Outcome outcome(std::string_view otherwise) && { return std::move(all_).outcome(otherwise); }

private:
    const RetrievalSubject& subject_;
    const RetrievalCase& instance_;
    std::optional<Value> before_;
    Joined all_;
};

Outcome renaming(const RetrievalSubject& subject, const RetrievalCase& instance) {
    const auto& documents = instance.retrieved;
    std::vector<std::vector<std::string>> namings;
    for (const Indices& order : rearrangements(documents.size())) {
        auto& names = namings.emplace_back();
        for (const std::size_t i : order)
            names.push_back(documents[i].id);
    }
    if (!documents.empty()) {
        auto& fresh = namings.emplace_back();
        for (std::size_t i = 0; i < documents.size(); ++i)
            fresh.push_back(fmt::format("new-{}", documents.size() - i));
    }
    Unchanged law(subject, instance);
    for (const auto& names : namings) {
        if (law.is_settled()) break;
        RetrievalCase renamed = instance;
        for (std::size_t i = 0; i < names.size(); ++i)
            renamed.retrieved[i].id = names[i];
        law.add(renamed, [&] { return fmt::format("documents named {}", fmt::join(names, ", ")); });
    }
    return std::move(law).outcome("nothing is retrieved");
}

/// Tries the rearrangements of lines that `takes` accepts.
template <class Takes>
Outcome rearranging(const RetrievalSubject& subject, const RetrievalCase& instance,
                    const Takes& takes, std::string_view otherwise) {
    Unchanged law(subject, instance);
    for (const Indices& order : rearrangements(instance.retrieved.size())) {
        if (law.is_settled()) break;
        if (!takes(order)) continue;
        const RetrievalCase variant = rearranged(instance, order);
        law.add(variant, [&] { return fmt::format("lines {}", fmt::join(ids_of(variant), ", ")); });
    }
    return std::move(law).outcome(otherwise);
}

Outcome order_of_tied_lines(const RetrievalSubject& subject, const RetrievalCase& instance) {
    const auto& documents = instance.retrieved;
    const auto moves_tied_only = [&](const Indices& order) {
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (documents[i].score != documents[order[i]].score) return false;
        }
        return true;
    };
    return rearranging(subject, instance, moves_tied_only, "no documents are tied");
}

Outcome order_of_other_lines(const RetrievalSubject& subject, const RetrievalCase& instance) {
    const auto& documents = instance.retrieved;
    const auto keeps_tied = [&](const Indices& order) {
        for (std::size_t i = 0; i < order.size(); ++i) {
            for (std::size_t j = i + 1; j < order.size(); ++j) {
                const bool turned = order[i] > order[j];
                if (turned && documents[order[i]].score == documents[order[j]].score) return false;
            }
        }
        return true;
    };
    return rearranging(subject, instance, keeps_tied, "all documents are tied");
}

Outcome monotone_scores(const RetrievalSubject& subject, const RetrievalCase& instance) {
    if (instance.retrieved.empty()) return does_not_apply("nothing is retrieved");
    const std::pair<std::string_view, Rational (*)(const Rational&)> maps[] = {
        {"s - 5", [](const Rational& s) { return s - 5; }},
        {"3s + 2", [](const Rational& s) { return 3 * s + 2; }},
        {"s^3", [](const Rational& s) { return s * s * s; }},
        {"1 + s/10^9", [](const Rational& s) { return 1 + s / 1'000'000'000; }}};
    Unchanged law(subject, instance);
    for (const auto& [formula, map] : maps) {
        RetrievalCase mapped = instance;
        for (RetrievedDocument& document : mapped.retrieved)
            document.score = map(document.score);
        const std::string_view words = formula;
        law.add(mapped, [&] { return fmt::format("scores {}", words); });
    }
    return std::move(law).outcome("");
}

Outcome unretrieved_irrelevant(const RetrievalSubject& subject, const RetrievalCase& instance) {
    RetrievalCase judged = instance;
    judged.not_retrieved.push_back(0);
    Unchanged law(subject, instance);
    law.add(judged, [] { return std::string("grade 0 more that is not retrieved"); });
    return std::move(law).outcome("");
}

Outcome unjudged_as_irrelevant(const RetrievalSubject& subject, const RetrievalCase& instance) {
    Unchanged law(subject, instance);
    for (std::size_t i = 0; i < instance.retrieved.size() && !law.is_settled(); ++i) {
        if (grade_of(instance.retrieved[i]) != 0) continue;
        RetrievalCase variant = instance;
        auto& grade = variant.retrieved[i].grade;
        grade = grade ? std::nullopt : std::optional<retrieval::Grade>(0);
        law.add(variant, [&] {
            return fmt::format("{} {}", variant.retrieved[i].id, grade ? "judged 0" : "not judged");
        });
    }
    return std::move(law).outcome("every document is relevant");
}

Outcome cutoff_at_end(const RetrievalSubject& subject, const RetrievalCase& instance) {
    if (!instance.cutoff || *instance.cutoff < instance.retrieved.size()) {
        return does_not_apply("no cutoff at or beyond the end of the list");
    }
    RetrievalCase whole = instance;
    whole.cutoff.reset();
    Unchanged law(subject, instance);
    law.add(whole, [] { return std::string("no cutoff"); });
    return std::move(law).outcome("");
}

// Only documents that are ranked beyond the cutoff whatever the order of the tied is.
Outcome beyond_cutoff(const RetrievalSubject& subject, const RetrievalCase& instance) {
    const std::size_t k = instance.cutoff.value_or(0);
    if (!instance.cutoff || k >= instance.retrieved.size()) {
        return does_not_apply("no document is ranked beyond a cutoff");
    }
    std::vector<Rational> scores;
    for (const RetrievedDocument& document : instance.retrieved)
        scores.push_back(document.score);
    std::ranges::sort(scores, [](const Rational& a, const Rational& b) { return a > b; });
    RetrievalCase cut = instance;
    std::erase_if(cut.retrieved, [&](const RetrievedDocument& document) {
        const bool beyond = document.score < scores[k - 1];
        if (beyond && document.grade) cut.not_retrieved.push_back(*document.grade);
        return beyond;
    });
    if (cut.retrieved.size() == instance.retrieved.size()) {
        return does_not_apply("no document is surely ranked beyond the cutoff");
    }
    Unchanged law(subject, instance);
    law.add(cut, [&] { return fmt::format("retrieved only {}", fmt::join(ids_of(cut), ", ")); });
    return std::move(law).outcome("");
}

}  // namespace

std::vector<RetrievalLaw> laws_of_invariance() {
    return {
        {"renaming", "giving the documents other names changes nothing", renaming},
        {"tied-lines", "exchanging the lines of tied documents in the file changes nothing",
         order_of_tied_lines},
        {"untied-lines",
         "moving lines of the file changes nothing if those of tied documents keep their order",
         order_of_other_lines},
        {"monotone-scores", "a strictly increasing function of the scores changes nothing",
         monotone_scores},
        {"unretrieved-irrelevant",
         "judging one more document irrelevant that is not retrieved changes nothing",
         unretrieved_irrelevant},
        {"unjudged-as-irrelevant",
         "a retrieved document that is not judged counts as one judged irrelevant",
         unjudged_as_irrelevant},
        {"cutoff-at-end", "a cutoff at or beyond the end of the list changes nothing",
         cutoff_at_end},
        {"beyond-cutoff", "what is ranked beyond the cutoff might as well not be retrieved",
         beyond_cutoff},
    };
}

}  // namespace disarray::properties
