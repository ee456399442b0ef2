// SPDX-License-Identifier: MIT
#include "aggregation/representation.hpp"

#include <algorithm>

#include "aggregation/detail/order.hpp"
#include "base/error.hpp"
#include "exact/gmp.hpp"

// After GMP's header, which comes through rational.hpp and which FLINT's extend.
#include <flint/fmpq_mat.h>

namespace disarray::aggregation {

namespace {

using CostFunction = std::function<Rational(const std::vector<Rank>&)>;
using Order = std::vector<Rank>;

class FmpqMatrix {
public:
    FmpqMatrix(std::size_t rows, std::size_t columns) {
        fmpq_mat_init(matrix_, static_cast<slong>(rows), static_cast<slong>(columns));
    }
    ~FmpqMatrix() { fmpq_mat_clear(matrix_); }
    FmpqMatrix(const FmpqMatrix&) = delete;
    FmpqMatrix& operator=(const FmpqMatrix&) = delete;

    void set(std::size_t row, std::size_t column, const Rational& value) {
        fmpq_set_mpq(entry(row, column), GmpRational(value).get());
    }
    Rational get(std::size_t row, std::size_t column) const {
        return {integer(fmpq_numref(entry(row, column))), integer(fmpq_denref(entry(row, column)))};
    }
    fmpq_mat_struct* raw() { return matrix_; }

private:
    static Integer integer(const fmpz* value) {
        GmpInteger result;
        fmpz_get_mpz(result.get(), value);
        return result.value();
    }
    fmpq* entry(std::size_t row, std::size_t column) const {
        return fmpq_mat_entry(matrix_, static_cast<slong>(row), static_cast<slong>(column));
    }
    fmpq_mat_t matrix_;
};

std::vector<Order> all_orders(std::size_t n) {
    std::vector<Order> orders;
    Order order = detail::identity_order(n);
    do {
        orders.push_back(order);
    } while (std::next_permutation(order.begin(), order.end()));
    return orders;
}

/// The functions whose span is asked about, at one order; the first is 1, they are independent.
using Functions = std::vector<int> (*)(const Order&);

/// 1, and x_ij for i < j.
std::vector<int> pair_functions(const Order& order) {
    const std::vector<Rank> ranks = detail::ranks_of(order);
    std::vector<int> values{1};
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        for (std::size_t j = i + 1; j < ranks.size(); ++j)
            values.push_back(ranks[i] < ranks[j] ? 1 : 0);
    }
    return values;
}

/// 1, and y_ir for i, r < n−1: the last row and column follow, since every element has one position
/// and every position one element.
std::vector<int> position_functions(const Order& order) {
    const std::vector<Rank> ranks = detail::ranks_of(order);
    std::vector<int> values{1};
    for (std::size_t i = 0; i + 1 < ranks.size(); ++i) {
        for (std::size_t r = 0; r + 1 < ranks.size(); ++r)
            values.push_back(ranks[i] == r ? 1 : 0);
    }
    return values;
}

/// The functions in reduced echelon form, a column for each order: every column is the combination
/// of the pivot columns that its entries say.
struct Echelon {
    Functions functions_at;
    FmpqMatrix matrix;
    std::vector<std::size_t> pivots;  ///< an order for each row, as many as functions

    Echelon(Functions functions, const std::vector<Order>& orders)
        : functions_at(functions), matrix(functions_at(orders[0]).size(), orders.size()) {
        for (std::size_t q = 0; q < orders.size(); ++q) {
            const std::vector<int> values = functions_at(orders[q]);
            for (std::size_t f = 0; f < values.size(); ++f)
                matrix.set(f, q, values[f]);
        }
        const slong rank = fmpq_mat_rref(matrix.raw(), matrix.raw());
        for (std::size_t row = 0, q = 0; row < static_cast<std::size_t>(rank); ++row) {
            while (matrix.get(row, q).sign() == 0)
                ++q;
            pivots.push_back(q);
        }
        if (pivots.size() != functions_at(orders[0]).size()) {
            throw InternalError("representation: the functions are dependent");
        }
    }
};

/// f(order q) minus what the pivots say it should be.
Obstruction difference_at(std::size_t q, const Echelon& echelon, const std::vector<Order>& orders,
                          const std::vector<Rational>& values) {
    Obstruction difference{{{orders[q], 1}}, values[q]};
    for (std::size_t row = 0; row < echelon.pivots.size(); ++row) {
        const Rational factor = -echelon.matrix.get(row, q);
        if (factor.sign() == 0) continue;
        difference.terms.emplace_back(orders[echelon.pivots[row]], factor);
        difference.value += factor * values[echelon.pivots[row]];
    }
    return difference;
}

/// The coefficients of the functions in f, from the pivots.
std::vector<Rational> coefficients(const Echelon& echelon, const std::vector<Order>& orders,
                                   const std::vector<Rational>& values) {
    const std::size_t m = echelon.pivots.size();
    FmpqMatrix a(m, m);
    FmpqMatrix b(m, 1);
    FmpqMatrix x(m, 1);
    for (std::size_t row = 0; row < m; ++row) {
        const std::vector<int> functions = echelon.functions_at(orders[echelon.pivots[row]]);
        for (std::size_t f = 0; f < m; ++f)
            a.set(row, f, functions[f]);
        b.set(row, 0, values[echelon.pivots[row]]);
    }
    if (fmpq_mat_solve(x.raw(), a.raw(), b.raw()) == 0) {
        throw InternalError("representation: a singular basis");
    }
    std::vector<Rational> result;
    for (std::size_t f = 0; f < m; ++f)
        result.push_back(x.get(f, 0));
    return result;
}

/// f as a combination of the functions, or the shortest difference that says that it is none.
struct Combination {
    std::vector<Rational> coefficients;
    std::optional<Obstruction> obstruction;
};

Combination combination(std::size_t n, Functions functions, const CostFunction& cost) {
    const std::vector<Order> orders = all_orders(n);
    std::vector<Rational> values;
    for (const Order& order : orders)
        values.push_back(cost(order));
    const Echelon echelon(functions, orders);
    Combination result;
    for (std::size_t q = 0; q < orders.size(); ++q) {
        Obstruction difference = difference_at(q, echelon, orders, values);
        if (difference.value.sign() == 0) continue;
        if (!result.obstruction || difference.terms.size() < result.obstruction->terms.size()) {
            result.obstruction = std::move(difference);
        }
    }
    if (!result.obstruction) result.coefficients = coefficients(echelon, orders, values);
    return result;
}

/// c with f = Σ c(i,j) of f = b + Σ_{i<j} d_ij x_ij: c(i,j) = d_ij for i < j, and the constant b as
/// c(1,0) and part of c(0,1).
std::vector<Rational> pair_costs_of(std::size_t n, const std::vector<Rational>& coefficients) {
    std::vector<Rational> costs(n * n);
    std::size_t f = 1;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j)
            costs[i * n + j] = coefficients[f++];
    }
    costs[1] += coefficients[0];  // c(0,1)
    costs[n] = coefficients[0];   // c(1,0)
    return costs;
}

