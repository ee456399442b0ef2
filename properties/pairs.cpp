// SPDX-License-Identifier: MIT
//
// Consistency is a question about three rankings that sorting answers: with values as levels, σ and
// ν are wanted with level₁(ν) >= level₁(σ) and level₂(ν) < level₂(σ), a dominance query. Rankings
// are entered by falling level₁ into a tree over level₂ that keeps the least in the order of
// witnesses. For fixed σ the least μ and the least ν give the least triple, since inversions add
// up.
#include "properties/pairs.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include "base/error.hpp"
#include "properties/levels.hpp"
#include "properties/outcome.hpp"
#include "ranking/inversions.hpp"

namespace disarray::properties {

namespace {

Value fast_value_of(const Measure& m, const Permutation& sigma, const Permutation& tau) {
    return m.metric->value({sigma, tau, unit_weighting, metrics::Frame::element, m.parameters});
}
Value naive_value_of(const Measure& m, const Permutation& sigma, const Permutation& tau) {
    return m.metric->naive_value(
        {sigma, tau, unit_weighting, metrics::Frame::element, m.parameters});
}

// --- consistency ------------------------------------------------------------------------------

/// The two least of the numbers that were added.
struct TwoLeast {
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    std::size_t least = none;
    std::size_t next = none;

    void add(std::size_t number) {
        if (number < least) {
            next = std::exchange(least, number);
        } else if (number != least && number < next) {
            next = number;
        }
    }
    void add(const TwoLeast& other) {
        add(other.least);
        add(other.next);
    }
    std::size_t least_but(std::size_t number) const { return least == number ? next : least; }
};

/// Numbers entered at places 0, …, size−1, and the two least before a place (Fenwick 1994).
class PrefixLeast {
public:
    explicit PrefixLeast(std::size_t size) : tree_(size + 1) {}

    void enter(std::size_t place, std::size_t number) {
        for (std::size_t i = place + 1; i < tree_.size(); i += i & (~i + 1))
            tree_[i].add(number);
    }
    TwoLeast before(std::size_t place) const {
        TwoLeast least;
        for (std::size_t i = place; i > 0; i -= i & (~i + 1))
            least.add(tree_[i]);
        return least;
    }

private:
    std::vector<TwoLeast> tree_;
};

/// S_n in the order of witnesses, and what two metrics say of it.
struct Landscape {
    std::vector<Permutation> rankings;
    std::vector<std::uint64_t> inversions;
    Levels first;
    Levels second;

