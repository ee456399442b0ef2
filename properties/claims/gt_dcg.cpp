// SPDX-License-Identifier: MIT
//
// A sum is one number of 64 bits (its digits are the integers L·Σ σ(i)/e, L a common multiple of
// all e), so that equal sums are found by sorting n! numbers. The intervals are pairs of integers,
// 2^bits times the ends, so that adding them up is exact: with MPFI the largest n took seconds.
#include "properties/claims/gt_dcg.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "exact/interval.hpp"
#include "properties/claims/gt_rows.hpp"
#include "properties/experiments/swap_cost_forms.hpp"
#include "ranking/enumeration.hpp"
#include "ranking/inversions.hpp"

namespace disarray::properties::gt {

namespace {

constexpr unsigned most_bits = 50;  // Σ σ(i)/log₂(i+1) < 2⁸ for n <= 9, so that it fits 63 bits

/// floor(value·2^bits) and ceil(value·2^bits) of the two ends.
struct Bounds {
    std::int64_t low = 0;
    std::int64_t high = 0;
};

/// For numbers >= 0.
Integer floor_of(const Rational& number) {
    return number.numerator() / number.denominator();
}

Bounds scaled_bounds(const Interval& interval, unsigned bits) {
    const Rational scale = Integer(1) << bits;
    const auto [low, high] = interval.ends();
    return {floor_of(low * scale).convert_to<std::int64_t>(),
            floor_of(high * scale).convert_to<std::int64_t>() + 1};
}

/// What makes one ranking's sums and bounds.
class Sums {
public:
    Sums(std::size_t n, unsigned bits) {
        std::vector<experiments::PerfectPower> powers;  // i+1 = bᵉ
        std::size_t multiple = 1;
        for (std::size_t i = 1; i <= n; ++i) {
            powers.push_back(experiments::as_perfect_power(i + 1));
            multiple = std::lcm(multiple, powers.back().exponent);
            discounts_.push_back(scaled_bounds(Interval::inverse_log2(i + 1, 2 * most_bits), bits));
        }
        std::uint64_t place = 1;  // of the digit of a base: above all that smaller ones can sum to
        weights_.resize(n);
        for (std::size_t base = 2; base <= n + 1; ++base) {
            std::uint64_t largest = 0;
            for (std::size_t i = 0; i < n; ++i) {
                if (powers[i].base != base) continue;
                weights_[i] = place * (multiple / powers[i].exponent);
                largest += n * (multiple / powers[i].exponent);
            }
            place *= largest + 1;
        }
    }

    /// \param ranks  from 0
    std::uint64_t key(const std::vector<Rank>& ranks) const {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < ranks.size(); ++i)
            sum += weights_[i] * (ranks[i] + std::uint64_t{1});
        return sum;
    }

    Bounds bounds(const std::vector<Rank>& ranks) const {
        Bounds sum;
        for (std::size_t i = 0; i < ranks.size(); ++i) {
            const std::int64_t rank = std::int64_t{ranks[i]} + 1;
            sum.low += rank * discounts_[i].low;
            sum.high += rank * discounts_[i].high;
        }
        return sum;
    }

private:
    std::vector<std::uint64_t> weights_;
    std::vector<Bounds> discounts_;
};

struct Ranked {
    std::uint64_t key;
    std::uint64_t lexicographic_rank;
    Bounds bounds;
};

std::vector<Ranked> all_sums(std::size_t n, unsigned bits) {
    const Sums sums(n, bits);
    std::vector<Ranked> all;
    all.reserve(factorial_64(n));
    for_each_permutation(n, {0, factorial_64(n)}, [&](const std::vector<Rank>& ranks) {
        all.push_back({sums.key(ranks), all.size(), sums.bounds(ranks)});
        return true;
    });
    return all;
}

/// The least pair of a group of rankings of equal dcg: the first two by inversions, then rank
/// vectors.
Case least_of(std::span<const Ranked> group, std::size_t n) {
    struct Member {
        std::uint64_t inversions;
        Permutation sigma;
        bool operator<(const Member& other) const {
            if (inversions != other.inversions) return inversions < other.inversions;
            return std::ranges::lexicographical_compare(sigma.ranks(), other.sigma.ranks());
        }
    };
    std::vector<Member> members;
    for (const Ranked& ranked : group) {
        Permutation sigma = lexicographic_unrank(n, ranked.lexicographic_rank);
        members.push_back({inversion_count(sigma), std::move(sigma)});
    }
    std::partial_sort(members.begin(), members.begin() + 2, members.end());
    Case forward{{members[0].sigma, members[1].sigma}, {}, 2};
    Case backward{{members[1].sigma, members[0].sigma}, {}, 2};
    return compare(forward, backward) < 0 ? forward : backward;
}

Value dcg(const Permutation& sigma, bool naive) {
    const metrics::Metric& metric = gt::metric("dcg");
    const Weighting unit;
    const metrics::Comparison at{sigma, sigma, unit};
    return naive ? metric.naive_value(at) : metric.value(at);
}

void confirm(const Case& pair) {
    const Value sigma = dcg(pair.rankings[0], true);
    const Value tau = dcg(pair.rankings[1], true);
    if (compare(sigma, tau) == Order::equal) return;
    throw InternalError(fmt::format("dcg: equal sums, but {} and {} at {}", sigma.to_string(),
                                    tau.to_string(), to_string(pair)));
}

/// Pairs of values that neither bounds nor exact values tell apart. \param values  one ranking each
std::uint64_t not_told_apart(std::vector<Ranked> values, std::size_t n) {
    std::ranges::sort(values, {}, [](const Ranked& v) { return v.bounds.low; });
    std::uint64_t undecided = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        for (std::size_t j = i + 1; j < values.size(); ++j) {
            if (values[i].bounds.high < values[j].bounds.low) break;
            const Order order =
                compare(dcg(lexicographic_unrank(n, values[i].lexicographic_rank), false),
                        dcg(lexicographic_unrank(n, values[j].lexicographic_rank), false));
            if (order == Order::equal) throw InternalError("dcg: different sums, equal values");
            if (order == Order::undecided) ++undecided;
        }
    }
    return undecided;
}

}  // namespace

DcgValues dcg_values(std::size_t n, unsigned bits) {
    if (n < 1 || n > max_dcg_n || bits > most_bits) {
        throw UsageError(fmt::format("dcg_values of n = {} with {} bits", n, bits));
    }
    std::vector<Ranked> all = all_sums(n, bits);
    std::ranges::sort(all, {}, &Ranked::key);
    DcgValues found;
    found.rankings = all.size();
    std::vector<Ranked> values;
    for (auto first = all.begin(); first != all.end();) {
        const auto last =
            std::find_if(first, all.end(), [&](const Ranked& r) { return r.key != first->key; });
        const auto size = static_cast<std::uint64_t>(last - first);
        found.equal_pairs += size * (size - 1) / 2;
        values.push_back(*first);
        if (size > 1) {
            Case pair = least_of({first, last}, n);
            if (!found.least_pair || compare(pair, *found.least_pair) < 0) {
                found.least_pair = std::move(pair);
            }
        }
        first = last;
    }
    found.distinct = values.size();
    if (found.least_pair) confirm(*found.least_pair);
    found.undecided = not_told_apart(std::move(values), n);
    return found;
}

}  // namespace disarray::properties::gt
