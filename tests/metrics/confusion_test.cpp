// SPDX-License-Identifier: MIT
// Shows that the metrics of the confusion matrix, from four counts, equal GT's formulas on sets.
#include "metrics/confusion.hpp"

#include "base/error.hpp"
#include "tests/metrics/gt_support.hpp"

namespace disarray::test {

using namespace metrics;

namespace {

const std::vector<Metric>& all() {
    static const std::vector<Metric> metrics = confusion_metrics();
    return metrics;
}

/// In both readings of "first k", with the usual formula and, where GT prints another, with that.
std::vector<Parameters> variants(const Metric& metric, const Parameters& parameters) {
    std::vector<Parameters> all;
    for (const FirstK first_k : {FirstK::ranked, FirstK::printed}) {
        for (const bool as_printed : {false, true}) {
            if (as_printed && !metric.takes.as_printed) continue;
            all.push_back(parameters);
            all.back().first_k = first_k;
            all.back().as_printed = as_printed;
        }
    }
    return all;
}

/// Fast against naive for every metric in all its variants, at each of `pairs`.
void require_all_as_naive(const std::vector<std::pair<Permutation, Permutation>>& pairs,
                          const Parameters& parameters, Frame frame = Frame::element) {
    for (const Metric& metric : all()) {
        for (const Parameters& asked : variants(metric, parameters)) {
            for (const auto& [sigma, tau] : pairs)
                require_as_naive(metric, sigma, tau, asked, frame);
        }
    }
}

/// S = {1,2}, R = {1,3,4} of 5 elements: TP 1, FP 1, FN 2, TN 1.
const Permutation& retrieved() {
    static const Permutation sigma = Permutation::identity(5);
    return sigma;
}
const Permutation& relevant() {
    static const Permutation tau = ranks({2, 4, 1, 3, 5});
    return tau;
}

Value at_example(std::string_view name, const Parameters& parameters = with_k(2, 3)) {
    return value_of(named(all(), name), retrieved(), relevant(), parameters);
}

}  // namespace

TEST_CASE("The confusion metrics stand in the order of GT Table 2", "[metrics]") {
    CHECK(names_of(all()) ==
          std::vector<std::string>{"recall", "fnr", "fallout", "tnr", "precision", "fdr", "npv",
                                   "for", "accuracy", "balanced-accuracy", "f1", "fowlkes-mallows",
                                   "mcc", "jaccard", "markedness", "lr-minus", "informedness",
                                   "prevalence-threshold", "lr-plus"});
}

TEST_CASE("Every confusion metric of a matrix that was counted by hand", "[metrics]") {
    const std::pair<std::string_view, Value> expected[] = {
        {"recall", fraction(1, 3)},
        {"fnr", fraction(2, 3)},
        {"fallout", fraction(1, 2)},
        {"tnr", fraction(1, 2)},
        {"precision", fraction(1, 2)},
        {"fdr", fraction(1, 2)},
        {"npv", fraction(1, 3)},
        {"for", fraction(2, 3)},
        {"accuracy", fraction(2, 5)},
        {"balanced-accuracy", fraction(5, 12)},  // (1/3 + 1/2)/2
        {"f1", fraction(2, 5)},                  // 2·1/6 / (5/6)
        {"fowlkes-mallows", Value::root(fraction(1, 6), 2)},
        {"mcc", fraction(-1, 6)},  // (1·1 − 1·2)/√(2·3·3·2)
        {"jaccard", fraction(1, 4)},
        {"markedness", fraction(-1, 6)},                  // 1/2 + 1/3 − 1
        {"lr-minus", fraction(4, 3)},                     // (2/3)/(1/2)
        {"informedness", fraction(-1, 6)},                // 1/3 + 1/2 − 1
        {"prevalence-threshold", 3 - Value::root(6, 2)},  // (√(1/6) − 1/2)·(−6)
        {"lr-plus", fraction(2, 3)},                      // (1/3)/(1/2)
    };
    for (const auto& [name, value] : expected) {
        CAPTURE(name, at_example(name).to_string(), value.to_string());
        CHECK(same(at_example(name), value));
    }
    CHECK(std::size(expected) == all().size());
}

TEST_CASE("The first k as GT prints them are other sets", "[metrics]") {
    // S = {σ(1),σ(2)} = {1,2}, R = {τ(1),τ(2),τ(3)} = {2,4,1}: both of S are in R.
    Parameters printed = with_k(2, 3);
    printed.first_k = FirstK::printed;
    CHECK(same(at_example("recall", printed), fraction(2, 3)));
    CHECK(same(at_example("jaccard", printed), fraction(2, 3)));
}

TEST_CASE("The mcc of sets of other sizes is irrational", "[metrics]") {
    // S = {1}, R = {3,1}: TP·TN − FP·FN = 1·3 − 0·1 over √(1·2·4·3).
    CHECK(same(at_example("mcc", with_k(1, 2)), Value(3) / Value::root(24, 2)));
    CHECK_FALSE(at_example("mcc", with_k(1, 2)).is_rational());
}

TEST_CASE("F beta weighs precision and recall by beta", "[metrics]") {
    Parameters parameters = with_k(2, 3);
    parameters.beta = 2;
    CHECK(same(at_example("f1", parameters), fraction(5, 14)));  // 5·(1/6)/(4·1/2 + 1/3)
    parameters.as_printed = true;
    CHECK(same(at_example("f1", parameters), fraction(25, 14)));  // 5·(5/6)/(7/3)
}

TEST_CASE("F beta as printed is the same wherever it has a value", "[metrics]") {
    const Metric& f1 = named(all(), "f1");
    Parameters parameters = with_k(2);
    parameters.as_printed = true;
    for (const Permutation& sigma : all_permutations(4)) {
        const Value value = value_of(f1, sigma, Permutation::identity(4), parameters);
        if (value.is_defined() && !same(value, 2)) FAIL_CHECK(sigma.to_string());
    }
    parameters = with_k(1, 3);
    parameters.as_printed = true;
    parameters.beta = fraction(1, 2);
    // (1 + β²)(j + k)/(β²j + k) = (5/4)·4/(3/4 + 1)
    CHECK(same(value_of(f1, retrieved(), retrieved(), parameters), fraction(20, 7)));
    CHECK(same(f1.greatest(5, parameters), fraction(20, 7)));
}

TEST_CASE("The mcc as printed lacks a root", "[metrics]") {
    Parameters printed = with_k(2, 3);
    printed.as_printed = true;
    CHECK(same(at_example("mcc", printed), fraction(-1, 36)));
}

TEST_CASE("A confusion metric without a value says why", "[metrics]") {
    const auto id = Permutation::identity(4);
    const auto reversal = Permutation::reversal(4);
    const auto why = [&](std::string_view name, const Permutation& sigma, std::size_t k) {
        return value_of(named(all(), name), sigma, id, with_k(k)).why_undefined();
    };
    CHECK(why("f1", reversal, 2) == "0/0: no retrieved element is relevant");
    CHECK(why("lr-plus", id, 2) == "1/0: every retrieved element is relevant");
    CHECK(why("lr-minus", reversal, 2) == "1/0: every element that is not relevant is retrieved");
    CHECK(why("prevalence-threshold", ranks({1, 3, 2, 4}), 2) ==
          "0/0: recall and fallout are the same");
}

TEST_CASE("Fast equals naive for every confusion metric on all pairs of S_5", "[metrics]") {
    const auto pairs = all_pairs(5);
    for (std::size_t k = 1; k < 5; ++k)
        require_all_as_naive(pairs, with_k(k));
    SUCCEED();
}

TEST_CASE("Fast equals naive for every confusion metric with R and S of different sizes",
          "[metrics]") {
    const auto pairs = all_pairs(4);
    for (std::size_t k = 1; k < 4; ++k) {
        for (std::size_t j = 1; j < 4; ++j) {
            Parameters parameters = with_k(k, j);
            parameters.beta = fraction(3, 2);
            for (const Frame frame : both_frames)
                require_all_as_naive(pairs, parameters, frame);
        }
    }
    SUCCEED();
}

TEST_CASE("Fast equals naive for every confusion metric on random rankings of 50", "[metrics]") {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const std::vector pairs{std::pair(shuffled(50, seed), shuffled(50, 1000 + seed))};
        require_all_as_naive(pairs, with_k(1 + (7 * seed) % 49));
        require_all_as_naive(pairs, with_k(1 + (7 * seed) % 49, 1 + (11 * seed) % 49));
    }
    SUCCEED();
}

