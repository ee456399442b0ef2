// SPDX-License-Identifier: MIT
// Samples of the experiments: pairs that depend on seed, length and index only; names of metrics;
// the default of k.
#include "properties/experiments/sample.hpp"

#include <set>

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"

using namespace disarray;
using namespace disarray::properties::experiments;

namespace {

bool same(const RandomPair& a, const RandomPair& b) {
    return a.first == b.first && a.second == b.second && a.i == b.i && a.j == b.j;
}

std::vector<const metrics::Metric*> named(const std::vector<std::string>& names) {
    return metrics_of_experiment(names, "--metric");
}

std::size_t k_for(std::optional<std::size_t> given, std::size_t n) {
    metrics::Parameters parameters;
    parameters.k = given;
    return with_k(parameters, n).k.value();
}

}  // namespace

TEST_CASE("a random pair is a function of length, seed and index") {
    CHECK(same(random_pair(9, 3, 7), random_pair(9, 3, 7)));
    CHECK_FALSE(same(random_pair(9, 3, 7), random_pair(9, 3, 8)));
    CHECK_FALSE(same(random_pair(9, 3, 7), random_pair(9, 4, 7)));
}

TEST_CASE("random pairs reach all of S_3 twice, and every two different elements") {
    std::set<Permutation> first;
    std::set<Permutation> second;
    std::set<std::pair<Rank, Rank>> elements;
    for (std::uint64_t index = 0; index < 200; ++index) {
        const RandomPair pair = random_pair(3, 1, index);
        first.insert(pair.first);
        second.insert(pair.second);
        elements.emplace(pair.i, pair.j);
        CHECK(pair.i != pair.j);
    }
    CHECK(first.size() == 6);
    CHECK(second.size() == 6);
    CHECK(elements.size() == 6);
}

TEST_CASE("gt is the 33 metrics of GT Table 1, all has rmae as well, each metric comes once") {
    CHECK(named({"gt"}).size() == 33);
    CHECK(named({"all"}).size() == 34);
    CHECK(named({"gt", "recall", "error"}).size() == 34);
    CHECK(named({"1-recall"}).front()->full_name() == "1-recall");
}

TEST_CASE("k is 3n/10 where it is not given, and must leave elements that are not retrieved") {
    CHECK(k_for({}, 10) == 3);
    CHECK(k_for({}, 50) == 15);
    CHECK(k_for({}, 100) == 30);
    CHECK(k_for({}, 2) == 1);
    CHECK(k_for(9, 10) == 9);
    CHECK(test::message_of<InputError>([] { k_for(10, 10); }) ==
          "--k: found 10, expected a number from 1 to 9 for n = 10");
    CHECK_THROWS_AS(k_for(0, 10), InputError);
}

TEST_CASE("a sample has two elements and one pair at least") {
    CHECK_THROWS_AS(require_sample(1, 10), InputError);
    CHECK_THROWS_AS(require_sample(2, 0), InputError);
    CHECK_THROWS_AS(require_sample(most_elements + 1, 1), InputError);
    CHECK_NOTHROW(require_sample(2, 1));
}
