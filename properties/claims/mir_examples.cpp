// SPDX-License-Identifier: MIT
//
// Figures as printed; none of them is a verdict.
#include "properties/claims/mir_examples.hpp"

#include <algorithm>
#include <string>

#include "base/error.hpp"
#include "properties/claims/printed_figure.hpp"

namespace disarray::properties::mir {

namespace {

constexpr std::string_view ranking_1[] = {"d123", "d84",  "d56",  "d6",   "d8",
                                          "d9",   "d511", "d129", "d187", "d25",
                                          "d38",  "d48",  "d250", "d113", "d3"};
constexpr std::string_view ranking_2[] = {"d425", "d87",  "d56",  "d32", "d124",
                                          "d615", "d512", "d129", "d4",  "d130",
                                          "d193", "d715", "d810", "d5",  "d3"};

constexpr Judgement judgements_1[] = {{"d3", 3},  {"d5", 3},  {"d9", 3},  {"d25", 2}, {"d39", 2},
                                      {"d44", 2}, {"d56", 1}, {"d71", 1}, {"d89", 1}, {"d123", 1}};
constexpr Judgement judgements_2[] = {{"d3", 3}, {"d56", 2}, {"d129", 1}};

constexpr Query all_queries[] = {{"q1", ranking_1, judgements_1}, {"q2", ranking_2, judgements_2}};

/// A vector and its figures with a comma or blanks between.
struct Vector {
    std::string_view name;
    std::string_view figures;
};

constexpr Vector vectors[] = {
    {"P q1", "100 100 66.6 50 40 33.3 0 0 0 0 0"},
    {"P q2", "33.3 33.3 33.3 33.3 25 25 25 20 20 20 20"},
    {"avg P", "66.6 66.6 49.9 41.6 32.5 29.1 12.5 10 10 10 10"},
    {"G_1", "1,0,1,0,0,3,0,0,0,2,0,0,0,0,3"},
    {"G_2", "0,0,2,0,0,0,0,1,0,0,0,0,0,0,3"},
    {"CG_1", "1,1,2,2,2,5,5,5,5,7,7,7,7,7,10"},
    {"CG_2", "0,0,2,2,2,2,2,3,3,3,3,3,3,3,6"},
    {"DCG_1", "1.0,1.0,1.6,1.6,1.6,2.8,2.8,2.8,2.8,3.4,3.4,3.4,3.4,3.4,4.2"},
    {"DCG_2", "0.0,0.0,1.3,1.3,1.3,1.3,1.3,1.6,1.6,1.6,1.6,1.6,1.6,1.6,2.4"},
    {"avg CG", "0.5,0.5,2.0,2.0,2.0,3.5,3.5,4.0,4.0,5.0,5.0,5.0,5.0,5.0,8.0"},
    {"avg DCG", "0.5,0.5,1.5,1.5,1.5,2.1,2.1,2.2,2.2,2.5,2.5,2.5,2.5,2.5,3.3"},
    {"IG_1", "3,3,3,2,2,2,1,1,1,1,0,0,0,0,0"},
    {"IG_2", "3,2,1,0,0,0,0,0,0,0,0,0,0,0,0"},
    {"ICG_1", "3,6,9,11,13,15,16,17,18,19,19,19,19,19,19"},
    {"ICG_2", "3,5,6,6,6,6,6,6,6,6,6,6,6,6,6"},
    {"IDCG_1", "3.0,6.0,7.9,8.9,9.8,10.5,10.9,11.2,11.5,11.8,11.8,11.8,11.8,11.8,11.8"},
    {"IDCG_2", "3.0,5.0,5.6,5.6,5.6,5.6,5.6,5.6,5.6,5.6,5.6,5.6,5.6,5.6,5.6"},
    {"avg ICG", "3.0,5.5,7.5,8.5,9.5,10.5,11.0,11.5,12.0,12.5,12.5,12.5,12.5,12.5,12.5"},
    {"avg IDCG", "3.0,5.5,6.8,7.3,7.7,8.1,8.3,8.4,8.6,8.7,8.7,8.7,8.7,8.7,8.7"},
    {"NCG", "0.17,0.09,0.27,0.24,0.21,0.33,0.32,0.35,0.33,0.40,0.40,0.40,0.40,0.40,0.64"},
    {"NDCG", "0.17,0.09,0.21,0.20,0.19,0.25,0.25,0.26,0.26,0.29,0.29,0.29,0.29,0.29,0.38"},
    {"s1 - s2", "-1 -1 +2 -1 +1 -1 -1 -2 +3 +1"},
    {"(s1 - s2)^2", "1 1 4 1 1 1 1 4 9 1"},
    {"s1 - s2, five", "-1 -1 +2 -1 +1"},
    {"pairs, R1", "C D C C D C C C C D"},
    {"pairs, R2", "D D C C C C C C C D"},
};

constexpr Position all_positions[] = {
    {"d123", 1, 2}, {"d84", 2, 3},  {"d56", 3, 1},   {"d6", 4, 5},   {"d8", 5, 4},
    {"d9", 6, 7},   {"d511", 7, 8}, {"d129", 8, 10}, {"d187", 9, 6}, {"d25", 10, 9}};

}  // namespace

List Query::list() const {
    List list;
    for (const std::string_view document : ranking) {
        const auto judged = std::ranges::find(judgements, document, &Judgement::document);
        list.grades.push_back(judged == judgements.end() ? 0 : judged->grade);
    }
    for (const Judgement& judgement : judgements) {
        if (std::ranges::find(ranking, judgement.document) == ranking.end())
            list.not_retrieved.push_back(judgement.grade);
    }
    return list;
}

std::span<const Query> queries() {
    return all_queries;
}

const Query& query(std::size_t number) {
    if (number < 1 || number > queries().size()) throw UsageError("MIR: no such query");
    return queries()[number - 1];
}

Figures printed(std::string_view name) {
    const auto found = std::ranges::find(vectors, name, &Vector::name);
    if (found == std::ranges::end(vectors))
        throw UsageError("MIR: no vector is called " + std::string(name));
    return printed_words(found->figures);
}

std::span<const Position> positions() {
    return all_positions;
}
}  // namespace disarray::properties::mir
