// SPDX-License-Identifier: MIT
#include "properties/audit/vote_laws.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <random>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "properties/audit/pair_laws.hpp"

namespace disarray::properties::audit {

namespace {

using Order = std::vector<std::uint32_t>;

/// The rank of an element, from 1.
std::size_t rank_in(const Order& order, std::uint32_t element) {
    return static_cast<std::size_t>(std::ranges::find(order, element) - order.begin()) + 1;
}

std::string element_name(std::size_t element) {
    return fmt::format("e{}", element + 1);
}

/// Element by element the same. \param at  where element i stands in `after`
template <class Place>
Outcome same_points(const VoteSubject& subject, const Points& before, const Points& after,
                    const Place& at, std::string_view what) {
    for (std::size_t i = 0; i < before.size(); ++i) {
        const std::string left = fmt::format("M({})", element_name(i));
        const std::string right = fmt::format("M({} {})", element_name(at(i)), what);
        const Outcome outcome =
            equal_values(subject.tolerance, {left, before[i]}, {right, after[at(i)]});
        if (outcome.kind != Outcome::Kind::holds) return outcome;
    }
    return {};
}

Outcome anonymity(const VoteSubject& subject, const Votes& votes) {
    if (votes.orders.size() < 2) return does_not_apply("fewer than 2 votes");
    const Points before = subject.value(votes);
    for (const bool is_turned : {false, true}) {
        Votes other = votes;
        if (is_turned) {
            std::ranges::rotate(other.orders, other.orders.begin() + 1);
        } else {
            std::ranges::reverse(other.orders);
        }
        const Outcome outcome = same_points(
            subject, before, subject.value(other), [](std::size_t i) { return i; },
            "by the votes in another order");
        if (outcome.kind != Outcome::Kind::holds) return outcome;
    }
    return {};
}

/// Two elements exchanged in all votes exchange what they get.
Outcome neutrality(const VoteSubject& subject, const Votes& votes) {
    if (votes.elements < 2) return does_not_apply("fewer than 2 elements");
    const Points before = subject.value(votes);
    for (std::uint32_t a = 0; a + 1 < votes.elements; ++a) {
        const auto exchanged = [a](std::size_t i) -> std::size_t {
            return i == a ? a + 1 : i == a + 1 ? a : i;
        };
        Votes other = votes;
        for (Order& order : other.orders) {
            for (std::uint32_t& element : order)
                element = static_cast<std::uint32_t>(exchanged(element));
        }
        const Outcome outcome =
            same_points(subject, before, subject.value(other), exchanged, "with its place");
        if (outcome.kind != Outcome::Kind::holds) return outcome;
    }
    return {};
}

Outcome vote_relabelling(const VoteSubject& subject, const Votes& votes) {
    if (votes.elements == 0) return does_not_apply("no elements");
    Votes renamed = votes;
    renamed.is_renamed = true;
    return same_points(
        subject, subject.value(votes), subject.value(renamed), [](std::size_t i) { return i; },
        "by another name");
}

/// Whether a has better points than b, beyond rounding.
bool is_better(const VoteSubject& subject, const Value& a, const Value& b) {
    if (nearly_equal(a, b, subject.tolerance)) return false;
    return compare(a, b) ==
           (subject.is_best_at_greatest ? disarray::Order::greater : disarray::Order::less);
}

Outcome unanimity(const VoteSubject& subject, const Votes& votes) {
    if (votes.orders.empty() || votes.elements < 2) return does_not_apply("no pair in a vote");
    const Points points = subject.value(votes);
    bool applies = false;
    for (std::uint32_t a = 0; a < votes.elements; ++a) {
        for (std::uint32_t b = 0; b < votes.elements; ++b) {
            const bool is_above =
                a != b && std::ranges::all_of(votes.orders, [&](const Order& order) {
                    return rank_in(order, a) < rank_in(order, b);
                });
            if (!is_above) continue;
            applies = true;
            const std::string below = fmt::format("M({}, below in every vote)", element_name(b));
            const std::string above = fmt::format("M({})", element_name(a));
            const Outcome outcome = no_better_value(subject.tolerance, subject.is_best_at_greatest,
                                                    {below, points[b]}, {above, points[a]});
            if (outcome.kind != Outcome::Kind::holds) return outcome;
        }
    }
    return applies ? Outcome{} : does_not_apply("the votes agree on no pair");
}

/// The votes with the element at `place` of vote v one place higher there, or in all votes like it.
Votes with_raised(const Votes& votes, std::size_t v, std::size_t place, bool in_all_alike) {
    Votes raised = votes;
    for (std::size_t other = 0; other < votes.orders.size(); ++other) {
        const bool is_alike = votes.orders[other] == votes.orders[v];
        if (other == v || (in_all_alike && is_alike))
            std::swap(raised.orders[other][place - 1], raised.orders[other][place]);
    }
    return raised;
}

/// Whether an element falls behind one that it was ahead of.
Outcome keeps_ahead(const VoteSubject& subject, const Points& before, const Points& after,
                    std::uint32_t element, std::size_t vote) {
    for (std::uint32_t other = 0; other < before.size(); ++other) {
        const bool was_ahead = is_better(subject, before[element], before[other]);
        if (!was_ahead || !is_better(subject, after[other], after[element])) continue;
        return {Outcome::Kind::violated,
                fmt::format("{} was ahead of {} with {} against {}, and is behind with {} "
                            "against {} where vote {}, or all like it, has it one place higher",
                            element_name(element), element_name(other), before[element].to_string(),
                            before[other].to_string(), after[element].to_string(),
                            after[other].to_string(), vote + 1)};
    }
    return {};
}

/// An element that is raised in a vote or in all votes of one kind, and nothing else but the one
/// above it lowered, gets no worse in relation to any other. One vote alone may end in a tie, which
/// hides what the next one does.
Outcome monotonicity(const VoteSubject& subject, const Votes& votes) {
    if (votes.orders.empty() || votes.elements < 2) return does_not_apply("no pair in a vote");
    const Points before = subject.value(votes);
    for (std::size_t v = 0; v < votes.orders.size(); ++v) {
        // Of votes that are alike the first stands for each: anonymity is a law of its own.
        const auto first = std::ranges::find(votes.orders, votes.orders[v]);
        if (first != votes.orders.begin() + static_cast<std::ptrdiff_t>(v)) continue;
        const bool is_one = std::ranges::count(votes.orders, votes.orders[v]) == 1;
        for (std::size_t place = 1; place < votes.elements; ++place) {
            for (const bool in_all_alike : {false, true}) {
                if (is_one && in_all_alike) continue;
                const Points after = subject.value(with_raised(votes, v, place, in_all_alike));
                Outcome outcome = keeps_ahead(subject, before, after, votes.orders[v][place], v);
                if (outcome.is_violated()) return outcome;
            }
        }
    }
    return {};
}

Outcome reversal_symmetry(const VoteSubject& subject, const Votes& votes) {
    if (votes.orders.empty() || votes.elements < 2) return does_not_apply("no pair in a vote");
    Votes reversed = votes;
    for (Order& order : reversed.orders)
        std::ranges::reverse(order);
    const Points before = subject.value(votes), after = subject.value(reversed);
    for (std::uint32_t a = 0; a < votes.elements; ++a) {
        for (std::uint32_t b = 0; b < votes.elements; ++b) {
            if (!is_better(subject, before[a], before[b])) continue;
            if (!is_better(subject, after[a], after[b])) continue;
            return {
                Outcome::Kind::violated,
                fmt::format("{} is ahead of {} with {} against {}, and with {} against {} where "
                            "all votes are reversed",
                            element_name(a), element_name(b), before[a].to_string(),
                            before[b].to_string(), after[a].to_string(), after[b].to_string())};
        }
    }
    return {};
}

Outcome votes_in_range(const VoteSubject& subject, const Votes& votes) {
    if (!subject.least_value && !subject.greatest_value) return does_not_apply("no range");
    const Points points = subject.value(votes);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const std::string formula = fmt::format("M({})", element_name(i));
        const Outcome outcome = in_declared_range({formula, points[i]}, subject.least_value,
                                                  subject.greatest_value, subject.tolerance);
        if (outcome.is_violated()) return outcome;
    }
    return {};
}

const VoteLaw vote_law_table[] = {
    {"anonymity", "the votes in another order change nothing", anonymity},
    {"neutrality", "exchanging two elements in all votes exchanges what they get", neutrality},
    {"relabelling", "other names for the elements change nothing", vote_relabelling},
    {"unanimity", "no element is ahead of one that every vote has above it", unanimity},
    {"monotonicity", "no element falls behind another because votes have it one place higher",
     monotonicity, true},
    {"reversal-symmetry", "no element is ahead of another by the votes and by their reversals",
     reversal_symmetry, true},
    {"range", "the points lie in the declared range", votes_in_range},
};

/// Σ points(rank, n) of each element.
template <class PointsOfRank>
VoteReference scoring_rule(std::string name, const PointsOfRank& points_of_rank) {
    return {std::move(name), [points_of_rank](const Votes& votes) {
                std::vector<Rational> sums(votes.elements);
                for (const Order& order : votes.orders) {
                    for (std::size_t place = 0; place < order.size(); ++place)
                        sums[order[place]] +=
                            points_of_rank(static_cast<std::int64_t>(place) + 1,
                                           static_cast<std::int64_t>(votes.elements));
                }
                return Points(sums.begin(), sums.end());
            }};
}

Points mean_ranks(const Votes& votes) {
    if (votes.orders.empty()) return Points(votes.elements, Value::undefined("0/0: no votes"));
    Points means(votes.elements);
    for (const Order& order : votes.orders) {
        for (std::size_t place = 0; place < order.size(); ++place)
            means[order[place]] += Rational(Integer(place + 1), Integer(votes.orders.size()));
    }
    return means;
}

std::vector<Order> all_orders(std::size_t n) {
    Order order(n);
    std::iota(order.begin(), order.end(), 0U);
    std::vector<Order> all;
    do {
        all.push_back(order);
    } while (std::ranges::next_permutation(order).found);
    return all;
}

}  // namespace

