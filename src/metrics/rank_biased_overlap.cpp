// SPDX-License-Identifier: MIT
//
// Sums over depths share one loop, which hands over X_d/d and p^d; numbers are exact or in floating
// point with an error. RBO_MIN: beyond the longer list X_d = X_l, and Σ_{d>l} p^d/d =
// ln(1/(1−p)) − Σ_{d<=l} p^d/d, which is where the logarithm comes from.
#include "metrics/rank_biased_overlap.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "base/error.hpp"
#include "metrics/detail/tied_depths.hpp"
#include "metrics/reading.hpp"

namespace disarray::metrics {

namespace {

const char* const empty_list = "0/0: a list is empty";

template <class Number>
Number whole(std::size_t value) {
    return Number(static_cast<std::int64_t>(value));
}

/// From p^d to p^(d+1).
void raise(Rational& power, const Rational& p) {
    power *= p;
}

void raise(Value& power, const Value& p) {
    power = power * p;
}

/// Below `least` a power stays what is known of all that follow, from 0 to there: arithmetic on
/// numbers that underflow takes thirty times as long.
void raise(Bounded& power, const Bounded& p) {
    constexpr double least = 1e-250;
    if (power.value() + power.error() <= least) {
        power = Bounded(0, least);
    } else {
        power *= p;
    }
}

/// Calls visit(d, p^d) for d = first, …, last.
template <class Number, class Visit>
void visit_depths(std::size_t first, std::size_t last, const Number& p, const Visit& visit) {
    Number power = p;
    for (std::size_t d = 1; d <= last; ++d) {
        if (d >= first) visit(d, power);
        raise(power, p);
    }
}

/// Σ p^d/d for d = first, …, last.
Rational harmonic_sum(std::size_t first, std::size_t last, const Rational& p) {
    Rational sum = 0;
    visit_depths(first, last, p, [&](std::size_t d, const Rational& power) {
        sum += power / Rational(Integer(d));
    });
    return sum;
}

template <class Number>
Number power_of(const Number& p, std::size_t exponent) {
    Number power = whole<Number>(1);
    for (std::size_t i = 0; i < exponent; ++i)
        raise(power, p);
    return power;
}

/// Two lists without ties: the first d of both share X_d items, and all of them are d.
template <class Number>
struct Untied {
    const std::vector<std::uint32_t>& shared;
    std::size_t s;

    std::size_t longer() const { return shared.size() - 1; }
    Number seen(std::size_t d) const { return whole<Number>(shared[d]); }
    Number measure(std::size_t d) const { return whole<Number>(d); }
    Number usual_share(std::size_t) const { return whole<Number>(1); }
    Number most_unseen(std::size_t d) const { return whole<Number>(d - s); }
};

/// Two lists with ties (Corsi and Urbano 2024). Beyond its end the shorter list has d items.
template <class Number, OverlapTies ties>
struct Tied {
    using Place = detail::Place;

    const std::vector<detail::TiedDepth>& depths;
    std::size_t s;

    std::size_t longer() const { return depths.size(); }
    const detail::TiedDepth& at(std::size_t d) const { return depths[d - 1]; }
    /// Of a group that is cut: its items are all there, or each by its share.
    static Rational share(const Rational& cut) { return ties == OverlapTies::together ? 1 : cut; }

