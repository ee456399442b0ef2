// SPDX-License-Identifier: MIT
#include "properties/audit/declared_conventions.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "properties/audit/missing_values.hpp"
#include "properties/retrieval/domain.hpp"

namespace disarray::properties::audit {

namespace {

using retrieval::Grade;

constexpr std::pair<std::string_view, int> undefined_policies[] = {
    {"skip", 0}, {"zero", 1}, {"one", 2}};

// What foreign programs have beside the values of the options: the documents of one score as one
// threshold, and the natural logarithm.
constexpr std::pair<std::string_view, int> tie_rules[] = {
    {"trec", 0}, {"input-order", 1}, {"rank-column", 1}, {"average", 2},
    {"best", 3}, {"worst", 4},       {"block", 5}};
constexpr std::pair<std::string_view, retrieval::Discount> discounts[] = {
    {"trec", retrieval::Discount::trec},
    {"mir", retrieval::Discount::mir},
    {"natural", retrieval::Discount::trec}};

/// \throws InputError unless it lies between the two ends, which it may not be itself.
Rational number_between(std::string_view text, const Rational& least, const Rational* greatest,
                        std::string_view where) {
    const Rational number = Rational::parse(text, where);
    if (number > least && (!greatest || number < *greatest)) return number;
    throw InputError(where, fmt::format("\"{}\"", printable(text)),
                     greatest ? fmt::format("a number between {} and {}", least.to_string(),
                                            greatest->to_string())
                              : fmt::format("a number above {}", least.to_string()));
}

Grade grade_from(std::string_view text, Grade least, std::string_view where) {
    const Rational grade = Rational::parse(text, where);
    constexpr Grade greatest = retrieval::greatest_exponent;
    if (grade.is_integer() && grade >= least && grade <= greatest) {
        return grade.numerator().convert_to<Grade>();
    }
    throw InputError(where, fmt::format("\"{}\"", printable(text)),
                     fmt::format("a whole number from {} to {}", least, greatest));
}

/// A convention by its name, and what its value changes.
struct ConventionReader {
    std::string_view name;
    void (*read)(std::string_view value, std::string_view where, DeclaredConventions& declared);
};

// Those without a setting are looked up for their spelling: laws and references know them by name.
constexpr ConventionReader convention_readers[] = {
    {"ties", [](auto value, auto where, auto&) { choice_named(tie_rules, value, where); }},
    {"undefined",
     [](auto value, auto where, auto&) { choice_named(undefined_policies, value, where); }},
    {"missing", [](auto value, auto where, auto&) { choice_named<Missing>(value, where); }},
    {"duplicates",
     [](auto value, auto where, auto&) { choice_named<formats::Duplicates>(value, where); }},
    {"negative",
     [](auto value, auto where, auto&) { choice_named<formats::NegativeGrades>(value, where); }},
    {"scores", [](auto value, auto where,
                  auto& d) { d.scores = choice_named<formats::Scores>(value, where); }},
    {"discount", [](auto value, auto where,
                    auto& d) { d.settings.discount = choice_named(discounts, value, where); }},
    {"gain", [](auto value, auto where,
                auto& d) { d.settings.gain = choice_named<retrieval::Gain>(value, where); }},
    {"short-lists",
     [](auto value, auto where, auto& d) {
         d.settings.short_lists = choice_named<retrieval::ShortLists>(value, where);
     }},
    {"precisions-averaged",
     [](auto value, auto where, auto& d) {
         d.settings.precisions_averaged = choice_named<retrieval::PrecisionsAveraged>(value, where);
     }},
    {"relevance-level", [](auto value, auto where,
                           auto& d) { d.settings.relevance_level = grade_from(value, 1, where); }},
    {"greatest-grade",
     [](auto value, auto where, auto& d) {
         d.settings.greatest_grade = grade_from(value, greatest_case_grade, where);
     }},
    {"beta", [](auto value, auto where,
                auto& d) { d.settings.beta = number_between(value, 0, nullptr, where); }},
    {"persistence",
     [](auto value, auto where, auto& d) {
         const Rational one = 1;
         d.settings.persistence = number_between(value, 0, &one, where);
     }},
};

}  // namespace

DeclaredConventions declared_conventions(const std::map<std::string, std::string>& declared,
                                         std::string_view where) {
    DeclaredConventions found;
    found.settings.greatest_grade = greatest_case_grade;
    for (const auto& [name, value] : declared) {
        const auto entry = std::ranges::find(convention_readers, name, &ConventionReader::name);
        if (entry == std::end(convention_readers)) {
            std::vector<std::string_view> known;
            for (const ConventionReader& each : convention_readers)
                known.push_back(each.name);
            throw InputError(where, fmt::format("\"{}\"", printable(name)),
                             expected_one_of(name, known, "properties/audit/PROTOCOL.md"));
        }
        entry->read(value, fmt::format("{}: \"{}\"", where, name), found);
    }
    return found;
}

}  // namespace disarray::properties::audit