std::string input_of(const Votes& votes) {
    const auto name = [&](std::size_t element) {
        return votes.is_renamed ? fmt::format("\"x{}\"", votes.elements - element)
                                : fmt::format("\"{}\"", element_name(element));
    };
    Order elements(votes.elements);
    std::iota(elements.begin(), elements.end(), 0U);
    const auto list = [&](const Order& order) {
        std::vector<std::string> all;
        std::ranges::transform(order, std::back_inserter(all), name);
        return fmt::format("[{}]", fmt::join(all, ", "));
    };
    std::vector<std::string> orders;
    std::ranges::transform(votes.orders, std::back_inserter(orders), list);
    return fmt::format(R"({{"elements": {}, "votes": [{}]}})", list(elements),
                       fmt::join(orders, ", "));
}

std::span<const VoteLaw> vote_laws() {
    return vote_law_table;
}

std::vector<VoteReference> vote_references() {
    const auto when = [](bool condition) { return Rational(condition ? 1 : 0); };
    return {
        scoring_rule("borda", [](std::int64_t r, std::int64_t n) { return Rational(n - r); }),
        scoring_rule("borda-from-one",
                     [](std::int64_t r, std::int64_t n) { return Rational(n - r + 1); }),
        scoring_rule("borda-balanced",
                     [](std::int64_t r, std::int64_t n) { return Rational(n + 1 - 2 * r); }),
        scoring_rule("plurality", [when](std::int64_t r, std::int64_t) { return when(r == 1); }),
        scoring_rule("veto", [when](std::int64_t r, std::int64_t n) { return when(r < n); }),
        scoring_rule("dowdall",
                     [](std::int64_t r, std::int64_t) { return Rational(Integer(1), Integer(r)); }),
        scoring_rule("rrf",
                     [](std::int64_t r, std::int64_t) {
                         constexpr std::int64_t smoothing = 60;
                         return Rational(Integer(1), Integer(smoothing + r));
                     }),
        {"mean-rank", mean_ranks, false}};
}

