// SPDX-License-Identifier: MIT
#include "formats/retrieval_options.hpp"

#include <utility>

#include "base/near_names.hpp"

namespace disarray::formats {

namespace {

constexpr std::pair<std::string_view, Form> retrieval_forms[] = {
    {"auto", Form::automatic}, {"trec", Form::trec}, {"json", Form::json}, {"csv", Form::csv}};

constexpr std::pair<std::string_view, RankBy> rankings[] = {
    {"score", RankBy::score}, {"rank", RankBy::rank}, {"input", RankBy::input}};

constexpr std::pair<std::string_view, Scores> score_readings[] = {
    {"exact", Scores::exact}, {"double", Scores::double_}, {"single", Scores::single}};

constexpr std::pair<std::string_view, Ties> tie_policies[] = {{"trec", Ties::trec},
                                                              {"input-order", Ties::input_order},
                                                              {"rank-column", Ties::rank_column},
                                                              {"average", Ties::average},
                                                              {"best", Ties::best},
                                                              {"worst", Ties::worst}};

constexpr std::pair<std::string_view, Duplicates> duplicate_policies[] = {
    {"refuse", Duplicates::refuse}, {"first", Duplicates::first}, {"last", Duplicates::last}};

constexpr std::pair<std::string_view, NegativeGrades> negative_policies[] = {
    {"zero", NegativeGrades::zero}, {"refuse", NegativeGrades::refuse}};

}  // namespace

Form form_named(std::string_view name, std::string_view where) {
    return choice_named(retrieval_forms, name, where);
}
RankBy rank_by_named(std::string_view name, std::string_view where) {
    return choice_named(rankings, name, where);
}
Scores scores_named(std::string_view name, std::string_view where) {
    return choice_named(score_readings, name, where);
}
Ties ties_named(std::string_view name, std::string_view where) {
    return choice_named(tie_policies, name, where);
}
Duplicates duplicates_named(std::string_view name, std::string_view where) {
    return choice_named(duplicate_policies, name, where);
}
NegativeGrades negative_grades_named(std::string_view name, std::string_view where) {
    return choice_named(negative_policies, name, where);
}

std::string_view name_of(Form form) {
    return name_of_choice(retrieval_forms, form);
}
std::string_view name_of(RankBy rank_by) {
    return name_of_choice(rankings, rank_by);
}
std::string_view name_of(Scores scores) {
    return name_of_choice(score_readings, scores);
}
std::string_view name_of(Ties ties) {
    return name_of_choice(tie_policies, ties);
}
std::string_view name_of(Duplicates duplicates) {
    return name_of_choice(duplicate_policies, duplicates);
}
std::string_view name_of(NegativeGrades negative_grades) {
    return name_of_choice(negative_policies, negative_grades);
}

}  // namespace disarray::formats
