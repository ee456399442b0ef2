// SPDX-License-Identifier: MIT
//
// Values are sorted by the lower ends of intervals around them, not by compare(): of two values
// that it leaves undecided no order is known, and std::sort must not meet such a pair. Intervals
// that do not overlap decide for good; values that stay together are compared exactly, each with
// one value of every level of its group. In practice a group is one level.
#include "properties/levels.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "ranking/enumeration.hpp"
#include "ranking/inversions.hpp"

namespace disarray::properties {

namespace {

/// A value, by its number, between two rationals.
struct Enclosed {
    std::size_t index;
    Rational low;
    Rational high;
};

std::vector<Enclosed> sorted_by_low_end(std::span<const Value> values) {
    std::vector<Enclosed> all;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Value& value = values[i];
        if (!value.is_defined()) continue;
        if (value.is_rational()) {
            all.push_back({i, value.rational(), value.rational()});
        } else {
            auto [low, high] = value.enclosure(Interval::least_precision).ends();
            all.push_back({i, std::move(low), std::move(high)});
        }
    }
    std::ranges::stable_sort(all, {}, &Enclosed::low);
    return all;
}

/// Values that are equal, as far as is known.
struct Class {
    std::vector<std::size_t> members;
    std::vector<std::size_t> undecided_with;  ///< first members of other classes
};

/// The classes of one group, ascending.
std::vector<Class> classes(std::span<const Value> values, std::span<const Enclosed> group) {
    std::vector<Class> all;
    for (const Enclosed& next : group) {
        Class own{{next.index}, {}};
        auto place = all.begin();
        auto same = all.end();
        for (auto other = all.begin(); other != all.end() && same == all.end(); ++other) {
            const Order order = compare(values[other->members.front()], values[next.index]);
            if (order == Order::equal) same = other;
            if (order == Order::less) place = other + 1;
            if (order == Order::undecided) own.undecided_with.push_back(other->members.front());
        }
        if (same != all.end()) {
            same->members.push_back(next.index);
        } else {
            all.insert(place, std::move(own));
        }
    }
    return all;
}

std::uint64_t undecided_pairs(const std::vector<Class>& all) {
    std::uint64_t pairs = 0;
    for (const Class& one : all) {
        for (const std::size_t first : one.undecided_with) {
            const auto other =
                std::ranges::find(all, first, [](const Class& c) { return c.members.front(); });
            pairs += one.members.size() * other->members.size();
        }
    }
    return pairs;
}

}  // namespace

Levels levels(std::span<const Value> values) {
    Levels result;
    result.of.resize(values.size());
    const std::vector<Enclosed> sorted = sorted_by_low_end(values);
    for (std::size_t begin = 0; begin < sorted.size();) {
        std::size_t end = begin + 1;
        for (Rational high = sorted[begin].high; end < sorted.size() && sorted[end].low <= high;
             ++end) {
            high = std::max(high, sorted[end].high);
        }
        const auto group = classes(values, std::span(sorted).subspan(begin, end - begin));
        for (const Class& level : group) {
            for (const std::size_t index : level.members)
                result.of[index] = result.count;
            ++result.count;
        }
        result.undecided += undecided_pairs(group);
        begin = end;
    }
    return result;
}

std::vector<Permutation> permutations_in_witness_order(std::size_t n) {
    std::vector<Permutation> all = all_permutations(n);
    // They come in lexicographic order, and a stable sort keeps it.
    std::ranges::stable_sort(all, {}, inversion_count);
    return all;
}

}  // namespace disarray::properties
