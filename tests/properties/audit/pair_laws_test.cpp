// SPDX-License-Identifier: MIT
// Each law of two rankings finds a planted fault at its least pair and leaves exact coefficients
// alone; the pairs that laws are tried on are valid, complete where small, and shrink to the least.
#include "properties/audit/pair_laws.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "properties/audit/reference.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"

using namespace disarray;
using namespace disarray::properties;
using namespace disarray::properties::audit;
using test::contains;

namespace {

using Ranks = std::vector<int>;
using Function = std::function<Value(const RankPair&)>;

const PairLaw& law_named(std::string_view name) {
    const auto law = std::ranges::find(pair_laws(), name, &PairLaw::name);
    REQUIRE(law != pair_laws().end());
    return *law;
}

PairSubject similarity(Function value) {
    return {std::move(value), true, Rational(-1), Rational(1)};
}
PairSubject distance(Function value) {
    return {std::move(value), false, Rational(0), std::nullopt};
}

Function reference(std::string_view name) {
    for (PairReference& known : pair_references()) {
        if (known.name == name) return std::move(known.value);
    }
    FAIL("no reference " << name);
    return {};
}

/// What is said of the first violation, of the fewest elements, and where it is.
struct Found {
    RankPair pair;
    std::string explanation;
};

std::optional<Found> first_violation(const PairSubject& subject, std::string_view law) {
    for (std::size_t n = 0; n <= 3; ++n) {
        for (const RankPair& pair : small_pairs(n)) {
            const Outcome outcome = law_named(law).check(subject, pair);
            if (outcome.is_violated()) return Found{pair, outcome.explanation};
        }
    }
    return std::nullopt;
}

void check_first_violation(const PairSubject& subject, std::string_view law, const RankPair& at,
                           std::string_view explanation) {
    CAPTURE(law);
    const auto found = first_violation(subject, law);
    REQUIRE(found);
    CHECK(input_of(found->pair) == input_of(at));
    CHECK(found->explanation == explanation);
}

/// Pairs of elements that the rankings order differently, by the definition.
int discordant(const RankPair& pair) {
    int count = 0;
    for (std::size_t i = 0; i < pair.first.size(); ++i) {
        for (std::size_t j = 0; j < pair.first.size(); ++j)
            count += pair.first[i] < pair.first[j] && pair.second[i] > pair.second[j];
    }
    return count;
}

/// Greatest minus least rank of the first, which sees numbers where only order should count.
Value spread(const RankPair& pair) {
    if (pair.first.empty()) return 0;
    const auto [least, greatest] = std::ranges::minmax(pair.first);
    return greatest - least;
}

bool has_no_gap(const Ranks& ranks) {
    const std::set<int> different(ranks.begin(), ranks.end());
    return ranks.empty() ||
           (*different.begin() == 1 && *different.rbegin() == static_cast<int>(different.size()));
}

bool is_permutation(const Ranks& ranks) {
    return std::set<int>(ranks.begin(), ranks.end()).size() == ranks.size();
}

}  // namespace

TEST_CASE("every law of two rankings holds of an exact coefficient, or is its convention",
          "[audit]") {
    for (const char* name : {"kendall-tau", "kendall-tau-b", "spearman-rho"}) {
        const PairSubject subject = similarity(reference(name));
        for (const PairLaw& law : pair_laws()) {
            CAPTURE(name, law.name);
            const auto found = first_violation(subject, law.name);
            if (name == std::string_view("kendall-tau") && law.name == "best-at-identity") {
                // τ_a counts ties neither way.
                REQUIRE(found);
                CHECK(input_of(found->pair) == R"({"first": [1, 1], "second": [1, 1]})");
                continue;
            }
            CHECK_FALSE(found);
            for (std::uint64_t i = 0; i < 40; ++i) {
                const RankPair pair = random_pair(6, 17, i);
                CAPTURE(input_of(pair));
                CHECK_FALSE(law.check(subject, pair).is_violated());
            }
        }
    }
}

TEST_CASE("every law of two rankings applies somewhere among three elements", "[audit]") {
    const PairSubject subject = similarity(reference("kendall-tau-b"));
    const PairSubject other = distance(discordant);
    for (const PairLaw& law : pair_laws()) {
        CAPTURE(law.name);
        CHECK(std::ranges::any_of(small_pairs(3), [&](const RankPair& pair) {
            return law.check(subject, pair).kind == Outcome::Kind::holds ||
                   law.check(other, pair).kind == Outcome::Kind::holds;
        }));
    }
}

