// SPDX-License-Identifier: MIT
// Shows that bpref, infAP and what is not judged are those of their definitions, where some
// documents are not judged (-2), or of the pool without a grade (-1).
#include "base/error.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/ranked_lists.hpp"

namespace disarray::test {

using namespace retrieval;

TEST_CASE("Metrics of incomplete judgements of all short lists are those of the naive path",
          "[retrieval]") {
    require_as_naive_on_all_lists(incomplete_metrics(), not_judged);
    require_as_naive_on_long_lists(incomplete_metrics());
}
TEST_CASE("Metrics of incomplete judgements on the average of the tied are the naive means",
          "[retrieval]") {
    require_as_naive_on_all_ties(incomplete_metrics(), not_judged);
    require_as_naive_on_random_ties(incomplete_metrics());
}
TEST_CASE("Tied documents by falling or rising grade attain the extremes of incomplete judgements",
          "[retrieval]") {
    require_resolved_ties_are_extreme(incomplete_metrics());
}

TEST_CASE("bpref and infAP by hand", "[retrieval]") {
    // Relevant at ranks 1 and 5, judged not relevant at 2 and 4, not judged at 3; one of each is
    // not retrieved: R = 3, N = 3. (1 - 0 + 1 - 2/3)/3; and at rank 5 the pool has 3 above.
    const std::vector<Grade> list{1, 0, not_judged, 0, 1};
    CHECK(value_at("bpref", list, {1, 0}).to_string() == "4/9");
    const Rational share =
        Rational(Integer(100'001), Integer(100'000)) / Rational(Integer(300'002), Integer(100'000));
    const Rational at_five = (1 + 3 * share) / 5;
    CHECK(value_at("infAP", list, {1, 0}).to_string() == ((1 + at_five) / 3).to_string());
    CHECK(value_at("unj@5", list).to_string() == "1/5");
    CHECK(value_at("unj@10", list).to_string() == "1/10");
    CHECK(value_at("num_nonrel_judged_ret", list).to_string() == "2");
}

TEST_CASE("Metrics that try every order of the tied refuse too many of them", "[retrieval]") {
    const RankedGroups list{{{1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, -2, -2, -2, -2}}, {}};
    const std::string message =
        message_of<NotSupported>([&] { exact(request_named("bpref", ""), judged(list), {}); });
    CHECK(contains(message, "more than 1000 orders"));
    CHECK(value_of(exact(request_named("unj@8", ""), judged(list), {})).to_string() == "1/4");
}

}  // namespace disarray::test
