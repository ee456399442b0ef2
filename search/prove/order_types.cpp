// SPDX-License-Identifier: MIT
#include "search/prove/order_types.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "base/error.hpp"

namespace disarray::search {

namespace {

/// The least whole numbers from 1 that are in the order of these.
template <std::size_t Size>
std::array<int, Size> reduced_order(const std::array<int, Size>& numbers) {
    std::array<int, Size> result{};
    for (std::size_t k = 0; k < Size; ++k) {
        std::vector<int> smaller;
        for (const int number : numbers) {
            if (number < numbers[k] && std::ranges::find(smaller, number) == smaller.end()) {
                smaller.push_back(number);
            }
        }
        result[k] = static_cast<int>(smaller.size()) + 1;
    }
    return result;
}

std::vector<OrderType> make_order_types() {
    std::vector<OrderType> types;
    for (int code = 0; code < 256; ++code) {
        const OrderType t{code / 64 + 1, code / 16 % 4 + 1, code / 4 % 4 + 1, code % 4 + 1};
        if (t[0] < t[2] && t[1] != t[3] && reduced_order(t) == t) types.push_back(t);
    }
    return types;
}

/// How often row i of the distance of σ counts a_ij, with the sign that it has in a prefix form.
Rational count_in_row(const Distance& distance, int i, int rank_i, int j, int rank_j) {
    const bool inverted = (i < j) == (rank_i > rank_j);
    if (distance.kind == Distance::Kind::kendall) return inverted && i < j ? 1 : 0;
    const auto passed = [low = std::min(i, rank_i), high = std::max(i, rank_i)](int place) {
        return low < high && low <= place && place <= high ? 1 : 0;
    };
    const Rational half(Integer(1), Integer(2));
    switch (distance.reading) {
        case metrics::Reading::prefix:
            return !inverted ? 0 : j < i ? 1 : -1;
        case metrics::Reading::prefix_sym:
            return !inverted ? Rational(0) : j < i ? half : -half;
        case metrics::Reading::interval:
            return passed(rank_j);
        case metrics::Reading::box:
            return half * Rational(passed(rank_j) + passed(j));
    }
    throw InternalError("a reading without a row");
}

/// \param sign_known  on the greater side: what is in an absolute value counts 0
TypeForm form_of(const Expression& expression, bool inverse, bool on_big) {
    if (!expression.absolute.empty()) {
        throw NotSupported("an inequality for every n", "an absolute value",
                           "sums of K, F[interval], F[box], F[prefix] and their inverses");
    }
    TypeForm form(order_type_count);
    for (const Term& term : expression.terms) {
        // F[prefix-sym] is half of the prefix forms of σ and half of those of σ⁻¹.
        const bool both = term.distance.kind == Distance::Kind::footrule &&
                          term.distance.reading == metrics::Reading::prefix_sym;
        if (term.distance.inverse != inverse && !both) continue;
        if (on_big && !term.distance.is_linear()) continue;
        for (std::size_t t = 0; t < order_type_count; ++t) {
            const auto& [i, rank_i, j, rank_j] = order_types()[t];
            form[t] += term.coefficient * (abs(count_in_row(term.distance, i, rank_i, j, rank_j)) +
                                           abs(count_in_row(term.distance, j, rank_j, i, rank_i)));
        }
    }
    return form;
}

std::vector<Configuration> make_configurations() {
    std::vector<Configuration> all;
    for (int code = 0; code < 46656; ++code) {
        std::array<int, 6> s{};
        for (int k = 5, rest = code; k >= 0; --k, rest /= 6)
            s[static_cast<std::size_t>(k)] = rest % 6 + 1;
        const auto [x, c, d, z, p, q] = s;
        const bool is_step = x <= c && d == c + 1 && d <= z && p != q && p != c && q != d;
        if (!is_step || (x == c) != (p == d) || (z == d) != (q == c)) continue;
        if (reduced_order(s) == s) all.push_back({x, c, d, z, p, q});
    }
    return all;
}

std::vector<std::pair<std::size_t, std::size_t>> make_changes() {
    std::vector<std::pair<std::size_t, std::size_t>> changes;
    constexpr int c = 3, d = 4;  // v and its rank are in the gaps below and above, in both orders
    for (const int v : {1, 2, 5, 6}) {
        for (const int rank : {1, 2, 5, 6}) {
            if (v == rank) continue;
            changes.emplace_back(order_type(c, d, v, rank), order_type(c, c, v, rank));
            changes.emplace_back(order_type(d, c, v, rank), order_type(d, d, v, rank));
        }
    }
    std::ranges::sort(changes);
    changes.erase(std::ranges::unique(changes).begin(), changes.end());
    return changes;
}

}  // namespace

const std::vector<OrderType>& order_types() {
    static const std::vector<OrderType> types = make_order_types();
    return types;
}

std::size_t order_type(int i, int rank_i, int j, int rank_j) {
    if (i > j) return order_type(j, rank_j, i, rank_i);
    const OrderType type = reduced_order(OrderType{i, rank_i, j, rank_j});
    const auto place = std::ranges::find(order_types(), type);
    if (place == order_types().end()) throw UsageError("no two elements of a permutation");
    return static_cast<std::size_t>(place - order_types().begin());
}

std::size_t exchanged(std::size_t type) {
    const auto& [i, rank_i, j, rank_j] = order_types()[type];
    return order_type(rank_i, i, rank_j, j);
}

bool has_fixed_point(std::size_t type) {
    const auto& [i, rank_i, j, rank_j] = order_types()[type];
    return i == rank_i || j == rank_j;
}

TypeForm form_above(const Expression& expression, bool inverse) {
    return form_of(expression, inverse, false);
}

TypeForm form_below(const Expression& expression, bool inverse) {
    return form_of(expression, inverse, true);
}

std::vector<int> Configuration::points() const {
    std::vector<int> points{x, c, d, z};
    points.erase(std::ranges::unique(points).begin(), points.end());
    return points;
}

int Configuration::rank_before(int point) const {
    return point == x ? d : point == z ? c : point == c ? rank_c : rank_d;
}

int Configuration::rank_after(int point) const {
    return point == x ? c : point == z ? d : rank_before(point);
}

const std::vector<Configuration>& configurations() {
    static const std::vector<Configuration> all = make_configurations();
    return all;
}

const std::vector<std::pair<std::size_t, std::size_t>>& changes_beyond_points() {
    static const std::vector<std::pair<std::size_t, std::size_t>> changes = make_changes();
    return changes;
}

}  // namespace disarray::search