    Number seen(std::size_t d) const {
        const detail::TiedDepth& x = at(d);
        const Rational a = share(x.shorter_share), b = share(x.longer_share);
        return Rational(x.both(Place::above, Place::above)) +
               a * Rational(x.both(Place::within, Place::above)) +
               b * Rational(x.both(Place::above, Place::within)) +
               a * b * Rational(x.both(Place::within, Place::within));
    }
    Number measure(std::size_t d) const {
        if constexpr (ties == OverlapTies::mean) {
            return whole<Number>(d);
        } else if constexpr (ties == OverlapTies::together) {
            return (shorter_norm(d) + longer_norm(d)) / 2;
        } else {
            return Value::root(shorter_norm(d) * longer_norm(d), 2);
        }
    }
    /// Sums of squared shares.
    Rational shorter_norm(std::size_t d) const {
        if (d > s) return d;
        const Rational cut = share(at(d).shorter_share);
        return Rational(at(d).in_shorter(Place::above)) +
               cut * cut * Rational(at(d).in_shorter(Place::within));
    }
    Rational longer_norm(std::size_t d) const {
        const Rational cut = share(at(d).longer_share);
        return Rational(at(d).in_longer(Place::above)) +
               cut * cut * Rational(at(d).in_longer(Place::within));
    }
    /// Of the items that only the longer list has: the mean share of those that it has by depth d.
    Number usual_share(std::size_t d) const {
        const std::uint32_t above = at(d).both(Place::below, Place::above);
        const std::uint32_t within = at(d).both(Place::below, Place::within);
        return (Rational(above) + share(at(d).longer_share) * Rational(within)) /
               Rational(above + within);
    }
    /// The most that d − s further items of the shorter list can share with the longer one.
    Number most_unseen(std::size_t d) const {
        const std::size_t above = at(d).both(Place::below, Place::above);
        const std::size_t within = at(d).both(Place::below, Place::within);
        const std::size_t whole_ones = std::min(d - s, above);
        return Rational(whole_ones) +
               share(at(d).longer_share) * Rational(std::min(d - s - whole_ones, within));
    }
};

/// (1−p)/p · Σ p^d·A_d up to the end of the longer list, where A_d = (X_d + unseen(d))/M_d and
/// `unseen`, from s + 1 on, is what the shorter list is taken to share besides.
template <class Number, class Lists, class Unseen>
Number sum_to_end(const Lists& lists, const Number& p, const Unseen& unseen) {
    Number sum = whole<Number>(0);
    visit_depths(1, lists.longer(), p, [&](std::size_t d, const Number& power) {
        Number shared = lists.seen(d);
        if (d > lists.s) shared += unseen(d);
        sum += power * shared / lists.measure(d);
    });
    return (whole<Number>(1) - p) / p * sum;
}

template <class Number, class Lists>
Number truncated_sum(const Lists& lists, const Number& p) {
    return sum_to_end(lists, p, [](std::size_t) { return whole<Number>(0); });
}

template <class Number, class Lists>
Number extrapolated_sum(const Lists& lists, const Number& p) {
    const std::size_t s = lists.s, l = lists.longer();
    const Number rate = lists.seen(s) / lists.measure(s);
    const Number last = (lists.seen(l) + whole<Number>(l - s) * rate) / whole<Number>(l);
    return sum_to_end(
               lists, p,
               [&](std::size_t d) { return whole<Number>(d - s) * rate * lists.usual_share(d); }) +
           last * power_of(p, l);
}

/// Whatever comes is shared as soon as it can be: from depth f on, where both lists have all items
/// of both, agreement is 1.
template <class Number, class Lists>
Number greatest_sum(const Lists& lists, std::size_t shared, const Rational& p) {
    const std::size_t s = lists.s, l = lists.longer(), f = l + s - shared;
    Rational beyond = 0;
    visit_depths(l + 1, f, p, [&](std::size_t d, const Rational& power) {
        beyond += power * Rational(2 * d - f) / Rational(d);
    });
    return sum_to_end(lists, Number(p), [&](std::size_t d) { return lists.most_unseen(d); }) +
           Number((Rational(1) - p) / p * beyond + power_of(p, f));
}

template <class Number, class Lists>
Number average_sum(const Lists& lists) {
    Number sum = whole<Number>(0);
    for (std::size_t d = 1; d <= lists.s; ++d)
        sum += lists.seen(d) / lists.measure(d);
    return sum / whole<Number>(lists.s);
}

std::size_t shorter(const ItemRanking& first, const ItemRanking& second) {
    return std::min(first.size(), second.size());
}

/// \param seen_in  of an item, a reference to the lists that had it so far: bit 0 and bit 1
template <class SeenIn>
std::vector<std::uint32_t> overlaps_by(ItemList first, ItemList second, const SeenIn& seen_in) {
    std::vector<std::uint32_t> shared{0};
    shared.reserve(std::max(first.size(), second.size()) + 1);
    std::uint32_t count = 0;
    const auto see = [&](ItemList list, std::size_t d, unsigned bit) {
        if (d >= list.size()) return;
        std::uint8_t& lists = seen_in(list[d]);
        if ((lists & bit) != 0) throw UsageError("overlaps: an item stands twice in a list");
        lists = static_cast<std::uint8_t>(lists | bit);
        if (lists == 3) ++count;
    };
    for (std::size_t d = 0; d < std::max(first.size(), second.size()); ++d) {
        see(first, d, 1);
        see(second, d, 2);
        shared.push_back(count);
    }
    return shared;
}

}  // namespace

std::vector<std::uint32_t> overlaps(ItemList first, ItemList second) {
    const std::size_t items = first.size() + second.size();
    std::uint32_t largest = 0;
    for (const ItemList list : {first, second})
        for (const std::uint32_t item : list)
            largest = std::max(largest, item);
    // A table where the items number most of its places, which is several times as fast.
    constexpr std::size_t places_for_an_item = 8;
    if (largest / places_for_an_item < items) {
        std::vector<std::uint8_t> seen(std::size_t{largest} + 1, 0);
        return overlaps_by(
            first, second, [&](std::uint32_t item) -> auto& { return seen[item]; });
    }
    std::unordered_map<std::uint32_t, std::uint8_t> seen;
    return overlaps_by(
        first, second, [&](std::uint32_t item) -> auto& { return seen[item]; });
}

namespace {

/// What `work` makes of two lists, of which none may be empty, under a reading of ties: it is
/// called with an Untied or a Tied.
template <class Work>
Value of_lists(const ItemRanking& first, const ItemRanking& second, OverlapTies ties,
               const Work& work) {
    const std::size_t s = shorter(first, second);
    if (first.before.empty() && second.before.empty()) {
        const auto shared = overlaps(first.items, second.items);
        return work(Untied<Rational>{shared, s});
    }
    const bool in_order = first.size() <= second.size();
    const auto depths = detail::tied_depths(in_order ? first : second, in_order ? second : first);
    switch (ties) {
        case OverlapTies::mean:
            return work(Tied<Rational, OverlapTies::mean>{depths, s});
        case OverlapTies::together:
            return work(Tied<Rational, OverlapTies::together>{depths, s});
        case OverlapTies::corrected:
            return work(Tied<Value, OverlapTies::corrected>{depths, s});
    }
    throw UsageError("no such reading of ties");
}

template <class Lists>
using NumberOf = decltype(std::declval<Lists>().seen(1));

std::size_t longer(const ItemRanking& first, const ItemRanking& second) {
    return std::max(first.size(), second.size());
}

}  // namespace

Value extrapolated_overlap(const ItemRanking& first, const ItemRanking& second, const Rational& p,
                           OverlapTies ties) {
    if (shorter(first, second) == 0) return Value::undefined(empty_list);
    return of_lists(first, second, ties, [&](const auto& lists) -> Value {
        return extrapolated_sum(lists, NumberOf<decltype(lists)>(p));
    });
}

Bounded bounded_extrapolated_overlap(ItemList first, ItemList second, const Rational& p) {
    const auto shared = overlaps(first, second);
    return extrapolated_sum(Untied<Bounded>{shared, shorter(first, second)}, Bounded::near(p));
}

Value truncated_overlap(const ItemRanking& first, const ItemRanking& second, const Rational& p,
                        OverlapTies ties) {
    if (longer(first, second) == 0) return 0;
    return of_lists(first, second, ties, [&](const auto& lists) -> Value {
        return truncated_sum(lists, NumberOf<decltype(lists)>(p));
    });
}

Bounded bounded_truncated_overlap(ItemList first, ItemList second, const Rational& p) {
    const auto shared = overlaps(first, second);
    return truncated_sum(Untied<Bounded>{shared, shorter(first, second)}, Bounded::near(p));
}

Value least_overlap(const ItemRanking& first, const ItemRanking& second, const Rational& p,
                    OverlapTies ties) {
    const std::size_t l = longer(first, second);
    const Rational last{Integer(overlaps(first.items, second.items)[l])};
    const Rational scale = (Rational(1) - p) / p;
    return truncated_overlap(first, second, p, ties) +
           LogLinear{-(scale * last * harmonic_sum(1, l, p)), scale * last,
                     Rational(1) / (Rational(1) - p)};
}

Value greatest_overlap(const ItemRanking& first, const ItemRanking& second, const Rational& p,
                       OverlapTies ties) {
    const std::size_t l = longer(first, second);
    if (l == 0) return 1;
    const std::size_t shared = overlaps(first.items, second.items)[l];
    return of_lists(first, second, ties, [&](const auto& lists) -> Value {
        return greatest_sum<NumberOf<decltype(lists)>>(lists, shared, p);
    });
}

Value average_overlap(const ItemRanking& first, const ItemRanking& second) {
    if (shorter(first, second) == 0) return Value::undefined(empty_list);
    return of_lists(first, second, OverlapTies::mean, [](const auto& lists) -> Value {
        return average_sum<NumberOf<decltype(lists)>>(lists);
    });
}

Bounded bounded_average_overlap(ItemList first, ItemList second) {
    const auto shared = overlaps(first, second);
    return average_sum<Bounded>(Untied<Bounded>{shared, shorter(first, second)});
}

namespace {

/// The share of the first d elements that σ and τ have in common.
Rational naive_agreement(const Permutation& sigma, const Permutation& tau, std::size_t d) {
    std::int64_t shared = 0;
    for (std::size_t i = 0; i < sigma.size(); ++i)
        shared += sigma[i] < d && tau[i] < d;
    return {Integer(shared), Integer(d)};
}

/// (1−p)·Σ_{d<=n} p^(d−1)·A_d, and from n on agreement is 1: p^n.
Rational naive_rbo(const Permutation& sigma, const Permutation& tau, const Rational& p) {
    Rational sum = 0, power = 1;
    for (std::size_t d = 1; d <= sigma.size(); ++d) {
        sum += (Rational(1) - p) * power * naive_agreement(sigma, tau, d);
        power *= p;
    }
    return sum + power;
}

Rational naive_average_overlap(const Permutation& sigma, const Permutation& tau) {
    Rational sum = 0;
    for (std::size_t d = 1; d <= sigma.size(); ++d)
        sum += naive_agreement(sigma, tau, d) / Rational(sigma.size());
    return sum;
}

using OfLists = Value (*)(const ItemRanking& first, const ItemRanking& second,
                          const Parameters& parameters);
using OfRankings = Rational (*)(const Permutation& sigma, const Permutation& tau,
                                const Parameters& parameters);

/// The elements of a ranking with ties as a list: the elements, and how many are above each.
struct ElementList {
    std::vector<std::uint32_t> elements, before;