std::vector<Votes> small_votes(std::size_t n) {
    constexpr double most_profiles = 600;
    const std::vector<Order> orders = all_orders(n);
    std::vector<Votes> all{{n, {}}}, before = all;
    double count = static_cast<double>(orders.size());
    for (std::size_t votes = 1; votes <= 4 && count <= most_profiles; ++votes) {
        std::vector<Votes> longer;
        for (const Votes& profile : before) {
            for (const Order& order : orders) {
                longer.push_back(profile);
                longer.back().orders.push_back(order);
            }
        }
        all.insert(all.end(), longer.begin(), longer.end());
        before = std::move(longer);
        count *= static_cast<double>(orders.size());
    }
    return all;
}

std::vector<Votes> votes_near_elimination() {
    using Group = std::pair<Order, std::size_t>;
    const std::vector<Group> profiles[] = {
        {{{0, 1, 2}, 6}, {{1, 0, 2}, 2}, {{1, 2, 0}, 4}, {{2, 0, 1}, 5}},
        {{{1, 0, 2}, 2}, {{1, 2, 0}, 2}, {{2, 0, 1}, 3}},
        {{{0, 2, 1}, 2}, {{1, 0, 2}, 4}, {{2, 0, 1}, 3}, {{2, 1, 0}, 2}}};
    std::vector<Votes> all;
    for (const std::vector<Group>& groups : profiles) {
        Votes& votes = all.emplace_back(Votes{3, {}});
        for (const auto& [order, count] : groups)
            votes.orders.insert(votes.orders.end(), count, order);
    }
    return all;
}

