// SPDX-License-Identifier: MIT
// Shows that every metric is found by name, and that its two ways of evaluation are its own.
#include "metrics/catalogue.hpp"

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/instances.hpp"

namespace disarray::test {

using namespace metrics;

namespace {

std::vector<std::string> full_names(const std::vector<const Metric*>& found) {
    std::vector<std::string> names;
    for (const Metric* metric : found)
        names.push_back(metric->full_name());
    return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("The catalogue lists Kendall and the four readings of the footrule", "[metrics]") {
    Names names;
    for (const Metric& metric : catalogue())
        names.push_back(metric.full_name());
    for (const std::string_view expected : {"kendall", "footrule[prefix]", "footrule[prefix-sym]",
                                            "footrule[interval]", "footrule[box]"}) {
        CHECK(std::ranges::count(names, expected) == 1);
    }
    CHECK(std::set<std::string>(names.begin(), names.end()).size() == names.size());
}

TEST_CASE("Every metric in the catalogue describes itself", "[metrics]") {
    for (const Metric& metric : catalogue()) {
        CAPTURE(metric.full_name());
        CHECK(!metric.formula.empty());
        CHECK(!metric.domain.empty());
        CHECK(!metric.exactness.empty());
        CHECK(!metric.source.empty());
        CHECK(metric.formula.find('\n') == std::string_view::npos);
    }
}

TEST_CASE("A name stands for one metric, for all its readings, or for all metrics", "[metrics]") {
    CHECK(full_names(metrics_named("kendall", std::nullopt, "m")) == Names{"kendall"});
    CHECK(full_names(metrics_named("footrule", std::nullopt, "m")) ==
          Names{"footrule[prefix]", "footrule[prefix-sym]", "footrule[interval]", "footrule[box]"});
    CHECK(full_names(metrics_named("footrule[box]", std::nullopt, "m")) == Names{"footrule[box]"});
    CHECK(metrics_named("all", std::nullopt, "m").size() == catalogue().size());
}

TEST_CASE("A reading restricts the metrics that have readings", "[metrics]") {
    CHECK(full_names(metrics_named("footrule", Reading::box, "m")) == Names{"footrule[box]"});
    CHECK(full_names(metrics_named("kendall", Reading::box, "m")) == Names{"kendall"});
    for (const Metric* metric : metrics_named("all", Reading::interval, "m")) {
        CHECK((!metric->reading || metric->reading == Reading::interval));
    }
}

TEST_CASE("A list of readings is of names with commas, or all", "[metrics]") {
    using Readings = std::vector<Reading>;
    const Readings all(all_readings.begin(), all_readings.end());
    CHECK(readings_named("all", "r") == all);
    CHECK(readings_named("box", "r") == Readings{Reading::box});
    CHECK(readings_named("box, prefix,box", "r") == Readings{Reading::prefix, Reading::box});
    CHECK(readings_named("box,all", "r") == all);
    for (const std::string text : {"", ",", "box,", "bx", "box;prefix"})
        CHECK_THROWS_AS(readings_named(text, "r"), InputError);
    CHECK(contains(message_of<InputError>([] { (void)readings_named("box,prefx", "--reading"); }),
                   "--reading: found \"prefx\", expected one of all, prefix,"));
}

TEST_CASE("Every metric of the catalogue is found by its name", "[metrics]") {
    for (const Metric& metric : catalogue()) {
        CAPTURE(metric.full_name());
        // Not taken for a transform, as a name that begins with "max-" would be.
        const auto found = metrics_named(metric.full_name(), std::nullopt, "m");
        REQUIRE(found.size() == 1);
        CHECK(found.front() == &metric);
    }
}

TEST_CASE("Lists of names of metrics have each metric once, in their order", "[metrics]") {
    const Names names{"footrule[box]", "hamming", "footrule"};
    CHECK(full_names(metrics_named(names, std::nullopt, "m")) ==
          Names{"footrule[box]", "hamming", "footrule[prefix]", "footrule[prefix-sym]",
                "footrule[interval]"});
    CHECK_THROWS_AS(metrics_named(Names{"kendall", "x"}, std::nullopt, "m"), InputError);
}

TEST_CASE("An unknown metric is answered with the nearest three and where all are", "[metrics]") {
    const auto refusal = [](std::string_view name) {
        return message_of<InputError>([&] { (void)metrics_named(name, std::nullopt, "--metric"); });
    };
    CHECK(contains(refusal("kendal"), "--metric: found \"kendal\", expected one of "));
    CHECK(contains(
        refusal("kendal"),
        "names, the nearest kendall, kendall-tau, kendall-top-k (disarray metrics lists all)"));
    CHECK(contains(refusal("footrule[bax]"), "the nearest footrule[box], footrule, footrule["));
    CHECK(contains(refusal("NDCG@5"), "the nearest ndcg, dcg, "));
    CHECK(refusal("wilcoxon").size() < 160);
    CHECK(contains(refusal(""), "found \"\""));
}

TEST_CASE("A full name against another reading is not answered with that same name", "[metrics]") {
    const std::string message = message_of<InputError>(
        [] { (void)metrics_named("footrule[prefix]", Reading::box, "--metric"); });
    CAPTURE(message);
    CHECK(!contains(message, "did you mean footrule[prefix]"));
    CHECK(contains(message, "box"));
}

TEST_CASE("Every family of GT is in the catalogue with the metrics of its Table 1", "[metrics]") {
    const auto in_family = [](std::string_view name) {
        return full_names(metrics_named(name, std::nullopt, "m"));
    };
    CHECK(in_family("confusion").size() == 19);
    CHECK(in_family("error") == Names{"mse", "rmse", "mae", "rmae", "mape", "smape", "r2"});
    CHECK(in_family("correlation") == Names{"kendall-tau", "spearman-rho", "ndpm"});
    CHECK(in_family("gain") == Names{"dcg", "ndcg", "mrr", "gmr", "mean-rank"});
    for (const Metric& metric : catalogue()) {
        const auto family = in_family(metric.family);
        CHECK(std::ranges::count(family, metric.full_name()) == 1);
    }
}

TEST_CASE("1- and max- before a name ask for the transforms", "[metrics]") {
    const auto found = metrics_named("1-recall", std::nullopt, "m");
    REQUIRE(found.size() == 1);
    CHECK(found.front() == metrics_named("1-recall", std::nullopt, "m").front());
    CHECK(found.front()->full_name() == "1-recall");
    CHECK(found.front()->kind == Kind::distance);
    CHECK(full_names(metrics_named("max-footrule[box]", std::nullopt, "m")) ==
          Names{"max-footrule[box]"});
    CHECK(metrics_named("max-gain", std::nullopt, "m").size() == 5);
    CHECK_THROWS_AS(metrics_named("1-nothing", std::nullopt, "m"), InputError);
}

TEST_CASE("Both evaluations of a metric have a value, or neither has one", "[metrics]") {
    Parameters parameters;
    parameters.k = 2;
    for (const Weighting& weighting : sample_weightings(3)) {
        for (const Frame frame : both_frames) {
            for (const Permutation& sigma : all_permutations(3)) {
                for (const Permutation& tau : all_permutations(3)) {
                    const Comparison comparison{sigma, tau, weighting, frame, parameters};
                    for (const Metric& metric : catalogue()) {
                        CAPTURE(metric.full_name(), described(sigma, tau, weighting, frame));
                        const Value value = metric.value(comparison);
                        const Value naive = metric.naive_value(comparison);
                        if (value.is_defined()) {
                            CHECK(compare(value, naive) == Order::equal);
                        } else {
                            CHECK_FALSE(naive.is_defined());
                            CHECK_FALSE(value.why_undefined().empty());
                        }
                    }
                }
            }
        }
    }
}

}  // namespace disarray::test