    explicit ElementList(std::span<const Rank> ranks) : elements(ranks.size()) {
        std::iota(elements.begin(), elements.end(), 0U);
        std::ranges::stable_sort(elements, {}, [&](std::uint32_t i) { return ranks[i]; });
        for (std::uint32_t i = 0; i < elements.size(); ++i) {
            const bool is_tied = i > 0 && ranks[elements[i]] == ranks[elements[i - 1]];
            before.push_back(is_tied ? before.back() : i);
        }
    }
    ItemRanking ranking() const { return {elements, before}; }
};

Metric overlap_metric(std::string_view name, std::string_view formula, std::string_view source,
                      OfLists value, OfRankings naive) {
    Metric metric;
    metric.name = name;
    metric.family = "top-weighted";
    metric.kind = Kind::similarity;
    metric.formula = formula;
    metric.domain = "two rankings with ties, or lists of any items";
    metric.exactness = "rational";
    metric.source = source;
    metric.value = [value](const Comparison& c) {
        const Operands pair = operands(c.sigma, c.tau, c.frame);
        const Permutation first = pair.sigma.inverse(), second = pair.tau.inverse();
        return value(first.ranks(), second.ranks(), c.parameters);
    };
    metric.naive_value = [naive](const Comparison& c) -> Value {
        const Operands pair = operands(c.sigma, c.tau, c.frame);
        if (pair.sigma.size() == 0) return Value::undefined(empty_list);
        return naive(pair.sigma, pair.tau, c.parameters);
    };
    metric.greatest = [](std::size_t n, const Parameters&) -> Value {
        return n == 0 ? Value::undefined(empty_list) : Value(1);
    };
    metric.value_of_lists = value;
    metric.value_with_ties = [value](std::span<const Rank> sigma, std::span<const Rank> tau,
                                     const Parameters& parameters) {
        return value(ElementList(sigma).ranking(), ElementList(tau).ranking(), parameters);
    };
    return metric;
}

Rational naive_rbo_of(const Permutation& sigma, const Permutation& tau,
                      const Parameters& parameters) {
    return naive_rbo(sigma, tau, parameters.persistence);
}

constexpr std::string_view webber = "Webber, Moffat, Zobel 2010, RBO_EXT";
constexpr std::string_view corsi = "Corsi, Urbano 2024";

template <OverlapTies ties>
Metric rbo_metric(std::string_view name, std::string_view formula, std::string_view source) {
    Metric metric = overlap_metric(
        name, formula, source,
        [](const ItemRanking& first, const ItemRanking& second, const Parameters& parameters) {
            return extrapolated_overlap(first, second, parameters.persistence, ties);
        },
        naive_rbo_of);
    metric.takes.persistence = true;
    return metric;
}

using Bound = Value (*)(const ItemRanking&, const ItemRanking&, const Rational&, OverlapTies);

/// A bound of rbo: of rankings too it speaks of what may come behind them.
template <Bound bound, OverlapTies ties>
Metric bound_metric(std::string_view name, std::string_view formula) {
    const OfLists value = [](const ItemRanking& first, const ItemRanking& second,
                             const Parameters& parameters) {
        return bound(first, second, parameters.persistence, ties);
    };
    Metric metric =
        overlap_metric(name, formula, "Webber, Moffat, Zobel 2010", value, naive_rbo_of);
    metric.takes.persistence = true;
    metric.naive_value = metric.value;
    metric.greatest = {};
    return metric;
}

}  // namespace

std::vector<Metric> overlap_metrics() {
    Metric rbo = rbo_metric<OverlapTies::mean>(
        "rbo", "(1−p)·Σ_d p^(d−1)·|first d of both|/d, extrapolated beyond the ends", webber);
    rbo.companions = {"rbo-min", "rbo-max"};
    return {
        std::move(rbo),
        overlap_metric(
            "average-overlap", "mean of |first d of both|/d over the depths d of the shorter list",
            "Fagin, Kumar, Sivakumar 2003",
            [](const ItemRanking& first, const ItemRanking& second, const Parameters&) {
                return average_overlap(first, second);
            },
            [](const Permutation& sigma, const Permutation& tau, const Parameters&) {
                return naive_average_overlap(sigma, tau);
            })};
}

std::span<const Metric> overlaps_by_name() {
    static const std::vector<Metric> metrics = [] {
        using enum OverlapTies;
        std::vector<Metric> all{
            rbo_metric<corrected>("rbo-b", "rbo, agreement |both|/√(‖σ‖²‖τ‖²) of shares of ties",
                                  corsi),
            rbo_metric<together>("rbo-w", "rbo, tied items all at their first rank", corsi),
            bound_metric<least_overlap, mean>("rbo-min", "least rbo of what may come"),
            bound_metric<greatest_overlap, mean>("rbo-max", "greatest rbo of what may come"),
            bound_metric<least_overlap, together>("rbo-w-min", "likewise of rbo-w"),
            bound_metric<greatest_overlap, together>("rbo-w-max", "likewise of rbo-w")};
        all[0].exactness = "algebraic";
        all[1].companions = {"rbo-w-min", "rbo-w-max"};
        all[2].exactness = all[4].exactness = "logarithmic";
        return all;
    }();
    return metrics;
}

}  // namespace disarray::metrics
