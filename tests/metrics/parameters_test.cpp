// SPDX-License-Identifier: MIT
// Shows that parameters which are missing or out of range are refused by the option's name, and
// that those a metric does not take are not looked at.
#include "base/error.hpp"
#include "metrics/confusion.hpp"
#include "metrics/correlation.hpp"
#include "metrics/error.hpp"
#include "metrics/gain.hpp"
#include "tests/metrics/gt_support.hpp"
#include "tests/support/errors.hpp"

namespace disarray::test {

using namespace metrics;

namespace {

std::string refusal(const std::vector<Metric>& family, std::string_view name,
                    const Parameters& parameters, std::size_t n) {
    return message_of<InputError>([&] { require_parameters(named(family, name), parameters, n); });
}

Parameters with_relevant(std::vector<Rank> elements) {
    Parameters parameters;
    parameters.relevant = std::move(elements);
    return parameters;
}

}  // namespace

TEST_CASE("The readings of the first k are found by name", "[metrics]") {
    for (const FirstK first_k : {FirstK::ranked, FirstK::printed})
        CHECK(choice_named<FirstK>(name_of(first_k), "test") == first_k);
    CHECK(name_of(FirstK::ranked) == "ranked");
    CHECK(name_of(FirstK::printed) == "printed");
    CHECK(message_of<InputError>([] { choice_named<FirstK>("rankd", "--first-k"); }) ==
          "--first-k: found \"rankd\", expected one of ranked, printed (did you mean ranked?)");
}

TEST_CASE("A comparison without parameters has the defaults", "[metrics]") {
    const Parameters& none = Comparison::no_parameters();
    CHECK(none == Parameters{});
    CHECK_FALSE(none.k);
    CHECK(none.beta == Rational(1));
    CHECK(&none == &Comparison::no_parameters());
}

TEST_CASE("A k that is missing or out of range is refused", "[metrics]") {
    const auto family = confusion_metrics();
    CHECK(refusal(family, "recall", {}, 5) ==
          "--k: found nothing, expected a number of retrieved elements from 1 to 4, for recall");
    CHECK(refusal(family, "recall", with_k(0), 5) ==
          "--k: found 0, expected a number of retrieved elements from 1 to 4, for recall");
    CHECK(refusal(family, "mcc", with_k(5), 5) ==
          "--k: found 5, expected a number of retrieved elements from 1 to 4, for mcc");
    CHECK(refusal(family, "recall", with_k(1), 1) ==
          "--k: found rankings of 1 element, expected 2 elements or more, of which recall "
          "retrieves 1 to n−1");
    CHECK(refusal(family, "recall", with_k(2, 7), 5) ==
          "--relevant-count: found 7, expected a number of relevant elements from 1 to 4, for "
          "recall");
    CHECK(refusal(family, "recall", with_k(2, 0), 5) ==
          "--relevant-count: found 0, expected a number of relevant elements from 1 to 4, for "
          "recall");
    CHECK(refusal(family, "recall", with_k(4, 1), 5) == "(nothing was thrown)");
}

TEST_CASE("A beta that is not positive is refused by F beta alone", "[metrics]") {
    const auto family = confusion_metrics();
    Parameters parameters = with_k(2);
    for (const Rational& beta : {Rational(0), fraction(-1, 2)}) {
        parameters.beta = beta;
        CHECK(refusal(family, "f1", parameters, 5) ==
              "--beta: found " + beta.to_string() + ", expected a number above 0, for f1");
        CHECK(refusal(family, "recall", parameters, 5) == "(nothing was thrown)");
        const auto id = Permutation::identity(5);
        CHECK_THROWS_AS(
            named(family, "f1").values_by_k({id, id, unit_weights(), Frame::element, parameters}),
            InputError);
    }
}

TEST_CASE("Relevant elements that are missing or out of range are refused", "[metrics]") {
    const auto family = gain_metrics();
    CHECK(refusal(family, "mrr", {}, 5) ==
          "--relevant: found nothing, expected the relevant elements (or --k, for the first k), "
          "for mrr");
    CHECK(refusal(family, "mrr", with_k(5), 5) ==
          "--k: found 5, expected a number of retrieved elements from 1 to 4, for mrr");
    const std::string expected = ", expected different elements from 1 to 5, ascending, for gmr";
    CHECK(refusal(family, "gmr", with_relevant({}), 5) ==
          "--relevant: found no element" + expected);
    CHECK(refusal(family, "gmr", with_relevant({0, 5}), 5) ==
          "--relevant: found element 6" + expected);
    CHECK(refusal(family, "gmr", with_relevant({2, 2}), 5) ==
          "--relevant: found element 3 after 3" + expected);
    CHECK(refusal(family, "gmr", with_relevant({3, 1}), 5) ==
          "--relevant: found element 2 after 4" + expected);
    CHECK(refusal(family, "gmr", with_relevant({0, 1, 2, 3, 4}), 5) == "(nothing was thrown)");
    CHECK(refusal(family, "gmr", with_relevant({0}), 1) == "(nothing was thrown)");
    for (const Metric& metric : family) {
        if (!metric.takes.k) continue;
        const auto id = Permutation::identity(5);
        for (const auto& evaluate : {metric.value, metric.naive_value})
            CHECK_THROWS_AS(evaluate({id, id, unit_weights()}), InputError);
        CHECK_THROWS_AS(metric.greatest(5, {}), InputError);
    }
}

TEST_CASE("What a metric does not take is not looked at", "[metrics]") {
    Parameters nonsense = with_k(99, 99);
    nonsense.relevant = std::vector<Rank>{77};
    nonsense.beta = -1;
    for (const auto& family : {error_metrics(), correlation_metrics()}) {
        for (const Metric& metric : family)
            CHECK_NOTHROW(require_parameters(metric, nonsense, 3));
    }
    CHECK_NOTHROW(require_parameters(named(gain_metrics(), "dcg"), nonsense, 3));
    nonsense.relevant = std::vector<Rank>{1};
    CHECK_NOTHROW(require_parameters(named(gain_metrics(), "mrr"), nonsense, 3));
}

}  // namespace disarray::test