/// c with f = Σ c(i,r) of f = b + Σ d_ir y_ir: c(i,r) = d_ir for i, r < n−1, and the constant b is
/// what the last element costs everywhere.
std::vector<Rational> position_costs_of(std::size_t n, const std::vector<Rational>& coefficients) {
    std::vector<Rational> costs(n * n);
    std::size_t f = 1;
    for (std::size_t i = 0; i + 1 < n; ++i) {
        for (std::size_t r = 0; r + 1 < n; ++r)
            costs[i * n + r] = coefficients[f++];
    }
    for (std::size_t r = 0; r < n; ++r)
        costs[(n - 1) * n + r] = coefficients[0];
    return costs;
}

void require_size(std::size_t n) {
    if (n == 0 || n > most_representation_elements) {
        throw UsageError("representation: n is not in 1..5");
    }
}

/// Whether all totals are 0 and the factors give `value` ≠ 0.
bool confirms_value(const Obstruction& obstruction, const std::vector<Rational>& totals,
                    const CostFunction& cost) {
    Rational value = 0;
    for (const auto& [order, factor] : obstruction.terms)
        value += factor * cost(order);
    const bool vanishes =
        std::ranges::all_of(totals, [](const Rational& total) { return total.sign() == 0; });
    return vanishes && value == obstruction.value && value.sign() != 0;
}

}  // namespace

Representation pair_cost_representation(std::size_t n, const CostFunction& cost) {
    require_size(n);
    Representation result;
    if (n == 1) {  // a sum over no pairs is 0
        const Order only = detail::identity_order(1);
        const Rational value = cost(only);
        if (value.sign() == 0) {
            result.pair_costs = {Rational(0)};
        } else {
            result.obstruction = {{{only, 1}}, value};
        }
        return result;
    }
    Combination found = combination(n, pair_functions, cost);
    result.obstruction = std::move(found.obstruction);
    if (!result.obstruction) result.pair_costs = pair_costs_of(n, found.coefficients);
    return result;
}

bool confirms(const Obstruction& obstruction, std::size_t n, const CostFunction& cost) {
    // above[i n + j]: the factors of the orders with i above j.
    std::vector<Rational> above(n * n);
    for (const auto& [order, factor] : obstruction.terms) {
        detail::require_order(order, n, "confirms");
        for (std::size_t r = 0; r < n; ++r) {
            for (std::size_t s = r + 1; s < n; ++s)
                above[order[r] * n + order[s]] += factor;
        }
    }
    return confirms_value(obstruction, above, cost);
}

PositionRepresentation position_cost_representation(std::size_t n, const CostFunction& cost) {
    require_size(n);
    Combination found = combination(n, position_functions, cost);
    PositionRepresentation result;
    result.obstruction = std::move(found.obstruction);
    if (!result.obstruction) result.position_costs = position_costs_of(n, found.coefficients);
    return result;
}

bool confirms_no_position_costs(const Obstruction& obstruction, std::size_t n,
                                const CostFunction& cost) {
    // at[i n + r]: the factors of the orders with element i at position r.
    std::vector<Rational> at(n * n);
    for (const auto& [order, factor] : obstruction.terms) {
        detail::require_order(order, n, "confirms_no_position_costs");
        for (std::size_t r = 0; r < n; ++r)
            at[order[r] * n + r] += factor;
    }
    return confirms_value(obstruction, at, cost);
}

}  // namespace disarray::aggregation
