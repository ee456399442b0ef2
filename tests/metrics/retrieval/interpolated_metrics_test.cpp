// SPDX-License-Identifier: MIT
// Shows that interpolated precision and its mean over eleven recall levels are MIR's, with doubles
// and exactly, with ties and without.
#include "base/error.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/ranked_lists.hpp"

namespace disarray::test {

using namespace retrieval;

TEST_CASE("iP and 11pt of all short lists are those of the naive path", "[retrieval]") {
    require_as_naive_on_all_lists(interpolated_metrics());
}
TEST_CASE("iP and 11pt on the average of tied documents are the naive means", "[retrieval]") {
    require_as_naive_on_all_ties(interpolated_metrics());
    require_as_naive_on_random_ties(interpolated_metrics());
}
TEST_CASE("iP and 11pt of long lists are those of the naive path", "[retrieval]") {
    require_as_naive_on_long_lists(interpolated_metrics());
}
TEST_CASE("Tied documents by falling or rising grade attain the extremes of iP and 11pt",
          "[retrieval]") {
    require_resolved_ties_are_extreme(interpolated_metrics());
}

TEST_CASE("MIR's queries have MIR's precision at the eleven standard recall levels",
          "[retrieval]") {
    // Slides of q1 and q2, as fractions; the last two at 100 % recall.
    const std::vector<std::string> q1{"1", "1", "2/3", "1/2", "2/5", "1/3",
                                      "0", "0", "0",   "0",   "0"};
    const std::vector<std::string> q2{"1/3", "1/3", "1/3", "1/3", "1/4", "1/4",
                                      "1/4", "1/5", "1/5", "1/5", "1/5"};
    // In percent, the two averaged. MIR cuts off what is rounded here: 66.6, 41.6, 29.1.
    const std::vector<std::string> mean{"66.7", "66.7", "50", "41.7", "32.5", "29.2",
                                        "12.5", "10",   "10", "10",   "10"};
    for (std::size_t j = 0; j <= 10; ++j) {
        const std::string request = j == 10 ? "iP@1" : "iprec_at_recall_0." + std::to_string(j);
        INFO(request);
        const Value at_q1 = value_at(request, mir_q1, mir_q1_not_retrieved);
        const Value at_q2 = value_at(request, mir_q2);
        CHECK(at_q1.to_string() == q1[j]);
        CHECK(at_q2.to_string() == q2[j]);
        CHECK((50 * (at_q1 + at_q2)).to_decimal(3) == mean[j]);
    }
    CHECK(value_at("11pt", mir_q1, mir_q1_not_retrieved).to_string() == "39/110");
    CHECK(value_at("11pt", mir_q2).to_string() == "173/660");
}

TEST_CASE("A recall level that is reached exactly counts as reached", "[retrieval]") {
    // Three of ten: a recall of 3/10 is the level 0.3, whose nearest double is less than 3/10.
    std::vector<Grade> list{0, 1, 0, 1, 0, 1};
    const std::vector<Grade> missing(7, 1);
    CHECK(value_at("iP@0.3", list, missing).to_string() == "1/2");
    CHECK(value_at("iP@0.3000000000000000000001", list, missing).to_string() == "0");
    CHECK(value_at("iP@0.2999999999999999999999", list, missing).to_string() == "1/2");
}

TEST_CASE("iP of tied documents between others sees the precision above and below them",
          "[retrieval]") {
    for (const auto& groups : std::vector<std::vector<std::vector<Grade>>>{
             {{1}, {0, 1, 0, 1}, {1, 0, 1}},
             {{0, 0}, {1, 1, 0}, {0, 1}, {1}, {0, 1, 1, 0}},
             {{0, 1, 1, 0, 0, 1}, {1, 1, 1}, {1, 0, 0, 0, 0}},
             {{0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}},
             {{2, 0, 1, 0}, {0, 2, 0}, {0, 0, 1}}}) {
        for (const auto& not_retrieved : std::vector<std::vector<Grade>>{{}, {1, 1, 1}}) {
            for (const Metric& metric : interpolated_metrics()) {
                for (const Request& request : requests_of(metric, 0)) {
                    for (const Grade level : {1, 2}) {
                        Conventions c;
                        c.relevance_level = level;
                        require_as_naive(request, {groups, not_retrieved}, c);
                    }
                }
            }
        }
    }
    SUCCEED();
}

TEST_CASE("iP and 11pt refuse ties of more than a thousand pairs of a tied and a relevant document",
          "[retrieval]") {
    const auto two_of = [](std::uint32_t tied) {
        return JudgedList{tied, {{0, tied, 1}, {0, tied, 1}}, {1, 1}};
    };
    for (const std::string_view name : {"iP@1", "11pt"}) {
        const Request request = request_named(name, "");
        CHECK(bounded(request, two_of(500), {}).is_defined());
        for (const auto& refusal :
             {message_of<NotSupported>([&] { bounded(request, two_of(501), {}); }),
              message_of<NotSupported>([&] { exact(request, two_of(501), {}); })}) {
            CHECK(contains(refusal, "found 1002 pairs"));
            CHECK(contains(refusal, "at most 1000"));
        }
    }
}

}  // namespace disarray::test