Votes random_votes(std::size_t most_n, std::uint64_t seed, std::uint64_t index) {
    constexpr std::size_t most_elements = 6;
    std::seed_seq mixed{seed, index};
    std::mt19937_64 random(mixed);
    Votes votes;
    votes.elements = 2 + random() % (std::min(most_elements, most_n) - 1);
    const std::size_t count = 1 + random() % most_n;
    for (std::size_t v = 0; v < count; ++v) {
        // Many voters think alike.
        if (v > 0 && random() % 2 == 0) {
            votes.orders.push_back(votes.orders[random() % v]);
            continue;
        }
        Order order(votes.elements);
        std::iota(order.begin(), order.end(), 0U);
        for (std::size_t i = order.size(); i > 1; --i)
            std::swap(order[i - 1], order[random() % i]);
        votes.orders.push_back(std::move(order));
    }
    return votes;
}

Votes shrunk(Votes votes, const std::function<bool(const Votes&)>& violates) {
    const auto without_element = [](const Votes& all, std::uint32_t element) {
        Votes less = all;
        --less.elements;
        for (Order& order : less.orders) {
            std::erase(order, element);
            for (std::uint32_t& other : order)
                other -= other > element ? 1 : 0;
        }
        return less;
    };
    const auto smaller_ones = [&] {
        std::vector<Votes> all;
        for (std::size_t v = 0; v < votes.orders.size(); ++v) {
            all.push_back(votes);
            all.back().orders.erase(all.back().orders.begin() + static_cast<std::ptrdiff_t>(v));
        }
        for (std::uint32_t element = 0; element < votes.elements; ++element)
            all.push_back(without_element(votes, element));
        return all;
    };
    for (bool smaller = true; smaller;) {
        smaller = false;
        for (Votes& less : smaller_ones()) {
            if (!violates(less)) continue;
            votes = std::move(less);
            smaller = true;
            break;
        }
    }
    return votes;
}

}  // namespace disarray::properties::audit
