// SPDX-License-Identifier: MIT
#include "properties/audit/one_input.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "properties/audit/missing_values.hpp"
#include "properties/audit/reference.hpp"

namespace disarray::properties::audit {

namespace {

using Members = nlohmann::json;

[[noreturn]] void refuse_member(std::string_view where, std::string_view key, const Members& found,
                                std::string_view expected) {
    throw InputError(fmt::format("{}: \"{}\"", where, key), printable(found.dump(), 80), expected);
}

Members members_from(std::string_view json, std::string_view where) {
    Members members = Members::parse(json.begin(), json.end(), nullptr, false);
    if (members.is_object()) return members;
    throw InputError(where, printable(json, 80),
                     R"(a JSON object, as {"grades": [1, 0], "cutoff": 1})");
}

void require_members(const Members& members, std::initializer_list<std::string_view> required,
                     std::initializer_list<std::string_view> optional, std::string_view where) {
    std::vector<std::string_view> known(required);
    known.insert(known.end(), optional);
    for (const auto& item : members.items()) {
        if (std::ranges::find(known, item.key()) != known.end()) continue;
        throw InputError(where, fmt::format("the member {}", in_quotes(item.key())),
                         expected_one_of(item.key(), known));
    }
    for (const std::string_view key : required) {
        if (members.contains(key)) continue;
        throw InputError(where, fmt::format("no \"{}\"", key),
                         fmt::format("{} beside the others", in_quotes(key)));
    }
}

const Members& list_member(const Members& members, const char* key, std::string_view where) {
    if (!members.at(key).is_array()) refuse_member(where, key, members.at(key), "a list");
    return members.at(key);
}

bool is_nan(const Members& item) {
    return item.is_string() && item.get_ref<const std::string&>() == "NaN";
}

/// Numbers, 0 for NaN.
std::vector<Rational> numbers_in(const Members& members, const char* key, IsMissing& is_missing,
                                 std::string_view where) {
    std::vector<Rational> numbers;
    for (const Members& item : list_member(members, key, where)) {
        is_missing.push_back(is_nan(item));
        if (is_missing.back()) {
            numbers.emplace_back(0);
        } else if (item.is_number_integer()) {
            numbers.push_back(Rational::parse(item.dump(), where));
        } else if (item.is_number() && std::isfinite(item.get<double>())) {
            numbers.push_back(exact_value_of(item.get<double>()));
        } else {
            refuse_member(where, key, item, "finite numbers and \"NaN\"");
        }
    }
    return numbers;
}

std::vector<retrieval::Grade> grades_in(const Members& members, const char* key,
                                        std::string_view where) {
    std::vector<retrieval::Grade> grades;
    if (!members.contains(key)) return grades;
    for (const Members& item : list_member(members, key, where)) {
        if (!item.is_number_unsigned() || item > most_grade) {
            refuse_member(where, key, item, fmt::format("whole numbers from 0 to {}", most_grade));
        }
        grades.push_back(item.get<retrieval::Grade>());
    }
    return grades;
}

void read_cutoff(const Members& members, RetrievalCase& list, std::string_view where) {
    if (!members.contains("cutoff")) return;
    const Members& cutoff = members["cutoff"];
    if (!cutoff.is_number_unsigned() || cutoff < 1U || cutoff > UINT32_MAX)
        refuse_member(where, "cutoff", cutoff, "a whole number of at least 1");
    list.cutoff = cutoff.get<std::uint32_t>();
}

void require_equal_lengths(std::size_t found, std::size_t expected, std::string_view key,
                           std::string_view of, std::string_view where) {
    if (found == expected) return;
    throw InputError(fmt::format("{}: \"{}\"", where, key), fmt::format("{} of them", found),
                     fmt::format("{}, as many as \"{}\"", expected, of));
}

/// Ranks as multiples of one unit fraction, which RankPair has them as.
std::vector<int> in_units(const std::vector<Rational>& ranks, int divisor) {
    std::vector<int> units;
    for (const Rational& rank : ranks) {
        // 0.1 is no tenth in floating point.
        const Rational scaled = rank * Rational(divisor);
        const Rational above = scaled + Rational(1, 2);
        const Integer nearest = above.numerator() / above.denominator();
        const bool is_near = abs(scaled - Rational(nearest)) <= Rational(1, 1'000'000);
        if (!is_near || nearest > 1'000'000'000) return {};
        units.push_back(nearest.convert_to<int>());
    }
    return units;
}

void read_ranks(const Members& members, GivenInput& given, std::string_view where) {
    require_members(members, {"first", "second"}, {}, where);
    const auto first = numbers_in(members, "first", given.first_is_missing, where);
    const auto second = numbers_in(members, "second", given.second_is_missing, where);
    require_equal_lengths(second.size(), first.size(), "second", "first", where);
    for (const auto& [key, ranks, is_missing] :
         {std::tuple("first", &first, &given.first_is_missing),
          std::tuple("second", &second, &given.second_is_missing)}) {
        for (std::size_t i = 0; i < ranks->size(); ++i) {
            if (ranks->at(i) <= 0 && !is_missing->at(i))
                refuse_member(where, key, members[key][i], "ranks above 0");
        }
    }
    for (const int divisor : {1, 2, 3, 4, 5, 8, 10, 20, 100, 1000}) {
        given.ranks = {in_units(first, divisor), in_units(second, divisor), divisor};
        if (given.ranks.first.size() == first.size() && given.ranks.second.size() == first.size())
            return;
    }
    throw InputError(where, printable(members.dump(), 80), "ranks that are multiples of 1/1000");
}

/// Whether a list is one of names, and not of ranks.
bool has_names(const Members& members, const char* key) {
    const auto is_name = [](const Members& item) { return item.is_string() && !is_nan(item); };
    return members.contains(key) && members[key].is_array() &&
           std::ranges::any_of(members[key], is_name);
}

void read_lists(const Members& members, GivenInput& given, std::string_view where) {
    require_members(members, {"first", "second"}, {}, where);
    given.kind = MetricKind::two_lists;
    std::map<std::string, std::uint32_t> numbers;
    for (const auto& [key, list] :
         {std::pair("first", &given.lists.first), std::pair("second", &given.lists.second)}) {
        for (const Members& item : list_member(members, key, where)) {
            if (!item.is_string()) refuse_member(where, key, item, "names of items");
            const auto next = static_cast<std::uint32_t>(numbers.size() + 1);
            const std::uint32_t number =
                numbers.emplace(item.get<std::string>(), next).first->second;
            if (std::ranges::find(*list, number) != list->end())
                refuse_member(where, key, item, "each item once");
            list->push_back(number);
        }
    }
}

void read_by_rank(const Members& members, GivenInput& given, std::string_view where) {
    require_members(members, {"grades"}, {"not_retrieved", "cutoff"}, where);
    const auto grades = grades_in(members, "grades", where);
    for (std::size_t i = 0; i < grades.size(); ++i) {
        given.list.retrieved.push_back(
            {fmt::format("d{}", i + 1), Rational(Integer(grades.size() - i)), grades[i]});
    }
    given.score_is_missing.assign(grades.size(), false);
}

void read_scored(const Members& members, GivenInput& given, std::string_view where) {
    require_members(members, {"ids", "scores", "grades"}, {"not_retrieved", "cutoff"}, where);
    const auto scores = numbers_in(members, "scores", given.score_is_missing, where);
    const auto grades = grades_in(members, "grades", where);
    const Members& ids = list_member(members, "ids", where);
    require_equal_lengths(scores.size(), ids.size(), "scores", "ids", where);
    require_equal_lengths(grades.size(), ids.size(), "grades", "ids", where);
    std::set<std::string> seen;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (!ids[i].is_string() || !seen.insert(ids[i].get<std::string>()).second)
            refuse_member(where, "ids", ids[i], "texts that differ");
        given.list.retrieved.push_back({ids[i].get<std::string>(), scores[i], grades[i]});
    }
}

void read_votes(const Members& members, GivenInput& given, std::string_view where) {
    require_members(members, {"elements", "votes"}, {}, where);
    given.kind = MetricKind::votes;
    std::map<std::string, std::uint32_t> numbers;
    for (const Members& item : list_member(members, "elements", where)) {
        const auto next = static_cast<std::uint32_t>(numbers.size());
        if (!item.is_string() || !numbers.emplace(item.get<std::string>(), next).second)
            refuse_member(where, "elements", item, "names that differ");
    }
    given.votes.elements = numbers.size();
    for (const Members& vote : list_member(members, "votes", where)) {
        const auto refuse = [&] {
            refuse_member(where, "votes", vote, "all elements, each once, the top first");
        };
        if (!vote.is_array() || vote.size() != numbers.size()) refuse();
        auto& order = given.votes.orders.emplace_back();
        for (const Members& item : vote) {
            const auto found =
                item.is_string() ? numbers.find(item.get<std::string>()) : numbers.end();
            if (found == numbers.end() || std::ranges::find(order, found->second) != order.end())
                refuse();
            order.push_back(found->second);
        }
    }
}

/// The list without what is missing, by a rule; empty if that refuses it.
std::optional<Value> value_of_list(const RetrievalReference& reference, const GivenInput& given,
                                   Missing rule, bool takes_not_retrieved) {
    const auto list =
        without_missing(given.list, given.score_is_missing, rule, takes_not_retrieved);
    return list ? std::optional(reference.value(*list)) : std::nullopt;
}

std::vector<ConventionValue> values_of_list(const GivenInput& given, const std::string& name,
                                            const DeclaredConventions& declared,
                                            bool takes_not_retrieved, std::string_view where) {
    const std::string known = reference_called(name, given.kind);
    const bool takes_cutoff = given.list.cutoff.has_value();
    const auto references =
        retrieval_references(known.empty() ? name : known, takes_cutoff, declared, where);
    const bool is_missing =
        std::ranges::find(given.score_is_missing, true) != given.score_is_missing.end();
    std::vector<ConventionValue> values;
    for (const RetrievalReference& reference : references) {
        for (const Missing rule : every_missing) {
            if (!is_missing && rule != Missing::refuse) continue;
            ConventionValue& one = values.emplace_back();
            one.reference = reference.name;
            one.conventions = values_of(reference.conventions);
            if (given.kind == MetricKind::relevance_by_rank) one.conventions.erase("ties");
            if (is_missing) one.conventions.emplace("missing", name_of(rule));
            one.value = value_of_list(reference, given, rule, takes_not_retrieved);
            if (!one.value) one.why_none = "a score is NaN";
        }
    }
    return values;
}

/// The name of the reference, "" for all of them. \throws InputError
template <class Reference>
std::string wanted_of(const std::vector<Reference>& references, const std::string& name,
                      MetricKind kind, std::string_view where) {
    std::vector<std::string_view> known;
    for (const Reference& reference : references)
        known.push_back(reference.name);
    if (name.empty() || std::ranges::find(known, name) != known.end()) return name;
    const std::string wanted = reference_called(name, kind);
    if (wanted.empty()) throw InputError(where, in_quotes(name), expected_one_of(name, known));
    return wanted;
}

std::vector<ConventionValue> values_of_lists(const GivenInput& given, const std::string& name,
                                             const Rational& persistence, std::string_view where) {
    const auto references = list_references(persistence);
    const std::string wanted = wanted_of(references, name, given.kind, where);
    std::vector<ConventionValue> values;
    for (const ListReference& reference : references) {
        if (!wanted.empty() && reference.name != wanted) continue;
        ConventionValue& one = values.emplace_back(ConventionValue{reference.name, {}, {}});
        try {
            one.value = reference.value(given.lists);
        } catch (const NoValue& none) {
            one.why_none = none.what();
        }
    }
    return values;
}

std::vector<ConventionValue> values_of_votes(const GivenInput& given, const std::string& name,
                                             std::string_view where) {
    const auto references = vote_references();
    const std::string wanted = wanted_of(references, name, given.kind, where);
    std::vector<ConventionValue> values;
    for (const VoteReference& reference : references) {
        if (!wanted.empty() && reference.name != wanted) continue;
        values.emplace_back(ConventionValue{reference.name, {}, {}}).points =
            reference.value(given.votes);
    }
    return values;
}

std::vector<ConventionValue> values_of_pair(const GivenInput& given, const std::string& name,
                                            std::string_view where) {
    const auto references = pair_references();
    const std::string wanted = wanted_of(references, name, given.kind, where);
    const bool is_missing =
        std::ranges::find(given.first_is_missing, true) != given.first_is_missing.end() ||
        std::ranges::find(given.second_is_missing, true) != given.second_is_missing.end();
    std::vector<ConventionValue> values;
    for (const PairReference& reference : references) {
        if (!wanted.empty() && reference.name != wanted) continue;
        for (const Missing rule : every_missing) {
            if (!is_missing && rule != Missing::refuse) continue;
            ConventionValue& one = values.emplace_back(ConventionValue{reference.name, {}, {}});
            if (is_missing) one.conventions.emplace("missing", name_of(rule));
            const auto pair =
                without_missing(given.ranks, given.first_is_missing, given.second_is_missing, rule);
            one.why_none = "a rank is NaN";
            try {
                if (pair) one.value = reference.value(*pair);
            } catch (const NoValue& none) {
                one.why_none = none.what();
            }
        }
    }
    return values;
}

using Box = std::map<std::string, std::set<std::string>>;

/// Joins two boxes that differ in one key at most, as long as there are such.
void join(std::vector<Box>& boxes) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        for (std::size_t j = i + 1; j < boxes.size(); ++j) {
            std::vector<std::string> differing;
            for (const auto& [key, values] : boxes[i]) {
                if (boxes[j].at(key) != values) differing.push_back(key);
            }
            if (differing.size() > 1) continue;
            for (const std::string& key : differing)
                boxes[i][key].merge(boxes[j][key]);
            boxes.erase(boxes.begin() + static_cast<std::ptrdiff_t>(j));
            i = static_cast<std::size_t>(-1);  // begin anew
            break;
        }
    }
}

