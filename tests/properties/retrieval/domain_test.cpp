// SPDX-License-Identifier: MIT
// The cases that laws are tried on: all small ones, each once; random ones that repeat; shrinking.
#include "properties/retrieval/domain.hpp"

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "properties/retrieval/laws.hpp"
#include "tests/catch.hpp"

using namespace disarray;
using namespace disarray::properties;

namespace {

/// The numbers of documents with a score that is at least as great, which say the weak order.
std::vector<std::ptrdiff_t> weak_order(const RetrievalCase& instance) {
    std::vector<std::ptrdiff_t> counts;
    for (const RetrievedDocument& document : instance.retrieved) {
        counts.push_back(std::ranges::count_if(
            instance.retrieved, [&](const auto& other) { return other.score >= document.score; }));
    }
    return counts;
}

}  // namespace

TEST_CASE("small retrieval cases are all grades with all weak orders, each once") {
    // 1, 1, 3, 13, 75 weak orders: OEIS A000670.
    constexpr std::uint64_t fubini[] = {1, 1, 3, 13, 75};
    std::uint64_t power = 1;
    for (std::size_t n = 0; n <= 4; ++n, power *= 3) {
        const SmallCases cases(n, {});
        CHECK(cases.size() == fubini[n] * power * 3);
        CHECK(SmallCases::count(n, {}) == static_cast<double>(cases.size()));
        std::set<std::vector<std::ptrdiff_t>> orders;
        std::set<std::string> texts;
        for (std::uint64_t index = 0; index < cases.size(); ++index) {
            const RetrievalCase instance = cases.at(index);
            orders.insert(weak_order(instance));
            texts.insert(to_string(instance));
        }
        CHECK(orders.size() == fubini[n]);
        CHECK(texts.size() == cases.size());
    }
}

TEST_CASE(
    "small retrieval cases have every cutoff up to one beyond the list, or the one asked for") {
    const Cutoffs every{true, {}};
    CHECK(every.for_length(2) == std::vector<std::optional<std::uint32_t>>{1, 2, 3});
    CHECK(Cutoffs{}.for_length(2) == std::vector<std::optional<std::uint32_t>>{std::nullopt});
    CHECK(Cutoffs{false, 10}.for_length(2) == std::vector<std::optional<std::uint32_t>>{10});
    const SmallCases cases(2, every);
    CHECK(cases.size() == 3 * 9 * 3 * 3);
    CHECK(SmallCases::count(2, every) == static_cast<double>(cases.size()));
    std::set<std::string> texts;
    for (std::uint64_t index = 0; index < cases.size(); ++index)
        texts.insert(to_string(cases.at(index)));
    CHECK(texts.size() == cases.size());
}

TEST_CASE("random retrieval cases are valid, repeat with their seed, and are of all kinds") {
    std::size_t tied = 0, untied = 0, unjudged = 0, unsorted = 0;
    std::set<std::size_t> lengths;
    for (std::uint64_t index = 0; index < 500; ++index) {
        const Cutoffs cutoffs{index % 2 == 0, {}};
        const RetrievalCase instance = random_case(6, cutoffs, 9, index);
        CHECK(instance == random_case(6, cutoffs, 9, index));
        CHECK(retrieval_case_from_json(to_json(instance), "test") == instance);
        CHECK(instance.cutoff.has_value() == cutoffs.every);
        lengths.insert(instance.retrieved.size());
        std::set<Rational> scores;
        for (const RetrievedDocument& document : instance.retrieved) {
            scores.insert(document.score);
            if (!document.grade) ++unjudged;
        }
        (scores.size() < instance.retrieved.size() ? tied : untied) += 1;
        const auto above = [](const auto& a, const auto& b) { return a.score > b.score; };
        if (!std::ranges::is_sorted(instance.retrieved, above)) ++unsorted;
    }
    CHECK(lengths.size() == 7);
    CHECK(tied > 100);
    CHECK(untied > 100);
    CHECK(unsorted > 100);
    CHECK(unjudged > 100);
    CHECK_FALSE(random_case(6, {}, 9, 4) == random_case(6, {}, 10, 4));
}

TEST_CASE("the random retrieval cases of a seed are the same by every compiler") {
    // The order in which numbers are drawn shows in the scores: with one kind of it these differ.
    std::string scores;
    for (std::uint64_t index = 0; index < 6; ++index) {
        for (const RetrievedDocument& document : random_case(6, {}, 9, index).retrieved)
            scores += document.score.to_string() + " ";
        scores += "| ";
    }
    CHECK(scores ==
          "| -1 -1/2 -1 -1/2 -1 | 0 0 1 1/2 0 0 | -1 -1/2 -1/2 -1 -1 | 1 0 1 | -1 -1 -1/2 -1/2 "
          "-1/2 | ");
}

TEST_CASE("a retrieval case is shrunk to the least one of its kind") {
    // Two relevant documents, one above the other, whatever else there is.
    const auto violates = [](const RetrievalCase& instance) {
        for (const RetrievedDocument& a : instance.retrieved) {
            for (const RetrievedDocument& b : instance.retrieved) {
                if (a.score > b.score && grade_of(a) == 1 && grade_of(b) == 2) return true;
            }
        }
        return false;
    };
    std::size_t found = 0;
    for (std::uint64_t index = 0; index < 200; ++index) {
        const RetrievalCase instance = random_case(8, {true, {}}, 2, index);
        if (!violates(instance)) continue;
        ++found;
        CHECK(to_string(shrunk(instance, {true, {}}, violates)) ==
              "d1 (score 2, grade 1), d2 (score 1, grade 2); k = 1");
    }
    CHECK(found > 50);
}

TEST_CASE("shrinking keeps ties and names that matter, and the cutoff that was asked for") {
    const auto violates = [](const RetrievalCase& instance) {
        for (const RetrievedDocument& a : instance.retrieved) {
            for (const RetrievedDocument& b : instance.retrieved) {
                const bool tied = a.score == b.score && a.id > b.id;
                if (tied && grade_of(a) > grade_of(b)) return true;
            }
        }
        return false;
    };
    std::size_t found = 0;
    for (std::uint64_t index = 0; index < 400; ++index) {
        const RetrievalCase instance = random_case(8, {false, 3}, 4, index);
        if (!violates(instance)) continue;
        ++found;
        CHECK(to_string(shrunk(instance, {false, 3}, violates)) ==
              "d1 (score 1, grade 0), d2 (score 1, grade 1); k = 3");
    }
    CHECK(found > 20);
}