TEST_CASE("Kendall's distance is a metric on rankings with ties if one tie counts half",
          "[audit]") {
    // Fagin, Kumar, Mahdian, Sivakumar and Vee 2004: K^(p) with p = 1/2; with p = 0 it is none.
    const auto half_for_ties = [](const RankPair& pair) {
        Value sum = discordant(pair);
        for (std::size_t i = 0; i < pair.first.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                const bool one = pair.first[i] == pair.first[j];
                const bool other = pair.second[i] == pair.second[j];
                if (one != other) sum += Rational(Integer(1), Integer(2));
            }
        }
        return sum;
    };
    for (const char* law : {"triangle-inequality", "identity-of-indiscernibles"}) {
        CAPTURE(law);
        CHECK_FALSE(first_violation(distance(half_for_ties), law));
        for (std::uint64_t i = 0; i < 200; ++i)
            CHECK_FALSE(
                law_named(law).check(distance(half_for_ties), random_pair(7, 3, i)).is_violated());
    }
    check_first_violation(distance(discordant), "triangle-inequality", {{1, 2}, {2, 1}},
                          "M(first, second) = 1 > M(first, third) + M(third, second) = 0");
    check_first_violation(distance(discordant), "identity-of-indiscernibles", {{1, 1}, {1, 2}},
                          "M(first, first) = 0 >= M(first, second) = 0");
}

TEST_CASE("laws of two rankings hold of a distance, best where it is least", "[audit]") {
    const PairSubject subject = distance(discordant);
    for (const PairLaw& law : pair_laws()) {
        CAPTURE(law.name);
        // They are of metrics: the test above.
        if (law.name == "triangle-inequality" || law.name == "identity-of-indiscernibles") continue;
        CHECK_FALSE(first_violation(subject, law.name));
    }
    check_first_violation(similarity(discordant), "identity", {{1, 2}, {2, 1}},
                          "M(first, second) = 1 > M(first, first) = 0");
}

TEST_CASE("a planted fault is found by its law at the least pair", "[audit]") {
    const Function tau = reference("kendall-tau");
    const auto flipped = [&](const RankPair& pair) { return -tau(pair); };

    check_first_violation(similarity([](const RankPair& pair) {
                              return Value(pair.first.empty() ? 0 : pair.first.front());
                          }),
                          "relabelling", {{1, 2}, {1, 1}},
                          "M(first, second) = 1 ≠ M(elements in another order) = 2");
    check_first_violation(similarity(flipped), "exchange", {{1, 2}, {1, 2}},
                          "M(two neighbours exchanged) = 1 > M(first, second) = -1");
    check_first_violation(similarity(flipped), "identity", {{1, 2}, {1, 1}},
                          "M(first, second) = 0 > M(first, first) = -1");
    check_first_violation(distance(spread), "symmetry", {{1, 1}, {1, 2}},
                          "M(first, second) = 0 ≠ M(second, first) = 1");
    check_first_violation(distance(spread), "monotone-ranks", {{1, 2}, {1, 1}},
                          "M(first, second) = 1 ≠ M(squares of the first ranks, second) = 3");
    check_first_violation(distance(spread), "best-at-identity", {{1, 2}, {1, 2}},
                          "M(first, first) = 1 ≠ the best value = 0");
    check_first_violation(distance(flipped), "range", {{1, 2}, {1, 2}},
                          "the least value = 0 > M(first, second) = -1");
}

TEST_CASE("undefined is a value of its own to the laws of equality", "[audit]") {
    const auto zero_for_undefined = [tau_b = reference("kendall-tau-b")](const RankPair& pair) {
        const Value value = tau_b(pair);
        return value.is_defined() ? value : Value(0);
    };
    check_first_violation(similarity(zero_for_undefined), "best-at-identity", {{}, {}},
                          "M(first, first) = 0 ≠ the best value = 1");
    const auto undefined_for_tied_first = [](const RankPair& pair) {
        return is_permutation(pair.first) ? Value(1) : Value::undefined("ties");
    };
    check_first_violation(similarity(undefined_for_tied_first), "symmetry", {{1, 1}, {1, 2}},
                          "M(first, second) = undefined ≠ M(second, first) = 1");
    CHECK_FALSE(first_violation(similarity(undefined_for_tied_first), "identity"));
}

