// SPDX-License-Identifier: MIT
// Shows what the metrics see of a ranked list, and how its tied hits are grouped.
#include "metrics/retrieval/judged_list.hpp"

#include "tests/support/ranked_lists.hpp"

namespace disarray::test {

using namespace retrieval;

TEST_CASE("A judged list keeps the documents of grade 1 and above, and all grades falling",
          "[retrieval]") {
    const std::vector<Grade> by_rank{0, 2, -3, 1};
    const std::vector<Grade> not_retrieved{1, 0, 5, -1};
    const JudgedList list = judged_list(by_rank, not_retrieved);
    CHECK(list.length == 4);
    CHECK((list.hits == std::vector<Hit>{{1, 1, 2}, {3, 1, 1}}));
    CHECK(list.judged == std::vector<Grade>{5, 2, 1, 1});
    CHECK(judged_list({}) == JudgedList{});
}

TEST_CASE("A judged list is that of the tests for all short lists", "[retrieval]") {
    for (std::size_t length = 0; length <= 4; ++length) {
        for (const auto& grades : all_grades(length, 2)) {
            const std::vector<Grade> missing{0, 1, 3};
            if (judged_list(grades, missing) != judged(untied(grades, missing)))
                FAIL_CHECK(described(grades));
        }
    }
    SUCCEED();
}

TEST_CASE("Tied hits are one group, top first", "[retrieval]") {
    const std::vector<Hit> hits{{0, 1, 1}, {2, 3, 2}, {2, 3, 1}, {9, 2, 1}};
    std::string seen;
    for_each_group(hits, [&](auto group, std::uint32_t before, std::uint32_t tied) {
        seen += fmt::format("{} of {} after {};", group.size(), tied, before);
    });
    CHECK(seen == "1 of 1 after 0;2 of 3 after 2;1 of 2 after 9;");
    for_each_group({}, [](auto, std::uint32_t, std::uint32_t) { FAIL("no hit, no group"); });
}

TEST_CASE("The lists with ties of the tests are all there are", "[retrieval]") {
    // 1/(2 - 1/(1 - x)^3): a group of s documents has (s + 2 choose 2) sets of grades.
    std::vector<std::size_t> counts;
    for (std::size_t length = 0; length <= 5; ++length)
        counts.push_back(all_tied(length, 2).size());
    CHECK(counts == std::vector<std::size_t>{1, 3, 15, 73, 354, 1716});
    CHECK(number_of_orders({{{0, 1, 1, 2}, {3}, {0, 0}}, {}}) == 12);
}

}  // namespace disarray::test
