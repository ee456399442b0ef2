// SPDX-License-Identifier: MIT
#include "properties/audit/pair_laws.hpp"

#include <algorithm>
#include <numeric>
#include <random>

#include <fmt/format.h>

#include "properties/outcome.hpp"

namespace disarray::properties::audit {

namespace {

using Ranks = std::vector<int>;

/// Elements by another numbering.
Ranks renumbered(const Ranks& ranks, const std::vector<std::size_t>& order) {
    Ranks result;
    for (const std::size_t element : order)
        result.push_back(ranks[element]);
    return result;
}

/// Every ranking with ties of n elements.
std::vector<Ranks> rankings_with_ties(std::size_t n) {
    std::vector<Ranks> all;
    Ranks ranks(n, 1);
    const auto has_no_gap = [&] {
        for (int rank = 1; rank <= *std::ranges::max_element(ranks); ++rank) {
            if (std::ranges::find(ranks, rank) == ranks.end()) return false;
        }
        return true;
    };
    if (n == 0) return {{}};
    for (;;) {
        if (has_no_gap()) all.push_back(ranks);
        std::size_t i = n;
        while (i > 0 && ranks[i - 1] == static_cast<int>(n))
            ranks[--i] = 1;
        if (i == 0) return all;
        ++ranks[i - 1];
    }
}

/// Ranks 1, 2, … without gaps, in the same order with the same ties.
Ranks closed_up(const Ranks& ranks) {
    Ranks sorted = ranks;
    std::ranges::sort(sorted);
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    Ranks result;
    for (const int rank : ranks) {
        result.push_back(static_cast<int>(std::ranges::lower_bound(sorted, rank) - sorted.begin()) +
                         1);
    }
    return result;
}

/// Rankings to go by on the way from one to another: all small ones; of long ones the two
/// themselves in reverse, and all tied.
std::vector<Ranks> ways(const RankPair& pair) {
    constexpr std::size_t most_tried = 3;
    const std::size_t n = pair.first.size();
    if (n <= most_tried) return rankings_with_ties(n);
    const auto reversed = [n](Ranks ranks) {
        for (int& rank : ranks)
            rank = static_cast<int>(n) + 1 - rank;
        return closed_up(ranks);
    };
    return {reversed(pair.first), reversed(pair.second), Ranks(n, 1)};
}

Outcome triangle(const PairSubject& subject, const RankPair& pair) {
    if (subject.is_best_at_greatest) return does_not_apply("it is no distance");
    const Value direct = subject.value(pair);
    for (const Ranks& third : ways(pair)) {
        const Value sum = subject.value({pair.first, third}) + subject.value({third, pair.second});
        if (nearly_equal(direct, sum, subject.tolerance)) continue;
        const Outcome outcome =
            at_most({"M(first, second)", direct}, {"M(first, third) + M(third, second)", sum});
        if (outcome.is_violated()) return outcome;
    }
    return {};
}

Outcome indiscernibles(const PairSubject& subject, const RankPair& pair) {
    if (subject.is_best_at_greatest) return does_not_apply("it is no distance");
    if (closed_up(pair.first) == closed_up(pair.second)) {
        return does_not_apply("the rankings are the same");
    }
    return less({"M(first, first)", subject.value({pair.first, pair.first})},
                {"M(first, second)", subject.value(pair)});
}

Outcome relabelling(const PairSubject& subject, const RankPair& pair) {
    const std::size_t n = pair.first.size();
    if (n < 2) return does_not_apply("fewer than 2 elements");
    const Value before = subject.value(pair);
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    // The turns of the elements, and their reversal.
    for (std::size_t turn = 0; turn < n; ++turn) {
        std::ranges::rotate(order, order.begin() + 1);
        if (turn + 1 == n) std::ranges::reverse(order);
        const RankPair other{renumbered(pair.first, order), renumbered(pair.second, order)};
        const Outcome outcome =
            equal_values(subject.tolerance, {"M(first, second)", before},
                         {"M(elements in another order)", subject.value(other)});
        if (outcome.kind != Outcome::Kind::holds) return outcome;
    }
    return {};
}

Outcome symmetry_of_pair(const PairSubject& subject, const RankPair& pair) {
    return equal_values(subject.tolerance, {"M(first, second)", subject.value(pair)},
                        {"M(second, first)", subject.value({pair.second, pair.first})});
}

Outcome identity_is_best(const PairSubject& subject, const RankPair& pair) {
    return no_better_value(subject.tolerance, subject.is_best_at_greatest,
                           {"M(first, second)", subject.value(pair)},
                           {"M(first, first)", subject.value({pair.first, pair.first})});
}

/// Where two elements are neighbours in `first` and ordered as in `second`, exchanging them makes
/// one more pair that the rankings order differently, and changes no other.
Outcome exchange(const PairSubject& subject, const RankPair& pair) {
    const std::size_t n = pair.first.size();
    std::optional<Value> before;
    for (std::size_t a = 0; a < n; ++a) {
        for (std::size_t b = 0; b < n; ++b) {
            if (pair.first[b] != pair.first[a] + 1 || pair.second[b] <= pair.second[a]) continue;
            if (std::ranges::count(pair.first, pair.first[a]) > 1) continue;
            if (std::ranges::count(pair.first, pair.first[b]) > 1) continue;
            if (!before) before = subject.value(pair);
            RankPair worse = pair;
            std::swap(worse.first[a], worse.first[b]);
            const Outcome outcome =
                no_better_value(subject.tolerance, subject.is_best_at_greatest,
                                {"M(two neighbours exchanged)", subject.value(worse)},
                                {"M(first, second)", *before});
            if (outcome.kind != Outcome::Kind::holds) return outcome;
        }
    }
    return before ? Outcome{} : does_not_apply("no neighbours are ordered alike");
}

Outcome monotone_ranks(const PairSubject& subject, const RankPair& pair) {
    RankPair stretched = pair;
    for (int& rank : stretched.first)
        rank = rank * rank + 1;
    const Value before = subject.value(pair);
    const Outcome outcome =
        equal_values(subject.tolerance, {"M(first, second)", before},
                     {"M(squares of the first ranks, second)", subject.value(stretched)});
    if (outcome.kind != Outcome::Kind::holds) return outcome;
    // Read as integers, 1 and 2 are tied then.
    RankPair quarters = pair;
    quarters.divisor = 4;
    return equal_values(subject.tolerance, {"M(first, second)", before},
                        {"M(a quarter of all ranks)", subject.value(quarters)});
}

Outcome pair_value_in_range(const PairSubject& subject, const RankPair& pair) {
    if (!subject.least_value && !subject.greatest_value) return does_not_apply("no range");
    return in_declared_range({"M(first, second)", subject.value(pair)}, subject.least_value,
                             subject.greatest_value, subject.tolerance);
}

Outcome identity_has_best(const PairSubject& subject, const RankPair& pair) {
    const auto& best = subject.is_best_at_greatest ? subject.greatest_value : subject.least_value;
    if (!best) return does_not_apply("no best value is declared");
    if (pair.first != pair.second) return does_not_apply("the rankings differ");
    const Value value = subject.value({pair.first, pair.first});
    if (!value.is_defined()) return does_not_apply("it is undefined there");
    return equal_values(subject.tolerance, {"M(first, first)", value}, {"the best value", *best});
}

const PairLaw pair_law_table[] = {
    {"relabelling", "numbering the elements otherwise changes nothing", relabelling},
    {"exchange",
     "exchanging two neighbours of the first ranking that the second orders alike never makes the "
     "value better",
     exchange},
    {"identity", "no ranking is closer to a ranking than itself", identity_is_best},
    {"symmetry", "exchanging the two rankings changes nothing", symmetry_of_pair},
    {"monotone-ranks",
     "a strictly increasing function of the first ranks, or a quarter of all, changes nothing",
     monotone_ranks},
    {"best-at-identity", "a ranking and itself have the best value of the declared range",
     identity_has_best},
    {"range", "the value lies in the declared range", pair_value_in_range},
    {"triangle-inequality", "of a distance: no way by a third ranking is shorter", triangle},
    {"identity-of-indiscernibles", "of a distance: no other ranking is as close as itself",
     indiscernibles},
};

Ranks without_element(Ranks ranks, std::size_t element) {
    ranks.erase(ranks.begin() + static_cast<std::ptrdiff_t>(element));
    return closed_up(ranks);
}

/// Ranks whose ties are broken by place.
Ranks untied(const Ranks& ranks) {
    std::vector<std::size_t> order(ranks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return ranks[i]; });
    Ranks result(ranks.size());
    for (std::size_t place = 0; place < order.size(); ++place)
        result[order[place]] = static_cast<int>(place) + 1;
    return result;
}

}  // namespace

