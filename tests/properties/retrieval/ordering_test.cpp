// SPDX-License-Identifier: MIT
// Ranked lists of cases against the definition: how many documents stand before each.
#include "properties/retrieval/ordering.hpp"

#include "base/error.hpp"
#include "properties/retrieval/domain.hpp"
#include "tests/catch.hpp"

using namespace disarray;
using namespace disarray::properties;
using formats::Ties;
using retrieval::Grade;

namespace {

/// Whether line a stands before line b, from the words of the policy; not of `average`.
bool stands_before(const RetrievalCase& instance, std::size_t a, std::size_t b, Ties ties) {
    const RetrievedDocument& x = instance.retrieved[a];
    const RetrievedDocument& y = instance.retrieved[b];
    if (x.score != y.score) return x.score > y.score;
    if (ties == Ties::trec) {
        for (std::size_t i = 0; i < std::min(x.id.size(), y.id.size()); ++i) {
            const auto c = static_cast<unsigned char>(x.id[i]);
            const auto d = static_cast<unsigned char>(y.id[i]);
            if (c != d) return c > d;
        }
        return x.id.size() > y.id.size();
    }
    const Grade p = x.grade.value_or(retrieval::not_judged);
    const Grade q = y.grade.value_or(retrieval::not_judged);
    if (ties == Ties::best && p != q) return p > q;
    if (ties == Ties::worst && p != q) return p < q;
    return a < b;
}

/// The grade at each rank, by counting.
std::vector<Grade> grades_by_rank(const RetrievalCase& instance, Ties ties) {
    const std::size_t n = instance.retrieved.size();
    std::vector<Grade> grades(n);
    for (std::size_t a = 0; a < n; ++a) {
        std::size_t before = 0;
        for (std::size_t b = 0; b < n; ++b) {
            if (b != a && stands_before(instance, b, a, ties)) ++before;
        }
        grades[before] = instance.retrieved[a].grade.value_or(retrieval::not_judged);
    }
    return grades;
}

template <class Work>
void for_many_cases(const Work& work) {
    for (std::size_t n = 0; n <= 3; ++n) {
        const SmallCases cases(n, {});
        for (std::uint64_t index = 0; index < cases.size(); ++index)
            work(cases.at(index));
    }
    for (std::uint64_t index = 0; index < 300; ++index)
        work(random_case(12, {}, 5, index));
}

}  // namespace

TEST_CASE("the rank of a retrieved document is the number of documents that stand before it") {
    for_many_cases([](const RetrievalCase& instance) {
        for (const Ties ties : {Ties::trec, Ties::input_order, Ties::best, Ties::worst}) {
            const std::vector<Grade> grades = grades_by_rank(instance, ties);
            std::vector<std::vector<Grade>> groups;
            for (const Grade grade : grades)
                groups.push_back({grade});
            INFO(to_string(instance) << ", " << static_cast<int>(ties));
            REQUIRE(ranked_groups(instance, ties) == groups);
            REQUIRE(judged_list(instance, ties) ==
                    retrieval::judged_list(grades, instance.not_retrieved));
        }
    });
}

TEST_CASE(
    "under the policy average a hit knows how many are before it and how many it is tied with") {
    for_many_cases([](const RetrievalCase& instance) {
        INFO(to_string(instance));
        const auto& documents = instance.retrieved;
        std::vector<std::tuple<std::uint32_t, std::uint32_t, Grade>> expected, found;
        for (const RetrievedDocument& document : documents) {
            if (grade_of(document) < 1) continue;
            const auto before = std::ranges::count_if(
                documents, [&](const auto& other) { return other.score > document.score; });
            const auto tied = std::ranges::count_if(
                documents, [&](const auto& other) { return other.score == document.score; });
            expected.emplace_back(static_cast<std::uint32_t>(before),
                                  static_cast<std::uint32_t>(tied), grade_of(document));
        }
        const retrieval::JudgedList list = judged_list(instance, Ties::average);
        for (std::size_t i = 0; i < list.hits.size(); ++i) {
            const retrieval::Hit& hit = list.hits[i];
            found.emplace_back(hit.before, hit.tied, hit.grade);
            if (i > 0) REQUIRE(list.hits[i - 1].before <= hit.before);
        }
        std::ranges::sort(expected);
        std::ranges::sort(found);
        REQUIRE(found == expected);
        REQUIRE(list.length == documents.size());
        REQUIRE(list.judged == judged_list(instance, Ties::trec).judged);
    });
}

TEST_CASE("ids are compared as bytes and longer ones stand before their beginnings") {
    RetrievalCase instance;
    instance.retrieved = {{"d1", 0, 1}, {"d10", 0, 2}, {"d\xc3\xa9", 0, 3}, {"D2", 0, 4}};
    CHECK(ranked_groups(instance, Ties::trec) ==
          std::vector<std::vector<Grade>>{{3}, {2}, {1}, {4}});
}

TEST_CASE("a case has no rank column") {
    RetrievalCase instance;
    instance.retrieved = {{"d1", 0, 1}, {"d2", 0, 1}};
    CHECK_THROWS_AS(ranked_groups(instance, Ties::rank_column), UsageError);
}