TEST_CASE("rounding of floating point is forgiven in an equality and at the ends of the range",
          "[audit]") {
    const Rational ulp = exact_value_of(0x1p-52);
    const auto rounded_up = [&](const RankPair& pair) {
        return is_permutation(pair.first) ? Value(Rational(1) + ulp) : Value(1);
    };
    PairSubject subject = similarity(rounded_up);
    CHECK(first_violation(subject, "symmetry"));
    CHECK(first_violation(subject, "best-at-identity"));
    subject.tolerance = ulp;
    CHECK_FALSE(first_violation(subject, "symmetry"));
    CHECK_FALSE(first_violation(subject, "best-at-identity"));
    CHECK_FALSE(first_violation(subject, "exchange"));
    CHECK_FALSE(first_violation(subject, "range"));
    // What is exact is not rounded: a denominator that no number in floating point has.
    subject.value = [](const RankPair&) {
        return Value(Rational::parse("1.00000000000000001", ""));
    };
    check_first_violation(subject, "range", {{}, {}},
                          "M(first, second) = 100000000000000001/100000000000000000 > the greatest "
                          "value = 1");
    subject.value = [&](const RankPair&) { return Value(-Rational(1) - ulp); };
    CHECK_FALSE(first_violation(subject, "range"));

    const auto twice_as_far = [&](const RankPair& pair) {
        return is_permutation(pair.first) ? Value(Rational(1) + ulp * Rational(3)) : Value(1);
    };
    subject.value = twice_as_far;
    CHECK(first_violation(subject, "symmetry"));
    CHECK(first_violation(subject, "range"));
}

TEST_CASE("the first coefficient above 1 of the naive formula is that of three elements",
          "[audit]") {
    const auto unclipped = [](const RankPair& pair) -> Value {
        const auto ordered = [](const Ranks& ranks) { return 2 * discordant({ranks, ranks}); };
        int a = 0, b = 0;
        for (std::size_t i = 0; i < pair.first.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                a += pair.first[i] != pair.first[j];
                b += pair.second[i] != pair.second[j];
            }
        }
        if (a == 0 || b == 0) return Value::undefined("0/0");
        const RankPair reversed{pair.first, [&] {
                                    Ranks ranks = pair.second;
                                    for (int& rank : ranks)
                                        rank = -rank;
                                    return ranks;
                                }()};
        const double balance = discordant(reversed) - discordant(pair) + ordered(pair.first);
        return exact_value_of(balance / std::sqrt(a) / std::sqrt(b));
    };
    // 3/√3/√3 in 64-bit floating point.
    const auto found = first_violation(similarity(unclipped), "range");
    REQUIRE(found);
    CHECK(input_of(found->pair) == R"({"first": [1, 2, 3], "second": [1, 2, 3]})");
}

TEST_CASE("a law without what it needs does not apply, and no value ends it", "[audit]") {
    PairSubject subject{discordant, false, std::nullopt, std::nullopt};
    const RankPair pair{{1, 2}, {2, 1}};
    for (const char* name : {"range", "best-at-identity"})
        CHECK(law_named(name).check(subject, pair).kind == Outcome::Kind::does_not_apply);
    CHECK(law_named("relabelling").check(subject, {{1}, {1}}).kind ==
          Outcome::Kind::does_not_apply);
    // No neighbours ordered alike: reversed, or tied.
    for (const RankPair& other : {pair, RankPair{{1, 1}, {1, 2}}, RankPair{{1, 2}, {1, 1}}})
        CHECK(law_named("exchange").check(subject, other).kind == Outcome::Kind::does_not_apply);

    const RankPair same{{1, 2}, {1, 2}};
    subject.value = [](const RankPair&) -> Value { throw NoValue("refused: not today"); };
    subject.least_value = 0;
    for (const PairLaw& law : pair_laws()) {
        CAPTURE(law.name);
        CHECK(test::message_of<NoValue>([&] {
                  law.check(subject, law.name == "identity-of-indiscernibles" ? pair : same);
              }) == "refused: not today");
    }
}