Outcome equal_values(const Rational& tolerance, const Side& a, const Side& b) {
    return nearly_equal(a.value, b.value, tolerance) ? Outcome{} : equal(a, b);
}

Outcome no_better_value(const Rational& tolerance, bool is_best_at_greatest, const Side& a,
                        const Side& b) {
    if (nearly_equal(a.value, b.value, tolerance)) return {};
    return is_best_at_greatest ? at_most(a, b) : at_most(b, a);
}

Outcome in_declared_range(const Side& side, const std::optional<Rational>& least,
                          const std::optional<Rational>& greatest, const Rational& tolerance) {
    for (const auto& bound : {least, greatest}) {
        if (bound && misses_by_rounding(side.value, *bound, tolerance)) return {};
    }
    if (least) {
        const Outcome outcome = at_most({"the least value", *least}, side);
        if (outcome.kind != Outcome::Kind::holds) return outcome;
    }
    return greatest ? at_most(side, {"the greatest value", *greatest}) : Outcome{};
}

std::span<const PairLaw> pair_laws() {
    return pair_law_table;
}

std::vector<RankPair> small_pairs(std::size_t n) {
    const std::vector<Ranks> all = rankings_with_ties(n);
    std::vector<RankPair> pairs;
    for (const Ranks& first : all) {
        for (const Ranks& second : all)
            pairs.push_back({first, second});
    }
    return pairs;
}

RankPair random_pair(std::size_t most_n, std::uint64_t seed, std::uint64_t index) {
    std::seed_seq mixed{seed, index};
    std::mt19937_64 random(mixed);
    const std::size_t n = 2 + random() % (most_n - 1);
    const auto ranking = [&] {
        // As many different ranks as elements, or few; a third of all are permutations.
        const std::uint64_t different = random() % 2 ? n : 1 + random() % 4;
        Ranks ranks;
        for (std::size_t i = 0; i < n; ++i)
            ranks.push_back(static_cast<int>(random() % different) + 1);
        return random() % 3 == 0 ? untied(ranks) : closed_up(ranks);
    };
    Ranks first = ranking();
    return {std::move(first), ranking()};
}

RankPair shrunk(RankPair pair, const std::function<bool(const RankPair&)>& violates) {
    RankPair plain{closed_up(pair.first), closed_up(pair.second)};
    if (violates(plain)) pair = std::move(plain);
    for (bool smaller = true; smaller;) {
        smaller = false;
        for (std::size_t i = 0; i < pair.first.size() && !smaller; ++i) {
            RankPair less{without_element(pair.first, i), without_element(pair.second, i)};
            if (!violates(less)) continue;
            pair = std::move(less);
            smaller = true;
        }
    }
    return pair;
}

}  // namespace disarray::properties::audit
