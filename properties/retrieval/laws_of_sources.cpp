// SPDX-License-Identifier: MIT
//
// What the sources of single metrics claim of them, and other metrics need not satisfy: sets have
// no order, bpref looks at judged documents only, infAP infers average precision. A law here
// applies to the metrics that it names.
#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "properties/retrieval/detail/law.hpp"
#include "properties/retrieval/ordering.hpp"

namespace disarray::properties {

namespace {

bool has_tied_scores(const RetrievalCase& instance) {
    std::vector<Rational> scores;
    for (const RetrievedDocument& document : instance.retrieved)
        scores.push_back(document.score);
    std::ranges::sort(scores);
    return std::ranges::adjacent_find(scores) != scores.end();
}

/// A metric of the catalogue on the same list, which has no ties, under the usual conventions.
Value value_of_metric(std::string_view name, const RetrievalSubject& subject,
                      const RetrievalCase& instance) {
    retrieval::Conventions conventions;
    conventions.relevance_level = subject.relevance_level;
    return value_of(retrieval::exact(retrieval::request_named(name, "law"),
                                     judged_list(instance, formats::Ties::input_order),
                                     conventions));
}

Outcome order_of_documents(const RetrievalSubject& subject, const RetrievalCase& instance) {
    if (instance.cutoff) return does_not_apply("a cutoff makes the order count");
    std::vector<std::size_t> order(instance.retrieved.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const Value value = subject.value(instance);
    Joined all;
    const auto add = [&] {
        const Value other = subject.value(ranked_as(instance, order));
        all.add(same(subject, Term{value, plain_formula},
                     Term{other, [] { return std::string("M(in another order)"); }}));
    };
    if (order.size() > most_permuted) {
        add();
        std::ranges::reverse(order);
        add();
        return std::move(all).outcome("");
    }
    do {
        add();
    } while (!all.is_settled() && std::ranges::next_permutation(order).found);
    return std::move(all).outcome("");
}

Outcome unjudged_left_out(const RetrievalSubject& subject, const RetrievalCase& instance) {
    if (instance.cutoff) return does_not_apply("documents move up to the cutoff");
    const Value value = subject.value(instance);
    RetrievalCase judged = instance;
    std::erase_if(judged.retrieved, [](const RetrievedDocument& each) { return !each.grade; });
    // Above all others, where it moves each of them down by a rank.
    RetrievalCase longer = with_last(instance, std::nullopt);
    for (const RetrievedDocument& document : instance.retrieved)
        longer.retrieved.back().score = std::max(longer.retrieved.back().score, document.score + 1);
    const Value without = subject.value(judged), with = subject.value(longer);
    Joined all;
    all.add(same(subject, Term{value, plain_formula},
                 Term{without, [] { return std::string("M(judged documents only)"); }}));
    all.add(same(subject, Term{value, plain_formula},
                 Term{with, [] { return std::string("M(one not judged above all)"); }}));
    return std::move(all).outcome("");
}

Outcome average_precision(const RetrievalSubject& subject, const RetrievalCase& instance) {
    const bool all_judged = std::ranges::all_of(
        instance.retrieved, [](const RetrievedDocument& each) { return each.grade.has_value(); });
    if (!all_judged || has_tied_scores(instance))
        return does_not_apply("a document is not judged, or tied");
    const Value value = subject.value(instance);
    const Value known = value_of_metric("AP", subject, instance);
    const auto formula = [] { return std::string("average precision"); };
    if (value.is_defined() && known.is_defined()) {
        // ε = 10^-5 of infAP moves each precision by at most as much.
        const Value apart = abs(value - known), most = Rational(1, 100'000);
        return not_above(Term{apart, [] { return std::string("|M - average precision|"); }},
                         Term{most, [] { return std::string("10^-5"); }});
    }
    return same(subject, Term{value, plain_formula}, Term{known, formula});
}

Outcome as_average_precision(const RetrievalSubject& subject, const RetrievalCase& instance) {
    if (has_tied_scores(instance)) return does_not_apply("documents are tied");
    const Value before = subject.value(instance);
    const Value known_before = value_of_metric("AP", subject, instance);
    Joined all;
    for (std::size_t i = 0; i + 1 < instance.retrieved.size() && !all.is_settled(); ++i) {
        RetrievalCase exchanged = instance;
        std::swap(exchanged.retrieved[i].grade, exchanged.retrieved[i + 1].grade);
        const Value after = subject.value(exchanged);
        const Order known = compare(value_of_metric("AP", subject, exchanged), known_before);
        const Term now{before, plain_formula};
        const Term then{after, [&] {
                            return fmt::format("M(judgements of {} and {} exchanged)",
                                               instance.retrieved[i].id,
                                               instance.retrieved[i + 1].id);
                        }};
        if (compare(after, before) == known) {
            all.add({});
        } else if (known == Order::equal) {
            all.add(same(subject, now, then));
        } else {
            // The wrong way round, or equal where average precision is not.
            all.add(known == Order::less ? less({then.formula(), after}, {"M", before})
                                         : less({"M", before}, {then.formula(), after}));
        }
    }
    return std::move(all).outcome("fewer than two documents");
}

Outcome judging(const RetrievalSubject& subject, const RetrievalCase& instance) {
    const Value judged = subject.value(instance);
    Joined all;
    for (std::size_t i = 0; i < instance.retrieved.size() && !all.is_settled(); ++i) {
        if (!instance.retrieved[i].grade) continue;
        RetrievalCase open = instance;
        open.retrieved[i].grade.reset();
        const Value value = subject.value(open);
        all.add(no_better(
            subject,
            Term{value, [&] { return fmt::format("M({} not judged)", instance.retrieved[i].id); }},
            Term{judged, plain_formula}));
    }
    return std::move(all).outcome("no document is judged");
}

Outcome between_precision_and_recall(const RetrievalSubject& subject,
                                     const RetrievalCase& instance) {
    if (instance.cutoff) return does_not_apply("of whole lists");
    const Value value = subject.value(instance);
    Value least = value_of_metric("P", subject, instance);
    Value greatest = value_of_metric("recall", subject, instance);
    if (!value.is_defined() || !least.is_defined() || !greatest.is_defined())
        return does_not_apply("precision or recall has no value");
    if (compare(least, greatest) == Order::greater) std::swap(least, greatest);
    Joined all;
    all.add(not_above(Term{least, [] { return std::string("min(P, recall)"); }},
                      Term{value, plain_formula}));
    all.add(not_above(Term{value, plain_formula},
                      Term{greatest, [] { return std::string("max(P, recall)"); }}));
    return std::move(all).outcome("");
}

/// The law for the metrics named only.
RetrievalLaw claimed(std::string_view name, std::string_view statement,
                     std::vector<std::string_view> metrics,
                     Outcome (*check)(const RetrievalSubject&, const RetrievalCase&)) {
    RetrievalLaw law;
    law.name = name;
    law.statement = statement;
    law.claimed_of = std::move(metrics);
    law.check = [check, of = law.claimed_of](const RetrievalSubject& subject,
                                             const RetrievalCase& instance) {
        if (std::ranges::find(of, subject.metric) == of.end())
            return does_not_apply("nobody claims it of this metric");
        return check(subject, instance);
    };
    return law;
}

}  // namespace

std::vector<RetrievalLaw> laws_of_sources() {
    return {
        claimed("order-of-documents", "of a whole list, the order of the documents changes nothing",
                {"P", "recall", "F", "E", "relative_P", "set_map", "utility", "num_ret", "num_rel",
                 "num_rel_ret", "num_nonrel_judged_ret", "unj"},
                order_of_documents),
        claimed("unjudged-left-out", "documents that are not judged might as well not be retrieved",
                {"bpref", "gm_bpref", "recall", "num_rel", "num_rel_ret", "num_nonrel_judged_ret"},
                unjudged_left_out),
        claimed("average-precision",
                "of a list without ties, all judged, the value is average precision to 10^-5",
                {"AP", "gm_map", "infAP"}, average_precision),
        claimed("as-average-precision",
                "an exchange of two neighbours raises the value where it raises average precision",
                {"AP", "gm_map", "yaap"}, as_average_precision),
        claimed("judging", "judging one more retrieved document never makes the value worse",
                {"unj", "rbp_resid"}, judging),
        claimed("between-precision-and-recall",
                "of a whole list, the value lies between precision and recall", {"F"},
                between_precision_and_recall),
    };
}

}  // namespace disarray::properties