    bool has_both(std::size_t i) const { return first.of[i] && second.of[i]; }
};

Levels levels_of(const Measure& m, const std::vector<Permutation>& rankings) {
    const auto id = Permutation::identity(rankings.front().size());
    std::vector<Value> values;
    values.reserve(rankings.size());
    for (const Permutation& sigma : rankings)
        values.push_back(fast_value_of(m, sigma, id));
    return levels(values);
}

Landscape landscape(const Measure& m1, const Measure& m2, std::size_t n) {
    Landscape land;
    land.rankings = permutations_in_witness_order(n);
    for (const Permutation& sigma : land.rankings)
        land.inversions.push_back(inversion_count(sigma));
    land.first = levels_of(m1, land.rankings);
    land.second = levels_of(m2, land.rankings);
    return land;
}

/// σ, μ, ν by their places in the landscape.
using Triple = std::array<std::size_t, 3>;

/// Whether a comes before b in the order of witnesses.
bool precedes(const Landscape& land, const Triple& a, const Triple& b) {
    const auto key = [&](const Triple& t) {
        return std::tuple(land.inversions[t[0]] + land.inversions[t[1]] + land.inversions[t[2]],
                          std::tie(land.rankings[t[0]], land.rankings[t[1]], land.rankings[t[2]]));
    };
    return key(a) < key(b);
}

std::optional<Triple> least_inconsistency(const Landscape& land, ConsistencyReading reading) {
    std::vector<std::size_t> falling;
    for (std::size_t i = 0; i < land.rankings.size(); ++i) {
        if (land.has_both(i)) falling.push_back(i);
    }
    std::ranges::stable_sort(falling, std::ranges::greater{},
                             [&](std::size_t i) { return *land.first.of[i]; });

    const std::size_t top = land.second.count;
    PrefixLeast below(top);      // by level₂: what is below a level comes before it
    PrefixLeast not_below(top);  // the other way round
    std::optional<Triple> least;
    for (std::size_t begin = 0, end = 0; begin < falling.size(); begin = end) {
        const auto level = land.first.of[falling[begin]];
        for (; end < falling.size() && land.first.of[falling[end]] == level; ++end) {
            const std::size_t height = *land.second.of[falling[end]];
            below.enter(height, falling[end]);
            not_below.enter(top - 1 - height, falling[end]);
        }
        for (std::size_t s = begin; s < end; ++s) {
            const std::size_t sigma = falling[s];
            const std::size_t height = *land.second.of[sigma];
            const std::size_t nu = below.before(height).least;
            const TwoLeast mus = not_below.before(top - height);
            const std::size_t mu =
                reading == ConsistencyReading::printed ? mus.least : mus.least_but(sigma);
            if (nu == TwoLeast::none || mu == TwoLeast::none) continue;
            const Triple found{sigma, mu, nu};
            if (!least || precedes(land, found, *least)) least = found;
        }
    }
    return least;
}

/// The witness by the naive path, with its numbers.
std::string confirmed(const Measure& m1, const Measure& m2,
                      const ConsistencyResult::Witness& witness) {
    const auto id = Permutation::identity(witness.sigma.size());
    const auto one = [&](const Permutation& sigma) { return naive_value_of(m1, sigma, id); };
    const auto two = [&](const Permutation& sigma) { return naive_value_of(m2, sigma, id); };
    const Outcome lines[] = {
        at_most({"m₁(id,σ)", one(witness.sigma)}, {"m₁(id,μ)", one(witness.mu)}),
        at_most({"m₂(id,σ)", two(witness.sigma)}, {"m₂(id,μ)", two(witness.mu)}),
        at_most({"m₁(id,σ)", one(witness.sigma)}, {"m₁(id,ν)", one(witness.nu)}),
        less({"m₂(id,ν)", two(witness.nu)}, {"m₂(id,σ)", two(witness.sigma)})};
    std::vector<std::string> texts;
    for (const Outcome& line : lines) {
        if (line.kind != Outcome::Kind::holds) {
            throw InternalError(fmt::format(
                "consistency of {} and {}: the naive path has {} at σ = {}, μ = {}, ν = {}",
                m1.metric->full_name(), m2.metric->full_name(), line.explanation,
                witness.sigma.to_string(), witness.mu.to_string(), witness.nu.to_string()));
        }
        texts.push_back(line.explanation);
    }
    return fmt::format("{}", fmt::join(texts, ", "));
}

// --- linear equivalence -----------------------------------------------------------------------

/// S_n × S_n by places in the order of witnesses; with τ = id only, if no τ matters.
std::vector<std::pair<std::size_t, std::size_t>> pairs_in_witness_order(
    const std::vector<Permutation>& rankings, bool one_argument) {
    std::vector<std::uint64_t> inversions;
    for (const Permutation& sigma : rankings)
        inversions.push_back(inversion_count(sigma));
    std::vector<std::size_t> lexicographic(rankings.size());
    std::iota(lexicographic.begin(), lexicographic.end(), std::size_t{0});
    std::ranges::sort(
        lexicographic, {}, [&](std::size_t i) -> auto& { return rankings[i]; });

    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (const std::size_t s : lexicographic) {
        for (const std::size_t t : lexicographic) {
            if (!one_argument || t == 0) pairs.emplace_back(s, t);
        }
    }
    std::ranges::stable_sort(
        pairs, {}, [&](const auto& p) { return inversions[p.first] + inversions[p.second]; });
    return pairs;
}

/// Looks for the line m₂ = a·m₁ + b through all points, one after the other.
class LineSearch {
public:
    LineSearch(const Measure& m1, const Measure& m2) : m1_(m1), m2_(m2) {}

