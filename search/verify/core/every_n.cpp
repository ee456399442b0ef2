// SPDX-License-Identifier: MIT
//
// N ≤ M for every n, by FORMAT.md's section of that name. The order types of pairs and the
// configurations of a step are enumerated here; of the prover nothing is used but its numbers.
#include <map>

#include "core.hpp"

namespace disarray::verify {

namespace {

/// Numbers of which only the order counts, brought to the least that have it.
template <std::size_t Size>
std::array<int, Size> in_order(std::array<int, Size> numbers) {
    auto sorted = numbers;
    std::ranges::sort(sorted);
    const auto end = std::ranges::unique(sorted).begin();
    for (int& number : numbers)
        number =
            static_cast<int>(std::lower_bound(sorted.begin(), end, number) - sorted.begin()) + 1;
    return numbers;
}

/// (i, σ(i), j, σ(j)), i < j.
using OrderType = std::array<int, 4>;

/// A number for each order type, in lexicographic order.
class TypeForm {
public:
    TypeForm() {
        for (int code = 0; code < 256; ++code) {
            const OrderType t{code / 64 + 1, code / 16 % 4 + 1, code / 4 % 4 + 1, code % 4 + 1};
            if (t[0] < t[2] && t[1] != t[3] && in_order(t) == t) of_[t] = 0;
        }
    }
    explicit TypeForm(const Json& list) : TypeForm() {
        auto entry = list.begin();
        for (auto& [type, number] : of_)
            number = Number(entry++->get_ref<const std::string&>());
    }
    const Number& operator()(int i, int rank_i, int j, int rank_j) const {
        if (i > j) return (*this)(j, rank_j, i, rank_i);
        return of_.at(in_order(OrderType{i, rank_i, j, rank_j}));
    }
    std::map<OrderType, Number>& all() { return of_; }
    const std::map<OrderType, Number>& all() const { return of_; }

private:
    std::map<OrderType, Number> of_;
};

/// The terms of σ, or of σ⁻¹, as a bound of the side that keeps N ≤ M: in N a row of F[prefix] is
/// at most the sum of its |coefficients|, in M it is at least 0.
TypeForm bound_of(const Expression& expression, bool inverse, bool is_big) {
    TypeForm sum;
    for (const Term& term : expression) {
        if (!term.inside.empty()) throw Rejected("terms", "no absolute value", "one");
        const bool both = term.functional == Functional::prefix_sym;
        const bool absolute = both || term.functional == Functional::prefix;
        if ((term.inverse != inverse && !both) || (absolute && is_big)) continue;
        for (auto& [type, number] : sum.all()) {
            const auto& [i, rank_i, j, rank_j] = type;
            const int count = std::abs(twice(term.functional, i, rank_i, j, rank_j)) +
                              std::abs(twice(term.functional, j, rank_j, i, rank_i));
            number += term.coefficient * Number(count, 2);
        }
    }
    return sum;
}

void require(bool holds, const std::string& step, const char* expected, const std::string& found) {
    if (!holds) throw Rejected(step, expected, found);
}

std::string named(const OrderType& t) {
    return "order type " + std::to_string(t[0]) + std::to_string(t[1]) + std::to_string(t[2]) +
           std::to_string(t[3]);
}

/// x ≤ c < d ≤ z and the ranks of c and d, before ranks d of x and c of z are exchanged.
using Configuration = std::array<int, 6>;

std::vector<Configuration> configurations() {
    std::vector<Configuration> all;
    for (int code = 0; code < 6 * 6 * 6 * 6 * 6 * 6; ++code) {
        Configuration s{};
        for (int k = 6, rest = code; k-- > 0; rest /= 6)
            s[static_cast<std::size_t>(k)] = rest % 6 + 1;
        const auto& [x, c, d, z, rank_c, rank_d] = s;
        const bool fits = x <= c && d == c + 1 && d <= z && rank_c != rank_d && rank_c != c &&
                          rank_d != d && (x == c) == (rank_c == d) && (z == d) == (rank_d == c);
        if (fits && in_order(s) == s) all.push_back(s);
    }
    return all;
}

/// Subtracts Σ y·(D_ik + D_jk − D_ij) + Σ s·D_ij from a change of H, of which nothing may be left.
void check_step(const Configuration& step, const TypeForm& rest, const Json& identity,
                const std::string& where) {
    const auto& [x, c, d, z, rank_c, rank_d] = step;
    std::map<int, int> before{{c, rank_c}, {d, rank_d}};
    before[x] = d;
    before[z] = c;
    std::map<int, int> after = before;
    std::swap(after[x], after[z]);
    std::map<std::pair<int, int>, Number> change;
    for (const auto& [i, rank_i] : before)
        for (const auto& [j, rank_j] : before)
            if (i < j) change[{i, j}] = rest(i, rank_i, j, rank_j) - rest(i, after[i], j, after[j]);
    const auto subtract = [&](const Number& number, int i, int j) {
        const auto place = change.find(std::minmax(i, j));
        require(place != change.end(), where, "points of the configuration",
                std::to_string(i) + " and " + std::to_string(j));
        place->second -= number;
    };
    for (const Json& t : identity.at("triangles")) {
        const int i = t.at(0), j = t.at(1), k = t.at(2);
        const Number y = read_number(t.at(3), 0);
        subtract(y, i, k);
        subtract(y, j, k);
        subtract(-y, i, j);
    }
    for (const Json& s : identity.at("slacks"))
        subtract(read_number(s.at(2), 0), s.at(0), s.at(1));
    for (const auto& [pair, left] : change)
        require(left.sign() == 0,
                where + ", pair {" + std::to_string(pair.first) + "," +
                    std::to_string(pair.second) + "}",
                "equal coefficients", "a difference of " + left.to_string());
}

/// H ≥ 0 where a point is fixed, and H of the pairs of x with a v that is no point does not grow
/// when x becomes fixed; likewise z.
void check_beyond_points(const TypeForm& rest, const std::string& where) {
    for (const auto& [type, number] : rest.all())
        require((type[0] != type[1] && type[2] != type[3]) || number.sign() >= 0,
                where + named(type), "a rest >= 0, as an element is fixed", number.to_string());
    constexpr int c = 3, d = 4;
    for (const int v : {1, 2, 5, 6})
        for (const int rank : {1, 2, 5, 6})
            if (v != rank)
                for (const auto& [point, other] : {std::pair(c, d), std::pair(d, c)})
                    require(rest(point, other, v, rank) >= rest(point, point, v, rank),
                            where + named(in_order(OrderType{point, other, v, rank})),
                            "a rest that does not grow when the element becomes fixed", "one");
}

/// That Θ_t ≥ 0. \return t
TypeForm check_part(const Json& part, const std::string& where) {
    const TypeForm target(part.at("target")), potential(part.at("potential"));
    TypeForm rest = target;
    for (const auto& [type, psi] : potential.all()) {
        require(psi.sign() >= 0, where + "potential, " + named(type), "a number >= 0",
                psi.to_string());
        rest.all()[type] -= psi;
    }
    check_beyond_points(rest, where);
    const std::vector<Configuration> all = configurations();
    require(part.at("steps").size() == all.size(), where + "steps", "one for each configuration",
            "another number");
    for (std::size_t k = 0; k < all.size(); ++k)
        check_step(all[k], rest, part["steps"][k],
                   where + "configuration " + std::to_string(k + 1));
    return target;
}

void check_steps(TypeForm claimed, const Json& parts) {
    for (std::size_t k = 0; k < parts.size(); ++k) {
        const TypeForm target = check_part(parts[k], "part " + std::to_string(k + 1) + ", ");
        const bool exchanged = parts[k].at("exchanged");
        for (auto& [type, number] : claimed.all()) {
            const auto& [i, rank_i, j, rank_j] = type;
            number -= exchanged ? target(rank_i, i, rank_j, j) : target(i, rank_i, j, rank_j);
        }
    }
    for (const auto& [type, number] : claimed.all())
        require(number.sign() == 0, named(type), "targets that add up to the claim",
                "a difference of " + number.to_string());
}

}  // namespace

bool has_terms(const Expression& expression, bool inverse) {
    const TypeForm form = bound_of(expression, inverse, false);
    return std::ranges::any_of(form.all(),
                               [](const auto& entry) { return entry.second.sign() != 0; });
}

void check_every_n(const Expression& small, const Expression& big, bool inverse,
                   const Json& proof) {
    TypeForm claimed = bound_of(big, inverse, true);
    const TypeForm less = bound_of(small, inverse, false);
    for (const auto& [type, number] : less.all())
        claimed.all()[type] -= number;
    if (proof.at("method") == "steps") return check_steps(claimed, proof.at("parts"));
    for (const auto& [type, number] : claimed.all())
        require(number.sign() >= 0, named(type), "a coefficient >= 0", number.to_string());
}

}  // namespace disarray::verify
