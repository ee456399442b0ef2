// SPDX-License-Identifier: MIT
#include "search/discover/implication.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "search/linear_program.hpp"

namespace disarray::search::discover {

namespace {

/// A row times a common denominator, in words; empty if it does not fit.
struct WholeRow {
    std::vector<std::int64_t> coefficients;
    std::int64_t bound = 0;
};

std::optional<WholeRow> whole(const LinearForm& form) {
    Integer denominator = form.bound.denominator();
    for (const Rational& c : form.coefficients)
        denominator = lcm(denominator, c.denominator());
    const auto times = [&](const Rational& x) { return (x * Rational(denominator)).numerator(); };
    constexpr std::int64_t most = std::int64_t{1} << 40;
    WholeRow row;
    for (const Rational& c : form.coefficients) {
        const Integer value = times(c);
        if (abs(value) > most) return std::nullopt;
        row.coefficients.push_back(value.convert_to<std::int64_t>());
    }
    if (abs(times(form.bound)) > most) return std::nullopt;
    row.bound = times(form.bound).convert_to<std::int64_t>();
    return row;
}

/// The columns of the program: quantities that have one.
class Columns {
public:
    explicit Columns(std::size_t n) : n_(static_cast<std::int64_t>(n)) {}

    std::size_t of(const Quantity& quantity) {
        const auto found = std::ranges::find(quantities_, quantity);
        const auto place = static_cast<std::size_t>(found - quantities_.begin());
        if (found == quantities_.end()) {
            quantities_.push_back(quantity);
            program.columns.push_back({{0, quantity.statistic->greatest(n_)}, 0, {}});
        }
        return place;
    }

    LinearProgram program;

private:
    std::int64_t n_;
    std::vector<Quantity> quantities_;
};

}  // namespace

bool same_form(const Row& a, const Row& b) {
    std::optional<Rational> factor;
    const auto agrees = [&](const Rational& x, const Rational& y) {
        if (x == 0 || y == 0) return x == y;
        const Rational ratio = x / y;
        if (!factor) factor = ratio;
        return *factor == ratio && ratio.sign() > 0;
    };
    const auto coefficient = [](const Row& row, const Quantity& quantity) {
        Rational sum = 0;
        for (std::size_t k = 0; k < row.quantities.size(); ++k)
            if (row.quantities[k] == quantity) sum += row.form.coefficients[k];
        return sum;
    };
    for (const Row* row : {&a, &b})
        for (const Quantity& quantity : row->quantities)
            if (!agrees(coefficient(a, quantity), coefficient(b, quantity))) return false;
    return agrees(a.form.bound, b.form.bound);
}

bool is_implied(const Row& row, std::span<const Row> premises, std::size_t n) {
    Columns columns(n);
    const auto goal = whole(row.form);
    if (!goal) return false;
    for (std::size_t k = 0; k < row.quantities.size(); ++k)
        columns.program.columns[columns.of(row.quantities[k])].objective = goal->coefficients[k];
    for (const Row& premise : premises) {
        const auto known = whole(premise.form);
        if (!known) continue;
        const std::size_t at = columns.program.rows.size();
        columns.program.rows.push_back({std::nullopt, known->bound});
        for (std::size_t k = 0; k < premise.quantities.size(); ++k) {
            if (known->coefficients[k] == 0) continue;
            const std::size_t column = columns.of(premise.quantities[k]);
            columns.program.columns[column].entries.emplace_back(at, known->coefficients[k]);
        }
    }
    const auto optimum = maximize(columns.program);
    return optimum && optimum->objective <= Rational(goal->bound);
}

}  // namespace disarray::search::discover