    /// False once the answer is known.
    bool look_at(const Permutation& sigma, const Permutation& tau) {
        const Point point{
            {sigma, tau}, fast_value_of(m1_, sigma, tau), fast_value_of(m2_, sigma, tau)};
        if (!point.x.is_defined() || !point.y.is_defined()) return true;
        ++result_.compared;
        if (!first_) {
            first_ = point;
            return true;
        }
        if (result_.a) return on_line(point);
        switch (compare(point.x, first_->x)) {
            case Order::equal:
                return require_equal(point);
            case Order::undecided:
                return leave_open(point, "m₁ = " + first_->x.to_string());
            default:
                return draw_line(point);
        }
    }

    LinearEquivalence result() && {
        if (first_) result_.first = first_->pair;
        if (second_) result_.second = second_->pair;
        if (result_.contradiction) {
            result_.verdict = Verdict::refuted;
        } else if (!first_) {
            result_.verdict = Verdict::not_applicable;
            result_.explanation = "nowhere do both metrics have a value";
        } else if (!open_) {
            result_.verdict = Verdict::exhausted;
            if (!result_.a) {
                result_.a = 1;
                result_.b = first_->y - first_->x;
            }
        }
        return std::move(result_);
    }

private:
    struct Point {
        LinearEquivalence::Pair pair;
        Value x;  ///< m₁
        Value y;  ///< m₂
    };

    bool leave_open(const Point& point, const std::string& question) {
        if (!open_) {
            result_.explanation =
                fmt::format("at σ = {}, τ = {} it is not decided whether {}",
                            point.pair.first.to_string(), point.pair.second.to_string(), question);
        }
        open_ = true;
        return true;
    }

    bool contradict(const Point& point, std::string explanation) {
        confirm(point);
        if (first_) confirm(*first_);
        if (second_) confirm(*second_);
        result_.contradiction = point.pair;
        result_.explanation = std::move(explanation);
        return false;
    }

    /// A line is a function: with m₁ equal, m₂ is.
    bool require_equal(const Point& point) {
        const Order order = compare(point.y, first_->y);
        if (order == Order::equal) return true;
        if (order == Order::undecided) {
            return leave_open(point, "m₂ = " + first_->y.to_string());
        }
        return contradict(
            point, fmt::format("m₁ = {} at both pairs, but m₂ = {} and {}", first_->x.to_string(),
                               first_->y.to_string(), point.y.to_string()));
    }

    bool draw_line(const Point& point) {
        const Value a = (point.y - first_->y) / (point.x - first_->x);
        const auto sign = a.sign();
        if (!sign) {
            leave_open(point, "m₂ = " + first_->y.to_string());
            return false;
        }
        second_ = point;
        if (*sign == 0) {
            return contradict(point, fmt::format("m₂ = {} at both pairs, but m₁ = {} and {}",
                                                 first_->y.to_string(), first_->x.to_string(),
                                                 point.x.to_string()));
        }
        result_.a = a;
        result_.b = first_->y - a * first_->x;
        return true;
    }

    bool on_line(const Point& point) {
        const Value expected = *result_.a * point.x + *result_.b;
        const Order order = compare(point.y, expected);
        if (order == Order::equal) return true;
        if (order == Order::undecided) return leave_open(point, "m₂ = a·m₁ + b");
        const std::string relation =
            fmt::format("m₂ = {} ≠ a·m₁ + b = {} with a = {}, b = {}", point.y.to_string(),
                        expected.to_string(), result_.a->to_string(), result_.b->to_string());
        result_.a.reset();
        result_.b.reset();
        return contradict(point, relation);
    }

    void confirm(const Point& point) const {
        const auto& [sigma, tau] = point.pair;
        for (const auto& [m, value] : {std::pair(&m1_, &point.x), std::pair(&m2_, &point.y)}) {
            const Value naive = naive_value_of(*m, sigma, tau);
            if (compare(naive, *value) == Order::equal) continue;
            throw InternalError(
                fmt::format("linear equivalence: {} is {} at σ = {}, τ = {}, by the naive path {}",
                            m->metric->full_name(), value->to_string(), sigma.to_string(),
                            tau.to_string(), naive.to_string()));
        }
    }

