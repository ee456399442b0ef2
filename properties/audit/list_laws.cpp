// SPDX-License-Identifier: MIT
#include "properties/audit/list_laws.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <random>

#include <fmt/format.h>

#include "metrics/rank_biased_overlap.hpp"
#include "properties/audit/audited_metric.hpp"
#include "properties/audit/pair_laws.hpp"

namespace disarray::properties::audit {

namespace {

using Items = std::vector<std::uint32_t>;

bool has(const Items& list, std::uint32_t item) {
    return std::ranges::find(list, item) != list.end();
}

/// Items by their numbers, each another.
template <class Rename>
ListPair renamed(const ListPair& lists, const Rename& rename) {
    ListPair result;
    for (const std::uint32_t item : lists.first)
        result.first.push_back(rename(item));
    for (const std::uint32_t item : lists.second)
        result.second.push_back(rename(item));
    return result;
}

/// Numbered from 1 as they appear.
ListPair renumbered(const ListPair& lists) {
    std::map<std::uint32_t, std::uint32_t> numbers;
    return renamed(lists, [&](std::uint32_t item) {
        return numbers.emplace(item, static_cast<std::uint32_t>(numbers.size() + 1)).first->second;
    });
}

Outcome list_relabelling(const ListSubject& subject, const ListPair& lists) {
    if (lists.first.empty() && lists.second.empty()) return does_not_apply("no items");
    const Value before = subject.value(lists);
    std::uint32_t greatest = 0;
    for (const Items* list : {&lists.first, &lists.second}) {
        for (const std::uint32_t item : *list)
            greatest = std::max(greatest, item);
    }
    const ListPair others[] = {renamed(lists, [&](auto item) { return greatest + 1 - item; }),
                               renamed(lists, [](auto item) { return item * 97 + 8; })};
    for (const ListPair& other : others) {
        const Outcome outcome =
            equal_values(subject.tolerance, {"M(first, second)", before},
                         {"M(other names for the items)", subject.value(other)});
        if (outcome.kind != Outcome::Kind::holds) return outcome;
    }
    return {};
}

Outcome list_symmetry(const ListSubject& subject, const ListPair& lists) {
    return equal_values(subject.tolerance, {"M(first, second)", subject.value(lists)},
                        {"M(second, first)", subject.value({lists.second, lists.first})});
}

Outcome list_identity(const ListSubject& subject, const ListPair& lists) {
    if (lists.first.empty()) return does_not_apply("the first list is empty");
    return no_better_value(subject.tolerance, subject.is_best_at_greatest,
                           {"M(first, second)", subject.value(lists)},
                           {"M(first, first)", subject.value({lists.first, lists.first})});
}

Outcome list_range(const ListSubject& subject, const ListPair& lists) {
    if (!subject.least_value && !subject.greatest_value) return does_not_apply("no range");
    return in_declared_range({"M(first, second)", subject.value(lists)}, subject.least_value,
                             subject.greatest_value, subject.tolerance);
}

/// \param bound  an end of the declared range
Outcome is_at_end(const ListSubject& subject, const ListPair& lists,
                  const std::optional<Rational>& bound, std::string_view formula) {
    if (!bound) return does_not_apply("no such end of the range is declared");
    const Value value = subject.value(lists);
    if (!value.is_defined()) return does_not_apply("it is undefined there");
    return equal_values(subject.tolerance, {formula, value}, {"the end of the range", *bound});
}

Outcome list_best_at_identity(const ListSubject& subject, const ListPair& lists) {
    if (lists.first.empty() || lists.first != lists.second)
        return does_not_apply("the lists differ, or are empty");
    return is_at_end(subject, lists,
                     subject.is_best_at_greatest ? subject.greatest_value : subject.least_value,
                     "M(first, first)");
}

Outcome worst_at_disjoint(const ListSubject& subject, const ListPair& lists) {
    const bool is_disjoint = std::ranges::none_of(
        lists.first, [&](std::uint32_t item) { return has(lists.second, item); });
    if (!is_disjoint || lists.first.empty() || lists.second.empty())
        return does_not_apply("the lists share an item, or one is empty");
    return is_at_end(subject, lists,
                     subject.is_best_at_greatest ? subject.least_value : subject.greatest_value,
                     "M(lists that share nothing)");
}

/// \param better  has more agreement at some depth, and less at none
Outcome no_worse(const ListSubject& subject, const ListPair& lists, const ListPair& better,
                 std::string_view formula) {
    return no_better_value(subject.tolerance, subject.is_best_at_greatest,
                           {"M(first, second)", subject.value(lists)},
                           {formula, subject.value(better)});
}

Outcome more_agreement(const ListSubject& subject, const ListPair& lists) {
    bool applies = false;
    for (std::size_t i = 0; i < lists.second.size(); ++i) {
        if (has(lists.first, lists.second[i])) continue;
        for (const std::uint32_t item : lists.first) {
            if (has(lists.second, item)) continue;
            ListPair better = lists;
            better.second[i] = item;
            applies = true;
            const Outcome outcome =
                no_worse(subject, lists, better, "M(an item of the first in place of another)");
            if (outcome.kind != Outcome::Kind::holds) return outcome;
        }
    }
    return applies ? Outcome{} : does_not_apply("no item can take the place of another");
}

Outcome earlier_agreement(const ListSubject& subject, const ListPair& lists) {
    bool applies = false;
    for (std::size_t i = 0; i + 1 < lists.second.size(); ++i) {
        if (has(lists.first, lists.second[i]) || !has(lists.first, lists.second[i + 1])) continue;
        ListPair better = lists;
        std::swap(better.second[i], better.second[i + 1]);
        applies = true;
        const Outcome outcome =
            no_worse(subject, lists, better, "M(a shared item before one that is not)");
        if (outcome.kind != Outcome::Kind::holds) return outcome;
    }
    return applies ? Outcome{} : does_not_apply("no shared item is below one that is not");
}

const ListLaw list_law_table[] = {
    {"relabelling", "other names for the items change nothing", list_relabelling},
    {"more-agreement",
     "an item of the first list in the place of one that the first list has not never makes the "
     "value worse",
     more_agreement},
    {"earlier-agreement",
     "a shared item of the second list moved above one that is not never makes the value worse",
     earlier_agreement},
    {"identity", "no list is closer to a list than itself", list_identity},
    {"symmetry", "exchanging the two lists changes nothing", list_symmetry},
    {"best-at-identity", "a list and itself have the best value of the declared range",
     list_best_at_identity},
    {"worst-at-disjoint", "lists that share nothing have the worst value of the declared range",
     worst_at_disjoint},
    {"range", "the value lies in the declared range", list_range},
};

std::size_t shared_items(const ListPair& lists) {
    return metrics::overlaps(lists.first, lists.second).back();
}

/// A sum with a logarithm, which has no form in floating point here.
template <class Sum>
ListReference endless_sum(std::string name, const Sum& sum, bool is_best) {
    return {std::move(name),
            [sum](const ListPair& lists) -> Value {
                constexpr std::size_t most = 1000;
                if (std::max(lists.first.size(), lists.second.size()) > most)
                    throw NoValue("exact numbers take too long there");
                return sum(lists);
            },
            is_best};
}

Value quotient_of(std::size_t numerator, std::size_t denominator) {
    if (denominator == 0) return Value::undefined("0/0: a list is empty");
    return Rational(Integer(numerator), Integer(denominator));
}

/// All ways to go on with a second list of `length`: items of the first, or the next fresh one.
void extend(const ListPair& lists, std::size_t length, std::uint32_t fresh,
            std::vector<ListPair>& all) {
    if (lists.second.size() == length) {
        all.push_back(lists);
        return;
    }
    for (std::uint32_t item = 1; item <= lists.first.size() + 1; ++item) {
        const bool is_fresh = item == lists.first.size() + 1;
        ListPair longer = lists;
        longer.second.push_back(is_fresh ? fresh : item);
        if (!is_fresh && has(lists.second, item)) continue;
        extend(longer, length, fresh + (is_fresh ? 1 : 0), all);
    }
}

}  // namespace

std::string input_of(const ListPair& lists) {
    const auto text = [](const Items& list) {
        std::string items;
        for (const std::uint32_t item : list)
            fmt::format_to(std::back_inserter(items), R"({}"i{}")", items.empty() ? "" : ", ",
                           item);
        return items;
    };
    return fmt::format(R"({{"first": [{}], "second": [{}]}})", text(lists.first),
                       text(lists.second));
}

std::span<const ListLaw> list_laws() {
    return list_law_table;
}

std::vector<ListReference> list_references(const Rational& p) {
    using namespace disarray::metrics;
    return {
        {"rbo", [p](const ListPair& l) { return extrapolated_overlap(l.first, l.second, p); }, true,
         [p](const ListPair& l) { return bounded_extrapolated_overlap(l.first, l.second, p); }},
        {"rbo-truncated",
         [p](const ListPair& l) { return truncated_overlap(l.first, l.second, p); }, true,
         [p](const ListPair& l) { return bounded_truncated_overlap(l.first, l.second, p); }},
        endless_sum(
            "rbo-min", [p](const ListPair& l) { return least_overlap(l.first, l.second, p); },
            true),
        endless_sum(
            "rbo-res",
            [p](const ListPair& l) {
                return greatest_overlap(l.first, l.second, p) - least_overlap(l.first, l.second, p);
            },
            false),
        {"average-overlap", [](const ListPair& l) { return average_overlap(l.first, l.second); },
         true, [](const ListPair& l) { return bounded_average_overlap(l.first, l.second); }},
        {"overlap",
         [](const ListPair& l) {
             return quotient_of(shared_items(l), std::min(l.first.size(), l.second.size()));
         }},
        {"jaccard", [](const ListPair& l) {
             const std::size_t shared = shared_items(l);
             return quotient_of(shared, l.first.size() + l.second.size() - shared);
         }}};
}

std::vector<ListPair> small_lists(std::size_t n) {
    std::vector<ListPair> all;
    for (std::size_t first = 0; first <= n; ++first) {
        for (std::size_t second = 0; second <= n; ++second) {
            if (std::max(first, second) < n) continue;
            ListPair lists;
            for (std::size_t i = 1; i <= first; ++i)
                lists.first.push_back(static_cast<std::uint32_t>(i));
            extend(lists, second, static_cast<std::uint32_t>(first + 1), all);
        }
    }
    return all;
}

ListPair random_lists(std::size_t most_n, std::uint64_t seed, std::uint64_t index) {
    std::seed_seq mixed{seed, index};
    std::mt19937_64 random(mixed);
    const std::size_t items = 1 + random() % (2 * most_n);
    const auto list = [&] {
        Items all;
        for (std::uint32_t item = 1; item <= items; ++item)
            all.push_back(item);
        for (std::size_t i = all.size(); i > 1; --i)
            std::swap(all[i - 1], all[random() % i]);
        all.resize(std::min(all.size(), 1 + random() % most_n));
        return all;
    };
    Items first = list();
    return renumbered({std::move(first), list()});
}

ListPair shrunk(ListPair lists, const std::function<bool(const ListPair&)>& violates) {
    for (bool smaller = true; smaller;) {
        smaller = false;
        for (Items ListPair::*list : {&ListPair::first, &ListPair::second}) {
            for (std::size_t i = 0; i < (lists.*list).size() && !smaller; ++i) {
                ListPair less = lists;
                (less.*list).erase((less.*list).begin() + static_cast<std::ptrdiff_t>(i));
                less = renumbered(less);
                if (!violates(less)) continue;
                lists = std::move(less);
                smaller = true;
            }
        }
    }
    return lists;
}

}  // namespace disarray::properties::audit