std::string text_of(const ConventionValue& value) {
    if (!value.points.empty())
        return list_of(
            value.points, [](const Value& each) { return each.to_string(); }, ", ");
    return value.value ? value.value->to_string() : "none: " + value.why_none;
}

}  // namespace

GivenInput given_input(std::string_view json, std::string_view where) {
    const Members members = members_from(json, where);
    GivenInput given;
    // In the order of the members given, in one line.
    given.input = nlohmann::ordered_json::parse(json).dump();
    if (members.contains("first") || members.contains("second")) {
        if (has_names(members, "first") || has_names(members, "second")) {
            read_lists(members, given, where);
        } else {
            read_ranks(members, given, where);
        }
        return given;
    }
    if (members.contains("elements") || members.contains("votes")) {
        read_votes(members, given, where);
        return given;
    }
    const bool has_scores = members.contains("scores") || members.contains("ids");
    given.kind = has_scores ? MetricKind::relevance_and_scores : MetricKind::relevance_by_rank;
    has_scores ? read_scored(members, given, where) : read_by_rank(members, given, where);
    given.list.not_retrieved = grades_in(members, "not_retrieved", where);
    read_cutoff(members, given.list, where);
    return given;
}

std::vector<ConventionValue> values_under_conventions(const GivenInput& given,
                                                      const std::string& name,
                                                      const DeclaredConventions& declared,
                                                      bool takes_not_retrieved,
                                                      std::string_view where) {
    if (given.kind == MetricKind::two_rankings) return values_of_pair(given, name, where);
    if (given.kind == MetricKind::two_lists)
        return values_of_lists(given, name, declared.settings.persistence, where);
    if (given.kind == MetricKind::votes) return values_of_votes(given, name, where);
    return values_of_list(given, name, declared, takes_not_retrieved, where);
}

std::vector<EqualConventions> equal_conventions(const std::vector<ConventionValue>& values) {
    std::map<std::pair<std::string, std::string>, std::set<std::string>> all;
    for (const ConventionValue& value : values) {
        for (const auto& [key, one] : value.conventions)
            all[{value.reference, key}].insert(one);
    }
    std::vector<EqualConventions> groups;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const ConventionValue& value = values[i];
        auto group = std::ranges::find_if(groups, [&](const EqualConventions& each) {
            return each.reference == value.reference &&
                   text_of(values[each.members.front()]) == text_of(value);
        });
        if (group == groups.end()) {
            groups.push_back({value.reference, value.value, value.why_none, value.points, {}, {}});
            group = std::prev(groups.end());
        }
        group->members.push_back(i);
        Box& box = group->boxes.emplace_back();
        for (const auto& [key, one] : value.conventions)
            box[key].insert(one);
    }
    for (EqualConventions& group : groups) {
        join(group.boxes);
        for (Box& box : group.boxes) {
            std::erase_if(box, [&](const auto& entry) {
                return entry.second == all.at({group.reference, entry.first});
            });
        }
    }
    return groups;
}

}  // namespace disarray::properties::audit