    const Measure& m1_;
    const Measure& m2_;
    std::optional<Point> first_;
    std::optional<Point> second_;
    bool open_ = false;
    LinearEquivalence result_;
};

}  // namespace

ConsistencyResult consistency(const Measure& m1, const Measure& m2, std::size_t n,
                              ConsistencyReading reading) {
    ConsistencyResult result;
    const Landscape land = landscape(m1, m2, n);
    for (std::size_t i = 0; i < land.rankings.size(); ++i)
        result.compared += land.has_both(i);
    if (result.compared == 0) {
        result.verdict = Verdict::not_applicable;
        result.explanation = "nowhere do both metrics have a value";
        return result;
    }
    if (const std::uint64_t open = land.first.undecided + land.second.undecided; open > 0) {
        result.explanation = fmt::format("{} pairs of values cannot be told apart", open);
        return result;
    }
    const auto least = least_inconsistency(land, reading);
    result.verdict = least ? Verdict::refuted : Verdict::exhausted;
    if (least) {
        const auto& [sigma, mu, nu] = *least;
        result.witness = {land.rankings[sigma], land.rankings[mu], land.rankings[nu]};
        result.explanation = confirmed(m1, m2, *result.witness);
    }
    return result;
}

LinearEquivalence linear_equivalence(const Measure& m1, const Measure& m2, std::size_t n) {
    if (n > max_linear_n)
        throw UsageError(
            fmt::format("linear_equivalence: n! squared pairs for n > {}", max_linear_n));
    const auto rankings = permutations_in_witness_order(n);
    const bool one_argument = m1.metric->ignores_reference && m2.metric->ignores_reference;
    LineSearch search(m1, m2);
    for (const auto& [s, t] : pairs_in_witness_order(rankings, one_argument)) {
        if (!search.look_at(rankings[s], rankings[t])) break;
    }
    return std::move(search).result();
}

std::vector<Order> orders(const metrics::Metric& metric, const metrics::Parameters& parameters,
                          std::span<const std::pair<Permutation, Permutation>> pairs) {
    const Measure m{&metric, parameters};
    std::vector<Order> all(pairs.size());
    tbb::parallel_for(std::size_t{0}, pairs.size(), [&](std::size_t i) {
        const auto& [mu, nu] = pairs[i];
        const auto id = Permutation::identity(mu.size());
        all[i] = compare(fast_value_of(m, mu, id), fast_value_of(m, nu, id));
    });
    return all;
}

std::uint64_t AgreementCounts::compared() const {
    std::uint64_t sum = 0;
    for (const auto& row : counts)
        sum = std::accumulate(row.begin(), row.end(), sum);
    return sum;
}

std::uint64_t AgreementCounts::agreeing(AgreementReading reading) const {
    constexpr std::size_t less = 0;
    constexpr std::size_t equal = 1;
    constexpr std::size_t greater = 2;
    const std::uint64_t opposite = counts[less][greater] + counts[greater][less];
    switch (reading) {
        case AgreementReading::weak:
            return compared() - opposite;
        case AgreementReading::printed:
            return compared() - opposite - counts[equal][less] - counts[equal][greater];
        case AgreementReading::strict:
            return counts[less][less] + counts[equal][equal] + counts[greater][greater];
    }
    throw UsageError("AgreementCounts: no such reading");
}

std::optional<Rational> AgreementCounts::ratio(AgreementReading reading) const {
    if (compared() == 0) return std::nullopt;
    return Rational(Integer(agreeing(reading)), Integer(compared()));
}

AgreementCounts AgreementCounts::against_negative() const {
    AgreementCounts negative = *this;
    for (auto& row : negative.counts)
        std::ranges::reverse(row);
    return negative;
}

AgreementCounts agreement(std::span<const Order> m1, std::span<const Order> m2) {
    if (m1.size() != m2.size()) throw UsageError("agreement: orders of different pairs");
    AgreementCounts result;
    for (std::size_t i = 0; i < m1.size(); ++i) {
        const auto either = [&](Order order) { return m1[i] == order || m2[i] == order; };
        if (either(Order::undefined)) {
            ++result.undefined;
        } else if (either(Order::undecided)) {
            ++result.undecided;
        } else {
            ++result.counts[static_cast<std::size_t>(m1[i])][static_cast<std::size_t>(m2[i])];
        }
    }
    return result;
}

}  // namespace disarray::properties