TEST_CASE("small pairs are all pairs of rankings with ties, each once", "[audit]") {
    // Fubini numbers: rankings with ties of n elements (OEIS A000670).
    const std::size_t fubini[] = {1, 1, 3, 13, 75};
    for (std::size_t n = 0; n <= 4; ++n) {
        CAPTURE(n);
        const std::vector<RankPair> pairs = small_pairs(n);
        CHECK(pairs.size() == fubini[n] * fubini[n]);
        std::set<std::pair<Ranks, Ranks>> different;
        bool all_valid = true;
        for (const RankPair& pair : pairs) {
            different.emplace(pair.first, pair.second);
            all_valid = all_valid && pair.first.size() == n && pair.second.size() == n &&
                        has_no_gap(pair.first) && has_no_gap(pair.second);
        }
        CHECK(different.size() == pairs.size());
        CHECK(all_valid);
    }
}

TEST_CASE("random pairs are valid, of every size, with ties and without", "[audit]") {
    std::set<std::size_t> sizes;
    std::size_t permutations = 0, tied = 0, unequal = 0;
    for (std::uint64_t i = 0; i < 500; ++i) {
        const RankPair pair = random_pair(7, 3, i);
        CAPTURE(i, input_of(pair));
        REQUIRE(pair.first.size() == pair.second.size());
        REQUIRE(has_no_gap(pair.first));
        REQUIRE(has_no_gap(pair.second));
        sizes.insert(pair.first.size());
        permutations += is_permutation(pair.first) && is_permutation(pair.second);
        tied += !is_permutation(pair.first) && !is_permutation(pair.second);
        unequal += pair.first != pair.second;
    }
    CHECK(sizes == std::set<std::size_t>{2, 3, 4, 5, 6, 7});
    CHECK(permutations > 50);
    CHECK(tied > 50);
    CHECK(unequal > 300);
    CHECK(random_pair(2, 3, 0).first.size() == 2);
}

TEST_CASE("a random pair is that of its seed and number", "[audit]") {
    std::size_t other_seed = 0, other_number = 0;
    for (std::uint64_t i = 0; i < 50; ++i) {
        const RankPair pair = random_pair(12, 5, i);
        CHECK(pair == random_pair(12, 5, i));
        other_seed += !(pair == random_pair(12, 6, i));
        other_number += !(pair == random_pair(12, 5, i + 1));
    }
    CHECK(other_seed > 40);
    CHECK(other_number > 40);
}

TEST_CASE("a shrunk pair violates, and no pair with an element less does", "[audit]") {
    const std::pair<const char*, std::function<bool(const RankPair&)>> faults[] = {
        {"a discordant pair", [](const RankPair& pair) { return discordant(pair) >= 1; }},
        {"three of them", [](const RankPair& pair) { return discordant(pair) >= 3; }},
        {"ties in both", [](const RankPair& pair) {
             return !is_permutation(pair.first) && !is_permutation(pair.second);
         }}};
    const std::size_t least[] = {2, 3, 2};
    for (std::size_t fault = 0; fault < 3; ++fault) {
        const auto& [name, violates] = faults[fault];
        std::size_t smallest = 99;
        for (std::uint64_t i = 0; i < 100; ++i) {
            const RankPair pair = random_pair(9, 8, i);
            if (!violates(pair)) continue;
            const RankPair small = shrunk(pair, violates);
            CAPTURE(name, input_of(pair), input_of(small));
            REQUIRE(violates(small));
            REQUIRE(has_no_gap(small.first));
            REQUIRE(has_no_gap(small.second));
            smallest = std::min(smallest, small.first.size());
            for (std::size_t element = 0; element < small.first.size(); ++element) {
                RankPair less = small;
                less.first.erase(less.first.begin() + static_cast<std::ptrdiff_t>(element));
                less.second.erase(less.second.begin() + static_cast<std::ptrdiff_t>(element));
                CHECK_FALSE(violates(less));
            }
        }
        CHECK(smallest == least[fault]);
    }
}

TEST_CASE("a pair with no smaller violation stays as it is", "[audit]") {
    const RankPair pair{{1, 2, 3}, {3, 2, 1}};
    CHECK(shrunk(pair, [&](const RankPair& other) { return other == pair; }) == pair);
    const RankPair empty = shrunk(pair, [](const RankPair&) { return true; });
    CHECK(empty == RankPair{});
}