TEST_CASE("The confusion metrics by k are those of each k", "[metrics]") {
    for (const Metric& metric : all()) {
        for (const Parameters& parameters : variants(metric, with_k(2, 1))) {
            for (const Permutation& sigma : all_permutations(4)) {
                for (const Permutation& tau : all_permutations(4))
                    require_values_by_k(metric, sigma, tau, parameters);
            }
            require_values_by_k(metric, shuffled(50, 1), shuffled(50, 2), parameters);
        }
        require_values_by_k(metric, Permutation::identity(1), Permutation::identity(1));
    }
    SUCCEED();
}

TEST_CASE("The greatest confusion metric is the greatest over all pairs", "[metrics]") {
    for (const Metric& metric : all()) {
        for (std::size_t n = 2; n <= 5; ++n) {
            for (std::size_t k = 1; k < n; ++k) {
                for (std::size_t j = 1; j < n; ++j) {
                    for (const Parameters& parameters : variants(metric, with_k(k, j)))
                        require_greatest(metric, n, parameters);
                }
            }
        }
    }
    SUCCEED();
}

TEST_CASE("A confusion metric refuses a k that is missing or out of range", "[metrics]") {
    for (const Metric& metric : all()) {
        for (const auto& evaluate : {metric.value, metric.naive_value}) {
            for (const Parameters& parameters :
                 {Parameters{}, with_k(0), with_k(5), with_k(2, 0), with_k(2, 5)}) {
                CHECK_THROWS_AS(
                    evaluate({retrieved(), relevant(), unit_weights(), Frame::element, parameters}),
                    InputError);
                CHECK_THROWS_AS(metric.greatest(5, parameters), InputError);
            }
            const auto one = Permutation::identity(1);
            const Parameters k = with_k(1);
            CHECK_THROWS_AS(evaluate({one, one, unit_weights(), Frame::element, k}), InputError);
        }
    }
}

TEST_CASE("A confusion metric refuses rankings of different sizes", "[metrics]") {
    for (const Metric& metric : all()) {
        CHECK_THROWS_AS(value_of(metric, retrieved(), Permutation::identity(4), with_k(2)),
                        UsageError);
    }
}

}  // namespace disarray::test
