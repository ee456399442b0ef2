// SPDX-License-Identifier: MIT
// Subjects of the catalogue: two paths that agree on every small case, names, ranges.
#include "properties/retrieval/subject.hpp"

#include "base/error.hpp"
#include "properties/outcome.hpp"
#include "properties/retrieval/domain.hpp"
#include "tests/catch.hpp"

using namespace disarray;
using namespace disarray::properties;
using formats::Ties;

namespace {

retrieval::Conventions for_small_cases() {
    retrieval::Conventions conventions;
    conventions.greatest_grade = greatest_case_grade;
    return conventions;
}

}  // namespace

TEST_CASE("both paths of every retrieval subject agree on every list of two documents") {
    for (const Ties ties :
         {Ties::trec, Ties::input_order, Ties::average, Ties::best, Ties::worst}) {
        for (const std::string& name : all_subject_names()) {
            const RetrievalSubject subject = subject_named(name, for_small_cases(), ties, "test");
            for (std::size_t n = 0; n <= 2; ++n) {
                const SmallCases cases(n, subject.cutoffs);
                for (std::uint64_t index = 0; index < cases.size(); ++index) {
                    const RetrievalCase instance = cases.at(index);
                    INFO(name << ", " << to_string(instance));
                    REQUIRE(detail::order_for_equality(subject.value(instance),
                                                       subject.second(instance)) == Order::equal);
                }
            }
        }
    }
}

TEST_CASE("a value that is remembered is the one that was computed") {
    const RetrievalSubject subject =
        subject_named("nDCG@k", for_small_cases(), Ties::average, "test");
    for (int round = 0; round < 2; ++round) {
        for (std::uint64_t index = 0; index < 100; ++index) {
            const RetrievalCase instance = random_case(4, subject.cutoffs, 1, index);
            INFO(to_string(instance));
            CHECK(detail::order_for_equality(subject.value(instance), subject.second(instance)) ==
                  Order::equal);
        }
    }
}

TEST_CASE("the name of a retrieval subject says with which cutoffs it is asked") {
    const auto named = [](std::string_view name) {
        return subject_named(name, for_small_cases(), Ties::trec, "--metric");
    };
    CHECK(named("nDCG@k").cutoffs.every);
    CHECK(named("nDCG@10").cutoffs.fixed == 10u);
    CHECK_FALSE(named("nDCG").cutoffs.every);
    CHECK_FALSE(named("nDCG").cutoffs.fixed.has_value());
    CHECK_FALSE(named("E").is_best_at_greatest);
    CHECK(named("P").range.to_string() == "[0, 1]");
    CHECK(named("DCG@k").range.to_string() == "[0, ∞)");
    for (const char* wrong : {"Rprec@k", "nDCG@10@k", "iP@k", "iP@0.5@k", "@k", "nothing", ""})
        CHECK_THROWS_AS(named(wrong), InputError);
}

TEST_CASE("ranges are read as the catalogue writes them") {
    CHECK(ValueRange::parse("[0, 1]").greatest == Rational(1));
    CHECK(ValueRange::parse("[-1/2, 3]").least == Rational(Integer(-1), Integer(2)));
    CHECK_FALSE(ValueRange::parse("[0, ∞)").greatest.has_value());
    CHECK_THROWS_AS(ValueRange::parse("(0, 1)"), InternalError);
    CHECK_THROWS_AS(ValueRange::parse(""), InternalError);
    for (const retrieval::Metric& metric : retrieval::catalogue())
        CHECK(ValueRange::parse(metric.range).to_string() == metric.range);
}
