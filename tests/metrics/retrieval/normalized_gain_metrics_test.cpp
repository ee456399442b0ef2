// SPDX-License-Identifier: MIT
// Shows that ndcg_rel, Rndcg, binG and G are those of trec_eval's descriptions, and that the parts
// in which two of them are given add up to the whole.
#include "base/error.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/ranked_lists.hpp"

namespace disarray::test {

using namespace retrieval;

TEST_CASE("Gains at several ranks of all short lists are those of the naive path", "[retrieval]") {
    require_as_naive_on_all_lists(normalized_gain_metrics());
}
TEST_CASE("Gains at several ranks on the average of tied documents are the naive means",
          "[retrieval]") {
    // Quotients of logarithms with different denominators: few have to do.
    std::uint64_t turn = 0;
    for (RankedGroups list : all_tied(3, 2)) {
        list.not_retrieved = {2, 0};
        for (const Metric& metric : normalized_gain_metrics()) {
            for (const auto& request : requests_of(metric, 0))
                require_as_naive(request, list, any_conventions(turn += 7));
        }
    }
}

TEST_CASE("Means of quotients are the sums of their parts", "[retrieval]") {
    std::uint64_t turn = 0;
    for (const auto& grades : all_grades(4, 2)) {
        const JudgedList list = judged(untied(grades, {2, 1}));
        for (const Metric& metric : normalized_gain_metrics()) {
            if (!metric.exact_parts) continue;
            const Conventions c = any_conventions(++turn);
            const Question question{list, c, {}, 0};
            Value sum = 0;
            for (const auto& part : metric.exact_parts(question))
                sum += value_of(part);
            REQUIRE(agree(sum, value_of(metric.exact(question)), false));
        }
    }
}

TEST_CASE("binG and G by hand", "[retrieval]") {
    // Relevant behind 0 and 1 others: (1 + 1/log2 3)/2.
    CHECK(value_at("binG", {1, 0, 1}).to_string() == "1/2 + (1/2)/log2(3)");
    // Ideal gains 2 1: costs 2, 3, 4 down to each rank; 1/log2(2 + 2 - 1), then 2/log2(2 + 4 - 3).
    CHECK(value_at("G", {1, 0, 2}).to_string() == "1/log2(3)");
    Parameters halves;
    halves.gains[1] = one_half;
    Request request = request_named("G", "");
    request.parameters = halves;
    CHECK(contains(
        message_of<NotSupported>([&] { exact(request, judged_list(std::vector<Grade>{1}), {}); }),
        "whole numbers"));
}

}  // namespace disarray::test
